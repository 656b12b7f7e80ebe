import Frames
import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// `targets`, `rebalance` and `rebalance.rule`: targets, and trades that bring a portfolio to them.
package enum RebalanceModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("rebalance", [targets, rebalance, rule])

    // MARK: Targets

    private static let targets = LuaFunction(
        "targets",
        [.optional("name", .string, "What they are called; without it, all are shown.")] + TargetsArguments.parameters
            + [.optional("remove", .boolean, "Takes the targets away.")] + BookFilter.parameters(RebalanceScope.filters),
        returns: "frame?", summary: "Defines how a portfolio is to be made up, or shows it beside what is held: share, drift and band of each target.",
        example: "targets{name=\"two\", weights={ORCL=60, NVDA=40}, band=\"5/25\"}:count() --> 2"
    ) { call in
        guard let name = try call.string("name") else {
            for field in ["weights", "by", "band", "tags", "accounts", "remove"] where call.has(field) {
                throw LuaMisuse("targets: name is missing", field: "name", hint: "say what the targets are called")
            }
            return try call.reply(TargetsFrame.make(call, call.knownTargets()))
        }
        if try call.boolean("remove") == true { return try remove(name, call) }
        if call.has("weights") { try keep(TargetsArguments.read(call, name: name), call) }
        for field in ["by", "band", "tags", "accounts"] where call.has(field) && !call.has("weights") {
            throw LuaMisuse("targets: weights is missing", field: "weights", hint: "to change targets, say all of them anew")
        }
        guard let known = try call.knownTargets(named: name) else {
            let names = try call.knownTargets().map(\.targets.name)
            let near = Suggestion(for: name, in: names)?.question
            return call.notFound("there are no targets \"\(name)\"; \(near ?? (names.isEmpty ? "none are defined" : "there are \(names.joined(separator: ", "))"))")
        }
        return try call.reply(TargetsFrame.make(call, [known]))
    }

    /// Records targets in the book. Those whose groups a function makes stay in the session.
    private static func keep(_ scripted: ScriptedTargets, _ call: LuaCall) throws {
        let name = scripted.targets.name
        _ = try HoldingGroups.candidates(scripted.targets, call.book().definitions)
        guard let json = scripted.targets.json else { return call.runtime.scripted.plans.rebalancing.keep(scripted) }
        _ = call.runtime.scripted.plans.rebalancing.remove(targets: name)
        try call.book().keep(PlanDocument(kind: .targets, name: name, body: json.text()))
    }

    private static func remove(_ name: String, _ call: LuaCall) throws -> LuaReply {
        if call.runtime.scripted.plans.rebalancing.remove(targets: name) { return call.reply(true) }
        _ = try call.targets(named: name)
        try call.book().keep(PlanDocument(kind: .targets, name: name, body: ""))
        return call.reply(true)
    }

    // MARK: Trades

    private static let parameters: [LuaParameter] =
        [.optional("targets", .string, "The name of targets; without targets, weights and rule, the tiers of the reserve plan are rebalanced.")] + TargetsArguments.parameters
        + [.optional("rule", .string, "The name of a rule that rebalance.rule defined.")] + BookFilter.parameters(RebalanceScope.filters) + RebalanceArguments.parameters

    private static let rebalance = LuaFunction(
        "rebalance", parameters + [.optional("plan", .string, "The reserve plan whose tiers are rebalanced; mode=\"python\" gives the very numbers of the desktop program.")],
        returns: "frame",
        summary:
            "Proposes trades that bring a portfolio to its targets, or moves between tiers: why each is there, what remains; gain is units × price × rate - cost, as gains{base=} would tell it: a cost at its own fx_rate, else that of its day, and empty where nobody told it or there is no rate; it is in the currency of the whole, which gain_currency tells where a row has another; :preview() compares, :apply() records.",
        example: "rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}[1].side --> sell"
    ) { call in
        if let rule = try call.string("rule") { return try RebalanceRule.run(call, rule) }
        if let targets = try targets(call) {
            if call.has("plan") { throw LuaMisuse("rebalance: plan is of tiers, and targets are of holdings", field: "plan", hint: "leave one of the two out") }
            return try propose(call, targets)
        }
        if try isOfTiers(call) { return try TierTransfersFrame.make(call) }
        throw LuaMisuse("rebalance: targets is missing", field: "targets", hint: "name some that targets{} shows, or say weights={ORCL=60, NVDA=40}")
    }

    /// Whether a call says nothing about holdings, so that the tiers of the reserve plan are meant.
    private static func isOfTiers(_ call: LuaCall) throws -> Bool {
        let mode = try call.string("mode"), ofTiers: Set = ["plan", "on", "mode"]
        if parameters.contains(where: { call.has($0.name) && !ofTiers.contains($0.name) }) || mode.map({ $0 != "python" }) ?? false { return false }
        return try call.has("plan") || mode != nil || !call.book().plans.documents(.reserve).isEmpty || call.knownTargets().isEmpty
    }

    /// The targets that a call names or writes out; nil where it does neither.
    static func targets(_ call: LuaCall) throws -> ScriptedTargets? {
        if let name = try call.string("targets") {
            for field in ["weights", "by", "band", "tags", "accounts"] where call.has(field) {
                throw LuaMisuse("\(call.name): the targets \"\(name)\" say \(field) themselves", field: field, hint: "leave one of the two out")
            }
            return try call.targets(named: name)
        }
        return call.has("weights") ? try TargetsArguments.read(call, name: "weights") : nil
    }

    /// The reply with the trades towards targets.
    static func propose(_ call: LuaCall, _ targets: ScriptedTargets) throws -> LuaReply {
        let run = try RebalanceRun(call, targets)
        let (question, proposal) = try run.propose()
        return try call.reply(RebalanceFrame.make(proposal, question, run), proposing: RebalanceProposal(run, question, proposal))
    }

    // MARK: Rules

    private static let rule = LuaFunction(
        "rebalance.rule",
        [
            .required("name", .string, "What it is called; rebalance{rule=NAME} runs it, and so does rebalance.NAME{}."),
            .required(
                "run", .function,
                "Gets p with p.holdings, p.cash, p.total, p.new_money, p.targets, p.today; calls p:buy(symbol, amount) and p:sell(symbol, {quantity=3}), or gives weights or a list of trades."
            ),
            .optional("summary", .string, "One sentence on what it does."),
        ],
        returns: "function", summary: "Makes a rule of your own one of luca's: proposals of it keep to what holds of every proposal.",
        example: "rebalance.rule(\"halves\", function(p) return {ORCL=1, NVDA=1} end) ~= nil --> true", style: .positional
    ) { call in
        let runtime = call.runtime, name = try call.string("name") ?? ""
        guard let run = try call.function("run") else { return .nothing }
        guard name.isIdentifier, name != "rule" else { throw call.mismatch("name", expected: "a name of letters, digits and _ that is not rule") }
        runtime.scripted.plans.rebalancing.rules[name] = run
        let function = LuaFunction(
            "rebalance.\(name)", parameters.filter { $0.name != "rule" }, returns: "frame",
            summary: try call.string("summary") ?? "Proposes trades by the rule \(name).", example: "rebalance.\(name){}"
        ) { inner in try RebalanceRule.run(inner, name) }
        runtime.define(function)
        return call.reply(runtime.lua.peek(function.name))
    }
}

/// The arguments that say how trades are chosen.
enum RebalanceArguments {
    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] = [
        .optional(
            "mode", .string,
            "new_money: money is spent and nothing sold; where money is taken out, only what has to be sold for it is, and nothing bought; full: sales pay for purchases; hybrid: new money first, then sales of what is above its band.",
            default: "\"full\""),
        .optional("to", .string, "Where something goes that is out of its band: target, or band for its nearest edge.", default: "\"target\""),
        .optional(
            "cash", .init("cash", phrase: "a number, a table of them by account, or \"all\"", accepts: [.string, .integer, .number, .boxed, .table]),
            "Money to be invested, counted before targets are sized: new money as a number or {Brokerage=500}, or \"all\" that lies in the accounts; below zero, money to be taken out: what to sell for it."
        ),
        .optional(
            "exchange", .boolean, "Whether money of an account may be changed, at the rate of the day, into the currency of what is bought there; else it stays cash.",
            default: "false"),
        .optional("min_trade", .decimal, "Trades of less than this are not made; in the currency of the whole."),
        .optional(
            "whole_shares", .init("whole_shares", phrase: "true, false, or a table of them by symbol", accepts: [.boolean, .table]),
            "Whether only whole units are traded, or by symbol: {BTC=false}; without it, stocks, etfs and bonds are whole."),
        .optional("fee", .decimal, "What each trade costs, in its own currency."), .optional("fee_rate", .decimal, "What each trade costs as a part of its amount, such as 0.001."),
        .optional(
            "gain_budget", .decimal,
            "The most that all sales together may gain, in the currency of the whole; implies tax. What nobody told the cost of, or has no rate for, is sold last, and all of it counts as gain."
        ),
        .optional("tax", .boolean, "Whether losses are sold first, then what was held for long, then what gained least; else the fewest trades.", default: "false"),
        .optional("wash_sales", .boolean, "Whether trades are avoided that would take away a loss by the rule of 30 days; by default, as the setting wash_sales says."),
    ]

    /// The rules for trades that a call gives.
    static func rules(_ call: LuaCall, _ names: Definitions) throws -> TradeRules {
        var rules = TradeRules()
        if case .table(let pairs) = try call.argument("whole_shares") {
            for pair in pairs {
                guard let symbol = pair.key.stringValue else { throw call.mismatch("whole_shares", expected: "true or false, also by symbol: {BTC=false}") }
                _ = try names.knownInstrument(symbol)
            }
        }
        rules.mode = try choice(call, "mode", TradeRules.Mode.self) ?? .full
        rules.landing = try choice(call, "to", TradeRules.Landing.self) ?? .target
        rules.fee = try call.decimal("fee") ?? .zero
        rules.feeRate = try call.decimal("fee_rate") ?? .zero
        rules.minimum = try call.decimal("min_trade") ?? .zero
        rules.gainBudget = try call.decimal("gain_budget")
        rules.isTaxAware = try call.boolean("tax") ?? false || rules.gainBudget != nil
        rules.mayExchange = try call.boolean("exchange") ?? false
        rules.avoidsWashSales = try call.boolean("wash_sales") ?? names.policy.washSales
        return rules
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ call: LuaCall, _ name: String, _ type: Choice.Type) throws -> Choice? {
        guard let word = try call.string(name) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        throw call.mismatch(name, expected: "one of \(words.joined(separator: ", "))", hint: Suggestion(for: word, in: words)?.question)
    }

    /// The smallest step of quantities of an instrument: 1 for whole shares.
    static func step(_ call: LuaCall, _ instrument: Instrument) throws -> FixedDecimal {
        var isWhole = [.stock, .etf, .bond, .structured, .insurance, .other].contains(instrument.kind)
        switch try call.argument("whole_shares") {
        case .boolean(let truth): isWhole = truth
        case .table(let pairs):
            for pair in pairs where pair.key.stringValue == instrument.symbol {
                guard case .boolean(let truth) = pair.value else { throw call.mismatch("whole_shares", expected: "true or false, also by symbol: {BTC=false}") }
                isWhole = truth
            }
        default: break
        }
        // A satoshi, and what brokers that deal in fractions keep.
        return isWhole ? .one : FixedDecimal(units: instrument.kind == .crypto ? 10_000_000_000 : 1_000_000_000_000)
    }
}

extension LuaCall {
    /// All targets of the book and the session.
    fileprivate func knownTargets() throws -> [ScriptedTargets] {
        let scripted = runtime.scripted.plans.rebalancing.targets, hidden = Set(scripted.map(\.targets.name))
        let kept = try book().plans.documents(.targets).filter { !hidden.contains($0.name) }
        return try kept.map { ScriptedTargets(targets: try Self.targets($0), group: nil) } + scripted
    }

    /// The targets of a name in the session or the book; nil where there are none. No others are read.
    fileprivate func knownTargets(named name: String) throws -> ScriptedTargets? {
        if let scripted = runtime.scripted.plans.rebalancing.targets.first(where: { $0.targets.name == name }) { return scripted }
        return try book().plans.document(.targets, named: name).map { ScriptedTargets(targets: try Self.targets($0), group: nil) }
    }

    private static func targets(_ document: PlanDocument) throws -> Targets {
        do {
            return try Targets(name: document.name, json: JSONReader.read(Array(document.body.utf8)))
        } catch let fault as JSONReader.Fault {
            throw LuaMisuse("the targets \"\(document.name)\" cannot be read: \(fault)", hint: "define them anew", kind: "malformed")
        }
    }

    /// The targets of a name.
    func targets(named name: String) throws -> ScriptedTargets {
        if let known = try knownTargets(named: name) { return known }
        let names = try knownTargets().map(\.targets.name)
        let hint =
            Suggestion(for: name, in: names)?.question
            ?? (names.isEmpty ? "define them with targets{name=\"\(name)\", weights={ORCL=60, NVDA=40}}" : "there are \(names.joined(separator: ", "))")
        throw LuaMisuse("\(self.name): there are no targets \"\(name)\"", field: "targets", hint: hint, kind: "unknown_targets")
    }
}
