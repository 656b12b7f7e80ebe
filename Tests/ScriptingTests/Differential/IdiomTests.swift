import Foundation
import TestSupport
import Testing
import Values

/// Books in the idiom of other programs, in several files, as people write them.
@Suite("Books as other programs' users write them", .enabled(if: BookGenerators.canBeWritten, "there is no python3 to write them"))
struct IdiomTests {
    @Test(
        "Of beancount: lots, what sales took and cash are what beancount says of the same files",
        .enabled(if: Beancount.isThere, "python3 has no module beancount; LUCA_PYTHON names one that has"), arguments: [false, true])
    func beancount(isRounded: Bool) throws {
        var random = MovingBooks.random("as beancount's users write, rounded: \(isRounded)")
        for _ in 0..<MovingBooks.count(8) {
            let seed = random.int(1...1_000_000), folder = try TemporaryFolder(), path = folder.path + "/main.beancount", session = try ScriptSession(today: "2030-01-01")
            try BookGenerators.write("random_beancount.py", ["\(seed)", folder.path] + (isRounded ? ["rounded"] : []))
            try Self.expectAllRead(path, "", in: session, seed)
            let own = try BookFigures(session), others = try BookFigures(beancount: path)
            #expect(own.values.count > 20, "seed \(seed): \(own.values.count) figures are hardly a book")
            // What beancount computes to the last digit and the bank rounded is here what was paid.
            let differing = isRounded ? own.differences(from: others, cost: FixedDecimal(units: FixedDecimal.unitsPerOne / 2)) : own.differences(from: others)
            #expect(differing.isEmpty, "seed \(seed), luca and beancount: \(differing.prefix(5))")
            // The same files again add nothing.
            #expect(try session.text("return #import('\(path)'):where{verdict='add'}") == "0", "seed \(seed)")
        }
    }

    @Test("Of ledger and of hledger: each account holds what the program says of the same files", arguments: JournalProgram.allCases.filter(\.isThere))
    func journals(program: JournalProgram) throws {
        var random = MovingBooks.random("as users of \(program) write")
        for _ in 0..<MovingBooks.count(12) {
            let seed = random.int(1...1_000_000), folder = try TemporaryFolder(), path = folder.path + "/main.journal", session = try ScriptSession(today: "2030-01-01")
            try BookGenerators.write("random_journal.py", ["\(seed)", program.rawValue, folder.path])
            try Self.expectAllRead(path, "currency='USD'", in: session, seed)
            let own = try Self.balances(session), others = try program.holdings(path)
            #expect(own.values.count > 4, "seed \(seed): \(own.values.count) figures are hardly a book")
            let differing = own.differences(from: others, of: ["held"])
            #expect(differing.isEmpty, "seed \(seed), luca and \(program): \(differing.prefix(5))")
            #expect(try session.text("return #import('\(path)', {currency='USD'}):where{verdict='add'}") == "0", "seed \(seed)")
        }
    }

    private static func expectAllRead(_ path: String, _ options: String, in session: ScriptSession, _ seed: Int) throws {
        try session.run("setting('fees_in_cost', false) setting('taxes_in_cost', false)")
        let refused = try session.text(
            "local told = '' for row in import('\(path)', {\(options)}):where{verdict='refused'} do told = told .. row.line .. ': ' .. row.message .. '; ' end return told")
        #expect(refused == "", "seed \(seed): \(refused)")
    }

    /// What each account holds, as journals call accounts.
    private static func balances(_ session: ScriptSession) throws -> BookFigures {
        var balances = BookFigures()
        for (key, value) in try BookFigures(session).values where !value.isZero {
            let words = key.split(separator: " ", maxSplits: 2)
            if words[0] == "cash" || words[0] == "held" { try balances.add("held assets:\(words[1]):\(words[2])", value) }
        }
        return balances
    }
}
