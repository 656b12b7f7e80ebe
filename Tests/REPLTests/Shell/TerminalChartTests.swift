import Foundation
import TestSupport
import Testing

/// Charts where they are looked at: at terminals of several widths, with and without more than ASCII.
@Suite("Charts at a terminal", .enabled(if: BuiltProgram.path != nil))
struct TerminalChartTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Rows by day, of which one is unknown; names; years by months.
    private static let frames = [
        "line":
            "local r = {} for n = 1, 400 do r[n] = {date=date(2013, 1, 1) + n, worth=n == 200 and D'0' / 1 or D(100 + n % 37)} end return frame(r):chart{kind='line', y='worth'}",
        "bar": "return frame{{name='Oracle Corporation of the West', worth=D'12.5'}, {name='日本電信電話', worth=D'-3'}, {name='C', worth=D'7'}}:chart{kind='bar', y='worth'}",
        "pie": "return frame{{name='A', worth=D'12.5'}, {name='B', worth=D'3'}, {name='C', worth=D'7'}}:chart{kind='pie', y='worth'}",
        "waterfall": "return frame{{name='Start', worth=D'100'}, {name='Gain', worth=D'12'}, {name='Fees', worth=D'-3'}}:chart{kind='waterfall', y='worth'}",
    ]

    private func shown(_ source: String, columns: UInt16, _ environment: [String: String]) throws -> [String] {
        let all = BuiltProgram.environment(home: home.path).merging(["TERM": "xterm-256color", "INPUTRC": "/dev/null"]) { $1 }.merging(environment) { $1 }
        let terminal = try Terminal([try #require(BuiltProgram.path), home.path + "/t.luca", "-e", source], environment: all, columns: columns)
        #expect(try terminal.exitCode() == 0)
        return terminal.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The columns of a terminal that a line takes.
    private static func width(_ line: String) -> Int { line.reduce(0) { $0 + ($1.unicodeScalars.contains { (0x2E80...0xFFEF).contains($0.value) } ? 2 : 1) } }

    @Test("No line is wider than the terminal, and the picture is as wide", arguments: [40, 80, 200] as [UInt16], ["line", "bar", "pie", "waterfall"])
    func widths(columns: UInt16, kind: String) throws {
        for locale in ["C.UTF-8", "C"] {
            let lines = try shown(#require(Self.frames[kind]), columns: columns, ["LC_ALL": locale])
            let widest = lines.map(Self.width).max() ?? 0
            #expect(widest <= Int(columns) && widest >= Int(columns) / 2, "\(kind) at \(columns) in \(locale) is \(widest) wide:\n\(lines.joined(separator: "\n"))")
            #expect(lines.count > 3)
        }
    }

    @Test("A dumb terminal and one of another character set get ASCII alone, without colour", arguments: [["TERM": "dumb"], ["LC_ALL": "C"]])
    func plain(environment: [String: String]) throws {
        for kind in ["line", "pie", "waterfall"] {
            let text = try shown(#require(Self.frames[kind]), columns: 80, environment).joined(separator: "\n")
            #expect(text.utf8.allSatisfy { $0 < 0x7F }, "\(kind): \(text)")
        }
    }

    @Test("Colour is there where it is allowed, and NO_COLOR takes it away")
    func colour() throws {
        let all = BuiltProgram.environment(home: home.path).merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
        for (more, hasColour) in [([:], true), (["NO_COLOR": "1"], false)] {
            let terminal = try Terminal(
                [try #require(BuiltProgram.path), home.path + "/t.luca", "-e", #require(Self.frames["pie"])], environment: all.merging(more) { $1 }, columns: 80)
            #expect(try terminal.exitCode() == 0)
            #expect(terminal.raw.contains("\u{1B}[3") == hasColour || terminal.raw.contains("\u{1B}[9") == hasColour)
        }
    }
}
