import Frames
import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// What came of the tests of a file.
public struct TestReport {
    /// A test that did not hold.
    public struct Failure {
        /// The names that it stands under, as one.
        public let name: String
        /// What failed.
        public let error: any Error
        /// What it printed.
        public let output: String
    }

    /// The names of the tests that held.
    public internal(set) var passed: [String] = []
    /// The tests that did not.
    public internal(set) var failures: [Failure] = []
    /// Golden files that were written.
    public internal(set) var written: [String] = []
}

extension Runtime {
    /// Runs the tests of a file, each in an empty book of its own that is kept in memory. Paths in them are relative to the folder of the file.
    ///
    /// - Parameters:
    ///   - path: the whole path of the file.
    ///   - updates: whether golden files are written anew.
    ///   - chosen: whether a test of a name is run.
    /// - Throws: what goes wrong while the file is read, before any test runs.
    public func runTests(of path: String, updates: Bool, where chosen: (String) -> Bool) throws -> TestReport {
        let plan = part { TestPlan() }, slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = String(path[..<slash]), stem = path[slash...].drop { $0 == "/" }.split(separator: ".").first.map(String.init) ?? "test"
        (plan.goldenFolder, plan.updates) = ("\(folder)/golden/\(stem)", updates)
        for function in TestModule.module.functions { define(function) }
        base(pathsOn: folder)
        let outer = console
        defer { console = outer }
        var printed = ""
        console.output = { printed += $0 }
        console.notice = { printed += "notice: \($0)\n" }
        try openMemoryBook(named: "test")
        try runScriptFile(path, arguments: [])
        var report = TestReport()
        for test in plan.cases {
            let name = test.path.joined(separator: ", ")
            guard chosen(name) else { continue }
            printed = ""
            do {
                try run(test)
                report.passed.append(name)
            } catch {
                if (error as? LuaFailure)?.kind == "interrupted" { throw error }
                report.failures.append(TestReport.Failure(name: name, error: error, output: printed))
            }
        }
        report.written = plan.written
        return report
    }

    /// Runs a test as one act in a new book.
    private func run(_ test: TestPlan.Case) throws {
        close()
        testDay = nil
        try openMemoryBook(named: "test")
        let plan = part { TestPlan() }
        plan.isRunning = true
        defer { plan.isRunning = false }
        try act("test") { for function in test.setups + [test.body] { _ = try lua.call(function) } }
    }
}
