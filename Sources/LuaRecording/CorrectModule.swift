import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Sentences
import Session
import Storage
import Values

/// Corrections of what was recorded, always by later entries: no entry is ever changed.
package enum CorrectModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("correct", [amend, void, undo, redo, history])

    private static let void = LuaFunction(
        "void", [.required("id", .integer, "The activity's id, as activities{} shows it."), .optional("reason", .string, "Why.")],
        returns: "frame", summary: "Takes an activity out of every result; it stays on record, with the reason."
    ) { call in
        let book = try call.book(), entry = EntryID(try call.integer("id") ?? 0), reason = try call.string("reason") ?? ""
        if reason == Book.undoReason {
            throw LuaMisuse(
                "void: the reason \"\(reason)\" is that of undo, after which an import takes the row again", field: "reason",
                hint: "undo() takes back the last act; to void one entry give another reason, or none")
        }
        try refuseVoid(entry, book.ledger)
        let sides = try TransferSides(of: entry, book)
        let frame = try Recording.perform(book) {
            try book.void(entry, reason: reason)
            call.runtime.note(voided: [entry], in: book)
            return [entry]
        }
        return try call.reply(sides.map { sides in frame.adding { (try? sides.warnings(book)) ?? [] } } ?? frame)
    }

    /// Refuses an entry that is void, and names the entry in its place.
    private static func refuseVoid(_ entry: EntryID, _ ledger: Ledger) throws {
        guard let row = ledger.activities.row(of: entry), ledger.activities.isVoid(at: row) else { return }
        let now = ledger.activities.amendment(of: row)
        throw LuaMisuse(
            "entry \(entry.rawValue) is void already\(now.map { ": entry \($0.rawValue) was recorded in its place" } ?? "")", field: "id",
            hint: now.map { "to take the figures out wholly: void \($0.rawValue)" } ?? "history \(entry.rawValue) tells when and why", kind: "already_void")
    }

    private static let amend = LuaFunction(
        "amend",
        [.required("id", .integer, "The activity's id, as activities{} shows it.")] + changes
            + [.optional("without", .table, "Names of fields to leave out, such as {\"amount\"}.")],
        returns: "frame", summary: "Records an activity anew in the place of one that was wrong, which becomes void; what is not named stays.",
        example: "amend{id=deposit{account=\"Savings\", amount=5}[1].id, amount=50}[1].amount --> 50"
    ) { call in
        let book = try call.book(), id = EntryID(try call.integer("id") ?? 0)
        let before = try book.ledger.draft(of: id)
        // The entry itself counts among what is held, so that nobody could say how many all are without it.
        if try LotArguments.meansAll(call) {
            throw LuaMisuse("amend: quantity must be a number", field: "quantity", hint: "void the entry and record it anew with quantity=\"all\"")
        }
        let draft = try merged(before, try major(RecordFields.draft(call, kind: call.string("type") ?? before.kind ?? "")), call)
        var activity = try book.ledger.resolve(draft, today: call.runtime.today)
        // It stays the entry of the row that it was imported from.
        let source = try book.ledger.activities.row(of: id).flatMap { try book.ledger.activities.detail(at: $0)?.sourceID }
        activity.detail = (activity.detail ?? ActivityDetail()).amending(id).imported(as: source ?? "")
        // Those recorded before ratios were asked for mean 1:1, and go on to do so, as those for cash with a ratio that says nothing.
        let isOld = before.subtype == ActivitySubtype.merger.rawValue && (before.into != nil) != (before.ratio != nil)
        if !isOld { try Recording.askRatio(draft) }
        let sides = try TransferSides(of: id, book)
        var entry: EntryID?
        let frame = try Recording.perform(book) {
            let added = try book.append(activity)
            entry = added
            return [added]
        }
        let replacement = entry
        return try call.reply(sides.map { sides in frame.adding { (try? sides.warnings(book, replacement: replacement)) ?? [] } } ?? frame)
    }

    /// A draft in a minor unit as one in the currency itself, which the figures of the amended entry are in.
    private static func major(_ draft: ActivityDraft) throws -> ActivityDraft {
        guard let (currency, factor) = draft.currency.flatMap({ MinorUnit.normalize($0) }) else { return draft }
        var major = draft
        major.currency = currency.code
        for figure in [\ActivityDraft.price, \.amount, \.fee, \.tax] { major[keyPath: figure] = try draft[keyPath: figure].map { try $0 * factor } }
        return major
    }

    /// The fields of `record`, all of them optional.
    private static let changes = RecordFields.ofAnyType.map { LuaParameter.optional($0.name, $0.type, $0.doc) }

    private static func merged(_ before: ActivityDraft, _ given: ActivityDraft, _ call: LuaCall) throws -> ActivityDraft {
        var draft = before
        draft.kind = given.kind
        draft.date = given.date ?? draft.date
        draft.time = given.time ?? draft.time
        draft.subtype = given.subtype ?? draft.subtype
        draft.status = given.status ?? draft.status
        draft.account = given.account ?? draft.account
        draft.symbol = given.symbol ?? draft.symbol
        draft.quantity = given.quantity ?? draft.quantity
        draft.price = given.price ?? draft.price
        draft.amount = given.amount ?? draft.amount
        draft.fee = given.fee ?? draft.fee
        draft.tax = given.tax ?? draft.tax
        draft.currency = given.currency ?? draft.currency
        draft.settle = try given.settle ?? settlement(before, given, call)
        draft.fxRate = given.fxRate ?? draft.fxRate
        draft.ratio = given.ratio ?? draft.ratio
        draft.into = given.into ?? draft.into
        draft.group = given.group ?? draft.group
        draft.lots = given.lots.isEmpty ? draft.lots : given.lots
        draft.opened = given.opened ?? draft.opened
        draft.share = given.share ?? draft.share
        draft.notes = call.has("notes") ? given.notes : draft.notes
        for name in try call.strings("without") ?? [] { try leaveOut(name, of: &draft, call) }
        return draft
    }

    /// How cash moves after an amendment: an entry that was settled in the account's currency, or in its own, stays so where account or currency
    /// change.
    private static func settlement(_ before: ActivityDraft, _ given: ActivityDraft, _ call: LuaCall) throws -> String? {
        guard let settle = before.settle else { return nil }
        let ledger = try call.book().ledger
        if settle == before.currency { return given.currency ?? settle }
        return given.account.flatMap(ledger.account(named:)).map { ledger[$0].currency.code } ?? settle
    }

    private static func leaveOut(_ name: String, of draft: inout ActivityDraft, _ call: LuaCall) throws {
        switch ActivityField(rawValue: name) {
        case .time: draft.time = nil
        case .subtype: draft.subtype = nil
        case .account: draft.account = nil
        case .symbol: draft.symbol = nil
        case .quantity: draft.quantity = nil
        case .price: draft.price = nil
        case .amount: draft.amount = nil
        case .fee: draft.fee = nil
        case .tax: draft.tax = nil
        case .fxRate: (draft.fxRate, draft.settle) = (nil, nil)
        case .settle: draft.settle = nil
        case .ratio: draft.ratio = nil
        case .into: draft.into = nil
        case .group: draft.group = nil
        case .lots: draft.lots = []
        case .opened: draft.opened = nil
        case .share: draft.share = nil
        case .notes: draft.notes = ""
        case .date, .type, .status, .currency, nil:
            let fields = ActivityField.allCases.map(\.rawValue)
            let near = Suggestion(for: name, in: fields)?.question
            throw LuaMisuse("amend: \"\(name)\" is no field that can be left out", field: "without", hint: near)
        }
    }

    private static let undo = LuaFunction(
        "undo", returns: "frame",
        summary: "Takes back what the last act did, by entries of its own; asked again, what the act before it did. New accounts and instruments stay: where the last act "
            + "only defined some, undo fails and says so, and asked again takes back the act before. Acts are those from before the statement or script that asks; what that recorded itself stays."
    ) { call in
        let book = try call.book()
        let notice = try call.runtime.undoing.pricedNotice(of: book)
        guard let undone = try book.undo(past: &call.runtime.undoing.toldDefinitions[ObjectIdentifier(book), default: []]) else { return call.notFound("there is nothing to undo") }
        if let notice { call.runtime.notice(notice) }
        call.runtime.undoing.forgetPriced()
        return try reply(undone, "is as it was before", of: book, call)
    }

    private static let redo = LuaFunction(
        "redo", returns: "frame",
        summary: "Does again what the last undo took back, by new entries, where nothing was recorded since; asked again, what the undo before it took back.",
        example: "undo() return redo():count() > 0 --> true"
    ) { call in
        let book = try call.book()
        guard let redone = try book.redo() else { return call.notFound("there is no undo to do again: the last act is none") }
        return try reply(redone, "is recorded again", of: book, call)
    }

    private static func reply(_ undone: Book.Undone, _ outcome: String, of book: Book, _ call: LuaCall) throws -> LuaReply {
        call.runtime.note(voided: undone.activities, in: book)
        for words in undone.others { call.runtime.print("\(words) \(outcome)\n") }
        if let stays = stays(undone.definitions) { call.runtime.notice(stays) }
        return try call.reply(try Recording.frame(of: undone.activities, book).toldAlready())
    }

    /// A sentence on the definitions that `undo` leaves of an act that also defined something; nil where it defined nothing.
    private static func stays(_ definitions: Book.Undone.DefinedNames) -> String? {
        func list(_ names: [String]) -> String { names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "") }
        let accounts = (definitions.emptyAccounts + definitions.accounts).map { "\"\($0)\"" }, symbols = definitions.symbols, count = accounts.count + symbols.count
        let parts = [
            accounts.isEmpty ? nil : "the account\(accounts.count == 1 ? "" : "s") \(list(accounts))",
            symbols.isEmpty ? nil : "the instrument\(symbols.count == 1 ? "" : "s") \(list(symbols))",
        ].compactMap(\.self)
        if parts.isEmpty { return nil }
        let removal = definitions.emptyAccounts.first.map { "; delete account \"\($0)\" confirm takes \(accounts.count == 1 ? "the account" : "the first") away" } ?? ""
        return "\(parts.joined(separator: " and ")) stay\(count == 1 ? "s" : ""), as undo takes no new definition back\(removal)"
    }

    private static let history = LuaFunction(
        "history", [.required("id", .integer, "The id of an activity.")], returns: "frame",
        summary: "All that was said of an activity: how it was recorded, amended and voided, when, and by what.",
        example: "history(activities{}[1].id)[1].what --> recorded"
    ) { call in
        try call.reply(try HistoryFrame.make(call.book(), EntryID(call.integer("id") ?? 0)))
    }
}

/// The answer of `history`: how one activity was recorded, amended and voided.
private enum HistoryFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id").ranked(.useful), .text("what").ranked(.deciding), .instant("recorded_at").ranked(.useful), .text("source").ranked(.minor), .text("recorded_by").ranked(.minor),
        .remark("reason").ranked(.ordinary),
        .day("date").ranked(.leading), .text("type").ranked(.leading), .text("status").ranked(.leading, usual: ActivityStatus.posted.rawValue),
        .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .quantity("quantity").optional().ranked(.leading), .price("price").optional(),
        .money("amount", total: .none).rankedWhereAny(.deciding), .money("fee", total: .none),
        .money("tax", total: .none), .text("currency").ranked(.deciding), .remark("notes").ranked(.ordinary),
    ]

    /// The frame of the history of an entry.
    static func make(_ book: Book, _ entry: EntryID) throws -> Frame {
        let ledger = try book.ledger, table = ledger.activities
        var builder = FrameBuilder("history", schemas)
        var row: Int? = try first(of: entry, ledger)
        while let current = row {
            let id = table.id(at: current)
            let voids = try voids(of: id, book)
            try append(id, table.detail(at: current)?.amends == nil ? "recorded" : "amended", current, book, &builder)
            for void in voids { try appendVoid(void, book, &builder) }
            row = table.amendment(of: current).flatMap(table.row)
        }
        return builder.frame()
    }

    /// The row of the first entry of a chain of amendments.
    private static func first(of entry: EntryID, _ ledger: Ledger) throws -> Int {
        _ = try ledger.draft(of: entry)
        var row = ledger.activities.row(of: entry)!
        while let before = ledger.activities.row(amendedBy: row) { row = before }
        return row
    }

    private static func append(_ id: EntryID, _ what: String, _ row: Int, _ book: Book, _ builder: inout FrameBuilder) throws {
        let ledger = try book.ledger, activity = ledger.activities.activity(at: row), act = try book.act(of: id)
        try builder.append([
            .int(Int64(id.rawValue)), .text(what), act.map { .instant($0.recordedAt) } ?? .none, .optional(act?.source ?? ""), .optional(try book.recordedBy(id) ?? ""), .none,
            .day(activity.date), .text(activity.kind.rawValue), .text(activity.status.rawValue),
            activity.account == .every ? .none : .text(ledger[activity.account].name),
            activity.instrument.map { .text(ledger[$0].symbol) } ?? .none, .optional(activity.quantity), .optional(activity.price),
            .optional(activity.amount), .decimal(activity.fee), .decimal(activity.tax), .text(activity.currency.code), .optional(activity.notes),
        ])
    }

    private static func appendVoid(_ void: (id: EntryID, reason: String), _ book: Book, _ builder: inout FrameBuilder) throws {
        let act = try book.act(of: void.id)
        let head: [FrameValue] = [
            .int(Int64(void.id.rawValue)), .text("voided"), act.map { .instant($0.recordedAt) } ?? .none, .optional(act?.source ?? ""),
            .optional(try book.recordedBy(void.id) ?? ""), .optional(void.reason),
        ]
        try builder.append(head + [FrameValue](repeating: .none, count: schemas.count - head.count))
    }

    private static func voids(of entry: EntryID, _ book: Book) throws -> [(id: EntryID, reason: String)] {
        try book.voids(of: entry)
    }
}
