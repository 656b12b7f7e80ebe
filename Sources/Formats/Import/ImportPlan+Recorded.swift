import Ledger
import Values

extension ImportPlan {
    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held, and are told. Where rows name each other, what they name in the book is noted.
    ///
    /// - Parameter isLoose: whether the file has no place for times, taxes, rates and currencies, so that rows tell no more than the rest.
    mutating func takeOutRecorded(_ context: ImportContext, loosely isLoose: Bool = false) {
        guard let recorded = context.recorded, let days = activities.days else { return }
        var held: [Fingerprint: Int] = [:], entries: [Fingerprint: [EntryID]] = [:]
        let namesRows = !activities.ids.isEmpty
        var voided: [Fingerprint: [EntryID]] = [:], stayOut: [VoidedRow] = []
        recorded(days) { entry, activity in
            let print = Fingerprint(activity, multiplier: context.multiplier(activity.instrument), isLoose: isLoose)
            held[print, default: 0] += 1
            if namesRows { entries[print, default: []].append(entry) }
            if context.isVoided(entry) { voided[print, default: []].append(entry) }
        }
        guard !held.isEmpty else { return }
        var remaining: [UInt32] = []
        remaining.reserveCapacity(activities.count)
        for position in activities.indices {
            let activity = activities[position]
            let print = Fingerprint(activity, multiplier: context.multiplier(activity.instrument), isLoose: isLoose)
            if let count = held[print], count > 0 {
                held[print] = count - 1
                if let id = activities.id(at: position), let same = entries[print] { known[id] = same[same.count - count] }
                verdicts.change(line: activities.line(at: position), to: .alreadyThere)
                // The voided ones were visited last, and are the last to be taken.
                if let gone = voided[print], count <= gone.count {
                    stayOut.append(VoidedRow(line: activities.line(at: position), entry: gone[gone.count - count]))
                }
            } else {
                remaining.append(UInt32(activities.row(at: position)))
            }
        }
        let count = activities.count - remaining.count
        guard count > 0 else { return }
        activities.order = remaining
        notices.append(ImportNotice(.alreadyThere, "the book holds \(count) of the rows already"))
        tell(stayOut)
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
