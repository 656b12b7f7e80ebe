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

// Upvalue 1 is coroutine.resume.
int luca_guarded_resume(lua_State *L) {
    luca_state *state = state_of(L);
    lua_State *co = lua_tothread(L, 1);
    if (!co) return luaL_typeerror(L, 1, "coroutine");
    lua_pushvalue(L, 1);   // kept, to be asked afterwards how it ended
    lua_insert(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 2);
    lua_call(L, lua_gettop(L) - 2, LUA_MULTRET);
    if (!lua_toboolean(L, 2)) luca_caught(L, state, lua_status(co));
    return lua_gettop(L) - 1;
}

// Upvalue 1 is coroutine.close. A chain of closes that close each other recurses in C without Lua noticing and overruns its stack (fixed in 5.4.5).
int luca_guarded_close(lua_State *L) {
    luca_state *state = state_of(L);
    if (!lua_tothread(L, 1)) return luaL_typeerror(L, 1, "coroutine");
    if (state->closing >= 100) return luaL_error(L, "coroutine.close: too many coroutines closing each other");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    state->closing++;
    int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
    state->closing--;
    if (status != LUA_OK) return lua_error(L);
    if (!lua_toboolean(L, 1)) luca_caught(L, state, LUA_ERRRUN);
    return lua_gettop(L);
}
