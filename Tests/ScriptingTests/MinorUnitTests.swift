import Foundation
import TestSupport
import Testing
@testable import Scripting

/// Pence and other parts of a currency, at every door.
@Suite("Minor units")
struct MinorUnitTests {
    private static let units = [
        ("GBX", "GBP", "1.5"), ("GBp", "GBP", "1.5"), ("ZAc", "ZAR", "1.5"), ("ZAC", "ZAR", "1.5"), ("ILA", "ILS", "1.5"), ("USX", "USD", "1.5"), ("KWF", "KWD", "0.15"),
    ]

    @Test("Definitions, prices and amounts in them are in the currency itself", arguments: units)
    func doors(code: String, currency: String, worth: String) throws {
        let session = try ScriptSession()
        try session.run(
            "setting('base_currency', '\(code)') account{name='A', currency='\(code)', tracking='transactions'} account{name='V', currency='\(currency)', tracking='value'}")
        try session.run("instrument{symbol='S', currency='\(code)'} instrument{symbol='O', currency='\(code)', underlying='S', right='call', strike=150, expires='2014-12-31'}")
        let answers = [
            ("setting('base_currency')", currency), ("account'A'.currency", currency), ("instrument'S'.currency", currency), ("instrument'O'.strike", worth),
            ("quote{symbol='S', date='2014-06-30', close=150, high=300, currency='\(code)'}.close", worth), ("quote'S'.currency", currency),
            ("quote{symbol='S', date='2014-06-30', close=150, currency='\(code)'}.given", "150 \(code)"),
            ("money(150, '\(code)').amount, money(150, '\(code)').currency", "\(worth), \(currency)"),
            ("deposit{account='A', date='2014-01-02', amount=150, currency='\(code)'}[1].amount", worth),
            ("deposit{account='A', date='2014-01-02', amount=150, currency='\(code)'}[1].given", "150 \(code)"),
            ("buy{account='A', date='2014-01-03', symbol='S', quantity=1, price=150, currency='\(code)'}[1].price", worth),
            ("buy{account='A', date='2014-01-03', symbol='S', quantity=1, price=150, currency='\(code)'}[1].given", "150 \(code)"),
            ("value{account='V', date='2014-06-30', amount=150, currency='\(code)'}[1].value", worth),
            ("goal{name='G', amount=150, by='2030-01-01', account='A', currency='\(code)'}[1].target", worth),
            ("limit{name='L', account='A', amount=150, currency='\(code)'}[1].allowed", worth),
            ("cash{base='\(code)'}[1].currency", currency), ("#cash{currency='\(code)'}", "1"),
            ("convert{amount=150, from='\(code)', to='\(currency)'}.amount", worth),
        ]
        for (source, shown) in answers { #expect(try session.text(source) == shown, "\(source)") }
    }

    @Test("Orders and watched prices too", arguments: units)
    func ordersAndWatches(code: String, currency: String, worth: String) throws {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='\(currency)'} instrument{symbol='S', currency='\(currency)'} setting('negative_cash', 'quiet')")
        try session.run("o = order{account='A', date='2014-01-03', currency='\(code)', fee=300, legs={{'buy', 2, 'S', 150}, {side='buy', quantity=2, symbol='S', amount=300}}}")
        #expect(
            try session.text("o[1].price, o[1].currency, o[2].amount, o[1].given, o[2].given, (o[1].fee / 2):eq(o[1].price)")
                == "\(worth), \(currency), \(session.text("o[2].cash * -1")), 150 \(code), 300 \(code), true")
        #expect(try session.text("watch{symbol='S', above=150, currency='\(code)'}[1].above, watch{symbol='S', below=150, currency='\(currency)'}[1].below") == "\(worth), 150")
        #expect(try session.message("watch{symbol='S', above=150, currency='CHF'}").contains("S is priced in \(currency), and currency says CHF"))
        #expect(try session.message("watch{symbol='S', remove=true, currency='\(code)'}").contains("remove takes no currency"))
    }

    @Test("A rule is listed with the part that its sum is told in")
    func listedRules() throws {
        let session = try ScriptSession()
        try session.run("account{name='M', currency='GBP'} account{name='N', currency='GBP'}")
        for (record, what) in [
            ("{type='deposit', account='M', amount=500, currency='GBX'}", "deposit 500 GBX in M"), ("{type='deposit', account='M', amount=500}", "deposit 500 in M"),
            ("{type='deposit', account='M', amount='up to 500', currency='GBX'}", "deposit up to 500 GBX in M"),
            ("{type='transfer', from='M', to='N', amount=500, currency='GBP'}", "transfer 500 GBP from M to N"),
            ("{type='withdrawal', account='M', amount='10% of cash', currency='GBP'}", "withdrawal 10% of cash in M"),
        ] {
            try session.run("recurring{name='r', every='month', from='2014-12-01', record=\(record)}")
            #expect(try session.text("recurring.list{}[1].what") == what)
        }
        for query in ["activities", "trades", "quotes"] { #expect(try #require(session.runtime.help(query)).contains("GBX"), "\(query)") }
    }

    @Test("A definition in pence says what it came to")
    func notices() throws {
        let session = try ScriptSession()
        let notice = "VOD is kept in GBP: one GBX is 0.01 GBP; figures in GBX are given with currency=\"GBX\""
        #expect(try session.text("select(2, instrument{symbol='VOD', currency='GBX'})") == notice)
        #expect(try session.text("select('#', instrument{symbol='VOD', currency='GBP'})") == "1")
        #expect(try session.text("select(2, account{name='UK', currency='GBp'})").hasPrefix("\"UK\" is kept in GBP"))
    }

    @Test(
        "What an exchange gives, receives and costs is in the parts that were named, its rate too",
        arguments: [
            ("exchange{account='A', amount=100, from='USD', to='GBX', rate=79}", "79", "-100"),
            ("exchange{account='A', amount=10000, from='GBX', to='USD', rate=0.0127}", "127", "-100"),
            ("exchange{account='A', amount=100, from='USD', to='GBX', received=7900}", "79", "-100"),
            ("exchange{account='A', amount=10000, from='GBX', to='USD', received=127, fee=500}", "127", "-105"),
        ])
    func exchanges(source: String, arrived: String, left: String) throws {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='USD'} deposit{account='A', date='2014-01-02', amount=500} deposit{account='A', date='2014-01-02', amount=500, currency='GBP'}")
        #expect(try session.text("local e = \(source) return e[2].cash, e[1].cash") == "\(arrived), \(left)")
    }

    @Test("What is amended in them leaves what is not named as it was")
    func amendments() throws {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='GBP'} instrument{symbol='VOD', currency='GBP'} deposit{account='A', date='2014-01-02', amount=500}")
        try session.run("b = buy{account='A', date='2014-01-03', symbol='VOD', quantity=10, price=150, fee=500, currency='GBX'}[1].id")
        #expect(try session.text("local a = amend{id=b, price=160, currency='GBX'}[1] b = a.id return a.price, a.fee, a.currency") == "1.6, 5, GBP")
        #expect(try session.text("local a = amend{id=b, notes='x', currency='GBX'}[1] return a.price, a.fee") == "1.6, 5")
    }

    @Test("Rates, and rates of money, are of the part that was named")
    func rates() throws {
        let session = try ScriptSession()
        try session.run("rate{from='GBX', to='USD', date='2014-06-30', rate=0.0125}")
        #expect(try session.text("rate{from='GBP', to='USD'}.rate, money(2, 'USD'):to('GBX', 80)") == "1.25, 1.60 GBP")
        #expect(try session.text("(convert{amount=money(2.5, 'USD'), to='GBX'})") == "2.00 GBP")
    }

    @Test("A file told to be in pence is in pence", arguments: ["GBX", "GBp"])
    func imports(code: String) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/trades.csv", session = try ScriptSession()
        try "date,type,account,symbol,quantity,price\n2014-01-03,buy,UK,VOD,10,150\n".write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("import('\(path)', {currency='\(code)'})")
        #expect(try session.text("trades{}[1].price, trades{}[1].currency, cash{}[1].balance") == "1.5, GBP, -15")
        try session.run("importer.define{name='pence', account='UK', currency='\(code)', columns={Tag='date', Art='type', Wert='symbol', Zahl='quantity', Kurs='price'}}")
        try "Tag,Art,Wert,Zahl,Kurs\n2014-01-04,buy,VOD,10,250\n".write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("import('\(path)')")
        #expect(try session.text("trades{}[2].price, trades{}[2].currency") == "2.5, GBP")
    }

    @Test("A provider of a script may tell pence")
    func provider() throws {
        let session = try ScriptSession()
        try session.run("instrument{symbol='VOD', currency='GBX'} account{name='UK', currency='GBP'} buy{account='UK', date='2014-01-03', symbol='VOD', quantity=1, price=1}")
        try session.run("provider.define{name='pence', history=function(symbol, from, to) return {{date='2014-06-30', close=150, currency='GBX'}} end}")
        try session.run("sync{symbol='VOD', provider='pence', from='2014-06-01', to='2014-07-31'}")
        #expect(try session.text("quote'VOD'.close, quote'VOD'.currency") == "1.5, GBP")
    }
}
