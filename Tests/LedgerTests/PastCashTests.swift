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
            // What does not count was in no cash position.
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

    /// What an act took below zero, found at the ends of all days before and after it.
    private func lowest(_ before: [[String: FixedDecimal]], _ after: [[String: FixedDecimal]], _ days: [Day]) throws -> [String] {
        var found: [String] = []
        for name in Set(after.flatMap(\.keys)).union(before.flatMap(\.keys)).sorted() {
            func isLow(_ place: Int) throws -> Bool {
                let (old, new) = (before[place][name] ?? .zero, after[place][name] ?? .zero)
                return new.isNegative && new < old
            }
            // The last place is that of now, which goes before the days.
            guard let place = try isLow(days.count) ? days.count : days.indices.first(where: { try isLow($0) }) else { continue }
            found.append("\(name): \(after[place][name] ?? .zero) \(place < days.count ? days[place].description : "now")")
        }
        return found
    }

    private func balances(_ ledger: Ledger, _ days: [Day]) throws -> [[String: FixedDecimal]] {
        try (days.map(Optional.some) + [nil]).map { day in
            Dictionary(uniqueKeysWithValues: try ledger.cash(on: day).map { ("\($0.account.rawValue) \($0.currency)", $0.balance) })
        }
    }

    @Test("What an act took below zero, counted together, is what the ends of the days show")
    func overdraftsOfAnAct() throws {
        var random = SeededRandom.forTest(), compared = 0, silent = 0
        for _ in 0..<40 {
            let book = RandomBook(.random(&random), count: 40, &random), ledger = try book.ledger(book.entries)
            let days = Set(book.entries.map(\.activity.date)).sorted(), before = try balances(ledger, days), last = ledger.lastEntry
            var voided: [EntryID] = [], all = book.entries.map(\.id)
            for _ in 0..<random.int(1...6) {
                var activity = Activity(
                    date: random.pick(days), kind: random.pick([.deposit, .withdrawal]), account: AccountID(Int32(random.int(1...3))), amount: FixedDecimal(random.int(1...9_000)),
                    currency: random.pick([.usd, .usd, .eur]))
                let chosen = random.pick(all)
                switch random.int(0...3) {
                case 0:
                    guard (try? ledger.apply(.void(chosen, reason: ""), id: ledger.nextEntry)) != nil else { continue }
                    voided.append(chosen)
                case 1:
                    // What was void before the act is none of its doing.
                    guard let row = ledger.activities.row(of: chosen), !ledger.activities.isVoid(at: row) else { continue }
                    activity.detail = ActivityDetail().amending(chosen)
                    fallthrough
                default:
                    if (try? ledger.apply(.activity(activity), id: ledger.nextEntry)) != nil { all.append(ledger.lastEntry) }
                }
            }
            let found = try ledger.overdrafts(since: last, voided: voided).map {
                "\($0.account.rawValue) \($0.currency): \($0.balance) \($0.day.map(\.description) ?? "now")"
            }.sorted()
            let expected = try lowest(before, balances(ledger, days), days).sorted()
            #expect(found == expected, "\(book.description)")
            compared += expected.count
            if expected.isEmpty { silent += 1 }
        }
        #expect(compared > 20 && silent > 0)
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
