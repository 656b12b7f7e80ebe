// string.find, match, gmatch and gsub, and string.rep: as Lua's own, but Ctrl-C and limits stop them.
#define _GNU_SOURCE   // memmem
#include "luca_pattern.h"
#include <limits.h>

// Where a search begins, from 0, as the argument at an index says; more than the length where nothing can be found.
static size_t first_place(lua_State *L, int index, size_t length) {
    lua_Integer place = luaL_optinteger(L, index, 1);
    if (place > 0) return (size_t)place - 1;
    if (place == 0 || place < -(lua_Integer)length) return 0;
    return (size_t)((lua_Integer)length + place);
}

// MARK: find and match

// Where a text stands in another. Its first character tells most places; where it is too common, the C library's search is quicker.
static const char *place_of(const char *text, size_t length, const char *wanted, size_t wanted_length) {
    if (wanted_length == 0) return text;
    if (wanted_length > length) return NULL;
    const char *end = text + (length - wanted_length) + 1;
    for (int tries = 0; tries < 16; tries++) {
        text = text < end ? memchr(text, *wanted, (size_t)(end - text)) : NULL;
        if (!text || memcmp(text + 1, wanted + 1, wanted_length - 1) == 0) return text;
        text++;
    }
    return memmem(text, (size_t)(end - text) + wanted_length - 1, wanted, wanted_length);
}

static int push_place(lua_State *L, const char *text, const char *found, size_t length) {
    if (!found) {
        luaL_pushfail(L);
        return 1;
    }
    lua_pushinteger(L, found - text + 1);
    lua_pushinteger(L, found - text + (lua_Integer)length);
    return 2;
}

static int search(lua_State *L, bool tells_place) {
    size_t length, wanted_length;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *wanted = luaL_checklstring(L, 2, &wanted_length);
    size_t place = first_place(L, 3, length);
    if (place > length) return push_place(L, text, NULL, 0);
    const char *start = text + place, *end = NULL;
    if (tells_place && (lua_toboolean(L, 4) || luca_pattern_is_plain(wanted, wanted_length)))
        return push_place(L, text, place_of(start, length - place, wanted, wanted_length), wanted_length);
    luca_pattern pattern;
    luca_push_pattern(L, &pattern, wanted, wanted_length, true);
    luca_match match;
    luca_match_begin(&match, L, text, length);
    if (*wanted == '^') end = luca_match_at(&match, start, pattern.items);
    else if (!(start = luca_match_from(&match, start, pattern.items, &end))) end = NULL;
    if (!end) return push_place(L, text, NULL, 0);
    if (!tells_place) return luca_push_captures(&match, start, end);
    push_place(L, text, start, (size_t)(end - start));
    return luca_push_captures(&match, NULL, NULL) + 2;
}

static int string_find(lua_State *L) { return search(L, true); }
static int string_match(lua_State *L) { return search(L, false); }

// MARK: gmatch

// What gmatch goes through, in a userdata that is upvalue 1 of what it returns; upvalue 2 is the text, 3 that of the pattern, 4 its items where
// they are many.
typedef struct {
    luca_pattern pattern;
    size_t length;
    const char *text, *next, *last;   // where to look next, and where the last match ended
} walk;

static int next_match(lua_State *L) {
    walk *walk = lua_touserdata(L, lua_upvalueindex(1));
    luca_match match;
    luca_match_begin(&match, L, walk->text, walk->length);
    for (const char *start = walk->next, *end; start && start <= match.end; start++) {
        if (!(start = luca_match_from(&match, start, walk->pattern.items, &end))) break;
        if (end == walk->last) continue;
        walk->next = walk->last = end;
        return luca_push_captures(&match, start, end);
    }
    walk->next = NULL;
    return 0;
}

static int string_gmatch(lua_State *L) {
    size_t length, wanted_length;
    const char *text = luaL_checklstring(L, 1, &length), *wanted = luaL_checklstring(L, 2, &wanted_length);
    size_t place = first_place(L, 3, length);
    walk *walk = lua_newuserdatauv(L, sizeof *walk, 0);
    walk->length = length;
    walk->text = text;
    walk->next = place > length ? NULL : text + place;
    walk->last = NULL;
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    luca_push_pattern(L, &walk->pattern, wanted, wanted_length, false);
    lua_pushcclosure(L, next_match, 4);
    return 1;
}

// MARK: gsub

// Adds a replacement with its `%1`.
static void add_template(luca_match *match, luaL_Buffer *buffer, const char *start, const char *end) {
    size_t length;
    const char *at = lua_tolstring(match->L, 3, &length), *stop = at + length, *escape;
    while ((escape = memchr(at, '%', (size_t)(stop - at)))) {
        luaL_addlstring(buffer, at, (size_t)(escape - at));
        char letter = escape[1];
        at = escape + 2;
        if (letter == '%') {
            luaL_addchar(buffer, '%');
        } else if (letter == '0') {
            luaL_addlstring(buffer, start, (size_t)(end - start));
        } else if (letter >= '1' && letter <= '9') {
            const char *text;
            ptrdiff_t captured = luca_capture(match, letter - '1', start, end, &text);
            if (captured == LUCA_CAPTURE_PLACE) luaL_addvalue(buffer);
            else luaL_addlstring(buffer, text, (size_t)captured);
        } else {
            luaL_error(match->L, "invalid use of '%c' in replacement string", '%');
        }
    }
    luaL_addlstring(buffer, at, (size_t)(stop - at));
}

// Adds what takes the place of a match; false if that is the match itself.
static bool add_replacement(luca_match *match, luaL_Buffer *buffer, const char *start, const char *end, int type) {
    lua_State *L = match->L;
    if (type == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, luca_push_captures(match, start, end), 1);
    } else if (type == LUA_TTABLE) {
        const char *text;
        ptrdiff_t length = luca_capture(match, 0, start, end, &text);
        if (length != LUCA_CAPTURE_PLACE) lua_pushlstring(L, text, (size_t)length);
        lua_gettable(L, 3);
    } else {
        add_template(match, buffer, start, end);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(buffer, start, (size_t)(end - start));
        return false;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(buffer);
    return true;
}

static int string_gsub(lua_State *L) {
    size_t length, wanted_length;
    const char *text = luaL_checklstring(L, 1, &length), *wanted = luaL_checklstring(L, 2, &wanted_length);
    int type = lua_type(L, 3);
    luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3, "string/function/table");
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
    lua_settop(L, 4);
    luca_pattern pattern;
    luca_push_pattern(L, &pattern, wanted, wanted_length, true);
    bool is_anchored = *wanted == '^', is_changed = false;
    luca_match match;
    luca_match_begin(&match, L, text, length);
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    const char *at = text, *last = NULL;
    while (count < most) {
        const char *end, *start = at;
        if (is_anchored) end = luca_match_at(&match, at, pattern.items);
        else if (!(start = luca_match_from(&match, at, pattern.items, &end))) break;
        if (start > at) luaL_addlstring(&buffer, at, (size_t)(start - at));
        at = start;
        if (end && end != last) {
            count++;
            is_changed |= add_replacement(&match, &buffer, start, end, type);
            at = last = end;
        } else if (at < match.end) {
            luaL_addchar(&buffer, *at++);
        } else {
            break;
        }
        if (is_anchored) break;
    }
    if (is_changed) {
        luaL_addlstring(&buffer, at, (size_t)(match.end - at));
        luaL_pushresult(&buffer);
    } else {
        lua_pushvalue(L, 1);
    }
    lua_pushinteger(L, count);
    return 2;
}

// MARK: rep

// Text is copied in parts, with a look in between.
enum { PART = 1 << 22 };

static int string_rep(lua_State *L) {
    size_t length, separator_length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    // A great many empty strings are one, without putting them together.
    if (count <= 0 || length + separator_length == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    size_t unit = length + separator_length, most = INT_MAX;
    if (unit < length || unit > most / (size_t)count) return luaL_error(L, "resulting string too large");
    size_t total = (size_t)count * unit - separator_length;
    luaL_Buffer buffer;
    char *made = luaL_buffinitsize(L, &buffer, total);
    memcpy(made, text, length);
    if (count > 1) memcpy(made + length, separator, separator_length);
    // What is there already is copied behind itself, which goes on where the unit is.
    for (size_t done = count > 1 ? unit : length; done < total;) {
        size_t from = done % unit, part = total - done < done - from ? total - done : done - from;
        if (part > PART) part = PART;
        memcpy(made + done, made + from, part);
        done += part;
        luca_look(L, 1);
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

// MARK: opening

void luca_open_patterns(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {"rep", string_rep}, {NULL, NULL}};
    luca_prepare_patterns();
    luaL_setfuncs(L, functions, 0);
}
