import Foundation
import TestSupport
import Testing

@Suite("The program on a pipe", .enabled(if: BuiltProgram.path != nil))
struct PipeTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String] = [], input: String = "") throws -> BuiltProgram.Result {
        try BuiltProgram.run(arguments, input: input, home: home.path, environment: ["LUCA_BOOK": home.path + "/test.luca"])
    }

    @Test("Results come without prompt, banner and colour")
    func results() throws {
        let result = try run(input: "6 * 7\nprint('on')\nfor i = 1, 2 do\nprint('on')\nend\n")
        #expect(result.output == "42\non\non\non\n")
        #expect(result.errors == "")
        #expect(result.code == 0)
    }

    @Test("The first failure ends it with 1 and says where")
    func failure() throws {
        let result = try run(input: "6 * 7\n\nmissing()\nprint('on')\n")
        #expect(result.output == "42\n")
        #expect(result.errors.contains("--> line 3\n  missing()\n"))
        #expect(result.errors.hasSuffix("stopped at line 3: nothing after it was run\n"))
        #expect(result.code == 1)
    }

    @Test("A sentence that does not fit ends it, too")
    func mismatch() throws {
        let result = try run(input: "buy ten ORCL\nprint('on')\n")
        #expect(result.output == "")
        #expect(result.errors.contains("--> line 1\n  buy ten ORCL\n      ^\n"))
        #expect(result.code == 1)
    }

    @Test("quit ends it with 0, the end of the input in the middle of an entry with 1")
    func ends() throws {
        #expect(try run(input: "quit\nprint('on')\n").code == 0)
        let unfinished = try run(input: "print('on')\nfor i = 1, 2 do\n")
        #expect(unfinished.code == 1)
        #expect(unfinished.errors.contains("the entry is unfinished"))
        #expect(try run(input: "").code == 0)
    }

    @Test("-e prints its result; what fails, fails with 1")
    func code() throws {
        let result = try run(["-e", "6 * 7"])
        #expect(result.output == "42\n")
        #expect(result.code == 0)
        #expect(try run(["-e", "missing()"]).code == 1)
        #expect(try run(["-e", "for i = 1, 2 do"]).code == 1)
    }

    @Test("Of several -e each runs in turn, until one fails")
    func codes() throws {
        #expect(try run(["-e", "x = 6", "-e", "x * 7", "-e", "-x"]).output == "42\n-6\n")
        let failed = try run(["-e", "1", "-e", "missing()", "-e", "2"])
        #expect(failed.code == 1 && failed.output == "1\n" && failed.errors.contains("missing"))
        let unfinished = try run(["-e", "for i = 1, 2 do", "-e", "end"])
        #expect(unfinished.code == 1 && unfinished.errors.contains("the entry is unfinished"))
        #expect(try run(["-e", "quit", "-e", "1"]).output == "")
    }

    @Test("Colour can be had on a pipe by asking for it")
    func colour() throws {
        #expect(try run(["-e", "missing()", "--color", "always"]).errors.contains("\u{1B}[1;31merror"))
        #expect(try !run(["-e", "missing()"]).errors.contains("\u{1B}"))
    }

    @Test(
        "What cannot be printed is told, and ends with a code that is not 0",
        arguments: [
            "-e 'cash{}'", "-e 'print(1)'", "-e 'io.write(1)'", "report", "verify", "export", "run print.lua", "--help",
        ])
    func fullOutput(arguments: String) throws {
        #expect(try run(["-e", "account{name='A', currency='USD'} deposit{account='A', amount=5, date='2025-01-02'}"]).code == 0)
        try "print(1)".write(toFile: home.path + "/print.lua", atomically: true, encoding: .utf8)
        let result = try shell("\(program) \(arguments) > /dev/full")
        #expect(result.code == 1 && result.errors.contains("error[output]: what is printed cannot be written to its end: "), "\(result)")
        #expect(result.errors.split(separator: "error[output]").count <= 2)
    }

    @Test("A pipe that nobody reads any more ends in silence")
    func closedPipe() throws {
        let result = try shell("\(program) -e 'for i = 1, 100000 do print(i) end' | head -1; (trap '' PIPE; \(program) -e 'for i = 1, 100000 do io.write(i) end' | true)")
        #expect(result.output.hasPrefix("1\n") && result.errors == "", "\(result)")
    }

    private var program: String { "\"$LUCA\"" }

    /// Runs a line in a shell, where the program is `$LUCA`.
    private func shell(_ line: String) throws -> BuiltProgram.Result {
        let process = Process(), (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.environment = BuiltProgram.environment(home: home.path).merging(["LUCA": BuiltProgram.path ?? "", "LUCA_BOOK": home.path + "/test.luca"]) { $1 }
        process.currentDirectoryURL = URL(filePath: home.path)
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let told = output.fileHandleForReading.readDataToEndOfFile(), remarked = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return BuiltProgram.Result(code: process.terminationStatus, output: String(decoding: told, as: UTF8.self), errors: String(decoding: remarked, as: UTF8.self))
    }

    @Test(
        "A session with an importer of the user's own leaves one file",
        arguments: ["import i.csv --format mb --yes", "import i.csv --format mb --dry-run", "-e 'import(\"i.csv\", {format=\"mb\"})'"])
    func ownImporter(arguments: String) throws {
        try "importer.define{name='mb', columns={Tag='date', Summe='amount'}, row=function(r) return {type='deposit', account='A', amount=r.amount, date=r.date} end}"
            .write(toFile: home.path + "/init.lua", atomically: true, encoding: .utf8)
        try "Tag,Summe\n2025-01-02,100\n".write(toFile: home.path + "/i.csv", atomically: true, encoding: .utf8)
        #expect(try run(["-e", "account{name='A', currency='USD'}"]).code == 0)
        let result = try shell("\(program) \(arguments)")
        #expect(result.code == 0, "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasPrefix("test.luca") && $0 != "test.luca.backups" } == ["test.luca"])
        try "importer.define{name='mb', columns={Tag='date', Summe='amount'}, row=function(r) io.open('made.txt', 'w') return nil end}"
            .write(toFile: home.path + "/init.lua", atomically: true, encoding: .utf8)
        let dry = try shell("\(program) import i.csv --format mb --dry-run")
        #expect((dry.output + dry.errors).contains("a dry run leaves nothing behind, and writes no files"), "\(dry)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/made.txt"))
    }
}
