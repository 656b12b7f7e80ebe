@testable import Ledger
import Testing
import TestSupport
import Values

/// Laws of losses that are not allowed.
@Suite struct OracleWashTests {
    /// Once all is sold and nothing is bought any more, what was not allowed of one loss has made up for itself in others.
    @Test func whatIsNotAllowedOnlyMovesElsewhere() throws {
        var random = SeededRandom.forTest()
        var (moved, gains) = (0, 0)
        for _ in 0..<25 {
            var choices = RandomBook.Choices.random(&random)
            (choices.washSales, choices.accounts, choices.namesLots) = (true, 3, false)
            let book = RandomBook(choices, count: 60, &random)
            guard book.expect(RandomBook.washComplaint) else { return }
            moved += book.oracle.gains.count { !$0.wash.isZero }
            gains += book.oracle.gains.count
        }
        print("\(moved) of \(gains) gains were losses that moved elsewhere")
        #expect(moved > 0)
    }

    /// A lot that is sold without a loss leaves the units that are bought in its place to one that is sold at one.
    @Test func aLotSoldAtItsCostIsNoLoss() throws {
        let page = Page()
        try page.set("wash_sales", "true")
        try page.record(lines: "2020-01-02 buy A VTI 10 @ 10\n2020-01-03 buy A VTI 10 @ 12\n2020-06-01 sell A VTI 20 @ 10\n2020-06-03 buy A VTI 10 @ 9")
        #expect(try page.ledger.lots().map(\.cost) == [110])
    }
}

extension RandomBook {
    /// What a book gains and what its owner brought in, once all units are sold, with wash sales and without.
    func washComplaint(_ entries: Entries) -> String? {
        guard (try? oracle(entries)) != nil else { return nil }
        do {
            var totals: [[Currency: FixedDecimal]] = []
            for isOn in [true, false] {
                let ledger = try emptyLedger()
                try ledger.apply(.setting(key: "wash_sales", value: "\(isOn)"), id: ledger.nextEntry)
                for (id, activity) in entries { try ledger.apply(.activity(activity), id: id) }
                try sellAll(ledger)
                var total: [Currency: FixedDecimal] = [:]
                for gain in try ledger.gains() { try total[gain.currency, default: .zero] += gain.gain }
                for cash in try ledger.cash() { try total[cash.currency, default: .zero] += cash.contribution }
                totals.append(total)
            }
            for (currency, sum) in totals[0] {
                let difference = Fraction(sum) - Fraction(totals[1][currency] ?? .zero)
                if difference.magnitude > Fraction(decimal("0.000000001")) { return "\(difference) \(currency) came of wash sales" }
            }
            return nil
        } catch {
            return "throws: \(error)"
        }
    }

    private func sellAll(_ ledger: Ledger) throws {
        // What is owed is bought back: the exercise of a put leaves units owed, whose proceeds have the loss that moved to the put.
        for holding in try ledger.holdings() {
            try ledger.record(
                Activity(
                    date: Day(number: day + 60), kind: holding.quantity.isNegative ? .buy : .sell, account: holding.account, instrument: holding.instrument,
                    quantity: holding.quantity.magnitude, price: 1, currency: holding.currency))
        }
    }
}
