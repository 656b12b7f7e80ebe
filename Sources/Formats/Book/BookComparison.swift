import Ledger
import Values

extension ImportPlan {
    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held, and are told. Where rows name each other, what they name in the book is noted. Rows that have an id in their source are
    /// told by it first, see `takeOutKnown`, and are no entry that has another; of those without one notes alone make no other row.
    ///
    /// - Parameter isLoose: whether the file has no columns for times, taxes, rates and currencies, so that these are not compared.
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

    /// The result of looking each row up among the entries of the book.
    private struct TakenRows {
        /// The rows that the book lacks.
        var others: [UInt32] = []
        /// For the rows that are entries: how many move the same cash.
        var moves: [CashMove: Int] = [:]
        /// The rows whose entries are void.
        var voided: [VoidedRow] = []
    }

    /// Matches each row with an entry that says the same, as long as one is left.
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

/// The entries of the book on the days of a file, counted by what they say. Each matches one row.
private struct HeldEntries {
    /// An entry that matched a row.
    struct Taken {
        /// Its number, where rows of the file name each other; else nil.
        let id: EntryID?
        /// Where it is void: its number, and that of the entry to amend to take it again. Else nil.
        let voided: (entry: EntryID, void: EntryID)?
    }

    /// What an entry says, and whether it has the id of a row in its source; a row with another id is not that entry.
    private struct Key: Hashable { let print: Fingerprint, hasSourceID: Bool }

    /// How many entries that say the same have matched no row yet.
    private var untaken: [Key: Int] = [:]
    /// The entries that say the same, in the order of the visit; kept only where rows name each other.
    private var entries: [Key: [EntryID]] = [:]
    /// The void ones among them, which are visited last.
    private var voided: [Key: [(entry: EntryID, void: EntryID)]] = [:]
    private let context: ImportContext
    private let scope: FileScope
    private let namesRows: Bool

    init(_ context: ImportContext, _ scope: FileScope, namesRows: Bool) { (self.context, self.scope, self.namesRows) = (context, scope, namesRows) }

    private func key(_ activity: Activity) -> Key { Key(print: context.fingerprint(activity, scope), hasSourceID: activity.hasSourceID) }

    /// Adds an entry, in the order of the visit.
    mutating func add(_ entry: EntryID, _ activity: Activity) {
        let key = key(activity)
        untaken[key, default: 0] += 1
        if namesRows { entries[key, default: []].append(entry) }
        if let void = context.void(entry) { voided[key, default: []].append((entry, void)) }
    }

    /// Matches an activity with the first entry left that says the same; nil where there is none.
    ///
    /// A row with an id never matches an entry with one: entries of its own id were found before. A row without prefers entries without. What
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

    /// Whether an entry that is left is not void.
    private func stands(_ key: Key) -> Bool { (untaken[key] ?? 0) > (voided[key]?.count ?? 0) }

    /// The entries that matched no row, in the order of the visit: those that count, then the amended, then the void.
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

/// An entry of the days of a file that matched none of its rows.
struct LeftEntry {
    let id: EntryID
    let activity: Activity
}

extension Activity {
    /// Whether it was imported under an id of its source.
    var hasSourceID: Bool { detail?.sourceID.isEmpty == false }
}

/// A row whose entry somebody voided by hand, as a mistake of the file. It stays out, so that it does not come back with each later file, and a notice tells of it.
struct VoidedRow {
    /// The line on which the row begins.
    let line: Int
    /// The entry that it was.
    let entry: EntryID
    /// The void entry that stands in its place: the same unless it was amended.
    let void: EntryID
}

extension ImportPlan {
    /// Notes rows that stay out because their entries are void, and how to take them again.
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

    /// Notes up to three rows one by one, and more in one sentence about the first.
    mutating func note<Row>(_ kind: ImportNotice.Kind, _ rows: [Row], each: (Row) -> String, together: (_ first: Row) -> String) {
        if rows.count <= 3 {
            for row in rows { note(kind, each(row)) }
        } else if let first = rows.first {
            note(kind, together(first))
        }
    }
}

extension ImportContext {
    /// The contract multiplier of an instrument: units of the underlying in one; 1 for an instrument that the book does not know.
    func multiplier(_ instrument: InstrumentID?) -> FixedDecimal {
        guard let instrument, instrument.rawValue >= 1, Int(instrument.rawValue) <= instruments.count else { return .one }
        return instruments[Int(instrument.rawValue) - 1].multiplier
    }

    /// The fingerprint of an activity, with or without its notes.
    func fingerprint(_ activity: Activity, _ scope: FileScope, hasNotes: Bool = true) -> Fingerprint {
        Fingerprint(activity, multiplier: multiplier(activity.instrument), scope, hasNotes: hasNotes)
    }
}

/// A change of an account's cash: how much, and when.
struct CashMove: Hashable {
    private let account: AccountID
    private let day: Day
    /// Microseconds since midnight; 0 where no time is known, as the programs write it.
    private let time: Int64
    private let amount: FixedDecimal

    /// The change that a row makes.
    init(_ activity: Activity) { self.init(activity.account, activity.date, activity.time, activity.cashInOut) }

    /// The change that an entry of the book made.
    init(_ entry: ImportContext.CashEntry, in account: AccountID) { self.init(account, entry.day, entry.time, entry.amount) }

    private init(_ account: AccountID, _ day: Day, _ time: Instant?, _ amount: FixedDecimal) {
        (self.account, self.day, self.amount) = (account, day, amount)
        self.time = Int64(time?.microsecondsOfDay ?? 0)
    }
}

extension ImportPlan {
    /// Takes out the rows of a history that the book has as another kind of activity: a transfer, interest, the balance that a file opened
    /// the account with. A row and an entry that move as much cash of the account at the same moment are the same; each entry matches one row.
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
