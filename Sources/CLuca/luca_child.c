// A process that runs a stranger's script: how it is started and ended, and what it tells when its time is up.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "luca_internal.h"

// MARK: files in memory

int luca_memory_file(const char *purpose, size_t size) {
    int descriptor = memfd_create(purpose, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)size) == 0) return descriptor;
    int problem = errno;
    close(descriptor);
    errno = problem;
    return -1;
}

bool luca_seal(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0; }

// MARK: the process

bool luca_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }

// The numbers from 0 on are given out: what is to become one of them must not stand in the way of another.
enum { FIRST_FREE = 16 };

static int add_descriptors(posix_spawn_file_actions_t *actions, const int *descriptors, int *copies, int count) {
    for (int i = 0; i < count; i++) {
        copies[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, FIRST_FREE);
        if (copies[i] < 0) return errno;
        int problem = posix_spawn_file_actions_adddup2(actions, copies[i], i);
        if (problem != 0) return problem;
    }
    return posix_spawn_file_actions_addclosefrom_np(actions, count);
}

// Signals that this process ignores or holds back are as usual there.
static int set_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

pid_t luca_child_start(const char *program, const char *argument, const int *descriptors, int count, char *const *environment) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int copies[FIRST_FREE];
    if (count > FIRST_FREE) return errno = EINVAL, -1;
    for (int i = 0; i < count; i++) copies[i] = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    pid_t process = -1;
    int problem = add_descriptors(&actions, descriptors, copies, count);
    if (problem == 0) problem = set_signals(&attributes);
    char *arguments[] = {(char *)program, (char *)argument, NULL};
    if (problem == 0) problem = posix_spawn(&process, program, &actions, &attributes, arguments, environment);
    for (int i = 0; i < count; i++)
        if (copies[i] >= 0) close(copies[i]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = problem;
    return problem == 0 ? process : -1;
}

int luca_child_wait(pid_t process, struct rusage *used) {
    int status = 0;
    while (wait4(process, &status, 0, used) < 0 && errno == EINTR) {}
    return status;
}

bool luca_child_has_ended(pid_t process, int milliseconds) {
    for (;; milliseconds--) {
        siginfo_t information;
        memset(&information, 0, sizeof information);
        if (waitid(P_PID, (id_t)process, &information, WEXITED | WNOWAIT | WNOHANG) != 0 || information.si_signo != 0) return true;
        if (milliseconds <= 0) return false;
        usleep(1000);
    }
}

ssize_t luca_write_quietly(int descriptor, const void *bytes, size_t count) {
    // The signal goes to the thread that writes: it is held back there, and taken off where this call has raised it.
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(descriptor, bytes, count);
    int problem = errno;
    struct timespec at_once = {0, 0};
    if (written < 0 && problem == EPIPE && !sigismember(&pending, SIGPIPE)) while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) {}
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = problem;
    return written;
}

bool luca_end_with(pid_t parent) {
    // It may have ended before it was asked for.
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

// MARK: the line

static int told_on = -1;

// Reads what Lua has of the running functions, and takes no memory. Should a loop in C have left that in disorder, the process crashes, which is its
// end as well.
static void tell_line(int signal) {
    (void)signal;
    char chunk[128];
    luca_state *state = luca_thread_state();
    const uint32_t line = state ? (uint32_t)luca_position(state->running, 0, chunk, sizeof chunk) : 0;
    if (line > 0) {
        const uint32_t length = (uint32_t)strlen(chunk), payload = 1 + 4 + length + 4;
        unsigned char frame[4 + 1 + 4 + sizeof chunk + 4];
        for (int i = 0; i < 4; i++) {
            frame[i] = (unsigned char)(payload >> 8 * i);
            frame[5 + i] = (unsigned char)(length >> 8 * i);
            frame[9 + length + (uint32_t)i] = (unsigned char)(line >> 8 * i);
        }
        frame[4] = 2;
        memcpy(frame + 9, chunk, length);
        ssize_t written = write(told_on, frame, 4 + payload);
        (void)written;
    }
    _exit(124);
}

void luca_tell_line_at_alarm(int descriptor) {
    told_on = descriptor;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tell_line;
    sigaction(SIGALRM, &action, NULL);
}

// MARK: for tests

#ifdef DEBUG
long luca_system_call(long number, const long arguments[6]) {
    return syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}
#endif
