import Ledger
import LuaKit
import Quotes
import Storage
import Values

/// Which quotes a sync asks for, of whom, and what keeps it from asking for others.
struct SyncPlan {
    /// One instrument.
    struct Item {
        let symbol: String
        let instrument: InstrumentID
        var provider = ""
        var category: SyncDecision.Category?
        /// What to ask for; nil where nothing is needed or can be had.
        var job: SyncJob?
        /// Why there is nothing to ask for.
        var reason = ""
    }

    private(set) var items: [Item] = []
    private let book: Book
    private let names: Definitions
    private let history: History
    private let today: Day

    /// A plan for some instruments, or for all that the book needs.
    ///
    /// - Parameter span: the days asked for, whatever is there already.
    init(_ call: LuaCall, _ book: Book, _ instruments: [InstrumentID]?, span: SyncWindow?) throws {
        (self.book, names, today) = (book, try book.definitions, call.runtime.today)
        history = try book.sweep(in: .usd).history
        let watched = Set(names.policy.watchList.compactMap { names.instrument(named: $0.symbol) })
        let all = names.instruments.indices.map { InstrumentID(Int32($0 + 1)) }
        let spans = history.spans, chosen = try call.string("provider")
        for id in instruments ?? all.filter({ spans[$0] != nil || watched.contains($0) }) {
            var item = Item(symbol: names[id].symbol, instrument: id)
            let isWanted = instruments != nil || watched.contains(id)
            try fill(&item, call, chosen, facts(id, spans[id], isWanted: isWanted), span)
            items.append(item)
        }
    }

    private func fill(_ item: inout Item, _ call: LuaCall, _ chosen: String?, _ facts: SyncFacts, _ span: SyncWindow?) throws {
        let instrument = names[item.instrument]
        let decision = SyncDecision(facts)
        item.category = decision.category
        let windows = span.map { [$0] } ?? decision.windows
        let hasOwnName = !instrument.providerSymbol.isEmpty
        guard let name = chosen ?? (instrument.provider.isEmpty ? Providers.standard(for: instrument.kind, hasCoin: hasOwnName) : instrument.provider) else {
            item.reason = "no provider has prices of a\(instrument.kind == .option ? "n" : "") \(instrument.kind.rawValue)"
            return
        }
        item.provider = name
        if name == ECBProvider.name {
            item.reason = "its rates come with those of the currencies"
            return
        }
        guard !windows.isEmpty else {
            item.reason = "closed since \(facts.lastActivity.map { "\($0)" } ?? "long ago"), and its prices are there"
            return
        }
        let provider = try call.provider(name, names.policy)
        let symbol = hasOwnName ? instrument.providerSymbol : instrument.symbol
        item.job = SyncJob(
            subject: QuoteSubject(instrument: item.instrument, symbol: symbol, currency: instrument.currency), provider: provider, windows: windows,
            priority: decision.category.priority)
    }

    /// What decides on one instrument. One that is asked for or watched counts as held; without activities it is new as of today.
    private func facts(_ id: InstrumentID, _ span: History.Span?, isWanted: Bool) throws -> SyncFacts {
        let prices = try book.priceSeries(of: [id])[id]?.prices ?? []
        return SyncFacts(
            today: today, firstActivity: span?.first ?? (isWanted ? today : nil), lastActivity: span?.last, isOpen: span?.isOpen == true || isWanted,
            firstQuote: prices.first?.date, lastQuote: prices.last?.date)
    }

    /// The first day on which something was held or owed in a currency, by currency; rates are needed from there on.
    func currencies(base: Currency?) -> (currencies: Set<Currency>, from: Day)? {
        var currencies = Set(names.accounts.filter { !$0.isErased }.map(\.currency)).union(names.instruments.map(\.currency))
        if let base { currencies.insert(base) }
        guard currencies.count > 1, let first = history.firstDay else { return nil }
        return (currencies, first)
    }

    /// The splits of an instrument that the book has.
    func recordedSplits(of instrument: InstrumentID) throws -> [SplitEvent] {
        try book.ledger.splits(of: instrument).map { SplitEvent(date: $0.date, ratio: $0.ratio) }
    }

    /// The first day on which an instrument was held.
    func heldFrom(_ instrument: InstrumentID) -> Day { history.spans[instrument]?.first ?? .max }
}
