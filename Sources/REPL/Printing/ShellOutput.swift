internal import CLuca
internal import Glibc
internal import Synchronization

/// Where the shell writes: results to one side, everything that is about the session to the other.
public protocol ShellOutput: AnyObject {
    /// Writes a result as it stands.
    func write(_ text: String)
    /// Writes a remark, warning or error as it stands.
    func note(_ text: String)
}

/// Standard output and standard error, or a file in place of standard output.
public final class StandardOutput: ShellOutput {
    /// The streams that the program was started with.
    public init() {}

    /// Writes to standard output. Where that fails, it is told at once, and the program ends with a code that is not 0; that nobody reads any
    /// more, as behind `| head`, is no failure.
    public func write(_ text: String) {
        if !Self.write(text, to: STDOUT_FILENO), errno != EPIPE { Self.tellFailure(errno) }
    }

    /// Writes to standard error.
    public func note(_ text: String) { Self.write(text, to: STDERR_FILENO) }

    /// Writes a result that holds what a book, a file or a script says: on a terminal, what could steer it is spelt out.
    public func tell(_ text: String) { write(isatty(STDOUT_FILENO) == 1 ? FailureText.printable(text) : text) }

    /// Writes a remark that holds what a book, a file or a script says: on a terminal, what could steer it is spelt out.
    public func remark(_ text: String) { note(isatty(STDERR_FILENO) == 1 ? FailureText.printable(text) : text) }

    /// Whether something that was to be printed is lost.
    private static let hasFailed = Atomic(false)

    /// Tells once that standard output takes nothing more.
    private static func tellFailure(_ code: Int32) {
        if hasFailed.exchange(true, ordering: .relaxed) { return }
        write("error[output]: what is printed cannot be written to its end: \(systemMessage(code))\n", to: STDERR_FILENO)
    }

    /// The code that the program ends with: the one that it would have, and 1 in the place of 0 where something that was to be printed is lost,
    /// be it what Lua's own functions have not handed over yet.
    public static func exitCode(for code: Int32) -> Int32 {
        let lost = luca_output_finish()
        if lost != 0 { tellFailure(lost) }
        return code == 0 && hasFailed.load(ordering: .relaxed) ? 1 : code
    }

    /// Writes all of `text`, across short writes and signals; false if the other side is gone or the disk is full.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if count > 0 {
                    done += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
