import Foundation
import Frames
import LuaKit
import Session
import Storage
import TestSupport
import Testing
import Values

@testable import LuaSurface
@testable import Scripting

@Suite("Questions over the books of a server")
struct ServerQuestionTests {
    private let fixture: ServerFixture

    init() throws { fixture = try ServerFixture() }

    /// Makes a book with one account and some money in it.
    private func make(_ name: String, holding amount: Int) throws {
        try fixture.make(name)
        try fixture.session(on: name).run("account{name='Cash', currency='EUR'} deposit{account='Cash', amount=\(amount), date='2014-01-01'}")
    }

    private func identifier(of book: String) -> String { fixture.run("SELECT book FROM luca.book WHERE name = '\(book)'") }

    @Test("For random books every question is answered over all of them as by each alone, whichever are loaded first")
    func sameAsAlone() throws {
        var random = SeededRandom.forTest()
        let names = ["a", "b", "c", "d", "empty"]
        for name in names {
            try fixture.make(name)
            if name != "empty" { try fixture.session(on: name).run(RandomBooks.source(&random)) }
        }
        let sessions = try Dictionary(uniqueKeysWithValues: names.map { ($0, try fixture.session(on: $0)) })
        let asking = try #require(sessions["c"])
        let books = try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, name == "c" ? try #require(asking.runtime.book) : try Book.open(server: fixture.address(name)) { Instant(microseconds: 0) })
            })
        for question in RandomBooks.questions {
            try expectSame(question, names, asking) { name in
                // Only the asking session's own book is one of those that it has open.
                asking.runtime.books.current = books[name]
            }
        }
    }

    @Test("The answer for all does not depend on which book asks, nor on the order in which they are loaded")
    func anyOrder() throws {
        try make("model", holding: 5)
        fixture.copy("model", times: 40)
        let session = try fixture.session(on: "model 7")
        let expected = try session.text("cash{book='*'}:csv()")
        #expect(expected.split(separator: "\n").count == 42)
        for book in ["model", "model 40", "model 12"] {
            #expect(try fixture.session(on: book).text("cash{book='*'}:csv()") == expected, "\(book)")
        }
        for _ in 0..<5 { #expect(try session.text("cash{book='*'}:csv()") == expected) }
    }

    @Test("A book that is open with an act that is not committed yet is asked as it is there")
    func openBook() throws {
        try make("anna", holding: 5)
        try make("ben", holding: 7)
        let session = try fixture.session(on: "anna")
        #expect(try session.text("deposit{account='Cash', amount=1, date='2014-01-02'} return cash{book='*'}:list('balance')[1]") == "6")
        #expect(try session.text("cash{book='*'}:list('balance')[1], cash{book='*'}:list('balance')[2]") == "6, 7")
    }

    @Test("A damaged book and one that was moved are warnings that say why")
    func failing() throws {
        for (name, amount) in [("anna", 5), ("ben", 6), ("carl", 7), ("dora", 8)] { try make(name, holding: amount) }
        fixture.run("ALTER TABLE luca.activity DISABLE TRIGGER USER; UPDATE luca.activity SET kind = 'nonsense' WHERE book = '\(identifier(of: "ben"))';")
        fixture.run("UPDATE luca.book SET moved_to = 'db2.example.org/family' WHERE name = 'dora'")
        let session = try fixture.session(on: "anna")
        #expect(try session.text("cash{book='*'}:list('book')[1], cash{book='*'}:list('book')[2], #cash{book='*'}") == "anna, carl, 2")
        let told = try session.text("cash{book='*'}.warnings[1].message, cash{book='*'}.warnings[2].message, #cash{book='*'}.warnings")
        #expect(told.hasPrefix("ben is left out: ben on "))
        #expect(told.contains("dora was moved") || told.contains("was moved to db2.example.org/family"))
        #expect(told.hasSuffix("2"))
    }

    @Test("Names are those of the server; a login sees no other books than its own")
    func names() throws {
        try make("anna", holding: 5)
        try make("household", holding: 6)
        try ServerAdministration(address: fixture.address()).add(member: "ben", to: "household", as: .viewer)
        let ben = try fixture.session(on: "household", as: "ben")
        #expect(try ben.text("cash{book='*'}:csv()") == "book,account,currency,balance\nhousehold,Cash,EUR,6\n")
        #expect(try ben.message("cash{book='houshold'}") == "cash: there is no book \"houshold\" (did you mean \"household\"?; there is household)")
        let anna = try fixture.session(on: "anna")
        #expect(try anna.text("cash{book='\(identifier(of: "household"))'}[1].book, cash{book='household'}[1].balance") == "household, 6")
        #expect(anna.runtime.bookNames == ["anna", "household"])
    }

    @Test("Ctrl-C ends a question over many books soon, and the session goes on")
    func interrupt() throws {
        try make("model", holding: 5)
        fixture.copy("model", times: 300)
        let session = try fixture.session(on: "model")
        let stop = Stop(session.runtime.lua)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            stop.state.interrupt()
        }
        let began = ContinuousClock.now
        #expect(try session.failure("while true do cash{book='*'} end").kind == "interrupted")
        #expect(ContinuousClock.now - began < .seconds(2))
        session.runtime.lua.forgetInterrupt()
        #expect(try session.text("#cash{book='*'}") == "301")
    }

    /// A state whose `interrupt` another thread may call.
    private final class Stop: @unchecked Sendable {
        let state: LuaState
        init(_ state: LuaState) { self.state = state }
    }
}
