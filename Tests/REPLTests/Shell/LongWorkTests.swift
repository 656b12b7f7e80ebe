import Foundation
import TestSupport
import Testing

/// Long work at a real terminal: how far it is, and Ctrl-C.
@Suite("Long work", .enabled(if: BuiltProgram.path != nil), .serialized)
struct LongWorkTests {
    private let home: TemporaryFolder
    private var book: String { home.path + "/long.luca" }
    private var file: String { home.path + "/long.csv" }

    init() throws {
        home = try TemporaryFolder()
        try write(rows: 250_000)
    }

    /// Writes the file to import. Of a quarter of a million rows each step but reading takes its time on any machine.
    private func write(rows: Int) throws {
        var text = "date,type,account,amount,currency\n"
        for row in 1...rows { text += "2014-\(row % 12 < 9 ? "0" : "")\(row % 12 + 1)-15,deposit,A,\(row).\(row % 90 + 10),USD\n" }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func start(_ arguments: String...) throws -> Terminal {
        let environment = BuiltProgram.environment(home: home.path).merging(["TERM": "xterm", "INPUTRC": "/dev/null"]) { $1 }
        return try Terminal([try #require(BuiltProgram.path)] + arguments, environment: environment)
    }

    private func expectSound(_ entries: String) throws {
        let verified = try BuiltProgram.run(["verify", "--book", book], home: home.path)
        #expect(verified.code == 0 && verified.output.contains("\(entries), last hash"), "\(verified)")
        // No terminal, no line.
        #expect(!verified.errors.contains("\r") && !verified.output.contains("\r"), "\(verified)")
    }

    @Test("Ctrl-C ends an import while it reads and while it records, and nothing of it is recorded", arguments: ["reading", "recording"])
    func endingImport(phase: String) throws {
        #expect(try BuiltProgram.run(["--book", book, "-e", "account{name='B', currency='USD'}"], home: home.path).code == 0)
        if phase == "reading" { try write(rows: 1_500_000) }
        let terminal = try start("import", "--yes", "--book", book, file)
        try terminal.wait(for: phase)
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 130)
        #expect(terminal.screen.contains("interrupted"), "\(terminal.screen)")
        #expect(terminal.raw.contains("\r\u{1B}[K"))
        try expectSound("1 entry")
    }

    @Test("Import, verify and loading tell how far they are; Ctrl-C brings the prompt back")
    func atThePrompt() throws {
        let terminal = try start("--no-init", book)
        try terminal.wait(for: "luca> ")
        terminal.type("import '\(file)'\n")
        try terminal.wait(for: "recording", seconds: 60)
        terminal.type("\u{3}")
        try terminal.wait(for: "interrupted")
        try terminal.wait(for: "luca> ")
        terminal.type("#activities{}\n")
        try terminal.wait(for: "\n0\n")
        terminal.type("#import '\(file)'\n")
        try terminal.wait(for: "recording ", seconds: 60)
        try terminal.wait(for: "250000\n", seconds: 120)
        try terminal.wait(for: "luca> ")
        terminal.type("verify()\n")
        try terminal.wait(for: "verifying ", seconds: 60)
        terminal.type("\u{3}")
        try terminal.wait(for: "interrupted")
        try terminal.wait(for: "luca> ")
        terminal.type("\u{4}")
        #expect(try terminal.exitCode(seconds: 120) == 0)
        try expectSound("250001 entries")
    }
}
