import Foundation
import Frames
import LuaKit
import Session
import Storage
import TestSupport
import Testing

@testable import LuaSurface
@testable import Scripting

@Suite("Questions over several books")
struct SeveralBooksTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { "\(folder.path)/\(name).luca" }

    /// A session with the books anna and ben open, of which anna is the current one.
    private func twoBooks() throws -> ScriptSession {
        let session = try ScriptSession(at: path("ben"))
        try session.run("account{name='Konto', currency='EUR'} deposit{account='Konto', amount=70, date='2014-02-01'}")
        try session.run("open('\(path("anna"))')")
        try session.run("account{name='Savings', currency='USD'} deposit{account='Savings', amount=500, date='2014-01-01'}")
        return session
    }

    @Test("The answers stand below each other, in the order of the books' names, behind a column with the name")
    func order() throws {
        let session = try twoBooks()
        let expected = "book,account,currency,balance\nanna,Savings,USD,500\nben,Konto,EUR,70\n"
        for books in ["'*'", "{'ben', 'anna'}", "{'anna', '*'}", "{'ben.luca', 'anna'}", "{ book, 'ben' }"] {
            #expect(try session.text("cash{book=\(books)}:csv()") == expected, "\(books)")
        }
        #expect(try session.text("cash{book='ben'}:csv()") == "book,account,currency,balance\nben,Konto,EUR,70\n")
        #expect(try session.text("open('\(path("ben"))', false):cash{book='anna'}[1].book, cash{}[1].account") == "anna, Savings")
    }

    @Test("Sums, groups, filters and further columns go on from there")
    func further() throws {
        let session = try twoBooks()
        #expect(try session.text("cash{book='*'}:by('book'):sum('balance'):list('balance')[2], #cash{book='*'}:where{book='ben'}") == "70, 1")
        #expect(try session.text("cash{book='*'}:with('twice', function(row) return row.balance * 2 end):where{book='anna'}[1].twice") == "1000")
        #expect(try session.text("#cash{book='*'}:top(1, 'balance'), #cash{book='*'}:head(1)") == "1, 1")
    }

    @Test("Sentences ask several books too")
    func sentences() throws {
        let session = try twoBooks()
        for (sentence, lua) in [
            ("cash book *", "cash{book='*'}"), ("cash book \"ben\"", "cash{book='ben'}"), ("cash book ben,anna on 2014-01-15", "cash{book='*', on='2014-01-15'}"),
            ("activities 2014 book *", "activities{year=2014, book='*'}"),
            ("activities book * by book", "activities{book='*'}:by('book', 'type', 'currency'):sum('amount', 'fee', 'tax', 'cash')"),
            ("cash by owner book ben", "cash{book='ben'}:with('owner', function() end):by('owner', 'currency'):sum('balance')"),
        ] {
            #expect(try session.sentence(sentence) == session.text(lua), "\(sentence)")
        }
    }

    @Test("A name that no book has is told with the nearest one and the list")
    func unknownName() throws {
        let session = try twoBooks()
        #expect(try session.message("cash{book='bem'}") == "cash: there is no book \"bem\" (did you mean \"ben\"?; there are anna, ben)")
        #expect(try session.failure("cash{book={'anna', 'x'}}").kind == "unknown_book")
        #expect(try session.message("cash{book={}}").hasPrefix("cash: book must be the name of a book, a list of names or \"*\""))
        #expect(try session.message("cash{book={1}}").hasPrefix("cash: book must be the name of a book, a list of names or \"*\""))
    }

    @Test("A file beside the current book may be named, and is none of all")
    func filesBeside() throws {
        try twoBooks().runtime.close()
        let session = try ScriptSession(at: path("anna"))
        #expect(try session.text("#cash{book='*'}, cash{book='ben'}[1].balance, #cash{book={'anna', 'ben'}}") == "1, 70, 2")
        #expect(session.runtime.books.all.count == 1)
        #expect(session.runtime.bookNames == ["anna", "ben"])
        let walled = try ScriptSession(at: path("anna"), isSandboxed: true)
        #expect(try walled.failure("cash{book='ben'}").kind == "unknown_book")
    }

    @Test("What records works on one book, and says so")
    func recording() throws {
        let session = try twoBooks()
        #expect(
            try session.message("deposit{account='Konto', amount=5, book='ben'}")
                == "deposit: there is no field book (deposit works on one book, and only questions are asked of several; open(\"ben.luca\"):deposit{…} works on another)")
        for module in Modules.all where module.isAboutBooks {
            for function in module.functions where !function.parameters.contains(where: { $0.name == "book" }) {
                #expect(session.runtime.whyNot(function.name, "book")?.hasPrefix("\(function.name) works on one book") == true, "\(function.name)")
            }
        }
    }

    @Test("A book that fails is a warning, and all that fail are an error")
    func failing() throws {
        try twoBooks().runtime.close()
        try Data("no book".utf8).write(to: URL(filePath: path("carl")))
        let session = try ScriptSession(at: path("anna"))
        #expect(try session.text("#cash{book={'anna', 'carl'}}, cash{book={'anna', 'carl'}}.warnings[1].kind") == "1, book_failed")
        #expect(try session.text("cash{book={'anna', 'carl'}}.warnings[1].message").hasPrefix("carl is left out: carl.luca"))
        #expect(try session.failure("cash{book={'carl'}}").kind != "books_failed")
        #expect(
            try session.text("#cash{book={'anna', 'ben'}, account='Konto'}, cash{book={'anna', 'ben'}, account='Konto'}.warnings[1].message").hasPrefix(
                "1, anna is left out: unknown account"))
        #expect(try session.failure("cash{book={'anna', 'ben'}, account='Nix'}").kind == "unknown_account")
        #expect(try session.failure("cash{book={'anna', 'ben', 'carl'}, account='Nix'}").kind == "books_failed")
    }

    @Test("Warnings of the books say whose they are")
    func warnings() throws {
        let session = try twoBooks()
        try session.run("instrument{symbol='X', currency='USD'} buy{account='Savings', symbol='X', quantity=1, price=5, date='2014-03-01'}")
        #expect(try session.text("holdings{book='*'}.warnings[1].message").hasPrefix("anna: X is valued at the price of its last trade"))
    }

    @Test("For random books every question is answered over all of them as by each alone")
    func sameAsAlone() throws {
        var random = SeededRandom.forTest()
        let session = try ScriptSession(at: path("a"))
        try session.run(RandomBooks.source(&random))
        for name in ["b", "c", "empty"] {
            try session.run("open('\(path(name))')")
            if name != "empty" { try session.run(RandomBooks.source(&random)) }
        }
        for question in RandomBooks.questions {
            try expectSame(question, ["a", "b", "c", "empty"], session) { try session.run("open('\(path($0))')") }
        }
    }
}

/// Makes sure that a question over several books gives for each of them what it gives when that one is the current book alone.
func expectSame(
    _ question: (name: String, arguments: String), _ names: [String], _ session: ScriptSession, _ location: SourceLocation = #_sourceLocation, alone: (String) throws -> Void
) throws {
    let asked = RandomBooks.call(question)
    var expected: [String: String] = [:], failures: [String: String] = [:]
    for name in names {
        try alone(name)
        do { expected[name] = try rows(of: #require(session.runtime.frame(session.run(asked)[0]))) } catch let failure as LuaFailure { failures[name] = failure.message }
    }
    do {
        let all = try #require(session.runtime.frame(session.run(RandomBooks.call(question, of: "'*'"))[0]))
        #expect(all.columnNames.first == "book", "\(asked)", sourceLocation: location)
        for name in names where failures[name] == nil {
            try alone(name)
            let single = try #require(session.runtime.frame(session.run(asked)[0]))
            let part = try all.filter("book", equals: .text(name))
            let found = part.rowCount == 0 ? "" : try rows(of: part.select(single.columnNames))
            #expect(found == (single.rowCount == 0 ? "" : expected[name]), "\(asked) of \(name)", sourceLocation: location)
        }
        for name in failures.keys { #expect(all.warnings.contains { $0.kind == "book_failed" && $0.subject == name }, "\(asked) of \(name)", sourceLocation: location) }
        #expect(try all.list("book").map(\.description) == all.list("book").map(\.description).sorted(), "\(asked)", sourceLocation: location)
    } catch let failure as LuaFailure {
        #expect(failures.count == names.count, "\(asked): \(failure.message)", sourceLocation: location)
    }
}

/// The cells of a frame, row by row: numbers by their value, whatever the type of the column.
private func rows(of frame: Frame) throws -> String {
    let columns = try frame.columnNames.map { try frame.list($0) }
    return (0..<frame.rowCount).map { row in columns.map { $0[row].description }.joined(separator: ",") }.joined(separator: "\n")
}
