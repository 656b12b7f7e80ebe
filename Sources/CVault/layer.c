// The layer as SQLite opens files through it. A file that is not encrypted is opened as if the layer were not there, and costs one reading of 16 bytes more.
#define _DEFAULT_SOURCE   // pread
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const unsigned char vault_magic[VAULT_MAGIC + 1] = "luca locked book";

/// A layer over system calls of a name. It stays registered as long as the program runs.
typedef struct layer {
    sqlite3_vfs own;
    sqlite3_vfs *below;
    vault_provider provider;
    struct layer *next;
    char name[64];
} layer;

/// Our part of an open file, and where that of the calls below begins.
enum { OWN_SIZE = (sizeof(vault_file) + 15) / 16 * 16 };

static sqlite3_vfs *under(sqlite3_vfs *vfs) { return ((layer *)vfs)->below; }

static sqlite3_file *real_of(sqlite3_file *file) { return (sqlite3_file *)((char *)file + OWN_SIZE); }

/// Gets a file ready whose own part of memory is blank and whose file below is open; takes the key over, also where this fails.
static int dress(sqlite3_file *file, vault_key *key, enum vault_kind kind) {
    vault_file *self = (vault_file *)file;
    size_t size = (size_t)key->page_size + BLOCK;
    self->key = key;
    self->kind = kind;
    self->frame = -1;
    self->sealed = sqlite3_malloc((int)size + 4 * SEAL);
    self->open = sqlite3_malloc((int)size);
    self->own.pMethods = &vault_methods;
    if (self->sealed && self->open) return SQLITE_OK;
    self->own.pMethods->xClose(file);
    self->own.pMethods = NULL;
    return SQLITE_NOMEM;
}

/// Opens the file below behind our own part of the memory.
static int open_below(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
    memset(file, 0, OWN_SIZE);
    ((vault_file *)file)->real = real_of(file);
    real_of(file)->pMethods = NULL;
    return under(vfs)->xOpen(under(vfs), name, real_of(file), flags, given);
}

static _Thread_local struct {
    bool is_set;
    unsigned char headers[2 * VAULT_SLOT];
} refused;

const unsigned char *vault_refused_headers(void) { return refused.is_set ? refused.headers : NULL; }

/// Whether a file begins as an encrypted one does; 16 bytes of one of its two headers tell, so that a damage of the other takes nothing away.
static int begins_encrypted(sqlite3_file *file, bool *is_encrypted) {
    static const char plain[] = "SQLite format 3";
    unsigned char magic[VAULT_MAGIC];
    int code = file->pMethods->xRead(file, magic, VAULT_MAGIC, 0);
    *is_encrypted = code == SQLITE_OK && memcmp(magic, vault_magic, VAULT_MAGIC) == 0;
    if (code != SQLITE_OK || *is_encrypted || memcmp(magic, plain, sizeof plain) == 0) return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
    code = file->pMethods->xRead(file, magic, VAULT_MAGIC, VAULT_SLOT);
    *is_encrypted = code == SQLITE_OK && memcmp(magic, vault_magic, VAULT_MAGIC) == 0;
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static int open_database(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
    refused.is_set = false;
    int code = under(vfs)->xOpen(under(vfs), name, file, flags, given);
    bool is_encrypted = false;
    if (code != SQLITE_OK) return code;
    code = begins_encrypted(file, &is_encrypted);
    if (code != SQLITE_OK) {
        // An encrypted file that counted as plain would lose its journal, which is none in the clear.
        file->pMethods->xClose(file);
        file->pMethods = NULL;
        return code;
    }
    if (!is_encrypted) return SQLITE_OK;
    unsigned char headers[2 * VAULT_SLOT], again[2 * VAULT_SLOT];
    // A file that ends within its headers has zeros there, and no key fits it.
    code = file->pMethods->xRead(file, headers, sizeof headers, 0);
    file->pMethods->xClose(file);
    file->pMethods = NULL;
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
    vault_key *key = NULL;
    code = ((layer *)vfs)->provider(headers, &key);
    if (code != SQLITE_OK) {
        refused.is_set = true;
        memcpy(refused.headers, headers, sizeof headers);
        return code;
    }
    code = open_below(vfs, name, file, flags & ~SQLITE_OPEN_CREATE, given);
    if (code == SQLITE_OK) code = dress(file, key, KIND_PAGES);
    else vault_key_drop(key);
    if (code != SQLITE_OK) return code;
    code = vault_read_headers(file, again);
    // Another file may have got the name meanwhile.
    if (code == SQLITE_OK && memcmp(headers, again, sizeof headers) == 0) return SQLITE_OK;
    file->pMethods->xClose(file);
    file->pMethods = NULL;
    return code == SQLITE_OK ? SQLITE_BUSY : code;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
    file->pMethods = NULL;
    if (flags & SQLITE_OPEN_MAIN_DB && name) return open_database(vfs, name, file, flags, given);
    if (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) && name) {
        sqlite3_file *database = sqlite3_database_file_object(name);
        if (!vault_is_encrypted(database)) return under(vfs)->xOpen(under(vfs), name, file, flags, given);
        vault_key *key = ((vault_file *)database)->key;
        int code = open_below(vfs, name, file, flags, given);
        if (code != SQLITE_OK) return code;
        __atomic_add_fetch(&key->uses, 1, __ATOMIC_RELAXED);
        return dress(file, key, flags & SQLITE_OPEN_WAL ? KIND_LOG : KIND_UNDO);
    }
    // What SQLite would sort or put aside in files of its own stays in memory on our connections; nothing in the clear is written in passing.
    if (flags & (SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_TRANSIENT_DB | SQLITE_OPEN_TEMP_JOURNAL | SQLITE_OPEN_SUBJOURNAL)) return SQLITE_CANTOPEN;
    return under(vfs)->xOpen(under(vfs), name, file, flags, given);
}

// ---- Everything else is the calls below ----

static int delete_file(sqlite3_vfs *vfs, const char *name, int synchronize) { return under(vfs)->xDelete(under(vfs), name, synchronize); }
static int has_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer) { return under(vfs)->xAccess(under(vfs), name, flags, answer); }
static int full_path(sqlite3_vfs *vfs, const char *name, int room, char *path) { return under(vfs)->xFullPathname(under(vfs), name, room, path); }
static int randomness(sqlite3_vfs *vfs, int count, char *bytes) { return under(vfs)->xRandomness(under(vfs), count, bytes); }
static int sleep_for(sqlite3_vfs *vfs, int microseconds) { return under(vfs)->xSleep(under(vfs), microseconds); }
static int current_time(sqlite3_vfs *vfs, double *day) { return under(vfs)->xCurrentTime(under(vfs), day); }
static int current_milliseconds(sqlite3_vfs *vfs, sqlite3_int64 *time) { return under(vfs)->xCurrentTimeInt64(under(vfs), time); }
static int last_error(sqlite3_vfs *vfs, int count, char *text) { return under(vfs)->xGetLastError ? under(vfs)->xGetLastError(under(vfs), count, text) : errno; }

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static layer *layers;

const char *vault_register(const char *below, vault_provider provider) {
    sqlite3_vfs *found = sqlite3_vfs_find(below);
    if (!found || found->iVersion < 2) return NULL;
    pthread_mutex_lock(&guard);
    layer *made = layers;
    while (made && strcmp(made->name + strlen("vault-"), found->zName) != 0) made = made->next;
    bool is_new = made == NULL;
    if (is_new) made = calloc(1, sizeof *made);
    if (made) {
        // Those below may have been taken away and others registered under their name.
        made->below = found;
        made->provider = provider;
        made->own.szOsFile = OWN_SIZE + found->szOsFile;
        made->own.mxPathname = found->mxPathname;
    }
    if (made && is_new) {
        snprintf(made->name, sizeof made->name, "vault-%s", found->zName);
        made->own.iVersion = 2;
        made->own.zName = made->name;
        made->own.xOpen = open_file;
        made->own.xDelete = delete_file;
        made->own.xAccess = has_access;
        made->own.xFullPathname = full_path;
        made->own.xRandomness = randomness;
        made->own.xSleep = sleep_for;
        made->own.xCurrentTime = current_time;
        made->own.xGetLastError = last_error;
        made->own.xCurrentTimeInt64 = current_milliseconds;
        made->next = layers;
        layers = made;
        sqlite3_vfs_register(&made->own, 0);
    }
    pthread_mutex_unlock(&guard);
    return made ? made->name : NULL;
}

// ---- What is asked of a file that is open ----

bool vault_is_encrypted(void *file) { return file && ((sqlite3_file *)file)->pMethods == &vault_methods; }

int vault_read_headers(void *file, unsigned char *headers) {
    int code = vault_read_below(file, headers, 2 * VAULT_SLOT, 0);
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

int vault_write_header(void *file, int slot, const unsigned char *header) {
    sqlite3_file *real = ((vault_file *)file)->real;
    int code = real->pMethods->xWrite(real, header, VAULT_SLOT, slot * VAULT_SLOT);
    return code == SQLITE_OK ? real->pMethods->xSync(real, SQLITE_SYNC_NORMAL) : code;
}

long vault_find_damage(void *file, long *pages, int most) {
    vault_file *self = file;
    sqlite3_int64 size = 0;
    if (vault_blocks_size(self, &size) != SQLITE_OK) return -1;
    int page_size = self->key->page_size;
    unsigned char *page = sqlite3_malloc(page_size);
    if (!page) return -1;
    long found = 0;
    for (sqlite3_int64 place = 0; place < size; place += page_size) {
        int code = self->own.pMethods->xRead(&self->own, page, page_size, place);
        if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) continue;
        if (code != SQLITE_IOERR_DATA) {
            found = -1;
            break;
        }
        if (found < most) pages[found] = (long)(place / page_size) + 1;
        found++;
    }
    vault_wipe(page, (size_t)page_size);
    sqlite3_free(page);
    return found;
}

/// A descriptor to read from, and what came of it.
typedef struct {
    int descriptor;
    long got;
} source;

static int read_descriptor(void *context, void *bytes, int count, sqlite3_int64 place) {
    source *from = context;
    ssize_t got = pread(from->descriptor, bytes, (size_t)count, place);
    if (got < 0) return SQLITE_IOERR_READ;
    if (got == count) return SQLITE_OK;
    memset((char *)bytes + got, 0, (size_t)(count - got));
    return SQLITE_IOERR_SHORT_READ;
}

long vault_read_log(void *database, int descriptor, void *bytes, size_t count, long long place) {
    if (!vault_is_encrypted(database)) return pread(descriptor, bytes, count, place);
    vault_key *key = ((vault_file *)database)->key;
    unsigned char *sealed = sqlite3_malloc(key->page_size + BLOCK + 4 * SEAL);
    if (!sealed) return -1;
    source from = {.descriptor = descriptor};
    vault_log log = {.key = key, .read = read_descriptor, .context = &from, .sealed = sealed};
    int code = SQLITE_IOERR_AUTH;
    if (vault_key_hold(key)) {
        code = vault_log_read(&log, bytes, (int)count, place);
        vault_key_release();
    }
    sqlite3_free(sealed);
    // What was altered among what counts is the end here; SQLite will tell of it.
    if (code == SQLITE_IOERR_SHORT_READ) return 0;
    return code == SQLITE_OK || code == SQLITE_IOERR_DATA ? (long)count : -1;
}
