// Reading from a terminal or a pipe, which may wait for ever. The system starts a read again that a signal broke off, as the program wants it
// everywhere else; while a script reads, it does not, so that Ctrl-C ends the waiting.
#define _XOPEN_SOURCE 700
#include "luca_internal.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether a file is something that reading may wait for.
static bool may_wait(const luaL_Stream *stream) {
    struct stat status;
    return stream && stream->closef && fstat(fileno(stream->f), &status) == 0 && !S_ISREG(status.st_mode);
}

// Calls the function below so many arguments so that Ctrl-C breaks its waiting off. Returns the number of results.
static int call_breakable(lua_State *L, int arguments) {
    struct sigaction before, ours;
    int base = lua_gettop(L) - arguments - 1;
    bool is_changed = sigaction(SIGINT, NULL, &before) == 0 && (before.sa_flags & SA_RESTART);
    if (is_changed) {
        ours = before;
        ours.sa_flags &= ~SA_RESTART;
        sigaction(SIGINT, &ours, NULL);
    }
    luca_look(L, 0);
    int status = lua_pcall(L, arguments, LUA_MULTRET, 0);
    if (is_changed) sigaction(SIGINT, &before, NULL);
    luca_look(L, 0);
    return status == LUA_OK ? lua_gettop(L) - base : lua_error(L);
}

// Upvalue 1 of each of these is the function of Lua that stands behind it.
static int go_on(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

static int breakable_call(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    return call_breakable(L, lua_gettop(L) - 1);
}

static int file_read(lua_State *L) { return may_wait(luaL_testudata(L, 1, LUA_FILEHANDLE)) ? breakable_call(L) : go_on(L); }

static int io_read(lua_State *L) {
    lua_getfield(L, LUA_REGISTRYINDEX, "_IO_input");   // where liolib.c keeps the file that io.input has set
    bool waits = may_wait(luaL_testudata(L, -1, LUA_FILEHANDLE));
    lua_pop(L, 1);
    return waits ? breakable_call(L) : go_on(L);
}

// What io.lines and file:lines return reads from the file that is its first upvalue.
int luca_free_lines(lua_State *L, int count) {
    int iterator = lua_gettop(L) - count + 1;
    if (count == 0 || !lua_getupvalue(L, iterator, 1)) return count;
    bool waits = may_wait(luaL_testudata(L, -1, LUA_FILEHANDLE));
    lua_pop(L, 1);
    if (waits) {
        lua_pushvalue(L, iterator);
        lua_pushcclosure(L, breakable_call, 1);
        lua_replace(L, iterator);
    }
    return count;
}

static int file_lines(lua_State *L) { return luca_free_lines(L, go_on(L)); }

// Puts a function in the place of a field of the table on top.
static void replace(lua_State *L, const char *field, lua_CFunction function) {
    lua_getfield(L, -1, field);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, field);
}

void luca_free_waiting(lua_State *L) {
    lua_getglobal(L, LUA_IOLIBNAME);
    replace(L, "read", io_read);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    replace(L, "read", file_read);
    replace(L, "lines", file_lines);
    lua_pop(L, 3);
}
