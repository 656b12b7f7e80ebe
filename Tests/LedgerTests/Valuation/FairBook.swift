import Ledger
import TestSupport
import Values

/// A book of random activities in a market where nothing ever gains or loses: every trade is at what the units are worth, and prices and rates
/// stand still. What it gains is what it earns less what it is charged, in every part of it and on every day.
///
/// X is worth 20 dollars, Y 10, E 8 euros; a call on X at 15 is worth 5, a put on Y at 30 is worth 20. S is split, and its price follows.
struct FairBook {
    let page = Page()
    private(set) var market = "EUR/USD 2020-01-01 1.25\nGBP/USD 2020-01-01 1.5\n"
    private(set) var date = day("2020-01-02")
    private var priceOfS = FixedDecimal(1024), groups = 0
    private static let prices = ["X": "20", "Y": "10", "E": "8", "XC": "5", "YP": "20"]

    static let accounts = ["A", "B", "C", "H"], symbols = ["X", "Y", "E", "XC", "YP", "S"]

    init(_ count: Int, _ random: inout SeededRandom) throws {
        for name in Self.accounts {
            try page.define(Account(name: name, currency: name == "C" ? .eur : .usd, allowShort: name == "A", tracking: name == "H" ? .holdings : .transactions))
        }
        for symbol in ["X", "Y"] { try page.define(Instrument(symbol: symbol, currency: .usd)) }
        try page.define(Instrument(symbol: "E", currency: .eur))
        try defineOption("XC", on: 1, .call, strike: 15)
        try defineOption("YP", on: 2, .put, strike: 30)
        try page.define(Instrument(symbol: "S", kind: .crypto, currency: .usd))
        for symbol in Self.symbols { quote(symbol, on: day("2020-01-01")) }
        for _ in 0..<count { try addOne(&random) }
    }

    private func defineOption(_ symbol: String, on underlying: Int32, _ right: OptionTerms.Right, strike: FixedDecimal) throws {
        let terms = OptionTerms(underlying: InstrumentID(underlying), right: right, strike: strike, expires: .max)
        try page.define(Instrument(symbol: symbol, kind: .option, currency: .usd, multiplier: 100, option: terms))
    }

    private mutating func quote(_ symbol: String, on day: Day) {
        market += "\(symbol) \(day) \(price(symbol))\(symbol == "E" ? " EUR" : "")\n"
    }

    private func price(_ symbol: String) -> String { Self.prices[symbol] ?? "\(priceOfS)" }

    private func held(_ account: String, _ symbol: String) throws -> FixedDecimal {
        try page.ledger.holdings(on: date).first { page.ledger[$0.account].name == account && page.ledger[$0.instrument].symbol == symbol }?.quantity ?? .zero
    }

    private mutating func newGroup() -> String {
        groups += 1
        return "g\(groups)"
    }

    private mutating func addOne(_ random: inout SeededRandom) throws {
        if random.chance(oneIn: 2) {
            // One price a day: that of S is told for the day before the next.
            if random.chance(oneIn: 2) { quote(random.pick(Self.symbols), on: date) }
            date = try date.adding(days: random.int(1...5))
        }
        let account = random.pick(["A", "B", "C"]), symbol = random.pick(Self.symbols), amount = random.int(1...500)
        let charges = random.pick(["", " fee 2", " tax 3", " fee 1 tax 2"]), currency = random.pick(["USD", "EUR", "GBP"])
        let told = told(account, currency, &random), traded = self.told(account, symbol == "E" ? "EUR" : "USD", &random)
        switch random.int(0...16) {
        case 0: try page.record("\(date) deposit \(account) \(amount) currency \(currency) fee \(random.int(0...2))\(told)")
        case 1: try page.record("\(date) withdrawal \(account) \(amount) currency \(currency) fee \(random.int(0...2))\(told)")
        case 2, 3: try page.record("\(date) buy \(account) \(symbol) \(random.int(1...9)) @ \(price(symbol))\(charges) currency \(symbol == "E" ? "EUR" : "USD")\(traded)")
        case 4: try sell(account, symbol, charges + traded, &random)
        case 5: try bringIn(account, symbol, &random)
        case 6: try earnUnits(account, charges, &random)
        case 7: try page.record("\(date) dividend \(account) \(symbol) amount \(amount)\(charges) currency \(currency)\(told)")
        case 8: try page.record("\(date) interest \(account)\(random.pick(["", " E"])) amount \(amount - 100 == 0 ? 7 : amount - 100) currency \(currency)")
        case 9: try page.record("\(date) \(random.pick(["credit", "fee", "tax"])) \(account)\(random.pick(["", " X"])) amount \(amount) currency \(currency)\(told)")
        case 10: try page.record("\(date) credit \(account) amount \(amount)\(charges) currency \(currency) subtype bonus\(told)")
        case 11: try act(account, &random)
        case 12: try useOption(account, charges, &random)
        case 13: try moveMoney(&random)
        case 14: try moveUnits(&random)
        case 15: try exchange(account, amount)
        default: try tellPosition(&random)
        }
    }

    /// Now and then, what is of another currency than its account tells the market's rate, by which it settles or not.
    private func told(_ account: String, _ currency: String, _ random: inout SeededRandom) -> String {
        let dollars = ["USD": decimal("1"), "EUR": decimal("1.25"), "GBP": decimal("1.5")], home = account == "C" ? "EUR" : "USD"
        guard currency != home, let own = dollars[currency], let rate = try? own / dollars[home]!, random.chance(oneIn: 2) else { return "" }
        return " fx_rate \(rate) settle \(random.pick([currency, home]))"
    }

    /// Dollars into euros.
    private func exchange(_ account: String, _ amount: Int) throws {
        try page.record("\(date) adjustment \(account) amount -\(amount * 5) fee 2 currency USD subtype exchange")
        try page.record("\(date) adjustment \(account) amount \(amount * 4) currency EUR subtype exchange")
    }

    private func sell(_ account: String, _ symbol: String, _ charges: String, _ random: inout SeededRandom) throws {
        let quantity = FixedDecimal(random.int(1...9))
        if account != "A", try held(account, symbol) < quantity { return }
        try page.record("\(date) sell \(account) \(symbol) \(quantity) @ \(price(symbol))\(charges) currency \(symbol == "E" ? "EUR" : "USD")")
    }

    /// Units from before the book, at whatever cost, and corrections of units and cash.
    private func bringIn(_ account: String, _ symbol: String, _ random: inout SeededRandom) throws {
        let currency = symbol == "E" ? "EUR" : "USD"
        switch random.int(0...2) {
        case 0: try page.record("\(date) buy \(account) \(symbol) \(random.int(1...9)) @ \(random.int(0...40)) fee 3 tax 1 subtype opening currency \(currency)")
        case 1:
            try page.record("\(date) adjustment \(account) \(symbol) currency \(currency)") { draft in
                draft.quantity = FixedDecimal(random.int(1...9))
                if random.chance(oneIn: 2) { draft.price = FixedDecimal(random.int(1...40)) }
            }
        default: try page.record("\(date) adjustment \(account) \(random.int(1...9)) currency \(currency)")
        }
    }

    private func earnUnits(_ account: String, _ charges: String, _ random: inout SeededRandom) throws {
        switch random.int(0...2) {
        case 0: try page.record("\(date) dividend \(account) X 2 @ 20 amount \(random.int(20...60))\(charges) subtype drip currency USD")
        case 1: try page.record("\(date) interest \(account) S 2 @ \(priceOfS)\(charges) subtype staking_reward currency USD")
        default: try page.record("\(date) dividend \(account) X 3 @ 10\(charges) subtype dividend_in_kind currency USD") { $0.into = "Y" }
        }
    }

    /// A split of every account, or a merger of one or of all: a unit of X for two of Y.
    private mutating func act(_ account: String, _ random: inout SeededRandom) throws {
        if random.chance(oneIn: 2) {
            let isForward = random.chance(oneIn: 2) && priceOfS > 1
            try page.record("\(date) split A S currency USD") { ($0.account, $0.ratio) = (nil, isForward ? Ratio(2) : Ratio(1, for: 2)) }
            priceOfS = isForward ? try priceOfS / 2 : try priceOfS * 2
            // A price of the day was of units before; the next one says so.
            market = market.split(separator: "\n").filter { !$0.hasPrefix("S \(date)") }.joined(separator: "\n") + "\n"
            return
        }
        try page.record("\(date) adjustment \(account) X subtype merger currency USD") { draft in
            (draft.into, draft.ratio) = ("Y", Ratio(2))
            if random.chance(oneIn: 2) { draft.account = nil }
        }
    }

    private func useOption(_ account: String, _ charges: String, _ random: inout SeededRandom) throws {
        if random.chance(oneIn: 2) {
            guard try held(account, "XC") >= 1 else { return }
            try page.record("\(date) adjustment \(account) XC\(charges) @ 15 subtype exercise currency USD") { ($0.quantity, $0.into) = (1, "X") }
        } else {
            if try held(account, "YP") > .zero { return }
            try page.record("\(date) sell \(account) YP 2 @ 20\(charges) subtype sell_to_open currency USD")
            try page.record("\(date) adjustment \(account) YP\(charges) @ 30 subtype assignment currency USD") { ($0.quantity, $0.into) = (1, "Y") }
        }
    }

    /// Money to another account: all at once, on a later day, in two parts, or into another currency.
    private mutating func moveMoney(_ random: inout SeededRandom) throws {
        let group = newGroup(), amount = random.int(1...50) * 10, later = try date.adding(days: random.int(0...3))
        let (from, to) = (random.pick(["A", "B"]), random.pick(["B", "C"]))
        try page.record("\(date) transfer_out \(from) \(amount) currency USD fee \(random.int(0...1))") { $0.group = group }
        switch random.int(0...2) {
        case 0: try page.record("\(later) transfer_in \(to) \(amount) currency USD") { $0.group = group }
        case 1: try page.record("\(later) transfer_in \(to) \(amount * 4 / 5) currency EUR") { $0.group = group }
        default:
            try page.record("\(date) transfer_in \(to) \(amount * 3 / 10) currency USD") { $0.group = group }
            try page.record("\(date.adding(days: 1)) transfer_in \(to) \(amount - amount * 3 / 10) currency USD") { $0.group = group }
        }
    }

    private mutating func moveUnits(_ random: inout SeededRandom) throws {
        let from = random.pick(["A", "B"]), symbol = random.pick(["X", "Y", "S"]), group = newGroup()
        let count = try held(from, symbol)
        if count < 4 { return }
        try page.record("\(date) transfer_out \(from) \(symbol) fee 1 currency USD") { ($0.quantity, $0.group) = (4, group) }
        if random.chance(oneIn: 2) {
            try page.record("\(date.adding(days: random.int(0...3))) transfer_in C \(symbol) currency USD") { ($0.quantity, $0.group) = (4, group) }
        } else {
            try page.record("\(date) transfer_in C \(symbol) currency USD") { ($0.quantity, $0.group) = (1, group) }
            try page.record("\(date.adding(days: 2)) transfer_in C \(symbol) currency USD") { ($0.quantity, $0.group) = (3, group) }
        }
    }

    private func tellPosition(_ random: inout SeededRandom) throws {
        try page.record("\(date) adjustment H \(random.pick(["X", "Y"])) subtype position") { draft in
            draft.quantity = FixedDecimal(random.int(0...9))
            if random.chance(oneIn: 2) { draft.price = FixedDecimal(random.int(1...40)) }
        }
    }
}
