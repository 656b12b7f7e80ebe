/// What became slower or faster since an earlier run.
///
/// A row is found again by its group, its name and its reference. Compared is what the speed of the machine is no part of: the ratio to a reference
/// outside of luca; else bytes, instructions or the exponent as they are; else the time in units of the run's yardstick.
struct Comparison {
    /// What a row changed by, as a factor.
    struct Change {
        let group: String
        let what: String
        let before: String
        let now: String
        let factor: Double

        var text: String {
            let percent = Int(((factor - 1) * 100).rounded())
            return "\(group): \(what): \(before) → \(now), \(percent > 0 ? "+" : "−")\(percent.magnitude) %"
        }
    }

    /// A change within the margin is noise. In hundredths.
    let margin: Int
    private(set) var slower: [Change] = []
    private(set) var faster: [Change] = []
    private(set) var unchanged = 0
    /// Rows of which the earlier run knows nothing.
    private(set) var new: [String] = []
    /// Rows of the earlier run that this one, of the groups that it ran, does not have.
    private(set) var gone: [String] = []

    init(of now: Record, with before: Record, margin: Int) {
        self.margin = margin
        for group in now.groups where group.skipped == nil {
            let old = before.groups.first { $0.name == group.name }
            var rest = Dictionary((old?.rows ?? []).map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
            for row in group.rows where row.measured != nil {
                guard let old, let earlier = rest.removeValue(forKey: Key(row)), let change = Self.change(of: row, group, from: earlier, old) else {
                    new.append("\(group.name): \(row.what)")
                    continue
                }
                sort(change)
            }
            gone += rest.values.filter { $0.measured != nil }.map { "\(group.name): \($0.what)" }.sorted()
        }
    }

    private mutating func sort(_ change: Change) {
        let limit = 1 + Double(margin) / 100
        if change.factor > limit {
            slower.append(change)
        } else if change.factor < 1 / limit {
            faster.append(change)
        } else {
            unchanged += 1
        }
    }

    private struct Key: Hashable {
        let what: String
        let reference: String?

        init(_ row: Record.RowRecord) { (what, reference) = (row.what, row.reference) }
    }

    private static func change(
        of row: Record.RowRecord, _ group: Record.GroupRecord, from earlier: Record.RowRecord, _ old: Record.GroupRecord
    ) -> Change? {
        guard let now = Figure(row, yardstick: group.yardstick), let before = Figure(earlier, yardstick: old.yardstick), before.value > 0, row.unit == earlier.unit else {
            return nil
        }
        return Change(group: group.name, what: row.what, before: before.text, now: now.text, factor: now.value / before.value)
    }
}

/// The figure of a row that does not depend on the speed of the machine.
private struct Figure {
    let value: Double
    let text: String

    init?(_ row: Record.RowRecord, yardstick: Double) {
        guard let measured = row.measured else { return nil }
        if row.unit == "seconds" {
            if let ratio = row.ratio, let reference = row.reference, row.isReferenceOwn != true {
                (value, text) = (ratio, "\(threeDigits(ratio)) × \(reference)")
            } else {
                (value, text) = (measured / yardstick, Quantity.seconds(measured).text + " where the yardstick took " + Quantity.seconds(yardstick).text)
            }
        } else {
            (value, text) = (measured, Self.quantity(measured, row.unit).text)
        }
    }

    private static func quantity(_ value: Double, _ unit: String?) -> Quantity {
        switch unit {
        case "bytes": .bytes(value)
        case "instructions": .instructions(value)
        case "exponent": .exponent(value)
        default: .seconds(value)
        }
    }
}

extension Comparison {
    /// What is told at the end of a run.
    var report: String {
        var lines: [String] = []
        func list(_ title: String, _ texts: [String]) {
            if !texts.isEmpty { lines += ["\(title):"] + texts.map { "- \($0)" } + [""] }
        }
        list("Slower by more than \(margin) %", slower.sorted { $0.factor > $1.factor }.map(\.text))
        list("Faster by more than \(margin) %", faster.sorted { $0.factor < $1.factor }.map(\.text))
        list("New, so that nothing is there to compare with", new)
        list("Measured before, and not now", gone)
        lines.append("\(slower.count) slower, \(faster.count) faster, \(unchanged) within \(margin) %.")
        return lines.joined(separator: "\n")
    }
}
