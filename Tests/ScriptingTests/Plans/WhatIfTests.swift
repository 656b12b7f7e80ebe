import Foundation
import Ledger
import LuaKit
import Session
import Storage
import TestSupport
import Testing
@testable import LuaSurface

@Suite("What if: on a branch that is thrown away")
struct WhatIfTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let buy = "buy{date='2014-06-02', account='Brokerage', symbol='ORCL', quantity=2, price=40}"

    @Test(
        "Gives what the function returns, and leaves the book as it was",
        arguments: [
            "return 1, nil, 'x', nil", "\(deposit) return cash{account='Savings'}[1].balance, nil, 'x', nil",
        ])
    func values(body: String) throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.expectNothingRecorded {
            let text = try session.text("(function(...) return select('#', ...), ... end)(whatif(function() \(body) end))")
            #expect(text == "4, \(body.hasPrefix("return 1") ? "1" : "5"), nil, x, nil")
        }
        #expect(try session.text("(verify())") == "true")
        try session.run(Self.deposit)
        #expect(try ScriptSession(at: folder.path + "/book.luca").text("#activities{}") == "3")
    }

    private static let deposit = "deposit{account='Savings', amount=5}"

    @Test(
        "Anything can be tried out",
        arguments: [
            "void(activities{}[2].id)", "amend{id=activities{}[1].id, amount=2000}", "account{name='New', currency='EUR'} deposit{account='New', amount=1}",
            "account{name='Savings', owner='Zoe'}", "instrument{symbol='NEW', currency='USD'}", "setting('lot_method', 'lifo') setting('fees_in_cost', false)",
            "quote{symbol='ORCL', date='2014-03-03', close=38}", "rate{from='USD', to='EUR', date='2014-03-03', rate=0.7}", "undo()",
            "account{name='ISA', tracking='value'} value{account='ISA', amount=7}", "limit{name='L', account='Savings', amount=5}",
            "split{symbol='ORCL', ratio='2:1', date='2014-02-01'}", "deposit{account='Savings', amount=1, date='2013-01-01'}",
            "transfer{from='Brokerage', to='Savings', symbol='ORCL', quantity=3, date='2014-02-01'}",
            "transaction(function() deposit{account='Savings', amount=1} end)", "pcall(function() deposit{account='Savings', amount=1} error('x') end)",
            "sql('select count(*) from activities') deposit{account='Savings', amount=1} sql('select count(*) from activities')",
        ])
    func anything(source: String) throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.run("quote{symbol='ORCL', date='2014-12-30', close=44}")
        let before = try session.text("holdings{}:csv() .. cash{}:csv() .. activities{}:csv() .. lots{}:csv() .. snapshots{every='month'}:csv()")
        try session.expectNothingRecorded { try session.run("whatif(function() \(source) end)") }
        try session.expectNothingRecorded { try session.run("whatif(function() \(source) return holdings{}, gains{}, activities{} end)") }
        #expect(try session.text("holdings{}:csv() .. cash{}:csv() .. activities{}:csv() .. lots{}:csv() .. snapshots{every='month'}:csv()") == before)
        #expect(try session.text("(verify())") == "true")
        // What comes next is recorded as if nothing had been.
        try session.run(Self.deposit)
        let last = try #require(session.runtime.book).ledger.lastEntry.rawValue
        #expect(try session.text("activities{}:last('source'), activities{}:last('id')") == "test, \(last)")
    }

    @Test(
        "Frames that are returned keep the figures of the branch, whatever is recorded afterwards",
        arguments: [
            ("activities{}", "#it, it[3].quantity, it[3].cash, it:last('source')", "3, 2, -80, test"),
            ("{deep={activities{}}}", "#it.deep[1], it.deep[1][3].quantity", "3, 2"),
            ("trades{}:where{symbol='ORCL'}:select('quantity', 'amount')", "it:sum('quantity'), it:sum('amount')", "12, 392"),
            ("activities{}[3]", "it.quantity, it.account", "2, Brokerage"), ("{activities{}[3]}", "it[1].quantity", "2"),
            ("activities{}:by('type')", "it:sum('quantity'):list('quantity')[1]", "12"),
            ("holdings{}", "it[1].quantity", "12"),
        ])
    func frames(result: String, asked: String, answer: String) throws {
        let session = try ScriptSession.small()
        try session.run("it = whatif(function() \(buy) return \(result) end)")
        try session.run("sell{date='2014-07-01', account='Brokerage', symbol='ORCL', quantity=9, price=50} deposit{account='Savings', amount=9}")
        #expect(try session.text(asked) == answer)
    }

    @Test("A frame kept elsewhere answers rightly or says that it cannot, and one from before is as it was")
    func kept() throws {
        let session = try ScriptSession.small()
        try session.run("before = activities{}")
        try session.run(
            "whatif(function() \(buy) held = holdings{} lazy = activities{} few = lazy:select('quantity') known = activities{} known:sum('cash') old = before:where{type='buy'} recorded = \(buy) end)"
        )
        try session.run("sell{date='2014-07-01', account='Brokerage', symbol='ORCL', quantity=9, price=50}")
        #expect(try session.text("held[1].quantity, recorded[1].quantity, known:sum('cash')") == "12, 2, 607")
        for frame in ["lazy", "few"] {
            let message = try session.message("\(frame):sum('quantity')")
            #expect(message.contains("was made in a what-if") && message.contains("return the frame from the function"), "\(message)")
        }
        #expect(try session.text("#before, before:sum('cash'), old[1].cash, old:sum('quantity')") == "2, 687, -313, 10")
    }

    @Test("What is asked inside of a frame from before is not changed by what is defined inside")
    func multiplier() throws {
        let session = try ScriptSession.small()
        try session.run("before = activities{}")
        try session.run("whatif(function() instrument{symbol='ORCL', multiplier=100} before:sum('amount') end)")
        #expect(try session.text("before[2].amount") == "312")
    }

    @Test("An account defined inside is gone afterwards, even where another has its number")
    func handles() throws {
        let session = try ScriptSession.small()
        try session.run("gone, known = whatif(function() return account{name='New', currency='USD'}, account 'Savings' end)")
        try session.run("stock = whatif(function() return whatif(function() return instrument{symbol='NEW', currency='USD'} end) end)")
        try session.run("account{name='Other', currency='USD'} instrument{symbol='OTHER', currency='USD'}")
        #expect(try session.message("gone.name").contains("was defined in a what-if that is over"))
        #expect(try session.message("deposit{account=gone, amount=5}").contains("was defined in a what-if that is over"))
        #expect(try session.message("stock.symbol").contains("this instrument was defined in a what-if"))
        #expect(try session.text("known.name, known == account 'Savings'") == "Savings, true")
        #expect(try session.text("whatif(function() local a = account{name='X', currency='USD'} return whatif(function() return a.name end) end)") == "X")
    }

    @Test("Branches nest: the inner one sees the outer, the outer is as if the inner had not been")
    func nested() throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let text = try session.text(
                """
                whatif(function()
                  deposit{account='Savings', amount=1}
                  local inner, lost = whatif(function() deposit{account='Savings', amount=2} return cash{account='Savings'}[1].balance, activities{} end)
                  deposit{account='Savings', amount=4}
                  transaction(function() deposit{account='Savings', amount=8} end)
                  pcall(whatif, function() deposit{account='Savings', amount=16} error('no') end)
                  return inner, cash{account='Savings'}[1].balance, #lost, lost:sum('amount')
                end)
                """)
            #expect(text == "3, 13, 4, 1315")
        }
    }

    @Test("An error passes through as it is, and the branch is thrown away all the same")
    func errors() throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded { () throws in
            #expect(try session.message("whatif(function() \(Self.deposit) error('stop', 0) end)") == "stop")
            #expect(try session.text("select(2, pcall(whatif, function() \(Self.deposit) error({kind='mine'}) end)).kind") == "mine")
            #expect(try session.failure("whatif(function() sell{account='Brokerage', symbol='ORCL', quantity=99, price=1} end)").kind == "oversold")
            #expect(try session.message("whatif(5)").contains("change must be a function"))
        }
    }

    @Test("Ctrl-C and limits end it and leave the book as it was")
    func interrupted() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca"), state = session.runtime.lua
        try session.expectNothingRecorded { () throws in
            var count = 0
            session.runtime.console.output = { _ in
                count += 1
                if count == 20 { state.interrupt() }
            }
            #expect(try session.failure("pcall(whatif, function() while true do \(Self.deposit) print('.') end end)").kind == "interrupted")
            state.limitInstructions(20_000)
            #expect(try session.failure("whatif(function() while true do pcall(deposit, {account='Savings', amount=1}) end end)").kind == "limit")
            state.limitInstructions(nil)
        }
        #expect(session.runtime.running.branches.isEmpty)
        #expect(try session.text("whatif(function() \(Self.deposit) return #activities{} end), #activities{}") == "3, 2")
    }

    @Test("A book that may only be read plays along, in a sandbox too", arguments: [false, true])
    func readOnly(isSandboxed: Bool) throws {
        let path = folder.path + "/book.luca"
        try ScriptSession.small(at: path).runtime.close()
        let session = try ScriptSession(isSandboxed: isSandboxed)
        if isSandboxed {
            try session.runtime.openBook(at: path)
        } else {
            try session.runtime.use(Book.open(path: path, mode: .readOnly, clock: session.runtime.configuration.clock))
        }
        #expect(try session.text("whatif(function() \(buy) return holdings{}[1].quantity end), holdings{}[1].quantity") == "12, 10")
        #expect(try session.failure(Self.deposit).message.contains("for reading only"))
        #expect(try session.text("whatif(function() whatif(function() \(buy) end) \(Self.deposit) return #activities{} end)") == "3")
    }

    @Test("Every open book is branched, one that is opened inside too, and no book is made")
    func books() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca"), other = folder.path + "/other.luca"
        try ScriptSession.small(at: other).runtime.close()
        try session.run("main = book")
        let text = try session.text(
            """
            whatif(function()
              other = open('\(other)')
              \(Self.deposit)
              main:deposit{account='Savings', amount=7}
              return #activities{}, #main:activities{}, book == other
            end)
            """)
        #expect(text == "3, 3, true")
        #expect(try session.text("#activities{}, #other:activities{}, book == main") == "2, 2, true")
        try session.run("whatif(function() other:deposit{account='Savings', amount=7} end) other:deposit{account='Savings', amount=1}")
        #expect(try session.text("#other:activities{}") == "3")
        #expect(try session.message("whatif(function() open('\(folder.path)/new.luca') end)").contains("a what-if makes no files"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.luca"))
        session.runtime.close()
        #expect(try ScriptSession(at: other).text("#activities{}") == "3")
    }

    @Test(
        "What cannot be taken back is refused with a sentence",
        arguments: [
            ("delete_account{name='Savings', confirm=true}", "cannot be rehearsed"), ("backup('copy.luca')", "nothing of what the what-if records"),
        ])
    func refused(source: String, part: String) throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.expectRefusal(of: "whatif(function() \(source) end)", saying: part)
        try session.expectRefusal(of: "whatif(function() \(Self.deposit) \(source) end)", saying: part)
    }

    @Test("An export inside is of the branch")
    func export() throws {
        let session = try ScriptSession.small()
        let path = folder.path + "/out.csv"
        try session.run("whatif(function() deposit{account='Savings', amount=5, notes='only if'} export('\(path)') end)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("only if"))
    }

    @Test("Rules and targets of scripts go with what is undone", arguments: ["whatif", "pcall(transaction, ", ""])
    func definitions(around: String) throws {
        let session = try ScriptSession.small()
        try session.run("recurring{name='stays', every='month', from='2014-11-30', record=function() end}")
        let body =
            "recurring{name='goes', every='month', from='2014-11-30', record=function() end} "
            + "rebalance.rule('idle', function(p) end) targets{name='t', by=function() return 'x' end, weights={x=100}} error('no', 0)"
        let statement = around.isEmpty ? body : around == "whatif" ? "pcall(whatif, function() \(body) end)" : "\(around)function() \(body) end)"
        if around.isEmpty { #expect(try session.message(statement) == "no") } else { try session.run(statement) }
        #expect(session.runtime.scripted.plans.rules.count == 1)
        #expect(session.runtime.scripted.plans.rebalancing.rules.isEmpty && session.runtime.scripted.plans.rebalancing.targets.isEmpty)
        try session.run("transaction(function() recurring{name='kept', every='month', from='2014-11-30', record=function() end} end)")
        #expect(session.runtime.scripted.plans.rules.count == 2)
    }

    @Test("What is wrong with a call is told at its own line, and of a proposal why it is none")
    func blame() throws {
        let session = try ScriptSession.small()
        for call in ["whatif(5)", "transaction(5)"] {
            let failure = try session.failure("local a = 1\n\(call)")
            #expect(failure.kind == "argument" && failure.position?.line == 2, "\(String(describing: failure.position))")
        }
        let plan = "rebalance{weights={ORCL=100}, account='Brokerage', on='2014-01-03'}"
        try session.run("quote{symbol='ORCL', date='2014-01-03', close=30}")
        #expect(try session.message("whatif(function() return \(plan) end):apply{}").contains("worked out in a what-if"))
        #expect(try session.message("\(plan):head(1):apply{}").contains("are not as they came"))
    }

    @Test("The name of the act is not taken from what was tried out")
    func names() throws {
        let session = try ScriptSession.small()
        try session.run("whatif(function() undo() end) \(Self.deposit)")
        #expect(try session.text("activities{}:last('source')") == "test")
    }

    @Test("A transaction is kept wholly or not at all, and gives what it returns")
    func transactions() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("transaction(function() \(Self.deposit) return 1, {2} end)") == "1, {2}")
        try session.run("pcall(transaction, function() deposit{account='Savings', amount=1} lost = activities{} error('no') end) deposit{account='Savings', amount=2}")
        #expect(try session.text("activities{account='Savings'}:list('amount')") == "{5, 2}")
        #expect(try session.message("lost:sum('amount')").contains("was made in a transaction that failed"))
        try session.run(
            "transaction(function() pcall(transaction, function() deposit{account='Savings', amount=8} error('no') end) stays = activities{} deposit{account='Savings', amount=4} end)"
        )
        #expect(try session.text("stays:sum('amount'), activities{account='Savings'}:sum('amount')") == "1319, 11")
        #expect(try session.text("undo() return activities{account='Savings', status='posted'}:sum('amount')") == "7")
    }

    @Test("The file is byte for byte what it was", arguments: [0, 3000])
    func bytes(entries: Int) throws {
        let path = folder.path + "/book.luca", session = entries == 0 ? try ScriptSession.demo(at: path) : try ScriptSession.small(at: path)
        if entries > 0 { try session.run("for i = 1, \(entries) do deposit{account='Savings', amount=i, date='2014-02-03'} end") }
        session.runtime.close()
        let before = try Data(contentsOf: URL(filePath: path))
        let again = try ScriptSession(at: path)
        let shown = try again.text(
            "whatif(function() buy{date='2014-06-02', account='Brokerage', symbol='ORCL', quantity=2, price=40} quote{symbol='ORCL', date='2014-06-03', close=41} return holdings{} end)"
        )
        #expect(shown.contains("ORCL"))
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let log = path + "-wal"
        if FileManager.default.fileExists(atPath: log) { #expect(try Data(contentsOf: URL(filePath: log)).isEmpty) }
        again.runtime.close()
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: log))
    }
}
