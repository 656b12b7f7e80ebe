import Ledger
import Values

/// The sides of transfers that a group ties together, in files whose columns may mean something else by it.
extension ImportPlan {
    /// How many days the sides of a transfer may be apart: what brokers need to move a depot, amply.
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
            note(.leftOut, "the group \"\(ShownText.cut(key.group))\" is not taken for the two sides of a transfer of \(what): \(fault); a pair has a group of its own")
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
