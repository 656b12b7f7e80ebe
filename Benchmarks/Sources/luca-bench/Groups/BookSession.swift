import Foundation
import Ledger
import LuaSurface
import Scripting
import Storage
import Values

/// What questions and a trade cost once a book is loaded, in this process.
struct BookSession {
    private let size: Size
    private let settings: Settings
    private let book: String

    init(_ bench: BookBench, _ size: Size) {
        (self.size, settings, book) = (size, bench.settings, bench.path(size))
    }

    func rows() throws -> [Row] {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2030-01-01")
        let runtime = try Runtime(configuration)
        defer { runtime.close() }
        try runtime.openBook(at: book)
        let cold = try measureOnce { try evaluate("holdings{} gains{}:sum('gain')", runtime) }
        let first = Row.Reference(name: "the first question", measured: cold, isOwn: true)
        return try questions(runtime, first) + recording(runtime, first)
    }

    private func evaluate(_ code: String, _ runtime: Runtime) throws -> UInt64 {
        _ = try runtime.evaluate(code, name: "=bench", source: "bench")
        return 0
    }

    /// Questions that were not asked before in this session, a different one at each turn, and the first one again.
    private func questions(_ runtime: Runtime, _ first: Row.Reference) throws -> [Row] {
        var turn = 0
        func next(_ code: @escaping (Int) -> String) -> Subject {
            Subject("next", operations: 1) {
                turn += 1
                return try evaluate(code(turn), runtime)
            }
        }
        let year = try measure([next { "holdings{} gains{from=date(2012, 1, \(1 + $0 % 28)) + \($0), to=date(2013, 1, 1) + \($0)}:sum('gain')" }], settings)[0]
        let all = try measure([next { "gains{from=date(2010, 1, 1) + \($0)}:by('symbol'):sum('gain')" }], settings)[0]
        let again = try measure([Subject("again", operations: 1) { try evaluate("holdings{} gains{}:sum('gain')", runtime) }], settings)[0]
        let budget: Budget? = size.trades == 100_000 ? .milliseconds(3) : size.trades == 1_000_000 ? .milliseconds(10) : nil
        return [
            Row("next question, holdings and a year of gains, \(size.name)", year, against: first, budget: budget),
            Row("next question, all gains by symbol, \(size.name)", all, against: first, budget: budget),
            Row("the same question again, \(size.name)", again, against: first, budget: size.trades <= 1_000_000 ? .milliseconds(1) : nil),
        ]
    }

    private func recording(_ runtime: Runtime, _ first: Row.Reference) throws -> [Row] {
        let symbol = try runtime.requireBook().ledger.instruments[0].symbol, account = try runtime.requireBook().ledger.accounts[0].name
        let trade = "buy{date='2029-01-02', account='\(account)', symbol='\(symbol)', quantity=1, price=10} "
        let recording = try measure([Subject("record one", operations: 1) { try evaluate(trade + "return #holdings{}", runtime) }], settings)[0]
        // In turns, so that a trade pays for what a branch before it left behind.
        let both = try measure(
            [
                Subject("trade", operations: 1) { try evaluate(trade + "return #holdings{}", runtime) },
                Subject("what if", operations: 1) { try evaluate("return whatif(function() \(trade) return #holdings{} end)", runtime) },
            ], settings)
        let isMillion = size.trades == 1_000_000
        return [
            Row("record one trade and show holdings, \(size.name)", recording, against: first, budget: isMillion ? .milliseconds(2) : nil),
            Row(
                "whatif with one trade, \(size.name)", both[1], against: .init(name: "the trade itself, in turn", measured: both[0], isOwn: true),
                budget: isMillion ? .seconds(both[0].value + 0.010) : nil),
        ]
    }
}
