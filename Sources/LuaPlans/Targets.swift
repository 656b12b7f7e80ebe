import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// Reads targets as scripts write them: weights by name or as a list, nested, with bands.
struct TargetsArguments {
    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] = [
        .optional(
            "weights", .table,
            "What each is to have, in proportion: {ORCL=60, NVDA=40}, with CASH=5 for money that is kept in the accounts that trade, less what they owe; or a list of {name=, weight=, band=, buy=, members={…}}."
        ),
        .optional(
            "by", .init("by", phrase: "a word or a function", accepts: [.string, .function]),
            "What the names are of: symbol, class, kind, tag or portfolio; or a function that is handed a holding and gives a name.", default: "\"symbol\""),
        .optional(
            "band", .init("band", phrase: "a number, \"5/25\" or a table", accepts: [.string, .integer, .number, .boxed, .table]),
            "How far each may be away: points of the whole such as 0.05, {relative=0.25} of its target, both for the narrower, or \"5/25\"."),
        .optional("tags", .table, "The tag of instruments, by symbol: {ORCL=\"tech\"}; else the tag that the book has for them."),
        .optional("accounts", .table, "Where an instrument is bought, by symbol: {VTI=\"Brokerage\"}; else where there is cash."),
    ]

    /// The targets that the arguments of a call define.
    static func read(_ call: LuaCall, name: String) throws -> ScriptedTargets {
        guard call.has("weights") else { throw LuaMisuse("\(call.name): weights is missing; it must be a table", field: "weights", hint: "say weights={ORCL=60, NVDA=40}") }
        return try read(call, name: name, weights: call.argument("weights"))
    }

    /// Targets of given weights, with the other arguments of the call.
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
                throw call.mismatch("by", expected: "one of \(words.joined(separator: ", ")), or a function", hint: Suggestion(for: word, in: words)?.question)
            }
            grouping = known
        default: throw call.mismatch("by", expected: "a word or a function")
        }
        let targets = try Targets(
            name: name, by: grouping, band: band(call.argument("band"), call), targets: list(weights, call), accounts: accounts, tags: tags)
        return ScriptedTargets(targets: targets, group: group)
    }

    /// The targets in a list of tables, or in a table of weights by name.
    private static func list(_ value: LuaValue, _ call: LuaCall) throws -> [Target] {
        guard let fields = value.fields else { throw mismatch(call, "weights must be a table such as {ORCL=60, NVDA=40}") }
        let items = try value.items(of: "\(call.name): weights", field: "weights", beside: nil) ?? []
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
                let hint = Suggestion(for: field.name, in: ["name", "weight", "band", "buy", "members"])?.question
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

    /// A band around a target: percentage points of the whole, `"5/25"`, or a table of widths.
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

/// The answer of `targets`: shares, drift, and what is out of its band.
enum TargetsFrame {
    /// The frame of targets and what is held of them.
    static func make(_ call: LuaCall, _ all: [ScriptedTargets]) throws -> Frame {
        var rows: [[FrameValue]] = [], lacks: [(kind: String, message: String)] = [], base = Currency.usd
        for scripted in all {
            let run = try HeldTargets(call, scripted)
            base = run.scope.base
            rows += try run.rows()
            for lack in run.scope.lacks where !lacks.contains(where: { $0.message == lack.message }) { lacks.append(lack) }
        }
        var builder = FrameBuilder(
            "targets",
            [
                .text("targets"), .text("target").ranked(.leading), .text("within"), .share("target_weight").ranked(.leading), .share("weight").ranked(.deciding),
                .share("drift", isColoured: true).ranked(.deciding), .share("band"), .bool("out").ranked(.useful), .money("value", in: base, total: .none).ranked(.useful),
            ])
        for row in rows { try builder.append(row) }
        for lack in lacks { builder.add(warning: lack.kind, lack.message) }
        for scripted in all where scripted.group != nil {
            builder.add(warning: "session_only", "the targets \"\(scripted.targets.name)\" group by a function, which no book can keep: they last as long as the session")
        }
        builder.add(policy: "base", base.code)
        return builder.frame()
    }
}

/// The holdings of each target.
private struct HeldTargets {
    /// The accounts and holdings.
    let scope: RebalanceScope
    private let targets: Targets
    private let values: [FixedDecimal]

    /// The holdings of each target of a plan.
    init(_ call: LuaCall, _ scripted: ScriptedTargets) throws {
        var scope = try RebalanceScope(call)
        try RebalanceScope.refuse(HoldingGroups.candidates(scripted.targets, scope.names).map(\.instrument), outside: scope.filter, scope.names, call)
        let groups = HoldingGroups(scripted, call), cashLeaf = HoldingGroups.cashLeaf(scripted.targets, scope.names)
        try scope.refuse(scripted.targets.leaves, cashLeaf: cashLeaf, call, groups.leaf)
        var values = [FixedDecimal](repeating: .zero, count: scripted.targets.leaves.count), outside: [String] = []
        for item in scope.items {
            if let leaf = try groups.leaf(of: item, in: scope) {
                scope.use(item.holding.instrument)
                values[leaf] = try values[leaf] + item.holding.quantity * item.price * item.rate
            } else {
                outside.append(scope.names[item.holding.instrument].symbol)
            }
        }
        if let leaf = cashLeaf {
            let money = try RebalanceMoney(heldIn: &scope)
            values[leaf] = try money.cash.reduce(values[leaf]) { try $0 + $1.amount * $1.rate }
            values[leaf] = try money.owed.reduce(values[leaf]) { try $0 - $1.amount * $1.rate }
        }
        if !outside.isEmpty {
            let symbols = Set(outside).sorted()
            scope.lack(
                "no_target",
                "\(symbols.joined(separator: ", ")) \(symbols.count == 1 ? "has" : "have") no target in \(scripted.targets.name), and \(symbols.count == 1 ? "is" : "are") no part of the whole"
            )
        }
        (self.scope, targets, self.values) = (scope, scripted.targets, values)
    }

    /// A row for each target; a group of targets comes before its members.
    func rows() throws -> [[FrameValue]] {
        let leaves = targets.leaves, total = try values.reduce(FixedDecimal.zero) { try $0 + $1 }
        var rows: [[FrameValue]] = [], told: Set<[String]> = []
        for (place, leaf) in leaves.enumerated() {
            for depth in leaf.parents.indices {
                let path = leaf.parents[...depth].map(\.name), parent = leaf.parents[depth]
                guard told.insert(path).inserted else { continue }
                let members = leaves.indices.filter { leaves[$0].parents.prefix(depth + 1).map(\.name) == path }
                let value = try members.reduce(FixedDecimal.zero) { try $0 + values[$1] }
                rows.append(try row(parent.name, path.dropLast().last, parent.share, parent.width, value, total))
            }
            rows.append(try row(leaf.name, leaf.parents.last?.name, leaf.share, leaf.width, values[place], total))
        }
        return rows
    }

    private func row(
        _ name: String, _ within: String?, _ share: FixedDecimal, _ width: FixedDecimal?, _ value: FixedDecimal, _ total: FixedDecimal
    ) throws -> [FrameValue] {
        let weight = total.isZero ? nil : try value / total
        let drift = try weight.map { try $0 - share }
        let isOut = drift.flatMap { drift in width.map { drift.magnitude > $0 } }
        return [
            .text(targets.name), .text(name), .optional(within ?? ""), .decimal(share), .optional(weight), .optional(drift), .optional(width),
            isOut.map { .bool($0) } ?? .none, .decimal(value),
        ]
    }
}

/// Assigns each holding to a target.
struct HoldingGroups {
    private let targets: ScriptedTargets
    private let places: [String: Int]
    private let call: LuaCall

    /// The grouping of targets, for a call.
    init(_ targets: ScriptedTargets, _ call: LuaCall) {
        (self.targets, self.call) = (targets, call)
        places = Dictionary(targets.targets.leaves.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// The index of a holding's target among the innermost targets; nil where it has none.
    func leaf(of item: RebalanceScope.Item, in scope: RebalanceScope) throws -> Int? {
        let instrument = scope.names[item.holding.instrument], account = scope.names[item.holding.account]
        let name: String? =
            switch targets.targets.grouping {
            case .symbol: instrument.symbol
            case .class: instrument.classOrKind
            case .kind: instrument.kind.rawValue
            case .tag: try targets.targets.tags[instrument.symbol] ?? ownTag(of: item.holding.instrument, instrument.symbol, scope.names)
            case .portfolio: account.portfolio
            case .function: try answer(item, instrument, account)
            }
        return name.flatMap { places[$0] }
    }

    /// The target that is called like a tag of an instrument; nil where none is.
    private func ownTag(of instrument: InstrumentID, _ symbol: String, _ names: Definitions) throws -> String? {
        let found = targets.targets.leaves.map(\.name).filter { names.tags.has(.instrument(instrument), $0) }
        if found.count > 1 {
            throw LuaMisuse(
                "\(call.name): \(symbol) has the tags \(found.map { quoted($0) }.joined(separator: " and ")), and each is a target", field: "tags",
                hint: "say which one counts: tags={\(symbol)=\(quoted(found[0]))}")
        }
        return found.first
    }

    /// The group that a script's function gives a holding, which it sees as a table.
    private func answer(_ item: RebalanceScope.Item, _ instrument: Instrument, _ account: Account) throws -> String? {
        guard let function = targets.group else { return nil }
        let fields: [(String, LuaValue)] = [
            ("account", .string(account.name)), ("portfolio", .string(account.portfolio)), ("owner", .string(account.owner)),
            ("symbol", .string(instrument.symbol)), ("name", .string(instrument.name)), ("kind", .string(instrument.kind.rawValue)),
            ("class", .string(instrument.classOrKind)), ("currency", .string(instrument.currency.code)),
            ("quantity", .decimal(item.holding.quantity)), ("price", .decimal(item.price)), ("market_value", .decimal(try item.holding.quantity * item.price)),
        ]
        let answer = try call.state.call(function, [.table(fields.map { LuaPair(.string($0.0), $0.1) })]).first ?? .none
        if answer.isNone { return nil }
        guard let name = answer.stringValue else {
            throw LuaMisuse(
                "\(call.name): by gave \(PlainText.typeName(of: answer)) for \(instrument.symbol)", field: "by", hint: "it gives the name of a target, or nil for none")
        }
        return name
    }

    /// The name of the target for cash itself.
    static let cash = "CASH"

    /// The index of the target for cash itself: CASH, unless that is an instrument of the book or the name of a portfolio; nil where there is none.
    static func cashLeaf(_ targets: Targets, _ names: Definitions) -> Int? {
        if targets.grouping == .portfolio || targets.grouping == .symbol && names.instrument(named: cash) != nil { return nil }
        return targets.leaves.firstIndex { $0.name == cash }
    }

    /// Which instruments can be bought for a target beside those that are held: the instrument that it names, or the one to buy for a group.
    static func candidates(_ targets: Targets, _ names: Definitions) throws -> [(leaf: Int, instrument: InstrumentID)] {
        var found: [(leaf: Int, instrument: InstrumentID)] = []
        let cashLeaf = cashLeaf(targets, names)
        for (place, leaf) in targets.leaves.enumerated() where place != cashLeaf {
            let symbol = targets.grouping == .symbol ? leaf.name : leaf.buy
            if let symbol { found.append((place, try names.knownInstrument(symbol))) }
        }
        return found
    }
}
