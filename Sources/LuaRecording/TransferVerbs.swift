import Frames
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// Transfers between two accounts of the book, recorded as two activities at once: the side that leaves and the side that arrives.
package enum TransferVerb {
    /// `transfer`: moves money or units, with the lots of these.
    static let transfer = LuaFunction(
        "transfer", RecordFields.ofTransfer,
        returns: "frame", summary: "Records a transfer between two accounts of the book: both sides at once, lots with their days and cost.",
        example: "transfer{date=\"2014-12-20\", from=\"Brokerage\", to=\"Savings\", amount=50}"
    ) { call in
        let book = try call.book()
        let (leaving, arriving) = try sides(call)
        guard leaving.account != arriving.account else {
            throw LuaMisuse("transfer: both accounts are \"\(leaving.account ?? "")\"", field: "to", hint: "name the account that it goes to", kind: "transfer_to_itself")
        }
        // One after the other, and looked at together.
        return try call.reply(
            Recording.perform(book) {
                try book.together { try [leaving, arriving].map { try book.append(Recording.resolved($0, call)) } }
            })
    }

    private static func sides(_ call: LuaCall) throws -> (ActivityDraft, ActivityDraft) {
        var leaving = ActivityDraft(date: try call.day("date"), time: try call.instant("time"), kind: "transfer_out", account: try call.accountName("from"))
        leaving.symbol = try call.symbol("symbol")
        var isAll = try LotArguments.meansAll(call)
        if !isAll { leaving.quantity = try call.decimal("quantity") }
        leaving.amount = try call.decimal("amount")
        leaving.notes = try call.string("notes") ?? ""
        leaving.status = try call.string("status")
        if try takeMoney(&leaving, isAll: isAll, call) { isAll = false }
        let next = try call.book().ledger.lastEntry.rawValue + 1
        leaving.group = try call.string("group") ?? "transfer \(next)"
        var arriving = leaving
        arriving.kind = "transfer_in"
        arriving.currency = nil
        arriving.account = try call.accountName("to")
        leaving.fee = try call.decimal("fee")
        leaving.currency = try leaving.currency ?? call.string("currency")
        leaving.lots = try LotArguments.choices(call, leaving)
        if isAll {
            leaving.quantity = try LotArguments.all(of: leaving, call)
            arriving.quantity = leaving.quantity
        }
        arriving.currency = try leaving.currency ?? currency(of: leaving, call)
        if let received = try call.decimal("received") {
            try checkReceived(received, leaving, arriving, call)
            arriving.amount = received
            arriving.currency = nil
        }
        return (leaving, arriving)
    }

    /// Refuses a received sum that differs from the sum that left in the same currency: the difference would be lost without a word.
    private static func checkReceived(_ received: FixedDecimal, _ leaving: ActivityDraft, _ arriving: ActivityDraft, _ call: LuaCall) throws {
        let ledger = try call.book().ledger
        guard let amount = leaving.amount, let code = arriving.currency, let account = arriving.account.flatMap(ledger.account(named:)) else { return }
        let unit = MinorUnit.normalize(code), own = ledger[account].currency
        guard let currency = unit?.currency ?? (try? ledger.currency(coded: code)), currency == own else { return }
        let left = try amount * (unit?.factor ?? .one)
        if left == received { return }
        func told(_ amount: FixedDecimal) -> String { Money(amount, currency).told(by: call.runtime.currencies) }
        throw LuaMisuse(
            "transfer: \(told(left)) leave and \(told(received)) are to arrive, both in \(currency)", field: "received",
            hint: left > received && received > .zero
                ? "received= is for another currency; what was charged on the way is a fee: amount=\(received), fee=\(try left - received)"
                : "received= is for another currency; leave it out",
            kind: "same_currency")
    }

    /// Reads `500 EUR` as money, unless the book has an instrument of that symbol, and `all EUR` as all the cash in euro. True where it was money.
    private static func takeMoney(_ draft: inout ActivityDraft, isAll: Bool, _ call: LuaCall) throws -> Bool {
        let ledger = try call.book().ledger
        guard let symbol = draft.symbol, isAll || draft.quantity != nil, ledger.instrument(named: symbol) == nil else { return false }
        let isMinor = MinorUnit.normalize(symbol) != nil, currency = try? ledger.currency(coded: symbol)
        guard isMinor || currency != nil else { return false }
        if let amount = draft.amount {
            throw LuaMisuse(
                "transfer: \(symbol) is a currency, and amount says \(amount) beside it", field: "amount", hint: "say the money once: amount=\(amount), currency=\"\(symbol)\"")
        }
        if let told = try call.string("currency"), told != symbol {
            throw LuaMisuse("transfer: the amount is in \(symbol), and currency says \(told)", field: "currency", hint: "leave one of them out")
        }
        let unit = try LuaUnit(symbol)
        if isAll {
            (draft.symbol, draft.amount, draft.currency) = (nil, try cash(of: draft, unit.currency, call), unit.currency.code)
        } else {
            (draft.symbol, draft.quantity, draft.amount, draft.currency) = (nil, nil, draft.quantity, symbol)
        }
        return true
    }

    /// All the cash in a currency at the end of the draft's day, less the fee.
    private static func cash(of draft: ActivityDraft, _ currency: Currency, _ call: LuaCall) throws -> FixedDecimal {
        let ledger = try call.book().ledger, name = draft.account ?? "", account = try ledger.knownAccount(name)
        let balance = try ledger.cash(on: draft.date).first { $0.account == account && $0.currency == currency }?.balance ?? .zero
        let left = try balance - (call.decimal("fee") ?? .zero)
        guard left > .zero else {
            throw LuaMisuse(
                "transfer: \"\(name)\" has \(Money(balance, currency).described(by: call.runtime.currencies)) on \(draft.date ?? call.runtime.today), of which nothing can be moved",
                field: "quantity", kind: "nothing_held")
        }
        return left
    }

    /// The currency of money that a transfer moves: that of the account it leaves; nil for units.
    private static func currency(of draft: ActivityDraft, _ call: LuaCall) throws -> String? {
        let ledger = try call.book().ledger
        guard draft.symbol == nil, let account = draft.account.flatMap(ledger.account(named:)) else { return nil }
        return ledger[account].currency.code
    }
}

/// An order of several legs, such as a vertical or a condor of options.
package enum OrderVerb {
    /// `order`: records the legs of an order as one act.
    static let order = LuaFunction(
        "order",
        [
            .required("account", .account, "The account it happened in."),
            .required("legs", .table, "A list of {side, quantity, symbol, price}; sides are buy, sell, buy_to_open, sell_to_open, buy_to_close and sell_to_close."),
            .optional("date", .date, "The day it happened.", default: "today()"), .optional("fee", .decimal, "What the broker charged for all of it."),
            .optional("group", .string, "The word that ties the legs together; made up where left out."),
            .optional("currency", .string, "The currency of its figures; that of each leg's instrument."),
            RecordFields.parameter(.fxRate, .rule(for: .buy), isRequired: false), RecordFields.parameter(.settle, .rule(for: .buy), isRequired: false),
            .optional("notes", .string, "Anything worth remembering."), .optional("time", .string, "When, as ISO text in UTC."),
        ],
        returns: "frame", summary: "Records an order of several legs as one act, such as a vertical or a condor."
    ) { call in
        let book = try call.book()
        let legs = try call.argument("legs").items(of: "order: legs", field: "legs") ?? []
        guard !legs.isEmpty else { throw call.mismatch("legs", expected: "a list of legs such as {{\"buy_to_open\", 1, \"ORCL240119C40\", 2.15}}") }
        let group = try call.string("group") ?? "order \(try book.ledger.lastEntry.rawValue + 1)"
        var drafts = try legs.enumerated().map { try draft(of: $1, number: $0 + 1, group, call) }
        // The fee is of the whole order; it stands with the first leg.
        drafts[0].fee = try call.decimal("fee")
        return try call.reply(
            Recording.perform(book) {
                try book.together { try drafts.map { try book.append(Recording.resolved($0, call)) } }
            }.adding(given: drafts.map(Recording.given)))
    }

    private static func draft(of leg: LuaValue, number: Int, _ group: String, _ call: LuaCall) throws -> ActivityDraft {
        var values: [String: LuaValue] = [:]
        for field in leg.fields ?? [] { values[field.name] = field.value }
        let cells = try leg.items(of: "order: leg \(number)", field: "legs", beside: nil) ?? [], names = ["side", "quantity", "symbol", "price"]
        if cells.count > names.count { throw LuaMisuse("order: leg \(number) has \(cells.count) items", field: "legs", hint: "a leg has side, quantity, symbol and price") }
        for (name, value) in zip(names, cells) { values[name] = value }
        let unknown = Set(values.keys).subtracting(["side", "quantity", "symbol", "price", "amount"]).min()
        if let unknown { throw LuaMisuse("order: leg \(number) has no field \(unknown)", field: "legs", hint: "a leg has side, quantity, symbol and price") }
        guard let side = values["side"]?.stringValue, let kind = kinds[side] else {
            throw LuaMisuse("order: the side of leg \(number) must be one of \(kinds.keys.sorted().joined(separator: ", "))", field: "legs")
        }
        var draft = ActivityDraft(
            date: try call.day("date"), time: try call.instant("time"), kind: kind, subtype: side == kind ? nil : side,
            account: try call.accountName("account"), symbol: values["symbol"]?.stringValue)
        draft.quantity = try values["quantity"].flatMap(Coercion.decimal)
        draft.price = try values["price"].flatMap(Coercion.decimal)
        draft.amount = try values["amount"].flatMap(Coercion.decimal)
        draft.notes = try call.string("notes") ?? ""
        (draft.currency, draft.fxRate, draft.settle) = (try call.string("currency"), try call.decimal("fx_rate"), try call.string("settle"))
        draft.group = group
        return draft
    }

    private static let kinds = [
        "buy": "buy", "buy_to_open": "buy", "buy_to_close": "buy", "sell": "sell", "sell_to_open": "sell", "sell_to_close": "sell",
    ]
}

/// The two sides of a transfer or an exchange, to tell what a void or an amendment of one does to the other.
struct TransferSides {
    private let entry: EntryID
    private let others: [EntryID]
    private let before: Set<LedgerWarning>

    /// Nil where the entry has no other side.
    init?(of entry: EntryID, _ book: Book) throws {
        let ledger = try book.ledger
        others = ledger.otherSides(of: entry)
        if others.isEmpty { return nil }
        self.entry = entry
        before = Set(try ledger.transferWarnings(of: entry))
    }

    /// Warnings of what is unpaired or in flight since the act, with the entries of the other side. The replacement is the entry that stands in the
    /// place of a side.
    func warnings(_ book: Book, replacement: EntryID? = nil) throws -> [FrameWarning] {
        let ledger = try book.ledger, table = ledger.activities
        let left = others.filter { table.row(of: $0).map(table.counts) ?? false }
        if left.isEmpty { return [] }
        let names = left.map { "\($0.rawValue)" }.joined(separator: " and "), act = replacement == nil ? "void" : "amend"
        let sides =
            "\(left.count == 1 ? "entry \(names) is" : "entries \(names) are") the other side of entry \((replacement ?? entry).rawValue); \(act) \(left[0].rawValue) as well, or say undo"
        var warnings = try ledger.transferWarnings(of: left[0]).filter { !before.contains($0) }.map { FrameWarning(kind: $0.kind, message: "\($0.message); \(sides)") }
        guard let replacement, warnings.isEmpty else { return warnings }
        for other in left {
            guard let uneven = ledger.unevenCash(replacement, other) else { continue }
            warnings.append(FrameWarning(kind: "uneven_transfer", message: "the transfer sends \(uneven.sent) and brings \(uneven.received); \(sides)"))
        }
        return warnings
    }
}
