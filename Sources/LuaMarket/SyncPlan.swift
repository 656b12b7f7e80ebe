import Ledger
import LuaKit
import LuaSurface
import Quotes
import Storage
import Values

/// The plan of a sync: which quotes it asks for, which provider it asks, and why it does not ask for others.
struct SyncPlan {
    /// One instrument.
    struct Item {
        let symbol: String
        let instrument: InstrumentID
        var provider = ""
        var category: SyncDecision.Category?
        /// The request; nil where no quote is needed or can be had.
        var job: SyncJob?
        /// The verdict and the reason where there is no request.
        var verdict = "skipped"
        var reason = ""
    }

    /// The instruments of the plan, each with what is asked for it.
    private(set) var items: [Item] = []
    /// Which instruments were held when.
    let history: History
    /// When each instrument was held.
    private let spans: [InstrumentID: History.Span]
    /// The accounts, instruments and settings of the book.
    let names: Definitions
    /// The day on which the sync runs.
    let today: Day
    /// The days to ask for whatever is stored already; nil where the stored quotes decide.
    let span: SyncWindow?
    private let book: Book
    private let providers: [any QuoteProvider]
    /// The provider to ask for all instruments; nil for each instrument's own.
    private let chosen: String?
    /// The last day asked for.
    private let last: Day

    /// A plan for the given instruments, or for all whose prices the book needs.
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

    /// The facts that decide whether quotes of an instrument are asked for. One that was named or is watched counts as held; without activities it is
    /// new as of today.
    ///
    /// Only fetched quotes count as stored: prices that were typed or came with trades leave gaps between them.
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

/// Which rates a book needs: those of the currencies of its accounts, instruments and cash into its base currency.
struct RateNeeds {
    /// The currencies whose rates the European Central Bank publishes.
    private(set) var centralCurrencies: Set<Currency> = []
    /// The other currencies, each as a pair with a currency from which rates lead to the base currency.
    private(set) var pairs: [YahooRates.Pair] = []
    private let book: Book
    private let today: Day
    private let span: SyncWindow?
    /// Some days before the first day of the book, so that a first day that is a holiday has a rate.
    private let first: Day

    /// How many days before the book's first day rates are asked for: more than any row of holidays.
    private static let daysBefore = 10

    /// The rates that a book needs for the days of a plan.
    init(_ plan: SyncPlan, _ book: Book) throws {
        (self.book, today, span) = (book, plan.today, plan.span)
        let firstDay = plan.history.firstDay ?? plan.today
        first = (try? firstDay.adding(days: -Self.daysBefore)) ?? firstDay
        let names = plan.names, base = names.policy.baseCurrency
        var needed = Set(names.accounts.filter { !$0.isErased }.map(\.currency)).union(names.instruments.map(\.currency)).union(plan.history.currencies)
        if let base { needed.insert(base) }
        guard needed.count > 1, plan.history.firstDay != nil else { return }
        // The currency that the others are told in: the book's own, unless nobody but Yahoo knows that either.
        let hub = base.map(Self.isCentral) ?? needed.contains(.eur) ? base ?? .eur : .usd
        let others = needed.filter { !Self.isCentral($0) && $0 != hub }
        if !others.isEmpty { needed.insert(hub) }
        pairs = others.sorted().map { YahooRates.Pair(from: $0, to: hub) }
        let central = needed.filter(Self.isCentral)
        if central.count > 1 { centralCurrencies = central.subtracting([.eur]) }
    }

    private static func isCentral(_ currency: Currency) -> Bool { currency == .eur || ECBCurrencies.span(of: currency) != nil }

    /// The days to ask the central bank for; nil where it has nothing that is missing.
    func central() throws -> SyncWindow? {
        if centralCurrencies.isEmpty { return nil }
        if let span { return span }
        let starts = try centralCurrencies.compactMap(start)
        guard let start = starts.min(), start <= today else { return nil }
        return SyncWindow(from: start, to: today)
    }

    /// The first day on which a rate of a currency is missing; nil where the central bank publishes none any more.
    private func start(_ currency: Currency) throws -> Day? {
        guard let told = ECBCurrencies.span(of: currency), told.last.map({ $0 >= first }) ?? true else { return nil }
        let earliest = max(first, told.first)
        let known = try book.rates(RateFilter(from: .eur, to: currency)).filter { $0.source == ECBProvider.name }.map(\.date)
        guard let oldest = known.first, let newest = known.last, oldest.number <= earliest.number + Int32(Self.daysBefore) else { return earliest }
        if let last = told.last, newest >= last { return nil }
        return Self.nextWorkingDay(after: newest)
    }

    /// The next day that is no Saturday or Sunday, on which nothing is published.
    private static func nextWorkingDay(after day: Day) -> Day {
        var next = day
        repeat { next = (try? next.adding(days: 1)) ?? .max } while next < .max && next.isWeekend
        return next
    }

    /// The days to ask for a pair of currencies; nil where its rates are stored by hand.
    func window(of pair: YahooRates.Pair) throws -> SyncWindow? {
        if let span { return span }
        let known = try book.rates(RateFilter(from: pair.from, to: pair.to)).filter { $0.source == YahooProvider.name }.map(\.date)
        guard let oldest = known.first, let newest = known.last else {
            let isKept = try book.rateGraph.conversion(from: pair.from, to: pair.to, on: today) != nil
            return isKept || first > today ? nil : SyncWindow(from: first, to: today)
        }
        if oldest.number > first.number + Int32(Self.daysBefore) * 2 { return SyncWindow(from: first, to: today) }
        let from = (try? newest.adding(days: -SyncDecision.overlap)) ?? newest
        return from > today ? nil : SyncWindow(from: from, to: today)
    }
}
