// The host's look at Lua's values: keeping them, reading tables without running anything, finding and setting globals.
#include "luca_internal.h"

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

enum { DEEPEST = 64, MOST_VALUES = 1 << 25 };

typedef struct { luca_state *state; size_t limit; int64_t result; const void *open[DEEPEST + 1]; } flattening;

// What a value in a table is on its way in. The stack slot of a function or a row is gone after its pair, so it is kept by a reference; `length` is 1
// for that of a row.
static luca_value read_item(lua_State *L, int index) {
    luca_value value = luca_read(L, index);
    if (value.tag != LUCA_FUNCTION && value.tag != LUCA_ROW) return value;
    lua_pushvalue(L, index);
    return (luca_value){.tag = LUCA_REFERENCE, .length = value.tag == LUCA_ROW, .lo = (uint64_t)luaL_ref(L, LUA_REGISTRYINDEX)};
}

// Runs under the protected call of `luca_flatten`, with nothing but C in between. Nothing in it lets Lua's collector take a step (growing
// the stack or the registry does not), so no finaliser changes the table between two pairs, and what the stream points at stays.
static int64_t flatten(lua_State *L, flattening *f, int index, int depth) {
    luca_state *state = f->state;
    if (depth > DEEPEST) return LUCA_TOO_DEEP;
    f->open[depth] = lua_topointer(L, index);
    for (int i = 0; i < depth; i++) {
        if (f->open[i] == f->open[depth]) return LUCA_CYCLE;
    }
    if (!lua_checkstack(L, 8)) return LUCA_NO_MEMORY;
    int64_t pairs = 0;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        if (state->stream_used >= f->limit) return LUCA_TOO_LARGE;
        int value_index = lua_gettop(L);
        luca_emit(state, luca_read(L, value_index - 1));
        size_t place = state->stream_used;
        luca_value value = read_item(L, value_index);
        luca_emit(state, value);
        if (value.tag == LUCA_TABLE) {
            int64_t inner = flatten(L, f, value_index, depth + 1);
            if (inner < 0) return inner;
            state->stream[place].length = (uint32_t)inner;
        }
        pairs++;
        lua_pop(L, 1);
    }
    return pairs;
}

static int flatten_table(lua_State *L) {
    flattening *f = lua_touserdata(L, 1);
    f->result = LUCA_CHANGED;   // should the walk be cut short by an error
    f->result = flatten(L, f, 2, 0);
    return 0;
}

int64_t luca_flatten(luca_state *state, lua_State *L, int index) {
    // What the host holds for a script counts like what Lua holds: tables that share tables unfold to more than they are.
    size_t most = luca_pool_most(state->pool) / sizeof(luca_value);
    flattening f = {.state = state, .result = LUCA_CALLS_TOO_DEEP, .limit = state->stream_used + (most ? most : MOST_VALUES)};
    index = lua_absindex(L, index);
    if (!lua_checkstack(L, 8)) return LUCA_NO_MEMORY;
    lua_pushcfunction(L, flatten_table);
    lua_pushlightuserdata(L, &f);
    lua_pushvalue(L, index);
    int status = lua_pcall(L, 2, 0, 0);
    if (status == LUA_OK) return f.result;
    lua_pop(L, 1);
    return status == LUA_ERRMEM ? LUCA_NO_MEMORY : f.result;
}

void luca_forget(luca_state *state, size_t stream_base) {
    for (size_t i = stream_base; i < state->stream_used; i++) {
        if (state->stream[i].tag == LUCA_REFERENCE) luca_unreference(state, (int)state->stream[i].lo);
    }
    state->stream_used = stream_base;
}

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
            lua_remove(L, -2);
        }
        lua_remove(L, -2);
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
    luca_protect(state->running, each_key, &v, 0);
}

static int each_assigned(lua_State *L) {
    visitor *v = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    visit_table(L, lua_gettop(L), v);
    return 0;
}

void luca_each_assigned(luca_state *state, void *context, void (*visit)(void *context, const char *key, size_t length, bool is_function)) {
    visitor v = {state, "", context, visit};
    luca_protect(state->running, each_assigned, &v, 0);
}

static int peek(lua_State *L) {
    visitor *v = lua_touserdata(L, 1);
    if (!push_path(L, v->state, v->path)) lua_pushnil(L);
    return 1;
}

luca_value luca_peek(luca_state *state, const char *path, int *top) {
    visitor v = {state, path, NULL, NULL};
    lua_State *L = state->running;
    *top = lua_gettop(L);
    if (luca_protect(L, peek, &v, 1) != LUA_OK) return (luca_value){.tag = LUCA_NIL};
    return luca_read(L, -1);
}

// MARK: defining

typedef struct { luca_state *state; const char *path; luca_function *function; size_t place; bool builtin; } assignment;

static void push_scope(lua_State *L, luca_state *state, bool builtin) {
    if (builtin) lua_rawgetp(L, LUA_REGISTRYINDEX, &state->host);
    else lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

// Makes the table below the function on top call it, as `recurring{…}` beside `recurring.due{}`; takes the function off the stack.
static void make_callable(lua_State *L) {
    lua_createtable(L, 0, 1);
    luca_push_callable(L, lua_gettop(L) - 1);
    lua_setfield(L, -2, "__call");
    lua_remove(L, -2);
    lua_setmetatable(L, -2);
}

// Puts the table at a name of the table on top in its place, a new one where there is none; a function of that name becomes the table's call.
static void enter_table(lua_State *L, const char *name, size_t length) {
    lua_pushlstring(L, name, length);
    lua_pushvalue(L, -1);
    int kind = lua_rawget(L, -3);
    if (kind != LUA_TTABLE) {
        lua_newtable(L);
        lua_insert(L, -2);
        if (kind == LUA_TFUNCTION) make_callable(L);
        else lua_pop(L, 1);
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, -5);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

static int define_function(lua_State *L) {
    assignment *a = lua_touserdata(L, 1);
    push_scope(L, a->state, true);
    const char *path = a->path;
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) enter_table(L, path, (size_t)(dot - path));
    lua_pushstring(L, path);
    bool is_table = lua_rawget(L, -2) == LUA_TTABLE;
    luca_push_function(L, a->state, a->function);
    if (is_table) {
        make_callable(L);
        return 0;
    }
    lua_setfield(L, -3, path);
    return 0;
}

bool luca_define_function(luca_state *state, const char *path, luca_function *function) {
    assignment a = {state, path, function, 0, true};
    return luca_protect(state->running, define_function, &a, 0) == LUA_OK;
}

static int set_global(lua_State *L) {
    assignment *a = lua_touserdata(L, 1);
    push_scope(L, a->state, a->builtin);
    lua_pushstring(L, a->path);
    size_t place = a->place;
    luca_push_streamed(L, a->state, &place);
    lua_rawset(L, -3);
    return 0;
}

bool luca_set_global(luca_state *state, const char *name, size_t place, bool builtin) {
    assignment a = {state, name, NULL, place, builtin};
    return luca_protect(state->running, set_global, &a, 0) == LUA_OK;
}
