import Ledger
import LuaKit
import LuaSurface
import Plans
import Storage
import Values

/// What a recurring rule records on one day: its amount is worked out, and its day, status and notes are put in.
struct RecurringEntry {
    /// The rules of the book and the session.
    let recurring: RecurringRules
    /// The rule and the day.
    let due: RecurringDue
    /// The status of what is recorded, `posted` or `draft`; nil for what the record says.
    let status: String?
    /// A script's function that gives the amount; nil where the record says it.
    let amount: LuaReference?

    /// The fields of a record, in order.
    typealias Fields = [(name: String, value: LuaValue)]

    /// The arguments of a script's functions: the day, and a table that describes the rule.
    var arguments: [LuaValue] {
        let rule = due.rule
        let fields: [(String, LuaValue)] = [
            ("name", .string(rule.name)), ("day", .day(due.place.nominal)), ("date", .day(due.place.date)), ("number", .integer(due.place.number + 1)),
            ("record", .table(rule.record.map { LuaPair(.string($0.name), .string($0.text)) })),
        ]
        return [.day(due.place.date), .table(fields.map { LuaPair(.string($0.0), $0.1) })]
    }

    /// Records an activity, or a transfer, of the fields.
    func record(_ fields: Fields) throws {
        var fields = fields
        func put(_ name: String, _ value: LuaValue) { if !fields.contains(where: { $0.name == name }) { fields.append((name, value)) } }
        put("date", .day(due.place.date))
        put("notes", .string(due.rule.name))
        if let status {
            // Whoever asks for drafts gets drafts, whatever a function says.
            fields.removeAll { $0.name == "status" }
            put("status", .string(status))
        }
        let plan = try plan(&fields)
        switch try money(fields, plan) {
        case .unsaid: break
        // A part of nothing, or an account that is full: there is nothing to record.
        case .nothing: return
        case .so(let money):
            fields.removeAll { $0.name == "amount" }
            put("amount", .decimal(money))
            if let purchase = try RecurringPurchase(self, fields) {
                guard try purchase.fill(&fields, for: money) else { return }
            }
        }
        fields.removeAll { $0.name == RecurringPurchase.wholeShares }
        guard let split = text("split", fields) else { return try call(fields) }
        guard split == "plan" else { throw LuaMisuse("split must be \"plan\", got \"\(split)\"", field: "split") }
        fields.removeAll { $0.name == "split" }
        if let plan { try splitByPlan(fields, plan) }
    }

    /// The split by the reserve plan, if the record asks for one; the plan's currency becomes that of the record.
    private func plan(_ fields: inout Fields) throws -> SplitByPlan? {
        let form = amount == nil ? text("amount", fields).flatMap { try? RecurringAmount($0) } : nil, split = text("split", fields)
        try RecurringRecord.check(type: text("type", fields), amount: form, isSplit: split != nil)
        guard form == .upToCap || split != nil else { return nil }
        let plan = try SplitByPlan(recurring.book, on: due.place.date, field: split == nil ? "amount" : "split")
        if let said = text("currency", fields), try LuaUnit(said).currency != plan.currency {
            throw LuaMisuse("the reserve plan is in \(plan.currency), and the record in \(said)", field: "currency", hint: "leave the currency out: the plan's counts")
        }
        fields.removeAll { $0.name == "currency" }
        fields.append(("currency", .string(plan.currency.code)))
        return plan
    }

    /// The amount of a record.
    private enum Amount {
        /// The record has no amount: it is given by quantity and price.
        case unsaid
        /// There is nothing to record on this day.
        case nothing
        /// It is this many, in the currency of the record.
        case so(FixedDecimal)
    }

    private func money(_ fields: Fields, _ plan: SplitByPlan?) throws -> Amount {
        var value = fields.first { $0.name == "amount" }?.value ?? .none
        if let amount {
            value = try recurring.runtime.lua.call(amount, arguments).first ?? .none
            if value.isNone { return .nothing }
        }
        if value.isNone { return .unsaid }
        guard let text = value.stringValue else {
            guard let number = try Coercion.decimal(value) else { throw LuaMisuse("amount must be a number, got \(PlainText.typeName(of: value))", field: "amount") }
            return .so(number)
        }
        let form = try RecurringAmount(text)
        if case .fixed(let number) = form { return .so(number) }
        try RecurringRecord.check(type: self.text("type", fields), amount: form, isSplit: self.text("split", fields) != nil)
        let result = try worked(form, fields, plan)
        return result.isZero ? .nothing : .so(result)
    }

    private func worked(_ form: RecurringAmount, _ fields: Fields, _ plan: SplitByPlan?) throws -> FixedDecimal {
        let ledger = try recurring.book.ledger, own = text("account", fields), from = text("from", fields)
        var source: String?
        if case .percentOfCash(_, let named) = form { source = named }
        let paying = try account([source, from, own], ledger), filled = try account([text("to", fields), own, from], ledger)
        let said = try text("currency", fields).map { try LuaUnit($0) }, usual = try RecurringPurchase.currency(self, fields) ?? ledger[paying].currency
        let unit = said ?? LuaUnit(usual), currency = unit.currency
        var waiting: WaitingDrafts?
        func cash(_ account: AccountID) throws -> FixedDecimal {
            guard ledger[account].tracking != .value else {
                throw LuaMisuse("\(ledger[account].name) is tracked by value, so its cash is not known", field: "amount", hint: "write the amount as a number")
            }
            return try ledger.cash(of: account, in: currency, on: due.place.date) / unit.factor
        }
        func claimed(_ account: AccountID) throws -> FixedDecimal {
            let drafts = try waiting ?? WaitingDrafts(recurring.book, through: due.place.date)
            waiting = drafts
            return try drafts.cash(of: account, in: currency) / unit.factor
        }
        // Pence are not parted further than the pound is.
        let digits = unit.isMinor ? 0 : currency.minorDigits ?? 2
        var result: FixedDecimal
        switch form {
        case .fixed, .percentOfCash: return try form.money(cash: cash(paying), balance: .zero, cap: nil, digits: digits)
        case .upTo:
            guard said != nil || ledger[filled].currency == currency else {
                throw LuaMisuse(
                    "\(ledger[paying].name) is kept in \(currency) and \(ledger[filled].name) in \(ledger[filled].currency)", field: "amount",
                    hint: "say in the record which currency is meant: currency=\"\(currency)\"")
            }
            result = try form.money(cash: .zero, balance: cash(filled) + claimed(filled), cap: nil, digits: digits)
        case .upToCap:
            guard let plan else { throw LuaMisuse("\"up to the cap\" of a function's amount has no plan", field: "amount", hint: "write it as the amount of the record") }
            let name = ledger[filled].name, cap = plan.cap(of: name)
            // Rounded down, as it may be worked out from worths by prices and rates.
            result = try form.money(cash: .zero, balance: cap == nil ? .zero : plan.balance(of: name), cap: cap, digits: digits).rounded(to: digits, .floor)
        }
        // A transfer moves what is there, and what no draft has claimed.
        if from != nil, paying != filled {
            let there = try cash(paying), left = try there + claimed(paying)
            result = min(result, max(.zero, status == "draft" ? left : min(there, left)))
        }
        return result
    }

    /// The account of the first name that is given.
    private func account(_ names: [String?], _ ledger: Ledger) throws -> AccountID {
        guard let name = names.compactMap({ $0 }).first else { throw LuaMisuse("no account is named that the amount could be worked out from", field: "account") }
        return try ledger.knownAccount(name)
    }

    /// A field as text; nil where it is not given.
    func text(_ name: String, _ fields: Fields) -> String? {
        guard let value = fields.first(where: { $0.name == name })?.value else { return nil }
        if case .boxed(let box) = value, box.type == .account { return (try? recurring.book.ledger)?[AccountID(Int32(box.low))].name }
        return PlainText.plain(value)
    }

    /// Calls the function that records: `transfer` for both sides of a transfer, `record` for everything else.
    private func call(_ fields: Fields) throws {
        var fields = fields
        let isTransfer = text("type", fields) == "transfer"
        if isTransfer { fields.removeAll { $0.name == "type" } }
        _ = try recurring.runtime.lua.call(recurring.runtime.scripted.recorders[isTransfer ? 1 : 0], [.table(fields.map { LuaPair(.string($0.name), $0.value) })])
    }

    /// Splits the amount by the reserve plan: one record for each account, or, where an account is named that takes it all in, transfers out of that.
    private func splitByPlan(_ fields: Fields, _ plan: SplitByPlan) throws {
        guard case .boxed(let box)? = fields.first(where: { $0.name == "amount" })?.value, box.type == .decimal else {
            throw LuaMisuse("split needs an amount", field: "amount", hint: "say amount=500")
        }
        let isTransfer = text("type", fields)?.lowercased() == "transfer"
        let parts = try plan.parts(of: box.decimal), account = text(isTransfer ? "from" : "account", fields)
        if isTransfer, account == nil || text("to", fields) != nil {
            throw LuaMisuse("a transfer that is split by the plan needs from and has no to", field: "split", hint: "the plan says where the money goes")
        }
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
        if !isTransfer { try put(box.decimal, in: account) }
        let move = plain.filter { ["date", "notes", "status", "currency"].contains($0.name) }
        for part in parts.accounts where part.account != account {
            try call(move + [("type", .string("transfer")), ("from", .string(account)), ("to", .string(part.account)), ("amount", .decimal(part.amount))])
        }
    }
}
