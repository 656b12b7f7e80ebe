public import JSON
public import Values

extension ReservePlan {
    /// What a book keeps of it: the document of the desktop program with the currency, without balances, numbers as texts.
    public var json: JSONValue {
        guard case .object(let members) = document(balances: nil, number: { _, value in .string(value.description) }) else { preconditionFailure("it is an object") }
        return .object([JSONValue.Member(key: "currency", value: .string(currency))] + members)
    }

    /// The text of `json`, made of those of the tiers.
    public func text(ofTiers texts: [String]) -> String {
        var rest = self
        rest.tiers = []
        let bare = rest.json.text(), head = JSONValue.object([JSONValue.Member(key: "currency", value: .string(currency))]).text().dropLast() + #","tiers":["#
        return head + texts.joined(separator: ",") + bare.dropFirst(head.count)
    }

    /// The tiers and accounts under the names that the desktop program gives them, what it does not know behind the rest.
    ///
    /// - Parameters:
    ///   - balances: what each account of each tier holds, in a file of the program, where accounts have its own names for them; nil for what a book keeps.
    ///   - number: how the number of a key is written.
    public func document(balances: [[FixedDecimal]]?, number: (_ key: String, _ value: FixedDecimal) -> JSONValue) -> JSONValue {
        let items = tiers.enumerated().map { place, tier in tier.document(balances: balances?[place], number: number) }
        return .object([JSONValue.Member(key: "tiers", value: .array(items))] + further)
    }
}

extension ReserveTier {
    /// What a book keeps of it, as it stands in that of its plan.
    public var json: JSONValue { document(balances: nil) { _, value in .string(value.description) } }

    fileprivate func document(balances: [FixedDecimal]?, number: (_ key: String, _ value: FixedDecimal) -> JSONValue) -> JSONValue {
        func member(_ key: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(key: key, value: value) }
        let items = accounts.enumerated().map { row, account in
            let balance = balances.map { [member("balance", number("balance", $0[row]))] } ?? []
            let isOfBook = balances == nil, own = isOfBook ? account.programName.map { [member("program_name", .string($0))] } ?? [] : []
            return JSONValue.object(
                [member("name", .string(isOfBook ? account.name : account.nameInProgram))] + own + balance + [
                    member("apy_pct", number("apy_pct", account.apy)), member("notes", .string(account.notes)),
                    member("alloc_weight", number("alloc_weight", account.weight)),
                    member("account_target", account.cap.map { number("account_target", $0) } ?? .null),
                ] + account.further)
        }
        let preferred = balances == nil ? preferred : preferred.map { name in accounts.first { $0.name == name }?.nameInProgram ?? name }
        return JSONValue.object([
            member("name", .string(name)), member("purpose", .string(purpose)), member("target", number("target", target)),
            member("priority", number("priority", priority)), member("preferred_account", preferred.map { .string($0) } ?? .null),
            member("accounts", .array(items)),
        ] + further)
    }
}
