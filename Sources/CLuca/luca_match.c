// Matching a text against a pattern, by trying one way after the other. It looks now and then whether the script is to stop: some patterns
// take longer than anybody waits. What it counts against a limit of instructions are its steps.
#include "luca_pattern.h"

enum { PATIENCE = 4096 };

static const char *match_items(luca_match *match, const char *s, const luca_pattern_item *item);

// So many steps were done.
static inline void spend(luca_match *match, int64_t steps) {
    if ((match->patience -= steps) > 0) return;
    match->patience = PATIENCE;
    luca_look(match->L, PATIENCE);
}

static inline bool has(const luca_match *match, const luca_pattern_item *item, const char *s) {
    return s < match->end && luca_pattern_has(item, (unsigned char)*s);
}

// MARK: repetitions

// How many characters from `s` on an item takes.
static ptrdiff_t run_length(const luca_match *match, const luca_pattern_item *item, const char *s) {
    const char *at = s, *end = match->end;
    if (item->set == LUCA_PATTERN_ANY) return end - s;
    if (item->set == LUCA_PATTERN_LETTER) {
        while (at < end && (uint8_t)*at == item->first) at++;
    } else {
        const uint8_t *bits = item->bits;
        while (at < end && (bits[(unsigned char)*at >> 3] >> ((unsigned char)*at & 7) & 1)) at++;
    }
    return at - s;
}

// As many as there are, then one less after the other.
static const char *match_many(luca_match *match, const char *s, const luca_pattern_item *item) {
    ptrdiff_t count = run_length(match, item, s);
    const luca_pattern_item *next = item + 1;
    bool is_letter = next->kind == LUCA_PATTERN_ONE && next->set == LUCA_PATTERN_LETTER && match->depth > 0;
    spend(match, 1 + (count >> 3));
    for (; count >= 0; count--) {
        // Most ends are ruled out by the letter behind.
        if (is_letter && !(s + count < match->end && (uint8_t)s[count] == next->first)) {
            if (count % 16 == 0) spend(match, 1);
            continue;
        }
        const char *end = match_items(match, s + count, next);
        if (end) return end;
    }
    return NULL;
}

// As few as will do.
static const char *match_few(luca_match *match, const char *s, const luca_pattern_item *item) {
    while (true) {
        const char *end = match_items(match, s, item + 1);
        if (end) return end;
        if (!has(match, item, s)) return NULL;
        s++;
    }
}

// MARK: captures

static const char *match_opened(luca_match *match, const char *s, const luca_pattern_item *item) {
    if (match->level >= LUCA_CAPTURES) luaL_error(match->L, "too many captures");
    match->capture[match->level].start = s;
    match->capture[match->level].length = item->kind == LUCA_PATTERN_PLACE ? LUCA_CAPTURE_PLACE : LUCA_CAPTURE_OPEN;
    match->level++;
    const char *end = match_items(match, s, item + 1);
    if (!end) match->level--;
    return end;
}

static const char *match_closed(luca_match *match, const char *s, const luca_pattern_item *item) {
    int open = match->level - 1;
    while (open >= 0 && match->capture[open].length != LUCA_CAPTURE_OPEN) open--;
    if (open < 0) luaL_error(match->L, "invalid pattern capture");
    match->capture[open].length = s - match->capture[open].start;
    const char *end = match_items(match, s, item + 1);
    if (!end) match->capture[open].length = LUCA_CAPTURE_OPEN;
    return end;
}

// The same text as an earlier capture's; NULL if it does not stand here.
static const char *match_again(luca_match *match, const char *s, const luca_pattern_item *item) {
    int number = item->first - '1';
    if (number < 0 || number >= match->level || match->capture[number].length == LUCA_CAPTURE_OPEN)
        luaL_error(match->L, "invalid capture index %%%d", number + 1);
    ptrdiff_t length = match->capture[number].length;
    if (length < 0 || match->end - s < length) return NULL;
    return memcmp(match->capture[number].start, s, (size_t)length) == 0 ? s + length : NULL;
}

// MARK: items that take a text of their own

static const char *match_balance(luca_match *match, const char *s, const luca_pattern_item *item) {
    if (s >= match->end || (uint8_t)*s != item->first) return NULL;
    const char *from = s;
    for (int64_t open = 1; ++s < match->end;) {
        if ((uint8_t)*s == item->last) {
            if (--open == 0) {
                spend(match, (s - from) >> 3);
                return s + 1;
            }
        } else if ((uint8_t)*s == item->first) {
            open++;
        }
    }
    spend(match, (s - from) >> 3);
    return NULL;
}

static bool is_frontier(const luca_match *match, const char *s, const luca_pattern_item *item) {
    unsigned char before = s == match->start ? '\0' : (unsigned char)s[-1];
    unsigned char here = s < match->end ? (unsigned char)*s : '\0';
    return !luca_pattern_has(item, before) && luca_pattern_has(item, here);
}

// MARK: one item after the other

static const char *match_rest(luca_match *match, const char *s, const luca_pattern_item *item) {
    for (;; item++) {
        switch ((enum luca_pattern_kind)item->kind) {
        case LUCA_PATTERN_DONE: return s;
        case LUCA_PATTERN_AT_END: return s == match->end ? s : NULL;
        case LUCA_PATTERN_ONE:
            if (!has(match, item, s)) return NULL;
            s++;
            break;
        // What takes nothing here goes on at once: no deeper, as in Lua's own library.
        case LUCA_PATTERN_MANY:
            if (has(match, item, s)) return match_many(match, s, item);
            break;
        case LUCA_PATTERN_SOME: return has(match, item, s) ? match_many(match, s + 1, item) : NULL;
        case LUCA_PATTERN_FEW:
            if (has(match, item, s)) return match_few(match, s, item);
            break;
        case LUCA_PATTERN_PERHAPS:
            if (has(match, item, s)) {
                const char *end = match_items(match, s + 1, item + 1);
                if (end) return end;
            }
            break;
        case LUCA_PATTERN_OPEN:
        case LUCA_PATTERN_PLACE: return match_opened(match, s, item);
        case LUCA_PATTERN_CLOSE: return match_closed(match, s, item);
        case LUCA_PATTERN_BALANCE:
            if (!(s = match_balance(match, s, item))) return NULL;
            break;
        case LUCA_PATTERN_FRONTIER:
            if (!is_frontier(match, s, item)) return NULL;
            break;
        case LUCA_PATTERN_AGAIN:
            if (!(s = match_again(match, s, item))) return NULL;
            break;
        case LUCA_PATTERN_WRONG:
            luaL_error(match->L, "%s", item->message);
            return NULL;
        }
    }
}

static const char *match_items(luca_match *match, const char *s, const luca_pattern_item *item) {
    if (match->depth-- == 0) luaL_error(match->L, "pattern too complex");
    spend(match, 1);
    const char *end = match_rest(match, s, item);
    match->depth++;
    return end;
}

// MARK: beginning

void luca_match_begin(luca_match *match, lua_State *L, const char *text, size_t length) {
    match->L = L;
    match->start = text;
    match->end = text + length;
    match->patience = PATIENCE;
}

const char *luca_match_at(luca_match *match, const char *place, const luca_pattern_item *items) {
    match->level = 0;
    match->depth = LUCA_MATCH_DEPTH;
    return match_items(match, place, items);
}

const char *luca_match_from(luca_match *match, const char *place, const luca_pattern_item *first, const char **end) {
    bool needs_first = first->kind == LUCA_PATTERN_ONE || first->kind == LUCA_PATTERN_SOME;
    for (; place <= match->end; place++) {
        const char *from = place;
        if (needs_first && first->set == LUCA_PATTERN_LETTER) {
            place = memchr(place, first->first, (size_t)(match->end - place));
            if (!place) return NULL;
        } else if (needs_first) {
            while (place < match->end && !luca_pattern_has(first, (unsigned char)*place)) place++;
            if (place == match->end) return NULL;
        }
        spend(match, (place - from) >> 3);
        if ((*end = luca_match_at(match, place, first))) return place;
    }
    return NULL;
}

// MARK: captures for the script

ptrdiff_t luca_capture(luca_match *match, int number, const char *start, const char *end, const char **text) {
    if (number >= match->level) {
        if (number != 0) luaL_error(match->L, "invalid capture index %%%d", number + 1);
        *text = start;
        return end - start;
    }
    ptrdiff_t length = match->capture[number].length;
    *text = match->capture[number].start;
    if (length == LUCA_CAPTURE_OPEN) luaL_error(match->L, "unfinished capture");
    if (length == LUCA_CAPTURE_PLACE) lua_pushinteger(match->L, *text - match->start + 1);
    return length;
}

int luca_push_captures(luca_match *match, const char *start, const char *end) {
    int count = match->level == 0 && start ? 1 : match->level;
    luaL_checkstack(match->L, count, "too many captures");
    for (int i = 0; i < count; i++) {
        const char *text;
        ptrdiff_t length = luca_capture(match, i, start, end, &text);
        if (length != LUCA_CAPTURE_PLACE) lua_pushlstring(match->L, text, (size_t)length);
    }
    return count;
}
