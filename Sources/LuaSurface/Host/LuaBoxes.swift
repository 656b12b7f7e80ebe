import LuaKit
import Values

/// The host types of a session, in the order in which they are made known.
///
/// Fixed numbers let a hot path tell a decimal from a date without asking anybody; `Runtime` checks them when it defines the types.
extension LuaTypeID {
    package static let decimal = LuaTypeID(2)
    package static let money = LuaTypeID(3)
    package static let date = LuaTypeID(4)
    package static let datetime = LuaTypeID(5)
    package static let frame = LuaTypeID(6)
    package static let groups = LuaTypeID(7)
    package static let account = LuaTypeID(8)
    package static let instrument = LuaTypeID(9)
    package static let book = LuaTypeID(10)
    package static let warning = LuaTypeID(11)
    package static let chart = LuaTypeID(12)
    package static let report = LuaTypeID(13)
}

extension LuaBoxed {
    /// An exact number in sixteen bytes.
    @inline(__always)
    package init(_ decimal: FixedDecimal) {
        let bits = UInt128(bitPattern: decimal.units)
        self.init(type: .decimal, low: UInt64(truncatingIfNeeded: bits), high: UInt64(truncatingIfNeeded: bits >> 64))
    }

    /// A date in a box.
    package init(_ day: Day) { self.init(type: .date, low: UInt64(bitPattern: Int64(day.number))) }
    /// A moment in a box.
    package init(_ instant: Instant) { self.init(type: .datetime, low: UInt64(bitPattern: instant.microseconds)) }

    /// The decimal in a box of that type.
    @inline(__always)
    package var decimal: FixedDecimal { FixedDecimal(units: Int128(bitPattern: UInt128(high) << 64 | UInt128(low))) }
    /// The day in a box of that type.
    var day: Day { Day(number: Int32(truncatingIfNeeded: Int64(bitPattern: low))) }
    /// The moment in a box of that type.
    package var instant: Instant { Instant(microseconds: Int64(bitPattern: low)) }
}

extension LuaValue {
    /// An exact number as a Lua value.
    package static func decimal(_ value: FixedDecimal) -> LuaValue { .boxed(LuaBoxed(value)) }
    /// A date as a Lua value.
    package static func day(_ value: Day) -> LuaValue { .boxed(LuaBoxed(value)) }
    /// Money as a Lua value.
    package static func money(_ value: Money) -> LuaValue { .object(LuaObject(type: .money, instance: MoneyBox(value))) }

    /// An optional text, nil where it is empty.
    package static func text(_ value: String) -> LuaValue { value.isEmpty ? .none : .string(value) }
}

/// Money as Lua holds it: an amount and a currency are more than sixteen bytes.
package final class MoneyBox {
    /// The money.
    package let money: Money
    /// Money for Lua to hold.
    init(_ money: Money) { self.money = money }
}
