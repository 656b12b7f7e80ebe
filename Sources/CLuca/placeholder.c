#include "CLuca.h"
