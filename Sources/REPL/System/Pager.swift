internal import CLuca
internal import Glibc
import LuaSurface
import Values

/// A program that shows a long text page by page, such as less.
struct Pager {
    /// Its command, for the system's shell.
    let command: String

    /// What luca runs where neither the user nor the environment names a program: it ends by itself where all has room, keeps colours and long lines, and
    /// leaves what was read on the screen.
    private static let standard = "less -FRSX"

    /// The program of a choice; nil where results are printed as they are.
    init?(_ choice: PagerChoice) {
        switch choice {
        case .off: return nil
        case .command(let command): self.command = command
        case .automatic:
            // Who has options of less in the environment wants those.
            let named = environment("PAGER").map { String($0.trimmed) } ?? (environment("LESS") == nil ? Self.standard : "less")
            if named.isEmpty || named == "cat" { return nil }
            command = named
        }
    }

    /// The columns and lines of the terminal behind standard output at this moment; nil where there is none.
    static var screen: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whether a text takes more than the screen behind standard output, one line being left for the prompt. False where there is no terminal to read at.
    static func isNeeded(for text: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let terminal = environment("TERM"), terminal != "dumb" else { return false }
        guard let (columns, rows) = screen else { return false }
        var taken = 0
        var rest = text[...]
        while true {
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")), line = rest[..<(end ?? rest.endIndex)]
            // Of a line that alone fills the screen no more is counted.
            if line.utf8.count > 64 * columns * rows { return true }
            let length = line.utf8.count <= columns ? 0 : withoutColours(line).count
            taken += columns > 0 ? max(1, (length + columns - 1) / columns) : 1
            // The text ends in a newline, behind which is no line.
            if taken > rows { return true }
            guard let end else { return false }
            rest = rest[rest.utf8.index(after: end)...]
        }
    }

    /// Shows a text and waits until it was read. Nil, also where the reader left before the end; else why it was not shown.
    ///
    /// Ctrl-C is the program's meanwhile.
    func show(_ text: String) -> String? {
        guard isFound else { return "there is no program \(quoted(name))" }
        // A handler, which the program does not inherit; what is ignored here would be ignored there.
        signal(SIGINT) { _ in }
        defer { luca_signals_resume() }
        guard let pipe = popen("export LESS=\"${LESS-FRSX}\"; \(command)", "we") else { return systemMessage() }
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        let shown = keepsColours ? text : Self.withoutColours(text)
        fputs(shown, pipe)
        let status = pclose(pipe)
        // Ended by a signal: by Ctrl-C, or because the terminal is gone.
        guard status >= 0, status & 0x7F == 0 else { return nil }
        let code = status >> 8 & 0xFF
        // less -K ends so at Ctrl-C; a shell tells so of a program that a signal ended.
        if code == 0 || code > 128 || code == 2 && isLess { return nil }
        return "the pager \(quoted(command)) ended with an error"
    }

    /// The first word of the command.
    private var name: String { command.split(separator: " ").first.map(String.init) ?? "" }

    private var isLess: Bool { name.split(separator: "/").last == "less" }

    /// Whether it shows colours as such: less does where its options say so.
    private var keepsColours: Bool {
        guard isLess, let options = environment("LESS") else { return true }
        return (options + command.dropFirst(name.count)).contains { $0 == "R" || $0 == "r" }
    }

    /// Whether there is such a program. What is more than a word is for the shell to say.
    private var isFound: Bool {
        guard !name.isEmpty else { return false }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "/._-+".contains($0) }) else { return true }
        if name.contains("/") { return access(name, X_OK) == 0 }
        return (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// A text without the escape sequences that colour it.
    private static func withoutColours(_ text: some StringProtocol) -> String {
        var plain = "", isEscape = false
        for character in text {
            if character == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                isEscape = character == "[" || character == ";" || character.isNumber
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}
