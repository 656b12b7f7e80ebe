import Glibc
import REPL

exit(StandardOutput.exitCode(for: CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), LucaProgram())))
