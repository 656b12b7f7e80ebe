internal import Glibc
import Storage
import Vault

/// The terminal of the process, which shows nothing of what is typed at it.
enum SilentTerminal {
    /// What is typed; nil if the user gave up by Ctrl-C or Ctrl-D.
    ///
    /// - Parameter orElse: what is thrown where there is no terminal.
    static func ask(_ prompt: String, orElse: () -> StorageError) throws(StorageError) -> Secret? {
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
        return try read(terminal)
    }

    private static let longest = 4096

    private static func read(_ terminal: Int32) throws(StorageError) -> Secret? {
        var count = 0, isGivenUp = false
        do throws(VaultError) {
            try Sodium.load()
            let typed = try Secret(count: longest) { memory in
                while true {
                    var byte: UInt8 = 0
                    let got = Glibc.read(terminal, &byte, 1)
                    if got < 0, errno == EINTR { continue }
                    switch (got, byte) {
                    case (1, UInt8(ascii: "\n")), (1, UInt8(ascii: "\r")): return
                    case (1, 8), (1, 127): count = lastCharacter(of: memory, count)
                    case (1, 21): count = 0
                    case (1, 3), (1, 4):
                        isGivenUp = true
                        return
                    case (1, _):
                        if count < longest { (memory[count], count) = (byte, count + 1) }
                    default:
                        isGivenUp = true
                        return
                    }
                }
            }
            if isGivenUp { return nil }
            return try typed.withBytes { bytes throws(VaultError) in try Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        } catch { throw BookKeys.refusal(error, of: "The book") }
    }

    /// Where the last character begins, which may have several bytes in UTF-8.
    private static func lastCharacter(of bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        var start = max(count - 1, 0)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
