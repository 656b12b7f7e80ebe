#pragma once
#include <stddef.h>
#include <stdint.h>

/// What a `luca_value` holds.
typedef enum luca_tag : uint8_t {
    LUCA_NIL,
    LUCA_BOOLEAN,   ///< `lo` is 0 or 1
    LUCA_INTEGER,   ///< `lo` is the bits of an int64_t
    LUCA_NUMBER,    ///< `lo` is the bits of a double
    LUCA_STRING,    ///< `lo` points to `length` bytes that Lua (coming in) or the host (going out, for ever) owns
    LUCA_TEXT,      ///< going out only: `lo` is an offset into the state's arena, `length` its bytes
    LUCA_BOXED,     ///< a host value of 16 bytes, copied: `type`, `lo`, `hi`, and its mark of one byte in `length`
    LUCA_OBJECT,    ///< a host object: `type`, `lo` is the retained pointer
    LUCA_TABLE,     ///< coming in: `lo` is its stack index; going out: `length` pairs follow
    LUCA_FUNCTION,  ///< coming in only: `lo` is its stack index
    LUCA_REFERENCE, ///< any value, by its registry reference in `lo`; going out, `hi` is the retained host object that keeps it, or 0
    LUCA_ROW,       ///< coming in only: a row of a tabular object; `lo` is its stack index
    LUCA_OTHER,     ///< a thread, light userdata or foreign userdata: `lo` is its stack index, `length` 1 for a file
} luca_tag;

/// One Lua value on its way across the border.
///
/// The host reads and writes these; only C touches Lua's stack. Pointers in values that come in are good until the call returns.
typedef struct luca_value {
    luca_tag tag;
    uint16_t type;
    uint32_t length;
    uint64_t lo;
    uint64_t hi;
} luca_value;

/// What stands in every userdata that luca makes: the stamp tells it from any other userdata, and its type and mark, without a look at metatables.
///
/// A mark is what the host notes beside a boxed value. Two values that differ in it alone are equal.
typedef struct luca_box {
    uint64_t stamp;
    uint64_t lo;
    uint64_t hi;
} luca_box;
