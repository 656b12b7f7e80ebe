import Plans
import TestSupport
import Testing
import Values

@Suite("The smallest number of trades")
struct FewestTradesTests {
    /// A portfolio of few shares, and how many of each there are to be.
    private struct Case: CustomStringConvertible {
        let prices: [Int]
        /// By instrument, then account.
        let held: [[Int]]
        let wanted: [Int]
        let cash: [Int]

        var description: String { "prices \(prices) held \(held) wanted \(wanted) cash \(cash)" }
    }

    @Test("No plan with fewer trades reaches the same targets exactly, and where one reaches them, so does the proposal", arguments: 0..<20)
    func bruteForce(round: Int) throws {
        var random = SeededRandom.forTest("fewest \(round)")
        var reached = 0
        for _ in 0..<150 {
            guard let one = randomCase(&random) else { continue }
            let proposal = try TradePlanner.propose(question(one))
            let isExact = Self.isExact(proposal)
            let fewest = fewestByTryingAll(one)
            #expect(isExact == (fewest != nil), "\(one)")
            guard isExact, let fewest else { continue }
            reached += 1
            #expect(proposal.trades.count == fewest, "\(one): \(proposal.trades)")
        }
        #expect(reached > 20)
    }

    @Test("One account's cash pays for all of it where two would need two purchases")
    func oneAccountPays() throws {
        // Selling in the second account alone pays, with its cash, for what is bought there; selling in both would want two purchases.
        let one = Case(prices: [10, 20], held: [[4, 4], [0, 0]], wanted: [6, 4], cash: [0, 60])
        let proposal = try TradePlanner.propose(question(one))
        #expect(Self.isExact(proposal) && proposal.trades.count == 2)
    }

    /// Shares of the whole have eighteen digits, and thirds have more.
    private static func isExact(_ proposal: TradeProposal) -> Bool { proposal.driftAfter < FixedDecimal(units: 1_000_000) }

    private func question(_ one: Case) -> TradeQuestion {
        let leaves = try! Targets(name: "t", targets: one.prices.indices.map { Target("S\($0)", weight: FixedDecimal(one.prices[$0] * one.wanted[$0])) }).leaves
        var positions: [Tradable] = []
        for (instrument, held) in one.held.enumerated() {
            for (account, units) in held.enumerated() {
                positions.append(
                    Tradable(account: "\(account)", symbol: "S\(instrument)", leaf: instrument, quantity: FixedDecimal(units), price: FixedDecimal(one.prices[instrument])))
            }
        }
        let money = one.cash.enumerated().map { InvestableCash(account: "\($0.offset)", amount: FixedDecimal($0.element)) }
        return TradeQuestion(leaves: leaves, positions: positions, money: money, rules: TradeRules())
    }

    /// Cash is what makes the wanted shares worth exactly the whole; nil where that would be less than nothing.
    private func randomCase(_ random: inout SeededRandom) -> Case? {
        let count = random.int(1...4), accounts = random.int(1...2)
        let prices = (0..<count).map { _ in random.int(1...12) }
        let held = (0..<count).map { _ in (0..<accounts).map { _ in random.int(0...3) } }
        let wanted = (0..<count).map { _ in random.int(0...5) }
        let missing = (0..<count).reduce(0) { $0 + prices[$1] * (wanted[$1] - held[$1].reduce(0, +)) }
        guard missing >= 0, wanted.contains(where: { $0 > 0 }) else { return nil }
        let first = accounts == 1 ? missing : random.int(0...missing)
        return Case(prices: prices, held: held, wanted: wanted, cash: accounts == 1 ? [first] : [first, missing - first])
    }

    /// Every way to come to the wanted shares in which no instrument is both bought and sold, with the cash of each account.
    private func fewestByTryingAll(_ one: Case) -> Int? {
        var best: Int?
        func go(_ instrument: Int, _ cash: [Int], _ trades: Int) {
            if let best, trades >= best { return }
            guard instrument < one.prices.count else {
                if cash.allSatisfy({ $0 >= 0 }) { best = trades }
                return
            }
            let change = one.wanted[instrument] - one.held[instrument].reduce(0, +)
            for first in min(change, 0)...max(change, 0) {
                let parts = cash.count == 1 ? [change] : [first, change - first]
                if cash.count == 1, first != change { continue }
                guard zip(parts, one.held[instrument]).allSatisfy({ $0 + $1 >= 0 }) else { continue }
                go(instrument + 1, zip(cash, parts).map { $0 - $1 * one.prices[instrument] }, trades + parts.count { $0 != 0 })
            }
        }
        go(0, one.cash, 0)
        return best
    }
}
