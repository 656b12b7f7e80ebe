import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// Runs a rebalancing rule of a script and makes a proposal of the trades that it asks for.
enum RebalanceRule {
    /// A trade that a rule asks for.
    private struct Wish {
        let symbol: String
        let account: String?
        /// Units, or else money in the currency of the price; negative for a sale.
        let units: FixedDecimal?
        let amount: FixedDecimal?
    }

    private static let caller = """
        local run, p = ...
        local asked = {}
        local function ask(side)
          return function(_, symbol, amount)
            local wish = { side = side, symbol = tostring(symbol) }
            if type(amount) == "table" then
              for name, value in pairs(amount) do wish[name] = value end
            else
              wish.amount = amount
            end
            asked[#asked + 1] = wish
          end
        end
        p.buy, p.sell = ask "buy", ask "sell"
        return asked, (run(p))
        """

    /// The reply of the rule of a name.
    ///
    /// - Throws: a misuse for an unknown rule, and what the rule itself raises.
    static func run(_ call: LuaCall, _ name: String) throws -> LuaReply {
        guard let rule = call.runtime.scripted.plans.rebalancing.rules[name] else {
            let names = call.runtime.scripted.plans.rebalancing.rules.keys.sorted()
            let hint =
                Suggestion(for: name, in: names)?.question
                ?? (names.isEmpty ? "define one with rebalance.rule(\"\(name)\", function(p) … end)" : "there are \(names.joined(separator: ", "))")
            throw LuaMisuse("\(call.name): there is no rule \"\(name)\"", field: "rule", hint: hint, kind: "unknown_rule")
        }
        guard case .function(let caller) = call.state.compile(caller, name: "=rule") else { preconditionFailure("the caller of rules is no Lua") }
        let answers = try call.state.call(caller, [.function(rule), view(call)])
        let asked = answers.first?.array ?? [], answer = answers.count > 1 ? answers[1] : .none
        let items = try answer.items(of: "the rule \(name): what it gave", field: "rule", beside: nil) ?? []
        let isOfTrades = !asked.isEmpty || items.contains { item in item.fields?.contains { $0.name == "side" } ?? false }
        if isOfTrades {
            _ = try answer.items(of: "the rule \(name): its list of trades", field: "rule")
            return try propose(try (asked + items).map { try wish($0, name) }, call, name)
        }
        if case .table(let pairs) = answer, !pairs.isEmpty {
            return try RebalanceModule.propose(call, TargetsArguments.read(call, name: name, weights: answer))
        }
        guard answer.isNone || answer.fields != nil else {
            throw LuaMisuse(
                "the rule \(name) gave \(PlainText.typeName(of: answer))", field: "rule",
                hint: "it gives weights such as {ORCL=60, NVDA=40}, a list of trades, or nothing after p:buy and p:sell")
        }
        return try propose([], call, name)
    }

    /// The table that a rule is called with.
    private static func view(_ call: LuaCall) throws -> LuaValue {
        var scope = try RebalanceScope(call)
        let money = try RebalanceMoney(call, &scope), there = try RebalanceMoney(call, &scope, isOfRule: true)
        let held = try scope.items.reduce(FixedDecimal.zero) { try $0 + $1.holding.quantity * $1.price * $1.rate }
        let leaving = try money.taken.reduce(FixedDecimal.zero) { try $0 + $1.amount * $1.rate }
        let coming = try money.cash.reduce(-leaving) { try $0 + $1.amount * $1.rate }
        let total = try there.cash.reduce(held - leaving) { try $0 + $1.amount * $1.rate }
        var fields: [(String, LuaValue)] = [
            ("holdings", try call.value(HoldingsFrame.make(scope.filter, base: nil, today: call.runtime.today))),
            ("cash", try call.value(CashFrame.make(scope.filter, base: nil, today: call.runtime.today))),
            ("total", .decimal(total)), ("new_money", .decimal(coming)), ("today", .day(scope.day)), ("base", .string(scope.base.code)),
        ]
        if let targets = try RebalanceModule.targets(call) {
            fields.append(("targets", .table(targets.targets.leaves.map { LuaPair(.string($0.name), .decimal($0.share)) })))
        }
        return .table(fields.map { LuaPair(.string($0.0), $0.1) })
    }

    private static func wish(_ value: LuaValue, _ rule: String) throws -> Wish {
        func fail(_ what: String) -> LuaMisuse {
            LuaMisuse("the rule \(rule): \(what)", field: "rule", hint: "a trade is {side=\"buy\", symbol=\"ORCL\", amount=500}, or quantity=10 in the place of the amount")
        }
        guard let fields = value.fields else { throw fail("a trade is no table") }
        func field(_ name: String) -> LuaValue { fields.first { $0.name == name }?.value ?? .none }
        if let strange = fields.first(where: { !["side", "symbol", "amount", "quantity", "account"].contains($0.name) }) { throw fail("a trade has no field \(strange.name)") }
        guard let symbol = field("symbol").stringValue else { throw fail("a trade has no symbol") }
        guard let side = field("side").stringValue, ["buy", "sell"].contains(side) else { throw fail("the side of \(symbol) is neither buy nor sell") }
        let units = try Coercion.decimal(field("quantity")), amount = try Coercion.decimal(field("amount"))
        guard let size = units ?? amount, units == nil || amount == nil else { throw fail("how much of \(symbol)? a trade has a quantity or an amount") }
        guard !size.isNegative else { throw fail("\(side) \(size) of \(symbol)") }
        func signed(_ size: FixedDecimal?) -> FixedDecimal? { size.map { side == "sell" ? -$0 : $0 } }
        return Wish(symbol: symbol, account: field("account").stringValue, units: signed(units), amount: signed(amount))
    }

    /// The proposal for the trades that a rule asks for; they are made as far as the limits of every proposal let them.
    private static func propose(_ wishes: [Wish], _ call: LuaCall, _ name: String) throws -> LuaReply {
        let names = try call.book().definitions
        let asked = try wishes.map { wish in
            TradeLines.Line(instrument: try names.knownInstrument(wish.symbol), account: try wish.account.map(names.knownAccount))
        }
        var run = try RebalanceRun(call, rule: asked), excess: [String] = []
        let distinct = asked.enumerated().filter { asked.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        let (question, proposal) = try run.propose { question in
            try question.leaves.indices.map { leaf in
                let own = leaf < distinct.count ? zip(asked, wishes).filter { $0.0 == distinct[leaf] }.map(\.1) : []
                let aim = try aim(leaf, own, question)
                if aim.isNegative { excess.append(question.leaves[leaf].name) }
                return max(aim, .zero)
            }
        }
        for name in excess { run.lack("not_traded", "of \(name) the rule sells more than is held") }
        return try call.reply(RebalanceFrame.make(proposal, question, run), proposing: RebalanceProposal(run, question, proposal))
    }

    /// The worth of a line after the trades asked for; negative where they sell more than there is.
    private static func aim(_ leaf: Int, _ wishes: [Wish], _ question: TradeQuestion) throws -> FixedDecimal {
        let positions = question.positions.filter { $0.leaf == leaf }
        var aim = try positions.reduce(FixedDecimal.zero) { try $0 + $1.quantity * $1.price * $1.rate }
        guard let terms = positions.first else { return wishes.reduce(aim) { min($0, $1.units ?? $1.amount ?? $0) } }
        for wish in wishes { aim = try aim + (wish.units ?? units(of: wish.amount ?? .zero, terms)) * terms.price * terms.rate }
        return aim
    }

    /// The units that an amount buys, rounded down.
    private static func units(of amount: FixedDecimal, _ terms: Tradable) throws -> FixedDecimal {
        var units = try (amount.magnitude / terms.price / terms.step).rounded(to: 0, .floor) * terms.step
        while units > .zero, try units * terms.price > amount.magnitude { units = try units - terms.step }
        return amount.isNegative ? -units : units
    }
}
