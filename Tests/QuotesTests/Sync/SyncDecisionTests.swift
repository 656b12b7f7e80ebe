import Quotes
import Testing
import Values

@Suite("Which quotes are needed")
struct SyncDecisionTests {
    private let today = day("2026-01-15")

    /// Days before today; nil for none.
    private func decide(
        first: Int?, last: Int? = nil, isOpen: Bool = true, firstQuote: Int? = nil, lastQuote: Int? = nil, asked: Int? = nil
    ) -> (SyncDecision.Category, [ClosedRange<Int>]) {
        func day(_ before: Int?) -> Day? { before.map { Day(number: today.number - Int32($0)) } }
        let decision = SyncDecision(
            SyncFacts(
                today: today, firstActivity: day(first), lastActivity: day(last ?? first), isOpen: isOpen, firstQuote: day(firstQuote), lastQuote: day(lastQuote),
                earliestAsked: day(asked)))
        return (decision.category, decision.windows.map { $0.to.days(to: today)...$0.from.days(to: today) })
    }

    @Test("New: activities and no quotes; from 45 days before the first one")
    func new() {
        #expect(decide(first: 100) == (.new, [0...145]))
        #expect(decide(first: 0) == (.new, [0...45]))
        #expect(decide(first: 100, isOpen: false) == (.new, [0...145]))
        #expect(decide(first: -45) == (.new, [0...0]))
        // What is not to begin for longer than that has no quotes yet.
        #expect(decide(first: -46) == (.new, []))
    }

    @Test("Needs backfill: the first quote is later than 38 days before the first activity, and not on that day")
    func backfill() {
        #expect(decide(first: 100, firstQuote: 138, lastQuote: 1) == (.active, [0...6]))
        #expect(decide(first: 100, firstQuote: 139, lastQuote: 1) == (.active, [0...6]))
        // From 45 days before the first activity to the day before the first quote; and, as it is open, what is new.
        #expect(decide(first: 100, firstQuote: 137, lastQuote: 1) == (.needsBackfill, [138...145, 0...6]))
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...145, 0...6]))
        // Closed long ago, it is filled back and no more.
        #expect(decide(first: 100, last: 31, isOpen: false, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...145]))
        #expect(decide(first: 100, last: 30, isOpen: false, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...145, 0...6]))
    }

    @Test("A new instrument that got what it was asked for needs no backfill, whatever day of the week it began on")
    func settles() {
        for late in 0...7 { #expect(decide(first: 100, firstQuote: 145 - late, lastQuote: 1).0 == .active) }
    }

    @Test("What was asked for before is not filled back again")
    func asked() {
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1, asked: 145) == (.active, [0...6]))
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1, asked: 144) == (.needsBackfill, [51...145, 0...6]))
    }

    @Test("Active: units are held; from five days before the last quote")
    func active() {
        #expect(decide(first: 100, firstQuote: 200, lastQuote: 0) == (.active, [0...5]))
        #expect(decide(first: 100, firstQuote: 200, lastQuote: 60) == (.active, [0...65]))
        // Quotes from the future do not keep those of today away.
        #expect(decide(first: 100, firstQuote: 200, lastQuote: -9) == (.active, [0...5]))
        // Held without an activity, as a position that was told.
        #expect(decide(first: nil) == (.active, [0...5]))
    }

    @Test("Recently closed: the last activity is thirty days ago, and not thirty-one")
    func recentlyClosed() {
        #expect(decide(first: 100, last: 30, isOpen: false, firstQuote: 200, lastQuote: 3) == (.recentlyClosed, [0...8]))
        #expect(decide(first: 100, last: 31, isOpen: false, firstQuote: 200, lastQuote: 3) == (.closed, []))
        #expect(decide(first: 100, last: 0, isOpen: false, firstQuote: 200, lastQuote: 3) == (.recentlyClosed, [0...8]))
        #expect(decide(first: nil, isOpen: false) == (.closed, []))
        #expect(decide(first: nil, isOpen: false, firstQuote: 3, lastQuote: 3) == (.closed, []))
    }

    @Test("What is held comes first")
    func priorities() {
        let ordered = SyncDecision.Category.allCases.sorted { $0.priority > $1.priority }
        #expect(ordered == [.active, .needsBackfill, .new, .recentlyClosed, .closed] && ordered.map(\.priority) == [100, 90, 80, 50, 0])
    }
}
