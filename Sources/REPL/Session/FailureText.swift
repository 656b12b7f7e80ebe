import Frames
import Scripting
import Sentences
import Values

/// An error as the shell prints it:
///
///     error[oversell]: Brokerage holds 4 ORCL on 2014-03-03, not 10
///       sell 10 ORCL @ 40
///            ^
///       hint: …
struct FailureText {
    /// The colours.
    let style: TextStyle
    /// The width of the terminal in columns, to which sentences are wrapped. Hints are not, so that a command in them can be copied.
    var width: Int?

    /// The text of a failure, with a newline at its end.
    func text(_ failure: Failure) -> String {
        if failure.isInterrupted { return style.caution(failure.message.printable) + "\n" }
        let label = failure.kind == "error" ? "error" : "error[\(failure.kind.printable)]"
        var text = headed(label, failure.message)
        if let place = place(of: failure) { text += style.dim("  --> ") + place + "\n" }
        if let source = failure.sourceLine, !Secrets.mayBe(in: source) {
            text += quoted(source, column: failure.column ?? Caret.column(of: failure.message, in: source))
        }
        if let hint = failure.hint { text += hinted(hint) }
        if let traceback = failure.traceback { text += style.dim(indented(traceback.printable)) }
        return text
    }

    /// The text of a sentence that does not fit its pattern.
    func text(_ mismatch: CommandMismatch, line: String, place: String?) -> String {
        var text = headed("error[\(CommandMismatch.kind)]", Secrets.hidden(mismatch.message, from: line))
        if let place { text += style.dim("  --> ") + place + "\n" }
        if !Secrets.mayBe(in: line) { text += quoted(line, column: mismatch.column) }
        if let hint = mismatch.hint { text += hinted(hint) }
        return text + "  " + style.dim("usage: ") + WrappedText.wrapped(mismatch.usage, behind: 9, indent: 9, width: width) + "\n"
    }

    /// A warning on a line of its own.
    func warning(_ message: String) -> String {
        style.caution("warning") + ": " + WrappedText.wrapped(message.printable, behind: 9, indent: 2, width: width) + "\n"
    }

    private func headed(_ label: String, _ message: String) -> String {
        style.alarm(label) + ": " + style.bold(WrappedText.wrapped(message.printable, behind: TextWidth.of(label) + 2, indent: 2, width: width)) + "\n"
    }

    private func place(of failure: Failure) -> String? {
        // The name of a chunk that `load` compiled is its source.
        guard let chunk = failure.chunk, chunk != ShellSession.promptName, !Secrets.mayBe(in: chunk) else { return nil }
        guard let line = failure.line else { return chunk.printable }
        return chunk.printable + ":\(line)" + (failure.column.map { ":\($0)" } ?? "")
    }

    /// The source line, and a caret under a column, counted from 1. Tabs before the caret stay tabs, so that it stands right.
    private func quoted(_ source: String, column: Int?) -> String {
        let line = String(source.trimmedAtEnd)
        var text = "  " + line.printable + "\n"
        if let column {
            let before = line.prefix(column - 1).map { $0 == "\t" ? "\t" : " " } + Array(repeating: " ", count: max(0, column - 1 - line.count))
            text += "  " + String(before.joined()) + style.pointer("^") + "\n"
        }
        return text
    }

    private func hinted(_ hint: String) -> String { "  " + style.dim("hint: ") + hint.printable + "\n" }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).filter { !Secrets.mayBe(in: String($0)) }.map { "  \($0)\n" }.joined()
    }
}

/// Finds the column that a message of Lua's is about, since Lua itself tells the line only.
enum Caret {
    /// The column, from 1, of the name or sign that stands in quotes in `message`, if the line has it exactly once.
    ///
    /// Such messages are `unexpected symbol near '+'` and `attempt to call a nil value (global 'foo')`; `near <eof>` means the end of the line.
    static func column(of message: String, in line: String) -> Int? {
        if message.contains("near <eof>") { return line.trimmedAtEnd.count + 1 }
        return named(in: message).flatMap { column(ofWord: $0, in: line) }
    }

    /// The column, from 1, of a word or sign that is not part of a longer word, if the line has it exactly once.
    static func column(ofWord word: String, in line: String) -> Int? {
        let wanted = Array(word)
        let characters = Array(line)
        guard let first = wanted.first, let last = wanted.last, characters.count >= wanted.count else { return nil }
        let places = (0...(characters.count - wanted.count)).filter { start in
            let end = start + wanted.count
            return characters[start..<end].elementsEqual(wanted)
                && !(isLetter(first) && start > 0 && isLetter(characters[start - 1]))
                && !(isLetter(last) && end < characters.count && isLetter(characters[end]))
        }
        return places.count == 1 ? places[0] + 1 : nil
    }

    /// The text between the last pair of single quotes.
    private static func named(in message: String) -> String? {
        guard let close = message.lastIndex(of: "'") else { return nil }
        guard let open = message[..<close].lastIndex(of: "'") else { return nil }
        return String(message[message.index(after: open)..<close])
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
}

/// Colours for the shell's own words. Without colour every function returns its text unchanged.
public struct TextStyle: Sendable {
    /// Whether colours are used.
    public var isColoured: Bool

    /// A style with or without colour.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func alarm(_ text: String) -> String { wrap(text, "1;31") }
    func caution(_ text: String) -> String { wrap(text, "1;33") }
    func pointer(_ text: String) -> String { wrap(text, "1;36") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
