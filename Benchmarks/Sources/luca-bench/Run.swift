import Foundation

/// The groups of a run, one after the other, and what they measured.
struct Run {
    private let settings: Settings
    private(set) var record: Record
    /// How many rows are over their budget, and how many groups could not be measured to their end.
    private(set) var missed = 0

    init(_ settings: Settings) {
        self.settings = settings
        record = Record(measuredAt: Date(), machine: .here, runs: settings.runs, groups: [])
    }

    /// Measures a group and prints its table. One that fails says so, and the run goes on.
    mutating func measure(_ group: Group) {
        print("## \(group.name)\n\n\(group.about)\n")
        let measured = rows(of: group)
        if let reason = measured.skipped { print("Skipped: \(reason)\n") }
        record.groups.append(measured)
        // Who reads along sees each group as it is done.
        fflush(nil)
    }

    private mutating func rows(of group: Group) -> Record.GroupRecord {
        let speed = yardstick()
        do {
            switch try group.run(settings) {
            case .table(let rows):
                print(markdown(rows) + "\n")
                missed += rows.count { !$0.isWithin }
                return Record.GroupRecord(name: group.name, yardstick: speed, rows: rows.map { .init($0) })
            case .skipped(let reason): return Record.GroupRecord(name: group.name, yardstick: speed, skipped: reason, rows: [])
            }
        } catch {
            missed += 1
            return Record.GroupRecord(name: group.name, yardstick: speed, skipped: "failed, \((error as? BenchError)?.message ?? "\(error)")", rows: [])
        }
    }

    /// What changed since an earlier run. Groups with a row that looks slower are measured once more, and the faster of the two measurements of a row
    /// counts: a spell of a busy machine slows one of them, a slower program both.
    mutating func comparison(with earlier: Record) -> Comparison {
        let first = Comparison(of: record, with: earlier, margin: settings.margin)
        let doubtful = Set(first.slower.map(\.group))
        guard !doubtful.isEmpty else { return first }
        print("Measured again, as something looks slower: \(doubtful.sorted().joined(separator: ", "))\n")
        for group in allGroups where doubtful.contains(group.name) {
            let again = rows(of: group)
            guard again.skipped == nil, let place = record.groups.firstIndex(where: { $0.name == group.name }) else { continue }
            record.groups[place] = record.groups[place].faster(again)
        }
        return Comparison(of: record, with: earlier, margin: settings.margin)
    }
}

extension Record.GroupRecord {
    /// Of each row the measurement that was faster, beside its reference.
    fileprivate func faster(_ other: Record.GroupRecord) -> Record.GroupRecord {
        var best = self
        best.rows = rows.map { row in
            guard let again = other.rows.first(where: { $0.what == row.what && $0.reference == row.reference }), let cost = row.cost, let next = again.cost else { return row }
            return next < cost ? again : row
        }
        return best
    }
}

extension Record.RowRecord {
    fileprivate var cost: Double? { unit == "seconds" && isReferenceOwn != true ? ratio ?? measured : measured }
}
