internal import Glibc
import Storage
import Vault

/// The terminal of the process, which shows nothing of what is typed at it.
enum SilentTerminal {
    /// More bytes than a passphrase or a key has.
    static let longest = 4096

    /// What is typed, in memory that is wiped; nil if the user gave up by Ctrl-C or Ctrl-D.
    ///
    /// - Parameter orElse: what is thrown where there is no terminal.
    static func ask(_ prompt: String, orElse: () -> StorageError) throws(StorageError) -> Secret? {
        try withTerminal(prompt, orElse: orElse()) { terminal throws(StorageError) in
            do throws(VaultError) {
                try Sodium.load()
                var count: Int?
                let typed = try Secret(count: longest) { count = readLine(terminal, into: $0) }
                guard let count else { return nil }
                return try typed.withBytes { bytes throws(VaultError) in try Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
            } catch { throw BookKeys.refusal(error, of: "The book") }
        }
    }

    /// Shows a question, and lends the terminal, by its descriptor, to whoever reads the answer.
    ///
    /// - Parameter orElse: what is thrown where there is no terminal.
    static func withTerminal<Answer, Refusal: Error>(
        _ prompt: String, orElse: @autoclosure () -> Refusal, _ body: (Int32) throws(Refusal) -> Answer
    ) throws(Refusal) -> Answer {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var before = termios()
        guard terminal >= 0, tcgetattr(terminal, &before) == 0 else { throw orElse() }
        defer { close(terminal) }
        var silent = before
        // Ctrl-C is read as a byte, since a signal could end the program with the terminal's echo still off.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        StandardOutput.write(prompt, to: terminal)
        defer { StandardOutput.write("\n", to: terminal) }
        return try body(terminal)
    }

    /// Reads a line into memory, as far as it has room, and gives the number of its bytes; nil if the user gave up.
    static func readLine(_ terminal: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        while true {
            var byte: UInt8 = 0
            let got = read(terminal, &byte, 1)
            if got < 0, errno == EINTR { continue }
            switch (got, byte) {
            case (1, UInt8(ascii: "\n")), (1, UInt8(ascii: "\r")): return count
            case (1, 8), (1, 127): count = lastCharacter(of: memory, count)
            case (1, 21): count = 0
            case (1, 3), (1, 4): return nil
            case (1, _): if count < memory.count { (memory[count], count) = (byte, count + 1) }
            default: return nil
            }
        }
    }

    /// Where the last character begins, which may have several bytes in UTF-8.
    private static func lastCharacter(of bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        var start = max(count - 1, 0)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
