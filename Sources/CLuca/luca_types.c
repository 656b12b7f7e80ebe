// Host values and objects as userdata: their metatables, fields and methods.
#include "luca_internal.h"

void luca_push_box(lua_State *L, luca_state *state, uint16_t type, uint8_t mark, uint64_t lo, uint64_t hi) {
    luca_box *box = lua_newuserdatauv(L, LUCA_BOX_SIZE, 0);
    box->stamp = LUCA_STAMP | (uint64_t)mark << 8 | type;
    box->lo = lo;
    box->hi = hi;
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->metatables[type]);
    lua_setmetatable(L, -2);
}

// __gc and __close of objects. The pointer is taken out first, so that closing and then collecting releases once.
static int release_object(lua_State *L) {
    luca_box *box = box_at(L, 1);
    if (!box || !box->lo) return 0;
    luca_state *state = state_of(L);
    uint64_t object = box->lo;
    box->lo = 0;
    box->hi = 0;
    state->host.release(state->host.context, object);
    return 0;
}

static int equal_values(lua_State *L) {
    const luca_box *a = box_at(L, 1), *b = box_at(L, 2);
    lua_pushboolean(L, a && b && box_type(a) == box_type(b) && a->lo == b->lo && a->hi == b->hi);
    return 1;
}

// __index: upvalue 1 maps names to methods (functions) and fields (light userdata), upvalue 2 is the type's `missing` function.
static int index_type(lua_State *L) {
    luca_state *state = state_of(L);
    if (lua_type(L, 2) == LUA_TNUMBER) {
        const luca_box *box = box_at(L, 1);
        if (box && state->tabular[box_type(box)]) return luca_view_index(L, state, box);
    }
    lua_pushvalue(L, 2);
    int kind = lua_rawget(L, lua_upvalueindex(1));
    if (kind == LUA_TFUNCTION) return 1;
    if (kind == LUA_TLIGHTUSERDATA) return luca_run_field(L, lua_touserdata(L, -1));
    if (lua_isnil(L, lua_upvalueindex(2))) return 0;
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    return 1;
}

static void set_functions(lua_State *L, luca_state *state, luca_function *const *functions, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        luca_push_function(L, state, functions[i]);
        lua_setfield(L, -2, functions[i]->name);
    }
}

static void push_missing(lua_State *L, luca_state *state, const luca_type *type) {
    if (type->missing) luca_push_function(L, state, type->missing);
    else lua_pushnil(L);
}

// Sets __index of the metatable below the table of names, which it takes off the stack.
static void set_index(lua_State *L, luca_state *state, const luca_type *type) {
    if (type->field_count > 0 || type->is_tabular) {
        push_missing(L, state, type);
        lua_pushcclosure(L, index_type, 2);
    } else {
        // Methods alone are found by Lua itself, without a call.
        lua_createtable(L, 0, 1);
        push_missing(L, state, type);
        lua_setfield(L, -2, "__index");
        lua_setmetatable(L, -2);
    }
    lua_setfield(L, -2, "__index");
}

typedef struct { luca_state *state; const luca_type *type; uint16_t number; } definition;

static int define_type(lua_State *L) {
    definition *d = lua_touserdata(L, 1);
    const luca_type *type = d->type;
    lua_newtable(L);
    lua_pushstring(L, type->name);
    lua_setfield(L, -2, "__name");
    lua_pushstring(L, type->name);
    lua_setfield(L, -2, "__metatable");
    if (type->is_object) {
        lua_pushcfunction(L, release_object);
        lua_setfield(L, -2, "__gc");
        lua_pushcfunction(L, release_object);
        lua_setfield(L, -2, "__close");
    }
    lua_pushcfunction(L, equal_values);
    lua_setfield(L, -2, "__eq");
    if (type->is_tabular) {
        lua_pushcfunction(L, luca_view_length);
        lua_setfield(L, -2, "__len");
        lua_pushcfunction(L, luca_view_iterate);
        lua_setfield(L, -2, "__call");
    }
    set_functions(L, d->state, type->metamethods, type->metamethod_count);

    lua_createtable(L, 0, type->method_count + type->field_count);
    set_functions(L, d->state, type->methods, type->method_count);
    for (int32_t i = 0; i < type->field_count; i++) {
        type->fields[i]->state = d->state;
        lua_pushlightuserdata(L, type->fields[i]);
        lua_setfield(L, -2, type->fields[i]->name);
    }
    // Kept under a light key, where completion finds the names and no script does.
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, &luca_define_type);
    set_index(L, d->state, type);
    lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
    return 1;
}

int luca_define_type(luca_state *state, const luca_type *type) {
    if (state->type_count >= LUCA_TYPE_LIMIT) return -1;
    definition d = {state, type, (uint16_t)state->type_count};
    lua_State *L = state->running;
    if (luca_protect(L, define_type, &d, 1) != LUA_OK) return -1;
    state->metatables[state->type_count] = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    state->is_object[state->type_count] = type->is_object;
    state->tabular[state->type_count] = type->is_tabular;
    return state->type_count++;
}
