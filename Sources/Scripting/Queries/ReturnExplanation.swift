import Frames
import Ledger
import LuaKit
import Values
import Worth

/// How a return came about: what was there, what came in and went out, how each stretch between did, and where the gain came from.
enum ReturnExplanation {
    private static let schemas: [ColumnSchema] = [
        .day("date"), .text("what"), .money("amount", total: .none), .money("value", total: .none), .share("twr", isColoured: true), .text("currency"),
    ]

    static func frame(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("explanation", schemas)
        guard let answer = try question.answers(&builder).first else { return builder.frame() }
        let performance = answer.performance
        let parts = try performance.attribution()
        let series = performance.series, index = try performance.index()
        let code = FrameValue.text(question.value.currency.code)
        func append(_ day: Day?, _ what: String, _ amount: FixedDecimal?, _ value: FixedDecimal?, _ twr: FixedDecimal?) throws {
            try builder.append([.optional(day), .text(what), .optional(amount), .optional(value), .optional(twr), code])
        }
        try append(series.opening.day, "opening value", nil, parts.opening, nil)
        var last = series.opening.day
        for point in series.points.dropFirst() where !point.flow.isZero || !point.isFlowKnown || point.day == series.closing.day {
            let stretch = try index.total(after: last, through: point.day)?.total
            // What has no worth on its day was brought in or taken out beside what is told.
            let what = !point.isFlowKnown ? "moved without a price or a rate" : point.flow.isZero ? "closing value" : point.flow.isNegative ? "taken out" : "brought in"
            let value = point.isValueKnown ? point.value : point.day == series.closing.day ? parts.closing : nil
            try append(point.day, what, point.flow.isZero || !point.isFlowKnown ? nil : point.flow, value, stretch)
            last = point.day
        }
        for (what, amount) in [
            ("price gain", parts.price), ("income", parts.income), ("currency gain", parts.currency), ("fees", parts.fees), ("taxes", parts.taxes),
        ] where amount.map({ !$0.isZero }) ?? true { try append(nil, what, amount, nil, nil) }
        try append(nil, "gain", parts.gain, nil, try index.total().total)
        builder.add(policy: "twr", "the stretches chained: (1 + a) × (1 + b) × … - 1")
        return builder.frame()
    }
}
