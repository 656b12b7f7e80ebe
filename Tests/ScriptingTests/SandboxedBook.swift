import Foundation
import TestSupport

/// A small book in a folder of its own, and scripts that the built program runs on it in the sandbox, from outside.
struct SandboxedBook {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/book.luca"
        _ = try ScriptSession.small(at: path)
    }

    /// Runs a script, which lies in the folder as `script.lua`.
    func run(_ script: String, _ options: [String] = [], environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        try script.write(toFile: folder.path + "/script.lua", atomically: true, encoding: .utf8)
        return try BuiltProgram.run(
            ["--book", path, "run", "--sandbox"] + options + ["script.lua"], home: folder.path, environment: ["LUCA_TODAY": "2014-12-31"].merging(environment) { $1 })
    }
}
