#pragma once
#include <stddef.h>

/// A file that travels inside the program.
typedef struct luca_embedded {
    const char *name;            ///< its path below `stdlib/`, or from `docs/`
    const unsigned char *bytes;
    size_t length;
} luca_embedded;

/// The embedded file of a number from 0; NULL past the last.
const luca_embedded *luca_embedded_file(int number);
