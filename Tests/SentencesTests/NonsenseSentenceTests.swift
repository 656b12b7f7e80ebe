import SampleSentences
import Sentences
import TestSupport
import Testing

@Suite("Nonsense is no sentence")
struct NonsenseSentenceTests {
    /// Pieces that lines are made of: what means something to a pattern, and what means nothing to any.
    private static let pieces = [
        "buy", "holdings", "deposit", "report", "import", "run", "help", "quit ", "10", "31.20", "1,000", "ORCL", "@", "fee", "in", "on", "to",
        "note", "2014-03-03", "2014-13-01", "today", "Ray", "College", "Fund", "\"", "'", "\\", "{", "}", "(", ")", "[", "]", "=", ",", ";", ".",
        ":", "--", "--[[", "]]", " ", "  ", "\t", "\n", "?", "é", "\u{301}", "😀", "\0", "\r\n", "and", "x", "_", "~/", "/", "../", "-", "+", "a=1", "a=", "=b",
        "a=\"", "<", ">", "#", "€5", "$", "5p", "€", "EUR", "USD", "at", "100,",
    ]

    private static func line(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)] + (Bool.random(using: &random) ? " " : "")
        }.joined()
    }

    @Test("Any line is fitted, or refused with a column inside it")
    func sentences() {
        var random = SeededRandom.forTest()
        for _ in 0..<5_000 {
            let line = Self.line(&random)
            do throws(CommandMismatch) {
                _ = try SampleSentences.lua(line)
            } catch {
                #expect((1...line.count + 2).contains(error.column), "\(line.debugDescription)")
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test("Any usage text is taken or refused")
    func usages() {
        var random = SeededRandom.forTest()
        let pieces = ["buy", " ", "<", ">", ":", "[", "]", "a", "decimal", "word", "<a:word>", "[in <b:account>]", "@", "arguments"]
        for _ in 0..<5_000 {
            let usage = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            do throws(CommandUsageError) {
                let pattern = try CommandPattern(usage: usage, summary: "", example: "", action: .handler(0))
                #expect(usage.contains(pattern.name))
            } catch {
                #expect((1...usage.count + 1).contains(error.column), "\(usage)")
            }
        }
    }
}
