#define _GNU_SOURCE
#include "luca_readline.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

// MARK: Signals

static volatile sig_atomic_t is_reading;
static volatile sig_atomic_t interrupt_count;
static void (*on_interrupt)(void);
static int wake_pipe[2] = {-1, -1};

// Tells the reading loop of a signal.
static void wake(int signal_number) {
    int saved = errno;
    char byte = (char)signal_number;
    ssize_t ignored = write(wake_pipe[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

// While a line is read the signal only wakes the reading loop, which is in a state that may touch readline; else it is
// handed on. A loop inside C may never look at the flag, so a third Ctrl-C ends the process: the open act is lost, the
// book is as it was.
static void handle_interrupt(int signal_number) {
    if (is_reading) {
        wake(signal_number);
        return;
    }
    interrupt_count++;
    if (interrupt_count == 2) say("\nstill running; Ctrl-C once more ends luca, and the book keeps what it holds by now\n");
    if (interrupt_count >= 3) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (on_interrupt) on_interrupt();
}

static void make_wake_pipe(void) {
    if (wake_pipe[0] >= 0) return;
    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) wake_pipe[0] = wake_pipe[1] = -1;
}

void luca_signals_start(void (*interrupt)(void)) {
    on_interrupt = interrupt;
    make_wake_pipe();
    // A background job is started with Ctrl-C ignored, and is to stay so.
    struct sigaction inherited;
    if (!isatty(STDIN_FILENO) && sigaction(SIGINT, NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN) return;
    luca_signals_resume();
}

void luca_signals_resume(void) {
    struct sigaction action = {.sa_handler = handle_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

void luca_signals_pause(void) { signal(SIGINT, SIG_IGN); }

void luca_signals_reset(void) { interrupt_count = 0; }

int luca_signals_count(void) { return interrupt_count; }

// MARK: The terminal

int luca_terminal_read(unsigned char *byte) {
    // Opened anew, since whoever shares standard input may not expect it not to wait.
    static int terminal = -1;
    const char *name = terminal < 0 ? ttyname(STDIN_FILENO) : NULL;
    if (name) terminal = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    ssize_t count = read(terminal < 0 ? STDIN_FILENO : terminal, byte, 1);
    return count < 0 && errno != EAGAIN && errno != EINTR ? 0 : (int)count;
}

// MARK: Completion

static luca_completer completer;
static void *completer_context;
static char **candidates;
static size_t candidate_count, candidate_room;

void luca_completion_add(const char *candidate) {
    // One place before the candidates for their common beginning, one behind for the NULL.
    if (candidate_count + 3 > candidate_room) {
        size_t room = candidate_room ? 2 * candidate_room : 32;
        char **grown = realloc(candidates, room * sizeof *grown);
        if (!grown) return;
        candidates = grown;
        candidate_room = room;
    }
    char *copy = strdup(candidate);
    if (!copy) return;
    candidates[1 + candidate_count++] = copy;
    candidates[1 + candidate_count] = NULL;
}

void luca_completion_append(int character) { rl_completion_append_character = character; }

void luca_completion_of_files(void) { rl_filename_completion_desired = 1; }

// The length of what two texts share at their start, not cut inside a UTF-8 sequence.
static size_t common_length(const char *a, const char *b, size_t most) {
    size_t length = 0;
    while (length < most && a[length] && a[length] == b[length]) length++;
    while (length > 0 && ((unsigned char)a[length] & 0xC0) == 0x80) length--;
    return length;
}

static const char *word_breaks = " \t\n\"'{}()[]=,;@<>+-*/^%#&|~.:";

// Where words end on the line: dashes are part of an option, so that a list of options shows them.
static char *breaks_of_line(void) {
    int start = rl_point;
    while (start > 0 && !strchr(" \t\n", rl_line_buffer[start - 1])) start--;
    bool is_option = start > 0 && strncmp(rl_line_buffer + start, "--", 2) == 0;
    return (char *)(is_option ? " \t\n\"'=" : word_breaks);
}

static char **complete(const char *text, int start, int end) {
    (void)text;
    // Nothing of ours means nothing at all: readline is not to offer file names where an account stands.
    rl_attempted_completion_over = 1;
    rl_completion_append_character = '\0';
    rl_completion_suppress_append = 0;
    candidates = NULL;
    candidate_count = candidate_room = 0;
    if (completer) completer(completer_context, rl_line_buffer, start, end);
    if (candidate_count == 0) return NULL;
    size_t common = strlen(candidates[1]);
    for (size_t i = 2; i <= candidate_count; i++) common = common_length(candidates[1], candidates[i], common);
    candidates[0] = strndup(candidates[1], common);
    if (candidate_count == 1) {
        free(candidates[1]);
        candidates[1] = NULL;
    }
    // Readline owns and frees the array and its strings.
    return candidates;
}

// MARK: The editor

static bool line_is_done;
static char *done_line;

static void take_line(char *line) {
    line_is_done = true;
    done_line = line;
    rl_callback_handler_remove();
}

// Bound before inputrc is read, so that a binding there wins.
static void bind_arrows(Keymap map) {
    rl_bind_keyseq_in_map("\033[A", rl_history_search_backward, map);
    rl_bind_keyseq_in_map("\033OA", rl_history_search_backward, map);
    rl_bind_keyseq_in_map("\033[B", rl_history_search_forward, map);
    rl_bind_keyseq_in_map("\033OB", rl_history_search_forward, map);
}

void luca_editor_start(luca_completer new_completer, void *context) {
    completer = new_completer;
    completer_context = context;
    rl_readline_name = "luca";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_attempted_completion_function = complete;
    rl_completer_quote_characters = "";
    rl_completer_word_break_characters = word_breaks;
    rl_completion_word_break_hook = breaks_of_line;
    rl_sort_completion_matches = 0;
    bind_arrows(emacs_standard_keymap);
    bind_arrows(vi_insertion_keymap);
    rl_variable_bind("enable-bracketed-paste", "on");
    using_history();
    make_wake_pipe();
}

void luca_editor_stop(void) { completer = NULL; }

// Drops the line being typed and whatever readline was in the middle of: a search, a repeat count, a completion.
static void give_up_line(void) {
    rl_echo_signal_char(SIGINT);
    rl_callback_sigcleanup();
    rl_free_line_state();
    rl_crlf();
    rl_cleanup_after_signal();
    rl_callback_handler_remove();
}

// Signals that the reading loop takes care of, besides Ctrl-C: readline has the terminal in a state that others could not use.
static const int loop_signals[] = {SIGWINCH, SIGTSTP, SIGTERM, SIGHUP};
enum { LOOP_SIGNALS = sizeof loop_signals / sizeof *loop_signals };

static void take_signals(struct sigaction *before) {
    struct sigaction action = {.sa_handler = wake, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < LOOP_SIGNALS; i++) sigaction(loop_signals[i], &action, &before[i]);
    char stale[64];
    while (read(wake_pipe[0], stale, sizeof stale) > 0) {}
    is_reading = 1;
}

static void return_signals(const struct sigaction *before) {
    is_reading = 0;
    for (int i = 0; i < LOOP_SIGNALS; i++) sigaction(loop_signals[i], &before[i], NULL);
}

// Puts the terminal back as it was found and lets the signal do what it does; after a stop, goes on where it was.
static void give_way(int signal_number) {
    struct sigaction ours, usual = {.sa_handler = SIG_DFL};
    rl_cleanup_after_signal();
    sigaction(signal_number, &usual, &ours);
    raise(signal_number);
    sigaction(signal_number, &ours, NULL);
    rl_reset_after_signal();
    rl_forced_update_display();
}

// What came by signal since last looked; true for Ctrl-C.
static bool handle_signals(void) {
    bool is_interrupted = false;
    char signal_number = 0;
    while (read(wake_pipe[0], &signal_number, 1) > 0) {
        if (signal_number == SIGINT) is_interrupted = true;
        else if (signal_number == SIGWINCH) rl_resize_terminal();
        else give_way(signal_number);
    }
    return is_interrupted;
}

static void take_key(void) {
    unsigned char byte;
    int count = luca_terminal_read(&byte);
    if (count < 0) return;
    // At the end readline finds out by itself.
    if (count == 1) rl_stuff_char(byte);
    rl_callback_read_char();
}

static int rest_milliseconds = -1;
static void (*resting)(void *context);
static void *resting_context;

void luca_editor_rest(int milliseconds, void (*rest)(void *context), void *context) {
    rest_milliseconds = milliseconds;
    resting = rest;
    resting_context = context;
}

luca_line_outcome luca_editor_read(const char *prompt, char **line) {
    struct sigaction before[LOOP_SIGNALS];
    bool is_interrupted = false;
    line_is_done = false;
    done_line = NULL;
    take_signals(before);
    rl_callback_handler_install(prompt, take_line);
    int patience = rest_milliseconds;
    while (!line_is_done && !is_interrupted) {
        struct pollfd waiting[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake_pipe[0], .events = POLLIN}};
        int ready = poll(waiting, 2, patience);
        if (ready < 0 && errno != EINTR) break;
        if (ready == 0) {
            // Once for each rest: from then on there is nothing left to be done.
            patience = -1;
            resting(resting_context);
            continue;
        }
        is_interrupted = handle_signals();
        if (is_interrupted) {
            give_up_line();
        } else if (waiting[0].revents) {
            take_key();
            patience = rest_milliseconds;
        }
    }
    if (!line_is_done && !is_interrupted) rl_callback_handler_remove();
    return_signals(before);
    *line = done_line;
    if (is_interrupted) return LUCA_LINE_INTERRUPTED;
    return done_line ? LUCA_LINE_READ : LUCA_LINE_END;
}

void luca_editor_free(char *line) { free(line); }

// MARK: History

void luca_editor_history_add(const char *entry) { add_history(entry); }

void luca_editor_history_clear(void) { clear_history(); }

// MARK: The screen

int luca_terminal_width(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
