#pragma once
#include <sqlite3.h>

/// Switches off what makes a connection do more than keep a book: `sqlite3_db_config` takes a varying list of arguments, which Swift
/// cannot call. A library that does not know one of them has nothing of the kind to switch off.
static inline void csqlite_harden(sqlite3 *handle) {
    // Functions that load code, and that hand out and take addresses of code.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, (int *)0);
    // Writing to the tables that SQLite keeps for itself, by which a file can be broken.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    // Views and triggers of a book that came from a stranger call nothing that has side effects.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/// Lets triggers run, or not, in statements that are compiled from now on.
static inline void csqlite_run_triggers(sqlite3 *handle, int run) {
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, run, (int *)0);
}
