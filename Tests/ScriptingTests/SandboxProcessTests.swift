import Foundation
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

/// Scripts that ran past the limits of other sandboxes, each in a process of the built program.
@Suite("The wall around a stranger's script", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxProcessTests {
    private let small: SandboxedBook
    private var folder: TemporaryFolder { small.folder }
    private var book: String { small.path }

    init() throws { small = try SandboxedBook() }

    /// Runs a script in the sandbox with a second of time, and gives what came of it and how long it took.
    private func run(_ script: String, _ options: [String] = [], environment: [String: String] = [:]) throws -> (result: BuiltProgram.Result, time: Duration) {
        let start = ContinuousClock.now
        let result = try small.run(script, ["--time", "1"] + options, environment: environment)
        return (result, ContinuousClock.now - start)
    }

    @Test("A script that asks runs as it would outside, and leaves book and folder as they were")
    func asks() throws {
        let before = try files()
        let result = try run("print(#holdings{}, cash{}[1].balance, ...) return D'0.1' + D'0.2'", []).result
        #expect(result.code == 0 && result.output == "1\t687\n0.3\n" && result.errors.isEmpty, "\(result)")
        #expect(try files() == before)
    }

    @Test("It is given its arguments, and answers of SQL, reports and help are as outside")
    func answers() throws {
        let path = folder.path + "/script.lua"
        let script = "print(#arg, sql('select count(*) as n from activities')[1].n, ...) report.income{} help('buy') return verify()"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        let options = (home: folder.path, environment: ["LUCA_TODAY": "2014-12-31"])
        let inside = try BuiltProgram.run(["--book", book, "run", "--sandbox", path, "a", "b c"], home: options.home, environment: options.environment)
        let outside = try BuiltProgram.run(["--book", book, "run", path, "a", "b c"], home: options.home, environment: options.environment)
        #expect(inside.code == 0 && inside.output == outside.output && inside.output.hasPrefix("2\t2\ta\tb c\n"), "\(inside)\n\(outside)")
    }

    @Test("All that luca has can be called: nothing of its own asks for what the kernel refuses")
    func examples() throws {
        let runtime = try ScriptSession.small().runtime
        let members = runtime.lua.definedTypes.flatMap { $0.methods + $0.fields + $0.metamethods }
        let examples = runtime.functions.records.values.map(\.example) + members.map(\.example) + runtime.functions.records.values.map { "\($0.name)()" }
        let files = ["cash{}:csv('x.csv')", "cash{}:xlsx('x.xlsx')", "report.income{}:pdf('x.pdf')", "chart(holdings{}):png('x.png')", "report.income{}:html('x.html')"]
        let tries = (examples.filter { !$0.isEmpty }.sorted() + files).flatMap { source in
            let code = source.split(separator: "\n").map { String($0.split(separator: "-->").first ?? "") }.joined(separator: "\n")
            return ["return \(code)", code].map { "do local f = load([==[\($0)]==]) if f then last = [==[\(code)]==] print(last) pcall(f) end end" }
        }
        let result = try run(tries.joined(separator: "\n") + "\nprint('to the end')", ["--time", "60", "--memory", "1G"]).result
        #expect(result.code == 0 && result.output.hasSuffix("to the end\n"), "\(result.code) \(result.errors)\n\(result.output.suffix(300))")
    }

    @Test("A script that would record fails, and says why")
    func records() throws {
        let before = try files()
        let result = try run("deposit { account = 'Savings', amount = 5 }").result
        #expect(result.code == 126 && result.errors.contains("read") && result.errors.contains("--allow record"), "\(result)")
        #expect(try files() == before)
        let dry = try run("deposit { account = 'Savings', amount = 5 }", ["--dry-run"]).result
        #expect(dry.code == 0 && dry.output.contains("1 activity would be recorded; nothing was"), "\(dry)")
        #expect(try files() == before)
    }

    private static let limits: [(script: String, options: [String], code: Int32, told: [String])] = [
        ("local x\nwhile true do x = 1 end", ["--time", "300ms"], 124, ["0.3 s", "script.lua:2", "--time 600ms"]),
        ("sql[[WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n]]", ["--time", "300ms"], 124, ["0.3 s", "script.lua:1"]),
        ("print(setmetatable({}, {__tostring = function() while true do end end}))", ["--time", "300ms"], 124, ["0.3 s"]),
        ("local t = {}\nwhile true do t[#t + 1] = {} end", ["--time", "60"], 125, ["128 MiB", "script.lua:2", "--memory 256"]),
        ("local t = {} while true do t[#t + 1] = {} end", ["--time", "60", "--memory", "20"], 125, ["20 MiB", "--memory 40"]),
        ("local t = {} for i = 1, 30000 do t[i] = ('x'):rep(10000) .. i end return #t", ["--time", "60", "--memory", "1G"], 0, []),
        ("for i = 1, 1e9 do print(('x'):rep(1000)) end", ["--time", "60", "--output-limit", "1M"], 1, ["1 MiB", "--output-limit 2"]),
        ("print(('x'):rep(3000))", ["--output-limit", "1K"], 1, ["1 KiB", "--output-limit 2K allows"]),
        ("sync()", [], 126, ["network"]), ("open('other.luca')", [], 126, ["no other book"]), ("quit(7)", [], 7, []), ("error('x')", [], 1, ["script.lua:1"]),
    ]

    @Test("A limit ends it with a code of its own, and a sentence with what was used, the line, and how to raise it", arguments: limits.indices)
    func limit(place: Int) throws {
        let (script, options, code, told) = Self.limits[place], result = try run(script, options).result
        #expect(result.code == code, "\(script): \(result.code) \(result.errors)")
        for text in told { #expect(result.errors.contains(text), "\(result.errors) lacks \(text)") }
        #expect(result.output.utf8.count <= 2 << 20)
    }

    @Test(
        "A limit that is none is wrong usage; without a sandbox these options are the script's", arguments: [["--time", "soon"], ["--memory", "1"], ["--allow", "everything"]])
    func wrongLimits(options: [String]) throws {
        #expect(try run("return 1", options).result.code == 2)
        let path = folder.path + "/script.lua"
        let result = try BuiltProgram.run(["--book", book, "run", path] + options, home: folder.path)
        #expect(result.code == 0, "\(result)")
    }

    @Test(
        "What goes with a sandbox is refused without one before the script's name, and is the script's own behind it",
        arguments: ["--time=3", "--memory=64", "--weak", "--allow=record"])
    func forgotten(option: String) throws {
        let path = folder.path + "/script.lua"
        try "print('ran', ...)".write(toFile: path, atomically: true, encoding: .utf8)
        let before = try BuiltProgram.run(["--book", book, "run", option, path], home: folder.path)
        #expect(before.code == 2 && before.output.isEmpty && before.errors.contains("add --sandbox"), "\(before)")
        #expect(try BuiltProgram.run(["--book", book, "run", path, option], home: folder.path).output == "ran\t\(option)\n")
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
        ("an error that loops when shown", "error(setmetatable({}, { __tostring = function() while true do end end }))"),
        ("a result that loops when shown", "return setmetatable({}, { __tostring = function() while true do end end, __pairs = function() while true do end end })"),
    ]

    @Test("None outlives its limits, and none takes the program down", arguments: escapes.map(\.name))
    func outlived(name: String) throws {
        let script = try #require(Self.escapes.first { $0.name == name }).script
        let before = try files()
        let (result, time) = try run(script)
        // 124 and 125: stopped by a limit. Some end by themselves, harmlessly.
        #expect([0, 1, 124, 125].contains(result.code), "\(name): \(result.code) \(result.errors.prefix(300))")
        #expect(time < .seconds(60), "\(name) took \(time)")
        #expect(try files() == before)
    }

    /// What the folder holds, byte for byte, but for the script: nothing is left beside the book.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasPrefix("script") {
            files[name] = FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data()
        }
        return files
    }
}
