public import JSON
import Values

/// A limit as the book keeps it. The name stands beside it.
extension ContributionLimit {
    /// The limit of a name from what `json` wrote.
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

    /// All but the name; what is at its default is left out.
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
