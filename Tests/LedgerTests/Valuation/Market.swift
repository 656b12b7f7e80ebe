import Ledger
import Values
import Worth

/// Prices and rates that a test writes in lines, and the values of a page by them.
///
///     VTI 2020-01-02 200          a price, in dollars
///     VOD 2020-01-02 150 GBP      a price in pounds
///     EUR/USD 2020-01-02 1.25     a rate
struct Market {
    private var prices: [String: [PriceSeries.Price]] = [:]
    private var rates: [Rate] = []

    init(_ lines: String) {
        for line in lines.split(separator: "\n").map({ $0.split(separator: " ").map(String.init) }) where !line.isEmpty {
            if line[0].contains("/") {
                let pair = line[0].split(separator: "/").map { try! Currency($0) }
                rates.append(Rate(from: pair[0], to: pair[1], date: day(line[1]), rate: decimal(line[2]), source: "test"))
            } else {
                let currency = line.count > 3 ? try! Currency(line[3]) : .usd
                prices[line[0], default: []].append(PriceSeries.Price(date: day(line[1]), close: decimal(line[2]), currency: currency))
            }
        }
    }

    func sweep(_ ledger: Ledger, in currency: Currency = .usd) throws -> ValueSweep {
        let series = prices.compactMap { symbol, prices in
            ledger.instrument(named: symbol).map { ($0, PriceSeries(prices.sorted { $0.date < $1.date })) }
        }
        return ValueSweep(
            history: try History(ledger), names: ledger.definitions, prices: Dictionary(uniqueKeysWithValues: series), rates: RateGraph(rates),
            currency: currency)
    }

    /// The same with the graph of rates that a sweep before had, unless it is empty.
    func sweep(_ ledger: Ledger, in currency: Currency = .usd, sharing graph: inout RateGraph) throws -> ValueSweep {
        let own = try sweep(ledger, in: currency)
        if graph.pairs.isEmpty { graph = own.rates }
        return ValueSweep(history: own.history, names: own.names, prices: own.prices, rates: graph, currency: currency)
    }

    /// What the sweep says of each day up to another, by day.
    func days(_ page: Page, in currency: Currency = .usd, _ scope: Scope = Scope(), through last: String) throws -> [Day: DayFigures] {
        let days = try sweep(page.ledger, in: currency).figures(of: scope, through: day(last)).days
        return Dictionary(uniqueKeysWithValues: days.map { ($0.day, $0) })
    }
}

extension Page {
    func scope(accounts: [String]? = nil, symbols: [String]? = nil) -> Scope {
        Scope(
            accounts: accounts.map { names in ledger.accounts.map { names.contains($0.name) } },
            instruments: symbols.map { names in ledger.instruments.map { names.contains($0.symbol) } })
    }
}

extension Page {
    /// Records a line with something that lines have no word for.
    @discardableResult
    func record(_ line: String, _ change: (inout ActivityDraft) throws -> Void) throws -> EntryID {
        var draft = try draft(line)
        try change(&draft)
        let activity = try ledger.resolve(draft, today: today), id = nextID
        try ledger.apply(.activity(activity), id: id)
        return id
    }
}
