import Glibc
import REPL

exit(CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), LucaProgram()))
