@testable import Ledger
import Testing
import TestSupport
import Values

/// Which lots a method takes and what they cost, against the rules in their plainest form; and that it does not look at every lot.
@Suite("Lots by cost and at the average") struct LotQueueTests {
    /// Lots as the rules have it: every lot is looked at for every sale.
    private struct PlainLots {
        var lots: [(units: FixedDecimal, cost: FixedDecimal)] = []

        mutating func average() throws {
            var cost = try lots.reduce(FixedDecimal.zero) { try $0 + $1.cost }, units = try lots.reduce(FixedDecimal.zero) { try $0 + $1.units }
            for index in lots.indices where !lots[index].units.isZero {
                let part = lots[index].units == units ? cost : try FixedDecimal.mulDiv(cost, lots[index].units, units)
                (cost, units, lots[index].cost) = (try cost - part, try units - lots[index].units, part)
            }
        }

        func next(_ method: LotMethod) -> Int {
            let open = lots.indices.filter { !lots[$0].units.isZero }
            // Multiplied out in full, as nothing may be rounded.
            func product(_ a: Int, _ b: Int) -> (Int128, UInt128) { lots[a].cost.units.multipliedFullWidth(by: lots[b].units.units) }
            func isDearer(_ a: Int, _ b: Int) -> Bool { product(a, b) > product(b, a) }
            switch method {
            case .hifo: return open.dropFirst().reduce(open[0]) { isDearer($1, $0) ? $1 : $0 }
            case .lofo: return open.dropFirst().reduce(open[0]) { isDearer($0, $1) ? $1 : $0 }
            case .lifo: return open.last!
            default: return open[0]
            }
        }

        mutating func take(_ units: FixedDecimal, _ index: Int) throws {
            let part = units == lots[index].units ? lots[index].cost : try FixedDecimal.mulDiv(lots[index].cost, units, lots[index].units)
            lots[index] = (try lots[index].units - units, try lots[index].cost - part)
        }
    }

    @Test("Sales by changing methods take the same lots at the same cost as by looking at all of them")
    func takesTheSame() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<60 {
            var queue = LotQueue(), plain = PlainLots(), opened: Int32 = 0
            for _ in 0..<60 {
                if queue.isEmpty || random.chance(oneIn: 2) {
                    let lot = (units: FixedDecimal(random.int(1...9)), cost: FixedDecimal(random.int(0...40)))
                    try queue.append(Lot(row: UInt32(opened), opened: Day(number: opened), quantity: lot.units, cost: LotMoney(lot.cost)))
                    plain.lots.append(lot)
                    opened += 1
                    continue
                }
                // Mostly the same method some times over, as a ranking is kept.
                let method = random.chance(oneIn: 3) ? random.pick([LotMethod.fifo, .lifo, .average, .lofo]) : .hifo
                queue.prepare(for: method) { _, _ in }
                if method.isAverage { try plain.average() }
                // Lots of one activity are told as they stand among all, their part of a shared cost included.
                for lot in queue.openLots { #expect(queue.openLots(ofRow: lot.row).map { [$0.remaining, $0.remainingCost.own] } == [[lot.remaining, lot.remainingCost.own]]) }
                let index = method.next(&queue), expected = plain.next(method), lot = queue.lots[index]
                #expect(Int(lot.row) == expected, "\(method.name)")
                let units = random.chance(oneIn: 2) ? lot.remaining : try FixedDecimal.mulDiv(lot.remaining, 1, 3)
                let before = plain.lots[expected].cost
                try plain.take(units, expected)
                #expect(try queue.take(units, from: index).own == before - plain.lots[expected].cost, "\(method.name)")
                queue.compact()
                let open = plain.lots.filter { !$0.units.isZero }
                #expect(queue.openLots.map(\.remaining) == open.map(\.units) && queue.openLots.map(\.remainingCost.own) == open.map(\.cost))
            }
        }
    }

    @Test("Lots that come to stand before used up ones are the next", arguments: LotMethod.all)
    func beforeUsedUp(_ method: LotMethod) throws {
        var queue = LotQueue()
        for number in 5..<8 { try queue.append(Lot(row: UInt32(number), opened: Day(number: Int32(number)), quantity: 2, cost: LotMoney(3))) }
        while !queue.isEmpty {
            queue.prepare(for: method) { _, _ in }
            let index = method.next(&queue)
            _ = try queue.take(2, from: index)
        }
        try queue.insert(Lot(row: 1, opened: Day(number: 1), quantity: 2, cost: LotMoney(3)))
        queue.prepare(for: method) { _, _ in }
        #expect(method.next(&queue) == 0)
    }

    @Test("A lot that was taken back is not taken from", arguments: [LotMethod.hifo, .lofo])
    func takenBack(_ method: LotMethod) throws {
        let page = Page()
        try page.set("lot_method", method.name)
        try page.record(lines: "2020-01-02 buy A VTI 10 @ 10\n2020-01-03 sell A VTI 1 @ 12")
        let start = page.ledger.checkpoint()
        try page.record("2020-01-04 buy A VTI 1 @ \(method == .hifo ? 50 : 5)")
        page.ledger.rollback(to: start)
        try page.record("2020-01-05 sell A VTI 1 @ 12")
        #expect(try page.ledger.gains().map(\.gain) == [2, 2])
    }

    @Test("Ten thousand sales from ten thousand lots look at few lots each", arguments: [LotMethod.hifo, .lofo, .lifo, .average])
    func manyLots(_ method: LotMethod) throws {
        var queue = LotQueue()
        for number in 0..<10_000 {
            try queue.append(Lot(row: UInt32(number), opened: Day(number: Int32(number)), quantity: 3, cost: LotMoney(FixedDecimal(10 + number % 7))))
        }
        let start = ContinuousClock.now
        for _ in 0..<10_000 {
            queue.prepare(for: method) { _, _ in }
            let index = method.next(&queue)
            _ = try queue.take(min(2, queue.lots[index].remaining), from: index)
        }
        #expect(queue.quantity > 10_000 && queue.openCount < 10_000)
        // The square of so many takes minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("A sale notes the lots that it takes from, however many there are", arguments: LotMethod.all, [10, 100, 400])
    func notes(_ method: LotMethod, _ lots: Int) throws {
        let page = Page()
        try page.record("2020-01-01 deposit A 100000")
        try page.set("lot_method", method.name)
        for number in 0..<lots { try page.record("2020-01-02 buy A VTI 2 @ \(10 + number % 7)") }
        let start = page.ledger.checkpoint()
        for _ in 0..<5 { try page.record("2020-01-03 sell A VTI 1 @ 12") }
        let whole = page.ledger.undo.steps.contains { if case .replaced = $0 { true } else { false } }
        let noted = page.ledger.undo.steps.count { if case .lot = $0 { true } else { false } }
        #expect(!whole && noted <= 10, "\(noted)")
        page.ledger.rollback(to: start)
        #expect(try page.ledger.lots().allSatisfy { $0.remaining == 2 })
    }
}
