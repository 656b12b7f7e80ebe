// What SQLite calls on an encrypted file: what concerns its bytes goes through the sealing, all else to the system's file below.
#include "internal.h"

static vault_file *own(sqlite3_file *file) { return (vault_file *)file; }

static sqlite3_file *below(sqlite3_file *file) { return own(file)->real; }

int vault_read_below(void *file, void *bytes, int count, sqlite3_int64 place) {
    sqlite3_file *real = below(file);
    return real->pMethods->xRead(real, bytes, count, place);
}

static int close_file(sqlite3_file *file) {
    vault_file *self = own(file);
    int code = self->real->pMethods ? self->real->pMethods->xClose(self->real) : SQLITE_OK;
    if (self->open) vault_wipe(self->open, (size_t)self->key->page_size + BLOCK);
    sqlite3_free(self->open);
    sqlite3_free(self->sealed);
    vault_key_drop(self->key);
    return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 place) {
    vault_file *self = own(file);
    if (!vault_key_hold(self->key)) return SQLITE_IOERR_AUTH;
    vault_log log = {.key = self->key, .read = vault_read_below, .context = file, .sealed = self->sealed, .salts = self->salts};
    int code = self->kind == KIND_LOG ? vault_log_read(&log, bytes, count, place) : vault_blocks_read(self, bytes, count, place);
    vault_key_release();
    return code;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
    if (!vault_key_hold(own(file)->key)) return SQLITE_IOERR_AUTH;
    int code = own(file)->kind == KIND_LOG ? vault_log_write(own(file), bytes, count, place) : vault_blocks_write(own(file), bytes, count, place);
    vault_key_release();
    return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    if (!vault_key_hold(own(file)->key)) return SQLITE_IOERR_AUTH;
    int code = own(file)->kind == KIND_LOG ? vault_log_truncate(own(file), size) : vault_blocks_truncate(own(file), size);
    vault_key_release();
    return code;
}

static int sync_file(sqlite3_file *file, int flags) { return below(file)->pMethods->xSync(below(file), flags); }

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return own(file)->kind == KIND_LOG ? vault_log_size(own(file), size) : vault_blocks_size(own(file), size);
}

static int lock(sqlite3_file *file, int level) { return below(file)->pMethods->xLock(below(file), level); }

static int unlock(sqlite3_file *file, int level) { return below(file)->pMethods->xUnlock(below(file), level); }

static int check_reserved(sqlite3_file *file, int *held) { return below(file)->pMethods->xCheckReservedLock(below(file), held); }

static int control(sqlite3_file *file, int what, void *argument) {
    switch (what) {
    // Sizes are those of the pages as SQLite knows them, not of the file.
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
        return SQLITE_OK;
    case SQLITE_FCNTL_MMAP_SIZE:
        *(sqlite3_int64 *)argument = 0;
        return SQLITE_OK;
    // Several pages are never written as one.
    case SQLITE_FCNTL_BEGIN_ATOMIC_WRITE:
    case SQLITE_FCNTL_COMMIT_ATOMIC_WRITE:
    case SQLITE_FCNTL_ROLLBACK_ATOMIC_WRITE:
    case SQLITE_FCNTL_SIZE_LIMIT:
        return SQLITE_NOTFOUND;
    default:
        return below(file)->pMethods->xFileControl(below(file), what, argument);
    }
}

static int sector_size(sqlite3_file *file) { return below(file)->pMethods->xSectorSize(below(file)); }

static int characteristics(sqlite3_file *file) {
    int kept = SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN | SQLITE_IOCAP_IMMUTABLE;
    return below(file)->pMethods->xDeviceCharacteristics(below(file)) & kept;
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return below(file)->pMethods->xShmMap(below(file), region, size, extend, memory);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags) { return below(file)->pMethods->xShmLock(below(file), offset, count, flags); }

static void shm_barrier(sqlite3_file *file) { below(file)->pMethods->xShmBarrier(below(file)); }

static int shm_unmap(sqlite3_file *file, int remove) { return below(file)->pMethods->xShmUnmap(below(file), remove); }

// Version 2 has the shared index of the log, and no mapping of the file into memory.
const sqlite3_io_methods vault_methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock,
    .xUnlock = unlock,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};
