import Foundation
import Frames
import Ledger
public import LuaKit
import Storage
import Values

/// Running source text.
extension Runtime {
    /// What came of a piece of source text.
    public enum Outcome {
        case values([LuaValue])
        /// The text ends before it is whole; nothing has run.
        case incomplete
    }

    /// Runs text as one act, tried as an expression first.
    ///
    /// `name` is a chunk name in Lua's manner (`=prompt`, `@report.lua`); `source` says in the journal where entries came from.
    /// - Throws: `LuaFailure`, also for mistakes of syntax; the books are then as they were.
    public func evaluate(_ text: String, name: String, source: String) throws -> Outcome {
        // A line break at the end tells an open quote, which no further line can mend, from text that goes on.
        let asExpression: LuaFailure
        switch lua.compile("return \(text)\n", name: name) {
        case .function(let chunk): return .values(try run(chunk, source: source))
        case .incomplete: return .incomplete
        case .mistake(let failure): asExpression = failure
        }
        switch lua.compile("\(text)\n", name: name) {
        case .function(let chunk): return .values(try run(chunk, source: source))
        case .incomplete: return .incomplete
        case .mistake(let asStatement):
            // What no statement begins with was meant as an expression: `1 +* 2` is wrong at the star, not at the 1.
            throw hinted(Self.isAboutFirstWord(asStatement.message, of: text) ? asExpression : asStatement, text)
        }
    }

    /// A line that begins with what is nearly the name of a sentence was meant as one, and one that begins with a function was meant as its call.
    private func hinted(_ failure: LuaFailure, _ text: String) -> LuaFailure {
        if let hint = callHint(text) {
            var hinted = failure
            hinted.hint = hint
            return hinted
        }
        let word = text.drop { $0.isWhitespace }.prefix { $0.isLetter }
        let names = Set(commands.map(\.name).compactMap { $0.split(separator: " ").first.map(String.init) })
        guard word.count > 1, !LuaForm.words.contains(String(word)), !names.contains(String(word)), lua.peek(String(word)).isNone, let near = nearestName(to: String(word), in: names.sorted()) else { return failure }
        var hinted = failure
        hinted.hint = "did you mean \(near)? help(\"\(near)\") shows how it is said"
        return hinted
    }

    /// How a function is called that a line names first; nil where the line begins with none of luca's.
    private func callHint(_ text: String) -> String? {
        let text = text.drop { $0.isWhitespace }, name = text.prefix { $0.isLetter || $0 == "_" || $0 == "." }
        guard let record = records[String(name)] else { return nil }
        let rest = text.dropFirst(name.count).drop { $0 == " " }
        // holdings(base="EUR")
        if rest.first == "(" {
            let field = rest.dropFirst().drop { $0 == " " }.prefix { $0.isLetter || $0 == "_" }
            let behind = rest.dropFirst().drop { $0 == " " }.dropFirst(field.count).drop { $0 == " " }
            guard !field.isEmpty, behind.first == "=", behind.dropFirst().first != "=" else { return nil }
            let inside = rest.dropFirst(), close = inside.lastIndex(of: ")")
            let fields = close.map { inside[..<$0] } ?? inside
            return record.style == .named
                ? "named fields stand in braces: \(name){\(fields)}" : "it is called \(HelpText(self).usage(of: String(name)) ?? String(name))"
        }
        // quote NVDA 130; holdings{…} and holdings = 5 are no sentences.
        guard text.dropFirst(name.count).first?.isWhitespace == true, let first = rest.first, first.isLetter || first.isNumber || "-\"'$€£".contains(first) else { return nil }
        let form = Self.call(of: String(name), in: record.example) ?? HelpText(self).usage(of: String(name)) ?? ""
        return "\(name) is a function, called in Lua: \(form); help(\"\(name)\") tells what it takes"
    }

    /// The call of a function in its example, without what the example does with the answer; nil where there is none.
    private static func call(of name: String, in example: String) -> String? {
        for start in example.ranges(of: name).map(\.upperBound) where start < example.endIndex && "({".contains(example[start]) {
            var depth = 0
            for place in example[start...].indices {
                if "({".contains(example[place]) { depth += 1 }
                if ")}".contains(example[place]) { depth -= 1 }
                if depth == 0 { return name + example[start...place] }
            }
        }
        return nil
    }

    private static func isAboutFirstWord(_ message: String, of text: String) -> Bool {
        guard let near = message.range(of: "near '") else { return false }
        let word = message[near.upperBound...].prefix { $0 != "'" }
        return !word.isEmpty && text.drop { $0.isWhitespace }.hasPrefix(word)
    }

    /// Calls a function as one act.
    public func run(_ function: LuaReference, _ arguments: [LuaValue] = [], source: String) throws -> [LuaValue] {
        try refreshBooks()
        // Whoever asked shows the results, and with frames what they warn of.
        return try act(source, showing: { $0 }) { try lua.call(function, arguments, repairing: true) }
    }

    /// Runs a script as one act.
    @discardableResult
    public func runScript(_ text: String, name: String, arguments: [String]) throws -> [LuaValue] {
        let outer = lua.peek("arg")
        try setArguments(arguments, script: name)
        // A script that runs another one keeps its own arguments.
        defer { try? lua.set("arg", outer) }
        sources["@" + name] = text
        var body = text
        // `#!` makes a script a program; Lua's own loader skips that line too.
        if body.hasPrefix("#") { body = "--" + body }
        switch lua.compile(body, name: "@" + name) {
        case .incomplete: throw LuaMisuse("\(name) ends before it is complete", hint: "an `end`, a bracket or a quote is missing", kind: "syntax")
        case .mistake(let failure): throw failure
        case .function(let chunk):
            try refreshBooks()
            // What goes to the screen may be repaired; what goes back to another script may not.
            let isForScreen = running.depth == 0
            return try lua.running("@" + name, in: files.folder(of: name)) {
                try act("script \(name)") { try lua.call(chunk, arguments.map { .string($0) }, repairing: isForScreen) }
            }
        }
    }

    private func setArguments(_ arguments: [String], script: String) throws {
        let list = arguments.map { LuaForm.quoted($0) }.joined(separator: ", ")
        guard case .function(let chunk) = lua.compile("arg = {[0] = \(LuaForm.quoted(script)), \(list)}", name: "=arguments") else { return }
        _ = try lua.call(chunk)
    }

    /// Runs something as one act: what it records is kept wholly or not at all. It may read every open book, and write one of them, since
    /// two files cannot be written as one; see `checkMayRecord(in:)`.
    ///
    /// What is not `kept` is forgotten at the end, as if it had failed, and with it the rules and targets that it defined. Where cash is below zero by it,
    /// that is told when it has ended, unless a frame among the values that are going to be shown says so.
    func act<Result>(_ source: String, kept: Bool = true, showing: (Result) -> [LuaValue] = { _ in [] }, _ body: () throws -> Result) throws -> Result {
        if running.depth == 0 { (running.plansBefore, told.parts, told.cash) = (scripted.plans, [], CashWatch()) }
        running.depth += 1
        for opened in books.all { opened.begin(source) }
        running.source = source
        let result: Result
        do {
            result = try body()
        } catch {
            running.depth -= 1
            if running.depth == 0 {
                let isKept = kept && Self.isGoodExit(error)
                try end(kept: isKept)
                if isKept { tellCash(isKept: true) }
            }
            throw error
        }
        running.depth -= 1
        if running.depth == 0 {
            try end(kept: kept)
            tellCash(isKept: kept, besides: showing(result))
        }
        return result
    }

    /// Ends the act of every book: keeps it in the one that something was recorded in, if there is one.
    private func end(kept: Bool) throws {
        var isKept = false
        defer {
            for opened in books.all { opened.rollback() }
            if !isKept, let before = running.plansBefore { scripted.plans = before }
            running.plansBefore = nil
        }
        if kept { for opened in books.all where opened.book.hasRecorded { try opened.commit() } }
        isKept = kept
    }

    /// Whether a script ended early because it was done.
    static func isGoodExit(_ error: any Error) -> Bool {
        ((error as? ExitRequest) ?? (error as? LuaFailure)?.underlying as? ExitRequest)?.code == 0
    }
}
