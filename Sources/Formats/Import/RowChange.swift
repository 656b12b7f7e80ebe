import Ledger
import Values

/// In what a row differs from the entry that it became.
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
        add("time", before.time?.description, now.time?.description)
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

    /// Minds the notes too, which make two rows of what is otherwise the same.
    mutating func addNotes(from before: Activity, to now: Activity) {
        add("notes", before.notes.isEmpty ? nil : "\"\(ShownText.cut(before.notes))\"", now.notes.isEmpty ? nil : "\"\(ShownText.cut(now.notes))\"", isFigure: false)
    }

    private mutating func add(_ name: String, _ before: String?, _ now: String?, isFigure: Bool = true) {
        if before != now { fields.append(Field(name: name, before: before ?? "", now: now ?? "", isFigure: isFigure)) }
    }

    /// How the entry has it: `price 250.1, fee 1`.
    var before: String { fields.map { "\($0.name) \($0.before.isEmpty ? "not told" : $0.before)" }.joined(separator: ", ") }

    /// `where the quantity is 12 and not 13`.
    var sentence: String {
        let parts = fields.map { "the \($0.name) is \($0.before.isEmpty ? "not told" : $0.before) and not \($0.now.isEmpty ? "left out" : $0.now)" }
        return "where " + parts.joined(separator: ", ")
    }

    /// What to say to take what the file has by now.
    func remedy(_ entry: EntryID) -> String {
        let keep = "partial=true imports the other rows and leaves this as the book has it"
        guard fields.allSatisfy(\.isFigure) else { return "void(\(entry.rawValue)) and import again to take the file's; \(keep)" }
        let told = fields.filter { !$0.now.isEmpty }.map { "\($0.name)=\(Self.written($0))" }, left = fields.filter(\.now.isEmpty).map { "\"\($0.name)\"" }
        let without = left.isEmpty ? [] : ["without={\(left.joined(separator: ", "))}"]
        return "amend{id=\(entry.rawValue), \((told + without).joined(separator: ", "))} takes the file's; \(keep)"
    }

    private static func written(_ field: Field) -> String { ["status", "date", "time", "ratio", "into", "opened", "settle"].contains(field.name) ? "\"\(field.now)\"" : field.now }
}
