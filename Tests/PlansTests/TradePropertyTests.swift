import Plans
import TestSupport
import Testing
import Values

@Suite("Proposals of trades, whatever the case")
struct TradePropertyTests {
    @Test("Nothing is oversold or overspent, drift never grows, and every rule holds", arguments: 0..<60)
    func properties(round: Int) throws {
        var random = SeededRandom.forTest("trades \(round)")
        for _ in 0..<20 {
            let question = try randomQuestion(&random), owed = try question.owed.reduce(FixedDecimal.zero) { try $0 + $1.amount * $1.rate }
            let before = try question.positions.reduce(-owed) { try $0 + $1.quantity * $1.price * $1.rate }
            let coming = try question.money.reduce(FixedDecimal.zero) { try $0 + min($1.amount, max($1.room ?? $1.amount, 0)) * $1.rate }
            let money = try question.withdrawals.reduce(coming) { try $0 - $1.amount * $1.rate }
            if try (before + money).isNegative {
                #expect(throws: PlanError.self) { try TradePlanner.propose(question) }
                continue
            }
            let proposal = try TradePlanner.propose(question)
            try expectUnitsAreThere(proposal, question)
            try expectCashIsThere(proposal, question)
            try expectRules(proposal, question)
            // What is taken out of one account may have to come from what is below its target.
            #expect(!question.withdrawals.isEmpty || proposal.driftAfter <= proposal.driftBefore, "\(question)")
            try expectNoneFurther(proposal, question)
            #expect(try proposal.total == before + money, "targets are sized on what there is after the deposit")
            for outcome in proposal.outcomes {
                #expect(try (outcome.target - outcome.leaf.share * proposal.total).magnitude < FixedDecimal("0.000001"), "targets are the weights that were given")
            }
            for trade in proposal.trades where trade.side == .buy {
                let leaf = question.positions[trade.position].leaf, outcome = proposal.outcomes[leaf]
                let largest = try question.positions.filter { $0.leaf == leaf }.reduce(FixedDecimal.zero) { max($0, try $1.step * $1.price * $1.rate) }
                #expect(try outcome.after <= outcome.target + largest, "nothing is bought beyond its target but for the last share: \(question)")
            }
        }
    }

    /// Each weight by itself: what is traded of it is rounded to a step, and money pays the fees and takes what rounding leaves.
    private func expectNoneFurther(_ proposal: TradeProposal, _ question: TradeQuestion) throws {
        if !question.withdrawals.isEmpty { return }
        var rounding = FixedDecimal.zero
        for trade in proposal.trades {
            let tradable = question.positions[trade.position]
            let step = try tradable.step * tradable.price * tradable.rate
            rounding = try rounding + trade.fee * tradable.rate + (trade.side == .sell ? max(step, question.rules.minimum) : step)
        }
        for _ in proposal.exchanges { rounding = try rounding + FixedDecimal("0.3") }
        let owed = try question.owed.reduce(FixedDecimal.zero) { try $0 - $1.amount * $1.rate }
        let held = try question.money.filter(\.isHeld).reduce(owed) { try $0 + $1.amount * $1.rate }
        for (leaf, outcome) in proposal.outcomes.enumerated() {
            let isMoney = leaf == question.cashLeaf
            // A loss that is sold for the room it makes under a budget of gains may leave money.
            if isMoney, question.rules.gainBudget != nil { continue }
            let after = try (outcome.after - outcome.target).magnitude
            // Money is what it was with what comes in, or without: that is there to be spent.
            let before = try max((outcome.before - outcome.target).magnitude, isMoney ? (held - outcome.target).magnitude : .zero)
            #expect(
                try after <= before + (isMoney ? rounding : FixedDecimal("0.000000001")),
                "\(outcome.leaf.name) \(before) → \(after), rounding \(rounding), cash left \(proposal.cashLeft), exchanges \(proposal.exchanges), trades \(proposal.trades): \(question)"
            )
        }
    }

    private func expectUnitsAreThere(_ proposal: TradeProposal, _ question: TradeQuestion) throws {
        #expect(Set(proposal.trades.map(\.position)).count == proposal.trades.count)
        for trade in proposal.trades {
            let tradable = question.positions[trade.position]
            #expect(trade.quantity > 0)
            let isMultiple = try (trade.quantity / tradable.step).floor() * tradable.step == trade.quantity
            guard trade.side == .sell else {
                #expect(isMultiple && trade.lots.isEmpty && tradable.notBoughtBecause == nil && question.rules.mode.rawValue != "")
                continue
            }
            #expect(trade.quantity <= tradable.quantity && (question.rules.mode != .newMoney || !question.withdrawals.isEmpty) && tradable.keptBecause == nil)
            #expect(isMultiple || trade.quantity == tradable.quantity)
            if tradable.lots.isEmpty { continue }
            #expect(try trade.lots.reduce(FixedDecimal.zero) { try $0 + $1.quantity } == trade.quantity)
            for part in trade.lots {
                let lot = try #require(tradable.lots.first { $0.id == part.lot })
                #expect(part.quantity <= lot.quantity && part.quantity > 0)
            }
            #expect(Set(trade.lots.map(\.lot)).count == trade.lots.count)
        }
    }

    /// Replays the trades in their order on the cash of each account.
    private func expectCashIsThere(_ proposal: TradeProposal, _ question: TradeQuestion) throws {
        var cash: [[String]: FixedDecimal] = [:]
        for money in question.money {
            cash[[money.account, money.currency], default: 0] = try (cash[[money.account, money.currency]] ?? 0) + min(money.amount, max(money.room ?? money.amount, 0))
        }
        for money in question.owed { cash[[money.account, money.currency], default: 0] = try (cash[[money.account, money.currency]] ?? 0) - money.amount }
        let debts = cash.filter(\.value.isNegative)
        for money in question.withdrawals { cash[[money.account, money.currency], default: 0] = try (cash[[money.account, money.currency]] ?? 0) - money.amount }
        let isShort = proposal.obstacles.contains { $0.message.contains("cannot be raised") }
        func exchange() throws {
            for exchange in proposal.exchanges {
                cash[[exchange.account, exchange.from]] = try (cash[[exchange.account, exchange.from]] ?? 0) - exchange.left
                cash[[exchange.account, exchange.to]] = try (cash[[exchange.account, exchange.to]] ?? 0) + exchange.arrived
                let rates = [exchange.from, exchange.to].map { $0 == "EUR" ? FixedDecimal(units: 1_250_000_000_000_000_000) : FixedDecimal.one }
                let lost = try exchange.left * rates[0] - exchange.arrived * rates[1]
                #expect(try !lost.isNegative && lost < FixedDecimal("0.3"), "an exchange loses no more than its rounding")
            }
        }
        #expect(question.rules.mayExchange || proposal.exchanges.isEmpty)
        if !proposal.trades.contains(where: { $0.side == .buy }) { try exchange() }
        for (place, trade) in proposal.trades.enumerated() {
            let tradable = question.positions[trade.position], cashAccount = [tradable.account, tradable.currency]
            if trade.side == .buy, place == 0 || proposal.trades[place - 1].side == .sell { try exchange() }
            #expect(try trade.amount == trade.quantity * tradable.price)
            let change = try trade.side == .sell ? trade.amount - trade.fee : -(trade.amount + trade.fee)
            cash[cashAccount] = try (cash[cashAccount] ?? 0) + change
            if trade.side == .buy { #expect(cash[cashAccount]! >= 0, "\(question)") }
        }
        #expect(isShort || cash.allSatisfy { $0.value >= debts[$0.key] ?? 0 }, "nothing is owed beyond what was: \(question)")
        for left in proposal.cashLeft { #expect(cash[[left.account, left.currency]] == left.amount) }
        #expect(cash.values.filter { !$0.isZero }.count == proposal.cashLeft.count)
    }

    private func expectRules(_ proposal: TradeProposal, _ question: TradeQuestion) throws {
        let sales = proposal.trades.filter { $0.side == .sell }, purchases = proposal.trades.filter { $0.side == .buy }
        for trade in proposal.trades {
            let tradable = question.positions[trade.position]
            #expect(try trade.amount * tradable.rate >= question.rules.minimum)
            if tradable.lossesKeptBecause != nil { #expect(trade.lots.filter(\.isLoss).isEmpty) }
        }
        if let budget = question.rules.gainBudget {
            #expect(try sales.reduce(FixedDecimal.zero) { try $0 + $1.gain } <= budget)
        }
        if question.rules.avoidsWashSales {
            let lost = Set(sales.filter { !$0.lots.filter(\.isLoss).isEmpty }.map { question.positions[$0.position].symbol })
            #expect(lost.isDisjoint(with: purchases.map { question.positions[$0.position].symbol }))
        }
        #expect(Set(sales.map { question.positions[$0.position].leaf }).isDisjoint(with: purchases.map { question.positions[$0.position].leaf }))
        if question.rules.mode == .hybrid, question.withdrawals.isEmpty {
            for sale in sales {
                let outcome = proposal.outcomes[question.positions[sale.position].leaf]
                #expect(outcome.before > outcome.target, "only what is above its target is sold")
            }
        }
    }

    // MARK: Cases

    private func amount(_ random: inout SeededRandom, _ range: ClosedRange<Int>, digits: Int) -> FixedDecimal {
        var scale: Int128 = 1
        for _ in 0..<(FixedDecimal.scale - digits) { scale *= 10 }
        return FixedDecimal(units: Int128(random.int(range)) * scale)
    }

    private func randomQuestion(_ random: inout SeededRandom) throws -> TradeQuestion {
        let accounts = ["A", "B", "C"].prefix(random.int(1...3))
        let groups = random.int(1...6)
        var targets = (0..<groups).map { Target("G\($0)", weight: random.chance(oneIn: 5) ? 0 : FixedDecimal(random.int(1...50))) }
        targets[0].weight = 10
        let band: Band? = random.chance(oneIn: 2) ? nil : random.pick([.fiveTwentyFive, try Band(absolute: FixedDecimal("0.05")), try Band(relative: FixedDecimal("0.2"))])
        if groups > 3, random.chance(oneIn: 2) {
            targets = [Target("inner", weight: 30, members: Array(targets.prefix(2)))] + targets.dropFirst(2)
        }
        let isMoneyTarget = random.chance(oneIn: 3)
        if isMoneyTarget { targets.append(Target("CASH", weight: FixedDecimal(random.int(0...40)))) }
        let tree = try Targets(name: "t", band: band, targets: targets), cashLeaf = isMoneyTarget ? tree.leaves.count - 1 : nil
        var positions: [Tradable] = []
        for leaf in tree.leaves.indices where leaf != cashLeaf {
            for kind in 0..<random.pick([1, 1, 1, 2]) {
                let currency = random.pick(["USD", "USD", "USD", "EUR"])
                let price = amount(&random, 1...50_000, digits: 2), step = random.pick([1, 1, 1, try FixedDecimal("0.001")])
                for account in accounts where !random.chance(oneIn: 4) {
                    positions.append(position(&random, account, "S\(leaf)-\(kind)", leaf, price, currency, step))
                }
            }
        }
        var money: [InvestableCash] = []
        for account in accounts {
            for currency in ["USD", "EUR"] where random.chance(oneIn: 2) {
                money.append(
                    InvestableCash(
                        account: account, currency: currency, amount: amount(&random, 0...2_000_000, digits: 2), rate: currency == "EUR" ? try FixedDecimal("1.25") : 1,
                        room: random.chance(oneIn: 4) ? amount(&random, -100...500_000, digits: 2) : nil))
            }
        }
        var question = TradeQuestion(leaves: tree.leaves, positions: positions, money: money, rules: try rules(&random))
        if let cashLeaf {
            question.cashLeaf = cashLeaf
            let isAll = random.chance(oneIn: 4)
            for place in question.money.indices where question.money[place].room == nil { question.money[place].isHeld = !isAll && !random.chance(oneIn: 4) }
            for account in accounts {
                // A balance is above zero or below it; money may come into one that is below.
                for currency in ["USD", "EUR"] where random.chance(oneIn: 2) && !question.money.contains(where: { $0.isHeld && $0.account == account && $0.currency == currency }) {
                    question.owed.append(
                        InvestableCash(
                            account: account, currency: currency, amount: amount(&random, 1...random.pick([1_000, 100_000, 3_000_000]), digits: 2),
                            rate: currency == "EUR" ? try FixedDecimal("1.25") : 1))
                }
            }
        }
        if random.chance(oneIn: 4) {
            let held = try positions.reduce(FixedDecimal.zero) { try $0 + $1.quantity * $1.price * $1.rate }
            let amount = try (held * amount(&random, 0...90, digits: 2)).rounded(to: 2, .floor)
            question.withdrawals = [InvestableCash(account: random.pick(Array(accounts)), amount: amount)]
            // Money that comes in elsewhere does not pay for it.
            question.money.removeAll { !$0.isHeld }
        }
        return question
    }

    private func position(
        _ random: inout SeededRandom, _ account: String, _ symbol: String, _ leaf: Int, _ price: FixedDecimal, _ currency: String, _ step: FixedDecimal
    ) -> Tradable {
        let lots = (0..<random.int(0...4)).map { id in
            TradableLot(
                id: id + 1, quantity: random.chance(oneIn: 4) ? amount(&random, 1...60_000, digits: 3) : FixedDecimal(random.int(1...40)),
                gain: amount(&random, -300_000...500_000, digits: 2), ownGain: random.chance(oneIn: 4) ? amount(&random, -300_000...500_000, digits: 2) : nil,
                isLongTerm: random.chance(oneIn: 2))
        }
        let held = lots.reduce(FixedDecimal.zero) { FixedDecimal(units: $0.units + $1.quantity.units) }
        var position = Tradable(
            account: account, symbol: symbol, leaf: leaf, quantity: held, price: price, currency: currency,
            rate: currency == "EUR" ? FixedDecimal(units: 1_250_000_000_000_000_000) : 1,
            step: step, lots: random.chance(oneIn: 6) ? [] : lots, keptBecause: random.chance(oneIn: 12) ? "it is told" : nil,
            notBoughtBecause: random.chance(oneIn: 8) ? "it was sold at a loss" : nil, lossesKeptBecause: random.chance(oneIn: 4) ? "it was bought" : nil)
        position.feesLowerGains = random.chance(oneIn: 2)
        return position
    }

    private func rules(_ random: inout SeededRandom) throws -> TradeRules {
        var rules = TradeRules()
        rules.mode = random.pick(TradeRules.Mode.allCases)
        rules.landing = random.pick(TradeRules.Landing.allCases)
        rules.isTaxAware = random.chance(oneIn: 2)
        rules.mayExchange = random.chance(oneIn: 3)
        rules.avoidsWashSales = random.chance(oneIn: 2)
        if random.chance(oneIn: 2) { rules.fee = amount(&random, 0...1000, digits: 2) }
        if random.chance(oneIn: 2) { rules.feeRate = amount(&random, 0...200, digits: 4) }
        if random.chance(oneIn: 3) { rules.minimum = amount(&random, 0...100_000, digits: 2) }
        if random.chance(oneIn: 3) { rules.gainBudget = amount(&random, 0...200_000, digits: 2) }
        return rules
    }
}
