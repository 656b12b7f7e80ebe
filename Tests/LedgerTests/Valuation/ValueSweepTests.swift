import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("What a book was worth, day by day")
struct ValueSweepTests {
    private let market = Market(
        """
        VTI 2020-01-02 200
        VTI 2020-01-03 210
        VTI 2020-01-06 190
        """)

    private func page() throws -> Page {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 deposit A 5000
                2020-01-02 buy A VTI 10 @ 200 fee 1
                2020-01-06 dividend A VTI amount 30 tax 5
                """)
        return page
    }

    @Test func carriesPricesForward() throws {
        let days = try market.days(page(), through: "2020-01-07")
        // 2999 in cash, 10 units: 2000, then 2100 over the weekend, then 1900 and 25 of dividend.
        #expect(days[day("2020-01-01")]?.value == 0)
        #expect(days[day("2020-01-02")]?.value == 4999)
        #expect(days[day("2020-01-03")]?.value == 5099)
        #expect(days[day("2020-01-05")]?.value == 5099)
        #expect(days[day("2020-01-06")]?.value == 4924)
        #expect(days[day("2020-01-07")]?.value == 4924)
        #expect(days.values.filter(\.isTrading).map(\.day).sorted() == ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-06"].map(day))
    }

    @Test func tellsWhatMoved() throws {
        let days = try market.days(page(), through: "2020-01-07")
        let second = try #require(days[day("2020-01-02")]), sixth = try #require(days[day("2020-01-06")])
        #expect((second.flow, second.contribution, second.fees) == (5000, 5000, 1))
        #expect((sixth.flow, sixth.income, sixth.taxes) == (0, 30, 5))
    }

    @Test func ofInstrumentsCashIsAFlow() throws {
        let page = try page()
        let days = try market.days(page, page.scope(symbols: ["VTI"]), through: "2020-01-07")
        #expect(days[day("2020-01-02")]?.value == 2000)
        #expect(days[day("2020-01-02")]?.flow == 2001)
        #expect(days[day("2020-01-06")]?.flow == -25)
    }

    @Test func whatWasPaidIsAPriceUntilTheNextQuote() throws {
        let page = Page()
        try page.define(Instrument(symbol: "OPT", kind: .option, currency: .usd, multiplier: 100))
        try page.record(
            lines: """
                2019-12-30 deposit A 100
                2019-12-31 buy A VTI 1 @ 50
                2020-01-01 buy A VTI 1 @ 60
                2020-01-04 buy A VTI 2 @ 70
                2020-01-04 buy B OPT 3 @ 2
                """)
        let (days, gaps) = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-06"))
        // 50 on the 31st, 60 until the quotes, 70 for each from the 4th, and 600 for the options of 100 shares each; then 190.
        #expect(days.map(\.value) == [0, 100, 100, 110, 390, 410, 130, 130, 610])
        #expect(gaps.unpriced.isEmpty && gaps.paidPrices[InstrumentID(2)] == [day("2019-12-31")...day("2020-01-01"), day("2020-01-04")...day("2020-01-05")])
        // A split makes it the price of as many units, as it does a quote: 9 units at 40, and 290 less in cash.
        try page.record("2020-01-05 split A VTI") { $0.ratio = Ratio(2) }
        try page.record("2020-01-05 buy A VTI 1 @ 40")
        #expect(try market.days(page, through: "2020-01-05")[day("2020-01-05")]?.value == 170)
    }

    @Test("A price paid earlier on the day of a split is for a unit before it")
    func paidOnTheDayOfASplit() throws {
        let page = Page()
        try page.record("2020-01-02 buy A VTI 4 @ 100")
        try page.record("2020-01-02 split A VTI") { $0.ratio = Ratio(2) }
        #expect(try Market("").days(page, page.scope(symbols: ["VTI"]), through: "2020-01-03")[day("2020-01-03")]?.value == 400)
    }

    @Test("Transfers, units from before the book and corrections tell no price")
    func whatTellsNoPrice() throws {
        let page = Page()
        try page.record("2020-01-02 buy A X 4 @ 100 subtype opening")
        try page.record("2020-01-02 adjustment A Y @ 50") { $0.quantity = 2 }
        try page.record("2020-01-02 transfer_in A Z currency USD") { ($0.quantity, $0.group, $0.price) = (1, "x", 9) }
        let (days, gaps) = try Market("").sweep(page.ledger).figures(of: Scope(), through: day("2020-01-02"))
        #expect(gaps.unpriced.count == 3 && gaps.paidPrices.isEmpty)
        #expect(days.last?.value == nil && days.last?.pricedValue == 0)
    }

    @Test func knowsNothingBeforeTheFirstPrice() throws {
        let page = Page()
        try page.record("2019-12-30 deposit A 50")
        try page.record("2019-12-31 buy A VTI 1 @ 50 subtype opening")
        let (days, gaps) = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-02"))
        #expect(days.map(\.value) == [0, 50, nil, nil, 250])
        #expect(days.map(\.pricedValue) == [0, 50, 50, 50, 250])
        #expect(gaps.unpriced == [InstrumentID(1): [day("2019-12-31")...day("2020-01-01")]])
        #expect(gaps.stalePrices.isEmpty)
    }

    @Test func tellsOfOldPrices() throws {
        let (days, gaps) = try market.sweep(page().ledger).figures(of: Scope(), through: day("2020-01-17"))
        #expect(days.last?.value == 4924)
        #expect(gaps.stalePrices == [InstrumentID(1): [day("2020-01-17")...day("2020-01-17")]])
    }

    @Test func splitsChangeUnitsAndNotFlows() throws {
        let page = try page()
        try page.record("2020-01-06 split A VTI") { $0.ratio = Ratio(2) }
        let days = try market.days(page, page.scope(symbols: ["VTI"]), through: "2020-01-06")
        // 20 units at 190; nothing but the dividend moved.
        #expect(days[day("2020-01-06")]?.value == 3800)
        #expect(days[day("2020-01-06")]?.flow == -25)
    }

    @Test func unitsFromOutsideCountForWhatTheyAreWorth() throws {
        let page = Page()
        try page.record("2020-01-03 buy A VTI 10 @ 50 subtype opening") { $0.opened = day("2015-01-02") }
        let days = try market.days(page, through: "2020-01-03")
        let third = try #require(days[day("2020-01-03")])
        #expect((third.value, third.flow, third.contribution) == (2100, 2100, 500))
    }

    @Test func transfersWithinADayAreFlowsOfAccountsAndNotOfTheBook() throws {
        let page = try page()
        try page.record("2020-01-03 transfer_out A VTI") { ($0.quantity, $0.group) = (4, "move") }
        try page.record("2020-01-03 transfer_in B VTI") { ($0.quantity, $0.group) = (4, "move") }
        try page.record("2020-01-03 transfer_out A 100") { $0.group = "cash" }
        try page.record("2020-01-03 transfer_in B 100") { $0.group = "cash" }
        let third = day("2020-01-03")
        #expect(try market.days(page, through: "2020-01-03")[third]?.flow == 0)
        #expect(try market.days(page, page.scope(accounts: ["A"]), through: "2020-01-03")[third]?.flow == -940)
        let arrived = try #require(try market.days(page, page.scope(accounts: ["B"]), through: "2020-01-03")[third])
        // 4 units that cost 200.10 each, with their share of the fee.
        #expect((arrived.value, arrived.flow, arrived.contribution) == (940, 940, decimal("900.4")))
    }

    @Test func whatIsOnItsWayHasLeftTheBook() throws {
        let page = try page()
        try page.record("2020-01-03 transfer_out A VTI") { ($0.quantity, $0.group) = (4, "move") }
        try page.record("2020-01-06 transfer_in A VTI") { ($0.quantity, $0.group) = (4, "move") }
        let days = try market.days(page, through: "2020-01-06")
        #expect(days[day("2020-01-03")]?.flow == -840)
        #expect(days[day("2020-01-06")]?.flow == 760)
        #expect(days[day("2020-01-06")]?.value == 4924)
    }

    @Test func aMergerMovesWorthFromOneInstrumentToAnother() throws {
        let page = try page()
        try page.define(Instrument(symbol: "NEW", currency: .usd))
        let market = Market(
            """
            VTI 2020-01-02 200
            VTI 2020-01-03 210
            NEW 2020-01-03 100
            """)
        try page.record("2020-01-03 adjustment A VTI subtype merger") { ($0.into, $0.ratio) = ("NEW", Ratio(2)) }
        let third = day("2020-01-03")
        let old = try #require(try market.days(page, page.scope(symbols: ["VTI"]), through: "2020-01-03")[third])
        let new = try #require(try market.days(page, page.scope(symbols: ["NEW"]), through: "2020-01-03")[third])
        #expect((old.value, old.flow, new.value, new.flow) == (0, -2000, 2000, 2000))
        #expect(try market.days(page, page.scope(symbols: ["VTI", "NEW"]), through: "2020-01-03")[third]?.flow == 0)
    }

    @Test func aWorthToldStandsUntilTheNextAndMoneyComesOnTop() throws {
        let page = Page()
        try page.define(Account(name: "ISA", currency: .usd, tracking: .value))
        func tell(_ worth: Int, _ date: String) throws {
            let id = try #require(page.ledger.account(named: "ISA"))
            try page.ledger.apply(.value(AccountValue(account: id, date: day(date), value: FixedDecimal(worth), currency: .usd)), id: page.nextID)
        }
        try page.record("2020-01-02 deposit ISA 1000")
        try tell(1010, "2020-01-03")
        try page.record("2020-01-05 deposit ISA 200")
        try tell(1300, "2020-01-07")
        let days = try market.days(page, through: "2020-01-08")
        let values = (2...8).map { days[day("2020-01-0\($0)")]?.value }
        #expect(values == [1000, 1010, 1010, 1210, 1210, 1300, 1300])
        #expect(days[day("2020-01-05")]?.flow == 200)
        // What nobody told says nothing of how much it varies.
        #expect(days.values.filter(\.isTrading).map(\.day).sorted() == ["2020-01-03", "2020-01-07"].map(day))
    }

    @Test func changesOfRatesAreAGainApart() throws {
        let page = Page()
        try page.record("2020-01-02 deposit A 100 currency EUR")
        let market = Market(
            """
            EUR/USD 2020-01-02 1.10
            EUR/USD 2020-01-03 1.25
            EUR/USD 2020-01-06 1.20
            """)
        let days = try market.days(page, through: "2020-01-06")
        #expect(["2020-01-02", "2020-01-03", "2020-01-06"].map { days[day($0)]?.value } == [110, 125, 120])
        #expect(["2020-01-02", "2020-01-03", "2020-01-06"].map { days[day($0)]?.currencyGain } == [0, 15, -5])
        let (unknown, gaps) = try Market("").sweep(page.ledger).figures(of: Scope(), through: day("2020-01-02"))
        #expect(unknown.last?.value == nil)
        #expect(gaps.unconverted.keys.sorted() == [.eur])
    }

    @Test func amountsThatCancelOutNeedNoRate() throws {
        let page = Page()
        page.allowShort = true
        try page.record("2020-01-02 deposit A 110 currency EUR")
        try page.record("2020-01-03 sell A Y 10 @ 15")
        let days = try Market("Y 2020-01-03 11 EUR").days(page, through: "2020-01-03")
        #expect(days[day("2020-01-02")]?.value == nil)
        #expect(days[day("2020-01-03")]?.value == 150)
    }

    @Test("Each day's value is that of what the ledger says was held then")
    func agreesWithTheLedger() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<20 {
            let page = Page()
            page.allowShort = true
            var market = "", price = FixedDecimal(100)
            var quoted: [String: [Day: Money]] = [:], paid: [String: [Day: Money]] = [:]
            let first = day("2020-01-01")
            for step in 0..<60 {
                let date = try first.adding(days: step)
                if random.chance(oneIn: 2) {
                    price = try price + FixedDecimal(random.int(-3...4))
                    market += "X \(date) \(price)\n"
                    quoted["X", default: [:]][date] = Money(price, .usd)
                }
                if random.chance(oneIn: 3) {
                    let close = random.int(10...20)
                    market += "Y \(date) \(close) EUR\n"
                    quoted["Y", default: [:]][date] = Money(FixedDecimal(close), .eur)
                }
                if random.chance(oneIn: 4) { market += "EUR/USD \(date) 1.\(random.int(10...30))\n" }
                let account = random.pick(["A", "B"])
                switch random.int(0...5) {
                case 0: try page.record("\(date) deposit \(account) \(random.int(1...500))")
                case 1:
                    try page.record("\(date) buy \(account) X \(random.int(1...9)) @ \(price) fee 1")
                    paid["X", default: [:]][date] = Money(price, .usd)
                case 2:
                    let bid = random.int(13...17)
                    try page.record("\(date) sell \(account) Y \(random.int(1...9)) @ \(bid)")
                    paid["Y", default: [:]][date] = Money(FixedDecimal(bid), .usd)
                case 3: try page.record("\(date) deposit \(account) \(random.int(1...500)) currency EUR")
                default: break
                }
            }
            let told = Market(market), sweep = try told.sweep(page.ledger)
            let prices = paid.merging(quoted) { paid, quoted in paid.merging(quoted) { _, quote in quote } }
            for figures in try sweep.figures(of: Scope(), through: first.adding(days: 70)).days {
                #expect(try figures.value == worth(of: page.ledger, on: figures.day, prices, sweep), "\(figures.day)")
            }
        }
    }

    /// The same by the slow way: the ledger's own answer for the day, added up by currency, each currency converted by itself.
    ///
    /// A currency whose parts cancel out is worth nothing at any rate, and so needs none.
    /// The last price is a quote or what a trade paid, on one day the quote.
    private func worth(of ledger: Ledger, on day: Day, _ prices: [String: [Day: Money]], _ sweep: ValueSweep) throws -> FixedDecimal? {
        var amounts: [Currency: FixedDecimal] = [:]
        for holding in try ledger.holdings(on: day) {
            let known = prices[ledger[holding.instrument].symbol]?.filter { $0.key <= day }
            guard let price = known?.max(by: { $0.key < $1.key })?.value else { return nil }
            amounts[price.currency] = try amounts[price.currency, default: .zero] + holding.quantity * price.amount
        }
        for cash in try ledger.cash(on: day) {
            amounts[cash.currency] = try amounts[cash.currency, default: .zero] + cash.balance
        }
        var total = FixedDecimal.zero
        for (currency, amount) in amounts where !amount.isZero {
            guard let worth = try converted(amount, currency, day, sweep) else { return nil }
            total = try total + worth
        }
        return total
    }

    private func converted(_ amount: FixedDecimal, _ currency: Currency, _ day: Day, _ sweep: ValueSweep) throws -> FixedDecimal? {
        if currency == sweep.currency { return amount }
        return try sweep.rates.conversion(from: currency, to: sweep.currency, on: day)?.apply(amount)
    }
}
