import Frames
import LuaFormats
import LuaKit
import LuaSurface
import Scripting
import Sentences
import Session
import Storage
import Values

/// The shell's interpreter for the program: a Lua session on a book.
final class RuntimeInterpreter: Interpreter {
    /// The Lua session.
    let runtime: Runtime

    /// What was found out about the columns of functions' answers.
    private let answers = AnswerColumns()

    /// An interpreter on a Lua session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    var output: (String) -> Void {
        get { runtime.console.output }
        set { runtime.console.output = newValue }
    }

    var pages: (String) -> Void {
        get { runtime.console.pages ?? output }
        set { runtime.console.pages = newValue }
    }

    var pager: PagerChoice {
        get { runtime.console.pager }
        set { runtime.console.pager = newValue }
    }

    /// Lets functions ask somebody who sits at the terminal; Ctrl-C instead of an answer ends what asked.
    func asks(_ question: @escaping (String) -> LineEvent) {
        runtime.console.question = { [unowned runtime] text in
            switch question(text) {
            case .line(let answer), .unreadable(let answer): return answer
            case .end: return nil
            case .interrupted: throw runtime.lua.receiveInterrupt()
            }
        }
    }

    var display = Display() {
        didSet {
            runtime.console.format = display.format
            runtime.console.rendering = display.options
            runtime.console.isTerminal = display.isOnTerminal
            runtime.lua.changesAllTerminalText = display.options.privacy
        }
    }

    var commands: [CommandPattern] {
        let assigned = runtime.assignedNames
        return assigned.isEmpty ? runtime.functions.commands : runtime.functions.commands.filter { !assigned.contains($0.name) }
    }

    func mayBeSentence(_ line: String) -> Bool { runtime.functions.hasReadSentences || CommandTable.mayShip(line) }

    var vocabulary: Vocabulary {
        runtime.vocabulary(home: environment("HOME"))
    }

    var currencies: CurrencyTable { runtime.currencies }

    var isBookEmpty: Bool { (try? runtime.isBookEmpty) ?? false }

    var locale: LocaleFormat { runtime.console.locale }

    var bookName: String? { runtime.bookLocation }

    var hasEncryptedBook: Bool { runtime.hasEncryptedBook }

    func plainNotice(of file: String) -> String? { runtime.book?.plainNotice(of: file) }

    var missingBook: String? { runtime.missingBook }

    func rest() {
        restore()
        // Whoever pressed Ctrl-C wants to wait for nothing.
        if !LuaState.isInterrupted { runtime.backUpIfDue() }
    }

    /// Puts the backup in the place of the book that the last entry asked for.
    private func restore() {
        do { if let said = try runtime.restoreAsWished() { output(said + "\n") } } catch {
            let failure = Failure(error, in: runtime)
            runtime.notice([failure.message, failure.hint].compactMap(\.self).joined(separator: "\n  hint: "))
        }
    }

    func close() { runtime.close() }

    func tellUnmadeBook() -> String? { runtime.tellUnmadeBook() }

    func evaluate(_ source: String, name: String) -> Evaluation {
        let chunk = runtime.chunkName(ofEntry: source, named: name)
        let evaluation = attempt(source) {
            let act = name == ShellSession.promptName ? ActSource.prompt : ActSource.pipe
            guard case .values(let values) = try runtime.evaluate(source, name: "=\(chunk)", source: act) else { return .incomplete }
            return try shown(values)
        }
        if case .incomplete = evaluation { runtime.forgetEntry(named: chunk) }
        // The entry itself stands on the screen.
        guard case .failure(var failure) = evaluation, failure.chunk == chunk else { return evaluation }
        failure.chunk = name
        if failure.traceback.map(isOfOneFunction) == true { failure.traceback = nil }
        return .failure(failure)
    }

    func run(_ sentence: CommandMatch, source: String) -> Evaluation {
        // What Lua says of a mistake is about the Lua form, where there is one.
        let evaluation = attempt(sentence.call?.lua ?? source) {
            guard case .values(let values) = try runtime.run(sentence) else { return .incomplete }
            return try shown(values, of: sentence)
        }
        // Names that nothing has may be words of others, `sync prices`, where nothing nearer was told.
        guard case .failure(var failure) = evaluation, ["not_found", "unknown_topic", "unknown_symbol", "unknown_currency"].contains(failure.kind),
            failure.kind != "not_found" || !failure.message.contains("did you mean"), failure.hint?.contains(": say ") != true,
            let meant = SentenceGuess(CommandTable(commands), vocabulary).sentence(for: source)
        else { return evaluation }
        failure.hint = Suggestion(meant).question
        return .failure(failure)
    }

    /// Whether a traceback names no function but the entry itself.
    private func isOfOneFunction(_ traceback: String) -> Bool {
        traceback.split(separator: "\n").dropFirst().count { !$0.trimmed.hasPrefix("[C]") && !$0.trimmed.hasPrefix("(") && !isShipped($0.trimmed) } < 2
    }

    /// Whether a line of a traceback is of a file that ships. Scripts may lie in a folder of that name, and have names of such files.
    private func isShipped(_ line: Substring) -> Bool {
        let place = String(line.prefix { $0 != ":" })
        return place.hasPrefix("stdlib/") && runtime.stdlib.text(String(place.dropFirst(7))) != nil && runtime.sourceText(of: place) == nil
    }

    func help(_ topic: String?) -> String? { runtime.help(topic) }

    func openBook(at path: String) throws(Failure) {
        do { try runtime.openBook(at: path) } catch { throw Failure(error, in: runtime) }
    }

    func explanation(of expression: String) -> String? { runtime.explanation(of: expression) }

    func refusal(toWrite path: String) -> Failure? {
        do { try runtime.checkWriting(path) } catch { return Failure(error, in: runtime) }
        return nil
    }

    func keepKey(_ key: String, for provider: String) throws(Failure) -> String {
        guard let file = SessionStarter.keyFile else {
            throw Failure(kind: "keys", message: "there is no place for keys: HOME is not set")
        }
        do { try file.set(provider, to: key) } catch { throw Failure(error, otherwise: "keys") }
        return file.path
    }

    func candidates(for subject: CompletionSubject, prefix: String) -> [String] {
        CompletionCandidates(runtime, answers).list(subject, prefix: prefix)
    }

    /// Runs an entry; an error becomes a failure with its place in the source, which is asked for only then, and a hint.
    private func attempt(_ source: @autoclosure () -> String, _ body: () throws -> Evaluation) -> Evaluation {
        do {
            return try body()
        } catch {
            let source = source()
            if let exit = Self.exitRequest(error) { return .exit(Int32(truncatingIfNeeded: exit.code)) }
            var failure = Failure(error, in: runtime)
            failure.nameCharacter(in: source)
            // Advice on the word itself is better than the name nearest to it.
            let isFirstWord = failure.kind == "unknown_name" && failure.field.map { source.drop { $0.isWhitespace }.hasPrefix($0) } ?? false
            if failure.kind == "syntax" || failure.kind == "unknown_name" && (failure.hint == nil || isFirstWord) {
                failure.hint = runtime.advice(on: source) ?? failure.hint
            }
            if let lua = error as? LuaFailure, lua.message == failure.message {
                let line = failure.sourceLine ?? source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(max(failure.line ?? 1, 1) - 1).first.map(String.init)
                let named = runtime.namingNil(lua, line: line ?? "")
                (failure.message, failure.hint) = (named.message, failure.hint ?? named.hint)
            }
            failure.placeCaret(into: source)
            return .failure(failure)
        }
    }

    /// The request to end the program that an error is or stems from; nil if it is none.
    static func exitRequest(_ error: any Error) -> ExitRequest? {
        (error as? ExitRequest) ?? (error as? LuaFailure)?.underlying as? ExitRequest
    }

    /// What a sentence answers by a table of names, such as a rate, as lines: `rate: 1.085`; nil of any other value.
    private static func record(_ value: LuaValue, _ runtime: Runtime) throws -> String? {
        guard case .table = value, let fields = value.fields, !fields.isEmpty else { return nil }
        let lines = try fields.compactMap { field -> String? in
            let parts = field.value.array ?? [field.value]
            let isPlain = parts.allSatisfy { part in if case .table = part { false } else { true } }
            return isPlain ? "\(field.name): \(try parts.map { try runtime.shown($0) }.joined(separator: ", "))" : nil
        }
        return lines.count == fields.count ? lines.joined(separator: "\n") : nil
    }

    /// Results of Lua, or of a sentence, as the shell prints them; the first is kept as `_`.
    private func shown(_ values: [LuaValue], of sentence: CommandMatch? = nil) throws -> Evaluation {
        guard let first = values.first, !(values.count == 1 && first.isNone) else { return .values([.nothing]) }
        // The result of io.write is the file that it wrote to: not worth printing.
        if values.count == 1, case .other(LuaValue.file) = first { return .values([.nothing]) }
        // nil and a reason is Lua's "not found". For a sentence that is a failure, so that the exit code tells it too.
        if values.count == 2, first.isNone, case .string(let reason) = values[1] {
            if let sentence { return .failure(Failure(kind: "not_found", message: runtime.said(reason, by: sentence.pattern))) }
            return .values([.text(try runtime.shown(.string(reason)))])
        }
        // A long text takes a while at each step from here to the screen.
        if runtime.lua.isInterruptAsked { return .values([]) }
        try runtime.remember(first)
        if runtime.lua.isInterruptAsked { return .values([]) }
        // The sentence explains the number of bytes that export returns; Lua prints the number.
        if case .lua(let form)? = sentence?.pattern.action, form.function == "export", case .integer(let bytes) = first {
            return .values([.text("\(bytes) bytes are written")] + (try values.dropFirst().map { .text(try runtime.shown($0)) }))
        }
        if case .lua(let form)? = sentence?.pattern.action, form.function == "import", let frame = runtime.frame(first), let summary = try ImportSummary(frame) {
            guard let rows = summary.rows else {
                return .values([.text(summary.text)], warnings: frame.warnings.map { warning in sentence.map { runtime.said(warning.message, by: $0.pattern) } ?? warning.message })
            }
            return .values([.text(summary.text), .frame(sentence.map { runtime.said(rows, by: $0.pattern) } ?? rows)])
        }
        return .values(
            try values.map { value in
                if sentence != nil, let record = try Self.record(value, runtime) { return .text(record) }
                if try runtime.isJustShown(value) { return .nothing }
                if let frame = runtime.frame(value) { return .frame(sentence.map { runtime.said(frame, by: $0.pattern) } ?? frame) }
                return runtime.isLaidOut(value) ? .laidOut(try runtime.shown(value)) : .text(try runtime.shown(value))
            })
    }
}

extension Failure {
    /// The failure for an error in a session, with its place in the source.
    init(_ error: any Error, in runtime: Runtime) {
        guard let lua = error as? LuaFailure else {
            self.init(error, otherwise: "error")
            self = interruption ?? self
            return
        }
        self.init(kind: lua.kind, message: lua.message, hint: lua.hint, field: lua.field)
        if let interruption {
            self = interruption
            return
        }
        // What a script was given is no matter of its lines.
        guard let position = lua.position, kind != OptionValues.kind else { return }
        chunk = position.chunk
        line = position.line
        if let text = runtime.sourceText(of: position.chunk) {
            sourceLine = Self.line(position.line, of: text)
            traceback = lua.traceback
            if let sourceLine { (message, hint) = runtime.namingNil(lua, line: sourceLine) }
            placeCaret(into: text)
            // A secret may stand in another line of the same call than its name: hidden are those in the line before and the two after.
            let lines = (max(1, position.line - 1)...max(1, position.line + 2)).compactMap { Self.line($0, of: text) }
            self = hidingSecrets(of: lines.joined(separator: "\n"))
        }
    }

    /// What Ctrl-C leaves, where the failure came of it; an import tells of it by a kind of its own.
    private var interruption: Failure? {
        switch kind {
        case Self.interrupted.kind: .interrupted
        case "cancelled": Failure(kind: Self.interrupted.kind, message: "interrupted; nothing is imported")
        default: nil
        }
    }

    /// Puts a character that Lua does not know, such as `“`, into its message, which has the first byte only: `near '<\226>'`.
    fileprivate mutating func nameCharacter(in source: String) {
        guard kind == "syntax", let named = message.firstMatch(of: /'<\\(\d+)>'/), let byte = UInt8(named.1) else { return }
        let text = sourceLine ?? source, number = sourceLine == nil ? line ?? 1 : 1
        let sign = LuaLexer.tokens(text).first { token in
            guard token.kind == .sign, token.text.utf8.first == byte else { return false }
            return text.prefix(token.range.lowerBound).count(where: \.isNewline) + 1 == number
        }
        guard let sign, let character = sign.text.first else { return }
        message.replaceSubrange(named.range, with: "'\(character)'")
        if character == "…" { hint = "… stands for something to be filled in, such as currency=\"EUR\" for currency=…" }
        if Typography.isQuote(character) { hint = Typography.advice }
    }

    /// A line of a text, counted from 1; nil if there is none.
    private static func line(_ number: Int, of text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
    }

    /// Puts the caret under the word that the message is about, if the line has it exactly once.
    fileprivate mutating func placeCaret(into source: String) {
        guard column == nil, let text = sourceLine ?? Self.line(line ?? 1, of: source) else { return }
        column = field.flatMap { Caret.column(ofWord: $0, in: text) } ?? Caret.column(of: message, in: text)
    }
}
