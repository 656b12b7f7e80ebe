import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Providers that scripts define")
struct ScriptedProviderTests {
    private let market: MarketCase
    private var session: ScriptSession { market.session }

    init() throws {
        market = try MarketCase()
        try session.run("instrument{symbol='HOUSE', kind='other', currency='GBP', provider='mine'} instrument{symbol='BOAT', provider='mine', provider_symbol='b-1'}")
    }

    @Test("A history is kept as anybody's, pence as pounds, of the days asked for and no others")
    func history() throws {
        try session.run(
            """
            provider.define{name="Mine", summary="The agent's list.", history=function(symbol, from, to)
                asked = symbol .. " " .. tostring(from) .. " " .. tostring(to)
                if symbol == "b-1" then return nil end
                return {{date="2001-01-01", close=1}, {date="2014-12-30", close=25050, high=25100, low=D"25000", currency="GBp"}, {date=to, close=250.75, volume=3}}
            end}
            """)
        #expect(try market.verdicts("symbol={'HOUSE', 'BOAT'}, from='2014-12-30'") == ["HOUSE ok", "BOAT nothing"])
        #expect(try session.text("asked, last[1].provider, last[1].quotes") == "b-1 2014-12-30 2014-12-31, mine, 2")
        #expect(
            try session.text("quotes{symbol='HOUSE'}[1].close, quotes{symbol='HOUSE'}[1].high, quotes{symbol='HOUSE'}[1].currency, quotes{symbol='HOUSE'}[2].source")
                == "250.5, 251, GBP, mine")
        #expect(try session.text("providers():where{id='mine'}[1].knows, providers():where{id='mine'}[1].summary") == "latest, history, The agent's list.")
        #expect(market.paths.isEmpty)
    }

    @Test("One that knows the price of now only is asked for that")
    func latest() throws {
        try session.run("provider.define{name='mine', latest=function(symbol, day) return {date=day, close=7} end}")
        #expect(try market.verdicts("symbol='BOAT'") == ["BOAT ok"])
        #expect(try session.text("quote('BOAT').close, quote('BOAT').date, last[1].quotes") == "7, 2014-12-31, 1")
    }

    @Test(
        "What its function gets wrong is the verdict of the symbol, and stops no other",
        arguments: [
            ("error('the site is down')", "provider mine: history: the site is down"),
            ("error{kind='site', message='gone'}", "provider mine: history: gone"),
            ("return 5", "provider mine: history gave a number; it gives a list of tables such as {date=\"2014-03-03\", close=31.20}"),
            ("return {{close=5}}", "provider mine: row 1: it lacks a date; a row is a table such as {date=\"2014-03-03\", close=31.20}"),
            ("return {{date=to, close=1}, {date=to, close=0}}", "provider mine: row 2: it lacks a close above zero; a row is a table such as {date=\"2014-03-03\", close=31.20}"),
            ("return {{date='soon', close=1}}", "provider mine: row 1: date: "),
            ("return {{date=to, clsoe=1}}", "provider mine: row 1: there is no field clsoe; did you mean \"close\"?"),
            ("return {{date=to, close='much'}}", "provider mine: row 1: close is a string, and no number"),
            ("return sync{}", "provider mine: history: sync: a provider cannot ask the network through luca while it is asked itself"),
        ])
    func mistakes(body: String, sentence: String) throws {
        market.serve("ORCL", YahooPage([("2014-12-30", "45.34")]))
        try session.run("provider.define{name='mine', history=function(symbol, from, to) \(body) end}")
        #expect(try market.verdicts("symbol={'BOAT', 'ORCL'}") == ["BOAT malformed", "ORCL ok"])
        let message = try market.message("BOAT")
        #expect(message.hasPrefix(sentence), "\(message)")
    }

    @Test("A price in another currency is a verdict of its own")
    func currency() throws {
        try session.run("provider.define{name='mine', history=function(symbol, from, to) return {{date=to, close=1, currency='EUR'}} end}")
        #expect(try market.verdicts("symbol='HOUSE'") == ["HOUSE wrong_currency"])
        #expect(try market.message("HOUSE") == "provider mine has HOUSE in EUR, and the book in GBP")
    }

    @Test("It may take the place of one of luca's, and can be searched")
    func placeAndSearch() throws {
        try session.run(
            """
            provider.define{name="yahoo", history=function(s, from, to) return {{date=to, close=9}} end,
                search=function(text) return {{symbol="X" .. text, name="The X", kind="etf", currency="EUR"}} end}
            """)
        #expect(try market.verdicts("symbol='ORCL'") == ["ORCL ok"])
        #expect(try session.text("provider.search('y')[1].symbol, provider.search('y')[1].kind, provider.search('y')[1].currency") == "Xy, etf, EUR")
        #expect(market.paths.isEmpty)
        for (source, sentence) in [
            ("provider.search{text='a', provider='stooq'}", "stooq cannot be searched"), ("provider.search(' ')", "provider.search: text is empty"),
            ("provider.define{name='manual', history=print}", "provider.define: name: manual means something else"),
            ("provider.define{name='Import-x', history=print}", "provider.define: name must be a name of letters"),
            ("provider.define{name='x'}", "provider.define: history is missing"),
        ] {
            let message = try session.message(source)
            #expect(message.hasPrefix(sentence), "\(message)")
        }
    }

    @Test("Yahoo is searched on the network")
    func search() throws {
        market.serve("/yahoo/v1/finance/search", .whole(200, #"{"quotes":[{"symbol":"ORCL","longname":"Oracle","exchDisp":"NYSE","quoteType":"EQUITY"}]}"#))
        #expect(try session.text("provider.search('oracle')[1].symbol, provider.search('oracle')[1].exchange, provider.search('oracle')[1].kind") == "ORCL, NYSE, stock")
        #expect(try session.sentence("search oracle").contains("Oracle"))
        #expect(market.server.requests.first?.query.hasPrefix("q=oracle") == true)
    }
}
