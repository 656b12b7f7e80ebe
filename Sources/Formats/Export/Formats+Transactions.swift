public import Ledger
import Values

extension Formats {
    /// The ledger's activities as a transactions CSV, in the order in which they happened; voided ones are left out.
    ///
    /// Imported into an empty book it gives the same activities, with an amount only where quantity and price do not tell it. The first
    /// ten columns are always there, others where an activity or an instrument needs them: `group` ties the two sides of a transfer, and where lots
    /// are named, `lots` names them by the `id` of the row that opened them.
    public static func transactionsCSV(_ ledger: Ledger) -> String {
        TransactionsWriter(ledger).text()
    }
}

/// Writes activities as rows of a transactions CSV.
private struct TransactionsWriter {
    private let ledger: Ledger
    private let rows: [Int]
    private let columns: [ImportField]
    private static let always: Set<ImportField> = [.date, .type, .account, .symbol, .quantity, .price, .fee, .amount, .currency, .notes]
    private static let order: [ImportField] = [
        .date, .time, .type, .subtype, .status, .account, .portfolio, .symbol, .name, .kind, .multiplier, .quantity, .price, .fee, .tax,
        .gross, .amount, .currency, .fxRate, .settle, .ratio, .into, .share, .opened, .group, .lots, .id, .notes,
    ]

    init(_ ledger: Ledger) {
        self.ledger = ledger
        let rows = ledger.activities.rowsInOrder().map(Int.init).filter { !ledger.activities.isVoid(at: $0) }
        self.rows = rows
        var used = Self.always
        for row in rows {
            let figures = ActivityFigures(ledger.activities.activity(at: row), ledger)
            for field in Self.order where field != .id && !used.contains(field) && !figures.text(field).isEmpty { used.insert(field) }
        }
        if used.contains(.lots) { used.insert(.id) }
        columns = Self.order.filter(used.contains)
    }

    func text() -> String {
        var writer = CSVWriter()
        writer.line(columns.map(\.rawValue))
        for row in rows {
            let figures = ActivityFigures(ledger.activities.activity(at: row), ledger)
            for field in columns { writer.field(field == .id ? ledger.activities.id(at: row).rawValue.description : figures.text(field)) }
            writer.endLine()
        }
        return writer.text
    }
}
