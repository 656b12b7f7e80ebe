public import JSON
public import Values

extension ReservePlan {
    /// What a book keeps of it: the document of the desktop program with the currency, without balances, numbers as texts.
    public var json: JSONValue {
        guard case .object(let members) = document(balances: nil, number: { _, value in .string(value.description) }) else { preconditionFailure("it is an object") }
        return .object([JSONValue.Member(key: "currency", value: .string(currency))] + members)
    }

    /// The tiers and accounts under the names that the desktop program gives them, what it does not know behind the rest.
    ///
    /// - Parameters:
    ///   - balances: what each account of each tier holds; nil leaves it out.
    ///   - number: how the number of a key is written.
    public func document(balances: [[FixedDecimal]]?, number: (_ key: String, _ value: FixedDecimal) -> JSONValue) -> JSONValue {
        func member(_ key: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(key: key, value: value) }
        let items = tiers.enumerated().map { place, tier in
            let accounts = tier.accounts.enumerated().map { row, account in
                let balance = balances.map { [member("balance", number("balance", $0[place][row]))] } ?? []
                return JSONValue.object(
                    [member("name", .string(account.name))] + balance + [
                        member("apy_pct", number("apy_pct", account.apy)), member("notes", .string(account.notes)),
                        member("alloc_weight", number("alloc_weight", account.weight)),
                        member("account_target", account.cap.map { number("account_target", $0) } ?? .null),
                    ] + account.further)
            }
            return JSONValue.object([
                member("name", .string(tier.name)), member("purpose", .string(tier.purpose)), member("target", number("target", tier.target)),
                member("priority", number("priority", tier.priority)), member("preferred_account", tier.preferred.map { .string($0) } ?? .null),
                member("accounts", .array(accounts)),
            ] + tier.further)
        }
        return .object([member("tiers", .array(items))] + further)
    }
}
