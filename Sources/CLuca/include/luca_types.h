#pragma once
#include "luca_call.h"

/// A kind of host value or object, as it is told to C.
typedef struct luca_type {
    const char *name;
    bool is_object;             ///< its userdata hold a retained pointer and are released when collected or closed
    bool is_tabular;            ///< an object whose `hi` is a `luca_view`: `#`, `[i]` and `for row in` work
    luca_function *const *methods;
    int32_t method_count;
    luca_function *const *fields;        ///< called with the value alone
    int32_t field_count;
    luca_function *const *metamethods;   ///< named `__add` and so on
    int32_t metamethod_count;
    luca_function *missing;              ///< called with (value, key) for a name that is neither; may raise; NULL gives nil
} luca_type;

/// Makes a type known and returns its number, or -1 where memory or the table of types is full.
int luca_define_type(luca_state *state, const luca_type *type);
