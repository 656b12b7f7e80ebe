internal import CLuca
import FoundationEssentials
internal import Glibc
import LuaSurface
import Scripting
import Session
import Values

/// Tests of scripts to run: `luca test [PATH]…`.
public struct TestRequest: Sendable, Equatable {
    /// Files of tests, and folders that have them; empty for the current folder.
    public var paths: [String]
    /// Whether golden files are written anew.
    public var updates: Bool
    /// A part of the names of the tests that are run; nil for all.
    public var filter: String?

    /// A request to run tests.
    public init(paths: [String], updates: Bool = false, filter: String? = nil) { (self.paths, self.updates, self.filter) = (paths, updates, filter) }
}

/// A script to begin: `luca new report NAME`.
public struct NewRequest: Sendable, Equatable {
    /// What it is to be.
    public var kind: Template.Kind
    /// What it is called.
    public var name: String
    /// Whether it is written where scripts look for modules, and not into the current folder.
    public var isShared: Bool

    /// A request to write a script.
    public init(_ kind: Template.Kind, name: String, isShared: Bool = false) { (self.kind, self.name, self.isShared) = (kind, name, isShared) }
}

/// What helps people to write scripts.
extension LucaProgram {
    // MARK: Help

    /// Prints what a script takes: `luca run FILE --help`.
    public func explain(script path: String, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options, opensBook: false).run { interpreter in
            let text = try interpreter.runtime.help(onScript: path)
            StandardOutput().write(text)
            return 0
        }
    }

    /// Prints what a report takes: `luca report NAME --help`.
    public func explain(report name: String, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options, opensBook: false).run { interpreter in
            guard let text = interpreter.help("report \(name)") else {
                let hint = Suggestion(for: name, in: interpreter.runtime.reportList)?.question ?? "luca report lists them"
                throw Failure(kind: "unknown_report", message: "there is no report \(name)", hint: hint)
            }
            StandardOutput().write(text + "\n")
            return 0
        }
    }

    // MARK: Tests

    /// Runs the tests of files called `…_test.lua`: `luca test`. 0 where all hold, 1 where one does not, or where there are none.
    public func test(_ request: TestRequest, _ options: LaunchOptions) -> Int32 {
        let output = StandardOutput()
        var files: [String] = []
        for path in request.paths.isEmpty ? ["."] : request.paths {
            guard let found = Self.testFiles(path) else {
                Launcher.report(Failure(kind: "file", message: "there is no file or folder \(path)"), options)
                return 1
            }
            files += found
        }
        guard !files.isEmpty else {
            Launcher.report(
                Failure(
                    kind: "not_found", message: "there are no tests here", hint: "tests stand in files called NAME_test.lua; luca new report NAME writes a report with its test"),
                options)
            return 1
        }
        var passed = 0, failed = 0, written: [String] = []
        for file in files {
            var quiet = options
            quiet.isOffline = true
            let code = SessionStarter(quiet, opensBook: false).run { interpreter in
                let runtime = interpreter.runtime
                let report = try runtime.runTests(of: Self.absolute(file), updates: request.updates) { name in request.filter.map { name.contains($0) } ?? true }
                passed += report.passed.count
                failed += report.failures.count
                written += report.written
                for failure in report.failures { output.write(Self.text(failure, file, runtime)) }
                return 0
            }
            if code == 130 { return 130 }
            if code != 0 { failed += 1 }
        }
        for path in written { output.write("written: \(path)\n") }
        let count = passed + failed
        guard count > 0 else {
            let which = request.filter.map { "no test has \(quoted($0)) in its name" } ?? "\(files.count == 1 ? "the file has" : "the \(files.count) files have") no tests"
            Launcher.report(Failure(kind: "not_found", message: which, hint: "a test is it(\"says what holds\", function() … end)"), options)
            return 1
        }
        output.write("\(count) \(count == 1 ? "test" : "tests") in \(files.count) \(files.count == 1 ? "file" : "files"): \(passed) passed, \(failed) failed\n")
        return failed == 0 ? 0 : 1
    }

    /// The files of tests at a path, sorted; nil where there is nothing.
    private static func testFiles(_ path: String) -> [String]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted(),
            beginning = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        return names.flatMap { name -> [String] in
            let inner = beginning + name
            var status = stat()
            // Links are not followed, so that none leads round in a circle.
            guard lstat(inner, &status) == 0 else { return [] }
            if status.st_mode & S_IFMT == S_IFDIR { return testFiles(inner) ?? [] }
            return name.hasSuffix("_test.lua") ? [inner] : []
        }
    }

    private static func absolute(_ path: String) -> String {
        guard let whole = realpath(path, nil) else { return path }
        defer { free(whole) }
        return String(cString: whole)
    }

    /// A test that failed: its name, the line, what was expected and what came, and what it printed.
    private static func text(_ failed: TestReport.Failure, _ file: String, _ runtime: Runtime) -> String {
        let failure = Failure(failed.error, in: runtime)
        var lines = ["FAILED \(file): \(failed.name)"]
        if let chunk = failure.chunk, let line = failure.line { lines.append("  \(Runtime.isChunk(chunk, of: Self.absolute(file)) ? file : chunk):\(line)") }
        if let source = failure.sourceLine { lines.append("    " + source.trimmed) }
        let label = failure.kind == "expectation" ? "" : failure.kind == "error" ? "error: " : "error[\(failure.kind)]: "
        lines += (label + failure.message).split(separator: "\n", omittingEmptySubsequences: false).map { "  " + String($0).printable }
        if let hint = failure.hint { lines.append("  hint: " + hint.printable) }
        if failure.kind != "expectation", let traceback = failure.traceback { lines += traceback.split(separator: "\n").map { "  " + String($0).printable } }
        if !failed.output.isEmpty { lines += ["  it printed:"] + failed.output.split(separator: "\n").map { "    " + String($0).printable } }
        return lines.joined(separator: "\n") + "\n\n"
    }

    // MARK: Beginning

    /// Writes a script to change and its test: `luca new report NAME`. Nothing that is there is overwritten.
    public func new(_ request: NewRequest, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options, opensBook: false).run { interpreter in
            let template = try Template(request.kind, named: request.name, interpreter.runtime)
            var folder = ""
            if request.isShared {
                guard let library = Folders()?.library else { throw Failure(kind: "file", message: "there is no place for scripts: HOME is not set") }
                FileAccess.makeOwnFolder(library)
                folder = library + "/"
            }
            let paths = template.files.map { folder + $0.name }
            try Self.writeNew(zip(paths, template.files).map { ($0, $1.text) })
            for path in paths { StandardOutput().write("written: \(path)\n") }
            let words = paths.map(SafeText.shellWord), use = request.kind == .importer ? "" : "luca run \(words[0]) --help tells what it takes; "
            StandardOutput().write("\(use)luca test \(words[1]) tries it\n")
            return 0
        }
    }

    /// Writes files that are not there yet: all of them, or none.
    private static func writeNew(_ files: [(path: String, text: String)]) throws {
        for file in files where FilePaths.exists(file.path) {
            throw Failure(kind: "already_exists", message: "\(file.path) is there already, and was left as it is", hint: "choose another name")
        }
        var made: [String] = []
        do {
            for file in files {
                // Refused where another program was quicker.
                let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else { throw Failure(kind: "file", message: "\(file.path) cannot be written: \(systemMessage())") }
                made.append(file.path)
                let problem = StandardOutput.write(file.text, to: descriptor) ? nil : systemMessage(), isClosed = close(descriptor) == 0
                guard problem == nil, isClosed else { throw Failure(kind: "file", message: "\(file.path) cannot be written: \(problem ?? systemMessage())") }
            }
        } catch {
            for path in made { unlink(path) }
            throw error
        }
    }

    /// Writes the stubs from which editors complete and check scripts, and the settings that lead them there: `luca editor`.
    public func editor(_ options: LaunchOptions) -> Int32 {
        SessionStarter(options, opensBook: false).run { interpreter in
            guard let folder = Folders().map({ $0.data + "/stubs" }) else { throw Failure(kind: "file", message: "there is no place for stubs: HOME is not set") }
            let runtime = interpreter.runtime
            try runtime.openMemoryBook(named: "stubs")
            runtime.console.notice = { _ in }
            _ = try runtime.evaluate("setting('base_currency', 'USD')", name: "=stubs", source: "stubs")
            FileAccess.makeOwnFolder(folder)
            for file in try runtime.stubs() {
                var text = file.text
                let bytes = text.withUTF8 { Array($0) }
                guard FileManager.default.createFile(atPath: "\(folder)/\(file.name)", contents: Data(bytes)) else {
                    throw Failure(kind: "file", message: "\(folder)/\(file.name) cannot be written: \(systemMessage())")
                }
            }
            StandardOutput().write("written: \(folder), the stubs\n")
            let settings = Runtime.editorSettings(stubsIn: folder)
            guard !FilePaths.exists(".luarc.json") else {
                StandardOutput().write(".luarc.json is there already, and was left as it is; what it needs is\n\(settings)")
                return 0
            }
            try Self.writeNew([(".luarc.json", settings)])
            StandardOutput().write("written: .luarc.json; editors with lua-language-server now know luca in this folder\n")
            return 0
        }
    }
}
