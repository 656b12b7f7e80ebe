// The write-ahead log: its head, and then frames, of which head and page are sealed each by itself, since SQLite writes them apart and either alone.
//
// A frame that is not as it was written is the end of the log where SQLite recovers it, as it is after a crash, and a failure where a page is asked for.
#include "internal.h"

enum { SEALED_HEAD = SEAL + LOG_HEAD, SEALED_FRAME_HEAD = SEAL + FRAME_HEAD };

static sqlite3_int64 frame_place(const vault_key *key, sqlite3_int64 frame) { return SEALED_HEAD + frame * (SEALED_FRAME_HEAD + SEAL + key->page_size); }

int vault_log_size(vault_file *file, sqlite3_int64 *size) {
    int code = file->real->pMethods->xFileSize(file->real, size);
    if (code != SQLITE_OK) return code;
    sqlite3_int64 frames = *size - SEALED_HEAD, whole = frame_place(file->key, 1) - frame_place(file->key, 0);
    if (frames < 0) return *size = 0, SQLITE_OK;
    *size = LOG_HEAD + frames / whole * (FRAME_HEAD + file->key->page_size) + (frames % whole >= SEALED_FRAME_HEAD ? FRAME_HEAD : 0);
    return SQLITE_OK;
}

int vault_log_truncate(vault_file *file, sqlite3_int64 size) {
    sqlite3_int64 place = 0, whole = FRAME_HEAD + file->key->page_size;
    if (size >= LOG_HEAD) place = frame_place(file->key, (size - LOG_HEAD + whole - 1) / whole);
    file->frame = -1;
    return file->real->pMethods->xTruncate(file->real, place);
}

static bool open_frame_head(const vault_key *key, sqlite3_int64 frame, const unsigned char *sealed, unsigned char head[FRAME_HEAD]) {
    unsigned char bound[BOUND];
    return vault_unseal(head, sealed, FRAME_HEAD, bound, vault_bind(bound, PART_FRAME_HEAD, key, frame, NULL, NULL), key->log);
}

/// Whether a frame's two random numbers are still to come: SQLite leaves them out behind a page that it wrote over in the same transaction, and then writes all heads anew.
static bool is_without_salts(const unsigned char *head) {
    static const unsigned char none[8];
    return memcmp(head + 8, none, 8) == 0;
}

static bool open_page(const vault_log *log, sqlite3_int64 frame, const unsigned char *sealed, const unsigned char *head, unsigned char *page) {
    const unsigned char *salts = is_without_salts(head) ? log->salts : head + 8;
    unsigned char bound[BOUND];
    if (!salts) return false;
    return vault_unseal(page, sealed, (size_t)log->key->page_size, bound, vault_bind(bound, PART_FRAME, log->key, frame, salts, head), log->key->log);
}

static bool read_log_head(const vault_log *log, unsigned char head[LOG_HEAD], int *code) {
    unsigned char bound[BOUND];
    *code = log->read(log->context, log->sealed, SEALED_HEAD, 0);
    return *code == SQLITE_OK && vault_unseal(head, log->sealed, LOG_HEAD, bound, vault_bind(bound, PART_LOG_HEAD, log->key, 0, NULL, NULL), log->key->log);
}

/// Adds to SQLite's two sums over words; whether words are those of a machine that begins with the high byte is told by the log's magic number.
static void add_sums(const unsigned char *bytes, int count, bool high_first, uint32_t sums[2]) {
    for (int i = 0; i + 8 <= count; i += 8) {
        uint32_t a = vault_number(bytes + i), b = vault_number(bytes + i + 4);
        if (!high_first) a = __builtin_bswap32(a), b = __builtin_bswap32(b);
        sums[0] += a + sums[1];
        sums[1] += b + sums[0];
    }
}

/// Whether a whole commit follows behind a frame that is not as it was written, and a frame behind that which goes on from it: then the commit was on the disk before more
/// was written, so that no crash explains the frame.
static bool is_within_commits(const vault_log *log, sqlite3_int64 frame) {
    const vault_key *key = log->key;
    unsigned char log_head[LOG_HEAD], head[FRAME_HEAD], before[FRAME_HEAD];
    int code = SQLITE_OK;
    if (!read_log_head(log, log_head, &code)) return false;
    bool is_commit = false, found = false;
    unsigned char *page = sqlite3_malloc(key->page_size);
    for (sqlite3_int64 next = frame; page && !found; next++) {
        if (log->read(log->context, log->sealed, SEALED_FRAME_HEAD + SEAL + key->page_size, frame_place(key, next)) != SQLITE_OK) break;
        bool is_whole = open_frame_head(key, next, log->sealed, head) && memcmp(head + 8, log_head + 16, 8) == 0
            && open_page(log, next, log->sealed + SEALED_FRAME_HEAD, head, page);
        if (is_whole && is_commit) {
            uint32_t sums[2] = {vault_number(before + 16), vault_number(before + 20)};
            bool high_first = vault_number(log_head) & 1;
            add_sums(head, 8, high_first, sums);
            add_sums(page, key->page_size, high_first, sums);
            found = sums[0] == vault_number(head + 16) && sums[1] == vault_number(head + 20);
        }
        is_commit = is_whole && vault_number(head + 4) != 0;
        memcpy(before, head, FRAME_HEAD);
    }
    if (page) vault_wipe(page, (size_t)key->page_size);
    sqlite3_free(page);
    return found;
}

static int read_frame(const vault_log *log, unsigned char *bytes, int count, sqlite3_int64 frame, int from) {
    int page_size = log->key->page_size;
    unsigned char head[FRAME_HEAD] = {0};
    bool needs_page = from + count > FRAME_HEAD;
    int code = log->read(log->context, log->sealed, needs_page ? SEALED_FRAME_HEAD + SEAL + page_size : SEALED_FRAME_HEAD, frame_place(log->key, frame));
    if (code == SQLITE_IOERR_SHORT_READ) memset(bytes, 0, (size_t)count);
    if (code != SQLITE_OK) return code;
    bool is_whole = open_frame_head(log->key, frame, log->sealed, head);
    if (!needs_page) {
        if (is_whole) memcpy(bytes, head + from, (size_t)count);
        else memset(bytes, 0, (size_t)count);
        return SQLITE_OK;
    }
    bool is_recovery = from == 0 && count == FRAME_HEAD + page_size;
    if (!is_recovery && (from != FRAME_HEAD || count != page_size)) return SQLITE_IOERR;
    is_whole = is_whole && open_page(log, frame, log->sealed + SEALED_FRAME_HEAD, head, bytes + FRAME_HEAD - from);
    if (is_whole && is_recovery) memcpy(bytes, head, FRAME_HEAD);
    if (is_whole) return SQLITE_OK;
    memset(bytes, 0, (size_t)count);
    return is_recovery && !is_within_commits(log, frame) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

int vault_log_read(const vault_log *log, void *bytes, int count, sqlite3_int64 place) {
    sqlite3_int64 whole = FRAME_HEAD + log->key->page_size;
    if (place >= LOG_HEAD) {
        int from = (int)((place - LOG_HEAD) % whole);
        return from + count > whole ? SQLITE_IOERR : read_frame(log, bytes, count, (place - LOG_HEAD) / whole, from);
    }
    if (place + count > LOG_HEAD) return SQLITE_IOERR;
    unsigned char head[LOG_HEAD];
    int code = SQLITE_OK;
    if (read_log_head(log, head, &code)) memcpy(bytes, head + place, (size_t)count);
    else memset(bytes, 0, (size_t)count);
    return code;
}

static int write_page(vault_file *file, const unsigned char *bytes, int count, sqlite3_int64 frame, int from) {
    const vault_key *key = file->key;
    sqlite3_int64 place = frame_place(key, frame);
    if (file->frame != frame) {
        int code = file->real->pMethods->xRead(file->real, file->sealed, SEALED_FRAME_HEAD, place);
        if (code != SQLITE_OK) return code == SQLITE_IOERR_SHORT_READ ? SQLITE_IOERR_WRITE : code;
        if (!open_frame_head(key, frame, file->sealed, file->frame_head)) return SQLITE_IOERR_DATA;
        file->frame = frame;
    }
    if (count != key->page_size) {
        // A page that is written in two parts.
        int code = file->real->pMethods->xRead(file->real, file->sealed, SEAL + key->page_size, place + SEALED_FRAME_HEAD);
        if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
        vault_log log = {.key = key, .salts = file->salts};
        if (code != SQLITE_OK || !open_page(&log, frame, file->sealed, file->frame_head, file->open)) memset(file->open, 0, (size_t)key->page_size);
        memcpy(file->open + from, bytes, (size_t)count);
        bytes = file->open;
    }
    unsigned char bound[BOUND];
    size_t bound_count = vault_bind(bound, PART_FRAME, key, frame, file->salts, file->frame_head);
    vault_seal(file->sealed, bytes, (size_t)key->page_size, bound, bound_count, key->log);
    return file->real->pMethods->xWrite(file->real, file->sealed, SEAL + key->page_size, place + SEALED_FRAME_HEAD);
}

static int write_head(vault_file *file, const unsigned char *bytes, sqlite3_int64 frame) {
    unsigned char bound[BOUND];
    vault_seal(file->sealed, bytes, FRAME_HEAD, bound, vault_bind(bound, PART_FRAME_HEAD, file->key, frame, NULL, NULL), file->key->log);
    memcpy(file->frame_head, bytes, FRAME_HEAD);
    // Those that lack the numbers follow one of the same transaction that has them.
    if (!is_without_salts(bytes)) memcpy(file->salts, bytes + 8, 8);
    file->frame = frame;
    return file->real->pMethods->xWrite(file->real, file->sealed, SEALED_FRAME_HEAD, frame_place(file->key, frame));
}

int vault_log_write(vault_file *file, const void *bytes, int count, sqlite3_int64 place) {
    const unsigned char *from = bytes;
    sqlite3_int64 whole = FRAME_HEAD + file->key->page_size;
    if (place < LOG_HEAD) {
        if (place != 0 || count != LOG_HEAD || vault_number(from + 8) != (uint32_t)file->key->page_size) return SQLITE_IOERR_WRITE;
        unsigned char bound[BOUND];
        vault_seal(file->sealed, from, LOG_HEAD, bound, vault_bind(bound, PART_LOG_HEAD, file->key, 0, NULL, NULL), file->key->log);
        file->frame = -1;
        return file->real->pMethods->xWrite(file->real, file->sealed, SEALED_HEAD, 0);
    }
    while (count > 0) {
        sqlite3_int64 frame = (place - LOG_HEAD) / whole;
        int at = (int)((place - LOG_HEAD) % whole), rest = at < FRAME_HEAD ? FRAME_HEAD - at : (int)whole - at, part = count < rest ? count : rest;
        if (at < FRAME_HEAD && part != FRAME_HEAD) return SQLITE_IOERR_WRITE;
        int code = at < FRAME_HEAD ? write_head(file, from, frame) : write_page(file, from, part, frame, at - FRAME_HEAD);
        if (code != SQLITE_OK) return code;
        from += part, place += part, count -= part;
    }
    return SQLITE_OK;
}
