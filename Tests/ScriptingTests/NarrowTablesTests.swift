import Foundation
import Frames
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

@Suite("What is kept where there is little room")
struct NarrowTablesTests {
    @Test("Balances and currencies of cash stay")
    func cash() throws {
        let session = try ScriptSession.small()
        session.runtime.console.rendering.width = 30
        let shown = try session.sentence("cash")
        #expect(shown.contains("balance") && shown.contains("currency"), "\(shown)")
    }

    @Test("The reason of a refused row stays")
    func reasons() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small(), path = folder.path + "/bad.csv"
        try "date,type,account,symbol,quantity,price,currency\n2014-05-01,buy,Brokerage,ORCL,ten,30,USD\n".write(toFile: path, atomically: true, encoding: .utf8)
        session.runtime.console.rendering.width = 50
        let shown = try session.text("import('\(path)')")
        #expect(shown.contains("message") && shown.contains("number"), "\(shown)")
    }

    @Test("What an explained line is about is wrapped, and not cut")
    func explained() throws {
        let session = try ScriptSession.small()
        session.runtime.console.rendering.width = 72
        let shown = try session.text("explain(deposit{account='Savings', amount=5, notes='x', currency='USD'}[1].id)")
        #expect(!shown.contains("…"), "\(shown)")
    }

    @Test("The overview of help ends no line in blanks, and keeps a form and what it does apart", arguments: [nil, 80, 60])
    func overview(width: Int?) throws {
        let session = try ScriptSession.small()
        session.runtime.console.rendering.width = width
        let lines = try #require(session.runtime.help(nil)).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(!lines.contains { $0.hasSuffix(" ") })
        let form = try #require(lines.firstIndex { $0.hasPrefix("  exchange AMOUNT") })
        #expect(!lines[form].contains("Changes cash"))
        #expect(lines[form + 1].hasPrefix("      "))
        #expect(lines.contains { $0.hasPrefix(String(repeating: " ", count: width == 60 ? 6 : 48) + "Changes cash") })
    }
}
