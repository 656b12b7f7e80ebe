public import Values

/// How many units become how many: `4:1` gives four new for one old.
public struct Ratio: Hashable, Sendable {
    /// Units afterwards, above zero.
    public let new: FixedDecimal
    /// Units before, above zero.
    public let old: FixedDecimal

    /// One for one.
    public static let same = Ratio(known: .one, .one)

    private init(known new: FixedDecimal, _ old: FixedDecimal) {
        (self.new, self.old) = (new, old)
    }

    /// Nil unless both are above zero.
    public init?(_ new: FixedDecimal, for old: FixedDecimal = .one) {
        guard new > .zero, old > .zero else { return nil }
        self.init(known: new, old)
    }

    /// Reads `4:1`, `4/1`, `4 for 1`, or a number alone, which is for one; nil where it is none of these.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ").map { $0 == "for" ? ":" : String($0) }.joined()
        let parts = words.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }.map { try? FixedDecimal(String($0)) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let new?, _): self.init(new)
        case (2, let new?, let old?): self.init(new, for: old)
        default: return nil
        }
    }

    /// So many units after it, rounded once.
    func applied(to units: FixedDecimal) throws(DecimalError) -> FixedDecimal { try FixedDecimal.mulDiv(units, new, old) }

    /// So many units before it, rounded once.
    func undone(on units: FixedDecimal) throws(DecimalError) -> FixedDecimal { try FixedDecimal.mulDiv(units, old, new) }
}

extension Ratio: CustomStringConvertible {
    public var description: String { "\(new):\(old)" }
}
