public import Values

/// How much may be paid into some accounts together within a year: an ISA's allowance, an IRA's.
///
/// A year is called by the calendar's year in which it begins: where years begin on April 6th, 2024 is 2024-04-06 to 2025-04-05.
///
/// ```swift
/// let limit = try ContributionLimit(name: "ISA", accounts: ["ISA"], amount: 20_000, currency: .gbp, yearStart: MonthDay("04-06"))
/// let usage = try limit.usage(of: flows, in: limit.year(of: today))
/// print(usage.room)
/// ```
public struct ContributionLimit: Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// The accounts that share it, by name.
    public var accounts: [String]
    /// What may be paid in within a year.
    public var amount: FixedDecimal
    /// The years in which that is another amount.
    public var years: [Int: FixedDecimal]
    /// The first day of its years.
    public var yearStart: MonthDay
    /// The currency of the amounts.
    public var currency: Currency
    /// Whether what is taken out may be paid in again within the year, as with flexible ISAs of the United Kingdom.
    public var isFlexible: Bool

    /// A limit of one account or several.
    public init(
        name: String, accounts: [String], amount: FixedDecimal, currency: Currency, yearStart: MonthDay = .newYear, years: [Int: FixedDecimal] = [:],
        isFlexible: Bool = false
    ) throws(PlanError) {
        self.name = name
        self.accounts = accounts
        self.amount = amount
        self.years = years
        self.yearStart = yearStart
        self.currency = currency
        self.isFlexible = isFlexible
        try check()
    }

    /// Refuses what makes no sense: no name, no account, one named twice, a negative amount, a year that is none.
    public func check() throws(PlanError) {
        if name.isEmpty { throw PlanError(.badArgument, "a contribution limit needs a name", hint: "such as name=\"ISA\"") }
        if accounts.isEmpty { throw PlanError(.badArgument, "the limit \"\(name)\" has no account", hint: "say account=\"…\", or accounts={…}") }
        for (place, account) in accounts.enumerated() where accounts[..<place].contains(account) {
            throw PlanError(.duplicateName, "the limit \"\(name)\" names \"\(account)\" twice")
        }
        if amount.isNegative { throw PlanError(.badArgument, "the limit \"\(name)\" is \(amount), below zero") }
        for (year, amount) in years.sorted(by: { $0.key < $1.key }) {
            guard Self.years.contains(year) else { throw PlanError(.badArgument, "the limit \"\(name)\" has an amount for the year \(year), which is none") }
            if amount.isNegative { throw PlanError(.badArgument, "the limit \"\(name)\" is \(amount) in \(year), below zero") }
        }
    }

    /// The years that there can be.
    private static let years = 1...9998

    /// What may be paid in within a year.
    public func allowed(in year: Int) -> FixedDecimal { years[year] ?? amount }

    /// The year that a day lies in.
    public func year(of day: Day) throws(PlanError) -> LimitYear {
        let begun = try yearStart.day(in: day.year)
        return try year(begun <= day ? day.year : day.year - 1)
    }

    /// A year by its number: 1 to 9998, since the calendar ends with 9999 and the last day of a year is found from the next one.
    public func year(_ number: Int) throws(PlanError) -> LimitYear {
        guard Self.years.contains(number) else {
            throw PlanError(.badArgument, "the limit \"\(name)\" has no year \(number)", hint: "limits hold for the years \(Self.years.lowerBound) to \(Self.years.upperBound)")
        }
        let next = try yearStart.day(in: number + 1)
        return LimitYear(number: number, first: try yearStart.day(in: number), last: Day(number: next.number - 1))
    }
}
