import Glibc
import Painting

// It belongs to the program that started it: Ctrl-C is that one's to handle, and where that one is gone, this one ends.
signal(SIGINT, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
_exit(DrawingProgram.run(input: STDIN_FILENO, output: STDOUT_FILENO) ? 0 : 1)
