#include "luca_output.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

// Whether standard output is a pipe that nobody reads any more.
static bool has_no_reader(void) {
    struct pollfd asked = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&asked, 1, 0) == 1 && asked.revents & POLLERR;
}

int luca_output_finish(void) {
    int failed = fflush(stdout) == 0 ? 0 : errno;
    // A piece that failed to be written earlier left a mark, and no reason.
    if (failed == 0 && ferror(stdout)) failed = EIO;
    return failed == EPIPE || has_no_reader() ? 0 : failed;
}
