import Foundation
import TestSupport
import Testing

@Suite("Tests, beginnings and help for scripts", .enabled(if: BuiltProgram.path != nil))
struct ScriptToolTests {
    private let folder: TemporaryFolder
    private var home: String { folder.path }
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    init() throws { folder = try TemporaryFolder() }

    private func luca(_ arguments: [String], _ environment: [String: String] = [:], input: String = "") throws -> BuiltProgram.Result {
        try BuiltProgram.run(arguments, input: input, home: home, environment: environment)
    }

    private func write(_ name: String, _ text: String) throws { try text.write(toFile: "\(home)/\(name)", atomically: true, encoding: .utf8) }

    @Test("What luca new writes runs as it is and holds its tests, and overwrites nothing", arguments: ["report", "importer", "rule"])
    func beginnings(kind: String) throws {
        let made = try luca(["new", kind, "my_own"])
        #expect(made.code == 0 && made.output.contains("written: my_own.lua\nwritten: my_own_test.lua\n"), "\(made)")
        let tested = try luca(["test"])
        #expect(tested.code == 0 && tested.output.hasSuffix("0 failed\n") && !tested.output.hasPrefix("0 tests"), "\(tested)")
        #expect(try luca(["demo", "sample.luca"]).code == 0)
        let run = try luca(["--book", "sample.luca", "run", "my_own.lua"] + (kind == "rule" ? ["--account", "Savings"] : []))
        #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
        let help = try luca(["run", "my_own.lua", "--help"])
        #expect(help.code == 0 && help.output.hasPrefix("usage: luca run my_own.lua"), "\(help)")
        let again = try luca(["new", kind, "my_own"])
        #expect(again.code == 1 && again.errors.contains("my_own.lua is there already"), "\(again)")
        let shared = try luca(["new", kind, "shared_one", "--shared"])
        #expect(shared.code == 0 && FileManager.default.fileExists(atPath: "\(home)/lua/shared_one.lua"), "\(shared)")
        // A rule asks for an account.
        #expect(try luca(["-e", "require 'shared_one'"]).code == (kind == "rule" ? 1 : 0))
        #expect(try luca(["new", kind, "my-own"]).errors.contains("letters, digits and _, such as my_own"))
    }

    @Test("The scripts that ship hold their tests: on the sample book, on an empty one, and on one with other names")
    func shipped() throws {
        let result = try luca(["test", Self.root + "/scripts"])
        #expect(result.code == 0 && result.output.hasSuffix(" 0 failed\n"), "\(result)")
    }

    @Test("A test that fails tells its file and line, what was expected and what came, and what it printed")
    func failing() throws {
        try write(
            "some_test.lua",
            """
            describe("sums", function()
              it("hold", function() expect(1 + 1):is(2) end)
              it("fail", function()
                print "on the way"
                expect(1 + 1):is(3)
              end)
              it("break", function() local t = {price=1} return t.prise + 1 end)
              it("have a book of their own", function() account { name = "A", currency = "EUR" } expect(#accounts {}):is(1) end)
              it("have a book of their own again", function() expect(#accounts {}):is(0) end)
              it("fail as they should", function() expect(function() buy {} end):fails("argument") end)
              it("fail otherwise", function() expect(function() buy {} end):fails("oversold") end)
            end)
            """)
        let result = try luca(["test", "some_test.lua"])
        #expect(result.code == 1 && result.output.hasSuffix("7 tests in 1 file: 4 passed, 3 failed\n"), "\(result)")
        for text in [
            "FAILED some_test.lua: sums, fail\n  some_test.lua:5\n    expect(1 + 1):is(3)\n  expected 3\n       got 2\n  it printed:\n    on the way\n",
            "attempt to perform arithmetic on a nil value (field 'prise')", "hint: did you mean \"price\"?", "expected a failure \"oversold\"",
        ] { #expect(result.output.contains(text), "\(text) in \(result)") }
        #expect(try luca(["test", "--filter", "hold"]).output == "1 test in 1 file: 1 passed, 0 failed\n")
        #expect(try luca(["test", "nowhere"]).code == 1)
    }

    @Test("Golden files are written when asked for, and compared else")
    func golden() throws {
        let test = "it('shows', function() expect(frame{{a=1, b='x'}}):is_golden('rows') end)"
        try write("gold_test.lua", test)
        #expect(try luca(["test"]).output.contains("luca test --update writes it"))
        let written = try luca(["test", "--update"])
        #expect(written.code == 0 && written.output.contains("/golden/gold_test/rows.txt"), "\(written)")
        #expect(try luca(["test"]).code == 0)
        try write("gold_test.lua", test.replacingOccurrences(of: "a=1", with: "a=2"))
        let changed = try luca(["test"])
        #expect(
            changed.code == 1 && changed.output.contains("line 3 is not as in") && changed.output.contains("expected 1  x\n") && changed.output.contains("got 2  x\n"), "\(changed)"
        )
    }

    @Test("A file without tests, or that cannot be read, is told")
    func broken() throws {
        #expect(try luca(["test"]).errors.contains("luca new report NAME"))
        try write("bad_test.lua", "describe('x', function() ) end)")
        let result = try luca(["test"])
        #expect(result.code == 1 && result.output.hasSuffix("1 failed\n") && result.errors.contains("bad_test.lua:1"), "\(result)")
    }

    @Test("Where no test runs, that is told, and is no success")
    func noTests() throws {
        try write("empty_test.lua", "print(1)")
        let empty = try luca(["test", "empty_test.lua"])
        #expect(empty.code == 1 && empty.errors.contains("the file has no tests") && empty.errors.contains("it(\"says what holds\""), "\(empty)")
        try write("full_test.lua", "it('holds', function() end)")
        #expect(try luca(["test"]).code == 0)
        let none = try luca(["test", "--filter", "hodls"])
        #expect(none.code == 1 && none.errors.contains("no test has \"hodls\" in its name"), "\(none)")
    }

    @Test("luca new writes both files or none")
    func bothOrNone() throws {
        // A link that leads nowhere is in the way, and is seen only when the file is made.
        try FileManager.default.createSymbolicLink(atPath: "\(home)/own_test.lua", withDestinationPath: "\(home)/nowhere/x")
        let result = try luca(["new", "report", "own"])
        #expect(result.code == 1 && result.errors.contains("own_test.lua cannot be written") && !FileManager.default.fileExists(atPath: "\(home)/own.lua"), "\(result)")
    }

    @Test("Wrong usage of a script is exit code 2, and its help needs no book")
    func usage() throws {
        try write("s.lua", "-- Says a year.\nlocal given = options{year={type='integer', default=2014, doc='Which.'}}\nprint(given.year)")
        #expect(try luca(["run", "s.lua", "--year", "2013"]).output == "2013\n")
        #expect(try luca(["s.lua", "--year=2012"]).output == "2012\n")
        let wrong = try luca(["run", "s.lua", "--yeer", "2013"])
        #expect(wrong.code == 2 && wrong.errors.contains("did you mean \"--year\"?") && !wrong.errors.contains("traceback"), "\(wrong)")
        for arguments in [["run", "s.lua", "--help"], ["s.lua", "--help"], ["run", "s.lua", "-h"]] {
            let help = try luca(arguments)
            #expect(help.code == 0 && help.output == "usage: luca run s.lua [--year INTEGER]\n\nSays a year.\n\n  --year INTEGER  Which. (default 2014)\n", "\(help)")
        }
        #expect(try luca(["report", "income", "--help"]).output.contains("report.income{"))
        #expect(try luca(["report", "incme", "--help"]).errors.contains("did you mean \"income\"?"))
        #expect(try luca(["run", "--help"]).output.contains("Runs a Lua script"))
    }

    @Test("luca editor writes the stubs and leads editors to them")
    func editor() throws {
        let result = try luca(["editor"])
        #expect(result.code == 0, "\(result)")
        let settings = try String(contentsOfFile: "\(home)/.luarc.json", encoding: .utf8)
        #expect(settings.contains("\"\(home)/stubs\""))
        for (name, text) in [("record", "function buy("), ("tests", "function describe("), ("row", "---@field quantity"), ("json", "function json.decode(")] {
            #expect(try String(contentsOfFile: "\(home)/stubs/\(name).lua", encoding: .utf8).contains(text), "\(name)")
        }
        #expect(try luca(["editor"]).output.contains("left as it is"))
    }

    @Test("A function of an earlier line of a pipe fails with its own line and text")
    func pipe() throws {
        let result = try luca([], input: "x = 1\nfunction f(y)\n  return y.prise + 1\nend\nf{price=1}\n")
        #expect(result.code == 1)
        for text in ["--> line 3", "return y.prise + 1", "did you mean \"price\"?", "stack traceback:", "line 2:2: in function"] {
            #expect(result.errors.contains(text), "\(text) in \(result)")
        }
    }
}
