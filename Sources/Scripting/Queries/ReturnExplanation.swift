import Frames
import Ledger
import LuaKit
import Values

/// How a return came about: what was there, what came in and went out, how each stretch between did, and where the gain came from.
enum ReturnExplanation {
    private static let schemas: [ColumnSchema] = [
        .day("date"), .text("what"), .money("amount", total: .none), .money("value", total: .none), .share("twr", isColoured: true), .text("currency"),
    ]

    static func frame(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("explanation", schemas)
        guard let answer = try question.answers(&builder).first else { return builder.frame() }
        let performance = answer.performance
        guard let parts = try performance.parts() else { return builder.frame() }
        let series = performance.series, index = try performance.index()
        let code = FrameValue.text(question.value.currency.code)
        func append(_ day: Day?, _ what: String, _ amount: FixedDecimal?, _ value: FixedDecimal?, _ twr: FixedDecimal?) throws {
            try builder.append([.optional(day), .text(what), .optional(amount), .optional(value), .optional(twr), code])
        }
        try append(series.opening.day, "opening value", nil, series.opening.value, nil)
        var last = series.opening.day
        for point in series.points.dropFirst() where !point.flow.isZero || point.day == series.closing.day {
            let stretch = try index.total(after: last, through: point.day)?.total
            let what = point.flow.isZero ? "closing value" : point.flow.isNegative ? "taken out" : "brought in"
            try append(point.day, what, point.flow.isZero ? nil : point.flow, point.isValueKnown ? point.value : nil, stretch)
            last = point.day
        }
        for (what, amount) in [
            ("price gain", parts.price), ("income", parts.income), ("currency gain", parts.currency), ("fees", parts.fees), ("taxes", parts.taxes),
        ] where !amount.isZero { try append(nil, what, amount, nil, nil) }
        try append(nil, "gain", try parts.total(), nil, try index.total().total)
        builder.add(policy: "twr", "the stretches chained: (1 + a) × (1 + b) × … - 1")
        return builder.frame()
    }
}
