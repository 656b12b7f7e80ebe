// Lua's own functions that open or change files or run programs. The host is asked before a path is opened, moved or removed; and while it
// keeps files as they are, as in a dry run, what would change one is refused. A script may have taken any of these functions aside long
// before, or a file that it opened, so each looks at every call.
#define _POSIX_C_SOURCE 200809L   // fileno
#include "luca_internal.h"

#include <unistd.h>

void luca_ask_file(lua_State *L, int index, bool writes) {
    luca_state *state = state_of(L);
    if (!lua_isstring(L, index)) return;
    const char *path = lua_tostring(L, index);
    if (state->dying) luaL_error(L, "%s: the session is over", path);
    luca_value error = state->host.opening(state->host.context, L, path, writes);
    if (error.tag != LUCA_NIL) luca_raise(L, state, error);
}

// Refuses a call where nothing may be changed; the path, if there is one, stands at an index.
static void check(lua_State *L, const char *function, int path) {
    luca_state *state = state_of(L);
    if (!state->keeps_files) return;
    if (state->dying) luaL_error(L, "%s: a dry run changes no files", function);
    size_t length = 0;
    const char *text = path && lua_isstring(L, path) ? lua_tolstring(L, path, &length) : NULL;
    luca_raise(L, state, state->host.refused(state->host.context, L, function, text, length));
}

// Upvalue 1 of each function here is the one of Lua that it guards, which runs in its place: on its stack, and by its name in messages.
static int go_on(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

// Upvalue 2 is the name: these change something whenever they are called.
static int guarded_function(lua_State *L) {
    check(L, lua_tostring(L, lua_upvalueindex(2)), 1);
    return go_on(L);
}

static int guarded_open(lua_State *L) {
    luaL_checkstring(L, 1);
    bool writes = strpbrk(luaL_optstring(L, 2, "r"), "wa+") != NULL;
    luca_ask_file(L, 1, writes);
    if (writes) check(L, "io.open", 1);
    return go_on(L);
}

// io.output(path) makes the file anew; without a path it tells the file that is written to.
static int guarded_output(lua_State *L) {
    luca_ask_file(L, 1, true);
    if (lua_isstring(L, 1)) check(L, "io.output", 1);
    return go_on(L);
}

static int guarded_input(lua_State *L) {
    luca_ask_file(L, 1, false);
    return go_on(L);
}

static int guarded_lines(lua_State *L) {
    luca_ask_file(L, 1, false);
    return luca_free_lines(L, go_on(L));
}

static int guarded_remove(lua_State *L) {
    luca_ask_file(L, 1, false);
    check(L, "os.remove", 1);
    return go_on(L);
}

static int guarded_rename(lua_State *L) {
    luca_ask_file(L, 1, false);
    luca_ask_file(L, 2, true);
    check(L, "os.rename", 1);
    return go_on(L);
}

// os.execute() only asks whether there is a shell.
static int guarded_execute(lua_State *L) {
    if (!lua_isnoneornil(L, 1)) check(L, "os.execute", 1);
    return go_on(L);
}

// A file that was opened before may be written to no more; the screen may.
static void check_stream(lua_State *L, const luaL_Stream *stream, const char *function) {
    if (stream && stream->closef && stream->f != stdout && stream->f != stderr) check(L, function, 0);
}

// Whether nothing in a text could steer a terminal or be the part of a character that does; tabs and line ends may stay.
// A text may be one of hundreds of megabytes, so it is looked for Ctrl-C now and then.
static bool is_plain(lua_State *L, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((i & 0xFFFFF) == 0xFFFFF) luca_look(L, 0);
        unsigned char byte = (unsigned char)text[i];
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte >= 0x7F) return false;
    }
    return true;
}

// What goes to a terminal is written as `print` writes it there: texts from an index on are put in a form that cannot steer it. What goes to
// a file or a pipe stays as it is.
static void make_safe(lua_State *L, const luaL_Stream *stream, int first) {
    luca_state *state = state_of(L);
    if (!stream || !stream->closef || state->dying) return;
    for (int i = first; i <= lua_gettop(L); i++) {
        size_t length;
        if (lua_type(L, i) != LUA_TSTRING && !(state->changes_all_text && lua_type(L, i) == LUA_TNUMBER)) continue;
        const char *text = lua_tolstring(L, i, &length);
        if (is_plain(L, text, length) && !state->changes_all_text) continue;
        if (!isatty(fileno(stream->f))) return;
        size_t arena = state->arena_used;
        luca_value safe = state->host.shown(state->host.context, text, length);
        luca_push(L, state, &safe);
        state->arena_used = arena;
        lua_replace(L, i);
    }
}

// Whether all that is to be written are texts, one of them long, for a terminal, which may take minutes for it.
static bool takes_long(lua_State *L, const luaL_Stream *stream, int first) {
    bool is_long = false;
    if (!stream || !stream->closef) return false;
    for (int i = first; i <= lua_gettop(L); i++) {
        if (lua_type(L, i) != LUA_TSTRING) return false;
        is_long = is_long || lua_rawlen(L, i) > BUFSIZ;
    }
    return is_long && isatty(fileno(stream->f));
}

// Writes texts piece by piece, between which Ctrl-C is looked for. Returns 1, or the number of results that tell of a failure.
static int write_pieces(lua_State *L, const luaL_Stream *stream, int first) {
    for (int i = first; i <= lua_gettop(L); i++) {
        size_t length;
        const char *bytes = lua_tolstring(L, i, &length);
        for (size_t piece; length > 0; bytes += piece, length -= piece) {
            luca_look(L, 0);
            piece = length < BUFSIZ ? length : BUFSIZ;
            if (fwrite(bytes, 1, piece, stream->f) != piece) return luaL_fileresult(L, 0, NULL);
        }
    }
    return 1;
}

static int guarded_file_write(lua_State *L) {
    const luaL_Stream *stream = luaL_testudata(L, 1, LUA_FILEHANDLE);
    check_stream(L, stream, "file:write");
    make_safe(L, stream, 2);
    if (!takes_long(L, stream, 2)) return go_on(L);
    int results = write_pieces(L, stream, 2);
    if (results == 1) lua_pushvalue(L, 1);
    return results;
}

static int guarded_io_write(lua_State *L) {
    lua_getfield(L, LUA_REGISTRYINDEX, "_IO_output");   // where liolib.c keeps the file that io.output has set
    const luaL_Stream *stream = luaL_testudata(L, -1, LUA_FILEHANDLE);
    lua_pop(L, 1);
    check_stream(L, stream, "io.write");
    make_safe(L, stream, 1);
    if (!takes_long(L, stream, 1)) return go_on(L);
    int results = write_pieces(L, stream, 1);
    if (results == 1) lua_getfield(L, LUA_REGISTRYINDEX, "_IO_output");
    return results;
}

// MARK: putting them in their places

// Puts a guard in the place of a field of the table on top.
static void guard(lua_State *L, const char *field, lua_CFunction function, const char *name) {
    lua_getfield(L, -1, field);
    lua_pushstring(L, name);
    lua_pushcclosure(L, function, 2);
    lua_setfield(L, -2, field);
}

void luca_guard_files(lua_State *L) {
    lua_getglobal(L, LUA_IOLIBNAME);
    guard(L, "open", guarded_open, "io.open");
    guard(L, "output", guarded_output, "io.output");
    guard(L, "input", guarded_input, "io.input");
    guard(L, "lines", guarded_lines, "io.lines");
    guard(L, "write", guarded_io_write, "io.write");
    guard(L, "popen", guarded_function, "io.popen");
    guard(L, "tmpfile", guarded_function, "io.tmpfile");
    lua_getglobal(L, LUA_OSLIBNAME);
    guard(L, "execute", guarded_execute, "os.execute");
    guard(L, "remove", guarded_remove, "os.remove");
    guard(L, "rename", guarded_rename, "os.rename");
    guard(L, "tmpname", guarded_function, "os.tmpname");
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    guard(L, "write", guarded_file_write, "file:write");
    lua_pop(L, 4);
}
