import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

/// Files of other programs that come again, and say of the same rows something else, or number them anew.
@Suite("Rows of other programs that mean something else by now")
struct RetoldMatchesTests {
    private func plan(_ text: String, _ name: String, _ ledger: Ledger, accounts: [String: String] = [:]) throws -> ImportPlan {
        var options = ImportOptions(fileName: name), context = ImportContext(ledger)
        options.accounts = accounts
        context.baseCurrency = .eur
        return try FormatsTests.plan(text, options, context: context)
    }

    /// Imports a file, and tells what becomes of it when it comes again.
    private func again(_ first: String, _ second: String, _ name: String, accounts: [String: String] = [:]) throws -> (plan: ImportPlan, ledger: Ledger) {
        let ledger = Ledger(), before = try record(plan(first, name, ledger), in: ledger)
        #expect(before.refusedCount == 0, "\(before.refusals)")
        return (try plan(second, name, ledger, accounts: accounts), ledger)
    }

    private static let journal = """
        2024-03-01 Kauf
            assets:Depot:AAA      2 AAA @ 100.00 EUR
            expenses:Gebuehren    5.00 EUR
            assets:Depot:EUR   -205.00 EUR
        2024-03-21 Entgelt
            assets:Depot:EUR     -3.00 EUR
            expenses:Gebuehren
        2024-03-22 Einzahlung
            assets:Depot:EUR    300.00 EUR
            equity:Opening

        """

    @Test("What an account means is told at a later import: the transactions that it changes are refused with their entries, and not counted twice")
    func meanings() throws {
        let (again, ledger) = try again(Self.journal, Self.journal, "main.journal", accounts: ["expenses:Gebuehren": "fee"])
        #expect(again.activities.isEmpty && again.refusals.map(\.kind) == [.changedRow, .changedRow], "\(again.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })")
        #expect(again.refusals.allSatisfy { $0.message.contains("says something else by now") && $0.hint.hasPrefix("void(") })
        // Once those are void, the file's come in.
        for issue in again.refusals {
            for word in issue.hint.split(separator: " ") where word.hasPrefix("void(") {
                let number = try #require(Int(word.dropFirst(5).dropLast()))
                try ledger.apply(.void(EntryID(number), reason: ""), id: ledger.nextID)
            }
        }
        let last = try record(plan(Self.journal, "main.journal", ledger, accounts: ["expenses:Gebuehren": "fee"]), in: ledger)
        #expect(try last.refusedCount == 0 && ledger.cash().map(\.balance) == [FixedDecimal(92)], "\(last.refusals)")
    }

    @Test("A dividend whose payer is held only since the file has grown is refused, and not counted twice")
    func payers() throws {
        let dividend = "2024-03-20 * \"Dividende\"\n  Assets:B:Cash  8.50 EUR\n  Expenses:Taxes  1.50 EUR\n  Income:VTI:Dividends  -10.00 EUR\n"
        let opening = "2024-01-02 * \"Bestand\"\n  Assets:B:VTI  2 VTI {100.00 EUR}\n  Equity:Opening\n"
        let (again, _) = try again(dividend, opening + dividend, "main.beancount")
        #expect(again.refusals.map(\.kind) == [.changedRow] && again.activities.map(\.kind) == [.buy], "\(again.refusals)")
    }

    @Test("Two transactions of one day and the same words come in, also where the file had one of them before")
    func namesakes() throws {
        let one = "2024-03-01 Kaffee\n    assets:Bank  -3.00 EUR\n    expenses:Kaffee\n", other = one.replacing("3.00", with: "3.50")
        let (again, _) = try again(one, one + other, "main.journal")
        #expect(again.refusedCount == 0 && again.activities.count == 1, "\(again.refusals)")
    }

    @Test("Activities that have other ids by now and the same figures are there already, a split among them")
    func numberedAnew() throws {
        let header = "id," + WealthfolioFile.header
        func rows(_ letter: String) -> String {
            """
            \(letter)1,2024-01-02T00:00:00Z,Depot,MSFT,EQUITY,10,BUY,100,USD,0,0,1000,,,
            \(letter)2,2024-02-02T00:00:00Z,Depot,MSFT,EQUITY,0,SPLIT,0,USD,0,0,2,,,
            \(letter)3,2024-03-02T00:00:00Z,Depot,,,0,DEPOSIT,0,USD,0,0,50,,,

            """
        }
        let first = try WealthfolioFile(rows("a"), header: header)
        let more = "b4,2024-04-02T00:00:00Z,Depot,,,0,DEPOSIT,0,USD,0,0,50,,,\n"
        let again = try WealthfolioFile(rows("b") + more, header: header, into: first.ledger)
        #expect(again.plan.refusedCount == 0 && again.plan.activities.count == 1, "\(again.facts) \(again.plan.refusals)")
    }
}
