// The calls of libsodium that are used here. It is loaded when an encrypted book is first met, so that a start of the program without one costs nothing.
#define _DEFAULT_SOURCE   // strtok_r
#include "internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

typedef unsigned long long length;

static struct {
    int (*init)(void);
    void (*random)(void *, size_t);
    void (*wipe)(void *, size_t);
    void *(*allocate)(size_t);
    void (*release)(void *);
    int (*compare)(const void *, const void *, size_t);
    int (*hash)(unsigned char *, size_t, const unsigned char *, length, const unsigned char *, size_t);
    int (*stretch)(unsigned char *, length, const char *, length, const unsigned char *, length, size_t, int);
    int (*seal)(
        unsigned char *, unsigned char *, length *, const unsigned char *, length, const unsigned char *, length, const unsigned char *, const unsigned char *,
        const unsigned char *);
    int (*unseal)(
        unsigned char *, unsigned char *, const unsigned char *, length, const unsigned char *, const unsigned char *, length, const unsigned char *, const unsigned char *);
} sodium;

static const struct {
    const char *name;
    void **place;
} calls[] = {
    {"sodium_init", (void **)&sodium.init},
    {"randombytes_buf", (void **)&sodium.random},
    {"sodium_memzero", (void **)&sodium.wipe},
    {"sodium_malloc", (void **)&sodium.allocate},
    {"sodium_free", (void **)&sodium.release},
    {"sodium_memcmp", (void **)&sodium.compare},
    {"crypto_generichash", (void **)&sodium.hash},
    {"crypto_pwhash", (void **)&sodium.stretch},
    {"crypto_aead_xchacha20poly1305_ietf_encrypt_detached", (void **)&sodium.seal},
    {"crypto_aead_xchacha20poly1305_ietf_decrypt_detached", (void **)&sodium.unseal},
};

/// The second name of Argon2id in libsodium (`crypto_pwhash_ALG_ARGON2ID13`).
enum { ARGON2ID = 2 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;

static void *find_library(const char *names) {
    char list[256];
    snprintf(list, sizeof list, "%s", names);
    char *rest = NULL;
    for (char *name = strtok_r(list, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

bool vault_can_load(const char *names) {
    void *library = find_library(names);
    if (library) dlclose(library);
    return library != NULL;
}

bool vault_load_sodium(void) {
    pthread_mutex_lock(&guard);
    if (!is_loaded) {
        void *library = find_library("libsodium.so.23 libsodium.so.26 libsodium.so");
        bool has_all = library != NULL;
        for (size_t i = 0; has_all && i < sizeof calls / sizeof *calls; i++) {
            *calls[i].place = dlsym(library, calls[i].name);
            has_all = *calls[i].place != NULL;
        }
        is_loaded = has_all && sodium.init() >= 0;
        // From here on there are secrets: no core file, and no other program of the user looks into this one's memory.
        if (is_loaded) prctl(PR_SET_DUMPABLE, 0);
    }
    bool loaded = is_loaded;
    pthread_mutex_unlock(&guard);
    return loaded;
}

void vault_random(void *bytes, size_t count) { sodium.random(bytes, count); }

void vault_wipe(void *bytes, size_t count) { sodium.wipe(bytes, count); }

void *vault_allocate(size_t count) { return sodium.allocate(count); }

void vault_release(void *bytes) { sodium.release(bytes); }

bool vault_equal(const void *a, const void *b, size_t count) { return sodium.compare(a, b, count) == 0; }

void vault_hash(unsigned char *out, size_t out_count, const void *text, size_t count, const void *key, size_t key_count) {
    sodium.hash(out, out_count, text, count, key, key_count);
}

bool vault_stretch(unsigned char *out, size_t out_count, const char *text, size_t count, const unsigned char salt[16], unsigned long long passes, size_t memory) {
    return sodium.stretch(out, out_count, text, count, salt, passes, memory, ARGON2ID) == 0;
}

// Nonces are drawn many at once, since each drawing is a call of the system. A child that was forked draws its own.
static _Thread_local struct {
    unsigned char bytes[64 * VAULT_NONCE];
    size_t left;
    pid_t owner;
} nonces;

static void draw_nonce(unsigned char nonce[VAULT_NONCE]) {
    pid_t owner = getpid();
    if (nonces.left == 0 || nonces.owner != owner) {
        sodium.random(nonces.bytes, sizeof nonces.bytes);
        nonces.left = sizeof nonces.bytes;
        nonces.owner = owner;
    }
    nonces.left -= VAULT_NONCE;
    memcpy(nonce, nonces.bytes + nonces.left, VAULT_NONCE);
}

void vault_seal(unsigned char *out, const void *text, size_t count, const void *bound, size_t bound_count, const unsigned char *key) {
    draw_nonce(out);
    sodium.seal(out + SEAL, out + VAULT_NONCE, NULL, text, count, bound, bound_count, NULL, out, key);
}

bool vault_unseal(void *text, const unsigned char *sealed, size_t count, const void *bound, size_t bound_count, const unsigned char *key) {
    return sodium.unseal(text, NULL, sealed + SEAL, count, sealed + VAULT_NONCE, bound, bound_count, sealed, key) == 0;
}

// ---- The keys of a file ----

static const char *const purposes[] = {"luca pages", "luca log", "luca undo"};

static vault_key *keys;

// Held for reading by whoever seals or opens something, and for writing while keys are wiped or brought back.
static pthread_rwlock_t in_use = PTHREAD_RWLOCK_INITIALIZER;

bool vault_key_hold(const vault_key *key) {
    pthread_rwlock_rdlock(&in_use);
    if (!key->rests) return true;
    pthread_rwlock_unlock(&in_use);
    return false;
}

void vault_key_release(void) { pthread_rwlock_unlock(&in_use); }

static void derive(vault_key *key, const unsigned char secret[VAULT_SECRET]) {
    for (int i = 0; i < 3; i++) {
        unsigned char text[16 + VAULT_ID] = {0};
        memcpy(text, purposes[i], strlen(purposes[i]));
        memcpy(text + 16, key->id, VAULT_ID);
        vault_hash(key->pages + i * VAULT_SECRET, VAULT_SECRET, text, sizeof text, secret, VAULT_SECRET);
    }
    key->rests = false;
}

vault_key *vault_key_make(const unsigned char secret[VAULT_SECRET], const unsigned char book[VAULT_ID], const unsigned char id[VAULT_ID], int page_size) {
    vault_key *key = sqlite3_malloc(sizeof *key);
    if (!key) return NULL;
    unsigned char *memory = vault_allocate(3 * VAULT_SECRET);
    if (!memory) {
        sqlite3_free(key);
        return NULL;
    }
    *key = (vault_key){.uses = 1, .page_size = page_size, .pages = memory, .log = memory + VAULT_SECRET, .undo = memory + 2 * VAULT_SECRET};
    memcpy(key->book, book, VAULT_ID);
    memcpy(key->id, id, VAULT_ID);
    derive(key, secret);
    pthread_mutex_lock(&guard);
    key->next = keys;
    keys = key;
    pthread_mutex_unlock(&guard);
    return key;
}

void vault_key_drop(vault_key *key) {
    if (!key || __atomic_sub_fetch(&key->uses, 1, __ATOMIC_ACQ_REL) > 0) return;
    pthread_mutex_lock(&guard);
    vault_key **place = &keys;
    while (*place && *place != key) place = &(*place)->next;
    if (*place) *place = key->next;
    pthread_mutex_unlock(&guard);
    vault_release(key->pages);
    sqlite3_free(key);
}

void vault_keys_rest(void) {
    pthread_rwlock_wrlock(&in_use);
    pthread_mutex_lock(&guard);
    for (vault_key *key = keys; key; key = key->next) {
        key->rests = true;
        vault_wipe(key->pages, 3 * VAULT_SECRET);
    }
    pthread_mutex_unlock(&guard);
    pthread_rwlock_unlock(&in_use);
}

void vault_keys_wake(const unsigned char secret[VAULT_SECRET], const unsigned char book[VAULT_ID]) {
    pthread_rwlock_wrlock(&in_use);
    pthread_mutex_lock(&guard);
    for (vault_key *key = keys; key; key = key->next) {
        if (key->rests && memcmp(key->book, book, VAULT_ID) == 0) derive(key, secret);
    }
    pthread_mutex_unlock(&guard);
    pthread_rwlock_unlock(&in_use);
}

size_t vault_bind(unsigned char bound[BOUND], enum vault_part part, const vault_key *key, sqlite3_int64 number, const unsigned char *salts, const unsigned char *page) {
    bound[0] = (unsigned char)part;
    memcpy(bound + 1, key->id, VAULT_ID);
    for (int i = 0; i < 8; i++) bound[1 + VAULT_ID + i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
    if (!salts) return BOUND - 12;
    memcpy(bound + BOUND - 12, salts, 8);
    memcpy(bound + BOUND - 4, page, 4);
    return BOUND;
}
