import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Correcting what was recorded, always by later entries: nothing that stands is changed.
enum CorrectModule {
    static let module = Module("correct", [amend, void, undo, history])

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
        let frame = try RecordModule.recording(book) {
            try book.void(entry, reason: reason)
            call.runtime.note(voided: [entry], in: book)
            return [entry]
        }
        return try call.reply(sides.map { sides in frame.adding { (try? sides.warnings(book)) ?? [] } } ?? frame)
    }

    /// Refuses an entry that is void, with what stands in its place.
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
        if try LotArguments.meansAll(call) { throw LuaMisuse("amend: quantity must be a number", field: "quantity", hint: "void the entry and record it anew with quantity=\"all\"") }
        let draft = try merged(before, try major(RecordFields.draft(call, kind: call.string("type") ?? before.kind ?? "")), call)
        var activity = try book.ledger.resolve(draft, today: call.runtime.today)
        // It stays the entry of the row that it was imported from.
        let source = try book.ledger.activities.row(of: id).flatMap { try book.ledger.activities.detail(at: $0)?.sourceID }
        activity.detail = (activity.detail ?? ActivityDetail()).amending(id).imported(as: source ?? "")
        // Those recorded before ratios were asked for mean 1:1, and go on to do so, as those for cash with a ratio that says nothing.
        let isOld = before.subtype == ActivitySubtype.merger.rawValue && (before.into != nil) != (before.ratio != nil)
        if !isOld { try RecordModule.askRatio(draft) }
        let sides = try TransferSides(of: id, book)
        var entry: EntryID?
        let frame = try RecordModule.recording(book) {
            let added = try book.append(activity)
            entry = added
            return [added]
        }
        let replacement = entry
        return try call.reply(sides.map { sides in frame.adding { (try? sides.warnings(book, replacement: replacement)) ?? [] } } ?? frame)
    }

    /// A draft in pence as one in the currency, in which the figures are that stay.
    private static func major(_ draft: ActivityDraft) throws -> ActivityDraft {
        guard let (currency, factor) = draft.currency.flatMap({ MinorUnit.normalize($0) }) else { return draft }
        var major = draft
        major.currency = currency.code
        for figure in [\ActivityDraft.price, \.amount, \.fee, \.tax] { major[keyPath: figure] = try draft[keyPath: figure].map { try $0 * factor } }
        return major
    }

    /// The fields of `record`, none of them required.
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

    /// What was settled in the account's currency stays so where account or currency change, and likewise what was settled in its own.
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
            let near = nearestName(to: name, in: fields).map { "did you mean \"\($0)\"?" }
            throw LuaMisuse("amend: \"\(name)\" is no field that can be left out", field: "without", hint: near)
        }
    }

    private static let undo = LuaFunction(
        "undo", returns: "frame", summary: "Takes back what the last act did, by entries of its own; asked again, what the act before it did. New accounts and instruments stay: where the last act "
            + "only defined some, undo fails and says so, and asked again takes back the act before. Acts are those from before the statement or script that asks; what that recorded itself stays."
    ) { call in
        let book = try call.book()
        let notice = try LastPriced.notice(call, book)
        guard let undone = try book.undo(past: &call.runtime.toldDefinitions[ObjectIdentifier(book), default: []]) else { return call.notFound("there is nothing to undo") }
        call.runtime.note(voided: undone.activities, in: book)
        if let notice { call.runtime.notice(notice) }
        call.runtime.lastPriced = nil
        for words in undone.others { call.runtime.print("\(words) is as it was before\n") }
        if let stays = stays(undone.definitions) { call.runtime.notice(stays) }
        return try call.reply(try RecordModule.recorded(undone.activities, book))
    }

    /// What undo leaves of an act that also defined something, in a sentence; nil where it defined nothing.
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

/// A price or a rate that was stored by hand. They are no entries and are not undone: who stores one and then says undo takes back what was done before it,
/// and is told so.
struct LastPriced {
    private let what: String
    private let removal: String
    private let book: ObjectIdentifier
    private let entry: EntryID

    static func note(_ what: String, removal: String, _ call: LuaCall) throws {
        let book = try call.book()
        call.runtime.lastPriced = LastPriced(what: what, removal: removal, book: ObjectIdentifier(book), entry: try book.ledger.lastEntry)
    }

    /// What to say where one was the last thing done.
    static func notice(_ call: LuaCall, _ book: Book) throws -> String? {
        guard let last = call.runtime.lastPriced, last.book == ObjectIdentifier(book), try last.entry == book.ledger.lastEntry else { return nil }
        return "\(last.what) is no entry and stays: the act before it is undone; \(last.removal) takes it away"
    }
}
