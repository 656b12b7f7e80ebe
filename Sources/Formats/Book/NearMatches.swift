import Ledger
import Values

/// Rows that differ little from an entry that the file no longer has. A broker that corrects the price of a sale exports the row anew: it is added, since
/// nothing shows that it is not another sale, and a notice tells of it, since the sale may count twice now.
struct NearMatches {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// The fields that a row and an entry share where the row may be the entry with its price corrected.
    private struct SharedFields: Hashable {
        let day: Day, kind: ActivityKind, subtype: ActivitySubtype?, account: AccountID, instrument: InstrumentID?
        let quantity: FixedDecimal?, amount: FixedDecimal?, currency: Currency?

        /// Nil where there is neither a quantity nor an amount to tell it by.
        init?(_ activity: Activity) {
            if activity.quantity == nil, activity.amount == nil { return nil }
            (day, kind, subtype, account, instrument) = (activity.date, activity.kind, activity.subtype, activity.account, activity.instrument)
            let isOfUnits = activity.quantity != nil && activity.instrument != nil
            (quantity, amount, currency) = isOfUnits ? (activity.quantity, nil, nil) : (nil, activity.amount, activity.currency)
        }
    }

    /// What a row and an entry share where the row may be the entry with its quantity, its sum or its ratio corrected: the words told with it as well.
    private struct Occasion: Hashable {
        let day: Day, kind: ActivityKind, subtype: ActivitySubtype?, account: AccountID, instrument: InstrumentID?, currency: Currency, notes: String

        init(_ activity: Activity) {
            (day, kind, subtype, account, instrument) = (activity.date, activity.kind, activity.subtype, activity.account, activity.instrument)
            (currency, notes) = (activity.currency, activity.notes)
        }
    }

    /// What a row and an entry share where the row may be the entry with its day corrected: all figures and words.
    private struct Deed: Hashable {
        let kind: ActivityKind, subtype: ActivitySubtype?, account: AccountID, instrument: InstrumentID?, figures: [FixedDecimal?], currency: Currency, notes: String

        /// Nil where there is neither a quantity nor an amount, nor a ratio, to tell it by.
        init?(_ activity: Activity) {
            let ratio = activity.detail?.ratio?.terms
            if activity.quantity == nil, activity.amount == nil, ratio == nil { return nil }
            (kind, subtype, account, instrument) = (activity.kind, activity.subtype, activity.account, activity.instrument)
            figures = [activity.quantity, activity.price, activity.amount, activity.fee, activity.tax] + [ratio?.new, ratio?.old].map { $0.map(FixedDecimal.init(units:)) }
            (currency, notes) = (activity.currency, activity.notes)
        }
    }

    /// What a row and an entry share where money went the same way, and only what it was for is told otherwise by now: a payment, or interest, that became a transfer.
    private struct Movement: Hashable {
        let day: Day, account: AccountID, amount: FixedDecimal, currency: Currency, isOut: Bool

        /// Nil for what is no money that comes or goes.
        init?(_ activity: Activity) {
            guard activity.instrument == nil, let amount = activity.amount else { return nil }
            switch activity.kind {
            case .withdrawal, .transferOut: isOut = true
            case .deposit, .transferIn: isOut = false
            case .interest, .credit: isOut = amount.isNegative
            case .fee, .tax: isOut = !amount.isNegative
            default: return nil
            }
            (day, account, self.amount, currency) = (activity.date, activity.account, amount.magnitude, activity.currency)
        }
    }

    /// A row of the file, and the entry that it was.
    private typealias Pair = (line: Int, row: Activity, entry: UnmatchedEntry)

    /// A day is corrected by a week at most; what comes back later is something that happens again.
    private static let mostDays: Int32 = 7

    /// What a row is looked up by among the entries that the file lacks: the shared fields, and all figures too where row and entry each have an id.
    private struct Likeness: Hashable { let shared: SharedFields, figures: Fingerprint? }

    /// Notes rows to be added that resemble entries which the file lacks: of the same day, account, type, symbol and quantity, or for
    /// money the same amount; else of the same day, account, type, symbol and notes, or of another day near by and the same in all else, or of the same day, account
    /// and sum and the same way, where there is one such row and one such entry. Row and
    /// entry with different ids are two rows, unless all figures agree, since an app may number its rows anew. Each entry is noted once.
    ///
    /// - Parameters:
    ///   - left: the entries that the file lacks, as they are visited.
    ///   - namesakes: rows under the id of an entry which is another row.
    /// - Returns: the entries that are told of.
    func note(_ left: [UnmatchedEntry], _ namesakes: [Int: ImportContext.ImportedEntry], _ plan: inout ImportPlan) -> Set<EntryID> {
        let hasIDs = !plan.activities.sourceIDs.isEmpty
        func likeness(_ shared: SharedFields, _ activity: Activity) -> Likeness {
            Likeness(shared: shared, figures: hasIDs && activity.hasSourceID ? basis.fingerprint(activity, hasNotes: false) : nil)
        }
        var entries: [Likeness: [UnmatchedEntry]] = [:], others: [UnmatchedEntry] = []
        // The first of each comes last.
        for entry in left.reversed() where basis.context.isAsImported(entry.id) {
            if let shared = SharedFields(entry.activity) { entries[likeness(shared, entry.activity), default: []].append(entry) } else { others.append(entry) }
        }
        others += outside(plan)
        if entries.isEmpty, others.isEmpty, namesakes.isEmpty { return [] }
        let all = Set((entries.values.joined() + others).map(\.id))
        var anew: [(line: Int, message: String)] = [], renamed: [(line: Int, message: String)] = [], found: [Pair] = [], rest: [(line: Int, row: Activity)] = []
        for position in plan.activities.indices where !plan.matching.settledRows.contains(plan.activities.row(at: position)) {
            let row = plan.activities[position], line = plan.activities.line(at: position)
            if let entry = namesakes[plan.activities.row(at: position)] {
                renamed.append((line, differs(row, entry)))
            } else if let shared = SharedFields(row) {
                if let entry = row.hasSourceID ? entries[likeness(shared, row)]?.popLast() : nil {
                    anew.append((line, isNumberedAnew(entry)))
                } else if let entry = entries[Likeness(shared: shared, figures: nil)]?.popLast() {
                    found.append((line, row, entry))
                } else {
                    rest.append((line, row))
                }
            } else {
                rest.append((line, row))
            }
        }
        let unmatched = entries.values.flatMap(\.self) + others, pairs = onlyPairs(rest, unmatched, by: Occasion.init) { _, _ in true }
        let lines = Set(pairs.map(\.line)), told = Set(pairs.map(\.entry.id))
        let redated = onlyPairs(rest.filter { !lines.contains($0.line) }, unmatched.filter { !told.contains($0.id) }, by: Deed.init) {
            abs($0.date.number - $1.date.number) <= Self.mostDays
        }
        let seen = lines.union(redated.map(\.line)), known = told.union(redated.map(\.entry.id))
        let recast = onlyPairs(rest.filter { !seen.contains($0.line) }, unmatched.filter { !known.contains($0.id) }, by: Movement.init) { $0.kind != $1.kind }
        let corrected = found + pairs + redated + recast
        let settled = Set(corrected.map(\.entry.id)), spare = unmatched.filter { !settled.contains($0.id) }
        let parts = otherParts(of: corrected, rest, spare)
        let nearly = anew + Dictionary(grouping: corrected + parts, by: \.line).map { ($0, isCorrected($1)) }
        note(nearly, &plan) { "\($0) rows are nearly entries that the file lacks" }
        note(renamed, &plan) { "\($0) rows have the ids of entries that are other rows" }
        return all.subtracting(spare.map(\.id)).union(parts.map(\.entry.id))
    }

    /// An entry before the first day of the file, or behind its last, that alone is left of an export whose other rows are there: its day may have been corrected into those of the file.
    private func outside(_ plan: ImportPlan) -> [UnmatchedEntry] {
        guard let days = plan.activities.days, !plan.activities.isEmpty, plan.verdicts.count(.alreadyThere) > 0 else { return [] }
        let accounts = Set(plan.activities.map(\.account))
        func alone(_ range: ClosedRange<Day>) -> UnmatchedEntry? {
            var found: [UnmatchedEntry] = []
            basis.context.recorded?(range) { id, activity in
                if found.count < 2, accounts.contains(activity.account), basis.context.void(id) == nil, basis.context.isAsImported(id) {
                    found.append(UnmatchedEntry(id: id, activity: activity))
                }
            }
            return found.count == 1 ? found.first : nil
        }
        // Nothing lies before the first of all days, nor behind the last.
        let before = days.lowerBound == .min ? nil : alone(.min...Day(number: days.lowerBound.number - 1))
        let behind = days.upperBound == .max ? nil : alone(Day(number: days.upperBound.number + 1)...(.max))
        return [before, behind].compactMap(\.self)
    }

    /// The rows that share what a key tells with one entry, which shares it with no other row: nothing else can be meant.
    private func onlyPairs<Key: Hashable>(
        _ rows: [(line: Int, row: Activity)], _ entries: [UnmatchedEntry], by key: (Activity) -> Key?, where fits: (Activity, Activity) -> Bool
    ) -> [Pair] {
        let entries = Dictionary(grouping: entries) { key($0.activity) }
        return Dictionary(grouping: rows) { key($0.row) }.compactMap { shared, rows in
            guard shared != nil, rows.count == 1, let row = rows.first, let own = entries[shared], own.count == 1, let entry = own.first,
                !(row.row.hasSourceID && entry.activity.hasSourceID), fits(row.row, entry.activity)
            else { return nil }
            return (row.line, row.row, entry)
        }
    }

    /// The other entries that a row became whose own parts have changed as well, so that no figure tells them: each is the only one left of its day, kind, account and symbol.
    private func otherParts(of corrected: [Pair], _ rows: [(line: Int, row: Activity)], _ spare: [UnmatchedEntry]) -> [Pair] {
        if rows.isEmpty || spare.isEmpty { return [] }
        let told = Dictionary(grouping: corrected, by: \.line)
        return rows.compactMap { line, row in
            guard let known = told[line], let day = known.first?.entry.activity.date, !known.contains(where: { $0.row == row }) else { return nil }
            let own = spare.filter { entry in
                let other = entry.activity
                return other.date == day && other.kind == row.kind && other.account == row.account && other.instrument == row.instrument
            }
            return own.count == 1 ? (line, row, own[0]) : nil
        }
    }

    /// What is told of a row, which may have become several entries.
    private func isCorrected(_ pairs: [Pair]) -> String {
        let pairs = pairs.sorted { $0.entry.id.rawValue < $1.entry.id.rawValue }
        let told = pairs.map { pair in
            var change = RowChange(from: pair.entry.activity, to: pair.row, basis.scope, instrument: basis.instrument)
            change.addNotes(from: pair.entry.activity, to: pair.row)
            return (id: pair.entry.id.rawValue, before: change.before)
        }
        let entries = told.map { "\($0.id) (\($0.before) there)" }.joined(separator: " and "), voids = told.map { "void(\($0.id))" }.joined(separator: " and ")
        return "nearly \(told.count == 1 ? "entry" : "entries") \(entries): if the file was corrected, \(voids)"
    }

    private func isNumberedAnew(_ entry: UnmatchedEntry) -> String {
        let id = MessageText.cut(entry.activity.detail?.sourceID ?? ""), number = entry.id.rawValue
        return "equal in all figures to entry \(number), whose id is \"\(id)\": if its source has numbered its rows anew, void(\(number))"
    }

    private func differs(_ row: Activity, _ entry: ImportContext.ImportedEntry) -> String {
        let change = RowChange(from: entry.activity, to: row, basis.scope, instrument: basis.instrument), number = entry.id.rawValue
        return "another row than entry \(number), which has its id (\(change.before) there): it is added without the id; if the file was corrected, void(\(number))"
    }

    private func note(_ rows: [(line: Int, message: String)], _ plan: inout ImportPlan, _ together: (Int) -> String) {
        let rows = rows.sorted { $0.line < $1.line }
        for row in rows { plan.verdicts.change(line: row.line, to: .add, issue: ImportIssue(.changedRow, file: plan.file, line: row.line, message: row.message)) }
        plan.note(.nearlyThere, rows) {
            "line \($0.line) is \($0.message)"
        } together: {
            "\(together(rows.count)); line \($0.line) is \($0.message); the message of each row says the same of it"
        }
    }
}

/// The fields in which a row differs from the entry that it became.
struct RowChange {
    private struct Field { let name: String, before: String, now: String, isFigure: Bool }

    private var fields: [Field] = []

    init(from before: Activity, to now: Activity, _ scope: FileScope, instrument: (Int32) -> Instrument) {
        func symbol(_ activity: Activity) -> String { activity.instrument.map { instrument($0.rawValue).symbol } ?? "" }
        func type(_ activity: Activity) -> String { activity.subtype.map { "\(activity.kind.rawValue), \($0.rawValue)" } ?? activity.kind.rawValue }
        add("type", type(before), type(now), isFigure: false)
        add("symbol", symbol(before), symbol(now), isFigure: false)
        add("status", before.status.rawValue, now.status.rawValue)
        add("date", before.date.description, now.date.description)
        add("quantity", before.quantity?.description, now.quantity?.description)
        add("price", before.price?.description, now.price?.description)
        add("amount", before.amount?.description, now.amount?.description)
        add("fee", before.fee.description, now.fee.description)
        addTerms(from: before, to: now, scope.terms, instrument)
        if scope.isLoose { return }
        add("tax", before.tax.description, now.tax.description)
        // Amending keeps the currency of an entry.
        add("currency", before.currency.code, now.currency.code, isFigure: false)
        add("fx_rate", before.fxRate?.description, now.fxRate?.description)
    }

    private mutating func addTerms(from before: Activity, to now: Activity, _ terms: ActivityFields, _ instrument: (Int32) -> Instrument) {
        func both(_ text: (ActivityDetail) -> String?) -> (String?, String?) { (before.detail.flatMap(text), now.detail.flatMap(text)) }
        let told: [(ActivityFields, String, (String?, String?))] = [
            (.ratio, "ratio", both { $0.ratio?.description }), (.into, "into", both { $0.into.map { instrument($0.rawValue).symbol } }),
            (.share, "share", both { $0.share?.description }), (.opened, "opened", both { $0.opened?.description }),
            (.settle, "settle", ((before.detail?.settles ?? before.currency).code, (now.detail?.settles ?? now.currency).code)),
        ]
        for (field, name, (before, now)) in told where terms.contains(field) { add(name, before, now) }
    }

    /// Compares the notes too.
    mutating func addNotes(from before: Activity, to now: Activity) {
        add("notes", before.notes.isEmpty ? nil : "\"\(MessageText.cut(before.notes))\"", now.notes.isEmpty ? nil : "\"\(MessageText.cut(now.notes))\"", isFigure: false)
    }

    private mutating func add(_ name: String, _ before: String?, _ now: String?, isFigure: Bool = true) {
        if before != now { fields.append(Field(name: name, before: before ?? "", now: now ?? "", isFigure: isFigure)) }
    }

    /// The differing fields as the entry has them: `price 250.1, fee 1`.
    var before: String { fields.map { "\($0.name) \($0.before.isEmpty ? "not told" : $0.before)" }.joined(separator: ", ") }

    /// `where the quantity is 12 and not 13`.
    var sentence: String {
        let parts = fields.map { "the \($0.name) is \($0.before.isEmpty ? "not told" : $0.before) and not \($0.now.isEmpty ? "left out" : $0.now)" }
        return "where " + parts.joined(separator: ", ")
    }

    /// Tells that an entry is of another account than the row.
    mutating func addAccount(from before: String, to now: String) { add("account", "\"\(MessageText.cut(before))\"", "\"\(MessageText.cut(now))\"", isFigure: false) }

    /// The command that gives an entry the figures of the file; nil where it cannot be amended to them.
    func command(_ entry: EntryID) -> String? {
        guard fields.allSatisfy(\.isFigure) else { return nil }
        let told = fields.filter { !$0.now.isEmpty }.map { "\($0.name)=\(Self.written($0))" }, left = fields.filter(\.now.isEmpty).map { "\"\($0.name)\"" }
        let without = left.isEmpty ? [] : ["without={\(left.joined(separator: ", "))}"]
        return "amend{id=\(entry.rawValue), \((told + without).joined(separator: ", "))}"
    }

    private static func written(_ field: Field) -> String {
        let isText = ["status", "date", "time", "ratio", "into", "opened", "settle"].contains(field.name)
        if isText { return "\"\(field.now)\"" }
        // A script refuses a float of more digits, since their end is in doubt.
        return field.now.count(where: \.isNumber) > mostDigits ? "D\"\(field.now)\"" : field.now
    }

    private static let mostDigits = 15
}

/// A row that is other by now than the entries that it became: a trade, and what another account sent for it.
struct ChangedRow {
    /// The entries that differ, with how; nil for one that the file no longer tells.
    private(set) var parts: [(entry: EntryID, change: RowChange?)] = []

    mutating func add(_ entry: EntryID, _ change: RowChange?) { parts.append((entry, change)) }

    /// What differs, entry by entry.
    var sentence: String {
        let told = parts.map { "as entry \($0.entry.rawValue), \($0.change?.sentence ?? "which the file no longer tells")" }
        return "the book has this row \(told.joined(separator: "; "))"
    }

    /// The commands that give the entries the figures of the file, all of which are needed.
    var remedy: String {
        let keep = "partial=true imports the other rows and leaves this as the book has it", commands = parts.compactMap { $0.change?.command($0.entry) }
        let isWhole = commands.count == parts.count, calls = isWhole ? commands : parts.map { "void(\($0.entry.rawValue))" }
        let list = calls.count == 1 ? calls[0] : "\(calls.dropLast().joined(separator: ", ")) and \(calls[calls.count - 1])"
        if !isWhole { return "\(list)\(calls.count == 1 ? "" : ",") and import again to take the file's; \(keep)" }
        return "\(list) \(calls.count == 1 ? "takes" : "take") the file's; \(keep)"
    }
}
