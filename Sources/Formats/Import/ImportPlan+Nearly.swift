import Ledger
import Values

/// Rows that are nearly an entry which the file lacks by now. A broker that corrects the price of a sale exports the row anew: it is added, since
/// nothing shows that it is no other sale, and told, since it may count the sale twice.
extension ImportPlan {
    /// What a row and an entry have in common where one may be the other corrected.
    private struct Gist: Hashable {
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

    /// What is looked for among the entries that the file lacks: the gist, and where row and entry each have an id, all figures.
    private struct Likeness: Hashable { let gist: Gist, figures: Fingerprint? }

    /// Tells of rows to be added that are nearly entries of the book which no row of the file is: of the same day, account, type, symbol and quantity, or for
    /// money the same amount. Of two ids each is a row of its own, but an app may number its rows anew: then all figures are equal. Each entry is told once.
    ///
    /// - Parameters:
    ///   - left: the entries that the file lacks, as they are visited.
    ///   - namesakes: rows under the id of an entry which is another row.
    mutating func tellNearly(
        _ left: [LeftEntry], _ namesakes: [Int: ImportContext.ImportedEntry], _ context: ImportContext, _ scope: FileScope, _ instrument: (Int32) -> Instrument
    ) {
        let hasIDs = !activities.sourceIDs.isEmpty
        func likeness(_ gist: Gist, _ activity: Activity) -> Likeness {
            Likeness(gist: gist, figures: hasIDs && activity.hasSourceID ? context.fingerprint(activity, scope, hasNotes: false) : nil)
        }
        var entries: [Likeness: [LeftEntry]] = [:]
        // The first of each comes last.
        for entry in left.reversed() where context.isAsImported(entry.id) {
            if let gist = Gist(entry.activity) { entries[likeness(gist, entry.activity), default: []].append(entry) }
        }
        if entries.isEmpty, namesakes.isEmpty { return }
        var nearly: [(line: Int, message: String)] = [], others: [(line: Int, message: String)] = []
        for position in activities.indices where !settledRows.contains(activities.row(at: position)) {
            let row = activities[position], line = activities.line(at: position)
            if let entry = namesakes[activities.row(at: position)] {
                others.append((line, Self.differs(row, entry, scope, instrument)))
            } else if let gist = Gist(row) {
                if let entry = row.hasSourceID ? entries[likeness(gist, row)]?.popLast() : nil {
                    nearly.append((line, Self.isNumberedAnew(entry)))
                } else if let entry = entries[Likeness(gist: gist, figures: nil)]?.popLast() {
                    nearly.append((line, Self.isCorrected(row, entry, scope, instrument)))
                }
            }
        }
        tell(nearly) { "\($0) rows are nearly entries that the file lacks" }
        tell(others) { "\($0) rows have the ids of entries that are other rows" }
    }

    private static func isCorrected(_ row: Activity, _ entry: LeftEntry, _ scope: FileScope, _ instrument: (Int32) -> Instrument) -> String {
        var change = RowChange(from: entry.activity, to: row, scope, instrument: instrument)
        change.addNotes(from: entry.activity, to: row)
        return "nearly entry \(entry.id.rawValue) (\(change.before) there): if the file was corrected, void(\(entry.id.rawValue))"
    }

    private static func isNumberedAnew(_ entry: LeftEntry) -> String {
        let id = ShownText.cut(entry.activity.detail?.sourceID ?? ""), number = entry.id.rawValue
        return "equal in all figures to entry \(number), whose id is \"\(id)\": if its source has numbered its rows anew, void(\(number))"
    }

    private static func differs(_ row: Activity, _ entry: ImportContext.ImportedEntry, _ scope: FileScope, _ instrument: (Int32) -> Instrument) -> String {
        let change = RowChange(from: entry.activity, to: row, scope, instrument: instrument), number = entry.id.rawValue
        return "another row than entry \(number), which has its id (\(change.before) there): it is added without the id; if the file was corrected, void(\(number))"
    }

    private mutating func tell(_ rows: [(line: Int, message: String)], _ together: (Int) -> String) {
        let rows = rows.sorted { $0.line < $1.line }
        for row in rows { verdicts.change(line: row.line, to: .add, issue: ImportIssue(.changedRow, file: file, line: row.line, message: row.message)) }
        note(.nearlyThere, rows) { "line \($0.line) is \($0.message)" } together: {
            "\(together(rows.count)); line \($0.line) is \($0.message); the message of each row says the same of it"
        }
    }
}
