#pragma once
#include "luca_state.h"

/// Lua's macros, for Swift, which sees none.
static const int LUA_NOREF_NUMBER = LUA_NOREF;
static const int LUA_ERRMEM_NUMBER = LUA_ERRMEM;

/// Most parameters that a host function may have.
enum { LUCA_PARAMETER_LIMIT = 32 };

/// In a parameter's accepted kinds: it must be given, though it may take nil.
enum { LUCA_REQUIRED = 1 << 15 };

/// What a host function returns other than a count of results.
typedef enum luca_status : int32_t {
    LUCA_RAISE = -1,     ///< raise `result`
    LUCA_STREAMED = -2,  ///< the results are `results` values of the stream, from `stream_base` on
} luca_status;

/// What is wrong with a call that a function's record does not allow.
typedef enum luca_refusal : int32_t {
    LUCA_ALLOWED,
    LUCA_WRONG_RECEIVER,   ///< a method was called without the object it belongs to
    LUCA_UNKNOWN_NAME,     ///< `unknown` is no parameter's name
    LUCA_WRONG_KIND,       ///< the argument at `refused` is missing, or of a kind its parameter does not take
    LUCA_GIVEN_TWICE,    ///< the first argument by place and by name
    LUCA_TOO_MANY,
} luca_refusal;

/// A host function being called.
typedef struct luca_call {
    lua_State *L;
    luca_state *state;
    luca_value *arguments;      ///< the first `LUCA_PARAMETER_LIMIT`, the rest by `luca_argument`; a method's receiver stands before them
    int32_t count;              ///< arguments given, without the receiver; with named ones, all parameters
    int32_t results;            ///< with LUCA_STREAMED
    bool named;                 ///< the arguments stood in one table
    bool is_method;             ///< a receiver stands before the arguments
    luca_refusal refusal;
    int32_t refused;            ///< with LUCA_WRONG_KIND
    luca_value unknown;         ///< with LUCA_UNKNOWN_NAME: the key
    luca_value result;          ///< one result without parts: anything but an object, a table or a reference; or the error to raise
    size_t stream_base;         ///< where the stream stood when the call began
    size_t arena_base;          ///< where the arena stood
} luca_call;

/// The host's side of a function: 0, 1 (`call->result`) or a `luca_status`.
typedef int32_t (*luca_body)(void *context, luca_call *call);

/// A host function as C knows it. It must outlive the state.
typedef struct luca_function {
    const char *name;
    luca_body body;
    luca_body refuse;                ///< makes the error for a call that is not allowed: always LUCA_RAISE
    void *context;
    luca_state *state;
    /// The name of a parameter, as `luca_text` gives it; asked for at the first call by name.
    luca_value (*parameter)(void *context, int32_t place);
    const uint16_t *accepted;        ///< for each parameter, a bit for each `luca_tag` that it takes, and LUCA_REQUIRED
    int32_t parameter_count;
    int32_t required_count;          ///< parameters up to the last that must be given
    bool takes_names;                ///< a sole table argument, or one after the only one that must be given, is read as named arguments
    bool takes_more;                 ///< arguments past the parameters are no mistake
    bool is_method;                  ///< its receiver comes first and is no parameter
    uint16_t receiver_type;
} luca_function;

/// Puts a function at `path`, `"buy"` or `"report.define"`, among the built-ins. False: out of memory.
bool luca_define_function(luca_state *state, const char *path, luca_function *function);

/// An argument past those that `arguments` holds.
luca_value luca_argument(const luca_call *call, int32_t place);
/// Takes values back off the stream and the arena, down to where they stood before; what they own is released.
void luca_drop(luca_state *state, size_t stream_base, size_t arena_base);

/// Copies bytes into the arena and returns their place as a LUCA_TEXT value. NULL-safe for length 0.
luca_value luca_text(luca_state *state, const char *bytes, size_t length);
/// Appends a value to the stream of results.
void luca_emit(luca_state *state, luca_value value);

/// Why a table could not be read.
typedef enum luca_flatten_failure : int32_t {
    LUCA_CYCLE = -1,      ///< it contains itself
    LUCA_TOO_DEEP = -2,   ///< tables in tables, more than 64 of them
    LUCA_TOO_LARGE = -3,  ///< more pairs than memory should hold
    LUCA_NO_MEMORY = -4,
    LUCA_CHANGED = -5,    ///< it was changed while it was read
    LUCA_CALLS_TOO_DEEP = -6, ///< so many calls of C are open that Lua allows no other
} luca_flatten_failure;

/// Appends the pairs of the table at a stack index to `state->stream` as key, value, key, value (tables in it as LUCA_TABLE with their
/// `length` pairs following, functions as LUCA_REFERENCE), without calling metamethods. Returns the number of pairs or a
/// `luca_flatten_failure`; nothing that Lua raises gets past it. End it with `luca_forget`, and copy before anything else is asked of Lua.
int64_t luca_flatten(luca_state *state, lua_State *L, int index);
/// Takes flattened values off the stream; references that nobody took over are let go.
void luca_forget(luca_state *state, size_t stream_base);
/// Keeps the value at a stack index in the registry. LUA_NOREF: out of memory.
int luca_reference(luca_state *state, lua_State *L, int index);
/// Lets a kept value go.
void luca_unreference(luca_state *state, int reference);
/// Where the nearest Lua code is that the host was called from, from a level of the call stack up: its chunk's name into `chunk`, returns
/// the line, or 0 where there is none.
int luca_position(lua_State *L, int level, char *chunk, size_t size);

/// Compiles text (never bytecode) into a referenced function, which with `builtin` sees the built-ins alone and no global of the session. On failure
/// the message is `*error`, good until the next call, and LUA_NOREF returned.
int luca_compile(luca_state *state, const char *source, size_t length, const char *chunk_name, bool builtin, luca_value *error);
/// A function in compiled form, for another state of the same program.
typedef struct luca_packed {
    char *bytes;        ///< for `free`; NULL where there is no compiled form
    size_t length;
    char captured[64];  ///< the first variable that it has of the code around it, besides the globals; empty where there is none
} luca_packed;

/// Gives the compiled form of a referenced function. It has none where it has captured variables, and where it is C's.
void luca_pack(luca_state *state, int reference, luca_packed *packed);
/// Makes a function of what `luca_pack` gave (of nothing else: Lua checks no compiled form), which sees the globals of this state; references it, and
/// writes the name of its chunk. LUA_NOREF: out of memory.
int luca_unpack(luca_state *state, const char *bytes, size_t length, char *chunk, size_t size);
/// Calls a referenced value with `argument_count` values of the stream from `arguments` on, which it takes off. `*count` results are read
/// by `luca_result` until `luca_release_results`. Returns LUA_OK, or Lua's error status with the error as the one result and
/// `state->traceback` set.
int luca_invoke(luca_state *state, lua_State *L, int function, size_t arguments, int32_t argument_count, int32_t *count, int *top);
/// A result of the call that began at `top`, counted from 0.
luca_value luca_result(lua_State *L, int top, int32_t place);
/// Keeps a result in the registry, as `luca_reference` does.
int luca_reference_result(luca_state *state, lua_State *L, int top, int32_t place);
/// Says where the error that the host is about to raise again came from first; the next traceback shows that.
void luca_deepen(luca_state *state, const char *traceback);
/// Ends the life of results.
void luca_release_results(lua_State *L, int top);

/// Reads a field of the built-ins or the session by a dotted path without metamethods; nil where there is none. Ends with `luca_release_results`.
luca_value luca_peek(luca_state *state, const char *path, int *top);
/// Says that the modules of a chunk, by the name it was compiled with, stand in a folder. False: out of memory.
bool luca_note_script(luca_state *state, const char *chunk_name, const char *folder);
/// Sets the folder of the script that runs from now on; NULL for none.
void luca_set_script_folder(luca_state *state, const char *folder);

/// Sets a global of the session (or, with `builtin`, of the built-ins) to the stream's value at a place. False: out of memory.
bool luca_set_global(luca_state *state, const char *name, size_t place, bool builtin);
/// Keeps the libraries as they are now for built-in code, whatever scripts put into them or take out of them later. False: out of memory.
bool luca_keep_libraries(luca_state *state);
/// Visits the string keys of the table at a dotted path (empty: session, then built-ins), following a plain-table `__index` once.
/// `is_function` tells callables.
void luca_each_key(luca_state *state, const char *path, void *context,
                   void (*visit)(void *context, const char *key, size_t length, bool is_function));
/// Visits the names that the session itself has given values, without what stands behind them.
void luca_each_assigned(luca_state *state, void *context, void (*visit)(void *context, const char *key, size_t length, bool is_function));
