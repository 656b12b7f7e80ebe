// Calls from the host into Lua: compiling, invoking, keeping and reading values. Nothing here lets an error past its own C frames.
#include "luca_internal.h"
#include <stdlib.h>

// MARK: keeping values

static int make_reference(lua_State *L) {
    lua_settop(L, 1);
    lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
    return 1;
}

int luca_reference(luca_state *state, lua_State *L, int index) {
    (void)state;
    index = lua_absindex(L, index);
    if (!lua_checkstack(L, 4)) return LUA_NOREF;
    lua_pushcfunction(L, make_reference);
    lua_pushvalue(L, index);
    int status = lua_pcall(L, 1, 1, 0);
    int reference = status == LUA_OK ? (int)lua_tointeger(L, -1) : LUA_NOREF;
    lua_pop(L, 1);
    return reference;
}

void luca_unreference(luca_state *state, int reference) {
    // Frees a slot of an array that exists: assigns, never allocates.
    luaL_unref(state->L, LUA_REGISTRYINDEX, reference);
}

// MARK: reading tables

static bool flatten(luca_state *state, lua_State *L, int index, int depth, uint32_t *pairs) {
    if (depth > 64 || !lua_checkstack(L, 8)) return false;
    *pairs = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value_index = lua_gettop(L);
        luca_emit(state, luca_read(L, value_index - 1));
        luca_value value = luca_read(L, value_index);
        size_t place = state->stream_used;
        luca_emit(state, value);
        if (value.tag == LUCA_TABLE) {
            uint32_t inner;
            if (!flatten(state, L, value_index, depth + 1, &inner)) {
                lua_pop(L, 2);
                return false;
            }
            state->stream[place].length = inner;
        } else if (value.tag == LUCA_FUNCTION) {
            // The stack slot is gone after this pair, so the function is kept for the host, which lets it go.
            state->stream[place].tag = LUCA_REFERENCE;
            state->stream[place].lo = (uint64_t)(int64_t)luca_reference(state, L, value_index);
        }
        (*pairs)++;
        lua_pop(L, 1);
    }
    return true;
}

int64_t luca_flatten(luca_state *state, lua_State *L, int index) {
    uint32_t pairs;
    int top = lua_gettop(L);
    bool done = flatten(state, L, lua_absindex(L, index), 0, &pairs);
    lua_settop(L, top);
    return done ? (int64_t)pairs : -1;
}

int luca_position(lua_State *L, int level, char *chunk, size_t size) {
    lua_Debug record;
    if (!lua_getstack(L, level, &record)) return 0;
    lua_getinfo(L, "Sl", &record);
    if (record.currentline <= 0) return 0;
    size_t length = strlen(record.short_src);
    if (length >= size) length = size - 1;
    memcpy(chunk, record.short_src, length);
    chunk[length] = 0;
    return record.currentline;
}

// MARK: running code

typedef struct { const char *source; size_t length; const char *name; bool failed; int reference; luca_value error; } compilation;

static int compile(lua_State *L) {
    compilation *c = lua_touserdata(L, 1);
    c->failed = luaL_loadbufferx(L, c->source, c->length, c->name, "t") != LUA_OK;
    c->reference = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

int luca_compile(luca_state *state, const char *source, size_t length, const char *chunk_name, luca_value *error) {
    compilation c = {source, length, chunk_name, false, LUA_NOREF, {.tag = LUCA_NIL}};
    int status = luca_protect(state->L, compile, &c, 0);
    if (status == LUA_OK && !c.failed) return c.reference;
    static const char out_of_memory[] = "not enough memory";
    *error = (luca_value){.tag = LUCA_STRING, .lo = (uint64_t)(uintptr_t)out_of_memory, .length = sizeof out_of_memory - 1};
    if (status == LUA_OK) {
        size_t bytes;
        lua_rawgeti(state->L, LUA_REGISTRYINDEX, c.reference);
        const char *message = lua_tolstring(state->L, -1, &bytes);   // a string already: nothing is converted
        *error = luca_text(state, message, bytes);
        lua_pop(state->L, 1);
        luca_unreference(state, c.reference);
    }
    return LUA_NOREF;
}

// The message handler: keeps the traceback apart from the error, which goes on unchanged.
static int keep_traceback(lua_State *L) {
    luca_state *state = state_of(L);
    free(state->traceback);
    state->traceback = NULL;
    luaL_traceback(L, L, NULL, 1);
    state->traceback = strdup(lua_tostring(L, -1));
    lua_pop(L, 1);
    return 1;
}

typedef struct { luca_state *state; int function; const luca_value *arguments; int32_t count; int32_t results; } invocation;

static int invoke(lua_State *L) {
    invocation *i = lua_touserdata(L, 1);
    luaL_checkstack(L, i->count + 8, "too many arguments");
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, i->function);
    const luca_value *at = i->arguments, *end = at;
    for (int32_t n = 0; n < i->count; n++) {
        end = at + 1;
        luca_push(L, i->state, at, &end);
        at = end;
    }
    lua_call(L, i->count, LUA_MULTRET);
    return lua_gettop(L);
}

static void ended(luca_state *state) {
    if (state->depth > 0) return;
    state->stop = LUCA_RUNNING;
    state->arena_used = 0;
    state->stream_used = 0;
    state->closing = 0;
    lua_sethook(state->L, lua_gethook(state->L), LUA_MASKCOUNT, LUCA_HOOK_INSTRUCTIONS);
}

int luca_invoke(luca_state *state, lua_State *L, int function, const luca_value *arguments, int32_t argument_count,
                luca_value *results, int32_t limit, int32_t *count, int *top) {
    *top = lua_gettop(L);
    *count = 0;
    if (!lua_checkstack(L, 16)) return LUA_ERRMEM;
    free(state->traceback);
    state->traceback = NULL;
    invocation i = {state, function, arguments, argument_count, 0};
    lua_pushcfunction(L, keep_traceback);
    lua_pushcfunction(L, invoke);
    lua_pushlightuserdata(L, &i);
    state->depth++;
    int status = lua_pcall(L, 1, LUA_MULTRET, *top + 1);
    state->depth--;
    int produced = lua_gettop(L) - *top - 1;
    for (int n = 0; n < produced && n < limit; n++) results[n] = luca_read(L, *top + 2 + n);
    *count = produced < limit ? produced : limit;
    ended(state);
    return status;
}

void luca_release_results(lua_State *L, int top) { lua_settop(L, top); }

// MARK: looking into tables without running anything

// Pushes what a dotted path leads to, through plain tables only.
static bool push_path(lua_State *L, luca_state *state, const char *path) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    bool first = true;
    while (*path) {
        size_t length = strcspn(path, ".:");
        if (lua_type(L, -1) != LUA_TTABLE) return false;
        lua_pushlstring(L, path, length);
        if (lua_rawget(L, -2) == LUA_TNIL && first) {
            lua_pop(L, 1);
            lua_rawgetp(L, LUA_REGISTRYINDEX, &state->host);
            lua_pushlstring(L, path, length);
            lua_rawget(L, -2);
        }
        path += length;
        if (*path) path++;
        first = false;
    }
    return true;
}

typedef struct {
    luca_state *state;
    const char *path;
    void *context;
    void (*visit)(void *, const char *, size_t, bool);
} visitor;

static void visit_table(lua_State *L, int index, const visitor *v) {
    lua_pushnil(L);
    while (lua_next(L, index)) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            size_t length;
            const char *key = lua_tolstring(L, -2, &length);
            v->visit(v->context, key, length, lua_type(L, -1) == LUA_TFUNCTION);
        }
        lua_pop(L, 1);
    }
}

static int each_key(lua_State *L) {
    visitor *v = lua_touserdata(L, 1);
    if (!push_path(L, v->state, v->path)) return 0;
    int index = lua_gettop(L);
    if (lua_type(L, index) == LUA_TTABLE) visit_table(L, index, v);
    if (!*v->path) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &v->state->host);
        visit_table(L, lua_gettop(L), v);
    } else if (lua_getmetatable(L, index)) {
        // A host type keeps its names under a light key; a table may inherit from a plain one.
        if (lua_rawgetp(L, -1, &luca_define_type) == LUA_TTABLE) {
            visit_table(L, lua_gettop(L), v);
        } else {
            lua_pop(L, 1);
            lua_pushliteral(L, "__index");
            if (lua_rawget(L, -2) == LUA_TTABLE) visit_table(L, lua_gettop(L), v);
        }
    }
    return 0;
}

void luca_each_key(luca_state *state, const char *path, void *context,
                   void (*visit)(void *context, const char *key, size_t length, bool is_function)) {
    visitor v = {state, path, context, visit};
    luca_protect(state->L, each_key, &v, 0);
}

static int peek(lua_State *L) {
    visitor *v = lua_touserdata(L, 1);
    if (!push_path(L, v->state, v->path)) lua_pushnil(L);
    return 1;
}

luca_value luca_peek(luca_state *state, const char *path, int *top) {
    visitor v = {state, path, NULL, NULL};
    *top = lua_gettop(state->L);
    if (luca_protect(state->L, peek, &v, 1) != LUA_OK) return (luca_value){.tag = LUCA_NIL};
    return luca_read(state->L, -1);
}

// MARK: defining

typedef struct { luca_state *state; const char *path; luca_function *function; const luca_value *value; bool builtin; } assignment;

static void push_scope(lua_State *L, luca_state *state, bool builtin) {
    if (builtin) lua_rawgetp(L, LUA_REGISTRYINDEX, &state->host);
    else lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

static int define_function(lua_State *L) {
    assignment *a = lua_touserdata(L, 1);
    push_scope(L, a->state, true);
    const char *path = a->path;
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        lua_pushlstring(L, path, (size_t)(dot - path));
        lua_pushvalue(L, -1);
        if (lua_rawget(L, -3) != LUA_TTABLE) {
            lua_pop(L, 1);
            lua_newtable(L);
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -2);
            lua_rawset(L, -5);
        }
    }
    luca_push_function(L, a->state, a->function);
    lua_setfield(L, -2, path);
    return 0;
}

bool luca_define_function(luca_state *state, const char *path, luca_function *function) {
    assignment a = {state, path, function, NULL, true};
    return luca_protect(state->L, define_function, &a, 0) == LUA_OK;
}

static int set_global(lua_State *L) {
    assignment *a = lua_touserdata(L, 1);
    push_scope(L, a->state, a->builtin);
    lua_pushstring(L, a->path);
    const luca_value *rest = NULL;
    luca_push(L, a->state, a->value, &rest);
    lua_rawset(L, -3);
    return 0;
}

bool luca_set_global(luca_state *state, const char *name, luca_value value, bool builtin) {
    assignment a = {state, name, NULL, &value, builtin};
    return luca_protect(state->L, set_global, &a, 0) == LUA_OK;
}
