import Ledger
import Testing
import Values
import Worth

/// Each was wrong once, or nearly.
@Suite("What a valuation gets wrong easily")
struct ValuationFindingsTests {
    @Test("A price from before a split is for a unit of then, also of units bought since")
    func staleSplit() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200\nVTI 2020-01-31 110")
        try page.record(
            lines: """
                2020-01-02 deposit A 5000
                2020-01-02 buy A VTI 10 @ 200
                """)
        try page.record("2020-01-10 split A VTI") { $0.ratio = Ratio(2) }
        try page.record("2020-01-15 buy A VTI 5 @ 100")
        try page.record("2020-01-20 transfer_out A VTI") { ($0.quantity, $0.group) = (4, "outside") }
        let days = try market.days(page, through: "2020-01-31")
        // 10 at 200, 20 at 100, 25 at 100, 21 at 100, 21 at 110; cash 3000, then 2500.
        #expect(["2020-01-09", "2020-01-10", "2020-01-15", "2020-01-20", "2020-01-31"].map { days[day($0)]?.value } == [5000, 5000, 5000, 4600, 4810])
        #expect(days[day("2020-01-20")]?.flow == -400)
    }

    @Test("What came in before a split of the same day is as many units as after it")
    func unitsBeforeASplitOfTheDay() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200\nVTI 2020-01-10 105")
        try page.record("2020-01-10 buy A VTI 10 @ 150 subtype opening")
        try page.record("2020-01-10 split A VTI") { $0.ratio = Ratio(2) }
        try page.record("2020-01-10 transfer_out A VTI") { ($0.quantity, $0.group) = (4, "outside") }
        let tenth = try #require(try market.days(page, through: "2020-01-10")[day("2020-01-10")])
        // 20 units came for 105 each, 4 went.
        #expect((tenth.value, tenth.flow, tenth.contribution) == (1680, 1680, 1200))
    }

    @Test("Units that cost nothing are brought in and not gained")
    func unitsForNothing() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200")
        try page.record("2020-01-03 adjustment A VTI") { $0.quantity = 5 }
        try page.record("2020-01-06 buy A VTI 2 @ 0 subtype opening")
        let days = try market.days(page, through: "2020-01-06")
        #expect(days[day("2020-01-03")]?.flow == 1000)
        #expect(days[day("2020-01-06")]?.flow == 400)
        #expect(days[day("2020-01-06")]?.contribution == 0)
        let ofSymbol = try market.days(page, page.scope(symbols: ["VTI"]), through: "2020-01-06")
        #expect(ofSymbol[day("2020-01-03")]?.flow == 1000)
    }

    @Test("What an opening entry was charged was charged before")
    func chargesOfAnOpening() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200")
        try page.record("2020-01-03 buy A VTI 2 @ 150 fee 4 tax 1 subtype opening")
        let third = try #require(try market.days(page, through: "2020-01-03")[day("2020-01-03")])
        #expect((third.flow, third.contribution, third.fees, third.taxes) == (400, 305, 0, 0))
    }

    @Test("Of a position told again, a new cost is a contribution")
    func newCost() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200")
        try page.define(Account(name: "H", currency: .usd, tracking: .holdings))
        try page.record("2020-01-03 adjustment H VTI @ 100 subtype position") { $0.quantity = 10 }
        try page.record("2020-01-06 adjustment H VTI @ 110 subtype position") { $0.quantity = 10 }
        let days = try market.days(page, through: "2020-01-06")
        #expect((days[day("2020-01-03")]?.flow, days[day("2020-01-03")]?.contribution) == (2000, 1000))
        #expect((days[day("2020-01-06")]?.flow, days[day("2020-01-06")]?.contribution) == (0, 100))
        #expect(try page.ledger.contributions().map(\.amount) == [1000, 100])
    }

    /// 9 at 24 dollars are 216: 172.80 euros when a euro was 1.25 dollars, and 135 when it is 1.60.
    @Test("A position told again with the cost that it had costs in another currency what it does at the rate of its day", arguments: ["fifo", "average", "pooled"])
    func toldAgainAtAnotherRate(method: String) throws {
        let page = Page(), market = Market("Y 2020-01-02 30\nEUR/USD 2020-01-02 1.25\nEUR/USD 2020-03-02 1.6")
        try page.set("lot_method", method)
        try page.define(Account(name: "H", currency: .usd, tracking: .holdings))
        try page.record("2020-01-11 adjustment H Y @ 24 subtype position") { $0.quantity = 9 }
        let again = try page.record("2020-03-20 adjustment H Y @ 24 subtype position") { $0.quantity = 9 }
        let dates = ["2020-01-11", "2020-03-20"].map(day), cache = ValueCache()
        func contributions(_ currency: Currency) throws -> [FixedDecimal] {
            let sweep = try market.sweep(page.ledger, in: currency).countingCosts(of: page.ledger)
            let days = try cache.figures(sweep, of: page.scope(accounts: ["H"]), through: day("2020-03-31")).days
            #expect(days.allSatisfy { $0.isContributionKnown && $0.isFlowKnown } && days.allSatisfy { dates.contains($0.day) || $0.contribution == 0 })
            return dates.compactMap { date in days.first { $0.day == date }?.contribution }
        }
        #expect(try contributions(.eur) == [decimal("172.8"), decimal("-37.8")])
        #expect(try contributions(.usd) == [216, 0])
        let rates = try market.sweep(page.ledger).rates
        #expect(try page.ledger.contributions(counting: (.eur, rates)).map(\.otherCost) == [decimal("172.8"), decimal("-37.8")])
        #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [135])
        // Without what was told again, the cost keeps the rate of its purchase.
        try page.void(again)
        #expect(try contributions(.eur) == [decimal("172.8"), 0])
    }

    @Test("A position told again as it is, without a cost, brings in nothing, whether it is known what its units cost or not")
    func toldAgainAsItIs() throws {
        let page = Page(), market = Market("X 2020-01-02 10\nY 2020-01-02 30\nEUR/USD 2020-02-01 1.6")
        try page.define(Account(name: "H", currency: .usd, tracking: .holdings))
        for date in ["2020-01-11", "2020-03-20"] {
            try page.record("\(date) adjustment H X subtype position") { $0.quantity = 5 }
            try page.record("\(date) adjustment H Y\(date == "2020-01-11" ? " @ 24" : "") subtype position") { $0.quantity = 9 }
        }
        let sweep = try market.sweep(page.ledger, in: .eur).countingCosts(of: page.ledger)
        let items = try page.ledger.contributions(counting: (.eur, sweep.rates))
        #expect(items.map(\.amount) == [0, 216, 0, 0] && items.map(\.isCostKnown) == [false, true, true, true])
        #expect(items.map(\.otherCost) == [0, nil, 0, 0] && items.suffix(2).allSatisfy(\.purchases.isEmpty))
        let days = try sweep.figures(of: page.scope(accounts: ["H"]), through: day("2020-03-31")).days
        #expect(days.filter { !$0.isContributionKnown || $0.costsKnownFrom != nil }.map(\.day) == [day("2020-01-11")])
    }

    @Test("Units moved count once, whatever else hangs together with their lots", arguments: ["fifo", "pooled"])
    func movedOnce(method: String) throws {
        let page = Page(), market = Market("VTI 2020-01-02 10\nV 2020-01-02 10")
        try page.set("lot_method", method)
        try page.define(Instrument(symbol: "V", currency: .usd))
        try page.record("2020-01-01 deposit A 1000")
        try page.record("2020-01-02 buy A VTI 10 @ 10")
        try page.record("2020-02-01 transfer_out A VTI") { ($0.quantity, $0.group) = (4, "u") }
        try page.record("2020-02-01 transfer_in B VTI") { ($0.quantity, $0.group) = (4, "u") }
        func contribution(_ scope: Scope) throws -> FixedDecimal {
            try market.days(page, scope, through: "2020-04-01").values.reduce(.zero) { try $0 + $1.contribution }
        }
        func expect() throws {
            #expect(try contribution(Scope()) == 1000)
            #expect(try contribution(page.scope(accounts: ["A"])) == 960)
            #expect(try contribution(page.scope(accounts: ["B"])) == 40)
        }
        try expect()
        try page.record("2020-03-05 adjustment A VTI subtype symbol_change currency USD") { ($0.account, $0.into) = (nil, "V") }
        try expect()
    }

    @Test("Cash transferred into another currency gains or loses by currency, in the whole and in the account that sent it", arguments: [19, 21])
    func changedOnTheWay(hundredths: Int) throws {
        let page = Page(), market = Market("EUR/USD 2020-01-01 2")
        try page.define(Account(name: "E", currency: .eur))
        try page.record("2020-01-01 deposit E 1000 currency EUR")
        try page.record("2020-01-03 transfer_out E 100 currency EUR") { $0.group = "m" }
        try page.record("2020-01-03 transfer_in B \(hundredths * 10) currency USD") { $0.group = "m" }
        let sweep = try market.sweep(page.ledger, in: .eur), gain = FixedDecimal(hundredths * 5 - 100)
        func figures(_ scope: Scope) throws -> [FixedDecimal] {
            let days = try sweep.figures(of: scope, through: day("2020-01-05")).days
            let parts = try #require(try Performance(days, to: day("2020-01-05"))).attribution()
            return try [#require(parts.price), #require(parts.currency), #require(parts.gain)]
        }
        #expect(try figures(Scope()) == [0, gain, gain])
        #expect(try figures(page.scope(accounts: ["E"])) == [0, gain, gain])
        #expect(try figures(page.scope(accounts: ["B"])) == [0, 0, 0])
    }

    @Test("Of a transfer in parts, what is under way has left the book; money that arrives as less, with nothing to follow, was a cost")
    func partialTransfers() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200")
        try page.record("2020-01-02 buy A VTI 10 @ 200")
        try page.record("2020-01-02 deposit A 2500")
        try page.record("2020-01-03 transfer_out A VTI") { ($0.quantity, $0.group) = (10, "u") }
        try page.record("2020-01-03 transfer_in B VTI") { ($0.quantity, $0.group) = (6, "u") }
        try page.record("2020-01-06 transfer_in B VTI") { ($0.quantity, $0.group) = (4, "u") }
        try page.record("2020-01-03 transfer_out A 100") { $0.group = "m" }
        try page.record("2020-01-03 transfer_in B 60") { $0.group = "m" }
        try page.record("2020-01-06 transfer_in B 40") { $0.group = "m" }
        try page.record("2020-01-07 transfer_out A 50") { $0.group = "n" }
        try page.record("2020-01-07 transfer_in B 48") { $0.group = "n" }
        let days = try market.days(page, through: "2020-01-07")
        #expect(["2020-01-02", "2020-01-03", "2020-01-06", "2020-01-07"].map { days[day($0)]?.value } == [2500, 1660, 2500, 2498])
        #expect(["2020-01-02", "2020-01-03", "2020-01-06", "2020-01-07"].map { days[day($0)]?.flow } == [2500, -840, 840, 0])
    }

    @Test("What is left in a closed account that is tracked by value was taken out")
    func closedAccount() throws {
        let page = Page(), market = Market("")
        try page.define(Account(name: "ISA", currency: .usd, tracking: .value))
        let id = try #require(page.ledger.account(named: "ISA"))
        try page.ledger.apply(.value(AccountValue(account: id, date: day("2020-01-03"), value: 1000, currency: .usd)), id: page.nextID)
        try page.ledger.apply(.value(AccountValue(account: id, date: day("2020-01-06"), value: 1100, currency: .usd)), id: page.nextID)
        try page.record("2020-01-07 withdrawal ISA 300")
        try page.define(Account(name: "ISA", currency: .usd, closed: day("2020-01-08"), tracking: .value))
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-10")).days
        #expect(days.map(\.value) == [0, 1000, 1000, 1000, 1100, 800, 800, 0, 0])
        #expect(days.map(\.flow) == [0, 1000, 0, 0, 0, -300, 0, -800, 0])
        #expect(try Performance(days, to: day("2020-01-10"))?.money()?.gain == 100)
    }

    @Test("Money that came without a rate makes its day unknown, and is no gain once there is one")
    func moneyWithoutARate() throws {
        let page = Page(), market = Market("EUR/USD 2020-01-06 1.25")
        try page.record(
            lines: """
                2020-01-01 deposit A 10
                2020-01-02 deposit A 100 currency EUR
                """)
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-07")).days
        let performance = try #require(try Performance(days, to: day("2020-01-07")))
        #expect(performance.gap == .unknownValue(day: day("2020-01-02")))
        #expect(performance.contribution == nil)
        #expect(try Performance(days, from: day("2020-01-07"), to: day("2020-01-07"))?.money()?.gain == 0)
    }

    @Test("Money that comes without a rate and leaves the same day makes it unknown though what is there is known")
    func moneyThatPassesThrough() throws {
        let page = Page()
        try page.record("2020-01-02 deposit A 100 currency GBP")
        try page.record("2020-01-02 transfer_out A 100 currency GBP") { $0.group = "x" }
        try page.record("2020-01-02 transfer_in A 130") { $0.group = "x" }
        let days = try Market("").sweep(page.ledger).figures(of: Scope(), through: day("2020-01-03")).days
        #expect(days.map(\.value) == [0, 130, 130])
        #expect(days.map(\.isFlowKnown) == [true, false, true])
        #expect(try Performance(days, to: day("2020-01-03"))?.gap == .unknownValue(day: day("2020-01-02")))
    }

    @Test("A merger into what has no price yet makes the day unknown for both sides, and no gain later")
    func mergerWithoutAPrice() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200\nNEW 2020-01-06 100")
        try page.record("2020-01-02 buy A VTI 10 @ 200")
        try page.define(Instrument(symbol: "NEW", currency: .usd))
        try page.record("2020-01-03 adjustment A VTI subtype merger") { ($0.into, $0.ratio) = ("NEW", Ratio(2)) }
        for symbol in ["VTI", "NEW"] {
            let days = try market.sweep(page.ledger).figures(of: page.scope(symbols: [symbol]), through: day("2020-01-07")).days
            #expect(try Performance(days, to: day("2020-01-07"))?.gap == .unknownValue(day: day("2020-01-03")), "\(symbol)")
        }
    }

    @Test("A dividend without a rate leaves the worth known and its parts unknown")
    func incomeWithoutARate() throws {
        let page = Page(), market = Market("VTI 2020-01-02 200\nEUR/USD 2020-01-06 1.25")
        try page.record(
            lines: """
                2020-01-01 deposit A 2000
                2020-01-02 buy A VTI 10 @ 200
                2020-01-03 dividend A VTI amount 8 currency EUR
                """)
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-07")).days
        let performance = try #require(try Performance(days, to: day("2020-01-07")))
        #expect(try performance.money()?.gain == 10)
        #expect(try performance.parts() == nil)
    }

    @Test("Currency gains rest on the rate of the evening before, though nobody asked for it then")
    func currencyGainsBehindAGap() throws {
        let page = Page()
        // On the 3rd the pounds have no rate, which makes the day unknown before anybody asks for the euro's.
        let market = Market(
            """
            EUR/USD 2020-01-01 1.10
            EUR/USD 2020-01-03 1.20
            EUR/USD 2020-01-06 1.30
            """)
        try page.record(
            lines: """
                2020-01-03 deposit A 100 currency CHF
                2020-01-03 deposit A 100 currency EUR
                2020-01-04 withdrawal A 100 currency CHF
                """)
        let days = try market.days(page, through: "2020-01-06")
        #expect(days[day("2020-01-03")]?.value == nil)
        #expect(["2020-01-04", "2020-01-05", "2020-01-06"].map { days[day($0)]?.currencyGain } == [0, 0, 10])
    }

    @Test("A month's price on a Saturday says something of the day; one that repeats Friday's does not")
    func weekendPrices() throws {
        let page = Page()
        try page.record("2020-01-30 buy A VTI 10 @ 200")
        try page.record("2020-01-30 deposit A 5000")
        // 2020-02-29 is a Saturday, 2020-05-31 a Sunday.
        let monthly = try Market("VTI 2020-01-31 200\nVTI 2020-02-29 210\nVTI 2020-03-31 190\nVTI 2020-05-31 180")
            .sweep(page.ledger).figures(of: Scope(), through: day("2020-06-02")).days
        #expect(monthly.filter { $0.isTrading && $0.day >= day("2020-01-31") }.map(\.day) == ["2020-01-31", "2020-02-29", "2020-03-31", "2020-05-31"].map(day))
        let daily = try Market("VTI 2020-01-30 200\nVTI 2020-01-31 200\nVTI 2020-02-01 200\nVTI 2020-02-02 200\nVTI 2020-02-03 210")
            .sweep(page.ledger).figures(of: Scope(), through: day("2020-02-04")).days
        #expect(daily.filter { $0.isTrading && $0.day >= day("2020-01-30") }.map(\.day) == ["2020-01-30", "2020-01-31", "2020-02-03"].map(day))
        // Another price than Friday's does, on whichever days a market is open.
        let traded = try Market("VTI 2020-01-30 200\nVTI 2020-01-31 200\nVTI 2020-02-01 201\nVTI 2020-02-02 202\nVTI 2020-02-03 210")
            .sweep(page.ledger).figures(of: Scope(), through: day("2020-02-04")).days
        #expect(
            traded.filter { $0.isTrading && $0.day >= day("2020-01-30") }.map(\.day)
                == ["2020-01-30", "2020-01-31", "2020-02-01", "2020-02-02", "2020-02-03"].map(day))
    }
}
