import Frames
import LuaKit
import Scripting
import Sentences
import Values

/// The shell's interpreter: a Lua session on a book.
final class RuntimeInterpreter: Interpreter {
    /// The session behind it.
    let runtime: Runtime

    /// The interpreter of a session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    var output: (String) -> Void {
        get { runtime.output }
        set { runtime.output = newValue }
    }

    var display = Display() {
        didSet {
            runtime.format = display.format
            runtime.rendering = display.options
            runtime.isOutputOnTerminal = display.isOnTerminal
        }
    }

    var commands: [CommandPattern] {
        let shadowed = runtime.shadowed(Set(runtime.commands.map(\.name)))
        return runtime.commands.filter { !shadowed.contains($0.name) }
    }

    var vocabulary: Vocabulary {
        runtime.vocabulary(home: environment("HOME"))
    }

    var currencies: CurrencyTable { runtime.currencies }

    var bookName: String? { runtime.bookLocation }

    var missingBook: String? { runtime.missingBook }

    func close() { runtime.close() }

    func tellUnmadeBook() -> String? { runtime.tellUnmadeBook() }

    func evaluate(_ source: String, name: String) -> Evaluation {
        attempt(source) {
            let act = name == Session.promptName ? "prompt" : "pipe"
            guard case .values(let values) = try runtime.evaluate(source, name: "=\(name)", source: act) else { return .incomplete }
            return try shown(values)
        }
    }

    func run(_ sentence: CommandMatch, source: String) -> Evaluation {
        // What Lua says of a mistake is about the Lua form, where there is one.
        attempt(sentence.call?.lua ?? source) {
            guard case .values(let values) = try runtime.run(sentence) else { return .incomplete }
            return try shown(values, of: sentence)
        }
    }

    func help(_ topic: String?) -> String? { runtime.help(topic) }

    func openBook(at path: String) throws(Failure) {
        do { try runtime.openBook(at: path) } catch { throw Failure(error, in: runtime) }
    }

    func refusal(toWrite path: String) -> Failure? {
        do { try runtime.checkWriting(path) } catch { return Failure(error, in: runtime) }
        return nil
    }

    func keepKey(_ key: String, for provider: String) throws(Failure) -> String {
        guard let file = LucaProgram.keyFile else { throw Failure(kind: "keys", message: "there is no place for keys: HOME is not set") }
        do { try file.set(provider, to: key) } catch { throw LucaProgram.failure(error) }
        return file.path
    }

    func candidates(for subject: CompletionSubject, prefix: String) -> [String] {
        Candidates(runtime).list(subject)
    }

    /// Runs an entry; whatever goes wrong becomes a failure that says where. The source is asked for only then.
    private func attempt(_ source: @autoclosure () -> String, _ body: () throws -> Evaluation) -> Evaluation {
        do {
            return try body()
        } catch {
            let source = source()
            if let exit = Self.exitRequest(error) { return .exit(Int32(truncatingIfNeeded: exit.code)) }
            var failure = Failure(error, in: runtime)
            failure.nameSign(in: source)
            // What is known of the very word says more than the name nearest to it.
            let isFirstWord = failure.kind == "unknown_name" && failure.field.map { source.drop { $0.isWhitespace }.hasPrefix($0) } ?? false
            if failure.hint == nil || isFirstWord, ["syntax", "unknown_name"].contains(failure.kind) { failure.hint = runtime.advice(on: source) ?? failure.hint }
            failure.point(into: source)
            return .failure(failure)
        }
    }

    static func exitRequest(_ error: any Error) -> ExitRequest? {
        (error as? ExitRequest) ?? (error as? LuaFailure)?.underlying as? ExitRequest
    }

    /// Results of Lua, or of a sentence, as the shell prints them; the first is kept as `_`.
    private func shown(_ values: [LuaValue], of sentence: CommandMatch? = nil) throws -> Evaluation {
        guard let first = values.first, !(values.count == 1 && first.isNone) else { return .values([.nothing]) }
        // io.write gives back where it wrote, which says nothing.
        if values.count == 1, case .other(LuaValue.file) = first { return .values([.nothing]) }
        // Nothing and a reason, as Lua says "not found": to who said a sentence it is a mistake, to be seen by scripts that run the program, too.
        if values.count == 2, first.isNone, case .string(let reason) = values[1] {
            if sentence != nil { return .failure(Failure(kind: "not_found", message: reason)) }
            return .values([.text(try runtime.shown(.string(reason)))])
        }
        try runtime.remember(first)
        // A number alone says little of a file that was written; in Lua it is what it is.
        if case .lua(let form)? = sentence?.pattern.action, form.function == "export", case .integer(let bytes) = first {
            return .values([.text("\(bytes) bytes are written")] + (try values.dropFirst().map { .text(try runtime.shown($0)) }))
        }
        return .values(try values.map { value in
            if let frame = runtime.frame(value) { return .frame(frame) }
            return .text(try runtime.shown(value))
        })
    }
}
