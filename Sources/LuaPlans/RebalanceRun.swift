import Ledger
import LuaKit
import LuaSurface
import Plans
import Storage
import Values

/// A run of `rebalance`: makes a question for the trade planner out of a book and a call, and asks it.
struct RebalanceRun {
    /// The call that asks for it.
    let call: LuaCall
    /// What is traded by itself.
    let lines: TradeLines
    /// The accounts and holdings, and warnings about them.
    private(set) var scope: RebalanceScope
    /// How trades are chosen.
    let rules: TradeRules
    /// The money to invest or to take out.
    private(set) var money: RebalanceMoney
    private var positions: [Tradable] = []
    /// The account and the instrument of each position.
    private(set) var places: [(account: AccountID, instrument: InstrumentID)] = []
    /// Why nothing can be bought for a target without a position, by the index of the target.
    private var lacking: [Int: String] = [:]
    private let watch: WashSaleWatch
    private let lots: [Place: [OpenLot]]

    private struct Place: Hashable {
        let account: AccountID
        let instrument: InstrumentID
    }

    /// A run towards targets.
    init(_ call: LuaCall, _ targets: ScriptedTargets) throws {
        let lines = try TradeLines(targets, call, call.book().definitions)
        let scope = try RebalanceScope(call, pricing: lines.candidates.map(\.instrument))
        try scope.refuse(lines.leaves, cashLeaf: lines.cashLeaf, call, lines.leaf)
        try self.init(call, lines, scope, isOfRule: false)
    }

    /// A run for the trades that a rule asks for. All cash may be spent, and counts with the holdings as the whole.
    init(_ call: LuaCall, rule asked: [TradeLines.Line]) throws {
        let scope = try RebalanceScope(call, pricing: asked.map(\.instrument))
        try self.init(call, TradeLines(asked, scope), scope, isOfRule: true)
    }

    private init(_ call: LuaCall, _ lines: TradeLines, _ asked: RebalanceScope, isOfRule: Bool) throws {
        (self.call, self.lines, scope) = (call, lines, asked)
        rules = try RebalanceArguments.rules(call, scope.names)
        money = try RebalanceMoney(call, &scope, isOfRule: isOfRule, isTarget: lines.cashLeaf != nil)
        if rules.mode == .newMoney, !call.has("cash"), !isOfRule {
            throw LuaMisuse("\(call.name): cash is missing", field: "cash", hint: "say how much is to be invested, or cash=\"all\" for what lies in the accounts")
        }
        watch = rules.avoidsWashSales ? try WashSaleWatch(scope) : WashSaleWatch()
        lots = Dictionary(grouping: try scope.countedLots().filter { $0.side == .long }) { Place(account: $0.account, instrument: $0.instrument) }
        try collect()
    }

    /// The question and the proposed trades.
    ///
    /// - Parameter aims: gives the worth that each target is to have; nil for its weight.
    func propose(aims: ((TradeQuestion) throws -> [FixedDecimal])? = nil) throws -> (TradeQuestion, TradeProposal) {
        var question = TradeQuestion(leaves: lines.leaves, positions: positions, money: money.cash, rules: rules)
        question.lacking = lacking
        question.idle = money.idle
        (question.withdrawals, question.owed, question.cashLeaf) = (money.withdrawals, money.owed, lines.cashLeaf)
        question.aims = try aims?(question)
        return (question, try TradePlanner.propose(question))
    }

    /// Adds a warning to the proposal.
    mutating func lack(_ kind: String, _ message: String) { scope.lack(kind, message) }

    // MARK: Positions

    /// Collects the positions of each target: what is held, then what could be bought, in the order of preference.
    private mutating func collect() throws {
        var held: [Int: [RebalanceScope.Item]] = [:], outside: [Holding] = [], inside: Set<InstrumentID> = []
        for item in scope.items {
            guard let leaf = try lines.leaf(item, scope) else {
                outside.append(item.holding)
                continue
            }
            inside.insert(item.holding.instrument)
            held[leaf, default: []].append(item)
        }
        for leaf in lines.leaves.indices where leaf != lines.cashLeaf || held[leaf] != nil {
            let items = held[leaf] ?? []
            var instruments = lines.candidates.filter { $0.leaf == leaf }.map(\.instrument)
            for instrument in try bySize(items) where !instruments.contains(instrument) { instruments.append(instrument) }
            for instrument in instruments { try collect(instrument, items.filter { $0.holding.instrument == instrument }, leaf) }
        }
        // Of what has a target in one account and none in another, the account is told.
        let names = scope.names
        let others = Set(outside.map { names[$0.instrument].symbol + (inside.contains($0.instrument) ? " in \(names[$0.account].name)" : "") }).sorted()
        if !others.isEmpty {
            scope.lack("no_target", "\(others.joined(separator: ", ")) \(others.count == 1 ? "has" : "have") no target: left alone, and no part of the whole")
        }
    }

    /// The instruments of items, by worth, the greatest first.
    private func bySize(_ items: [RebalanceScope.Item]) throws -> [InstrumentID] {
        var worth: [InstrumentID: FixedDecimal] = [:]
        for item in items { worth[item.holding.instrument] = try (worth[item.holding.instrument] ?? .zero) + item.holding.quantity * item.price * item.rate }
        return worth.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key)
    }

    /// Adds the positions of one instrument: the accounts that hold it, the largest first, then those that could buy it.
    private mutating func collect(_ instrument: InstrumentID, _ items: [RebalanceScope.Item], _ leaf: Int) throws {
        let sorted = items.sorted { ($1.holding.quantity, $0.holding.account.rawValue) < ($0.holding.quantity, $1.holding.account.rawValue) }
        for item in sorted {
            try append(item.holding.account, instrument, leaf, quantity: item.holding.quantity, (item.price, item.rate))
        }
        guard lines.candidates.contains(where: { $0.leaf == leaf && $0.instrument == instrument }) || lines.leaves[leaf].share > .zero else { return }
        let accounts = scope.tradingAccounts.filter { lines.fits(leaf, $0) }
        if accounts.isEmpty { lacking[leaf] = "nothing can be bought for it in the accounts asked for" }
        for account in accounts where !items.contains(where: { $0.holding.account == account }) {
            guard let terms = try scope.terms(of: instrument, in: account) else {
                lacking[leaf] =
                    scope.beyondBound.contains(instrument)
                    ? "its price cannot be right"
                    : scope.unpriced.contains(instrument) ? "it has no price" : "there is no rate for its currency"
                return
            }
            try append(account, instrument, leaf, quantity: .zero, terms)
        }
    }

    private mutating func append(
        _ account: AccountID, _ id: InstrumentID, _ leaf: Int, quantity: FixedDecimal, _ terms: (price: FixedDecimal, rate: FixedDecimal)
    ) throws {
        let names = scope.names, instrument = names[id], owner = names[account].owner
        var position = Tradable(
            account: names[account].name, symbol: instrument.symbol, leaf: leaf, quantity: quantity, price: terms.price, currency: instrument.currency.code,
            rate: terms.rate, digits: instrument.currency.minorDigits ?? 8, step: try RebalanceArguments.step(call, instrument))
        scope.use(id)
        position.feesLowerGains = names.policy.feesInCost && names[account].kind != .pension
        position.lots = try tradable(lots[Place(account: account, instrument: id)] ?? [], account, terms)
        position.keptBecause = scope.obstacle(account)
        position.notBoughtBecause = scope.obstacle(account) ?? watch.notBought(id, owner)
        if let chosen = lines.accounts[instrument.symbol], chosen != names[account].name {
            position.notBoughtBecause = position.notBoughtBecause ?? "it is bought in \(chosen)"
        }
        position.lossesKeptBecause = names[account].kind == .pension ? nil : watch.lossesKept(id, owner)
        positions.append(position)
        places.append((account, id))
    }

    /// Lots with their taxable gains, in the order of the book's lot method.
    private mutating func tradable(_ lots: [OpenLot], _ account: AccountID, _ terms: (price: FixedDecimal, rate: FixedDecimal)) throws -> [TradableLot] {
        if lots.isEmpty { return [] }
        let policy = scope.names.policy, method = policy.lotMethod(account, lots[0].instrument, on: scope.day)
        let isTaxed = scope.names[account].kind != .pension
        let (units, costs) = try lots.reduce((FixedDecimal.zero, FixedDecimal.zero)) { (try $0.0 + $1.remaining, try $0.1 + $1.cost) }
        let counted = try lots.reduce(FixedDecimal?.some(.zero)) { sum, lot in try sum.flatMap { sum in try lot.otherCost.map { try sum + $0 } } }
        let areKnown = lots.allSatisfy(\.isCostKnown)
        var found: [TradableLot] = []
        for lot in Self.ordered(lots, by: method) {
            let own = method.sharesCosts ? try FixedDecimal.mulDiv(costs, lot.remaining, units) : lot.cost
            let other = method.sharesCosts ? try counted.map { try FixedDecimal.mulDiv($0, lot.remaining, units) } : lot.otherCost
            // A cost counts by the rate that its purchase tells, else by that of its day. Where there is neither, or nobody told the cost, all of it may be gain.
            let isTold = method.sharesCosts ? areKnown : lot.isCostKnown, cost = lot.currency == scope.base ? own : other
            if isTaxed, isTold, lot.currency != scope.base { try scope.noteCost(of: lot) }
            let isKnown = !isTaxed || isTold && cost != nil, worth = try lot.remaining * terms.price
            let gain = isTaxed ? try worth * terms.rate - (isTold ? cost ?? .zero : .zero) : .zero
            let isSameCurrency = lot.currency == scope.names[lot.instrument].currency
            let ownGain = isTaxed && isSameCurrency && isTold ? try worth - own : try gain / terms.rate
            found.append(
                TradableLot(
                    id: lot.id.rawValue, quantity: lot.remaining, gain: gain, ownGain: ownGain, isLongTerm: policy.term(opened: lot.heldSince, closed: scope.day) == .long,
                    isGainKnown: isKnown))
        }
        return found
    }

    private static func ordered(_ lots: [OpenLot], by method: LotMethod) -> [OpenLot] {
        func unit(_ lot: OpenLot) -> FixedDecimal { lot.unitCost ?? .zero }
        return switch method {
        case .lifo: lots.reversed()
        case .hifo: lots.enumerated().sorted { (unit($1.element), $0.offset) < (unit($0.element), $1.offset) }.map(\.element)
        case .lofo: lots.enumerated().sorted { (unit($0.element), $0.offset) < (unit($1.element), $1.offset) }.map(\.element)
        default: lots
        }
    }

    /// Whether sales of a position name their lots: where these are chosen otherwise than by the book's method, and that method looks at lots at all.
    func namesLots(_ place: Int) -> Bool {
        let method = scope.names.policy.lotMethod(places[place].account, places[place].instrument, on: scope.day)
        let isHeldBack = positions[place].lossesKeptBecause != nil
        return (rules.isTaxAware || isHeldBack) && !method.sharesCosts
    }
}

/// What is traded by itself: the innermost targets, or what a rule asks for and the rest of the holdings.
struct TradeLines {
    /// The innermost targets with their weights.
    let leaves: [TargetLeaf]
    /// The index of the target for cash itself; nil where there is none.
    let cashLeaf: Int?
    /// The account in which an instrument is bought, by symbol.
    let accounts: [String: String]
    /// What can be bought beside what is held.
    let candidates: [(leaf: Int, instrument: InstrumentID)]
    /// The index of the target that a holding belongs to; nil where it has none.
    let leaf: (RebalanceScope.Item, RebalanceScope) throws -> Int?
    /// Whether the target of an index can be bought in an account.
    let fits: (Int, AccountID) -> Bool

    /// The lines of the innermost targets.
    init(_ scripted: ScriptedTargets, _ call: LuaCall, _ names: Definitions) throws {
        let targets = scripted.targets, groups = HoldingGroups(scripted, call)
        (leaves, accounts, cashLeaf) = (targets.leaves, targets.accounts, HoldingGroups.cashLeaf(targets, names))
        candidates = try HoldingGroups.candidates(targets, names)
        leaf = { try groups.leaf(of: $0, in: $1) }
        fits = { targets.grouping != .portfolio || names[$1].portfolio == targets.leaves[$0].name }
    }

    /// An instrument in an account, or in all accounts that no other line names.
    struct Line: Hashable {
        let instrument: InstrumentID
        let account: AccountID?
    }

    /// The lines that a rule asks for, then a line for each other holding, which stays as it is.
    init(_ asked: [Line], _ scope: RebalanceScope) {
        var lines: [Line] = []
        for line in asked where !lines.contains(line) { lines.append(line) }
        let wanted = lines.count
        func place(_ instrument: InstrumentID, _ account: AccountID, _ lines: [Line]) -> Int? {
            lines.firstIndex(of: Line(instrument: instrument, account: account)) ?? lines.firstIndex(of: Line(instrument: instrument, account: nil))
        }
        for item in scope.items where place(item.holding.instrument, item.holding.account, lines) == nil {
            lines.append(Line(instrument: item.holding.instrument, account: nil))
        }
        let all = lines, names = scope.names
        leaves = all.map { line in
            let symbol = names[line.instrument].symbol
            if let account = line.account { return TargetLeaf(name: "\(symbol) in \(names[account].name)", share: .zero) }
            let isAlone = !all.contains { $0.instrument == line.instrument && $0.account != nil }
            return TargetLeaf(name: isAlone ? symbol : "\(symbol) elsewhere", share: .zero)
        }
        (accounts, cashLeaf) = ([:], nil)
        candidates = all.prefix(wanted).enumerated().map { ($0.offset, $0.element.instrument) }
        leaf = { item, _ in place(item.holding.instrument, item.holding.account, all) }
        fits = { place(all[$0].instrument, $1, all) == $0 }
    }
}
