import Plans
import TestSupport
import Testing
import Values

@Suite("Rebalancing")
struct RebalancerTests {
    private func items(_ rows: [(String, FixedDecimal, FixedDecimal)]) -> [PlanItem] {
        rows.map { PlanItem($0.0, value: $0.1, weight: $0.2) }
    }

    @Test("Drift: shares, targets, and what lies above and below")
    func drift() throws {
        let drifts = try Drift.of(items([("stocks", 7500, 60), ("bonds", 2500, 40), ("gold", 0, 0)]))
        #expect(drifts.map(\.target) == [6000, 4000, 0] && drifts.map(\.excess) == [1500, -1500, 0])
        #expect(try drifts.map(\.share) == [FixedDecimal("0.75"), FixedDecimal("0.25"), 0])
        #expect(try drifts.map(\.targetShare) == [FixedDecimal("0.6"), FixedDecimal("0.4"), 0])
        #expect(try Drift.of(items([("stocks", 0, 1)])).map(\.share) == [nil])
    }

    @Test("In full, each item comes to its target")
    func full() throws {
        let proposal = try Rebalancer(mode: .full).propose(items([("stocks", 7500, 60), ("bonds", 2500, 40)]), cash: 1000)
        #expect(proposal.moves.map(\.amount) == [-900, 1900] && proposal.moves.map(\.after) == [6600, 4400] && proposal.cashLeft == 0)
        #expect(proposal.transfers.map { [$0.from ?? "cash", $0.to ?? "cash", $0.amount.description] } == [
            ["stocks", "bonds", "900"], ["cash", "bonds", "1000"],
        ])
    }

    @Test("New money goes to what lies furthest below its target, and nothing is sold")
    func newMoney() throws {
        let rebalancer = try Rebalancer(mode: .newMoney)
        let items = items([("stocks", 7500, 60), ("bonds", 2500, 40), ("gold", 100, 10)])
        #expect(try rebalancer.propose(items, cash: 100).moves.map(\.amount) == [0, 0, 100])
        // 10 and 40 parts come to one level of 74 a part: 740 and 2960.
        #expect(try rebalancer.propose(items, cash: 1100).moves.map(\.amount) == [0, 460, 640])
        let all = try rebalancer.propose(items, cash: 100_000).moves.map(\.after)
        #expect(try all.reduce(FixedDecimal.zero) { try $0 + $1 } == 110_100)
    }

    @Test("Money that goes out is taken from what lies furthest above its target, what has no target first")
    func withdrawal() throws {
        let rebalancer = try Rebalancer(mode: .newMoney)
        let items = items([("stocks", 7500, 60), ("bonds", 2500, 40), ("old", 300, 0)])
        #expect(try rebalancer.propose(items, cash: -200).moves.map(\.amount) == [0, 0, -200])
        #expect(try rebalancer.propose(items, cash: -1300).moves.map(\.amount) == [-1000, 0, -300])
        #expect(try rebalancer.propose(items, cash: -10_300).moves.map(\.after) == [0, 0, 0])
        let error = #expect(throws: PlanError.self) { try rebalancer.propose(items, cash: -10_301) }
        #expect(error?.description == "10301 is to be taken out of 10300; take out no more than there is")
    }

    @Test("A pair of items without target are sold in proportion to what there is of them")
    func withoutTarget() throws {
        let rebalancer = try Rebalancer(mode: .newMoney)
        let items = items([("kept", 10, 1), ("old", 100, 0), ("older", 50, 0)])
        #expect(try rebalancer.propose(items, cash: -15).moves.map(\.amount) == [0, -10, -5])
    }

    @Test("Misuse is refused with a sentence")
    func misuse() throws {
        let rebalancer = try Rebalancer(mode: .full)
        let cases: [([PlanItem], PlanError.Kind)] = [
            (items([("a", 1, 0)]), .noTarget), ([], .noTarget), (items([("a", 1, 1), ("a", 2, 1)]), .duplicateName),
            (items([("a", -1, 1)]), .badArgument), (items([("a", 1, -1)]), .badArgument),
            (items([("a", .greatest, 1), ("b", 1, 1)]), .overflow),
        ]
        for (items, kind) in cases {
            let error = #expect(throws: PlanError.self) { try rebalancer.propose(items, cash: 0) }
            #expect(error?.kind == kind)
        }
        #expect(throws: PlanError.self) { try Rebalancer(mode: .full, digits: 19) }
    }

    @Test("Whatever the numbers: amounts add up, nothing is oversold or overspent, and money moves the right way", arguments: 0..<50)
    func properties(round: Int) throws {
        var random = SeededRandom.forTest("rebalance \(round)")
        for _ in 0..<20 {
            let digits = random.pick([0, 2, 2, 3, 8])
            let items = randomItems(&random)
            let held = try items.reduce(FixedDecimal.zero) { try $0 + $1.value }
            let cash = random.chance(oneIn: 2) ? amount(&random) : -FixedDecimal(units: held.units * Int128(random.int(0...99)) / 100)
            for mode in Rebalancer.Mode.allCases {
                guard let proposal = try proposal(Rebalancer(mode: mode, digits: digits), items, cash) else {
                    // With coarse digits less is there than is held, by less than one unit an item.
                    let coarse = try held - FixedDecimal(items.count + 1)
                    #expect(cash.isNegative && -cash >= coarse)
                    continue
                }
                try check(proposal, items, cash, mode, digits)
            }
        }
    }

    /// The proposal, or nil where there is not enough to take out.
    private func proposal(_ rebalancer: Rebalancer, _ items: [PlanItem], _ cash: FixedDecimal) throws -> Rebalancer.Proposal? {
        do {
            return try rebalancer.propose(items, cash: cash)
        } catch {
            if error.kind == .notEnough { return nil }
            throw error
        }
    }

    private func check(_ proposal: Rebalancer.Proposal, _ items: [PlanItem], _ cash: FixedDecimal, _ mode: Rebalancer.Mode, _ digits: Int) throws {
        let moves = proposal.moves
        #expect(moves.map(\.name) == items.map(\.name))
        let moved = try moves.reduce(FixedDecimal.zero) { try $0 + $1.amount }
        #expect(try moved + proposal.cashLeft == cash)
        #expect(!proposal.cashLeft.isNegative && proposal.cashLeft < FixedDecimal(units: pow10(18 - digits)))
        for (move, item) in zip(moves, items) {
            #expect(!move.after.isNegative && move.before == item.value)
            #expect(try move.amount.rounded(to: digits, .floor) == move.amount)
            #expect(try item.value + move.amount == move.after)
            if mode == .newMoney { #expect(cash.isNegative ? move.amount <= .zero : !move.amount.isNegative) }
        }
        if mode == .newMoney && !cash.isNegative { try checkLevel(moves, items, digits) }

        var balances = Dictionary(uniqueKeysWithValues: moves.map { ($0.name, FixedDecimal.zero) })
        for transfer in proposal.transfers {
            #expect(transfer.amount > .zero && transfer.from != transfer.to)
            if let from = transfer.from { balances[from] = try balances[from]! - transfer.amount }
            if let to = transfer.to { balances[to] = try balances[to]! + transfer.amount }
        }
        #expect(moves.allSatisfy { balances[$0.name] == $0.amount })
        #expect(proposal.transfers.count <= moves.count)
    }

    /// What got money is not above what got none, by value in proportion to weight, but for the last digit.
    private func checkLevel(_ moves: [Rebalancer.Move], _ items: [PlanItem], _ digits: Int) throws {
        func level(_ value: FixedDecimal, _ weight: FixedDecimal) -> Double { value.doubleValue / weight.doubleValue }
        let unit = 2 * FixedDecimal(units: pow10(18 - digits)).doubleValue
        let fed = zip(moves, items).filter { !$0.amount.isZero && !$1.weight.isZero }
        let unfed = zip(moves, items).filter { $0.amount.isZero && !$1.weight.isZero }
        #expect(moves.indices.allSatisfy { !items[$0].weight.isZero || moves[$0].amount.isZero })
        for (move, item) in fed {
            for (other, otherItem) in unfed {
                let slack = unit / item.weight.doubleValue + unit / otherItem.weight.doubleValue
                #expect(level(move.after, item.weight) <= level(other.after, otherItem.weight) * (1 + 1e-9) + slack)
            }
        }
    }

    private func randomItems(_ random: inout SeededRandom) -> [PlanItem] {
        var items = (0..<random.int(1...8)).map { index in
            let value = random.chance(oneIn: 4) ? 0 : amount(&random)
            return PlanItem("item \(index)", value: value, weight: random.chance(oneIn: 5) ? 0 : FixedDecimal(random.int(1...100)))
        }
        items.append(PlanItem("last", value: amount(&random), weight: 7))
        return items
    }

    private func amount(_ random: inout SeededRandom) -> FixedDecimal {
        let quantum: Int128 = random.pick([1, 1_000_000_000_000, 10_000_000_000_000_000, FixedDecimal.unitsPerOne])
        return FixedDecimal(units: Int128(random.int(0...1_000_000)) * quantum)
    }

    private func pow10(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
