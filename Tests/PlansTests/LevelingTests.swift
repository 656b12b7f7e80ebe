import Plans
import TestSupport
import Testing
import Values

@Suite("Money that levels items")
struct LevelingTests {
    private func items(_ rows: [(String, FixedDecimal, FixedDecimal)]) -> [PlanItem] {
        rows.map { PlanItem($0.0, value: $0.1, weight: $0.2) }
    }

    @Test("New money goes to what lies furthest below its target, and nothing is sold")
    func newMoney() throws {
        let leveling = try Leveling()
        let items = items([("stocks", 7500, 60), ("bonds", 2500, 40), ("gold", 100, 10)])
        #expect(try leveling.after(items, money: 100) == [7500, 2500, 200])
        // 10 and 40 parts come to one level of 74 a part: 740 and 2960.
        #expect(try leveling.after(items, money: 1100) == [7500, 2960, 740])
        #expect(try leveling.after(items, money: 100_000).reduce(FixedDecimal.zero) { try $0 + $1 } == 110_100)
    }

    @Test("Money that goes out is taken from what lies furthest above its target, what has no target first")
    func withdrawal() throws {
        let leveling = try Leveling()
        let items = items([("stocks", 7500, 60), ("bonds", 2500, 40), ("old", 300, 0)])
        #expect(try leveling.after(items, money: -200) == [7500, 2500, 100])
        #expect(try leveling.after(items, money: -1300) == [6500, 2500, 0])
        #expect(try leveling.after(items, money: -10_300) == [0, 0, 0])
        let error = #expect(throws: PlanError.self) { try leveling.after(items, money: -10_301) }
        #expect(error?.description == "more is to be taken out than there is: 10301 of 10300; take out no more than there is")
    }

    @Test("A pair of items without target are sold in proportion to what there is of them")
    func withoutTarget() throws {
        let items = items([("kept", 10, 1), ("old", 100, 0), ("older", 50, 0)])
        #expect(try Leveling().after(items, money: -15) == [10, 90, 45])
    }

    @Test("Misuse is refused with a sentence")
    func misuse() throws {
        let cases: [([PlanItem], PlanError.Kind)] = [
            (items([("a", 1, 0)]), .noTarget), ([], .noTarget), (items([("a", 1, 1), ("a", 2, 1)]), .duplicateName),
            (items([("a", -1, 1)]), .badArgument), (items([("a", 1, -1)]), .badArgument),
            (items([("a", .greatest, 1), ("b", 1, 1)]), .overflow),
        ]
        for (items, kind) in cases {
            let error = #expect(throws: PlanError.self) { try Leveling().after(items, money: 0) }
            #expect(error?.kind == kind)
        }
        #expect(throws: PlanError.self) { try Leveling(digits: 19) }
    }

    @Test("Whatever the numbers: amounts add up, nothing is oversold, and money moves the right way", arguments: 0..<50)
    func properties(round: Int) throws {
        var random = SeededRandom.forTest("level \(round)")
        for _ in 0..<20 {
            let digits = random.pick([0, 2, 2, 3, 8])
            let items = randomItems(&random)
            let held = try items.reduce(FixedDecimal.zero) { try $0 + $1.value }
            let money = random.chance(oneIn: 2) ? amount(&random) : -FixedDecimal(units: held.units * Int128(random.int(0...99)) / 100)
            do {
                try check(Leveling(digits: digits).after(items, money: money), items, money, digits)
            } catch let error as PlanError where error.kind == .notEnough {
                // With coarse digits less is there than is held, by less than one unit an item.
                let coarse = try held - FixedDecimal(items.count + 1)
                #expect(money.isNegative && -money >= coarse)
            }
        }
    }

    private func check(_ after: [FixedDecimal], _ items: [PlanItem], _ money: FixedDecimal, _ digits: Int) throws {
        let moved = try zip(after, items).map { try $0 - $1.value }
        #expect(try moved.reduce(FixedDecimal.zero) { try $0 + $1 } == money.rounded(to: digits, .floor))
        for (move, value) in zip(moved, after) {
            #expect(try !value.isNegative && move.rounded(to: digits, .floor) == move)
            #expect(money.isNegative ? move <= .zero : !move.isNegative)
        }
        if !money.isNegative { checkLevel(moved, after, items, digits) }
    }

    /// What got money is not above what got none, by value in proportion to weight, but for the last digit.
    private func checkLevel(_ moved: [FixedDecimal], _ after: [FixedDecimal], _ items: [PlanItem], _ digits: Int) {
        func level(_ index: Int) -> Double { after[index].doubleValue / items[index].weight.doubleValue }
        let unit = 2 * FixedDecimal(units: pow10(18 - digits)).doubleValue
        let fed = items.indices.filter { !moved[$0].isZero && !items[$0].weight.isZero }
        let unfed = items.indices.filter { moved[$0].isZero && !items[$0].weight.isZero }
        #expect(items.indices.allSatisfy { !items[$0].weight.isZero || moved[$0].isZero })
        for own in fed {
            for other in unfed {
                let slack = unit / items[own].weight.doubleValue + unit / items[other].weight.doubleValue
                #expect(level(own) <= level(other) * (1 + 1e-9) + slack)
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
