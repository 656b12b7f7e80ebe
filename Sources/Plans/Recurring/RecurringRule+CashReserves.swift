public import JSON
import Values

extension RecurringRule {
    /// Words of Cash Reserves for how often; it takes anything else for every thirty days.
    private static let frequencies = ["daily", "weekly", "biweekly", "monthly", "quarterly", "annually"]

    /// A rule from an entry of Cash Reserves' `recurring.json`: `{name, tier_name, account_name, amount, frequency, next_date, enabled, description}`.
    ///
    /// Its next date becomes the first day, so that what it had applied is not due again, and what it had missed is. One that is not enabled rests
    /// from that day on. The tier is left out: by a reserve plan an account has one anyway.
    public init(cashReserves entry: JSONValue) throws(PlanError) {
        func text(_ key: String) -> String { entry[key]?.text ?? entry[key]?.digits ?? "" }
        let account = trimmed(text("account_name")), name = trimmed(text("name")), what = name.isEmpty ? account : name
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
        let description = trimmed(text("description"))
        if !description.isEmpty { record.append(Field("notes", description)) }
        if entry["enabled"] == .bool(false) { pausedFrom = from }
    }
}
