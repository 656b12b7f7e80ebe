/// The largest figures that a book takes in: far beyond what anybody owns, and so far below the largest decimal that what is computed of
/// a hundred thousand of them fits as well.
///
/// They are held at the edge, where something is typed, imported or fetched. What a book has already is read whatever it says.
public enum Bound: String, CaseIterable, Sendable {
    /// What one unit costs.
    case price
    /// Units of an instrument.
    case quantity
    /// Money.
    case amount
    /// How much of one currency another is worth.
    case rate

    /// The largest figure of the kind; for those that may be below zero, the largest size.
    public var greatest: FixedDecimal {
        switch self {
        case .price, .rate: 1_000_000_000_000
        case .quantity, .amount: 1_000_000_000_000_000
        }
    }

    /// The smallest figure above zero; nil where any will do. One divided by a rate is a rate, too.
    public var least: FixedDecimal? {
        self == .rate ? FixedDecimal(units: FixedDecimal.unitsPerOne / Self.rate.greatest.wholeUnits) : nil
    }

    /// Whether a figure may be taken in.
    public func admits(_ value: FixedDecimal) -> Bool {
        value.magnitude <= greatest && (least.map { value.magnitude >= $0 } ?? true)
    }

    /// What is wrong with a figure that is not admitted, to follow its name: `is beyond 1000000000000, the largest price that luca takes`.
    public func refusal(_ value: FixedDecimal) -> String {
        if let least, value.magnitude < least { return "is below \(least), the smallest \(rawValue) that luca takes" }
        return "is beyond \(value.isNegative ? -greatest : greatest), the largest \(rawValue) that luca takes"
    }

    /// What a calculation gives; nil where it overflows, or gives more than could be taken in.
    public func known(_ calculation: () throws(DecimalError) -> FixedDecimal) -> FixedDecimal? {
        guard let value = try? calculation(), value.magnitude <= greatest else { return nil }
        return value
    }
}

extension FixedDecimal {
    /// The whole number that it is.
    fileprivate var wholeUnits: Int128 { units / Self.unitsPerOne }
}
