import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Quotes
import Storage
import Values

/// Carries out the plan of a sync: asks providers, stores the quotes and rates that come, and gives a verdict for each symbol.
struct SyncRun {
    private let call: LuaCall
    private let book: Book
    private let market: MarketAccess
    private var outcomes: [SyncOutcome] = []
    /// For each series of rates its verdict so far, and the answer; nil where nothing was asked.
    private var rateAnswers: [(row: SyncVerdicts.Row, answer: Result<[Rate], QuoteError>?)] = []
    private var verdicts = SyncVerdicts()

    /// A sync of a book.
    ///
    /// - Throws: a misuse where the session may not use the network.
    init(_ call: LuaCall, _ book: Book) throws {
        (self.call, self.book) = (call, book)
        market = try call.network()
    }

    /// Asks for the quotes of a plan; one that fails stops no other. An interrupt ends all.
    mutating func askForQuotes(_ plan: SyncPlan) throws {
        outcomes = try market.run(plan.items.compactMap(\.job), progress: call.runtime.console.progress, lua: call.runtime.lua)
    }

    /// Stores what came, all of it or nothing, and gives the verdicts, with an alert for each watched price that passed its limits.
    ///
    /// Nothing is asked here, so that the right to write to the book is not held while a server takes its time.
    mutating func keep(_ plan: SyncPlan) throws -> Frame {
        try book.transaction {
            try keepQuotes(plan)
            for (row, answer) in rateAnswers { try keep(row, answer) }
        }
        for alert in try WatchFrame.alerts(book, on: call.runtime.today) { verdicts.warn("price_alert", alert) }
        return verdicts.frame()
    }

    private mutating func keepQuotes(_ plan: SyncPlan) throws {
        var results = outcomes.map(\.result).makeIterator()
        for item in plan.items {
            guard let job = item.job, let result = results.next() else {
                try append(item, verdict: item.verdict, item.reason)
                continue
            }
            switch result {
            case .failure(let error): try append(item, job, verdict: error.kind.rawValue, error.description)
            case .success(let batch): try keep(batch, item, job, plan)
            }
        }
    }

    private mutating func keep(_ batch: QuoteBatch, _ item: SyncPlan.Item, _ job: SyncJob, _ plan: SyncPlan) throws {
        var batch = batch
        for quote in batch.quotes {
            guard let (field, price) = quote.priceBeyondBound else { continue }
            let message = "beyond_bound: the \(field) of \(item.symbol) on \(quote.date), \(price), \(Bound.price.refusal(price))"
            batch.issues.append(QuoteIssue(place: item.provider, line: 0, message: message))
        }
        batch.quotes.removeAll { $0.priceBeyondBound != nil }
        let new = try book.store(batch.quotes)
        let problem = batch.issues.first.map { "\(batch.issues.count) left out, the first because of \($0)" }
        let note = batch.isSplitAdjusted ? "its prices are of units of today: holdings before a split are not worth that" : nil
        let message = [problem, note].compactMap(\.self).joined(separator: "; ")
        try append(item, job, (batch.quotes.count, new), verdict: batch.quotes.isEmpty ? "nothing" : "ok", message)
        if batch.splits.isEmpty { return }
        let missing = SplitCheck.missing(
            reported: batch.splits, recorded: try plan.recordedSplits(of: item.instrument), heldFrom: plan.heldFrom(item.instrument))
        for split in missing {
            verdicts.warn(
                "missing_split",
                "\(item.provider) tells of a split of \(item.symbol) by \(split.ratio) on \(split.date), which the book does not have; "
                    + "record it with split{symbol=\"\(item.symbol)\", ratio=\"\(split.ratio)\", date=\"\(split.date)\"}")
        }
    }

    private mutating func append(
        _ item: SyncPlan.Item, _ job: SyncJob? = nil, _ counts: (all: Int, new: Int)? = nil, verdict: String, _ message: String
    ) throws {
        try verdicts.append(
            SyncVerdicts.Row(
                symbol: item.symbol, provider: item.provider, category: item.category?.rawValue ?? "", from: job?.windows.first?.from,
                to: job?.windows.last?.to, counts: counts, verdict: verdict, message: message))
    }

    /// Asks for the rates of the currencies that the book needs: the European Central Bank, and Yahoo for those that it does not tell.
    mutating func askForRates(_ plan: SyncPlan) throws {
        let policy = plan.names.policy, needs = try RateNeeds(plan, book)
        if let window = try needs.central() {
            let currencies = needs.centralCurrencies, names = currencies.sorted().map(\.code).joined(separator: ", ")
            for provider in market.rateProviders(policy) {
                try ask(SyncVerdicts.Row(rates: "EUR/*", provider.id, window, names)) { () throws(QuoteError) in
                    try provider.rates(from: window.from, to: window.to).filter { $0.from == .eur && currencies.contains($0.to) }
                }
            }
        }
        for pair in needs.pairs {
            guard let window = try needs.window(of: pair) else {
                rateAnswers.append((SyncVerdicts.Row(rates: "\(pair.from)/\(pair.to)", YahooProvider.name, nil, "the book has rates of its own for it"), nil))
                continue
            }
            let provider = market.pairRates([pair], policy)
            try ask(SyncVerdicts.Row(rates: "\(pair.from)/\(pair.to)", provider.id, window, "")) { () throws(QuoteError) in
                try provider.rates(from: window.from, to: window.to)
            }
        }
    }

    /// Warns of keys that are kept unsafely.
    mutating func warnOfKeys(_ policy: Policy) {
        for warning in market.keyWarnings(policy) { verdicts.warn("keys", warning) }
    }

    private mutating func ask(_ row: SyncVerdicts.Row, _ question: () throws(QuoteError) -> [Rate]) throws {
        do throws(QuoteError) {
            rateAnswers.append((row, .success(try question())))
        } catch {
            if error.kind != .cancelled { return rateAnswers.append((row, .failure(error))) }
            try market.passStop(call.runtime.lua)
            throw LuaStop.interrupted
        }
    }

    private mutating func keep(_ row: SyncVerdicts.Row, _ answer: Result<[Rate], QuoteError>?) throws {
        var row = row
        switch answer {
        case nil: break
        case .success(let rates)?:
            row.counts = (rates.count, try book.store(rates))
            row.verdict = rates.isEmpty ? "nothing" : "ok"
        case .failure(let error)?: (row.verdict, row.message) = (error.kind.rawValue, error.description)
        }
        try verdicts.append(row)
    }
}

/// The answer of `sync`: a verdict for each symbol and each series of rates.
private struct SyncVerdicts {
    private static let schemas: [ColumnSchema] = [
        .text("symbol").ranked(.leading), .text("provider").ranked(.useful), .text("category"), .day("from"), .day("to").ranked(.useful),
        .int("quotes", total: .sum).optional(), .int("new", total: .sum).optional().ranked(.leading), .text("verdict").ranked(.deciding),
        .prose("message").ranked(.leading),
    ]

    /// One row; what is not known is nil.
    struct Row {
        var symbol: String
        var provider = ""
        var category = ""
        var from: Day?
        var to: Day?
        /// How many quotes came, and how many of them are new or differ from the stored ones.
        var counts: (all: Int, new: Int)?
        var verdict: String
        var message = ""
    }

    private var builder = FrameBuilder("sync", SyncVerdicts.schemas)

    /// Adds a row.
    mutating func append(_ row: Row) throws {
        try builder.append([
            .text(row.symbol), .optional(row.provider), .optional(row.category), .optional(row.from), .optional(row.to),
            row.counts.map { .int(Int64($0.all)) } ?? .none, row.counts.map { .int(Int64($0.new)) } ?? .none, .text(row.verdict),
            .optional(row.message),
        ])
    }

    /// Adds a warning to the frame.
    mutating func warn(_ kind: String, _ message: String) { builder.add(warning: kind, message) }

    /// The frame of the rows so far.
    func frame() -> Frame { builder.frame() }
}

extension SyncVerdicts.Row {
    /// A row for a series of rates before any answer.
    init(rates pair: String, _ provider: String, _ window: SyncWindow?, _ message: String) {
        self.init(symbol: pair, provider: provider, category: "rates", from: window?.from, to: window?.to, verdict: "skipped", message: message)
    }
}
