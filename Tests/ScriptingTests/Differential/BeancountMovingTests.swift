import Foundation
import TestSupport
import Testing

/// Ledgers that come from beancount and go back there: luca says of them what beancount does.
@Suite("To and from beancount", .enabled(if: Beancount.isThere, "python3 has no module beancount; LUCA_PYTHON names one that has"))
struct BeancountMovingTests {
    /// What luca alone and beancount alone say of a book.
    private func expectSame(_ session: ScriptSession, _ others: [String]) throws {
        let own = try session.text(BeancountTests.lines).split(separator: "\n").map(String.init)
        #expect(own.count > 40, "\(own.count) lines are hardly a book")
        let missing = Set(others).subtracting(own).sorted(), surplus = Set(own).subtracting(others).sorted()
        #expect(missing.isEmpty && surplus.isEmpty, "beancount alone says \(missing.prefix(5)), luca alone \(surplus.prefix(5))")
    }

    @Test("Ledgers that are imported: lots, gains and cash are the same to the last digit", arguments: [true, false])
    func coming(feesInCost: Bool) throws {
        var random = SeededRandom.forTest("coming from beancount, \(feesInCost)")
        for _ in 0..<MovingBooks.count(2) {
            let book = TwinBook(TwinBook.Rules("hifo", feesInCost: feesInCost), rows: 300, &random), session = try ScriptSession(today: "2030-01-01")
            let folder = try TemporaryFolder(), path = folder.path + "/book.beancount"
            try (book.directives.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            try session.run("setting('fees_in_cost', false) import('\(path)')")
            try expectSame(session, Beancount.lines(book.directives))
            // The same file again changes nothing.
            #expect(try session.text("return #import('\(path)'):where(function(row) return row.verdict == 'add' end)") == "0")
            try expectSame(session, Beancount.lines(book.directives))
        }
    }

    @Test("Books that are exported: beancount has nothing to object, and lots, gains and cash are the same", arguments: [true, false])
    func going(feesInCost: Bool) throws {
        var random = SeededRandom.forTest("going to beancount, \(feesInCost)")
        for _ in 0..<MovingBooks.count(2) {
            let book = TwinBook(TwinBook.Rules("hifo", feesInCost: feesInCost), rows: 300, &random), session = try ScriptSession(today: "2030-01-01")
            try session.run(book.statements.joined(separator: "\n"))
            let folder = try TemporaryFolder(), path = folder.path + "/book.beancount"
            try session.run("export('\(path)', 'beancount')")
            let directives = try String(contentsOfFile: path, encoding: .utf8)
            #expect(directives.contains(" balance Assets:Alpha:Cash"))
            try expectSame(session, Beancount.lines([directives]))
            // And it comes back.
            let back = try ScriptSession(today: "2030-01-01")
            try back.run("setting('fees_in_cost', false) import('\(path)')")
            try expectSame(back, Beancount.lines([directives]))
        }
    }
}
