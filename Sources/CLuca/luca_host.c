// Calls from the host into Lua: compiling, invoking, telling where. Nothing here lets an error past its own C frames.
#include "luca_internal.h"
#include <stdlib.h>

// Chunks of what ships are named by `=stdlib/`, those of files by `@` and their path, which may begin with that folder too.
static bool is_shipped(const lua_Debug *record) { return strncmp(record->source, "=stdlib/", 8) == 0; }

int luca_position(lua_State *L, int level, char *chunk, size_t size) {
    lua_Debug record = {.currentline = -1};
    // C functions such as pcall may stand in between, and what ships, which hands on what it was given.
    for (; record.currentline <= 0 || is_shipped(&record); level++) {
        if (!lua_getstack(L, level, &record)) return 0;
        lua_getinfo(L, "Sl", &record);
    }
    size_t length = strlen(record.short_src);
    if (length >= size) length = size - 1;
    memcpy(chunk, record.short_src, length);
    chunk[length] = 0;
    return record.currentline;
}

// MARK: running code

typedef struct { luca_state *state; const char *source; size_t length; const char *name; bool builtin, failed; int reference; } compilation;

static int compile(lua_State *L) {
    compilation *c = lua_touserdata(L, 1);
    c->failed = luaL_loadbufferx(L, c->source, c->length, c->name, "t") != LUA_OK;
    if (c->builtin && !c->failed) {
        // The first upvalue of a chunk is its _ENV.
        lua_rawgetp(L, LUA_REGISTRYINDEX, (void *)&c->state->running);
        lua_setupvalue(L, -2, 1);
    }
    c->reference = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

int luca_compile(luca_state *state, const char *source, size_t length, const char *chunk_name, bool builtin, luca_value *error) {
    compilation c = {state, source, length, chunk_name, builtin, false, LUA_NOREF};
    lua_State *L = state->running;
    int status = luca_protect(L, compile, &c, 0);
    if (status == LUA_OK && !c.failed) return c.reference;
    static const char out_of_memory[] = "not enough memory";
    *error = (luca_value){.tag = LUCA_STRING, .lo = (uint64_t)(uintptr_t)out_of_memory, .length = sizeof out_of_memory - 1};
    if (status == LUA_OK) {
        size_t bytes;
        lua_rawgeti(L, LUA_REGISTRYINDEX, c.reference);
        const char *message = lua_tolstring(L, -1, &bytes);   // a string already: nothing is converted
        *error = luca_text(state, message, bytes);
        lua_pop(L, 1);
        luca_unreference(state, c.reference);
    }
    return LUA_NOREF;
}

void luca_deepen(luca_state *state, const char *traceback) {
    free(state->deeper);
    state->deeper = traceback ? strdup(traceback) : NULL;
}

static int text_of_error(lua_State *L) {
    luaL_tolstring(L, 1, NULL);
    return 1;
}

// Keeps the text of an error that is a table with `__tostring`. Where that function was made to stop, the stop takes the error's place.
static void keep_error_text(lua_State *L, luca_state *state) {
    free(state->error_text);
    state->error_text = NULL;
    if (state->stop != LUCA_RUNNING || lua_type(L, 1) != LUA_TTABLE || luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) return;
    lua_pop(L, 1);
    lua_pushcfunction(L, text_of_error);
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK) state->error_text = strdup(lua_tostring(L, -1));
    else if (state->stop != LUCA_RUNNING) lua_copy(L, -1, 1);
    lua_pop(L, 1);
}

int luca_keep_traceback(lua_State *L) {
    luca_state *state = state_of(L);
    keep_error_text(L, state);
    // Of an error that is raised anew, the names are kept with it.
    if (!state->deeper) luca_note_names(L, state, 1);
    free(state->traceback);
    state->traceback = state->deeper;
    state->deeper = NULL;
    if (!state->traceback) {
        luaL_traceback(L, L, NULL, 1);
        state->traceback = strdup(lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_settop(L, 1);
    return 1;
}

typedef struct { luca_state *state; int function; size_t arguments; int32_t count; } invocation;

static int invoke(lua_State *L) {
    invocation *i = lua_touserdata(L, 1);
    lua_settop(L, 0);
    luaL_checkstack(L, i->count + 8, "too many arguments");
    lua_rawgeti(L, LUA_REGISTRYINDEX, i->function);
    size_t place = i->arguments;
    for (int32_t n = 0; n < i->count; n++) luca_push_streamed(L, i->state, &place);
    lua_call(L, i->count, LUA_MULTRET);
    return lua_gettop(L);
}

// The outermost call of the host is over.
static void trim(luca_state *state) {
    // What one large result needed is not kept for the rest of the session.
    if (state->stream_used == 0 && state->stream_size > LUCA_STREAM_KEPT) {
        free(state->stream);
        state->stream = NULL;
        state->stream_size = 0;
    }
    if (state->arena_used == 0 && state->arena_size > LUCA_ARENA_KEPT) {
        free(state->arena);
        state->arena = NULL;
        state->arena_size = 0;
    }
}

int luca_call_out(luca_state *state, lua_State *L, int arguments, int results) {
    free(state->traceback);
    state->traceback = NULL;
    state->names_used = 0;
    luca_deepen(state, NULL);
    if (state->depth++ == 0) luca_begin(state);
    int status = lua_pcall(L, arguments, results, lua_gettop(L) - arguments - 1);
    // The host may hide the error from the script, but not the limit.
    if (status == LUA_ERRMEM && state->stop == LUCA_RUNNING) state->stop = LUCA_MEMORY_SPENT;
    state->reason = state->stop;
    if (--state->depth == 0) luca_end(state);
    else if (state->stop != LUCA_RUNNING) luca_watch(state);
    return status;
}

int luca_invoke(luca_state *state, lua_State *L, int function, size_t arguments, int32_t argument_count, int32_t *count, int *top) {
    *top = lua_gettop(L);
    *count = 0;
    size_t arena = state->arena_used;
    int status = LUA_ERRMEM;
    if (lua_checkstack(L, 16)) {
        invocation i = {state, function, arguments, argument_count};
        lua_pushcfunction(L, luca_keep_traceback);
        lua_pushcfunction(L, invoke);
        lua_pushlightuserdata(L, &i);
        status = luca_call_out(state, L, 1, LUA_MULTRET);
        *count = lua_gettop(L) - *top - 1;
    }
    luca_drop(state, arguments, arena);
    if (state->depth == 0) trim(state);
    return status;
}

// Below the results stands the message handler.
static int index_of_result(int top, int32_t place) { return top + 2 + place; }

luca_value luca_result(lua_State *L, int top, int32_t place) { return luca_read(L, index_of_result(top, place)); }
int luca_reference_result(luca_state *state, lua_State *L, int top, int32_t place) { return luca_reference(state, L, index_of_result(top, place)); }

void luca_release_results(lua_State *L, int top) { lua_settop(L, top); }
