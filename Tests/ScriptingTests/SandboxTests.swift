import Foundation
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
@testable import Scripting

@Suite("A stranger's script in a sandboxed session")
struct SandboxTests {
    private let folder: TemporaryFolder
    private let path: String
    private let session: ScriptSession

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/book.luca"
        _ = try ScriptSession.small(at: path)
        session = try ScriptSession(at: path, isSandboxed: true)
    }

    @Test(
        "It may ask everything",
        arguments: [
            "#holdings{}", "#trades{}:where{type='buy'}:by('symbol'):sum('amount')", "cash{}:csv()", "sql('select count(*) as n from activities')[1].n",
            "report.income{}", "#report.holdings{}", "help('buy')", "os.time() > 0, os.date('!%Y', 0), os.clock() >= 0", "D'1' + 1", "show(cash{})",
            "string.format('%.2f', D'1.005')", "table.concat({1, 2})", "load('return 1 + 1')()", "setting('lot_method')", "verify()",
        ])
    func mayAsk(source: String) throws {
        _ = try session.text(source)
    }

    @Test("An answer of many rows is refused before it fills the memory of the machine")
    func largeAnswers() throws {
        let tables = (0..<15).map { "activities a\($0)" }.joined(separator: ", ")
        let writing = try ScriptSession(at: path)
        for _ in 0..<2 { try writing.run("deposit{account='Savings', amount=5, date='2014-06-01'}") }
        let failure = try session.failure("sql('select * from \(tables)')")
        #expect(failure.kind == "query" && failure.message == "The answer takes more than 100000000 bytes.", "\(failure)")
    }

    @Test(
        "It may record nothing, with any function that records",
        arguments: [
            "deposit{account='Savings', amount=5}", "buy{account='Brokerage', symbol='ORCL', quantity=1, price=1}", "account{name='New', currency='USD'}",
            "instrument{symbol='NEW', currency='USD'}", "setting('fees_in_cost', false)", "void(6)", "undo()", "quote{symbol='ORCL', date='2014-03-03', close=1}",
            "book:deposit{account='Savings', amount=5}", "record{type='deposit', account='Savings', amount=5}", "pcall(deposit, {account='Savings', amount=5}) error('x')",
        ])
    func mayNotRecord(source: String) throws {
        try session.expectNothingRecorded {
            let failure = try session.failure(source)
            #expect(!failure.message.isEmpty)
        }
        #expect(try ScriptSession(at: path).text("#activities{}, #accounts{}, #quotes{}") == "2, 2, 0")
    }

    @Test(
        "It reaches no file",
        arguments: [
            "import('FOLDER/x.csv')", "export('FOLDER/out')", "cash{}:csv('FOLDER/out')", "cash{}:json('FOLDER/out')", "cash{}:markdown('FOLDER/out')",
            "open('FOLDER/other.luca')", "open('FOLDER/other.luca', false)", "backup('FOLDER/out')", "run('FOLDER/x.lua')",
            "sql(\"attach database 'FOLDER/out' as x\")", "sql(\"vacuum into 'FOLDER/out'\")", "sql(\"select load_extension('FOLDER/out')\")",
            "sql(\"select readfile('/etc/passwd')\")", "sql(\"select writefile('FOLDER/out', 'x')\")", "sql('pragma temp_store_directory = \"FOLDER\"')",
        ])
    func reachesNoFile(source: String) throws {
        try "date,type,account,amount\n2014-02-03,deposit,Savings,5\n".write(toFile: folder.path + "/x.csv", atomically: true, encoding: .utf8)
        try "return 1".write(toFile: folder.path + "/x.lua", atomically: true, encoding: .utf8)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        _ = try session.failure(source.replacing("FOLDER", with: folder.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test("A query in SQL that never ends is ended in a trusted session too, which has no deadline of its own")
    func endlessTrustedQuery() throws {
        let session = try ScriptSession.small()
        try session.runtime.requireBook().host.longestQuery = .milliseconds(300)
        let failure = try session.failure("sql[[WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n]]")
        #expect(failure.kind == "query" && failure.message.contains("longer than 0 seconds"))
        #expect(try session.text("sql('select count(*) as n from accounts')[1].n") == "2")
    }

    @Test(
        "A query in SQL that never ends meets the deadline of the script, whether the script catches it or not",
        arguments: ["sql(ENDLESS)", "pcall(sql, ENDLESS) while true do end"])
    func endlessQueries(source: String) throws {
        for session in [session, try ScriptSession.small()] {
            session.runtime.lua.limitTime(.milliseconds(300))
            let failure = try session.failure(source.replacing("ENDLESS", with: "[[WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n]]"))
            #expect(failure.kind == "limit")
            #expect(failure.message.contains("longer than it may"))
            session.runtime.lua.limitTime(nil)
            #expect(try session.text("sql('select count(*) as n from accounts')[1].n") == "2")
        }
    }

    @Test(
        "A query in SQL reads the book and nothing of the library or the machine",
        arguments: [
            "select fts3_tokenizer('simple')", "select * from sqlite_schema", "select * from pragma_database_list", "select * from setting", "select * from dbstat",
        ])
    func queriesReachNothing(query: String) throws {
        #expect(try session.failure("sql[[\(query)]]").kind == "refused")
        #expect(try ScriptSession.small().failure("sql[[\(query)]]").kind == "refused")
    }

    @Test(
        "It has none of the doors out of Lua",
        arguments: [
            "io", "require", "package", "dofile", "loadfile", "debug.getinfo", "debug.sethook", "debug.getregistry", "debug.setmetatable", "debug.upvalueid", "os.execute",
            "os.exit",
            "os.remove", "os.rename", "os.tmpname", "os.getenv", "os.setlocale", "string.dump", "collectgarbage('generational')", "io.popen", "os.execute('true')",
        ])
    func noDoors(source: String) throws {
        let shown = (try? session.text(source)) ?? "error"
        #expect(["nil", "error"].contains(shown), "\(source) gives \(shown)")
    }

    @Test(
        "Bytecode is not loaded, and nothing of the host is changed through metatables",
        arguments: [
            #"load("\27Lua")"#, #"load(string.char(27) .. "Lua", "x", "b")"#,
            #"load((function() local pieces = {"\27", "Lua"} return function() return table.remove(pieces, 1) end end)())"#, "setmetatable('', {})",
            "getmetatable('').__index.upper = nil",
            "getmetatable(D'1').__add = nil", "setmetatable(D'1', {})", "setmetatable({}, {__gc = function() end})", "rawset(getmetatable(cash{}), 'x', 1)",
            "getmetatable(_G).__index = nil",
        ])
    func noForging(source: String) throws {
        let result = (try? session.run(source)).map { $0.first.map { (try? session.runtime.shown($0)) ?? "" } ?? "nothing" } ?? "error"
        #expect(["nil", "error"].contains(result), "\(source) gives \(result)")
        #expect(try session.text("D'1' + 1, ('x'):upper(), #cash{}") == "2, X, 1")
    }

    @Test("Scripts of one session do not reach the files of a chunk's name")
    func chunkNames() throws {
        let failure = try session.failure("load('error(\"x\")', '@/etc/passwd')()")
        #expect(session.runtime.sourceText(of: failure.position?.chunk ?? "") == nil)
        #expect(!failure.message.contains("root:"))
    }

    @Test(
        "Its limits end it, however it is written",
        arguments: [
            "while true do end", "while true do pcall(function() while true do end end) end", "coroutine.wrap(function() while true do end end)()",
            "xpcall(function() while true do end end, function() while true do end end)", "local t = setmetatable({}, {__index = function(t, k) return t[k .. k] end}) return t.a",
            "local t <close> = setmetatable({}, {__close = function() while true do end end}) while true do end", "for row in activities{} do while true do end end",
            "activities{}:where(function() while true do end end)", "table.sort({3, 2, 1}, function(a, b) while true do end end)",
            "('x'):gsub('.', function() while true do end end)",
            "load(function() while true do end end)", "string.rep('x', 1e9):rep(1e9)", "local t = {} while true do t[#t + 1] = {} end",
            "local s = 'x' while true do s = s .. s end",
            "local function f() return f() end f()", "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(function() end) end",
            "table.concat(setmetatable({}, {__len = function() return 1e9 end}))",
            "select('#', table.unpack({}, 1, 1e8))", "while true do holdings{} end", "while true do local x = D'1' / D'3' end",
            "days{from='1600-01-01', to='2600-01-01'} while true do end",
        ])
    func limits(source: String) throws {
        session.runtime.lua.limitTime(.milliseconds(200))
        session.runtime.lua.limitMemory(64 << 20)
        let start = ContinuousClock.now
        let failure = try session.failure(source)
        #expect(ContinuousClock.now - start < .seconds(60), "\(source)")
        #expect(["limit", "error", "argument"].contains(failure.kind), "\(source): \(failure.kind) \(failure.message)")
    }
}
