/// Why sums of money could not be joined.
public enum MoneyError: Error, Hashable, Sendable {
    /// What was to be done with two sums.
    public enum Operation: Hashable, Sendable {
        case add, subtract, divide, compare
    }

    /// The operands, in the order written, are of two currencies.
    case mixedCurrencies(Operation, Money, Money)
    /// The rate to convert at is zero or less.
    case rateNotPositive(FixedDecimal)
    /// The amounts are of one currency, but cannot be computed with.
    case decimal(DecimalError)
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
