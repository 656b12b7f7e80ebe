import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Sentences
import Storage
import Values

/// Accounts: where money and positions are held.
package enum AccountModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("accounts", [account, accounts], questions: ["accounts"])

    private static let account = LuaFunction(
        "account",
        [
            .required("name", .string, "What it is called."), .optional("type", .string, "securities, cash, crypto, deposit, pension or other.", default: "\"securities\""),
            .optional("currency", .currency, "Its currency; the book's base currency."), .optional("portfolio", .string, "The portfolio it belongs to."),
            .optional("owner", .string, "Whose it is."), .optional("group", .string, "A group of your own."), .optional("opened", .date, "Its first day."),
            .optional("closed", .closing, "Its last day; its history stays. false opens it again."),
            .optional("allow_short", .boolean, "Whether it may sell what it does not hold.", default: "false"),
            .optional("tracking", .string, "transactions, holdings or value: what its figures come from.", default: "\"transactions\""),
            .optional(
                "rate", .yearlyRate, "Interest of a year, such as \"4%\"; income_forecast goes by balance × rate × days / 365, and forecast by balance × (1 + rate / 12)^months."),
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
        let unknown = UnknownName(function: "account", field: "name", name: name) { ledger.accounts.map(\.name) }
        let fields = ["type", "currency", "portfolio", "owner", "group", "opened", "closed", "allow_short", "tracking", "rate", "matures", "settlement"]
        if !call.isNamed || !(known == nil || fields.contains { call.has($0) }) {
            guard let known else { return unknown.answer(call) }
            return call.reply(call.box(known, of: book))
        }
        if known == nil, NameRule.fault(in: name) == nil, !name.isEmpty, !fields.contains(where: { call.has($0) }) {
            throw unknown.refusal(ledger, kind: "unknown_account")
        }
        let before = known.map { ledger[$0] }
        var account = try before ?? Account(name: name, currency: call.currency("currency") ?? call.baseCurrency(ledger))
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

    /// Gives a notice where a new name differs from a known one in capitals or blanks only.
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

    /// Refuses another currency for an account whose entries tell an exchange rate (`fx_rate`): these are rates into the currency that the account
    /// has had.
    private static func refuseChange(of account: Account, to currency: Currency, _ call: LuaCall) throws {
        let ledger = try call.book().ledger, table = ledger.activities
        guard currency != account.currency, let number = ledger.account(named: account.name) else { return }
        guard let row = (0..<table.count).first(where: { table.account(at: $0) == number && table.fxRate(at: $0) != nil && table.counts(at: $0) }) else { return }
        throw LuaMisuse(
            "account: entry \(table.id(at: row).rawValue) in \"\(account.name)\" tells a rate into \(account.currency), so the account's currency cannot become \(currency)",
            field: "currency",
            hint: "open another account for \(currency)", kind: "currency_in_use")
    }

    private static let accounts = LuaFunction(
        "accounts", BookFilter.parameters(["account", "portfolio", "owner", "tag", "type", "currency", "as_recorded", "closed"]), returns: "frame",
        summary: "The accounts of the book.", example: "accounts{owner=\"Ray\"}[1].name"
    ) { call in
        try call.reply(AccountsFrame.make(try BookFilter(call, tagsOf: .accounts)))
    }
}

/// Portfolios: accounts that belong together, and whose they are.
package enum PortfolioModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("portfolios", [portfolio, portfolios], questions: ["portfolios"])

    private static let portfolio = LuaFunction(
        "portfolio",
        [
            .required("name", .string, "What it is called; accounts name it in account{portfolio=}."),
            .optional("owner", .owners, "Whose it is: a name, or a list of names for a joint one. Its accounts become theirs."),
        ],
        returns: "frame", summary: "Shows a portfolio's accounts; with an owner, gives them to that owner.",
        example: "portfolio{name=\"Retirement\", owner={\"Jerry\", \"Carol\"}}[1].owner --> Jerry & Carol"
    ) { call in
        let book = try call.book(), name = try call.string("name") ?? ""
        let accounts = try book.ledger.accounts.enumerated().filter { $0.element.portfolio == name }
        if accounts.isEmpty {
            let near = Suggestion(for: name, in: Set(try book.ledger.accounts.map(\.portfolio)).sorted())?.question
            throw LuaMisuse(
                "portfolio: no account is in the portfolio \"\(name)\"", field: "name", hint: near ?? "say account{name=…, portfolio=\"\(name)\"}",
                kind: "unknown_portfolio")
        }
        if let owners = try call.strings("owner") {
            try book.transaction {
                for (place, var account) in accounts {
                    account.owner = owners.joined(separator: " & ")
                    if account != (try book.ledger.accounts[place]) { try book.redefine(AccountID(Int32(place + 1)), as: account) }
                }
            }
        }
        let ledger = try book.ledger
        return try call.reply(AccountsFrame.make(ledger.definitions, accounts.map { AccountID(Int32($0.offset + 1)) }))
    }

    private static let portfolios = LuaFunction(
        "portfolios", BookFilter.parameters(["owner", "tag"]), returns: "frame",
        summary: "The portfolios, whose they are, and how many accounts each has; with tag, how many that have it.",
        example: "portfolios{}[1].accounts > 0 --> true"
    ) { call in
        let filter = try BookFilter(call, tagsOf: .accounts), ledger = try filter.source.ledger
        var builder = FrameBuilder("portfolios", [.text("name"), .text("owner"), .int("accounts")])
        var groups: [String: (owners: Set<String>, count: Int)] = [:]
        for (place, account) in ledger.accounts.enumerated() where !account.portfolio.isEmpty && filter.fits(AccountID(Int32(place + 1))) {
            groups[account.portfolio, default: ([], 0)].owners.insert(account.owner)
            groups[account.portfolio]!.count += 1
        }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            try builder.append([.text(name), .optional(group.owners.sorted().joined(separator: ", ")), .int(Int64(group.count))])
        }
        return try call.reply(builder.frame())
    }

    /// The owner of a portfolio, if all of its accounts have the same; nil elsewhere.
    static func owner(of portfolio: String, _ ledger: Ledger) -> String? {
        let owners = Set(ledger.accounts.filter { $0.portfolio == portfolio }.map(\.owner))
        return owners.count == 1 ? owners.first : nil
    }
}

/// The answer of `accounts`: a row for each account.
private enum AccountsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("name").ranked(.leading), .text("type").ranked(.deciding), .text("currency").ranked(.deciding), .text("portfolio"),
        .text("owner"), .text("group"), .day("opened"), .day("closed").ranked(.useful), .bool("allow_short"),
        .text("tracking").ranked(.leading, usual: "transactions"), .share("rate").optional().ranked(.useful), .day("matures").ranked(.useful),
        .text("settlement").ranked(.useful, usual: "account"),
    ]

    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter) throws -> Frame {
        let names = try filter.source.definitions
        return try make(
            names,
            names.accounts.indices.map { AccountID(Int32($0 + 1)) }.filter { id in
                filter.fits(id) && filter.fits(names[id].currency) && filter.accountKind.map { $0 == names[id].kind } ?? true
            })
    }

    /// The frame of some accounts.
    static func make(_ names: Definitions, _ accounts: [AccountID]) throws -> Frame {
        let hasTags = !names.tags.isEmpty
        var builder = FrameBuilder("accounts", schemas + (hasTags ? [.text("tags").ranked(.useful)] : []))
        for (id, account) in accounts.map({ ($0, names[$0]) }) where !account.isErased {
            try builder.append(
                [
                    .text(account.name), .text(account.kind.rawValue), .text(account.currency.code), .optional(account.portfolio),
                    .optional(account.owner), .optional(account.group), .optional(account.opened), .optional(account.closed),
                    .bool(account.allowShort), .text(account.tracking.rawValue), .optional(account.rate), .optional(account.matures),
                    .text(account.settlement.rawValue),
                ] + (hasTags ? [.optional(names.tags.text(of: .account(id)))] : []))
        }
        return builder.frame()
    }
}

/// A name that no account, or no instrument, of the book has: what is answered to who asks for it, and to who would define it and says nothing else of it.
struct UnknownName {
    /// The function that was called, which is called as the thing is.
    let function: String
    /// The field in which the name was given.
    let field: String
    /// The name.
    let name: String
    /// The names that there are.
    let known: () -> [String]

    private var sentence: String { "there is no \(function) \(quoted(name))" }
    private var near: Suggestion? { Suggestion(for: name, in: known()) }

    /// nil and a sentence, with the nearest name.
    func answer(_ call: LuaCall) -> LuaReply { call.notFound(sentence + (near?.clause ?? "")) }

    /// The error of a definition that lacks its fields, with an example of one in the book's base currency, else in euros.
    func refusal(_ ledger: Ledger, kind: String) -> LuaMisuse {
        let currency = ledger.policy.baseCurrency.map { "currency=\"\($0)\"}" } ?? "currency=\"EUR\"}, or in another currency,"
        let example = "\(function){\(field)=\(LuaForm.quoted(name)), \(currency) defines a new one"
        return LuaMisuse("\(function): \(sentence)", field: field, hint: (near.map { $0.question + " " } ?? "") + example, kind: kind)
    }
}
