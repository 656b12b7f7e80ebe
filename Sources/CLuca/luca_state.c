// A state's life, its limits, and how a running script is stopped.
#define _POSIX_C_SOURCE 200809L   // clock_gettime
#include "luca_internal.h"
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static volatile sig_atomic_t interrupt_pending;

void luca_interrupt(void) { interrupt_pending = 1; }
void luca_interrupt_clear(void) { interrupt_pending = 0; }
bool luca_interrupt_pending(void) { return interrupt_pending != 0; }

void luca_interrupt_state(luca_state *state) { __atomic_store_n(&state->interrupt_asked, 1, __ATOMIC_RELAXED); }

int64_t luca_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

luca_state *luca_state_of(lua_State *L) { return state_of(L); }

void luca_check_stop(lua_State *L, luca_state *state) {
    if (state->stop == LUCA_RUNNING) return;
    luca_value error = state->host.stopped(state->host.context, state->stop);
    luca_raise(L, state, error);
}

void luca_caught(lua_State *L, luca_state *state, int status) {
    luca_deepen(state, NULL);
    if (status == LUA_ERRMEM && state->stop == LUCA_RUNNING) state->stop = LUCA_MEMORY_SPENT;
    luca_check_stop(L, state);
}

// Whether something asks the script to stop, after so many more instructions of it.
static bool stop_is_due(luca_state *state, int64_t instructions) {
    if (state->stop != LUCA_RUNNING) return true;
    if (interrupt_pending) {
        interrupt_pending = 0;
        state->stop = LUCA_INTERRUPTED;
    } else if (__atomic_load_n(&state->interrupt_asked, __ATOMIC_RELAXED)) {
        __atomic_store_n(&state->interrupt_asked, 0, __ATOMIC_RELAXED);
        state->stop = LUCA_INTERRUPTED;
    } else if (state->deadline && luca_monotonic() > state->deadline) {
        state->stop = LUCA_DEADLINE_PASSED;
    } else if (state->instructions >= 0 && (state->instructions -= instructions) < 0) {
        state->instructions = 0;
        state->stop = LUCA_INSTRUCTIONS_SPENT;
    }
    return state->stop != LUCA_RUNNING;
}

// Runs in whatever coroutine is executing. Once a stop is due it fires at every instruction, so that nothing a script does holds it off.
static void limit_hook(lua_State *L, lua_Debug *record) {
    (void)record;
    luca_state *state = state_of(L);
    int every = lua_gethookcount(L);
    if (stop_is_due(state, every)) {
        if (every != 1) lua_sethook(L, limit_hook, LUA_MASKCOUNT, 1);
        luca_check_stop(L, state);
    }
    // A coroutine that outlived a stop.
    if (every == 1) lua_sethook(L, limit_hook, LUA_MASKCOUNT, LUCA_HOOK_INSTRUCTIONS);
}

// Outside every protected call there is nobody to tell; the host never lets it come to this.
static int panic(lua_State *L) {
    const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error outside a protected call";
    fprintf(stderr, "luca: internal error: %s\n", message);
    return 0;
}

static int open_state(lua_State *L) {
    luca_state *state = lua_touserdata(L, 1);
    luca_open_libraries(L, state);
    luca_view_open(L, state);
    return 0;
}

luca_state *luca_state_create(luca_host host, size_t memory_limit, bool sandboxed) {
    luca_state *state = calloc(1, sizeof *state);
    if (!state) return NULL;
    state->host = host;
    state->instructions = -1;
    state->sandboxed = sandboxed;
    state->pool = luca_pool_create(memory_limit);
    state->L = state->pool ? lua_newstate(luca_allocate, state->pool) : NULL;
    if (!state->L) {
        if (state->pool) luca_pool_destroy(state->pool);
        free(state);
        return NULL;
    }
    state->current = state->L;
    *(luca_state **)lua_getextraspace(state->L) = state;
    lua_atpanic(state->L, panic);
    // Set before any coroutine exists: a coroutine copies the hook of the thread that makes it.
    lua_sethook(state->L, limit_hook, LUA_MASKCOUNT, LUCA_HOOK_INSTRUCTIONS);
    if (luca_protect(state->L, open_state, state, 0) != LUA_OK) {
        luca_state_destroy(state);
        return NULL;
    }
    return state;
}

void luca_state_destroy(luca_state *state) {
    state->dying = true;
    lua_close(state->L);
    luca_pool_destroy(state->pool);
    free(state->arena);
    free(state->stream);
    free(state->traceback);
    free(state->deeper);
    free(state);
}

size_t luca_memory_used(const luca_state *state) { return luca_pool_used(state->pool); }
void luca_memory_limit(luca_state *state, size_t bytes) { luca_pool_limit(state->pool, bytes); }

static int collect(lua_State *L) {
    lua_gc(L, LUA_GCCOLLECT);
    return 0;
}

void luca_collect(luca_state *state) {
    luca_protect(state->current, collect, NULL, 0);
}

void luca_memory_fail_after(luca_state *state, int64_t count, int64_t failures) { luca_pool_fail_after(state->pool, count, failures); }
bool luca_memory_has_failed(const luca_state *state) { return luca_pool_has_failed(state->pool); }

int luca_protect(lua_State *L, lua_CFunction function, void *value, int results) {
    if (!lua_checkstack(L, 8)) return LUA_ERRMEM;
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, value);
    int status = lua_pcall(L, 1, results, 0);
    if (status != LUA_OK) lua_pop(L, 1);
    return status;
}
