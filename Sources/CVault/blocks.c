// A file of pieces of one size, each sealed by itself: the pages of the database, and the rollback journal. SQLite reads and writes it anywhere; what is
// written in part is read, opened, changed and sealed anew.
#include "internal.h"

static int block_size(const vault_file *file) { return file->kind == KIND_PAGES ? file->key->page_size : BLOCK; }

static sqlite3_int64 start(const vault_file *file) { return file->kind == KIND_PAGES ? VAULT_START : 0; }

static sqlite3_int64 place_of(const vault_file *file, sqlite3_int64 block) { return start(file) + block * (block_size(file) + SEAL); }

static const unsigned char *secret(const vault_file *file) { return file->kind == KIND_PAGES ? file->key->pages : file->key->undo; }

static size_t bind(unsigned char bound[BOUND], const vault_file *file, sqlite3_int64 block) {
    return vault_bind(bound, file->kind == KIND_PAGES ? PART_PAGE : PART_UNDO, file->key, block, NULL, NULL);
}

int vault_blocks_size(vault_file *file, sqlite3_int64 *size) {
    int code = file->real->pMethods->xFileSize(file->real, size);
    if (code != SQLITE_OK) return code;
    sqlite3_int64 bytes = *size - start(file), whole = block_size(file) + SEAL;
    if (bytes <= 0) return *size = 0, SQLITE_OK;
    *size = bytes / whole * block_size(file);
    // The last block of a journal is as long as what is in it; the page that a crash left in part is none.
    if (file->kind == KIND_UNDO && bytes % whole > SEAL) *size += bytes % whole - SEAL;
    return SQLITE_OK;
}

/// Opens a block into memory, zeros behind its end; its length is 0 where the file ends before it.
static int load(vault_file *file, sqlite3_int64 block, unsigned char *into, int *length) {
    int size = block_size(file);
    int code = file->real->pMethods->xRead(file->real, file->sealed, size + SEAL, place_of(file, block));
    *length = size;
    if (code == SQLITE_IOERR_SHORT_READ) {
        sqlite3_int64 end = 0;
        code = vault_blocks_size(file, &end);
        end -= block * size;
        *length = end <= 0 ? 0 : end < size ? (int)end : size;
    }
    if (code != SQLITE_OK) return code;
    memset(into + *length, 0, (size_t)(size - *length));
    if (*length == 0) return SQLITE_OK;
    unsigned char bound[BOUND];
    size_t count = bind(bound, file, block);
    return vault_unseal(into, file->sealed, (size_t)*length, bound, count, secret(file)) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int store(vault_file *file, sqlite3_int64 block, const unsigned char *from, int length) {
    unsigned char bound[BOUND];
    size_t count = bind(bound, file, block);
    vault_seal(file->sealed, from, (size_t)length, bound, count, secret(file));
    return file->real->pMethods->xWrite(file->real, file->sealed, length + SEAL, place_of(file, block));
}

/// Whether what was altered reads as zeros, so that it means the end of what counts, and no failure.
///
/// In the database that is the first hundred bytes, which SQLite looks at before it reads the log, where that page may stand whole. In a journal it is what may be the
/// head of a next part; its records were on the disk before SQLite wrote that they count.
static bool is_lenient(const vault_file *file, int count, sqlite3_int64 place) {
    if (file->kind == KIND_PAGES) return place == 0 && count == 100;
    return count != 4 && count < file->key->page_size;
}

int vault_blocks_read(vault_file *file, void *bytes, int count, sqlite3_int64 place) {
    int size = block_size(file), done = 0;
    unsigned char *into = bytes;
    while (done < count) {
        sqlite3_int64 block = (place + done) / size;
        int from = (int)((place + done) % size), part = size - from < count - done ? size - from : count - done, length = 0;
        unsigned char *open = part == size ? into + done : file->open;
        int code = load(file, block, open, &length);
        if (code == SQLITE_IOERR_DATA && is_lenient(file, count, place)) {
            memset(into, 0, (size_t)count);
            return SQLITE_OK;
        }
        if (code != SQLITE_OK) return code;
        if (part != size) memcpy(into + done, open + from, (size_t)part);
        done += part;
        if (length < from + part) {
            memset(into + done, 0, (size_t)(count - done));
            return SQLITE_IOERR_SHORT_READ;
        }
    }
    return SQLITE_OK;
}

/// Writes where the file ends, or before that.
static int write_within(vault_file *file, const unsigned char *bytes, int count, sqlite3_int64 place) {
    int size = block_size(file), done = 0;
    while (done < count) {
        sqlite3_int64 block = (place + done) / size;
        int from = (int)((place + done) % size), part = size - from < count - done ? size - from : count - done, length = 0, code;
        if (part == size) {
            code = store(file, block, bytes + done, size);
        } else {
            code = load(file, block, file->open, &length);
            if (code == SQLITE_IOERR_DATA && file->kind == KIND_UNDO) {
                // What is left of an earlier journal.
                memset(file->open, 0, (size_t)size);
                code = SQLITE_OK;
            }
            if (code != SQLITE_OK) return code;
            memcpy(file->open + from, bytes + done, (size_t)part);
            if (length < from + part) length = from + part;
            code = store(file, block, file->open, file->kind == KIND_PAGES ? size : length);
        }
        if (code != SQLITE_OK) return code;
        done += part;
    }
    return SQLITE_OK;
}

/// Fills the file with zeros up to a place: what was never written could not be told from what somebody took away.
static int extend(vault_file *file, sqlite3_int64 to) {
    static const unsigned char zeros[BLOCK];
    sqlite3_int64 size = 0;
    int code = vault_blocks_size(file, &size);
    while (code == SQLITE_OK && size < to) {
        sqlite3_int64 part = BLOCK - size % BLOCK;
        if (part > to - size) part = to - size;
        if (file->kind == KIND_PAGES) {
            memset(file->open, 0, (size_t)file->key->page_size);
            code = store(file, size / file->key->page_size, file->open, file->key->page_size);
            size += file->key->page_size;
        } else {
            code = write_within(file, zeros, (int)part, size);
            size += part;
        }
    }
    return code;
}

int vault_blocks_write(vault_file *file, const void *bytes, int count, sqlite3_int64 place) {
    int code = extend(file, place);
    return code == SQLITE_OK ? write_within(file, bytes, count, place) : code;
}

int vault_blocks_truncate(vault_file *file, sqlite3_int64 size) {
    sqlite3_int64 now = 0;
    int code = vault_blocks_size(file, &now), whole = block_size(file);
    if (code != SQLITE_OK) return code;
    if (size > now) return extend(file, size);
    sqlite3_int64 blocks = size / whole;
    int rest = (int)(size % whole), length = 0;
    if (rest == 0) return file->real->pMethods->xTruncate(file->real, size == 0 ? start(file) : place_of(file, blocks));
    if (file->kind == KIND_PAGES) return file->real->pMethods->xTruncate(file->real, place_of(file, blocks + 1));
    code = load(file, blocks, file->open, &length);
    if (code != SQLITE_OK) return code;
    code = store(file, blocks, file->open, rest);
    return code == SQLITE_OK ? file->real->pMethods->xTruncate(file->real, place_of(file, blocks) + SEAL + rest) : code;
}
