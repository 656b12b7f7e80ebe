import Formats
import Storage

/// The SQLite file of GnuCash.
enum GnuCashDatabase {
    /// The book in it as XML; nil where the file is another program's.
    static func xml(ofFile path: String) throws -> String? {
        let names = try ForeignTable("sqlite_master", columns: ["name"]).rows(of: path, order: "name").compactMap { if case .text(let name) = $0[0] { name } else { nil } }
        let there = Set(names)
        guard GnuCashTables.fits(there) else { return nil }
        var rows: [String: [GnuCashTables.Row]] = [:], counts: [String: Int] = [:]
        for table in GnuCashTables.tables where there.contains(table.name) {
            rows[table.name] = try ForeignTable(table.name, columns: table.columns).rows(of: path, order: table.order).map { values in
                var row: GnuCashTables.Row = [:]
                for (name, value) in zip(table.columns, values) { row[name] = text(value) }
                return row
            }
        }
        for table in GnuCashTables.counted where there.contains(table.name) {
            counts[table.name] = try ForeignTable(table.name, columns: ["1"]).rows(of: path, order: "1").count
        }
        return GnuCashTables(rows: rows, counts: counts).xml
    }

    private static func text(_ value: ForeignTable.Value) -> String? {
        switch value {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        }
    }
}
