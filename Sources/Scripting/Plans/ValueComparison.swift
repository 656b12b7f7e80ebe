import Frames
import LuaKit
import Values

/// Two values, or two tables of values by name, side by side.
enum ValueComparison {
    static func frame(_ before: LuaValue, _ after: LuaValue) throws -> Frame {
        guard case .table = before, case .table = after else {
            if let frame = try single(before, after) { return frame }
            throw LuaMisuse(
                "compare: \(PlainText.typeName(of: before)) cannot be compared with \(PlainText.typeName(of: after))", field: "after",
                hint: "give two frames, two numbers, two amounts of one currency, or two tables of numbers by name")
        }
        let old = try numbers(before), new = try numbers(after)
        var builder = FrameBuilder("comparison", [.text("name"), .decimal("before"), .decimal("after"), change])
        for name in old.map(\.name) + new.map(\.name).filter({ name in !old.contains { $0.name == name } }) {
            let a = old.first { $0.name == name }?.value, b = new.first { $0.name == name }?.value
            try builder.append([.text(name), .optional(a), .optional(b), .optional(try difference(a, b))])
        }
        return builder.frame()
    }

    private static let change = ColumnSchema("change", .decimal, isColoured: true)

    private static func single(_ before: LuaValue, _ after: LuaValue) throws -> Frame? {
        if let a = money(before), let b = money(after) {
            let difference = try b - a
            let schemas: [ColumnSchema] = [.money("before", in: a.currency), .money("after", in: a.currency), .gain("change", in: a.currency)]
            var builder = FrameBuilder("comparison", schemas)
            try builder.append([.decimal(a.amount), .decimal(b.amount), .decimal(difference.amount)])
            return builder.frame()
        }
        guard let a = try number(before), let b = try number(after) else { return nil }
        var builder = FrameBuilder("comparison", [.decimal("before"), .decimal("after"), change])
        try builder.append([.optional(a), .optional(b), .optional(try difference(a, b))])
        return builder.frame()
    }

    private static func difference(_ a: FixedDecimal?, _ b: FixedDecimal?) throws -> FixedDecimal? {
        guard let a, let b else { return nil }
        return try b - a
    }

    private static func money(_ value: LuaValue) -> Money? {
        guard case .object(let object) = value, object.type == .money else { return nil }
        return unsafeDowncast(object.instance, to: MoneyBox.self).money
    }

    /// A number; nil within where it is unknown, and nil where it is something else. A text is none, even one of digits.
    private static func number(_ value: LuaValue) throws -> FixedDecimal?? {
        if value.isNone { return .some(nil) }
        if case .string = value { return nil }
        return try Coercion.decimal(value).map { .some($0) }
    }

    /// The numbers of a table: those by name in the order of the names, then those of a list.
    private static func numbers(_ table: LuaValue) throws -> [(name: String, value: FixedDecimal?)] {
        let named = table.fields ?? [], list = (table.array ?? []).enumerated().map { (name: "\($0 + 1)", value: $1) }
        return try (named.map { (name: $0.name, value: $0.value) } + list).map { item in
            guard let value = try number(item.value) else {
                throw LuaMisuse("compare: \(item.name) is \(PlainText.typeName(of: item.value)), and only numbers are compared", field: "before")
            }
            return (item.name, value)
        }
    }
}
