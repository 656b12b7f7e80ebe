import Frames
import Ledger
import LuaKit
import Plans
import Values

/// How much of each contribution limit is used, a row for each year asked for.
struct LimitsFrame {
    private let contributions: ContributionLimits
    private var builder = FrameBuilder("limits", [
        .text("limit").ranked(.deciding), .int("year").ranked(.deciding), .day("from"), .day("to"), .money("allowed", total: .none).ranked(.leading),
        .money("used", total: .none).ranked(.deciding), .money("room", total: .none).ranked(.deciding), .money("excess", total: .none).rankedWhereAny(.deciding),
        .text("currency").ranked(.deciding), .text("accounts"),
    ])

    init(_ contributions: ContributionLimits) { self.contributions = contributions }

    /// The years from one day to another; the used is what was paid in by the end of a third.
    mutating func append(_ limit: ContributionLimit, from: Day, to: Day, through day: Day = .max) throws {
        let (usages, lacking, stale) = try contributions.usages(of: limit, from: from, to: to, through: day)
        for usage in usages {
            // Where something could not be converted, or cost nobody knows what, how much is used is not known.
            let isKnown = !lacking.contains { usage.year.contains($0.day) }
            try builder.append([
                .text(limit.name), .int(Int64(usage.year.number)), .day(usage.year.first), .day(usage.year.last), .decimal(usage.allowed),
                isKnown ? .decimal(usage.used) : .none, isKnown ? .decimal(usage.room) : .none, .optional(isKnown ? usage.excess : nil), .text(limit.currency.code),
                .text(limit.accounts.joined(separator: ", ")),
            ])
        }
        for warning in lacking.map(\.warning) + stale { builder.add(warning: warning.kind, warning.message) }
        for warning in try contributions.missing(limit) { builder.add(warning: warning.kind, warning.message) }
    }

    func frame() -> Frame { builder.frame() }
}
