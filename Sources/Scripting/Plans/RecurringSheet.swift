import Ledger
import LuaKit
import Plans
import Storage
import Values

/// The filling in of what a rule records on one day: its amount worked out, its day, status and notes put in.
struct RecurringSheet {
    let desk: RecurringDesk
    let due: RecurringDue
    /// `posted`, `draft`, or nil for posted.
    let status: String?
    /// A script's function for the amount.
    let amount: LuaReference?

    typealias Fields = [(name: String, value: LuaValue)]

    /// What the functions of a script are handed: the day, and a table that tells of the rule.
    var arguments: [LuaValue] {
        let rule = due.rule
        let fields: [(String, LuaValue)] = [
            ("name", .string(rule.name)), ("day", .day(due.place.nominal)), ("date", .day(due.place.date)), ("number", .integer(due.place.number + 1)),
            ("record", .table(rule.record.map { LuaPair(.string($0.name), .string($0.text)) })),
        ]
        return [.day(due.place.date), .table(fields.map { LuaPair(.string($0.0), $0.1) })]
    }

    /// Records what the fields say.
    func record(_ fields: Fields) throws {
        var fields = fields
        func put(_ name: String, _ value: LuaValue) { if !fields.contains(where: { $0.name == name }) { fields.append((name, value)) } }
        put("date", .day(due.place.date))
        put("notes", .string(due.rule.name))
        if let status { put("status", .string(status)) }
        switch try money(fields) {
        case .unsaid: break
        // A part of nothing, or an account that is full: there is nothing to record.
        case .nothing: return
        case .so(let money):
            fields.removeAll { $0.name == "amount" }
            put("amount", .decimal(money))
        }
        guard let split = text("split", fields) else { return try call(fields) }
        guard split == "plan" else { throw LuaMisuse("split must be \"plan\", got \"\(split)\"", field: "split") }
        fields.removeAll { $0.name == "split" }
        try splitByPlan(fields)
    }

    /// What the amount of a record comes to.
    private enum Amount {
        /// It is said in another way, such as by quantity and price.
        case unsaid
        case nothing
        case so(FixedDecimal)
    }

    private func money(_ fields: Fields) throws -> Amount {
        var value = fields.first { $0.name == "amount" }?.value ?? .none
        if let amount {
            value = try desk.runtime.lua.call(amount, arguments).first ?? .none
            if value.isNone { return .nothing }
        }
        if value.isNone { return .unsaid }
        guard let text = value.stringValue else {
            guard let number = try Coercion.decimal(value) else { throw LuaMisuse("amount must be a number, got \(PlainText.typeName(of: value))", field: "amount") }
            return .so(number)
        }
        let form = try RecurringAmount(text)
        if case .fixed(let number) = form { return .so(number) }
        let result = try worked(form, fields)
        return result.isZero ? .nothing : .so(result)
    }

    private func worked(_ form: RecurringAmount, _ fields: Fields) throws -> FixedDecimal {
        let ledger = try desk.book.ledger
        func account(_ names: [String?]) throws -> AccountID {
            guard let name = names.compactMap({ $0 }).first else { throw LuaMisuse("no account is named that the amount could be worked out from", field: "account") }
            guard let account = ledger.account(named: name) else {
                throw LedgerError.unknownAccount(name: name, nearest: nearestName(to: name, in: ledger.accounts.map(\.name)), currency: nil)
            }
            guard ledger[account].tracking != .value else {
                throw LuaMisuse("\(name) is tracked by value, so its cash is not known", field: "amount", hint: "write the amount as a number")
            }
            return account
        }
        let own = text("account", fields)
        var source: String?
        if case .percentOfCash(_, let named) = form { source = named }
        let paying = try account([source, text("from", fields), own]), filled = try account([text("to", fields), own, text("from", fields)])
        let currency = try text("currency", fields).map { try Currency($0) } ?? ledger[paying].currency
        let balances = try desk.book.state(on: due.place.date, withLots: false).cash()
        func cash(_ account: AccountID) -> FixedDecimal { balances.first { $0.account == account && $0.currency == currency }?.balance ?? .zero }
        let cap = form == .upToCap ? try SplitByPlan.cap(of: ledger[filled].name, desk.book) : nil
        return try form.money(cash: cash(paying), balance: cash(filled), cap: cap, digits: currency.minorDigits ?? 2)
    }

    private func text(_ name: String, _ fields: Fields) -> String? {
        guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
        if case .boxed(let box) = value, box.type == .account { return (try? desk.book.ledger)?[AccountID(Int32(box.low))].name }
        return PlainText.plain(value)
    }

    /// Calls what records it: a transfer has two sides, everything else is one activity.
    private func call(_ fields: Fields) throws {
        var fields = fields
        let isTransfer = text("type", fields) == "transfer"
        if isTransfer { fields.removeAll { $0.name == "type" } }
        _ = try desk.runtime.lua.call(desk.runtime.recorders[isTransfer ? 1 : 0], [.table(fields.map { LuaPair(.string($0.name), $0.value) })])
    }

    /// Splits the amount by the reserve plan: one record an account, or, where an account is named that takes it all in, transfers out of that.
    private func splitByPlan(_ fields: Fields) throws {
        guard case .boxed(let box)? = fields.first(where: { $0.name == "amount" })?.value, box.type == .decimal else {
            throw LuaMisuse("split needs an amount", field: "amount", hint: "say amount=500")
        }
        let parts = try SplitByPlan.parts(of: box.decimal, desk.book, on: due.place.date), account = text("account", fields)
        let plain = fields.filter { $0.name != "amount" && $0.name != "account" }
        func put(_ amount: FixedDecimal, in name: String) throws { try call(plain + [("amount", .decimal(amount)), ("account", .string(name))]) }
        guard let account else {
            guard parts.rest.isZero else {
                throw LuaMisuse(
                    "\(parts.rest) of \(box.decimal) has no place in the reserve plan", field: "split",
                    hint: "name an account that keeps it: record={type=\"deposit\", account=…, amount=…, split=\"plan\"}")
            }
            for part in parts.accounts { try put(part.amount, in: part.account) }
            return
        }
        try put(box.decimal, in: account)
        let move = plain.filter { ["date", "notes", "status", "currency"].contains($0.name) }
        for part in parts.accounts where part.account != account {
            try call(move + [("type", .string("transfer")), ("from", .string(account)), ("to", .string(part.account)), ("amount", .decimal(part.amount))])
        }
    }
}
