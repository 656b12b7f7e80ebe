import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Where a figure comes from.
enum ExplainModule {
    static let module = Module("explain", [explain])

    private static let explain = LuaFunction(
        "explain",
        [
            .optional("row", .explained, "A row of holdings, lots, gains, cash, income or activities, or the id of an activity."),
            .optional("account", .account, "The account of a holding or of cash."), .optional("symbol", .symbol, "The instrument of a holding."),
            .optional("currency", .currency, "The currency of cash; the account's."), .optional("on", .date, "As it was at the end of this day."),
        ],
        returns: "frame", summary: "Shows the activities, lots and rules that made a holding, a lot, a gain or a cash balance: amount is what a line changed, balance what it came "
            + "to, so that the amounts add up to the last balance, which is the cost of the holding or the lot, or the cash. A gain ends with the sale, which takes its cost.",
        example: "explain(gains{year=2007}[1]):count() > 1 --> true"
    ) { call in
        let book = try call.book()
        var asked = try subject(call)
        asked.on = try call.day("on") ?? asked.on
        let ledger = try book.ledger
        let explanation = Explanation(book: book, ledger: ledger, asked: asked), frame = try explanation.frame()
        return try call.reply(frame.adding(warnings: explanation.otherDay(frame)))
    }

    private static func subject(_ call: LuaCall) throws -> Explanation.Subject {
        var subject = Explanation.Subject()
        switch try call.argument("row") {
        case .none: break
        case .integer(let id): subject.activity = EntryID(id)
        case .reference(let row): subject = try read(row, call)
        default: throw call.mismatch("row", expected: "a row of a frame or the id of an activity")
        }
        subject.account = try call.accountName("account") ?? subject.account
        subject.symbol = try call.symbol("symbol") ?? subject.symbol
        subject.currency = try call.currency("currency")?.code ?? subject.currency
        return subject
    }

    /// What a row tells; columns that it does not have are left out.
    private static func read(_ row: LuaReference, _ call: LuaCall) throws -> Explanation.Subject {
        let source = "local row = ... local function get(name) local ok, value = pcall(function() return row[name] end) return ok and value or nil end "
            + "return get('account'), get('symbol'), get('currency'), get('lot_id'), get('activity_id'), get('id'), get('balance') ~= nil, get('remaining') ~= nil, get('twr') ~= nil, get('balance') or get('cost_basis')"
        guard case .function(let reader) = call.state.compile(source, name: "=explain") else { preconditionFailure("the source is whole") }
        let values = try call.state.call(reader, [.reference(row)])
        if case .boolean(true) = values[8] {
            throw LuaMisuse(
                "explain: a row of returns does not tell what it was asked of", field: "row",
                hint: "say explain_return with the words that returns was asked with, such as explain_return{account=\"Brokerage\", year=2013}")
        }
        func text(_ place: Int) -> String? { values.indices.contains(place) ? values[place].stringValue : nil }
        func entry(_ place: Int) -> EntryID? {
            guard values.indices.contains(place), case .integer(let id) = values[place] else { return nil }
            return EntryID(id)
        }
        var subject = Explanation.Subject(account: text(0), symbol: text(1), currency: text(2), lot: entry(3), closing: entry(4))
        if case .boolean(true) = values[7] { subject.openLot = entry(5) } else if subject.lot == nil { subject.activity = entry(5) }
        if case .boolean(true) = values[6] { subject.symbol = nil }
        if subject.lot == nil { subject.figure = try Coercion.decimal(values[9]) }
        return subject
    }
}

extension LuaParameterType {
    static let explained = LuaParameterType("row", phrase: "a row of a frame or the id of an activity", accepts: .all)
}
