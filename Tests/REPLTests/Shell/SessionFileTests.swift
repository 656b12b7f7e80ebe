import Foundation
import REPL
import Storage
import TestSupport
import Testing

@Suite("Recorded sessions")
struct SessionFileTests {
    @Test("The shell alone prints what it printed; LUCA_UPDATE=1 records anew", arguments: SessionFile.all(in: "Shell"))
    func shell(path: String) throws {
        try compare(path, on: FakeInterpreter(), width: "all")
    }

    @Test("On a book of its own, too", arguments: SessionFile.all(in: "Book"))
    func book(path: String) throws {
        let folder = try TemporaryFolder()
        var options = LaunchOptions()
        options.book = folder.path + "/test.luca"
        options.today = "2026-01-01"
        options.runsInit = false
        try compare(path, on: LucaProgram().start(options), width: "110")
    }

    @Test("On a book of a PostgreSQL server they print the same, but for its name", arguments: SessionFile.all(in: "Book"))
    func serverBook(path: String) throws {
        let server = try PostgresServer.shared, database = try server.makeDatabase(), address = server.url(database: database, query: "book=test")
        let administration = try ServerAdministration(address: address)
        _ = try administration.initialize()
        try administration.create(book: "test")
        var options = LaunchOptions()
        options.book = address
        options.today = "2026-01-01"
        options.runsInit = false
        let output = RecordedOutput(), session = ShellSession(try LucaProgram().start(options), output: output, display: Display(), isInteractive: true)
        session.feed(".width 110")
        let played = try SessionFile(path: path).played(on: session, output)
        #expect(try played.replacing("test on socket/\(database)", with: "test.luca") == String(contentsOfFile: path, encoding: .utf8))
    }

    @Test("There are some")
    func thereAreSome() {
        #expect(SessionFile.all(in: "Shell").count >= 5)
        #expect(SessionFile.all(in: "Book").count >= 3)
    }

    private func compare(_ path: String, on interpreter: any Interpreter, width: String) throws {
        let output = RecordedOutput()
        let session = ShellSession(interpreter, output: output, display: Display(), isInteractive: true)
        session.feed(".width \(width)")
        let played = try SessionFile(path: path).played(on: session, output)
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try played.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try played == String(contentsOfFile: path, encoding: .utf8))
    }
}
