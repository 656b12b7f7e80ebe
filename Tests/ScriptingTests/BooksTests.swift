import Foundation
import Ledger
import LuaKit
import Storage
import TestSupport
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Books in Lua")
struct BooksTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { "\(folder.path)/\(name).luca" }

    @Test("Every function about books is a method of any book, and answers the same")
    func methods() throws {
        let session = try ScriptSession.demo()
        let names = Set(BookType.type.methods.map(\.name))
        for module in Modules.all where module.isAboutBooks {
            for record in module.functions where !record.name.contains(".") { #expect(names.contains(record.name), "\(record.name)") }
        }
        for query in ["holdings", "trades", "activities", "lots", "gains", "income", "cash", "accounts", "instruments", "quotes", "settings"] {
            #expect(try session.text("book:\(query){}:csv() == \(query){}:csv()") == "true", "\(query)")
        }
        #expect(try session.text("#book:trades{symbol='ORCL', year=2005} == #trades{symbol='ORCL', year=2005}, book:setting'lot_method'") == "true, fifo")
        #expect(try session.text("book:account'Savings'.name, book:quote'ORCL'.symbol, book.name, tostring(book)") == "Savings, ORCL, test, book test")
    }

    @Test("A path that does not exist becomes a book, and opening it again finds what was recorded")
    func openCreates() throws {
        let session = try ScriptSession()
        try session.run("open('\(path("new"))')")
        try session.run("account{name='Cash', currency='EUR'} deposit{account='Cash', amount=5}")
        #expect(try session.text("book.path, cash{}[1].balance") == "\(path("new")), 5")
        let other = try ScriptSession(at: path("new"))
        #expect(try other.text("cash{}[1].balance, cash{}[1].currency") == "5, EUR")
    }

    @Test("A slip in a path is told and leaves nothing; the file comes with the first entry", arguments: ["", ", false"])
    func openMakesNothing(current: String) throws {
        let session = try ScriptSession.small(at: path("first"))
        var notices: [String] = []
        session.runtime.console.notice = { notices.append($0) }
        try session.run("typo = open('\(path("frist"))'\(current))")
        #expect(notices == ["there is no book at \(path("frist")) yet; it is made with the first entry; did you mean \"\(path("first"))\"?"])
        #expect(try session.text("#typo:accounts{}, #typo:cash{}, (typo:verify())") == "0, 0, true")
        #expect(try session.failure("typo:account{name=''}").message.isEmpty == false)
        #expect(!FileManager.default.fileExists(atPath: path("frist")))
        try session.run("typo:account{name='Cash', currency='EUR'}")
        #expect(FileManager.default.fileExists(atPath: path("frist")))
        #expect(try session.text("open('\(path("frist"))', false) == typo, #typo:accounts{}") == "true, 1")
        #expect(notices.count == 1)
    }

    @Test("With current=false the bare functions stay with the book they were on")
    func second() throws {
        let session = try ScriptSession.small()
        try session.run("other = open('\(path("second"))', false)")
        try session.run("other:account{name='Cash', currency='USD'} other:deposit{account='Cash', amount=5}")
        #expect(try session.text("#other:activities{}, #activities{}, other:cash{}[1].account") == "1, 2, Cash")
        try session.run("open('\(path("second"))')")
        #expect(try session.text("#activities{}, book:cash{}[1].account") == "1, Cash")
    }

    @Test(
        "A statement that would write a second book is refused, and none is written",
        arguments: [
            "other:deposit{account='Cash', amount=100}", "other:account{name='New', currency='USD'}", "other:setting('lot_method', 'lifo')",
            "other:quote{symbol='VTI', date='2014-03-03', close=1}", "other:rate{from='EUR', to='USD', date='2014-03-03', rate='1.2'}",
            "other:recurring{name='rent', every='month', record={type='withdrawal', account='Cash', amount=9}}", "other:void(3)",
            "other:tier{name='Cash', target=50, accounts={{account='Cash'}}}", "transaction(function() other:deposit{account='Cash', amount=1} end)",
            "open('PATH') deposit{account='Cash', amount=1}", "other:import('PATH.csv')", "other:delete_account{name='Cash', confirm=true}",
            "other:instrument{symbol='NEW', currency='USD'}", "other:undo()",
        ])
    func secondBook(statement: String) throws {
        let session = try ScriptSession.small(at: path("first"))
        try "date,type,account,amount,currency\n2014-05-05,deposit,Cash,5,USD\n".write(toFile: path("second") + ".csv", atomically: true, encoding: .utf8)
        try session.run(
            """
            other = open('\(path("second"))', false) other:account{name='Cash', currency='USD'} other:instrument{symbol='VTI', currency='USD'}
            other:deposit{account='Cash', amount=7}
            """)
        let statement = statement.replacingOccurrences(of: "PATH", with: path("second"))
        let before = try other(session)
        for first in ["withdraw{account='Brokerage', amount=100}", "quote{symbol='ORCL', date='2014-03-03', close=1}", "setting('long_term_days', 99)"] {
            try session.expectNothingRecorded {
                let failure = try session.failure("\(first) \(statement)")
                #expect(failure.kind == "several_books")
                #expect(
                    failure.message.hasSuffix(
                        "second.luca cannot be written here, because this statement has written first.luca: what it records is kept wholly or not at all, and that holds for one book"
                    ))
                #expect(failure.hint == "write each book by a statement of its own, or by a script of its own: luca run --book \(path("second")) SCRIPT")
                try session.run("open('\(path("first"))')")
            }
            #expect(try other(session) == before)
        }
        // A statement that goes on without it keeps what it recorded in the first book.
        try session.run("main = book withdraw{account='Brokerage', amount=100} assert(not pcall(function() \(statement) end))")
        #expect(try session.text("main:cash{account='Brokerage'}[1].balance") == "587")
        #expect(try other(session) == before)
    }

    /// All that is on record in the other book.
    private func other(_ session: ScriptSession) throws -> String {
        try ["activities", "accounts", "instruments", "settings", "plans", "quotes", "rates"].map { table in
            try session.text("other:sql(\"select * from \(table)\"):csv()")
        }.joined(separator: "\n")
    }

    @Test("What was undone, read or changed nothing is no writing: another book may be written")
    func oneBookAfterAll() throws {
        let session = try ScriptSession.small(at: path("first"))
        try session.run("other = open('\(path("second"))', false) other:account{name='Cash', currency='USD'}")
        for harmless in [
            "pcall(transaction, function() withdraw{account='Brokerage', amount=1} quote{symbol='ORCL', date='2014-03-03', close=1} error('no') end)",
            "pcall(withdraw, {account='Nobody', amount=1})", "whatif(function() withdraw{account='Brokerage', amount=1} end)",
            "setting('base_currency', 'USD')", "holdings{} cash{} verify()", "open('\(path("third"))', false)",
        ] {
            let before = try session.journal()
            try session.run("\(harmless) other:deposit{account='Cash', amount=1}")
            #expect(try session.journal() == before)
        }
        #expect(try ScriptSession(at: path("second")).text("cash{}[1].balance") == "6")
        // Reading several in one statement, and writing one, is as it was.
        try session.run("deposit{account='Brokerage', amount=other:cash{}[1].balance}")
        #expect(try session.text("cash{account='Brokerage'}[1].balance") == "693")
        // What is only tried out may touch both.
        #expect(try session.text("whatif(function() deposit{account='Savings', amount=1} other:deposit{account='Cash', amount=1} return #other:activities{} end)") == "7")
    }

    @Test("A script that writes a second book is refused whole, and so is its dry run")
    func scriptOverTwo() throws {
        let session = try ScriptSession.small(at: path("first"))
        try session.run("other = open('\(path("second"))', false) other:account{name='Cash', currency='USD'}")
        let script = "deposit{account='Savings', amount=1} other:deposit{account='Cash', amount=1}"
        try session.expectNothingRecorded {
            for run in [{ _ = try session.runtime.runScript($0, name: "both.lua", arguments: []) }, { _ = try session.runtime.dryRun($0, name: "both.lua", arguments: []) }]
                as [(String) throws -> Void]
            {
                do {
                    try run(script)
                    Issue.record("no error")
                } catch let failure as LuaFailure {
                    #expect(failure.kind == "several_books" && failure.message.contains("because this script has written first.luca"))
                }
            }
        }
        #expect(try session.text("#other:activities{}") == "0")
    }

    @Test("A book whose file is replaced or gone says so, keeps nobody from the others, and can be opened again")
    func replacedFile() throws {
        let session = try ScriptSession.small(at: path("first"))
        try session.run("old = book")
        #expect(rename(path("first"), path("moved")) == 0)
        for statement in ["deposit{account='Savings', amount=1}", "holdings{}", "verify()", "sql('select 1')", "old:cash{}", "quote{symbol='ORCL', date='2014-03-03', close=1}"] {
            #expect(try session.failure(statement).kind == "replaced", "\(statement)")
        }
        #expect(try session.text("1 + 1") == "2")
        // The name is free for a new book, and what was acknowledged went with the file.
        try session.run("open('\(path("first"))')")
        #expect(try session.text("#accounts{}, #activities{}") == "0, 0")
        try session.run("open('\(path("moved"))')")
        #expect(try session.text("#activities{}, verify()").hasPrefix("2, true"))
        #expect(try session.failure("old:cash{}").kind == "closed")
        session.runtime.close()
        #expect(try ScriptSession(at: path("moved")).text("#activities{}") == "2")
    }

    @Test("A book that is open already is the same book under every name of its file")
    func sameBook() throws {
        let session = try ScriptSession.small(at: path("first"))
        try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("first"))
        #expect(try session.text("open('\(path("first"))') == book, open('\(path("link"))') == book") == "true, true")
        try session.run("deposit{account='Savings', amount=1} open('\(path("link"))') deposit{account='Savings', amount=1}")
        #expect(try session.text("#activities{}") == "4")
    }

    @Test(
        "An act that fails is kept in no book, whichever refuses",
        arguments: [
            "withdraw{account='Brokerage', amount=100} other:deposit{account='Nobody', amount=100}",
            "other:deposit{account='Cash', amount=100} withdraw{account='Nobody', amount=100}",
            "other:deposit{account='Cash', amount=100} withdraw{account='Brokerage', amount=100} error('no')",
            "open('\(NSTemporaryDirectory())/luca-\(UUID().uuidString).luca', false):account{name='New', currency='USD'} withdraw{account='Brokerage', amount=1} error()",
        ])
    func failingAct(statement: String) throws {
        let session = try ScriptSession.small(at: path("first"))
        try session.run("other = open('\(path("second"))', false) other:account{name='Cash', currency='USD'}")
        let before = try session.text("#activities{}, #other:activities{}")
        try session.expectNothingRecorded { _ = try session.failure(statement) }
        #expect(try session.text("#activities{}, #other:activities{}") == before)
        #expect(try session.text("verify(), other:verify()").hasPrefix("true"))
        // The session goes on as before.
        try session.run("deposit{account='Brokerage', amount=1}")
        try session.run("other:deposit{account='Cash', amount=1}")
    }

    @Test("Without a book, what needs one says so")
    func noBook() throws {
        let runtime = try Runtime()
        #expect(throws: LuaFailure.self) { try runtime.evaluate("holdings{}", name: "=test", source: "test") }
        do {
            _ = try runtime.evaluate("holdings{}", name: "=test", source: "test")
        } catch let failure as LuaFailure {
            #expect(failure.kind == "no_book" && failure.message == "holdings: no book is open" && failure.hint == "open one with open(\"family.luca\")")
        }
        guard case .values(let values) = try runtime.evaluate("1 + 1", name: "=test", source: "test") else { return }
        #expect(try runtime.shown(values[0]) == "2")
    }

    @Test("Files that are no books are refused", arguments: ["not a book at all", "SQLite format 3\u{0}junk"])
    func noBookFile(contents: String) throws {
        try contents.write(toFile: path("junk"), atomically: true, encoding: .utf8)
        let session = try ScriptSession.small()
        _ = try session.failure("open('\(path("junk"))')")
        #expect(try session.text("#activities{}") == "2")
        #expect(try String(contentsOfFile: path("junk"), encoding: .utf8) == contents)
    }

    @Test(
        "A file that is no book is proposed for import where it may be one to import, and a pipe is not waited for", .timeLimit(.minutes(1)),
        arguments: [
            ("date,amount\n", "luca import"), ("caf\u{E9}\n", "luca import"), ("PK\u{3}\u{4}\u{0}", "luca import"), ("\u{1}\u{2}binary", "give a new book another name"),
            ("SQLite format 3\u{0}junk", "give a new book another name"),
        ])
    func hints(contents: String, hint: String) throws {
        let session = try ScriptSession.small()
        try contents.write(toFile: path("junk"), atomically: true, encoding: .utf8)
        #expect(try session.failure("open('\(path("junk"))')").hint?.contains(hint) == true)
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(try session.failure("open('\(path("pipe"))')").hint?.contains("luca import") != true)
    }

    @Test("Accounts and instruments are defined, fetched and changed by one function")
    func definitions() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("account{name='ISA', type='pension', currency='GBP', owner='Ada', opened='2014-01-01'}.currency") == "GBP")
        #expect(try session.text("account{name='ISA', group='Retirement'}.group, account'ISA'.type, account'ISA'.opened") == "Retirement, pension, 2014-01-01")
        #expect(try session.text("account{name='ISA'}.owner, #accounts{}") == "Ada, 3")
        #expect(try session.text("instrument{symbol='ORCL', name='Oracle Corporation'}.name, instrument'ORCL'.kind, instrument'ORCL'.multiplier") == "Oracle Corporation, stock, 1")
        #expect(try session.message("account{name='X', type='bank'}").contains("one of securities"))
        #expect(try session.message("account{name=''}").contains("an account needs a name"))
        #expect(try session.message("instrument{symbol='X', kind='share'}").contains("one of stock"))
        #expect(try session.message("instrument{symbol='X', multiplier=0}").contains("must be above zero"))
        #expect(try session.message("account{name='X', opened='2014-02-01', closed='2014-01-01'}").contains("cannot be closed on 2014-01-01"))
    }

    @Test("Settings are read, made and explained")
    func settings() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("setting('fees_in_cost')") == "true")
        #expect(try session.text("setting('fees_in_cost', false), holdings{}[1].cost_basis") == "false, 312")
        #expect(try session.text("setting('base_currency', 'EUR'), account{name='E', type='securities'}.currency") == "EUR, EUR")
        #expect(try session.text("settings():where{key='fees_in_cost'}[1].value") == "false")
        #expect(try session.message("setting('lot_metod')").contains("unknown setting \"lot_metod\"; did you mean \"lot_method\"?"))
        #expect(try session.message("setting('lot_method', 'fifi')").contains("the setting lot_method cannot be \"fifi\""))
        #expect(try session.message("setting('long_term_days', 'x')").contains("long_term_days"))
        #expect(try session.text("setting('long_term_days', 100), gains{}.policies.lot_method") == "100, fifo")
    }

    @Test("SQL asks and cannot change")
    func sql() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("sql('select type, amount, date from activities order by date')[1].amount") == "1000")
        #expect(try session.text("sql('select symbol from trades where quantity > ?', {5})[1].symbol") == "ORCL")
        #expect(try session.text("sql('select sum(amount) as s from activities where amount is not null')[1].s") == "1000")
        for statement in ["delete from activity", "update setting set value = 1", "drop table activity", "insert into activity default values", "pragma user_version = 9"] {
            try session.expectNothingRecorded { _ = try session.failure("sql('\(statement)')") }
        }
        #expect(try session.message("sql('select * from activites')").contains("activities"))
    }
}
