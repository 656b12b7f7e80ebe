public import JSON
import Values

/// A goal as the book keeps it. The name stands beside it.
extension Goal {
    /// The goal of a name from what `json` wrote.
    public init(name: String, json: JSONValue) throws(PlanError) {
        guard let amount = json["amount"]?.text.flatMap({ try? FixedDecimal($0) }), let by = json["by"]?.text.flatMap({ try? Day($0) }),
            let currency = json["currency"]?.text.flatMap({ try? Currency($0) }), let rate = try? FixedDecimal(json["rate"]?.text ?? "0")
        else { throw PlanError(.malformed, "the goal \"\(name)\" is kept without its sum, its day, its currency or a rate that is a number") }
        let scope: Scope
        if let account = json["account"]?.text {
            scope = .account(account)
        } else if let portfolio = json["portfolio"]?.text {
            scope = .portfolio(portfolio)
        } else if let tier = json["tier"]?.text {
            scope = .tier(tier, plan: json["plan"]?.text)
        } else {
            throw PlanError(.malformed, "the goal \"\(name)\" is kept without what it is of")
        }
        try self.init(name: name, amount: amount, by: by, scope: scope, rate: rate, currency: currency)
    }

    /// All but the name; what is at its default is left out.
    public var json: JSONValue {
        var account: String?, portfolio: String?, tier: String?, plan: String?
        switch scope {
        case .account(let name): account = name
        case .portfolio(let name): portfolio = name
        case .tier(let name, let planned): (tier, plan) = (name, planned)
        }
        func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
        return .object([
            "amount": .string(amount.description), "by": .string(by.description), "account": text(account), "portfolio": text(portfolio), "tier": text(tier),
            "plan": text(plan), "rate": rate.isZero ? nil : .string(rate.description), "currency": .string(currency.code),
        ])
    }
}
