// How a running script is stopped: by the keyboard, another thread, a deadline, a count of instructions.
//
// A hook costs every instruction of a script its own time again. So a script runs without one unless it has a deadline or a count; an
// interrupt puts the hook in when it comes, from a signal handler on the very thread that runs the script, as Lua's own shell does.
#define _POSIX_C_SOURCE 200809L   // clock_gettime, pthread_kill
#include "luca_internal.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

// Sent from one thread to the one that runs a script; ignored by default, and by everything else.
enum { NUDGE = SIGURG };

static volatile sig_atomic_t interrupt_pending;
static _Thread_local luca_state *volatile thread_state;   // whose script this thread runs
static pthread_t runner;                                  // the thread that last began to run one
static volatile sig_atomic_t is_running;

int64_t luca_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

luca_state *luca_thread_state(void) { return thread_state; }

// Reads the running functions and takes no memory itself.
void luca_note_refusal(void) {
    luca_state *state = thread_state;
    if (state) state->refusal_line = luca_position(state->running, 0, state->refusal_chunk, sizeof state->refusal_chunk);
}

// MARK: asking

static bool is_asked(const luca_state *state) { return !state->is_steady && (interrupt_pending || __atomic_load_n(&state->interrupt_asked, __ATOMIC_RELAXED)); }

static void limit_hook(lua_State *L, lua_Debug *record);

// Runs in signal handlers: Lua lets a hook be set there.
static void hook_now(luca_state *state) { lua_sethook(state->running, limit_hook, LUA_MASKCOUNT, 1); }

static void nudged(int signal) {
    (void)signal;
    luca_state *state = thread_state;
    if (state && is_asked(state)) hook_now(state);
}

void luca_interrupt(void) {
    interrupt_pending = 1;
    if (thread_state) hook_now(thread_state);
    else if (is_running) pthread_kill(runner, NUDGE);
}

void luca_interrupt_state(luca_state *state) {
    __atomic_store_n(&state->interrupt_asked, 1, __ATOMIC_RELAXED);
    if (thread_state == state) hook_now(state);
    else if (__atomic_load_n(&state->has_runner, __ATOMIC_ACQUIRE)) pthread_kill((pthread_t)state->runner, NUDGE);
}

void luca_interrupt_clear(void) { interrupt_pending = 0; }
void luca_interrupt_forget(luca_state *state) { __atomic_store_n(&state->interrupt_asked, 0, __ATOMIC_RELAXED); }
bool luca_interrupt_pending(void) { return interrupt_pending != 0; }
bool luca_interrupt_is_asked(const luca_state *state) { return is_asked(state); }

void luca_interrupt_receive(luca_state *state) {
    // What stops this script alone takes no Ctrl-C with it, which may be meant for more than the script.
    if (!__atomic_exchange_n(&state->interrupt_asked, 0, __ATOMIC_RELAXED)) interrupt_pending = 0;
}

// MARK: watching

// How often the hook must look: at every instruction once a stop is due, now and then where there is a limit, else never.
static int wanted_hook(const luca_state *state) {
    if (state->stop != LUCA_RUNNING || is_asked(state)) return 1;
    return state->deadline || state->instructions >= 0 ? LUCA_HOOK_INSTRUCTIONS : 0;
}

void luca_watch(luca_state *state) {
    lua_State *L = state->running;
    // A signal may have put the hook in while it was being taken out.
    for (int every; (every = wanted_hook(state)) != lua_gethookcount(L);) lua_sethook(L, every ? limit_hook : NULL, LUA_MASKCOUNT, every);
}

lua_State *luca_switch(luca_state *state, lua_State *to) {
    lua_State *from = state->running;
    state->running = to;
    atomic_signal_fence(memory_order_seq_cst);   // from here on a signal finds the new thread
    luca_watch(state);
    return from;
}

// Threads of a pool may come with every signal blocked.
static void allow_nudges(void) {
    static _Thread_local bool is_allowed;
    if (is_allowed) return;
    sigset_t nudge;
    sigemptyset(&nudge);
    sigaddset(&nudge, NUDGE);
    is_allowed = pthread_sigmask(SIG_UNBLOCK, &nudge, NULL) == 0;
}

void luca_begin(luca_state *state) {
    allow_nudges();
    state->stop = LUCA_RUNNING;   // a finaliser may have been stopped since
    state->outer = thread_state;
    runner = pthread_self();
    state->runner = (uintptr_t)runner;
    __atomic_store_n(&state->has_runner, true, __ATOMIC_RELEASE);
    thread_state = state;
    is_running = 1;
    luca_watch(state);
}

void luca_end(luca_state *state) {
    __atomic_store_n(&state->has_runner, false, __ATOMIC_RELEASE);
    thread_state = state->outer;
    is_running = state->outer != NULL;
    state->stop = LUCA_RUNNING;
    luca_watch(state);
    // An interrupt that came meanwhile found this state, and may have been meant for that which goes on.
    if (state->outer) luca_watch(state->outer);
}

void luca_listen(void) {
    static atomic_flag is_listening = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&is_listening)) return;
    struct sigaction found;
    // Somebody else's use of the signal is left alone; then only the script's own thread can interrupt it.
    if (sigaction(NUDGE, NULL, &found) != 0 || found.sa_handler != SIG_DFL) return;
    struct sigaction action = {.sa_handler = nudged, .sa_flags = SA_RESTART};
    sigaction(NUDGE, &action, NULL);
}

// MARK: stopping

// Whether something asks the script to stop, after so many more instructions of it.
static bool stop_is_due(luca_state *state, int64_t instructions) {
    if (state->stop != LUCA_RUNNING) return true;
    if (is_asked(state)) {
        luca_interrupt_receive(state);
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
    bool is_due = stop_is_due(state, lua_gethookcount(L));
    luca_watch(state);
    if (is_due) luca_check_stop(L, state);
}

void luca_check_stop(lua_State *L, luca_state *state) {
    if (state->stop == LUCA_RUNNING) return;
    luca_watch(state);
    if (state->dying) luaL_error(L, "stopped");   // a finaliser at the very end: the host is gone
    luca_value error = state->host.stopped(state->host.context, state->stop);
    luca_raise(L, state, error);
}

void luca_look(lua_State *L, int64_t instructions) {
    luca_state *state = state_of(L);
    if (stop_is_due(state, instructions)) luca_check_stop(L, state);
}

void luca_caught(lua_State *L, luca_state *state, int status) {
    luca_deepen(state, NULL);
    if (status == LUA_ERRMEM && state->stop == LUCA_RUNNING) state->stop = LUCA_MEMORY_SPENT;
    luca_check_stop(L, state);
}
