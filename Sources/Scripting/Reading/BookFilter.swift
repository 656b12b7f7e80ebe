import Ledger
import LuaKit
import Storage
import Values

/// What a query reads and how it is narrowed. The same field means the same in every query.
struct BookFilter {
    /// The book, as it is or as it was recorded.
    let source: QuerySource
    /// Accounts that fit, by number less one; nil for all.
    private(set) var accounts: [Bool]?
    /// Instruments that fit, by number less one; nil for all.
    private(set) var instruments: [Bool]?
    private var types: ActivityTypes?
    /// The kind of account that was asked for; nil for all.
    private(set) var accountKind: Account.Kind?
    /// The status that was asked for, `all` for every one; nil for what counts.
    private(set) var status: String?
    /// The currency that was asked for; nil for all.
    private(set) var currency: Currency?
    /// The first day that was asked for; nil for the first there is.
    private(set) var from: Day?
    /// The last day that was asked for; nil for the last there is.
    private(set) var to: Day?
    /// The day at whose end the state is asked for; nil for the present.
    private(set) var on: Day?

    /// Types of activities that were asked for: kinds such as `buy`, and subtypes such as `staking_reward`.
    private struct ActivityTypes {
        var kinds: Set<ActivityKind> = []
        var subtypes: Set<ActivitySubtype> = []
    }

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
    static func parameters(_ names: [String]) -> [LuaParameter] {
        names.map { name in
            guard let parameter = known[name] else { preconditionFailure("no filter is called \(name)") }
            return parameter
        }
    }

    /// Reads the filter from a call.
    ///
    /// - Parameter words: the fields that count as filters, where the function has others of the same name; nil for all that it takes.
    init(_ call: LuaCall, taking words: [String]? = nil, on day: Day? = nil) throws {
        source = try QuerySource(call)
        let defined = try source.definitions
        let takes = Set(words ?? call.parameterNames)
        if takes.contains("account"), call.has("account") { try narrow(accounts: named(call, "account", defined), defined) }
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
        if takes.contains("symbol"), call.has("symbol") { instruments = try symbols(call, defined) }
        for word in ["kind", "instrument_kind"] where takes.contains(word) {
            guard let text = try call.string(word) else { continue }
            guard let kind = Instrument.Kind(rawValue: text) else {
                throw call.mismatch(word, expected: "one of \(Instrument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let fits = defined.instruments.map { $0.kind == kind }
            instruments = instruments.map { zip($0, fits).map { $0 && $1 } } ?? fits
        }
        if takes.contains("class"), let name = try call.string("class") {
            let classes = defined.instruments.map(\.classOrKind)
            guard classes.contains(name) else {
                let hint = Suggestion(for: name, in: Set(classes).sorted())?.question
                throw LuaMisuse("\(call.name): no instrument has the class \"\(name)\"", field: "class", hint: hint, kind: "unknown_class")
            }
            let fits = classes.map { $0 == name }
            instruments = instruments.map { zip($0, fits).map { $0 && $1 } } ?? fits
        }
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
        if takes.contains("year"), let year = try call.integer("year") {
            let first = try Day(year: year, month: 1, day: 1), last = try Day(year: year, month: 12, day: 31)
            from = max(from ?? first, first)
            to = min(to ?? last, last)
        }
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
        var types = ActivityTypes()
        for name in names {
            guard let sense = ActivityRule.sense(named: name) else {
                throw LedgerError.unknownType(name: name, nearest: nearestName(to: name, in: ActivityRule.typeNames))
            }
            if let subtype = sense.subtype { types.subtypes.insert(subtype) } else { types.kinds.insert(sense.kind) }
        }
        self.types = types
    }

    private mutating func narrow(accounts fits: [Bool]) {
        accounts = accounts.map { zip($0, fits).map { $0 && $1 } } ?? fits
    }

    private mutating func narrow(accounts names: [String], _ defined: Definitions) throws {
        var fits = [Bool](repeating: false, count: defined.accounts.count)
        for name in names {
            fits[Int(try defined.knownAccount(name).rawValue) - 1] = true
        }
        narrow(accounts: fits)
    }

    private func named(_ call: LuaCall, _ name: String, _ defined: Definitions) throws -> [String] {
        if case .table = try call.argument(name) { return try call.strings(name) ?? [] }
        return [try call.accountName(name) ?? ""]
    }

    private func symbols(_ call: LuaCall, _ defined: Definitions) throws -> [Bool] {
        var names: [String]
        if case .table = try call.argument("symbol") { names = try call.strings("symbol") ?? [] } else { names = [try call.symbol("symbol") ?? ""] }
        var fits = [Bool](repeating: false, count: defined.instruments.count)
        for name in names {
            fits[Int(try defined.knownInstrument(name).rawValue) - 1] = true
        }
        return fits
    }

    private func check(_ call: LuaCall, _ field: String, _ name: String, _ known: [String], kind: String) throws {
        if known.contains(name) { return }
        let hint = Suggestion(for: name, in: Set(known).sorted())?.question
        throw LuaMisuse("\(call.name): no account has the \(field) \"\(name)\"", field: field, hint: hint, kind: kind)
    }

    // MARK: Asking

    /// Whether an account passes the filter.
    func fits(_ account: AccountID) -> Bool { accounts.map { account != .every && $0[Int(account.rawValue) - 1] } ?? true }

    /// Whether an instrument passes the filter. Cash, which is none, passes where no instrument was asked for.
    func fits(_ instrument: InstrumentID?) -> Bool {
        guard let instruments else { return true }
        return instrument.map { instruments[Int($0.rawValue) - 1] } ?? false
    }

    /// Whether an activity of a kind and perhaps a subtype passes the filter.
    func fits(_ kind: ActivityKind, _ subtype: ActivitySubtype?) -> Bool {
        types.map { types in types.kinds.contains(kind) || subtype.map(types.subtypes.contains) ?? false } ?? true
    }

    /// Whether a currency passes the filter.
    func fits(_ currency: Currency) -> Bool { self.currency.map { $0 == currency } ?? true }

    /// Whether a day lies in the span.
    func fits(_ day: Day) -> Bool { from.map { day >= $0 } ?? true && to.map { day <= $0 } ?? true && on.map { day <= $0 } ?? true }

    /// The last day of what is asked for: of the span, or before the end of the day.
    var lastDay: Day? { on.map { min($0, to ?? $0) } ?? to }

    /// The day that a state is of; nil for the present.
    var day: Day? { source.day(on) }

    /// The state of the book at the end of that day. Its open lots may be asked for only if `withLots` is true.
    func state(withLots: Bool = false) throws -> BookState { try source.state(on: on, withLots: withLots) }

    /// Whether the filter leaves all rows of its days: nothing but days was asked for.
    var isOpen: Bool { accounts == nil && instruments == nil && types == nil && currency == nil && status == nil }
}

/// The book that a query reads: as it is, or as it was recorded at a moment.
struct QuerySource {
    /// The book.
    let book: Book
    /// What was recorded later is left out; nil for everything.
    let recorded: Instant?

    /// A book as it is.
    init(_ book: Book) throws {
        try book.noteReading()
        (self.book, recorded) = (book, nil)
    }

    /// Reads the moment from a call, where the function takes one.
    init(_ call: LuaCall) throws {
        book = try call.book()
        try book.noteReading()
        recorded = call.parameterNames.contains("as_recorded") ? try call.recordedMoment("as_recorded") : nil
    }

    /// The ledger with what was recorded by that moment.
    var ledger: Ledger {
        get throws { try recorded.map(book.ledger(asRecorded:)) ?? book.ledger }
    }

    /// The accounts, instruments and settings as they were by that moment.
    var definitions: Definitions {
        get throws { try recorded == nil ? book.definitions : ledger.definitions }
    }

    /// The state of the book at the end of a day, or at its end where no day is given.
    func state(on day: Day?, withLots: Bool) throws -> BookState {
        try recorded == nil ? book.state(on: day, withLots: withLots) : ledger.at(endOf: day)
    }

    /// The day that a state is of: the one asked for, else that of the moment; nil for the present.
    func day(_ on: Day?) -> Day? { on ?? recorded?.day }
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

extension Instrument {
    /// The asset class that the owner gave it, else its kind.
    var classOrKind: String { assetClass.isEmpty ? kind.rawValue : assetClass }
}
