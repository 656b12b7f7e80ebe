import Foundation
import TestSupport
import Testing
@testable import Scripting

/// Scripts that ran past the limits of other sandboxes, each in a process of the built program.
@Suite("The wall around a stranger's script", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxProcessTests {
    private let folder: TemporaryFolder
    private let book: String

    init() throws {
        folder = try TemporaryFolder()
        book = folder.path + "/book.luca"
        _ = try ScriptSession.small(at: book)
    }

    /// Runs a script in the sandbox with a second of time, and gives what came of it and how long it took.
    private func run(_ script: String, _ options: [String] = []) throws -> (result: BuiltProgram.Result, time: Duration) {
        let path = folder.path + "/script.lua"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        let start = ContinuousClock.now
        let result = try BuiltProgram.run(
            ["--book", book, "run", "--sandbox"] + options + [path], home: folder.path, environment: ["LUCA_SANDBOX_SECONDS": "1", "LUCA_TODAY": "2014-12-31"])
        return (result, ContinuousClock.now - start)
    }

    @Test("A script that asks runs as it would outside, and leaves book and folder as they were")
    func asks() throws {
        let before = try files()
        let result = try run("print(#holdings{}, cash{}[1].balance, ...) return D'0.1' + D'0.2'", []).result
        #expect(result.code == 0 && result.output == "1\t687\n0.3\n", "\(result)")
        #expect(try files() == before)
    }

    @Test("A script that would record fails, and says why")
    func records() throws {
        let before = try files()
        let result = try run("deposit { account = 'Savings', amount = 5 }").result
        #expect(result.code == 1 && result.errors.contains("read"), "\(result)")
        #expect(try files() == before)
        let dry = try run("deposit { account = 'Savings', amount = 5 }", ["--dry-run"]).result
        #expect(dry.code == 0 && dry.output.contains("1 activity would be recorded; nothing was"), "\(dry)")
        #expect(try files() == before)
    }

    private static let escapes: [(name: String, script: String)] = [
        ("a loop behind pcall", "while true do pcall(function() while true do end end) end"),
        ("a pattern that backtracks exponentially", "return (('a'):rep(40)):find(('a?'):rep(40) .. ('a'):rep(40))"),
        ("gsub over a pattern of many choices", "return (('ab'):rep(50000)):gsub('(.-)(.-)(.-)c', '%1')"),
        ("repeating nothing for ever", "return string.rep('', 1 << 62)"), ("moving a table's endless range", "return table.move({}, 1, (1 << 63) - 2, 1)"),
        ("inserting into a table that lies", "table.insert(setmetatable({}, {__len = function() return 1 << 61 end}), 1, 'x')"),
        ("removing from a table that lies", "table.remove(setmetatable({}, {__len = function() return 1 << 61 end}), 1)"),
        ("joining a table that lies", "return table.concat(setmetatable({}, {__len = function() return 1 << 61 end, __index = function() return '' end}))"),
        (
            "gotos that the compiler has to match",
            "local t = {} for i = 1, 32000 do t[i] = 'goto x' .. i end for i = 1, 32000 do t[#t + 1] = '::x' .. i .. '::' end return load(table.concat(t, ' '))"
        ),
        ("a source of many megabytes", "return load(('x = 1 '):rep(4000000))"),
        ("keys that collide", "local t = {} for i = 1, 1e8 do t[i << 40] = i end"), ("memory by doubling", "local s = 'x' while true do s = s .. s end"),
        ("memory by packing", "return string.pack('c2000000000', '')"), ("memory by closures", "local t = {} while true do local n = #t t[n + 1] = function() return n end end"),
        (
            "coroutines that close each other",
            """
            local last
            for i = 1, 200000 do
              local previous = last
              last = coroutine.create(function()
                local x <close> = setmetatable({}, { __close = function() if previous then coroutine.close(previous) end end })
                coroutine.yield()
              end)
              coroutine.resume(last)
            end
            return coroutine.close(last)
            """
        ),
        ("an error that loops when shown", "error(setmetatable({}, { __tostring = function() while true do end end }))"),
        ("a result that loops when shown", "return setmetatable({}, { __tostring = function() while true do end end, __pairs = function() while true do end end })"),
    ]

    @Test("None outlives its limits, and none takes the program down", arguments: escapes.map(\.name))
    func outlived(name: String) throws {
        let script = try #require(Self.escapes.first { $0.name == name }).script
        let before = try files()
        let (result, time) = try run(script)
        // 1: stopped in Lua, with a message; 124: stopped by the clock; 137: by the kernel. Some end by themselves, harmlessly.
        #expect([0, 1, 124, 137].contains(result.code), "\(name): \(result.code) \(result.errors.prefix(300))")
        #expect(time < .seconds(60), "\(name) took \(time)")
        #expect(try files() == before)
    }

    /// What the folder holds, byte for byte, but for the script and what a reader of SQLite's leaves where it is killed: an empty log.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasPrefix("script") && !name.hasSuffix("-shm") {
            let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
            if !(name.hasSuffix("-wal") && bytes.isEmpty) { files[name] = bytes }
        }
        return files
    }
}
