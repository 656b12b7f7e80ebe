internal import Glibc
import Storage
import Vault

/// The terminal of the process, which shows nothing of what is typed at it.
struct SilentTerminal {
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
                let typed = try Secret(count: longest) { count = terminal.readLine(into: $0) }
                guard let count else { return nil }
                return try typed.withBytes { bytes throws(VaultError) in try Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
            } catch { throw BookKeys.refusal(error, of: "The book") }
        }
    }

    /// Shows a question, and lends the terminal to whoever reads the answer.
    ///
    /// - Parameter orElse: what is thrown where there is no terminal.
    static func withTerminal<Answer, Refusal: Error>(
        _ prompt: String, orElse: @autoclosure () -> Refusal, _ body: (SilentTerminal) throws(Refusal) -> Answer
    ) throws(Refusal) -> Answer {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        var before = termios()
        guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else { throw orElse() }
        defer { close(descriptor) }
        let terminal = SilentTerminal(descriptor: descriptor, before: before, prompt: prompt)
        terminal.begin()
        defer { terminal.end() }
        defer { StandardOutput.write("\n", to: descriptor) }
        return try body(terminal)
    }

    private let descriptor: Int32
    private let before: termios
    private let prompt: String

    /// Signals that end or stop a program. They wait while nothing is shown: else the terminal would stay so.
    private static let signals = [SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    private static let held: sigset_t = {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }()

    private func begin() {
        var silent = before, held = Self.held
        pthread_sigmask(SIG_BLOCK, &held, nil)
        // Ctrl-C is read as a byte, since a signal could end the program with the terminal's echo still off.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(descriptor, TCSAFLUSH, &silent)
        StandardOutput.write(prompt, to: descriptor)
    }

    private func end() {
        var before = before, held = Self.held
        tcsetattr(descriptor, TCSAFLUSH, &before)
        // What has come meanwhile is carried out here.
        pthread_sigmask(SIG_UNBLOCK, &held, nil)
    }

    /// Whether a signal waits.
    private var isSignalled: Bool {
        var waiting = sigset_t()
        guard sigpending(&waiting) == 0 else { return false }
        return Self.signals.contains { sigismember(&waiting, $0) == 1 }
    }

    /// Reads a line into memory, as far as it has room, and gives the number of its bytes; nil if the user gave up.
    func readLine(into memory: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        while true {
            waitForByte()
            var byte: UInt8 = 0
            let got = read(descriptor, &byte, 1)
            if got < 0, errno == EINTR { continue }
            switch (got, byte) {
            case (1, UInt8(ascii: "\n")), (1, UInt8(ascii: "\r")): return count
            case (1, 8), (1, 127): count = Self.lastCharacter(of: memory, count)
            case (1, 21): count = 0
            case (1, 3), (1, 4): return nil
            case (1, _): if count < memory.count { (memory[count], count) = (byte, count + 1) }
            default: return nil
            }
        }
    }

    /// Waits until something was typed, and looks five times a second whether the program is to end or to stop; after a stop it asks again.
    private func waitForByte() {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&asked, 1, 200) <= 0 {
            guard isSignalled else { continue }
            end()
            begin()
        }
    }

    /// Where the last character begins, which may have several bytes in UTF-8.
    private static func lastCharacter(of bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        var start = max(count - 1, 0)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
