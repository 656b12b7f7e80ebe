import Frames
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// The accounts that are rebalanced together, and what is held there: counted in one currency, at the prices of a day.
struct RebalanceScope {
    /// A holding with a price.
    struct Item {
        let holding: Holding
        let price: FixedDecimal
        let rate: FixedDecimal
    }

    let book: Book
    let filter: BookFilter
    let names: Definitions
    let day: Day
    /// The currency of the whole.
    let base: Currency
    private(set) var items: [Item] = []
    /// What was left out, by kind and sentence.
    private(set) var lacks: [(kind: String, message: String)] = []
    /// Instruments whose units are worth more than any amount may be at their price, which is told, and that are left out.
    private(set) var beyondBound: Set<InstrumentID> = []
    /// What was said already.
    private var told: Set<String> = []
    /// Instruments without a price, and the days of prices older than they may be without a warning.
    private(set) var unpriced: Set<InstrumentID> = []
    private var stale: [InstrumentID: Day] = [:]
    private let market: MarketPrices
    private(set) var conversion: BaseConversion
    /// What the costs of lots were counted by.
    private var costs: RowConversion?
    let state: BookState

    static let filters = ["account", "portfolio", "owner", "on"]

    /// The scope of a call; instruments beside those held are priced too, so that they can be bought.
    init(_ call: LuaCall, pricing further: [InstrumentID] = []) throws {
        filter = try BookFilter(call, taking: Self.filters, on: call.runtime.today)
        book = filter.source.book
        state = try filter.state(withLots: true)
        names = state.definitions
        day = filter.day ?? call.runtime.today
        let filter = filter
        let holdings = state.holdings().filter { filter.fits($0.account) }
        let currencies = Set(holdings.map(\.currency) + further.map { [names] in names[$0].currency })
        guard let base = names.policy.baseCurrency ?? (currencies.count < 2 ? currencies.first ?? .usd : nil) else {
            throw LuaMisuse(
                "\(call.name): there are holdings in \(currencies.map(\.code).sorted().joined(separator: ", ")), and no currency to count them in",
                hint: "choose one: setting(\"base_currency\", \"EUR\")", kind: "no_base_currency")
        }
        self.base = base
        conversion = try BaseConversion(book, to: base, names.policy)
        market = try MarketPrices(filter.source, holdings.map(\.instrument) + further, state, on: day)
        for holding in holdings { try add(holding) }
    }

    private mutating func add(_ holding: Holding) throws {
        let instrument = names[holding.instrument], account = names[holding.account]
        // Options hang on what they are on, and are no part of what targets are of.
        if instrument.option != nil || instrument.kind == .option { return }
        guard holding.quantity > .zero else { return lack("short", "\(instrument.symbol) in \(account.name) is held short and is left out") }
        guard instrument.multiplier == .one else { return lack("multiplier", "\(instrument.symbol) is traded in units of \(instrument.multiplier) and is left out") }
        guard let (price, rate) = try terms(of: holding.instrument, in: holding.account) else { return }
        guard Bound.amount.known({ () throws(DecimalError) in try holding.quantity * price * rate }) != nil else {
            beyondBound.insert(holding.instrument)
            return lack("beyond_bound", "\(instrument.symbol) at its price, \(price), would be worth more than \(Bound.amount.greatest), and is left out; correct the price with quote{symbol=\"\(instrument.symbol)\", date=…, close=…}")
        }
        items.append(Item(holding: holding, price: price, rate: rate))
    }

    /// The price of an instrument in its own currency, and the rate from there; nil, with a sentence, where one is unknown.
    mutating func terms(of instrument: InstrumentID, in account: AccountID) throws -> (price: FixedDecimal, rate: FixedDecimal)? {
        let symbol = names[instrument].symbol, currency = names[instrument].currency
        if beyondBound.contains(instrument) { return nil }
        guard let found = try market.price(of: instrument, in: account, as: currency, on: day), case let price = found.last, price > .zero else {
            unpriced.insert(instrument)
            lack("no_price", "\(symbol) has no price on or before \(day) and is left out; store one with quote{symbol=\"\(symbol)\", date=…, close=…}")
            return nil
        }
        guard let rate = try conversion.convert(.one, from: currency, on: day) else {
            lack("no_rate", "\(symbol) is left out: there is no rate from \(currency.code) to \(base.code) on or before \(day)")
            return nil
        }
        if market.isPaid(instrument) { lack("trade_price", FrameBuilder.sentence(ofPaid: symbol, found.quote.date)) }
        if found.quote.date.days(to: day) > names.policy.priceMaxAge { stale[instrument] = found.quote.date }
        return (price, rate)
    }

    /// Tells of the price of an instrument that counts, where it is an old one.
    mutating func use(_ instrument: InstrumentID) {
        guard let quoted = stale[instrument] else { return }
        lack("stale_price", "the price of \(names[instrument].symbol) is of \(quoted), more than \(names.policy.priceMaxAge) days old on \(day); sync, or set price_max_age")
    }

    mutating func lack(_ kind: String, _ message: String) {
        if told.insert(message).inserted { lacks.append((kind, message)) }
    }

    /// Tells which rate is lacking for the cost of a lot, or was old on the day of its purchase.
    mutating func noteCost(of lot: OpenLot) throws {
        let costs = try costs ?? RowConversion(BaseConversion(book, to: base, names.policy), filter.source.ledger)
        self.costs = costs
        try costs.note(lot)
        conversion.note(costs.lacking)
    }

    /// The open lots, with their costs counted in the currency of the whole too where some are of another.
    func countedLots() throws -> [OpenLot] {
        let lots = state.lots()
        return lots.allSatisfy { $0.currency == base } ? lots : try conversion.state(of: filter.source.ledger, on: filter.day).lots()
    }

    /// What an amount was worth in the currency of the whole on a day.
    mutating func worth(_ amount: FixedDecimal, in currency: Currency, on day: Day) throws -> FixedDecimal? {
        try conversion.convert(amount, from: currency, on: day)
    }

    /// The accounts in which something can be bought, in the order of their definition.
    var tradingAccounts: [AccountID] {
        names.accounts.indices.map { AccountID(Int32($0 + 1)) }.filter { id in
            filter.fits(id) && Self.canTrade(names[id], on: day)
        }
    }

    /// Whether something can be bought in an account on a day.
    static func canTrade(_ account: Account, on day: Day) -> Bool {
        !account.isErased && account.tracking == .transactions && !account.isClosed(on: day) && ![.cash, .deposit].contains(account.kind)
    }

    /// Why nothing is traded in an account; nil where it can be.
    func obstacle(_ id: AccountID) -> String? {
        let account = names[id]
        if account.isClosed(on: day) { return "the account is closed" }
        return account.tracking == .transactions ? nil : "what the account holds is told, not traded"
    }
}

extension Account {
    fileprivate func isClosed(on day: Day) -> Bool { closed.map { $0 <= day } ?? false }
}

/// What was bought and what was sold at a loss within the days before, by owner: selling the one at a loss, or buying the other, would be a wash sale.
struct WashSaleWatch {
    private struct Key: Hashable {
        let owner: String
        let instrument: InstrumentID
    }

    private var bought: [Key: Day] = [:]
    private var lost: [Key: Day] = [:]

    /// Nothing is watched.
    init() {}

    /// The days before one, in all accounts of every owner.
    init(_ scope: RebalanceScope) throws {
        let names = scope.names, first = Day(number: max(Day.min.number, scope.day.number - Int32(Policy.washSaleDays)))
        for lot in scope.state.lots() where lot.side == .long && lot.opened >= first && lot.opened <= scope.day {
            let key = Key(owner: names[lot.account].owner, instrument: lot.instrument)
            bought[key] = max(bought[key] ?? lot.opened, lot.opened)
        }
        // Losses in pension accounts are nobody's business.
        for gain in try scope.filter.source.ledger.gains(from: first, to: scope.day) where gain.proceeds < gain.cost && names[gain.account].kind != .pension {
            lost[Key(owner: names[gain.account].owner, instrument: gain.instrument)] = gain.closed
        }
    }

    /// Why an instrument is not sold at a loss in an account; nil where it may be.
    func lossesKept(_ instrument: InstrumentID, _ owner: String) -> String? {
        bought[Key(owner: owner, instrument: instrument)].map { "it was bought on \($0), within \(Policy.washSaleDays) days" }
    }

    /// Why an instrument is not bought in an account; nil where it may be.
    func notBought(_ instrument: InstrumentID, _ owner: String) -> String? {
        lost[Key(owner: owner, instrument: instrument)].map { "it was sold at a loss on \($0), within \(Policy.washSaleDays) days" }
    }
}
