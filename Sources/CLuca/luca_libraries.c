// The libraries that a state opens, the few of their functions that are replaced, and the session's environment with the built-ins behind it.
#include "luca_pattern.h"

// MARK: the session's environment

// __index of the session's globals: the built-ins stand behind them, and a name that neither has is an error.
static int missing_global(lua_State *L) {
    luca_state *state = state_of(L);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    if (lua_type(L, 2) != LUA_TSTRING || state->dying) return 1;
    size_t length;
    const char *name = lua_tolstring(L, 2, &length);
    luca_note_names(L, state, 1);
    luca_value error = state->host.unknown_global(state->host.context, L, name, length);
    if (error.tag == LUCA_NIL) return 1;
    luca_raise(L, state, error);
}

// MARK: printing and the like

// A text longer than this is printed piece by piece, between which Ctrl-C is looked for.
enum { PRINTED_PIECE = 1 << 16 };

// How much of a long text is the next piece: up to its last line end, else up to the end of a character.
static size_t piece_length(const char *bytes, size_t length) {
    if (length <= PRINTED_PIECE) return length;
    for (size_t end = PRINTED_PIECE; end > PRINTED_PIECE / 2; end--)
        if (bytes[end - 1] == '\n') return end;
    size_t end = PRINTED_PIECE;
    while (end > PRINTED_PIECE - 4 && ((unsigned char)bytes[end] & 0xC0) == 0x80) end--;
    return end;
}

// Prints the text on top, which stays there meanwhile.
static int print_long(lua_State *L, luca_state *state) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    for (size_t piece; length > 0; bytes += piece, length -= piece) {
        luca_look(L, 0);
        piece = piece_length(bytes, length);
        state->host.write(state->host.context, bytes, piece);
    }
    state->host.write(state->host.context, "\n", 1);
    return 0;
}

static int host_print(lua_State *L) {
    luca_state *state = state_of(L);
    int count = lua_gettop(L);
    if (count == 1 && lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) > PRINTED_PIECE && !state->dying) return print_long(L, state);
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
    state->host.write(state->host.context, bytes, length);
    return 0;
}

// Sandboxed only: a finaliser runs where nobody asked for it, and its errors are told to nobody.
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

// Upvalue 1 is debug.getinfo. The C functions on the stack are luca's own, some of them not to be called by anyone else: they are not given out.
static int discreet_getinfo(lua_State *L) {
    int place = lua_isthread(L, 1) ? 2 : 1;
    bool is_level = lua_type(L, place) == LUA_TNUMBER;
    if (is_level && (place == 1 || lua_tothread(L, 1) == L)) {
        lua_pushinteger(L, luaL_checkinteger(L, place) + 1);   // this function stands in between
        lua_replace(L, place);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    if (is_level && lua_istable(L, -1)) {
        if (lua_getfield(L, -1, "func") == LUA_TFUNCTION && lua_iscfunction(L, -1)) {
            lua_pushnil(L);
            lua_setfield(L, -3, "func");
        }
        lua_pop(L, 1);
    }
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
    lua_newtable(L);                                       // what built-in code sees, under a key of its own
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, (void *)&state->running);
    lua_pop(L, 1);
}

// Pushes a copy of the table on top. What the table gets later is seen through the copy, and the copy is called as the table is.
static void push_copy(lua_State *L) {
    int original = lua_gettop(L);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, original);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, original + 1);
    }
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, original);
    lua_setfield(L, -2, "__index");
    if (luaL_getmetafield(L, original, "__call") != LUA_TNIL) lua_setfield(L, -2, "__call");
    lua_setmetatable(L, -2);
}

static int keep_libraries(lua_State *L) {
    luca_state *state = lua_touserdata(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, (void *)&state->running);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &state->host);
    for (lua_pushnil(L); lua_next(L, 3); lua_settop(L, 4)) {
        bool is_library = lua_istable(L, 5) && lua_type(L, 4) == LUA_TSTRING && strcmp(lua_tostring(L, 4), LUA_GNAME) != 0;
        if (!is_library) continue;
        lua_pushvalue(L, 4);
        lua_pushvalue(L, 5);
        push_copy(L);
        lua_remove(L, 7);
        lua_rawset(L, 2);
    }
    // Texts have their methods from the library that scripts see; one that a script takes away is found in the copy again.
    lua_getfield(L, 3, LUA_STRLIBNAME);
    lua_createtable(L, 0, 2);
    lua_getfield(L, 2, LUA_STRLIBNAME);
    // The copy looks nowhere else, or both would look for a missing name in each other.
    lua_pushnil(L);
    lua_setmetatable(L, -2);
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, "string");
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    return 0;
}

bool luca_keep_libraries(luca_state *state) { return luca_protect(state->running, keep_libraries, state, 0) == LUA_OK; }

static void open_all(lua_State *L, bool sandboxed) {
    static const luaL_Reg shared[] = {
        {LUA_GNAME, luaopen_base},       {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
        {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},  {LUA_COLIBNAME, luaopen_coroutine},
        {LUA_OSLIBNAME, luaopen_os},     {LUA_DBLIBNAME, luaopen_debug},   {NULL, NULL}};
    static const luaL_Reg trusted[] = {{LUA_IOLIBNAME, luaopen_io}, {LUA_LOADLIBNAME, luaopen_package}, {NULL, NULL}};
    for (const luaL_Reg *r = shared; r->name; r++) {
        luaL_requiref(L, r->name, r->func, 1);
        lua_pop(L, 1);
    }
    for (const luaL_Reg *r = trusted; r->name && !sandboxed; r++) {
        luaL_requiref(L, r->name, r->func, 1);
        lua_pop(L, 1);
    }
}

static void replace_functions(lua_State *L) {
    static const luaL_Reg base[] = {
        {"pcall", luca_guarded_pcall}, {"xpcall", luca_guarded_xpcall}, {"load", luca_text_load}, {"loadfile", luca_text_loadfile},
        {"dofile", luca_text_dofile},  {"print", host_print},           {"setmetatable", luca_guarded_setmetatable}, {NULL, NULL}};
    static const luaL_Reg coroutines[] = {
        {"resume", luca_guarded_resume}, {"wrap", luca_guarded_wrap}, {"close", luca_guarded_close}, {NULL, NULL}};
    lua_pushglobaltable(L);
    luaL_setfuncs(L, base, 0);
    lua_getfield(L, -1, LUA_COLIBNAME);
    luaL_setfuncs(L, coroutines, 0);
    lua_getfield(L, -2, LUA_STRLIBNAME);
    luca_open_patterns(L);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_getfield(L, -3, LUA_TABLIBNAME);
    luca_open_ranges(L);
    lua_pop(L, 1);
    // Numbers are read and written, and texts compared, in one way only.
    lua_getfield(L, -3, LUA_OSLIBNAME);
    lua_pushnil(L);
    lua_setfield(L, -2, "setlocale");
    lua_pop(L, 4);
    // One table serves every string of the state: scripts must not change it.
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushliteral(L, "string");
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

static void restrict_debug(lua_State *L, bool sandboxed) {
    static const char *const kept[] = {"traceback", "getinfo", NULL};
    static const char *const kept_sandboxed[] = {"traceback", NULL};
    keep_only(L, LUA_DBLIBNAME, sandboxed ? kept_sandboxed : kept);
    lua_getglobal(L, LUA_DBLIBNAME);
    if (!sandboxed) replace(L, "getinfo", discreet_getinfo);
    // The libraries that a script reaches through package.loaded are the same as its globals.
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, LUA_DBLIBNAME);
    lua_pop(L, 2);
}

static void close_sandbox(lua_State *L) {
    static const char *const os_kept[] = {"clock", "date", "time", "difftime", NULL};
    static const char *const dropped[] = {"dofile", "loadfile", "collectgarbage", NULL};
    keep_only(L, LUA_OSLIBNAME, os_kept);
    drop(L, dropped);
    lua_pushcfunction(L, plain_setmetatable);
    lua_setglobal(L, "setmetatable");
}

void luca_open_libraries(lua_State *L, luca_state *state) {
    open_all(L, state->sandboxed);
    restrict_debug(L, state->sandboxed);
    replace_functions(L);
    if (state->sandboxed) close_sandbox(L);
    else {
        luca_restrict_package(L);
        luca_free_waiting(L);
        luca_guard_files(L);
    }
    open_session(L, state);
}
