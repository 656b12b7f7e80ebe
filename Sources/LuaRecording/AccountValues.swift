import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Sentences
import Storage
import Values
import Worth

/// `value` and `values`: telling what an account holds or is worth, and asking what was told.
package enum AccountValueModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("worth", [value, values], questions: ["values"])

    private static let value = LuaFunction(
        "value",
        [
            .required("account", .account, "An account that is tracked by value or by holdings."),
            .optional("amount", .decimal, "What all of it is worth; of an account tracked by holdings, its cash."),
            .optional("symbol", .symbol, "The instrument held, in an account tracked by holdings."),
            .optional("quantity", .decimal, "Units held."), .optional("price", .decimal, "What one unit cost on average."),
            .optional("date", .date, "The day it is of.", default: "today()"), .optional("time", .string, "When, as ISO text in UTC; the last of a day counts."),
            .optional("currency", .string, "The currency of the amount; the account's."), .optional("notes", .string, "Anything worth remembering."),
        ],
        returns: "frame", summary: "Tells what an account is worth, or what it holds, as it stands on a day.",
        example: "value{account=\"ISA\", amount=10250, date=\"2014-12-31\"}[1].value --> 10250"
    ) { call in
        let book = try call.book(), ledger = try book.ledger, name = try call.accountName("account") ?? ""
        let id = try ledger.knownAccount(name)
        if ledger[id].tracking == .holdings { return try call.reply(try hold(call, id, book)) }
        if let told = ["symbol", "quantity", "price"].first(where: { call.has($0) }) {
            let name = ledger[id].name
            if ledger[id].tracking == .transactions {
                throw LuaMisuse(
                    "value: \"\(name)\" is tracked by transactions, so what it holds comes from what is recorded", field: told,
                    hint: "record what happened, such as buy or adjust; account{name=\(LuaForm.quoted(name)), tracking=\"holdings\"} lets what it holds be told instead")
            }
            throw LuaMisuse(
                "value: \"\(name)\" is tracked by value, so nobody tells what it holds", field: told,
                hint: "say what all of it is worth: value 10250 in \(name); account{name=…, tracking=\"holdings\"} takes units")
        }
        guard let amount = try call.decimal("amount") else { throw LuaMisuse("value: amount is missing; it must be a number", field: "amount") }
        let unit = try call.unit("currency") ?? LuaUnit(ledger[id].currency)
        let told = AccountValue(
            account: id, date: try day(call), time: try call.instant("time"), value: try unit.scaled(amount), currency: unit.currency, notes: try call.string("notes") ?? "")
        let entry = try book.append(told)
        return try call.reply(ValuesFrame.make(book.ledger, [(entry, told)]))
    }

    private static func day(_ call: LuaCall) throws -> Day {
        let day = try call.day("date") ?? call.runtime.today
        if day > call.runtime.today { throw LedgerError.futureDate(date: day, today: call.runtime.today) }
        return day
    }

    /// Records what an account tracked by holdings holds: units as they are given, cash by an adjustment of the difference.
    private static func hold(_ call: LuaCall, _ id: AccountID, _ book: Book) throws -> Frame {
        var draft = ActivityDraft(date: try day(call), time: try call.instant("time"), kind: "adjustment", account: try book.ledger[id].name)
        draft.notes = try call.string("notes") ?? ""
        draft.currency = try call.string("currency")
        if let symbol = try call.symbol("symbol") {
            (draft.subtype, draft.symbol) = ("position", symbol)
            draft.quantity = try call.decimal("quantity")
            draft.price = try call.decimal("price")
            draft.amount = try call.decimal("amount")
        } else {
            guard let amount = try call.decimal("amount") else { throw LuaMisuse("value: say symbol and quantity, or amount for cash", field: "symbol") }
            let unit = try call.unit("currency") ?? LuaUnit(book.ledger[id].currency), told = try unit.scaled(amount)
            let held = try book.ledger.cash(on: draft.date).first { $0.account == id && $0.currency == unit.currency }?.balance ?? .zero
            if held == told { return try Recording.frame(of: [], book) }
            (draft.amount, draft.currency) = (try told - held, unit.currency.code)
        }
        return try Recording.perform(book) { [try book.append(Recording.resolved(draft, call))] }
    }

    private static let values = LuaFunction(
        "values",
        BookFilter.parameters(["account", "portfolio", "owner", "tag", "from", "to", "on", "year", "currency", "as_recorded", "closed"])
            + [.optional("every", .string, "day, week, month, quarter or year: what each account was worth at the end of each, the last told being carried forward.")],
        returns: "frame", summary: "What accounts tracked by value were told to be worth.", example: "values{on=\"2014-12-31\"}:count() >= 0 --> true"
    ) { call in
        let filter = try BookFilter(call, tagsOf: .accounts), ledger = try filter.source.ledger
        var told = ledger.values.standing(through: filter.to ?? filter.on).filter { filter.fits($0.value.account) && filter.fits($0.value.currency) }
        if let unit = try call.calendarUnit("every") {
            return try call.reply(ValuesFrame.series(ledger, told, unit, from: filter.from, through: filter.to ?? filter.on ?? call.runtime.today))
        }
        if let day = filter.on { told = ValuesFrame.last(of: told, ledger, on: day) }
        let first = filter.from ?? .min
        return try call.reply(ValuesFrame.make(ledger, told.filter { $0.value.date >= first }, isOfOneDay: filter.on != nil))
    }
}

extension Array {
    /// Groups of neighbouring items with equal keys.
    func chunked<Key: Equatable>(by key: (Element) -> Key) -> [(key: Key, items: [Element])] {
        var chunks: [(key: Key, items: [Element])] = []
        for item in self {
            if let last = chunks.last, last.key == key(item) { chunks[chunks.count - 1].items.append(item) } else { chunks.append((key(item), [item])) }
        }
        return chunks
    }
}

/// What accounts tracked by value were told to be worth.
private enum ValuesFrame {
    /// A value that was told of an account, with its entry.
    typealias Told = (entry: EntryID, value: AccountValue)

    /// The columns. Values of one day can be added up, those of several days cannot.
    private static func schemas(isOfOneDay: Bool) -> [ColumnSchema] {
        [
            .int("id").ranked(.useful), .text("account").ranked(.leading), .text("portfolio"), .text("owner"), .day("date").ranked(.leading), .instant("time"),
            (isOfOneDay ? ColumnSchema.money("value") : .money("value", total: .none)).ranked(.deciding), .text("currency").ranked(.deciding), .remark("notes").ranked(.ordinary),
        ]
    }

    /// The frame of values that were told.
    static func make(_ ledger: Ledger, _ told: [Told], isOfOneDay: Bool = false) throws -> Frame {
        var builder = FrameBuilder("values", schemas(isOfOneDay: isOfOneDay))
        for item in told { try append(item, on: item.value.date, ledger, &builder) }
        return builder.frame()
    }

    /// For each account that is open on a day, the last value told on or before it.
    static func last(of told: [Told], _ ledger: Ledger, on day: Day) -> [Told] {
        told.chunked { $0.value.account }.compactMap { account, items in
            if let closed = ledger[account].closed, closed < day { return nil }
            return items.last { $0.value.date <= day }
        }
    }

    /// What each account was worth at the end of each period: from the first value told, or from a day, through another.
    static func series(_ ledger: Ledger, _ told: [Told], _ unit: CalendarUnit, from: Day?, through last: Day) throws -> Frame {
        var builder = FrameBuilder("values", schemas(isOfOneDay: false))
        guard var day = from ?? told.map(\.value.date).min() else { return builder.frame() }
        while day <= last {
            let end = min(unit.lastDay(of: day), last)
            for item in Self.last(of: told, ledger, on: end) { try append(item, on: end, ledger, &builder) }
            day = try end.adding(days: 1)
        }
        return builder.frame()
    }

    private static func append(_ item: Told, on day: Day, _ ledger: Ledger, _ builder: inout FrameBuilder) throws {
        let account = ledger[item.value.account]
        try builder.append([
            .int(Int64(item.entry.rawValue)), .text(account.name), .optional(account.portfolio), .optional(account.owner), .day(day),
            day == item.value.date ? item.value.time.map { .instant($0) } ?? .none : .none, .optional(item.value.value),
            .text(item.value.currency.code), .optional(item.value.notes),
        ])
    }
}
