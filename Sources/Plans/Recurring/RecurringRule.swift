public import JSON
public import Values

/// An entry that comes again by the calendar: "500 into Savings on the first working day of each month".
///
/// The rule says on which dates and what is recorded. Which of its dates are posted or skipped is kept by the book. A value without a clock.
public struct RecurringRule: Hashable, Sendable {
    /// One field of the entry, as text.
    public struct Field: Hashable, Sendable {
        /// The name of the field, as `record` takes it: `amount`.
        public let name: String
        /// The value of the field: `500`, `10% of cash`.
        public let text: String

        /// A field.
        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// The name of the rule, under which the book keeps its dates.
    public var name: String
    /// The stretch from one date to the next.
    public var every: Period
    /// Where in its period a date falls.
    public var placement: Placement
    /// The first day that can be a date.
    public var from: Day
    /// The last day that can be a date by the rule.
    public var until: Day?
    /// How many dates there are in all; nil for no end.
    public var count: Int?
    /// Where a date goes that falls on a weekend or a holiday.
    public var shift = Shift.none
    /// The name of the calendar of working days; nil for Monday to Friday without holidays.
    public var calendar: String?
    /// The status of what is recorded, `posted` or `draft`; nil for the one of the book's setting.
    public var status: String?
    /// The day from which the rule is paused; nil where it is not.
    public var pausedFrom: Day?
    /// The entry, field by field; empty where a function of a script records it.
    public var record: [Field]

    /// A rule.
    public init(
        _ name: String, every: Period, on placement: Placement = .asStart, from: Day, until: Day? = nil, count: Int? = nil, record: [Field] = []
    ) {
        (self.name, self.every, self.placement, self.from) = (name, every, placement, from)
        (self.until, self.count, self.record) = (until, count, record)
    }

    /// The value of a field of the entry; nil where the entry has no such field.
    public subscript(field name: String) -> String? { record.first { $0.name == name }?.text }

    /// The dates of the rule by a calendar of working days.
    public func schedule(_ workingDays: WorkingDays) throws(PlanError) -> Schedule {
        try Schedule(from: from, every: every, on: placement, until: until, count: count, shift: shift, workingDays: workingDays)
    }

    /// When the entry comes, in words: `every month on the first working day from 2014-02-01`.
    public var when: String {
        var words = ["every \(every)"]
        switch placement {
        case .asStart: break
        case .dayOfMonth(let day): words.append("on day \(day)")
        case .weekday: words.append("on \(placement.words?.text ?? "")")
        case .lastDay, .firstWorkingDay, .lastWorkingDay, .weekdayOfMonth: words.append("on the \(placement.words?.text ?? "")")
        }
        words.append("from \(from)")
        if let until { words.append("to \(until)") }
        if let count { words.append(count == 1 ? "once" : "\(count) times") }
        if shift != .none { words.append("or the \(shift.rawValue) working day") }
        return words.joined(separator: " ")
    }
}

extension RecurringRule {
    /// The dates of the rule that are due: those up to a day, oldest first, that were neither posted nor skipped, or that were opened again.
    ///
    /// What lies in the period of the last day that was posted or before it is never due, unless it was opened again: a rule whose days are
    /// changed later goes on from where it stands, and posts neither its past nor the same month anew.
    ///
    /// - Parameters:
    ///   - isOpen: for a date by the rule, true where it was opened again, false where it was posted or skipped, nil where the book has neither.
    ///   - lastPosted: the last date by the rule that was posted.
    public func due(
        to day: Day, _ workingDays: WorkingDays, lastPosted: Day?, isOpen: (Day) -> Bool?
    ) throws(PlanError) -> [Schedule.Occurrence] {
        try schedule(workingDays).occurrences(from: .min, to: day).filter { occurrence in
            if let pausedFrom, occurrence.date >= pausedFrom { return false }
            return isOpen(occurrence.nominal) ?? isLater(occurrence.nominal, than: lastPosted)
        }
    }

    /// Whether a date by the rule lies in a later period than the last one that was posted.
    public func isLater(_ day: Day, than lastPosted: Day?) -> Bool {
        lastPosted.map { every.number(of: day, from: from) > every.number(of: $0, from: from) } ?? true
    }
}

extension RecurringRule {
    /// The rule as the JSON text that a book keeps; the name stands beside it.
    public var body: String {
        let words = placement.words
        return JSONValue.object([
            "every": .string(every.description), words?.name ?? "on": words.map { .string($0.text) },
            "from": .string(from.description), "to": until.map { .string($0.description) }, "count": count.map { .number("\($0)") },
            "shift": shift == .none ? nil : .string(shift.rawValue), "calendar": calendar.map { .string($0) },
            "status": status.map { .string($0) }, "paused": pausedFrom.map { .string($0.description) },
            "record": .object(record.map { JSONValue.Member(key: $0.name, value: .string($0.text)) }),
        ]).text()
    }

    /// A rule from the JSON text that a book keeps.
    public init(_ name: String, body: String) throws(PlanError) {
        let json = try PlanError.reading("recurring \(name)", body)
        func text(_ key: String) -> String? { json[key]?.text ?? json[key]?.digits }
        func day(_ key: String) throws(PlanError) -> Day? {
            guard let text = text(key) else { return nil }
            guard let day = try? Day(text) else { throw PlanError(.malformed, "recurring \(name): \(key) is no day: \(text)") }
            return day
        }
        guard let from = try day("from") else { throw PlanError(.malformed, "recurring \(name) has no first day") }
        self.init(
            name, every: try Period(text("every") ?? ""), on: try Placement(day: text("day"), weekday: text("weekday"), on: text("on")), from: from,
            until: try day("to"), count: text("count").flatMap { Int($0) })
        shift = text("shift").flatMap(Shift.init(rawValue:)) ?? .none
        (calendar, status, pausedFrom) = (text("calendar"), text("status"), try day("paused"))
        record = (json["record"]?.members ?? []).compactMap { member in (member.value.text ?? member.value.digits).map { Field(member.key, $0) } }
    }
}

extension RecurringRule {
    /// The words of Cash Reserves for how often; that program takes every other word for every thirty days.
    private static let frequencies = ["daily", "weekly", "biweekly", "monthly", "quarterly", "annually"]

    /// A rule from an entry of Cash Reserves' `recurring.json`: `{name, tier_name, account_name, amount, frequency, next_date, enabled, description}`.
    ///
    /// Its next date becomes the first day: what that program recorded is not due again, and what it missed is. An entry that is not enabled is
    /// paused from that day on. The tier is left out, as the reserve plan tells which tier an account is in.
    public init(cashReserves entry: JSONValue) throws(PlanError) {
        func text(_ key: String) -> String { entry[key]?.text ?? entry[key]?.digits ?? "" }
        let account = String(text("account_name").trimmed), name = String(text("name").trimmed), what = name.isEmpty ? account : name
        guard !account.isEmpty else { throw PlanError(.malformed, "recurring \"\(what)\" names no account") }
        guard let from = try? Day(String(text("next_date").prefix(10))) else {
            throw PlanError(.malformed, "recurring \"\(what)\" has no next date that can be read: \"\(text("next_date"))\"")
        }
        guard let amount = try? FixedDecimal(text("amount")) else {
            throw PlanError(.malformed, "recurring \"\(what)\" has no amount that can be read: \"\(text("amount"))\"")
        }
        let frequency = text("frequency").lowercased()
        self.init(what, every: Self.frequencies.contains(frequency) ? try Period(frequency) : .days(30), from: from)
        record = [Field("type", amount.isNegative ? "withdrawal" : "deposit"), Field("account", account), Field("amount", amount.magnitude.description)]
        let description = String(text("description").trimmed)
        if !description.isEmpty { record.append(Field("notes", description)) }
        if entry["enabled"] == .bool(false) { pausedFrom = from }
    }
}

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
            let percent = try? FixedDecimal(String(words[0].dropLast())), percent > .zero, percent <= 100
        {
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
