import Foundation
import TestSupport
import Testing
@testable import REPL

/// What the command line says of the files, settings and books that it is given.
extension CommandLineTests {
    @Test("A pipe is read to its end as a file is, and Ctrl-C ends the waiting for one that nobody writes to")
    func pipes() throws {
        let folder = try TemporaryFolder(), home = folder.path, program = try #require(BuiltProgram.path)
        #expect(mkfifo(home + "/p.csv", 0o600) == 0)
        func shell(_ line: String) throws -> String {
            let shell = Process(), output = Pipe()
            (shell.executableURL, shell.arguments) = (URL(filePath: "/bin/bash"), ["-c", line])
            shell.environment = BuiltProgram.environment(home: home)
            shell.currentDirectoryURL = URL(filePath: home)
            (shell.standardOutput, shell.standardError) = (output, output)
            try shell.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            return text
        }
        let waiting = try shell("env --default-signal=INT timeout --preserve-status -k 20 -s INT 2 '\(program)' --book a.luca import p.csv; echo code $?")
        #expect(waiting.hasSuffix("code 130\n"), "\(waiting)")
        let rows = "(printf 'date,account,type,amount,currency\\n'; sleep 0.3; printf '2024-01-03,A,deposit,5,USD\\n') > p.csv &"
        let read = try shell("\(rows) timeout 20 '\(program)' --book b.luca import p.csv --yes; '\(program)' --book b.luca -e 'cash{}[1].balance'")
        #expect(read.hasSuffix("imported\n5\n"), "\(read)")
    }

    @Test("A folder of a book that somebody changed says so, also where nobody is asked")
    func changedFolder() throws {
        let folder = try TemporaryFolder(), home = folder.path
        #expect(try BuiltProgram.run(["--book", "a.luca", "-e", "account{name='A', currency='USD'} deposit{account='A', date='2024-01-02', amount=7}"], home: home).code == 0)
        #expect(try BuiltProgram.run(["--book", "a.luca", "export", "fold", "--format", "book"], home: home).code == 0)
        let honest = try BuiltProgram.run(["--book", "b.luca", "import", "fold", "--yes"], home: home)
        #expect(honest.code == 0 && !honest.errors.contains("changed"), "\(honest)")
        let path = home + "/fold/activities.csv"
        try String(contentsOfFile: path, encoding: .utf8).replacing(",7,", with: ",8,").write(toFile: path, atomically: true, encoding: .utf8)
        for flag in ["--dry-run", "--yes"] {
            let changed = try BuiltProgram.run(["--book", "c.luca", "import", "fold", flag], home: home)
            #expect(changed.code == 0 && changed.errors.contains("notice: the files were changed since they were exported"), "\(changed)")
        }
    }

    @Test("A copy of a book that is not sound is made and told, with 1; what another program put there is a notice")
    func faultyBackups() throws {
        let folder = try TemporaryFolder(), home = folder.path
        #expect(try BuiltProgram.run(["--book", "a.luca", "-e", "account{name='A', currency='USD'}"], home: home).code == 0)
        #expect(try BuiltProgram.run(["--book", "a.luca", "verify"], home: home).output.contains("\n1 entry, last hash "))
        func change(_ sql: String) throws {
            let tool = Process()
            (tool.executableURL, tool.arguments) = (
                URL(filePath: "/usr/bin/env"),
                ["python3", "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.close()", home + "/a.luca", sql]
            )
            try tool.run()
            tool.waitUntilExit()
            #expect(tool.terminationStatus == 0)
        }
        try change("CREATE VIEW mine AS SELECT 1")
        let noted = try BuiltProgram.run(["--book", "a.luca", "backup", "b.luca"], home: home)
        #expect(noted.code == 0 && noted.errors.contains("the view mine is none of luca's"), "\(noted)")
        let restored = try BuiltProgram.run(["--book", "r.luca", "restore", "b.luca"], home: home)
        #expect(restored.code == 0 && restored.errors.contains("the view mine is none of luca's"), "\(restored)")
        try change("DROP TRIGGER account_is_not_changed; UPDATE account SET name = 'B'")
        let faulty = try BuiltProgram.run(["--book", "a.luca", "backup", "c.luca"], home: home)
        #expect(faulty.code == 1 && faulty.errors.contains("which is kept: Entry 1"), "\(faulty)")
        #expect(FileManager.default.fileExists(atPath: home + "/c.luca"))
    }

    @Test("An argument or a line that is no UTF-8 is not run")
    func badText() throws {
        let folder = try TemporaryFolder(), path = try #require(BuiltProgram.path)
        let shell = Process(), errors = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c", "'\(path)' -e \"account{name='caf$(printf '\\351')'}\"; echo $?; printf 'account{name=\"caf\\351\"}\\naccount{name=\"B\"}\\n' | '\(path)' --book n.luca; echo $?",
        ]
        shell.environment = BuiltProgram.environment(home: folder.path)
        shell.currentDirectoryURL = URL(filePath: folder.path)
        (shell.standardOutput, shell.standardError) = (errors, errors)
        try shell.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(text.contains("holds bytes that are no UTF-8, so nothing was run\n2\n"), "\(text)")
        #expect(text.contains("the line holds bytes that are no UTF-8, so it was not run") && text.hasSuffix("nothing after it was run\n1\n"), "\(text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("The settings that write files take no book")
    func settings() throws {
        let folder = try TemporaryFolder(), home = folder.path
        #expect(try BuiltProgram.run(["--book", "other.luca", "-e", "account{name='A', currency='USD'}"], home: home).code == 0)
        for line in [".output other.luca", ".output book.luca", ".output book.luca-wal", ".save book.luca-wal", ".save other.luca-shm"] {
            let result = try BuiltProgram.run(["book.luca"], input: "account{name='A', currency='USD'}\n\(line)\n", home: home)
            #expect(result.code == 1 && result.errors.contains("choose another name"), "\(line): \(result)")
        }
        #expect(try BuiltProgram.run(["--book", "other.luca", "export", "book.luca"], home: home).errors.contains("is a luca book"))
        for book in ["book.luca", "other.luca"] { #expect(try BuiltProgram.run(["--book", book, "verify"], home: home).code == 0) }
    }

    @Test("LUCA_TODAY is checked like --today")
    func today() throws {
        let result = try BuiltProgram.run(["-e", "1"], environment: ["LUCA_TODAY": "tomorrow"])
        #expect(result.code == 2)
        #expect(result.errors.contains("tomorrow"))
    }

    @Test(
        "Help and version go to standard output, with 0",
        arguments: [
            ["--help"], ["--version"], ["help", "import"], ["run", "--help"], ["import", "--help"], ["report", "-h"], ["recurring", "--help"],
        ])
    func help(arguments: [String]) throws {
        let result = try BuiltProgram.run(arguments)
        #expect(result.code == 0)
        #expect(result.errors == "")
        #expect(!result.output.isEmpty)
    }

    @Test("The version is three numbers")
    func version() throws {
        #expect(try BuiltProgram.run(["--version"]).output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test("What is nearly an option of luca's is a slip, wherever it stands, and the script does not run", arguments: [["--dryrun"], ["--sanbox"], ["x", "--dryrun=1"]])
    func slips(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        try "account{name='A', currency='USD'}".write(toFile: folder.path + "/s.lua", atomically: true, encoding: .utf8)
        let run = { (more: [String]) in try BuiltProgram.run(["run", folder.path + "/s.lua"] + more + ["--book", folder.path + "/b.luca"], home: folder.path) }
        let slip = try run(arguments)
        #expect(slip.code == 2 && slip.errors.contains("did you mean \"--"), "\(slip)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.luca"))
        #expect(try run(["--currency", "EUR"]).code == 0)
    }

    @Test(
        "What a hint of an import says in Lua is said as the options of the command",
        arguments: [
            ("say date_order=\"dmy\" or date_order=\"mdy\"", "say --date-order dmy or --date-order mdy"),
            ("say decimal_mark=\"point\" or \"comma\"; the rest", "say --decimal-mark point or comma; the rest"),
            ("say delimiter=\";\"", "say --delimiter ';'"),
            ("say account=\"…\"", "say --account …"), ("say account=\"My bank\"", "say --account 'My bank'"), ("say partial=true", "say --partial"),
            // Fields of other functions stay what they are, and so does what names the command line itself.
            ("define it with account{name=\"B\", currency=\"EUR\"}", "define it with account{name=\"B\", currency=\"EUR\"}"),
            ("say which: currency=\"EUR\", --currency EUR on the command line", "say which: currency=\"EUR\", --currency EUR on the command line"),
            ("name them: columns={date=\"Day\"}", "name them: --columns date=Day"),
            ("say columns={[\"My day\"]=\"date\", Art=\"type\"}", "say --columns 'My day=date' --columns Art=type"),
            ("leave out columns={…}, which is for tables", "leave out --columns …, which is for tables"), ("types={Kauf=\"buy\"} says so", "--types Kauf=buy says so"),
        ])
    func importHints(inLua: String, asOptions: String) { #expect(LucaProgram.onCommandLine(inLua) == asOptions) }

    @Test("The sample is put into no book that has entries, and a sandbox tells of no missing book")
    func demoAndSandbox() throws {
        let folder = try TemporaryFolder(), book = folder.path + "/mine.luca"
        #expect(try BuiltProgram.run(["--book", book, "-e", "account{name='A', currency='USD'}"], home: folder.path).code == 0)
        let demo = try BuiltProgram.run(["demo", book], home: folder.path)
        #expect(demo.code == 1 && demo.output.isEmpty && demo.errors.contains("has entries already"), "\(demo)")
        try "deposit{account='A', amount=1}".write(toFile: folder.path + "/s.lua", atomically: true, encoding: .utf8)
        let sandboxed = try BuiltProgram.run(["run", "--sandbox", folder.path + "/s.lua", "--book", book], home: folder.path)
        #expect(sandboxed.code == 126 && !sandboxed.errors.contains("there is no book"), "\(sandboxed)")
    }

    @Test("A broker's file is known on the command line, and a dry run counts as the run does")
    func brokerFile() throws {
        let folder = try TemporaryFolder(), book = folder.path + "/b.luca"
        let files = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "ScriptingTests/Brokers/Files")
            .path
        #expect(try BuiltProgram.run(["--book", book, "-e", "account{name='ISA', currency='EUR'}"], home: folder.path).code == 0)
        func run(_ more: [String]) throws -> BuiltProgram.Result {
            try BuiltProgram.run(["import", files + "/trading212.csv", "--account", "ISA", "--book", book] + more, home: folder.path)
        }
        let dry = try run(["--dry-run"]), real = try run(["--yes"]), again = try run(["--yes"])
        #expect(dry.code == 0 && dry.output.contains("13 add\nnothing is imported: this was a dry run"), "\(dry)")
        #expect(real.code == 0 && real.output.contains("13 add\nimported"), "\(real)")
        #expect(again.code == 0 && again.output.contains("13 already there"), "\(again)")
        #expect(try BuiltProgram.run(["--book", book, "-e", "cash{currency='EUR'}[1].balance"], home: folder.path).output == "460.63\n")
    }

    @Test("What a file leaves open is said by options, as in Lua")
    func importOptions() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/bank.csv"
        try "Tag;Was;Wert\n03.02.2014;Einz;500,00\n04.02.2014;Umb;1,00\n".write(toFile: path, atomically: true, encoding: .utf8)
        func run(_ more: [String]) throws -> BuiltProgram.Result {
            let told = ["--columns", "Tag=date", "--columns", "Was=type", "--columns", "Wert=amount", "--types", "Einz=deposit", "--types", "Umb=skip"]
            return try BuiltProgram.run(["import", path, "--book", folder.path + "/b.luca", "--yes", "--account", "A", "--currency", "EUR"] + told + more, home: folder.path)
        }
        let unknown = try run(["--no-create"])
        #expect(unknown.code == 1 && unknown.errors.contains("the book has no account \"A\""), "\(unknown)")
        let comma = try run(["--delimiter", ","])
        #expect(comma.code == 1, "\(comma)")
        let done = try run(["--delimiter", ";"])
        #expect(done.code == 0 && done.output.contains("1 add, 1 skipped\nimported"), "\(done)")
        #expect(try BuiltProgram.run(["import", path, "--columns", "Tag"], home: folder.path).code == 2)
    }
}
