@testable import Ledger
import Testing
import TestSupport
import Values

/// Sales and voids that come late: what is refused, against a run through everything, and that no run is made for each.
@Suite("Entries that change the past of a position") struct UnitTreeTests {
    /// The first of some changes in order after which less than nothing is held.
    private func firstShortage(_ changes: [(place: UnitTree.Place, units: FixedDecimal)]) throws -> Int? {
        var held = FixedDecimal.zero
        for change in changes {
            held = try held + change.units
            if held.isNegative { return Int(change.place.row) }
        }
        return nil
    }

    @Test("A tree that changes anywhere finds the first shortage that a run through all finds")
    func shortages() throws {
        var random = SeededRandom.forTest()
        for round in 0..<40 {
            var changes: [(place: UnitTree.Place, units: FixedDecimal)] = [], tree = try UnitTree([])
            for row in 0..<(round * 3) {
                if row > 0, random.chance(oneIn: 4), !changes.isEmpty {
                    tree = try tree.removing(at: changes.remove(at: random.int(0...(changes.count - 1))).place)
                } else {
                    let place = UnitTree.Place(day: Day(number: Int32(random.int(0...9))), place: DayPlace(moment: Int64(random.int(0...1)), entry: EntryID(row)), row: Int32(row))
                    let units = FixedDecimal(random.int(-5...8))
                    changes.append((place, units))
                    changes.sort { $0.place < $1.place }
                    tree = try tree.adding(units, at: place)
                }
                let expected = try firstShortage(changes)
                let anew = try UnitTree(changes)
                #expect(tree.firstShortage?.row == expected && anew.firstShortage?.row == expected)
                guard let found = tree.firstShortage else { continue }
                let held = try changes.prefix { $0.place.row != found.row }.reduce(FixedDecimal.zero) { try $0 + $1.units }
                #expect(held == found.held)
            }
        }
    }

    /// Whether the position of A keeps a tree.
    private func hasTree(_ page: Page) -> Bool { page.ledger.state.positions.contains { $0.units != nil } }

    @Test("Trades, voids and acts that are taken back come to what a book without trees comes to", arguments: [false, true])
    func likeWithout(_ inActs: Bool) throws {
        var random = SeededRandom.forTest(), refused = 0, treed = 0, books = 0
        // Some books have so few sales that hardly any is refused.
        while books < 6 || (refused <= 20 || treed <= 100) && books < 60 {
            books += 1
            let page = Page(), plain = Page()
            for page in [page, plain] {
                try page.record("2020-01-01 deposit A 100000")
                for number in 0..<6 { try page.record("2020-01-0\(2 + number) buy A VTI 3 @ \(10 + number)") }
                try page.record("2020-03-01 sell A VTI 4 @ 12")
            }
            var checkpoints: [Checkpoint] = []
            for number in 0..<60 {
                let date = "2020-0\(random.int(1...2))-\(10 + random.int(0...15))"
                let line = "\(date) \(random.chance(oneIn: 3) ? "buy" : "sell") A VTI \(random.int(1...3)) @ \(random.int(5...15))"
                let rows = page.ledger.activities.count, voided = random.chance(oneIn: 5) ? page.ledger.activities.id(at: random.int(1...(rows - 1))) : nil
                var errors: [String] = []
                for page in [page, plain] {
                    if inActs, number % 7 == 0 { checkpoints.append(page.ledger.checkpoint()) }
                    // A position without a tree is run through each time.
                    if page === plain {
                        for index in plain.ledger.state.positions.indices { (plain.ledger.state.positions[index].units, plain.ledger.state.positions[index].runs) = (nil, 0) }
                    }
                    do {
                        if let voided { try page.ledger.apply(.void(voided, reason: "x"), id: page.nextID) } else { try page.record(line) }
                        errors.append("")
                    } catch { errors.append("\(error)") }
                    if number % 11 == 5 { _ = try page.ledger.lots() }
                }
                #expect(errors[0] == errors[1])
                if !errors[0].isEmpty { refused += 1 }
                if hasTree(page) { treed += 1 }
                if inActs, number % 7 == 6 {
                    let back = random.chance(oneIn: 2)
                    for (page, checkpoint) in zip([page, plain], checkpoints) {
                        if back { page.ledger.rollback(to: checkpoint) } else { page.ledger.release(checkpoint) }
                    }
                    checkpoints = []
                }
            }
            for (page, checkpoint) in zip([page, plain], checkpoints) { page.ledger.release(checkpoint) }
            #expect(try page.ledger.dump() == plain.ledger.dump())
            #expect(try reloaded(page.ledger).dump() == page.ledger.dump())
        }
        #expect(refused > 20 && treed > 100, "\(refused) \(treed)")
    }

    @Test("A thousand late sales, the refused ones among them, make a few runs through the position")
    func fewRuns() throws {
        let page = Page()
        try page.record("2020-01-01 deposit A 100000")
        for _ in 0..<20 { try page.record("2020-01-02 buy A VTI 100 @ 10") }
        try page.record("2020-12-01 sell A VTI 1000 @ 12")
        var refused = 0
        for number in 0..<1100 {
            do { try page.record("2020-0\(2 + number % 7)-10 sell A VTI 1 @ 12") } catch { refused += 1 }
        }
        #expect(refused == 100)
        let position = try #require(page.ledger.state.positions.first { $0.units != nil })
        #expect(position.runs == 8 && position.isStale)
    }
}
