#pragma once

/// Turns this process into one that a stranger's script may have: a wall of limits that the kernel keeps, whatever Lua or luca do.
///
/// So many seconds of processor time and five more of the clock, 4 GiB of address space, 256 MiB of
/// output, no programs, no core. When time is up the process says so and ends with 124. It cannot be taken back.
void luca_sandbox_process(unsigned seconds);
