import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Recording activities: a verb for each rule, made from the rule itself, and `record` for any of them.
enum RecordModule {
    static let module = Module("record", verbs(ActivityRule.all) + [record, TransferVerbs.transfer, ExchangeVerb.exchange, TransferVerbs.order])
    /// The finer senses that have a rule of their own: corporate actions, options, dividends of other kinds.
    static let events = Module("events", verbs(ActivityRule.variants.filter { $0.subtype != .exchange }))

    /// Kinds that have no verb of their own: both sides of a transfer are recorded by one, and nobody records the unknown by hand.
    private static let silent: Set<ActivityKind> = [.transferIn, .transferOut, .unknown]
    /// The names of the verbs where they differ from the kind's or the subtype's.
    private static let names: [String: String] = [
        "withdrawal": "withdraw", "adjustment": "adjust", "assignment": "assign", "expiry": "expire",
    ]

    private static func verbs(_ rules: [ActivityRule]) -> [LuaFunction] { rules.filter { !silent.contains($0.kind) }.map(verb) }

    /// What the verb of a rule is called.
    static func name(of rule: ActivityRule) -> String {
        let plain = rule.subtype?.rawValue ?? rule.kind.rawValue
        return names[plain] ?? plain
    }

    private static func verb(_ rule: ActivityRule) -> LuaFunction {
        LuaFunction(
            name(of: rule), RecordFields.parameters(of: rule), returns: "frame",
            summary: "Records \(noun(of: rule)): \(rule.summary.first!.lowercased() + rule.summary.dropFirst())", example: rule.example
        ) { call in
            try reply(call, try RecordFields.draft(call, kind: rule.kind.rawValue, subtype: rule.subtype))
        }
    }

    private static func noun(of rule: ActivityRule) -> String {
        let noun = (rule.subtype?.rawValue ?? rule.kind.rawValue).replacing("_", with: " ")
        switch rule.subtype ?? .opening {
        case .returnOfCapital: return noun
        default: return rule.kind == .interest && rule.subtype == nil ? noun : article(noun)
        }
    }

    private static func article(_ noun: String) -> String { "aeiou".contains(noun.first!) ? "an \(noun)" : "a \(noun)" }

    private static let record = LuaFunction(
        "record", RecordFields.ofAnyType, returns: "frame", summary: "Records an activity of any type.",
        example: "record{type=\"deposit\", date=\"2014-01-02\", account=\"Savings\", amount=500}"
    ) { call in
        try reply(call, try RecordFields.draft(call, kind: try call.string("type") ?? ""))
    }

    /// Records the draft and gives back what was recorded.
    private static func reply(_ call: LuaCall, _ draft: ActivityDraft) throws -> LuaReply {
        let book = try call.book()
        try askRatio(draft)
        return try call.reply(try recording(book) { [try book.append(try resolved(draft, call))] }.adding(given: [given(draft)]))
    }

    /// Refuses a merger into another instrument without a ratio, and a ratio of one that is into nothing. Entries and files that tell none mean 1:1, as they always have; by hand it is forgotten.
    static func askRatio(_ draft: ActivityDraft) throws {
        guard draft.subtype?.lowercased() == ActivitySubtype.merger.rawValue else { return }
        let symbol = draft.symbol ?? "SYMBOL"
        if let ratio = draft.ratio, draft.into == nil {
            throw LuaMisuse(
                "a merger of \(symbol) by a ratio needs into, the instrument that its units became", field: "into",
                hint: "say merger \(symbol) into SYMBOL ratio \(ratio) …; where it went for cash alone, leave ratio out", kind: "missing_field")
        }
        guard draft.ratio == nil, let into = draft.into, into != draft.symbol else { return }
        throw LuaMisuse(
            "a merger of \(symbol) into \(into) needs ratio, the units of \(into) for those of \(symbol)", field: "ratio",
            hint: "say ratio=\"1:1\", or merger \(symbol) into \(into) ratio 1:1 …, where one unit became one; what goes on under another symbol needs none: rename \(symbol) to \(into) …", kind: "missing_field")
    }

    /// Records and gives back what was recorded, wholly or not at all: where the book refuses cash below zero, nothing is left of it.
    static func recording(_ book: Book, _ record: () throws -> [EntryID]) throws -> Frame {
        // Of what is recorded together it is asked at the end.
        if try book.isTogether || book.definitions.policy.negativeCash != .refuse { return try recorded(record(), book) }
        return try book.transaction {
            let entries = try record()
            try NegativeCash.refuse(entries, book)
            return try recorded(entries, book)
        }
    }

    /// The figures of a draft as they were written, where that was in a minor unit: `150 GBX`; nil elsewhere.
    static func given(_ draft: ActivityDraft) -> String? {
        guard let code = draft.currency, MinorUnit.normalize(code) != nil else { return nil }
        return (draft.price ?? draft.amount).map { "\($0) \(code)" }
    }

    /// The activity of a draft; a trade is priced where its instrument is.
    static func resolved(_ draft: ActivityDraft, _ call: LuaCall) throws -> Activity {
        let ledger = try call.book().ledger
        var draft = draft
        if draft.currency == nil, let instrument = draft.symbol.flatMap(ledger.instrument(named:)) {
            draft.currency = ledger[instrument].currency.code
        }
        return try ledger.resolve(draft, today: call.runtime.today)
    }

    /// Rates of entries that are in their account's currency, so that there is nothing to convert.
    private static func needlessRates(_ rows: [Int32], _ ledger: Ledger) -> [FrameWarning] {
        let table = ledger.activities
        return rows.map(Int.init).compactMap { row in
            guard table.counts(at: row), let rate = table.fxRate(at: row), rate != .one, table.account(at: row) != .every else { return nil }
            let account = ledger[table.account(at: row)]
            guard account.currency == table.currency(at: row) else { return nil }
            return FrameWarning(kind: "needless_rate", message: "fx_rate \(rate) has nothing to convert: the entry is in \(account.currency), which is the currency of \"\(account.name)\"; say the currency of its figures if that is another")
        }
    }

    /// The entries just recorded, as a frame of what was said of them.
    static func recorded(_ entries: [EntryID], _ book: Book) throws -> Frame {
        let ledger = try book.ledger, table = ledger.activities
        let rows = entries.compactMap { entry in table.row(of: entry).map { Int32($0) } }
        let frame = try ActivitiesFrame.make("activities", book, rows, withAllTerms: true)
        func used(_ names: String...) -> [String] { names.filter { ActivitiesFrame.isUsed($0, rows, ledger) } }
        let recorded = try frame.select(
            ["id", "date"] + used("time") + ["type"] + used("subtype") + ["status", "account", "symbol", "quantity"]
                + used("ratio", "into", "group", "lots", "opened", "share") + ["price", "amount", "fee", "tax", "currency"] + used("fx_rate", "settle") + ["cash", "notes"])
        // A few rows cost less than keeping hold of the whole table, which would have to be copied once a branch is undone.
        if rows.count <= 100 { try recorded.settle() }
        // Working out balances after each of many late entries would run through what comes after them each time, for nobody.
        // What is recorded together may rest on what is still to come, and cannot be asked about before.
        let limits = try book.isTogether ? (try? ContributionLimits(book).warnings(recorded: entries)) ?? [] : ContributionLimits(book).warnings(recorded: entries)
        return recorded.adding(warnings: limits + needlessRates(rows, ledger))
            .adding { ((try? NegativeCash.warnings(recorded: entries, book)) ?? []) + ((try? DoubtfulEntries.warnings(rows, book)) ?? []) }
    }
}

extension Frame {
    /// The rows of entries with a column `given` beside their price: the figure as it was written, where that was in pence and the like; nil for other rows.
    func adding(given texts: [String?]) -> Frame {
        guard texts.count == rowCount, texts.contains(where: { $0 != nil }) else { return self }
        let pool = TextPool(), codes = texts.map { $0.map { pool.code(for: $0) } ?? -1 }
        return inserting(.texts(.text("given"), count: rowCount, pool: pool) { codes[$0] }, after: "price")
    }
}
