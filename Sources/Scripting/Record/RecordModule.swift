import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Verbs that record activities, one for each activity rule and made from it, and `record` for an activity of any type.
enum RecordModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("record", verbs(ActivityRule.all) + [record, TransferVerb.transfer, ExchangeVerb.exchange, OrderVerb.order])
    /// Verbs of the subtypes that have a rule of their own: corporate actions, options, dividends of other kinds.
    static let events = Module("events", verbs(ActivityRule.variants.filter { $0.subtype != .exchange }))

    /// Kinds without a verb of their own: `transfer` records both sides of a transfer, and nobody records the unknown by hand.
    private static let silent: Set<ActivityKind> = [.transferIn, .transferOut, .unknown]
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
            summary: "Records \(noun(of: rule)): \(rule.summary.first!.lowercased() + rule.summary.dropFirst())", example: rule.example
        ) { call in
            try reply(call, try RecordFields.draft(call, kind: rule.kind.rawValue, subtype: rule.subtype))
        }
    }

    private static func noun(of rule: ActivityRule) -> String {
        let noun = (rule.subtype?.rawValue ?? rule.kind.rawValue).replacing("_", with: " ")
        switch rule.subtype ?? .opening {
        case .returnOfCapital: return noun
        default: return rule.kind == .interest && rule.subtype == nil ? noun : article(noun)
        }
    }

    private static func article(_ noun: String) -> String { "aeiou".contains(noun.first!) ? "an \(noun)" : "a \(noun)" }

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
