import Frames
import Ledger
import LuaKit
import Values
import Worth

/// Returns of months and years side by side; on a terminal its colours make it a heat map.
enum CalendarReturnsFrame {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    static func make(_ question: ReturnQuestion) throws -> Frame {
        let schemas: [ColumnSchema] = [.int("year").ranked(.deciding)] + months.map { .share($0, isColoured: true) }
            + [.share("total", isColoured: true).ranked(.deciding), .bool("whole")]
        var builder = FrameBuilder("calendar_returns", question.value.groupSchemas + schemas)
        for answer in try question.answers(&builder) {
            let years = try answer.performance.index().calendar()
            builder.add(gapsOf: years.map(\.total) + years.flatMap { $0.months.compactMap(\.self) }, named: answer.name, question)
            for year in years {
                let row: [FrameValue] = [.int(Int64(year.year))] + year.months.map { .optional($0?.total) }
                try builder.append(question.value.groupValues(answer.name) + row + [.optional(year.total.total), .bool(year.total.isWhole)])
            }
        }
        return builder.frame()
    }
}

/// Returns of windows of one length, each a little later than the one before.
enum RollingReturnsFrame {
    private static let schemas: [ColumnSchema] = [.day("from"), .day("to"), .share("twr", isColoured: true), .share("annualized_twr", isColoured: true)]

    static func make(_ question: ReturnQuestion, _ window: ReturnWindow) throws -> Frame {
        var builder = FrameBuilder("rolling_returns", question.value.groupSchemas + schemas)
        let unit = question.unit ?? .month
        // The periods of `every` are where windows end, and not the spans asked of.
        for answer in try question.overall().answers(&builder) {
            let index = try answer.performance.index()
            let rows = try index.rolling(window, every: unit)
            builder.add(gapsOf: rows, named: answer.name, question)
            for row in rows {
                try builder.append(question.value.groupValues(answer.name) + [
                    .day(row.from), .day(row.to), .optional(row.total), .optional(row.annualized),
                ])
            }
        }
        return builder.frame()
    }

    /// Reads `12 months`, `1 year`, `90 days`.
    static func window(_ call: LuaCall) throws -> ReturnWindow {
        let expected = "a number of days, months or years, such as \"12 months\""
        guard let text = try call.string("window") else { return .months(12) }
        let words = text.split(separator: " ")
        guard words.count == 2, let length = Int(words[0]), length > 0 else { throw call.mismatch("window", expected: expected) }
        switch words[1] {
        case "day", "days": return .days(length)
        case "month", "months": return .months(length)
        case "year", "years": return .years(length)
        default: throw call.mismatch("window", expected: expected)
        }
    }
}

extension FrameBuilder {
    /// Warns of spans that have no return: of each kind of reason the first one, and how many there are of it.
    mutating func add(gapsOf spans: some Sequence<PeriodReturn>, named name: String, _ question: ReturnQuestion) {
        var reasons: [(gap: ReturnGap, first: PeriodReturn, count: Int)] = []
        for span in spans {
            guard let gap = span.gap else { continue }
            if let place = reasons.firstIndex(where: { $0.gap.kind == gap.kind }) { reasons[place].count += 1 } else { reasons.append((gap, span, 1)) }
        }
        for (gap, first, count) in reasons {
            let span = "from \(first.from) to \(first.to)", spans = count == 1 ? "\(span) there is no return" : "there is no return of \(count) spans, the first \(span)"
            add(warning: gap.kind, question.named(name, "\(spans): \(gap.description)"))
        }
    }
}

extension ReturnQuestion {
    /// The same question over the whole span.
    func overall() -> ReturnQuestion { ReturnQuestion(value: value, unit: nil, timing: timing, riskFree: riskFree) }

    private init(value: ValueQuestion, unit: CalendarUnit?, timing: FlowTiming, riskFree: FixedDecimal) {
        (self.value, self.unit, self.timing, self.riskFree) = (value, unit, timing, riskFree)
    }
}
