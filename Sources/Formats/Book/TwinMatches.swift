import Ledger
import Values

/// Rows that another kind of the broker's files brought before: a statement has the order where a query has its fills, one numbers its rows and the other does not, and
/// each words its texts in its own way. What both tell alike is account, kind, symbol and day, and the units of these or the money in all.
///
/// Rows of which the money agrees too are known; others are like an entry, and are left out until they are asked for, since one of the two files tells something else.
struct TwinMatches {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// What rows and entries of one thing share, whichever file tells it.
    private struct Event: Hashable {
        let account: AccountID, kind: ActivityKind, instrument: InstrumentID?, currency: Currency, day: Day

        init(_ activity: Activity) {
            (account, kind, instrument) = (activity.account, activity.kind, activity.instrument)
            (currency, day) = (activity.currency, activity.date)
        }
    }

    /// The rows and the entries of an event that are not matched yet.
    private struct Sides {
        var rows: [(position: Int, activity: Activity)] = []
        var entries: [UnmatchedEntry] = []
    }

    /// Rows that are some entries.
    private struct Match {
        let positions: [Int]
        let entries: [UnmatchedEntry]
        /// Whether the money of both is the same.
        let isExact: Bool
    }

    /// Takes out the rows that are entries of another file, and these from those left; with `takesLikes` the rows of which the money differs stay, and say so.
    ///
    /// - Parameter left: the entries on the days of the file which are none of its rows.
    func takeOut(_ left: inout [UnmatchedEntry], takesLikes: Bool, _ plan: inout ImportPlan) {
        var events: [Event: Sides] = [:]
        for position in plan.activities.indices where !plan.matching.settledRows.contains(plan.activities.row(at: position)) {
            let activity = plan.activities[position]
            if Self.measure(activity) != nil { events[Event(activity), default: Sides()].rows.append((position, activity)) }
        }
        for entry in left where basis.context.void(entry.id) == nil && !basis.context.isTyped(entry.id) && Self.measure(entry.activity) != nil {
            events[Event(entry.activity)]?.entries.append(entry)
        }
        var matches = events.values.flatMap(matches)
        matches += taxes(events, matches)
        let used = Set(matches.flatMap { $0.entries.map(\.id) })
        if used.isEmpty { return }
        left.removeAll { used.contains($0.id) }
        // What stands first on a line decides: a charge goes with its trade.
        var heads: [Int: Int] = [:]
        for position in plan.activities.indices { heads[plan.activities.line(at: position)] = min(heads[plan.activities.line(at: position)] ?? position, position) }
        var gone = Set<Int>()
        for match in matches {
            for position in match.positions where heads[plan.activities.line(at: position)] == position {
                let line = plan.activities.line(at: position), stays = takesLikes && !match.isExact
                let issue = ImportIssue(.leftOut, file: plan.file, line: line, message: told(match), hint: match.isExact || takesLikes ? "" : "all=true records it, too")
                plan.verdicts.change(line: line, to: stays ? .add : match.isExact ? .alreadyThere : .like, issue: issue)
                if !stays { gone.insert(line) }
            }
        }
        plan.activities.remove(Set(plan.activities.indices.filter { gone.contains(plan.activities.line(at: $0)) }))
    }

    /// The units of an activity, or its money where it is of none; nil for one of neither.
    private static func measure(_ activity: Activity) -> FixedDecimal? { activity.instrument == nil || activity.quantity == nil ? activity.amount : activity.quantity }

    /// Whether an entry may have come from the other kind of file: one numbers its rows, the other does not. Sides of exchanges have numbers in neither.
    private static func mayBe(_ row: Activity, _ entry: Activity) -> Bool { row.hasSourceID != entry.hasSourceID || row.subtype == .exchange }

    private func matches(_ sides: Sides) -> [Match] {
        var rows = sides.rows, entries = sides.entries, matches: [Match] = []
        for row in sides.rows {
            guard let place = entries.firstIndex(where: { Self.measure($0.activity) == Self.measure(row.activity) && Self.mayBe(row.activity, $0.activity) }) else { continue }
            let entry = entries.remove(at: place)
            rows.removeAll { $0.position == row.position }
            matches.append(Match(positions: [row.position], entries: [entry], isExact: money([row.activity]) == money([entry.activity])))
        }
        let mayBe = rows.allSatisfy { row in entries.allSatisfy { Self.mayBe(row.activity, $0.activity) } }
        guard mayBe, !rows.isEmpty, !entries.isEmpty, sum(rows.map(\.activity)) == sum(entries.map(\.activity)) else { return matches }
        let isExact = money(rows.map(\.activity)) == money(entries.map(\.activity))
        return matches + [Match(positions: rows.map(\.position), entries: entries, isExact: isExact)]
    }

    /// Fees that are the tax of a trade which was matched: one file has them apart, the other inside the trade.
    private func taxes(_ events: [Event: Sides], _ matches: [Match]) -> [Match] {
        var trades = matches.flatMap(\.entries).filter { $0.activity.quantity != nil && !$0.activity.tax.isZero }, found: [Match] = []
        let done = Set(matches.flatMap(\.positions))
        for (event, sides) in events where event.kind == .fee {
            for row in sides.rows where !done.contains(row.position) {
                let place = trades.firstIndex { entry in
                    let trade = entry.activity
                    return trade.tax == row.activity.amount && trade.date == event.day && trade.account == event.account && trade.currency == event.currency
                }
                if let place { found.append(Match(positions: [row.position], entries: [trades.remove(at: place)], isExact: true)) }
            }
        }
        return found
    }

    private func sum(_ activities: [Activity]) -> FixedDecimal? {
        try? activities.reduce(FixedDecimal.zero) { try $0 + (Self.measure($1) ?? .zero) }
    }

    /// What activities move, charges inside.
    private func money(_ activities: [Activity]) -> FixedDecimal? {
        try? activities.reduce(FixedDecimal.zero) { sum, activity in
            let gross = try activity.amount ?? (activity.quantity ?? .zero) * (activity.price ?? .zero), charges = try activity.fee + activity.tax
            return try sum + (activity.kind.bringsCash ? gross - charges : gross + charges)
        }
    }

    private func told(_ match: Match) -> String {
        let first = match.entries[0].activity, symbol = first.instrument.map { basis.instrument($0.rawValue).symbol } ?? first.currency.code
        let numbers = match.entries.map { "\($0.id.rawValue)" }.joined(separator: ", "), total = sum(match.entries.map(\.activity)).map { "\($0) " } ?? ""
        let what = "another of the broker's files brought (\(first.kind.rawValue) \(total)\(symbol) on \(first.date))"
        return match.isExact
            ? "\(match.entries.count == 1 ? "entry" : "entries") \(numbers), which \(what)"
            : "like \(match.entries.count == 1 ? "entry" : "entries") \(numbers), which \(what), with other charges"
    }
}
