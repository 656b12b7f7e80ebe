// Calls from Lua into the host: reading arguments, calling, raising.
#include "luca_internal.h"
#include <stdlib.h>

// Reads into a place that need not be set: each kind sets what it has.
static inline void read_value(lua_State *L, int index, luca_value *value) {
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        value->tag = LUCA_NIL;
        return;
    case LUA_TBOOLEAN:
        value->tag = LUCA_BOOLEAN;
        value->lo = (uint64_t)lua_toboolean(L, index);
        return;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            value->tag = LUCA_INTEGER;
            value->lo = (uint64_t)lua_tointeger(L, index);
        } else {
            lua_Number number = lua_tonumber(L, index);
            value->tag = LUCA_NUMBER;
            memcpy(&value->lo, &number, sizeof number);
        }
        return;
    case LUA_TSTRING: {
        size_t length;
        const char *bytes = lua_tolstring(L, index, &length);
        value->tag = LUCA_STRING;
        value->lo = (uint64_t)(uintptr_t)bytes;
        value->length = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
        return;
    }
    case LUA_TTABLE: value->tag = LUCA_TABLE; break;
    case LUA_TFUNCTION: value->tag = LUCA_FUNCTION; break;
    case LUA_TUSERDATA: {
        const luca_box *box = lua_touserdata(L, index);
        value->tag = LUCA_OTHER;
        if (!is_box(box)) {
            value->length = luaL_testudata(L, index, LUA_FILEHANDLE) != NULL;
            break;
        }
        const luca_state *state = state_of(L);
        uint16_t type = box_type(box);
        value->tag = LUCA_ROW;
        if (type == state->row_type) break;
        value->tag = state->is_object[type] ? LUCA_OBJECT : LUCA_BOXED;
        value->type = type;
        value->length = box_mark(box);
        value->lo = box->lo;
        value->hi = box->hi;
        return;
    }
    default: value->tag = LUCA_OTHER; break;
    }
    value->lo = (uint64_t)lua_absindex(L, index);
}
luca_value luca_read(lua_State *L, int index) {
    luca_value value = {.tag = LUCA_NIL};
    read_value(L, index, &value);
    return value;
}

// MARK: handing over

static int push_results(lua_State *L) {
    const luca_call *call = lua_touserdata(L, 1);
    luaL_checkstack(L, call->results + 8, "too many results");
    size_t place = call->stream_base;
    for (int32_t i = 0; i < call->results; i++) luca_push_streamed(L, call->state, &place);
    return call->results;
}

// Lua paces its collector by the few bytes of a userdata, not by what the host holds behind it: a loop over large results would keep them all.
static void collect_owed(lua_State *L, luca_state *state) {
    if (state->owed < LUCA_OWED_LIMIT || state->owed < 2 * luca_pool_used(state->pool)) return;
    state->owed = 0;
    lua_gc(L, LUA_GCCOLLECT);
}

// Pushes under a protected call of its own, since a failing allocation must not lose the objects that wait behind it.
static int deliver(lua_State *L, luca_call *call) {
    lua_settop(L, 0);
    lua_pushcfunction(L, push_results);
    lua_pushlightuserdata(L, call);
    int status = lua_pcall(L, 1, call->results, 0);
    luca_drop(call->state, call->stream_base, call->arena_base);
    if (status != LUA_OK) return lua_error(L);
    collect_owed(L, call->state);
    return call->results;
}

static int push_error(lua_State *L) {
    luca_push(L, state_of(L), lua_touserdata(L, 1));
    return 1;
}

void luca_raise(lua_State *L, luca_state *state, luca_value error) {
    // Room there is: C functions and hooks have twenty slots, and those that use more check for more.
    lua_pushcfunction(L, push_error);
    lua_pushlightuserdata(L, &error);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) luca_release(state, &error);
    lua_error(L);
    abort();   // lua_error does not return
}

// MARK: calling

// Finalisers run at the very end, when the host is called no more.
__attribute__((noinline)) static int refuse_at_end(lua_State *L, const luca_function *function) { return luaL_error(L, "%s: the session is over", function->name); }

static void refuse(luca_call *call, luca_refusal why, int32_t place) {
    if (call->refusal != LUCA_ALLOWED) return;
    call->refusal = why;
    call->refused = place;
}

static inline void check_kind(const luca_function *function, luca_call *call, int32_t place, luca_tag tag) {
    if (!(function->accepted[place] & 1 << tag)) refuse(call, LUCA_WRONG_KIND, place);
}

static void check_missing(const luca_function *function, luca_call *call, int32_t place) {
    if (function->accepted[place] & LUCA_REQUIRED) refuse(call, LUCA_WRONG_KIND, place);
}

// Finds the first key of a table of arguments that is no parameter's name.
static void find_unknown(lua_State *L, const luca_function *function, luca_call *call, int table) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        bool known = false;
        for (int32_t i = 0; i < function->parameter_count && !known; i++) {
            lua_rawgeti(L, lua_upvalueindex(2), i + 1);
            known = lua_rawequal(L, -1, -2);
            lua_pop(L, 1);
        }
        if (known) continue;
        read_value(L, -1, &call->unknown);
        refuse(call, LUCA_UNKNOWN_NAME, 0);
        return;
    }
}

// Makes the table of a function's parameter names, upvalue 2, where no call has needed it yet: hundreds of functions are defined at each start, and few of
// them called with names. It comes before anything is read, since a finaliser may run that closes the receiver.
static void ready_names(lua_State *L, const luca_function *function) {
    if (!lua_isnil(L, lua_upvalueindex(2))) return;
    luca_state *state = function->state;
    if (state->dying) refuse_at_end(L, function);
    lua_createtable(L, function->parameter_count, 0);
    for (int32_t i = 0; i < function->parameter_count; i++) {
        size_t arena_base = state->arena_used;
        luca_value name = function->parameter(function->context, i);
        luca_push(L, state, &name);
        state->arena_used = arena_base;
        lua_rawseti(L, -2, i + 1);
    }
    lua_replace(L, lua_upvalueindex(2));
}

// Named arguments: each parameter's value is left on the stack, so that what it points to stays.
// The first parameter may stand before the table: `bare` is 1 then.
static void read_named(lua_State *L, const luca_function *function, luca_call *call, int bare) {
    int table = function->is_method + 1 + bare, found = 0;
    luaL_checkstack(L, function->parameter_count + 8, "too many arguments");
    call->named = true;
    call->count = function->parameter_count;
    for (int32_t i = 0; i < function->parameter_count; i++) {
        lua_rawgeti(L, lua_upvalueindex(2), i + 1);
        bool is_named = lua_rawget(L, table) != LUA_TNIL;
        if (is_named) found++;
        if (is_named && i < bare) refuse(call, LUCA_GIVEN_TWICE, i);
        read_value(L, i < bare ? table - 1 : -1, &call->arguments[i]);
    }
    lua_pushnil(L);
    while (lua_next(L, table)) {
        found--;
        lua_pop(L, 1);
    }
    if (found != 0) find_unknown(L, function, call, table);
    for (int32_t i = 0; i < function->parameter_count; i++) {
        if (call->arguments[i].tag == LUCA_NIL) check_missing(function, call, i);
        else check_kind(function, call, i, call->arguments[i].tag);
    }
}

static void read_positional(lua_State *L, const luca_function *function, luca_call *call, int given) {
    call->named = false;
    call->count = given;
    int32_t parameters = function->parameter_count;
    int first = function->is_method + 1;
    int read = given < LUCA_PARAMETER_LIMIT ? given : LUCA_PARAMETER_LIMIT;
    for (int i = 0; i < read; i++) {
        read_value(L, first + i, &call->arguments[i]);
        if (i < parameters) check_kind(function, call, i, call->arguments[i].tag);
    }
    for (int32_t i = given; i < function->required_count; i++) check_missing(function, call, i);
    if (given > parameters && !function->takes_more) refuse(call, LUCA_TOO_MANY, 0);
}

// Hands over what a body gave back, or raises what it threw. Apart from `run`, so that a call that gives nothing back sets up no more than it needs.
__attribute__((noinline)) static int finish(lua_State *L, luca_call *call, int32_t results) {
    luca_state *state = call->state;
    if (results == LUCA_STREAMED) return deliver(L, call);
    // What a body had begun to give back before it thought better of it.
    if (state->stream_used != call->stream_base) luca_drop(state, call->stream_base, call->arena_base);
    if (results == 0) return 0;
    state->arena_used = call->arena_base;
    if (results == LUCA_RAISE) {
        luca_watch(state);   // the host may have said that the script must stop
        luca_raise(L, state, call->result);
    }
    luca_push(L, state, &call->result);
    return 1;
}

static inline int run(lua_State *L, luca_function *function, luca_call *call) {
    luca_state *state = call->state;
    if (state->dying) return refuse_at_end(L, function);
    call->stream_base = state->stream_used;
    call->arena_base = state->arena_used;
    int32_t results = (call->refusal == LUCA_ALLOWED ? function->body : function->refuse)(function->context, call);
    if (results == 0 && state->stream_used == call->stream_base) return 0;
    return finish(L, call, results);
}

// 1 where the arguments are a first one and a table that can only hold names: `import("book.csv", {partial=true})`.
static inline int is_bare_and_table(lua_State *L, const luca_function *function, int given) {
    return function->takes_names && given == 2 && function->parameter_count > 1 && function->required_count <= 1 && !(function->accepted[1] & 1 << LUCA_TABLE)
        && lua_type(L, function->is_method + 1) != LUA_TTABLE && lua_type(L, function->is_method + 2) == LUA_TTABLE;
}

// The C function behind every host function; upvalue 1 is the `luca_function`, upvalue 2 the table of parameter names, nil until it is needed.
static int call_function(lua_State *L) {
    luca_function *function = lua_touserdata(L, lua_upvalueindex(1));
    luca_value values[LUCA_PARAMETER_LIMIT + 1];
    luca_call call;
    call.L = L;
    call.state = function->state;
    call.arguments = values;
    call.is_method = function->is_method;
    call.refusal = LUCA_ALLOWED;
    int given = lua_gettop(L);
    if (function->is_method && given > 0) given--;
    int bare = is_bare_and_table(L, function, given);
    bool is_named = function->takes_names && given == 1 + bare && lua_type(L, function->is_method + 1 + bare) == LUA_TTABLE;
    if (is_named) ready_names(L, function);
    if (function->is_method) {
        read_value(L, 1, values);
        if ((values->tag != LUCA_BOXED && values->tag != LUCA_OBJECT) || values->type != function->receiver_type) refuse(&call, LUCA_WRONG_RECEIVER, 0);
        call.arguments++;
    }
    if (is_named) read_named(L, function, &call, bare);
    else read_positional(L, function, &call, given);
    return run(L, function, &call);
}

// The same for a function without parameters, which has nothing to read.
static int call_plain_function(lua_State *L) {
    luca_function *function = lua_touserdata(L, lua_upvalueindex(1));
    if (lua_gettop(L) > 0) return call_function(L);
    luca_call call;
    call.L = L;
    call.state = function->state;
    call.count = 0;
    call.named = false;
    call.is_method = false;
    call.refusal = LUCA_ALLOWED;
    return run(L, function, &call);
}

int luca_run_field(lua_State *L, luca_function *function) {
    luca_value self;
    read_value(L, 1, &self);
    luca_call call;
    call.L = L;
    call.state = function->state;
    call.arguments = &self + 1;
    call.count = 0;
    call.named = false;
    call.is_method = true;
    // The value may be another one where a script got hold of the metamethod through an error's handler.
    call.refusal = (self.tag == LUCA_BOXED || self.tag == LUCA_OBJECT) && self.type == function->receiver_type ? LUCA_ALLOWED : LUCA_WRONG_RECEIVER;
    return run(L, function, &call);
}

luca_value luca_argument(const luca_call *call, int32_t place) { return luca_read(call->L, place + 1 + call->is_method); }

void luca_push_function(lua_State *L, luca_state *state, luca_function *function) {
    function->state = state;
    lua_pushlightuserdata(L, function);
    lua_pushnil(L);
    bool is_plain = function->parameter_count == 0 && !function->is_method && !function->takes_more;
    lua_pushcclosure(L, is_plain ? call_plain_function : call_function, 2);
}

// The same for a table that can be called, which Lua hands over before the arguments.
static int call_through_table(lua_State *L) {
    lua_remove(L, 1);
    return call_function(L);
}

void luca_push_callable(lua_State *L, int function) {
    lua_getupvalue(L, function, 1);
    lua_getupvalue(L, function, 2);
    lua_pushcclosure(L, call_through_table, 2);
}
