import Ledger
import Values

/// Groups that tie the two sides of transfers, in files where a column of that name may mean something else.
extension ImportPlan {
    /// How many days the sides of a transfer may be apart, amply what brokers need to move a depot.
    private static let longest = 31

    private struct Key: Hashable { let group: String, instrument: Int32, currency: Currency? }

    /// Takes the group from transfers where it does not tie one that left to one that came, within some days: a column `Group` may sort the rows of a
    /// broker by kinds of asset, and would tie what was sent in February to what came in June.
    mutating func dropFalsePairs(_ context: ImportContext, _ instrument: (Int32) -> Instrument) {
        var places: [Key: [Int]] = [:], sides: [Key: [(isOut: Bool, day: Day)]] = [:]
        for place in activities.indices {
            let number = activities.row(at: place), row = activities.rows[number], group = activities.details[number]?.group ?? ""
            guard row.kind == .transferIn || row.kind == .transferOut, TransferGroup.isPair(group) else { continue }
            let key = Key(group: group, instrument: row.instrument, currency: row.instrument == 0 ? activities.currencies[Int(row.currency)] : nil)
            places[key, default: []].append(place)
            sides[key, default: []].append((row.kind == .transferOut, Day(number: row.day)))
        }
        if places.isEmpty { return }
        for side in context.sides(Set(places.keys.map(\.group))) {
            let key = Key(group: side.group, instrument: side.instrument?.rawValue ?? 0, currency: side.instrument == nil ? side.currency : nil)
            sides[key]?.append((side.isOut, side.day))
        }
        let faults = places.keys.compactMap { key in Self.fault(sides[key] ?? []).map { (key: key, fault: $0, places: places[key] ?? []) } }
        for (key, fault, places) in faults.sorted(by: { ($0.places[0], $0.key.group) < ($1.places[0], $1.key.group) }) {
            for place in places { activities.ungroup(row: activities.row(at: place)) }
            let what = key.currency?.code ?? instrument(key.instrument).symbol
            note(.leftOut, "the group \"\(MessageText.cut(key.group))\" is not taken for the two sides of a transfer of \(what): \(fault); a pair has a group of its own")
        }
    }

    /// Why sides of one group are no pair; nil where they are one, or one side whose other is yet to come.
    private static func fault(_ sides: [(isOut: Bool, day: Day)]) -> String? {
        let out = sides.count(where: \.isOut), back = sides.count - out
        if out > 1 || back > 1 { return "\(out) left and \(back) came" }
        guard let first = sides.map(\.day).min(), let last = sides.map(\.day).max() else { return nil }
        let days = Int(last.number - first.number)
        return days > longest ? "the two are \(days) days apart" : nil
    }
}

extension PlannedActivities {
    /// Takes the group from a row.
    fileprivate mutating func ungroup(row: Int) {
        guard let rest = details[row]?.ungrouped() else { return }
        details.replace(rest.isEmpty ? nil : rest, row: row)
    }
}

extension ImportPlan {
    /// Notes units that come in with no cost told and that no account sent, so that nobody takes their cost to be zero.
    mutating func tellUnknownCosts(_ context: ImportContext, _ instrument: (Int32) -> Instrument, _ account: (Int32) -> Account) {
        let arrivals = activities.indices.filter { isOfUnits($0, .transferIn) && tellsNoCost($0) }
        if arrivals.isEmpty { return }
        var sent = Set(activities.indices.filter { isOfUnits($0, .transferOut) }.map(group).filter(TransferGroup.isPair))
        let lacking = Set(arrivals.map(group).filter(TransferGroup.isPair)).subtracting(sent)
        if !lacking.isEmpty { sent.formUnion(context.sentGroups(lacking)) }
        let unknown = arrivals.filter { !sent.contains(group($0)) }
        guard let first = unknown.first else { return }
        let row = activities.rows[activities.row(at: first)]
        let units = activities[first].quantity.map { "\($0) " } ?? ""
        let others = unknown.count == 1 ? "" : " and \(unknown.count - 1) more like it"
        let symbol = instrument(row.instrument).symbol, place = account(row.account).name
        note(
            .unknownCost,
            "what \(units)\(symbol) cost that came into \"\(place)\" on \(Day(number: row.day)) (line \(row.line))\(others) is unknown, and with it the gain, "
                + "until a price or an amount is told, or the same group for the other side; what it was worth that day tells: price \(symbol) … on \(Day(number: row.day))")
    }

    /// Notes rows that are posted on days still to come, which would count at once.
    mutating func tellFutureRows(after today: Day) {
        var rows: [PlannedActivities.Row] = []
        for place in activities.indices {
            let row = activities.rows[activities.row(at: place)]
            if row.status == .posted, row.day > today.number { rows.append(row) }
        }
        guard let first = rows.min(by: { $0.line < $1.line }) else { return }
        note(
            .futureDate,
            (rows.count == 1 ? "1 row is" : "\(rows.count) rows are")
                + " after today, \(today) (line \(first.line) is of \(Day(number: first.day))), and would count already; "
                + "give what has not happened the status \"pending\"")
    }

    private func isOfUnits(_ place: Int, _ kind: ActivityKind) -> Bool {
        let row = activities.rows[activities.row(at: place)]
        return row.kind == kind && row.instrument != 0 && row.status == .posted
    }

    private func tellsNoCost(_ place: Int) -> Bool {
        let activity = activities[place]
        return activity.quantity != nil && activity.price == nil && activity.amount == nil
    }

    private func group(_ place: Int) -> String { activities.details[activities.row(at: place)]?.group ?? "" }
}
