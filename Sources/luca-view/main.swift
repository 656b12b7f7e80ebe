import Glibc
import Viewing

// It belongs to the program that started it: Ctrl-C is that one's to handle, and where that one is gone, this one ends.
signal(SIGINT, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
ViewService(output: STDOUT_FILENO).serve(input: STDIN_FILENO)
_exit(0)
