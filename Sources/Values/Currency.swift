/// The code of a currency: `USD`, `EUR`, `BTC`.
///
/// One to eight letters or digits, kept in a machine word, so that a currency costs nothing to copy, compare or hash.
public struct Currency: Hashable, Comparable, Sendable {
    /// The ASCII bytes of the code, first letter in the highest byte.
    public let packed: UInt64
    @inlinable public init(packed: UInt64) { self.packed = packed }
    @inlinable public static func < (a: Currency, b: Currency) -> Bool { a.packed < b.packed }
}
