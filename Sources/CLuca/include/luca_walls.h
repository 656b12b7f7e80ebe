#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What a process keeps that goes behind the walls.
typedef struct luca_walls {
    uint64_t memory;        ///< bytes that it may take beyond those it has
    uint32_t seconds;       ///< of the processor's time
    int32_t reads;          ///< the one descriptor that it may read; -1 for none
    int32_t writes[3];      ///< the descriptors that it may write to
} luca_walls;

/// What stands once the walls are up.
typedef struct luca_walls_standing {
    bool filter;            ///< system calls are filtered
    bool landlock;          ///< no file can be opened, whatever the filter says
    char problem[128];      ///< why there is no filter; empty where there is one
    char limits_problem[128]; ///< why memory, time or rights are not limited; empty where they do
} luca_walls_standing;

/// Gives up, for good, all that a stranger's script does not need: to open files, talk to others, start, end or look into processes, take more memory and
/// time than it was given, make memory executable. What the process has open by then it keeps, but reads and writes only the descriptors named.
///
/// A call that is not allowed ends the process by SIGSYS. Whether what stands is enough is for the caller to say, which ends the process otherwise.
void luca_walls_raise(const luca_walls *walls, luca_walls_standing *standing);
