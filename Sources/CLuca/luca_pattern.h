#pragma once
#include "luca_internal.h"

// Patterns of Lua (§6.4.1 of its manual), made ready to be matched. A pattern that is wrong is wrong only when the place is reached, as in
// Lua's own library: so a mistake is an item too.

/// What an item of a pattern asks for.
enum luca_pattern_kind {
    LUCA_PATTERN_DONE,       ///< nothing more: it matches
    LUCA_PATTERN_AT_END,     ///< `$` at its end
    LUCA_PATTERN_ONE,        ///< one character of the set
    LUCA_PATTERN_MANY,       ///< `*`
    LUCA_PATTERN_SOME,       ///< `+`
    LUCA_PATTERN_FEW,        ///< `-`
    LUCA_PATTERN_PERHAPS,    ///< `?`
    LUCA_PATTERN_OPEN,       ///< `(`
    LUCA_PATTERN_PLACE,      ///< `()`
    LUCA_PATTERN_CLOSE,      ///< `)`
    LUCA_PATTERN_BALANCE,    ///< `%b` with its two characters, `first` and `last`
    LUCA_PATTERN_FRONTIER,   ///< `%f` with its set
    LUCA_PATTERN_AGAIN,      ///< `%1`, with the digit in `first`
    LUCA_PATTERN_WRONG,      ///< a mistake, `message`
};

/// Which characters an item takes.
enum luca_pattern_set {
    LUCA_PATTERN_ANY,      ///< `.`
    LUCA_PATTERN_LETTER,   ///< the character `first`
    LUCA_PATTERN_BITS,     ///< those of a table of bits
};

/// An item of a pattern.
typedef struct luca_pattern_item {
    uint8_t kind, set, first, last;
    union {
        const uint8_t *bits;   ///< a set's 32 bytes
        const char *message;
    };
} luca_pattern_item;

/// What most patterns need: so many items, and so many bytes of sets in brackets.
enum { LUCA_PATTERN_ITEMS = 48, LUCA_PATTERN_SETS = 8 * 32 };

/// A pattern: its items, the last of them `DONE`, `AT_END` or `WRONG`. They stand in its own room, or in a userdata where they are too many.
typedef struct luca_pattern {
    luca_pattern_item *items;
    uint8_t *sets;
    luca_pattern_item own_items[LUCA_PATTERN_ITEMS];
    uint8_t own_sets[LUCA_PATTERN_SETS];
} luca_pattern;

/// Whether an item's set has a character.
static inline bool luca_pattern_has(const luca_pattern_item *item, unsigned char c) {
    if (item->set == LUCA_PATTERN_LETTER) return item->first == c;
    return item->set == LUCA_PATTERN_ANY || (item->bits[c >> 3] >> (c & 7) & 1);
}

/// Makes the classes of characters, once.
void luca_prepare_patterns(void);
/// Whether a text has no character that means anything but itself in a pattern.
bool luca_pattern_is_plain(const char *text, size_t length);
/// Makes a pattern of a text, which must outlast it. `anchors` says whether `^` at the start is an anchor, and so no part of the items. Pushes one value. May raise.
void luca_push_pattern(lua_State *L, luca_pattern *pattern, const char *text, size_t length, bool anchors);

// MARK: matching

/// Captures that a pattern may have, and depth to which matching may go, as in Lua's own library.
enum { LUCA_CAPTURES = 32, LUCA_MATCH_DEPTH = 200 };
/// What stands for the length of a capture that is open, and of one that is a position.
enum { LUCA_CAPTURE_OPEN = -1, LUCA_CAPTURE_PLACE = -2 };

/// A match under way.
typedef struct luca_match {
    lua_State *L;
    const char *start, *end;   ///< the text
    int depth;                 ///< left
    int level;                 ///< captures that were begun
    int64_t patience;          ///< steps until somebody is asked whether the script is to stop
    struct {
        const char *start;
        ptrdiff_t length;
    } capture[LUCA_CAPTURES];
} luca_match;

/// Begins matching a text.
void luca_match_begin(luca_match *match, lua_State *L, const char *text, size_t length);
/// The end of the match of a pattern that begins at a place; NULL if it does not match there.
const char *luca_match_at(luca_match *match, const char *place, const luca_pattern_item *items);
/// The first place from one on where the pattern matches, with its end; NULL for none.
const char *luca_match_from(luca_match *match, const char *place, const luca_pattern_item *items, const char **end);
/// Pushes the captures; the whole match, if there is one and the pattern has none. Returns their number.
int luca_push_captures(luca_match *match, const char *start, const char *end);
/// A capture by its number from 0: its length, or `LUCA_CAPTURE_PLACE` if it is a position, which is pushed.
ptrdiff_t luca_capture(luca_match *match, int number, const char *start, const char *end, const char **text);

/// Opens what stands in the place of string.find, match, gmatch and gsub in the table on top.
void luca_open_patterns(lua_State *L);
