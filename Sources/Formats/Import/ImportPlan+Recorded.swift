import Ledger
import Values

extension ImportPlan {
    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held.
    mutating func takeOutRecorded(_ context: ImportContext) {
        guard let recorded = context.recorded, let days = activities.days else { return }
        var held: [Fingerprint: Int] = [:]
        recorded(days) { activity in
            held[Fingerprint(activity, multiplier: context.multiplier(activity.instrument)), default: 0] += 1
        }
        guard !held.isEmpty else { return }
        var remaining: [UInt32] = []
        remaining.reserveCapacity(activities.count)
        for position in activities.indices {
            let activity = activities[position]
            let print = Fingerprint(activity, multiplier: context.multiplier(activity.instrument))
            if let count = held[print], count > 0 {
                held[print] = count - 1
                verdicts.change(line: activities.line(at: position), to: .alreadyThere)
            } else {
                remaining.append(UInt32(activities.row(at: position)))
            }
        }
        let count = activities.count - remaining.count
        guard count > 0 else { return }
        activities.order = remaining
        notices.append(ImportNotice(.alreadyThere, "the book holds \(count) of the rows already"))
    }
}

extension ImportContext {
    /// How many units one of an instrument counts; 1 for one that the book does not know.
    func multiplier(_ instrument: InstrumentID?) -> FixedDecimal {
        guard let instrument, instrument.rawValue >= 1, Int(instrument.rawValue) <= instruments.count else { return .one }
        return instruments[Int(instrument.rawValue) - 1].multiplier
    }
}

extension PlannedActivities {
    /// The span of the activities' days; nil where there are none.
    var days: ClosedRange<Day>? {
        guard let first = rows.first else { return nil }
        var low = first.day
        var high = first.day
        for row in rows {
            low = Swift.min(low, row.day)
            high = Swift.max(high, row.day)
        }
        return Day(number: low)...Day(number: high)
    }
}
