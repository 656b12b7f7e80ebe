import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// The arguments of `tier` that change a tier and its accounts.
enum ReserveArguments {
    private static let names = ["account", "weight", "cap", "apy", "notes"]

    /// Changes a tier by the fields of a call.
    static func change(_ tier: inout ReserveTier, _ call: LuaCall) throws {
        if let purpose = try call.string("purpose") { tier.purpose = purpose }
        if let target = try call.decimal("target") {
            guard !target.isNegative else { throw call.mismatch("target", expected: "zero or more") }
            tier.target = target
        }
        if let priority = try call.decimal("priority") { tier.priority = priority }
        if call.has("accounts") { tier.accounts = try accounts(call, of: tier) }
        if let preferred = try call.accountName("preferred") { tier.preferred = preferred.isEmpty ? nil : preferred }
        guard let preferred = tier.preferred, !tier.accounts.contains(where: { $0.name == preferred }) else { return }
        let near = Suggestion(for: preferred, in: tier.accounts.map(\.name))?.question
        throw LuaMisuse(
            "tier: \"\(tier.name)\" cannot prefer \"\(preferred)\", which is not one of its accounts", field: "preferred",
            hint: near ?? "name it in accounts={…} too, or say preferred=\"\"")
    }

    private static func accounts(_ call: LuaCall, of tier: ReserveTier) throws -> [ReserveAccount] {
        let given = try call.argument("accounts")
        guard var items = try given.items(of: "tier: accounts", field: "accounts", beside: nil) else {
            throw call.mismatch("accounts", expected: "a list such as {{account=\"Savings\", weight=2}}")
        }
        if let weights = given.fields, !weights.isEmpty {
            guard items.isEmpty else {
                throw LuaMisuse(
                    "tier: accounts are a list, or names with their weights, and not both", field: "accounts",
                    hint: "say {{account=\"Savings\", weight=2}, \"Current\"}, or {Savings=2, Current=1}")
            }
            items = weights.map { .table([LuaPair(.string("account"), .string($0.name)), LuaPair(.string("weight"), $0.value)]) }
        }
        let ledger = try call.book().ledger
        var accounts: [ReserveAccount] = []
        for item in items {
            let account = try account(item, call, before: tier, ledger)
            guard !accounts.contains(where: { $0.name == account.name }) else {
                throw LuaMisuse("tier: \"\(account.name)\" is named twice in \"\(tier.name)\"", field: "accounts", hint: "name it once", kind: "duplicate_name")
            }
            accounts.append(account)
        }
        return accounts
    }

    /// One account of the list: a name, an account, or a table. Fields of it that a file brought stay.
    private static func account(_ item: LuaValue, _ call: LuaCall, before tier: ReserveTier, _ ledger: Ledger) throws -> ReserveAccount {
        guard let fields = item.fields, !fields.isEmpty else { return try begin(item, call, tier, ledger) }
        for field in fields where !names.contains(field.name) {
            let hint = Suggestion(for: field.name, in: names)?.question ?? "it takes \(names.joined(separator: ", "))"
            throw LuaMisuse("tier: an account has no field \(field.name)", field: "accounts", hint: hint)
        }
        let given = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        var account = try begin(given["account"] ?? .none, call, tier, ledger)
        func decimal(_ name: String) throws -> FixedDecimal? {
            guard let value = given[name] else { return nil }
            guard let number = try Coercion.decimal(value), !number.isNegative else {
                throw LuaMisuse("tier: \(name) of \"\(account.name)\" must be a number, zero or more", field: "accounts")
            }
            return number
        }
        account.weight = try decimal("weight") ?? .one
        account.cap = try decimal("cap")
        if let value = given["apy"] {
            let rate = try YearlyRate.read(value, "apy of \"\(account.name)\"", field: "accounts", in: "tier")
            guard !rate.isNegative else { throw LuaMisuse("tier: apy of \"\(account.name)\" must be zero or more", field: "accounts") }
            account.apy = try rate * 100
        }
        if let notes = given["notes"] {
            guard case .string(let text) = notes else { throw LuaMisuse("tier: notes of \"\(account.name)\" must be a string", field: "accounts") }
            account.notes = text
        }
        return account
    }

    private static func begin(_ value: LuaValue, _ call: LuaCall, _ tier: ReserveTier, _ ledger: Ledger) throws -> ReserveAccount {
        let name: String
        switch value {
        case .string(let text): name = text
        case .boxed(let box) where box.type == .account: name = try call.account(box).name
        default: throw LuaMisuse("tier: an account of the list is a name or a table such as {account=\"Savings\", weight=2, cap=2500, apy=\"3.9%\"}", field: "accounts")
        }
        _ = try ledger.knownAccount(name)
        var account = ReserveAccount(name: name)
        if let before = tier.accounts.first(where: { $0.name == name }) { (account.programName, account.further) = (before.programName, before.further) }
        return account
    }
}

/// A reserve plan whose tiers are being changed, with the text of each tier, so that defining a thousand tiers one after another reads and writes
/// each of them once.
struct ReserveDraft {
    /// The plan with the changes so far.
    private(set) var plan: ReservePlan
    /// The text of each tier as the book keeps it.
    private var texts: [String]
    /// The tiers that were changed since the plan was last recorded.
    private var changes: [JSONValue] = []
    /// The text of the whole plan as the book keeps it.
    private var body = ""

    /// A plan that the book does not have.
    init(_ plan: ReservePlan) { (self.plan, texts) = (plan, plan.tiers.map { $0.json.text() }) }

    /// The plan of a name, or the one meant where none is named; nil where there is none. That of the last call is not read again.
    init?(_ name: String?, _ call: LuaCall) throws {
        guard let document = try ReserveQuestion.document(name, call.book()) else { return nil }
        if let last = call.runtime.part(LastReserveDraft.init).draft, last.plan.name == document.name, last.body == document.body {
            self = last
        } else {
            self.init(try ReserveQuestion.plan(document))
        }
    }

    /// Puts a tier in the place of another, or at the end.
    mutating func set(_ tier: ReserveTier, at place: Int?) {
        let json = tier.json
        changes.append(json)
        if let place {
            (plan.tiers[place], texts[place]) = (tier, json.text())
        } else {
            plan.tiers.append(tier)
            texts.append(json.text())
        }
    }

    /// Removes a tier.
    mutating func remove(at place: Int) {
        plan.tiers.remove(at: place)
        texts.remove(at: place)
    }

    /// Records the plan in the book.
    mutating func keep(_ call: LuaCall) throws {
        body = plan.text(ofTiers: texts)
        try call.book().keep(PlanDocument(kind: .reserve, name: plan.name, body: body), changes: .array(changes))
        changes = []
        call.runtime.part(LastReserveDraft.init).draft = self
    }
}

/// The reserve plan whose tiers were changed last in this session.
private final class LastReserveDraft {
    /// The plan and its texts; nil where none was changed yet.
    var draft: ReserveDraft?
}
