#pragma once

/// Hands over what C's own library, and so Lua's `io.write`, holds back of standard output. Returns 0 where all that was ever written there
/// was taken, or nobody reads any more, as behind `| head`; else the number of what went wrong, `EIO` where that is not known any more.
int luca_output_finish(void);
