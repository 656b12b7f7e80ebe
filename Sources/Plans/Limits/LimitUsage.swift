public import Values

/// How much of a contribution limit is used within a year.
public struct LimitUsage: Hashable, Sendable {
    /// The year it is of.
    public let year: LimitYear
    /// What may be paid in.
    public let allowed: FixedDecimal
    /// What was paid in by the end of the last day, less what was taken out where the limit is flexible.
    public let used: FixedDecimal
    /// The most that was used at the end of any day.
    public let peak: FixedDecimal
    /// The first day that ended with more than is allowed; nil where there was none.
    public let exceeded: Day?

    /// What may still be paid in.
    public var room: FixedDecimal { used >= allowed ? .zero : (try? allowed - used) ?? .zero }
    /// What was paid in beyond what is allowed; nil where nothing was.
    public var excess: FixedDecimal? { peak > allowed ? try? peak - allowed : nil }
}

extension ContributionLimit {
    /// What payments, in any order, use of a year; those of other years are passed over. O(n log n).
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
        return highest >= allowed ? .zero : try PlanItem.checked { () throws(DecimalError) in try allowed - highest }
    }

    /// What is used at the end of each day on which something was paid. The order of payments within a day changes nothing.
    private func balances(_ flows: [LimitFlow], _ year: LimitYear, through last: Day) throws(PlanError) -> [(day: Day, used: FixedDecimal)] {
        var balances: [(day: Day, used: FixedDecimal)] = []
        let counted = flows.filter { year.contains($0.date) && $0.date <= last && (isFlexible || !$0.isWithdrawal) }
        for flow in counted.sorted(by: { $0.date < $1.date }) {
            let used = try PlanItem.checked { () throws(DecimalError) in try (balances.last?.used ?? .zero) + flow.amount }
            if balances.last?.day == flow.date { balances[balances.count - 1].used = used } else { balances.append((flow.date, used)) }
        }
        return balances
    }
}
