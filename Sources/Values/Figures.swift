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

/// A part of one written in hundredths, `2.5%` for 0.025: how rates of interest and growth are written, so that nobody's 0.9 % becomes 90 %.
public enum Percent {
    /// The part of one that a text tells; nil unless it is a number with its sign, `2.5%` or `2.5 %`.
    public static func read(_ text: some StringProtocol) -> FixedDecimal? {
        let words = text.split(separator: " ").joined()
        guard words.last == "%", let hundredths = try? FixedDecimal(words.dropLast()) else { return nil }
        return try? hundredths / 100
    }

    /// The text of a part of one; the number alone where its hundredths are beyond the largest decimal.
    public static func text(_ part: FixedDecimal) -> String {
        (try? part * 100).map { "\($0)%" } ?? part.description
    }

    /// How to write a number as a rate, for who wrote it alone; of one below 1 both that it may have meant.
    public static func hint(for number: FixedDecimal) -> String {
        guard number.magnitude < .one, !number.isZero else { return "write \"\(number)%\" for \(number) % a year" }
        return "write \"\(text(number))\" if \(number) is a part of one, \"\(number)%\" for \(number) % a year"
    }
}
