import Frames
import Ledger
import LuaKit
import Quotes
import Storage
import Values

/// Asks providers for what a plan needs, keeps what comes, and tells of each symbol what came of it.
struct SyncRun {
    private static let schemas: [ColumnSchema] = [
        .text("symbol"), .text("provider"), .text("category"), .day("from"), .day("to"), .int("quotes", total: .sum), .int("new", total: .sum),
        .text("verdict"), .text("message"),
    ]

    private let call: LuaCall
    private let book: Book
    private let market: MarketAccess
    private var builder = FrameBuilder("sync", SyncRun.schemas)

    init(_ call: LuaCall, _ book: Book) throws {
        (self.call, self.book) = (call, book)
        market = try call.network()
    }

    /// The quotes of a plan; one that fails stops no other. An interrupt ends all, and nothing is kept.
    mutating func quotes(_ plan: SyncPlan) throws {
        let jobs = plan.items.compactMap(\.job)
        let progress = call.runtime.syncProgress
        let outcomes = market.runner.run(jobs, progress: { progress?($0) }, shouldStop: { LuaState.isInterrupted })
        if LuaState.isInterrupted { throw LuaStop.interrupted }
        var results = outcomes.map(\.result).makeIterator()
        for item in plan.items {
            guard let job = item.job, let result = results.next() else {
                try append(item, nil, nil, "skipped", item.reason)
                continue
            }
            switch result {
            case .failure(let error): try append(item, job, nil, error.kind.rawValue, error.description)
            case .success(let batch): try keep(batch, item, job, plan)
            }
        }
    }

    private mutating func keep(_ batch: QuoteBatch, _ item: SyncPlan.Item, _ job: SyncJob, _ plan: SyncPlan) throws {
        let new = try book.store(batch.quotes)
        let problem = batch.issues.first.map { "\(batch.issues.count) left out, the first because of \($0)" }
        let note = batch.isSplitAdjusted ? "its prices are of units of today: holdings before a split are not worth that" : nil
        let message = [problem, note].compactMap(\.self).joined(separator: "; ")
        try append(item, job, (batch.quotes.count, new), batch.quotes.isEmpty ? "nothing" : "ok", message)
        let missing = SplitCheck.missing(
            reported: batch.splits, recorded: try plan.recordedSplits(of: item.instrument), heldFrom: plan.heldFrom(item.instrument))
        for split in missing {
            builder.add(
                warning: "missing_split",
                "\(item.provider) tells of a split of \(item.symbol) by \(split.ratio) on \(split.date), which the book does not have; "
                    + "record it with split{symbol=\"\(item.symbol)\", ratio=\"\(split.ratio)\", date=\"\(split.date)\"}")
        }
    }

    private mutating func append(
        _ item: SyncPlan.Item, _ job: SyncJob?, _ counts: (all: Int, new: Int)?, _ verdict: String, _ message: String
    ) throws {
        let windows = job?.windows ?? []
        try builder.append([
            .text(item.symbol), .optional(item.provider), .optional(item.category?.rawValue ?? ""), .optional(windows.first?.from),
            .optional(windows.last?.to), counts.map { .int(Int64($0.all)) } ?? .none, counts.map { .int(Int64($0.new)) } ?? .none, .text(verdict),
            .optional(message),
        ])
    }

    // MARK: Rates

    /// The rates of the currencies that the book needs, of the European Central Bank; those that it does not tell, of Yahoo, in the base currency.
    mutating func rates(_ plan: SyncPlan) throws {
        let policy = try book.definitions.policy
        guard let (needed, first) = plan.currencies(base: policy.baseCurrency) else { return }
        let today = call.runtime.today
        let graph = try book.rateGraph
        for provider in market.rateProviders(policy) {
            let from = try start(provider.id, needed, first)
            do throws(QuoteError) {
                let all = try provider.rates(from: from, to: today)
                let wanted = all.filter { needed.contains($0.to) || needed.contains($0.from) && $0.from != .eur }
                let new: Int
                do { new = try book.store(wanted) } catch { throw QuoteError(.unreadable, "\(error)") }
                try appendRates("EUR/*", provider.id, from, today, (wanted.count, new), all.isEmpty ? "nothing" : "ok", "")
            } catch {
                if error.kind == .cancelled { throw LuaStop.interrupted }
                try appendRates("EUR/*", provider.id, from, today, nil, error.kind.rawValue, error.description)
            }
        }
        _ = graph
        try otherRates(needed, first, policy)
    }

    /// From the last rate that is there of a needed currency, or from before the book's first day.
    private func start(_ source: String, _ needed: Set<Currency>, _ first: Day) throws -> Day {
        let graph = try book.rateGraph
        let early = (try? first.adding(days: -10)) ?? first
        var start = call.runtime.today
        for currency in needed where currency != .eur {
            let last = try graph.conversion(from: .eur, to: currency, on: call.runtime.today)?.oldest?.date
            let known = try graph.conversion(from: .eur, to: currency, on: first)
            start = min(start, known == nil ? early : last ?? early)
        }
        return start
    }

    /// Currencies that lead nowhere yet are asked for by themselves.
    private mutating func otherRates(_ needed: Set<Currency>, _ first: Day, _ policy: Policy) throws {
        guard let base = policy.baseCurrency ?? needed.sorted().first else { return }
        let today = call.runtime.today, graph = try book.rateGraph
        for currency in needed.sorted() where currency != base {
            guard try graph.conversion(from: currency, to: base, on: today) == nil else { continue }
            let provider = market.pairRates([YahooRates.Pair(from: currency, to: base)], policy)
            do throws(QuoteError) {
                let rates = try provider.rates(from: first, to: today)
                let new: Int
                do { new = try book.store(rates) } catch { throw QuoteError(.unreadable, "\(error)") }
                try appendRates("\(currency)/\(base)", provider.id, first, today, (rates.count, new), rates.isEmpty ? "nothing" : "ok", "")
            } catch {
                if error.kind == .cancelled { throw LuaStop.interrupted }
                try appendRates("\(currency)/\(base)", provider.id, first, today, nil, error.kind.rawValue, error.description)
            }
        }
    }

    private mutating func appendRates(
        _ pair: String, _ provider: String, _ from: Day, _ to: Day, _ counts: (all: Int, new: Int)?, _ verdict: String, _ message: String
    ) throws(QuoteError) {
        do {
            try builder.append([
                .text(pair), .text(provider), .text("rates"), .day(from), .day(to), counts.map { .int(Int64($0.all)) } ?? .none,
                counts.map { .int(Int64($0.new)) } ?? .none, .text(verdict), .optional(message),
            ])
        } catch { throw QuoteError(.malformed, "\(error)") }
    }

    // MARK: The answer

    /// The verdicts, with an alert for each watched price that went too far.
    mutating func frame() throws -> Frame {
        for alert in try WatchFrame.alerts(book, on: nil) { builder.add(warning: "price_alert", alert) }
        return builder.frame()
    }
}
