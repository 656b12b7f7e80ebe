import Scripting
import Sentences
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

    @Test("Each can be read and gives what its Lua form uses, which nobody asks at the start of the program")
    func usages() throws {
        for pattern in interpreter.commands {
            let read = try CommandPattern(usage: pattern.usage, summary: pattern.summary, example: pattern.example, action: pattern.action)
            #expect(read.name == pattern.name && read.synopsis == pattern.synopsis)
            guard case .lua(let form) = pattern.action else { continue }
            #expect(form.argumentNames.allSatisfy(read.argumentNames.contains), "\(pattern.usage)")
        }
    }

    @Test(
        "An import takes its options behind the account, as hints say them or in words",
        arguments: [
            (#"import u.csv into My Broker currency="USD""#, #"import{path="u.csv", account="My Broker", currency="USD"}"#),
            (#"import u.csv into ISA date_order="dmy""#, #"import{path="u.csv", account="ISA", date_order="dmy"}"#),
            ("import u.csv into ISA date_order dmy partial", #"import{path="u.csv", account="ISA", date_order="dmy", partial=true}"#),
            (#"import u.csv decimal_mark='comma' partial=true into ISA"#, #"import{path="u.csv", account="ISA", decimal_mark="comma", partial=true}"#),
            (#"import u.csv account="My Broker" format=wealthfolio"#, #"import{path="u.csv", account="My Broker", format="wealthfolio"}"#),
        ])
    func importOptions(line: String, lua: String) throws {
        #expect(try CommandTable(interpreter.commands).match(line, interpreter.vocabulary)?.lua == lua)
    }

    @Test("What an import has no word for is no part of the account's name")
    func otherImportOptions() throws {
        let table = CommandTable(interpreter.commands)
        for (line, hint) in [
            ("import u.csv into My Broker create=false", "create=false}"), (#"import u.csv into ISA delimiter=";""#, "delimiter="),
            ("import u.csv into ISA partial=false", "partial="),
        ] {
            do {
                let match = try table.match(line, interpreter.vocabulary)
                Issue.record("\(match?.lua ?? "no sentence")")
            } catch {
                #expect(error.message.contains("is Lua, not a sentence") && error.hint?.contains(hint) == true, "\(error)")
            }
        }
    }

    @Test("A command word that stands alone is a sentence, or is told with an example of its own")
    func alone() throws {
        let table = CommandTable(interpreter.commands)
        for word in table.names {
            do { _ = try table.match(word, interpreter.vocabulary) } catch {
                let told = SentenceGuess(table, interpreter.vocabulary).hinted(error, on: word)
                let examples = table.patterns(named: word).map(\.example)
                #expect(examples.contains { told.hint?.hasPrefix("such as: \($0)") == true }, "\(word): \(told.message); \(told.hint ?? "")")
                #expect(!told.message.contains("some text") && !told.message.contains("a sentence such as"), "\(word): \(told.message)")
            }
        }
        // What may be anything is told by what the command does.
        #expect(throws: CommandMismatch.self) { try table.match("find", interpreter.vocabulary) }
    }

    @Test("Every sentence has help, and so has its word with a question mark")
    func help() {
        for pattern in interpreter.commands {
            #expect(interpreter.help(pattern.name)?.contains(pattern.synopsis) == true, "\(pattern.name)")
        }
    }

    @Test(
        "Completion knows the book",
        arguments: [
            ("gains of ", ["ORCL", "Brokerage"]), ("gains in ", ["USD", "Brokerage"]), ("gains by ", ["month", "symbol", "term"]), ("holdings by ", ["account", "kind"]),
            ("net worth by ", ["month", "account"]), ("performance of ORCL ", ["by", "in", "against"]),
            ("deposit 5 to Br", ["Brokerage"]), ("deposit 5 to bro", ["Brokerage"]), ("buy 1 OR", ["ORCL"]),
            (#"buy{account="B"#, ["Brokerage"]), (#"holdings{symbol="O"#, ["ORCL"]), ("buy{quan", ["quantity="]), ("holdi", ["holdings"]),
            ("tag Br", ["Brokerage"]), ("tag ORCL ", ["ORCL long term"]), ("tag ORCL lo", ["ORCL long term"]), ("untag Brokerage l", ["Brokerage long term"]),
            ("tags l", ["long term"]), (#"holdings{tag="l"#, ["long term"]), ("gains by t", ["tag", "term"]), ("holdings by ta", ["tag"]),
            ("report inc", ["income"]), ("help undo", ["undo"]), (#"account "B"#, ["Brokerage"]),
        ] as [(String, [String])])
    func completion(line: String, contained: [String]) {
        for setup in [#"account{name="Brokerage", currency="USD"}"#, #"instrument{symbol="ORCL", currency="USD"}"#, #"tag{symbol="ORCL", tag="long term"}"#] {
            guard case .values = interpreter.evaluate(setup, name: "setup") else { Issue.record("\(setup)"); return }
        }
        let session = ShellSession(interpreter, output: RecordedOutput(), display: Display(), isInteractive: true)
        let candidates = CompletionEngine(session).answer(line)?.candidates ?? []
        for candidate in contained { #expect(candidates.contains(candidate), "\(line): \(candidates)") }
    }

    @Test(
        "What is known of a word is said before the name nearest to it",
        arguments: [
            ("balance", "did you mean \"cash\"?"), ("Exit", "say quit, or press Ctrl-D"),
            ("holdigns", "did you mean \"holdings\"?"), ("EUR", "did you mean \"net worth in EUR\"?"),
        ])
    func advice(word: String, hint: String) {
        guard case .failure(let failure) = interpreter.evaluate(word, name: "prompt") else { Issue.record("\(word) is something"); return }
        #expect(failure.hint?.hasPrefix(hint) == true, "\(failure.hint ?? "no hint")")
    }

    @Test(
        "A file alone is not shown, whatever the line says; all else is",
        arguments: [("io.write('')", true), ("local write = 1 return coroutine.create(print)", false), ("io.stderr", true), ("'write'", false)])
    func files(line: String, isSilent: Bool) {
        guard case .values(let values, _) = interpreter.evaluate(line, name: "prompt") else { Issue.record("\(line) failed"); return }
        if case .nothing? = values.first { #expect(isSilent) } else { #expect(!isSilent, "\(values)") }
    }
}
