// table.concat, move and sort over many elements: as Lua's own, but Ctrl-C and limits stop them. What is short, or no plain table, or wrong, is
// left to Lua's own function, which is upvalue 1 of each and runs in its place: on its stack, and by its name in messages.
#include "luca_internal.h"
#include <limits.h>

enum { SHORT_RANGE = 20000, LOOK_EVERY = 1024 };

static int go_on(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

// An argument that is a whole number, or the value in its place where there is none; false where it is neither.
static bool whole(lua_State *L, int index, lua_Integer otherwise, lua_Integer *number) {
    int is_number = 1;
    *number = lua_isnoneornil(L, index) ? otherwise : lua_tointegerx(L, index, &is_number);
    return is_number;
}

static bool is_long(lua_Integer from, lua_Integer to) { return to > from && (lua_Unsigned)to - (lua_Unsigned)from > SHORT_RANGE; }

// MARK: concat

static int concat(lua_State *L) {
    lua_Integer from, to;
    bool is_ours = lua_istable(L, 1) && whole(L, 3, 1, &from) && whole(L, 4, 0, &to) && (lua_isnoneornil(L, 2) || lua_isstring(L, 2));
    if (is_ours && lua_isnoneornil(L, 4)) to = luaL_len(L, 1);
    if (!is_ours || !is_long(from, to)) return go_on(L);
    size_t length;
    const char *separator = luaL_optlstring(L, 2, "", &length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (lua_Integer i = from;; i++) {
        lua_geti(L, 1, i);
        if (!lua_isstring(L, -1)) {
            return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
        }
        luaL_addvalue(&buffer);
        if (i == to) break;
        luaL_addlstring(&buffer, separator, length);
        if (i % LOOK_EVERY == 0) luca_look(L, LOOK_EVERY);
    }
    luaL_pushresult(&buffer);
    return 1;
}

// MARK: move

static void move_one(lua_State *L, int target, lua_Integer from, lua_Integer to, lua_Integer i) {
    lua_geti(L, 1, from + i);
    lua_seti(L, target, to + i);
    if (i % LOOK_EVERY == 0) luca_look(L, LOOK_EVERY);
}

static int move(lua_State *L) {
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    lua_Integer from, last, to;
    int is_number[3];
    from = lua_tointegerx(L, 2, &is_number[0]);
    last = lua_tointegerx(L, 3, &is_number[1]);
    to = lua_tointegerx(L, 4, &is_number[2]);
    bool is_ours = lua_istable(L, 1) && lua_istable(L, target) && is_number[0] && is_number[1] && is_number[2];
    if (!is_ours || !is_long(from, last)) return go_on(L);
    luaL_argcheck(L, from > 0 || last < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = last - from + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    // Where the ranges overlap, what is still to be moved must not be written over.
    bool is_behind = to > from && to <= last && (target == 1 || lua_rawequal(L, 1, target));
    for (lua_Integer i = 0; i < count; i++) move_one(L, target, from, to, is_behind ? count - 1 - i : i);
    lua_pushvalue(L, target);
    return 1;
}

// MARK: sort

// A sort under way: the table is at index 1, the order, if one is given, at 2.
typedef struct { lua_State *L; bool has_order; int64_t compared; uint32_t random; } sorting;

// Whether the value at one index, below the top, comes before that at another.
static bool is_before(sorting *sort, int a, int b) {
    lua_State *L = sort->L;
    if (++sort->compared % LOOK_EVERY == 0) luca_look(L, LOOK_EVERY);
    if (!sort->has_order) return lua_compare(L, a, b, LUA_OPLT);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a - 1);
    lua_pushvalue(L, b - 2);
    lua_call(L, 2, 1);
    bool result = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return result;
}

// Puts the elements at two places in order.
static void order(sorting *sort, lua_Integer a, lua_Integer b) {
    lua_State *L = sort->L;
    lua_geti(L, 1, a);
    lua_geti(L, 1, b);
    if (is_before(sort, -1, -2)) {
        lua_seti(L, 1, a);
        lua_seti(L, 1, b);
    } else {
        lua_pop(L, 2);
    }
}

// The middle one of three, of which the one between is by chance where there are many: no order that was made on purpose makes it slow.
static lua_Integer choose_middle(sorting *sort, lua_Integer low, lua_Integer high) {
    lua_Integer middle = low + (high - low) / 2;
    if (high - low > 100) {
        sort->random = sort->random * 1664525 + 1013904223;
        middle = low + (high - low) / 4 + (lua_Integer)(sort->random % (uint32_t)((high - low) / 2));
    }
    order(sort, low, middle);
    order(sort, middle, high);
    order(sort, low, middle);
    return middle;
}

// Parts a range into elements not behind and not before one of it; tells where the second part begins and the first ends.
static void part(sorting *sort, lua_Integer low, lua_Integer high, lua_Integer *begins, lua_Integer *ends) {
    lua_State *L = sort->L;
    lua_Integer i = low, j = high;
    lua_geti(L, 1, choose_middle(sort, low, high));
    while (i <= j) {
        for (; lua_geti(L, 1, i), is_before(sort, -1, -2); i++) {
            if (i >= high) luaL_error(L, "invalid order function for sorting");
            lua_pop(L, 1);
        }
        for (; lua_geti(L, 1, j), is_before(sort, -3, -1); j--) {
            if (j <= low) luaL_error(L, "invalid order function for sorting");
            lua_pop(L, 1);
        }
        if (i <= j) {
            lua_seti(L, 1, i++);
            lua_seti(L, 1, j--);
        } else {
            lua_pop(L, 2);
        }
    }
    lua_pop(L, 1);
    *begins = i;
    *ends = j;
}

static void sort_range(sorting *sort, lua_Integer low, lua_Integer high) {
    while (low < high) {
        if (high - low == 1) return order(sort, low, high);
        lua_Integer begins, ends;
        part(sort, low, high, &begins, &ends);
        // The smaller part first: so it never goes deep.
        if (ends - low < high - begins) {
            sort_range(sort, low, ends);
            low = begins;
        } else {
            sort_range(sort, begins, high);
            high = ends;
        }
    }
}

static int sort(lua_State *L) {
    if (!lua_istable(L, 1) || !(lua_isnoneornil(L, 2) || lua_isfunction(L, 2))) return go_on(L);
    lua_Integer count = luaL_len(L, 1);
    if (count <= SHORT_RANGE || count >= INT_MAX) return go_on(L);
    lua_settop(L, 2);
    luaL_checkstack(L, 40, "");
    sorting all = {.L = L, .has_order = !lua_isnil(L, 2), .random = (uint32_t)count};
    sort_range(&all, 1, count);
    return 0;
}

void luca_open_ranges(lua_State *L) {
    static const luaL_Reg functions[] = {{"concat", concat}, {"move", move}, {"sort", sort}, {NULL, NULL}};
    for (const luaL_Reg *f = functions; f->name; f++) {
        lua_getfield(L, -1, f->name);
        lua_pushcclosure(L, f->func, 1);
        lua_setfield(L, -2, f->name);
    }
}
