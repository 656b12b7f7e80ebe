import LuaKit
import Values

/// Money in Lua: an amount that knows its currency, so that dollars and euros never add up by accident.
package enum MoneyType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "money", summary: "An amount with its currency.", layout: .object,
        fields: [
            LuaFunction("amount", returns: "decimal", summary: "The amount.", style: .positional) { call in
                call.reply(LuaBoxed(try own(call).amount))
            },
            LuaFunction("currency", returns: "string", summary: "The currency's code.", style: .positional) { call in
                call.reply(try own(call).currency.code)
            },
        ],
        methods: [to, split, isZero],
        metamethods: [
            arithmetic("__add", "The sum; both must be in one currency.") { (a, b) throws(MoneyError) in try a + b },
            arithmetic("__sub", "The difference; both must be in one currency.") { (a, b) throws(MoneyError) in try a - b },
            multiply, divide, negate, equal,
            comparison("__lt", "Whether it is less.") { $0 < 0 }, comparison("__le", "Whether it is not more.") { $0 <= 0 },
            toString, concat,
        ])

    private static func own(_ call: LuaCall) throws -> Money { try call.receiverObject(as: MoneyBox.self).money }

    private static func operand(_ call: LuaCall, _ place: Int) throws -> Money {
        if let box = call.object(place, .money, as: MoneyBox.self) { return box.money }
        let other = try call.argument(place)
        throw LuaMisuse(
            "cannot add or compare money and \(PlainText.typeName(of: other))", hint: "say the currency: money(5, \"EUR\")", kind: "money")
    }

    private static func arithmetic(
        _ name: String, _ summary: String, _ apply: @escaping @Sendable (Money, Money) throws(MoneyError) -> Money
    ) -> LuaFunction {
        LuaFunction(name, returns: "money", summary: summary, style: .positional) { call in
            call.reply(.money(try apply(try operand(call, 0), try operand(call, 1))))
        }
    }

    private static func comparison(_ name: String, _ summary: String, _ holds: @escaping @Sendable (Int) -> Bool) -> LuaFunction {
        LuaFunction(name, returns: "boolean", summary: summary, style: .positional) { call in
            call.reply(holds(try operand(call, 0).compared(to: operand(call, 1))))
        }
    }

    private static let multiply = LuaFunction("__mul", returns: "money", summary: "So many times as much.", style: .positional) { call in
        let place = call.object(0, .money, as: MoneyBox.self) == nil ? 1 : 0
        guard let factor = try Coercion.decimal(call.argument(1 - place)) else {
            throw LuaMisuse("money can be multiplied by a number only", kind: "money")
        }
        return call.reply(.money(try operand(call, place) * factor))
    }

    private static let divide = LuaFunction(
        "__div", returns: "money|decimal", summary: "A part of it; by money of the same currency, the ratio.", style: .positional
    ) { call in
        if let divisor = call.object(1, .money, as: MoneyBox.self) {
            guard let dividend = call.object(0, .money, as: MoneyBox.self) else {
                throw LuaMisuse("\(PlainText.typeName(of: try call.argument(0))) cannot be divided by money", kind: "money")
            }
            return call.reply(LuaBoxed(try dividend.money / divisor.money))
        }
        guard let divisor = try Coercion.decimal(call.argument(1)) else { throw LuaMisuse("money can be divided by a number or by money", kind: "money") }
        return call.reply(.money(try operand(call, 0) / divisor))
    }

    private static let negate = LuaFunction("__unm", returns: "money", summary: "The negative.", style: .positional) { call in
        call.reply(.money(-(try operand(call, 0))))
    }

    private static let equal = LuaFunction("__eq", returns: "boolean", summary: "Whether amount and currency are the same.", style: .positional) { call in
        let a = call.object(0, .money, as: MoneyBox.self), b = call.object(1, .money, as: MoneyBox.self)
        return call.reply(a != nil && a?.money == b?.money)
    }

    private static let toString = LuaFunction("__tostring", returns: "string", summary: "Amount and currency.", style: .positional) { call in
        call.reply(try operand(call, 0).described(by: call.runtime.currencies))
    }

    private static let concat = LuaFunction("__concat", returns: "string", summary: "Joins it as text.", style: .positional) { call in
        call.reply(try PlainText.joinable(call.argument(0), call.runtime.currencies) + PlainText.joinable(call.argument(1), call.runtime.currencies))
    }

    private static let isZero = LuaFunction(
        "is_zero", returns: "boolean", summary: "Whether the amount is zero.", example: "money(0, \"EUR\"):is_zero() --> true", style: .positional
    ) { call in call.reply(try own(call).isZero) }

    private static let to = LuaFunction(
        "to", [.required("currency", .currency, "The currency wanted."), .required("rate", .decimal, "Units of it for one of this.")],
        returns: "money", summary: "The same value in another currency, at a rate you give.",
        example: "money(10, \"EUR\"):to(\"USD\", D\"1.25\") --> 12.50 USD", style: .positional
    ) { call in
        guard let unit = try call.unit("currency"), let rate = try call.decimal("rate") else { return .nothing }
        return call.reply(.money(try own(call).converted(to: unit.currency, rate: unit.scaled(rate))))
    }

    private static let split = LuaFunction(
        "split", [.required("weights", .any, "A number of equal parts, or a list of weights."), .optional("digits", .integer, "Digits of a part; the currency's own.")],
        returns: "money[]", summary: "Splits it into parts that add up to it exactly.",
        example: "money(100, \"EUR\"):split(3)[1] --> 33.34 EUR", style: .positional
    ) { call in
        let parts = try own(call).split(by: DecimalType.weights(call), digits: call.integer("digits"))
        return call.reply(.list(parts.map { .money($0) }))
    }
}
