import Ledger
import Values

extension ImportPlan {
    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held, and are told. Where rows name each other, what they name in the book is noted. Rows that have an id in their source are
    /// told by it first, see `takeOutKnown`, and of the others notes alone make no other row.
    ///
    /// - Parameter isLoose: whether the file has no place for times, taxes, rates and currencies, so that rows tell no more than the rest.
    mutating func takeOutRecorded(_ context: ImportContext, loosely isLoose: Bool = false, _ instrument: (Int32) -> Instrument) {
        guard let recorded = context.recorded, let days = activities.days else { return }
        let known = takeOutKnown(context, loosely: isLoose, instrument)
        var held: [Fingerprint: Int] = [:], tagged: [Fingerprint: Int] = [:], entries: [Fingerprint: [EntryID]] = [:]
        let namesRows = !activities.ids.isEmpty, left = known.entries.union(replaced)
        var voided: [Fingerprint: [EntryID]] = [:], stayOut: [VoidedRow] = []
        recorded(days) { entry, activity in
            if left.contains(entry) { return }
            let print = Fingerprint(activity, multiplier: context.multiplier(activity.instrument), isLoose: isLoose)
            held[print, default: 0] += 1
            if activity.detail?.sourceID.isEmpty == false { tagged[print, default: 0] += 1 }
            if namesRows { entries[print, default: []].append(entry) }
            if context.isVoided(entry) { voided[print, default: []].append(entry) }
        }
        var remaining: [UInt32] = [], same: [Fingerprint: Int] = [:], moves: [CashMove: Int] = [:]
        remaining.reserveCapacity(activities.count)
        for position in activities.indices {
            let row = activities.row(at: position)
            if known.rows.contains(row) { continue }
            if settledRows.contains(row) {
                remaining.append(UInt32(row))
                continue
            }
            let activity = activities[position]
            let print = Fingerprint(activity, multiplier: context.multiplier(activity.instrument), isLoose: isLoose)
            if let count = held[print], count > 0 {
                held[print] = count - 1
                if let id = activities.id(at: position), let same = entries[print] { self.known[id] = same[same.count - count] }
                verdicts.change(line: activities.line(at: position), to: .alreadyThere)
                // The voided ones were visited last, and are the last to be taken.
                if let gone = voided[print], count <= gone.count {
                    stayOut.append(VoidedRow(line: activities.line(at: position), entry: gone[gone.count - count]))
                }
                if looksAtCash { moves[CashMove(activity), default: 0] += 1 }
                if let others = tagged[print], others > 0 { tagged[print] = others - 1 } else if looksPastNotes {
                    same[Fingerprint(activity, multiplier: context.multiplier(activity.instrument), isLoose: isLoose, hasNotes: false), default: 0] += 1
                }
            } else {
                remaining.append(UInt32(row))
            }
        }
        let before = activities.count
        if before > remaining.count { activities.order = remaining }
        let reworded = looksPastNotes ? takeOutReworded(context, days, beside: same, known, loosely: isLoose) : [:]
        if looksAtCash { takeOutMoved(context, beside: moves) }
        let count = before - activities.count - known.refused
        if count > 0 { notices.append(ImportNotice(.alreadyThere, "the book holds \(count) of the rows already")) }
        tell(stayOut)
        tellNearly(context, days, untaken: held.filter { $0.value > 0 }, reworded, besides: left, loosely: isLoose, instrument)
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
