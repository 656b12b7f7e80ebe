import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("What one position gives another counts in contributions for what it cost")
struct GivenUnitsTests {
    /// What was brought into each symbol until the end of a day; nil where it is not known.
    private func contributions(_ page: Page, _ market: String, in currency: Currency = .usd, through last: String, _ symbols: [String]) throws -> [FixedDecimal?] {
        let sweep = try Market(market).sweep(page.ledger, in: currency).countingCosts(of: page.ledger)
        return try symbols.map { symbol in
            let days = try sweep.figures(of: page.scope(symbols: [symbol]), through: day(last)).days
            guard days.allSatisfy({ $0.isContributionKnown && ($0.costsKnownFrom ?? .min) <= day(last) }) else { return nil }
            return try days.reduce(.zero) { try $0 + $1.contribution }
        }
    }

    private func bought() throws -> Page {
        let page = Page()
        try page.record("2023-01-10 buy A S 10 @ 20")
        for symbol in ["P", "Q"] { try page.define(Instrument(symbol: symbol, currency: .usd)) }
        return page
    }

    @Test("A spin-off without a price moves cost, which is known; what it was worth is not")
    func spinoff() throws {
        let page = try bought()
        try page.record("2023-02-01 adjustment A S subtype spinoff") { ($0.into, $0.ratio, $0.share) = ("P", Ratio(1, for: 2), decimal("0.3")) }
        let market = "S 2023-01-10 20\nP 2023-02-02 16"
        #expect(try contributions(page, market, through: "2023-02-02", ["S", "P"]) == [140, 60])
        for symbol in ["S", "P"] {
            let days = try Market(market).sweep(page.ledger).figures(of: page.scope(symbols: [symbol]), through: day("2023-02-02")).days
            #expect(days.filter { !$0.isFlowKnown }.map(\.day) == [day("2023-02-01")])
        }
        // A price changes what moved in worth, and not in cost.
        #expect(try contributions(page, market + "\nP 2023-02-01 16", through: "2023-02-02", ["S", "P"]) == [140, 60])
        let priced = try Market(market + "\nP 2023-02-01 16").days(page, page.scope(symbols: ["P"]), through: "2023-02-02")
        #expect(priced[day("2023-02-01")]?.flow == 80)
    }

    @Test("Of every account, each has its own lots' cost")
    func everyAccount() throws {
        let page = try bought()
        try page.record("2023-01-11 buy B S 10 @ 40")
        try page.record("2023-02-01 adjustment A S subtype spinoff") { ($0.account, $0.into, $0.ratio, $0.share) = (nil, "P", Ratio(1, for: 2), decimal("0.3")) }
        let sweep = try Market("S 2023-01-10 20").sweep(page.ledger)
        for (account, cost) in [("A", FixedDecimal(60)), ("B", 120)] {
            let days = try sweep.figures(of: page.scope(accounts: [account], symbols: ["P"]), through: day("2023-02-02")).days
            #expect(try days.reduce(.zero) { try $0 + $1.contribution } == cost)
        }
    }

    @Test("Mergers, with cash or without, and changes of symbol")
    func merger() throws {
        let page = try bought()
        try page.record("2023-02-01 adjustment A S amount 50 subtype merger") { ($0.into, $0.ratio) = ("P", Ratio(2)) }
        #expect(try contributions(page, "S 2023-01-10 20", through: "2023-02-01", ["S", "P"]) == [0, 150])
        try page.record("2023-02-02 adjustment A P subtype symbol_change") { $0.into = "Q" }
        #expect(try contributions(page, "S 2023-01-10 20", through: "2023-02-02", ["S", "P", "Q"]) == [0, 0, 150])
    }

    @Test("A dividend in units of another instrument costs what it was counted as")
    func dividendInKind() throws {
        let page = try bought()
        try page.record("2023-02-01 dividend A S 3 @ 10 subtype dividend_in_kind") { $0.into = "P" }
        #expect(try contributions(page, "S 2023-01-10 20\nP 2023-02-01 12", through: "2023-02-01", ["S", "P"]) == [170, 30])
    }

    @Test("An option that is used gives its premium; as cash, none", arguments: [("tax", [0, 230]), ("cash", [30, 200])])
    func call(premium: String, expected: [FixedDecimal]) throws {
        let page = Page()
        try page.set("option_premium", premium)
        try page.define(Instrument(symbol: "X", currency: .usd))
        let terms = OptionTerms(underlying: InstrumentID(1), right: .call, strike: 20, expires: .max)
        try page.define(Instrument(symbol: "XC", kind: .option, currency: .usd, multiplier: 10, option: terms))
        try page.record("2023-01-10 buy A XC 1 @ 3")
        try page.record("2023-02-01 adjustment A XC @ 20 subtype exercise") { ($0.quantity, $0.into) = (1, "X") }
        #expect(try contributions(page, "", through: "2023-02-01", ["XC", "X"]) == expected)
    }

    @Test("A put that is used takes its premium from what the units bring", arguments: [("tax", [0, -170]), ("cash", [30, -200])])
    func put(premium: String, expected: [FixedDecimal]) throws {
        let page = Page()
        try page.set("option_premium", premium)
        page.allowShort = true
        try page.define(Instrument(symbol: "X", currency: .usd))
        let terms = OptionTerms(underlying: InstrumentID(1), right: .put, strike: 20, expires: .max)
        try page.define(Instrument(symbol: "XP", kind: .option, currency: .usd, multiplier: 10, option: terms))
        try page.record("2023-01-10 buy A XP 1 @ 3")
        try page.record("2023-02-01 adjustment A XP @ 20 subtype exercise") { ($0.quantity, $0.into) = (1, "X") }
        #expect(try contributions(page, "", through: "2023-02-01", ["XP", "X"]) == expected)
    }

    @Test("In another currency cost keeps the rate of its purchase, on both sides")
    func otherCurrency() throws {
        let page = try bought()
        try page.record("2023-02-01 adjustment A S subtype spinoff") { ($0.into, $0.ratio, $0.share) = ("P", Ratio(1, for: 2), decimal("0.3")) }
        let market = "S 2023-01-10 20\nUSD/EUR 2023-01-10 0.5\nUSD/EUR 2023-02-01 0.9"
        #expect(try contributions(page, market, in: .eur, through: "2023-02-02", ["S", "P"]) == [70, 30])
    }

    @Test("Where nobody told a cost, it is unknown on both sides until it is told on both")
    func unknown() throws {
        let page = Page()
        try page.define(Account(name: "A", currency: .usd, tracking: .holdings))
        for symbol in ["S", "P"] { try page.define(Instrument(symbol: symbol, currency: .usd)) }
        try page.record("2023-01-10 adjustment A S subtype position") { $0.quantity = 10 }
        try page.record("2023-02-01 adjustment A S subtype spinoff") { ($0.into, $0.ratio, $0.share) = ("P", Ratio(1, for: 2), decimal("0.3")) }
        let market = "S 2023-01-10 20\nP 2023-02-01 16"
        #expect(try contributions(page, market, through: "2023-02-02", ["S", "P"]) == [nil, nil])
        try page.record("2023-02-03 adjustment A S @ 14 subtype position") { $0.quantity = 10 }
        #expect(try contributions(page, market, through: "2023-02-03", ["S", "P"]) == [nil, nil])
        try page.record("2023-02-04 adjustment A P @ 12 subtype position") { $0.quantity = 5 }
        #expect(try contributions(page, market, through: "2023-02-04", ["S", "P"]) == [140, 60])
    }

    /// Without fees, what was paid for a position less what it brought is the cost of what is left, less what was realised and earned: found from its lots,
    /// gains and income alone.
    @Test("What was brought into a position is its open cost less its gains and income, whatever it gave and received", arguments: ["fifo", "hifo", "average", "pooled"])
    func costLessGains(method: String) throws {
        var random = SeededRandom.forTest("costLessGains \(method)")
        for _ in 0..<12 {
            let page = Page(), symbols = ["X", "Y", "Z"]
            page.allowShort = true
            try page.set("lot_method", method)
            for symbol in symbols { try page.define(Instrument(symbol: symbol, currency: .usd)) }
            var date = day("2020-01-02")
            for _ in 0..<30 {
                date = try date.adding(days: random.int(1...3))
                try act(page, date, random.pick(["A", "B"]), random.pick(symbols), symbols, &random)
            }
            let sweep = try Market("").sweep(page.ledger), gains = try page.ledger.gains(), holdings = try page.ledger.holdings()
            // A pool is one of all accounts: what a lot costs there is no part of one account.
            for accounts in method == "pooled" ? [["A", "B"]] : [["A"], ["B"]] {
                let ids = accounts.compactMap { page.ledger.account(named: $0) }
                for symbol in symbols {
                    let held = try #require(page.ledger.instrument(named: symbol))
                    let days = try sweep.figures(of: page.scope(accounts: accounts, symbols: [symbol]), through: date).days
                    let brought = try days.reduce(FixedDecimal.zero) { try $0 + $1.contribution }, earned = try days.reduce(FixedDecimal.zero) { try $0 + $1.income }
                    let cost = try holdings.filter { ids.contains($0.account) && $0.instrument == held }.reduce(FixedDecimal.zero) { try $0 + $1.cost }
                    let realised = try gains.filter { ids.contains($0.account) && $0.instrument == held }.reduce(FixedDecimal.zero) { try $0 + $1.proceeds - $1.cost }
                    #expect(try (brought - (cost - realised - earned)).magnitude <= decimal("0.000000000001"), "\(symbol) in \(accounts)")
                }
            }
        }
    }

    private func act(_ page: Page, _ date: Day, _ account: String, _ symbol: String, _ symbols: [String], _ random: inout SeededRandom) throws {
        let price = random.int(1...40), other = random.pick(symbols.filter { $0 != symbol })
        let isHeld = try page.ledger.holdings().contains { page.ledger[$0.account].name == account && page.ledger[$0.instrument].symbol == symbol }
        switch random.int(0...8) {
        case 0...2: try page.record("\(date) buy \(account) \(symbol) \(random.int(1...9)) @ \(price)")
        case 3, 4: try page.record("\(date) sell \(account) \(symbol) \(random.int(1...9)) @ \(price)")
        case 5: try page.record("\(date) dividend \(account) \(symbol) 2 @ \(price) subtype dividend_in_kind") { $0.into = other }
        case 6 where isHeld: try page.record("\(date) adjustment \(account) \(symbol) subtype merger") { ($0.into, $0.ratio) = (other, Ratio(FixedDecimal(random.int(1...3)))) }
        case 7 where isHeld: try page.record("\(date) adjustment \(account) \(symbol) subtype symbol_change") { $0.into = other }
        case 8 where isHeld:
            try page.record("\(date) adjustment \(account) \(symbol) subtype spinoff") { draft in
                (draft.into, draft.ratio, draft.share) = (other, Ratio(FixedDecimal(random.int(1...3))), decimal("0.25"))
                if random.chance(oneIn: 3) { draft.account = nil }
            }
        default: break
        }
    }
}
