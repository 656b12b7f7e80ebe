public import Values

/// How a goal stands on a day.
///
/// What is saved from that day on is taken to be paid at the end of each month: a month later, two months later, and so on up to the day
/// of the goal.
public struct GoalProgress: Hashable, Sendable {
    /// What is there.
    public let current: FixedDecimal
    /// What is not there yet; zero where the sum is.
    public let missing: FixedDecimal
    /// Whole months until the day; zero once it has come.
    public let months: Int
    /// What must be paid each month, rounded up to the currency's last digit so that the sum is there by the day; with less than a month
    /// left all that is missing, and nil where the day has passed and something is.
    public let needed: FixedDecimal?
    /// What was saved in a month on average.
    public let saved: FixedDecimal
    /// Whether going on like that, the sum is there by the day.
    public let isOnTrack: Bool
    /// The day on which it would be there; nil where it never would, or not within 200 years.
    public let projected: Day?

    /// How a goal stands.
    ///
    /// - Parameters:
    ///   - current: what its accounts are worth at the end of the day.
    ///   - savedInYear: what was paid into them in the twelve months up to the day, less what was taken out.
    ///   - digits: fractional digits of what must be paid.
    public init(_ goal: Goal, on day: Day, current: FixedDecimal, savedInYear: FixedDecimal, digits: Int) throws(PlanError) {
        let saving = try MonthlySaving(yearly: goal.rate), months = Self.months(from: day, to: goal.by)
        let saved = try PlanItem.checked { () throws(DecimalError) in try savedInYear / 12 }
        let missing = current >= goal.amount ? FixedDecimal.zero : try PlanItem.checked { () throws(DecimalError) in try goal.amount - current }
        (self.current, self.missing, self.months, self.saved) = (current, missing, months, saved)
        if missing.isZero {
            needed = .zero
        } else if months > 0 {
            needed = try saving.payment(toReach: goal.amount, from: current, in: months, digits: digits)
        } else {
            needed = goal.by > day ? missing : nil
        }
        isOnTrack = try saving.sum(after: months, from: current, paying: saved) >= goal.amount
        let wait = try saving.months(toReach: goal.amount, from: current, paying: saved)
        projected = wait.flatMap { try? day.adding(months: $0) }
    }

    /// Whole months from one day to another: the most that can be added without passing it; zero where it has passed.
    public static func months(from day: Day, to end: Day) -> Int {
        let (from, to) = (day.civil, end.civil)
        let months = (to.year - from.year) * 12 + to.month - from.month
        guard months > 0, let last = try? day.adding(months: months) else { return 0 }
        return last > end ? months - 1 : months
    }
}
