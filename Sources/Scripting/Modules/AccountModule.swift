import Frames
import Ledger
import LuaKit
import Sentences
import Storage
import Values

/// Accounts: where money and positions are held.
enum AccountModule {
    static let module = Module("accounts", [account, accounts])

    private static let account = LuaFunction(
        "account",
        [
            .required("name", .string, "What it is called."), .optional("type", .string, "securities, cash, crypto, deposit, pension or other.", default: "\"securities\""),
            .optional("currency", .currency, "Its currency; the book's base currency."), .optional("portfolio", .string, "The portfolio it belongs to."),
            .optional("owner", .string, "Whose it is."), .optional("group", .string, "A group of your own."), .optional("opened", .date, "Its first day."),
            .optional("closed", .closing, "Its last day; its history stays. false opens it again."),
            .optional("allow_short", .boolean, "Whether it may sell what it does not hold.", default: "false"),
            .optional("tracking", .string, "transactions, holdings or value: what its figures come from.", default: "\"transactions\""),
            .optional("rate", .yearlyRate, "Interest of a year, such as \"4%\"; income_forecast goes by balance × rate × days / 365, and forecast by balance × (1 + rate / 12)^months."),
            .optional("matures", .date, "The day on which a deposit with a term ends."),
            .optional(
                "settlement", .string, "account or trade: in which currency cash moves where an entry of another currency tells its fx_rate.",
                default: "\"account\""),
        ],
        returns: "account?, string?",
        summary: "Fetches an account by name; with further fields, defines it or changes them. In GBX and other minor units it is defined in the currency itself, and says so.",
        example: "account \"Brokerage\".currency --> USD"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, name = try call.string("name") ?? ""
        let known = ledger.account(named: name)
        let fields = ["type", "currency", "portfolio", "owner", "group", "opened", "closed", "allow_short", "tracking", "rate", "matures", "settlement"]
        if !call.isNamed || !(known == nil || fields.contains { call.has($0) }) {
            guard let known else {
                let near = nearestName(to: name, in: ledger.accounts.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
                return call.notFound("there is no account \"\(name)\"\(near)")
            }
            return call.reply(call.box(known, of: book))
        }
        if known == nil, NameRule.fault(in: name) == nil, !name.isEmpty, !fields.contains(where: { call.has($0) }) {
            let near = nearestName(to: name, in: ledger.accounts.map(\.name)).map { "did you mean \"\($0)\"? " } ?? ""
            throw LuaMisuse(
                "account: there is no account \"\(name)\"", field: "name", hint: "\(near)account{name=\(LuaForm.quoted(name)), \(exampleCurrency(ledger)) defines a new one", kind: "unknown_account")
        }
        let before = known.map { ledger[$0] }
        var account = try before ?? Account(name: name, currency: call.currency("currency") ?? baseCurrency(call, ledger))
        if known == nil, let portfolio = try call.string("portfolio") { account.owner = PortfolioModule.owner(of: portfolio, ledger) ?? "" }
        try change(&account, call)
        var new: [(thing: NamedThing, name: String)] = known == nil ? [(.account, name)] : []
        for thing in [NamedThing.portfolio, .owner, .group] {
            if let given = try call.string(thing.rawValue), !given.isEmpty, !ledger.isNamed(given, thing) { new.append((thing, given)) }
        }
        let defined = call.box(try book.define(account), of: book)
        for (thing, name) in new { try tell(thing, name, call) }
        try DoubtfulAccounts.tell(account, before: before, call)
        guard let notice = try call.unit("currency")?.notice(of: "\"\(name)\"") else { return call.reply(defined) }
        return call.reply([.boxed(defined), .string(notice)])
    }

    /// Tells of a new name that differs from one that is there in capitals or blanks only.
    static func tell(_ thing: NamedThing, _ name: String, _ call: LuaCall) throws {
        guard let other = try call.book().ledger.name(alike: name, among: thing) else { return }
        call.runtime.notice("the \(thing.rawValue) \"\(name)\" is new, beside \"\(other)\", which differs in capitals or blanks only")
    }

    private static func change(_ account: inout Account, _ call: LuaCall) throws {
        if let type = try call.string("type") {
            guard let kind = Account.Kind(rawValue: type) else {
                throw call.mismatch("type", expected: "one of \(Account.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            account.kind = kind
        }
        if let currency = try call.currency("currency") {
            try refuseChange(of: account, to: currency, call)
            account.currency = currency
        }
        if let portfolio = try call.string("portfolio") { account.portfolio = portfolio }
        if let owner = try call.string("owner") { account.owner = owner }
        if let group = try call.string("group") { account.group = group }
        if let opened = try call.day("opened") { account.opened = opened }
        if case .boolean(false) = try call.argument("closed") { account.closed = nil } else if let closed = try call.day("closed") { account.closed = closed }
        if let allowShort = try call.boolean("allow_short") { account.allowShort = allowShort }
        if let text = try call.string("tracking") {
            guard let tracking = Account.Tracking(rawValue: text) else {
                throw call.mismatch("tracking", expected: "one of \(Account.Tracking.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            account.tracking = tracking
        }
        if let rate = try call.yearlyRate("rate") { account.rate = rate }
        if let matures = try call.day("matures") { account.matures = matures }
        if let text = try call.string("settlement") {
            guard let settlement = Account.Settlement(rawValue: text) else {
                throw call.mismatch("settlement", expected: "one of \(Account.Settlement.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            account.settlement = settlement
        }
    }

    /// A rate that an entry tells (`fx_rate`) is into the currency that the account had then, and would come to mean another.
    private static func refuseChange(of account: Account, to currency: Currency, _ call: LuaCall) throws {
        let ledger = try call.book().ledger, table = ledger.activities
        guard currency != account.currency, let number = ledger.account(named: account.name) else { return }
        guard let row = (0..<table.count).first(where: { table.account(at: $0) == number && table.fxRate(at: $0) != nil && table.counts(at: $0) }) else { return }
        throw LuaMisuse(
            "account: entry \(table.id(at: row).rawValue) in \"\(account.name)\" tells a rate into \(account.currency), so the account's currency cannot become \(currency)", field: "currency",
            hint: "open another account for \(currency)", kind: "currency_in_use")
    }

    static func baseCurrency(_ call: LuaCall, _ ledger: Ledger) throws -> Currency {
        if let currency = ledger.policy.baseCurrency { return currency }
        throw LuaMisuse(
            "\(call.name): currency is missing, and the book has no base currency", field: "currency",
            hint: "say currency=\"EUR\", or another, or once for all setting(\"base_currency\", \"EUR\")")
    }

    /// The field that a new account or instrument needs, and the end of its call: the book's base currency, else the euro as an example.
    static func exampleCurrency(_ ledger: Ledger) -> String {
        ledger.policy.baseCurrency.map { "currency=\"\($0)\"}" } ?? "currency=\"EUR\"}, or in another currency,"
    }

    private static let accounts = LuaFunction(
        "accounts", BookFilter.parameters(["account", "portfolio", "owner", "type", "currency", "as_recorded", "closed"]), returns: "frame",
        summary: "The accounts of the book.", example: "accounts{owner=\"Ray\"}[1].name"
    ) { call in
        try call.reply(AccountsFrame.make(try BookFilter(call)))
    }
}

extension LuaParameterType {
    /// A date, or false for none.
    static let closing = LuaParameterType("date", phrase: "a date such as \"2014-03-03\", or false", accepts: [.string, .boxed, .boolean])
}
