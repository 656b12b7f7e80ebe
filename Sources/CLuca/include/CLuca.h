#pragma once
#include "luca_readline.h"
