import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

@Suite("Scripts: arguments, dry runs, scripts that run scripts")
struct DryRunTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A dry run tells what would be recorded, and records none of it")
    func dryRun() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.expectNothingRecorded {
            let text = try session.runtime.dryRun("deposit{account='Savings', amount=5, notes='tip'}", name: "tip.lua", arguments: [])
            #expect(text.contains("2014-12-31  deposit  Savings"))
            #expect(text.hasSuffix("1 activity would be recorded; nothing was\n"))
        }
        #expect(try ScriptSession(at: folder.path + "/book.luca").text("#activities{}") == "2")
        try session.run("deposit{account='Savings', amount=5}")
    }

    @Test("Other entries are counted, and nothing is said of a script that only asks", arguments: [
        ("account{name='New', currency='USD'} deposit{account='New', amount=5} deposit{account='New', amount=6}",
         "2 activities and 1 other entry (accounts, instruments, settings, voids) would be recorded; nothing was\n"),
        ("void(activities{}[1].id) setting('lot_method', 'fifo') setting('fees_in_cost', false)", nil), ("return holdings{}", "0 activities would be recorded; nothing was\n"),
    ] as [(String, String?)])
    func summary(script: String, end: String?) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let text = try session.runtime.dryRun(script, name: "dry.lua", arguments: [])
            #expect(text.hasSuffix(end ?? "0 activities and 3 other entries (accounts, instruments, settings, voids) would be recorded; nothing was\n"), "\(text)")
        }
    }

    @Test("A dry run leaves every book alone, quotes too")
    func otherBooks() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.run("other = open('\(folder.path)/other.luca', false) other:account{name='Cash', currency='USD'}")
        _ = try session.runtime.dryRun(
            "other:deposit{account='Cash', amount=5} quote{symbol='ORCL', date='2014-03-03', close=38} deposit{account='Savings', amount=5}",
            name: "dry.lua", arguments: [])
        #expect(try session.text("#other:activities{}, #quotes{}, #activities{}") == "0, 0, 2")
        #expect(try ScriptSession(at: folder.path + "/other.luca").text("#activities{}, #accounts{}") == "0, 1")
    }

    @Test("A dry run that fails is a failure, and leaves nothing either")
    func failing() throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            #expect(throws: LuaFailure.self) { try session.runtime.dryRun("deposit{account='Savings', amount=5} error('no')", name: "dry.lua", arguments: []) }
        }
        try session.run("deposit{account='Savings', amount=5}")
        #expect(try session.text("#activities{}") == "3")
    }

    @Test("A script gets its arguments as ... and as arg, and gives back what it returns")
    func arguments() throws {
        let session = try ScriptSession.small()
        let values = try session.runtime.runScript("local a, b = ... return a .. b, arg[0], #arg, arg[2]", name: "args.lua", arguments: ["--year", "20 \"14\""])
        #expect(try values.map(session.runtime.shown) == ["--year20 \"14\"", "args.lua", "2", "20 \"14\""])
    }

    @Test("A first line that begins with # is skipped, and lines keep their numbers")
    func shebang() throws {
        let session = try ScriptSession.small()
        #expect(try session.runtime.shown(session.runtime.runScript("#!/usr/bin/env luca\nreturn 7", name: "a.lua", arguments: [])[0]) == "7")
        do {
            try session.runtime.runScript("#!/usr/bin/env luca\n\nerror('here')", name: "a.lua", arguments: [])
            Issue.record("no error")
        } catch let failure as LuaFailure {
            #expect(failure.position == LuaPosition(chunk: "a.lua", line: 3))
            #expect(session.runtime.sourceText(of: "a.lua")?.contains("error('here')") == true)
        }
    }

    @Test("A script that ends too early says so")
    func incomplete() throws {
        let session = try ScriptSession.small()
        #expect(throws: LuaMisuse.self) { try session.runtime.runScript("for i = 1, 3 do", name: "a.lua", arguments: []) }
        #expect(throws: LuaFailure.self) { try session.runtime.runScript("x = = 1", name: "a.lua", arguments: []) }
    }

    @Test("run runs a script within the act, with arguments of its own")
    func nested() throws {
        let session = try ScriptSession.small(), inner = folder.path + "/inner.lua"
        try "deposit{account='Savings', amount=tonumber(arg[1])} return arg[1], #arg".write(toFile: inner, atomically: true, encoding: .utf8)
        let values = try session.runtime.runScript("local a, n = run('\(inner)', 5) return a, n, arg[1], cash{account='Savings'}[1].balance", name: "outer.lua", arguments: ["x"])
        #expect(try values.map(session.runtime.shown) == ["5", "1", "x", "5"])
        try session.expectNothingRecorded {
            #expect(throws: LuaFailure.self) { try session.runtime.runScript("run('\(inner)', 5) error('stop')", name: "outer.lua", arguments: []) }
        }
        #expect(try session.message("run('\(folder.path)/none.lua')").contains("No such file"))
        #expect(try session.text("#undo()") == "1")
    }

    @Test("quit ends a statement or a script; with code 0 what it recorded is kept, with another it failed", arguments: [
        ("quit()", 0), ("quit(0)", 0), ("quit(3)", 3), ("os.exit()", 0), ("os.exit(true)", 0), ("os.exit(false)", 1), ("os.exit(4)", 4),
    ])
    func quit(call: String, code: Int) throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        let failure = try session.failure("deposit{account='Savings', amount=5} \(call) deposit{account='Savings', amount=5}")
        #expect((failure.underlying as? ExitRequest)?.code == code)
        #expect(try ScriptSession(at: folder.path + "/book.luca").text("#activities{}") == (code == 0 ? "3" : "2"))
    }
}
