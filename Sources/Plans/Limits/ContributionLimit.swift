public import JSON
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
    /// The name of the limit.
    public var name: String
    /// The names of the accounts that share the limit.
    public var accounts: [String]
    /// What may be paid in within a year, in `currency`.
    public var amount: FixedDecimal
    /// Other amounts, by year.
    public var years: [Int: FixedDecimal]
    /// The day on which its years begin.
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

    /// Refuses a limit without a name or an account, with an account named twice, a negative amount or a year that does not exist.
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

    /// The years that a limit can have.
    private static let years = 1...9998

    /// What may be paid in within a year, by its number.
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

/// Limits as a book keeps them; the name stands beside the document.
extension ContributionLimit {
    /// A limit from the document that `json` wrote.
    public init(name: String, json: JSONValue) throws(PlanError) {
        func decimal(_ value: JSONValue?, _ field: String) throws(PlanError) -> FixedDecimal {
            guard let text = value?.text, let amount = try? FixedDecimal(text) else {
                throw PlanError(.malformed, "the limit \"\(name)\" is kept without a number as \(field)")
            }
            return amount
        }
        guard let code = json["currency"]?.text, let currency = try? Currency(code) else {
            throw PlanError(.malformed, "the limit \"\(name)\" is kept without a currency")
        }
        var years: [Int: FixedDecimal] = [:]
        for member in json["years"]?.members ?? [] {
            guard let year = Int(member.key) else { throw PlanError(.malformed, "the limit \"\(name)\" is kept with the year \"\(member.key)\"") }
            years[year] = try decimal(member.value, "the amount of \(year)")
        }
        let yearStart: MonthDay = if let text = json["year_start"]?.text { try MonthDay(text) } else { .newYear }
        try self.init(
            name: name, accounts: (json["accounts"]?.items ?? []).compactMap(\.text), amount: decimal(json["amount"], "its amount"), currency: currency,
            yearStart: yearStart, years: years, isFlexible: json["flexible"] == .bool(true))
    }

    /// The limit without its name, as a document; fields at their defaults are left out.
    public var json: JSONValue {
        var members = [
            JSONValue.Member(key: "accounts", value: .array(accounts.map { .string($0) })),
            JSONValue.Member(key: "amount", value: .string(amount.description)),
            JSONValue.Member(key: "currency", value: .string(currency.code)),
        ]
        if yearStart != .newYear { members.append(JSONValue.Member(key: "year_start", value: .string(yearStart.description))) }
        if !years.isEmpty {
            let amounts = years.sorted { $0.key < $1.key }.map { JSONValue.Member(key: "\($0.key)", value: .string($0.value.description)) }
            members.append(JSONValue.Member(key: "years", value: .object(amounts)))
        }
        if isFlexible { members.append(JSONValue.Member(key: "flexible", value: .bool(true))) }
        return .object(members)
    }
}

/// A day that comes every year, such as April 6th, on which a tax year begins.
public struct MonthDay: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 12.
    public let month: Int
    /// 1 to 31; a day that every year has.
    public let day: Int

    /// January 1st.
    public static let newYear = MonthDay(known: 1, 1)

    private init(known month: Int, _ day: Int) { (self.month, self.day) = (month, day) }

    /// Reads a day written `04-06`; February 29th is refused, since most years lack it.
    public init(_ text: String) throws(PlanError) {
        // A year without a leap day decides whether every year has it.
        guard let day = try? Day("2023-" + text) else {
            throw PlanError(.malformed, "\"\(text)\" is no day that every year has", hint: "write month and day, such as \"04-06\"")
        }
        (self.month, self.day) = (day.month, day.day)
    }

    /// The day in a year of the calendar.
    public func day(in year: Int) throws(PlanError) -> Day {
        do throws(DayError) { return try Day(year: year, month: month, day: day) } catch { throw PlanError(.badArgument, "\(error)") }
    }

    /// Month and day as they are read: `04-06`.
    public var description: String { (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)" }
}
