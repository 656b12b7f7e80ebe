#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include "luca_value.h"

/// Why a running script is being stopped.
typedef enum luca_stop : int32_t {
    LUCA_RUNNING,
    LUCA_INTERRUPTED,        ///< Ctrl-C
    LUCA_DEADLINE_PASSED,
    LUCA_INSTRUCTIONS_SPENT,
    LUCA_MEMORY_SPENT,
} luca_stop;

/// How many kinds of value and object a state can know.
enum { LUCA_TYPE_LIMIT = 64 };

/// What the host does for a state. Every callback returns before C goes on; none may call a Lua function that raises.
typedef struct luca_host {
    void *context;
    /// Releases an object that Lua or a value on its way out held.
    void (*release)(void *context, uint64_t object);
    /// Writes what `print` prints.
    void (*write)(void *context, const char *bytes, size_t length);
    /// Makes the error for a global that nobody defined; the value is raised.
    luca_value (*unknown_global)(void *context, lua_State *L, const char *name, size_t length);
    /// Makes the error that stops a script.
    luca_value (*stopped)(void *context, luca_stop reason);
    /// Makes the error for a function of Lua's own libraries that would change a file or run a program while `keeps_files` is set. `path` is
    /// NULL where none is named.
    luca_value (*refused)(void *context, lua_State *L, const char *function, const char *path, size_t length);
    /// Makes the error where a function of Lua's own libraries is not to open, move or remove a file; nil where it may. `path` is as the
    /// system gets it, and need be no UTF-8.
    luca_value (*opening)(void *context, lua_State *L, const char *path, bool writes);
    /// A text as it may go to a terminal, as `luca_text` gives it.
    luca_value (*shown)(void *context, const char *text, size_t length);
    /// Finds the text of a module of the host's own library, as `luca_text` gives it; nil where there is none of that name.
    luca_value (*module)(void *context, const char *name, size_t length);
} luca_host;

/// A Lua state with its allocator, its limits and its border. Read the fields, change them through the functions.
typedef struct luca_state {
    lua_State *L;
    /// The Lua thread whose code runs; the main one outside every call.
    lua_State *volatile running;
    luca_host host;
    struct luca_pool *pool;

    // Limits. `luca_watch` after a change.
    luca_stop stop;
    luca_stop reason;           ///< `stop` as the last call of the host ended
    int interrupt_asked;        ///< by `luca_interrupt_state`
    bool is_steady;             ///< what asks it to stop waits until its script has ended: one of the program's own, which is short
    bool has_runner;
    uintptr_t runner;           ///< the system's thread that runs a script of this state
    struct luca_state *outer;   ///< the state whose script called this one's, on the same thread
    int64_t deadline;           ///< monotonic nanoseconds; 0 for none
    int64_t instructions;       ///< left to run; negative for no limit
    int32_t depth;              ///< host calls into Lua that have not returned
    int32_t closing;            ///< nested coroutine.close calls

    // Values on their way out: strings in the arena, everything but single results in the stream.
    char *arena;
    size_t arena_used, arena_size;
    luca_value *stream;
    size_t stream_used, stream_size;

    // Where the script was when memory was refused the last time; a line of 0 where that is not known.
    char refusal_chunk[64];
    int32_t refusal_line;

    size_t owed;                ///< by `luca_owe`, since the last collection for it

    int metatables[LUCA_TYPE_LIMIT];
    bool is_object[LUCA_TYPE_LIMIT];
    bool tabular[LUCA_TYPE_LIMIT];  ///< objects whose box's `hi` is a `luca_view`
    int type_count;
    uint16_t row_type;
    char *traceback;            ///< of the last error that reached the host; NULL for none
    char *deeper;               ///< of the error being raised, from where it first happened; NULL for none
    char *error_text;           ///< of the last error that reached the host, if it is a table with `__tostring`; NULL for none
    char *names;                ///< within reach of the last error: each a letter (`t` a table, `l` another variable, `k` a key of that table), the name, and a NUL
    size_t names_used;
    char *script_folder;        ///< where the running script stands; NULL for none
    bool keeps_files;           ///< Lua's own functions change no files and run no programs
    bool has_kept_files;        ///< it was so at some time: finalisers that run as the state is closed change none either
    bool changes_all_text;      ///< what goes to a terminal is given to `shown` whatever it holds
    bool sandboxed;
    bool dying;                 ///< being closed: finalisers run, the host is called no more
} luca_state;

/// Makes a state; NULL where memory is out. `memory_limit` in bytes, 0 for none. `sandboxed` leaves out all that reaches files or processes.
luca_state *luca_state_create(luca_host host, size_t memory_limit, bool sandboxed);
/// Closes a state and frees all it held.
void luca_state_destroy(luca_state *state);

/// Bytes that Lua holds now.
size_t luca_memory_used(const luca_state *state);
/// Sets the limit of Lua's memory in bytes; 0 for none.
void luca_memory_limit(luca_state *state, size_t bytes);
/// For tests: the allocations after the next `count` fail, `failures` of them; a negative count lets all succeed again.
void luca_memory_fail_after(luca_state *state, int64_t count, int64_t failures);
/// Whether some of those allocations have failed already.
bool luca_memory_has_failed(const luca_state *state);
/// Has the C library keep what is freed, up to some megabytes, for what is asked for next. A question makes and frees arrays of some hundred thousand bytes
/// one after another; given back to the system each time, their memory would be cleared and mapped anew a page at a time.
void luca_keep_freed_memory(void);
/// Notes bytes that the host holds for an object it is about to hand out, which Lua's collector knows nothing of. Where they add up, the next
/// call that hands out an object collects what scripts no longer hold.
void luca_owe(luca_state *state, size_t bytes);
/// Runs a full collection; a finaliser's error is a warning to Lua and never gets here.
void luca_collect(luca_state *state);

/// Asks whatever Lua code is running to stop, or that which runs next. Safe in a signal handler.
void luca_interrupt(void);
/// Asks the script of one state to stop, from any thread.
void luca_interrupt_state(luca_state *state);
/// Takes an interrupt back that nothing was there to receive.
void luca_interrupt_clear(void);
/// Takes back what `luca_interrupt_state` asked of this state.
void luca_interrupt_forget(luca_state *state);
/// Whether an interrupt waits to be received.
bool luca_interrupt_pending(void);
/// Whether one waits for this state, by either of the two ways; may be called from any thread.
bool luca_interrupt_is_asked(const luca_state *state);
/// Receives what waits for this state, one at a time: what `luca_interrupt_state` asked, else Ctrl-C.
void luca_interrupt_receive(luca_state *state);
/// Puts the hook in, or takes it out, as the limits now ask.
void luca_watch(luca_state *state);
/// Nanoseconds of the clock that deadlines are told in.
int64_t luca_monotonic(void);

/// The state that a Lua thread belongs to.
luca_state *luca_state_of(lua_State *L);
