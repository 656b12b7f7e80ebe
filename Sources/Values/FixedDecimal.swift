/// An exact decimal number: a 128-bit count of units of 10⁻¹⁸.
///
/// The range is ±170,141,183,460,469,231,731.687303715884105727; leaving it is an error, never a wrap and never a trap.
/// Addition and subtraction are exact; multiplication and division round once, at the eighteenth fractional digit.
public struct FixedDecimal: Hashable, Sendable {
    /// The value in units of 10⁻¹⁸.
    public var units: Int128

    /// Fractional digits kept.
    public static let scale = 18
    /// Units in one.
    public static let unitsPerOne: Int128 = 1_000_000_000_000_000_000

    public static let zero = FixedDecimal(units: 0)
    public static let one = FixedDecimal(units: unitsPerOne)

    @inlinable
    public init(units: Int128) { self.units = units }

    /// A whole number; every `Int` fits.
    @inlinable
    public init(_ value: Int) { units = Int128(value) * Self.unitsPerOne }
}

extension FixedDecimal: Comparable {
    @inlinable
    public static func < (a: FixedDecimal, b: FixedDecimal) -> Bool { a.units < b.units }
}
