import Frames
import Ledger
import LuaKit
import Queries
import Storage
import Values

/// The lots that a sale or a transfer names: ids, tables of an id and a quantity, or a function that chooses from the open lots.
///
/// What a function chose is recorded as ids, so that the book says the same when the function is gone.
package enum LotArguments {
    /// The lots that a call names for a draft, with the quantity of each; empty where it names none.
    package static func choices(_ call: LuaCall, _ draft: ActivityDraft) throws -> [LotChoice] {
        let value = try call.argument("lots")
        if value.isNone { return [] }
        let ledger = try call.book().ledger
        let (named, open) = try chosen(value, ledger, draft, call), choices = try named.map { try exact($0, open, call) }
        var lots: Set<EntryID> = []
        for choice in choices where !lots.insert(choice.lot).inserted {
            throw LuaMisuse("\(call.name): lot \(choice.lot.rawValue) is named twice", field: "lots", hint: "say once how many of it: {lot=\(choice.lot.rawValue), quantity=…}")
        }
        try checkSum(choices, open, draft, call)
        return choices
    }

    /// Whether a call says `quantity="all"`.
    package static func meansAll(_ call: LuaCall) throws -> Bool { try call.argument("quantity").stringValue == "all" }

    /// All units that are held at the end of the draft's day, or in the lots that it names, to the last digit.
    package static func all(of draft: ActivityDraft, _ call: LuaCall) throws -> FixedDecimal {
        let ledger = try call.book().ledger
        // What was sold short is bought back, and neither sold nor moved.
        let open = try lots(of: draft, ledger).filter { $0.side == .long || draft.kind != "sell" && draft.kind != "transfer_out" }
        let units: FixedDecimal
        if draft.lots.isEmpty {
            units = try open.reduce(FixedDecimal.zero) { try $0 + $1.remaining.magnitude }
        } else {
            units = try draft.lots.reduce(FixedDecimal.zero) { sum, choice in
                let left = open.first { $0.id == choice.lot }?.remaining.magnitude ?? .zero
                return try sum + min(choice.quantity ?? left, left)
            }
        }
        if !units.isZero { return units }
        throw LedgerError.nothingHeld(
            act: draft.kind ?? call.name, account: draft.account ?? "", symbol: draft.symbol ?? "", date: draft.date ?? call.runtime.today)
    }

    /// The lots that were named, and the open lots they may be; a function chooses from all open lots.
    private static func chosen(_ value: LuaValue, _ ledger: Ledger, _ draft: ActivityDraft, _ call: LuaCall) throws -> (named: [LotChoice], open: [OpenLot]) {
        guard case .function(let function) = value else {
            let named = try choices(value, call)
            return (named, try lots(of: draft, openedBy: Set(named.map(\.lot.openingEntry)), ledger))
        }
        let open = try lots(of: draft, ledger)
        let frame = try LotsFrame.make(QuerySource(call.book()), open, ledger.at(endOf: draft.date), on: draft.date, today: call.runtime.today)
        let answers = try call.state.call(function, [call.value(frame)])
        return (try choices(answers.first ?? .none, call), open)
    }

    /// The lot that a number means: the lot of that id, else the only lot left of those that the entry of that number opened.
    private static func exact(_ choice: LotChoice, _ open: [OpenLot], _ call: LuaCall) throws -> LotChoice {
        if open.contains(where: { $0.id == choice.lot }) { return choice }
        let parts = open.filter { $0.entry == choice.lot }
        if parts.count < 2 { return parts.first.map { LotChoice($0.id, quantity: choice.quantity) } ?? choice }
        throw LuaMisuse(
            "\(call.name): lot \(choice.lot.rawValue) has become \(parts.count) lots", field: "lots",
            hint: "name one of them: \(parts.map { "\($0.id.rawValue) (\($0.remaining) for \($0.cost))" }.joined(separator: ", "))", kind: "lot_has_parted")
    }

    /// Refuses a sale of more units than the named lots have: the rest would come from other lots without a word.
    private static func checkSum(_ choices: [LotChoice], _ open: [OpenLot], _ draft: ActivityDraft, _ call: LuaCall) throws {
        guard let quantity = draft.quantity else { return }
        let named = try choices.reduce(FixedDecimal.zero) { sum, choice in
            let left = open.first { $0.id == choice.lot }?.remaining ?? choice.quantity ?? quantity
            return try sum + min(choice.quantity ?? left, left)
        }
        if named >= quantity || choices.contains(where: { choice in !open.contains { $0.id == choice.lot } }) { return }
        throw LuaMisuse(
            "\(call.name): the lots named give \(named) \(draft.symbol ?? ""), and \(quantity) are taken", field: "lots",
            hint: "name more of them, or leave lots out", kind: "lots_fall_short")
    }

    private static func lots(of draft: ActivityDraft, openedBy entries: Set<EntryID>? = nil, _ ledger: Ledger) throws -> [OpenLot] {
        guard let account = draft.account.flatMap(ledger.account(named:)), let instrument = draft.symbol.flatMap(ledger.instrument(named:))
        else { return [] }
        return try ledger.lots(of: account, instrument, openedBy: entries, on: draft.date)
    }

    private static func choices(_ value: LuaValue, _ call: LuaCall) throws -> [LotChoice] {
        switch value {
        case .none: return []
        case .integer(let id): return [LotChoice(EntryID(id))]
        default:
            // One table of a lot and a quantity stands for a list of one.
            if value.array?.isEmpty == true, value.fields?.isEmpty == false { return [try choice(value, call)] }
            guard let items = try value.items(of: "\(call.name): lots", field: "lots") else { throw mismatch(call) }
            return try items.map { try choice($0, call) }
        }
    }

    private static func choice(_ value: LuaValue, _ call: LuaCall) throws -> LotChoice {
        if case .integer(let id) = value { return LotChoice(EntryID(id)) }
        guard let fields = value.fields else { throw mismatch(call) }
        var id: Int?, quantity: FixedDecimal?
        for field in fields {
            switch (field.name, field.value) {
            case ("lot", .integer(let number)), ("id", .integer(let number)): id = number
            case ("quantity", let value): quantity = try Coercion.decimal(value)
            default: throw LuaMisuse("\(call.name): a lot has no field \(field.name)", field: "lots", hint: "say {lot=12, quantity=3}")
            }
        }
        guard let id else { throw mismatch(call) }
        return LotChoice(EntryID(id), quantity: quantity)
    }

    private static func mismatch(_ call: LuaCall) -> LuaMisuse {
        call.mismatch("lots", expected: "ids of lots such as {12, {lot=15, quantity=3}}", hint: "lots{} lists the open lots with their ids")
    }
}
