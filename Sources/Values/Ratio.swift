/// How many units become how many in a split, a merger or a spinoff: `4:1` gives four new for one old.
public struct Ratio: Hashable, Sendable {
    /// Units afterwards, above zero.
    public let new: FixedDecimal
    /// Units before, above zero.
    public let old: FixedDecimal

    /// One for one.
    @inlinable public static var same: Ratio { Ratio(known: .one, .one) }

    @usableFromInline init(known new: FixedDecimal, _ old: FixedDecimal) {
        (self.new, self.old) = (new, old)
    }

    /// Nil unless both are above zero.
    public init?(_ new: FixedDecimal, for old: FixedDecimal = .one) {
        guard new > .zero, old > .zero else { return nil }
        self.init(known: new, old)
    }

    /// Reads `4:1`, `4/1`, `4 for 1`, `4-for-1`, or a number alone, which is for one; nil where it is none of these.
    ///
    /// What somebody writes is read by `init(written:)`.
    public init?(_ text: some StringProtocol) {
        if let new = try? FixedDecimal(String(text)) { self.init(new) } else { self.init(written: text) }
    }

    /// Reads what somebody wrote: `4:1`, `4/1`, `4 for 1` or `4-for-1`. A number alone is none, since it does not say which way it goes.
    public init?(written text: some StringProtocol) {
        let parts = text.lowercased().replacing("-for-", with: ":").replacing(" for ", with: ":")
            .split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
            .map { $0.split(separator: " ") }
        guard parts.count == 2, parts.allSatisfy({ $0.count == 1 }), let new = try? FixedDecimal(parts[0][0]), let old = try? FixedDecimal(parts[1][0]) else { return nil }
        self.init(new, for: old)
    }

    /// How to write a ratio instead of a text that is none; of a number alone both that it may have meant.
    public static func hint(for text: some StringProtocol) -> String {
        guard let number = try? FixedDecimal(String(text)), number > .zero, number != .one else {
            return "units afterwards for units before: 10:1 or 10 for 1 where one became 10, 1:10 or 1 for 10 where 10 became one"
        }
        return "write \(number):1 or \(number) for 1 where one unit became \(number), 1:\(number) or 1 for \(number) where \(number) became one"
    }

    /// So many units after it, rounded once.
    public func applied(to units: FixedDecimal) throws(DecimalError) -> FixedDecimal { try FixedDecimal.mulDiv(units, new, old) }

    /// So many units before it, rounded once.
    public func undone(on units: FixedDecimal) throws(DecimalError) -> FixedDecimal { try FixedDecimal.mulDiv(units, old, new) }
}

extension Ratio: CustomStringConvertible {
    public var description: String { "\(new):\(old)" }
}
