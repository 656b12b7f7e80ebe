@testable import Ledger
import Testing
import TestSupport
import Values
@testable import Worth

/// What can be asked beside holdings, lots, gains and cash.
@Suite struct QueryTests {
    private func page() throws -> Page {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000 fee 2
                2020-01-02 buy A VTI 10 @ 20 fee 1
                2020-01-03 withdrawal A 30
                2020-01-04 buy A VTI 1 @ 21 subtype opening
                2020-01-05 sell A VTI 4 @ 25 fee 1 tax 2
                2020-01-06 dividend A VTI 10 @ 0.5 tax 1
                2020-01-07 deposit A 5 status pending
                """)
        return page
    }

    @Test func contributionsAreWhatTheOwnerBroughtIn() throws {
        let ledger = try page().ledger
        #expect(try ledger.contributions().map(\.amount) == [1000, -30, 21])
        #expect(try ledger.contributions(from: day("2020-01-02"), to: day("2020-01-03")).map(\.amount) == [-30])
        #expect(try ledger.contributions().map(\.date) == [day("2020-01-01"), day("2020-01-03"), day("2020-01-04")])
    }

    @Test func moneyOfActivities() throws {
        let ledger = try page().ledger
        var money = CashEffects(ledger)
        let rows = 0..<ledger.activities.count
        #expect(try rows.map { try money.gross(at: $0) } == [1000, 200, 30, 21, 100, 5, 5])
        #expect(try rows.map { try money.effect(at: $0) } == [998, -201, -30, 0, 97, 4, 5])
    }

    @Test func effectsOfAnActivity() throws {
        let ledger = try page().ledger
        let sale = ledger.activities.id(at: 4)
        let effects = try ledger.effects(of: sale)
        #expect(effects.map(\.target) == [.relieve, .tax, .cash])
        #expect(effects.map(\.amount) == [-99, 2, 97])
        #expect(effects.map(\.quantity) == [4, 0, 0])
        #expect(throws: LedgerError.notAnActivity(EntryID(1))) { try ledger.effects(of: EntryID(1)) }
        #expect(throws: LedgerError.unknownEntry(EntryID(99))) { try ledger.effects(of: EntryID(99)) }
    }

    @Test func aVisitToManyDaysSeesWhatEachDaySaw() throws {
        var random = SeededRandom.forTest()
        let ledger = try emptyBook(allowShort: true)
        for trade in SimpleTrade.random(60, allowShort: true, &random) { try ledger.record(trade.activity) }
        let days = (0...62).map { Day(number: 17_999 + Int32($0)) }
        var visited: [Day] = []
        try ledger.visit(days) { day, state in
            visited.append(day)
            let (holdings, lots, cash) = try (ledger.holdings(on: day), ledger.lots(on: day), ledger.cash(on: day))
            #expect(state.holdings() == holdings)
            #expect(state.lots() == lots)
            #expect(try state.cash() == cash)
        }
        #expect(visited == days)
    }

    @Test func aValuationWithoutAPriceIsUnknown() throws {
        let unknown = Valuation(quantity: 10, cost: 200, multiplier: 1, price: nil)
        #expect((unknown.marketValue, unknown.unrealizedGain, unknown.unrealizedShare) == (nil, nil, nil))
        let known = Valuation(quantity: 2, cost: 300, multiplier: 100, price: decimal("1.2"))
        #expect(known.marketValue == 240)
        #expect(known.unrealizedGain == -60)
        #expect(known.unrealizedShare == decimal("-0.2"))
        let short = Valuation(quantity: -5, cost: -150, multiplier: 1, price: 24)
        #expect(short.unrealizedGain == 30)
        #expect(short.unrealizedShare == decimal("0.2"))
        #expect(Valuation(quantity: 5, cost: 0, multiplier: 1, price: 2).unrealizedShare == nil)
        let beyond = Valuation(quantity: .greatest, cost: 0, multiplier: 1, price: 2)
        #expect(beyond.marketValue == nil && beyond.unrealizedGain == nil && beyond.unrealizedShare == nil)
    }

    @Test func pairsAreFoundAgain() {
        var random = SeededRandom.forTest()
        var index = PairIndex()
        var known: [[Int32]: UInt32] = [:]
        for number in 0..<3000 {
            let pair = [Int32(random.int(0...200)), Int32(random.int(0...5000) * (random.chance(oneIn: 2) ? 1 : 65_536))]
            #expect(index.find(pair[0], pair[1]) == known[pair])
            if known[pair] == nil {
                index.insert(pair[0], pair[1], UInt32(number))
                known[pair] = UInt32(number)
            }
        }
        #expect(known.allSatisfy { index.find($0.key[0], $0.key[1]) == $0.value })
        #expect(index.count == known.count)
    }
}
