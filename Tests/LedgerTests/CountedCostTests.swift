import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Costs counted in another currency: nothing of what was paid vanishes or appears")
struct CountedCostTests {
    private func graph(_ market: String, _ page: Page) throws -> RateGraph { try Market(market).sweep(page.ledger).rates }

    /// Four at 50 when a dollar was two euros, four at 70 when it was three: 1,240 euros, of which half the units are half.
    @Test(arguments: ["average", "pooled"])
    func aPoolHasOneCostPerCurrency(method: String) throws {
        let page = Page()
        try page.set("lot_method", method)
        try page.record(
            lines: """
                2020-01-02 buy A X 4 @ 50
                2020-01-03 buy A X 4 @ 70
                2020-01-04 sell A X 4 @ 100
                """)
        let rates = try graph("USD/EUR 2020-01-02 2\nUSD/EUR 2020-01-03 3\nUSD/EUR 2020-01-04 4", page), euro = Currency.eur
        #expect(try page.ledger.at(endOf: day("2020-01-03"), countedIn: euro, by: rates).holdings().map(\.otherCost) == [1240])
        #expect(try page.ledger.at(countedIn: euro, by: rates).holdings().map(\.otherCost) == [620])
        let gains = try page.ledger.gains(countedIn: euro, by: rates)
        #expect(try gains.reduce(FixedDecimal.zero) { try $0 + ($1.otherCost ?? .zero) } == 620)
        #expect(try gains.reduce(FixedDecimal.zero) { try $0 + ($1.otherProceeds ?? .zero) } == 1600)
        #expect(try gains.reduce(FixedDecimal.zero) { try $0 + $1.cost } == 240)
    }

    @Test func eachLotKeepsItsRateWhereLotsAreToldApart() throws {
        let page = Page()
        try page.record(lines: "2020-01-02 buy A X 4 @ 50\n2020-01-03 buy A X 4 @ 70\n2020-01-04 sell A X 6 @ 100")
        let rates = try graph("USD/EUR 2020-01-02 2\nUSD/EUR 2020-01-03 3\nUSD/EUR 2020-01-04 4", page)
        #expect(try page.ledger.at(countedIn: .eur, by: rates).lots().map(\.otherCost) == [420])
        #expect(try page.ledger.gains(countedIn: .eur, by: rates).map(\.otherCost) == [400, 420])
    }

    @Test func aRateThatATradeTellsGoesBeforeTheMarkets() throws {
        let page = Page()
        try page.define(Account(name: "A", currency: .eur))
        try page.record("2020-01-02 buy A X 4 @ 50 currency USD fx_rate 0.9")
        try page.record("2020-01-03 sell A X 2 @ 60 currency USD")
        let rates = try graph("USD/EUR 2020-01-02 2\nUSD/EUR 2020-01-03 3\nEUR/GBP 2020-01-02 0.5", page)
        #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [90])
        #expect(try page.ledger.gains(countedIn: .eur, by: rates).map(\.otherProceeds) == [360])
        // In a third currency, what was paid is converted.
        #expect(try page.ledger.at(countedIn: .gbp, by: rates).holdings().map(\.otherCost) == [45])
    }

    @Test func whatHasNoRateIsUnknownAlone() throws {
        let page = Page()
        try page.record(lines: "2020-01-01 buy A X 4 @ 50\n2020-01-03 buy A X 4 @ 70\n2020-01-03 buy A Y 1 @ 7")
        let rates = try graph("USD/EUR 2020-01-02 2", page)
        #expect(try page.ledger.at(countedIn: .eur, by: rates).lots().map(\.otherCost) == [nil, 560, 14])
        #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [nil, 14])
    }

    @Test("What had no rate is forgotten with the last of its units", arguments: LotMethod.all.map(\.name))
    func whatHadNoRateIsForgotten(method: String) throws {
        let page = Page()
        try page.set("lot_method", method)
        try page.record(lines: "2020-01-01 buy A X 4 @ 50\n2020-01-02 sell A X 1 @ 60\n2020-01-03 sell A X 3 @ 60\n2020-01-04 buy A X 4 @ 70")
        let rates = try graph("USD/EUR 2020-01-04 2", page)
        #expect(try page.ledger.at(endOf: day("2020-01-02"), countedIn: .eur, by: rates).holdings().map(\.otherCost) == [nil])
        #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [560])
        // By the first lot first, also beside another that is known.
        try page.record(lines: "2020-01-05 buy A Y 1 @ 5\n2020-01-03 buy A Y 1 @ 7\n2020-01-06 sell A Y 1 @ 9")
        if method == "fifo" { #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [560, 10]) }
    }

    @Test("Relieved and remaining are what was paid, in both currencies, by every method", arguments: LotMethod.all.map(\.name))
    func nothingIsLost(method: String) throws {
        var random = SeededRandom.forTest("nothingIsLost-\(method)")
        for _ in 0..<30 {
            let page = Page()
            try page.set("lot_method", method)
            var market = "", paid = FixedDecimal.zero, paidInEuro = FixedDecimal.zero, rate = FixedDecimal(1)
            var held: [String: Int] = ["A": 0, "B": 0]
            let first = day("2020-01-01")
            for step in 0..<40 {
                let date = try first.adding(days: step), account = random.pick(["A", "B"])
                if random.chance(oneIn: 2) || step == 0 {
                    rate = try FixedDecimal(random.int(50...250)) / 100
                    market += "USD/EUR \(date) \(rate)\n"
                }
                let units = random.int(1...7)
                switch random.int(0...3) {
                case 0, 1:
                    let price = try FixedDecimal(random.int(100...999)) / 7
                    let cost = try price.rounded(to: 6, .halfEven) * FixedDecimal(units)
                    try page.record("\(date) buy \(account) X \(units) @ \(price.rounded(to: 6, .halfEven))")
                    held[account]! += units
                    paid = try paid + cost
                    paidInEuro = try paidInEuro + cost * rate
                case 2 where held[account]! >= units:
                    try page.record("\(date) sell \(account) X \(units) @ 50")
                    held[account]! -= units
                case 3 where held[account]! >= units:
                    let other = account == "A" ? "B" : "A"
                    for line in ["\(date) transfer_out \(account) X", "\(date) transfer_in \(other) X"] {
                        try page.record(line) { ($0.quantity, $0.group) = (FixedDecimal(units), "g\(step)") }
                    }
                    held[account]! -= units
                    held[other]! += units
                default: break
                }
            }
            let rates = try graph(market, page), state = try page.ledger.at(countedIn: .eur, by: rates)
            let gains = try page.ledger.gains(countedIn: .eur, by: rates)
            var sums = (own: FixedDecimal.zero, other: FixedDecimal.zero)
            for gain in gains { sums = (try sums.own + gain.cost, try sums.other + #require(gain.otherCost)) }
            for holding in state.holdings() { sums = (try sums.own + holding.cost, try sums.other + #require(holding.otherCost)) }
            #expect(sums.own == paid && sums.other == paidInEuro, "\(method)")
            // Counting beside changes nothing of the book's own figures.
            #expect(try state.holdings().map(\.cost) == page.ledger.holdings().map(\.cost))
            #expect(try gains.map(\.cost) == page.ledger.gains().map(\.cost))
        }
    }
}
