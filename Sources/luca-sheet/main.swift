import Glibc
import SheetWriting

// It belongs to the program that started it: Ctrl-C is that one's to handle, and where that one is gone, this one ends.
signal(SIGINT, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
_exit(SheetProgram.run(input: STDIN_FILENO, output: STDOUT_FILENO))
