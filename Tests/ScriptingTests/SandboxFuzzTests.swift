import Foundation
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

/// Programs made up to do harm: names of all that there is, called with odd values and through every metamethod.
///
/// A process runs many of them, one after another, and a program that ends it ends the rest of its batch: these are made up anew. 400 each day, 20,000
/// with `LUCA_SLOW`, as many as `LUCA_SANDBOX_PROGRAMS` says.
@Suite("Hostile programs in the sandbox", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxFuzzTests {
    private let folder: TemporaryFolder
    private let book: String
    private let names: [String]

    init() throws {
        folder = try TemporaryFolder()
        book = folder.path + "/book.luca"
        let runtime = try ScriptSession.small(at: book).runtime
        let libraries = Self.libraries.flatMap { library, names in names.split(separator: " ").map { "\(library).\($0)" } }
        let base = [
            "pcall", "xpcall", "error", "load", "select", "next", "pairs", "ipairs", "rawget", "rawset", "rawlen", "rawequal", "setmetatable", "getmetatable", "tostring",
            "tonumber", "type",
        ]
        // As many of Lua's own as of luca's.
        names = (runtime.functions.records.keys + libraries + libraries + libraries + base + base).filter { $0 != "quit" }.sorted()
    }

    private static let libraries = [
        ("string", "len rep format pack unpack packsize gsub find match gmatch byte char sub reverse upper lower"), ("table", "concat insert remove sort move pack unpack"),
        ("math", "abs ceil floor fmod tointeger random randomseed ult max min type"), ("coroutine", "wrap create resume yield close status running isyieldable"),
        ("utf8", "codepoint codes offset char len"), ("os", "date time clock difftime"), ("debug", "traceback"),
    ]
    private static let values = [
        "nil", "true", "0", "-1", "1 << 62", "math.mininteger", "math.maxinteger", "0/0", "1e308", "-0.0", "''", "'\\0'", "('x'):rep(70000)", "'%s%n%d'", "'(.-)*%f[%b()'", "{}",
        "t", "mt", "f", "co",
        "D'1'", "cash{}", "date'2014-12-31'", "book", "_G", "print", "{n = 1 << 60}", "setmetatable({}, mt)", "'\\27Lua'", "'return 1'", "'../../x'", "'/etc/passwd'",
        "'2014-02-30'", "-1 >> 1", "1 << 30", "1 << 24", "100000",
    ]
    private static let metamethods = [
        "__index", "__newindex", "__call", "__len", "__concat", "__eq", "__lt", "__le", "__unm", "__add", "__close", "__tostring", "__name", "__pairs", "__mode", "__metatable",
        "__gc", "__idiv",
    ]

    private func program(_ random: inout SeededRandom) -> String {
        func value() -> String { Self.values.randomElement(using: &random)! }
        func call() -> String {
            let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in value() }.joined(separator: ", ")
            return "\(names.randomElement(using: &random)!)(\(arguments))"
        }
        var lines = ["local t, co = {}, coroutine.create(function(...) coroutine.yield(...) end)", "local f = function(...) return ... end", "local mt = {}"]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let name = Self.metamethods.randomElement(using: &random)!
            lines.append("mt.\(name) = \(Bool.random(using: &random) ? "function(a, b) return \(Bool.random(using: &random) ? call() : "b[a]") end" : value())")
        }
        lines.append("pcall(setmetatable, t, mt) t.t, t.mt = t, mt")
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            switch Int.random(in: 0...6, using: &random) {
            case 0: lines.append("pcall(function() t[\(value())] = \(value()) return t .. t, #t, -t, t == mt, t < t end)")
            case 1: lines.append("pcall(function() local x <close> = t return \(call()) end)")
            case 2: lines.append("pcall(function() for k, v in pairs(\(value())) do \(call()) break end end)")
            case 3: lines.append("pcall(coroutine.wrap(function() \(call()) coroutine.yield(\(call())) end))")
            case 4: lines.append("pcall(function() _G[\(value())] = \(value()) end)")
            default: lines.append("pcall(function() return \(call()) end)")
            }
        }
        return lines.joined(separator: " ")
    }

    @Test("No program has an effect outside of its process, or leaves that by a door that the kernel guards")
    func programs() throws {
        var random = SeededRandom.forTest()
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["LUCA_SANDBOX_PROGRAMS"].flatMap(Int.init) ?? (environment["LUCA_SLOW"] == nil ? 400 : 20_000)
        let path = folder.path + "/script.lua", bytes = FileManager.default.contents(atPath: book)
        var done = 0, codes: [Int32: Int] = [:]
        while done < wanted {
            // What a program does to its globals is its own, as far as Lua goes: each is compiled anew with a table of its own behind them.
            let batch = (0..<min(200, wanted - done)).map { _ in program(&random) }
            let text = batch.enumerated().map { "at(\($0.offset)) pcall(assert(load([==[\($0.element)]==], 'p', 't', setmetatable({}, {__index = g}))))" }.joined(separator: "\n")
            let preamble = "local g, print, pcall, load, setmetatable, assert = _G, print, pcall, load, setmetatable, assert local function at(n) print('\\n@' .. n) end\n"
            try (preamble + text).write(toFile: path, atomically: true, encoding: .utf8)
            let result = try BuiltProgram.run(
                ["--book", book, "run", "--sandbox", "--time", "2", "--memory", "64", "--output-limit", "4M", path], home: folder.path, environment: ["LUCA_TODAY": "2014-12-31"])
            let reached = result.output.split(separator: "\n").reversed().lazy.compactMap { $0.hasPrefix("@") ? Int($0.dropFirst()) : nil }.first ?? 0
            codes[result.code, default: 0] += 1
            // 126 would be a way to the kernel that luca itself goes, 128 and more the end of luca's own process. Lua's known crashes end the script's alone.
            #expect(
                [0, 124, 125].contains(result.code) || result.code == 1 && ["it printed more", "crashed the process"].contains { result.errors.contains($0) },
                "\(result.code) \(result.errors.prefix(500))\n\(batch[min(reached, batch.count - 1)])"
            )
            #expect(FileManager.default.contents(atPath: book) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["book.luca", "script.lua"])
            done += reached + 1
        }
        print("\(done) programs, exit codes \(codes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))")
    }
}
