import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Daily values that are kept")
struct ValueCacheTests {
    private let last = day("2020-03-31")

    @Test("What is kept equals what is computed anew, whatever changes in between")
    func equalsComputingAnew() throws {
        var random = SeededRandom.forTest()
        var computedAnew = 0, computedLater = 0
        for _ in 0..<10 {
            let page = Page(), cache = ValueCache()
            var saved: (values: [SavedValues], facts: ValueFacts)?
            page.allowShort = true
            var market = "X 2020-01-01 10\nEUR/USD 2020-01-01 1.1\n", rates = RateGraph([]), entries: [EntryID] = []
            for _ in 0..<40 {
                let date = try day("2020-01-01").adding(days: random.int(0...80))
                switch random.int(0...9) {
                case 0: entries.append(try page.record("\(date) deposit A \(random.int(1...500))"))
                case 1: entries.append(try page.record("\(date) buy A X \(random.int(1...9)) @ 11 fee 1"))
                case 2: entries.append(try page.record("\(date) sell B X \(random.int(1...9)) @ 12"))
                case 3: entries.append(try page.record("\(date) deposit B \(random.int(1...500)) currency EUR"))
                case 4: market += "X \(date) \(random.int(8...14))\n"
                case 5:
                    market += "EUR/USD \(date) 1.\(random.int(10...30))\n"
                    rates = RateGraph([])
                case 6:
                    market += "Y 2019-12-\(random.int(10...30)) \(random.int(8...14))\nY \(date) \(random.int(8...14))\n"
                    entries.append(try page.record("\(date) buy A Y \(random.int(1...9)) @ 11"))
                case 7: if let split = try? page.record("\(date) split A X", { $0.ratio = Ratio(2) }) { entries.append(split) }
                case 8: entries.append(try page.record("\(date) transfer_in B X \(random.int(1...9)) @ 3"))
                default: if let entry = entries.popLast() { try page.void(entry) }
                }
                let sweep = try Market(unique(market)).sweep(page.ledger, sharing: &rates), later = ValueCache()
                if let saved { try later.begin(with: saved.values, of: saved.facts, for: sweep) }
                for scope in [Scope(), page.scope(accounts: ["A"]), page.scope(symbols: ["X"])] {
                    let anew = try sweep.figures(of: scope, through: last)
                    for cache in [cache, later] {
                        let kept = try cache.figures(sweep, of: scope, through: last)
                        #expect(kept.days == anew.days)
                        #expect(kept.gaps == anew.gaps)
                    }
                }
                computedAnew += anew(sweep)
                computedLater += later.computedDays
                guard let kept = try cache.kept(of: sweep.identity, days: .max) else { continue }
                if random.chance(oneIn: 2) { saved = kept }
                for values in kept.values {
                    let key = SavedValues.key(of: values.scope, in: values.currency)
                    #expect(values.bytes.withUnsafeBytes { SavedValues(key: key, $0) } == values)
                }
                #expect(kept.facts.bytes.withUnsafeBytes { ValueFacts($0) } == kept.facts)
                #expect(kept.values.count >= 3)
                #expect(try cache.kept(of: sweep.identity, days: kept.values[0].days.count)?.values.map(\.scope) == [Scope()])
            }
        }
        #expect(computedLater * 4 < computedAnew * 3, "\(computedLater) of \(computedAnew) days are computed again")
    }

    /// How many days a cache computes that knows none.
    private func anew(_ sweep: ValueSweep) -> Int { sweep.history.firstDay.map { 3 * ($0.days(to: last) + 2) } ?? 0 }

    /// One price a day: the one written last.
    private func unique(_ market: String) -> String {
        var lines: [String: String] = [:]
        for line in market.split(separator: "\n") { lines[line.split(separator: " ").prefix(2).joined(separator: " ")] = String(line) }
        return lines.values.sorted().joined(separator: "\n")
    }

    @Test("Only days from the change on are computed again")
    func dropsFromTheChangeOn() throws {
        let page = Page(), cache = ValueCache(), market = Market("X 2020-01-01 10\nEUR/USD 2020-01-01 1.1")
        var rates = RateGraph([])
        try page.record(
            lines: """
                2020-01-01 deposit A 100
                2020-01-02 buy A X 1 @ 10
                """)
        _ = try cache.figures(market.sweep(page.ledger, sharing: &rates), of: Scope(), through: last)
        #expect(cache.computedDays == 92)
        _ = try cache.figures(market.sweep(page.ledger, sharing: &rates), of: Scope(), through: last)
        #expect(cache.computedDays == 92)
        try page.record("2020-03-30 deposit A 5")
        _ = try cache.figures(market.sweep(page.ledger, sharing: &rates), of: Scope(), through: last)
        #expect(cache.computedDays == 94)
        let later = Market("X 2020-01-01 10\nX 2020-03-31 11")
        let figures = try cache.figures(later.sweep(page.ledger, sharing: &rates), of: Scope(), through: last).days
        #expect(cache.computedDays == 95)
        #expect(figures.last?.value == 106)
        #expect(try cache.figures(later.sweep(page.ledger, sharing: &rates), of: Scope(), through: day("2020-03-30")).days.last?.value == 105)
    }
}
