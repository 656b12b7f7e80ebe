import Foundation
import TestSupport
import Testing

@Suite("Settings of one machine", .enabled(if: BuiltProgram.path != nil))
struct MachineSettingsTests {
    private func say(_ line: String, _ folder: TemporaryFolder, _ environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["--book", "b.luca", "-e", line], home: folder.path, environment: environment)
    }

    @Test("A locale that was set holds in the next session, for what is typed and what is shown, and not for files")
    func locale() throws {
        let folder = try TemporaryFolder()
        #expect(try say("set locale de_DE", folder).output == "de_DE\n")
        #expect(try say("account Bank EUR", folder).code == 0)
        #expect(try say("deposit 1.234,50 to Bank on 31.12.2023", folder).output.contains("31.12.2023"))
        #expect(try say("cash", folder).output.contains("1.234,50"))
        #expect(try say("cash", folder, ["LC_ALL": "en_US.UTF-8"]).output.contains("1.234,50"))
        #expect(try say("print(cash{}:csv())", folder).output.contains("Bank,EUR,1234.5"))
        #expect(try BuiltProgram.run(["--book", "b.luca", "cash", "--json"], home: folder.path).output.contains("1234.5"))
        #expect(try say("print(deposit{amount=1, account=\"Bank\", date=\"2023-12-31\"}[1].date)", folder).output.hasSuffix("2023-12-31\n"))
        // An empty text brings back what the environment tells.
        #expect(try say(#"set locale """#, folder).code == 0)
        #expect(try say("cash", folder, ["LANG": "fr_FR.UTF-8"]).output.contains("1\u{202F}235,50"))
        #expect(try say("cash", folder).output.contains("1,235.50"))
    }

    @Test("A locale that luca does not know is refused with the nearest")
    func unknownLocale() throws {
        let folder = try TemporaryFolder()
        #expect(try say("set locale sv_AX", folder).code == 0, "a territory that is not known has its language")
        #expect(try say("set locale en_UK", folder).code == 0)
        let mixed = try say("set locale en_ZA", folder)
        #expect(mixed.code == 1 && mixed.errors.contains("en_"), "but for a language that countries write in several ways: \(mixed)")
        let wrong = try say("set locale gerrman", folder)
        #expect(wrong.code == 1 && wrong.errors.contains("luca knows no locale \"gerrman\"") && wrong.errors.contains("de_DE"), "\(wrong)")
    }

    @Test("They stand in a file of the configuration folder, beside what others wrote there, and never in the book")
    func file() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/settings"
        try "# mine\ncolour=blue\nlocale=fr_FR\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try say("set locale de_DE", folder).code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\ncolour=blue\nlocale=de_DE\n")
        #expect(try say("print(settings{}:csv())", folder).output.contains("locale,de_DE,this machine"))
        #expect(try say("print(verify())", folder).output.contains("\t0\t"), "nothing was recorded")
    }

    @Test("A file with a line that is no setting is told where settings are asked for, and keeps nobody from the book")
    func damagedFile() throws {
        let folder = try TemporaryFolder()
        try "nonsense\n".write(toFile: folder.path + "/settings", atomically: true, encoding: .utf8)
        #expect(try say("1+1", folder).output == "2\n")
        let asked = try say("set locale", folder)
        #expect(asked.code == 1 && asked.errors.contains("line 1 of") && asked.errors.contains("is no setting"), "\(asked)")
    }

    @Test("Backups without a path go to the folder that was set, from the prompt and from the command line")
    func backups() throws {
        let folder = try TemporaryFolder()
        #expect(try say("account Bank EUR", folder).code == 0)
        #expect(try say("set backups copies", folder).output == folder.path + "/copies\n")
        #expect(try say("backup", folder).output.contains("/copies/b-"))
        #expect(try BuiltProgram.run(["--book", "b.luca", "backup"], home: folder.path).output.contains("/copies/b-"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/copies").count == 2)
    }

    @Test(
        "How long a prompt may rest before it forgets the key of an encrypted book is told in minutes or hours, at most a day",
        arguments: [
            ("10 min", true), ("10", true), ("2 hours", true), ("1440", true), ("off", true), ("0", false), ("25 hours", false), ("2 days", false), ("soon", false), ("-5", false),
        ])
    func rest(text: String, isTaken: Bool) throws {
        let folder = try TemporaryFolder(), said = try say("setting('lock_after', '\(text)')", folder)
        let kept = try? String(contentsOfFile: folder.path + "/settings", encoding: .utf8)
        #expect((said.code == 0) == isTaken && (kept == "lock_after=\(text)\n") == isTaken, "\(said)")
        if !isTaken { #expect(said.errors.contains("lock_after cannot be \"\(text)\"") && said.errors.contains("set lock after 10 min"), "\(said)") }
    }

    @Test("A stranger's script neither reads nor makes them, and a dry run makes none")
    func strangers() throws {
        let folder = try TemporaryFolder()
        try "setting(\"locale\", \"de_DE\")\n".write(toFile: folder.path + "/s.lua", atomically: true, encoding: .utf8)
        for options in [["--sandbox"], ["--dry-run"]] {
            let result = try BuiltProgram.run(["run"] + options + ["s.lua", "--book", "b.luca"], home: folder.path)
            #expect(result.code != 0, "\(options) \(result)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/settings"))
        }
    }
}
