import Foundation
import LuaSurface
import Scripting
import Testing
import Values
@testable import REPL

/// The sessions printed in the README, run as they are printed: one after another, on the sample book, on 2014-12-31.
///
/// `LUCA_UPDATE=1` writes what they print today into the README.
@Suite struct ReadmeTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md").path

    @Test func sessionsRunAsPrinted() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2014-12-31")
        let runtime = try Runtime(configuration)
        try runtime.openMemoryBook(named: "demo")
        try runtime.fillDemoBook()
        let output = RecordedOutput()
        let session = ShellSession(RuntimeInterpreter(runtime), output: output, display: Display(), isInteractive: true)
        let played = Self.played(text, on: session, output)
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try played.write(toFile: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(played == text, "the README shows something else than luca prints; LUCA_UPDATE=1 writes it anew")
        }
        #expect(text.contains("\nluca> "))
    }

    /// The text with every session in it as it would be printed now.
    private static func played(_ text: String, on session: ShellSession, _ output: RecordedOutput) -> String {
        var result: [String] = []
        var block: [String] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                if isInside { result += played(block, on: session, output) }
                result.append(line)
                block = []
                isInside.toggle()
            } else if isInside {
                block.append(line)
            } else {
                result.append(line)
            }
        }
        return result.joined(separator: "\n")
    }

    /// A block's lines: those typed stay, what was printed below them is printed anew; a block without a prompt stays as it is.
    private static func played(_ block: [String], on session: ShellSession, _ output: RecordedOutput) -> [String] {
        guard let first = block.firstIndex(where: { $0.hasPrefix("luca> ") }) else { return block }
        var lines = Array(block[..<first])
        for line in block[first...] where line.hasPrefix("luca> ") || line.hasPrefix("  ... ") {
            lines.append(session.prompt + line.dropFirst(6))
            session.feed(String(line.dropFirst(6)))
            lines += output.take().split(separator: "\n", omittingEmptySubsequences: false).map { trimmed(String($0)) }.dropLast()
        }
        return lines
    }

    /// Without the spaces that fill the last column.
    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
