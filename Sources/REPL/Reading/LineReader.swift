/// Where lines come from.
public protocol LineReader: AnyObject {
    /// Waits for a line.
    func read(prompt: String) -> LineEvent
    /// Keeps an entry, of one or several lines, so that it can be recalled.
    func remember(_ entry: String)
}

/// What came of waiting for a line.
public enum LineEvent: Equatable, Sendable {
    /// A line without its newline; a paste or a recalled entry has newlines inside.
    case line(String)
    /// A line with bytes that are no UTF-8; in the text they are replaced, so it may be shown and not run.
    case unreadable(String)
    /// Ctrl-C at the prompt.
    case interrupted
    /// There are no more lines.
    case end
}
