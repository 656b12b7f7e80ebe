import Foundation
import LuaKit
import Testing
@testable import LuaSurface
@testable import Scripting

/// luacheck, over the Lua that ships: `.luacheckrc` says which globals there are, by luca's own records. `LUCA_UPDATE=1` writes it anew.
@Suite("luacheck")
struct LuacheckTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    private static let program = ["/usr/bin/luacheck", "/usr/local/bin/luacheck"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The settings, as luca's records make them.
    private static func settings() throws -> String {
        let runtime = try Runtime()
        let own = Set(runtime.functions.records.keys.map { String($0.prefix { $0 != "." }) })
        let names = own.subtracting(["math", "string", "table"]).union(["_", "arg", "book", "report"]).sorted()
        let ofTests = Modules.ofTests.flatMap(\.functions).map(\.name).sorted()
        func list(_ names: [String]) -> String { names.map { "  \"\($0)\",\n" }.joined() }
        return """
            -- Made from luca's own records; LUCA_UPDATE=1 bin/test --filter LuacheckTests writes it anew.
            std = "lua54"
            max_line_length = false
            exclude_files = { "stdlib/meta" }
            read_globals = {
            \(list(names))}
            -- What Lua's own functions are replaced by.
            files["stdlib/prelude.lua"] = { globals = { "math", "string", "table", "os", "report", "json" } }
            files["**/*_test.lua"] = { read_globals = {
            \(list(ofTests))} }

            """
    }

    @Test("The globals are those of the records")
    func fresh() throws {
        let path = Self.root + "/.luacheckrc", settings = try Self.settings()
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try settings.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == settings, ".luacheckrc is out of date; LUCA_UPDATE=1 writes it anew")
    }

    @Test("luacheck has no complaint about the standard library and the scripts", .enabled(if: program != nil, "luacheck is not installed: apt-get install lua-check"))
    func complaints() throws {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = ["--no-color", "-q", "stdlib", "scripts"]
        process.currentDirectoryURL = URL(filePath: Self.root)
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }

    @Test("What luacheck finds is what it is asked for: a global that nobody made")
    func isAble() throws {
        // The names are all there is: one that no record has is in none of the lists.
        let settings = try Self.settings()
        #expect(settings.contains("\"holdings\",") && settings.contains("\"describe\",") && !settings.contains("holdigns"))
    }
}
