import Ledger
import LuaKit
import LuaSurface
import Plans
import Session
import Storage
import Values

/// Reads a recurring rule from the arguments of `recurring`.
struct RecurringArguments {
    private let call: LuaCall
    private let recurring: RecurringRules

    /// The arguments of a call, for the rules of its book.
    init(_ call: LuaCall, _ recurring: RecurringRules) { (self.call, self.recurring) = (call, recurring) }

    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] = [
        .required("name", .string, "What it is called; alone, the rule of that name is shown."),
        .optional("every", .string, "How often: day, week, biweekly, month, quarter, year, 3 months and so on."),
        .optional(
            "day", .init("day", phrase: "a day of the month or \"last\"", accepts: [.integer, .number, .string]),
            "The day of the month, the last where it is shorter; -1 or \"last\" for the last."),
        .optional("weekday", .string, "The day of the week, for rules of weeks: friday."),
        .optional("on", .string, "The place in the month: first working day, last working day, last day, third friday and so on."),
        .optional("from", .date, "The first day that can be one of its days; today for a new rule."),
        .optional("to", .date, "The last day that can be one."), .optional("count", .integer, "How many days it has in all."),
        .optional("shift", .string, "Where a day goes on which nobody works: next, previous or none.", default: "\"none\""),
        .optional("calendar", .string, "The calendar of working days: target, us, nyse, england or one of your own; weekends alone where left out."),
        .optional("status", .string, "posted or draft; what the setting recurring_status says where left out."),
        .optional(
            "record", .init("record", phrase: "a table of what to record, or a function", accepts: [.table, .function]),
            "What to record, as record takes it, or type=\"transfer\" as transfer does; or a function(day, rule) that records, or gives what to record. A buy with an amount and no quantity or price buys units for it at the day's price, whole ones with whole_shares=true."
        ),
    ]

    /// The rule, with the Lua functions that it has.
    func rule() throws -> ScriptedRule {
        let name = try call.string("name") ?? ""
        guard name.contains(where: { !$0.isWhitespace }) else { throw LuaMisuse("recurring: name is empty", field: "name") }
        guard let every = try call.string("every") else { throw missing("every", "such as every=\"month\"") }
        var scripted = ScriptedRule(book: recurring.book, rule: RecurringRule(name, every: try Period(every), from: call.runtime.today))
        let record = try call.argument("record")
        switch record {
        case .function(let function): scripted.record = function
        case .table: scripted.rule.record = try fields(record.fields ?? [], &scripted)
        default: throw missing("record", "such as record={type=\"deposit\", account=\"Savings\", amount=500}")
        }
        try place(&scripted.rule, isScripted: scripted.record != nil || scripted.amount != nil)
        guard try recurring.schedule(scripted.rule).occurrence(0) != nil else {
            let rule = scripted.rule
            throw LuaMisuse(
                "recurring: the rule has no day at all: \(rule.when)", field: rule.until == nil ? "count" : "to", hint: "let it end later, or leave to and count out")
        }
        if scripted.record == nil { try rehearse(scripted) }
        return scripted
    }

    private func missing(_ field: String, _ hint: String) -> LuaMisuse { LuaMisuse("recurring: \(field) is missing", field: field, hint: hint) }

    private func place(_ rule: inout RecurringRule, isScripted: Bool) throws {
        let day = try call.argument("day")
        rule.placement = try Placement(day: day.isNone ? nil : PlainText.plain(day), weekday: call.string("weekday"), on: call.string("on"))
        let known = try recurring.rules(named: rule.name)?.first
        guard let from = try call.day("from") ?? known?.from ?? (isScripted ? nil : rule.from) else {
            throw LuaMisuse("recurring: from is missing", field: "from", hint: "a rule of a script is made anew each time, so it has to say from which day it counts")
        }
        rule.from = from
        rule.until = try call.day("to")
        rule.count = try call.integer("count")
        rule.pausedFrom = known?.pausedFrom
        if let word = try call.string("shift") {
            guard let shift = Shift(rawValue: word) else { throw call.mismatch("shift", expected: "next, previous or none") }
            rule.shift = shift
        }
        rule.calendar = try call.string("calendar")
        rule.status = try call.recordedStatus()
    }

    /// The fields that the record of a rule may have.
    private static let recordNames = RecordFields.ofAnyType.map(\.name).filter { $0 != "date" && $0 != "lots" && $0 != "status" } + ["split", RecurringPurchase.wholeShares]
    private static let transferNames = RecordFields.ofTransfer.map(\.name).filter { $0 != "date" && $0 != "lots" && $0 != "status" } + ["type", "split"]

    private func fields(_ pairs: [(name: String, value: LuaValue)], _ scripted: inout ScriptedRule) throws -> [RecurringRule.Field] {
        let type = pairs.first { $0.name == "type" }?.value.stringValue
        let known = type == "transfer" ? Self.transferNames : Self.recordNames
        var fields: [RecurringRule.Field] = []
        for (name, value) in pairs {
            guard known.contains(name) else {
                let hint =
                    name == "date" ? "the rule says the day" : name == "status" ? "the rule itself has one: recurring{…, status=}" : Suggestion(for: name, in: known)?.question
                throw LuaMisuse("recurring: a record of a rule has no field \(name)", field: "record", hint: hint)
            }
            if name == "amount", case .function(let function) = value {
                scripted.amount = function
                continue
            }
            fields.append(RecurringRule.Field(name, try text(name, value)))
        }
        let amount = try fields.first { $0.name == "amount" }.map { try RecurringAmount($0.text) }
        try RecurringRecord.check(type: type, amount: amount, isSplit: fields.contains { $0.name == "split" })
        let isPurchase = type == "buy" && fields.contains { $0.name == "amount" } && !fields.contains { ["quantity", "price"].contains($0.name) }
        if !isPurchase, scripted.amount == nil, fields.contains(where: { $0.name == RecurringPurchase.wholeShares }) {
            throw LuaMisuse("recurring: whole_shares is of a purchase for an amount", field: "record", hint: "say record={type=\"buy\", symbol=…, amount=500, whole_shares=true}")
        }
        return fields.sorted { (known.firstIndex(of: $0.name) ?? 0) < (known.firstIndex(of: $1.name) ?? 0) }
    }

    private func text(_ name: String, _ value: LuaValue) throws -> String {
        switch value {
        case .boxed(let box) where box.type == .account: return try call.account(box).name
        case .boxed(let box) where box.type == .instrument: return try call.instrument(box).symbol
        case .number, .integer: return try Coercion.decimal(value)?.description ?? ""
        case .string, .boxed: return PlainText.plain(value)
        case .boolean(let truth) where name == RecurringPurchase.wholeShares: return String(truth)
        default: throw LuaMisuse("recurring: \(name) of the record must be a text or a number, got \(PlainText.typeName(of: value))", field: "record")
        }
    }

    /// Kinds of errors that may be gone on another day, such as too few units held.
    private static let passing: Set = [
        "oversold", "strands_sale", "wrong_side", "closes_too_much", "before_opening", "after_closing", "nothing_held", "future_date", "no_plan", "no_target", "no_price",
        "stale_price",
    ]

    /// Records it once on a branch that is undone, so that a mistake is told now and not on the first day.
    private func rehearse(_ scripted: ScriptedRule) throws {
        var rule = scripted.rule
        // An amount that is worked out may come to nothing today, and a plan may be made later.
        if scripted.amount != nil || rule[field: "amount"].map({ (try? FixedDecimal($0)) == nil }) ?? false || rule[field: "split"] != nil {
            rule.record = rule.record.filter { $0.name != "amount" && $0.name != "split" } + [.init("amount", "1")]
        }
        if rule[field: "account"] == nil, scripted.rule[field: "split"] != nil { return }
        let place = Schedule.Occurrence(nominal: call.runtime.today, date: call.runtime.today)
        let entry = RecurringEntry(recurring: recurring, due: RecurringDue(rule: rule, place: place), status: "draft", amount: nil)
        // What records works on the session's book, and the rule may be of another one.
        let current = recurring.runtime.book
        recurring.runtime.books.current = recurring.book
        defer { recurring.runtime.books.current = current }
        do {
            try recurring.book.trial { try entry.record(rule.record.map { ($0.name, .string($0.text)) }) }
        } catch let failure as any LuaRaisable where Self.passing.contains(failure.luaKind) {}
    }
}

/// Checks that the type of a record suits an amount that is worked out, and a split.
enum RecurringRecord {
    /// Types that bring money to the account they name, so that an amount can fill it up.
    private static let filling: Set = ["deposit", "transfer", "transfer_in", "interest", "credit", "dividend", "bonus"]

    /// Refuses an amount that fills up an account in a record that takes money out of it, and a split of what cannot be split.
    static func check(type: String?, amount: RecurringAmount?, isSplit: Bool) throws {
        let type = type?.lowercased() ?? ""
        switch amount {
        case .upTo?, .upToCap?:
            if isSplit { throw LuaMisuse("recurring: an amount \"up to\" fills one account, and split=\"plan\" fills several", field: "split", hint: "leave one of them out") }
            guard filling.contains(type) else {
                throw LuaMisuse(
                    "recurring: a record of type \"\(type)\" fills no account, so its amount cannot be \"up to\" something", field: "amount",
                    hint: "write a number, \"10% of cash\", or a deposit or a transfer")
            }
        case .fixed?, .percentOfCash?, nil: break
        }
        if isSplit, type != "deposit", type != "transfer" {
            throw LuaMisuse("recurring: a record of type \"\(type)\" cannot be split by the plan", field: "split", hint: "only a deposit and a transfer can")
        }
    }
}
