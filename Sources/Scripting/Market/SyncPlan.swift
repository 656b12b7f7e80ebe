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
        /// What is said of it where there is nothing to ask for, and why.
        var verdict = "skipped"
        var reason = ""
    }

    private(set) var items: [Item] = []
    /// What was held when.
    let history: History
    /// When each instrument was held.
    private let spans: [InstrumentID: History.Span]
    let names: Definitions
    let today: Day
    /// The days asked for, whatever is there already; nil where what is there decides.
    let span: SyncWindow?
    private let book: Book
    private let providers: [any QuoteProvider]
    /// Whom to ask for all; nil for each instrument's own.
    private let chosen: String?
    /// The last day asked for.
    private let last: Day

    /// A plan for some instruments, or for all that the book needs.
    init(_ call: LuaCall, _ book: Book, _ instruments: [InstrumentID]?, span: SyncWindow?) throws {
        (self.book, self.span, names, today) = (book, span, try book.definitions, call.runtime.today)
        history = try book.history()
        spans = history.spans
        providers = call.runtime.market.providers(names.policy)
        last = min(try call.day("to") ?? today, today)
        chosen = try call.string("provider")
        if let chosen, chosen != ECBProvider.name { _ = try call.provider(chosen, names.policy) }
        let watched = Set(names.policy.watchList.compactMap { names.instrument(named: $0.symbol) })
        let all = names.instruments.indices.map { InstrumentID(Int32($0 + 1)) }
        for id in instruments ?? all.filter({ spans[$0] != nil || watched.contains($0) }) {
            items.append(try item(id, try facts(id, spans[id], isWanted: instruments != nil || watched.contains(id))))
        }
    }

    private func item(_ id: InstrumentID, _ facts: SyncFacts) throws -> Item {
        let instrument = names[id], decision = SyncDecision(facts)
        var item = Item(symbol: instrument.symbol, instrument: id)
        let hasOwnName = !instrument.providerSymbol.isEmpty
        let own = instrument.provider.isEmpty ? Providers.standard(for: instrument.kind, hasCoin: hasOwnName) : instrument.provider
        guard let name = chosen ?? own else {
            item.reason = "no provider has prices of \(instrument.kind == .cash ? "cash" : "\(instrument.kind.rawValue)s")"
            return item
        }
        item.provider = name
        if name == ECBProvider.name {
            item.reason = "its rates come with those of the currencies"
            return item
        }
        guard let provider = providers.first(where: { $0.id == name }) else {
            (item.verdict, item.reason) = ("unknown_provider", "no provider is called \"\(name)\"; \(providers.hint(for: name))")
            return item
        }
        item.category = decision.category
        let windows = windows(decision)
        guard !windows.isEmpty else {
            (item.verdict, item.reason) = ("closed", "not held since \(facts.lastActivity.map { "\($0)" } ?? "long ago"), and its prices are there")
            return item
        }
        let symbol = hasOwnName ? instrument.providerSymbol : instrument.symbol
        item.job = SyncJob(
            subject: QuoteSubject(instrument: id, symbol: symbol, currency: instrument.currency), provider: provider, windows: windows,
            priority: decision.category.priority)
        return item
    }

    /// The days asked for, none after the last.
    private func windows(_ decision: SyncDecision) -> [SyncWindow] {
        if let span { return [span] }
        return decision.windows.compactMap { $0.from > last ? nil : SyncWindow(from: $0.from, to: min($0.to, last)) }
    }

    /// What decides on one instrument. One that is asked for or watched counts as held; without activities it is new as of today.
    ///
    /// What is there is what was fetched: prices that somebody typed or that came with trades leave days between them that nobody asked for.
    private func facts(_ id: InstrumentID, _ span: History.Span?, isWanted: Bool) throws -> SyncFacts {
        let fetched = try book.quotes(QuoteFilter(instrument: id)).filter { QuotePrecedence.rank($0.source) > QuotePrecedence.rank("import") }
        return SyncFacts(
            today: today, firstActivity: span?.first ?? (isWanted ? today : nil), lastActivity: span?.last, isOpen: span?.isOpen == true || isWanted,
            firstQuote: fetched.first?.date, lastQuote: fetched.last?.date)
    }

    /// The splits of an instrument that the book has.
    func recordedSplits(of instrument: InstrumentID) throws -> [SplitEvent] {
        try book.ledger.splits().filter { $0.instrument == instrument }.map { SplitEvent(date: $0.day, ratio: $0.ratio) }
    }

    /// The first day on which an instrument was held.
    func heldFrom(_ instrument: InstrumentID) -> Day { spans[instrument]?.first ?? .max }
}
