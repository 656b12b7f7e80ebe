// What the host gives back, on its way into Lua: values, and the stream and the arena in which tables and texts wait.
#include "luca_internal.h"
#include <stdlib.h>

static void push_object(lua_State *L, luca_state *state, luca_value *value) {
    luca_box *box = lua_newuserdatauv(L, LUCA_BOX_SIZE, state->tabular[value->type] ? 1 : 0);
    box->stamp = LUCA_STAMP | value->type;
    box->lo = value->lo;
    box->hi = value->hi;
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->metatables[value->type]);
    lua_setmetatable(L, -2);
    value->tag = LUCA_NIL;
}

void luca_release(luca_state *state, luca_value *value) {
    luca_tag tag = value->tag;
    uint64_t owned = tag == LUCA_OBJECT ? value->lo : tag == LUCA_REFERENCE ? value->hi : 0;
    value->tag = LUCA_NIL;
    if (owned) state->host.release(state->host.context, owned);
}

void luca_push(lua_State *L, luca_state *state, luca_value *value) {
    switch (value->tag) {
    case LUCA_BOOLEAN: lua_pushboolean(L, value->lo != 0); return;
    case LUCA_INTEGER: lua_pushinteger(L, (lua_Integer)value->lo); return;
    case LUCA_NUMBER: {
        lua_Number number;
        memcpy(&number, &value->lo, sizeof number);
        lua_pushnumber(L, number);
        return;
    }
    case LUCA_STRING: lua_pushlstring(L, (const char *)(uintptr_t)value->lo, value->length); return;
    case LUCA_TEXT: lua_pushlstring(L, state->arena + value->lo, value->length); return;
    case LUCA_BOXED: luca_push_box(L, state, value->type, (uint8_t)value->length, value->lo, value->hi); return;
    case LUCA_OBJECT: push_object(L, state, value); return;
    case LUCA_REFERENCE:
        lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)value->lo);
        luca_release(state, value);
        return;
    case LUCA_NIL:
    case LUCA_TABLE:
    case LUCA_FUNCTION:
    case LUCA_ROW:
    case LUCA_OTHER: lua_pushnil(L); return;
    }
}

static void push_table(lua_State *L, luca_state *state, uint32_t pairs, size_t *place) {
    luaL_checkstack(L, 8, "a result nests too deeply");
    const luca_value *first = state->stream + *place;
    bool is_list = pairs > 0 && first->tag == LUCA_INTEGER && first->lo == 1;
    int size = pairs > INT32_MAX ? INT32_MAX : (int)pairs;
    lua_createtable(L, is_list ? size : 0, is_list ? 0 : size);
    for (uint32_t i = 0; i < pairs; i++) {
        luca_push_streamed(L, state, place);
        luca_push_streamed(L, state, place);
        lua_rawset(L, -3);
    }
}

void luca_push_streamed(lua_State *L, luca_state *state, size_t *place) {
    size_t own = (*place)++;
    // Copied: a finaliser that runs meanwhile may call the host, and the stream may move.
    luca_value value = state->stream[own];
    if (value.tag == LUCA_TABLE) {
        push_table(L, state, value.length, place);
        return;
    }
    luca_push(L, state, &value);
    state->stream[own].tag = LUCA_NIL;
}

void luca_drop(luca_state *state, size_t stream_base, size_t arena_base) {
    while (state->stream_used > stream_base) {
        luca_value value = state->stream[--state->stream_used];
        luca_release(state, &value);
    }
    state->arena_used = arena_base;
}

// MARK: the stream and the arena

static void *grown(void *block, size_t *size, size_t wanted, size_t element) {
    size_t bigger = *size ? *size : 64;
    while (bigger < wanted) bigger *= 2;
    void *fresh = realloc(block, bigger * element);
    if (!fresh) abort();   // the host itself is out of memory: nothing it could do would succeed
    *size = bigger;
    return fresh;
}

luca_value luca_text(luca_state *state, const char *bytes, size_t length) {
    luca_value value = {.tag = LUCA_TEXT, .length = (uint32_t)length, .lo = state->arena_used};
    if (state->arena_used + length > state->arena_size) {
        state->arena = grown(state->arena, &state->arena_size, state->arena_used + length, 1);
    }
    if (length) memcpy(state->arena + state->arena_used, bytes, length);
    state->arena_used += length;
    return value;
}

void luca_emit(luca_state *state, luca_value value) {
    if (state->stream_used + 1 > state->stream_size) {
        state->stream = grown(state->stream, &state->stream_size, state->stream_used + 1, sizeof(luca_value));
    }
    state->stream[state->stream_used++] = value;
}
