import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Closings and openings of journals")
struct JournalClosingsTests {
    private static let first = """
        2023-01-01 opening
            assets:bank            10000.00 USD
            equity:start
        2023-02-01 buy
            assets:depot:vwce      10 VWCE @ 100.00 USD
            assets:bank
        2023-03-01 buy
            assets:depot:vwce      5 VWCE @ 110.00 USD
            assets:bank

        """
    private static let closing = """
        2023-12-31 closing balances
            assets:bank                        -8450.00 USD = 0.00 USD
            assets:depot:vwce                      -15 VWCE = 0 VWCE
            equity:start                       10000.00 USD = 0.00 USD
            equity:opening/closing balances

        """
    private static let opening = """
        2024-01-01 opening balances
            assets:bank                          8450.00 USD = 8450.00 USD
            assets:depot:vwce                        15 VWCE = 15 VWCE
            equity:start                       -10000.00 USD = -10000.00 USD
            equity:opening/closing balances

        """
    private static let sale = "2024-05-01 sell\n    assets:depot:vwce     -12 VWCE @ 130.00 USD\n    assets:bank            1560.00 USD\n"

    /// The same with what each lot cost, as `hledger close --show-costs` writes it.
    private static func withCosts(_ text: String) -> String {
        text.replacing("assets:depot:vwce                      -15 VWCE", with: "assets:depot:vwce  -10 VWCE @ 100.00 USD\n    assets:depot:vwce  -5 VWCE @ 110.00 USD")
            .replacing("assets:depot:vwce                        15 VWCE", with: "assets:depot:vwce  10 VWCE @ 100.00 USD\n    assets:depot:vwce  5 VWCE @ 110.00 USD")
    }

    /// The plan of a file that comes into a book.
    private func plan(_ text: String, _ name: String, _ ledger: Ledger) throws -> ImportPlan {
        var context = ImportContext(ledger)
        context.baseCurrency = .usd
        return try FormatsTests.plan(text, ImportOptions(fileName: name), context: context)
    }

    @Test("A closing of all accounts and the opening that takes it back are no events, with costs and without", arguments: [false, true])
    func pairs(hasCosts: Bool) throws {
        let pair = hasCosts ? Self.withCosts(Self.closing + Self.opening) : Self.closing + Self.opening
        let book = try JournalBook("include 2023.journal\ninclude 2024.journal\n", files: ["2023.journal": Self.first, "2024.journal": pair + Self.sale])
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().map { "\($0.opened) \($0.gain)" } == ["2023-02-01 300", "2023-03-01 40"], "\(book.kinds)")
        #expect(try book.cash() == ["bank USD 10010"], "\(book.kinds)")
        #expect(!book.ledger.facts.contains { [day("2023-12-31"), day("2024-01-01")].contains($0.date) })
        #expect(book.messages.contains { $0.contains("a closing of the accounts is left out with the opening that takes it back") }, "\(book.messages)")
    }

    @Test("Income and expenses may be closed with the accounts")
    func all() throws {
        let pay = "2023-04-01 pay\n    assets:bank  100.00 USD\n    income:salary\n"
        let closing = Self.closing.replacing("-8450.00", with: "-8550.00").replacing("    equity:opening", with: "    income:salary  100.00 USD = 0.00 USD\n    equity:opening")
        let opening = Self.opening.replacing("8450.00", with: "8550.00").replacing("    equity:opening", with: "    income:salary  -100.00 USD = -100.00 USD\n    equity:opening")
        let book = try JournalBook(Self.first + pay + closing + opening + Self.sale)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().map { "\($0.gain)" } == ["300", "40"] && book.cash() == ["bank USD 10110"], "\(book.kinds)")
    }

    @Test("Balances behind a closing that is left out still count virtual postings")
    func virtuals() throws {
        let envelope =
            "2024-02-01 envelope\n    assets:bank  -50.00 USD\n    equity:draw\n    [assets:bank]  -200.00 USD\n    [assets:food]  200.00 USD\n    assets:bank  0 USD = 8200.00 USD\n"
        let book = try JournalBook(Self.first + Self.closing + Self.opening + envelope)
        #expect(try book.plan.refusedCount == 0 && book.cash().first == "bank USD 8400", "\(book.plan.refusals)")
        #expect(book.messages.contains("1 balance that the file tells agrees with its transactions"), "\(book.messages)")
    }

    @Test("A closing behind which nothing comes is left out, so that the book goes on")
    func last() throws {
        let book = try JournalBook(Self.first + Self.closing)
        #expect(try book.cash() == ["bank USD 8450"] && book.lots().count == 2)
        #expect(book.messages.contains { $0.contains("the closing of the accounts is left out, behind which nothing comes") }, "\(book.messages)")
        // With what comes later it counts: the accounts were emptied.
        let emptied = try JournalBook(Self.first + Self.closing + "2024-01-05 pay\n  assets:bank  5 USD\n  equity:start\n")
        #expect(try emptied.cash() == ["bank USD 5"])
    }

    @Test("The opening of a year whose accounts the book has from before is refused, and comes in where it has none")
    func alone() throws {
        let ledger = Ledger()
        _ = try record(plan(Self.first + Self.closing, "2023.journal", ledger), in: ledger)
        let refused = try plan(Self.opening + Self.sale, "2024.journal", ledger)
        #expect(refused.refusals.contains { $0.message.contains("it opens \"bank\", of which the book has entries of days before") }, "\(refused.refusals)")
        let alone = try JournalBook(Self.opening.replacing("15 VWCE =", with: "15 VWCE @ 100.00 USD =") + Self.sale)
        #expect(try alone.plan.refusedCount == 0 && alone.cash().first?.hasSuffix(" 10010") == true, "\(alone.plan.refusals)")
    }

    @Test("An opening that came in alone is refused with its entries once the years before come in")
    func years() throws {
        let ledger = Ledger()
        let opening = Self.opening.replacing("15 VWCE =", with: "15 VWCE @ 100.00 USD =")
        let closing = Self.closing.replacing("-15 VWCE =", with: "-15 VWCE @ 100.00 USD =")
        _ = try record(plan(opening, "2024.journal", ledger), in: ledger)
        #expect(try ledger.lots().count == 1)
        let refused = try plan(Self.first + closing + opening + Self.sale, "main.journal", ledger)
        let issue = try #require(refused.refusals.first { $0.message.contains("it is no event now that the file has the years before") }, "\(refused.refusals)")
        for word in issue.hint.split(separator: " ") where word.hasPrefix("void(") {
            try ledger.apply(.void(EntryID(try #require(Int(word.dropFirst(5).prefix { $0.isNumber }))), reason: ""), id: ledger.nextID)
        }
        #expect(try !plan(Self.first + closing + opening + Self.sale, "main.journal", ledger).refusals.contains { $0.message.contains("no event") })
    }

    @Test("Money that is taken out and brought back is no closing")
    func back() throws {
        let out = "2023-04-01 out\n  assets:bank  -50 USD\n  equity:draw\n2023-04-02 back\n  assets:bank  50 USD\n  equity:draw\n"
        let book = try JournalBook(Self.first + out)
        #expect(book.kinds.suffix(2) == ["withdrawal bank", "deposit bank"])
    }
}
