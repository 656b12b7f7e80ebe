import Ledger
public import Values

/// Why returns cannot be computed at all. A figure that merely does not exist is nil beside a `ReturnGap` or a `MissingRate`.
public enum ReturnsError: Error, Hashable, Sendable {
    /// A price of zero or less, which nothing can be bought at.
    case badPrice(day: Day, price: FixedDecimal)
    /// A number of periods, a rate or a return that makes no sense.
    case badSetting(name: String, value: FixedDecimal, allowed: String)
    /// A figure does not fit a decimal.
    case arithmetic(DecimalError)
}

extension ReturnsError: CustomStringConvertible {
    /// A short identifier that scripts may compare with: it never changes.
    public var kind: String {
        switch self {
        case .badPrice: "bad_price"
        case .badSetting: "bad_setting"
        case .arithmetic: "arithmetic"
        }
    }

    /// What is wrong and what to do, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .badPrice(let day, let price): "the price on \(day) is \(price), and nothing can be bought at that; correct the quote"
        case .badSetting(let name, let value, let allowed): "\(name) cannot be \(value); it is \(allowed)"
        case .arithmetic(let error): error.description
        }
    }

    /// Runs a calculation; where a figure does not fit a decimal, that becomes an error of the returns.
    @inline(__always)
    static func arithmetic<Result>(in calculation: () throws(DecimalError) -> Result) throws(ReturnsError) -> Result {
        do throws(DecimalError) {
            return try calculation()
        } catch {
            throw .arithmetic(error)
        }
    }
}

/// Why a span has no time-weighted return, or no return on the money in it.
public enum ReturnGap: Hashable, Sendable {
    /// Something was gained or lost on a day when nothing, or less, was there to earn it.
    case noCapital(day: Day, base: FixedDecimal)
    /// A day ended below zero, so that more than everything was lost.
    case lostMoreThanAll(day: Day)
    /// The span has an opening value and no day after it.
    case noDays
    /// The money in the span, weighted by the days it was there, adds up to nothing or less.
    case noAverageCapital(FixedDecimal)
    /// A day on which so many times the capital was there that the return does not fit a decimal.
    case beyondBound(day: Day)
    /// Something held or moved had no price, or a price no rate, on a day whose value or flow counts.
    case unknownValue(day: Day)
}

extension ReturnGap: CustomStringConvertible {
    /// A short identifier that scripts may compare with: it never changes.
    public var kind: String {
        switch self {
        case .noCapital: "no_capital"
        case .lostMoreThanAll: "lost_more_than_all"
        case .noDays: "no_days"
        case .noAverageCapital: "no_average_capital"
        case .beyondBound: "beyond_bound"
        case .unknownValue: "unknown_value"
        }
    }

    /// The reason as a sentence without its full stop.
    public var description: String {
        switch self {
        case .noCapital(let day, let base):
            "the capital at work on \(day) is \(base), so what was gained or lost that day is no share of it; ask for a span without that day"
        case .lostMoreThanAll(let day):
            "the value at the end of \(day) is below zero, so more than everything was lost; ask for a span without that day"
        case .noDays: "the span has no day after its opening value; ask for a longer one"
        case .noAverageCapital(let capital):
            "the money in the span, weighted by the days it was there, is \(capital), so the gain is no share of it; ask for the gain itself"
        case .beyondBound(let day):
            "what was there on \(day) is so many times what there was that the return cannot be told; look whether a price of that day is right"
        case .unknownValue(let day):
            "the value on \(day), or what was moved on it, is unknown, since something has no price or no rate; store what is missing, or ask for other days"
        }
    }
}
