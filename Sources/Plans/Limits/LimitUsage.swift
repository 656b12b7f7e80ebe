public import Values

/// How much of a contribution limit was used within a year.
public struct LimitUsage: Hashable, Sendable {
    /// The year.
    public let year: LimitYear
    /// What may be paid in within the year.
    public let allowed: FixedDecimal
    /// What was paid in by the end of the last day, less what was taken out where the limit is flexible.
    public let used: FixedDecimal
    /// The most that was used at the end of any day.
    public let peak: FixedDecimal
    /// The first day that ended with more than is allowed; nil where there was none.
    public let exceeded: Day?

    /// What may still be paid in; zero where nothing may.
    public var room: FixedDecimal { used >= allowed ? .zero : (try? allowed - used) ?? .zero }
    /// What was paid in beyond what is allowed; nil where nothing was.
    public var excess: FixedDecimal? { peak > allowed ? try? peak - allowed : nil }
}

extension ContributionLimit {
    /// What payments, in any order, use of the limit in a year; payments of other years are left out. O(n log n).
    public func usage(of flows: [LimitFlow], in year: LimitYear, through day: Day = .max) throws(PlanError) -> LimitUsage {
        let balances = try balances(flows, year, through: day)
        let peak = balances.map(\.used).max() ?? .zero, allowed = allowed(in: year.number)
        return LimitUsage(
            year: year, allowed: allowed, used: balances.last?.used ?? .zero, peak: peak, exceeded: balances.first { $0.used > allowed }?.day)
    }

    /// What may be paid in on a day so that the limit still holds at the end of every day that follows; never below zero.
    public func room(for flows: [LimitFlow], on day: Day) throws(PlanError) -> FixedDecimal {
        let year = try year(of: day), allowed = allowed(in: year.number)
        let balances = try balances(flows, year, through: .max)
        let standing = balances.last { $0.day <= day }?.used ?? .zero
        let highest = balances.filter { $0.day > day }.map(\.used).reduce(standing, max)
        return highest >= allowed ? .zero : try PlanError.checked { () throws(DecimalError) in try allowed - highest }
    }

    /// What is used at the end of each day on which something was paid. The order of payments within a day changes nothing.
    private func balances(_ flows: [LimitFlow], _ year: LimitYear, through last: Day) throws(PlanError) -> [(day: Day, used: FixedDecimal)] {
        var balances: [(day: Day, used: FixedDecimal)] = []
        let counted = flows.filter { year.contains($0.date) && $0.date <= last && (isFlexible || !$0.isWithdrawal) }
        for flow in counted.sorted(by: { $0.date < $1.date }) {
            let used = try PlanError.checked { () throws(DecimalError) in try (balances.last?.used ?? .zero) + flow.amount }
            if balances.last?.day == flow.date { balances[balances.count - 1].used = used } else { balances.append((flow.date, used)) }
        }
        return balances
    }
}

/// A year of a contribution limit.
public struct LimitYear: Hashable, Sendable {
    /// The calendar's year in which it begins.
    public let number: Int
    /// Its first day.
    public let first: Day
    /// Its last day.
    public let last: Day

    /// Whether a day lies in it.
    public func contains(_ day: Day) -> Bool { first <= day && day <= last }
}

/// Money that went into or out of the accounts of a contribution limit.
public struct LimitFlow: Hashable, Sendable {
    /// The day of the payment.
    public let date: Day
    /// What was paid in; negative for money taken out.
    public let amount: FixedDecimal
    /// Whether the owner took the money out, which frees room only where the limit is flexible. A correction of money that came in, such as a
    /// bonus taken back, is negative and no withdrawal.
    public let isWithdrawal: Bool

    /// A payment.
    public init(date: Day, amount: FixedDecimal, isWithdrawal: Bool = false) {
        self.date = date
        self.amount = amount
        self.isWithdrawal = isWithdrawal
    }
}
