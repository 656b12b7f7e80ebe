// Patterns of Lua, from text to items. Written from §6.4.1 of the manual; where that is silent, from what Lua's own library answers.
#include "luca_pattern.h"

#include <ctype.h>
#include <pthread.h>

enum { SET_BYTES = 32, ESCAPE = '%' };

// A pattern being made. `at` is what comes next.
typedef struct maker {
    const char *at, *end;
    luca_pattern_item *items;
    uint8_t *sets;
} maker;

// MARK: sets

static void put(uint8_t *bits, unsigned char c) { bits[c >> 3] |= (uint8_t)(1 << (c & 7)); }

// `%z`, of which the manual speaks no more.
static int is_zero(int c) { return c == 0; }

// The letters behind `%` that mean a class of characters, and which each means; then the same for those that mean all others.
static const char letters[] = "acdglpsuwxzACDGLPSUWXZ";
static int (*const belongs[])(int) = {isalpha, iscntrl, isdigit, isgraph, islower, ispunct, isspace, isupper, isalnum, isxdigit, is_zero};
enum { CLASSES = sizeof belongs / sizeof *belongs };
static uint8_t classes[2 * CLASSES][SET_BYTES];
static uint8_t class_of_letter[256];   // its number from 1
static uint8_t is_special_letter[256];

static void make_classes(void) {
    for (int i = 0; i < 2 * CLASSES; i++) {
        class_of_letter[(unsigned char)letters[i]] = (uint8_t)(i + 1);
        for (int c = 0; c < 256; c++)
            if ((belongs[i % CLASSES](c) != 0) == (i < CLASSES)) put(classes[i], (unsigned char)c);
    }
    for (const char *special = "^$*+?.([%-"; *special; special++) is_special_letter[(unsigned char)*special] = 1;
}

// What a letter behind `%` asks of a character; NULL where it stands for itself.
static const uint8_t *class_of(char letter) {
    int number = class_of_letter[(unsigned char)letter];
    return number ? classes[number - 1] : NULL;
}

static void put_escaped(uint8_t *bits, char letter) {
    const uint8_t *class = class_of(letter);
    if (!class) put(bits, (unsigned char)letter);
    for (int i = 0; i < SET_BYTES && class; i++) bits[i] |= class[i];
}

// A set in brackets, from behind its `[` to its `]`.
static void put_brackets(uint8_t *bits, const char *at, const char *close) {
    bool is_inverse = *at == '^';
    if (is_inverse) at++;
    for (; at < close; at++) {
        if (*at == ESCAPE) {
            put_escaped(bits, *++at);
        } else if (at[1] == '-' && at + 2 < close) {
            for (int c = (unsigned char)at[0]; c <= (unsigned char)at[2]; c++) put(bits, (unsigned char)c);
            at += 2;
        } else {
            put(bits, (unsigned char)*at);
        }
    }
    for (int i = 0; i < SET_BYTES && is_inverse; i++) bits[i] = (uint8_t)~bits[i];
}

// MARK: items

static bool add(maker *maker, luca_pattern_item item) {
    *maker->items++ = item;
    return true;
}

static bool fail(maker *maker, const char *message) {
    add(maker, (luca_pattern_item){.kind = LUCA_PATTERN_WRONG, .message = message});
    return false;
}

// The `]` that closes a set, from behind its `[`; NULL if none does. The first character is one of the set even if it is a `]`.
static const char *closing(const char *at, const char *end) {
    if (at < end && *at == '^') at++;
    do {
        if (at == end) return NULL;
        if (*at++ == ESCAPE && at < end) at++;
    } while (at >= end || *at != ']');
    return at;
}

// Reads the characters that one item takes: a letter, `.`, `%a` or a set. False after a mistake.
static bool take_set(maker *maker, luca_pattern_item *item) {
    const char *from = maker->at++;
    *item = (luca_pattern_item){.set = *from == '.' ? LUCA_PATTERN_ANY : LUCA_PATTERN_LETTER, .first = (uint8_t)*from};
    if (*from == ESCAPE) {
        if (maker->at == maker->end) return fail(maker, "malformed pattern (ends with '%')");
        item->first = (uint8_t)*maker->at++;
        item->bits = class_of((char)item->first);
    } else if (*from == '[') {
        const char *close = closing(maker->at, maker->end);
        if (!close) return fail(maker, "malformed pattern (missing ']')");
        item->bits = memset(maker->sets, 0, SET_BYTES);
        put_brackets(maker->sets, maker->at, close);
        maker->sets += SET_BYTES;
        maker->at = close + 1;
    }
    if (item->bits) item->set = LUCA_PATTERN_BITS;
    return true;
}

static uint8_t kind_of(char repetition) {
    switch (repetition) {
    case '*': return LUCA_PATTERN_MANY;
    case '+': return LUCA_PATTERN_SOME;
    case '-': return LUCA_PATTERN_FEW;
    case '?': return LUCA_PATTERN_PERHAPS;
    default: return LUCA_PATTERN_ONE;
    }
}

static bool take_repeated(maker *maker) {
    luca_pattern_item item;
    if (!take_set(maker, &item)) return false;
    item.kind = maker->at < maker->end ? kind_of(*maker->at) : LUCA_PATTERN_ONE;
    if (item.kind != LUCA_PATTERN_ONE) maker->at++;
    return add(maker, item);
}

// What `%` and a character mean that is no class: `%b`, `%f`, `%1`.
static bool take_special(maker *maker) {
    char letter = maker->at[1];
    maker->at += 2;
    if (letter == 'b') {
        if (maker->end - maker->at < 2) return fail(maker, "malformed pattern (missing arguments to '%b')");
        add(maker, (luca_pattern_item){.kind = LUCA_PATTERN_BALANCE, .first = (uint8_t)maker->at[0], .last = (uint8_t)maker->at[1]});
        maker->at += 2;
        return true;
    }
    if (letter != 'f') return add(maker, (luca_pattern_item){.kind = LUCA_PATTERN_AGAIN, .first = (uint8_t)letter});
    if (maker->at == maker->end || *maker->at != '[') return fail(maker, "missing '[' after '%f' in pattern");
    luca_pattern_item item;
    if (!take_set(maker, &item)) return false;
    item.kind = LUCA_PATTERN_FRONTIER;
    return add(maker, item);
}

static bool is_special(const maker *maker) {
    char letter = maker->at[0] == ESCAPE && maker->end - maker->at > 1 ? maker->at[1] : '\0';
    return letter == 'b' || letter == 'f' || (letter >= '0' && letter <= '9');
}

// Reads the next item; false at the end and after a mistake.
static bool take(maker *maker) {
    luca_pattern_item item = {.kind = LUCA_PATTERN_DONE};
    if (maker->at < maker->end) {
        if (*maker->at == '(') {
            item.kind = maker->at + 1 < maker->end && maker->at[1] == ')' ? LUCA_PATTERN_PLACE : LUCA_PATTERN_OPEN;
            maker->at += item.kind == LUCA_PATTERN_PLACE;
        } else if (*maker->at == ')') {
            item.kind = LUCA_PATTERN_CLOSE;
        } else if (*maker->at == '$' && maker->at + 1 == maker->end) {
            item.kind = LUCA_PATTERN_AT_END;
        } else {
            return is_special(maker) ? take_special(maker) : take_repeated(maker);
        }
        maker->at++;
    }
    add(maker, item);
    return item.kind != LUCA_PATTERN_DONE && item.kind != LUCA_PATTERN_AT_END;
}

// MARK: making

void luca_prepare_patterns(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_classes);
}

bool luca_pattern_is_plain(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (is_special_letter[(unsigned char)text[i]]) return false;
    return true;
}

void luca_push_pattern(lua_State *L, luca_pattern *pattern, const char *text, size_t length, bool anchors) {
    pattern->items = pattern->own_items;
    pattern->sets = pattern->own_sets;
    // No more items than characters, and no more sets than brackets.
    size_t brackets = 0, item_bytes = (length + 1) * sizeof *pattern->items;
    for (const char *at = text; length >= 3 * LUCA_PATTERN_SETS / SET_BYTES && (at = memchr(at, '[', (size_t)(text + length - at))); at++) brackets++;
    if (length < LUCA_PATTERN_ITEMS && brackets <= LUCA_PATTERN_SETS / SET_BYTES) {
        lua_pushnil(L);
    } else {
        pattern->items = lua_newuserdatauv(L, item_bytes + brackets * SET_BYTES, 0);
        pattern->sets = (uint8_t *)pattern->items + item_bytes;
    }
    maker maker = {text + (anchors && length > 0 && *text == '^'), text + length, pattern->items, pattern->sets};
    while (take(&maker)) {}
}
