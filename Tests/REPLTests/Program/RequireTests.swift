import Foundation
import TestSupport
import Testing

/// Where `require` looks, in the program that was built: beside the script, in the user's folder of modules, and never in the current folder.
@Suite("Modules of scripts", .enabled(if: BuiltProgram.path != nil))
struct RequireTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in [
            ("helper.lua", "error('the current folder was searched')"), ("scripts/report.lua", "print(require 'helper', (require 'mine'))"),
            ("scripts/helper.lua", "return 'beside the script'"), ("lua/mine.lua", "return 'of the user'"), ("lua/deep/init.lua", "return 'a folder'"),
            ("init.lua", "at_start = function() return require 'mine' end"), ("alone.lua", "print(require 'absent')"),
        ] {
            let path = URL(filePath: "\(folder.path)/\(name)")
            try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: path, atomically: true, encoding: .utf8)
        }
    }

    private func run(_ arguments: [String], input: String = "", _ environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        try BuiltProgram.run(arguments, input: input, home: folder.path, environment: environment)
    }

    @Test("A script finds what stands beside it, from whatever folder it is run")
    func besideTheScript() throws {
        let result = try run(["run", "scripts/report.lua", "--dry-run"])
        #expect(result.code == 0 && result.output.hasPrefix("beside the script\tof the user\n"), "\(result)")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.lua", withDestinationPath: folder.path + "/scripts/report.lua")
        #expect(try run(["run", "link.lua"]).output == "beside the script\tof the user\n")
    }

    @Test("The prompt, -e and standard input look in the libraries alone")
    func withoutScript() throws {
        #expect(try run(["-e", "print(require 'mine', require 'deep', at_start())"]).output == "of the user\ta folder\tof the user\n")
        for result in [
            try run(["-e", "require 'helper'"]), try run([], input: "require 'helper'\n"), try run(["run", "-"], input: "require 'helper'\n"),
            try run(["-e", "require 'helper'"], ["LUA_PATH": "./?.lua", "LUA_PATH_5_4": "./?.lua"]),
        ] {
            #expect(result.code == 1 && !result.errors.contains("was searched"), "\(result)")
            #expect(result.errors.contains("'./helper.lua' is in the current folder, which is not searched"), "\(result)")
        }
        #expect(try run(["run", "alone.lua"]).errors.contains("/lua/absent.lua"))
    }

    @Test("A sandboxed script has no modules")
    func sandboxed() throws {
        #expect(try run(["-e", "account{name='A', currency='USD'}"]).code == 0)
        #expect(try run(["run", "scripts/report.lua", "--sandbox"]).errors.contains("unknown name 'require'"))
    }

    @Test("A dry run leaves no file behind, in what is run at the end either")
    func dryRun() throws {
        try "local f = io.open setmetatable({}, {__gc = function() f('left', 'w') end}) kept = setmetatable({}, {__gc = function() f('left', 'w') end})".write(
            toFile: folder.path + "/ends.lua", atomically: true, encoding: .utf8)
        let result = try run(["run", "ends.lua", "--dry-run"])
        #expect(result.code == 0, "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/left"))
        // While it runs, what is collected may.
        try "local f = io.open setmetatable({}, {__gc = function() f('left', 'w') end}) collectgarbage()".write(
            toFile: folder.path + "/ends.lua", atomically: true, encoding: .utf8)
        _ = try run(["run", "ends.lua"])
        #expect(FileManager.default.fileExists(atPath: folder.path + "/left"))
    }
}
