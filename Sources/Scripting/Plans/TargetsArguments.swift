import Ledger
import LuaKit
import Plans
import Storage
import Values

/// Targets as scripts write them: weights by name or as a list, nested, with bands.
struct TargetsArguments {
    static let parameters: [LuaParameter] = [
        .optional("weights", .table, "What each is to have, in proportion: {ORCL=60, NVDA=40}, with CASH=5 for money that is kept in the accounts that trade, less what they owe; or a list of {name=, weight=, band=, buy=, members={…}}."),
        .optional("by", .init("by", phrase: "a word or a function", accepts: [.string, .function]),
            "What the names are of: symbol, class, kind, tag or portfolio; or a function that is handed a holding and gives a name.", default: "\"symbol\""),
        .optional("band", .init("band", phrase: "a number, \"5/25\" or a table", accepts: [.string, .integer, .number, .boxed, .table]),
            "How far each may be away: points of the whole such as 0.05, {relative=0.25} of its target, both for the narrower, or \"5/25\"."),
        .optional("tags", .table, "The tag of instruments, by symbol: {ORCL=\"tech\"}."),
        .optional("accounts", .table, "Where an instrument is bought, by symbol: {VTI=\"Brokerage\"}; else where there is cash."),
    ]

    /// The targets that a call writes out.
    static func read(_ call: LuaCall, name: String) throws -> ScriptedTargets {
        guard call.has("weights") else { throw LuaMisuse("\(call.name): weights is missing; it must be a table", field: "weights", hint: "say weights={ORCL=60, NVDA=40}") }
        return try read(call, name: name, weights: call.argument("weights"))
    }

    /// Targets of some weights, and of what else the call says.
    static func read(_ call: LuaCall, name: String, weights: LuaValue) throws -> ScriptedTargets {
        let tags = try texts(call, "tags"), accounts = try texts(call, "accounts"), names = try call.book().definitions
        for account in accounts.values.sorted() { _ = try names.knownAccount(account) }
        for symbol in accounts.keys.sorted() + tags.keys.sorted() { _ = try names.knownInstrument(symbol) }
        var grouping = Targets.Grouping.symbol, group: LuaReference?
        switch try call.argument("by") {
        case .none: break
        case .function(let function): (grouping, group) = (.function, function)
        case .string(let word):
            let words = Targets.Grouping.allCases.filter { $0 != .function }.map(\.rawValue)
            guard words.contains(word), let known = Targets.Grouping(rawValue: word) else {
                throw call.mismatch("by", expected: "one of \(words.joined(separator: ", ")), or a function", hint: nearestName(to: word, in: words).map { "did you mean \"\($0)\"?" })
            }
            grouping = known
        default: throw call.mismatch("by", expected: "a word or a function")
        }
        let targets = try Targets(
            name: name, by: grouping, band: band(call.argument("band"), call), targets: list(weights, call), accounts: accounts, tags: tags)
        return ScriptedTargets(targets: targets, group: group)
    }

    /// Targets as a list of tables, or as weights by name.
    private static func list(_ value: LuaValue, _ call: LuaCall) throws -> [Target] {
        guard let fields = value.fields else { throw mismatch(call, "weights must be a table such as {ORCL=60, NVDA=40}") }
        let items = value.array ?? []
        return try items.map { try target($0, named: nil, call) } + fields.map { try target($0.value, named: $0.name, call) }
    }

    private static func target(_ value: LuaValue, named outer: String?, _ call: LuaCall) throws -> Target {
        if let outer, let weight = try Coercion.decimal(value) { return Target(outer, weight: weight) }
        guard let fields = value.fields else { throw mismatch(call, "\(outer.map { "the weight of \"\($0)\"" } ?? "an item of weights") is no number and no table") }
        var name = outer, weight: FixedDecimal?, target = Target("", weight: .zero)
        for field in fields {
            switch field.name {
            case "name": name = field.value.stringValue
            case "weight": weight = try Coercion.decimal(field.value)
            case "band": target.band = try band(field.value, call)
            case "buy": target.buy = try symbol(field.value, call)
            case "members": target.members = try list(field.value, call)
            default:
                let hint = nearestName(to: field.name, in: ["name", "weight", "band", "buy", "members"]).map { "did you mean \($0)?" }
                throw LuaMisuse("\(call.name): weights: a target has no field \(field.name)", field: "weights", hint: hint ?? "its fields are name, weight, band, buy, members")
            }
        }
        guard let name else { throw mismatch(call, "a target has no name") }
        guard let weight else { throw mismatch(call, "\"\(name)\" has no weight") }
        (target.name, target.weight) = (name, weight)
        return target
    }

    private static func symbol(_ value: LuaValue, _ call: LuaCall) throws -> String? {
        guard case .string(let symbol) = value else { throw mismatch(call, "buy is no symbol") }
        return symbol
    }

    /// A band: points of the whole, "5/25", or a table of widths.
    private static func band(_ value: LuaValue, _ call: LuaCall) throws -> Band? {
        if value.isNone { return nil }
        if case .string("5/25") = value { return .fiveTwentyFive }
        if let width = try Coercion.decimal(value) { return try Band(absolute: width) }
        guard let fields = value.fields, fields.allSatisfy({ ["absolute", "relative"].contains($0.name) }) else {
            throw LuaMisuse(
                "\(call.name): a band is points of the whole such as 0.05, {absolute=0.05}, {relative=0.25}, or \"5/25\"", field: "band",
                hint: "\"5/25\" is the narrower of five points and a quarter of the target")
        }
        func width(_ name: String) throws -> FixedDecimal? { try fields.first { $0.name == name }.flatMap { try Coercion.decimal($0.value) } }
        return try Band(absolute: width("absolute"), relative: width("relative"))
    }

    private static func texts(_ call: LuaCall, _ name: String) throws -> [String: String] {
        var texts: [String: String] = [:]
        for field in try call.argument(name).fields ?? [] {
            guard let text = field.value.stringValue else { throw call.mismatch(name, expected: "a table of names by symbol") }
            texts[field.name] = text
        }
        return texts
    }

    private static func mismatch(_ call: LuaCall, _ what: String) -> LuaMisuse {
        LuaMisuse("\(call.name): \(what)", field: "weights", hint: "say weights={ORCL=60, NVDA=40}, or {{name=\"Stocks\", weight=60, members={ORCL=1, NVDA=1}}, …}")
    }
}
