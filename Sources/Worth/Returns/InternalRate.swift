public import Values

/// The rate at which payments and receipts are worth nothing together: the money-weighted return.
///
/// Σ cᵢ / (1 + r)^((dᵢ - d₀) / 365) = 0, with days counted actual/365, as Microsoft defines XIRR ("XIRR function", Office support). The
/// equation may have no answer and may have several. Those between -99.9999 % and 10,000 % a year decide: where there is one of them, it is
/// the rate, and others beyond are told beside it; where there are several, all are told and none is picked. Where none lies there, those
/// beyond decide in the same way. How it is solved stands in `DiscountedFlows+Roots.swift`; the rate is right to 10⁻¹², absolute or relative,
/// whichever is larger.
public enum InternalRate: Hashable, Sendable {
    /// The one answer.
    case rate(Root)
    /// The one answer between -99.9999 % and 10,000 % a year, and those beyond, the lowest first, which nobody means.
    case decided(Root, others: [Root])
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
        public let annual: FixedDecimal?
        /// The rate over the span, not annualised: (1 + r)^(days / 365) - 1.
        public let overSpan: FixedDecimal?
        /// The figure to show: the rate for a year from 365 days on, under that the rate over the span.
        public var figure: FixedDecimal? { days >= Annualizing.daysPerYear ? annual : overSpan }

        /// Whether it is one that money earns, and no other answer beside it is meant.
        public var isDeciding: Bool { annual.map { $0 >= Self.lowest && $0 <= Self.highest } ?? false }

        private static let lowest = FixedDecimal(units: -999_999 * (FixedDecimal.unitsPerOne / 1_000_000))
        private static let highest: FixedDecimal = 100

        /// A rate that is good for the digits of a binary float.
        init(continuous: Double, days: Int) {
            self.init(continuous, days) { Elementary.exponentialLessOne(continuous * Double($0) / Double(Annualizing.daysPerYear)) }
        }

        /// A root of flows: the rate to some thirty digits where it can be had.
        init(of flows: DiscountedFlows, near continuous: Double) {
            let isAbove = continuous >= 0
            guard let daily = (isAbove ? flows : flows.reversed()).dailyDiscount(near: continuous.magnitude) else {
                self.init(continuous: continuous, days: flows.days)
                return
            }
            self.init(continuous, flows.days) { days in
                let power = daily.power(days)
                return ((isAbove ? DoubleDouble.one / power : power) - DoubleDouble.one).value
            }
        }

        /// - Parameter growth: what becomes of one in so many days, less one.
        private init(_ continuous: Double, _ days: Int, growth: (Int) -> Double) {
            (self.continuous, self.days) = (continuous, days)
            annual = FixedDecimal(statistic: growth(Annualizing.daysPerYear))
            overSpan = FixedDecimal(statistic: growth(days))
        }
    }

    /// The one rate; nil where there is none, or several.
    public var root: Root? {
        switch self {
        case .rate(let root), .decided(let root, _): root
        case .several, .undecided, .none: nil
        }
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
        let certain = isolated.certain.sorted().map { Root(of: discounted, near: $0) }
        let near = isolated.near.sorted().map { Root(continuous: $0, days: discounted.days) }
        self = Self.answer(certain, near)
    }

    /// What some roots, and rates that may be roots, come to.
    private static func answer(_ certain: [Root], _ near: [Root]) -> InternalRate {
        let (deciding, nearDeciding) = (certain.filter(\.isDeciding), near.filter(\.isDeciding))
        if !nearDeciding.isEmpty { return .undecided(certain: deciding, near: nearDeciding) }
        let others = (certain + near).filter { !$0.isDeciding }.sorted { $0.continuous < $1.continuous }
        switch deciding.count {
        case 0 where !near.isEmpty: return .undecided(certain: certain, near: near)
        case 0: return certain.count > 1 ? .several(certain) : certain.first.map { .rate($0) } ?? .none(.neverZero)
        case 1: return others.isEmpty ? .rate(deciding[0]) : .decided(deciding[0], others: others)
        default: return .several(deciding)
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

/// Money that changed hands on a day, as its owner sees it: paid is below zero, received above.
public struct CashFlow: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// What was received; below zero what was paid.
    public let amount: FixedDecimal

    /// Money of a day.
    public init(day: Day, amount: FixedDecimal) {
        self.day = day
        self.amount = amount
    }
}

/// Why flows have no internal rate of return.
public enum MissingRate: Hashable, Sendable {
    /// There is no money in it.
    case noFlows
    /// All money changed hands on one day, so no time has passed.
    case sameDay
    /// Money was paid and nothing received or left: at -100 % a year the equation has no meaning, so there is no rate.
    case everythingLost
    /// Money was paid and nothing received, and the flows do not say that nothing is left.
    case onlyPaid
    /// Money was received and nothing paid.
    case onlyReceived
    /// Money was paid and received, but at no rate is the one worth the other.
    case neverZero

    /// The reason that lies open in flows of one a day; nil where they are paid and received.
    init?(_ daily: [CashFlow]) {
        let paid = daily.contains { $0.amount.isNegative }, received = daily.contains { $0.amount > .zero }
        switch (paid, received) {
        case (false, false): self = .noFlows
        case (true, true): return nil
        case (false, true): self = daily.count == 1 ? .sameDay : .onlyReceived
        case (true, false): self = daily.count == 1 ? .sameDay : daily[daily.count - 1].amount.isZero ? .everythingLost : .onlyPaid
        }
    }
}

extension MissingRate: CustomStringConvertible {
    /// A short identifier that scripts may compare with: it never changes.
    public var kind: String {
        switch self {
        case .noFlows: "no_flows"
        case .sameDay: "same_day"
        case .everythingLost: "everything_lost"
        case .onlyPaid: "only_paid"
        case .onlyReceived: "only_received"
        case .neverZero: "never_zero"
        }
    }

    /// The reason as a sentence without its full stop.
    public var description: String {
        switch self {
        case .noFlows: "no money was paid or received; a rate needs a payment and a receipt on another day"
        case .sameDay: "all money was paid and received on one day, and without time there is no rate; ask for the gain itself"
        case .everythingLost: "everything was lost, so no rate a year leads there; the return is -100 %"
        case .onlyPaid: "money was only paid; add what was received, or what is left and its day"
        case .onlyReceived: "money was only received; add what was paid for it, below zero, and its day"
        case .neverZero: "at no rate are the payments worth the receipts; ask for the time-weighted return or the gain itself"
        }
    }
}
