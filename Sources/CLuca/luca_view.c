// Rows of a tabular object: read by C straight from the host's columns, so that a loop over a million rows never enters the host.
#include "luca_internal.h"
#include <stdlib.h>

luca_view *luca_view_create(int64_t rows, int32_t column_count) {
    luca_view *view = calloc(1, sizeof(luca_view) + sizeof(luca_column) * (size_t)column_count);
    if (!view) return NULL;
    view->rows = rows;
    view->column_count = column_count;
    return view;
}

luca_column *luca_view_column(luca_view *view, int32_t column) { return &view->columns[column]; }
void luca_view_destroy(luca_view *view) { free(view); }

typedef struct { const char *name; size_t length; const char *interned; const void *key; } name_request;

// Column names live in a registry table for good: there are a few dozen of them, and their addresses serve as keys.
static int intern_name(lua_State *L) {
    name_request *request = lua_touserdata(L, 1);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "luca.columns");
    request->interned = lua_pushlstring(L, request->name, request->length);
    request->key = lua_topointer(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    return 0;
}

// Strings of Lua lie sixteen bytes apart at the least.
static inline uint32_t slot_of(const void *key) { return (uint32_t)((uintptr_t)key >> 4) % LUCA_VIEW_SLOTS; }

bool luca_view_name(luca_state *state, luca_view *view, int32_t column, const char *name, size_t length) {
    name_request request = {name, length, NULL, NULL};
    if (luca_protect(state->running, intern_name, &request, 0) != LUA_OK) return false;
    view->columns[column].name = request.interned;
    view->columns[column].key = request.key;
    if (view->column_count > LUCA_VIEW_SLOTS / 2) return true;
    uint32_t slot = slot_of(request.key);
    while (view->slots[slot]) slot = (slot + 1) % LUCA_VIEW_SLOTS;
    view->slots[slot] = (uint8_t)(column + 1);
    return true;
}

static int32_t search_column(const luca_view *view, const char *key, size_t length) {
    for (int32_t i = 0; i < view->column_count; i++) {
        if (strlen(view->columns[i].name) == length && memcmp(view->columns[i].name, key, length) == 0) return i;
    }
    return -1;
}

// Short strings with the same bytes are one string in Lua, so its address decides; no other value has it. -1 where it takes a look at the bytes.
static inline int32_t find_column(const luca_view *view, const void *key) {
    for (uint32_t slot = slot_of(key); view->slots[slot]; slot = (slot + 1) % LUCA_VIEW_SLOTS) {
        int32_t column = view->slots[slot] - 1;
        if (view->columns[column].key == key) return column;
    }
    return -1;
}

// Texts are pushed once a column and then found by number; upvalue 2 holds a table a column.
static void push_text(lua_State *L, luca_view *view, int32_t column, int32_t code) {
    if (lua_rawgeti(L, lua_upvalueindex(2), column + 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, lua_upvalueindex(2), column + 1);
    }
    if (lua_rawgeti(L, -1, (lua_Integer)code + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        size_t length;
        const char *bytes = view->text(view->context, column, code, &length);
        lua_pushlstring(L, bytes, length);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)code + 1);
    }
}

_Noreturn static void raise_closed(lua_State *L, const char *what) {
    luaL_error(L, "this %s is closed", what);
    abort();   // luaL_error does not return
}

// Fills a column. The host may run a script for it, and that may close the owner, whose view is then gone.
static void fill(lua_State *L, luca_state *state, luca_view *view, int32_t number, const luca_box *owner) {
    luca_value error;
    int32_t status = view->fill(view->context, number, &error);
    if (status == LUCA_RAISE) luca_raise(L, state, error);
    if (!owner->hi) raise_closed(L, "frame");
}

static inline uint8_t mark_in(const luca_column *column, uint64_t row) {
    if (!column->codes || column->codes[row] < 0) return column->mark;
    return column->marks[column->codes[row]];
}

// Leaves the cell on top of the stack, and for a text the texts of its column below it.
static void push_cell(lua_State *L, luca_state *state, luca_view *view, int32_t number, uint64_t row, const luca_box *owner) {
    luca_column *column = &view->columns[number];
    if (!column->base) fill(L, state, view, number, owner);
    switch (column->cell) {
    case LUCA_CELL_INTEGER: {
        int64_t v = ((const int64_t *)column->base)[row];
        if (v == INT64_MIN) lua_pushnil(L);
        else lua_pushinteger(L, v);
        return;
    }
    case LUCA_CELL_BOXED_4: {
        int32_t v = ((const int32_t *)column->base)[row];
        if (v == INT32_MIN) lua_pushnil(L);
        else luca_push_box(L, state, column->type, column->mark, (uint64_t)(int64_t)v, 0);
        return;
    }
    case LUCA_CELL_BOXED_8: {
        int64_t v = ((const int64_t *)column->base)[row];
        if (v == INT64_MIN) lua_pushnil(L);
        else luca_push_box(L, state, column->type, column->mark, (uint64_t)v, 0);
        return;
    }
    case LUCA_CELL_BOXED_16: {
        const uint64_t *v = (const uint64_t *)column->base + 2 * row;
        if (v[0] == 0 && v[1] == UINT64_C(1) << 63) lua_pushnil(L);
        else luca_push_box(L, state, column->type, mark_in(column, row), v[0], v[1]);
        return;
    }
    case LUCA_CELL_CODE: {
        int32_t v = ((const int32_t *)column->base)[row];
        if (v < 0) lua_pushnil(L);
        else push_text(L, view, number, v);
        return;
    }
    case LUCA_CELL_BOOLEAN: {
        uint8_t v = ((const uint8_t *)column->base)[row];
        if (v > 1) lua_pushnil(L);
        else lua_pushboolean(L, v);
        return;
    }
    }
}

// The row's box: `lo` is the box of its owner, which its metatable keeps alive, `hi` its number.
static const luca_box *row_at(lua_State *L, int index) {
    const luca_box *box = box_at(L, index);
    return box && box_type(box) == state_of(L)->row_type ? box : NULL;
}

static inline const luca_box *owner_of(const luca_box *row) { return (const luca_box *)row->lo; }

// The view of a row, while its owner is open: closing that frees the view.
static inline luca_view *view_of(lua_State *L, const luca_box *row) {
    if (!row) luaL_error(L, "a row was expected here");
    if (!owner_of(row)->hi) raise_closed(L, "row's frame");
    return (luca_view *)owner_of(row)->hi;
}

// The column that a key names whose address is none of a name: a number's text, or a name too long to be kept once. -1 where the key is no text.
__attribute__((noinline)) static int32_t search_key(lua_State *L, luca_state *state, const luca_view *view) {
    size_t length;
    const char *key = lua_tolstring(L, 2, &length);
    if (!key) return -1;
    int32_t column = search_column(view, key, length);
    if (column < 0) luca_raise(L, state, view->missing(view->context, L, key, length));
    return column;
}

static int index_row(lua_State *L) {
    const luca_box *row = row_at(L, 1);
    luca_view *view = view_of(L, row);
    luca_state *state = state_of(L);
    int32_t column = find_column(view, lua_topointer(L, 2));
    if (column < 0 && (column = search_key(L, state, view)) < 0) return 0;
    push_cell(L, state, view, column, row->hi, owner_of(row));
    return 1;
}

// A row shows what is recorded, or worked out of it: nothing is set by assigning to it.
static int assign_to_row(lua_State *L) {
    luca_view *view = view_of(L, row_at(L, 1));
    size_t length;
    const char *key = luaL_tolstring(L, 2, &length);
    luca_raise(L, state_of(L), view->unchangeable(view->context, L, key, length));
}

static int equal_rows(lua_State *L) {
    const luca_box *a = row_at(L, 1), *b = row_at(L, 2);
    // Two boxes of one object have one view.
    lua_pushboolean(L, a && b && a->hi == b->hi && (a->lo == b->lo || (owner_of(a)->hi && owner_of(a)->hi == owner_of(b)->hi)));
    return 1;
}

// A cell, and nothing else, on the stack.
static void push_cell_alone(lua_State *L, luca_state *state, luca_view *view, int32_t number, uint64_t row, const luca_box *owner) {
    int place = lua_gettop(L) + 1;
    push_cell(L, state, view, number, row, owner);
    if (lua_gettop(L) > place) lua_replace(L, place);
}

// pairs(row) gives column name and value, in the columns' order.
static int next_cell(lua_State *L) {
    const luca_box *row = row_at(L, lua_upvalueindex(3));
    luca_view *view = view_of(L, row);
    lua_Integer column = lua_tointeger(L, lua_upvalueindex(4));
    if (column >= view->column_count) return 0;
    lua_pushinteger(L, column + 1);
    lua_replace(L, lua_upvalueindex(4));
    lua_pushstring(L, view->columns[column].name);
    push_cell_alone(L, state_of(L), view, (int32_t)column, row->hi, owner_of(row));
    return 2;
}

static int pairs_row(lua_State *L) {
    if (!row_at(L, 1)) return luaL_error(L, "a row was expected here");
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_cell, 4);
    return 1;
}

// Puts the text on top of the stack into quotes, as Lua reads them: a line end in a note must not look like the end of the row.
static void quote_top(lua_State *L) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addchar(&text, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '"' || byte == '\\') {
            luaL_addchar(&text, '\\');
            luaL_addchar(&text, (char)byte);
        } else if (byte == '\n') {
            luaL_addstring(&text, "\\n");
        } else if (byte < 32 || byte == 127) {
            char escape[4] = {'\\', (char)('0' + byte / 100), (char)('0' + byte / 10 % 10), (char)('0' + byte % 10)};
            luaL_addlstring(&text, escape, sizeof escape);
        } else {
            luaL_addchar(&text, (char)byte);
        }
    }
    luaL_addchar(&text, '"');
    luaL_pushresult(&text);
    lua_replace(L, -2);
}

// tostring(row) gives its columns that have a value: `{symbol = "ORCL", quantity = 10}`.
static int text_of_row(lua_State *L) {
    const luca_box *row = row_at(L, 1);
    if (row && !owner_of(row)->hi) {
        lua_pushliteral(L, "row of a closed frame");
        return 1;
    }
    luca_view *view = view_of(L, row);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addchar(&text, '{');
    bool is_first = true;
    for (int32_t column = 0; column < view->column_count; column++) {
        push_cell_alone(L, state_of(L), view, column, row->hi, owner_of(row));
        bool is_text = lua_type(L, -1) == LUA_TSTRING;
        if (lua_isnil(L, -1)) {
            lua_pop(L, 1);
            continue;
        }
        if (is_text) quote_top(L);
        lua_pushfstring(L, "%s%s = %s", is_first ? "" : ", ", view->columns[column].name, luaL_tolstring(L, -1, NULL));
        is_first = false;
        lua_replace(L, -3);
        lua_pop(L, 1);
        luaL_addvalue(&text);
    }
    luaL_addchar(&text, '}');
    luaL_pushresult(&text);
    return 1;
}

static void set_closure(lua_State *L, int owner, int texts, lua_CFunction function, const char *name) {
    lua_pushvalue(L, owner);
    lua_pushvalue(L, texts);
    lua_pushcclosure(L, function, 2);
    lua_setfield(L, -2, name);
}

// The metatable of one owner's rows, made when the first is asked for and kept as the owner's user value: rows hold the owner, never the registry.
static void push_row_metatable(lua_State *L, int owner) {
    if (lua_getiuservalue(L, owner, 1) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    int texts = lua_gettop(L);
    lua_newtable(L);
    set_closure(L, owner, texts, index_row, "__index");
    set_closure(L, owner, texts, assign_to_row, "__newindex");
    set_closure(L, owner, texts, pairs_row, "__pairs");
    set_closure(L, owner, texts, text_of_row, "__tostring");
    lua_pushcfunction(L, equal_rows);
    lua_setfield(L, -2, "__eq");
    lua_pushliteral(L, "row");
    lua_setfield(L, -2, "__name");
    lua_pushliteral(L, "row");
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, owner, 1);
    lua_remove(L, texts);
}

static void push_row(lua_State *L, luca_state *state, int owner, const luca_box *box, uint64_t number) {
    luca_box *row = lua_newuserdatauv(L, LUCA_BOX_SIZE, 0);
    row->stamp = LUCA_STAMP | state->row_type;
    row->lo = (uint64_t)(uintptr_t)box;
    row->hi = number;
    push_row_metatable(L, owner);
    lua_setmetatable(L, -2);
}

int luca_view_index(lua_State *L, luca_state *state, const luca_box *box) {
    if (!box->hi) raise_closed(L, "frame");
    int whole;
    lua_Integer number = lua_tointegerx(L, 2, &whole);
    const luca_view *view = (const luca_view *)box->hi;
    if (!whole || number < 1 || number > view->rows) lua_pushnil(L);
    else push_row(L, state, 1, box, (uint64_t)(number - 1));
    return 1;
}

int luca_view_length(lua_State *L) {
    const luca_box *box = box_at(L, 1);
    if (!box || !box->hi) raise_closed(L, "frame");
    lua_pushinteger(L, ((const luca_view *)box->hi)->rows);
    return 1;
}

// `for row in frame do` calls frame(nil, previous row).
int luca_view_iterate(lua_State *L) {
    const luca_box *box = box_at(L, 1);
    if (!box || !box->hi) raise_closed(L, "frame");
    const luca_view *view = (const luca_view *)box->hi;
    const luca_box *previous = row_at(L, 3);
    if (!previous && !lua_isnoneornil(L, 3)) return luaL_error(L, "loop over a frame as in: for row in frame do");
    uint64_t number = previous ? previous->hi + 1 : 0;
    if ((int64_t)number >= view->rows) return 0;
    push_row(L, state_of(L), 1, box, number);
    return 1;
}

void luca_view_open(lua_State *L, luca_state *state) {
    (void)L;
    // Rows have a type number like any box, but their metatables belong to their owners.
    state->row_type = (uint16_t)state->type_count++;
    state->metatables[state->row_type] = LUA_NOREF;
}

typedef struct { luca_state *state; void *context; luca_row_visit visit; } row_walk;

static int walk_rows(lua_State *L) {
    row_walk *walk = lua_touserdata(L, 1);
    const luca_box *box = box_at(L, 2);
    if (!box || !box->hi) return luaL_error(L, "this frame is closed");
    int64_t rows = ((luca_view *)box->hi)->rows;
    for (int64_t row = 0; row < rows; row++) {
        lua_pushvalue(L, 3);
        push_row(L, walk->state, 2, box, (uint64_t)row);
        lua_call(L, 1, 1);
        luca_value value = luca_read(L, -1);
        if (!walk->visit(walk->context, row, &value)) break;
        lua_pop(L, 1);
        if (!box->hi) return luaL_error(L, "this frame was closed while its rows were read");
    }
    return 0;
}

int luca_each_row(luca_state *state, lua_State *L, int owner, int function, void *context, luca_row_visit visit, luca_value *error, int *top) {
    *top = lua_gettop(L);
    if (!lua_checkstack(L, 8)) return LUA_ERRMEM;
    row_walk walk = {state, context, visit};
    lua_pushcfunction(L, luca_keep_traceback);
    lua_pushcfunction(L, walk_rows);
    lua_pushlightuserdata(L, &walk);
    lua_pushvalue(L, owner);
    lua_pushvalue(L, function);
    int status = luca_call_out(state, L, 3, 0);
    if (status != LUA_OK) *error = luca_read(L, -1);
    return status;
}
