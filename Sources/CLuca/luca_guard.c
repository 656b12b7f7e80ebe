// The libraries a state opens, and the few of their functions that are replaced: those that could swallow a stop, reach past the session's
// environment, or crash Lua 5.4.4.
#include "luca_internal.h"

// MARK: stopping

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

static int guarded_pcall(lua_State *L) {
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

static int guarded_xpcall(lua_State *L) {
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
static int guarded_resume(lua_State *L) {
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
static int guarded_close(lua_State *L) {
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

// MARK: the session's environment

// __index of the session's globals: the built-ins stand behind them, and a name that neither has is an error.
static int missing_global(lua_State *L) {
    luca_state *state = state_of(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    if (lua_type(L, 2) != LUA_TSTRING || state->dying) return 1;
    size_t length;
    const char *name = lua_tolstring(L, 2, &length);
    lua_State *outer = luca_enter(state, L);
    luca_value error = state->host.unknown_global(state->host.context, L, name, length);
    state->current = outer;
    if (error.tag == LUCA_NIL) return 1;
    luca_raise(L, state, error);
}

// What a loader gives back: the function, with the environment that stands at an index if there is one, or nil and why.
static int finish_load(lua_State *L, int status, int environment) {
    if (status != LUA_OK) {
        luca_caught(L, state_of(L), status);
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    if (lua_gettop(L) > environment) {
        lua_pushvalue(L, environment);
        if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
}

// Puts the pieces that a reader function gives together.
static int read_pieces(lua_State *L) {
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (;;) {
        lua_pushvalue(L, 1);
        lua_call(L, 0, 1);
        if (lua_isnil(L, -1)) break;
        if (!lua_isstring(L, -1)) return luaL_error(L, "reader function must return a string");
        size_t length;
        lua_tolstring(L, -1, &length);
        if (length == 0) break;
        luaL_addvalue(&buffer);
    }
    lua_pop(L, 1);
    luaL_pushresult(&buffer);
    return 1;
}

// load(chunk, name, mode, env): text only, and the reader form is read whole first.
static int text_load(lua_State *L) {
    const char *default_name = NULL;
    if (lua_type(L, 1) == LUA_TFUNCTION) {
        lua_pushcfunction(L, read_pieces);
        lua_pushvalue(L, 1);
        int status = lua_pcall(L, 1, 1, 0);
        if (status != LUA_OK) return finish_load(L, status, 4);
        lua_replace(L, 1);
        default_name = "=(load)";
    }
    size_t length;
    const char *source = luaL_checklstring(L, 1, &length);
    const char *name = luaL_optstring(L, 2, default_name ? default_name : source);
    return finish_load(L, luaL_loadbufferx(L, source, length, name, "t"), 4);
}

// loadfile(name, mode, env): text only, as above.
static int text_loadfile(lua_State *L) {
    const char *name = luaL_optstring(L, 1, NULL);
    return finish_load(L, luaL_loadfilex(L, name, "t"), 3);
}

static int finish_dofile(lua_State *L, int status, lua_KContext context) {
    (void)status;
    return lua_gettop(L) - (int)context;
}

static int text_dofile(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    if (luaL_loadfilex(L, name, "t") != LUA_OK) return lua_error(L);
    lua_callk(L, 0, LUA_MULTRET, 1, finish_dofile);
    return finish_dofile(L, LUA_OK, 1);
}

// The searcher of `require`: modules in text, found along package.path. Upvalue 1 is the table `package`.
static int text_searcher(lua_State *L) {
    const char *module = luaL_checkstring(L, 1);
    lua_getfield(L, lua_upvalueindex(1), "searchpath");
    lua_pushvalue(L, 1);
    lua_getfield(L, lua_upvalueindex(1), "path");
    lua_call(L, 2, 2);
    if (lua_isnil(L, -2)) return 1;   // the list of places looked at
    lua_pop(L, 1);
    const char *file = lua_tostring(L, -1);
    if (luaL_loadfilex(L, file, "t") != LUA_OK) {
        return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", module, file, lua_tostring(L, -1));
    }
    lua_pushvalue(L, -2);
    return 2;
}

// Modules come from `package.preload` or from text files; no C library is ever loaded.
static void restrict_package(lua_State *L) {
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchers");
    lua_createtable(L, 2, 0);
    lua_rawgeti(L, -2, 1);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, text_searcher, 1);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, -3, "searchers");
    lua_pop(L, 1);
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_pushnil(L);
    lua_setfield(L, -2, "loadlib");
    // `require` reads the searchers from its upvalue, the table `package` itself, so the new list counts.
    lua_pop(L, 1);
}

// MARK: printing and the like

static int host_print(lua_State *L) {
    luca_state *state = state_of(L);
    int count = lua_gettop(L);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (int i = 1; i <= count; i++) {
        if (i > 1) luaL_addchar(&buffer, '\t');
        luaL_tolstring(L, i, NULL);
        luaL_addvalue(&buffer);
    }
    luaL_addchar(&buffer, '\n');
    luaL_pushresult(&buffer);
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    // A finaliser at the very end has nobody to print to.
    if (state->dying) return 0;
    lua_State *outer = luca_enter(state, L);
    state->host.write(state->host.context, bytes, length);
    state->current = outer;
    return 0;
}

// Upvalue 1 is string.rep, which would take years to put a great many empty strings together.
static int bounded_rep(lua_State *L) {
    size_t text, separator = 0;
    luaL_checklstring(L, 1, &text);
    luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &separator);
    if (text + separator == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 3, 1);
    return 1;
}

// Sandboxed only: a finaliser runs with hooks off, so a script could stay in one for ever.
static int plain_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnil(L, 2)) {
        if (!lua_istable(L, 2)) return luaL_typeerror(L, 2, "nil or table");
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "setmetatable: __gc is not allowed in a sandbox");
    }
    lua_settop(L, 2);
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
    lua_setmetatable(L, 1);
    return 1;
}

// MARK: opening

static void replace(lua_State *L, const char *name, lua_CFunction function) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static void keep_only(lua_State *L, const char *library, const char *const *names) {
    lua_getglobal(L, library);
    lua_newtable(L);
    for (; *names; names++) {
        lua_getfield(L, -2, *names);
        lua_setfield(L, -2, *names);
    }
    lua_setglobal(L, library);
    lua_pop(L, 1);
}

static void drop(lua_State *L, const char *const *names) {
    for (; *names; names++) {
        lua_pushnil(L);
        lua_setglobal(L, *names);
    }
}

static void open_session(lua_State *L, luca_state *state) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);   // the built-ins
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &state->host);
    lua_newtable(L);                                       // the session
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, missing_global, 1);
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, "session");
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    // `package.loaded._G` stays the built-ins: messages and tracebacks find the names of functions there.
    lua_setfield(L, -3, "_G");
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pop(L, 1);
}

void luca_open_libraries(lua_State *L, luca_state *state) {
    static const luaL_Reg shared[] = {
        {LUA_GNAME, luaopen_base},       {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},  {LUA_COLIBNAME, luaopen_coroutine},
        {LUA_OSLIBNAME, luaopen_os},     {LUA_DBLIBNAME, luaopen_debug},   {NULL, NULL}};
    static const luaL_Reg trusted[] = {{LUA_IOLIBNAME, luaopen_io}, {LUA_LOADLIBNAME, luaopen_package}, {NULL, NULL}};
    for (const luaL_Reg *r = shared; r->name; r++) {
        luaL_requiref(L, r->name, r->func, 1);
        lua_pop(L, 1);
    }
    for (const luaL_Reg *r = trusted; r->name && !state->sandboxed; r++) {
        luaL_requiref(L, r->name, r->func, 1);
        lua_pop(L, 1);
    }
    static const char *const debug_kept[] = {"traceback", "getinfo", NULL};
    static const char *const debug_sandboxed[] = {"traceback", NULL};
    keep_only(L, LUA_DBLIBNAME, state->sandboxed ? debug_sandboxed : debug_kept);
    // The libraries a script can reach through package.loaded are the same as its globals.
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getglobal(L, LUA_DBLIBNAME);
    lua_setfield(L, -2, LUA_DBLIBNAME);
    lua_pop(L, 1);

    lua_pushglobaltable(L);
    lua_pushcfunction(L, guarded_pcall);
    lua_setfield(L, -2, "pcall");
    lua_pushcfunction(L, guarded_xpcall);
    lua_setfield(L, -2, "xpcall");
    lua_pushcfunction(L, text_load);
    lua_setfield(L, -2, "load");
    lua_pushcfunction(L, host_print);
    lua_setfield(L, -2, "print");
    lua_pushcfunction(L, text_dofile);
    lua_setfield(L, -2, "dofile");
    lua_pushcfunction(L, text_loadfile);
    lua_setfield(L, -2, "loadfile");
    lua_pop(L, 1);
    if (!state->sandboxed) restrict_package(L);

    lua_getglobal(L, LUA_COLIBNAME);
    replace(L, "resume", guarded_resume);
    replace(L, "close", guarded_close);
    lua_pop(L, 1);
    lua_getglobal(L, LUA_STRLIBNAME);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    replace(L, "rep", bounded_rep);
    lua_pop(L, 1);
    // Numbers are read and written, and texts compared, in one way only.
    lua_getglobal(L, LUA_OSLIBNAME);
    lua_pushnil(L);
    lua_setfield(L, -2, "setlocale");
    lua_pop(L, 1);
    // One table serves every string of the state: scripts must not change it.
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushliteral(L, "string");
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);

    if (state->sandboxed) {
        static const char *const os_kept[] = {"clock", "date", "time", "difftime", NULL};
        static const char *const dropped[] = {"dofile", "loadfile", "collectgarbage", NULL};
        keep_only(L, LUA_OSLIBNAME, os_kept);
        drop(L, dropped);
        lua_pushcfunction(L, plain_setmetatable);
        lua_setglobal(L, "setmetatable");
    }
    open_session(L, state);
}
