// The functions that call others and catch their errors: replaced by ones that cannot swallow a stop, nor crash Lua 5.4.4.
#include "luca_internal.h"

// What a protected call gives back, unless the error in it is the script being stopped: that goes on up.
static int finish_protected(lua_State *L, int status, lua_KContext first) {
    luca_state *state = state_of(L);
    if (status != LUA_OK && status != LUA_YIELD) {
        luca_caught(L, state, status);
        lua_pushboolean(L, 0);
        lua_pushvalue(L, -2);
        return 2;
    }
    return lua_gettop(L) - (int)first;
}

int luca_guarded_pcall(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    return finish_protected(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected), 0);
}

// Upvalue 1 is the user's handler. While a script is being stopped it does not run: hooks are off in it, and it could stay for ever.
static int guarded_handler(lua_State *L) {
    if (state_of(L)->stop != LUCA_RUNNING) return 1;
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

int luca_guarded_xpcall(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, guarded_handler, 1);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);   // function, handler, true, function, arguments…
    return finish_protected(L, lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_protected), 2);
}

// MARK: finalisers

// Lua runs a finaliser without hooks, so that nothing would stop one that runs for ever. Hooks are off for the Lua thread that is collecting
// only: so it runs on another. Upvalue 1 is what stood in `__gc`, a function or a table that can be called; once it was stopped, the script that
// was being run is stopped too. What a script puts into `__gc` after `setmetatable` takes the place of this wrapper and runs as Lua runs it: no
// stop reaches it. A sandbox allows no `__gc` at all.
static int run_finaliser(lua_State *L) {
    luca_state *state = state_of(L);
    lua_State *thread = lua_newthread(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 2);
    luca_switch(state, thread);
    int status = lua_pcall(thread, 1, 0, 0);
    luca_switch(state, L);
    if (status == LUA_OK) return 0;
    lua_xmove(thread, L, 1);
    return lua_error(L);
}

int luca_guarded_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL && lua_tocfunction(L, -1) != run_finaliser) {
            lua_pushliteral(L, "__gc");
            lua_insert(L, -2);
            lua_pushcclosure(L, run_finaliser, 1);
            lua_rawset(L, 2);
        }
        lua_settop(L, 2);
    }
    lua_setmetatable(L, 1);
    return 1;
}

// MARK: coroutines

static lua_State *coroutine_at(lua_State *L, int index) {
    lua_State *thread = lua_tothread(L, index);
    if (!thread) luaL_typeerror(L, index, "coroutine");
    return thread;
}

// Runs a coroutine with the topmost values as arguments. Returns how many results are on the stack, or -1 where there is an error instead.
static int run_coroutine(lua_State *L, lua_State *thread, int arguments, int *status) {
    luca_state *state = state_of(L);
    *status = LUA_ERRRUN;
    if (!lua_checkstack(thread, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, thread, arguments);
    luca_switch(state, thread);
    int results;
    *status = lua_resume(thread, L, arguments, &results);
    luca_switch(state, L);
    if (*status != LUA_OK && *status != LUA_YIELD) {
        lua_xmove(thread, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(thread, results);
        *status = LUA_ERRRUN;
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(thread, L, results);
    return results;
}

int luca_guarded_resume(lua_State *L) {
    lua_State *thread = coroutine_at(L, 1);
    int status, results = run_coroutine(L, thread, lua_gettop(L) - 1, &status);
    if (results < 0) {
        luca_caught(L, state_of(L), status);
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushboolean(L, 1);
    lua_insert(L, -(results + 1));
    return results + 1;
}

// Closes what a coroutine has to close, on its own thread.
static int reset_coroutine(lua_State *L, lua_State *thread) {
    luca_state *state = state_of(L);
    luca_switch(state, thread);
    int status = lua_resetthread(thread);
    luca_switch(state, L);
    return status;
}

// A function made by coroutine.wrap; upvalue 1 is the coroutine.
static int call_wrapped(lua_State *L) {
    lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
    int status, results = run_coroutine(L, thread, lua_gettop(L), &status);
    if (results >= 0) return results;
    if (lua_status(thread) != LUA_OK && lua_status(thread) != LUA_YIELD) {
        status = reset_coroutine(L, thread);
        lua_xmove(thread, L, 1);
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

int luca_guarded_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *thread = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 1);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

// Whether a coroutine is at rest, so that it can be closed; else what it is doing.
static const char *activity(lua_State *L, lua_State *thread) {
    if (thread == L) return "running";
    if (lua_status(thread) != LUA_OK) return NULL;
    lua_Debug record;
    return lua_getstack(thread, 0, &record) ? "normal" : NULL;
}

// A chain of coroutines that close each other recurses in C without Lua noticing and overruns its stack (mended in Lua 5.4.5).
int luca_guarded_close(lua_State *L) {
    luca_state *state = state_of(L);
    lua_State *thread = coroutine_at(L, 1);
    const char *doing = activity(L, thread);
    if (doing) return luaL_error(L, "cannot close a %s coroutine", doing);
    if (state->closing >= 100) return luaL_error(L, "coroutine.close: too many coroutines closing each other");
    state->closing++;
    int status = reset_coroutine(L, thread);
    state->closing--;
    if (status == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_xmove(thread, L, 1);
    luca_caught(L, state, status);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}
