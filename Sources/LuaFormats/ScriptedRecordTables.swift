import Formats
import LuaKit
import Values

/// A file as a script sees it that reads the whole of it.
struct ScriptedRecordTables {
    /// The records: cells by number, those below a heading by that too, and `line`.
    let records: LuaValue
    /// The file: its name, its headings, and what was told of its rows.
    let file: LuaValue

    /// The tables of a file.
    init(_ file: ScriptedRecords) {
        let headings = file.header
        records = .list(file.records.map { Self.table($0, headings) })
        var fields: [(String, LuaValue)] = [("name", .string(file.name)), ("header", .list(headings.map { .string($0) }))]
        fields += Self.told(file.options)
        self.file = .table(fields.map { LuaPair(.string($0.0), $0.1) })
    }

    /// What was told of the rows of a file.
    static func told(_ options: ImportOptions) -> [(String, LuaValue)] {
        var fields: [(String, LuaValue)] = []
        if let account = options.account { fields.append(("account", .string(account))) }
        if let currency = options.currency { fields.append(("currency", .string(currency.code))) }
        if let order = options.dateOrder { fields.append(("date_order", .string(order.rawValue))) }
        if let mark = options.decimalMark { fields.append(("decimal_mark", .string(mark == .comma ? "comma" : "point"))) }
        fields.append(("types", .table(options.types.sorted { $0.key < $1.key }.map { LuaPair(.string($0.key), .string($0.value)) })))
        return fields
    }

    private static func table(_ record: ScriptedRecord, _ headings: [String]) -> LuaValue {
        var named: [String: LuaValue] = [:]
        for (heading, cell) in zip(headings, record.cells) where !heading.isEmpty && named[heading] == nil { named[heading] = .string(cell) }
        named["line"] = .integer(record.line)
        let places = record.cells.enumerated().map { LuaPair(.integer($0.offset + 1), .string($0.element)) }
        return .table(places + named.sorted { $0.key < $1.key }.map { LuaPair(.string($0.key), $0.value) })
    }
}
