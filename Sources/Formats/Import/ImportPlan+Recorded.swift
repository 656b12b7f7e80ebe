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
        let known = takeOutKnown(context, loosely: isLoose, instrument), elsewhere = known.entries.union(replaced)
        var held = HeldEntries(context, isLoose: isLoose, namesRows: !activities.ids.isEmpty)
        recorded(days) { entry, activity in
            if !elsewhere.contains(entry) { held.add(entry, activity) }
        }
        let before = activities.count
        let taken = take(&held, besides: known.rows)
        if before > taken.others.count { activities.order = taken.others }
        let reworded = looksPastNotes ? takeOutReworded(context, days, beside: taken.figures, known, loosely: isLoose) : [:]
        if looksAtCash { takeOutMoved(context, beside: taken.moves) }
        let count = before - activities.count - known.refused
        if count > 0 { notices.append(ImportNotice(.alreadyThere, "the book holds \(count) of the rows already")) }
        tell(taken.voided)
        tellNearly(context, days, untaken: held.untaken, reworded, besides: elsewhere, loosely: isLoose, instrument)
    }

    /// What came of taking rows for entries.
    private struct TakenRows {
        /// The rows that the book lacks.
        var others: [UInt32] = []
        /// How many rows are entries without an id of their source, by what they say but for their notes.
        var figures: [Fingerprint: Int] = [:]
        /// How often rows that are entries move the same cash.
        var moves: [CashMove: Int] = [:]
        /// The rows whose entries are void.
        var voided: [VoidedRow] = []
    }

    /// Takes each row for an entry that says the same, as long as there is one.
    private mutating func take(_ held: inout HeldEntries, besides known: Set<Int>) -> TakenRows {
        var taken = TakenRows()
        taken.others.reserveCapacity(activities.count)
        for position in activities.indices {
            let row = activities.row(at: position), activity = activities[position]
            if known.contains(row) { continue }
            guard !settledRows.contains(row), let entry = held.take(activity) else {
                taken.others.append(UInt32(row))
                continue
            }
            let line = activities.line(at: position)
            verdicts.change(line: line, to: .alreadyThere)
            if let id = activities.id(at: position), let same = entry.id { self.known[id] = same }
            if let void = entry.voided { taken.voided.append(VoidedRow(line: line, entry: void)) }
            if looksAtCash { taken.moves[CashMove(activity), default: 0] += 1 }
            if looksPastNotes, !entry.hasSourceID { taken.figures[held.figures(activity), default: 0] += 1 }
        }
        return taken
    }
}

/// The entries of the book on the days of a file, counted by what they say. Each can be taken for one row.
private struct HeldEntries {
    /// An entry that a row was taken for.
    struct Taken {
        /// Which it is, where rows name each other.
        let id: EntryID?
        /// Which it is where it is void.
        let voided: EntryID?
        /// Whether it has the id of a row in its source.
        let hasSourceID: Bool
    }

    /// How many of each say the same and were not taken yet.
    private(set) var untaken: [Fingerprint: Int] = [:]
    /// How many of the untaken have the id of a row in their source.
    private var tagged: [Fingerprint: Int] = [:]
    /// Those that say the same, as they are visited; kept where rows name each other.
    private var entries: [Fingerprint: [EntryID]] = [:]
    /// Those of them that are void, which are visited last.
    private var voided: [Fingerprint: [EntryID]] = [:]
    private let context: ImportContext
    private let isLoose: Bool
    private let namesRows: Bool

    init(_ context: ImportContext, isLoose: Bool, namesRows: Bool) { (self.context, self.isLoose, self.namesRows) = (context, isLoose, namesRows) }

    mutating func add(_ entry: EntryID, _ activity: Activity) {
        let print = context.fingerprint(activity, loosely: isLoose)
        untaken[print, default: 0] += 1
        if activity.detail?.sourceID.isEmpty == false { tagged[print, default: 0] += 1 }
        if namesRows { entries[print, default: []].append(entry) }
        if context.isVoided(entry) { voided[print, default: []].append(entry) }
    }

    /// Takes the first untaken entry that says what the activity does; nil where there is none.
    mutating func take(_ activity: Activity) -> Taken? {
        let print = context.fingerprint(activity, loosely: isLoose)
        guard let count = untaken[print] else { return nil }
        untaken[print] = count > 1 ? count - 1 : nil
        let others = tagged[print] ?? 0, same = entries[print], void = voided[print] ?? []
        if others > 0 { tagged[print] = others - 1 }
        return Taken(id: same.map { $0[$0.count - count] }, voided: count <= void.count ? void[void.count - count] : nil, hasSourceID: others > 0)
    }

    /// What an activity says but for its notes.
    func figures(_ activity: Activity) -> Fingerprint { context.fingerprint(activity, loosely: isLoose, hasNotes: false) }
}

/// A row whose entry somebody voided by hand: a mistake of the file, which must not come back with each later one. So it stays out, and is told.
struct VoidedRow {
    /// The line on which the row begins.
    let line: Int
    /// The entry that it was.
    let entry: EntryID
}

extension ImportPlan {
    /// How many of such rows a notice tells one by one.
    private static let toldOneByOne = 3

    /// Tells of rows that stay out because their entries are void, and how to take them again.
    mutating func tell(_ rows: [VoidedRow]) {
        for row in rows {
            let message = "entry \(row.entry.rawValue) of the book was this row, and is void; amend{id=\(row.entry.rawValue)} takes it again"
            verdicts.change(line: row.line, to: .alreadyThere, issue: ImportIssue(.leftOut, file: file, line: row.line, message: message))
            if rows.count <= Self.toldOneByOne { note(.leftOut, "line \(row.line): \(message)") }
        }
        if rows.count > Self.toldOneByOne {
            let lines = rows.prefix(Self.toldOneByOne).map { "\($0.line)" }.joined(separator: ", ")
            let first = rows[0].entry.rawValue
            note(.leftOut, "\(rows.count) rows (lines \(lines), …) stay out, since their entries of the book were voided; amend{id=\(first)} takes the first again, and the message of each row says the same of it")
        }
    }
}

extension ImportContext {
    /// How many units one of an instrument counts; 1 for one that the book does not know.
    func multiplier(_ instrument: InstrumentID?) -> FixedDecimal {
        guard let instrument, instrument.rawValue >= 1, Int(instrument.rawValue) <= instruments.count else { return .one }
        return instruments[Int(instrument.rawValue) - 1].multiplier
    }

    /// What an activity says, with or without its notes.
    ///
    /// - Parameter isLoose: whether the file has no place for times, taxes, rates and currencies.
    func fingerprint(_ activity: Activity, loosely isLoose: Bool, hasNotes: Bool = true) -> Fingerprint {
        Fingerprint(activity, multiplier: multiplier(activity.instrument), isLoose: isLoose, hasNotes: hasNotes)
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
