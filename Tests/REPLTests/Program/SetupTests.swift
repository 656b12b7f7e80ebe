import Foundation
import TestSupport
import Testing

@Suite("Setting up an empty book", .enabled(if: BuiltProgram.path != nil))
struct SetupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try "date,type,amount\n2024-01-03,deposit,5\n".write(toFile: folder.path + "/my file (1).csv", atomically: true, encoding: .utf8)
    }

    private func setUp(_ answers: String...) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["init", "b.luca"], input: answers.map { $0 + "\n" }.joined(), home: folder.path)
    }

    private func ask(_ line: String) throws -> String { try BuiltProgram.run(["--book", "b.luca", "-e", line], home: folder.path).output }

    @Test("Four answers make a book with its currency, an account and what its file holds, and show how each is said")
    func answers() throws {
        let result = try setUp("eur", "Degiro", "usd", "my file (1).csv")
        #expect(result.code == 0, "\(result)")
        let shown = result.output + result.errors
        for sentence in ["→ set base EUR", "→ account Degiro USD", "→ import \"my file (1).csv\" into Degiro", "That is all. Next: "] {
            #expect(shown.contains(sentence), "\(shown)")
        }
        #expect(try ask("print(setting(\"base_currency\"), account(\"Degiro\").currency, cash{}[1].balance)") == "EUR\tUSD\t5\n")
    }

    @Test("Enter takes what is offered, or passes over the question")
    func defaults() throws {
        #expect(try setUp("EUR", "Ray Fund", "", "").code == 0)
        #expect(try ask("print(account(\"Ray Fund\").currency)") == "EUR\n")
        #expect(try BuiltProgram.run(["init", "c.luca"], input: "\n\n", home: folder.path).code == 0)
    }

    @Test("The currency may stand behind the name of the account")
    func together() throws {
        #expect(try setUp("USD", "Ray Fund EUR", "").code == 0)
        #expect(try ask("print(account(\"Ray Fund\").currency)") == "EUR\n")
    }

    @Test("What is no answer ends the questions and is run", arguments: ["account Bank CHF", "account{name=\"Bank\", currency=\"CHF\"}"])
    func anythingElse(line: String) throws {
        let result = try setUp("EUR", line, "print(account(\"Bank\").currency)")
        #expect(result.code == 0 && result.output.hasSuffix("CHF\n"), "\(result)")
    }

    @Test(
        "An answer that cannot be is told with what can be",
        arguments: [
            (["Euro"], "\"Euro\" is no code of a currency; did you mean \"EUR\"?"), (["eurr"], "did you mean \"EUR\"?"),
            (["", "Degiro", ""], "an account has a currency; say its code, such as EUR"), (["EUR", "Degiro EUR", "nothing.csv"], "there is no file nothing.csv"),
        ])
    func refused(answers: [String], sentence: String) throws {
        let result = try BuiltProgram.run(["init", "b.luca"], input: answers.map { $0 + "\n" }.joined(), home: folder.path)
        #expect(result.code == 1 && (result.output + result.errors).contains(sentence), "\(result)")
    }

    @Test("A book with entries is set up already")
    func notEmpty() throws {
        #expect(try setUp("EUR").code == 0)
        let again = try setUp("USD")
        #expect(again.code == 1 && again.errors.contains("has entries already") && again.errors.contains("luca init NEW.luca"), "\(again)")
        #expect(try ask("print(setting(\"base_currency\"))") == "EUR\n")
    }

    @Test("The prompt asks in an empty book, asks again after a wrong answer, and goes on as a prompt")
    func prompt() throws {
        let environment = BuiltProgram.environment(home: folder.path).merging(["TERM": "xterm", "INPUTRC": "/dev/null"]) { $1 }
        let book = folder.path + "/b.luca"
        let terminal = try Terminal([try #require(BuiltProgram.path), book], environment: environment)
        for (line, question) in [
            ("", "Which currency do you count in?"), ("Euro", "no code of a currency"), ("EUR", "first account called?"), ("Bank", "Enter for EUR"), ("", "Where is its file"),
            ("", "That is all."),
        ] {
            if question != "Which currency do you count in?" { terminal.type(line + "\n") }
            try terminal.wait(for: question)
            try terminal.wait(for: "luca> ")
        }
        terminal.type("holdings\n")
        try terminal.wait(for: "luca> ")
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
        let next = try Terminal([try #require(BuiltProgram.path), book], environment: environment)
        #expect(try !next.wait(for: "luca> ").contains("The book is empty"))
        next.type("\u{4}")
        #expect(try next.exitCode() == 0)
    }
}
