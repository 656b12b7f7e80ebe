import Foundation
import Ledger
import LuaKit
import LuaSurface
import Session
import TestSupport
import Testing
import Values
@testable import LuaMarket
@testable import Scripting
@testable import Storage

@Suite("Syncing prices from Lua")
struct SyncTests {
    private let market: MarketCase
    private var session: ScriptSession { market.session }

    init() throws { market = try MarketCase() }

    private let december = YahooPage([("2014-09-22", "38.5"), ("2014-12-29", "45.61"), ("2014-12-30", "45.34"), ("2014-12-31", "44.97")])

    @Test("Each symbol has a verdict, in the order of the book, and one that fails stops no other")
    func verdicts() throws {
        try session.run(
            """
            for symbol, fields in pairs{GBP={currency="USD"}, BADSYM={kind="stock"}, ODD={kind="stock"}, EMPTY={kind="stock"}, DOWN={provider="stooq"}, BUSY={provider="coingecko"},
                LOST={provider="yaho"}, NOKEY={provider="alphavantage"}, GONE={kind="stock"}} do
                fields.symbol = symbol
                instrument(fields)
            end
            instrument{symbol="CD", kind="deposit"}
            instrument{symbol="ORCL150117C45", kind="option", underlying="ORCL", strike=45, expires="2015-01-17", right="call"}
            for _, symbol in ipairs{"GBP", "BADSYM", "ODD", "EMPTY", "DOWN", "BUSY", "LOST", "NOKEY", "CD", "ORCL150117C45"} do
                buy{date="2014-12-01", account="Brokerage", symbol=symbol, quantity=1, price=10}
            end
            buy{date="2014-01-02", account="Brokerage", symbol="GONE", quantity=1, price=10}
            sell{date="2014-02-03", account="Brokerage", symbol="GONE", quantity=1, price=11}
            quote{symbol="GONE", date="2013-11-20", close=9, source="yahoo"}
            """)
        market.serve("ORCL", december)
        market.serve("GBP", YahooPage(in: "GBp", [("2014-12-30", "1")]))
        market.serve("/yahoo/v8/finance/chart/ODD", .whole(200, "<html>"))
        market.serve("EMPTY", YahooPage([]))
        market.serve("/stooq/q/d/l/", .whole(500, "broken"))
        market.serve("/coingecko/coins/BUSY/market_chart/range", .whole(429, "busy", headers: ["Retry-After: 3600"]))
        let verdicts = try Dictionary(
            uniqueKeysWithValues: market.verdicts("rates=false").map { row in
                let words = row.split(separator: " ").map(String.init)
                return (words[0], words[1])
            })
        #expect(
            verdicts == [
                "ORCL": "ok", "GBP": "wrong_currency", "BADSYM": "unknown_symbol", "ODD": "malformed", "EMPTY": "nothing", "DOWN": "server",
                "BUSY": "rate_limited", "LOST": "unknown_provider", "NOKEY": "refused", "CD": "skipped", "ORCL150117C45": "skipped", "GONE": "closed",
            ])
        #expect(try market.message("BUSY") == "coingecko is asked too often; try again in 60 minutes")
        #expect(try market.message("LOST") == "no provider is called \"yaho\"; did you mean \"yahoo\"?")
        #expect(try market.message("ORCL150117C45") == "no provider has prices of options")
        #expect(try market.message("GONE") == "not held since 2014-02-03, and its prices are there")
        #expect(try market.message("GBP").hasPrefix("yahoo quotes GBP in GBp, and the instrument is in USD"))
        #expect(
            try session.text("last[1].symbol, last[1].provider, last[1].category, last[1].from, last[1].to, last[1].quotes, last[1].new")
                == "ORCL, yahoo, new, 2014-09-19, 2014-12-31, 4, 4")
    }

    @Test("What comes is stored under its source; the next sync asks for the last days only, and finds nothing new")
    func again() throws {
        market.serve("ORCL", december)
        #expect(try market.verdicts() == ["ORCL ok"])
        #expect(try session.text("#quotes{}, quotes{symbol='ORCL'}:last('source'), quotes{}:last('close'), quote('ORCL').date") == "4, yahoo, 44.97, 2014-12-31")
        // A day to spare, as an exchange may be a day away.
        #expect(market.lastStart == "2014-09-18")
        let before = try session.text("quotes{all=true}:first('fetched_at')")
        #expect(try market.verdicts() == ["ORCL ok"])
        #expect(market.lastStart == "2014-12-25" && market.paths.count == 2)
        #expect(try session.text("last[1].category, last[1].from, last[1].quotes, last[1].new") == "active, 2014-12-26, 3, 0")
        #expect(try session.text("quotes{all=true}:first('fetched_at')") == before)
    }

    @Test("What somebody typed is kept beside, and counts, in holdings and in snapshots")
    func manual() throws {
        try session.run("quote{symbol='ORCL', date='2014-12-31', close=50}")
        market.serve("ORCL", december)
        #expect(try market.verdicts() == ["ORCL ok"])
        #expect(market.lastStart == "2014-09-18", "a price that was typed fills no gap")
        #expect(try session.text("holdings{}[1].price, holdings{}[1].market_value, holdings{on='2014-12-30'}[1].price") == "50, 500, 45.34")
        #expect(try session.text("snapshots{to='2014-12-31'}:last('value'), snapshots{to='2014-12-30'}:last('value')") == "10110, 10063.4")
        #expect(try session.text("#quotes{on='2014-12-31', from='2014-12-31'}, #quotes{from='2014-12-31', all=true}") == "1, 2")
        #expect(try session.text("quote{symbol='ORCL', date='2014-12-31', source='manual', remove=true}, holdings{}[1].price") == "true, 44.97")
    }

    @Test("A split that the book lacks is told with the sentence that records it, and is not applied")
    func split() throws {
        market.serve("ORCL", YahooPage([("2014-12-29", "22"), ("2014-12-30", "22.5")], split: ("2014-12-30", 2, 1)))
        #expect(try market.verdicts() == ["ORCL ok"])
        let sentence = "split{symbol=\"ORCL\", ratio=\"2:1\", date=\"2014-12-30\"}"
        #expect(
            try market.warnings == [
                "missing_split: yahoo tells of a split of ORCL by 2:1 on 2014-12-30, which the book does not have; record it with \(sentence)"
            ])
        #expect(try session.text("holdings{}[1].quantity, quote('ORCL', '2014-12-29').close") == "10, 44")
        try session.run(sentence)
        _ = try market.verdicts()
        #expect(try market.warnings.isEmpty)
        #expect(try session.text("holdings{}[1].quantity") == "20")
    }

    @Test("Symbols, days and a provider can be chosen; a mistake in them is a sentence before anybody is asked")
    func choosing() throws {
        try session.run("instrument{symbol='NVDA', kind='stock'} instrument{symbol='IBM', kind='stock'}")
        for symbol in ["ORCL", "NVDA"] { market.serve(symbol, december) }
        #expect(try market.verdicts("symbol={'NVDA', 'ORCL', 'NVDA'}, from='2014-12-30', to='2014-12-30'") == ["NVDA ok", "ORCL ok"])
        #expect(try session.text("#quotes{}, quotes{}[1].date, last[1].to") == "2, 2014-12-30, 2014-12-30")
        #expect(try market.verdicts("symbol='ORCL', to='2014-12-29'") == ["ORCL ok"])
        #expect(try session.text("quotes{symbol='ORCL'}:last('date'), #quotes{symbol='ORCL'}") == "2014-12-30, 3")
        market.serve("/stooq/q/d/l/", .whole(200, "Date,Open,High,Low,Close,Volume\n2014-12-31,44,46,43,45.5,10\n"))
        #expect(try market.verdicts("symbol='ORCL', provider='stooq'") == ["ORCL ok"])
        #expect(try market.message("ORCL") == "its prices are of units of today: holdings before a split are not worth that")
        let asked = market.paths.count
        for (source, sentence) in [
            ("sync{provider='yaho'}", "sync: no provider is called \"yaho\" (did you mean \"yahoo\"?)"),
            ("sync{symbol='ORLC'}", "unknown symbol \"ORLC\"; did you mean \"ORCL\"?"),
            ("sync{from='2014-12-31', to='2014-12-30'}", "sync: 2014-12-31 is after 2014-12-30 (a span ends"),
            ("sync{sybmol='ORCL'}", "sync: there is no field sybmol (did you mean \"symbol\"?)"),
        ] {
            let message = try session.message(source)
            #expect(message.hasPrefix(sentence), "\(message)")
        }
        #expect(market.paths.count == asked)
    }

    @Test("Offline and in a sandbox nobody is asked")
    func offline() throws {
        var configuration = Runtime.Configuration()
        for (isSandboxed, kind) in [(false, "offline"), (true, "sandbox")] {
            (configuration.isOffline, configuration.isSandboxed) = (!isSandboxed, isSandboxed)
            let runtime = try Runtime(configuration)
            try runtime.openMemoryBook(named: "test")
            for source in ["sync{}", "provider.search('oracle')", "select(2, pcall(sync)).kind"] {
                do {
                    guard case .values(let values) = try runtime.evaluate(source, name: "=test", source: "test") else { continue }
                    #expect(values.map { "\($0)" }.joined().contains(kind))
                } catch let failure as LuaFailure {
                    #expect(failure.kind == kind && failure.hint != nil)
                }
            }
        }
    }

    @Test("An act that fails after a sync keeps none of it, and a sync within a trial leaves nothing")
    func acts() throws {
        market.serve("ORCL", december)
        try session.expectNothingRecorded {
            let message = try session.message("sync{} error('stop')")
            #expect(message.hasPrefix("stop"))
            #expect(market.paths.count == 1)
        }
        #expect(try market.verdicts() == ["ORCL ok"])
    }

    @Test("Keys are in a file of their own, and shown nowhere")
    func keys() throws {
        let folder = try TemporaryFolder(), file = ProviderKeys(path: folder.path + "/config/keys")
        try file.set("alphavantage", to: "SECRET9")
        try file.set("coingecko", to: "HIDDEN7")
        session.runtime.market = MarketAccess(session.runtime.lua, keyFile: file)
        try session.run("instrument{symbol='A', provider='alphavantage'}")
        market.serve("/alphavantage/query", .whole(200, #"{"Error Message": "the parameter apikey SECRET9 is invalid"}"#))
        #expect(try market.verdicts("symbol='A'") == ["A refused"])
        let shown = try session.text(
            """
            settings():csv(), providers():csv(), last:csv(), tostring(setting('provider_keys')), sql("select * from settings"):csv(),
            tostring(select(2, pcall(setting, 'provider_keys', 'alphavantage=SECRET9 HIDDEN7')))
            """)
        #expect(!shown.contains("SECRET9") && !shown.contains("HIDDEN7"), "\(shown)")
        #expect(shown.contains("luca key alphavantage"))
        #expect(try session.text("providers():where{id='alphavantage'}[1].key, providers():where{id='yahoo'}[1].key") == "true, false")
        #expect(market.server.requests.last?.query.contains("apikey=SECRET9") == true, "it is asked with nevertheless")
        #expect(try session.text("#providers().warnings") == "0")
        #expect(chmod(file.path, 0o640) == 0)
        #expect(try session.text("providers().warnings[1].message").contains("chmod 600"))
        // Whoever writes the next key closes the file again.
        try file.set("alphavantage", to: "SECRET8")
        #expect(try file.warning == nil && file.read() == ["alphavantage": "SECRET8", "coingecko": "HIDDEN7"])
    }

    @Test("Keys that an older book holds are neither used nor shown nor exported")
    func oldKeys() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession(), book = try #require(session.runtime.book)
        // As a development version did it; no door of today's lets a key in.
        try book.transaction(source: "old") {
            try book.beginWriting()
            try book.record(.setting(key: "provider_keys", value: "alphavantage=SECRET9"))
            try book.record(.setting(key: "base_currency", value: "EUR"))
        }
        try session.run("export('\(folder.path)/a', 'book')")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a") {
            #expect(try !String(contentsOfFile: "\(folder.path)/a/\(name)", encoding: .utf8).contains("SECRET9"), "\(name)")
        }
        let shown = try session.text("settings():csv(), setting('provider_keys'), sql('select * from settings'):csv(), providers():csv()")
        #expect(!shown.contains("SECRET9") && shown.contains("alphavantage=…"), "\(shown)")
        #expect(try session.text("providers().warnings[1].message").contains("from an earlier version, which are not used"))
        #expect(try session.text("providers():where{id='alphavantage'}[1].key") == "false")
        let copy = try ScriptSession()
        try copy.run("v = import('\(folder.path)/a')")
        #expect(try copy.text("setting('base_currency'), #v.warnings, (verify())") == "EUR, 0, true")
        // It can be taken away, and undoing that does not bring it back.
        try session.run("setting('provider_keys', '')")
        #expect(try session.text("#providers().warnings") == "0")
        try session.run("undo()")
        #expect(try session.text("#providers().warnings") == "0")
    }

    @Test("What is wrong with the file of keys is told without its contents")
    func badKeyFile() throws {
        let folder = try TemporaryFolder(), file = ProviderKeys(path: folder.path + "/keys")
        try "# mine\nalphavantage SECRET9\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(chmod(file.path, 0o600) == 0)
        let problem = #expect(throws: ProviderKeys.Problem.self) { try file.read() }
        #expect(problem?.message.hasSuffix("is no key") == true && problem?.message.contains("SECRET9") == false)
        #expect(throws: ProviderKeys.Problem.self) { try file.set("alphavantge", to: "A") }
        for key in ["", "two words", "a\u{1B}b"] { #expect(throws: ProviderKeys.Problem.self) { try file.set("alphavantage", to: key) } }
        try "# mine\n\nalphavantage = OLD1\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        try file.set("alphavantage", to: "NEW2")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "# mine\n\nalphavantage=NEW2\n")
        try file.set("alphavantage", to: nil)
        #expect(try file.read().isEmpty)
    }
}
