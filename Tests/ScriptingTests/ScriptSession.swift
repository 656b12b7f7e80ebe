import Foundation
import Frames
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Storage
import TestSupport
import Testing
import Values
@testable import Scripting

/// A session as a test needs it: a fixed today, a clock that counts seconds, and everything printed kept.
final class ScriptSession {
    let runtime: Runtime
    private(set) var printed = ""
    /// What the session's clock has counted.
    var secondsPassed: Int {
        get { seconds.passed }
        set { seconds.passed = newValue }
    }

    private final class Seconds { var passed = 0 }
    private let seconds = Seconds()

    /// A session on a book in memory, or on the file of a path.
    init(at path: String? = nil, today: String = "2014-12-31", isSandboxed: Bool = false, memoryLimit: Int = 0) throws {
        var configuration = Runtime.Configuration()
        configuration.today = try Day(today)
        configuration.isSandboxed = isSandboxed
        configuration.memoryLimit = memoryLimit
        let seconds = seconds
        configuration.clock = {
            seconds.passed += 1
            return Instant(microseconds: 1_400_000_000_000_000 + Int64(seconds.passed) * 1_000_000)
        }
        runtime = try Runtime(configuration)
        runtime.console.output = { [unowned self] in printed += $0 }
        if let path { try runtime.openBook(at: path) } else { try runtime.openMemoryBook(named: "test") }
    }

    deinit { runtime.close() }

    /// A session on the sample family's book.
    static func demo(at path: String? = nil) throws -> ScriptSession {
        let session = try ScriptSession(at: path)
        try session.runtime.fillDemoBook()
        return session
    }

    /// A session on a small book: two accounts, two instruments, 1000 dollars and ten shares.
    static func small(at path: String? = nil) throws -> ScriptSession {
        let session = try ScriptSession(at: path)
        try session.run(
            """
            setting("base_currency", "USD")
            account { name = "Brokerage", owner = "Ada", portfolio = "Home" }
            account { name = "Savings", type = "deposit", owner = "Ben" }
            instrument { symbol = "ORCL", name = "Oracle" }
            instrument { symbol = "SPY", kind = "etf" }
            deposit { date = "2014-01-02", account = "Brokerage", amount = 1000 }
            buy { date = "2014-01-03", account = "Brokerage", symbol = "ORCL", quantity = 10, price = 31.20, fee = 1 }
            """)
        return session
    }

    /// What was printed since the last time.
    func takePrinted() -> String {
        defer { printed = "" }
        return printed
    }

    /// Runs a statement as one act and gives its results.
    @discardableResult
    func run(_ source: String) throws -> [LuaValue] {
        guard case .values(let values) = try runtime.evaluate(source, name: "=test", source: "test") else {
            throw LuaMisuse("the test's source is incomplete: \(source)")
        }
        return values
    }

    /// Puts a value in the place of every function of every library, as a careless script may.
    func emptyLibraries(_ value: String) throws {
        let own = Modules.all.flatMap(\.functions).compactMap { $0.name.split(separator: ".").dropLast().first.map(String.init) }
        // What stands in the place of a method of texts is meant to be met by every text.
        for library in Set(own + ["table", "math", "utf8", "coroutine"] + (value == "nil" ? ["string"] : [])).sorted() {
            try run("do local names = {} for name in next, \(library) do names[name] = true end for name in next, names do \(library)[name] = \(value) end end")
        }
        try run("pcall = 7 ipairs = 7 tostring = 7 error = 7")
    }

    /// The results of a statement as the prompt shows them, one after another.
    func text(_ source: String) throws -> String {
        try run(source).map(runtime.shown).joined(separator: ", ")
    }

    /// The results of a sentence as the prompt shows them.
    func sentence(_ line: String) throws -> String {
        guard let match = try CommandTable(runtime.functions.commands).match(line, runtime.vocabulary())
        else { throw LuaMisuse("\(line) is no sentence") }
        guard case .values(let values) = try runtime.run(match) else { throw LuaMisuse("the Lua in \(line) is incomplete") }
        return try values.map(runtime.shown).joined(separator: ", ")
    }

    /// The failure of a statement; the test fails where it succeeds.
    func failure(_ source: String, _ location: SourceLocation = #_sourceLocation) throws -> LuaFailure {
        do {
            let results = try text(source)
            Issue.record("no error, but \(results)", sourceLocation: location)
            throw LuaMisuse("no error")
        } catch let failure as LuaFailure {
            return failure
        }
    }

    /// The message of what a statement raises, and its hint in brackets.
    func message(_ source: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
        let failure = try failure(source, location)
        return failure.message + (failure.hint.map { " (\($0))" } ?? "")
    }

    /// Everything that the book has on record, as text: two books of the same entries give the same.
    func journal() throws -> String {
        try ["activities", "accounts", "instruments", "voids", "settings", "plans", "occurrences", "tags", "quotes", "rates"].map { table in
            try text("sql(\"select * from \(table)\"):csv()")
        }.joined(separator: "\n")
    }

    /// Runs something, makes sure that it fails, and that the book is as it was.
    func expectNothingRecorded(_ location: SourceLocation = #_sourceLocation, by body: () throws -> Void) throws {
        let before = try journal(), entries = try runtime.book?.ledger.lastEntry
        try body()
        #expect(try journal() == before, sourceLocation: location)
        #expect(try runtime.book?.ledger.lastEntry == entries, sourceLocation: location)
    }
}
