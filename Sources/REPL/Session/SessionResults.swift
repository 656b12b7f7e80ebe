internal import CLuca
import Frames
import LuaSurface
import Sentences
import Values

/// What a session prints of results and failures.
extension ShellSession {
    /// Prints the outcome of an entry; `locate` adds to a failure where in the entry it is.
    func show(_ evaluation: Evaluation, locate: (Failure) -> Failure) -> FeedResult {
        switch evaluation {
        case .values(let results, let warnings):
            do throws(FrameError) {
                for result in results where !luca_interrupt_pending() { try show(result) }
            } catch {
                return fail(Failure(kind: error.kind.rawValue, message: error.message, hint: error.hint))
            }
            // Ctrl-C while the results were printed: the entry itself has run.
            if luca_interrupt_pending() { return fail(Failure(kind: Failure.interrupted.kind, message: "interrupted; what was printed is not whole")) }
            for warning in warnings { output.note(printer.warning(warning)) }
            if let problem = output.takeProblem() { return fail(problem) }
            return .done
        case .incomplete: return .continued
        case .failure(let failure): return fail(locate(failure))
        case .exit(let code): return .leave(code)
        }
    }

    func show(_ result: PrintedResult) throws(FrameError) {
        switch result {
        case .nothing: break
        case .text(let text): page(text.hasSuffix("\n") ? text : text + "\n")
        case .laidOut(let text): page(text.hasSuffix("\n") ? text : text + "\n", isLaidOut: true)
        case .frame(let frame):
            var display = interpreter.display
            display.options.currencies = interpreter.currencies
            display.options.locale = interpreter.locale
            if !frame.isSilent { page(try display.text(frame), isLaidOut: true) }
            for warning in frame.warningLines(inBook: "warnings", inFrame: "_.warnings") { output.note(printer.warning(warning)) }
        }
    }

    /// Prints a result, which a person at a terminal reads page by page where it is longer than the screen. A pager that cannot is not asked again.
    ///
    /// - Parameter isLaidOut: whether it hides by itself what is not to be seen.
    func page(_ text: String, isLaidOut: Bool = false) {
        let shown = isLaidOut ? text : output.hidden(text)
        if luca_interrupt_pending() { return }
        guard isInteractive, display.format.isForPeople else { return output.writeLaidOut(shown) }
        guard let problem = output.page(shown, by: interpreter.pager) else { return }
        interpreter.pager = .off
        output.note(printer.warning("\(problem), so results are printed as they are from now on; .pager COMMAND names another, .pager on asks again"))
    }

    /// Prints a failure.
    func fail(_ failure: Failure) -> FeedResult {
        // The terminal has just shown ^C on the line.
        let isByKey = failure.isInterrupted && isInteractive && luca_signals_count() > 0
        output.note((isByKey ? "\n" : "") + printer.text(failure))
        return failure.isInterrupted ? .interrupted : .failed
    }

    /// The failure with its source line, if it is in the entry itself, and with its line counted from the start of the input.
    func located(_ failure: Failure, in source: String, name: String) -> Failure {
        var failure = failure
        guard failure.chunk == nil || failure.chunk == name, let line = failure.line else { return isInteractive ? failure : failure.countedFromStart }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        if failure.sourceLine == nil, (1...lines.count).contains(line) { failure.sourceLine = String(lines[line - 1]) }
        failure.chunk = isInteractive ? nil : "line \(pendingLine + line - 1)"
        failure.line = nil
        return failure
    }

    /// A line that ends with the name of an account, with the word that stands before one: `value 300000 in Haus` for `value 300000 Haus`; nil for another.
    private static func naming(_ accounts: [String], in line: String) -> String? {
        let line = String(line.trimmed)
        guard let account = accounts.first(where: { line.lowercased().hasSuffix(" " + $0.lowercased()) }) else { return nil }
        return "\(line.dropLast(account.count).trimmed) in \(SentenceForm.word(account))"
    }

    /// The failure with a caret under the argument of the sentence that it is about, instead of a place in the Lua form.
    func located(_ failure: Failure, inSentence line: String, _ match: CommandMatch, at number: Int) -> Failure {
        var failure = failure
        guard failure.traceback == nil else { return failure }
        failure.column = failure.field.flatMap { match.columns[$0] }
        if failure.hint == nil, failure.column == nil, let missing = failure.field.flatMap(match.pattern.clause(giving:)) {
            let guess = SentenceGuess(CommandTable(interpreter.commands), interpreter.vocabulary)
            if let question = guess.question(for: line) {
                failure.hint = Suggestion(question).question
                return failure
            }
            if missing == "in ACCOUNT", let named = Self.naming(interpreter.vocabulary.accounts(), in: line) {
                failure.hint = Suggestion(named).question
                return failure
            }
            let account = missing.hasSuffix(" ACCOUNT") ? interpreter.vocabulary.accounts().first : nil
            let priced = guess.priced(String(line.trimmed)), whole = account.map { "\(priced) \(missing.replacing("ACCOUNT", with: SentenceForm.word($0)))" }
            let lacking = priced == line.trimmed || missing.hasPrefix("@") ? missing : "@ PRICE and \(missing)"
            failure.hint = "add: \(lacking)" + (whole.map { ", such as: \($0)" } ?? "")
        }
        failure.sourceLine = failure.column == nil && isInteractive ? nil : line
        failure.line = nil
        failure.chunk = isInteractive ? nil : "line \(number)"
        return failure
    }
}

/// A question for help, `gains?` or `?gains`: a name with a question mark behind or before it, which no line of Lua can be.
struct HelpQuestion {
    /// The name, with what leads on from it: `x[1].price`.
    let topic: String

    /// Reads a line; nil if it is no question.
    init?(_ line: String) {
        let text = line.trimmed
        let topic = String(text.drop { $0 == "?" }.trimmed).withoutQuestion
        guard topic.count < text.count, let first = topic.first, first.isNameStart else { return nil }
        guard topic.allSatisfy({ $0.isNameStart || $0.isDigit || ".:[]-".contains($0) }) else { return nil }
        self.topic = topic
    }
}

/// A call of `help` in Lua, `help("gains")` or `help(holdings)`, whose answer has nobody's figures.
enum HelpCall {
    /// Whether a text is such a call and nothing else, without a call among its arguments.
    static func isAll(of source: String) -> Bool {
        // The pattern takes longer to make than a session to start.
        source.drop { $0.isWhitespace }.hasPrefix("help") && matches(source)
    }

    // Apart, since even to enter it has types looked up.
    @inline(never)
    private static func matches(_ source: String) -> Bool {
        source.wholeMatch(of: /\s*help\s*(\(\s*("[^"\\\n]*"|'[^'\\\n]*'|[A-Za-z_][A-Za-z0-9_.]*)?\s*\)|"[^"\\\n]*"|'[^'\\\n]*')\s*/) != nil
    }
}

/// Lines that were copied from a session, with its prompts.
enum Transcript {
    /// If the first line begins with the prompt, the lines with a prompt, without it; otherwise all lines.
    static func withoutPrompts(_ lines: [String]) -> [String] {
        guard lines.first?.hasPrefix("luca> ") == true else { return lines }
        return lines.compactMap { line in
            guard line.hasPrefix("luca> ") || line.hasPrefix("  ... ") else { return nil }
            return String(line.dropFirst(6))
        }
    }
}

extension String {
    /// The text without question marks at its end.
    fileprivate var withoutQuestion: String {
        var text = trimmed
        while text.last == "?" { text.removeLast() }
        return String(text.trimmed)
    }
}
