import Testing
import Values

@testable import Ledger

/// Whoever waits for what is computed from a whole book is told how far that is, and may end it.
struct ReplayWatchTests: SmallBook {
    private func book() throws -> Ledger {
        let ledger = try emptyBook(allowShort: false)
        for number in 0..<70_000 { try ledger.record(activity(Int32(number / 100), .deposit, a, nil, amount: 1)) }
        try ledger.record(activity(800, .buy, a, x, 10, price: 5))
        try ledger.record(activity(801, .sell, a, x, 4, price: 7))
        return ledger
    }

    /// What a replay told, in order.
    private final class Told {
        var stages: [[Int]] = []
    }

    @Test("It is told of every 65,536 activities and of the end; ended, it computes nothing, and everything when asked again", arguments: [false, true])
    func replay(isBackDated: Bool) throws {
        let ledger = try book(), told = Told()
        let before = try [ledger.gains(), ledger.gains(from: nil, to: day("2030-01-01"))].map(\.count)
        if isBackDated { try ledger.record(activity(0, .deposit, a, nil, amount: 1)) }
        try ledger.apply(.setting(key: "lot_method", value: "hifo"), id: ledger.nextEntry)
        var mayGoOn = false
        ledger.replayWatch = { done, total in
            told.stages.append([done, total])
            return mayGoOn
        }
        let count = ledger.activities.count
        #expect(throws: LedgerError.interrupted) { try ledger.gains() }
        #expect(told.stages == [[65_535, count], [count, count]])
        #expect(throws: LedgerError.interrupted) { try ledger.holdings() }
        mayGoOn = true
        #expect(try [ledger.gains(), ledger.gains(from: nil, to: day("2030-01-01"))].map(\.count) == before)
        told.stages = []
        // What is known is not computed again.
        _ = try ledger.holdings()
        #expect(told.stages.isEmpty)
    }

    @Test("So are a state of the past and a history")
    func others() throws {
        let ledger = try book()
        ledger.replayWatch = { _, _ in false }
        #expect(throws: LedgerError.interrupted) { try ledger.holdings(on: Day(number: 18_800)) }
        #expect(throws: LedgerError.interrupted) { try History(ledger) }
        ledger.replayWatch = nil
        #expect(try ledger.holdings(on: Day(number: 18_800)).map(\.quantity) == [10])
        _ = try History(ledger)
    }

    @Test("An entry whose check is ended is not recorded")
    func recording() throws {
        let ledger = try book()
        try ledger.apply(.setting(key: "lot_method", value: "hifo"), id: ledger.nextEntry)
        let last = ledger.lastEntry
        ledger.replayWatch = { _, _ in false }
        #expect(throws: LedgerError.interrupted) { try ledger.record(activity(802, .sell, a, x, 4, price: 7)) }
        #expect(ledger.lastEntry == last)
        ledger.replayWatch = nil
        try ledger.record(activity(802, .sell, a, x, 4, price: 7))
        #expect(try ledger.holdings().map(\.quantity) == [2])
    }
}
