#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>
#include "CLuca.h"

/// Instructions between two looks at the limits.
enum { LUCA_HOOK_INSTRUCTIONS = 1000 };
/// Bytes of a host userdata.
enum { LUCA_BOX_SIZE = sizeof(luca_box) };

/// Bytes that the host may hold for objects unseen by the collector, unless Lua itself holds so many that collecting takes longer.
enum { LUCA_OWED_LIMIT = 64 * 1024 * 1024 };

/// Bytes of the stream and the arena kept from one call of the host to the next.
enum { LUCA_STREAM_KEPT = 16 * 1024, LUCA_ARENA_KEPT = 256 * 1024 };

/// The upper 48 bits are no address a program can hold, so no foreign userdata begins so by chance.
#define LUCA_STAMP UINT64_C(0xA55A10CA1DEA0000)

static inline luca_state *state_of(lua_State *L) { return *(luca_state **)lua_getextraspace(L); }

/// Whether a userdata is one of luca's. Every userdata that a script can hold has eight bytes to look at: luca's own and the files of `io`.
/// It holds no light ones, and no C library is ever loaded.
static inline bool is_box(const luca_box *box) { return (box->stamp & ~UINT64_C(0xFFFF)) == LUCA_STAMP; }

/// The box at a stack index if luca made it, else NULL.
static inline luca_box *box_at(lua_State *L, int index) {
    luca_box *box = lua_touserdata(L, index);
    return box && is_box(box) ? box : NULL;
}

static inline uint16_t box_type(const luca_box *box) { return (uint16_t)(box->stamp & 0xFF); }
/// The mark beside a boxed value.
static inline uint8_t box_mark(const luca_box *box) { return (uint8_t)(box->stamp >> 8 & 0xFF); }

/// Pushes a value without parts; an object or reference that it owned is then Lua's, and the value nil. May raise: no host frame may be above.
void luca_push(lua_State *L, luca_state *state, luca_value *value);
/// Pushes the stream's value at a place with all its parts, and moves the place past it. May raise.
void luca_push_streamed(lua_State *L, luca_state *state, size_t *place);
/// Lets go of what a value on its way into Lua owns; the value is nil then.
void luca_release(luca_state *state, luca_value *value);
/// Calls a host function as a field of the value at stack index 1; pushes what it gives back or raises its error. Returns the number of results.
int luca_run_field(lua_State *L, luca_function *function);
/// Pushes a boxed value with its mark.
void luca_push_box(lua_State *L, luca_state *state, uint16_t type, uint8_t mark, uint64_t lo, uint64_t hi);
/// Raises an error value the host has made.
_Noreturn void luca_raise(lua_State *L, luca_state *state, luca_value error);
/// Notes that another Lua thread runs from now on; returns the one that ran.
lua_State *luca_switch(luca_state *state, lua_State *to);
/// The outermost call of the host into a state begins and ends.
void luca_begin(luca_state *state);
void luca_end(luca_state *state);
/// The state whose script this thread runs; NULL where it runs none.
luca_state *luca_thread_state(void);
/// Notes which line of a script is refused memory.
void luca_note_refusal(void);
/// Makes the process ready for interrupts from other threads, once.
void luca_listen(void);
/// Reads the value at a stack index.
luca_value luca_read(lua_State *L, int index);
/// Pushes a closure over a host function.
void luca_push_function(lua_State *L, luca_state *state, luca_function *function);
/// Pushes the `__call` of a table that is called like the host function at a stack index.
void luca_push_callable(lua_State *L, int function);
/// Runs `function(L)` under a protected call with `value` as light userdata on the stack.
int luca_protect(lua_State *L, lua_CFunction function, void *value, int results);
// What stands in for Lua's own functions (luca_guard.c, luca_load.c).
int luca_guarded_pcall(lua_State *L);
int luca_guarded_xpcall(lua_State *L);
int luca_guarded_resume(lua_State *L);
int luca_guarded_wrap(lua_State *L);
int luca_guarded_close(lua_State *L);
int luca_text_load(lua_State *L);
int luca_text_loadfile(lua_State *L);
int luca_text_dofile(lua_State *L);
/// Makes `require` find text files only, and none in the current folder.
void luca_restrict_package(lua_State *L);
/// Makes Lua's own functions that open or change files ask first whether they may.
void luca_guard_files(lua_State *L);
/// Lets Ctrl-C end the waiting of Lua's own functions that read from a terminal or a pipe.
void luca_free_waiting(lua_State *L);
/// Does so for the function that is the first of so many results of io.lines, on top. Returns their number.
int luca_free_lines(lua_State *L, int count);
/// Puts in the place of table.concat, move and sort, in the table on top, what can be stopped.
void luca_open_ranges(lua_State *L);
/// What stands for setmetatable: finalisers can be stopped.
int luca_guarded_setmetatable(lua_State *L);
/// Asks the host before the path at a stack index is opened, moved or removed, and raises its refusal; where there is no path, asks nothing.
void luca_ask_file(lua_State *L, int index, bool writes);
/// The message handler of calls that the host makes: keeps the traceback apart from the error, which goes on unchanged.
int luca_keep_traceback(lua_State *L);
/// Notes the names that the nearest Lua function from a level of the call stack up can see, with the keys of the tables among them; calls nothing of
/// the host, and raises nothing.
void luca_note_names(lua_State *L, luca_state *state, int level);
/// Calls a function from the host as `lua_pcall` does, with `luca_keep_traceback` standing below it on the stack.
int luca_call_out(luca_state *state, lua_State *L, int arguments, int results);
/// Opens the libraries and replaces what could swallow a stop or crash this Lua.
void luca_open_libraries(lua_State *L, luca_state *state);
/// A script caught an error: forgets where it came from, or raises the stop error if the state is being stopped or out of memory.
void luca_caught(lua_State *L, luca_state *state, int status);
/// Raises the stop error if the state is being stopped.
void luca_check_stop(lua_State *L, luca_state *state);
/// Asks, within a long loop of C, whether the script is to stop, and raises the stop error if so. The loop counts as so many instructions.
void luca_look(lua_State *L, int64_t instructions);

void *luca_allocate(void *pool, void *block, size_t old_size, size_t new_size);
struct luca_pool *luca_pool_create(size_t limit);
void luca_pool_destroy(struct luca_pool *pool);
size_t luca_pool_used(const struct luca_pool *pool);
size_t luca_pool_most(const struct luca_pool *pool);
bool luca_pool_has_failed(const struct luca_pool *pool);
void luca_pool_fail_after(struct luca_pool *pool, int64_t count, int64_t failures);
void luca_pool_limit(struct luca_pool *pool, size_t limit);

// Views (luca_view.c), for the metamethods of tabular types.
int luca_view_length(lua_State *L);
int luca_view_iterate(lua_State *L);
int luca_view_index(lua_State *L, luca_state *state, const luca_box *box);
void luca_view_open(lua_State *L, luca_state *state);
