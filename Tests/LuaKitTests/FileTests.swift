import Foundation
import LuaKit
import TestSupport
import Testing

/// What scripts reach through Lua's own libraries: modules, and files that they would change.
@Suite struct FileTests {
    private let holder: TemporaryFolder
    private var folder: String { holder.path }

    init() throws { holder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        let path = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: path, atomically: true, encoding: .utf8)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    // MARK: Files that stay as they are

    @Test(arguments: [
        "io.open('FOLDER/new', 'w')", "io.open('FOLDER/old', 'a')", "io.open('FOLDER/old', 'r+')", "io.open('FOLDER/old', 'w+b')", "io.open('FOLDER/new', 'a+')",
        "io.output('FOLDER/new')", "io.popen('touch FOLDER/new')", "io.popen('cat > FOLDER/new', 'w')", "io.tmpfile()", "os.execute('touch FOLDER/new')",
        "os.remove('FOLDER/old')", "os.rename('FOLDER/old', 'FOLDER/new')", "os.tmpname()", "kept('FOLDER/new', 'w')", "file:write('more')", "io.write('more')",
        "coroutine.wrap(function() return io.open('FOLDER/new', 'w') end)()", "select(2, pcall(io.open, 'FOLDER/new', 'w')) error('caught')",
        "require('os').remove('FOLDER/old')", "getmetatable(file).__index.write(file, 'more')", "load('return io.open(...)')('FOLDER/new', 'w')",
    ])
    func nothingIsChanged(source: String) throws {
        try write("as it was", to: "old")
        try write("", to: "open")
        let lua = try Harness()
        try lua.run("kept = io.open file = io.open('\(folder)/open', 'w') io.output(file)")
        lua.state.keepsFiles = true
        let failure = try lua.failure(source.replacing("FOLDER", with: folder))
        #expect(failure.kind == (source.contains("caught") ? "error" : "file"), "\(failure.message)")
        lua.state.keepsFiles = false
        try lua.run("file:close()")
        #expect(try names() == ["old", "open"])
        #expect(try String(contentsOfFile: folder + "/old", encoding: .utf8) == "as it was")
        #expect(try String(contentsOfFile: folder + "/open", encoding: .utf8) == "")
    }

    @Test func readingStays() throws {
        try write("one\ntwo\n", to: "old")
        let lua = try Harness()
        lua.state.keepsFiles = true
        #expect(try lua.text("return io.open('\(folder)/old'):read('a')") == "\"one\ntwo\n\"")
        #expect(try lua.text("return io.open('\(folder)/old', 'rb'):read('l')") == "\"one\"")
        #expect(try lua.text("local n = 0 for line in io.lines('\(folder)/old') do n = n + 1 end return n") == "2")
        #expect(try lua.text("return io.open('\(folder)/absent')").hasPrefix("nil, \"\(folder)/absent: No such file"))
        #expect(try lua.text("io.stdout:write('') io.write('') return io.type(io.output()), os.execute()").hasPrefix("\"file\", "))
        #expect(try lua.message("io.open()") == "bad argument #1 to 'open' (string expected, got no value)")
        #expect(try lua.message("io.open('x', 'q')").contains("invalid mode"))
        lua.state.keepsFiles = false
        try lua.run("local f = io.open('\(folder)/new', 'w') f:write('x', 1) f:close() os.rename('\(folder)/new', '\(folder)/newer')")
        #expect(try String(contentsOfFile: folder + "/newer", encoding: .utf8) == "x1")
    }

    @Test func finalisersAtTheEndChangeNothing() throws {
        do {
            let lua = try Harness()
            lua.state.keepsFiles = true
            try lua.run("left = setmetatable({}, {__gc = function() io.open('\(folder)/new', 'w') end})")
            lua.state.keepsFiles = false
        }
        #expect(try names() == [])
    }

    // MARK: Modules

    @Test func modulesStandBesideTheScript() throws {
        try write("return 'beside ' .. ...", to: "scripts/near.lua")
        try write("return require 'sub.other'", to: "scripts/sub/init.lua")
        try write("return function() return require 'late' end", to: "scripts/sub/other.lua")
        try write("return 'late'", to: "scripts/late.lua")
        try write("return 'library ' .. ...", to: "library/far.lua")
        try write("return 'library'", to: "library/near.lua")
        let lua = try Harness()
        try lua.state.setModulePath("\(folder)/library/?.lua")
        func script(_ source: String) throws -> String {
            guard case .function(let chunk) = lua.state.compile(source, name: "@main.lua") else { throw LuaMisuse("it does not compile") }
            return try lua.state.running("@main.lua", in: folder + "/scripts") { try lua.state.call(chunk).map(\.shown).joined(separator: ", ") }
        }
        #expect(try script("return (require 'near'), (require 'far')") == "\"beside near\", \"library far\"")
        // A function of a script, or of a module of it, asks later.
        #expect(try script("package.loaded.near = nil later, deep = function() return (require 'near') end, require 'sub'") == "")
        #expect(try lua.text("return later(), (deep())") == "\"beside near\", \"late\"")
        #expect(
            try script("package.loaded.near = nil return coroutine.wrap(function() return (require 'near') end)(), select(2, pcall(require, 'late'))")
                == "\"beside near\", \"late\"")
        // At the prompt there is no such place.
        #expect(try lua.text("package.loaded.near, package.loaded.late = nil return (require 'near')") == "\"library\"")
        let message = try lua.message("require 'late'")
        #expect(message.contains("no script is running") && message.contains("no file '\(folder)/library/late.lua'"), "\(message)")
    }

    @Test func whatLiesInTheCurrentFolderIsNotRun() throws {
        let lua = try Harness()
        #expect(try lua.text("return package.path, package.cpath, package.loadlib") == "\"\", \"\", nil")
        let name = "luca_stray_\(UInt32.random(in: 0 ... .max))", path = FileManager.default.currentDirectoryPath + "/\(name).lua"
        try "error('it was run')".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let message = try lua.message("require '\(name)'")
        #expect(message.contains("'./\(name).lua' is in the current folder, which is not searched"), "\(message)")
    }

    @Test func theProgramsOwnModules() throws {
        let lua = try Harness()
        lua.state.module = { $0 == "own.part" ? "return {name = ..., place = select(2, ...)}" : nil }
        #expect(try lua.text("return require 'own.part'") == "{\"name\"=\"own.part\", \"place\"=\"stdlib/own/part.lua\"}, \"stdlib/own/part.lua\"")
        lua.state.module = { _ in "x = " }
        #expect(try lua.message("require 'broken'").contains("unexpected symbol"))
        #expect(try lua.message("package.path = 7 require 'x'").contains("'package.path' must be a string"))
    }
}
