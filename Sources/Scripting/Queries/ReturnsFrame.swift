import Frames
import Ledger
import LuaKit
import Values
import Worth

/// How well parts of the book did, a row for each part and period.
enum ReturnsFrame {
    private static let schemas: [ColumnSchema] = [
        .day("from").ranked(.leading), .day("to").ranked(.leading), .share("twr", isColoured: true).ranked(.deciding), .share("annualized_twr", isColoured: true), .share("irr", isColoured: true),
        .gain("gain", total: .none).ranked(.deciding), .money("contribution", total: .none), .share("volatility"), .share("max_drawdown", isColoured: true),
        .share("modified_dietz", isColoured: true), .money("value", total: .none), .text("currency").ranked(.deciding), .int("periods_per_year"), .remark("left_out"),
    ]

    static func make(_ question: ReturnQuestion, benchmark: Benchmark?) throws -> Frame {
        var builder = FrameBuilder("returns", question.value.groupSchemas + schemas + (benchmark == nil ? [] : Benchmark.schemas))
        let answers = try question.answers(&builder)
        try question.value.warnOfCosts(&builder, areKnown: answers.allSatisfy(\.performance.areCostsKnown))
        for answer in answers {
            let index = try answer.performance.index()
            var row = question.value.groupValues(answer.name) + (try figures(answer, index, question, &builder))
            if let benchmark { row += try benchmark.figures(answer, index, question, &builder) }
            try builder.append(row)
        }
        return builder.frame()
    }

    private static func figures(
        _ answer: ReturnQuestion.Answer, _ index: ReturnIndex, _ question: ReturnQuestion, _ builder: inout FrameBuilder
    ) throws -> [FrameValue] {
        let performance = answer.performance
        let total = try index.total(), money = try performance.money()
        if let gap = total.gap { builder.add(warning: gap.kind, question.named(answer.name, gap.description)) }
        let risk = try RiskFigures(of: index, settings: question.riskSettings(performance)), (falls, fallGap) = try index.drawdowns()
        if total.gap == nil, let gap = risk.gap ?? fallGap {
            builder.add(warning: gap.kind, question.named(answer.name, "volatility and max_drawdown are not told: \(gap.description)"))
        }
        // What never fell has a drawdown of nothing; where the chain is broken, or the level of a day unknown, nobody knows.
        let drawdown = total.total == nil || fallGap != nil ? nil : falls.deepest?.depth ?? .zero
        let dietz = try performance.dietz()
        return [
            .day(performance.from), .day(performance.to), .optional(total.total), .optional(total.annualized),
            .optional(try rate(performance, question.named(answer.name, ""), &builder)), .optional(money?.gain), .optional(performance.contribution),
            .optional(risk.volatility), .optional(drawdown), .optional(dietz?.total), .decimal(performance.pricedClosing),
            .text(question.value.currency.code), .int(Int64(risk.settings.periodsPerYear)), .optional(answer.leftOut),
        ]
    }

    /// The money-weighted return, if there is one and only one.
    private static func rate(_ performance: Performance, _ prefix: String, _ builder: inout FrameBuilder) throws -> FixedDecimal? {
        guard let rate = try performance.internalRate() else { return nil }
        if let (kind, reason) = rate.reason { builder.add(warning: kind, prefix + reason) }
        return rate.root?.figure
    }
}

extension InternalRate {
    /// Why there is no one rate, or what others there are beside it, and what kind of reason it is; nil where there is just one.
    var reason: (kind: String, message: String)? {
        func list(_ roots: [Root]) -> String {
            let known = roots.compactMap(\.figure).map { "\($0)" }, others = roots.count - known.count
            return (known + (others == 0 ? [] : [others == 1 ? "one beyond all decimals" : "\(others) beyond all decimals"])).joined(separator: ", ")
        }
        switch self {
        case .rate: return nil
        case .decided(_, let others):
            return ("other_rates", "this is the one rate from -99.9999 % to 10,000 % a year; the flows are worth nothing at others beyond, too: \(list(others))")
        case .several(let roots): return ("several_rates", "several rates make the flows worth nothing together: \(list(roots)); ask for a span in which money moves one way")
        case .undecided(_, let near): return ("undecided_rate", "near \(list(near)) the flows come so close to nothing that no rate can be told; ask for another span")
        case .none(let missing): return (missing.kind, missing.description)
        }
    }
}
