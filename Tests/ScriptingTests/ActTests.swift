import Foundation
import Ledger
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
@testable import Scripting

@Suite("A statement, a script, an import is one act: all of it or nothing")
struct ActTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/book.luca"
    }

    /// Ways in which a statement that has recorded something comes to nothing.
    private static let failures: [(name: String, source: String)] = [
        ("an error of the script", "deposit{account='Savings', amount=5} error('stop')"),
        ("an error of the ledger", "deposit{account='Savings', amount=5} sell{account='Brokerage', symbol='ORCL', quantity=99, price=1}"),
        ("an unknown name", "account{name='New', currency='USD'} deposit{account='New', amount=5} nothing_of_this_name()"),
        ("calling nil", "instrument{symbol='NEW', currency='USD'} local x x()"),
        (
            "an error within a coroutine",
            "deposit{account='Savings', amount=5} assert(coroutine.resume(coroutine.create(function() deposit{account='Savings', amount=6} error('stop') end)))"
        ),
        ("an error object", "deposit{account='Savings', amount=5} error({kind='mine', message='stop'})"),
        ("an error within where", "deposit{account='Savings', amount=5} activities{}:where(function() deposit{account='Savings', amount=6} error('stop') end)"),
        ("a setting, a void and a quote before it", "setting('fees_in_cost', false) void(activities{}[1].id) quote{symbol='ORCL', date='2014-03-03', close=1} error('stop')"),
        ("endless recursion", "deposit{account='Savings', amount=5} local function f() return 1 + f() end f()"),
    ]

    @Test("A statement that fails leaves the book as it was", arguments: failures.map(\.name))
    func failingStatement(name: String) throws {
        let source = try #require(Self.failures.first { $0.name == name }).source
        let session = try ScriptSession.small(at: path)
        try session.expectNothingRecorded { _ = try session.failure(source) }
        #expect(try session.text("(verify())") == "true")
        // Another program sees the same, and the session goes on.
        #expect(try ScriptSession(at: path).journal() == session.journal())
        try session.run("deposit{account='Savings', amount=5}")
        #expect(try ScriptSession(at: path).text("cash{account='Savings'}[1].balance") == "5")
    }

    @Test("A script that fails in its last line leaves the file's entries as they were", arguments: failures.map(\.name))
    func failingScript(name: String) throws {
        let source = try #require(Self.failures.first { $0.name == name }).source
        let session = try ScriptSession.small(at: path)
        try session.expectNothingRecorded {
            #expect(throws: LuaFailure.self) { try session.runtime.runScript("-- a script\n\(source)\n", name: "bad.lua", arguments: []) }
        }
        #expect(try ScriptSession(at: path).journal() == session.journal())
    }

    @Test("What a script caught by itself stays recorded, what failed does not")
    func caught() throws {
        let session = try ScriptSession.small()
        try session.run("deposit{account='Savings', amount=5} pcall(sell, {account='Brokerage', symbol='ORCL', quantity=99, price=1}) deposit{account='Savings', amount=6}")
        #expect(try session.text("cash{account='Savings'}[1].balance, #trades{}") == "11, 1")
    }

    @Test(
        "Ctrl-C in the middle of a statement leaves the book as it was, and pcall cannot swallow it",
        arguments: [
            "while true do deposit{account='Savings', amount=1} end", "while true do pcall(deposit, {account='Savings', amount=1}) end",
            "while true do pcall(function() while true do deposit{account='Savings', amount=1} end end) end",
            "coroutine.wrap(function() while true do deposit{account='Savings', amount=1} end end)()",
            "for row in activities{} do while true do deposit{account='Savings', amount=1} end end",
        ])
    func interrupt(source: String) throws {
        let session = try ScriptSession.small(at: path)
        try session.expectNothingRecorded {
            let state = session.runtime.lua
            // Rung only once the statement has recorded something.
            var count = 0
            session.runtime.console.output = { _ in
                count += 1
                if count == 20 { state.interrupt() }
            }
            let failure = try session.failure("local deposit = function(t) print('.') return deposit(t) end \(source)")
            #expect(failure.kind == "interrupted", "\(failure.message)")
            #expect(count >= 20)
        }
        #expect(try session.text("1 + 1") == "2")
    }

    @Test("A query of the book's file and a wait for a pipe end with the script that asks", arguments: ["sql", "import"])
    func interruptOfHost(work: String) throws {
        let session = try ScriptSession.small(at: path), pipe = path + ".csv"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Somebody who could write, and does not.
        let writer = open(pipe, O_RDWR)
        defer { close(writer) }
        let stop = Stop(session.runtime.lua)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.1)
            stop.state.interrupt()
        }
        let endless = "with recursive c(n) as (select 1 union all select n + 1 from c where n < 100000000000) select count(*) from c"
        let failure = try session.failure(work == "sql" ? "sql('\(endless)')" : "import('\(pipe)')")
        #expect(failure.kind == "interrupted", "\(failure.message)")
        // The host has seen it, and nobody has received it.
        session.runtime.lua.forgetInterrupt()
        #expect(try session.text("1 + 1") == "2")
    }

    @Test("So does an interrupt that comes from another thread")
    func interruptFromThread() throws {
        let session = try ScriptSession.small(at: path)
        try session.expectNothingRecorded {
            let stop = Stop(session.runtime.lua)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.1)
                stop.state.interrupt()
            }
            let failure = try session.failure("while true do deposit{account='Savings', amount=1} end")
            #expect(failure.kind == "interrupted")
        }
        #expect(try session.text("#activities{}") == "2")
    }

    /// A state whose `interrupt` another thread may call.
    private struct Stop: @unchecked Sendable {
        let state: LuaState
        init(_ state: LuaState) { self.state = state }
    }

    @Test("A limit of instructions, of time and of memory does the same")
    func limits() throws {
        let session = try ScriptSession.small(at: path), lua = session.runtime.lua
        try session.expectNothingRecorded {
            lua.limitInstructions(20_000)
            let instructions = try session.failure("while true do pcall(deposit, {account='Savings', amount=1}) end")
            lua.limitInstructions(nil)
            lua.limitTime(.milliseconds(100))
            let time = try session.failure("deposit{account='Savings', amount=1} while true do end")
            lua.limitTime(nil)
            lua.limitMemory(32 << 20)
            let memory = try session.failure("deposit{account='Savings', amount=1} local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end")
            lua.limitMemory(0)
            #expect([instructions, time, memory].map(\.kind) == ["limit", "limit", "limit"])
        }
        #expect(try session.text("(verify())") == "true")
    }

    @Test("An act is named in the journal, and one that records nothing leaves no trace")
    func names() throws {
        let session = try ScriptSession.small(at: path)
        let acts = try session.text("sql('select count(*) as n from acts')[1].n")
        try session.run("holdings{}")
        try session.runtime.runScript("return cash{}", name: "quiet.lua", arguments: [])
        #expect(try session.text("sql('select count(*) as n from acts')[1].n") == acts)
        try session.runtime.runScript("deposit{account='Savings', amount=5} deposit{account='Savings', amount=6}", name: "loud.lua", arguments: [])
        #expect(try session.text("sql('select count(*) as n from acts')[1].n - \(acts)") == "1")
        #expect(try session.text("activities{}:last('source')") == "script loud.lua")
    }
}
