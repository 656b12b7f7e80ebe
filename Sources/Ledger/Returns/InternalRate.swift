public import Values

/// The rate at which payments and receipts are worth nothing together: the money-weighted return.
///
/// Σ cᵢ / (1 + r)^((dᵢ - d₀) / 365) = 0, with days counted actual/365, as Microsoft defines XIRR ("XIRR function", Office support). The
/// equation may have no answer and may have several; both are told, and none is ever picked. How it is solved stands in
/// `DiscountedFlows+Roots.swift`.
public enum InternalRate: Hashable, Sendable {
    /// The one answer.
    case rate(Root)
    /// All answers, the lowest first. None of them is "the" return; see `Root`.
    case several([Root])
    /// The certain answers, and rates at which the flows come so near to nothing that no binary float can tell whether they get there.
    case undecided(certain: [Root], near: [Root])
    /// There is no answer.
    case none(MissingRate)

    /// An answer.
    public struct Root: Hashable, Sendable {
        /// ln(1 + r) for a year of 365 days, to the last digits of a binary float that the flows determine.
        public let continuous: Double
        /// Days from the first money to the last.
        public let days: Int
        /// The rate for a year, to twelve digits: 0.1 is 10 %. Nil where it is beyond the largest decimal, as a few days' gain may be.
        public var annual: FixedDecimal? { FixedDecimal(statistic: Elementary.exponentialLessOne(continuous)) }
        /// The rate over the span, not annualised: (1 + r)^(days / 365) - 1.
        public var overSpan: FixedDecimal? {
            FixedDecimal(statistic: Elementary.exponentialLessOne(continuous * Double(days) / Double(Annualizing.daysPerYear)))
        }
        /// The figure to show: the rate for a year from 365 days on, under that the rate over the span.
        public var figure: FixedDecimal? { days >= Annualizing.daysPerYear ? annual : overSpan }
    }

    /// Solves for the rate of flows in any order; payments are below zero. `arithmetic` where a day's flows do not fit a decimal.
    ///
    /// O(n) a step and some ten steps where the money paid in stays in to the end; where the balance changes sides on the way, more.
    public init(of flows: some Sequence<CashFlow>) throws(ReturnsError) {
        let daily = try Self.daily(flows)
        if let reason = MissingRate(daily) {
            self = .none(reason)
            return
        }
        let discounted = DiscountedFlows(daily.lazy.filter { !$0.amount.isZero })
        let isolated = discounted.roots()
        func root(_ continuous: Double) -> Root { Root(continuous: continuous, days: discounted.days) }
        let certain = isolated.certain.sorted().map(root)
        if !isolated.near.isEmpty {
            self = .undecided(certain: certain, near: isolated.near.sorted().map(root))
        } else if certain.count > 1 {
            self = .several(certain)
        } else {
            self = certain.first.map { .rate($0) } ?? .none(.neverZero)
        }
    }

    /// One flow a day, the earliest first.
    private static func daily(_ flows: some Sequence<CashFlow>) throws(ReturnsError) -> [CashFlow] {
        var sorted = Array(flows)
        var isOrdered = true
        for place in sorted.indices.dropFirst() where sorted[place].day <= sorted[place - 1].day {
            isOrdered = false
            break
        }
        if isOrdered { return sorted }
        sorted.sort { $0.day < $1.day }
        var daily: [CashFlow] = []
        for flow in sorted {
            guard let last = daily.last, last.day == flow.day else {
                daily.append(flow)
                continue
            }
            let sum = try ReturnsError.arithmetic { () throws(DecimalError) in try last.amount + flow.amount }
            daily[daily.count - 1] = CashFlow(day: flow.day, amount: sum)
        }
        return daily
    }
}
