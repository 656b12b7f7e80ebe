// The names within reach of code that failed, from which the nearest to a misspelt one is found.
#include "luca_internal.h"
#include <stdlib.h>

/// Bytes of names that are noted, and keys of one table, tables in one; what is beyond them helps nobody.
enum { MOST_NAME_BYTES = 32 * 1024, MOST_KEYS = 300, MOST_INNER = 20 };

static void note(luca_state *state, char kind, const char *name, size_t length) {
    if (!state->names) state->names = malloc(MOST_NAME_BYTES);
    if (!state->names || length > MOST_NAME_BYTES || state->names_used + length + 2 > MOST_NAME_BYTES) return;
    state->names[state->names_used] = kind;
    memcpy(state->names + state->names_used + 1, name, length);
    state->names[state->names_used + 1 + length] = 0;
    state->names_used += length + 2;
}

// Notes the keys of the table on top.
static void note_keys(lua_State *L, luca_state *state) {
    int keys = 0;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) continue;
        size_t length;
        const char *key = lua_tolstring(L, -1, &length);
        if (!memchr(key, 0, length)) note(state, 'k', key, length);
        if (++keys < MOST_KEYS) continue;
        lua_pop(L, 1);
        break;
    }
}

// Notes the keys of the tables in the table on top.
static void note_inner_keys(lua_State *L, luca_state *state) {
    int tables = 0;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        if (lua_type(L, -1) == LUA_TTABLE) {
            note(state, 't', "(inner)", 7);
            note_keys(L, state);
            tables++;
        }
        lua_pop(L, 1);
        if (tables < MOST_INNER) continue;
        lua_pop(L, 1);
        break;
    }
}

// Notes a variable whose value is on top, and the keys of the table that it may hold. Takes the value off.
static void note_variable(lua_State *L, luca_state *state, const char *name) {
    bool is_table = lua_type(L, -1) == LUA_TTABLE;
    note(state, is_table ? 't' : 'l', name, strlen(name));
    if (is_table) {
        note_keys(L, state);
        note_inner_keys(L, state);
    }
    lua_pop(L, 1);
}

void luca_note_names(lua_State *L, luca_state *state, int level) {
    state->names_used = 0;
    lua_Debug record;
    do {
        if (!lua_getstack(L, level++, &record)) return;
        lua_getinfo(L, "S", &record);
    } while (*record.what == 'C');
    if (!lua_checkstack(L, 12)) return;
    const char *name;
    for (int number = 1; (name = lua_getlocal(L, &record, number)); number++) note_variable(L, state, name);
    lua_getinfo(L, "f", &record);
    for (int number = 1; (name = lua_getupvalue(L, -1, number)); number++) {
        // The globals are known without it.
        if (strcmp(name, "_ENV") == 0) lua_pop(L, 1);
        else note_variable(L, state, name);
    }
    lua_pop(L, 1);
}
