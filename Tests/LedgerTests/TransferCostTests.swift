@testable import Ledger
import Testing
import TestSupport
import Values

/// What transfers cost, and that they can be taken back, each by itself and all together.
@Suite("The cost of transfers") struct TransferCostTests {
    private func transfer(_ page: Page, _ quantity: FixedDecimal, _ from: String, _ to: String, _ date: String, _ group: String) throws {
        for (kind, account) in [("transfer_out", from), ("transfer_in", to)] {
            var draft = ActivityDraft(date: day(date), kind: kind, account: account, symbol: "VTI", quantity: quantity)
            draft.group = group
            try page.ledger.apply(.activity(page.ledger.resolve(draft, today: page.today)), id: page.nextID)
        }
    }

    private func split(_ page: Page, _ account: String, _ date: String) throws {
        var draft = ActivityDraft(date: day(date), kind: "split", account: account, symbol: "VTI")
        draft.ratio = Ratio("2:1")
        try page.ledger.apply(.activity(page.ledger.resolve(draft, today: page.today)), id: page.nextID)
    }

    private func page(lots: Int, _ settings: [(String, String)] = []) throws -> Page {
        let page = Page()
        try page.record("2020-01-01 deposit A 100000")
        try page.record("2020-01-01 deposit B 1")
        for (key, value) in settings { try page.set(key, value) }
        for number in 0..<lots { try page.record("2020-01-02 buy A VTI 1 @ \(10 + number % 7)") }
        return page
    }

    @Test("An act of many transfers notes what each of them moves, and no position as a whole twice", arguments: [50, 100, 200])
    func notes(_ count: Int) throws {
        let page = try page(lots: count), start = page.ledger.checkpoint()
        for number in 0..<count { try transfer(page, 1, "A", "B", "2020-01-03", "g\(number)") }
        let whole = page.ledger.undo.steps.count { if case .replaced = $0 { true } else { false } }
        let lots = page.ledger.undo.steps.reduce(0) { sum, step in
            switch step {
            case .replaced(_, let position): sum + position.long.lots.count
            case .transfer(_, let transfer): sum + (transfer?.lots.count ?? 0)
            case .lot: sum + 1
            default: sum
            }
        }
        #expect(whole <= 2 && lots <= 4 * count && page.ledger.undo.steps.count <= 12 * count, "\(whole) \(lots) \(page.ledger.undo.steps.count)")
        page.ledger.release(start)
    }

    @Test(
        "Acts of transfers, trades and splits can be taken back, and come to what a replay does", arguments: ["fifo", "lifo", "hifo", "lofo", "average", "pooled"], [false, true])
    func takenBack(_ method: String, _ washes: Bool) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(4) {
            let page = try page(lots: 4, [("lot_method", method), ("wash_sales", washes ? "true" : "false")])
            let before = try page.ledger.dump(), start = page.ledger.checkpoint()
            for number in 0..<25 {
                let date = "2020-02-\(10 + number / 2)", own = Bool.random(using: &random) ? "A" : "B"
                switch Int.random(in: 0..<6, using: &random) {
                case 0: _ = try? page.record("\(date) sell \(own) VTI 1 @ \(Int.random(in: 5...15, using: &random))")
                case 1: try page.record("\(date) buy \(own) VTI 2 @ \(Int.random(in: 5...15, using: &random))")
                case 2 where number % 5 == 0: try split(page, own, date)
                default: _ = try? transfer(page, 1, own, own == "A" ? "B" : "A", date, "g\(number)")
                }
            }
            let after = try page.ledger.dump()
            #expect(try reloaded(page.ledger).dump() == after)
            page.ledger.rollback(to: start)
            #expect(try page.ledger.dump() == before)
            #expect(try reloaded(page.ledger).dump() == before)
        }
    }
}

/// The order within a day, against the rule in its plainest form.
@Suite("The order of a day's activities") struct DayArrangementTests {
    /// The places in their new order by looking at all pairs.
    private func slowOrder(_ items: [DayArrangement.Item]) -> [Int] {
        var after = [[Int]](repeating: [], count: items.count), rather = after
        for (place, item) in items.enumerated() where item.isArrival {
            after[place] = items.indices.filter { items[$0].pair == item.pair && !items[$0].isArrival }
        }
        func areRelated(_ a: DayArrangement.Item, _ b: DayArrangement.Item) -> Bool {
            a.account == b.account || a.account == .every || b.account == .every || a.pair != nil && a.pair == b.pair
        }
        for place in items.indices {
            for other in 0..<place where !Set(items[place].instruments).isDisjoint(with: items[other].instruments) && areRelated(items[place], items[other]) {
                if items[place].passes(items[other]) { rather[other].append(place) } else { rather[place].append(other) }
            }
        }
        var order: [Int] = [], isDone = [Bool](repeating: false, count: items.count)
        func isFree(_ place: Int, _ waits: [[Int]]) -> Bool { waits[place].allSatisfy { isDone[$0] } }
        while order.count < items.count {
            let left = items.indices.filter { !isDone[$0] }
            let next = left.first { isFree($0, after) && isFree($0, rather) } ?? left.first { isFree($0, after) } ?? left[0]
            isDone[next] = true
            order.append(next)
        }
        return order
    }

    private func items(_ random: inout SeededRandom) -> [DayArrangement.Item] {
        var items: [DayArrangement.Item] = []
        for number in 0..<Int.random(in: 1...6, using: &random) {
            let instrument = InstrumentID(Int32.random(in: 1...2, using: &random))
            func account() -> AccountID { AccountID(Int32.random(in: 1...3, using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                let instruments = Bool.random(using: &random) ? [instrument] : [InstrumentID(1), InstrumentID(2)]
                items.append(DayArrangement.Item(account: Int.random(in: 0..<4, using: &random) == 0 ? .every : account(), instruments: instruments))
            } else {
                let from = account(), key = TransferKey(group: "g\(number)", instrument: instrument.rawValue)
                let to = AccountID(from.rawValue % 3 + 1)
                items.append(DayArrangement.Item(pair: key, isArrival: false, account: from, instruments: [instrument]))
                items.append(DayArrangement.Item(pair: key, isArrival: true, account: to, instruments: [instrument]))
            }
        }
        return items.shuffled(using: &random)
    }

    @Test("It is that of the rule in its plainest form")
    func order() {
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            let items = items(&random)
            #expect(DayArrangement.order(items) == slowOrder(items), "\(items)")
        }
    }

    @Test("Where units of each transfer leave before they arrive, as entered, arrivals of a holding come before departures, and all else of it stays")
    func arrivalsForward() {
        var random = SeededRandom.forTest(), moved = 0
        for _ in 0..<3000 {
            var items = items(&random)
            for (place, item) in items.enumerated() where item.isArrival {
                if let departure = items.indices.first(where: { $0 > place && items[$0].pair == item.pair }) { items.swapAt(place, departure) }
            }
            let order = DayArrangement.order(items)
            for (earlier, place) in order.enumerated() {
                for other in order[earlier...] where other < place {
                    let (first, second) = (items[place], items[other])
                    let isOfOne = first.account == second.account || first.account == .every || second.account == .every
                    guard isOfOne, !Set(first.instruments).isDisjoint(with: second.instruments) else { continue }
                    moved += 1
                    #expect(first.isArrival && second.pair != nil && !second.isArrival, "\(items)")
                }
            }
        }
        #expect(moved > 100)
    }

    @Test("A day of ten thousand transfers is put in order at once")
    func manyTransfers() {
        let items = (0..<10_000).map { number in
            DayArrangement.Item(
                pair: TransferKey(group: "g\(number / 2)", instrument: 1), isArrival: number % 2 == 0, account: AccountID(number % 2 == 0 ? 2 : 1),
                instruments: [InstrumentID(1)])
        }
        let start = ContinuousClock.now, order = DayArrangement.order(items)
        #expect(order.count == items.count)
        // The square of so many takes minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("A day is known to be crossed just where two of its transfers would have to change places")
    func crossing() {
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            let items = items(&random).filter { $0.pair != nil }
            // Some are of an hour, which comes before their number.
            let hours = items.indices.map { ($0, Int.random(in: 0..<3, using: &random)) }
            func precedes(_ a: Int32, _ b: Int32) -> Bool { (hours[Int(a)].1, a) < (hours[Int(b)].1, b) }
            var day = DayTransfers()
            for place in items.indices {
                let own = items[place]
                let crosses = (0..<place).contains { other in
                    precedes(Int32(place), Int32(other)) ? items[other].passes(own) : own.passes(items[other])
                }
                let inverts = (0..<place).contains { other in
                    items[other].pair == own.pair && items[other].isArrival != own.isArrival && precedes(Int32(place), Int32(other)) == own.isArrival
                }
                let order = day.add(Int32(place), own, precedes: precedes, item: { items[Int($0)] })
                #expect(order.isCrossed == crosses && order.isInverted == inverts)
            }
        }
    }
}
