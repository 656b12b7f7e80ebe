@testable import Ledger
import Testing
import TestSupport
import Values

/// Going back to a checkpoint.
@Suite struct CheckpointTests {
    private func page() throws -> Page {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000
                2020-01-02 buy A VTI 10 @ 20 fee 1 notes b1
                2020-01-04 buy A VTI 6 @ 22 notes b2
                2020-01-05 sell A VTI 3 @ 25 notes s1
                2020-01-06 dividend A VTI 4
                """)
        return page
    }

    @Test(arguments: [
        "2020-01-07 sell A VTI 2 @ 26", "2020-01-07 sell A VTI 13 @ 26", "2020-01-07 buy A VTI 2 @ 26", "2020-01-03 buy A VTI 2 @ 26",
        "2020-01-03 sell A VTI 2 @ 26", "2020-01-07 dividend A VTI 5", "2020-01-07 deposit B 5", "2020-01-07 buy B BND 5 @ 1",
        "2020-01-01 tax A 5 currency EUR",
    ]) func oneActivity(_ line: String) throws {
        let page = try page()
        let before = try page.ledger.dump()
        let start = page.ledger.checkpoint()
        try page.record(line)
        _ = try page.ledger.dump()
        page.ledger.rollback(to: start)
        #expect(try page.ledger.dump() == before)
        #expect(try reloaded(page.ledger).dump() == before)
        try page.record(line)
        #expect(try page.ledger.dump() == reloaded(page.ledger).dump())
    }

    @Test func definitionsVoidsAndSettings() throws {
        let page = try page()
        let ledger = page.ledger
        let before = try ledger.dump()
        let (accounts, instruments, last) = (ledger.accounts, ledger.instruments, ledger.lastEntry)
        let start = ledger.checkpoint()
        try page.define(Account(name: "New", currency: .eur))
        try ledger.apply(.account(AccountID(1), Account(name: "Renamed", currency: .usd, allowShort: true)), id: page.nextID)
        try page.define(Instrument(symbol: "VTI", currency: .usd, multiplier: 10))
        try page.set("fees_in_cost", "false")
        try page.void(EntryID(6))
        _ = try ledger.dump()
        try page.record("2020-01-07 sell Renamed VTI 200 @ 26")
        #expect(try ledger.dump() != before)
        ledger.rollback(to: start)
        #expect(try ledger.dump() == before)
        #expect(ledger.accounts == accounts)
        #expect(ledger.instruments == instruments)
        #expect(ledger.lastEntry == last)
        #expect(ledger.settings.isEmpty)
        #expect(ledger.account(named: "A") == AccountID(1))
        #expect(ledger.account(named: "Renamed") == nil)
        #expect(ledger.account(named: "New") == nil)
        #expect(ledger.policy == Policy())
    }

    @Test func checkpointsNest() throws {
        let page = try page()
        let ledger = page.ledger
        let states = try [ledger.dump()]
        let outer = ledger.checkpoint()
        try page.record("2020-01-07 sell A VTI 2 @ 26")
        let middle = try ledger.dump()
        let inner = ledger.checkpoint()
        try page.record("2020-01-08 sell A VTI 2 @ 26")
        ledger.rollback(to: inner)
        #expect(try ledger.dump() == middle)
        let kept = ledger.checkpoint()
        try page.record("2020-01-08 sell A VTI 9 @ 26")
        ledger.release(kept)
        #expect(try ledger.holdings().map(\.quantity) == [2])
        ledger.rollback(to: outer)
        #expect(try ledger.dump() == states[0])
    }

    @Test func goingBackToAnOuterCheckpointEndsTheInnerOnes() throws {
        let page = try page()
        let before = try page.ledger.dump()
        let outer = page.ledger.checkpoint()
        try page.record("2020-01-07 sell A VTI 2 @ 26")
        _ = page.ledger.checkpoint()
        try page.record("2020-01-07 sell A VTI 2 @ 26")
        page.ledger.rollback(to: outer)
        #expect(try page.ledger.dump() == before)
        #expect(!page.ledger.undo.isActive)
        #expect(page.ledger.undo.steps.isEmpty)
    }

    @Test func anActMayTradeAndThenChoose() throws {
        let page = try page()
        let start = page.ledger.checkpoint()
        try page.record("2020-01-07 sell A VTI 2 @ 26")
        try page.set("fees_in_cost", "false")
        page.ledger.release(start)
        #expect(try page.ledger.dump() == reloaded(page.ledger).dump())
    }

    @Test func anActNotesWhatItTouchesOnce() throws {
        let page = try page()
        let before = try page.ledger.dump()
        let start = page.ledger.checkpoint()
        for number in 0..<300 {
            try page.record("2020-01-07 buy A VTI 1 @ \(number)")
            if number % 3 == 0 { try page.record("2020-01-07 sell A VTI 2 @ 20") }
        }
        #expect(page.ledger.undo.steps.count < 12)
        page.ledger.rollback(to: start)
        #expect(try page.ledger.dump() == before)
    }

    @Test func whatWasStaleIsStaleAgain() throws {
        let page = try page()
        let ledger = page.ledger
        try page.record("2020-01-03 buy A VTI 5 @ 1 notes late")
        let start = ledger.checkpoint()
        #expect(try ledger.lots().count == 3)
        try page.record("2020-01-03 buy A VTI 1 @ 1")
        try page.record("2020-01-08 sell A VTI 9 @ 30")
        _ = try ledger.dump()
        ledger.rollback(to: start)
        #expect(try ledger.dump() == reloaded(ledger).dump())
        #expect(try ledger.holdings().map(\.quantity) == [18])
    }

    /// Long queues, in which lots are cleared away while a checkpoint stands.
    @Test(arguments: [false, true]) func longQueuesComeBack(isShort: Bool) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<15 {
            let ledger = try emptyBook(allowShort: true)
            var number = 0
            func trade(opens: Bool, _ units: Int) throws {
                number += 1
                let trade = SimpleTrade(
                    day: number, entry: number, account: 0, symbol: 0, isBuy: opens != isShort, quantity: units * 100,
                    price: random.int(1...999), fee: random.int(0...3))
                try ledger.record(trade.activity)
            }
            for _ in 0..<random.int(0...60) { try trade(opens: true, 1) }
            if number > 0 { try trade(opens: false, random.int(1...number)) }
            let before = try ledger.dump()
            let start = ledger.checkpoint()
            let inner = random.chance(oneIn: 2) ? ledger.checkpoint() : nil
            for _ in 0..<random.int(0...80) { try trade(opens: true, 1) }
            try trade(opens: false, random.int(1...100))
            if let inner, random.chance(oneIn: 2) { ledger.release(inner) }
            for _ in 0..<random.int(0...80) { try trade(opens: true, 1) }
            try trade(opens: false, random.int(1...100))
            #expect(try ledger.dump() == reloaded(ledger).dump())
            if random.chance(oneIn: 3) {
                ledger.release(start)
                for _ in 0..<5 { try trade(opens: false, 3) }
                #expect(try ledger.dump() == reloaded(ledger).dump())
            } else {
                ledger.rollback(to: start)
                #expect(try ledger.dump() == before)
            }
        }
    }

    @Test func aViewKeepsShowingWhatItShowed() throws {
        let page = try page()
        let ledger = page.ledger
        let start = ledger.checkpoint()
        try page.record("2020-01-07 sell A VTI 2 @ 26 notes gone")
        let (activities, gains) = (ledger.activities, try ledger.gains())
        let shown = gains.map(\.gain)
        ledger.rollback(to: start)
        try page.record("2020-01-08 sell A VTI 1 @ 99 notes other")
        #expect(activities.notes(at: activities.count - 1) == "gone")
        #expect(gains.map(\.gain) == shown)
        #expect(ledger.activities.notes(at: ledger.activities.count - 1) == "other")
    }

    @Test func whatAnActCostsToTakeBackIsWhatItTouched() throws {
        let page = try page()
        for number in 0..<200 { try page.record("2020-02-01 buy A S\(number) 1 @ 1") }
        let start = page.ledger.checkpoint()
        try page.record("2020-02-02 sell A S7 1 @ 2")
        #expect(page.ledger.undo.steps.count < 8)
        page.ledger.rollback(to: start)
    }
}
