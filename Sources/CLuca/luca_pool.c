// Lua's allocator: free lists for the small blocks that scripts make by the million, the C library for the rest, and a limit over all.
#include <malloc.h>
#include <stdlib.h>
#include "luca_internal.h"

enum {
    CLASS_BYTES = 16,
    CLASS_COUNT = 16,                       // blocks of up to 256 bytes
    SMALL_LIMIT = CLASS_BYTES * CLASS_COUNT,
    SLAB_BYTES = 64 * 1024,
};

typedef struct free_block { struct free_block *next; } free_block;
typedef struct slab { struct slab *next; size_t padding; char bytes[]; } slab;

struct luca_pool {
    free_block *lists[CLASS_COUNT];
    char *cursor, *end;
    slab *slabs;
    size_t used;
    size_t most;                            // what Lua may hold: the limit, or all there is
    bool failing;                           // for tests: after `successes` more growths, `failures` of them fail
    int64_t successes, failures;
    bool has_failed;
};

struct luca_pool *luca_pool_create(size_t limit) {
    struct luca_pool *pool = calloc(1, sizeof *pool);
    if (pool) luca_pool_limit(pool, limit);
    return pool;
}

size_t luca_pool_used(const struct luca_pool *pool) { return pool->used; }

void luca_pool_destroy(struct luca_pool *pool) {
    for (slab *s = pool->slabs; s;) {
        slab *next = s->next;
        free(s);
        s = next;
    }
    free(pool);
}

size_t luca_pool_most(const struct luca_pool *pool) { return pool->most == SIZE_MAX ? 0 : pool->most; }
void luca_pool_limit(struct luca_pool *pool, size_t limit) { pool->most = limit ? limit : SIZE_MAX; }

void luca_pool_fail_after(struct luca_pool *pool, int64_t count, int64_t failures) {
    pool->failing = count >= 0;
    pool->successes = count;
    pool->failures = failures;
    if (count >= 0) pool->has_failed = false;
}

bool luca_pool_has_failed(const struct luca_pool *pool) { return pool->has_failed; }

static bool fails_now(struct luca_pool *pool) {
    if (pool->successes-- > 0) return false;
    if (pool->failures-- <= 0) return false;
    pool->has_failed = true;
    return true;
}

static inline bool is_small(size_t size) { return size <= SMALL_LIMIT; }
static inline size_t class_of(size_t size) { return (size - 1) / CLASS_BYTES; }

// Takes a block off a slab, or off a new one.
static void *slab_new(struct luca_pool *pool, size_t class) {
    size_t bytes = (class + 1) * CLASS_BYTES;
    if ((size_t)(pool->end - pool->cursor) < bytes) {
        slab *fresh = malloc(SLAB_BYTES);
        if (!fresh) return NULL;
        // What is left of the old slab goes to the list of its size.
        if (pool->cursor != pool->end) {
            free_block *rest = (free_block *)pool->cursor;
            size_t rest_class = (size_t)(pool->end - pool->cursor) / CLASS_BYTES - 1;
            rest->next = pool->lists[rest_class];
            pool->lists[rest_class] = rest;
        }
        fresh->next = pool->slabs;
        pool->slabs = fresh;
        pool->cursor = fresh->bytes;
        pool->end = (char *)fresh + SLAB_BYTES;
    }
    void *result = pool->cursor;
    pool->cursor += bytes;
    return result;
}

static inline void *small_new(struct luca_pool *pool, size_t size) {
    free_block *block = pool->lists[class_of(size)];
    if (!block) return slab_new(pool, class_of(size));
    pool->lists[class_of(size)] = block->next;
    return block;
}

static inline void small_free(struct luca_pool *pool, void *block, size_t size) {
    ((free_block *)block)->next = pool->lists[class_of(size)];
    pool->lists[class_of(size)] = block;
}

static inline void *block_new(struct luca_pool *pool, size_t size) { return is_small(size) ? small_new(pool, size) : malloc(size); }

static inline void block_free(struct luca_pool *pool, void *block, size_t size) {
    if (is_small(size)) small_free(pool, block, size);
    else free(block);
}

static void *move_block(struct luca_pool *pool, void *block, size_t old_size, size_t new_size) {
    if (is_small(old_size) && is_small(new_size) && class_of(old_size) == class_of(new_size)) return block;
    if (!is_small(old_size) && !is_small(new_size)) return realloc(block, new_size);
    void *fresh = block_new(pool, new_size);
    if (!fresh) return new_size <= old_size ? block : NULL;   // Lua relies on shrinking to succeed
    memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    block_free(pool, block, old_size);
    return fresh;
}

// Whether Lua may hold so much more.
static inline bool may_grow(struct luca_pool *pool, size_t growth) {
    return pool->used + growth <= pool->most && !(pool->failing && fails_now(pool));
}

static void *refused(void) {
    luca_note_refusal();
    return NULL;
}

// All but the two ways that are taken millions of times.
__attribute__((noinline)) static void *allocate_otherwise(struct luca_pool *pool, void *block, size_t old_size, size_t new_size) {
    if (new_size == 0) {
        if (!block) return NULL;
        pool->used -= old_size;
        block_free(pool, block, old_size);
        return NULL;
    }
    void *result;
    if (!block) {
        old_size = 0;   // Lua passes the kind of the new object here
        if (!may_grow(pool, new_size)) return refused();
        result = block_new(pool, new_size);
    } else {
        if (new_size > old_size && !may_grow(pool, new_size - old_size)) return refused();
        result = move_block(pool, block, old_size, new_size);
    }
    if (!result) return refused();
    pool->used += new_size - old_size;
    return result;
}

void *luca_allocate(void *context, void *block, size_t old_size, size_t new_size) {
    struct luca_pool *pool = context;
    if (!block && new_size - 1 < SMALL_LIMIT) {
        free_block *found = pool->lists[class_of(new_size)];
        if (found && pool->used + new_size <= pool->most && !pool->failing) {
            pool->lists[class_of(new_size)] = found->next;
            pool->used += new_size;
            return found;
        }
    } else if (new_size == 0 && block && is_small(old_size)) {
        pool->used -= old_size;
        small_free(pool, block, old_size);
        return NULL;
    }
    return allocate_otherwise(pool, block, old_size, new_size);
}

// MARK: the memory of the process

void luca_keep_freed_memory(void) {
    enum { LARGEST_KEPT = 4 << 20, MOST_KEPT = 8 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
    mallopt(M_TRIM_THRESHOLD, MOST_KEPT);
}
