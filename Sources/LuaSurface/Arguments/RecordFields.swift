import Ledger
import LuaKit
import Storage
import Values

/// The fields of an activity as parameters of a function, and the draft that a call makes of its arguments.
package enum RecordFields {
    /// The parameters of the verb of an activity rule, the required ones first.
    package static func parameters(of rule: ActivityRule) -> [LuaParameter] {
        let account =
            rule.mayBeOfEveryAccount
            ? LuaParameter.optional("account", .account, "The account it happened in; every one that holds the instrument where left out.")
            : .required("account", .account, "The account it happened in.")
        // What options are on, and at what price, is read from their definition.
        let told: ActivityFields = rule.usesOptions ? [.into, .price] : []
        let needed = rule.required.subtracting(told).fields.map { parameter($0, rule, isRequired: true) }
        let further = rule.optional.fields.map { parameter($0, rule, isRequired: false) }
        return [.optional("date", .date, "The day it happened.", default: "today()"), account] + needed + further + trailing(rule)
    }

    /// The parameters of `record`, for an activity of any type.
    package static let ofAnyType: [LuaParameter] = {
        let rule = ActivityRule.rule(for: .unknown)
        let fields: [ActivityField] = [
            .symbol, .quantity, .price, .amount, .fee, .tax, .fxRate, .settle, .ratio, .into, .group, .lots, .opened, .share,
        ]
        return [
            .required("type", .string, "buy, sell, deposit and so on."), .optional("date", .date, "The day it happened.", default: "today()"),
            .optional("account", .account, "The account it happened in."),
        ] + fields.map { parameter($0, rule, isRequired: false) } + trailing(rule, subtypes: "drip, merger, expiry and so on")
    }()

    /// The parameters of `transfer`, which records both sides.
    package static let ofTransfer: [LuaParameter] = [
        .required("from", .account, "The account it leaves."), .required("to", .account, "The account it goes to."),
        .optional("date", .date, "The day it happened.", default: "today()"), .optional("amount", .decimal, "Money that is moved."),
        .optional("symbol", .symbol, "The instrument whose units are moved."),
        .optional("quantity", .units, "Units that are moved, with their lots, or \"all\" for those that are held."),
        .optional("lots", .lots, "The lots to move, as for sell."), .optional("fee", .decimal, "What the account that it leaves was charged."),
        .optional("received", .decimal, "Money that arrives, where it is in another currency; in the same one, what was charged on the way is the fee."),
        .optional("currency", .string, "The currency of the amount; that of the account it leaves."),
        .optional("group", .string, "The word that ties both sides together; made up where left out."),
        .optional("notes", .string, "Anything worth remembering."), .optional("time", .string, "When, as ISO text in UTC."),
        .optional("status", .string, "posted, pending or draft; only posted counts.", default: "\"posted\""),
    ]

    private static func trailing(_ rule: ActivityRule, subtypes: String? = nil) -> [LuaParameter] {
        let senses = subtypes ?? rule.subtypes.map(\.rawValue).joined(separator: ", ")
        let subtype: [LuaParameter] = senses.isEmpty ? [] : [.optional("subtype", .string, "A finer sense: \(senses).")]
        return [
            .optional("currency", .string, "The currency of its figures; that of the instrument, else of the account."),
            .optional("notes", .string, "Anything worth remembering."),
            .optional("time", .string, "When, as ISO text in UTC; orders activities of one day."),
        ] + subtype + [.optional("status", .string, "posted, pending or draft; only posted counts.", default: "\"posted\"")]
    }

    /// A field as the parameter of a verb.
    package static func parameter(_ field: ActivityField, _ rule: ActivityRule, isRequired: Bool) -> LuaParameter {
        let (type, doc) = description(field, rule)
        return isRequired ? .required(field.rawValue, type, doc) : .optional(field.rawValue, type, doc)
    }

    private static func description(_ field: ActivityField, _ rule: ActivityRule) -> (LuaParameterType, String) {
        switch field {
        case .symbol: (.symbol, "The instrument.")
        case .quantity where takesAll(rule) || rule.kind == .unknown:
            (.units, "Units, above zero, or \"all\" for those that are held\(rule.kind == .sell ? ": of the lots named where some are" : "").")
        case .quantity: (.decimal, "Units, above zero\(rule.subtype == .expiry ? "; all that are open where left out" : "").")
        case .price: (.decimal, "Price of one unit.")
        case .amount:
            (.decimal, "Money before fee and tax\(rule.optional.contains(.price) && !rule.amountIsApart ? "; quantity times price where left out" : "").")
        case .fee: (.decimal, "What the broker charged.")
        case .tax: (.decimal, "What was withheld or charged as tax.")
        case .fxRate:
            (.decimal, "Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.")
        case .settle:
            (.currency, "The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.")
        case .ratio: (.ratio, "Units afterwards for units before: \"4:1\", \"4 for 1\" and \"4-for-1\" are the same; a number alone is refused.")
        case .into: (.symbol, "The instrument that comes of it.")
        case .group: (.string, "A word that ties it to others: the other side of a transfer, the legs of an order.")
        case .lots: (.lots, "Ids of the lots to take, {id, {lot=id, quantity=2}}, or a function that is handed the open lots and returns such a list.")
        case .opened: (.date, "When the units were acquired, if not on the day.")
        case .share: (.decimal, "The part of the cost that goes with it, from 0 to 1.")
        case .date, .time, .type, .subtype, .status, .account, .currency, .notes: preconditionFailure("every activity has it")
        }
    }

    /// Whether units leave the account, so that `quantity="all"` makes sense.
    private static func takesAll(_ rule: ActivityRule) -> Bool { rule.kind == .sell || rule.kind == .transferOut || rule.usesOptions }

    /// Whether units leave by an activity of the type and subtype that `record` is told.
    private static func takesAll(_ kind: String, _ subtype: String?) -> Bool {
        guard let sense = ActivityRule.sense(named: kind.lowercased()) else { return false }
        return takesAll(.rule(for: sense.kind, subtype.flatMap { ActivitySubtype(rawValue: $0.lowercased()) } ?? sense.subtype))
    }

    /// The draft of what was written. Only the kinds of its values are checked.
    package static func draft(_ call: LuaCall, kind: String, subtype: ActivitySubtype? = nil) throws -> ActivityDraft {
        let takes = Set(call.parameterNames)
        func decimal(_ name: String) throws -> FixedDecimal? { takes.contains(name) ? try call.decimal(name) : nil }
        func string(_ name: String) throws -> String? { takes.contains(name) ? try call.string(name) : nil }
        var draft = ActivityDraft(kind: kind, subtype: try string("subtype") ?? subtype?.rawValue, account: try call.accountName("account"))
        draft.date = try call.day("date")
        if takes.contains("symbol") { draft.symbol = try call.symbol("symbol") }
        if takes.contains("into") { draft.into = try call.symbol("into") }
        let isAll = try takes.contains("quantity") && LotArguments.meansAll(call)
        if isAll, !takesAll(kind, draft.subtype) {
            throw call.mismatch("quantity", expected: "a number for \(kind)", hint: "\"all\" is for units that leave: of a sale, a transfer out, an assignment or an exercise")
        }
        if !isAll { draft.quantity = try decimal("quantity") }
        draft.price = try decimal("price")
        draft.amount = try decimal("amount")
        draft.fee = try decimal("fee")
        draft.tax = try decimal("tax")
        draft.fxRate = try decimal("fx_rate")
        draft.settle = try string("settle")
        draft.share = try decimal("share")
        if takes.contains("ratio") { draft.ratio = try call.ratio("ratio") }
        if takes.contains("opened") { draft.opened = try call.day("opened") }
        draft.group = try string("group")
        draft.currency = try call.string("currency")
        draft.notes = try call.string("notes") ?? ""
        draft.status = try string("status")
        if let time = try call.instant("time") { draft.time = time }
        if takes.contains("lots") { draft.lots = try LotArguments.choices(call, draft) }
        if isAll { draft.quantity = try LotArguments.all(of: draft, call) }
        return draft
    }
}

extension ActivityRule {
    /// Whether it uses an option, by assignment or exercise; the option's terms then say what is traded.
    fileprivate var usesOptions: Bool { subtype == .assignment || subtype == .exercise }
}

extension LuaCall {
    /// A ratio; a number alone, which does not say which way it goes, is refused. Nil where it was left out.
    func ratio(_ name: String) throws -> Ratio? {
        let value = try argument(name)
        if value.isNone { return nil }
        let text = PlainText.plain(value)
        if let ratio = Ratio(written: text) { return ratio }
        let shown = value.stringValue.map { "\"\($0)\"" } ?? text
        throw LuaMisuse("\(self.name): \(name) must be a ratio such as \"4:1\", got \(shown)", field: name, hint: Ratio.hint(for: text))
    }

    /// A moment in ISO text; nil where it was left out.
    package func instant(_ name: String) throws -> Instant? {
        guard let text = try string(name) else { return nil }
        do { return try Instant(iso8601: text) } catch { throw LuaMisuse("\(self.name): \(name): \(error)", field: name) }
    }
}
