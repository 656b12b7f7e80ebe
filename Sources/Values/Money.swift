/// An amount of a currency.
///
/// Amounts of two currencies do not add up: that is an error which says how to convert, never a silent sum.
public struct Money: Hashable, Sendable {
    /// The amount, in units of the currency: 12.50 for twelve euros and fifty cents.
    public var amount: FixedDecimal
    /// The currency of the amount.
    public var currency: Currency

    /// An amount of a currency.
    @inlinable
    public init(_ amount: FixedDecimal, _ currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// The exact sum; both must be of one currency.
    public static func + (a: Money, b: Money) throws(MoneyError) -> Money {
        guard a.currency == b.currency else { throw .mixedCurrencies(.add, a, b) }
        return try a.replacingAmount { () throws(DecimalError) in try a.amount + b.amount }
    }

    /// The exact difference; both must be of one currency.
    public static func - (a: Money, b: Money) throws(MoneyError) -> Money {
        guard a.currency == b.currency else { throw .mixedCurrencies(.subtract, a, b) }
        return try a.replacingAmount { () throws(DecimalError) in try a.amount - b.amount }
    }

    /// The amount times a number, rounded half-even at the eighteenth fractional digit.
    public static func * (a: Money, factor: FixedDecimal) throws(MoneyError) -> Money {
        try a.replacingAmount { () throws(DecimalError) in try a.amount * factor }
    }

    /// The amount divided by a number, rounded half-even at the eighteenth fractional digit.
    public static func / (a: Money, divisor: FixedDecimal) throws(MoneyError) -> Money {
        try a.replacingAmount { () throws(DecimalError) in try a.amount / divisor }
    }

    /// How many times the second amount goes into the first; both must be of one currency.
    public static func / (a: Money, b: Money) throws(MoneyError) -> FixedDecimal {
        guard a.currency == b.currency else { throw .mixedCurrencies(.divide, a, b) }
        return try MoneyError.checked { () throws(DecimalError) in try a.amount / b.amount }
    }

    /// The amount with its sign turned.
    @inlinable
    public static prefix func - (a: Money) -> Money { Money(-a.amount, a.currency) }

    /// Whether the amount is 0.
    @inlinable public var isZero: Bool { amount.isZero }
    /// Whether the amount is below 0, as money that is owed is.
    @inlinable public var isNegative: Bool { amount.isNegative }

    /// -1, 0 or 1 as the amount is less than, equal to or more than another of the same currency.
    public func compared(to other: Money) throws(MoneyError) -> Int {
        guard currency == other.currency else { throw .mixedCurrencies(.compare, self, other) }
        return amount < other.amount ? -1 : (amount == other.amount ? 0 : 1)
    }

    /// The amount in another currency; `rate` is what one unit of this currency is in that one, and must be above zero.
    public func converted(to target: Currency, rate: FixedDecimal) throws(MoneyError) -> Money {
        guard rate > .zero else { throw .rateNotPositive(rate) }
        return Money(try MoneyError.checked { () throws(DecimalError) in try amount * rate }, target)
    }

    /// Parts in proportion to weights, which add up to the amount; see `FixedDecimal.split`.
    ///
    /// `digits` are the currency's own unless given.
    public func split(by weights: [FixedDecimal], digits: Int? = nil) throws(SplitError) -> [Money] {
        let parts = try FixedDecimal.split(amount, by: weights, digits: digits ?? currency.minorDigits ?? FixedDecimal.scale)
        return parts.map { Money($0, currency) }
    }

    private func replacingAmount(_ calculation: () throws(DecimalError) -> FixedDecimal) throws(MoneyError) -> Money {
        Money(try MoneyError.checked(calculation), currency)
    }
}

extension Money: CustomStringConvertible {
    /// The amount in full, with at least the digits of its currency: `5.00 EUR`, `0.12345 USD`.
    public var description: String {
        "\(amount.description(minimumDigits: currency.minorDigits ?? 0)) \(currency)"
    }

    /// The amount in full, with at least the digits that the currency has in a table, which knows those that a book declares.
    public func described(by table: CurrencyTable) -> String {
        "\(amount.description(minimumDigits: table.digits(of: currency) ?? 0)) \(currency)"
    }

    /// The amount for a sentence: rounded half-up to the digits of its currency; in full where that would show 0, or the table knows no digits.
    public func told(by table: CurrencyTable = CurrencyTable()) -> String {
        guard let digits = table.digits(of: currency), let rounded = try? amount.rounded(to: digits, .halfUp), !rounded.isZero || amount.isZero else {
            return described(by: table)
        }
        return Money(rounded, currency).described(by: table)
    }

    /// The amount rounded for display to the digits of its currency; in full where the table knows none.
    public func formatted(table: CurrencyTable = CurrencyTable(), grouping: Bool = true) -> String {
        guard let digits = table.digits(of: currency) else { return "\(amount) \(currency)" }
        return "\(amount.formatted(digits: digits, grouping: grouping)) \(currency)"
    }
}

/// Why amounts of money could not be computed with.
public enum MoneyError: ArithmeticFailure, Hashable, Sendable {
    /// What was to be done with two amounts.
    public enum Operation: Hashable, Sendable {
        /// The second added to the first.
        case add
        /// The second taken from the first.
        case subtract
        /// The first divided by the second.
        case divide
        /// One compared with the other.
        case compare
    }

    /// The two amounts, in the order written, are in different currencies.
    case mixedCurrencies(Operation, Money, Money)
    /// The rate to convert at is zero or less.
    case rateNotPositive(FixedDecimal)
    /// The amounts are of one currency, but cannot be computed with.
    case decimal(DecimalError)

    /// The error for amounts of one currency that cannot be computed with.
    public init(arithmetic error: DecimalError) { self = .decimal(error) }
}

extension MoneyError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .mixedCurrencies(let operation, let a, let b):
            "cannot \(sentence(operation, short(a), short(b))): convert one first, for example with "
                + "convert{amount=money(\(b.amount), \"\(b.currency)\"), to=\"\(a.currency)\"}"
        case .rateNotPositive(let rate):
            "a rate of \(rate) converts nothing: it must be more than zero"
        case .decimal(let error):
            error.description
        }
    }

    private func sentence(_ operation: Operation, _ a: String, _ b: String) -> String {
        switch operation {
        case .add: "add \(b) to \(a)"
        case .subtract: "subtract \(b) from \(a)"
        case .divide: "divide \(a) by \(b)"
        case .compare: "compare \(a) with \(b)"
        }
    }

    private func short(_ money: Money) -> String { "\(money.amount) \(money.currency)" }
}
