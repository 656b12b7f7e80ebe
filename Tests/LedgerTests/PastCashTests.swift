import Ledger
import TestSupport
import Testing
import Values

/// Cash of a past day, worked back from that of now, is what a replay up to the day comes to.
@Suite struct PastCashTests {
    @Test func sameAsAReplay() throws {
        var random = SeededRandom.forTest(), compared = 0
        for _ in 0..<20 {
            let book = RandomBook(.random(&random), count: 60, &random), ledger = try book.ledger(book.entries)
            // What does not count was in no purse.
            for entry in book.entries where random.chance(oneIn: 8) { _ = try? ledger.apply(.void(entry.id, reason: ""), id: ledger.nextEntry) }
            let days = book.entries.map(\.activity.date)
            for _ in 0..<2 {
                compared += try expectSame(ledger, [random.pick(days), random.pick(days), days.min() ?? .min, .max, nil], book.description)
                // What is taken back is forgotten, and what comes in its place may be of another day.
                let start = ledger.checkpoint()
                for day in [random.pick(days), random.pick(days)] {
                    try ledger.apply(.activity(Activity(date: day, kind: .deposit, account: AccountID(Int32(random.int(1...2))), amount: 7, currency: .usd)), id: ledger.nextEntry)
                }
                compared += try expectSame(ledger, [random.pick(days)], book.description)
                ledger.rollback(to: start)
                try ledger.apply(.activity(Activity(date: random.pick(days), kind: .deposit, account: AccountID(1), amount: 5, currency: .usd)), id: ledger.nextEntry)
            }
        }
        #expect(compared > 100)
    }

    /// Compares each account and currency, and tells how many of them had cash.
    private func expectSame(_ ledger: Ledger, _ days: [Day?], _ context: String) throws -> Int {
        var compared = 0
        for day in days {
            let told = try ledger.cash(on: day)
            for number in 1...ledger.accounts.count {
                for currency in [Currency.usd, .eur, try Currency("CHF")] {
                    let account = AccountID(Int32(number)), balance = told.first { $0.account == account && $0.currency == currency }?.balance ?? .zero
                    #expect(try ledger.cash(of: account, in: currency, on: day) == balance, "\(account) \(currency) \(day.map(\.description) ?? "now")\n\(context)")
                    if !balance.isZero { compared += 1 }
                }
            }
        }
        return compared
    }
}
