import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Syncing rates from Lua")
struct SyncRatesTests {
    private static let history = """
        Date,USD,JPY,GBP,SEK,
        2014-12-31,1.2141,145.23,0.7789,9.393,
        2014-12-30,1.2160,145.21,0.7825,9.4324,
        2014-10-28,1.2748,137.79,0.7893,9.2927,
        2014-10-24,1.2659,136.92,0.78935,9.2473,
        2014-10-22,1.2693,135.97,0.78945,9.2145,

        """

    private func zip(_ text: String, _ name: String = "eurofxref-hist.csv") -> LoopbackServer.Answer {
        .bytes(200, SmallArchive.stored([(name, text)]))
    }

    /// A book in dollars with an account in pounds, its server telling the whole history.
    private func start(clock: String? = nil) throws -> MarketCase {
        let market = try MarketCase(clock: clock)
        market.serve("ORCL", YahooPage([("2014-12-30", "45.34")]))
        market.serve("/ecb/eurofxref-hist.zip", zip(Self.history))
        return market
    }

    @Test("A book of one currency needs none; of two, those of the two and no other, from shortly before its first day")
    func needed() throws {
        let market = try start()
        #expect(try market.verdicts() == ["ORCL ok"])
        try market.session.run("account{name='London', currency='GBP'}")
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* ok"])
        #expect(
            try market.session.text("last[2].provider, last[2].category, last[2].from, last[2].to, last[2].quotes, last[2].new, last[2].message")
                == "ecb, rates, 2014-10-24, 2014-12-31, 8, 8, GBP, USD")
        #expect(
            try market.session.text("#rates{}, #rates{currency='GBP'}, #rates{currency='JPY'}, rates{currency='USD'}:last('rate'), rates{}[1].source")
                == "8, 4, 0, 1.2141, ecb")
        #expect(try market.session.text("convert{amount=money(100, 'GBP'), to='USD', on='2014-12-31'}") == "155.873667993323918346 USD")
        // What there is up to today is not asked for again.
        let asked = market.paths.filter { $0.contains("ecb") }.count
        #expect(try market.verdicts() == ["ORCL ok"])
        #expect(market.paths.filter { $0.contains("ecb") }.count == asked)
        // Of a span that is named, all is; nobody asks for rates where symbols are named or none are wanted.
        #expect(try market.verdicts("from='2014-12-30', to='2014-12-30'") == ["ORCL ok", "EUR/* ok"])
        #expect(try market.session.text("last[2].quotes, last[2].new") == "2, 0")
        #expect(try market.verdicts("rates=false") == ["ORCL ok"] && market.verdicts("symbol='ORCL'") == ["ORCL ok"])
        #expect(try market.verdicts("symbol='ORCL', rates=true") == ["ORCL ok"])
    }

    @Test("For the last day the small file of one day does")
    func oneDay() throws {
        let market = try start(clock: "2014-12-31")
        try market.session.run("account{name='London', currency='GBP'}")
        for (currency, rate) in [("USD", "1.2160"), ("GBP", "0.7825")] {
            for day in ["2014-10-24", "2014-12-30"] {
                try market.session.run("rate{from='EUR', to='\(currency)', date='\(day)', rate=D'\(rate)', source='ecb'}")
            }
        }
        market.serve("/ecb/eurofxref.zip", zip("Date, USD, JPY, GBP, \n31 December 2014, 1.2141, 145.23, 0.7789, \n", "eurofxref.csv"))
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* ok"])
        #expect(market.paths.last == "/ecb/eurofxref.zip")
        #expect(try market.session.text("last[2].from, last[2].new, rates{currency='GBP'}:last('rate')") == "2014-12-31, 2, 0.7789")
    }

    @Test("A currency that the central bank does not tell is asked of Yahoo, again from its last days on")
    func pairs() throws {
        let market = try start()
        try market.session.run("account{name='Taipei', currency='TWD'} account{name='London', currency='GBP'}")
        market.serve("TWDUSD=X", YahooPage([("2014-10-24", "0.03289"), ("2014-12-30", "0.03141")]))
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* ok", "TWD/USD ok"])
        #expect(try market.session.text("rate('TWD', 'USD').rate, rate('TWD', 'USD').source, rate('TWD', 'GBP').source") == "0.03141, yahoo, yahoo, ecb")
        #expect(try market.verdicts() == ["ORCL ok", "TWD/USD ok"])
        #expect(market.lastStart == "2014-12-24")
        // Where somebody keeps the rates by hand nobody is asked; where nobody knows them that is a verdict.
        try market.session.run("account{name='Miles', currency='XPT'} account{name='Dirhams', currency='AED'} rate{from='XPT', to='USD', date='2014-12-01', rate=1200}")
        #expect(try market.verdicts() == ["ORCL ok", "AED/USD unknown_symbol", "TWD/USD ok", "XPT/USD skipped"])
        #expect(try market.message("XPT/USD") == "the book has rates of its own for it")
    }

    @Test("A base currency that only Yahoo tells is linked to the others by the dollar")
    func hub() throws {
        let market = try start()
        try market.session.run("setting('base_currency', 'TWD') account{name='London', currency='GBP'}")
        market.serve("TWDUSD=X", YahooPage([("2014-12-30", "0.03141")]))
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* ok", "TWD/USD ok"])
        #expect(try market.session.text("table.concat(rate('GBP', 'TWD').path, ' ')") == "GBP EUR USD TWD")
    }

    @Test("Bytes that are no archive, and a server that is down, are verdicts beside the quotes, which are kept")
    func failures() throws {
        let market = try start()
        try market.session.run("account{name='London', currency='GBP'}")
        market.serve("/ecb/eurofxref-hist.zip", .whole(200, "<html>"))
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* malformed"])
        #expect(try market.message("EUR/*").hasPrefix("the ECB's file is no zip archive"))
        market.serve("/ecb/eurofxref-hist.zip", .whole(403, "no"))
        #expect(try market.verdicts() == ["ORCL ok", "EUR/* refused"])
        #expect(try market.session.text("#quotes{}, #rates{}") == "1, 0")
    }

    @Test("A wrong rate is taken away again")
    func removal() throws {
        let session = try ScriptSession.small()
        try session.run("rate{from='EUR', to='USD', date='2014-03-03', rate=13.7} rate{from='EUR', to='USD', date='2014-03-03', rate=1.37, source='ecb'}")
        #expect(try session.text("rate('EUR').rate, rate{from='EUR', date='2014-03-03', remove=true}, rate('EUR').rate") == "13.7, true, 1.37")
        #expect(
            try session.text("rate{from='EUR', date='2014-03-03', remove=true}, rate{from='EUR', to='USD', date='2014-03-03', source='ecb', remove=true}, #rates{}")
                == "false, true, 0")
        #expect(try session.message("rate{from='EUR', remove=true}") == "rate: date is missing (say of which day; rates{currency=\"EUR\"} shows what there is)")
        #expect(try session.message("rate{from='EUR', date='2014-03-03', rate=1, remove=true}").hasPrefix("rate: remove takes no rate"))
    }
}
