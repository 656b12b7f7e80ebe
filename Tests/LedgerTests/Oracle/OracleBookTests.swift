import Foundation
@testable import Ledger
import Testing
import TestSupport
import Values

/// Random books against the oracle, and the laws that hold for every book.
///
/// `LUCA_PROPERTY_ACTIVITIES=1000000` makes that many activities instead of some thousands.
@Suite struct OracleBookTests {
    private static let activities = ProcessInfo.processInfo.environment["LUCA_PROPERTY_ACTIVITIES"].flatMap(Int.init) ?? 4_000

    @Test func booksAgreeWithTheOracle() throws {
        var random = SeededRandom.forTest()
        var (books, count, refused) = (0, 0, 0)
        while count < Self.activities {
            let book = RandomBook(.random(&random), count: random.int(20...100), &random)
            books += 1
            count += book.activities.count
            refused += book.refused.count
            guard book.expect(RandomBook.complaint) else { return }
        }
        print("\(count) activities in \(books) books agree with the oracle; \(refused) others were refused by it")
    }

    @Test func moneyAndUnitsAreConserved() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<25 {
            let book = RandomBook(.random(&random), count: 60, &random)
            guard book.expect(RandomBook.lossComplaint) else { return }
        }
    }

    @Test func whatIsRefusedChangesNothing() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            let book = RandomBook(.random(&random), count: 60, &random)
            let ledger = try book.emptyLedger()
            var refused = book.refused[...]
            for (index, entry) in book.entries.enumerated() {
                while let attempt = refused.first, attempt.place == index {
                    refused.removeFirst()
                    try expectRefused(attempt.activity, by: ledger, book)
                }
                try ledger.apply(.activity(entry.activity), id: entry.id)
            }
        }
    }

    private func expectRefused(_ activity: Activity, by ledger: Ledger, _ book: RandomBook) throws {
        let before = try ledger.dump(), last = ledger.lastEntry, count = ledger.activities.count
        #expect(throws: LedgerError.self, "\(activity.shortDescription)\n\(book.choices)\n\(book.description)") {
            try ledger.apply(.activity(activity), id: EntryID(10_000))
        }
        #expect(try ledger.dump() == before)
        #expect(ledger.lastEntry == last)
        #expect(ledger.activities.count == count)
        let verdicts = try ledger.admit([activity], firstID: EntryID(10_000), dryRun: true)
        if case .admitted = verdicts[0] { Issue.record("admitted \(activity.shortDescription)\n\(book.choices)\n\(book.description)") }
    }
}

extension RandomBook {
    /// Records what the complaint says of the book, with the smallest book of which it says something. True where it says nothing.
    func expect(_ complaint: (RandomBook) -> (Entries) -> String?) -> Bool {
        guard let text = complaint(self)(entries) else { return true }
        Issue.record("\(text)\n\(smallest(complaint(self)))")
        return false
    }

    /// The activities, a line each, for a message.
    var description: String {
        entries.map { "\($0.id.rawValue) \($0.activity.shortDescription)" }.joined(separator: "\n")
    }

    /// What a ledger of the activities loses or finds: money that is neither held nor explained, effects that do not balance.
    func lossComplaint(_ entries: Entries) -> String? {
        guard let oracle = try? oracle(entries) else { return nil }
        do {
            let ledger = try ledger(entries)
            for (id, activity) in entries {
                let sum = try ledger.effects(of: id).reduce(into: FixedDecimal.zero) { try $0 += $1.amount }
                if !sum.isZero { return "the effects of \(activity.shortDescription) add up to \(sum)" }
            }
            var parts: [String: FixedDecimal] = [:]
            func add(_ account: AccountID, _ currency: Currency, _ amount: FixedDecimal) throws {
                // Cost may move between the accounts of an owner.
                try parts[choices.tiesAccounts ? "\(self.oracle.account(account).owner) \(currency)" : "account \(account.rawValue) \(currency)", default: .zero] += amount
            }
            // What is there, in cash and at cost, is what was brought in and earned, less what was charged: to the last digit.
            for cash in try ledger.cash() {
                try add(cash.account, cash.currency, cash.balance - cash.contribution - cash.income + cash.fees + cash.taxes - cash.exchanged)
            }
            for holding in try ledger.holdings() { try add(holding.account, holding.currency, holding.cost) }
            for gain in try ledger.gains() { try add(gain.account, gain.currency, -gain.gain) }
            if !oracle.swallowed.isZero {
                // What pensions took away is gone.
                let gone = try parts.values.reduce(into: FixedDecimal.zero) { try $0 -= $1 }
                let difference = (Fraction(gone) - oracle.swallowed).magnitude
                return difference > max(.one, oracle.swallowed) * Fraction(decimal("0.000000000001")) ? "\(gone) is gone instead of \(oracle.swallowed)" : nil
            }
            if let loss = parts.first(where: { !$0.value.isZero }) { return "\(loss.key): \(loss.value) came from nowhere" }
            return try sumComplaint(ledger)
        } catch {
            return "refused: \(error)"
        }
    }

    /// Whether sums are those of what they sum up.
    private func sumComplaint(_ ledger: Ledger) throws -> String? {
        let lots = try ledger.lots()
        for holding in try ledger.holdings() {
            let own = lots.filter { $0.account == holding.account && $0.instrument == holding.instrument }
            let units = try own.reduce(into: FixedDecimal.zero) { try $0 += $1.remaining }
            let cost = try own.reduce(into: FixedDecimal.zero) { try $0 += $1.cost }
            if (own.count, units, cost) != (holding.openLots, holding.quantity, holding.cost) { return "\(holding) has the lots \(own)" }
        }
        for cash in try ledger.cash() {
            let brought = try ledger.contributions().filter { $0.account == cash.account && $0.currency == cash.currency }
            let earned = try ledger.income().filter { $0.account == cash.account && $0.currency == cash.currency }
            let contribution = try brought.reduce(into: FixedDecimal.zero) { try $0 += $1.amount }
            let income = try earned.reduce(into: FixedDecimal.zero) { try $0 += $1.amount }
            if contribution != cash.contribution { return "contributions add up to \(contribution), not \(cash.contribution)" }
            if income != cash.income { return "income adds up to \(income), not \(cash.income)" }
        }
        return nil
    }
}
