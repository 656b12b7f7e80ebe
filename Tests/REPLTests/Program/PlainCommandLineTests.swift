import ArgumentParser
import Foundation
import Testing

@testable import REPL
@testable import luca

@Suite("Command lines that are read without their declarations")
struct PlainCommandLineTests {
    /// Words of every kind: options in full, shortened, joined with their value and unknown, values that fit and that do not, commands, scripts, books.
    private static let words = [
        "-e", "1", "-e1", "--book", "b.luca", "--book=b.luca", "--today", "2014-01-01", "--color", "never", "--no-init", "--offline", "--privacy", "--off", "", "-", "--", "--help",
        "--version", "import", "help", "s.lua",
    ]

    /// Every command line of up to so many words.
    private static func lines(upTo length: Int) -> [[String]] {
        var lines: [[String]] = [[]], longest: [[String]] = [[]]
        for _ in 0..<length {
            longest = longest.flatMap { line in words.map { line + [$0] } }
            lines += longest
        }
        return lines
    }

    @Test("What is read is what the declarations say, for every line of up to three words")
    func agreement() throws {
        var count = 0
        for line in Self.lines(upTo: 3) {
            guard let plain = CommandLineProgram.plain(line) else { continue }
            count += 1
            try expectAgreement(plain, line)
        }
        #expect(count > 100)
    }

    @Test(
        "Longer lines too",
        arguments: [
            ["-e", "holdings", "-e", "gains 2007", "--book", "/tmp/family.luca", "--no-init"], ["--offline", "--color", "always", "--no-init", "--today", "2026-01-01", "b.luca"],
            ["b.luca", "-e", "x = 1", "--color", "auto", "-e", "x + 1", "--offline", "--privacy"], ["-e", "a b", "--book", "a b.luca", "-e", "=", "-e", "é"],
        ])
    func longLines(line: [String]) throws { try expectAgreement(try #require(CommandLineProgram.plain(line)), line) }

    private func expectAgreement(_ plain: PlainCommandLine, _ line: [String]) throws {
        #expect(ArgumentOrder.normal(line, subcommands: CommandLineProgram.subcommandNames) == line, "\(line)")
        let command = try #require(try CommandLineProgram.parseAsRoot(line) as? ShellCommand, "\(line)")
        #expect(plain.path == command.path && plain.code == command.code && plain.common == command.common.choices, "\(line)")
    }

    @Test(
        "What needs explaining is left to the declarations",
        arguments: [
            ["import"], ["help"], ["--help"], ["-h"], ["--version"], ["b.luca", "--book", "c.luca"], ["b.luca", "c.luca"], ["--book", "b.luca", "--book", "c.luca"], ["-e"],
            ["-e", "-1"], ["-e1"], ["--book="], ["--book", ""], ["--book"], ["--today", "tomorrow"], ["--color", "red"], ["--no-in"], ["--", "b.luca"], ["s.lua"], ["-"],
            ["--generate-completion-script", "bash"], ["---completion"], ["--experimental-dump-help"], ["--no-init", "--no-init"],
        ])
    func others(line: [String]) { #expect(CommandLineProgram.plain(line) == nil) }

    @Test("The options are those that the shell declares, and take values as those do")
    func options() throws {
        let dump = try JSONSerialization.jsonObject(with: Data(ShellCommand._dumpHelp().utf8)) as? [String: Any]
        let command = try #require(dump?["command"] as? [String: Any]), arguments = try #require(command["arguments"] as? [[String: Any]])
        var declared: [String: Bool] = [:]
        for argument in arguments {
            for name in argument["names"] as? [[String: Any]] ?? [] {
                let text = try #require(name["name"] as? String)
                declared[name["kind"] as? String == "long" ? "--" + text : "-" + text] = argument["kind"] as? String == "option"
            }
        }
        for name in ["--help", "-h", "--version"] { declared[name] = nil }
        #expect(declared == Dictionary(uniqueKeysWithValues: PlainCommandLine.Option.allCases.map { ($0.rawValue, $0.takesValue) }))
        // A word that stands by itself can only be the book.
        #expect(arguments.filter { $0["kind"] as? String == "positional" }.map { $0["valueName"] as? String } == ["book"])
    }
}
