@testable import Ledger
import Testing
import TestSupport
import Values

/// However a book came about, the same facts give the same answers.
@Suite struct ReplayPropertyTests {
    private func book(_ trades: [SimpleTrade], allowShort: Bool) throws -> Ledger {
        let ledger = try emptyBook(allowShort: allowShort)
        for trade in trades { try ledger.record(trade.activity) }
        return ledger
    }

    @Test(arguments: [false, true]) func incrementalEqualsRebuilt(allowShort: Bool) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            let ledger = try emptyBook(allowShort: allowShort)
            for trade in SimpleTrade.random(60, allowShort: allowShort, &random) {
                try ledger.record(trade.activity)
                if random.chance(oneIn: 5) { _ = try ledger.gains() }
            }
            #expect(try ledger.dump() == reloaded(ledger).dump())
        }
    }

    @Test func theOrderOfEntryOfDifferentDaysDoesNotMatter() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            // One trade a day, so that the days give the order.
            var trades = SimpleTrade.random(50, allowShort: true, &random)
            for index in trades.indices { trades[index].day = index }
            let expected = try book(trades, allowShort: true).dump()
            #expect(try book(trades.shuffled(using: &random), allowShort: true).dump() == expected)
        }
    }

    @Test func batchesInAnyOrderAgree() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            var trades = SimpleTrade.random(60, allowShort: false, &random).sorted { ($0.day, $0.entry) < ($1.day, $1.entry) }
            for index in trades.indices { trades[index].day = index }
            let expected = try book(trades, allowShort: false).dump()
            let ledger = try emptyBook(allowShort: false)
            // All at once first; what stands in the middle comes as a second batch, which may have to wait for the first.
            let shuffled = trades.shuffled(using: &random)
            let verdicts = try ledger.admit(shuffled.map(\.activity), firstID: ledger.nextEntry)
            #expect(verdicts.allSatisfy { if case .admitted = $0 { true } else { false } })
            #expect(try ledger.dump() == expected)
        }
    }

    @Test func aBatchIsJudgedAsItsRowsWouldBe() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<30 {
            let standing = SimpleTrade.random(30, allowShort: false, &random)
            let ledger = try book(standing, allowShort: false)
            var batch = SimpleTrade.random(20, allowShort: true, &random)
            for index in batch.indices { batch[index].entry += 1000 }
            let before = try ledger.dump()
            let dry = try ledger.admit(batch.map(\.activity), firstID: ledger.nextEntry, dryRun: true)
            #expect(try ledger.dump() == before)
            let verdicts = try ledger.admit(batch.map(\.activity), firstID: ledger.nextEntry)
            #expect(verdicts == dry)
            let admitted = zip(batch, verdicts).compactMap { if case .admitted = $1 { $0 } else { nil } }
            // What was let in does not oversell, and nothing more could have been let in beside it.
            #expect(Oracle.fits(standing + admitted))
            for (trade, verdict) in zip(batch, verdicts) {
                guard case .refused = verdict else { continue }
                #expect(!Oracle.fits(standing + admitted + [trade]))
            }
            #expect(try ledger.dump() == reloaded(ledger).dump())
        }
    }

    @Test func rollingBackRestoresExactly() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<25 {
            let ledger = try book(SimpleTrade.random(40, allowShort: true, &random), allowShort: true)
            let before = try ledger.dump()
            let last = ledger.lastEntry
            let start = ledger.checkpoint()
            try disturb(ledger, &random)
            ledger.rollback(to: start)
            #expect(try ledger.dump() == before)
            #expect(ledger.lastEntry == last)
            // It goes on as if nothing had been.
            try disturb(ledger, &random)
            #expect(try ledger.dump() == reloaded(ledger).dump())
        }
    }

    /// Records, voids, chooses and asks at random, with checkpoints inside.
    private func disturb(_ ledger: Ledger, _ random: inout SeededRandom, _ depth: Int = 0) throws {
        for _ in 0..<random.int(1...25) >> depth {
            switch random.int(0...9) {
            case 0...4:
                var activity = SimpleTrade.random(1, allowShort: true, &random)[0].activity
                activity.notes = "d\(ledger.lastEntry.rawValue)"
                try ledger.record(activity)
            case 5, 6:
                let row = random.int(0...ledger.activities.count - 1)
                if !ledger.activities.isVoid(at: row) {
                    try ledger.apply(.void(ledger.activities.id(at: row), reason: ""), id: ledger.nextEntry)
                }
            case 7:
                let choice = random.pick(["true", "false", ""])
                try ledger.apply(.setting(key: "fees_in_cost", value: choice), id: ledger.nextEntry)
            case 8:
                let inner = ledger.checkpoint()
                try disturb(ledger, &random, depth + 1)
                if random.chance(oneIn: 2) { ledger.rollback(to: inner) } else { ledger.release(inner) }
            default: _ = try ledger.dump(on: random.chance(oneIn: 2) ? Day(number: 18_030) : nil)
            }
        }
    }

    /// What a ledger says that takes in, as they come, what another one records.
    @Test func whoFollowsSaysTheSame() throws {
        var random = SeededRandom.forTest()
        for number in 0..<20 {
            let allowsShort = number % 2 == 0, leader = try emptyBook(allowShort: allowsShort), follower = try emptyBook(allowShort: allowsShort)
            for _ in 0..<60 {
                let first = leader.nextEntry
                let start = leader.checkpoint()
                var entries: [JournalEntry] = []
                do {
                    entries = try recorded(by: leader, &random)
                    leader.release(start)
                } catch is LedgerError {
                    leader.leaveTogether()
                    leader.rollback(to: start)
                }
                for (number, entry) in entries.enumerated() { try follower.follow(entry, id: EntryID(first.rawValue + number)) }
                #expect(follower.lastEntry == leader.lastEntry)
                if random.chance(oneIn: 3) { #expect(try follower.dump() == leader.dump()) }
            }
            #expect(try follower.dump() == reloaded(leader).dump())
        }
    }

    @Test func anErasureIsNotFollowed() throws {
        let ledger = try emptyBook(allowShort: false), last = ledger.lastEntry
        _ = try ledger.dump()
        #expect(throws: LedgerError.self) { try ledger.follow(.erasure(AccountID(1)), id: ledger.nextEntry) }
        #expect(ledger.lastEntry == last)
    }

    /// Records something by itself, in the place of another, or as a set in which a sale stands before the purchase that it sells from; the entries as they are kept.
    private func recorded(by ledger: Ledger, _ random: inout SeededRandom) throws -> [JournalEntry] {
        var activity = SimpleTrade.random(1, allowShort: true, &random)[0].activity
        activity.notes = "f\(ledger.lastEntry.rawValue)"
        let row = ledger.activities.count > 0 ? random.int(0...ledger.activities.count - 1) : nil, id = ledger.nextEntry
        let stands = row.map { !ledger.activities.isVoid(at: $0) } ?? false
        switch random.int(0...9) {
        case 0 where stands: return [try ledger.apply(.void(ledger.activities.id(at: row!), reason: ""), id: id)]
        case 1 where stands:
            activity.detail = ActivityDetail().amending(ledger.activities.id(at: row!))
            return [try ledger.apply(.activity(activity), id: id)]
        case 2: return [try ledger.apply(.setting(key: "fees_in_cost", value: random.pick(["true", "false", ""])), id: id)]
        case 3:
            let firstRow = ledger.activities.count
            ledger.beginTogether()
            for kind in [ActivityKind.sell, .buy] {
                activity.kind = kind
                try ledger.record(activity)
            }
            _ = try ledger.endTogether()
            return (firstRow..<ledger.activities.count).map { .activity(ledger.activities.activity(at: $0)) }
        default: return [try ledger.apply(.activity(activity), id: id)]
        }
    }

    @Test func pastDaysAreWhatABookOfThatDayWouldSay() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<10 {
            let trades = SimpleTrade.random(50, allowShort: true, &random)
            let ledger = try book(trades, allowShort: true)
            for number in [0, 13, 30, 60, 61] {
                let past = try book(trades.filter { $0.day <= number }, allowShort: true)
                #expect(try ledger.dump(on: Day(number: 18_000 + Int32(number))) == past.dump())
            }
        }
    }
}
