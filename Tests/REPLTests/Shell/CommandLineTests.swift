import Foundation
import TestSupport
import Testing

@Suite("The command line", .enabled(if: BuiltProgram.path != nil))
struct CommandLineTests {
    @Test("Usage that makes no sense is refused with 2, on standard error", arguments: [
        ["--nonsense"], ["a.luca", "b.luca"], ["a.luca", "--book", "b.luca"], ["--today", "2014-13-01", "-e", "1"], ["--color", "blue"],
        ["run"], ["import"], ["import", "a.csv", "--date-order", "ydm"], ["report", "--mode", "xml"], ["restore"], ["verfy"], ["imprt"], ["recurring"], ["recurring", "walk"], ["recurring", "run", "--to", "soon"],
    ])
    func usage(arguments: [String]) throws {
        let result = try BuiltProgram.run(arguments)
        #expect(result.code == 2, "\(result)")
        #expect(result.output == "")
        #expect(result.errors.contains("Error: "))
    }

    @Test("A slip in the name of a command makes no book")
    func misspelt() throws {
        let result = try BuiltProgram.run(["verfy"])
        #expect(result.errors.contains("did you mean verify? A new book of that name is ./verfy"))
    }

    @Test("LUCA_TODAY is checked like --today")
    func today() throws {
        let result = try BuiltProgram.run(["-e", "1"], environment: ["LUCA_TODAY": "tomorrow"])
        #expect(result.code == 2)
        #expect(result.errors.contains("tomorrow"))
    }

    @Test("Help and version go to standard output, with 0", arguments: [
        ["--help"], ["--version"], ["help", "import"], ["run", "--help"], ["import", "--help"], ["report", "-h"], ["recurring", "--help"],
    ])
    func help(arguments: [String]) throws {
        let result = try BuiltProgram.run(arguments)
        #expect(result.code == 0)
        #expect(result.errors == "")
        #expect(!result.output.isEmpty)
    }

    @Test("The version is three numbers")
    func version() throws {
        #expect(try BuiltProgram.run(["--version"]).output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }
}
