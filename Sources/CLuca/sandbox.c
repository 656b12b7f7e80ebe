// The outer wall around a stranger's script. The limits inside Lua give better messages; these hold where Lua's own C loops do not look.
#define _GNU_SOURCE
#include "luca_sandbox.h"
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void time_is_up(int signal) {
    (void)signal;
    static const char message[] = "luca: the sandboxed script was stopped: its time is up\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    _exit(124);
}

static void limit(int resource, rlim_t value) {
    struct rlimit limit = {value, value};
    setrlimit(resource, &limit);
}

void luca_sandbox_process(unsigned seconds) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = time_is_up;
    sigaction(SIGXCPU, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds + 5);
    struct rlimit processor = {seconds, seconds + 2};
    setrlimit(RLIMIT_CPU, &processor);
    limit(RLIMIT_AS, (rlim_t)4 << 30);
    limit(RLIMIT_CORE, 0);
    // Standard output may be a file. Lua reaches no other; this bounds how much a script can fill it with.
    signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
    limit(RLIMIT_NPROC, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
