import Foundation
import LuaKit
import LuaSurface
import TestSupport
import Testing

@Suite("Ctrl-C while a server takes its time", .serialized)
struct SyncStopTests {
    private let market: MarketCase
    private var session: ScriptSession { market.session }

    init() throws {
        market = try MarketCase()
        market.serve("ORCL", YahooPage([("2014-12-30", "45.34")]))
    }

    /// A state whose `interrupt` another thread may call.
    private struct Stop: @unchecked Sendable {
        let state: LuaState
    }

    /// Interrupts once a request of a path has come, and makes sure that the statement ends long before the request would.
    private func interrupt(at path: String, _ source: String) throws {
        let stop = Stop(state: session.runtime.lua), server = market.server
        let rung = Rung(), asked = server.requests.count { $0.path == path }
        Thread.detachNewThread {
            guard (try? wait(for: path) { server.requests.count { $0.path == path } > asked }) != nil else { return }
            rung.ring()
            stop.state.interrupt()
        }
        try session.expectNothingRecorded {
            let failure = try session.failure(source)
            #expect(failure.kind == "interrupted")
            // The request itself would end after twenty seconds, and be made again.
            #expect(rung.age < .seconds(10), "it took \(rung.age)")
        }
        #expect(try session.text("1 + 1") == "2", "the interrupt was received")
    }

    @Test("A slow price ends the sync, and what came before it is not kept; the next sync asks as if nothing had been")
    func price() throws {
        try session.run("instrument{symbol='SLOW', kind='stock'} buy{date='2014-12-01', account='Brokerage', symbol='SLOW', quantity=1, price=1}")
        market.serve("/yahoo/v8/finance/chart/SLOW", .silent)
        try interrupt(at: "/yahoo/v8/finance/chart/SLOW", "sync{}")
        try interrupt(at: "/yahoo/v8/finance/chart/SLOW", "pcall(sync) deposit{account='Brokerage', amount=1}")
        market.serve("SLOW", YahooPage([("2014-12-30", "1")]))
        #expect(try market.verdicts("rates=false") == ["ORCL ok", "SLOW ok"])
    }

    @Test("So does a slow rate, and a slow search")
    func others() throws {
        try session.run("account{name='Euro', currency='EUR'}")
        market.serve("/ecb/eurofxref-hist.zip", .silent)
        try interrupt(at: "/ecb/eurofxref-hist.zip", "sync{}")
        market.serve("/yahoo/v1/finance/search", .silent)
        try interrupt(at: "/yahoo/v1/finance/search", "provider.search('oracle')")
        market.serve("/yahoo/v1/finance/search", .whole(200, #"{"quotes":[{"symbol":"ORCL","longname":"Oracle"}]}"#))
        #expect(try session.text("provider.search('oracle')[1].symbol") == "ORCL")
    }

    @Test("Within a provider that a script defined it ends all, and so does a limit")
    func scripted() throws {
        try session.run(
            """
            provider.define{name="mine", history=function() ring() while true do pcall(function() while true do end end) end end}
            instrument{symbol="X", provider="mine"} instrument{symbol="Y", provider="mine"}
            """)
        for (limit, kind) in [(nil, "interrupted"), (200_000, "limit")] as [(Int?, String)] {
            session.runtime.lua.limitInstructions(limit)
            session.runtime.console.output = { [state = session.runtime.lua] _ in if limit == nil { state.interrupt() } }
            try session.run("ring = function() print('.') end")
            try session.expectNothingRecorded {
                session.runtime.lua.limitInstructions(limit)
                let failure = try session.failure("pcall(sync, {symbol={'X', 'Y', 'ORCL'}}) deposit{account='Brokerage', amount=1}")
                #expect(failure.kind == kind, "\(failure.message)")
                session.runtime.lua.limitInstructions(nil)
            }
        }
    }
}

/// When a bell was rung.
private final class Rung: @unchecked Sendable {
    private let lock = NSLock()
    private var moment: ContinuousClock.Instant?

    func ring() { lock.withLock { moment = .now } }

    /// How long ago; a long time where it was not.
    var age: Duration { lock.withLock { moment.map { .now - $0 } ?? .seconds(3600) } }
}
