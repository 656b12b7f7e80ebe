import Frames
import LuaKit
import LuaSurface
import Queries
import Values

/// `whatif`, `transaction` and `compare`: trying something out, doing several things wholly or not at all, and setting two results side by side.
package enum WhatIfModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("what if", isAboutBooks: false, [whatif, transaction, compare])

    private static let whatif = LuaFunction(
        "whatif", [.required("change", .function, "What to try out; it may record anything. A file that it exports shows the branch, and stays.")], returns: "any",
        summary: "Runs a function on a branch of every open book that is thrown away, and gives what it returns.",
        example: "whatif(function() deposit{account=\"Savings\", amount=500} return cash{account=\"Savings\"}[1].balance end)", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let change = try call.function("change") else { return .nothing }
        try runtime.branch(isTrial: true) {
            // The wrapper gives the frames that are to outlive the branch: their columns are computed while it stands.
            guard case .table(let results)? = try runtime.lua.call(change).first else { return }
            for case .object(let object) in results.map(\.value) {
                switch object.type {
                case .frame: try unsafeDowncast(object.instance, to: FrameObject.self).frame.settle()
                case .groups: try unsafeDowncast(object.instance, to: GroupsObject.self).groups.frame.settle()
                default: break
                }
            }
        }
        return .nothing
    }

    private static let transaction = LuaFunction(
        "transaction", [.required("body", .function, "What to do.")], returns: "any",
        summary:
            "Runs a function of which all is kept or, where it fails, nothing; gives what it returns. What it records is checked as a set when it ends, ordered by day and need: each day may "
            + "rest on what is recorded later, and a sale that finds too little waits for the purchase of its day that brings it. Until then a question, and quantity=\"all\", go by what has been recorded so far, "
            + "and fail (unsettled) where that does not hold yet. A statement, a script or a whatif without it is one act as well, kept wholly or not at all, but each row "
            + "is checked as it is recorded.",
        example: "pcall(transaction, function() deposit{account=\"Savings\", amount=5} error(\"no\", 0) end) --> false, no", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let body = try call.function("body") else { return .nothing }
        try runtime.branch(isTrial: false) { _ = try runtime.lua.call(body) }
        return .nothing
    }

    private static let compare = LuaFunction(
        "compare",
        [
            .required(
                "before", .any,
                "A frame, a number, money, or a table of numbers by name. Money and units of a row that one frame lacks count as zero; what one table lacks is unknown, and so is its change."
            ), .required("after", .any, "Another of its kind."),
            .optional("options", .table, "{key=}: the columns that tell rows apart; {columns=}: those to compare, where all that differ are too many."),
        ],
        returns: "frame", summary: "Sets two results side by side: each figure before and after, and the change.",
        example: "compare(1200, whatif(function() return 1450 end))[1].change --> 250", style: .positional
    ) { call in
        let options = try ComparisonOptions(call), before = try call.argument("before"), after = try call.argument("after")
        if let a = call.frame(before), let b = call.frame(after) { return try call.reply(FrameComparison(a, b, options).frame()) }
        return try call.reply(ValueComparison.frame(before, after))
    }
}

extension LuaCall {
    /// The frame that a value is; nil for anything else.
    func frame(_ value: LuaValue) -> Frame? {
        guard case .object(let object) = value, object.type == .frame else { return nil }
        return unsafeDowncast(object.instance, to: FrameObject.self).frame
    }
}

/// The answer of `compare` for two values, or for two tables of values by name.
private enum ValueComparison {
    /// The frame of two values side by side.
    ///
    /// - Throws: a misuse for values that cannot be compared.
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

    /// A number; an inner nil where it is unknown, nil where the value is no number. A text is none, even one of digits.
    private static func number(_ value: LuaValue) throws -> FixedDecimal?? {
        if value.isNone { return .some(nil) }
        if case .string = value { return nil }
        return try Coercion.decimal(value).map { .some($0) }
    }

    /// The numbers of a table: first those with names, in the order of the names, then those of a list.
    private static func numbers(_ table: LuaValue) throws -> [(name: String, value: FixedDecimal?)] {
        let named = table.fields ?? [], list = try (table.items(of: "compare: the table of figures", beside: nil) ?? []).enumerated().map { (name: "\($0 + 1)", value: $1) }
        return try (named.map { (name: $0.name, value: $0.value) } + list).map { item in
            guard let value = try number(item.value) else {
                throw LuaMisuse("compare: \(item.name) is \(PlainText.typeName(of: item.value)), and only numbers are compared", field: "before")
            }
            return (item.name, value)
        }
    }
}
