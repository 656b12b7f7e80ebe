import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Backups by themselves, as the program makes them", .enabled(if: BuiltProgram.path != nil))
struct BackupCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/b.luca.backups").sorted()) ?? [] }

    private var terminalEnvironment: [String: String] { BuiltProgram.environment(home: folder.path).merging(["TERM": "xterm", "INPUTRC": "/dev/null"]) { $1 } }

    private func luca(_ arguments: String..., input: String = "") throws -> BuiltProgram.Result {
        try BuiltProgram.run(["--book", "b.luca"] + arguments, input: input, home: folder.path)
    }

    /// A book with an account of the first of March, and a deposit of each of the days that follow.
    private func makeBook(days: Int) throws {
        #expect(try luca("--today", "2026-03-01", "-e", "account Bank EUR").code == 0)
        for day in 2..<2 + days { #expect(try luca("--today", "2026-03-0\(day)", "deposit", "\(day)", "to", "Bank").code == 0) }
    }

    @Test("Behind restore a shell is told the names of the copies")
    func completion() throws {
        try makeBook(days: 2)
        let copies = names.filter { $0.hasSuffix(".luca") }
        #expect(!copies.isEmpty)
        let told = try BuiltProgram.run(["complete", "--", "--book", "b.luca", "restore", ""], home: folder.path).output
        #expect(told.split(separator: "\n").map(String.init).sorted() == copies)
        #expect(try BuiltProgram.run(["complete", "--", "--book", "b.luca", "restore", "nosuch"], home: folder.path).output.isEmpty)
    }

    @Test("The day is the one that was told, and every way to record makes the copy of it, once")
    func days() throws {
        try "deposit{account='Bank', amount=1}".write(toFile: folder.path + "/s.lua", atomically: true, encoding: .utf8)
        try "date,type,amount\n2024-01-03,deposit,5\n".write(toFile: folder.path + "/i.csv", atomically: true, encoding: .utf8)
        #expect(try luca("--today", "2026-03-01", "-e", "account Bank EUR").code == 0)
        #expect(try luca("--today", "2026-03-02", "-e", "cash", "-e", "verify").code == 0)
        #expect(try luca("--today", "2026-03-03", "deposit", "5", "to", "Bank").errors.isEmpty)
        #expect(try luca("--today", "2026-03-04", "run", "s.lua").errors.isEmpty)
        #expect(try luca("--today", "2026-03-05", "import", "i.csv", "--account", "Bank").code == 0)
        #expect(try luca("--today", "2026-03-06", input: "deposit 5 to Bank\ndeposit 6 to Bank\n").code == 0)
        #expect(try luca("--today", "2026-03-07", "-e", "deposit 5 to Bank", "-e", "error('stop')").code == 1)
        #expect(try luca("--today", "2026-03-08", "run", "--dry-run", "s.lua").code == 0)
        #expect(names == [1, 3, 4, 5, 6, 7].map { "b-daily-2026-03-0\($0).luca" })
        let list = try luca("backups", "--csv").output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(list.first?.prefix(4) == ["name", "date", "entries", "head"])
        #expect(list.dropFirst().map { String($0[2]) } == ["7", "6", "4", "3", "2", "1"] && list.dropFirst().allSatisfy { $0[5] == "true" && $0[6] == "daily" && $0[7] == "true" })
        let last = try #require(list.dropFirst().first), verified = try luca("verify").output
        #expect(verified.contains(last[3]), "the head that the list tells is the one that verify prints")
    }

    @Test("An import of many rows is preceded by a copy")
    func imports() throws {
        try makeBook(days: 1)
        let rows = (0..<120).map { "2024-01-03,deposit,\($0 + 1),note \($0)\n" }.joined()
        try ("date,type,amount,notes\n" + rows).write(toFile: folder.path + "/i.csv", atomically: true, encoding: .utf8)
        #expect(try luca("--today", "2026-03-02", "import", "i.csv", "--account", "Bank").code == 0)
        let before = try #require(names.first { $0.contains("before-import") })
        #expect(try luca("restore", before, "--force").code == 0)
        #expect(try luca("-e", "#activities{}").output == "1\n")
    }

    @Test("Restoring takes a name from the list, shows what would be lost, and keeps what it replaces; a name that nothing has gets the nearest")
    func restoring() throws {
        try makeBook(days: 2)
        let refused = try luca("restore", "b-daily-2026-03-02.luca")
        #expect(refused.code == 1 && refused.errors.contains("luca restore b-daily-2026-03-02.luca --force --book b.luca"), "\(refused)")
        #expect(refused.output.contains("recorded in b.luca since, and not in b-daily-2026-03-02.luca:") && refused.output.contains("3.00"), "\(refused)")
        let misspelt = try luca("restore", "b-daly-2026-03-02.luca")
        #expect(misspelt.code == 1 && misspelt.errors.contains("did you mean \"b-daily-2026-03-02.luca\"?") && misspelt.output.isEmpty, "\(misspelt)")
        #expect(try luca("-e", "#recorded_since('b-daily-2026-03-02'), recorded_since('b-daily-2026-03-01.luca')[1].amount").output == "1\n2\n")
        let atPrompt = try luca("-e", "restore b-daily-2026-03-02.luca")
        #expect(atPrompt.code == 0 && atPrompt.output.contains("luca restore 'b-daily-2026-03-02.luca' --force --book ") && atPrompt.output.contains("3.00"), "\(atPrompt)")
        let done = try luca("restore", "b-daily-2026-03-02.luca", "--force")
        #expect(done.code == 0 && done.output.contains("; the old book is kept as "), "\(done)")
        #expect(try luca("-e", "#activities{}").output == "1\n")
        let kept = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("b-replaced-") })
        #expect(try luca("backups", "--csv").output.contains("\(kept),"), "and is listed")
        #expect(try luca("restore", kept, "--force").code == 0 && luca("-e", "#activities{}").output == "2\n")
    }

    @Test("At the prompt the book is restored after a yes, and the prompt goes on with it; not after a no, nor where another program has it open")
    func restoringAtThePrompt() throws {
        try makeBook(days: 2)
        let terminal = try Terminal([BuiltProgram.path ?? "", "--book", folder.path + "/b.luca", "--today", "2026-03-03"], environment: terminalEnvironment)
        _ = try terminal.wait(for: "luca> ")
        func ask(_ answer: String) throws -> String {
            terminal.type("restore b-daily-2026-03-02\n")
            let shown = try terminal.wait(for: "[y/N] ")
            #expect(shown.contains("recorded since, and not in it:") && shown.contains("3.00"), "\(shown)")
            terminal.type(answer + "\n")
            return try terminal.wait(for: "luca> ")
        }
        #expect(try !ask("").contains("restored") && luca("-e", "#activities{}").output == "2\n")
        let other = try Terminal([BuiltProgram.path ?? "", "--book", folder.path + "/b.luca"], environment: terminalEnvironment)
        _ = try other.wait(for: "luca> ")
        #expect(try ask("y").contains("b.luca is open in another program."))
        other.type("quit\n")
        #expect(try other.exitCode() == 0)
        let done = try ask("y")
        #expect(done.contains("is restored from b-daily-2026-03-02") && done.contains("the old book is kept as"), "\(done)")
        terminal.type("deposit 9 to Bank\n")
        _ = try terminal.wait(for: "luca> ")
        terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
        #expect(try luca("-e", "cash{}[1].balance").output == "11\n")
        #expect(try luca("verify").code == 0)
    }

    @Test("A pipe with the name of a copy holds nobody up, a copy of another book is not taken by its name, and several backups at a time are several")
    func oddFolders() throws {
        #expect(try luca("-e", "set backups_size 600 KiB").code == 0)
        try makeBook(days: 2)
        #expect(mkfifo(folder.path + "/b.luca.backups/b-daily-2026-02-20.luca", 0o600) == 0)
        #expect(try luca("--today", "2026-03-05", "deposit", "6", "to", "Bank").code == 0)
        #expect(try luca("-e", "set backups \(folder.path)/shared").code == 0)
        #expect(try luca("--today", "2026-03-06", "deposit", "7", "to", "Bank").code == 0)
        try FileManager.default.createDirectory(atPath: folder.path + "/other", withIntermediateDirectories: false)
        let other = ["--book", "other/b.luca"]
        for entry in ["account Bank EUR", "deposit 8 to Bank"] {
            #expect(try BuiltProgram.run(other + ["--today", "2026-03-06", "-e", entry], home: folder.path).code == 0)
        }
        let foreign = try BuiltProgram.run(other + ["restore", "b-daily-2026-03-06.luca", "--force"], home: folder.path)
        #expect(foreign.code == 1 && foreign.errors.contains("b-daily-2026-03-06.luca is a copy of another book than b.luca."), "\(foreign)")
        #expect(try BuiltProgram.run(other + ["-e", "cash{}[1].balance"], home: folder.path).output == "8\n")
        let codes = Mutex<[Int32]>([])
        DispatchQueue.concurrentPerform(iterations: 5) { _ in
            let result = try? BuiltProgram.run(["--book", "b.luca", "backup"], home: folder.path)
            codes.withLock { $0.append(result?.code ?? -1) }
        }
        #expect(codes.withLock { $0 } == [0, 0, 0, 0, 0])
    }

    @Test("A book that cannot be opened, or is gone, has its copies still", arguments: [true, false])
    func lostBooks(isGone: Bool) throws {
        try makeBook(days: 1)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.path + "/b.luca" + suffix) }
        if !isGone { try Data(repeating: 7, count: 5000).write(to: URL(filePath: folder.path + "/b.luca")) }
        #expect(try luca("restore").output.contains("b-daily-2026-03-02.luca"))
        #expect(try luca("restore", "--check").output == "b-daily-2026-03-02.luca: comes back sound, 2 entries\nb-daily-2026-03-01.luca: comes back sound, 1 entry\n")
        #expect(try luca("restore", "b-daily-2026-03-02.luca", "--force").code == 0)
        #expect(try luca("-e", "#activities{}").output == "1\n")
    }

    @Test("The drill tells each that does not come back, by its exit code too, and leaves nothing")
    func drill() throws {
        #expect(try luca("restore", "--check").errors.contains("there is no backup of b.luca"))
        try makeBook(days: 1)
        let path = folder.path + "/b.luca.backups/b-daily-2026-03-01.luca"
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data("Bank".utf8))).lowerBound
        bytes[place] = UInt8(ascii: "T")
        try bytes.write(to: URL(filePath: path))
        let temporary = folder.path + "/tmp"
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        let result = try BuiltProgram.run(["--book", "b.luca", "restore", "--check"], home: folder.path, environment: ["TMPDIR": temporary])
        #expect(result.code == 1 && result.output.contains("b-daily-2026-03-02.luca: comes back sound") && result.output.contains("b-daily-2026-03-01.luca: Entry 1"), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        let list = try luca("backups", "--csv").output
        #expect(list.contains(",daily,false,\"Entry 1") || list.contains(",daily,false,Entry 1"), "\(list)")
        #expect(try luca("restore", "b-daily-2026-03-01.luca", "--force").errors.contains("is no sound book"))
    }

    @Test("A second folder gets a copy too, must be there, and is remembered where that is asked for")
    func secondFolder() throws {
        try makeBook(days: 0)
        let stick = folder.path + "/stick"
        let missing = try luca("backup", "--to", "stick", "--remember")
        #expect(missing.code == 1 && missing.errors.contains("There is no folder \(stick)") && missing.output.contains("/b.luca.backups/b-"), "the first copy is made: \(missing)")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
        #expect(try luca("backup", "--to", "stick").output.split(separator: "\n").count == 2)
        #expect(try luca("backup", "--remember").code == 2)
        #expect(try luca("backup", "--to", "stick", "--remember").code == 0)
        #expect(try luca("--today", "2026-03-02", "deposit", "5", "to", "Bank").errors.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stick).filter { $0.contains("daily") } == ["b-daily-2026-03-02.luca"])
        try FileManager.default.removeItem(atPath: stick)
        let told = try luca("--today", "2026-03-03", "deposit", "5", "to", "Bank")
        #expect(told.code == 0 && told.errors.contains("notice: No backup of b.luca is in \(stick).") && names.last == "b-daily-2026-03-03.luca", "\(told)")
        #expect(try luca("-e", "set backups_to nowhere").errors.contains("there is no folder"))
        #expect(try luca("-e", "set backups_to off").output == "none\n")
    }

    @Test("The settings say whether, how long and how much; nonsense is told with what is right")
    func settings() throws {
        for (line, output, error) in [
            ("set backups off", "off\n", ""), ("set backups on", "beside the book\n", ""), ("set backups_kept 1 0 0", "1 days 0 weeks 0 months\n", ""),
            ("set backups_kept 14 days, 8 weeks and 24 months", "14 days 8 weeks 24 months\n", ""), ("set backups_kept 7", "", "takes how many days, weeks and months"),
            ("set backups_kept 0 0 0", "", "set backups off"), ("set backups_size 2 GiB", "2 GiB\n", ""), ("set backups_size much", "", "set backups_size 500 MiB"),
            ("set backups_size 0 GiB", "", "takes a size"), (#"set backups_size """#, "1 GiB\n", ""),
        ] {
            let result = try luca("-e", line)
            #expect(result.output == output && (error.isEmpty ? result.code == 0 : result.code == 1 && result.errors.contains(error)), "\(line): \(result)")
        }
        #expect(try luca("-e", "set backups off").code == 0)
        try makeBook(days: 1)
        #expect(names.isEmpty)
        #expect(try luca("doctor").output.contains("luca makes none by itself"))
        #expect(try luca("-e", "set backups_kept 1 0 0", "-e", "set backups on", "-e", "deposit 1 to Bank", "--today", "2026-03-05").code == 0)
        for day in 6...8 { #expect(try luca("--today", "2026-03-0\(day)", "deposit", "1", "to", "Bank").code == 0) }
        #expect(names == ["b-daily-2026-03-07.luca", "b-daily-2026-03-08.luca"])
    }

    @Test("At the prompt it is done after the answer, and what fails is told after each entry that records, until it works")
    func prompt() throws {
        try makeBook(days: 0)
        try FileManager.default.removeItem(atPath: folder.path + "/b.luca.backups")
        try "".write(toFile: folder.path + "/b.luca.backups", atomically: true, encoding: .utf8)
        let terminal = try Terminal(
            [try #require(BuiltProgram.path), folder.path + "/b.luca", "--no-init", "--today", "2026-03-04"], environment: terminalEnvironment)
        try terminal.wait(for: "luca> ")
        for amount in ["11", "12"] {
            terminal.type("deposit \(amount) to Bank\n")
            try terminal.wait(for: "\(amount).00")
            try terminal.wait(for: "notice: No backup of b.luca is in ")
            try terminal.wait(for: "luca> ")
        }
        try FileManager.default.removeItem(atPath: folder.path + "/b.luca.backups")
        terminal.type("deposit 13 to Bank\n")
        try terminal.wait(for: "13.00")
        try terminal.wait(for: "luca> ")
        #expect(names == ["b-daily-2026-03-04.luca"])
    }

    @Test("At a terminal restoring asks, and an answer other than yes restores nothing")
    func question() throws {
        try makeBook(days: 2)
        for (answer, isRestored) in [("", false), ("n", false), ("y", true)] {
            let terminal = try Terminal(
                [try #require(BuiltProgram.path), "restore", "b-daily-2026-03-02.luca", "--book", folder.path + "/b.luca"],
                environment: terminalEnvironment)
            try terminal.wait(for: "3.00")
            try terminal.wait(for: "which is kept under a dated name? [y/N]")
            terminal.type(answer + "\n")
            try terminal.wait(for: isRestored ? "is restored from" : "nothing was restored")
        }
        #expect(try luca("-e", "#activities{}").output == "1\n")
    }
}
