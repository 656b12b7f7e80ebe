/// A usage text or a Lua template that cannot be understood; a mistake of whoever defines the command.
public struct CommandUsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// The text at fault.
    public let usage: String
    /// Where in `usage`, as a character position from 1.
    public let column: Int

    public var description: String { "\(message), at column \(column) of \"\(usage)\"" }
}
