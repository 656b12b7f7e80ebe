#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/// Makes a file in memory that has no name, of so many bytes; -1, with `errno`, where there is no room.
int luca_memory_file(const char *purpose, size_t size);
/// Forbids, for good, that the bytes or the size of a file in memory change; no writable mapping of it may be left. Whether it could.
bool luca_seal(int descriptor);

/// Makes a pipe, which no other program inherits: the end to read and the end to write.
bool luca_pipe(int ends[2]);
/// Starts a program with one argument in a session of its own, without a terminal. It gets `count` descriptors under the numbers from 0 on, no
/// others, and no variables but those given. Returns its number, or -1 with `errno`.
pid_t luca_child_start(const char *program, const char *argument, const int *descriptors, int count, char *const *environment);
/// Waits for the end of a process. Returns its status, and what it used.
int luca_child_wait(pid_t process, struct rusage *used);
/// Whether a process has ended, after so many milliseconds of waiting for that at most. It still is to be waited for then.
bool luca_child_has_ended(pid_t process, int milliseconds);
/// Writes as `write` does, and gives EPIPE where nobody reads any more, without the signal SIGPIPE, which would end this process.
ssize_t luca_write_quietly(int descriptor, const void *bytes, size_t count);
/// Ends this process when the one that started it, of this number, ends. False where that has ended already.
bool luca_end_with(pid_t parent);

/// Makes SIGALRM end the process with exit code 124, after it has told on a descriptor which line of a script runs: a frame of
/// messages with a byte 2, the chunk's name behind its length in four bytes, and the line in four.
void luca_tell_line_at_alarm(int descriptor);

/// For tests of the walls: asks the kernel directly, as a script could that had taken over the process. It is in builds for tests only; a release
/// has no such function.
long luca_system_call(long number, const long arguments[6]);
