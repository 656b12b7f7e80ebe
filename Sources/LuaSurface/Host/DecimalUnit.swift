import Frames
import LuaKit
import Values

/// What a decimal of a row counts, so that a figure worked out of several is shown as what it is: money less money is money, a price times units is money,
/// money for money is a plain number. It changes how columns look and never what a number is.
enum DecimalUnit: UInt8 {
    /// Nothing in particular.
    case number
    /// Money, in the currency of its row.
    case money
    /// Money for a unit.
    case price
    /// Units held or traded.
    case quantity

    /// The unit of the numbers of a column.
    init(_ schema: ColumnSchema) {
        switch schema.style {
        case .money: self = .money
        case .price: self = .price
        case .quantity: self = .quantity
        case .plain, .percent, .share, .ratio: self = .number
        }
    }

    /// The unit that is noted beside a decimal.
    @inline(__always)
    init(of box: LuaBoxed) { self = DecimalUnit(rawValue: box.mark) ?? .number }

    /// The unit of a sum or difference: a plain number, such as the nought that a loop begins with, joins what it is added to.
    @inline(__always)
    static func sum(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit { a == b || b == .number ? a : a == .number ? b : .number }

    /// The unit of a product.
    @inline(__always)
    static func product(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit {
        switch (a, b) {
        case (.number, let other), (let other, .number): other
        case (.price, .quantity), (.quantity, .price): .money
        case (.money, _), (.price, .price), (.price, .money), (.quantity, .quantity), (.quantity, .money): .number
        }
    }

    /// The unit of a quotient.
    @inline(__always)
    static func quotient(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit {
        switch (a, b) {
        case (let own, .number): own
        case (.money, .quantity): .price
        case (.money, .price): .quantity
        case (.number, _), (.money, .money), (.price, _), (.quantity, _): .number
        }
    }
}

extension LuaBoxed {
    /// A decimal that counts something.
    @inline(__always)
    init(_ decimal: FixedDecimal, _ unit: DecimalUnit) {
        let plain = LuaBoxed(decimal)
        self.init(type: plain.type, low: plain.low, high: plain.high, mark: unit.rawValue)
    }
}

extension LuaValue {
    /// A figure of a column as a Lua value, whose decimals count what the column's do.
    init(_ value: FrameValue, of schema: ColumnSchema?) {
        guard let schema, case .decimal(let number) = value else {
            self.init(value)
            return
        }
        self = .boxed(LuaBoxed(number, DecimalUnit(schema)))
    }
}
