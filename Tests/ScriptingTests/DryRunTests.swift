import Foundation
import LuaKit
import LuaSurface
import Storage
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

    /// Scripts, lines that the dry run shows among others (with single spaces between columns), and what it counts.
    private static let scripts: [(script: String, lines: [String], summary: String)] = [
        ("return holdings{}", [], "nothing"),
        (
            "account{name='New', currency='USD'} deposit{account='New', amount=5} deposit{account='New', amount=6}",
            ["account New new: name New, type securities, currency USD", "2014-12-31 deposit New 5.00 0.00 USD"], "2 activities and 1 account"
        ),
        (
            "account{name='Savings', owner='Zoe', group='safe'} account{name='Savings', owner='Zoe', group='old'}",
            ["account Savings owner Ben → Zoe, group none → safe", "account Savings group safe → old"], "2 accounts"
        ),
        (
            "instrument{symbol='NEW', kind='etf', currency='EUR'} instrument{symbol='ORCL', name='Oracle Inc', class='tech'}",
            ["instrument NEW new: symbol NEW, kind etf, currency EUR", "instrument ORCL name Oracle → Oracle Inc, class none → tech"], "2 instruments"
        ),
        (
            "void(activities{}[2].id, 'by mistake') setting('lot_method', 'lifo') setting('fees_in_cost', false) setting('lot_method', '')",
            [
                "void entry 7 2014-01-03 buy 10 ORCL @ 31.2 in Brokerage: by mistake", "setting lot_method the default → lifo", "setting fees_in_cost the default → false",
                "setting lot_method lifo → the default",
            ], "1 void and 3 settings"
        ),
        (
            "amend{id=activities{}[1].id, amount=900}",
            [
                "2014-01-02 deposit Brokerage 900.00 0.00 USD",
                "amend entry 6 2014-01-02 deposit 1000.00 USD in Brokerage becomes void; 2014-01-02 deposit 900.00 USD in Brokerage stands in its place",
            ], "1 activity"
        ),
        ("account{name='ISA', tracking='value'} value{account='ISA', amount=7, date='2014-03-03'}", ["value ISA on 2014-03-03 7.00 USD"], "1 account and 1 value"),
        (
            "limit{name='L', account='Savings', amount=5} limit{name='L', amount=6} limit{name='L', remove=true}",
            [
                "limit L new: {\"accounts\":[\"Savings\"],\"amount\":\"5\",\"currency\":\"USD\"}",
                "limit L changed: {\"accounts\":[\"Savings\"],\"amount\":\"6\",\"currency\":\"USD\"}", "limit L is taken away",
            ], "3 limits"
        ),
        (
            "quote{symbol='ORCL', date='2014-03-03', close=38} quote{symbol='ORCL', date='2014-03-04', close=38} rate{from='USD', to='EUR', date='2014-03-03', rate=0.7}",
            ["ORCL 2014-03-03 38", "ORCL 2014-03-04 38", "USD/EUR 2014-03-03 0.7"], "2 quotes and 1 rate"
        ),
        ("deposit{account='Savings', amount=5, status='draft'} quit(0)", ["2014-12-31 deposit draft Savings 5.00 0.00 USD"], "1 activity"),
        (
            "whatif(function() deposit{account='Savings', amount=7} quote{symbol='ORCL', date='2014-03-03', close=38} end) deposit{account='Savings', amount=5} "
                + "pcall(transaction, function() deposit{account='Savings', amount=9} error('no') end)", ["2014-12-31 deposit Savings 5.00 0.00 USD"], "1 activity"
        ),
        ("transfer{from='Brokerage', to='Savings', amount=5}", ["2014-12-31 transfer_out transfer 8 Brokerage 5.00 0.00 USD"], "2 activities"),
        ("undo()", ["void entry 7 2014-01-03 buy 10 ORCL @ 31.2 in Brokerage: undo"], "2 voids and 1 setting"),
    ]

    @Test("Every entry is listed, whatever it is", arguments: scripts.map(\.script))
    func entries(script: String) throws {
        let session = try ScriptSession.small(), expected = try #require(Self.scripts.first { $0.script == script })
        try session.expectNothingRecorded {
            let text = try session.runtime.dryRun(script, name: "dry.lua", arguments: [])
            let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            for line in expected.lines { #expect(lines.contains(line), "\(line) is not in\n\(text)") }
            #expect(text.hasSuffix("\(expected.summary) would be recorded; nothing was\n"), "\(text)")
        }
        #expect(session.runtime.book?.actLog == nil)
    }

    @Test("Of many quotes the first are shown, and no file is written")
    func quotesAndFiles() throws {
        let session = try ScriptSession.small(), path = folder.path + "/out.csv"
        let many = "for i = 1, 25 do quote{symbol='ORCL', date=date '2014-03-01' + i, close=i} end quote{symbol='ORCL', date=date '2014-03-02', close=1}"
        let text = try session.runtime.dryRun(many, name: "dry.lua", arguments: [])
        #expect(text.split(separator: "\n").count { $0.hasPrefix("ORCL") } == 20 && text.contains("25 quotes would be recorded"), "\(text)")
        for source in ["export('\(path)')", "cash{}:csv('\(path)')", "export('\(path)', 'book')", "whatif(function() export('\(path)') end)"] {
            do {
                _ = try session.runtime.dryRun(source, name: "dry.lua", arguments: [])
                Issue.record("\(source) was not refused")
            } catch let failure as LuaFailure { #expect(failure.message.contains("a dry run leaves nothing behind")) }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try session.run("export('\(path)')")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "Lua's own functions change no file either, whichever way a script has them",
        arguments: [
            "io.open(path, 'w')", "pcall(io.open, path, 'a') error('caught')", "os.remove(there)", "os.rename(there, path)", "os.execute('touch ' .. path)",
            "io.popen('touch ' .. path)", "io.output(path)", "os.tmpname()", "coroutine.wrap(function() io.open(path, 'w') end)()", "kept(path, 'w')", "log:write('more')",
            "whatif(function() io.open(path, 'w') end)", "transaction(function() io.open(path, 'w') end)", "require('writer')(path)",
            "cash{}:where(function() io.open(path, 'w') end):csv()",
            "cash{}:json(path)", "cash{}:markdown(path)", "backup(path)", "open(path)",
        ])
    func ownFunctions(source: String) throws {
        let path = folder.path + "/out", there = folder.path + "/there"
        try "as it was".write(toFile: there, atomically: true, encoding: .utf8)
        try "return function(path) return io.open(path, 'w') end".write(toFile: folder.path + "/writer.lua", atomically: true, encoding: .utf8)
        let session = try ScriptSession.small(), names = "path, there = '\(path)', '\(there)'"
        try session.run("kept = io.open log = io.open('\(folder.path)/log', 'w') \(names)")
        try session.expectNothingRecorded {
            let failure = #expect(throws: LuaFailure.self) {
                try session.runtime.dryRun("deposit{account='Savings', amount=5} \(source)", name: folder.path + "/there", arguments: [])
            }
            #expect(["file", "in_what_if", "error"].contains(failure?.kind))
            if !source.contains("caught"), failure?.kind == "file" { #expect(failure?.message.contains("a dry run leaves nothing behind") == true, "\(failure?.message ?? "")") }
        }
        try session.run("log:close()")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["log", "there", "writer.lua"])
        #expect(try String(contentsOfFile: there, encoding: .utf8) == "as it was")
        #expect(try String(contentsOfFile: folder.path + "/log", encoding: .utf8) == "")
        // Reading stays, and afterwards all is as before.
        #expect(try session.runtime.dryRun("print(io.open(there):read('a'), io.lines(there)())", name: "dry.lua", arguments: []) == "nothing would be recorded; nothing was\n")
        #expect(session.takePrinted().contains("as it was\tas it was"))
        try session.run("io.open(path, 'w'):close()")
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("What would go into another book is told apart, and a key is not shown")
    func several() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try ScriptSession.small(at: folder.path + "/other.luca").runtime.close()
        let text = try session.runtime.dryRun(
            "local other = open('\(folder.path)/other.luca', false) other:deposit{account='Savings', amount=5}", name: "dry.lua", arguments: [])
        #expect(text.contains("book.luca:\nnothing would be recorded") && text.contains("other.luca:\n") && text.contains("1 activity would be recorded"))
        #expect(try session.message("whatif(function() error('x', 0) end)") == "x")
    }

    @Test("A dry run leaves every book alone, quotes too")
    func otherBooks() throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.run("other = open('\(folder.path)/other.luca', false) other:account{name='Cash', currency='USD'}")
        _ = try session.runtime.dryRun(
            "quote{symbol='ORCL', date='2014-03-03', close=38} deposit{account='Savings', amount=5}", name: "dry.lua", arguments: [])
        _ = try session.runtime.dryRun("other:deposit{account='Cash', amount=5}", name: "dry.lua", arguments: [])
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
        #expect(try session.message("run('\(folder.path)/none.lua')").contains("there is no such file"))
        #expect(try session.text("#undo()") == "1")
    }

    @Test(
        "quit ends a statement or a script; with code 0 what it recorded is kept, with another it failed",
        arguments: [
            ("quit()", 0), ("quit(0)", 0), ("quit(3)", 3), ("os.exit()", 0), ("os.exit(true)", 0), ("os.exit(false)", 1), ("os.exit(4)", 4),
        ])
    func quit(call: String, code: Int) throws {
        let session = try ScriptSession.small(at: folder.path + "/book.luca")
        let failure = try session.failure("deposit{account='Savings', amount=5} \(call) deposit{account='Savings', amount=5}")
        #expect((failure.underlying as? ExitRequest)?.code == code)
        #expect(try ScriptSession(at: folder.path + "/book.luca").text("#activities{}") == (code == 0 ? "3" : "2"))
    }
}
