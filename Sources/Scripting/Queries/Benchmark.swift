import Frames
import Ledger
import LuaKit
import Storage
import Values

/// An instrument that returns are compared with, by its prices in the currency of the figures.
struct Benchmark {
    let symbol: String
    private let prices: PriceSeries
    private let index: ReturnIndex

    static let parameter = LuaParameter.optional("benchmark", .symbol, "An instrument to compare with, by its prices alone.")

    static let schemas: [ColumnSchema] = [
        .text("benchmark"), .share("benchmark_twr", isColoured: true), .gain("benchmark_gain", total: .none), .share("benchmark_irr", isColoured: true),
        .ratio("beta"), .share("alpha", isColoured: true), .ratio("correlation"), .share("tracking_error"),
    ]

    /// The benchmark that a call names; nil where it names none.
    init?(_ call: LuaCall, _ question: ValueQuestion) throws {
        guard let symbol = try call.symbol("benchmark") else { return nil }
        guard let id = question.names.instrument(named: symbol) else {
            throw LedgerError.unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: question.names.instruments.map(\.symbol)), currency: nil)
        }
        self.symbol = symbol
        let book = question.filter.source.book, graph = try book.rateGraph
        let prices: [PriceSeries.Price] = try (book.priceSeries(of: [id])[id]?.prices ?? []).compactMap { price in
            guard let rate = try graph.conversion(from: price.currency, to: question.currency, on: price.date) else { return nil }
            return PriceSeries.Price(date: price.date, close: try rate.apply(price.close), currency: question.currency)
        }
        if prices.isEmpty {
            throw LuaMisuse(
                "\(call.name): \(symbol) has no prices in \(question.currency)", field: "benchmark",
                hint: "store some with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync", kind: "no_price")
        }
        self.prices = PriceSeries(prices)
        index = try ReturnIndex(of: prices.map { ($0.date, $0.close) })
    }

    /// How a part of the book did beside it: the index itself, the same money put into it, and how they move together.
    ///
    /// - Parameter own: the index of the answer, where there is one.
    func figures(
        _ answer: ReturnQuestion.Answer, _ own: ReturnIndex?, _ question: ReturnQuestion, _ builder: inout FrameBuilder
    ) throws -> [FrameValue] {
        guard let series = answer.performance.series, let own else {
            return [.text(symbol)] + Array(repeating: .none, count: Self.schemas.count - 1)
        }
        let same = try PublicMarketEquivalent(of: series) { day in prices.price(onOrBefore: day)?.close }
        if let day = same.missingPrice { builder.add(warning: "no_price", question.named(answer.name, "\(symbol) has no price on or before \(day)")) }
        if let day = same.shortSince {
            builder.add(warning: "benchmark_short", question.named(answer.name, "since \(day) more was taken out than \(symbol) would have made of the money"))
        }
        let opening = answer.performance.from.number - 1, last = answer.performance.to
        let total = try prices.price(onOrBefore: Day(number: opening)).flatMap { first in
            try prices.price(onOrBefore: last).map { try ($0.close - first.close) / first.close }
        }
        let together = try BenchmarkComparison(of: own, with: index, settings: question.riskSettings(answer.performance))
        var rate: FixedDecimal?
        if case .rate(let root)? = same.internalRate { rate = root.figure }
        return [
            .text(symbol), .optional(total), .optional(same.gain), .optional(rate), .optional(together.beta), .optional(together.alpha),
            .optional(together.correlation), .optional(together.trackingError),
        ]
    }
}
