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
        let decision = SyncDecision(SyncFacts(
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

    @Test("Needs backfill: 52 days before the first activity lie before the first quote, and not on it")
    func backfill() {
        #expect(decide(first: 100, firstQuote: 152, lastQuote: 1) == (.active, [0...6]))
        #expect(decide(first: 100, firstQuote: 153, lastQuote: 1) == (.active, [0...6]))
        // From there to the day before the first quote, five days at least; and, as it is open, what is new.
        #expect(decide(first: 100, firstQuote: 151, lastQuote: 1) == (.needsBackfill, [148...152, 0...6]))
        #expect(decide(first: 100, firstQuote: 147, lastQuote: 1) == (.needsBackfill, [148...152, 0...6]))
        #expect(decide(first: 100, firstQuote: 146, lastQuote: 1) == (.needsBackfill, [147...152, 0...6]))
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...152, 0...6]))
        // Closed long ago, it is filled back and no more.
        #expect(decide(first: 100, last: 31, isOpen: false, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...152]))
        #expect(decide(first: 100, last: 30, isOpen: false, firstQuote: 50, lastQuote: 1) == (.needsBackfill, [51...152, 0...6]))
    }

    @Test("What was asked for before is not filled back again")
    func asked() {
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1, asked: 152) == (.active, [0...6]))
        #expect(decide(first: 100, firstQuote: 50, lastQuote: 1, asked: 151) == (.needsBackfill, [51...152, 0...6]))
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
