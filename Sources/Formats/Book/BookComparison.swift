import Ledger
import Values

extension ImportPlan {
    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held, and are told. Where rows name each other, what they name in the book is noted. Rows that have an id in their source are
    /// told by it first, see `takeOutKnown`, and are no entry that has another; of those without one notes alone make no other row.
    ///
    /// - Parameter isLoose: whether the file has no place for times, taxes, rates and currencies, so that rows tell no more than the rest.
    mutating func takeOutRecorded(_ context: ImportContext, loosely isLoose: Bool = false, _ instrument: (Int32) -> Instrument) {
        guard let recorded = context.recorded, let days = activities.days else { return }
        let scope = FileScope(isLoose: isLoose, terms: matching.terms)
        let known = takeOutKnown(context, scope, instrument), elsewhere = known.entries.union(replaced)
        var held = HeldEntries(context, scope, namesRows: !activities.ids.isEmpty)
        recorded(days) { entry, activity in
            if !elsewhere.contains(entry) { held.add(entry, activity) }
        }
        let before = activities.count
        let taken = take(&held, besides: known.rows)
        if before > taken.others.count { activities.keep(taken.others) }
        var left = activities.isEmpty ? [] : held.left(days, besides: elsewhere)
        let reworded = matching.looksPastNotes ? takeOutReworded(&left, context, scope) : []
        if matching.looksAtCash { takeOutMoved(context, beside: taken.moves) }
        let count = before - activities.count - known.refused
        if count > 0 { notices.append(ImportNotice(.alreadyThere, "the book holds \(count) of the rows already")) }
        tell(known.voided + taken.voided + reworded)
        if !matching.looksAtCash { tellNearly(left, known.namesakes, context, scope, instrument) }
    }

    /// What came of taking rows for entries.
    private struct TakenRows {
        /// The rows that the book lacks.
        var others: [UInt32] = []
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
            guard !matching.settledRows.contains(row), let entry = held.take(activity) else {
                taken.others.append(UInt32(row))
                continue
            }
            let line = activities.line(at: position)
            verdicts.change(line: line, to: .alreadyThere)
            if let id = activities.id(at: position), let same = entry.id { self.known[id] = same }
            if let voided = entry.voided { taken.voided.append(VoidedRow(line: line, entry: voided.entry, void: voided.void)) }
            if matching.looksAtCash { taken.moves[CashMove(activity), default: 0] += 1 }
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
        /// Which it is where it is void, and which entry is to be amended then.
        let voided: (entry: EntryID, void: EntryID)?
    }

    /// What an entry says, and whether it has the id of a row in its source: then it is none of another id.
    private struct Key: Hashable { let print: Fingerprint, hasSourceID: Bool }

    /// How many of each say the same and were not taken yet.
    private var untaken: [Key: Int] = [:]
    /// Those that say the same, as they are visited; kept where rows name each other.
    private var entries: [Key: [EntryID]] = [:]
    /// Those of them that are void, which are visited last.
    private var voided: [Key: [(entry: EntryID, void: EntryID)]] = [:]
    private let context: ImportContext
    private let scope: FileScope
    private let namesRows: Bool

    init(_ context: ImportContext, _ scope: FileScope, namesRows: Bool) { (self.context, self.scope, self.namesRows) = (context, scope, namesRows) }

    private func key(_ activity: Activity) -> Key { Key(print: context.fingerprint(activity, scope), hasSourceID: activity.hasSourceID) }

    mutating func add(_ entry: EntryID, _ activity: Activity) {
        let key = key(activity)
        untaken[key, default: 0] += 1
        if namesRows { entries[key, default: []].append(entry) }
        if let void = context.void(entry) { voided[key, default: []].append((entry, void)) }
    }

    /// Takes the first untaken entry that says what the activity does; nil where there is none.
    ///
    /// A row that has an id is none of the entries that have one, as those of its own were found by it; another is first one of those without. What
    /// counts is taken before what is void.
    mutating func take(_ activity: Activity) -> Taken? {
        let print = context.fingerprint(activity, scope), plain = Key(print: print, hasSourceID: false)
        let other = activity.hasSourceID ? plain : Key(print: print, hasSourceID: true)
        let key = stands(plain) ? plain : stands(other) ? other : untaken[plain] != nil ? plain : other
        guard let count = untaken[key] else { return nil }
        untaken[key] = count > 1 ? count - 1 : nil
        let same = entries[key], void = voided[key] ?? []
        return Taken(id: same.map { $0[$0.count - count] }, voided: count <= void.count ? void[void.count - count] : nil)
    }

    /// Whether one of the untaken is not void.
    private func stands(_ key: Key) -> Bool { (untaken[key] ?? 0) > (voided[key]?.count ?? 0) }

    /// The entries that no row was taken for, as they are visited: those that count, then the amended, then the void.
    func left(_ days: ClosedRange<Day>, besides told: Set<EntryID>) -> [LeftEntry] {
        if untaken.isEmpty { return [] }
        var found: [(key: Key, entry: LeftEntry)] = [], taken: [Key: Int] = [:]
        context.recorded?(days) { entry, activity in
            let key = key(activity)
            guard !told.contains(entry), untaken[key] != nil else { return }
            found.append((key, LeftEntry(id: entry, activity: activity)))
            taken[key, default: 0] += 1
        }
        for (key, count) in untaken { taken[key]? -= count }
        // Of those that say the same the first visited were taken first.
        return found.compactMap { key, entry in
            guard let count = taken[key], count > 0 else { return entry }
            taken[key] = count - 1
            return nil
        }
    }
}

/// An entry of the days of a file that none of its rows is.
struct LeftEntry {
    let id: EntryID
    let activity: Activity
}

extension Activity {
    /// Whether it has the id of a row in its source.
    var hasSourceID: Bool { detail?.sourceID.isEmpty == false }
}

/// A row whose entry somebody voided by hand: a mistake of the file, which must not come back with each later one. So it stays out, and is told.
struct VoidedRow {
    /// The line on which the row begins.
    let line: Int
    /// The entry that it was.
    let entry: EntryID
    /// The entry that stands in its place, which is void: the same unless it was amended.
    let void: EntryID
}

extension ImportPlan {
    /// Tells of rows that stay out because their entries are void, and how to take them again.
    private mutating func tell(_ rows: [VoidedRow]) {
        let told = rows.sorted { $0.line < $1.line }.map { row in
            (line: row.line, message: "entry \(row.entry.rawValue) of the book was this row, and \(row.void == row.entry ? "is" : "entry \(row.void.rawValue), which amended it, is") void; amend{id=\(row.void.rawValue)} takes it again")
        }
        for row in told { verdicts.change(line: row.line, to: .alreadyThere, issue: ImportIssue(.leftOut, file: file, line: row.line, message: row.message)) }
        note(.leftOut, told) { "line \($0.line): \($0.message)" } together: { first in
            let lines = told.prefix(3).map { "\($0.line)" }.joined(separator: ", ")
            return "\(told.count) rows (lines \(lines), …) stay out, since their entries of the book were voided: \(first.message), and the message of each row says the same of it"
        }
    }

    /// Tells of up to three rows one by one, and of more in one sentence that begins with the first.
    mutating func note<Row>(_ kind: ImportNotice.Kind, _ rows: [Row], each: (Row) -> String, together: (_ first: Row) -> String) {
        if rows.count <= 3 {
            for row in rows { note(kind, each(row)) }
        } else if let first = rows.first {
            note(kind, together(first))
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
    func fingerprint(_ activity: Activity, _ scope: FileScope, hasNotes: Bool = true) -> Fingerprint {
        Fingerprint(activity, multiplier: multiplier(activity.instrument), scope, hasNotes: hasNotes)
    }
}

/// What moved the cash of an account, and when.
struct CashMove: Hashable {
    private let account: AccountID
    private let day: Day
    /// Microseconds of the day; the programs write its beginning where no time is known.
    private let time: Int64
    private let amount: FixedDecimal

    /// What a row moves.
    init(_ activity: Activity) { self.init(activity.account, activity.date, activity.time, activity.cashInOut) }

    /// What an entry of the book moved.
    init(_ entry: ImportContext.CashEntry, in account: AccountID) { self.init(account, entry.day, entry.time, entry.amount) }

    private init(_ account: AccountID, _ day: Day, _ time: Instant?, _ amount: FixedDecimal) {
        (self.account, self.day, self.amount) = (account, day, amount)
        self.time = Int64(time?.microsecondsOfDay ?? 0)
    }
}

extension ImportPlan {
    /// Takes out the rows of a history that the book has as something else than money in or out: a transfer, interest, the balance that a file opened
    /// the account with. What moved as much cash of the account at the same moment is the same, each once.
    mutating func takeOutMoved(_ context: ImportContext, beside found: [CashMove: Int]) {
        let rows = activities.indices.filter { !matching.settledRows.contains(activities.row(at: $0)) }
        let accounts = Set(rows.map { activities.rows[activities.row(at: $0)].account }).filter { $0 >= 1 && Int($0) <= context.accounts.count }
        if accounts.isEmpty { return }
        var held: [CashMove: Int] = [:]
        let gone = Set(replaced)
        for account in accounts.sorted() {
            for entry in context.cashEntries?(account) ?? [] where !gone.contains(entry.id) { held[CashMove(entry, in: AccountID(account)), default: 0] += 1 }
        }
        for (move, count) in found { held[move]? -= count }
        var taken = Set<Int>()
        for position in rows {
            let move = CashMove(activities[position])
            guard let count = held[move], count > 0 else { continue }
            held[move] = count - 1
            taken.insert(position)
            verdicts.change(line: activities.line(at: position), to: .alreadyThere)
        }
        activities.remove(taken)
    }
}

extension Activity {
    /// The change of cash by a deposit, a withdrawal or an adjustment.
    var cashInOut: FixedDecimal {
        let amount = amount ?? .zero
        return kind.bringsCash ? amount : -amount
    }
}
