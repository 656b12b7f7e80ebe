public import Values

/// The amount of a recurring entry, worked out on its date: a fixed amount, a part of the cash, or what an account lacks of a sum.
public enum RecurringAmount: Hashable, Sendable {
    /// A fixed amount: `500`.
    case fixed(FixedDecimal)
    /// A percentage of the cash of an account, by default that of the entry: `10% of cash`, `10% of cash in Checking`.
    case percentOfCash(FixedDecimal, account: String?)
    /// What the account lacks of a balance: `up to 2500`.
    case upTo(FixedDecimal)
    /// What the account lacks of its cap in the reserve plan: `up to the cap`.
    case upToCap

    /// Reads an amount as people write it.
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

    /// The amount in money, never below zero; a percentage is rounded down to `digits` fractional digits.
    ///
    /// - Parameters:
    ///   - cash: the cash that a percentage is taken of.
    ///   - balance: the balance of the account that is filled.
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
