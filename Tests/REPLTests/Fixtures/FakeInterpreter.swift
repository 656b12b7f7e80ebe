import Frames
import REPL
import SampleSentences
import Sentences
import Values

/// An interpreter without Lua or book: it knows a few sources by heart and tells what it was asked.
final class FakeInterpreter: Interpreter {
    var output: (String) -> Void = { _ in }
    var display = Display()
    var bookName: String? = "family.luca"
    var hasEncryptedBook = false
    /// What was asked, in order.
    private(set) var asked: [String] = []
    /// Names the user has given a value, which are no commands any more.
    var shadowed: Set<String> = []

    var commands: [CommandPattern] { SampleSentences.patterns.filter { !shadowed.contains($0.name) } }
    func mayBeSentence(_ line: String) -> Bool { CommandTable.mayShip(line) }
    var vocabulary: Vocabulary { SampleSentences.vocabulary }

    func evaluate(_ source: String, name: String) -> Evaluation {
        asked.append(source)
        if let known = known(source, name: name) { return known }
        if Self.isUnfinished(source) { return .incomplete }
        return .values([.text("ran \(source.split(separator: "\n").joined(separator: " / "))")])
    }

    func run(_ sentence: CommandMatch, source: String) -> Evaluation { evaluate(sentence.lua, name: "command") }

    func help(_ topic: String?) -> String? { topic == "buy" ? "buy records a purchase." : nil }

    func openBook(at path: String) throws(Failure) {
        if path == "broken.luca" { throw Failure(kind: "storage", message: "broken.luca is no book") }
        bookName = path
    }

    func candidates(for subject: CompletionSubject, prefix: String) -> [String] {
        switch subject {
        case .global: ["print", "pairs", "holdings", "gains{", "report."]
        case .member(of: "gains()", isMethod: true): ["by(", "sort(", "sum("]
        case .member(of: "report", isMethod: false): ["define{", "income"]
        case .argumentName(of: "buy", let given): ["quantity=", "symbol=", "account="].filter { !given.contains(String($0.dropLast())) }
        case .argumentValue(of: "buy", name: "account"), .argumentValue(of: "account", name: nil), .place(.account, _, _):
            vocabulary.accounts()
        case .place(.symbol, _, _): ["ORCL", "ORLY"]
        case .place(.report, _, _): ["income", "holdings"]
        case .place(.topic, _, _): ["buy", "gains"]
        default: []
        }
    }

    // MARK: What it knows

    private func known(_ source: String, name: String) -> Evaluation? {
        switch source {
        case "holdings{}": .values([.frame(Self.holdings)])
        case "1 + 1": .values([.text("2")])
        case "1, 2": .values([.text("1"), .text("2")])
        case "x = 1": .values([])
        case "print('hello')": printed("hello\n")
        case "quit()": .exit(0)
        case "os.exit(3)": .exit(3)
        case "wait()": .failure(.interrupted)
        case "missing()":
            .failure(Failure(kind: "type", message: "attempt to call a nil value (global 'missing')", chunk: name, line: 1))
        case "1 +* 2": .failure(Failure(kind: "syntax", message: "unexpected symbol near '*'", chunk: name, line: 1))
        case "do\n  local a = 1\n  missing()\nend":
            .failure(Failure(kind: "type", message: "attempt to call a nil value (global 'missing')", chunk: name, line: 3))
        case "x = \"abc":
            .failure(Failure(kind: "syntax", message: "unfinished string near '\"abc'", chunk: name, line: 1))
        case "x = 1\n1 + 1\nholdings{}":
            .failure(Failure(kind: "syntax", message: "syntax error near 'holdings'", chunk: name, line: 3))
        case #"run("due.lua")"#:
            .failure(
                Failure(
                    kind: "type", message: "attempt to index a nil value (local 'plan')", chunk: "due.lua", line: 12,
                    sourceLine: "  local tier = plan.tiers[1]", traceback: "due.lua:12: in function 'post'\ndue.lua:20: in main chunk"))
        case #"sell{quantity=D"10", symbol="ORCL"}"#:
            .failure(
                Failure(
                    kind: "oversell", message: "Brokerage holds 4 ORCL on 2014-03-03, not 10", hint: "see lots{symbol=\"ORCL\"}",
                    field: "quantity", line: 1))
        case "escape()": .failure(Failure(kind: "error", message: "\u{1B}[2J\u{7}gone"))
        default: nil
        }
    }

    private func printed(_ text: String) -> Evaluation {
        output(text)
        return .values([.nothing])
    }

    /// Brackets and `end` that are not there yet.
    private static func isUnfinished(_ source: String) -> Bool {
        let words = source.split(whereSeparator: { !$0.isLetter })
        let opens = words.count { ["do", "then", "function"].contains($0) } + source.count { "({[".contains($0) }
        let closes = words.count { $0 == "end" } + source.count { ")}]".contains($0) }
        return opens > closes || source.hasSuffix("+")
    }

    private static var holdings: Frame {
        var builder = FrameBuilder("holdings", [.text("symbol"), .quantity("quantity"), .money("market_value", in: .usd)])
        do {
            try builder.append(["ORCL", .decimal(FixedDecimal(4)), .decimal(try FixedDecimal("124.80"))])
            try builder.append(["MSFT", .decimal(FixedDecimal(2)), .none])
        } catch {
            fatalError("\(error)")
        }
        builder.add(warning: "no_quote", "no price for MSFT on 2026-01-01")
        return builder.frame()
    }
}
