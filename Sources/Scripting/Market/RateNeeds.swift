import Ledger
import Quotes
import Storage
import Values

/// Which rates a book needs: of its accounts, instruments and cash, and of the currency that it is counted in.
struct RateNeeds {
    /// The currencies to be had from the European Central Bank.
    private(set) var centralCurrencies: Set<Currency> = []
    /// The others, each in a currency that leads to the rest.
    private(set) var pairs: [YahooRates.Pair] = []
    private let book: Book
    private let today: Day
    private let span: SyncWindow?
    /// The first day of the book, and some days before, so that it finds a rate on a holiday.
    private let first: Day

    /// Days before the book's first one from which on rates are wanted: longer than any row of holidays.
    private static let daysBefore = 10

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

    /// The days to ask the central bank for; nil where it has nothing that is lacking.
    func central() throws -> SyncWindow? {
        if centralCurrencies.isEmpty { return nil }
        if let span { return span }
        let starts = try centralCurrencies.compactMap(start)
        guard let start = starts.min(), start <= today else { return nil }
        return SyncWindow(from: start, to: today)
    }

    /// The first day on which a rate of a currency is lacking; nil where none will come.
    private func start(_ currency: Currency) throws -> Day? {
        guard let told = ECBCurrencies.span(of: currency), told.last.map({ $0 >= first }) ?? true else { return nil }
        let earliest = max(first, told.first)
        let known = try book.rates(RateFilter(from: .eur, to: currency)).filter { $0.source == ECBProvider.name }.map(\.date)
        guard let oldest = known.first, let newest = known.last, oldest.number <= earliest.number + Int32(Self.daysBefore) else { return earliest }
        if let last = told.last, newest >= last { return nil }
        return Self.nextWorkingDay(after: newest)
    }

    /// Nothing is published on a Saturday or a Sunday.
    private static func nextWorkingDay(after day: Day) -> Day {
        var next = day
        repeat { next = (try? next.adding(days: 1)) ?? .max } while next < .max && next.isWeekend
        return next
    }

    /// The days to ask for a pair; nil where somebody keeps rates of it by hand.
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
