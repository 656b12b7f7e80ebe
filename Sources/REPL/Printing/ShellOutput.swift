internal import Glibc

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

    /// Writes to standard output.
    public func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

    /// Writes to standard error.
    public func note(_ text: String) { Self.write(text, to: STDERR_FILENO) }

    /// Writes a result that holds what a book, a file or a script says: on a terminal, what could steer it is spelt out.
    public func tell(_ text: String) { write(isatty(STDOUT_FILENO) == 1 ? FailureText.printable(text) : text) }

    /// Writes a remark that holds what a book, a file or a script says: on a terminal, what could steer it is spelt out.
    public func remark(_ text: String) { note(isatty(STDERR_FILENO) == 1 ? FailureText.printable(text) : text) }

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
