import Foundation
import TestSupport
import Testing

/// Ctrl-C at a real terminal where luca asks something, imports a file or waits for a server: it leaves at once, and nothing is half recorded.
@Suite("Ctrl-C in questions, imports and syncs", .enabled(if: BuiltProgram.path != nil), .serialized)
struct QuestionTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try "Booked on;What;Money\n2025-01-02;Salary;1200.00\n2025-01-03;Bread;-3.50\n".write(toFile: home.path + "/bank.csv", atomically: true, encoding: .utf8)
    }

    private var book: String { home.path + "/test.luca" }

    private func start(_ arguments: [String] = [], environment added: [String: String] = [:]) throws -> Terminal {
        let environment = BuiltProgram.environment(home: home.path)
            .merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_BOOK": book].merging(added) { $1 }) { $1 }
        return try Terminal([try #require(BuiltProgram.path)] + arguments, environment: environment)
    }

    /// Presses Ctrl-C, and waits for what is said of it; Enter is pressed nowhere.
    private func interrupt(_ terminal: Terminal, says text: String) throws {
        terminal.type("\u{3}")
        let start = ContinuousClock.now
        try terminal.wait(for: text)
        let took = ContinuousClock.now - start
        print("Ctrl-C: \(text) after \(took)")
        #expect(took < .seconds(2))
    }

    /// Opens an account in the book, so that it asks nothing when it is opened.
    private func makeBook(_ more: String...) throws {
        let lines = [#"account{name="Bank", currency="EUR"}"#] + more
        let result = try BuiltProgram.run(["--book", book] + lines.flatMap { ["-e", $0] }, home: home.path)
        #expect(result.code == 0, "\(result)")
    }

    private func entries() throws -> String { try BuiltProgram.run(["--book", book, "-e", "#activities{}"], home: home.path).output }

    @Test("The questions about the columns of a file are left, and nothing of it is kept")
    func learning() throws {
        try makeBook()
        let terminal = try start()
        try terminal.wait(for: "luca> ")
        terminal.type("import \(home.path)/bank.csv into Bank learn\n")
        try terminal.wait(for: "Booked on | What | Money")
        try terminal.wait(for: "?")
        terminal.type("half an answer")
        try interrupt(terminal, says: "interrupted; the book is as it was")
        try terminal.wait(for: "luca> ")
        terminal.type("6 * 7\n")
        try terminal.wait(for: "42\n")
        #expect(try entries() == "0\n")
    }

    @Test("The questions of the command line are left with 130", arguments: [["--learn"], []])
    func commandLine(options: [String]) throws {
        try makeBook()
        try "date,type,account,amount,currency\n2025-01-02,deposit,Bank,1200,EUR\n".write(toFile: home.path + "/own.csv", atomically: true, encoding: .utf8)
        let file = options.isEmpty ? "own.csv" : "bank.csv"
        let terminal = try start(["import", "--account", "Bank"] + options + ["\(home.path)/\(file)"])
        try terminal.wait(for: options.isEmpty ? "Import?" : "?")
        usleep(200_000)
        try interrupt(terminal, says: "interrupted")
        #expect(try terminal.exitCode() == 130)
        #expect(try entries() == "0\n")
    }

    @Test("The questions of an empty book are left, with what was answered")
    func settingUp() throws {
        let terminal = try start(["init"])
        try terminal.wait(for: "Which currency do you count in?")
        try terminal.wait(for: "luca> ")
        terminal.type("EUR\n")
        try terminal.wait(for: "What is your first account called?")
        try terminal.wait(for: "luca> ")
        terminal.type("Deg")
        try interrupt(terminal, says: "The questions are left")
        try terminal.wait(for: "luca> ")
        terminal.type("setting(\"base_currency\")\n")
        try terminal.wait(for: "EUR\n")
        try terminal.wait(for: "luca> ")
    }

    @Test("A file of many rows is imported not at all", arguments: [0.5, 1.5, 2.5])
    func bigFile(pause: Double) throws {
        try makeBook()
        let rows = (0..<800_000).map { "2025-01-02,deposit,Bank,\($0 + 1),EUR\n" }
        try ("date,type,account,amount,currency\n" + rows.joined()).write(toFile: home.path + "/big.csv", atomically: true, encoding: .utf8)
        let terminal = try start()
        try terminal.wait(for: "luca> ")
        terminal.type("import \(home.path)/big.csv\n")
        usleep(UInt32(pause * 1e6))
        try interrupt(terminal, says: "interrupted")
        try terminal.wait(for: "luca> ")
        #expect(!terminal.screen.contains("error["))
        #expect(try entries() == "0\n")
    }

    @Test("A server that says nothing is not waited for", arguments: [[], ["sync"]])
    func silentServer(arguments: [String]) throws {
        try makeBook(
            #"instrument{symbol="ORCL", currency="USD"}"#, #"deposit{account="Bank", amount=9, currency="USD"}"#, #"buy{account="Bank", symbol="ORCL", quantity=1, price=1}"#)
        let server = try LoopbackServer { _ in .silent }
        let terminal = try start(arguments, environment: ["LUCA_YAHOO_URL": server.url, "LUCA_STOOQ_URL": server.url, "LUCA_ECB_URL": server.url])
        if arguments.isEmpty {
            try terminal.wait(for: "luca> ")
            terminal.type("sync\n")
        }
        try wait(for: "a request") { !server.requests.isEmpty }
        try interrupt(terminal, says: "interrupted; the book is as it was")
        if !arguments.isEmpty { #expect(try terminal.exitCode() == 130) }
    }
}
