import TestSupport
import Testing
import Values

@testable import Ledger

@Suite("A history that grows by what is recorded")
struct HistoryGrowthTests {
    /// All that values are computed from, by the day.
    private func facts(_ history: History) -> DayDigest {
        var digest = DayDigest(from: (history.firstDay ?? .epoch).previous)
        history.note(in: &digest)
        return digest
    }

    @Test("It is the one of a replay, whatever was recorded, and most of what comes last needs none")
    func equalsReplay() throws {
        var random = SeededRandom.forTest()
        var grown = 0, replayed = 0, anew = 0
        for _ in 0..<12 {
            var choices = RandomBook.Choices.random(&random)
            choices.hasOwnMoments = random.chance(oneIn: 3)
            let book = RandomBook(choices, count: 60, &random), ledger = try book.emptyLedger()
            var history = try History(ledger), rows = ledger.activities.count
            for (place, entry) in book.entries.enumerated() {
                try ledger.apply(.activity(entry.activity), id: entry.id)
                // Now and then several rows at once.
                if place + 1 < book.entries.count, random.chance(oneIn: 3) { continue }
                let whole = try History(ledger), (before, identity) = (facts(history), history.identity)
                if try history.add(rowsFrom: rows, of: ledger, paid: TradePrices(ledger)) {
                    grown += 1
                    if let later = history.digest(after: before, of: identity) { #expect(later.firstDifference(from: facts(whole)) == nil) } else { anew += 1 }
                    #expect(facts(history).firstDifference(from: facts(whole)) == nil, "\(entry.activity.shortDescription)\n\(choices)\n\(book.description)")
                    #expect(history.firstDay == whole.firstDay && history.paid.series == whole.paid.series)
                    #expect(history.units.map(\.count) == whole.units.map(\.count) && history.balances.map(\.count) == whole.balances.map(\.count))
                } else {
                    replayed += 1
                    history = whole
                }
                rows = ledger.activities.count
            }
        }
        // Where the first day is another, nothing is known of it.
        #expect(anew * 4 < grown)
        #expect(grown > replayed / 4, "\(grown) grown, \(replayed) replayed")
    }

    @Test("A trade or a payment that comes last needs no replay; one that comes before others, an amendment, a split and a transfer do")
    func whatGrows() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000
                2020-01-02 buy A X 10 @ 10 fee 1
                2020-02-03 deposit B 50
                """)
        func grows(_ line: String, _ change: (inout ActivityDraft) throws -> Void = { _ in }) throws -> Bool {
            var history = try History(page.ledger)
            let rows = page.ledger.activities.count
            try page.record(line, change)
            let isGrown = try history.add(rowsFrom: rows, of: page.ledger, paid: TradePrices(page.ledger))
            if isGrown { #expect(try facts(history) == facts(History(page.ledger)), "\(line)") }
            return isGrown
        }
        for line in ["2020-02-03 sell A X 2 @ 12", "2020-02-04 buy B Y 1 @ 5", "2020-02-04 dividend A X 7 tax 1", "2020-02-05 withdrawal A 10", "2020-02-05 fee B 2"] {
            #expect(try grows(line), "\(line)")
        }
        #expect(try !grows("2020-01-15 deposit A 1"))
        #expect(try !grows("2020-03-01 split A X") { $0.ratio = Ratio(2) })
        // Units that were split may have digits that no step shows; those of another instrument have none.
        #expect(try !grows("2020-03-02 sell A X 1 @ 6"))
        #expect(try grows("2020-03-02 buy B Y 1 @ 5"))
        #expect(try !grows("2020-03-03 transfer_in B Y 1 @ 3"))
    }
}
