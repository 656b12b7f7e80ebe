import Foundation

/// The program that was built beside the tests, or the one that `LUCA_BINARY` names.
public enum BuiltProgram {
    /// What came of a run.
    public struct Result: CustomStringConvertible {
        /// The exit code, or 128 and the number of the signal.
        public var code: Int32
        /// Standard output.
        public var output: String
        /// Standard error.
        public var errors: String

        /// A run of a program that was not started by `run`.
        public init(code: Int32, output: String, errors: String) { (self.code, self.output, self.errors) = (code, output, errors) }

        public var description: String { "exit code \(code)\noutput:\n\(output)\nerrors:\n\(errors)" }
    }

    /// Its path, or nil where only a part of the package is built.
    public static let path: String? = {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "luca").path
        let path = ProcessInfo.processInfo.environment["LUCA_BINARY"] ?? beside
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// Runs it to its end, with `input` on standard input and a small environment of its own, in the folder `home`.
    public static func run(
        _ arguments: [String], input: String = "", home: String? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        let process = Process()
        process.executableURL = path.map { URL(filePath: $0) }
        process.arguments = arguments
        process.environment = self.environment(home: home ?? NSTemporaryDirectory()).merging(environment) { $1 }
        if let home { process.currentDirectoryURL = URL(filePath: home) }
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        let errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Result(code: code, output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
    }

    /// The variables of a run: nothing of the user's but where libraries are.
    public static func environment(home: String) -> [String: String] {
        var environment = ["HOME": home, "LUCA_HOME": home, "LUCA_TODAY": "2026-01-01", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        // A test that asks another machine by mistake fails, and asks nobody.
        environment["LUCA_LOOPBACK_ONLY"] = "1"
        environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return environment
    }
}
