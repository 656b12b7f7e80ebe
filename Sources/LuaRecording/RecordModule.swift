import Frames
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// Verbs that record activities, one for each activity rule and made from it, and `record` for an activity of any type.
package enum RecordModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("record", verbs(ActivityRule.all) + [record, TransferVerb.transfer, ExchangeVerb.exchange, OrderVerb.order])
    /// Verbs of the subtypes that have a rule of their own: corporate actions, options, dividends of other kinds.
    package static let events = Module("events", verbs(ActivityRule.variants.filter { $0.subtype != .exchange }))

    /// Kinds without a verb of their own: `transfer` records both sides of a transfer, and nobody records the unknown by hand.
    private static let silent: [ActivityKind] = [.transferIn, .transferOut, .unknown]
    /// The names of verbs that differ from the name of the kind or subtype.
    private static let names: [String: String] = [
        "withdrawal": "withdraw", "adjustment": "adjust", "assignment": "assign", "expiry": "expire",
    ]

    private static func verbs(_ rules: [ActivityRule]) -> [LuaFunction] { rules.filter { !silent.contains($0.kind) }.map(verb) }

    /// What the verb of a rule is called.
    static func name(of rule: ActivityRule) -> String {
        let plain = rule.subtype?.rawValue ?? rule.kind.rawValue
        return names[plain] ?? plain
    }

    private static func verb(_ rule: ActivityRule) -> LuaFunction {
        LuaFunction(
            name(of: rule), RecordFields.parameters(of: rule), returns: "frame",
            summary: "Records \(noun(of: rule)): \(rule.summary.first!.lowercased())\(rule.summary.dropFirst())", example: rule.example
        ) { call in
            try reply(call, try RecordFields.draft(call, kind: rule.kind.rawValue, subtype: rule.subtype))
        }
    }

    private static func noun(of rule: ActivityRule) -> String {
        let noun = String((rule.subtype?.rawValue ?? rule.kind.rawValue).map { $0 == "_" ? " " : $0 })
        let isUncountable = rule.subtype == .returnOfCapital || rule.kind == .interest && rule.subtype == nil
        return isUncountable ? noun : article(noun)
    }

    private static let record = LuaFunction(
        "record", RecordFields.ofAnyType, returns: "frame", summary: "Records an activity of any type.",
        example: "record{type=\"deposit\", date=\"2014-01-02\", account=\"Savings\", amount=500}"
    ) { call in
        try reply(call, try RecordFields.draft(call, kind: try call.string("type") ?? ""))
    }

    /// Records a draft and replies with the entry as a frame.
    private static func reply(_ call: LuaCall, _ draft: ActivityDraft) throws -> LuaReply {
        let book = try call.book()
        try Recording.askRatio(draft)
        return try call.reply(try Recording.perform(book) { [try book.append(try Recording.resolved(draft, call))] }.adding(given: [Recording.given(draft)]))
    }
}

/// `exchange`: changes cash of one currency into another within an account, recorded as two activities at once.
package enum ExchangeVerb {
    /// `exchange`.
    static let exchange = LuaFunction(
        "exchange",
        [
            .required("account", .account, "The account whose cash is changed."), .required("amount", .decimal, "What is given."),
            .required("to", .currency, "The currency that is received."),
            .optional("from", .currency, "The currency that is given; the account's own."), .optional("currency", .currency, "The same as from."),
            .optional("rate", .decimal, "Units received for one given, each as it is named (pence for GBX); the book's rate of the day where left out."),
            .optional("at", .decimal, "The same as rate."),
            .optional("received", .decimal, "What is received; amount times rate where left out."),
            .optional("fee", .decimal, "What was charged beside, in the currency that is given."),
            .optional("date", .date, "The day it happened.", default: "today()"), .optional("group", .string, "The word that ties both sides together; made up where left out."),
            .optional("notes", .string, "Anything worth remembering."), .optional("time", .string, "When, as ISO text in UTC."),
            .optional("status", .string, "posted, pending or draft; only posted counts.", default: "\"posted\""),
        ],
        returns: "frame",
        summary: "Changes cash of one currency into another: one side falls by amount and fee, the other rises by amount times rate. It is no contribution "
            + "and no trading gain; attribution has what it gained or lost against the rates of the day under currency.",
        example: "exchange{date=\"2014-12-20\", account=\"Brokerage\", amount=500, from=\"USD\", to=\"EUR\", rate=0.8}[2].cash --> 400"
    ) { call in
        let book = try call.book(), question = try Question(call)
        let recorded = try Recording.perform(book) {
            try book.transaction { try question.sides.map { try book.append(Recording.resolved($0, call)) } }
        }
        return try call.reply(recorded.adding(warnings: question.warnings))
    }

    /// What a call of `exchange` asks for.
    private struct Question {
        var sides: [ActivityDraft] = []
        var warnings: [FrameWarning] = []

        init(_ call: LuaCall) throws {
            let ledger = try call.book().ledger, name = try call.accountName("account") ?? ""
            let home = try ledger.knownAccount(name), given = try Self.unit("from", or: "currency", call), received = try Self.unit("to", or: "to", call)
            let from = given?.currency ?? ledger[home].currency, to = received?.currency ?? ledger[home].currency
            guard from != to else {
                throw LuaMisuse("exchange: both currencies are \(from)", field: "to", hint: "name the currency that is received", kind: "same_currency")
            }
            let figure = try call.decimal("amount") ?? .zero, amount = try given?.scaled(figure) ?? figure, day = try call.day("date") ?? call.runtime.today
            guard amount > .zero else { throw LuaMisuse("exchange: amount must be above zero", field: "amount", hint: "to is what is received, from what is given") }
            let worth = try Self.received(call, Given(figure: figure, money: Money(amount, from), isMinor: given?.isMinor ?? false), received ?? LuaUnit(to), day, &warnings)
            var leaving = ActivityDraft(date: day, time: try call.instant("time"), kind: "exchange", status: try call.string("status"), account: name)
            (leaving.amount, leaving.currency) = (-amount, from.code)
            leaving.notes = try call.string("notes") ?? ""
            leaving.group = try call.string("group") ?? "exchange \(ledger.lastEntry.rawValue + 1)"
            var arriving = leaving
            (arriving.amount, arriving.currency) = (worth, to.code)
            leaving.fee = try call.decimal("fee").map { try given?.scaled($0) ?? $0 }
            sides = [leaving, arriving]
        }

        /// A currency, or a minor unit such as GBX.
        private static func unit(_ name: String, or other: String, _ call: LuaCall) throws -> LuaUnit? {
            if name != other, call.has(name), call.has(other) { throw LuaMisuse("exchange: \(name) and \(other) are the same", field: other, hint: "leave one of them out") }
            return try call.unit(call.has(name) ? name : other)
        }

        /// The money that leaves: the figure as it was written, and the money in the currency itself.
        private struct Given {
            let figure: FixedDecimal
            let money: Money
            /// Whether the figure was written in a minor unit such as pence.
            let isMinor: Bool
        }

        /// The money that arrives: the amount that was given, else by the rate that was given (for units as they were written, pence where pence were
        /// written), else by the book's rate of the day.
        private static func received(
            _ call: LuaCall, _ given: Given, _ received: LuaUnit, _ day: Day, _ warnings: inout [FrameWarning]
        ) throws -> FixedDecimal {
            let told = ["rate", "at", "received"].filter(call.has)
            if told.count > 1 {
                throw LuaMisuse("exchange: \(told.joined(separator: " and ")) say the same", field: told[1], hint: "leave one of them out: amount times rate is what is received")
            }
            func above(_ name: String) throws -> FixedDecimal? {
                guard let figure = try call.decimal(name) else { return nil }
                guard figure > .zero else {
                    throw LuaMisuse(
                        "exchange: \(name) must be above zero", field: name,
                        hint: name == "received" ? "it is the sum that is received" : "it is what is received for one given, such as 1.08")
                }
                return figure
            }
            if let figure = try above("received") { return try received.scaled(figure) }
            if let rate = try above("rate") ?? above("at") { return try received.scaled(given.figure * rate) }
            let book = try call.book(), (from, to) = (given.money.currency, received.currency)
            guard let conversion = try book.rateGraph.conversion(from: from, to: to, on: day) else {
                throw LuaMisuse(
                    "exchange: the book has no rate from \(from) to \(to) on \(day)", field: "rate",
                    hint: given.isMinor || received.isMinor
                        ? "say for …, or received=… in Lua: the \(received.code) that came in"
                        : "say at …, or rate=… in Lua: the \(to) for one \(from)", kind: "no_rate")
            }
            if let warning = conversion.warning(maximumAge: try book.definitions.policy.rateMaxAge) {
                warnings.append(FrameWarning(kind: warning.kind, message: warning.message))
            }
            return try conversion.apply(given.money.amount)
        }
    }
}
