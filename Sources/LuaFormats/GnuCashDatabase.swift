import Formats
import LuaKit
import Storage

/// The SQLite file of GnuCash.
enum GnuCashDatabase {
    /// The book in it as XML; nil where the file is another program's.
    ///
    /// - Parameter shouldStop: asked now and then; `true` ends the reading.
    static func xml(ofFile path: String, shouldStop: (() -> Bool)? = nil) throws -> String? {
        let file = try ForeignFile(path, shouldStop: shouldStop)
        if let lost = GnuCashTables.lost(from: Set(file.tables.keys)) { throw unlike(path, "is no table \(lost)") }
        guard GnuCashTables.fits(Set(file.tables.keys)) else { return nil }
        var rows: [String: [GnuCashTables.Row]] = [:], counts: [String: Int] = [:]
        for table in GnuCashTables.tables {
            guard let there = file.tables[table.name] else { continue }
            if let lost = table.columns.first(where: { !there.contains($0) && !table.optional.contains($0) }) {
                throw unlike(path, "is no column \(lost) in \(table.name)")
            }
            let columns = table.columns.filter(there.contains), order = table.order.filter(there.contains)
            let found = try file.rows(of: ForeignTable(table.name, columns: columns), order: order.isEmpty ? "1" : order.joined(separator: ", "))
            rows[table.name] = found.map { values in
                var row: GnuCashTables.Row = [:]
                for (name, value) in zip(columns, values) { row[name] = text(value) }
                return row
            }
        }
        for table in GnuCashTables.counted { counts[table.name] = try file.count(of: table.name) }
        return GnuCashTables(rows: rows, counts: counts).xml
    }

    private static func unlike(_ path: String, _ lack: String) -> LuaMisuse {
        LuaMisuse(
            "\(path) has tables of GnuCash, but there \(lack)", field: "path", hint: "open it in GnuCash, and save it again under another name", kind: "not_a_book")
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
