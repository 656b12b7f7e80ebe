import Glibc

/// A program at a terminal of its own, typed at and read by a test.
///
/// What the program writes is kept without escape sequences. Each wait goes on from where the one before it ended, so a test reads
/// like a conversation.
public final class Terminal {
    /// What went wrong in a conversation.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String
    }

    private let master: Int32
    private let process: pid_t
    private var bytes: [UInt8] = []
    private var seen = 0
    private var status: Int32?

    /// Starts a program; `environment` is all it gets.
    public init(_ command: [String], environment: [String: String], columns: UInt16 = 100) throws {
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var master: Int32 = -1
        var slave: Int32 = -1
        guard let open = Self.opener, open(&master, &slave, nil, nil, &size) == 0 else { throw Problem(description: "no pseudo-terminal") }
        self.master = master
        let name = "/proc/self/fd/\(slave)"
        defer { close(slave) }
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session gets the first terminal that it opens as its own.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of a test run have signals blocked, and the program is to get them.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let setsid: Int16 = 0x80
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | setsid)
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var started: pid_t = 0
        guard posix_spawn(&started, command[0], &actions, &attributes, arguments, variables) == 0 else {
            throw Problem(description: "\(command[0]) cannot be started")
        }
        process = started
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
    }

    private typealias Opener =
        @convention(c) (
            UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<termios>?,
            UnsafeMutablePointer<winsize>?
        ) -> Int32

    /// `openpty`, which the module map of the C library leaves out.
    private static var opener: Opener? {
        dlsym(nil, "openpty").map { unsafeBitCast($0, to: Opener.self) }
    }

    /// Types a text as it stands; a newline is the Return key.
    public func type(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = write(master, bytes.baseAddress! + done, bytes.count - done)
                if count <= 0 { return }
                done += count
            }
        }
    }

    /// Waits until the program has written `text`, after what was waited for before; returns what came before it.
    @discardableResult
    public func wait(for text: String, seconds: Int = 30) throws -> String {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let screen = screen
            let rest = screen.dropFirst(seen)
            if let found = Self.range(of: text, in: rest) {
                let before = String(rest[..<found.lowerBound])
                seen = screen.distance(from: screen.startIndex, to: found.upperBound)
                return before
            }
            guard ContinuousClock.now < deadline, read(milliseconds: 100) else {
                throw Problem(description: "waited for \(text.debugDescription), but the terminal shows:\n\(screen.dropFirst(seen))")
            }
        }
    }

    /// Waits for the program's end; its exit code, or 128 and the number of the signal that ended it.
    public func exitCode(seconds: Int = 30) throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while status == nil {
            var code: Int32 = 0
            if waitpid(process, &code, WNOHANG) == process {
                status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + (code & 0x7F)
            } else if ContinuousClock.now > deadline {
                throw Problem(description: "the program did not end; the terminal shows:\n\(screen.dropFirst(seen))")
            } else {
                _ = read(milliseconds: 20)
            }
        }
        // What it wrote last may still be on its way.
        var count = -1
        while bytes.count != count {
            count = bytes.count
            _ = read(milliseconds: 50)
        }
        return status ?? 0
    }

    /// Makes the window so many columns wide, of which the terminal tells the program.
    public func resize(columns: UInt16) {
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the terminal shows what is typed.
    public var isEchoing: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) { kill(process, number) }

    /// Everything written so far, without escape sequences.
    public var screen: String { Self.plain(bytes) }

    /// Everything written so far as it stands.
    public var raw: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads what there is; false once the program has closed the terminal.
    private func read(milliseconds: Int32) -> Bool {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return true }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(master, &piece, piece.count)
        guard count > 0 else { return false }
        bytes += piece[..<count]
        return true
    }

    private static func range(of text: String, in screen: Substring) -> Range<Substring.Index>? {
        var start = screen.startIndex
        while start < screen.endIndex {
            if screen[start...].hasPrefix(text) { return start..<screen.index(start, offsetBy: text.count) }
            start = screen.index(after: start)
        }
        return nil
    }

    /// Text without escape sequences, bells and carriage returns.
    private static func plain(_ bytes: [UInt8]) -> String {
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x1B:
                index += 1
                guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { break }
                index += 1
                while index < bytes.count, !(0x40...0x7E).contains(bytes[index]) { index += 1 }
            case 0x07, 0x0D: break
            default: kept.append(bytes[index])
            }
            index += 1
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
