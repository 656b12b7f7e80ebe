#pragma once
#include "luca_state.h"

/// Lua's macros, for Swift, which sees none.
static const int LUA_NOREF_NUMBER = LUA_NOREF;
static const int LUA_ERRMEM_NUMBER = LUA_ERRMEM;

/// Most parameters that a host function may have.
enum { LUCA_PARAMETER_LIMIT = 32 };

/// What a host function returns other than a count of results.
typedef enum luca_status : int32_t {
    LUCA_RAISE = -1,     ///< raise `result`
    LUCA_STREAMED = -2,  ///< the results are `results` values of the stream, from `stream_base` on
} luca_status;

/// A host function being called.
typedef struct luca_call {
    lua_State *L;
    luca_state *state;
    luca_value *arguments;
    int32_t count;              ///< arguments given, the receiver among them; with named ones, all parameters
    int32_t results;            ///< with LUCA_STREAMED
    bool named;                 ///< the arguments stood in one table
    luca_value unknown;         ///< a key of that table that is no parameter's name; nil if there is none
    luca_value result;
    size_t stream_base;
} luca_call;

/// The host's side of a function: 0, 1 (`call->result`) or a `luca_status`.
typedef int32_t (*luca_body)(void *context, luca_call *call);

/// A host function as C knows it. It must outlive the state.
typedef struct luca_function {
    const char *name;
    luca_body body;
    void *context;
    luca_state *state;
    const char *const *parameters;   ///< names, `parameter_count` of them
    int32_t parameter_count;
    bool takes_names;                ///< a sole table argument is read as named arguments
    int32_t receiver;                ///< 1 for a method: its value comes first and is no parameter
} luca_function;

/// Puts a function at `path`, `"buy"` or `"report.define"`, among the built-ins. False: out of memory.
bool luca_define_function(luca_state *state, const char *path, luca_function *function);

/// Copies bytes into the arena and returns their place as a LUCA_TEXT value. NULL-safe for length 0.
luca_value luca_text(luca_state *state, const char *bytes, size_t length);
/// Appends a value to the stream of results.
void luca_emit(luca_state *state, luca_value value);

/// Appends the pairs of the table at a stack index to `state->stream` as key, value, key, value (tables in it as LUCA_TABLE with their
/// `length` pairs following), without calling metamethods. Returns the number of pairs, or -1 where it nests deeper than 64 levels.
int64_t luca_flatten(luca_state *state, lua_State *L, int index);
/// Keeps the value at a stack index in the registry. LUA_NOREF: out of memory.
int luca_reference(luca_state *state, lua_State *L, int index);
/// Lets a kept value go.
void luca_unreference(luca_state *state, int reference);
/// Where the running Lua code is that called the host: its chunk's name into `chunk`, returns the line, or 0 where it is not Lua.
int luca_position(lua_State *L, int level, char *chunk, size_t size);

/// Compiles text (never bytecode) into a referenced function. On failure the message is `*error`, good until the next call, and LUA_NOREF returned.
int luca_compile(luca_state *state, const char *source, size_t length, const char *chunk_name, luca_value *error);
/// Calls a referenced value. `*count` results stand in `results` (at most `limit`; the rest are dropped) until `luca_release_results`.
/// Returns LUA_OK, or Lua's error status with the error as the one result and `state->traceback` set.
int luca_invoke(luca_state *state, lua_State *L, int function, const luca_value *arguments, int32_t argument_count,
                luca_value *results, int32_t limit, int32_t *count, int *top);
/// Ends the life of results.
void luca_release_results(lua_State *L, int top);

/// Reads a field of the built-ins or the session by a dotted path without metamethods; nil where there is none. Ends with `luca_release_results`.
luca_value luca_peek(luca_state *state, const char *path, int *top);
/// Sets a global of the session (or, with `builtin`, of the built-ins). False: out of memory.
bool luca_set_global(luca_state *state, const char *name, luca_value value, bool builtin);
/// Visits the string keys of the table at a dotted path (empty: session, then built-ins), following a plain-table `__index` once.
/// `is_function` tells callables.
void luca_each_key(luca_state *state, const char *path, void *context,
                   void (*visit)(void *context, const char *key, size_t length, bool is_function));
