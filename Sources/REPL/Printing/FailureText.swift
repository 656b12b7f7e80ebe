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
    let style: Style
    /// The width of the terminal, where a usage is broken between words; messages stay whole, so that what they say to type can be copied.
    var width: Int?

    /// The text of a failure, with a newline at its end.
    func text(_ failure: Failure) -> String {
        if failure.isInterrupted { return style.caution(Self.printable(failure.message)) + "\n" }
        let label = failure.kind == "error" ? "error" : "error[\(Self.printable(failure.kind))]"
        var text = style.alarm(label) + ": " + style.bold(Self.printable(failure.message)) + "\n"
        if let place = place(of: failure) { text += style.dim("  --> ") + place + "\n" }
        if let source = failure.sourceLine, !Secrets.mayBe(in: source) { text += quoted(source, column: failure.column ?? Caret.column(of: failure.message, in: source)) }
        if let hint = failure.hint { text += hinted(hint) }
        if let traceback = failure.traceback { text += style.dim(indented(Self.printable(traceback))) }
        return text
    }

    /// The text of a sentence that does not fit its pattern.
    func text(_ mismatch: CommandMismatch, line: String, place: String?) -> String {
        var text = style.alarm("error[\(CommandMismatch.kind)]") + ": " + style.bold(Self.printable(Secrets.hidden(mismatch.message, from: line))) + "\n"
        if let place { text += style.dim("  --> ") + place + "\n" }
        if !Secrets.mayBe(in: line) { text += quoted(line, column: mismatch.column) }
        if let hint = mismatch.hint { text += hinted(hint) }
        return text + "  " + style.dim("usage: ") + WrappedText.wrapped(mismatch.usage, behind: 9, indent: 9, width: width) + "\n"
    }

    /// A warning on a line of its own.
    func warning(_ message: String) -> String { style.caution("warning") + ": " + Self.printable(message) + "\n" }

    private func place(of failure: Failure) -> String? {
        // A text that is run by load has its source for a name.
        guard let chunk = failure.chunk, chunk != Session.promptName, !Secrets.mayBe(in: chunk) else { return nil }
        guard let line = failure.line else { return Self.printable(chunk) }
        return Self.printable(chunk) + ":\(line)" + (failure.column.map { ":\($0)" } ?? "")
    }

    /// The source line and a caret under a column, counted from 1; tabs stay tabs so that the caret stands right.
    private func quoted(_ source: String, column: Int?) -> String {
        let line = source.trimmedAtEnd
        var text = "  " + Self.printable(line) + "\n"
        if let column {
            let before = line.prefix(column - 1).map { $0 == "\t" ? "\t" : " " } + Array(repeating: " ", count: max(0, column - 1 - line.count))
            text += "  " + String(before.joined()) + style.pointer("^") + "\n"
        }
        return text
    }

    private func hinted(_ hint: String) -> String { "  " + style.dim("hint: ") + Self.printable(hint) + "\n" }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).filter { !Secrets.mayBe(in: String($0)) }.map { "  \($0)\n" }.joined()
    }

    /// Text that cannot steer the terminal, nor read as another one: what could is spelt out, `\27`.
    static func printable(_ text: String) -> String { SafeText.safe(text, keepingLines: true) }
}

extension String {
    /// The text without white space at its end.
    var trimmedAtEnd: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
