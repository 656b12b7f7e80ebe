// A state's life, and the limits of its memory.
#include "luca_internal.h"
#include <stdlib.h>

luca_state *luca_state_of(lua_State *L) { return state_of(L); }

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
    state->running = state->L;
    luca_listen();
    *(luca_state **)lua_getextraspace(state->L) = state;
    lua_atpanic(state->L, panic);
    if (luca_protect(state->L, open_state, state, 0) != LUA_OK) {
        luca_state_destroy(state);
        return NULL;
    }
    return state;
}

void luca_state_destroy(luca_state *state) {
    state->dying = true;
    state->keeps_files |= state->has_kept_files;
    lua_close(state->L);
    luca_pool_destroy(state->pool);
    free(state->arena);
    free(state->stream);
    free(state->traceback);
    free(state->deeper);
    free(state->error_text);
    free(state->names);
    free(state->script_folder);
    free(state);
}

size_t luca_memory_used(const luca_state *state) { return luca_pool_used(state->pool); }
void luca_memory_limit(luca_state *state, size_t bytes) { luca_pool_limit(state->pool, bytes); }

static int collect(lua_State *L) {
    lua_gc(L, LUA_GCCOLLECT);
    return 0;
}

void luca_collect(luca_state *state) {
    // Finalisers run, and are to be stopped like any script.
    bool is_outermost = state->depth++ == 0;
    if (is_outermost) luca_begin(state);
    luca_protect(state->running, collect, NULL, 0);
    state->depth--;
    if (is_outermost) luca_end(state);
}

void luca_owe(luca_state *state, size_t bytes) { state->owed = state->owed > SIZE_MAX - bytes ? SIZE_MAX : state->owed + bytes; }

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
