internal import CLuca
import Frames
import LuaSurface
import Scripting
import Sentences
import Values

/// A session of the shell: takes lines, runs them as sentences, settings or Lua, and writes their results.
///
/// Unfinished Lua is kept until a later line completes it. The session does not know where lines come from, and needs no terminal.
public final class ShellSession {
    /// The chunk name of entries that are typed at the prompt.
    public static let promptName = "prompt"

    /// Evaluates the entries.
    let interpreter: any Interpreter
    /// Where results and remarks go.
    let output: RedirectableOutput
    /// Puts failures and warnings into text.
    private(set) var printer: FailureText
    /// Whether a person types the lines at a terminal; otherwise they come from a pipe, and messages tell their numbers.
    let isInteractive: Bool
    /// How results are shown, as the settings have it.
    public internal(set) var display: Display
    /// How wide tables may be. It is worked out again for each entry, since a window may change its size.
    var width = TableWidth.all
    /// Whether the time of each entry is printed.
    var isTimed = false
    /// The lines of an unfinished entry of Lua.
    private(set) var pending: [String] = []
    /// The number of the first line of the unfinished entry.
    private(set) var pendingLine = 1
    private var hasExplainedLocals = false
    /// The questions that are asked of an empty book; nil where none are, and once they are answered.
    private var guide: SetupGuide?
    /// The entries that ran without failing, as Lua, for `.save`.
    private(set) var script: [String] = []
    /// The last entry other than a setting, for `.edit`.
    private(set) var entryToEdit = ""

    /// A session on an interpreter; `display` is how results are shown at its start.
    public init(_ interpreter: any Interpreter, output: any ShellOutput, display: Display, isInteractive: Bool) {
        self.interpreter = interpreter
        self.display = display
        self.isInteractive = isInteractive
        self.output = RedirectableOutput(output)
        printer = FailureText(style: TextStyle(isColoured: display.options.colour))
        interpreter.output = { [output = self.output] text in output.write(text) }
        interpreter.pages = { [unowned self] text in page(text) }
    }

    /// Asks what sets up an empty book; lines are answers from now on, until one is something else.
    public func askSetup() {
        let guide = SetupGuide()
        output.note(SetupGuide.opening + (guide.text ?? ""))
        self.guide = guide
    }

    /// The prompt for the next line.
    public var prompt: String { pending.isEmpty ? "luca> " : "  ... " }

    /// Whether the next line belongs to an unfinished entry.
    public var isContinuing: Bool { !pending.isEmpty }

    /// Forgets an unfinished entry, and leaves the questions of an empty book.
    public func giveUp() {
        pending = []
        guard guide != nil else { return }
        guide = nil
        output.note("The questions are left; what was answered stays. help start tells the sentences that say the same.\n")
    }

    /// Runs a line, or several that were pasted or recalled at once; `line` is the number of the first.
    ///
    /// The first that fails ends it, since those after it may rely on it.
    @discardableResult
    public func feed(_ text: String, line: Int = 1) -> FeedResult {
        printer.width = width.columns
        if let step = answer(text, at: line) { return step }
        var lines = Transcript.withoutPrompts(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        if !pending.isEmpty { entryToEdit += "\n" + text } else if !ShellSetting.isSetting(text) { entryToEdit = text }
        lazy var table = CommandTable(interpreter.commands)
        var number = line
        var step = pending.isEmpty ? FeedResult.done : .continued
        while let first = lines.first {
            if pending.isEmpty, isEntryByItself(first, table) {
                lines.removeFirst()
                step = enter(first, table, at: number)
                number += 1
            } else {
                // Lua extends to the next line that can only be something else, so that pasted locals and blocks stay together.
                let block = lines.dropFirst().firstIndex { isEntryByItself($0, table) } ?? lines.count
                step = evaluate(Array(lines[..<block]), at: number)
                lines.removeFirst(block)
                number += block
            }
            if step != .done && step != .continued { return step }
        }
        return step
    }

    /// Ends the input at a line: an entry that is still unfinished is an error.
    public func finish(line: Int) -> FeedResult {
        guard !pending.isEmpty else { return .done }
        let start = pendingLine
        pending = []
        let began = isInteractive || line == start ? "" : "; it began in line \(start)"
        return fail(Failure(kind: "syntax", message: "the entry is unfinished\(began)", chunk: isInteractive ? nil : "line \(line)"))
    }

    /// Does what the answer to an entry need not wait for, now that it is shown.
    func rest() {
        // The Ctrl-C that ended the entry is not meant for this.
        luca_signals_reset()
        luca_interrupt_clear()
        interpreter.rest()
    }

    /// Ends the session and a redirection to a file. Returns the exit code: `code`, or 1 in place of 0 if the file cannot be written.
    public func leave(_ code: Int32) -> Int32 {
        do throws(Failure) { try output.endRedirection() } catch {
            _ = fail(error)
            return code == 0 ? 1 : code
        }
        return code
    }

    /// Takes a line as the answer to a question of the guide; nil where it is none.
    private func answer(_ line: String, at number: Int) -> FeedResult? {
        guard var guide, pending.isEmpty, !line.contains("\n") else { return nil }
        let table = CommandTable(interpreter.commands)
        let reply = guide.reply(
            to: line, isEntry: isEntryByItself(line, table), isUnit: { (try? Currency($0)).map { CurrencyTable().contains($0) } ?? false },
            isFile: { FilePaths.exists(FilePaths.expanded($0)) })
        var step = FeedResult.done
        switch reply {
        case .other:
            self.guide = nil
            return nil
        case .sentence(let sentence):
            output.note("\(display.options.unicode ? "→" : "->") \(sentence)\n")
            step = enter(sentence, table, at: number)
            if step == .done { guide.advance(after: sentence) }
        case .refused(let reason):
            output.note(reason + "\n")
            step = isInteractive ? .done : .failed
        case .next: break
        }
        output.note(guide.text ?? guide.closing)
        self.guide = guide.question == nil ? nil : guide
        return step
    }

    // MARK: Entries

    /// Whether a line is an entry by itself: a sentence, a setting or a question.
    private func isEntryByItself(_ line: String, _ table: @autoclosure () -> CommandTable) -> Bool {
        ShellSetting.isSetting(line) || HelpQuestion(line) != nil || interpreter.mayBeSentence(line) && table().commandWord(of: line) != nil
    }

    /// Runs a line that is an entry by itself.
    private func enter(_ line: String, _ table: @autoclosure () -> CommandTable, at number: Int) -> FeedResult {
        // What a setting tells is no amount.
        output.hiding = nil
        if ShellSetting.isSetting(line) { return ShellSetting.run(line, in: self) }
        if let question = HelpQuestion(line) { return answer(question) }
        let table = table()
        do throws(CommandMismatch) {
            guard let match = try table.match(line, interpreter.vocabulary) else { return .done }
            return timed(isHelp: match.pattern.name == "help") {
                let step = show(interpreter.run(match, source: line)) { failure in
                    self.located(failure, inSentence: line, match, at: number).hidingSecrets(of: line)
                }
                if step == .done { keep(match.lua) }
                return step
            }
        } catch {
            let error = SentenceGuess(table, interpreter.vocabulary).hinted(error, on: line)
            output.hiding = hiding
            output.note(printer.text(error, line: line, place: isInteractive ? nil : "line \(number)"))
            return .failed
        }
    }

    /// Answers `x?`: what a name of the session holds, else the help of that name.
    private func answer(_ question: HelpQuestion) -> FeedResult {
        interpreter.display = display
        output.hiding = hiding
        guard let text = interpreter.explanation(of: question.topic) else {
            output.hiding = nil
            return ShellSetting.run(".help \(question.topic)", in: self)
        }
        output.write(WrappedText.wrapped(text, width: output.isFile ? nil : width.columns) + "\n")
        return .done
    }

    /// Takes the figures out of what is shown, where they are masked.
    private var hiding: ((String) -> String)? {
        let options = display.options
        return options.privacy ? { options.hidingFigures(in: $0) } : nil
    }

    /// Runs lines of Lua, together with those of an unfinished entry.
    private func evaluate(_ lines: [String], at number: Int) -> FeedResult {
        if pending.isEmpty {
            if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return .done }
            pendingLine = number
        }
        let isPaste = isInteractive && pending.isEmpty && lines.count > 1
        pending += lines
        let source = pending.joined(separator: "\n")
        // Somebody who cannot get out of an unfinished entry says what anybody would.
        if isInteractive, pending.count > 1, let word = lines.last?.trimmed, ["quit", "exit", ".quit", ".exit", ".q"].contains(String(word)) { return .leave(0) }
        let name = isInteractive ? Self.promptName : "line \(pendingLine)"
        return timed(isHelp: HelpCall.isAll(of: source) && interpreter.commands.contains { $0.name == "help" }) {
            let evaluation = interpreter.evaluate(source, name: name)
            if isPaste, case .failure(let failure) = evaluation, failure.isSyntax { return evaluateApart(lines, at: number) }
            let step = show(evaluation) { failure in self.located(failure, in: source, name: name).hidingSecrets(of: source) }
            if step != .continued { pending = [] }
            if step == .done {
                keep(source)
                explainLocal(source)
            }
            return step
        }
    }

    /// Runs pasted lines one by one if they are no Lua together: a list of expressions, as copied from a page of examples.
    private func evaluateApart(_ lines: [String], at number: Int) -> FeedResult {
        pending = []
        var step = FeedResult.done
        for (place, line) in lines.enumerated() {
            step = evaluate([line], at: number + place)
            if step != .done && step != .continued { break }
        }
        return step
    }

    /// Keeps an entry that ran for `.save`; not on a pipe, where it would only take memory.
    private func keep(_ source: @autoclosure () -> String) {
        guard isInteractive, case let source = source(), !Secrets.mayBe(in: source) else { return }
        script.append(source)
    }

    /// Explains, once, that a local of one entry is unknown to the next.
    private func explainLocal(_ source: String) {
        guard isInteractive, !hasExplainedLocals, source.hasPrefix("local "), !source.contains("\n") else { return }
        hasExplainedLocals = true
        output.note("a local lasts for its own entry; without the word local, the name stays\n")
    }

    // MARK: Results

    /// Runs an entry with the current display and without an earlier Ctrl-C, and prints the time that it took if that is asked for.
    private func timed(isHelp: Bool, _ act: () -> FeedResult) -> FeedResult {
        display.options.width = width.columns
        display.options.widening = !isInteractive && width == .auto ? "| less -S" : ".width all"
        var shown = output.isFile ? display.forFile : display
        // Examples in the help are nobody's figures.
        if isHelp { shown.options.privacy = false }
        interpreter.display = shown
        output.hiding = isHelp ? nil : hiding
        luca_signals_reset()
        luca_interrupt_clear()
        let start = ContinuousClock.now
        let step = act()
        if isTimed && step != .continued { output.note(Timing.text(ContinuousClock.now - start)) }
        return step
    }
}
