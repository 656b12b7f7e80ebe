import Glibc
import REPL

// A file that would grow beyond what the system allows is an error to tell, and no end without a word; Ctrl-\ is no crash to tell.
signal(SIGXFSZ, SIG_IGN)
signal(SIGQUIT, SIG_DFL)
LucaProgram.keepFreedMemory()
exit(StandardOutput.exitCode(for: CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), LucaProgram())))
