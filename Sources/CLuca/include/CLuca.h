#pragma once
// The only C of luca: what must be C because Lua's errors are longjmp, which may unwind C frames and no others.
#include "luca_value.h"
#include "luca_state.h"
#include "luca_call.h"
#include "luca_types.h"
#include "luca_view.h"
#include "luca_readline.h"
#include "luca_stdlib.h"
#include "luca_walls.h"
#include "luca_child.h"
#include "luca_output.h"
