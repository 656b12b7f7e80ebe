internal import CLuca
import Frames
import Scripting
import Sentences
import Values

/// The shell without a terminal: takes lines, runs sentences, settings and Lua, writes what came of them.
///
/// Lua that is unfinished is kept until a later line completes it. Nothing here knows where lines come from.
public final class Session {
    /// The chunk name of what is typed at the prompt.
    public static let promptName = "prompt"

    let interpreter: any Interpreter
    let switchboard: OutputSwitch
    private(set) var printer: FailureText
    /// A person at a terminal; else lines are those of a pipe, counted for messages.
    let isInteractive: Bool
    /// How results are shown; the settings change it.
    public internal(set) var display: Display
    /// How wide a table may be; asked again for each entry, since a window changes its size.
    var width = Width.all
    /// Whether the time of each entry is printed.
    var isTimed = false
    /// Lua that waits for its end.
    private(set) var pending: [String] = []
    /// The number of the line that the pending entry began at.
    private var pendingLine = 1
    private var hasExplainedLocals = false
    /// What ran without failing, as Lua, for `.save`.
    private(set) var script: [String] = []
    /// The last entry that was no setting, for `.edit`.
    private(set) var entryToEdit = ""

    /// A session on an interpreter; `display` is what the settings start from.
    public init(_ interpreter: any Interpreter, output: any ShellOutput, display: Display, isInteractive: Bool) {
        self.interpreter = interpreter
        self.display = display
        self.isInteractive = isInteractive
        switchboard = OutputSwitch(output)
        printer = FailureText(style: Style(isColoured: display.options.colour))
        interpreter.output = { [switchboard] text in switchboard.write(text) }
    }

    /// The prompt for the next line.
    public var prompt: String { pending.isEmpty ? "luca> " : "  ... " }

    /// Whether the next line belongs to an unfinished entry.
    public var isContinuing: Bool { !pending.isEmpty }

    /// Forgets an unfinished entry.
    public func giveUp() { pending = [] }

    /// Takes a line, or several pasted or recalled at once; `line` is the number of the first.
    ///
    /// The first that fails ends it: what follows may rely on it.
    @discardableResult
    public func feed(_ text: String, line: Int = 1) -> Step {
        printer.width = width.columns
        var lines = Transcript.withoutPrompts(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        if !pending.isEmpty { entryToEdit += "\n" + text } else if !Setting.isSetting(text) { entryToEdit = text }
        let table = CommandTable(interpreter.commands)
        var number = line
        var step = pending.isEmpty ? Step.done : .continued
        while let first = lines.first {
            if pending.isEmpty, isActOfItsOwn(first, table) {
                lines.removeFirst()
                step = enter(first, table, at: number)
                number += 1
            } else {
                // Lua goes on to the next line that can only be something else, so that pasted locals and blocks stay together.
                let block = lines.dropFirst().firstIndex { isActOfItsOwn($0, table) } ?? lines.count
                step = evaluate(Array(lines[..<block]), at: number)
                lines.removeFirst(block)
                number += block
            }
            if step != .done && step != .continued { return step }
        }
        return step
    }

    /// The end of the input: an entry that is still unfinished is an error.
    public func finish(line: Int) -> Step {
        guard !pending.isEmpty else { return .done }
        let start = pendingLine
        pending = []
        let began = isInteractive || line == start ? "" : "; it began in line \(start)"
        return fail(Failure(kind: "syntax", message: "the entry is unfinished\(began)", chunk: isInteractive ? nil : "line \(line)"))
    }

    /// Ends the session: a file that results went to takes its place. The exit code, which is not 0 where that fails.
    public func leave(_ code: Int32) -> Int32 {
        do throws(Failure) { try switchboard.close() } catch {
            _ = fail(error)
            return code == 0 ? 1 : code
        }
        return code
    }

    // MARK: Entries

    /// Whether a line is a sentence or a setting.
    private func isActOfItsOwn(_ line: String, _ table: CommandTable) -> Bool {
        Setting.isSetting(line) || Question(line) != nil || table.commandWord(of: line) != nil
    }

    private func enter(_ line: String, _ table: CommandTable, at number: Int) -> Step {
        if Setting.isSetting(line) { return Setting.run(line, in: self) }
        if let question = Question(line) { return Setting.run(".help \(question.topic)", in: self) }
        do throws(CommandMismatch) {
            guard let match = try table.match(line, interpreter.vocabulary) else { return .done }
            return timed {
                let step = show(interpreter.run(match, source: line)) { failure in
                    self.located(failure, inSentence: line, match, at: number).hidingSecrets(of: line)
                }
                if step == .done { keep(match.lua) }
                return step
            }
        } catch {
            switchboard.note(printer.text(error, line: line, place: isInteractive ? nil : "line \(number)"))
            return .failed
        }
    }

    private func evaluate(_ lines: [String], at number: Int) -> Step {
        if pending.isEmpty {
            if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return .done }
            pendingLine = number
        }
        let isPaste = isInteractive && pending.isEmpty && lines.count > 1
        pending += lines
        let source = pending.joined(separator: "\n")
        let name = isInteractive ? Self.promptName : "line \(pendingLine)"
        return timed {
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

    /// Takes pasted lines one by one, since they make no Lua together: a list of expressions, as copied from a page of examples.
    private func evaluateApart(_ lines: [String], at number: Int) -> Step {
        pending = []
        var step = Step.done
        for (place, line) in lines.enumerated() {
            step = evaluate([line], at: number + place)
            if step != .done && step != .continued { break }
        }
        return step
    }

    /// Keeps what ran for `.save`; on a pipe, which cannot ask for it in hindsight, it would only take memory.
    private func keep(_ source: @autoclosure () -> String) {
        guard isInteractive, case let source = source(), !Secrets.mayBe(in: source) else { return }
        script.append(source)
    }

    /// Says once what surprises everybody: a local of one entry is unknown to the next.
    private func explainLocal(_ source: String) {
        guard isInteractive, !hasExplainedLocals, source.hasPrefix("local "), !source.contains("\n") else { return }
        hasExplainedLocals = true
        switchboard.note("a local lasts for its own entry; without the word local, the name stays\n")
    }

    // MARK: What came of it

    private func timed(_ act: () -> Step) -> Step {
        display.options.width = width.columns
        display.options.widening = ".width all"
        interpreter.display = switchboard.isFile ? display.forFile : display
        luca_signals_reset()
        luca_interrupt_clear()
        let start = ContinuousClock.now
        let step = act()
        if isTimed && step != .continued { switchboard.note(Timing.text(ContinuousClock.now - start)) }
        return step
    }

    private func show(_ evaluation: Evaluation, locate: (Failure) -> Failure) -> Step {
        switch evaluation {
        case .values(let results, let warnings):
            do throws(FrameError) {
                for result in results { try show(result) }
            } catch {
                return fail(Failure(kind: error.kind.rawValue, message: error.message, hint: error.hint))
            }
            for warning in warnings { switchboard.note(printer.warning(warning)) }
            if let problem = switchboard.takeProblem() { return fail(problem) }
            return .done
        case .incomplete: return .continued
        case .failure(let failure): return fail(locate(failure))
        case .exit(let code): return .leave(code)
        }
    }

    private func show(_ result: Shown) throws(FrameError) {
        switch result {
        case .nothing: break
        case .text(let text): switchboard.write(text.hasSuffix("\n") ? text : text + "\n")
        case .frame(let frame):
            var display = interpreter.display
            display.options.currencies = interpreter.currencies
            switchboard.write(try display.text(frame))
            for warning in frame.warnings { switchboard.note(printer.warning(warning.message)) }
        }
    }

    func fail(_ failure: Failure) -> Step {
        // The terminal has just shown ^C.
        let isByKey = failure.isInterrupted && isInteractive && luca_signals_count() > 0
        switchboard.note((isByKey ? "\n" : "") + printer.text(failure))
        return failure.isInterrupted ? .interrupted : .failed
    }

    /// Adds the source line to a failure in the entry itself, and counts its lines as the input does.
    private func located(_ failure: Failure, in source: String, name: String) -> Failure {
        var failure = failure
        guard failure.chunk == nil || failure.chunk == name, let line = failure.line else { return failure }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        if failure.sourceLine == nil, (1...lines.count).contains(line) { failure.sourceLine = String(lines[line - 1]) }
        failure.chunk = isInteractive ? nil : "line \(pendingLine + line - 1)"
        failure.line = nil
        return failure
    }

    /// Puts the caret under the argument of the sentence that the failure is about, instead of a place in its Lua form.
    private func located(_ failure: Failure, inSentence line: String, _ match: CommandMatch, at number: Int) -> Failure {
        var failure = failure
        guard failure.traceback == nil else { return failure }
        failure.column = failure.field.flatMap { match.columns[$0] }
        if failure.hint == nil, failure.column == nil, let missing = failure.field.flatMap(match.pattern.clause(giving:)) {
            failure.hint = "add: \(missing)"
        }
        // What a hint says in Lua is said as the sentence does, where it has a word for it.
        if match.pattern.clause(giving: "status") != nil { failure.hint = failure.hint?.replacing("status=\"pending\"", with: "status pending") }
        failure.sourceLine = failure.column == nil && isInteractive ? nil : line
        failure.line = nil
        failure.chunk = isInteractive ? nil : "line \(number)"
        return failure
    }
}
