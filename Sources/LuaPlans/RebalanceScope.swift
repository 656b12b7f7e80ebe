import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// The accounts that are rebalanced together and their holdings, counted in one currency at the prices of a day.
package struct RebalanceScope {
    /// A holding with a price.
    struct Item {
        let holding: Holding
        let price: FixedDecimal
        let rate: FixedDecimal
    }

    /// The book.
    let book: Book
    /// What the call narrows it to.
    let filter: BookFilter
    /// The accounts, instruments and settings of the book.
    let names: Definitions
    /// The day of prices and holdings.
    let day: Day
    /// The currency in which everything is counted.
    let base: Currency
    /// The holdings with a price.
    private(set) var items: [Item] = []
    /// Warnings of what was left out.
    private(set) var lacks: [(kind: String, message: String)] = []
    /// Instruments whose worth at their price does not fit an amount; they are left out with a warning.
    private(set) var beyondBound: Set<InstrumentID> = []
    /// The sentences that were told already.
    private var told: Set<String> = []
    /// Instruments without a price, and the days of prices older than they may be without a warning.
    private(set) var unpriced: Set<InstrumentID> = []
    private var stale: [InstrumentID: Day] = [:]
    private let market: MarketPrices
    /// Converts figures into the common currency.
    private(set) var conversion: BaseConversion
    /// The conversion of the costs of lots.
    private var costs: RowConversion?
    /// The state of the book at the end of the day.
    let state: BookState

    /// What the accounts hold beside it, where a tag on instruments narrows the call.
    private let outside: [Holding]

    /// The filters that `rebalance` takes.
    static let filters = ["account", "portfolio", "owner", "tag", "on"]

    /// The scope of a call. Further instruments are priced too, so that they can be bought.
    init(_ call: LuaCall, pricing further: [InstrumentID] = []) throws {
        filter = try BookFilter(call, taking: Self.filters, on: call.runtime.today, tagsOf: .scopes)
        book = filter.source.book
        state = try filter.state(withLots: true)
        names = state.definitions
        day = filter.day ?? call.runtime.today
        let filter = filter
        try Self.refuse(further, outside: filter, names, call)
        let holdings = state.holdings().filter { filter.fits($0.account, $0.instrument) }
        outside = filter.instruments == nil ? [] : state.holdings().filter { filter.fits($0.account) && !filter.fits($0.instrument) }
        let currencies = Set(holdings.map(\.currency) + further.map { [names] in names[$0].currency })
        guard let base = names.policy.baseCurrency ?? (currencies.count < 2 ? currencies.first ?? .usd : nil) else {
            throw LuaMisuse(
                "\(call.name): there are holdings in \(currencies.map(\.code).sorted().joined(separator: ", ")), and no currency to count them in",
                hint: "choose one: setting(\"base_currency\", \"EUR\")", kind: "no_base_currency")
        }
        self.base = base
        conversion = try BaseConversion(book, to: base, names.policy)
        market = try MarketPrices(filter.source, (holdings + outside).map(\.instrument) + further, state, on: day)
        for holding in holdings { try add(holding) }
    }

    /// Refuses instruments that targets or a rule name and the tag that was asked for leaves out: what is held of them would count for nothing.
    static func refuse(_ further: [InstrumentID], outside filter: BookFilter, _ names: Definitions, _ call: LuaCall) throws {
        let outside = Set(further.filter { !filter.fits($0) }.map { names[$0].symbol }).sorted()
        if outside.isEmpty { return }
        let tags = filter.tags.map { quoted($0) }.joined(separator: ", "), does = outside.count == 1 ? "which does" : "which do"
        throw LuaMisuse(
            "\(call.name): the targets name \(outside.joined(separator: ", ")), \(does) not have the tag \(tags)", field: "tag",
            hint: "tag \(outside[0]) \(filter.tags[0]), or leave the tag out", kind: "tag_out_of_reach")
    }

    /// Refuses targets that would count for nothing though something is held of them: cash where the tag that was asked for is on instruments, and what is
    /// of instruments that all lack it.
    func refuse(_ leaves: [TargetLeaf], cashLeaf: Int?, _ call: LuaCall, _ leaf: (Item, RebalanceScope) throws -> Int?) throws {
        if filter.instruments == nil { return }
        let tags = filter.tags.map { quoted($0) }.joined(separator: ", ")
        if cashLeaf != nil {
            throw LuaMisuse(
                "\(call.name): the targets name \(HoldingGroups.cash), and cash has a tag by its account alone, where \(tags) is on instruments", field: "tag",
                hint: "put the tag on the accounts, or leave the tag out", kind: "tag_out_of_reach")
        }
        var others = self, symbols: [Int: Set<String>] = [:]
        others.items = []
        for holding in outside { try others.add(holding) }
        // Two targets for one holding matter to whoever asks about it, which this call does not.
        for item in others.items { if let place = try? leaf(item, self) { symbols[place, default: []].insert(names[item.holding.instrument].symbol) } }
        for item in items { if let place = try leaf(item, self) { symbols[place] = nil } }
        guard let place = symbols.keys.min(), let held = symbols[place]?.sorted() else { return }
        throw LuaMisuse(
            "\(call.name): of the target \(quoted(leaves[place].name)) there is \(held.joined(separator: ", ")), which \(held.count == 1 ? "does" : "do") not have the tag \(tags)",
            field: "tag", hint: "tag \(held[0]) \(filter.tags[0]), or leave the tag out", kind: "tag_out_of_reach")
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
            return lack(
                "beyond_bound",
                "\(instrument.symbol) at its price, \(price), would be worth more than \(Bound.amount.greatest), and is left out; correct the price with quote{symbol=\"\(instrument.symbol)\", date=…, close=…}"
            )
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

    /// Warns of an old price of an instrument that is traded.
    mutating func use(_ instrument: InstrumentID) {
        guard let quoted = stale[instrument] else { return }
        lack("stale_price", "the price of \(names[instrument].symbol) is of \(quoted), more than \(names.policy.priceMaxAge) days old on \(day); sync, or set price_max_age")
    }

    /// Adds a warning of something left out, once.
    mutating func lack(_ kind: String, _ message: String) {
        if told.insert(message).inserted { lacks.append((kind, message)) }
    }

    /// Warns of a rate that is missing for the cost of a lot, or that was old on the day of its purchase.
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

    /// An amount of a day in the currency in which everything is counted; nil where there is no rate.
    mutating func worth(_ amount: FixedDecimal, in currency: Currency, on day: Day) throws -> FixedDecimal? {
        try conversion.convert(amount, from: currency, on: day)
    }

    /// The accounts in which something can be bought, in the order of their definition.
    var tradingAccounts: [AccountID] {
        names.accounts.indices.map { AccountID(Int32($0 + 1)) }.filter { id in
            filter.fits(id) && Self.canTrade(names[id], on: day)
        }
    }

    /// Whether an account can trade on a day: it is open, and its transactions are recorded.
    package static func canTrade(_ account: Account, on day: Day) -> Bool {
        !account.isErased && account.tracking == .transactions && !account.isClosed(on: day) && ![.cash, .deposit].contains(account.kind)
    }

    /// Why an account cannot trade; nil where it can.
    func obstacle(_ id: AccountID) -> String? {
        let account = names[id]
        if account.isClosed(on: day) { return "the account is closed" }
        return account.tracking == .transactions ? nil : "what the account holds is told, not traded"
    }
}

extension Account {
    fileprivate func isClosed(on day: Day) -> Bool { closed.map { $0 <= day } ?? false }
}

/// Finds wash sales: what was bought, and what was sold at a loss, within the days before, by owner. Selling the one at a loss, or buying the other,
/// would be a wash sale.
struct WashSaleWatch {
    private struct Key: Hashable {
        let owner: String
        let instrument: InstrumentID
    }

    private var bought: [Key: Day] = [:]
    private var lost: [Key: Day] = [:]

    /// A watch that finds nothing.
    init() {}

    /// The purchases and losses before the day of a scope, in all accounts of every owner.
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

    /// Why an owner does not sell an instrument at a loss; nil where it may be sold.
    func lossesKept(_ instrument: InstrumentID, _ owner: String) -> String? {
        bought[Key(owner: owner, instrument: instrument)].map { "it was bought on \($0), within \(Policy.washSaleDays) days" }
    }

    /// Why an owner does not buy an instrument; nil where it may be bought.
    func notBought(_ instrument: InstrumentID, _ owner: String) -> String? {
        lost[Key(owner: owner, instrument: instrument)].map { "it was sold at a loss on \($0), within \(Policy.washSaleDays) days" }
    }
}
