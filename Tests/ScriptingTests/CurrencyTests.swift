import Foundation
import Ledger
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

@Suite("Currencies that are known, declared, or a mistake")
struct CurrencyTests {
    @Test(
        "A code that nobody knows is a mistake at every door, with the nearest",
        arguments: [
            "account{name='A', currency='USDD'}", "instrument{symbol='X', currency='USDD'}", "quote{symbol='ORCL', date='2014-01-03', close=1, currency='USDD'}",
            "rate{from='USDD', to='EUR', date='2014-01-03', rate=1}", "rate{from='EUR', to='USDD', date='2014-01-03', rate=1}",
            "deposit{account='Savings', amount=1, currency='USDD'}", "buy{account='Brokerage', symbol='ORCL', quantity=1, price=1, currency='USDD'}",
            "record{type='fee', account='Savings', amount=1, currency='USDD'}", "transfer{from='Brokerage', to='Savings', amount=1, currency='USDD'}",
            "money(5, 'USDD')", "holdings{base='USDD'}", "returns{base='USDD'}", "plan{currency='USDD'}", "setting('base_currency', 'USDD')",
            "goal{name='g', amount=1, by='2020-01-01', account='Savings', currency='USDD'}", "limit{name='l', amount=1, account='Savings', currency='USDD'}",
            "value{account='Savings', amount=1, currency='USDD'}",
            "recurring{name='r', every='month', from='2014-01-01', record={type='deposit', account='Savings', amount=1, currency='USDD'}}",
        ])
    func unknown(source: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.message(source).contains("no currency \"USDD\" is known; did you mean \"USD\"?"), "\(source)")
        #expect(try session.message(source.replacing("USDD", with: "US")).contains("no currency \"US\" is known; did you mean \"USD\"?"), "\(source)")
    }

    @Test("A declared currency is one like others, with its own digits, until it is taken back; what is in it stays")
    func declared() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("currency{code='PTS', name='Bonus points', digits=0}[1].name, currency('PTS')[1].digits, currency('EUR')[1].declared") == "Bonus points, 0, false")
        try session.run("account{name='Points', currency='PTS'} deposit{date='2014-01-05', account='Points', amount=1200}")
        #expect(try session.text("cash{account='Points'}:csv()").contains("1200"))
        #expect(try session.text("currencies():list('code')") == #"{"PTS", "USD"}"#)
        #expect(try session.text("currency{code='PTS', remove=true}, deposit{date='2014-01-06', account='Points', amount=1}[1].currency") == "true, PTS")
        #expect(try session.message("currency{code='EUR', digits=3}").contains("EUR has 2 fractional digits already"))
        #expect(try session.message("currency{code='pts', digits=3}").contains("codes are in upper case; did you mean \"PTS\"?"))
        #expect(try session.text("select(2, currency('ZZ9'))").contains("one of your own is declared with currency{code=\"ZZ9\""))
        #expect(try session.sentence("currency MILES called Air miles digits 0") == session.text("currency('MILES')"))
    }

    @Test("What a book has already stays readable, amendable and importable")
    func recorded() throws {
        let session = try ScriptSession.small()
        try session.runtime.book?.define(Account(name: "Old", currency: Currency("OLDX")))
        try session.run("deposit{date='2014-01-05', account='Old', amount=7} amend{id=activities{account='Old'}[1].id, amount=8}")
        #expect(try session.text("cash{account='Old'}[1].balance, deposit{date='2014-01-06', account='Savings', amount=1, currency='OLDX'}[1].currency") == "8, OLDX")
        let csv = "date,type,account,amount,currency\n2014-02-01,deposit,Old,5,OLDX\n2014-02-01,deposit,Old,5,OLDY\n"
        let folder = try TemporaryFolder()
        try csv.write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
        #expect(try session.text("import{path='\(folder.path)/a.csv', dry_run=true}:list('verdict')") == #"{"add", "refused"}"#)
    }

    @Test("An import into a book without a base currency takes the row's currency, the account's, or the one that is told, and guesses none")
    func noGuess() throws {
        let folder = try TemporaryFolder()
        func imported(_ csv: String, _ more: String = "") throws -> String {
            let session = try ScriptSession()
            try csv.write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
            return try session.text(
                "(function() local f = import{path='\(folder.path)/a.csv'\(more)} return tostring(f[1].verdict) .. ' ' .. tostring(#accounts{} > 0 and accounts{}[1].currency or f[1].message) end)()"
            )
        }
        let plain = "date,type,account,amount\n2014-02-01,deposit,A,5\n"
        #expect(try imported(plain).contains("no currency is told, by the file or by the book"))
        #expect(try imported(plain, ", currency='CHF'") == "add CHF")
        #expect(try imported("date,type,account,amount,Instrument Currency\n2014-02-01,deposit,A,5,EUR\n") == "add EUR")
        #expect(try imported("Time,Action,account,Total,Currency (Total)\n2014-02-01,deposit,A,5,EUR\n") == "add EUR")
        #expect(try imported("date,type,account,amount\n2014-02-01,deposit,A,€5\n") == "add EUR")
    }
}
