import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Recording activities: a verb for each kind, made from the kind's rule, and `record` for any of them.
enum RecordModule {
    static let module = Module("record", ActivityRule.all.map(verb) + [record, void, undo])

    /// The names of the verbs where they differ from the kind's.
    private static let verbs: [ActivityKind: String] = [.withdrawal: "withdraw"]

    private static func verb(_ rule: ActivityRule) -> LuaFunction {
        let fields = rule.required.fields.map { parameter($0, rule, isRequired: true) } + rule.optional.fields.map { parameter($0, rule, isRequired: false) }
        return LuaFunction(
            verbs[rule.kind] ?? rule.kind.rawValue, common(rule) + fields + trailing(rule), returns: "frame",
            summary: "Records \(rule.kind == .interest ? "" : "a ")\(rule.kind.rawValue): \(rule.summary.first!.lowercased() + rule.summary.dropFirst())",
            example: rule.example
        ) { call in
            try reply(call, try draft(call, kind: rule.kind.rawValue))
        }
    }

    private static func common(_ rule: ActivityRule) -> [LuaParameter] {
        [
            .optional("date", .date, "The day it happened.", default: "today()"),
            .required("account", .account, "The account it happened in."),
        ]
    }

    private static func trailing(_ rule: ActivityRule) -> [LuaParameter] {
        [
            .optional("currency", .string, "The currency of its figures; that of the instrument, else of the account."),
            .optional("notes", .string, "Anything worth remembering."),
            .optional("time", .string, "When, as ISO text in UTC; orders activities of one day."),
            .optional("subtype", .string, "A finer sense: \(rule.subtypes.isEmpty ? "none for this type" : rule.subtypes.map(\.rawValue).joined(separator: ", "))."),
            .optional("status", .string, "posted, pending or draft; only posted counts.", default: "\"posted\""),
        ]
    }

    private static func parameter(_ field: ActivityField, _ rule: ActivityRule, isRequired: Bool) -> LuaParameter {
        let (type, doc): (LuaParameterType, String) = switch field {
        case .symbol: (.symbol, "The instrument.")
        case .quantity: (.decimal, "Units, above zero.")
        case .price: (.decimal, "Price of one unit.")
        case .amount: (.decimal, "Money before fee and tax\(rule.optional.contains(.price) ? "; quantity times price where left out" : "").")
        case .fee: (.decimal, "What the broker charged.")
        case .tax: (.decimal, "What was withheld or charged as tax.")
        case .fxRate: (.decimal, "Units of the account's currency for one of this, if the broker told it.")
        default: (.any, field.rawValue)
        }
        return isRequired ? .required(field.rawValue, type, doc) : .optional(field.rawValue, type, doc)
    }

    private static let record = LuaFunction(
        "record",
        [.required("type", .string, "buy, sell, deposit and so on."), .optional("date", .date, "The day it happened.", default: "today()"),
         .required("account", .account, "The account it happened in.")]
            + [ActivityField.symbol, .quantity, .price, .amount, .fee, .tax, .fxRate].map { parameter($0, ActivityRule.rule(for: .buy), isRequired: false) }
            + trailing(ActivityRule.rule(for: .buy)),
        returns: "frame", summary: "Records an activity of any type.",
        example: "record{type=\"deposit\", date=\"2014-01-02\", account=\"Savings\", amount=500}"
    ) { call in
        try reply(call, try draft(call, kind: try call.string("type") ?? ""))
    }

    /// What was written, with nothing checked but the kinds of its values.
    private static func draft(_ call: LuaCall, kind: String) throws -> ActivityDraft {
        let takes = Set(call.parameterNames)
        func decimal(_ name: String) throws -> FixedDecimal? { takes.contains(name) ? try call.decimal(name) : nil }
        var draft = ActivityDraft(kind: kind, account: try call.accountName("account"))
        draft.date = try call.day("date")
        if takes.contains("symbol") { draft.symbol = try call.symbol("symbol") }
        draft.quantity = try decimal("quantity")
        draft.price = try decimal("price")
        draft.amount = try decimal("amount")
        draft.fee = try decimal("fee")
        draft.tax = try decimal("tax")
        draft.fxRate = try decimal("fx_rate")
        draft.currency = try call.string("currency")
        draft.notes = try call.string("notes") ?? ""
        draft.subtype = try call.string("subtype")
        draft.status = try call.string("status")
        if let time = try call.string("time") {
            do { draft.time = try Instant(iso8601: time) } catch { throw LuaMisuse("\(call.name): time: \(error)", field: "time") }
        }
        return draft
    }

    /// Records the draft and gives back what was recorded.
    private static func reply(_ call: LuaCall, _ draft: ActivityDraft) throws -> LuaReply {
        let book = try call.book(), ledger = try book.ledger
        var draft = draft
        // A trade is priced where its instrument is.
        if draft.currency == nil, let symbol = draft.symbol, let instrument = ledger.instrument(named: symbol) {
            draft.currency = ledger[instrument].currency.code
        }
        let entry = try book.append(try ledger.resolve(draft, today: call.runtime.today))
        return try call.reply(try recorded([entry], book))
    }

    /// The entries just recorded, as a frame of what was said of them.
    static func recorded(_ entries: [EntryID], _ book: Book) throws -> Frame {
        let table = try book.ledger.activities
        return try ActivitiesFrame.make("activities", book, entries.compactMap { entry in table.row(of: entry).map { Int32($0) } })
            .select(["id", "date", "type", "status", "account", "symbol", "quantity", "price", "amount", "fee", "tax", "currency", "cash", "notes"])
    }

    private static let void = LuaFunction(
        "void", [.required("id", .integer, "The activity's id, as activities{} shows it."), .optional("reason", .string, "Why.")],
        returns: "frame", summary: "Takes an activity out of every result; it stays on record, with the reason."
    ) { call in
        let book = try call.book(), entry = EntryID(try call.integer("id") ?? 0)
        try book.void(entry, reason: try call.string("reason") ?? "")
        return try call.reply(try recorded([entry], book))
    }

    private static let undo = LuaFunction(
        "undo", returns: "frame", summary: "Voids what the last act recorded, as a whole; the entries stay on record."
    ) { call in
        let book = try call.book(), table = try book.ledger.activities
        guard let last = (0 ..< table.count).last(where: { !table.isVoid(at: $0) }), let act = try book.act(of: table.id(at: last)) else {
            return call.notFound("there is nothing to undo")
        }
        var entries: [EntryID] = []
        // From the newest on, so that no sale is left without its purchase in between.
        for row in stride(from: last, through: 0, by: -1) where table.id(at: row) >= act.first && !table.isVoid(at: row) {
            let entry = table.id(at: row)
            try book.void(entry, reason: "undo of \(act.source)")
            entries.append(entry)
        }
        return try call.reply(try recorded(entries.reversed(), book))
    }
}
