import LuaSurface
import SampleSentences
import TestSupport
import Testing

@testable import REPL

@Suite("What names stand for where a line is completed")
struct LuaPathTests {
    private func subjects(_ line: String) -> [CompletionSubject]? { Completer(SampleSentences.table, SampleSentences.vocabulary).request(line, pending: "")?.subjects }

    @Test(
        "A name that its own value names is looked up before it",
        arguments: [
            ("t = t:wh", "t", true), ("x = x.", "x", false), ("local x = x:where{a=1}:", "x:where()", true), ("for _, x in rows(x) do x.", "x[]", false),
            ("x = trades{} x = x:head() x.", "trades():head()", false), ("t = trades{} for _, t in rows(t) do t.", "trades()[]", false),
            ("x = y y = x x.", "y", false), ("a = b b = a b.", "b", false), ("x:where(function(x) return x.", "x[]", false),
            ("x = trades{} x:where(function(x) return x.", "trades()[]", false), ("t = trades{} for _, h in ipairs(t) do h.", "trades()[]", false),
        ])
    func ownName(line: String, path: String, isMethod: Bool) {
        #expect(subjects(line) == [.member(of: path, isMethod: isMethod)], "\(line)")
    }

    @Test("A chain of ten thousand names ends")
    func longChain() {
        #expect(subjects(String(repeating: "x = x ", count: 10_000) + "x.") != nil)
        #expect(subjects((0..<2000).map { "x\($0 + 1) = x\($0) " }.joined() + "x2000.") != nil)
        #expect(subjects(String(repeating: "for _, x in rows(x) do ", count: 500) + "x.") != nil)
    }

    @Test("At every place of any line there is an answer", arguments: 0..<8)
    func everyPlace(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let words = [
            "x", "y", "t", "rows", "trades", "=", "= ", ".", ":", "(", ")", "{", "}", "[", "]", ",", " ", " ", "for _, ", " in ", " do ", "function(", "local ", "where", "with",
            "\"", "'", "[[", "--", "\n", "1", "ipairs(", "pairs(", "end ", "..", "==", "rows(", ":where(function(", "é",
        ]
        for _ in 0..<200 {
            let line = (0..<Int.random(in: 1...24, using: &random)).map { _ in words.randomElement(using: &random)! }.joined()
            for place in line.indices {
                let part = String(line[..<place])
                guard let request = Completer(SampleSentences.table, SampleSentences.vocabulary).request(part, pending: "") else { continue }
                #expect(request.start + request.prefix.count == part.count || part.contains("\n"), "\(part)")
            }
        }
    }

    @Test("What takes columns is what the records of frames and groups say")
    func columnMethods() {
        let methods = FrameType.columnMethods
        #expect(methods.isSuperset(of: ["select", "by", "sort", "top", "distinct", "pivot", "sum", "avg", "min", "max", "count", "list", "where", "first", "last"]))
        #expect(methods.isDisjoint(with: ["median", "without", "rename", "csv", "with", "head"]))
    }
}
