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
}
