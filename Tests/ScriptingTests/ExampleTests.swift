import FetchWire
import Ledger
import LuaKit
import Quotes
import Sentences
import Storage
import TestSupport
import Testing
import Values
@testable import LuaMarket
@testable import LuaSurface
@testable import Scripting

@Suite("Examples run as they stand, on the sample book")
struct ExampleTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession(today: "2015-12-31")
        try session.runtime.fillDemoBook()
        session.runtime.market = MarketAccess(session.runtime.lua, transport: Twin())
    }

    /// Answers whatever examples ask the network for.
    private struct Twin: HTTPTransport {
        func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
            let found = #"{"quotes":[{"symbol":"ORCL","longname":"Oracle Corporation"}]}"#
            let body = request.url.contains("/search?") ? found : YahooPage([("2014-12-31", "44.97")]).text
            return .success(HTTPResponse(status: 200, body: Array(body.utf8)))
        }
    }

    @Test("Every function's example runs, and gives what it says it gives")
    func functions() throws {
        for record in session.runtime.functions.records.values.sorted(by: { $0.name < $1.name }) where !record.example.isEmpty {
            try expectRuns(record.example, of: record.name)
        }
    }

    @Test("Every method's and field's example runs")
    func methods() throws {
        for type in session.runtime.lua.definedTypes {
            for member in type.methods + type.fields + type.metamethods where !member.example.isEmpty {
                try expectRuns(member.example, of: "\(type.name):\(member.name)")
            }
        }
    }

    /// Sentences that work on files of the user, end the session or cannot be rehearsed.
    private static let aboutFiles: Set = ["import", "export", "run", "sandbox", "backup", "restore", "delete", "quit", "exit"]

    /// What sentences change or take away, which the sample book does not have.
    private static let needed = [
        (sentence: "recurring", source: #"recurring{name="rent", every="month", day=1, from="2014-10-01", record={type="withdrawal", account="Savings", amount=9}}"#),
        (sentence: "redo", source: "deposit{account='Savings', amount=5} undo()"),
        (sentence: "goal House", source: "goal{name='House', amount=5, by='2030-12-31'}"),
        (sentence: "unwatch", source: #"watch{symbol="ORCL"}"#), (sentence: "untag", source: #"tag{symbol="ORCL", tag="tech"}"#),
    ]

    @Test("Every sentence's example can be typed, and does what its Lua form does")
    func sentences() throws {
        for pattern in session.runtime.functions.commands {
            #expect(!pattern.example.isEmpty, "\(pattern.usage)")
            let match = try #require(try CommandTable([pattern]).match(pattern.example, vocabulary), "\(pattern.example)")
            guard case .function = session.runtime.lua.compile("return \(match.lua)", name: "=example") else {
                Issue.record("\(pattern.example) becomes \(match.lua), which is no Lua")
                continue
            }
            if Self.aboutFiles.contains(pattern.name) { continue }
            try inTrial(pattern.example) {
                if let needed = Self.needed.first(where: { pattern.example.hasPrefix($0.sentence) }) { try session.run(needed.source) }
                _ = try session.sentence(pattern.example)
            }
        }
    }

    @Test("A sentence for each verb and query, and none for what nobody calls so")
    func sentencesCallWhatThereIs() throws {
        for pattern in session.runtime.functions.commands {
            guard case .lua(let form) = pattern.action else { continue }
            #expect(session.runtime.functions.records[form.function] != nil, "\(pattern.usage) calls \(form.function)")
            #expect(!pattern.summary.isEmpty)
        }
    }

    private var vocabulary: Vocabulary {
        session.runtime.vocabulary()
    }

    private func expectRuns(_ example: String, of name: String) throws {
        let parts = example.split(separator: "-->", maxSplits: 1, omittingEmptySubsequences: false)
        let source = String(parts[0])
        try inTrial("\(name): \(source)") {
            let shown = try session.text(source)
            if parts.count == 2 { #expect(shown == parts[1].drop { $0 == " " }, "\(name): \(source)") }
        }
    }

    /// Runs something on a branch of the sample book that is thrown away, so that no example sees what another recorded.
    private func inTrial(_ what: String, _ body: () throws -> Void) throws {
        let book = try #require(session.runtime.book), before = try book.ledger.lastEntry
        do {
            try book.trial { try body() }
        } catch {
            Issue.record("\(what)\n\(error)")
        }
        #expect(try book.ledger.lastEntry == before, "\(what) left something behind")
    }
}
