public import Values

/// The progress of a goal on a day: what is saved, what is missing, and what must be saved each month.
///
/// Payments are assumed at the end of each month from that day on: a month later, two months later, and so on up to the day of the goal.
public struct GoalProgress: Hashable, Sendable {
    /// What the accounts are worth at the end of the day.
    public let current: FixedDecimal
    /// What is missing of the goal's amount; zero once it is reached.
    public let missing: FixedDecimal
    /// Whole months until the day of the goal; zero once it has come.
    public let months: Int
    /// What must be paid each month to reach the amount by the day, rounded up to the currency's last digit. With less than a month left it is
    /// all that is missing; nil where the day has passed and something is missing.
    public let needed: FixedDecimal?
    /// What was saved in an average month of the last twelve.
    public let saved: FixedDecimal
    /// Whether the amount is reached by the day if as much is saved in future.
    public let isOnTrack: Bool
    /// The day on which the amount would be reached then; nil where it never would, or not within 200 years.
    public let projected: Day?

    /// The progress of a goal on a day.
    ///
    /// - Parameters:
    ///   - current: what the accounts of the goal are worth at the end of the day.
    ///   - savedInYear: what was paid into them in the twelve months up to the day, less what was taken out.
    ///   - digits: fractional digits of the currency, to which payments are rounded up.
    public init(_ goal: Goal, on day: Day, current: FixedDecimal, savedInYear: FixedDecimal, digits: Int) throws(PlanError) {
        let saving = try MonthlySaving(yearly: goal.rate), months = Self.months(from: day, to: goal.by)
        let saved = try PlanError.checked { () throws(DecimalError) in try savedInYear / 12 }
        let missing = current >= goal.amount ? FixedDecimal.zero : try PlanError.checked { () throws(DecimalError) in try goal.amount - current }
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

    /// Whole months from one day to another: the most that can be added to the first without passing the second; never below zero.
    public static func months(from day: Day, to end: Day) -> Int {
        let (from, to) = (day.civil, end.civil)
        let months = (to.year - from.year) * 12 + to.month - from.month
        guard months > 0, let last = try? day.adding(months: months) else { return 0 }
        return last > end ? months - 1 : months
    }
}

/// Money that grows month by month and is added to at the end of each.
///
/// A year's growth `r` makes the month's factor `g` with `g¹² = 1 + r`. After `n` months a sum `s`, to which `a` was paid each month, is
/// `s·gⁿ + a·(gⁿ − 1)/(g − 1)`: the value of an ordinary annuity (S. Broverman, Mathematics of Investment and Credit, section 2.1). What
/// a plan promises is checked against the sum reckoned month by month, not against the formula.
public struct MonthlySaving: Hashable, Sendable {
    /// What one unit of money becomes in a month.
    public let factor: FixedDecimal

    /// Growth by a rate for the year, such as 0.05; zero or more.
    public init(yearly rate: FixedDecimal) throws(PlanError) {
        precondition(!rate.isNegative, "no growth below zero is planned with")
        factor = try PlanError.checked { () throws(DecimalError) in try Self.twelfthRoot(of: .one + rate) }
    }

    /// By Newton's method, and then up to the first of eighteen digits whose twelfth power is no less: a year's growth is then never
    /// missing a last digit.
    private static func twelfthRoot(of value: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if value == .one { return .one }
        // Above the root, from where the steps only go down, until they are too small to be seen.
        var root = value
        for _ in 0..<200 {
            let next = try (root * 11 + value / root.power(11)) / 12
            if next >= root { break }
            root = next
        }
        while try root.power(12) < value { root.units += 1 }
        return root
    }

    /// What a sum is worth after some months, at the end of each of which an amount is paid in. O(months).
    public func sum(after months: Int, from start: FixedDecimal, paying amount: FixedDecimal) throws(PlanError) -> FixedDecimal {
        var sum = start
        for _ in 0..<max(0, months) { sum = try next(sum, amount) }
        return sum
    }

    /// A sum a month later.
    private func next(_ sum: FixedDecimal, _ amount: FixedDecimal) throws(PlanError) -> FixedDecimal {
        try PlanError.checked { () throws(DecimalError) in try sum * factor + amount }
    }

    /// The least payment of so many fractional digits that brings a sum to a target in so many months, at least one; zero where it gets
    /// there by itself. It is rounded up, so that the target is reached.
    public func payment(toReach target: FixedDecimal, from start: FixedDecimal, in months: Int, digits: Int) throws(PlanError) -> FixedDecimal {
        precondition(months > 0, "there must be a month to pay in")
        if try sum(after: months, from: start, paying: .zero) >= target { return .zero }
        let least = try PlanError.checked { () throws(DecimalError) in
            let power = try factor.power(months)
            // What a unit paid each month comes to.
            let annuity = factor == .one ? FixedDecimal(months) : try (power - .one) / (factor - .one)
            return try (target - start * power).divided(by: annuity, rounding: .up).rounded(to: digits, .ceiling)
        }
        // The root and the powers were rounded: the months themselves say whether it is a cent too much or too little.
        let cent = FixedDecimal(units: FixedDecimal.one.units / Self.power(of: 10, digits))
        var payment = max(.zero, least)
        while try sum(after: months, from: start, paying: payment) < target { payment = try PlanError.checked { () throws(DecimalError) in try payment + cent } }
        while payment >= cent {
            let less = try PlanError.checked { () throws(DecimalError) in try payment - cent }
            if try sum(after: months, from: start, paying: less) < target { break }
            payment = less
        }
        return payment
    }

    private static func power(of base: Int128, _ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * base } }

    /// The number of months in which a sum reaches a target if an amount is paid in each month; nil where that takes more than `limit` months.
    public func months(toReach target: FixedDecimal, from start: FixedDecimal, paying amount: FixedDecimal, limit: Int = 2400) throws(PlanError) -> Int? {
        var sum = start
        for month in 0...limit {
            if sum >= target { return month }
            let grown = try next(sum, amount)
            // What is taken out faster than it grows, or stands still, never gets there.
            if grown <= sum { return nil }
            sum = grown
        }
        return nil
    }
}
