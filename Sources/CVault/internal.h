#pragma once

#include "CVault.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

enum {
    SEAL = VAULT_NONCE + VAULT_TAG,   // what is beside the sealed bytes
    LOG_HEAD = 32,                    // SQLite's head of a write-ahead log
    FRAME_HEAD = 24,                  // and of a frame in it
    BOUND = 1 + VAULT_ID + 8 + 12,    // what sealed bytes are bound to, at most
    BLOCK = 512,                      // bytes of the rollback journal that are sealed together: what SQLite takes for a sector
};

/// What a piece of sealed bytes is, so that none counts as one of another kind.
enum vault_part { PART_PAGE = 'p', PART_LOG_HEAD = 'l', PART_FRAME_HEAD = 'h', PART_FRAME = 'f', PART_UNDO = 'u' };

struct vault_key {
    int uses;
    int page_size;
    bool rests;   // wiped while nobody uses the book
    struct vault_key *next;
    unsigned char book[VAULT_ID], id[VAULT_ID];
    unsigned char *pages, *log, *undo;   // three keys in one piece of locked memory
};

/// What a file of SQLite is to the layer.
enum vault_kind { KIND_PAGES, KIND_LOG, KIND_UNDO };

/// An encrypted file; that of the system calls below lies right behind it in memory.
typedef struct vault_file {
    sqlite3_file own;
    sqlite3_file *real;
    vault_key *key;
    enum vault_kind kind;
    unsigned char *sealed;   // room for the largest piece as it lies on the disk
    unsigned char *open;     // and as SQLite knows it
    sqlite3_int64 frame;     // the frame whose head this connection wrote last; negative for none
    unsigned char frame_head[FRAME_HEAD];
    unsigned char salts[8];  // the two random numbers of the log as this connection writes it
} vault_file;

/// Reads bytes as they lie on the disk; SQLITE_IOERR_SHORT_READ where there are fewer, and zeros in their place.
typedef int (*vault_reader)(void *context, void *bytes, int count, sqlite3_int64 place);

/// Keeps the key of a file from being wiped until it is released; false, with nothing to release, where it was wiped.
bool vault_key_hold(const vault_key *key);
/// Lets keys be wiped again.
void vault_key_release(void);

/// What a piece is bound to: kind, file, number, and for a frame's page the log's two random numbers and the page's number, which else are null.
size_t vault_bind(unsigned char bound[BOUND], enum vault_part part, const vault_key *key, sqlite3_int64 number, const unsigned char *salts, const unsigned char *page);

int vault_blocks_read(vault_file *file, void *bytes, int count, sqlite3_int64 place);
int vault_blocks_write(vault_file *file, const void *bytes, int count, sqlite3_int64 place);
int vault_blocks_truncate(vault_file *file, sqlite3_int64 size);
int vault_blocks_size(vault_file *file, sqlite3_int64 *size);

/// A log as it is read.
typedef struct {
    const vault_key *key;
    vault_reader read;
    void *context;
    unsigned char *sealed;        // room for the largest piece
    const unsigned char *salts;   // the two random numbers of frames that their own writer reads before they have them; null for nobody
} vault_log;

int vault_log_read(const vault_log *log, void *bytes, int count, sqlite3_int64 place);
int vault_log_write(vault_file *file, const void *bytes, int count, sqlite3_int64 place);
int vault_log_truncate(vault_file *file, sqlite3_int64 size);
int vault_log_size(vault_file *file, sqlite3_int64 *size);

/// Reads from the file below.
int vault_read_below(void *file, void *bytes, int count, sqlite3_int64 place);

static inline uint32_t vault_number(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

extern const sqlite3_io_methods vault_methods;
