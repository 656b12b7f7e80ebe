import Frames
import Glibc
import Ledger
public import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// Running source text, functions and scripts, each as one act.
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
            throw LineAdvice(self).hinted(LineAdvice.isAboutFirstWord(asStatement.message, of: text) ? asExpression : asStatement, text)
        }
    }

    /// Calls a function as one act.
    public func run(_ function: LuaReference, _ arguments: [LuaValue] = [], source: String) throws -> [LuaValue] {
        try refreshBooks()
        // Whoever asked shows the results, and with frames what they warn of.
        let results = { (results: [LuaValue]) in results }
        return try act(source, showing: results) { try lua.call(function, arguments, repairing: true) }
    }

    /// What a script is there as.
    public enum Script {
        /// Its text.
        case text(String)
        /// A function that another state of this program has packed.
        case function([UInt8])
    }

    /// Runs the text of a script as one act.
    @discardableResult
    public func runScript(_ text: String, name: String, arguments: [String]) throws -> [LuaValue] {
        try runScript(.text(text), name: name, arguments: arguments)
    }

    /// Runs a script as one act.
    @discardableResult
    public func runScript(_ script: Script, name: String, arguments: [String]) throws -> [LuaValue] {
        let outer = lua.peek("arg"), outerRun = scripted.running
        try setArguments(arguments, script: name)
        scripted.running = ScriptRun(name: name, arguments: arguments)
        // A script that runs another one keeps its own arguments.
        defer {
            try? lua.set("arg", outer)
            scripted.running = outerRun
        }
        let chunk = try loaded(script, name: name)
        try refreshBooks()
        // What goes to the screen may be repaired; what goes back to another script may not.
        let isForScreen = running.depth == 0
        return try lua.running("@" + name, in: files.folder(of: name)) {
            try act("script \(name)") { try lua.call(chunk, arguments.map { .string($0) }, repairing: isForScreen) }
        }
    }

    /// The function that runs a script.
    private func loaded(_ script: Script, name: String) throws -> LuaReference {
        switch script {
        case .function(let bytes): return try lua.unpacked(bytes)
        case .text(let text):
            scripted.sources["@" + name] = text
            // `#!` makes a script a program; Lua's own loader skips that line too.
            switch lua.compile(text.hasPrefix("#") ? "--" + text : text, name: "@" + name) {
            case .incomplete: throw LuaMisuse("\(name) ends before it is complete", hint: "an `end`, a bracket or a quote is missing", kind: "syntax")
            case .mistake(let failure): throw failure
            case .function(let chunk): return chunk
            }
        }
    }

    /// What a script finds in `arg`: its own name at 0, and what it was given behind it.
    private func setArguments(_ arguments: [String], script: String) throws {
        let given = arguments.enumerated().map { LuaPair(.integer($0.offset + 1), .string($0.element)) }
        try lua.set("arg", .table([LuaPair(.integer(0), .string(script))] + given))
    }
}
