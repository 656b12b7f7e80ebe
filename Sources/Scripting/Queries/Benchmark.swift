import Frames
import Ledger
import LuaKit
import Storage
import Values
import Worth

/// An instrument that returns are compared with, by its prices in the currency of the figures.
struct Benchmark {
    let symbol: String
    /// As they were told, for a unit before any split.
    private let told: PriceSeries
    /// Of its prices in the currency of the figures, each by the rate of its own day.
    private let index: ReturnIndex
    private let graph: RateGraph
    private let currency: Currency

    static let parameter = LuaParameter.optional("benchmark", .symbol, "An instrument to compare with, by its prices alone.")

    static let schemas: [ColumnSchema] = [
        .text("benchmark"), .share("benchmark_twr", isColoured: true), .gain("benchmark_gain", total: .none), .share("benchmark_irr", isColoured: true),
        .ratio("beta"), .share("alpha", isColoured: true), .ratio("correlation"), .share("tracking_error"),
    ]

    /// The benchmark that a call names; nil where it names none.
    init?(_ call: LuaCall, _ question: ValueQuestion) throws {
        guard let symbol = try call.symbol("benchmark") else { return nil }
        let id = try question.names.knownInstrument(symbol)
        self.symbol = symbol
        let book = question.filter.source.book, graph = try book.rateGraph, currency = question.currency
        (self.graph, self.currency) = (graph, currency)
        let splits = try question.filter.source.state(on: question.to, withLots: false).splits().ofEveryAccount(id)
        told = try Self.perOldUnit(book.priceSeries(of: [id])[id]?.prices ?? [], splits)
        let prices: [PriceSeries.Price] = try told.prices.compactMap { price in
            guard let rate = try graph.conversion(from: price.currency, to: currency, on: price.date) else { return nil }
            return PriceSeries.Price(date: price.date, close: try rate.apply(price.close), currency: currency)
        }
        if prices.isEmpty {
            throw LuaMisuse(
                "\(call.name): \(symbol) has no prices in \(question.currency)", field: "benchmark",
                hint: "store some with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync", kind: "no_price")
        }
        index = try ReturnIndex(of: prices.map { ($0.date, $0.close) })
    }

    /// How a part of the book did beside it: the index itself, the same money put into it, and how they move together.
    ///
    /// - Parameter own: the index of the answer.
    func figures(
        _ answer: ReturnQuestion.Answer, _ own: ReturnIndex, _ question: ReturnQuestion, _ builder: inout FrameBuilder
    ) throws -> [FrameValue] {
        let series = answer.performance.series
        guard answer.performance.gap == nil else {
            return [.text(symbol)] + Array(repeating: .none, count: Self.schemas.count - 1)
        }
        let days = series.points.filter { $0.day == series.opening.day ? !$0.value.isZero : !$0.flow.isZero }.map(\.day) + [series.closing.day]
        let known = try Dictionary(days.map { ($0, try price(on: $0)) }) { first, _ in first }
        let same = try PublicMarketEquivalent(of: series) { day in known[day] ?? nil }
        if let day = same.missingPrice { builder.add(warning: "no_price", question.named(answer.name, "\(symbol) has no price in \(currency) on or before \(day)")) }
        if let day = same.shortSince {
            builder.add(warning: "benchmark_short", question.named(answer.name, "since \(day) more was taken out than \(symbol) would have made of the money"))
        }
        let opening = answer.performance.from.number - 1, last = answer.performance.to
        let total = try price(on: Day(number: opening)).flatMap { first in try price(on: last).map { try ($0 - first) / first } }
        if total == nil, same.missingPrice == nil {
            builder.add(warning: "no_price", question.named(answer.name, "\(symbol) has no price in \(currency) on or before \(Day(number: opening))"))
        }
        let together = try BenchmarkComparison(of: own, with: index, settings: question.riskSettings(answer.performance))
        if let gap = together.gap {
            builder.add(warning: gap.kind, question.named(answer.name, "beta, alpha, correlation and tracking_error are not told: \(gap.description)"))
        }
        let rate = same.internalRate?.root?.figure
        return [
            .text(symbol), .optional(total), .optional(same.gain), .optional(rate), .optional(together.beta), .optional(together.alpha),
            .optional(together.correlation), .optional(together.trackingError),
        ]
    }

    /// Prices of what one unit has become by the splits since.
    private static func perOldUnit(_ prices: [PriceSeries.Price], _ splits: [RecordedSplit]) throws -> PriceSeries {
        if splits.isEmpty { return PriceSeries(prices) }
        return try PriceSeries(prices.map { price in
            let units = try splits.filter { $0.day <= price.date }.reduce(FixedDecimal.one) { try FixedDecimal.mulDiv($0, $1.ratio.new, $1.ratio.old) }
            return PriceSeries.Price(date: price.date, close: try price.close * units, currency: price.currency)
        })
    }

    /// What one unit is worth on a day: the last price by the rate of the day, as the book's own are.
    private func price(on day: Day) throws -> FixedDecimal? {
        guard let price = told.price(onOrBefore: day) else { return nil }
        return try graph.conversion(from: price.currency, to: currency, on: day)?.apply(price.close)
    }
}
