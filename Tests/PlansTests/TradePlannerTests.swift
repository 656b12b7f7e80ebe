import Plans
import Testing
import Values

@Suite("Proposals of trades")
struct TradePlannerTests {
    private func decimal(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

    /// 60 % A at 10, 40 % B at 20; 100 A and 10 B are held in one account unless said otherwise.
    private func question(
        a: FixedDecimal = 100, b: FixedDecimal = 10, money: FixedDecimal = 0, band: Band? = nil, _ change: (inout TradeQuestion) -> Void = { _ in }
    ) throws -> TradeQuestion {
        let targets = try Targets(name: "t", band: band, targets: [Target("A", weight: 60), Target("B", weight: 40)])
        var question = TradeQuestion(
            leaves: targets.leaves,
            positions: [Tradable(account: "X", symbol: "A", leaf: 0, quantity: a, price: 10), Tradable(account: "X", symbol: "B", leaf: 1, quantity: b, price: 20)],
            money: [InvestableCash(account: "X", amount: money)], rules: TradeRules())
        change(&question)
        return question
    }

    private func trades(_ question: TradeQuestion) throws -> [String] {
        try TradePlanner.propose(question).trades.map {
            "\($0.side.rawValue) \($0.quantity) \(question.positions[$0.position].symbol) in \(question.positions[$0.position].account)"
        }
    }

    private func obstacles(_ question: TradeQuestion) throws -> [String] { try TradePlanner.propose(question).obstacles.map { "\($0.kind.rawValue): \($0.message)" } }

    private func told(_ proposal: TradeProposal) -> [String] { proposal.exchanges.map { "\($0.left) \($0.from) to \($0.arrived) \($0.to) in \($0.account)" } }

    @Test("In full, what is above its target pays for what is below, and each trade says why")
    func full() throws {
        let proposal = try TradePlanner.propose(question())
        #expect(try trades(question()) == ["sell 28 A in X", "buy 14 B in X"] && proposal.driftAfter.isZero && proposal.cashLeft.isEmpty)
        #expect(proposal.trades.map(\.reason) == ["A is 83.3 % of the whole and is to be 60 %", "B is 16.7 % of the whole and is to be 40 %"])
    }

    @Test("Targets are sized on what there is after the deposit")
    func deposit() throws {
        // 1200 held and 800 new: 1200 A and 800 B are wanted.
        let question = try question(money: 800)
        #expect(try trades(question) == ["buy 20 A in X", "buy 30 B in X"] && TradePlanner.propose(question).total == 2000)
    }

    @Test("New money goes to what lies furthest below; nothing is sold")
    func newMoney() throws {
        #expect(try trades(question(money: 300) { $0.rules.mode = .newMoney }) == ["buy 15 B in X"])
        #expect(try trades(question(money: 3) { $0.rules.mode = .newMoney }) == [])
        #expect(try obstacles(question(money: 3) { $0.rules.mode = .newMoney }) == ["whole_shares: B stays 3.00 below where it should be: that is less than half a share"])
    }

    @Test("Within its band nothing moves; out of it, to the target or to the edge")
    func bands() throws {
        // A is 65 %, five points off.
        let five = try Band(absolute: decimal("0.05")), four = try Band(absolute: decimal("0.04"))
        #expect(try trades(question(a: 650, b: 175, band: five)) == [])
        #expect(try trades(question(a: 650, b: 175, band: four)) == ["sell 50 A in X", "buy 25 B in X"])
        #expect(try trades(question(a: 650, b: 175, band: four) { $0.rules.landing = .band }) == ["sell 10 A in X", "buy 5 B in X"])
        let reasons = try TradePlanner.propose(question(a: 650, b: 175, band: four)).trades.map(\.reason)
        #expect(reasons[0] == "A is 65 % of the whole and is to be 60 %, give or take 4 points")
    }

    @Test("Hybrid spends the new money first, and sells only what is still above its band")
    func hybrid() throws {
        let five = try Band(absolute: decimal("0.05"))
        #expect(try trades(question(a: 700, b: 150, money: 500, band: five) { $0.rules.mode = .hybrid }) == ["sell 70 A in X", "buy 60 B in X"].map { $0 })
        #expect(try trades(question(a: 650, b: 175, money: 400, band: five) { $0.rules.mode = .hybrid }) == ["buy 20 B in X"])
    }

    @Test("A target out of its band moves what is within it")
    func nested() throws {
        let targets = try Targets(
            name: "t",
            targets: [
                Target(
                    "in", weight: 50, band: Band(absolute: decimal("0.05")),
                    members: [
                        Target("A", weight: 1, band: Band(absolute: 1)), Target("B", weight: 1, band: Band(absolute: 1)),
                    ]), Target("C", weight: 50, band: Band(absolute: 1)),
            ])
        let positions = [("A", 40), ("B", 30), ("C", 30)].enumerated().map {
            Tradable(account: "X", symbol: $1.0, leaf: $0, quantity: FixedDecimal($1.1), price: 1)
        }
        let question = TradeQuestion(leaves: targets.leaves, positions: positions, money: [], rules: TradeRules())
        #expect(try trades(question) == ["sell 15 A in X", "sell 5 B in X", "buy 20 C in X"])
    }

    @Test("Losses are sold first, then what was held for long, then what gained least; the book's order where taxes do not count")
    func lots() throws {
        let lots = [
            TradableLot(id: 1, quantity: 20, gain: 40, isLongTerm: false), TradableLot(id: 2, quantity: 20, gain: 60, isLongTerm: true),
            TradableLot(id: 3, quantity: 5, gain: -10, isLongTerm: false), TradableLot(id: 4, quantity: 55, gain: 550, isLongTerm: true),
        ]
        func parts(_ change: (inout TradeQuestion) -> Void) throws -> [String] {
            try TradePlanner.propose(
                question {
                    $0.positions[0].lots = lots; change(&$0)
                }
            ).trades.flatMap(\.lots).map { "\($0.lot):\($0.quantity):\($0.gain)" }
        }
        #expect(try parts { _ in } == ["1:20:40", "2:8:24"])
        #expect(try parts { $0.rules.isTaxAware = true } == ["3:5:-10", "2:20:60", "4:3:30"])
        #expect(try parts { $0.rules.gainBudget = 20 } == ["3:5:-10", "2:10:30"])
        #expect(
            try parts {
                $0.rules.isTaxAware = true; $0.positions[0].lossesKeptBecause = "it was bought"
            } == ["2:20:60", "4:8:80"])
    }

    @Test("A sale in two accounts begins where a loss is")
    func lossFirst() throws {
        var question = try question(a: 50)
        question.positions[0].lots = [TradableLot(id: 1, quantity: 50, gain: 100, isLongTerm: true)]
        question.positions.append(
            Tradable(
                account: "Y", symbol: "A", leaf: 0, quantity: 50, price: 10, lots: [TradableLot(id: 2, quantity: 50, gain: -100, isLongTerm: false)]))
        question.rules.isTaxAware = true
        #expect(try trades(question) == ["sell 28 A in Y"])
        #expect(try obstacles(question) == ["no_cash: B stays 280.00 below where it should be: there is no USD left in X to buy it with"])
    }

    @Test("Each rule that holds something back is told")
    func obstacles() throws {
        #expect(
            try obstacles(question { $0.rules.minimum = 300 }) == [
                "minimum_trade: a sale of 28 A in X would be smaller than the smallest trade of 300",
                "minimum_trade: B stays 280.00 below where it should be: to buy that would be less than the smallest trade of 300",
            ])
        #expect(
            try obstacles(question(money: 500) { $0.money[0].room = 200 }).first
                == "contribution_limit: X may take 200.00 USD more this year, so 300.00 USD of the new money are left out")
        #expect(
            try obstacles(question { $0.positions[1].notBoughtBecause = "it was sold at a loss on 2014-12-01" }).first
                == "not_traded: B is not bought: it was sold at a loss on 2014-12-01; nothing is sold for it, and what it lacks stays cash")
        #expect(
            try obstacles(question(a: 0, b: 0, money: 16) { $0.leaves = try! Targets(name: "t", targets: [Target("A", weight: 0), Target("B", weight: 1)]).leaves }).contains {
                $0.hasSuffix("the 16.00 USD left in X do not pay for a share and its fee")
            })
        #expect(try obstacles(question { $0.positions[0].keptBecause = "its positions are told" }).first == "not_traded: A in X is not sold: its positions are told")
        // Of what is as it should be nobody asks why it is not sold.
        #expect(try obstacles(question(a: 60, b: 20) { $0.positions[0].keptBecause = "its positions are told" }).isEmpty)
    }

    @Test("Fees are paid out of the cash, and what is not named at all is sold whole, fractions included")
    func feesAndRest() throws {
        let question = try question(a: decimal("12.5"), b: 0) {
            $0.leaves = try! Targets(name: "t", targets: [Target("A", weight: 0), Target("B", weight: 1)]).leaves
            $0.rules.fee = 1
            $0.rules.feeRate = decimal("0.01")
        }
        let proposal = try TradePlanner.propose(question)
        #expect(try trades(question) == ["sell 12.5 A in X", "buy 6 B in X"].map { $0 })
        #expect(proposal.trades.map(\.fee) == [decimal("2.25"), decimal("2.2")] && proposal.cashLeft.map(\.amount) == [decimal("0.55")])
    }

    @Test("A sale that brings nothing after its fee is not made")
    func feeOfAll() throws {
        let question = try question(a: 61, b: decimal("7.8")) { ($0.positions[1].price, $0.rules.fee) = (50, 10) }
        #expect(try trades(question).isEmpty)
        #expect(try obstacles(question).contains("minimum_trade: a sale of 1 A in X would cost as much as it brings"))
    }

    @Test("What each is to be worth can be told outright")
    func aims() throws {
        #expect(try trades(question(money: 100) { $0.aims = [950, 300] }) == ["sell 5 A in X", "buy 5 B in X"])
    }

    @Test(
        "What cannot be bought keeps its weight: nothing is sold for it, and the others get no more than their own",
        arguments: [
            "told", "nowhere", "no euros",
        ])
    func unbuyable(how: String) throws {
        let shares = try Targets(name: "t", targets: [Target("A", weight: 50), Target("B", weight: 30), Target("C", weight: 20)]).leaves
        var question = try question(a: 60, b: 20) { $0.leaves = shares }
        if how != "nowhere" { question.positions.append(Tradable(account: "X", symbol: "C", leaf: 2, quantity: 0, price: 1)) }
        if how == "told" { question.positions[2].notBoughtBecause = "it is told" }
        if how == "no euros" { question.positions[2].currency = "EUR" }
        let proposal = try TradePlanner.propose(question)
        // 1000 are there: A is 600 and is to be 500, B is 400 and is to be 300.
        #expect(try trades(question) == [] && proposal.outcomes.map(\.target) == [500, 300, 200])
        #expect(proposal.obstacles.first?.message.contains("nothing is sold for it, and what it lacks stays cash") == true)
        // New money goes to what is below its target, and no further: of 1400, A is to be 700, B 420, C 280.
        question.money = [InvestableCash(account: "X", amount: 400)]
        let bought = try TradePlanner.propose(question)
        #expect(try trades(question) == ["buy 10 A in X", "buy 1 B in X"] && bought.cashLeft.map(\.amount) == [280])
        #expect(bought.outcomes.map(\.target) == [700, 420, 280] && bought.driftAfter < bought.driftBefore)
        question.money[0].amount = 0
        question.leaves = try Targets(name: "t", targets: [Target("A", weight: 0), Target("B", weight: 0), Target("C", weight: 20)]).leaves
        #expect(try trades(question) == [])
    }

    @Test("What is overweight is not bought for want of something else, in any mode", arguments: TradeRules.Mode.allCases)
    func overweight(mode: TradeRules.Mode) throws {
        var question = try question(a: 100, b: 0, money: 500) {
            $0.positions[1].currency = "EUR"; $0.rules.mode = mode
        }
        let proposal = try TradePlanner.propose(question)
        #expect(proposal.trades.isEmpty && proposal.cashLeft.map(\.amount) == [500] && proposal.outcomes.map(\.target) == [900, 600])
        #expect(
            proposal.obstacles.map(\.message) == [
                "B is not bought: there is no EUR in X to buy it with; nothing is sold for it, and what it lacks stays cash; exchange=true proposes to change other money into EUR"
            ])
        question.rules.mayExchange = true
        question.positions[1].rate = decimal("1.25")
        let exchanged = try TradePlanner.propose(question)
        // B costs 20 EUR, which are 25 USD.
        #expect(try trades(question) == (mode == .newMoney ? ["buy 20 B in X"] : ["sell 10 A in X", "buy 24 B in X"]))
        #expect(told(exchanged) == [mode == .newMoney ? "500 USD to 400 EUR in X" : "600 USD to 480 EUR in X"] && exchanged.cashLeft.isEmpty)
    }

    @Test("Of several places only those that can be bought in are sold for, as far as they need")
    func partlyBuyable() throws {
        let leaves = try Targets(name: "t", targets: [Target("A", weight: 40), Target("B", weight: 30), Target("C", weight: 30)]).leaves
        let question = try question(a: 100, b: 0) {
            $0.leaves = leaves
            $0.positions.append(Tradable(account: "X", symbol: "C", leaf: 2, quantity: 0, price: 10, notBoughtBecause: "it is told"))
        }
        #expect(try trades(question) == ["sell 30 A in X", "buy 15 B in X"])
    }

    @Test("Money is a target like others: it is raised by sales, and what is above it is spent")
    func cashTarget() throws {
        func question(_ a: FixedDecimal, _ cash: FixedDecimal, _ new: FixedDecimal = 0, mode: TradeRules.Mode = .full) throws -> TradeQuestion {
            var held = InvestableCash(account: "X", amount: cash)
            held.isHeld = true
            var question = TradeQuestion(
                leaves: try Targets(name: "t", targets: [Target("A", weight: 95), Target("CASH", weight: 5)]).leaves,
                positions: [Tradable(account: "X", symbol: "A", leaf: 0, quantity: a, price: 10)],
                money: [held, InvestableCash(account: "X", amount: new)], rules: TradeRules())
            (question.cashLeaf, question.rules.mode) = (1, mode)
            return question
        }
        #expect(try trades(question(100, 0)) == ["sell 5 A in X"])
        #expect(try trades(question(90, 100)) == ["buy 5 A in X"])
        // 1,150 with the new money: 57.50 stay, and the share that would take of them is not bought.
        #expect(try trades(question(90, 100, 150)) == ["buy 19 A in X"])
        #expect(try trades(question(90, 100, 150, mode: .newMoney)) == ["buy 15 A in X"])
        let proposal = try TradePlanner.propose(question(90, 100))
        #expect(proposal.outcomes.map(\.before) == [900, 100] && proposal.outcomes.map(\.after) == [950, 50])
    }

    @Test("Where nothing is bought of it and cash is as it should be, nothing is sold, not even what its fee takes")
    func saleForNothing() throws {
        let question = try question(a: 60, b: decimal("0.4"), money: 200) {
            $0.leaves = try! Targets(name: "t", targets: [Target("A", weight: 40), Target("B", weight: 40), Target("CASH", weight: 20)]).leaves
            ($0.money[0].isHeld, $0.cashLeaf, $0.positions[1].price, $0.rules.fee) = (true, 2, 500, 1)
        }
        #expect(try trades(question).isEmpty)
    }

    @Test("Where the smallest sale would leave more cash than none would lack, nothing is sold", arguments: [(0, ["sell 2 A in X"]), (150, [])])
    func saleRaisedToTheSmallest(minimum: Int, expected: [String]) throws {
        // 190 of 1,000 are cash, which is to be 200; B lacks less than half a share.
        let question = try question(a: 61, b: decimal("0.4"), money: 190) {
            $0.leaves = try! Targets(name: "t", targets: [Target("A", weight: 40), Target("B", weight: 40), Target("CASH", weight: 20)]).leaves
            ($0.money[0].isHeld, $0.cashLeaf, $0.positions[1].price, $0.rules.minimum) = (true, 2, 500, FixedDecimal(minimum))
        }
        #expect(try trades(question) == expected)
    }

    @Test("Nothing is sold where most of it would pay back what is owed, in the currency of the purchase or in one that is changed for it", arguments: ["USD", "EUR"])
    func saleThatPaysBack(currency: String) throws {
        let rate = currency == "EUR" ? decimal("1.25") : 1
        let question = try question(money: 610) {
            $0.leaves = try! Targets(name: "t", targets: [Target("A", weight: 50), Target("B", weight: 45), Target("CASH", weight: 5)]).leaves
            $0.positions[0] = Tradable(account: "X", symbol: "A", leaf: 0, quantity: try! 200 / rate, price: 10, currency: currency, rate: rate)
            $0.positions[1].quantity = 0
            ($0.money[0].isHeld, $0.money[0].account, $0.cashLeaf, $0.rules.mayExchange) = (true, "Y", 2, true)
            $0.owed = [InvestableCash(account: "X", currency: currency, amount: try! 500 / rate, rate: rate)]
        }
        let made = try trades(question), reasons = try obstacles(question)
        #expect(made.isEmpty && reasons.contains { $0.contains("B is not bought in X: what is sold for it would first pay back the \(currency)") }, "\(made) \(reasons)")
    }

    @Test("What is to be taken out is raised where it is taken, fees and whole shares included")
    func withdrawal() throws {
        func question(_ amount: FixedDecimal, mode: TradeRules.Mode = .full, _ change: (inout TradeQuestion) -> Void = { _ in }) throws -> TradeQuestion {
            try self.question(a: 60, b: 20) {
                ($0.money, $0.rules.mode) = ([], mode)
                $0.withdrawals = [InvestableCash(account: "X", amount: amount)]
                change(&$0)
            }
        }
        #expect(try trades(question(100)) == ["sell 6 A in X", "sell 2 B in X"])
        let left = "of what is left after the money is taken out and is to be"
        #expect(try TradePlanner.propose(question(100)).trades.map(\.reason) == ["A is 66.7 % \(left) 60 %", "B is 44.4 % \(left) 40 %"])
        let costly = try question(100) { $0.rules.fee = 3 }
        let proposal = try TradePlanner.propose(costly)
        #expect(try trades(costly) == ["sell 7 A in X", "sell 2 B in X"] && proposal.cashLeft.map(\.amount) == [4])
        // What is furthest above its target comes first, and nothing is bought.
        #expect(try trades(question(100, mode: .newMoney) { $0.positions[0].quantity = 80 }) == ["sell 10 A in X"])
        #expect(try trades(question(100, mode: .newMoney) { ($0.positions[0].quantity, $0.positions[1].quantity) = (100, 45) }) == ["sell 5 B in X"])
        let elsewhere = try question(300, mode: .newMoney) { $0.positions[1].account = "Y" }
        #expect(try trades(elsewhere) == ["sell 30 A in X"])
        #expect(try obstacles(question(700) { $0.positions[1].account = "Y" }).contains("no_cash: 100.00 USD of what is to be taken out of X cannot be raised there"))
        #expect(throws: PlanError.self) { try TradePlanner.propose(question(1001)) }
        let euros = try question(100) {
            $0.withdrawals[0].currency = "EUR"; $0.withdrawals[0].rate = decimal("1.25"); $0.rules.mayExchange = true
        }
        #expect(try told(TradePlanner.propose(euros)) == ["125 USD to 100 EUR in X"])
    }

    @Test("A sale's fee takes away from its gain, and makes a loss of a small one")
    func feesAndGains() throws {
        let lots = [TradableLot(id: 1, quantity: 100, gain: 100, isLongTerm: true)]
        let question = try question {
            $0.positions[0].lots = lots; $0.positions[0].feesLowerGains = true; $0.rules.fee = 30
        }
        let sale = try TradePlanner.propose(question).trades[0]
        #expect(sale.quantity == 28 && sale.gain == -2 && sale.lots[0].isLoss)
        var kept = question
        kept.positions[0].lossesKeptBecause = "it was bought"
        #expect(try trades(kept).isEmpty)
        // A gain in the currency of the whole may be a loss in that of the trade.
        kept.positions[0].feesLowerGains = false
        kept.positions[0].lots = [TradableLot(id: 1, quantity: 100, gain: 100, ownGain: -1, isLongTerm: true)]
        #expect(try trades(kept).isEmpty)
    }

    @Test("Amounts beyond the largest decimal are an error", arguments: ["150000000000000000000", "90000000000000000000"])
    func overflow(amount: String) throws {
        let large = decimal(amount)
        let leaves = try Targets(name: "t", targets: [Target("A", weight: 1), Target("B", weight: 1)]).leaves
        let aims = try question(a: 0, b: 0) {
            $0.leaves = leaves; $0.aims = [large, large]
        }
        #expect(throws: PlanError.self) { try TradePlanner.propose(aims) }
        let lots = (1...2).map { TradableLot(id: $0, quantity: 50, gain: large, isLongTerm: true) }
        let gains = try question {
            $0.positions[0].lots = lots; $0.rules.isTaxAware = true; $0.aims = [0, 200]
        }
        #expect(throws: PlanError.self) { try TradePlanner.propose(gains) }
    }

    @Test("Numbers that make no sense are refused")
    func misuse() throws {
        #expect(throws: PlanError.self) { try TradePlanner.propose(question { $0.rules.fee = -1 }) }
        #expect(throws: PlanError.self) { try TradePlanner.propose(question { $0.rules.feeRate = 1 }) }
        #expect(throws: PlanError.self) { try TradePlanner.propose(question { $0.rules.minimum = -1 }) }
    }
}
