import Foundation
import TestSupport
import Testing

@testable import REPL

@Suite("An encrypted book at the command line", .enabled(if: BuiltProgram.path != nil))
struct EncryptedBookTests {
    private let folder: TemporaryFolder
    private var home: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in [("pass", "correct horse battery\n"), ("new", "another horse entirely\n"), ("short", "abc\n")] {
            try text.write(toFile: home + "/\(name)", atomically: true, encoding: .utf8)
            chmod(home + "/\(name)", 0o600)
        }
    }

    private func luca(_ arguments: [String], pass: String? = "pass", _ environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        var environment = environment
        environment["LUCA_PASSPHRASE_FILE"] = pass
        return try BuiltProgram.run(arguments, home: home, environment: environment)
    }

    /// Runs it in a session without a terminal.
    private func alone(_ arguments: [String]) throws -> BuiltProgram.Result {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--wait", try #require(BuiltProgram.path)] + arguments
        process.environment = BuiltProgram.environment(home: home)
        process.currentDirectoryURL = URL(filePath: home)
        (process.standardOutput, process.standardError, process.standardInput) = (output, output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return BuiltProgram.Result(code: process.terminationStatus, output: text, errors: "")
    }

    private func make() throws {
        #expect(try luca(["--book", "a.luca", "-e", "account{name='Zwiebel', currency='USD'} deposit{account='Zwiebel', date='2024-01-02', amount=7}"], pass: nil).code == 0)
    }

    private func begins(_ name: String, with text: String) -> Bool {
        FileManager.default.contents(atPath: "\(home)/\(name)")?.starts(with: Data(text.utf8)) == true
    }

    @Test("lock says what it means, encrypts, and shows the recovery key once; all then works by the passphrase; unlock makes it plain")
    func wholeWay() throws {
        try make()
        let locked = try luca(["lock", "a.luca"])
        #expect(locked.code == 0 && locked.output.contains("nobody opens a.luca again") && locked.output.contains("stay as they are"), "\(locked)")
        let recovery = try #require(locked.output.firstMatch(of: /(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}/)).output
        #expect(begins("a.luca", with: "luca locked book"))
        #expect(try luca(["--book", "a.luca", "-e", "cash{}[1].balance"]).output == "7\n")
        #expect(try luca(["verify", "a.luca"]).output.contains("a.luca is sound"))
        #expect(try luca(["backup", "--book", "a.luca", "b.luca"]).code == 0 && begins("b.luca", with: "luca locked book"))
        #expect(try luca(["restore", "b.luca", "--book", "c.luca"]).code == 0 && begins("c.luca", with: "luca locked book"))
        let exported = try luca(["export", "x.csv", "--book", "a.luca"])
        #expect(exported.code == 0 && exported.errors.contains("a.luca is encrypted, and x.csv is plain"), "\(exported)")
        let written = try luca(["cash", "--output", "z.html", "--book", "a.luca"])
        #expect(written.code == 0 && written.errors.contains("a.luca is encrypted, and z.html is plain"), "\(written)")
        try String(recovery).write(toFile: home + "/paper", atomically: true, encoding: .utf8)
        chmod(home + "/paper", 0o600)
        #expect(try luca(["--book", "a.luca", "-e", "cash{}[1].balance"], pass: "paper").output == "7\n")
        #expect(try luca(["unlock", "a.luca"]).code == 0 && begins("a.luca", with: "SQLite format 3"))
        #expect(try luca(["--book", "a.luca", "-e", "cash{}[1].balance"], pass: nil).output == "7\n")
    }

    @Test("A recovery key that could not be shown is told of, with the way to another one", arguments: [">/dev/full", "| head -n 1"])
    func lostRecoveryKey(redirection: String) throws {
        try make()
        let program = try #require(BuiltProgram.path), process = Process(), errors = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "set -o pipefail; '\(program)' lock a.luca \(redirection)"]
        process.environment = BuiltProgram.environment(home: home).merging(["LUCA_PASSPHRASE_FILE": "pass"]) { $1 }
        process.currentDirectoryURL = URL(filePath: home)
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.run()
        let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1 && begins("a.luca", with: "luca locked book"), "\(told)")
        #expect(told.contains("the recovery key could not be shown") && told.contains("luca passphrase --recovery /") && told.contains("/a.luca\n"), "\(told)")
        let again = try luca(["passphrase", "--recovery", "a.luca"], ["LUCA_NEW_PASSPHRASE_FILE": "pass"])
        #expect(again.code == 0 && again.output.contains("Its new recovery key"), "\(again)")
    }

    @Test("A plain file in the place of an encrypted book is not opened until unlock takes it as it is")
    func plainInItsPlace() throws {
        try make()
        try FileManager.default.copyItem(atPath: home + "/a.luca", toPath: home + "/plain.luca")
        #expect(try luca(["lock", "a.luca"]).code == 0)
        try FileManager.default.removeItem(atPath: home + "/a.luca")
        try FileManager.default.moveItem(atPath: home + "/plain.luca", toPath: home + "/a.luca")
        let refused = try luca(["--book", "a.luca", "-e", "cash{}[1].balance"])
        #expect(refused.code == 1 && refused.output.isEmpty && refused.errors.contains("the file in its place is plain"), "\(refused)")
        let taken = try luca(["unlock", "a.luca"])
        #expect(taken.code == 0 && taken.output.contains("is taken as it is"), "\(taken)")
        #expect(try luca(["--book", "a.luca", "-e", "cash{}[1].balance"]).output == "7\n")
        #expect(try luca(["unlock", "a.luca"]).errors.contains("a.luca is not encrypted"))
    }

    @Test("A plain file in the place of a book that was encrypted here is neither opened, nor read by a stranger's script, nor encrypted")
    func swapped() throws {
        try make()
        let plain = try #require(FileManager.default.contents(atPath: home + "/a.luca"))
        // The machine has never opened it.
        try FileManager.default.removeItem(atPath: home + "/heads")
        #expect(try luca(["lock", "a.luca"]).code == 0)
        try plain.write(to: URL(filePath: home + "/a.luca"))
        try "return 1".write(toFile: home + "/s.lua", atomically: true, encoding: .utf8)
        for arguments in [["--book", "a.luca", "-e", "1"], ["--book", "a.luca", "run", "--sandbox", "s.lua"], ["lock", "a.luca"]] {
            let result = try luca(arguments)
            #expect(result.code == 1 && result.errors.contains("error[replaced]: a.luca was encrypted when it was last used here"), "\(arguments): \(result)")
        }
    }

    @Test("One that is cut off is told as that, and verify names the altered pages of one that cannot be opened")
    func damage() throws {
        try make()
        #expect(try luca(["lock", "a.luca"]).code == 0)
        let bytes = try #require(FileManager.default.contents(atPath: home + "/a.luca"))
        for count in [100, 4095, 4096, 4097, 8191, 8192, 8193, 9000] {
            try bytes.prefix(count).write(to: URL(filePath: home + "/c.luca"))
            let result = try luca(["--book", "c.luca", "-e", "1"])
            #expect(result.code == 1 && result.errors.contains("error[damaged]") && !result.errors.contains("another program"), "\(count): \(result)")
        }
        for page in [1, 2, 5, 9] {
            var altered = bytes
            altered[8192 + (page - 1) * 4136 + 77] ^= 4
            try altered.write(to: URL(filePath: home + "/c.luca"))
            let result = try luca(["verify", "c.luca"])
            #expect(result.code == 1 && result.output.contains("Page \(page) of the encrypted file is not as luca wrote it"), "\(page): \(result)")
        }
    }

    @Test("A signal at the question for the passphrase leaves a terminal that shows what is typed", arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func signals(signal: Int32) throws {
        try make()
        #expect(try luca(["lock", "a.luca"]).code == 0)
        let terminal = try Terminal([BuiltProgram.path ?? "", "--book", home + "/a.luca", "-e", "1"], environment: BuiltProgram.environment(home: home))
        try terminal.wait(for: "assphrase")
        #expect(!terminal.isEchoing)
        terminal.signal(signal)
        #expect(try terminal.exitCode() == 128 + signal && terminal.isEchoing && !terminal.screen.contains("crashed"))
    }

    @Test("Another passphrase takes the place of the one before")
    func passphrase() throws {
        try make()
        #expect(try luca(["passphrase", "a.luca"]).errors.contains("a.luca is not encrypted"))
        #expect(try luca(["lock", "a.luca"]).code == 0)
        #expect(try luca(["backup", "--book", "a.luca"]).code == 0)
        let changed = try luca(["passphrase", "a.luca"], ["LUCA_NEW_PASSPHRASE_FILE": "new"])
        #expect(changed.code == 0 && changed.output.contains("opened by the one before"), "\(changed)")
        #expect(try luca(["--book", "a.luca", "-e", "1"], pass: "new").code == 0)
        let wrong = try luca(["--book", "a.luca", "-e", "1"])
        #expect(wrong.code == 1 && wrong.errors.contains("error[locked]: The passphrase does not open a.luca."), "\(wrong)")
        let trial = try luca(["restore", "--check", "--book", "a.luca"], pass: "new").output.split(separator: "\n")
        #expect(trial[0].hasSuffix("; the passphrase of before opens it"), "\(trial)")
        let restored = try luca(["restore", String(trial[0].prefix { $0 != ":" }), "--force", "--book", "a.luca"], pass: "new")
        #expect(restored.code == 0 && (restored.output + restored.errors).contains("is opened by the passphrase that the book had when the backup was made"), "\(restored)")
        #expect(try luca(["--book", "a.luca", "-e", "1"]).code == 0)
        #expect(try luca(["passphrase", "a.luca"], ["LUCA_NEW_PASSPHRASE_FILE": "new"]).code == 0)
        let short = try luca(["passphrase", "a.luca"], pass: "new", ["LUCA_NEW_PASSPHRASE_FILE": "short"])
        #expect(short.code == 1 && short.errors.contains("fewer than 8 characters"), "\(short)")
    }

    @Test("Where nobody types, it says what to do; a command of the machine may tell the passphrase")
    func unattended() throws {
        try make()
        #expect(try luca(["lock", "a.luca"]).code == 0)
        let nobody = try alone(["--book", "a.luca", "-e", "1"])
        #expect(nobody.code == 1 && nobody.output.contains("nobody is there to type its passphrase") && nobody.output.contains("LUCA_PASSPHRASE_FILE=PATH"), "\(nobody)")
        #expect(try alone(["lock", "new.luca"]).output.contains("There is no book at"))
        #expect(try luca(["--book", "a.luca", "-e", "setting('passphrase_command', 'cat pass')"]).code == 0)
        #expect(try alone(["--book", "a.luca", "-e", "cash{}[1].balance"]).output == "7\n")
        #expect(try luca(["--book", "a.luca", "-e", "setting('passphrase_command', 'cat pass; exit 3')"]).code == 0)
        #expect(try alone(["--book", "a.luca", "-e", "1"]).output.contains("The command of the passphrase, cat pass; exit 3, failed with 3."))
        #expect(try luca(["--book", "a.luca", "-e", "setting('passphrase_command', 'off')"]).code == 0)
        #expect(try alone(["--book", "a.luca", "-e", "1"]).output.contains("nobody is there to type its passphrase"))
        chmod(home + "/pass", 0o640)
        #expect(try luca(["--book", "a.luca", "-e", "1"]).errors.contains("The file of the passphrase, pass, may be read by others."))
    }

    @Test("A stranger's script reads an encrypted book, and neither its file nor its passphrase; what it writes beside the book is said to be plain")
    func strangers() throws {
        try make()
        #expect(try luca(["lock", "a.luca"]).code == 0)
        try "print(cash{}[1].balance) deposit{account='Zwiebel', amount=1}".write(toFile: home + "/s.lua", atomically: true, encoding: .utf8)
        let bytes = FileManager.default.contents(atPath: home + "/a.luca")
        let read = try luca(["--book", "a.luca", "run", "--sandbox", "--allow", "record", "s.lua"])
        #expect(read.code == 0 && read.output == "7\n" && read.errors.contains("a.luca is encrypted, and s-drafts.csv is plain"), "\(read)")
        let within = try luca(["--book", "a.luca", "-e", "sandbox('return cash{}[1].balance')"])
        #expect(within.code == 0 && within.output.hasPrefix("7"), "\(within)")
        let wrong = try luca(["--book", "a.luca", "run", "--sandbox", "s.lua"], pass: "new")
        #expect(wrong.code == 1 && wrong.output.isEmpty && wrong.errors.contains("error[locked]: The passphrase does not open a.luca."), "\(wrong)")
        #expect(FileManager.default.contents(atPath: home + "/a.luca") == bytes)
        // The file is told as a book, under another name too, so that a script does not write over it.
        try FileManager.default.copyItem(atPath: home + "/a.luca", toPath: home + "/x.csv")
        try "cash{}:csv('x.csv')".write(toFile: home + "/w.lua", atomically: true, encoding: .utf8)
        let over = try luca(["--book", "a.luca", "run", "--sandbox", "--allow", "write=.", "w.lua"])
        #expect(over.code != 0 && over.errors.contains("is a luca book") && begins("x.csv", with: "luca locked book"), "\(over)")
    }

    @Test("What is kept of the past on this machine holds no amounts of it")
    func state() throws {
        let history = InputHistory(path: home + "/history") { false }
        history.append("deposit 500 to Savings")
        #expect(history.entries == ["deposit 500 to Savings"] && FileManager.default.contents(atPath: home + "/history")?.isEmpty == true)
        try make()
        let plain = "\(home)/a.luca.backups/a-daily-2026-01-01.luca", locked = try luca(["lock", "a.luca"])
        #expect(locked.code == 0 && locked.output.contains("A copy of before is plain.") && locked.output.contains(plain), "\(locked)")
        try FileManager.default.removeItem(atPath: plain)
        #expect(try luca(["--book", "a.luca", "-e", "deposit{account='Zwiebel', date='2024-01-03', amount=98765}"]).code == 0)
        #expect(begins("a.luca.backups/a-daily-2026-01-01.luca", with: "luca locked book"))
        for name in try #require(FileManager.default.enumerator(atPath: home)?.allObjects as? [String]) {
            guard let bytes = FileManager.default.contents(atPath: "\(home)/\(name)") else { continue }
            #expect(bytes.range(of: Data("98765".utf8)) == nil && bytes.range(of: Data("Zwiebel".utf8)) == nil, "\(name)")
        }
    }
}
