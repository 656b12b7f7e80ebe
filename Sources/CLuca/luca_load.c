// Loading: text only, whatever mode a script asks for, and no C library ever; and where `require` looks.
#include "luca_internal.h"
#include <stdlib.h>
#include <unistd.h>

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
    luca_ask_file(L, 1, false);
    return finish_load(L, luaL_loadfilex(L, name, "t"), 3);
}

static int finish_dofile(lua_State *L, int status, lua_KContext context) {
    (void)status;
    return lua_gettop(L) - (int)context;
}

int luca_text_dofile(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    luca_ask_file(L, 1, false);
    if (luaL_loadfilex(L, name, "t") != LUA_OK) return lua_error(L);
    lua_callk(L, 0, LUA_MULTRET, 1, finish_dofile);
    return finish_dofile(L, LUA_OK, 1);
}

// MARK: modules

/// Levels of the call stack that are looked at for a script; a module is asked for near the top of it.
enum { MOST_LEVELS = 100 };

static const char roots[] = "luca.roots";   // in the registry: the folders of scripts and of the modules beside them, by chunk name

typedef struct { const char *chunk_name, *folder; } script_place;

static int note_script(lua_State *L) {
    const script_place *place = lua_touserdata(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, roots);
    lua_pushstring(L, place->folder);
    lua_setfield(L, -2, place->chunk_name);
    return 0;
}

bool luca_note_script(luca_state *state, const char *chunk_name, const char *folder) {
    script_place place = {chunk_name, folder};
    return luca_protect(state->running, note_script, &place, 0) == LUA_OK;
}

void luca_set_script_folder(luca_state *state, const char *folder) {
    free(state->script_folder);
    state->script_folder = folder ? strdup(folder) : NULL;
}

// The folder of the script that asks for a module: of the nearest function on the stack that is from a script, else of the one that runs.
// NULL where there is none, as at the prompt; else it stays on the stack.
static const char *push_root(lua_State *L) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, roots);
    lua_Debug record;
    for (int level = 1; level < MOST_LEVELS && lua_getstack(L, level, &record); level++) {
        lua_getinfo(L, "S", &record);
        if (*record.source != '@') continue;
        if (lua_getfield(L, -1, record.source) == LUA_TSTRING) return lua_tostring(L, -1);
        lua_pop(L, 1);
    }
    const char *folder = state_of(L)->script_folder;
    return folder ? lua_pushstring(L, folder) : NULL;
}

// Asked without opening the file, which may be a book: to close it again would end the locks that SQLite holds on it.
static bool is_readable(const char *path) { return access(path, R_OK) == 0; }

// Pushes the path of a module in a folder; NULL where it is not there, with both places that were looked at on the stack, as a message.
static const char *find_beside(lua_State *L, const char *folder, const char *module) {
    const char *name = luaL_gsub(L, module, ".", "/");
    const char *file = lua_pushfstring(L, "%s/%s.lua", folder, name);
    if (is_readable(file)) return file;
    const char *package = lua_pushfstring(L, "%s/%s/init.lua", folder, name);
    if (is_readable(package)) return package;
    lua_pushfstring(L, "no file '%s'\n\tno file '%s'", file, package);
    return NULL;
}

// Compiles the file whose path is on top; what `require` needs: the function, and the path.
static int load_module(lua_State *L, const char *module) {
    const char *file = lua_tostring(L, -1);
    luca_ask_file(L, -1, false);
    if (luaL_loadfilex(L, file, "t") != LUA_OK) {
        return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", module, file, lua_tostring(L, -1));
    }
    lua_pushvalue(L, -2);
    return 2;
}

// The first searcher of files: beside the script, for it and for the modules found there.
static int search_beside_script(lua_State *L) {
    const char *module = luaL_checkstring(L, 1), *folder = push_root(L);
    if (!folder) {
        lua_pushliteral(L, "no script is running, in whose folder it could be");
        return 1;
    }
    const char *file = find_beside(L, folder, module);
    if (!file) return 1;
    luaL_getsubtable(L, LUA_REGISTRYINDEX, roots);
    lua_pushfstring(L, "@%s", file);
    lua_pushstring(L, folder);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return load_module(L, module);
}

// package.searchpath(name, path, separator, replacement), as Lua has it, but that no file is opened to look whether it can be read.
static int search_path(lua_State *L) {
    const char *name = luaL_checkstring(L, 1), *templates = luaL_checkstring(L, 2), *separator = luaL_optstring(L, 3, ".");
    const char *replacement = luaL_optstring(L, 4, "/");
    if (*separator != '\0' && strstr(name, separator)) name = luaL_gsub(L, name, separator, replacement);
    luaL_Buffer looked_at;
    luaL_buffinit(L, &looked_at);
    bool is_first = true;
    while (*templates) {
        size_t length = strcspn(templates, ";");
        if (length > 0) {
            lua_pushlstring(L, templates, length);
            const char *file = luaL_gsub(L, lua_tostring(L, -1), "?", name);
            if (is_readable(file)) return 1;
            lua_pushfstring(L, is_first ? "no file '%s'" : "\n\tno file '%s'", file);
            lua_insert(L, -3);
            lua_pop(L, 2);
            luaL_addvalue(&looked_at);
            is_first = false;
        }
        templates += length + (templates[length] == ';');
    }
    luaL_pushresult(&looked_at);
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

// The second: the folders of libraries, in package.path. Upvalue 1 is the table `package`.
static int search_libraries(lua_State *L) {
    const char *module = luaL_checkstring(L, 1);
    lua_pushcfunction(L, search_path);
    lua_pushvalue(L, 1);
    if (lua_getfield(L, lua_upvalueindex(1), "path") != LUA_TSTRING) return luaL_error(L, "'package.path' must be a string");
    if (lua_rawlen(L, -1) == 0) return 0;
    lua_call(L, 2, 2);
    if (lua_isnil(L, -2)) return 1;   // the list of places looked at
    lua_pop(L, 1);
    return load_module(L, module);
}

// The last: the host's own library; and where a file is that people expect to be found, a word about it.
static int search_host(lua_State *L) {
    luca_state *state = state_of(L);
    size_t length, arena = state->arena_used;
    const char *module = luaL_checklstring(L, 1, &length);
    luca_value text = state->dying ? (luca_value){.tag = LUCA_NIL} : state->host.module(state->host.context, module, length);
    if (text.tag != LUCA_NIL) {
        luca_push(L, state, &text);
        state->arena_used = arena;
        size_t bytes;
        const char *source = lua_tolstring(L, -1, &bytes), *place = lua_pushfstring(L, "stdlib/%s.lua", luaL_gsub(L, module, ".", "/"));
        if (luaL_loadbufferx(L, source, bytes, lua_pushfstring(L, "=%s", place), "t") != LUA_OK) return lua_error(L);
        lua_pushstring(L, place);
        return 2;
    }
    if (find_beside(L, ".", module)) {
        lua_pushfstring(L, "the file '%s' is in the current folder, which is not searched: keep it beside the script, or in the library folder", lua_tostring(L, -1));
    } else {
        lua_pushliteral(L, "no module of that name comes with the program");
    }
    return 1;
}

// Modules come from `package.preload` or from text; no C library is ever loaded. What the environment says of Lua's own paths does not
// count, and what happens to lie in the current folder is not run.
void luca_restrict_package(lua_State *L) {
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchers");
    lua_createtable(L, 4, 0);
    lua_rawgeti(L, -2, 1);
    lua_rawseti(L, -2, 1);
    lua_pushcfunction(L, search_beside_script);
    lua_rawseti(L, -2, 2);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, search_libraries, 1);
    lua_rawseti(L, -2, 3);
    lua_pushcfunction(L, search_host);
    lua_rawseti(L, -2, 4);
    lua_setfield(L, -3, "searchers");
    lua_pop(L, 1);
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "path");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_pushcfunction(L, search_path);
    lua_setfield(L, -2, "searchpath");
    lua_pushnil(L);
    lua_setfield(L, -2, "loadlib");
    // `require` reads the searchers from its upvalue, the table `package` itself, so the new list counts.
    lua_pop(L, 1);
}
