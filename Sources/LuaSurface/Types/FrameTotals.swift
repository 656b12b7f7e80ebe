import Frames
import LuaKit
import Values

/// Methods of frames that give figures of whole columns.
package enum FrameTotals {
    /// The records of these methods.
    static let methods = AggregateFunction.allCases.filter { $0 != .count }.map(total) + [count, list, totable, columns]

    private static let partly = "Rows without a value are left out, and a notice beside the answer says how many and why."

    private static func total(_ function: AggregateFunction) -> LuaFunction {
        let what =
            switch function {
            case .sum: "All values of a column added up; amounts in different currencies are an error. \(partly)"
            case .avg: "The average of a column's values. \(partly)"
            case .min: "The smallest value of a column. \(partly)"
            case .max: "The largest value of a column. \(partly)"
            case .first: "A column's value in the first row."
            case .last: "A column's value in the last row."
            case .count: "How many rows have a value."
            }
        return LuaFunction(
            function.rawValue, [.required("column", .column, "The column.")], returns: function == .sum || function == .avg ? "decimal?" : "any",
            summary: what, example: "trades{}:\(function.rawValue)(\"quantity\")", style: .positional
        ) { call in
            let frame = try call.ownFrame(), column = try call.string("column") ?? ""
            if call.count > 1 {
                throw LuaMisuse("\(function.rawValue): it takes one column", field: "column", hint: "ask for each, or group first: :by(…):\(function.rawValue)(…) takes several")
            }
            let schema = frame.index(of: column).map { frame.columns[$0].schema }
            switch function {
            case .sum, .avg, .min, .max:
                let (value, leftOut) = try frame.figure(function, of: column)
                call.runtime.tellPart(leftOut, of: frame, column, function)
                return call.reply(LuaValue(value, of: schema))
            case .first: return call.reply(LuaValue(try frame.first(column), of: schema))
            case .last: return call.reply(LuaValue(try frame.last(column), of: schema))
            case .count: return call.reply(try frame.count(column))
            }
        }
    }

    private static let count = LuaFunction(
        "count", [.optional("column", .column, "Counts only rows with a value here.")], returns: "integer", summary: "How many rows there are.",
        example: "trades{}:count() == #trades{} --> true", style: .positional
    ) { call in
        let frame = try call.ownFrame()
        guard let column = try call.string("column") else { return call.reply(frame.rowCount) }
        return call.reply(try frame.count(column))
    }

    private static let list = LuaFunction(
        "list", [.required("column", .column, "The column.")], returns: "table", summary: "The values of a column as a plain list; rows without a value are left out.",
        example: "#trades{}:list(\"symbol\") == #trades{} --> true", style: .positional
    ) { call in
        let frame = try call.ownFrame(), name = try call.string("column") ?? ""
        let values = try frame.list(name).filter { !$0.isNone }, schema = frame.index(of: name).map { frame.columns[$0].schema }
        return call.reply(.list(values.map { LuaValue($0, of: schema) }))
    }

    private static let totable = LuaFunction(
        "totable", returns: "table", summary: "The rows as plain tables: a copy to be changed at will.",
        example: "trades{}:head(1):totable()[1].type --> buy", style: .positional
    ) { call in
        let frame = try call.ownFrame()
        let columns = try frame.columns.map { (name: LuaValue.string($0.name), schema: $0.schema, storage: try $0.materialize()) }
        let rows = (0..<frame.rowCount).map { row in
            LuaValue.table(
                columns.compactMap { column in
                    column.storage.isMissing(row) ? nil : LuaPair(column.name, LuaValue(column.storage[row], of: column.schema))
                })
        }
        return call.reply(.list(rows))
    }

    private static let columns = LuaFunction(
        "columns", returns: "string[]", summary: "The names of the columns.", example: "cash{}:columns()[1] --> account", style: .positional
    ) { call in
        call.reply(.list(try call.ownFrame().columnNames.map { .string($0) }))
    }
}
