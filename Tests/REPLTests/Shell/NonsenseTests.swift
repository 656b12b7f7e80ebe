import SampleSentences
import TestSupport
import Testing

@testable import REPL

@Suite("Nonsense does no harm")
struct NonsenseTests {
    /// Pieces that lines are made of: what means something to one of the readers, and what means nothing to any.
    private static let pieces = [
        "buy", "holdings", "deposit", "report", "import", "run", "help", "quit ", "10", "31.20", "1,000", "ORCL", "@", "fee", "in", "on", "to",
        "note", "2014-03-03", "2014-13-01", "today", "Ray", "College", "Fund", "\"", "'", "\\", "{", "}", "(", ")", "[", "]", "=", ",", ";", ".",
        ":", "..", "--", "--[[", "[[", "]]", "]==]", "[==[", " ", "  ", "\t", "\n", "?", ".mode", ".help", ".width", "csv", "é", "\u{301}", "😀",
        "\u{1B}[2J", "\0", "\r\n", "and", "x", "_", "~/", "/", "../", "-", "+", "a=1", "a=", "=b", "a=\"", "<", ">", "#",
    ]

    private static func line(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)] + (Bool.random(using: &random) ? " " : "")
        }.joined()
    }

    @Test("Any line can be completed")
    func completion() {
        var random = SeededRandom.forTest()
        let completer = Completer(SampleSentences.table, SampleSentences.vocabulary)
        for _ in 0..<5_000 {
            let line = Self.line(&random)
            guard let request = completer.request(line, pending: Bool.random(using: &random) ? "" : Self.line(&random)) else { continue }
            #expect(request.start + request.prefix.count <= line.count, "\(line.debugDescription)")
        }
    }

    @Test("Any line can be fed")
    func session() {
        var random = SeededRandom.forTest()
        let output = RecordedOutput()
        let session = ShellSession(FakeInterpreter(), output: output, display: Display(), isInteractive: true)
        for _ in 0..<5_000 {
            let line = Self.line(&random)
            // Settings that would leave files behind.
            guard !line.contains(".output"), !line.contains(".save"), !line.contains(".edit") else { continue }
            session.feed(line)
            if Int.random(in: 0..<20, using: &random) == 0 { session.giveUp() }
            #expect(!output.notes.contains("\u{1B}"), "\(line.debugDescription)")
        }
    }
}
