import Foundation
import TestSupport
import Testing

@testable import REPL

@Suite("Candidates")
struct CompletionEngineTests {
    private let session = ShellSession(FakeInterpreter(), output: RecordedOutput(), display: Display(), isInteractive: true)

    private func answer(_ typed: String) -> CompletionEngine.Answer? { CompletionEngine(session).answer(typed) }

    @Test(
        "What is offered, and what follows it if it is the only one",
        arguments: [
            ("hol", 0, ["holdings"], " "),
            ("prin", 0, ["print"], nil),
            ("gai", 0, ["gains", "gains{"], nil),
            ("report.in", 7, ["income"], nil),
            ("gains{}:s", 8, ["sort(", "sum("], nil),
            ("buy{quantity=1, ", 16, ["symbol=", "account="], nil),
            ("buy{sy", 4, ["symbol="], nil),
            (#"buy{account="br"#, 13, ["Brokerage"], "\""),
            ("buy{account=", 12, [#""Brokerage""#, #""Savings""#, #""Ray College Fund""#, #""Cash on Hand""#], nil),
            ("buy 10 ORC", 7, ["ORCL"], " "),
            ("buy 10 ORCL in ray c", 15, ["Ray College Fund"], " "),
            ("buy 10 ORCL in Ray College Fund o", 15, nil, nil),
            ("buy 10 ORCL fe", 12, ["fee"], " "),
            (".mo", 0, [".mode"], " "),
            (".mode j", 6, ["json"], " "),
            ("nothing_like_it", 0, nil, nil),
        ] as [(String, Int, [String]?, Character?)])
    func offered(typed: String, start: Int, candidates: [String]?, append: Character?) {
        let answer = answer(typed)
        #expect(answer?.candidates == candidates)
        if candidates != nil {
            #expect(answer?.start == start)
            #expect(answer?.append == append)
        }
    }

    @Test("Only the last line of a recalled entry counts for a sentence, and what is pending for Lua")
    func severalLines() {
        #expect(answer("x = 1\nbuy 10 ORC") == nil)
        session.feed("buy{quantity=1,")
        #expect(answer("sy")?.candidates == ["symbol="])
        session.giveUp()
        #expect(answer("sy") == nil)
    }

    @Test("Files: folders end in a slash, hidden ones are asked for, spaces need quotes")
    func files() throws {
        let place = try TemporaryFolder()
        let folder = place.path
        try FileManager.default.createDirectory(atPath: folder + "/trades", withIntermediateDirectories: true)
        for name in ["trades.csv", "trade notes.txt", ".hidden"] {
            #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
        }
        #expect(answer("import \(folder)/tr")?.candidates == ["\(folder)/trades/", "\(folder)/trades.csv"].sorted())
        #expect(answer("import \"\(folder)/tr")?.candidates.count == 3)
        #expect(answer("import \(folder)/.h")?.candidates == ["\(folder)/.hidden"])
        #expect(answer("import \(folder)/trades.")?.append == " ")
        #expect(answer("import \"\(folder)/trades.")?.append == "\"")
        #expect(answer("run \(folder)/tra")?.isOfFiles == true)
        #expect(answer("import \(folder)/nothing") == nil)
    }
}
