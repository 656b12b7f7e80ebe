/// A sentence that does not fit its pattern: where, what was expected there, and what to do next.
public struct CommandMismatch: Error, Equatable, CustomStringConvertible {
    /// The kind of error that it is shown as.
    public static let kind = "sentence"

    /// One sentence without the column.
    public var message: String
    /// Where in the line, as a character position from 1; one past the end where something is missing.
    public var column: Int
    /// What would have fitted there.
    public var expected: [String]
    /// What to do next.
    public var hint: String?
    /// The synopsis of the command.
    public var usage: String
    /// Whether all words of the sentence have their place, and what they say together is at fault.
    var isOfMeaning = false

    init(message: String, column: Int, expected: [String], hint: String? = nil, usage: String) {
        (self.message, self.column, self.expected, self.hint, self.usage) = (message, column, expected, hint, usage)
    }

    public var description: String { message }
}
