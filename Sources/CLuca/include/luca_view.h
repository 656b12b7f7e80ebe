#pragma once
#include "luca_state.h"

/// How a column's cells are laid out. The smallest value of each layout means "none" and reads as nil.
typedef enum luca_cell : uint8_t {
    LUCA_CELL_INTEGER,   ///< int64_t
    LUCA_CELL_BOXED_4,   ///< int32_t, shown as a boxed value of `type`
    LUCA_CELL_BOXED_8,   ///< int64_t, shown as a boxed value of `type`
    LUCA_CELL_BOXED_16,  ///< 16 bytes, shown as a boxed value of `type`
    LUCA_CELL_CODE,      ///< int32_t, the number of a text
    LUCA_CELL_BOOLEAN,   ///< uint8_t: 0, 1, or 2 for none
} luca_cell;

/// A column that C reads without asking the host.
typedef struct luca_column {
    const void *base;    ///< NULL until filled
    const char *name;    ///< Lua's own copy
    const void *key;     ///< the address of that string, by which it is found
    uint16_t type;
    luca_cell cell;
    uint8_t mark;        ///< beside each boxed value, where the row has no mark of its own
    const int32_t *codes;///< a number of each row, by which `marks` has the marks beside values of 16 bytes; NULL where one mark serves all
    const uint8_t *marks;
} luca_column;

/// Places for the names of columns, a power of two; a view of more columns than half of it is searched from one end to the other.
enum { LUCA_VIEW_SLOTS = 128 };

/// The rows of an object, as Lua sees them.
typedef struct luca_view {
    int64_t rows;
    int32_t column_count;
    void *context;
    /// Sets `base` of a column; 0, or LUCA_RAISE with the error in `*error`.
    int32_t (*fill)(void *context, int32_t column, luca_value *error);
    /// The text behind a code.
    const char *(*text)(void *context, int32_t column, int32_t code, size_t *length);
    /// Makes the error for a column that is not there.
    luca_value (*missing)(void *context, lua_State *L, const char *name, size_t length);
    /// Makes the error for an assignment to a column of a row.
    luca_value (*unchangeable)(void *context, lua_State *L, const char *name, size_t length);
    /// Finds columns by the address of their name: column numbers from 1, 0 for none.
    uint8_t slots[LUCA_VIEW_SLOTS];
    luca_column columns[];
} luca_view;

/// Makes a view of empty columns; free it with `luca_view_destroy`. NULL: out of memory.
luca_view *luca_view_create(int64_t rows, int32_t column_count);
/// Gives a column its name, kept by Lua as long as the state lives. False: out of memory.
bool luca_view_name(luca_state *state, luca_view *view, int32_t column, const char *name, size_t length);
/// A column of a view.
luca_column *luca_view_column(luca_view *view, int32_t column);
/// Frees a view.
void luca_view_destroy(luca_view *view);

/// Takes the value that a function gave for a row (numbered from 0); false ends the walk.
typedef bool (*luca_row_visit)(void *context, int64_t row, const luca_value *value);
/// Calls the function at one stack index with each row of the tabular object at another. Errors are as with `luca_invoke`: the status is
/// returned with the error on top of the stack, read into `*error`; end its life with `luca_release_results(L, *top)`.
int luca_each_row(luca_state *state, lua_State *L, int owner, int function, void *context, luca_row_visit visit, luca_value *error, int *top);
