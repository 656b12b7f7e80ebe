public import JSON
public import Values

extension ReservePlan {
    /// A plan from a document: the one that a book keeps, or `reserve_manager.json` of the desktop program.
    ///
    /// Numbers may be numbers or texts. A tier needs its name, purpose, target and priority, unless the document tells the version of its
    /// schema, whose writer leaves out what is empty; an account needs its name.
    public init(name: String, currency: String, json: JSONValue) throws(PlanError) {
        guard let members = json.members else { throw PlanError(.malformed, "a reserve plan is an object, and this is \(json.noun)") }
        guard let items = json["tiers"]?.items else { throw PlanError(.malformed, "a reserve plan has a list \"tiers\", and this has none") }
        let isLoose = json["schema_version"] != nil
        var tiers: [ReserveTier] = []
        for (place, item) in items.enumerated() { tiers.append(try ReserveTier(Reader(item, "tiers[\(place + 1)]"), isLoose: isLoose)) }
        self.init(
            name: name, currency: json["currency"]?.text ?? currency, tiers: tiers,
            further: members.filter { !["tiers", "last_updated", "schema_version", "currency"].contains($0.key) })
    }

    /// Reads the members of an object; errors name its place in the document, such as `tiers[1].accounts[2]`.
    fileprivate struct Reader {
        let value: JSONValue
        let path: String

        init(_ value: JSONValue, _ path: String) { (self.value, self.path) = (value, path) }

        /// The text under a key; nil where there is none.
        func text(_ key: String) throws(PlanError) -> String? {
            guard let member = value[key] else { return nil }
            guard let text = member.text else { throw PlanError(.malformed, "\(path).\(key) is \(member.noun), not a text") }
            return text
        }

        /// The number under a key, written as a number or a text; nil where there is none.
        func decimal(_ key: String) throws(PlanError) -> FixedDecimal? {
            guard let member = value[key] else { return nil }
            guard let digits = member.digits ?? member.text else { throw PlanError(.malformed, "\(path).\(key) is \(member.noun), not a number") }
            do throws(DecimalError) { return try FixedDecimal(digits) } catch { throw PlanError(.malformed, "\(path).\(key): \(error)") }
        }

        /// An amount that cannot be below zero.
        func amount(_ key: String) throws(PlanError) -> FixedDecimal? {
            guard let amount = try decimal(key) else { return nil }
            guard !amount.isNegative else { throw PlanError(.malformed, "\(path).\(key) is \(amount)", hint: "it must be zero or more") }
            return amount
        }

        /// The error for a key that is missing.
        func missing(_ key: String) -> PlanError { PlanError(.malformed, "\(path).\(key) is missing", hint: "add \(Self.examples[key] ?? "it")") }

        private static let examples = [
            "name": "\"name\": \"Buffer\"", "purpose": "\"purpose\": \"\"", "target": "\"target\": 0", "priority": "\"priority\": 1",
        ]

        /// The name, which must not be empty.
        func name() throws(PlanError) -> String {
            guard let name = try text("name") else { throw missing("name") }
            guard !name.isEmpty else { throw PlanError(.malformed, "\(path).name is empty") }
            return name
        }

        /// The members under all other keys.
        func further(_ known: Set<String>) -> [JSONValue.Member] { (value.members ?? []).filter { !known.contains($0.key) } }
    }
}

extension ReserveTier {
    /// A tier from its object; `isLoose` lets purpose, target and priority be left out.
    fileprivate init(_ reader: ReservePlan.Reader, isLoose: Bool) throws(PlanError) {
        guard reader.value.members != nil else { throw PlanError(.malformed, "\(reader.path) is \(reader.value.noun), not an object") }
        let name = try reader.name()
        let purpose = try reader.text("purpose"), target = try reader.amount("target"), priority = try reader.decimal("priority")
        if !isLoose {
            for (key, isThere) in [("purpose", purpose != nil), ("target", target != nil), ("priority", priority != nil)] where !isThere {
                throw reader.missing(key)
            }
        }
        var accounts: [ReserveAccount] = []
        for (place, item) in (reader.value["accounts"]?.items ?? []).enumerated() {
            let account = try ReserveAccount(ReservePlan.Reader(item, "\(reader.path).accounts[\(place + 1)]"))
            guard !accounts.contains(where: { $0.name == account.name }) else {
                throw PlanError(.duplicateName, "the tier \"\(name)\" has the account \"\(account.name)\" twice", hint: "put both into one")
            }
            accounts.append(account)
        }
        let preferred = try reader.text("preferred_account")
        self.init(
            name: name, purpose: purpose ?? "", target: target ?? .zero, priority: priority ?? .one,
            preferred: preferred?.isEmpty == true ? nil : preferred, accounts: accounts,
            further: reader.further(["name", "purpose", "target", "priority", "preferred_account", "accounts"]))
    }
}

extension ReserveAccount {
    /// An account from its object.
    fileprivate init(_ reader: ReservePlan.Reader) throws(PlanError) {
        guard reader.value.members != nil else { throw PlanError(.malformed, "\(reader.path) is \(reader.value.noun), not an object") }
        self.init(
            name: try reader.name(), weight: try reader.decimal("alloc_weight") ?? .one, cap: try reader.amount("account_target"),
            apy: try reader.decimal("apy_pct") ?? .zero, notes: try reader.text("notes") ?? "",
            further: reader.further(["name", "program_name", "balance", "apy_pct", "notes", "alloc_weight", "account_target"]))
        programName = try reader.text("program_name")
    }
}

extension ReservePlan {
    /// The plan as the document that a book keeps: that of the desktop program with the currency, without balances, numbers as texts.
    public var json: JSONValue {
        guard case .object(let members) = document(balances: nil, number: { _, value in .string(value.description) }) else { preconditionFailure("it is an object") }
        return .object([JSONValue.Member(key: "currency", value: .string(currency))] + members)
    }

    /// The text of `json`, put together from the texts of its tiers.
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
    /// The tier as it stands in the document that a book keeps.
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
        return JSONValue.object(
            [
                member("name", .string(name)), member("purpose", .string(purpose)), member("target", number("target", target)),
                member("priority", number("priority", priority)), member("preferred_account", preferred.map { .string($0) } ?? .null),
                member("accounts", .array(items)),
            ] + further)
    }
}
