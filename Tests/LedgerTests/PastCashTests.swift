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
            for day in [random.pick(days), random.pick(days), days.min() ?? .min, .max, nil] {
                let told = try ledger.cash(on: day)
                for number in 1...ledger.accounts.count {
                    for currency in [Currency.usd, .eur, try Currency("CHF")] {
                        let account = AccountID(Int32(number)), balance = told.first { $0.account == account && $0.currency == currency }?.balance ?? .zero
                        #expect(try ledger.cash(of: account, in: currency, on: day) == balance, "\(account) \(currency) \(day.map(\.description) ?? "now")\n\(book.description)")
                        if !balance.isZero { compared += 1 }
                    }
                }
            }
        }
        #expect(compared > 100)
    }
}
