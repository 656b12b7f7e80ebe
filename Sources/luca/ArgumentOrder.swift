import Glibc
import REPL

extension CommandLine {
    /// The number of the first argument that is no UTF-8, whose text Swift would repair; nil where all are.
    static var unreadableArgument: Int? {
        (0..<Int(argc)).first { place in unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false }
    }
}

/// Puts arguments into the order that the parser knows.
enum ArgumentOrder {
    /// The command first, then options that stood before it, then the rest; `run` before a script that stands first:
    /// `luca due.lua --year 2014`, which is also what a `#!` line makes of it.
    static func normal(_ arguments: [String], subcommands: [String]) -> [String] {
        let start = leadingOptions(arguments)
        guard start < arguments.count else { return arguments }
        let first = arguments[start]
        if subcommands.contains(first) { return [first] + arguments[..<start] + arguments[(start + 1)...] }
        guard !first.hasPrefix("-"), isScript(first) else { return arguments }
        return ["run"] + arguments
    }

    /// The first argument that is neither an option which every command takes nor its value; nil where that is another option, or there is none.
    static func firstWord(of arguments: [String]) -> String? {
        let start = leadingOptions(arguments)
        return start < arguments.count && !arguments[start].hasPrefix("-") ? arguments[start] : nil
    }

    /// How many arguments at the start are options that every command takes, with their values.
    private static func leadingOptions(_ arguments: [String]) -> Int {
        var index = 0
        while index < arguments.count {
            switch arguments[index] {
            case "--book", "--today", "--color": index += 2
            case "--no-init", "--offline": index += 1
            case let argument where argument.hasPrefix("--book=") || argument.hasPrefix("--today=") || argument.hasPrefix("--color="): index += 1
            default: return index
            }
        }
        return index
    }

    /// Whether a path is a script: by its ending, or by its first two characters.
    private static func isScript(_ path: String) -> Bool {
        if path.hasSuffix(".lua") { return true }
        // Of a pipe, looking would take away what is to be read, and wait for it.
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        return fgetc(file) == CInt(UInt8(ascii: "#")) && fgetc(file) == CInt(UInt8(ascii: "!"))
    }
}
