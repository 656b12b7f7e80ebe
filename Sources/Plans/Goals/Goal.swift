public import JSON
public import Values

/// A savings goal: an amount that an account, a portfolio, a tier or all accounts together are to be worth by a day.
public struct Goal: Hashable, Sendable {
    /// The accounts that a goal counts.
    public enum Scope: Hashable, Sendable {
        /// One account, by name.
        case account(String)
        /// The accounts of a portfolio, by its name.
        case portfolio(String)
        /// The accounts of a tier of a reserve plan; without a plan, of the only one or the one called Reserve.
        case tier(String, plan: String?)
        /// All accounts of the book.
        case book
    }

    /// The name of the goal.
    public var name: String
    /// The amount to reach.
    public var amount: FixedDecimal
    /// The day by which the amount is to be reached.
    public var by: Day
    /// The accounts that count.
    public var scope: Scope
    /// The growth in a year that is assumed, as a part of one: 0.05 for five percent. Zero for money that only grows by saving.
    public var rate: FixedDecimal
    /// The currency of the amount.
    public var currency: Currency

    /// A goal, checked: a name, an amount above zero, a rate from 0 to 1.
    public init(name: String, amount: FixedDecimal, by: Day, scope: Scope, rate: FixedDecimal = .zero, currency: Currency) throws(PlanError) {
        (self.name, self.amount, self.by, self.scope, self.rate, self.currency) = (name, amount, by, scope, rate, currency)
        if name.isEmpty { throw PlanError(.badArgument, "a goal needs a name", hint: "such as name=\"House\"") }
        if amount <= .zero { throw PlanError(.badArgument, "the goal \"\(name)\" is \(amount); it must be above zero") }
        if rate.isNegative { throw PlanError(.badArgument, "the rate of \"\(name)\" is \(Percent.text(rate)): no growth below zero is planned with") }
        if rate > 1 {
            throw PlanError(
                .badArgument, "the rate of \"\(name)\" is \(Percent.text(rate)), more than doubling each year",
                hint: "write \"5%\"; in a document, which has parts of one, write 0.05 for five percent")
        }
    }

    /// The accounts that count, in words: `account Savings`.
    public var subject: String {
        switch scope {
        case .account(let name): "account \(name)"
        case .portfolio(let name): "portfolio \(name)"
        case .tier(let name, _): "tier \(name)"
        case .book: "all accounts"
        }
    }
}

/// Goals as a book keeps them; the name stands beside the document.
extension Goal {
    /// A goal from the document that `json` wrote.
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
        } else if json["all"] == .bool(true) {
            scope = .book
        } else {
            throw PlanError(.malformed, "the goal \"\(name)\" is kept without what it is of")
        }
        try self.init(name: name, amount: amount, by: by, scope: scope, rate: rate, currency: currency)
    }

    /// The goal without its name, as a document; fields at their defaults are left out.
    public var json: JSONValue {
        var account: String?, portfolio: String?, tier: String?, plan: String?
        switch scope {
        case .account(let name): account = name
        case .portfolio(let name): portfolio = name
        case .tier(let name, let planned): (tier, plan) = (name, planned)
        case .book: break
        }
        func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
        return .object([
            "amount": .string(amount.description), "by": .string(by.description), "account": text(account), "portfolio": text(portfolio), "tier": text(tier),
            "plan": text(plan), "all": scope == .book ? .bool(true) : nil, "rate": rate.isZero ? nil : .string(rate.description), "currency": .string(currency.code),
        ])
    }
}
