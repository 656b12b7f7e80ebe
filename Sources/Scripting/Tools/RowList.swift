import Frames
import LuaKit
import LuaSurface
import Values

/// A list of rows as a script makes it: tables with fields, rows of frames, or lists of cells for columns that are named.
struct RowList {
    /// The columns, in order.
    private(set) var columns: [String]
    /// The cells of each row by column; what a row does not have is not in it.
    private(set) var rows: [[String: LuaValue]] = []

    /// Whether a value is a list, of rows at least in its first place.
    static func isList(_ value: LuaValue?) -> Bool {
        guard let items = value?.array, let first = items.first else { return false }
        switch first {
        case .table(let pairs): return pairs.contains { $0.key.stringValue != nil }
        case .reference: return true
        case .none, .boolean, .integer, .number, .string, .boxed, .object, .function, .other: return false
        }
    }

    /// What may stand beside the rows of a list: the names of the columns, and what the rows are.
    private static let beside: Set = ["columns", "name"]

    /// Reads a list. Without names of columns, given or beside the rows, the columns are the fields in the order in which they first come, those of one table by the alphabet,
    /// since Lua keeps no order of its own.
    ///
    /// - Throws: a misuse that names the row.
    init(_ value: LuaValue, columns wanted: [String]?, in function: String, _ runtime: Runtime) throws {
        if let strange = value.fields?.first(where: { !Self.beside.contains($0.name) }) {
            throw LuaMisuse("\(function): the list of rows has a field \(strange.name)", field: "rows", hint: "a row is a table of its own: {{\(strange.name)=…}}")
        }
        let items = try value.items(of: "\(function): the list of rows", field: "rows", beside: Self.beside) ?? []
        let wanted = try wanted ?? RowsModule.names(value.fields?.first { $0.name == "columns" }?.value ?? .none)
        columns = wanted ?? []
        var known = Set(columns)
        if known.count < columns.count { throw LuaMisuse("\(function): two columns have one name", field: "columns", kind: "duplicate_column") }
        for (place, item) in items.enumerated() {
            let cells: [(name: String, value: LuaValue)]
            switch item {
            case .table: cells = try Self.cells(item, columns: wanted, "\(function): row \(place + 1)")
            case .reference: cells = try Self.cells(ofRow: item, runtime)
            case .none, .boolean, .integer, .number, .string, .boxed, .object, .function, .other:
                throw LuaMisuse(
                    "\(function): row \(place + 1) must be a table with fields, got \(PlainText.typeName(of: item))", field: "rows", hint: "write {{date=…, amount=…}, …}")
            }
            if wanted == nil { for cell in cells where known.insert(cell.name).inserted { columns.append(cell.name) } }
            if let strange = cells.first(where: { !known.contains($0.name) }), let wanted, let near = nearestName(to: strange.name, in: wanted) {
                throw LuaMisuse(
                    "\(function): row \(place + 1) has a field \(strange.name), which is no column", field: strange.name, hint: Suggestion(near).question, kind: "unknown_column")
            }
            rows.append(Dictionary(cells.map { ($0.name, $0.value) }) { $1 })
        }
    }

    /// The cells of a table: its fields, or its items for the columns in their order.
    private static func cells(_ row: LuaValue, columns: [String]?, _ place: String) throws -> [(name: String, value: LuaValue)] {
        let fields = row.fields ?? []
        guard fields.isEmpty, case .table(let pairs) = row, !pairs.isEmpty else { return fields }
        guard let columns else { throw LuaMisuse("\(place) has no fields", field: "rows", hint: "name the columns: columns={\"date\", \"amount\"}") }
        return try pairs.compactMap { pair in
            guard case .integer(let number) = pair.key, number > 0, number <= columns.count else {
                throw LuaMisuse("\(place) has more cells than there are columns, which are \(columns.joined(separator: ", "))", field: "rows")
            }
            return (columns[number - 1], pair.value)
        }
    }

    /// The cells of a row of a frame, in the order of its columns.
    static func cells(ofRow row: LuaValue, _ runtime: Runtime) throws -> [(name: String, value: LuaValue)] {
        guard case .function(let read) = runtime.lua.compile(reading, name: "=rows", isBuiltin: true), let values = try runtime.lua.call(read, [row]).first?.array else {
            return []
        }
        return stride(from: 0, to: values.count - 1, by: 2).map { (PlainText.plain(values[$0]), values[$0 + 1]) }
    }

    /// Lua source that gives the names and cells of a row in turn; a cell without a value is left out.
    private static let reading = "local list = {} for name, cell in pairs(...) do if cell ~= nil then list[#list + 1] = name list[#list + 1] = cell end end return list"
}

extension RowList {
    /// The rows as a frame. A column has the one type that its cells have; whole numbers and decimals together are decimals.
    ///
    /// - Throws: a misuse that names the column and the row where the cells do not go together.
    func frame(named name: String, in function: String, _ runtime: Runtime) throws -> Frame {
        var schemas: [ColumnSchema] = [], cells: [[FrameValue]] = []
        for column in columns {
            var found = ColumnType?.none, values: [FrameValue] = []
            for (place, row) in rows.enumerated() {
                let value = try Self.cell(row[column] ?? .none, "\(function): \(column) of row \(place + 1)", runtime)
                values.append(value)
                guard let type = Self.type(of: value) else { continue }
                guard let before = found, before != type else {
                    found = type
                    continue
                }
                guard [before, type].allSatisfy({ $0 == .int || $0 == .decimal }) else {
                    throw LuaMisuse(
                        "\(function): \(column) of row \(place + 1) is \(Self.noun(type)), and \(Self.noun(before)) in the rows before it", field: column,
                        hint: "a column has values of one type; tostring(value) makes a text of any", kind: "type_mismatch")
                }
                found = .decimal
            }
            let isMoney = Self.sums.contains(column) && columns.contains("currency") && (found == .int || found == .decimal)
            schemas.append(isMoney ? .money(column) : ColumnSchema(column, found ?? .text))
            cells.append(values)
        }
        var builder = FrameBuilder(name, schemas)
        for place in rows.indices { try builder.append(cells.map { $0[place] }) }
        return builder.frame()
    }

    /// What columns of money are called, which are shown and totalled by the column `currency` beside them.
    private static let sums: Set = [
        "amount", "net", "gross", "balance", "value", "market_value", "cost", "cost_basis", "gain", "fee", "tax", "cash", "proceeds", "total", "income",
    ]

    /// A value as a cell of a frame.
    private static func cell(_ value: LuaValue, _ place: String, _ runtime: Runtime) throws -> FrameValue {
        switch value {
        case .none: return .none
        case .boolean(let truth): return .bool(truth)
        case .integer(let number): return .int(Int64(number))
        case .number: return try Coercion.decimal(value).map { .decimal($0) } ?? .none
        case .string(let text): return .text(text)
        case .boxed(let box) where box.type == .decimal: return .decimal(box.decimal)
        case .boxed(let box) where box.type == .date: return try Coercion.day(value).map { .day($0) } ?? .none
        case .boxed(let box) where box.type == .datetime: return .instant(box.instant)
        case .boxed where runtime.isNull(value): return .none
        case .boxed: return .text(try runtime.plain(value))
        case .object(let object) where object.type == .money:
            throw LuaMisuse("\(place) is money", hint: "give its parts: amount=m.amount, currency=m.currency", kind: "type_mismatch")
        case .object, .table, .function, .reference, .other:
            throw LuaMisuse(
                "\(place) is \(PlainText.typeName(of: value)), which no cell can hold", hint: "cells are texts, numbers, dates, moments, true and false", kind: "type_mismatch")
        }
    }

    private static func type(of value: FrameValue) -> ColumnType? {
        switch value {
        case .none: nil
        case .int: .int
        case .decimal: .decimal
        case .text: .text
        case .day: .day
        case .instant: .instant
        case .bool: .bool
        }
    }

    private static func noun(_ type: ColumnType) -> String {
        switch type {
        case .int, .decimal: "a number"
        case .text: "a text"
        case .day: "a date"
        case .instant: "a moment"
        case .bool: "true or false"
        }
    }
}
