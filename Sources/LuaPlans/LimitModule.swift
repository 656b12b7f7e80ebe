import Frames
import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// `limit` and `limits`: how much may be paid into accounts in a year.
package enum LimitModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("limits", [limit, limits], questions: ["limits"])

    private static let limit = LuaFunction(
        "limit",
        [
            .required("name", .string, "What it is called, such as ISA."), .optional("account", .account, "The account it is of."),
            .optional("accounts", .table, "The accounts that share it, where they are several."),
            .optional("amount", .decimal, "What may be paid in within a year."),
            .optional("year_start", .string, "The first day of its years, as month and day: \"04-06\" in the United Kingdom.", default: "\"01-01\""),
            .optional("years", .table, "Years with another amount, by the one in which they begin: {[2024]=20000}."),
            .optional("currency", .currency, "The currency of the amounts; that of its accounts."),
            .optional("flexible", .boolean, "Whether what is withdrawn may be paid in again within the year.", default: "false"),
            .optional("remove", .boolean, "Takes the limit away.", default: "false"),
        ],
        returns: "frame?", summary: "Fetches a contribution limit as it stands this year; with further fields, defines it or changes them.",
        example: "limit{name=\"IRA\", account=\"Roth IRA\", amount=5500}[1].allowed --> 5500"
    ) { call in
        let book = try call.book(), name = try call.string("name") ?? ""
        let known = try book.plans.document(.limit, named: name).map(ContributionLimits.limit)
        let fields = ["account", "accounts", "amount", "year_start", "years", "currency", "flexible"]
        if try call.boolean("remove") ?? false {
            guard known != nil else { throw LuaMisuse("limit: there is no limit \"\(name)\"", field: "name", hint: try near(name, book), kind: "unknown_limit") }
            try book.keep(PlanDocument(kind: .limit, name: name, body: ""))
            return call.reply(true)
        }
        if !fields.contains(where: call.has) {
            guard let known else { return call.notFound("there is no limit \"\(name)\"\(try near(name, book).map { "; \($0)" } ?? "")") }
            return try reply(call, known, book)
        }
        let limit = try changed(known, name, call)
        try book.keep(PlanDocument(kind: .limit, name: name, body: limit.json.text()))
        return try reply(call, limit, book)
    }

    /// A hint that names the limit that was probably meant; nil where none is near.
    private static func near(_ name: String, _ book: Book) throws -> String? {
        Suggestion(for: name, in: try book.plans.documents(.limit).map(\.name))?.question
    }

    private static func reply(_ call: LuaCall, _ limit: ContributionLimit, _ book: Book) throws -> LuaReply {
        var frame = LimitsFrame(try ContributionLimits(book, of: limit))
        try frame.append(limit, from: call.runtime.today, to: call.runtime.today)
        return try call.reply(frame.frame())
    }

    /// The limit, changed as the call says.
    private static func changed(_ known: ContributionLimit?, _ name: String, _ call: LuaCall) throws -> ContributionLimit {
        let names = try call.book().definitions
        var accounts = known?.accounts ?? []
        if let one = try call.accountName("account") { accounts = [one] }
        if call.has("accounts") { accounts = try accountNames(call) }
        for account in accounts { _ = try names.knownAccount(account) }
        let unit = try call.unit("currency")
        guard let amount = try call.decimal("amount").map({ try unit?.scaled($0) ?? $0 }) ?? known?.amount else {
            throw LuaMisuse("limit: amount is missing: what may be paid in within a year", field: "amount")
        }
        let first = accounts.first.flatMap(names.account(named:)).map { names[$0].currency }
        // Without an account there is no limit, which is told below.
        let currency = unit?.currency ?? known?.currency ?? first ?? names.policy.baseCurrency ?? .usd
        for account in accounts.compactMap(names.account(named:)).map({ names[$0] }) where account.currency != currency {
            throw LuaMisuse(
                "limit: \"\(account.name)\" is in \(account.currency), and the limit in \(currency)", field: "currency",
                hint: "accounts that share a limit have its currency")
        }
        return try ContributionLimit(
            name: name, accounts: accounts, amount: amount, currency: currency,
            yearStart: try call.string("year_start").map { try MonthDay($0) } ?? known?.yearStart ?? .newYear,
            years: call.has("years") ? try years(call).mapValues { try unit?.scaled($0) ?? $0 } : known?.years ?? [:],
            isFlexible: try call.boolean("flexible") ?? known?.isFlexible ?? false)
    }

    private static func accountNames(_ call: LuaCall) throws -> [String] {
        try (call.argument("accounts").items(of: "\(call.name): accounts", field: "accounts") ?? []).map { item in
            switch item {
            case .string(let name): name
            case .boxed(let box) where box.type == .account: try call.account(box).name
            default: throw call.mismatch("accounts", expected: "a list of accounts such as {\"ISA\", \"LISA\"}")
            }
        }
    }

    private static func years(_ call: LuaCall) throws -> [Int: FixedDecimal] {
        guard case .table(let pairs) = try call.argument("years") else { return [:] }
        var years: [Int: FixedDecimal] = [:]
        for pair in pairs {
            guard case .integer(let year) = pair.key, let amount = try Coercion.decimal(pair.value) else {
                throw call.mismatch("years", expected: "amounts by year such as {[2024]=20000}")
            }
            years[year] = amount
        }
        return years
    }

    private static let limits = LuaFunction(
        "limits",
        BookFilter.parameters(["on", "from", "to"])
            + [.optional("year", .integer, "The years that begin in this one.")] + BookFilter.parameters(["tag", "as_recorded"]),
        returns: "frame",
        summary:
            "How much of each contribution limit is used, and what may still be paid in, limit less used: this year, or a row for each year of a span. With tag, those of accounts that have it.",
        example: "limit{name=\"IRA\", account=\"Roth IRA\", amount=5500} return limits{year=2014}[1].limit --> IRA"
    ) { call in
        let contributions = try ContributionLimits(QuerySource(call)), on = try call.day("on"), today = on ?? call.runtime.today
        let filter = try BookFilter(call, taking: ["tag"], tagsOf: .accounts), names = try filter.source.definitions
        var frame = LimitsFrame(contributions)
        for limit in contributions.limits {
            guard let notes = filter.part(of: limit.accounts, names, called: "the limit \(quoted(limit.name))") else { continue }
            frame.add(notes)
            if let year = try call.integer("year") {
                let year = try limit.year(year)
                try frame.append(limit, from: year.first, to: year.first, through: on ?? .max)
            } else {
                let last = try call.day("to") ?? today, first = try call.day("from") ?? (call.has("to") ? last : today)
                guard first <= last else { throw LuaMisuse("limits: \(first) is after \(last)", field: "from") }
                try frame.append(limit, from: first, to: last, through: on ?? .max)
            }
        }
        return try call.reply(frame.frame())
    }
}

/// The answer of `limits`: how much of each contribution limit is used, a row for each year.
private struct LimitsFrame {
    private let contributions: ContributionLimits
    private var builder = FrameBuilder(
        "limits",
        [
            .text("limit").ranked(.deciding), .int("year").ranked(.deciding), .day("from"), .day("to"), .money("allowed", total: .none).ranked(.leading),
            .money("used", total: .none).ranked(.deciding), .money("room", total: .none).ranked(.deciding), .money("excess", total: .none).rankedWhereAny(.deciding),
            .text("currency").ranked(.deciding), .text("accounts"),
        ])

    /// An empty frame for limits of a book.
    init(_ contributions: ContributionLimits) { self.contributions = contributions }

    /// Adds what has to be known of the next limit.
    mutating func add(_ warnings: [FrameWarning]) { for warning in warnings { builder.add(warning: warning.kind, warning.message) } }

    /// Adds the years between two days, with what was paid in by the end of a third day.
    mutating func append(_ limit: ContributionLimit, from: Day, to: Day, through day: Day = .max) throws {
        let (usages, lacking, stale) = try contributions.usages(of: limit, from: from, to: to, through: day)
        for usage in usages {
            // Where something could not be converted, or cost nobody knows what, how much is used is not known.
            let isKnown = !lacking.contains { usage.year.contains($0.day) }
            try builder.append([
                .text(limit.name), .int(Int64(usage.year.number)), .day(usage.year.first), .day(usage.year.last), .decimal(usage.allowed),
                isKnown ? .decimal(usage.used) : .none, isKnown ? .decimal(usage.room) : .none, .optional(isKnown ? usage.excess : nil), .text(limit.currency.code),
                .text(limit.accounts.joined(separator: ", ")),
            ])
        }
        for warning in lacking.map(\.warning) + stale { builder.add(warning: warning.kind, warning.message) }
        for warning in try contributions.missing(limit) { builder.add(warning: warning.kind, warning.message) }
    }

    /// The rows so far.
    func frame() -> Frame { builder.frame() }
}
