public import Values

/// An amount that is worked out on the day: so much, a part of the cash, or what is missing up to a sum.
public enum RecurringAmount: Hashable, Sendable {
    /// So much: `500`.
    case fixed(FixedDecimal)
    /// A percentage of an account's cash: `10% of cash`, `10% of cash in Checking`. Without an account it is that of the record.
    case percentOfCash(FixedDecimal, account: String?)
    /// What brings the account up to a sum: `up to 2500`.
    case upTo(FixedDecimal)
    /// What brings the account up to its cap in the reserve plan: `up to the cap`.
    case upToCap

    /// Reads an amount.
    public init(_ text: String) throws(PlanError) {
        if let number = try? FixedDecimal(text.trimmed) {
            self = .fixed(number)
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init), lower = words.map { $0.lowercased() }
        if lower.starts(with: ["up", "to"]), words.count > 2 {
            if lower.last == "cap", lower.count == 3 || lower.count == 4 && lower[2] == "the" {
                self = .upToCap
                return
            }
            if words.count == 3, let limit = try? FixedDecimal(words[2]), !limit.isNegative {
                self = .upTo(limit)
                return
            }
        }
        if words.count >= 3, lower[1] == "of", lower[2] == "cash", words[0].hasSuffix("%"),
            let percent = try? FixedDecimal(String(words[0].dropLast())), percent > .zero, percent <= 100 {
            if words.count == 3 {
                self = .percentOfCash(percent, account: nil)
                return
            }
            if lower[3] == "in", words.count > 4 {
                self = .percentOfCash(percent, account: words[4...].joined(separator: " "))
                return
            }
        }
        throw PlanError(
            .malformed, "\"\(text)\" is no amount",
            hint: "write \"500\", \"10% of cash\", \"10% of cash in Checking\", \"up to 2500\" or \"up to the cap\"")
    }

    /// The money that it comes to, in so many digits and never below zero.
    ///
    /// - Parameters:
    ///   - cash: the cash of the account that it is a part of.
    ///   - balance: what the account that is filled has already.
    ///   - cap: the cap of that account in the reserve plan, if it has one.
    public func money(cash: FixedDecimal, balance: FixedDecimal, cap: FixedDecimal?, digits: Int) throws -> FixedDecimal {
        switch self {
        case .fixed(let amount): return amount
        case .percentOfCash(let percent, _):
            return max(.zero, try (cash * percent / 100).rounded(to: digits, .floor))
        case .upTo(let limit): return max(.zero, try limit - balance)
        case .upToCap:
            guard let cap else { throw PlanError(.noTarget, "the account has no cap in the reserve plan", hint: "give it one, or write \"up to 2500\"") }
            return max(.zero, try cap - balance)
        }
    }
}
