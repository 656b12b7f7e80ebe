// Calls from Lua into the host: reading arguments, pushing results, raising.
#include "luca_internal.h"
#include <stdlib.h>

luca_value luca_read(lua_State *L, int index) {
    luca_value value = {.tag = LUCA_NIL};
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        break;
    case LUA_TBOOLEAN:
        value.tag = LUCA_BOOLEAN;
        value.lo = (uint64_t)lua_toboolean(L, index);
        break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            value.tag = LUCA_INTEGER;
            value.lo = (uint64_t)lua_tointeger(L, index);
        } else {
            lua_Number number = lua_tonumber(L, index);
            value.tag = LUCA_NUMBER;
            memcpy(&value.lo, &number, sizeof number);
        }
        break;
    case LUA_TSTRING: {
        size_t length;
        const char *bytes = lua_tolstring(L, index, &length);
        value.tag = LUCA_STRING;
        value.lo = (uint64_t)(uintptr_t)bytes;
        value.length = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
        break;
    }
    case LUA_TTABLE:
        value.tag = LUCA_TABLE;
        value.lo = (uint64_t)lua_absindex(L, index);
        break;
    case LUA_TFUNCTION:
        value.tag = LUCA_FUNCTION;
        value.lo = (uint64_t)lua_absindex(L, index);
        break;
    case LUA_TUSERDATA: {
        const luca_box *box = box_at(L, index);
        luca_state *state = state_of(L);
        if (box && box_type(box) != state->row_type) {
            value.tag = state->is_object[box_type(box)] ? LUCA_OBJECT : LUCA_BOXED;
            value.type = box_type(box);
            value.lo = box->lo;
            value.hi = box->hi;
            break;
        }
    } // fall through
    default:
        value.tag = LUCA_OTHER;
        value.lo = (uint64_t)lua_absindex(L, index);
    }
    return value;
}

static void push_object(lua_State *L, luca_state *state, const luca_value *value) {
    // Until a userdata holds it, the state does: a failing allocation here leaves nothing unowned.
    state->pending_object = value->lo;
    state->pending_type = value->type;
    luca_box *box = lua_newuserdatauv(L, LUCA_BOX_SIZE, state->tabular[value->type] ? 1 : 0);
    box->stamp = LUCA_STAMP | value->type;
    box->lo = value->lo;
    box->hi = value->hi;
    state->pending_object = 0;
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->metatables[value->type]);
    lua_setmetatable(L, -2);
}

static void push_table(lua_State *L, luca_state *state, uint32_t pairs, const luca_value **rest) {
    luaL_checkstack(L, 4, "a result nests too deeply");
    lua_createtable(L, 0, (int)pairs);
    for (uint32_t i = 0; i < pairs; i++) {
        luca_value key = *(*rest)++;
        luca_push(L, state, &key, rest);
        luca_value item = *(*rest)++;
        luca_push(L, state, &item, rest);
        lua_rawset(L, -3);
    }
}

void luca_push(lua_State *L, luca_state *state, const luca_value *value, const luca_value **rest) {
    switch (value->tag) {
    case LUCA_NIL: lua_pushnil(L); return;
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
    case LUCA_BOXED: luca_push_box(L, state, value->type, value->lo, value->hi); return;
    case LUCA_OBJECT: push_object(L, state, value); return;
    case LUCA_TABLE: push_table(L, state, value->length, rest); return;
    case LUCA_FUNCTION:
    case LUCA_REFERENCE: lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)value->lo); return;
    case LUCA_OTHER: lua_pushnil(L); return;
    }
}

void luca_raise(lua_State *L, luca_state *state, const luca_value *error) {
    luaL_checkstack(L, 4, "out of stack");
    const luca_value *rest = NULL;
    luca_push(L, state, error, &rest);
    lua_error(L);
    abort();   // lua_error does not return
}

// Named arguments: each parameter's value is left on the stack, so that what it points to stays.
static void read_named(lua_State *L, const luca_function *function, luca_call *call) {
    int table = function->receiver + 1, found = 0;
    luca_value *arguments = call->arguments + function->receiver;
    luaL_checkstack(L, function->parameter_count + 8, "too many arguments");
    if (function->receiver) call->arguments[0] = luca_read(L, 1);
    for (int32_t i = 0; i < function->parameter_count; i++) {
        lua_rawgeti(L, lua_upvalueindex(2), i + 1);
        if (lua_rawget(L, table) != LUA_TNIL) found++;
        arguments[i] = luca_read(L, -1);
    }
    call->named = true;
    call->count = function->receiver + function->parameter_count;
    lua_pushnil(L);
    while (lua_next(L, table)) {
        found--;
        lua_pop(L, 1);
    }
    if (found == 0) return;
    // Some key is no parameter: find the first that none is named like.
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        bool known = false;
        for (int32_t i = 0; i < function->parameter_count && !known; i++) {
            lua_rawgeti(L, lua_upvalueindex(2), i + 1);
            known = lua_rawequal(L, -1, -2);
            lua_pop(L, 1);
        }
        if (!known) {
            call->unknown = luca_read(L, -1);
            return;
        }
    }
}

static int finish(lua_State *L, luca_state *state, luca_call *call, int32_t results, size_t arena) {
    if (results == LUCA_RAISE) {
        state->stream_used = call->stream_base;
        luca_raise(L, state, &call->result);
    }
    if (results == 1) {
        const luca_value *rest = NULL;
        luca_push(L, state, &call->result, &rest);
    } else {
        luaL_checkstack(L, call->results + 4, "too many results");
        // Nothing below runs host code that could move the stream but finalisers of scripts, and those restore what they use.
        for (int32_t i = 0, at = 0; i < call->results; i++) {
            const luca_value *value = state->stream + call->stream_base + at, *rest = value + 1;
            luca_push(L, state, value, &rest);
            at = (int32_t)(rest - (state->stream + call->stream_base));
        }
        results = call->results;
    }
    state->arena_used = arena;
    state->stream_used = call->stream_base;
    return results;
}

static void release_pending(luca_state *state) {
    uint64_t object = state->pending_object;
    state->pending_object = 0;
    state->host.release(state->host.context, state->pending_type, object);
}

int luca_trampoline(lua_State *L) {
    luca_function *function = lua_touserdata(L, lua_upvalueindex(1));
    luca_state *state = function->state;
    if (state->pending_object) release_pending(state);
    luca_value arguments[LUCA_PARAMETER_LIMIT + 1];
    luca_call call;
    call.L = L;
    call.state = state;
    call.arguments = arguments;
    call.results = 0;
    call.named = false;
    call.unknown.tag = LUCA_NIL;
    call.stream_base = state->stream_used;
    int count = lua_gettop(L);
    if (function->takes_names && count == function->receiver + 1 && lua_type(L, count) == LUA_TTABLE) {
        read_named(L, function, &call);
    } else {
        if (count > LUCA_PARAMETER_LIMIT) count = LUCA_PARAMETER_LIMIT;
        for (int i = 0; i < count; i++) arguments[i] = luca_read(L, i + 1);
        call.count = count;
    }
    size_t arena = state->arena_used;
    int32_t results = function->body(function->context, &call);
    if (results == 0) return 0;
    return finish(L, state, &call, results, arena);
}

void luca_push_function(lua_State *L, luca_state *state, luca_function *function) {
    function->state = state;
    lua_pushlightuserdata(L, function);
    lua_createtable(L, function->parameter_count, 0);
    for (int32_t i = 0; i < function->parameter_count; i++) {
        lua_pushstring(L, function->parameters[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushcclosure(L, luca_trampoline, 2);
}

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
