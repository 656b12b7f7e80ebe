import Scripting
import TestSupport
import Testing

@testable import REPL

@Suite("The sentences that ship")
struct BuiltInSentencesTests {
    private let folder: TemporaryFolder
    private let interpreter: any Interpreter

    init() throws {
        folder = try TemporaryFolder()
        var options = LaunchOptions()
        options.book = folder.path + "/test.luca"
        options.today = "2026-01-01"
        options.runsInit = false
        interpreter = try LucaProgram().start(options)
    }

    @Test("Each example is a sentence of its own pattern, and its Lua form is Lua")
    func examples() throws {
        let table = CommandTable(interpreter.commands)
        #expect(table.patterns.count >= 20)
        for pattern in table.patterns {
            let match = try #require(try table.match(pattern.example, interpreter.vocabulary), "\(pattern.example)")
            #expect(match.pattern.usage == pattern.usage)
            #expect(!pattern.summary.isEmpty)
            // A function that is never called: the form is compiled and not run.
            guard case .values(let values, _) = interpreter.evaluate("function() return \(match.lua) end", name: "form") else {
                Issue.record("\(match.lua) is no Lua")
                continue
            }
            #expect(values.count == 1)
        }
    }

    @Test("Every sentence has help, and so has its word with a question mark")
    func help() {
        for pattern in interpreter.commands {
            #expect(interpreter.help(pattern.name)?.contains(pattern.synopsis) == true, "\(pattern.name)")
        }
    }

    @Test("Completion knows the book", arguments: [
        ("deposit 5 to Br", ["Brokerage"]), ("deposit 5 to bro", ["Brokerage"]), ("buy 1 OR", ["ORCL"]),
        (#"buy{account="B"#, ["Brokerage"]), (#"holdings{symbol="O"#, ["ORCL"]), ("buy{quan", ["quantity="]), ("holdi", ["holdings"]),
        ("report inc", ["income"]), ("help undo", ["undo"]), (#"account "B"#, ["Brokerage"]),
    ] as [(String, [String])])
    func completion(line: String, contained: [String]) {
        for setup in [#"account{name="Brokerage", currency="USD"}"#, #"instrument{symbol="ORCL", currency="USD"}"#] {
            guard case .values = interpreter.evaluate(setup, name: "setup") else { Issue.record("\(setup)"); return }
        }
        let session = Session(interpreter, output: RecordedOutput(), display: Display(), isInteractive: true)
        let candidates = CompletionEngine(session).answer(line)?.candidates ?? []
        for candidate in contained { #expect(candidates.contains(candidate), "\(line): \(candidates)") }
    }
}
