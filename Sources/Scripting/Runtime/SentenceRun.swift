public import Frames
import Ledger
import LuaKit
import LuaPlans
import LuaSurface
import Queries
public import Sentences
import Storage
import Values

/// Sentences of the prompt: what the grammar may know of the session, and how one is carried out.
extension Runtime {
    // MARK: Carrying out

    /// Carries out a sentence as one act, which the journal calls `command buy`.
    ///
    /// Its values go to the function as they are; no Lua is compiled between.
    /// - Throws: `LuaFailure`; the books are then as they were.
    public func run(_ sentence: CommandMatch) throws -> Outcome {
        let notice = console.notice
        console.notice = { [unowned self] in notice(said($0, by: sentence.pattern)) }
        defer { console.notice = notice }
        do { return try carryOut(sentence) } catch var failure as LuaFailure {
            failure.hint = failure.hint.map { said($0, by: sentence.pattern) }
            throw failure
        }
    }

    /// What a hint or a warning says to somebody who typed a sentence: sentences in the place of Lua, where there are any.
    public func said(_ text: String, by pattern: CommandPattern) -> String { SentenceForm(functions.commands, vocabulary(), typed: pattern).said(text) }

    /// A frame for somebody who typed a sentence, its warnings and its messages among it.
    public func said(_ frame: Frame, by pattern: CommandPattern) -> Frame { frame.saying { [self] in said($0, by: pattern) } }

    private func carryOut(_ sentence: CommandMatch) throws -> Outcome {
        let source = ActSource.command(sentence.pattern.name)
        switch sentence.pattern.action {
        case .lua(let form): return try run(form.call(sentence.arguments), source: source)
        case .handler(let number):
            guard functions.handlers.indices.contains(number) else { return .values([]) }
            return .values(try run(function(of: functions.handlers[number]), [value(of: sentence.table)], source: source))
        }
    }

    /// Whether a word begins a sentence, built in or of a script.
    public func isSentence(_ word: String) -> Bool { functions.commands.contains { $0.name == word } }

    /// Carries out a line that has to be a sentence, as an act, or as a part of the one that is running.
    ///
    /// - Throws: `LuaMisuse` of the kind `sentence` where it is none.
    public func run(line: String) throws -> [LuaValue] {
        guard case .values(let values) = try run(sentence(line)) else { return [] }
        return values
    }

    /// The sentence that a line has to be.
    ///
    /// - Throws: `LuaMisuse` of the kind `sentence` where it is none.
    public func sentence(_ line: String) throws -> CommandMatch { try sentence(line, CommandTable(functions.commands)) }

    /// What a line that has to be a sentence says: the function that it calls, or the command that a script defined, and its arguments.
    func call(of line: String) throws -> (function: String, arguments: LuaValue) {
        let sentence = try sentence(line)
        guard case .lua(let form) = sentence.pattern.action else { return (sentence.pattern.name, try value(of: sentence.table)) }
        let call = form.call(sentence.arguments)
        switch call.arguments {
        case .named(let fields): return (call.function, try table(of: fields))
        case .positional(let values): return (call.function, .list(try values.map(value)))
        }
    }

    /// A value as a sentence reads it in a place of a kind.
    func value(of text: String, as kind: String) throws -> LuaValue {
        let place = try CommandPattern(usage: "value <value:\(kind)>", summary: "", example: "", action: .handler(0))
        let read = try sentence("value \(text)", CommandTable([place])).arguments.first?.value
        return try read.map(value) ?? .none
    }

    private func sentence(_ line: String, _ table: CommandTable) throws -> CommandMatch {
        do {
            if let match = try table.match(line, vocabulary()) { return match }
        } catch let fault {
            let mismatch = SentenceGuess(table, vocabulary()).hinted(fault, on: line)
            throw LuaMisuse(mismatch.message, hint: mismatch.hint ?? "it is said so: \(mismatch.usage)", kind: CommandMismatch.kind)
        }
        let word = line.prefix { !$0.isWhitespace }
        let hint = Suggestion(for: word, in: Set(functions.commands.map(\.name)))?.question ?? "help() lists the sentences"
        throw LuaMisuse("\(quoted(String(line.prefix(80)))) is no sentence", hint: hint, kind: CommandMismatch.kind)
    }

    /// Makes a call as one act; `source` says in the journal where entries came from.
    private func run(_ call: Call, source: String) throws -> Outcome {
        // Lua source among the arguments has no value before Lua has run it. And where nothing is called so, Lua itself says what is wrong.
        guard !call.holdsCode, !call.function.contains(":"), let function = lua.callable(at: call.function) else {
            return try evaluate(call.lua, name: "=command", source: source)
        }
        let arguments: [LuaValue] =
            switch call.arguments {
            case .named(let fields): [try table(of: fields)]
            case .positional(let values): try values.map(value)
            }
        return .values(try run(function, arguments, source: source))
    }

    // MARK: Values for Lua

    /// An argument as Lua gets it.
    private func value(of argument: Call.Value) throws -> LuaValue {
        switch argument {
        case .nothing: return .none
        case .text(let text): return .string(text)
        case .integer(let number): return .integer(number)
        case .decimal(let number, _): return .boxed(LuaBoxed(number))
        case .date(let day): return .string(day.description)
        case .boolean(let truth): return .boolean(truth)
        case .list(let texts): return .list(texts.map(LuaValue.string))
        case .table(let fields): return try table(of: fields)
        case .code(let source):
            switch lua.compile("return \(source)", name: "=command") {
            case .function(let chunk): return try lua.call(chunk).first ?? .none
            case .incomplete: throw LuaMisuse("the Lua of the sentence is unfinished: \(source)", kind: "syntax")
            case .mistake(let failure): throw failure
            }
        }
    }

    /// Fields as a Lua table: those without a name stand at 1, 2, 3 ….
    private func table(of fields: [Call.Field]) throws -> LuaValue {
        var place = 0
        return .table(
            try fields.map { field in
                if field.name == nil { place += 1 }
                return LuaPair(field.name.map(LuaValue.string) ?? .integer(place), try value(of: field.value))
            })
    }

    // MARK: What the grammar knows

    /// What the grammar of sentences may know of the session.
    public func vocabulary(home: String? = nil) -> Vocabulary {
        Vocabulary(
            today: today, locale: console.locale, home: home, accounts: { [unowned self] in accountNames },
            currency: { [unowned self] symbol, account in
                guard let known = try? book?.definitions else { return nil }
                // What is not there is refused by the verb, which says so.
                if let symbol { return known.instrument(named: symbol).map { known[$0].currency.code } }
                if let account { return known.account(named: account).map { known[$0].currency.code } }
                return known.policy.baseCurrency?.code
            },
            planned: { [unowned self] question in book.flatMap { try? Self.plannedCurrency(question, $0, today) } },
            currencies: { [unowned self] in (try? book?.plans.documents(.currency).map(\.name)) ?? [] },
            digits: { [unowned self] in currencies.digits(of: $0) }, symbols: { [unowned self] in symbols },
            takes: { [unowned self] function, field in functions.records[function]?.parameters.contains { $0.name == field } ?? false },
            whyNot: { [unowned self] in whyNot($0, $1).map { SentenceForm(functions.commands, vocabulary()).said($0) } })
    }

    /// The currency of new money of which a question says no account: of the reserve plan, or of the one account that trades.
    private static func plannedCurrency(_ question: String, _ book: Book, _ today: Day) throws -> String? {
        switch question {
        case "allocate": return try ReserveQuestion.currency(of: book)
        case "rebalance":
            let accounts = try book.ledger.accounts.filter { RebalanceScope.canTrade($0, on: today) }
            return accounts.count == 1 ? accounts[0].currency.code : nil
        default: return nil
        }
    }
}
