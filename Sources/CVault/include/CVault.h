#pragma once

// An encrypted SQLite database: a layer between SQLite and the system's files. README.md tells what lies where. A file is a `sqlite3_file` that SQLite has open.
#include <stdbool.h>
#include <stddef.h>

enum {
    VAULT_MAGIC = 16,     // bytes that an encrypted file begins with
    VAULT_SLOT = 4096,    // bytes of a header, of which a file has two
    VAULT_START = 8192,   // where the pages begin
    VAULT_ID = 16,        // bytes of the number that a file has and no other
    VAULT_SECRET = 32,    // bytes of a key
    VAULT_NONCE = 24,     // bytes drawn anew for each sealing
    VAULT_TAG = 16,       // bytes that tell whether what is sealed was altered
};

/// The bytes that an encrypted file begins with.
extern const unsigned char vault_magic[VAULT_MAGIC + 1];

// ---- libsodium, which is loaded when it is first needed ----

/// Loads the library; false where it is not there, or not as it should be. Each call behind this one works only after it has returned true.
bool vault_load_sodium(void);
/// The same by other names of the library, separated by blanks, for tests of a machine that has none; what was loaded before stays.
bool vault_can_load(const char *names);

/// Fills memory with random bytes.
void vault_random(void *bytes, size_t count);
/// Wipes memory in a way that no compiler leaves out.
void vault_wipe(void *bytes, size_t count);
/// Memory with guards around it that is kept out of the swap where the system allows it, and out of core files; null where there is none.
void *vault_allocate(size_t count);
/// Wipes such memory and gives it back.
void vault_release(void *bytes);
/// Whether two pieces of memory are the same, in a time that does not depend on what they hold.
bool vault_equal(const void *a, const void *b, size_t count);
/// BLAKE2b of a text under a key, which may be null with no bytes.
void vault_hash(unsigned char *out, size_t out_count, const void *text, size_t count, const void *key, size_t key_count);
/// Argon2id: a key from a passphrase. False where there is no memory for it.
bool vault_stretch(unsigned char *out, size_t out_count, const char *text, size_t count, const unsigned char salt[16], unsigned long long passes, size_t memory);
/// XChaCha20-Poly1305: writes a fresh nonce, the tag and the sealed bytes to `out`, which has room for 40 bytes more than there are.
void vault_seal(unsigned char *out, const void *text, size_t count, const void *bound, size_t bound_count, const unsigned char *key);
/// Opens what was sealed; false where a bit of it, of what it is bound to or of the key is another.
bool vault_unseal(void *text, const unsigned char *sealed, size_t count, const void *bound, size_t bound_count, const unsigned char *key);

// ---- The keys of a file ----

/// What one file is sealed with, shared by its connections.
typedef struct vault_key vault_key;

/// Derives the keys of the file that has a number from the key of its book; null where there is no memory. It is the caller's, who lets go of it.
vault_key *vault_key_make(const unsigned char secret[VAULT_SECRET], const unsigned char book[VAULT_ID], const unsigned char id[VAULT_ID], int page_size);
/// Lets go of a key; with the last, it is wiped.
void vault_key_drop(vault_key *key);

/// Wipes the keys of all files that are open: until they are derived anew, reading and writing them fails.
void vault_keys_rest(void);
/// Derives the keys of the open files of a book anew from its key.
void vault_keys_wake(const unsigned char secret[VAULT_SECRET], const unsigned char book[VAULT_ID]);

// ---- The layer ----

/// Looks for the key of an encrypted file.
///
/// It is handed both headers, each of VAULT_SLOT bytes, and answers with SQLite's code: SQLITE_OK with a key, which the layer takes over, or what opening fails with.
typedef int (*vault_provider)(const unsigned char *headers, vault_key **key);

/// Registers the layer over the system calls of a name, null for the usual ones; returns the layer's own name, or null where there are no such calls.
///
/// A plain file is opened as if there were no layer.
const char *vault_register(const char *below, vault_provider provider);

/// The headers of the file that this thread last opened in vain since the provider had no key, of 2 * VAULT_SLOT bytes; null where it was opened, or was none.
const unsigned char *vault_refused_headers(void);
/// Whether SQLite has this file open as an encrypted one.
bool vault_is_encrypted(void *file);
/// Reads both headers of an encrypted file that is open; returns SQLite's code.
int vault_read_headers(void *file, unsigned char *headers);
/// Writes a header of an encrypted file that is open, the first or the second, and has it reach the disk.
int vault_write_header(void *file, int slot, const unsigned char *header);
/// How many pages an encrypted file has whose bytes are not as they were written, and the numbers of the first of them; negative where it cannot be read.
long vault_find_damage(void *file, long *pages, int most);
/// Reads the write-ahead log of a database that is open from a descriptor, as SQLite would read it: what is not as it was written is zeros.
///
/// Returns how many bytes were read, fewer at the end; negative where the system failed.
long vault_read_log(void *database, int descriptor, void *bytes, size_t count, long long place);
