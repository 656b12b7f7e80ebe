import Foundation
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

@testable import Scripting

@Suite("The same question again")
struct EarlierAnswerTests {
    private static let question = "gains{}:csv() .. holdings{base='EUR'}:csv() .. activities{year=2014}:count() .. returns{year=2014}:csv()"

    @Test("It gives what was told before, without computing it")
    func nothingIsComputed() throws {
        let session = try ScriptSession.demo()
        let first = try session.text(Self.question)
        let asked = try session.text("holdings{}:count()")
        session.runtime.book?.host.shouldStop = { true }
        #expect(try session.text(Self.question) == first && session.text("holdings{}:count()") == asked)
    }

    @Test("Whatever changes is told, by whomever it was recorded")
    func changesAreTold() throws {
        let folder = try TestSupport.TemporaryFolder(), path = folder.path + "/book.luca"
        let session = try ScriptSession.small(at: path), other = try ScriptSession(at: path)
        func quantity() throws -> String { try session.text("holdings{symbol='ORCL'}[1].quantity, holdings{symbol='ORCL'}[1].price") }
        let before = try quantity()
        #expect(try quantity() == before)
        try session.run("buy{account='Brokerage', symbol='ORCL', quantity=5, price=7, date='2014-12-30'}")
        let bought = try quantity()
        #expect(bought.hasPrefix("15"), "\(bought)")
        try other.run("buy{account='Brokerage', symbol='ORCL', quantity=1, price=7, date='2014-12-30'}")
        #expect(try quantity().hasPrefix("16"))
        try other.run("quote{symbol='ORCL', date='2014-12-31', close=99}")
        #expect(try quantity() == "16, 99")
        try session.run("quote{symbol='ORCL', date='2014-12-31', close=98}")
        #expect(try quantity() == "16, 98")
        try session.run("setting('lot_method', 'lifo')")
        #expect(try quantity() == "16, 98")
        other.runtime.close()
    }

    @Test("What is tried or undone within a statement is told as it stands at each moment")
    func trials() throws {
        let session = try ScriptSession.small()
        let buy = "buy{account='Brokerage', symbol='ORCL', quantity=5, price=7, date='2014-12-30'}", ask = "tostring(holdings{symbol='ORCL'}[1].quantity)"
        #expect(try session.text("(function() local a = \(ask) \(buy) local b = \(ask) return a .. ' ' .. b .. ' ' .. \(ask) end)()") == "10 15 15")
        #expect(try session.text(ask) == "15")
        #expect(try session.text("(function() local a = \(ask) pcall(function() \(buy) error('no') end) return a .. ' ' .. \(ask) end)()").hasPrefix("15 "))
        let now = try session.text(ask)
        #expect(throws: (any Error).self) { try session.run("local a = \(ask) \(buy) assert(\(ask) ~= a) error('no')") }
        #expect(try session.text(ask) == now)
    }

    @Test("Another day, another book and other words are other questions")
    func otherQuestions() throws {
        let folder = try TestSupport.TemporaryFolder()
        let session = try ScriptSession.small(at: folder.path + "/a.luca")
        #expect(try session.text("holdings{symbol='ORCL'}:count() .. ' ' .. holdings{symbol='SPY'}:count() .. ' ' .. holdings{on='2000-01-01'}:count()") == "1 0 0")
        #expect(try session.text("holdings{symbol={'ORCL', 'SPY'}}:count() .. ' ' .. holdings{symbol={'SPY'}}:count()") == "1 0")
        try session.run("open('\(folder.path)/b.luca')")
        #expect(try session.text("holdings{}:count()") == "0")
        let lots = "lots{}[1].days"
        try session.run("open('\(folder.path)/a.luca')")
        let days = try #require(Int(try session.text(lots)))
        session.runtime.testDay = try Day("2015-01-01")
        #expect(try session.text(lots) == "\(days + 1)")
    }
}
