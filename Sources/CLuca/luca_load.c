// Loading: text only, whatever mode a script asks for, and no C library ever.
#include "luca_internal.h"

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
int luca_text_load(lua_State *L) {
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
int luca_text_loadfile(lua_State *L) {
    const char *name = luaL_optstring(L, 1, NULL);
    return finish_load(L, luaL_loadfilex(L, name, "t"), 3);
}

static int finish_dofile(lua_State *L, int status, lua_KContext context) {
    (void)status;
    return lua_gettop(L) - (int)context;
}

int luca_text_dofile(lua_State *L) {
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
void luca_restrict_package(lua_State *L) {
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
