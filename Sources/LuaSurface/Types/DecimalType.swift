import LuaKit
import Values

/// Decimals in Lua: exact under `+ - * / // % ^ < <=` with decimals and plain numbers.
package enum DecimalType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "decimal", summary: "An exact decimal number of up to 18 fractional digits.", layout: .value,
        methods: [eq, isZero, sign, abs, floor, ceil, round, div, split, tonumber, tointeger, text, format],
        metamethods: operators + [unaryMinus, less, lessOrEqual, toString, concat])

    // MARK: Operators

    /// What an operand counts.
    @inline(__always)
    private static func mark(_ call: LuaCall, _ place: Int) -> DecimalMark { call.boxed(place, .decimal).map { DecimalMark(of: $0) } ?? .literal }

    /// An operand; the fast way first, since every operator comes through here.
    @inline(__always)
    private static func operand(_ call: LuaCall, _ place: Int) throws -> FixedDecimal {
        if let box = call.boxed(place, .decimal) { return box.decimal }
        if let whole = call.integer(at: place) { return FixedDecimal(whole) }
        return try slowOperand(call, place)
    }

    private static func slowOperand(_ call: LuaCall, _ place: Int) throws -> FixedDecimal {
        switch try call.argument(place) {
        case .number(let float): return try FixedDecimal(shortest: float)
        case .string(let text):
            throw LuaMisuse("cannot calculate with the string \"\(text)\"", hint: "write D\"\(text)\" for a decimal", kind: "decimal")
        case .object(let object) where object.type == .money:
            throw LuaMisuse("cannot mix a plain number with money here", hint: "money can be multiplied or divided by a number", kind: "money")
        case .none: throw LuaMisuse("cannot calculate with nil", kind: "decimal")
        case let other: throw LuaMisuse("cannot calculate with \(PlainText.typeName(of: other))", kind: "decimal")
        }
    }

    private static func binary(
        _ name: String, _ summary: String, _ marks: @escaping @Sendable (DecimalMark, DecimalMark) -> DecimalMark,
        _ apply: @escaping @Sendable (FixedDecimal, FixedDecimal) throws(DecimalError) -> FixedDecimal
    ) -> LuaFunction {
        LuaFunction(name, returns: "decimal", summary: summary, style: .positional) { call in
            call.reply(LuaBoxed(try apply(try operand(call, 0), try operand(call, 1)), marks(mark(call, 0), mark(call, 1))))
        }
    }

    private static let operators = [
        binary("__add", "The exact sum.", DecimalMark.sum) { (a, b) throws(DecimalError) in try a + b },
        binary("__sub", "The exact difference.", DecimalMark.sum) { (a, b) throws(DecimalError) in try a - b },
        LuaFunction("__mul", returns: "decimal", summary: "The product, rounded half-even at the 18th digit.", style: .positional) { call in
            if let money = call.object(1, .money, as: MoneyBox.self) {
                return call.reply(.money(try money.money * operand(call, 0)))
            }
            return call.reply(LuaBoxed(try operand(call, 0) * operand(call, 1), DecimalMark.product(mark(call, 0), mark(call, 1))))
        },
        binary("__div", "The quotient, rounded half-even at the 18th digit.", DecimalMark.quotient) { (a, b) throws(DecimalError) in try a / b },
        binary("__idiv", "The quotient rounded down, as Lua's // does.", DecimalMark.quotient) { (a, b) throws(DecimalError) in try a.floorDivided(by: b) },
        binary("__mod", "What // leaves, with the sign of the divisor.", DecimalMark.sum) { (a, b) throws(DecimalError) in try a.modulo(b) },
        LuaFunction("__pow", returns: "decimal", summary: "A whole power.", style: .positional) { call in
            guard let exponent = try operand(call, 1).exactInt else {
                throw LuaMisuse("a decimal can be raised to whole powers only", hint: "use d:tonumber()^x for others", kind: "decimal")
            }
            return call.reply(LuaBoxed(try operand(call, 0).power(exponent)))
        },
    ]

    private static let unaryMinus = LuaFunction("__unm", returns: "decimal", summary: "The negative.", style: .positional) { call in
        call.reply(LuaBoxed(-(try operand(call, 0)), mark(call, 0)))
    }

    private static let less = LuaFunction("__lt", returns: "boolean", summary: "Whether it is smaller, by value.", style: .positional) { call in
        call.reply(try operand(call, 0) < operand(call, 1))
    }

    private static let lessOrEqual = LuaFunction("__le", returns: "boolean", summary: "Whether it is not greater.", style: .positional) { call in
        call.reply(try operand(call, 0) <= operand(call, 1))
    }

    private static let toString = LuaFunction("__tostring", returns: "string", summary: "Its shortest exact form.", style: .positional) { call in
        call.reply(try operand(call, 0).description)
    }

    private static let concat = LuaFunction("__concat", returns: "string", summary: "Joins it as text.", style: .positional) { call in
        call.reply(try PlainText.joinable(call.argument(0)) + PlainText.joinable(call.argument(1)))
    }

    // MARK: Methods

    private static func own(_ call: LuaCall) -> FixedDecimal { call.receiver(.decimal).decimal }
    private static func ownMark(_ call: LuaCall) -> DecimalMark { DecimalMark(of: call.receiver(.decimal)) }

    private static func method(
        _ name: String, _ parameters: [LuaParameter] = [], returns: String, _ summary: String, _ example: String,
        _ body: @escaping @Sendable (LuaCall) throws -> LuaReply
    ) -> LuaFunction {
        LuaFunction(name, parameters, returns: returns, summary: summary, example: example, style: .positional, body: body)
    }

    private static let eq = method(
        "eq", [.required("other", .decimal, "What to compare with.")], returns: "boolean",
        "Whether it equals a number by value; Lua's == is never true between a decimal and a plain number.", "D\"2.50\":eq(2.5) --> true"
    ) { call in call.reply(own(call) == (try call.decimal("other"))) }

    private static let isZero = method("is_zero", returns: "boolean", "Whether it is zero.", "(D\"1\" - 1):is_zero() --> true") { call in
        call.reply(own(call).isZero)
    }

    private static let sign = method("sign", returns: "integer", "-1, 0 or 1.", "D\"-3\":sign() --> -1") { call in call.reply(own(call).signum()) }

    private static let abs = method("abs", returns: "decimal", "Its value without the sign.", "D\"-3.5\":abs() --> 3.5") { call in
        call.reply(LuaBoxed(own(call).magnitude, ownMark(call)))
    }

    private static let floor = method("floor", returns: "decimal", "The whole number below.", "D\"-1.5\":floor() --> -2") { call in
        call.reply(LuaBoxed(try own(call).floor(), ownMark(call)))
    }

    private static let ceil = method("ceil", returns: "decimal", "The whole number above.", "D\"1.2\":ceil() --> 2") { call in
        call.reply(LuaBoxed(try own(call).ceil(), ownMark(call)))
    }

    private static let digits = LuaParameter.optional("digits", .integer, "Fractional digits to keep.", default: "0")
    private static let rounding = LuaParameter.optional(
        "rounding", .string, "half_even, half_up, down, up, floor or ceiling.", default: "\"half_even\"")

    private static let round = method(
        "round", [digits, rounding], returns: "decimal", "Rounds to a number of digits.", "D\"2.345\":round(2) --> 2.34"
    ) { call in call.reply(LuaBoxed(try own(call).rounded(to: fractionDigits(call), mode(call)), ownMark(call))) }

    private static let div = method(
        "div", [.required("divisor", .decimal, "What to divide by."), digits, rounding], returns: "decimal",
        "Divides and rounds to a number of digits in one step.", "D\"10\":div(3, 2) --> 3.33"
    ) { call in
        let rounding = try mode(call)
        // Towards zero first would round twice; the quotient at 18 digits is rounded with the same rule.
        let quotient = try own(call).divided(by: call.decimal("divisor") ?? .one, rounding: rounding)
        return call.reply(LuaBoxed(try quotient.rounded(to: fractionDigits(call), rounding), DecimalMark.quotient(ownMark(call), mark(call, 0))))
    }

    private static let split = method(
        "split", [.required("weights", .any, "A number of equal parts, or a list of weights."), .optional("digits", .integer, "Digits of a part.", default: "2")],
        returns: "decimal[]", "Splits it into parts that add up to it exactly.", "table.concat(D\"100\":split(3), \" \") --> 33.34 33.33 33.33"
    ) { call in
        let parts = try FixedDecimal.split(own(call), by: weights(call), digits: call.integer("digits") ?? 2)
        return call.reply(.list(parts.map { .boxed(LuaBoxed($0, ownMark(call))) }))
    }

    private static let tonumber = method("tonumber", returns: "number", "The nearest float.", "D\"0.5\":tonumber() --> 0.5") { call in
        call.reply(.number(own(call).doubleValue))
    }

    private static let tointeger = method(
        "tointeger", returns: "integer?", "The whole number it is; nil and why where it is none.", "D\"7\":tointeger() --> 7"
    ) { call in
        own(call).exactInt.map { call.reply($0) } ?? call.notFound("\(own(call)) is not a whole number that fits")
    }

    private static let text = method(
        "text", [.optional("digits", .integer, "Fractional digits shown at least.", default: "0")], returns: "string",
        "Its shortest exact form.", "D\"2.5\":text(2) --> 2.50"
    ) { call in call.reply(own(call).description(minimumDigits: try fractionDigits(call))) }

    private static let format = method(
        "format", [.optional("digits", .integer, "Fractional digits.", default: "2"), .optional("grouping", .boolean, "Whether thousands are set apart.", default: "true")],
        returns: "string", "Rounded, halves away from zero, and grouped, for people.", "D\"1234567.891\":format() --> 1,234,567.89"
    ) { call in
        let digits = try call.integer("digits") ?? 2
        guard (0...FixedDecimal.scale).contains(digits) else { throw call.mismatch("digits", expected: "between 0 and 18") }
        return call.reply(own(call).formatted(digits: digits, grouping: try call.boolean("grouping") ?? true))
    }

    // MARK: Arguments

    private static func fractionDigits(_ call: LuaCall) throws -> Int {
        let digits = try call.integer("digits") ?? 0
        guard (0...FixedDecimal.scale).contains(digits) else { throw call.mismatch("digits", expected: "between 0 and 18") }
        return digits
    }

    private static func mode(_ call: LuaCall) throws -> Rounding {
        guard let name = try call.string("rounding") else { return .halfEven }
        if let mode = Rounding.named(name) { return mode }
        throw call.mismatch("rounding", expected: "one of \(Rounding.names.joined(separator: ", "))")
    }

    /// The weights that a call of `split` gives: a number of equal parts, or a list.
    static func weights(_ call: LuaCall) throws -> [FixedDecimal] {
        let value = try call.argument("weights")
        if case .integer(let count) = value {
            guard (1...100_000).contains(count) else { throw call.mismatch("weights", expected: "a number of parts from 1 on") }
            return [FixedDecimal](repeating: .one, count: count)
        }
        guard let items = try value.items(of: "\(call.name): weights", field: "weights"), !items.isEmpty else {
            throw call.mismatch("weights", expected: "a number of parts or a list of weights")
        }
        return try items.map { item in
            guard let weight = try Coercion.decimal(item) else { throw call.mismatch("weights", expected: "a list of numbers") }
            return weight
        }
    }
}

extension Rounding {
    /// The names scripts use: `half_even`.
    static let names = allCases.map { $0.scriptName }

    private var scriptName: String {
        rawValue.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.lowercased()
        }
    }

    /// The rounding of a name; nil for an unknown name.
    static func named(_ name: String) -> Rounding? { allCases.first { $0.scriptName == name } }
}
