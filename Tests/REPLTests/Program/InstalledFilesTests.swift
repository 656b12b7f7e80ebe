import Foundation
import LuaSurface
import Scripting
import Sentences
import TestSupport
import Testing
@testable import REPL
@testable import luca

/// What is installed beside the program: the manual page `docs/man/luca.1`, which `LUCA_UPDATE=1` writes anew, and the completions of shells.
@Suite("The manual page and the completions of shells", .enabled(if: BuiltProgram.path != nil))
struct InstalledFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func page() throws -> String {
        try ManualPage(sentences: Runtime(Runtime.Configuration()).functions.commands.sorted { $0.synopsis < $1.synopsis }, version: Version.current).text()
    }

    @Test("The page is what the command line and the sentences say of themselves")
    func fresh() throws {
        let path = ManualFile.folder + "/docs/man/luca.1", text = try page()
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "docs/man/luca.1 is out of date; LUCA_UPDATE=1 writes it anew")
    }

    @Test("It names every command, every option and every sentence")
    func complete() throws {
        let text = try page().replacing("\\-", with: "-")
        for name in CommandLineProgram.subcommandNames where !["shell", "sentence", "help"].contains(name) { #expect(text.contains(".SS luca \(name)"), "\(name)") }
        for option in ["--book", "--today", "--offline", "--no-init", "--csv", "--accept", "--dry-run"] { #expect(text.contains(option), "\(option)") }
        for command in try Runtime(Runtime.Configuration()).functions.commands { #expect(text.contains(command.summary.replacing("…", with: "...")), "\(command.usage)") }
    }

    private func candidates(_ words: String..., book: String? = nil) throws -> [String] {
        let result = try BuiltProgram.run(["complete", "--"] + words, home: folder.path, environment: book.map { ["LUCA_BOOK": $0] } ?? [:])
        #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("A shell is told commands, options, their values, and what a sentence goes on with")
    func words() throws {
        #expect(try candidates("ver") == ["verify"])
        #expect(try candidates("hol") == ["holdings"])
        #expect(try candidates("").contains("deposit") && candidates("").contains("import"))
        #expect(try candidates("verify", "--ac") == ["--accept"])
        #expect(try candidates("--no-i") == ["--no-init"])
        #expect(try candidates("--color", "a") == ["auto", "always"])
        #expect(try candidates("verify", "--color", "n") == ["never"])
        #expect(try candidates("help", "bac") == ["backup"])
        #expect(try candidates("import", "").isEmpty, "files, which the shell offers")
        #expect(try candidates("nonsense", "x").isEmpty)
    }

    @Test("A sentence, a report and a script have their own options")
    func options() throws {
        let script = folder.path + "/my show.lua", book = folder.path + "/options.luca"
        try #"local o = options{year={type="integer", default=2014}, lots={type="string", values={"fifo", "lifo"}}, min_trade={type="decimal"}}"#
            .write(toFile: script, atomically: true, encoding: .utf8)
        #expect(try candidates("gains", "--c") == ["--color", "--csv"] && candidates("gains", "2014", "--mode", "js") == ["json"])
        #expect(try candidates("gains", "--").contains("--json") && candidates("gainz", "--").isEmpty)
        #expect(try candidates("run", script, "--").prefix(3).sorted() == ["--lots", "--min-trade", "--year"])
        #expect(try candidates("run", script, "--").contains("--dry-run") && candidates(script, "--mi") == ["--min-trade"])
        #expect(try candidates("run", script, "--lots", "") == ["fifo", "lifo"] && candidates("run", script, "--lots", "fifo", "--l").isEmpty)
        #expect(try candidates("report", "income", "--y") == ["--year"] && candidates("report", "income", "--").contains("--csv"))
        #expect(try BuiltProgram.run(["demo", book], home: folder.path).code == 0)
        #expect(try candidates("--book", book, "report", "income", "--account", "Ro") == ["Roth IRA"])
        #expect(try BuiltProgram.run(["report", "income", "--book", book, "--year", "2010", "--csv"], home: folder.path).output.contains("\n2010,ORCL"))
    }

    @Test("Accounts and symbols are those of the book, also of several words; a book that is not there is not made")
    func names() throws {
        let book = folder.path + "/demo.luca"
        #expect(try candidates("holdings", "in", "", book: folder.path + "/none.luca").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.luca"))
        #expect(try BuiltProgram.run(["demo", book], home: folder.path).code == 0)
        #expect(try candidates("holdings", "in", "Ro", book: book) == ["Roth IRA"])
        #expect(try candidates("holdings", "in", "Ray", "Co", book: book) == ["College Fund"])
        #expect(try candidates("trades", "ORC", book: book).contains("ORCL"))
        #expect(try candidates("--book", book, "trades", "NV").contains("NVDA"))
    }

    @Test("bash completes by the script that is installed")
    func bash() throws {
        let program = try #require(BuiltProgram.path), script = ManualFile.folder + "/docs/completions/luca.bash"
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "source '\(script)'; COMP_WORDS=(luca verify --acc); COMP_CWORD=2; _luca; echo \"${COMPREPLY[@]}\""]
        process.environment = BuiltProgram.environment(home: folder.path).merging(["PATH": URL(filePath: program).deletingLastPathComponent().path + ":/usr/bin:/bin"]) { $1 }
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(output == "--accept\n")
    }

    @Test("The scripts of zsh and fish ask the same, and are understood where those shells are installed", arguments: [("zsh", "_luca"), ("fish", "luca.fish")])
    func otherShells(shell: String, name: String) throws {
        let path = ManualFile.folder + "/docs/completions/\(name)"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("luca complete -- "))
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
        let process = try Process.run(URL(filePath: "/usr/bin/\(shell)"), arguments: ["-n", path])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
