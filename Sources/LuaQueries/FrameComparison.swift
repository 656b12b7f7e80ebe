import Frames
import LuaKit
import LuaSurface
import Values

/// Two frames of the same question side by side: rows are joined by their keys, and each number is shown before, after, and as the change.
struct FrameComparison {
    private let before: Frame
    private let after: Frame
    private let options: ComparisonOptions
    private let keys: [String]

    /// The comparison of two frames.
    ///
    /// - Throws: a misuse where no columns tell rows apart.
    init(_ before: Frame, _ after: Frame, _ options: ComparisonOptions) throws {
        (self.before, self.after, self.options) = (before, after, options)
        keys = try Self.keys(before, after, options)
    }

    /// The key columns: those named, else the id, else the text columns and as many dates as it takes to make rows unique.
    private static func keys(_ before: Frame, _ after: Frame, _ options: ComparisonOptions) throws -> [String] {
        if let named = options.keys {
            for name in named { _ = (try before.column(name), try after.column(name)) }
            return try checked(named, before, after)
        }
        if shared(before, after, "id") { return try checked(["id"], before, after) }
        let texts = before.columns.filter { $0.type == .text && !$0.schema.isRemark && shared(before, after, $0.name) }.map(\.name)
        let days = before.columns.filter { $0.type == .day && shared(before, after, $0.name) }.map(\.name)
        let counts = before.columns.filter { $0.type == .int && shared(before, after, $0.name) }.map(\.name)
        var found = texts
        for name in days + counts {
            if try isUnique(found, before), try isUnique(found, after) { return found }
            found.append(name)
        }
        return try checked(found, before, after)
    }

    private static func shared(_ before: Frame, _ after: Frame, _ name: String) -> Bool {
        guard let a = before.index(of: name), let b = after.index(of: name) else { return false }
        return before.columns[a].type == after.columns[b].type
    }

    private static func checked(_ keys: [String], _ before: Frame, _ after: Frame) throws -> [String] {
        if try isUnique(keys, before), try isUnique(keys, after) { return keys }
        let names = keys.isEmpty ? "nothing" : keys.joined(separator: ", ")
        throw LuaMisuse(
            "compare: the rows of \(before.name) are told apart by \(names), and two of them agree in it", field: "key",
            hint: "name the columns that tell rows apart: compare(a, b, {key={…}}), or group them first")
    }

    private static func isUnique(_ keys: [String], _ frame: Frame) throws -> Bool {
        if keys.isEmpty { return frame.rowCount < 2 }
        let columns = try keys.map { try frame.column($0).materialize() }
        var seen = Set<[FrameValue]>()
        return (0..<frame.rowCount).allSatisfy { row in seen.insert(columns.map { $0[row] }).inserted }
    }

    /// The rows of both: those from before in their order, then those that came.
    func frame() throws -> Frame {
        let keysBefore = try values(before, keys), keysAfter = try values(after, keys)
        var places: [[FrameValue]: Int] = [:]
        for (row, key) in keysAfter.enumerated() { places[key] = row }
        var pairs: [(key: [FrameValue], before: Int?, after: Int?)] = keysBefore.enumerated().map { ($1, $0, places[$1]) }
        let known = Set(keysBefore)
        pairs += keysAfter.enumerated().filter { !known.contains($1) }.map { ($1, nil, $0) }

        var result = Frame("comparison", rowCount: pairs.count, columns: [], policies: after.policies)
        // Texts that nobody filled in tell nothing apart.
        for (place, name) in keys.enumerated() where options.keys != nil || pairs.isEmpty || pairs.contains(where: { !$0.key[place].isNone }) {
            result = try result.with(plain(try before.column(name).schema), values: pairs.map { $0.key[place] })
        }
        for name in described { try describe(name, pairs.map { ($0.before, $0.after) }, &result) }
        for name in try compared() { try add(name, pairs.map { ($0.before, $0.after) }, &result) }
        let told = after.warnings, tellsAlready = Set(told)
        var warnings = told + before.warnings.filter { !tellsAlready.contains($0) }
        if try compared().isEmpty {
            warnings.append(FrameWarning(kind: "no_difference", message: "both results are the same"))
        }
        return result.adding(warnings: warnings)
    }

    /// Columns that say what a row with an id is about, and the currency of its amounts.
    private var described: [String] {
        let wanted = keys == ["id"] ? ["date", "opened", "type", "account", "symbol", "side", "currency"] : ["currency"]
        return wanted.filter { !keys.contains($0) && Self.shared(before, after, $0) }
    }

    private func describe(_ name: String, _ pairs: [(Int?, Int?)], _ result: inout Frame) throws {
        let old = try before.column(name).materialize(), new = try after.column(name).materialize()
        let values = pairs.map { pair in pair.1.map { new[$0] } ?? pair.0.map { old[$0] } ?? .none }
        result = try result.with(plain(try before.column(name).schema), values: values)
    }

    private func values(_ frame: Frame, _ names: [String]) throws -> [[FrameValue]] {
        let columns = try names.map { try frame.column($0).materialize() }
        return (0..<frame.rowCount).map { row in columns.map { $0[row] } }
    }

    /// The numbers that are compared: those named, else all in which the two differ.
    private func compared() throws -> [String] {
        if let named = options.columns {
            for name in named {
                for frame in [before, after] where try !frame.column(name).type.isNumeric {
                    throw LuaMisuse("compare: \(name) is no column of numbers", field: "columns")
                }
            }
            return named
        }
        let numbers = before.columns.filter { column in
            column.type.isNumeric && !keys.contains(column.name) && after.index(of: column.name).map { after.columns[$0].type.isNumeric } ?? false
        }.map(\.name)
        return try numbers.filter { try differs($0) }
    }

    private func differs(_ name: String) throws -> Bool {
        let old = try before.column(name).materialize(), new = try after.column(name).materialize()
        let keysBefore = try values(before, keys), keysAfter = try values(after, keys)
        var standing: [[FrameValue]: FrameValue] = [:]
        for (row, key) in keysBefore.enumerated() { standing[key] = old[row] }
        let isSame = keysAfter.enumerated().allSatisfy { row, key in standing.removeValue(forKey: key) == new[row] }
        return !isSame || !standing.isEmpty
    }

    /// Three columns for one: before, after, change.
    private func add(_ name: String, _ pairs: [(Int?, Int?)], _ result: inout Frame) throws {
        let schema = try before.column(name).schema
        let old = try before.column(name).materialize(), new = try after.column(name).materialize()
        let first = pairs.map { pair in pair.0.map { old[$0] } ?? .none }, second = pairs.map { pair in pair.1.map { new[$0] } ?? .none }
        // What is not there is none of it, and costs nothing; a price of what is not there is unknown.
        let addsUp = schema.style == .money || schema.style == .quantity
        let change = try zip(pairs, zip(first, second)).map { pair, values throws -> FrameValue in
            let a = pair.0 == nil && addsUp ? FixedDecimal.zero : values.0.decimal, b = pair.1 == nil && addsUp ? FixedDecimal.zero : values.1.decimal
            guard let a, let b else { return .none }
            return .decimal(try b - a)
        }
        for (suffix, values) in [("before", first), ("after", second), ("change", change)] {
            var renamed = numeric(schema, named: "\(name)_\(suffix)", in: result)
            renamed.isColoured = suffix == "change"
            renamed.rank = suffix == "change" ? schema.rank : min(schema.rank, .useful)
            result = try result.with(renamed, values: values)
        }
    }

    /// The schema of a number under another name; money whose currency the result does not tell is shown like any money, and not added up.
    private func numeric(_ schema: ColumnSchema, named name: String, in result: Frame) -> ColumnSchema {
        if case .column(let currency) = schema.currency, result.index(of: currency) == nil {
            return ColumnSchema(name, .decimal, style: schema.style, currency: .none, total: .none)
        }
        return ColumnSchema(name, .decimal, style: schema.style, currency: schema.currency, total: schema.total)
    }

    private func plain(_ schema: ColumnSchema) -> ColumnSchema { ColumnSchema(schema.name, schema.type).ranked(schema.rank, usual: schema.usual) }
}

/// The options of `compare`.
struct ComparisonOptions {
    /// The key columns; nil to find them.
    var keys: [String]?
    /// The columns that are compared; nil for those that differ.
    var columns: [String]?

    /// Options with given columns.
    init(keys: [String]? = nil, columns: [String]? = nil) {
        self.keys = keys
        self.columns = columns
    }

    /// The options that a call gives.
    init(_ call: LuaCall) throws {
        for field in try call.argument("options").fields ?? [] {
            switch field.name {
            case "key": keys = try Self.names(field.value, "key")
            case "columns": columns = try Self.names(field.value, "columns")
            default: throw LuaMisuse("compare: there is no option \(field.name)", field: "options", hint: "there are key and columns")
            }
        }
    }

    private static func names(_ value: LuaValue, _ option: String) throws -> [String] {
        if case .string(let name) = value { return [name] }
        let items = try value.items(of: "compare: \(option)", field: "options") ?? [], names = items.compactMap(\.stringValue)
        guard !names.isEmpty, names.count == items.count else {
            throw LuaMisuse("compare: \(option) must be a column or a list of columns", field: "options")
        }
        return names
    }
}
