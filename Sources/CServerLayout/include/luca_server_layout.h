#pragma once
#include <stddef.h>

/// The SQL that makes luca's layout on a PostgreSQL server: the file `server/schema.sql`.
const unsigned char *luca_server_layout(size_t *size);
