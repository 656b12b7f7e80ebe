import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Watching prices")
struct WatchTests {
    private let market: MarketCase
    private var session: ScriptSession { market.session }

    init() throws {
        market = try MarketCase()
        try session.run("instrument{symbol='NVDA', name='Nvidia'} instrument{symbol='IBM', kind='stock'}")
    }

    @Test("What is watched is synced without being held, and a price that went too far is told after the sync")
    func alerts() throws {
        market.serve("NVDA", YahooPage([("2014-12-30", "20"), ("2014-12-31", "21.5")]))
        #expect(try session.text("#watch()") == "0")
        try session.run("watch{symbol='NVDA', above=21, below=15}")
        #expect(try market.verdicts("rates=false") == ["ORCL unknown_symbol", "NVDA ok"])
        #expect(try market.warnings == ["price_alert: NVDA was at 21.5 USD on 2014-12-31: above 21"])
        #expect(try session.text("watch()[1].price, watch()[1].change, watch()[1].alert, watch()[1].above, watch()[1].name") == "21.5, 0.075, above 21, 21, Nvidia")
        #expect(try session.text("watch{on='2014-12-30'}[1].price, watch{on='2014-12-30'}[1].alert") == "20, nil")
        // What is watched is answered alone, and what is left when one is taken off.
        #expect(
            try session.text("table.concat(watch{symbol='IBM', above=5}:list('symbol'), ' '), table.concat(watch{symbol='IBM', remove=true}:list('symbol'), ' ')") == "IBM, NVDA")
        try session.run("watch{symbol='NVDA', below=30}")
        #expect(try session.text("watch()[1].alert, watch()[1].above") == "below 30, nil")
        try session.run("watch{symbol='NVDA', remove=true}")
        #expect(try session.text("#watch()") == "0")
        #expect(try session.message("watch{symbol='NVDA', remove=true}").contains("NVDA is not watched"))
        #expect(try market.verdicts("rates=false") == ["ORCL unknown_symbol"])
    }

    @Test("The list goes by sentences, too, and keeps its order")
    func sentences() throws {
        _ = try session.sentence("watch IBM above 150.50 below 100")
        _ = try session.sentence("watch NVDA")
        #expect(
            try session.text("table.concat(watch():list('symbol'), ' '), watch()[1].above, watch()[1].below, setting('watch_list')") == "IBM NVDA, 150.5, 100, IBM>150.5<100 NVDA")
        _ = try session.sentence("watch IBM below 90")
        #expect(try session.text("table.concat(watch():list('symbol'), ' ')") == "IBM NVDA")
        _ = try session.sentence("unwatch IBM")
        #expect(try session.sentence("watch").contains("NVDA") && !session.sentence("watch").contains("IBM"))
    }

    @Test(
        "Every mistake gets a sentence",
        arguments: [
            ("watch('NVDB')", "unknown symbol \"NVDB\"; did you mean \"NVDA\"?"), ("watch{symbol='NVDA', above=0}", "watch: above must be above zero, got 0"),
            ("watch{symbol='NVDA', remove=true, above=3}", "watch: remove takes no above"),
            ("watch{above=3}", "watch: symbol is missing"),
        ])
    func mistakes(source: String, sentence: String) throws {
        let message = try session.message(source)
        #expect(message.hasPrefix(sentence), "\(message)")
    }
}
