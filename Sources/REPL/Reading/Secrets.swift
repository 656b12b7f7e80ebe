internal import Glibc

/// Keys that are typed: asked for without an echo, and kept out of the history and of messages.
enum Secrets {
    /// Whether a line may hold a key: it is neither kept nor shown again.
    static func mayBe(in entry: String) -> Bool {
        if entry.contains("provider_keys") || entry.contains("apikey") { return true }
        if entry.contains("LUCA_"), entry.contains("_KEY") { return true }
        return entry.split(separator: "\n").contains { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            return holdsKey(words[...]) || words.dropFirst().indices.contains { words[$0] == "key" && isProgram(words[0]) && holdsKey(words[$0...]) }
        }
    }

    /// Whether words are a command that sets a key with more behind it than the provider; `key = …` is Lua.
    private static func holdsKey(_ words: ArraySlice<Substring>) -> Bool {
        guard let first = words.first, words.count > 2 else { return false }
        return first == ".key" || first == "key" && words.dropFirst().first?.hasPrefix("=") == false
    }

    /// Whether a line is meant for the shell: it begins with this program, or with a shell's mark.
    private static func isProgram(_ word: Substring) -> Bool { ["$", "!", "!luca"].contains(word) || word == "luca" || word.hasSuffix("/luca") }

    /// What is typed at the terminal, which shows none of it; nil where Ctrl-C or Ctrl-D gave it up.
    ///
    /// - Throws: where there is no terminal.
    static func ask(_ prompt: String) throws(Failure) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var before = termios()
        guard terminal >= 0, tcgetattr(terminal, &before) == 0 else {
            throw Failure(kind: "keys", message: "there is no terminal to ask for a key at", hint: "give it on standard input: luca key PROVIDER < FILE")
        }
        defer { close(terminal) }
        var silent = before
        // Ctrl-C comes as a byte: a signal could end the program with the terminal still silent.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        StandardOutput.write(prompt, to: terminal)
        defer { StandardOutput.write("\n", to: terminal) }
        return read(terminal)
    }

    private static func read(_ terminal: Int32) -> String? {
        var typed: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            switch (count, byte) {
            case (1, UInt8(ascii: "\n")), (1, UInt8(ascii: "\r")): return String(decoding: typed, as: UTF8.self)
            case (1, 3), (1, 4): return nil
            case (1, 8), (1, 127): _ = typed.popLast()
            case (1, 21): typed = []
            case (1, _): typed.append(byte)
            default: return nil
            }
        }
    }

    /// The first line of standard input.
    static func readStandardInput() throws(Failure) -> String {
        let text = try FileText.readStandardInput()
        return (text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? "").trimmed
    }
}
