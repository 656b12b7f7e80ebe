#pragma once
// Debian keeps the header in a folder of its own. Its pkg-config file would name that, and have the library linked.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif
