#pragma once

// The terminal side of the shell: line editing, completion, the signals of the keyboard, the width of the screen.
//
// Readline's globals cannot be touched from Swift under strict concurrency, so they are set here. One editor serves the
// process; all calls come from the main thread.

/// What came of reading a line.
typedef enum {
    LUCA_LINE_READ,         ///< a line was typed
    LUCA_LINE_INTERRUPTED,  ///< Ctrl-C: the line was given up
    LUCA_LINE_END,          ///< Ctrl-D on an empty line, or the terminal is gone
} luca_line_outcome;

/// Asked for completions: the line, where readline thinks that the word begins, and the cursor, both in bytes.
/// Answers by calling luca_completion_add and luca_completion_append.
typedef void (*luca_completer)(void *context, const char *line, int start, int cursor);

/// Prepares the editor; inputrc is read under `$if luca`. The completer may be NULL.
void luca_editor_start(luca_completer completer, void *context);
/// Forgets the completer, whose context is about to go.
void luca_editor_stop(void);

/// Reads a byte that was typed at the terminal of standard input, without waiting. Ctrl-C throws away what was typed before it, so that there may be none
/// though one was announced: a read that waits would then wait for one more key, and Ctrl-C with it. Returns 1, 0 at the end, -1 for none.
int luca_terminal_read(unsigned char *byte);

/// Reads one line with editing. The line is to be freed with luca_editor_free.
luca_line_outcome luca_editor_read(const char *prompt, char **line);
void luca_editor_free(char *line);
/// Calls `rest` when no key was pressed for so long while a line is read, once until the next key; never if the time is negative.
void luca_editor_rest(int milliseconds, void (*rest)(void *context), void *context);

/// Adds a candidate that replaces the word; only inside the completer.
void luca_completion_add(const char *candidate);
/// The character put after a sole candidate, or 0 for none; only inside the completer.
void luca_completion_append(int character);
/// The candidates are paths, listed by their last part; only inside the completer.
void luca_completion_of_files(void);

/// The editor's list of earlier entries, oldest first; an entry may have several lines.
void luca_editor_history_add(const char *entry);
void luca_editor_history_clear(void);

/// Takes charge of Ctrl-C: while a line is read it gives up the line, else `interrupt` is called, from the signal handler.
/// `interrupt` must be safe there, and may be NULL. The third Ctrl-C in a row that nothing reacts to ends the process.
void luca_signals_start(void (*interrupt)(void));
/// Begins a new count of Ctrl-C; called before each evaluation.
void luca_signals_reset(void);
/// How many came since luca_signals_reset.
int luca_signals_count(void);
/// Ignores Ctrl-C while another program has the terminal, and takes charge of it again.
void luca_signals_pause(void);
void luca_signals_resume(void);

/// Columns of the terminal behind a file descriptor, or 0.
int luca_terminal_width(int descriptor);
