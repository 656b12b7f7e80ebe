import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Books, accounts, instruments and settings.
enum BookModule {
    static let module = Module("book", [open, account, accounts, instrument, instruments, setting, settings, verify, backup])

    private static let open = LuaFunction(
        "open", [.required("path", .path, "The book's file; a path that does not exist becomes a new book."), .optional("current", .boolean, "Whether bare functions work on it from now on.", default: "true")],
        returns: "book", summary: "Opens a book.", style: .named
    ) { call in
        let runtime = call.runtime
        guard runtime.files.isAllowed else { throw LuaMisuse("open: a sandboxed script reaches no other book", kind: "sandbox") }
        let path = runtime.files.resolved(try call.string("path") ?? "")
        let book = try runtime.openBooks.first { $0.book.path == path }?.book ?? Book.open(path: path, clock: runtime.configuration.clock)
        let opened = try call.boolean("current") ?? true ? runtime.use(book) : runtime.register(book)
        return call.reply(.object(LuaObject(type: .book, instance: opened)))
    }

    private static let account = LuaFunction(
        "account",
        [
            .required("name", .string, "What it is called."), .optional("type", .string, "securities, cash, crypto, deposit, pension or other.", default: "\"securities\""),
            .optional("currency", .currency, "Its currency; the book's base currency."), .optional("portfolio", .string, "The portfolio it belongs to."),
            .optional("owner", .string, "Whose it is."), .optional("group", .string, "A group of your own."), .optional("opened", .date, "Its first day."),
            .optional("closed", .date, "Its last day."), .optional("allow_short", .boolean, "Whether it may sell what it does not hold.", default: "false"),
        ],
        returns: "account?", summary: "Fetches an account by name; with further fields, defines it or changes them.",
        example: "account \"Brokerage\".currency --> USD"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, name = try call.string("name") ?? ""
        let known = ledger.account(named: name)
        let fields = ["type", "currency", "portfolio", "owner", "group", "opened", "closed", "allow_short"]
        if !call.isNamed || !(known == nil || fields.contains { call.has($0) }) {
            guard let known else {
                let near = nearestName(to: name, in: ledger.accounts.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
                return call.notFound("there is no account \"\(name)\"\(near)")
            }
            return call.reply(call.box(known, of: book))
        }
        var account = try known.map { ledger[$0] } ?? Account(name: name, currency: call.currency("currency") ?? baseCurrency(call, ledger))
        try change(&account, call)
        return call.reply(call.box(try book.define(account), of: book))
    }

    private static func change(_ account: inout Account, _ call: LuaCall) throws {
        if let type = try call.string("type") {
            guard let kind = Account.Kind(rawValue: type) else {
                throw call.mismatch("type", expected: "one of \(Account.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            account.kind = kind
        }
        if let currency = try call.currency("currency") { account.currency = currency }
        if let portfolio = try call.string("portfolio") { account.portfolio = portfolio }
        if let owner = try call.string("owner") { account.owner = owner }
        if let group = try call.string("group") { account.group = group }
        if let opened = try call.day("opened") { account.opened = opened }
        if let closed = try call.day("closed") { account.closed = closed }
        if let allowShort = try call.boolean("allow_short") { account.allowShort = allowShort }
    }

    static func baseCurrency(_ call: LuaCall, _ ledger: Ledger) throws -> Currency {
        if let currency = ledger.policy.baseCurrency { return currency }
        throw LuaMisuse(
            "\(call.name): currency is missing, and the book has no base currency", field: "currency",
            hint: "say currency=\"USD\", or setting(\"base_currency\", \"USD\") once")
    }

    private static let accounts = LuaFunction(
        "accounts", BookFilter.parameters(["account", "portfolio", "owner", "type", "currency", "as_recorded"]), returns: "frame",
        summary: "The accounts of the book.", example: "accounts{owner=\"Ray\"}[1].name"
    ) { call in
        try call.reply(AccountsFrame.make(try BookFilter(call)))
    }

    private static let instrument = LuaFunction(
        "instrument",
        [
            .required("symbol", .string, "What it is traded as."), .optional("name", .string, "Its name."),
            .optional("kind", .string, "stock, etf, bond, fund, deposit, crypto, option, fx, metal, cash or other.", default: "\"stock\""),
            .optional("currency", .currency, "The currency of its prices; the book's base currency."),
            .optional("multiplier", .decimal, "Units of the underlying in one traded.", default: "1"),
        ],
        returns: "instrument?", summary: "Fetches an instrument by symbol; with further fields, defines it or changes them.",
        example: "instrument \"ORCL\".currency --> USD"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, symbol = try call.string("symbol") ?? ""
        let known = ledger.instrument(named: symbol)
        if !call.isNamed || !(known == nil || ["name", "kind", "currency", "multiplier"].contains { call.has($0) }) {
            guard let known else {
                let near = nearestName(to: symbol, in: ledger.instruments.map(\.symbol)).map { "; did you mean \"\($0)\"?" } ?? ""
                return call.notFound("there is no instrument \"\(symbol)\"\(near)")
            }
            return call.reply(call.box(known, of: book))
        }
        var instrument = try known.map { ledger[$0] } ?? Instrument(symbol: symbol, currency: call.currency("currency") ?? baseCurrency(call, ledger))
        if let name = try call.string("name") { instrument.name = name }
        if let currency = try call.currency("currency") { instrument.currency = currency }
        if let multiplier = try call.decimal("multiplier") { instrument.multiplier = multiplier }
        if let text = try call.string("kind") {
            guard let kind = Instrument.Kind(rawValue: text) else {
                throw call.mismatch("kind", expected: "one of \(Instrument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            instrument.kind = kind
        }
        return call.reply(call.box(try book.define(instrument), of: book))
    }

    private static let instruments = LuaFunction(
        "instruments", BookFilter.parameters(["symbol", "kind", "currency"]), returns: "frame", summary: "The instruments of the book.",
        example: "#instruments{kind=\"stock\"} > 0 --> true"
    ) { call in
        try call.reply(InstrumentsFrame.make(try BookFilter(call)))
    }

    private static let setting = LuaFunction(
        "setting", [.required("key", .string, "Which setting."), .optional("value", .any, "What it shall be; without it, what it is.")],
        returns: "string?", summary: "Reads or makes a setting of the book.", example: "setting \"lot_method\" --> fifo", style: .positional
    ) { call in
        let book = try call.book(), key = try call.string("key") ?? ""
        guard let setting = Setting.all.first(where: { $0.key == key }) else {
            throw LedgerError.unknownSetting(key: key, nearest: nearestName(to: key, in: Setting.all.map(\.key)))
        }
        let value = try call.argument("value")
        if !value.isNone { try book.set(key, to: PlainText.plain(value)) }
        let current = try book.ledger.settings[key] ?? setting.defaultValue
        return call.reply(.text(current))
    }

    private static let settings = LuaFunction(
        "settings", returns: "frame", summary: "Every setting, what it is and what it may be.", example: "#settings() > 3 --> true"
    ) { call in
        let chosen = try call.book().ledger.settings
        var builder = FrameBuilder("settings", [.text("key"), .text("value"), .text("default"), .text("allowed"), .text("summary")])
        for setting in Setting.all {
            let value = chosen[setting.key] ?? setting.defaultValue
            try builder.append([.text(setting.key), .text(value), .text(setting.defaultValue), .text(setting.allowed), .text(setting.summary)])
        }
        return try call.reply(builder.frame())
    }

    private static let verify = LuaFunction(
        "verify", returns: "boolean, string[]", summary: "Checks the whole book: its chain of entries, its file, and that it replays.",
        example: "verify() --> true, {}"
    ) { call in
        let report = try call.book().verify()
        return call.reply([.boolean(report.isSound), .list(report.problems.map { .string("\($0)") })])
    }

    private static let backup = LuaFunction(
        "backup", [.required("path", .path, "Where to write the copy.")], returns: "string", summary: "Writes a complete copy of the book, while it is in use.",
        style: .positional
    ) { call in
        let path = call.runtime.files.resolved(try call.string("path") ?? "")
        guard call.runtime.files.isAllowed else { throw LuaMisuse("backup: a sandboxed script writes no files", kind: "sandbox") }
        try call.book().backup(to: path)
        return call.reply(path)
    }
}

extension LedgerError: LuaRaisable {
    public var luaKind: String { kind }
}
