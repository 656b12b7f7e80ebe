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
        for _ in 0..<10 {
            let page = Page(), cache = ValueCache()
            page.allowShort = true
            var market = "X 2020-01-01 10\nEUR/USD 2020-01-01 1.1\n", rates = RateGraph([]), entries: [EntryID] = []
            for _ in 0..<40 {
                let date = try day("2020-01-01").adding(days: random.int(0...80))
                switch random.int(0...6) {
                case 0: entries.append(try page.record("\(date) deposit A \(random.int(1...500))"))
                case 1: entries.append(try page.record("\(date) buy A X \(random.int(1...9)) @ 11 fee 1"))
                case 2: entries.append(try page.record("\(date) sell B X \(random.int(1...9)) @ 12"))
                case 3: entries.append(try page.record("\(date) deposit B \(random.int(1...500)) currency EUR"))
                case 4: market += "X \(date) \(random.int(8...14))\n"
                case 5:
                    market += "EUR/USD \(date) 1.\(random.int(10...30))\n"
                    rates = RateGraph([])
                default: if let entry = entries.popLast() { try page.void(entry) }
                }
                let sweep = try Market(unique(market)).sweep(page.ledger, sharing: &rates)
                for scope in [Scope(), page.scope(accounts: ["A"]), page.scope(symbols: ["X"])] {
                    let kept = try cache.figures(sweep, of: scope, through: last), anew = try sweep.figures(of: scope, through: last)
                    #expect(kept.days == anew.days)
                    #expect(kept.gaps == anew.gaps)
                }
                let all = cache.kept(of: sweep.identity, days: .max)
                for values in all {
                    let key = SavedValues.key(of: values.scope, in: values.currency)
                    #expect(values.bytes.withUnsafeBytes { SavedValues(key: key, $0) } == values)
                }
                #expect(all.isEmpty || all.count >= 3 && cache.kept(of: sweep.identity, days: all[0].days.count).map(\.scope) == [Scope()])
            }
        }
    }

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
