import Ledger
import LuaKit
import Queries
import Storage
import Values

/// The filters of queries as arguments of Lua functions.
extension BookFilter {
    private static let known: [String: LuaParameter] = Dictionary(
        uniqueKeysWithValues: [
            .optional("account", .init("account", phrase: "an account, its name, or a list of names", accepts: [.string, .boxed, .table]), "Only of this account, or of these."),
            .optional("portfolio", .string, "Only of accounts in this portfolio."),
            .optional("owner", .owners, "Only of accounts of this owner, or of these; a joint account is of its joint owner, such as \"Jerry & Carol\"."),
            .optional("status", .string, "Only of this status: posted, pending, draft, void or amended; all for every one.", default: "\"posted\""),
            .optional("closed", .boolean, "Only of accounts that are closed; false leaves them out."),
            .optional("symbol", .init("symbol", phrase: "a symbol or a list of symbols", accepts: [.string, .boxed, .table]), "Only of this instrument, or of these."),
            .optional("kind", .string, "Only of instruments of this kind: stock, etf, bond and so on."),
            .optional("instrument_kind", .string, "Only of instruments of this kind: stock, etf, bond and so on."),
            .optional("class", .string, "Only of instruments of this class, which is the kind where the owner named none."),
            .optional("tag", .tags, "Only of what has this tag, or one of these: itself, its account or its instrument."),
            .optional(
                "type", .init("type", phrase: "a type or a list of types", accepts: [.string, .table]),
                "Only of this type, or of these; of activities a finer sense such as staking_reward too."),
            .optional("from", .date, "From this day on."), .optional("to", .date, "Up to this day, itself included."),
            .optional("on", .date, "As it was at the end of this day."),
            .optional("as_recorded", .moment, "What the book said then: nothing that was recorded later, a date meaning its end in UTC."),
            .optional("year", .integer, "Only of this year."),
            .optional("currency", .currency, "Only in this currency."),
        ].map { ($0.name, $0) })

    /// The parameters of a query that takes these words.
    package static func parameters(_ names: [String]) -> [LuaParameter] {
        names.map { name in
            guard let parameter = known[name] else { preconditionFailure("no filter is called \(name)") }
            return parameter
        }
    }

    /// Reads the filter from a call.
    ///
    /// - Parameter words: the fields that count as filters, where the function has others of the same name; nil for all that it takes.
    /// - Parameter rows: what the rows of the function are of, which may have tags.
    package init(_ call: LuaCall, taking words: [String]? = nil, on day: Day? = nil, tagsOf rows: TaggedRows = .positions) throws {
        self.init(try QuerySource(call))
        let defined = try source.definitions
        let takes = Set(words ?? call.parameterNames)
        if takes.contains("account"), call.has("account") { try readAccounts(call, defined) }
        if takes.contains("portfolio"), let portfolio = try call.string("portfolio") {
            try check(call, "portfolio", portfolio, defined.accounts.map(\.portfolio), kind: "unknown_portfolio")
            narrow(accounts: defined.accounts.map { $0.portfolio == portfolio })
        }
        if takes.contains("owner"), let owners = try call.strings("owner") {
            for owner in owners { try check(call, "owner", owner, defined.accounts.map(\.owner), kind: "unknown_owner") }
            narrow(accounts: defined.accounts.map { owners.contains($0.owner) })
        }
        if takes.contains("closed"), let isClosed = try call.boolean("closed") {
            narrow(accounts: defined.accounts.map { account in (account.closed.map { $0 <= call.runtime.today } ?? false) == isClosed })
        }
        if takes.contains("symbol"), call.has("symbol") { try readSymbols(call, defined) }
        for word in ["kind", "instrument_kind"] where takes.contains(word) {
            guard let text = try call.string(word) else { continue }
            guard let kind = Instrument.Kind(rawValue: text) else {
                throw call.mismatch(word, expected: "one of \(Instrument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            narrow(instruments: defined.instruments.map { $0.kind == kind })
        }
        if takes.contains("class"), let name = try call.string("class") {
            let classes = defined.instruments.map(\.classOrKind)
            guard classes.contains(name) else {
                let known = Set(classes).sorted()
                let hint = Suggestion(for: name, in: known)?.question ?? (known.isEmpty ? nil : "there are \(known.joined(separator: ", "))")
                throw LuaMisuse("\(call.name): no instrument has the class \"\(name)\"", field: "class", hint: hint, kind: "unknown_class")
            }
            narrow(instruments: classes.map { $0 == name })
        }
        if takes.contains("tag"), call.has("tag") { try readTags(call, defined, rows) }
        if takes.contains("type"), call.has("type") { try readTypes(call) }
        if takes.contains("status"), let text = try call.string("status") {
            guard text == "all" || ActivityTable.standings.contains(text) else {
                throw call.mismatch("status", expected: "posted, pending, draft, void, amended or all")
            }
            status = text
        }
        if takes.contains("currency") { currency = try call.currency("currency") }
        try readDates(call, takes)
        on = on ?? day
    }

    private mutating func readDates(_ call: LuaCall, _ takes: Set<String>) throws {
        if takes.contains("from") { from = try call.day("from") }
        if takes.contains("to") { to = try call.day("to") }
        if takes.contains("on") { on = try call.day("on") }
        if takes.contains("year"), let year = try call.integer("year") { try narrow(year: year) }
    }

    private mutating func readTypes(_ call: LuaCall) throws {
        let names = try call.strings("type") ?? []
        if call.name == "accounts" {
            guard let kind = Account.Kind(rawValue: names[0]) else {
                throw call.mismatch("type", expected: "one of \(Account.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            accountKind = kind
            return
        }
        try narrow(types: names)
    }

    private mutating func readTags(_ call: LuaCall, _ defined: Definitions, _ rows: TaggedRows) throws {
        let known = defined.tags
        let tags = try (call.strings("tag") ?? []).map { tag in
            if let spelling = known.spelling(of: tag) { return spelling }
            let names = known.names
            let hint =
                Suggestion(for: tag, in: names)?.question
                ?? (names.isEmpty ? "tag{symbol=…, tag=\"…\"} puts one on something" : "there are \(names.prefix(12).joined(separator: ", "))")
            throw LuaMisuse("\(call.name): nothing has the tag \(quoted(tag))", field: "tag", hint: hint, kind: "unknown_tag")
        }
        let parts = try TaggedParts(tags, defined) { try source.ledger.activities }
        guard let problem = narrow(tagged: parts, rows) else { return }
        throw LuaMisuse(
            "\(call.name): the tag \(problem)", field: "tag", hint: "tags{tag=\(quoted(tags[0]))} lists what has it; say account= or symbol= for a part of that",
            kind: "tag_out_of_reach")
    }

    private mutating func readAccounts(_ call: LuaCall, _ defined: Definitions) throws {
        let names: [String]
        if case .table = try call.argument("account") { names = try call.strings("account") ?? [] } else { names = [try call.accountName("account") ?? ""] }
        do { try narrow(accounts: names, defined) } catch let error as LedgerError { throw Self.advised(error, "account", call, defined) }
    }

    private mutating func readSymbols(_ call: LuaCall, _ defined: Definitions) throws {
        do { try narrow(instruments: Self.symbols(call), defined) } catch let error as LedgerError { throw Self.advised(error, "symbol", call, defined) }
    }

    /// The error of a name that the book does not have, with what else is called so.
    private static func advised(_ error: LedgerError, _ field: String, _ call: LuaCall, _ defined: Definitions) -> any Error {
        var name: String?
        if case .unknownAccount(let text, _, _) = error { name = text }
        if case .unknownSymbol(let text, _, _) = error { name = text }
        guard let text = name, let other = other(text, defined), call.parameterNames.contains(other) else { return error }
        return LuaMisuse(
            error.message, field: field, hint: "\(quoted(text)) is \(other == "owner" ? "an" : "a") \(other): say \(call.name){\(other)=\(quoted(text))}", kind: error.kind)
    }

    /// What else than an account has a name: an owner, a portfolio or a tag.
    private static func other(_ name: String, _ defined: Definitions) -> String? {
        if defined.accounts.contains(where: { $0.owner == name }) { return "owner" }
        if defined.accounts.contains(where: { $0.portfolio == name }) { return "portfolio" }
        return defined.tags.spelling(of: name) == nil ? nil : "tag"
    }

    private static func symbols(_ call: LuaCall) throws -> [String] {
        if case .table = try call.argument("symbol") { return try call.strings("symbol") ?? [] }
        return [try call.symbol("symbol") ?? ""]
    }

    private func check(_ call: LuaCall, _ field: String, _ name: String, _ known: [String], kind: String) throws {
        if known.contains(name) { return }
        let names = Set(known).subtracting([""]).sorted()
        let hint =
            Suggestion(for: name, in: names)?.question
            ?? (names.isEmpty ? "account{name=…, \(field)=\(quoted(name))} gives one to an account" : "there are \(names.prefix(12).joined(separator: ", "))")
        throw LuaMisuse("\(call.name): no account has the \(field) \"\(name)\"", field: field, hint: hint, kind: kind)
    }
}

extension QuerySource {
    /// Reads the moment from a call, where the function takes one.
    package init(_ call: LuaCall) throws {
        let book = try call.book()
        try self.init(book, asRecorded: call.parameterNames.contains("as_recorded") ? call.recordedMoment("as_recorded") : nil)
    }
}

extension BaseConversion {
    /// The parameter `base`, which asks for figures in one currency.
    package static let parameter = LuaParameter.optional(
        "base", .currency, "Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.")

    /// The conversion that a call asks for; nil where it asks for none.
    package init?(_ call: LuaCall, _ filter: BookFilter) throws {
        guard let currency = try call.currency("base") else { return nil }
        try self.init(filter.source.book, to: currency, filter.source.definitions.policy)
    }
}

extension LuaCall {
    /// A moment by which something was recorded: a date stands for the end of that day in UTC; nil where it was left out.
    fileprivate func recordedMoment(_ name: String) throws -> Instant? {
        switch try argument(name) {
        case .none: return nil
        case .boxed(let box) where box.type == .datetime: return box.instant
        case .string(let text) where text.contains("T") || text.contains(":"):
            do { return try Instant(iso8601: text) } catch {
                throw LuaMisuse("\(self.name): \(name): \(error)", field: name, hint: "a moment is written 2014-03-03 or 2014-03-03T14:30:00Z")
            }
        default:
            guard let day = try day(name) else { return nil }
            return Instant(day: day, hour: 23, minute: 59, second: 59, microsecond: 999_999)
        }
    }
}
