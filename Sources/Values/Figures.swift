/// The largest figures that luca takes from people, files and quote providers.
///
/// They are far beyond what anybody owns, and so far below the largest decimal that sums of a hundred thousand of them still fit. Figures are
/// checked where they are typed, imported or fetched; what a book has already is read whatever it says.
public enum Bound: String, CaseIterable, Sendable {
    /// The price of one unit.
    case price
    /// A number of units of an instrument.
    case quantity
    /// An amount of money.
    case amount
    /// An exchange rate.
    case rate

    /// The largest figure of the kind. For kinds that may be below zero it bounds the magnitude.
    public var greatest: FixedDecimal {
        switch self {
        case .price, .rate: 1_000_000_000_000
        case .quantity, .amount: 1_000_000_000_000_000
        }
    }

    /// The smallest rate, so that one divided by a rate is a rate too; nil for the other kinds.
    public var least: FixedDecimal? {
        self == .rate ? FixedDecimal(units: FixedDecimal.unitsPerOne / Self.rate.greatest.wholeUnits) : nil
    }

    /// Whether a figure is within the bounds.
    public func admits(_ value: FixedDecimal) -> Bool {
        value.magnitude <= greatest && (least.map { value.magnitude >= $0 } ?? true)
    }

    /// What is wrong with a figure out of bounds, to follow its name in a sentence: `is beyond 1000000000000, the largest price that luca takes`.
    public func refusal(_ value: FixedDecimal) -> String {
        if let least, value.magnitude < least { return "is below \(least), the smallest \(rawValue) that luca takes" }
        return "is beyond \(value.isNegative ? -greatest : greatest), the largest \(rawValue) that luca takes"
    }

    /// The result of a calculation; nil where it overflows or is larger than `greatest`.
    public func known(_ calculation: () throws(DecimalError) -> FixedDecimal) -> FixedDecimal? {
        guard let value = try? calculation(), value.magnitude <= greatest else { return nil }
        return value
    }
}

extension FixedDecimal {
    /// The value without its fraction.
    fileprivate var wholeUnits: Int128 { units / Self.unitsPerOne }
}

/// Rates as people write them: `2.5%` for 0.025. The sign is required, so that nobody's 0.9 % is taken for 90 %.
public enum Percent {
    /// The rate that a text such as `2.5%` or `2.5 %` says, as a part of one; nil where it is not a number with a percent sign.
    public static func read(_ text: some StringProtocol) -> FixedDecimal? {
        let words = text.split(separator: " ").joined()
        guard words.last == "%", let hundredths = try? FixedDecimal(words.dropLast()) else { return nil }
        return try? hundredths / 100
    }

    /// A rate, given as a part of one, written in percent; without a sign where a hundred times it is beyond the largest decimal.
    public static func text(_ part: FixedDecimal) -> String {
        (try? part * 100).map { "\($0)%" } ?? part.description
    }

    /// The hint for somebody who wrote a rate without the sign. A number below 1 may be percent or a part of one, so both forms are told.
    public static func hint(for number: FixedDecimal) -> String {
        guard number.magnitude < .one, !number.isZero else { return "write \"\(number)%\" for \(number) % a year" }
        return "write \"\(text(number))\" if \(number) is a part of one, \"\(number)%\" for \(number) % a year"
    }
}

extension FixedDecimal {
    /// What was probably meant by a text that is no number; nil where that cannot be said.
    ///
    ///     FixedDecimal.hint(for: "31,20")    // "decimals follow a point: 31.20"
    ///     FixedDecimal.hint(for: "1'000")    // "digits are not grouped: 1000"
    ///     FixedDecimal.hint(for: "15%")      // "write a number, not a percentage"
    public static func hint(for text: String) -> String? {
        func isNumber(_ text: String) -> Bool { (try? FixedDecimal(text)) != nil }
        if text.contains(",") {
            let groups = text.split(separator: ",", omittingEmptySubsequences: false), decimals = groups.last?.count ?? 0
            let plain = groups.joined(),
                isGrouped = (1...3).contains(groups[0].filter(\.isNumber).count) && groups.dropFirst().allSatisfy { $0.prefix(while: \.isNumber).count == 3 }
            // `1,000.50` and `1,000,000`; of `1,000` nobody can tell.
            if isGrouped, isNumber(plain) {
                let isSure = groups.count > 2 || plain.contains(".")
                return isSure ? "digits are not grouped: \(plain)" : "digits are not grouped, and decimals follow a point: \(plain), or \(groups.joined(separator: "."))"
            }
            // `31,20`, and `1.031,20`.
            let number = groups[0].filter { $0 != "." } + "." + (groups.last ?? "")
            if groups.count == 2, (1...2).contains(decimals), isNumber(number) { return "decimals follow a point: \(number)" }
            return "write 1000.50 for one thousand and a half"
        }
        let ungrouped = text.filter { !"'’_".contains($0) }
        if ungrouped != text, isNumber(ungrouped) { return "digits are not grouped: \(ungrouped)" }
        let bare = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        if text.hasSuffix("%"), isNumber(bare) { return "write a number, not a percentage" }
        let isMoney = text.contains { "$€£¥₿".contains($0) }
        return isMoney && isNumber(bare) ? "write the number alone: \(bare)" : nil
    }
}
