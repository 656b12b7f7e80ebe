// Functions on their way to another state of the same program, in compiled form.
#include "luca_internal.h"
#include <stdio.h>
#include <stdlib.h>

static int append_piece(lua_State *L, const void *piece, size_t size, void *context) {
    (void)L;
    luca_packed *packed = context;
    char *grown = realloc(packed->bytes, packed->length + size);
    if (!grown) return 1;
    memcpy(grown + packed->length, piece, size);
    packed->bytes = grown;
    packed->length += size;
    return 0;
}

// Notes the first variable of the function on the stack that is not the table of all globals.
static void note_captured(lua_State *L, luca_packed *packed) {
    const char *name;
    lua_pushglobaltable(L);
    for (int number = 1; !*packed->captured && (name = lua_getupvalue(L, -2, number)); number++) {
        if (!lua_rawequal(L, -1, -2)) snprintf(packed->captured, sizeof packed->captured, "%s", name);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

typedef struct { int reference; luca_packed *packed; } packing;

static int pack(lua_State *L) {
    const packing *p = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, p->reference);
    if (!lua_isfunction(L, -1) || lua_iscfunction(L, -1)) return 0;
    note_captured(L, p->packed);
    if (!*p->packed->captured && lua_dump(L, append_piece, p->packed, false) != 0) {
        free(p->packed->bytes);
        p->packed->bytes = NULL;
    }
    return 0;
}

void luca_pack(luca_state *state, int reference, luca_packed *packed) {
    *packed = (luca_packed){0};
    packing p = {reference, packed};
    luca_protect(state->running, pack, &p, 0);
}

typedef struct { const char *bytes; size_t length; char *chunk; size_t size; int reference; } unpacking;

static int unpack(lua_State *L) {
    unpacking *u = lua_touserdata(L, 1);
    if (luaL_loadbufferx(L, u->bytes, u->length, "=function", "b") != LUA_OK) return 0;
    lua_Debug record;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &record);
    snprintf(u->chunk, u->size, "%s", record.source);
    u->reference = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

int luca_unpack(luca_state *state, const char *bytes, size_t length, char *chunk, size_t size) {
    unpacking u = {bytes, length, chunk, size, LUA_NOREF};
    luca_protect(state->running, unpack, &u, 0);
    return u.reference;
}
