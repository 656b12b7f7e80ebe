import Foundation
import TestSupport
import Testing

/// The program on a book that may only be read. Mode bits do not bind the superuser, so the folder is mounted for reading only, where
/// that is permitted.
@Suite("A book that may only be read", .enabled(if: BuiltProgram.path != nil && Mounts.isPermitted, "mounting for reading only takes the right to mount"))
struct ReadOnlyBookTests {
    private let folder: TemporaryFolder
    private var book: String { folder.path + "/medium/family.luca" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/medium", withIntermediateDirectories: false)
        let made = try BuiltProgram.run(
            [book, "-e", "account{name='Savings', currency='USD'} instrument{symbol='ORCL', currency='USD'} deposit{account='Savings', amount=500, date='2014-01-02'}"], home: folder.path)
        #expect(made.code == 0, "\(made)")
    }

    private func run(_ arguments: String, input: String = "") throws -> BuiltProgram.Result {
        try Mounts.run("'\(BuiltProgram.path!)' \(arguments)", readOnly: folder.path + "/medium", home: folder.path, input: input)
    }

    private let notice = "notice: family.luca may be read but not written. It is open for reading only.\n"

    @Test("What reads it, reads it, and says so once", arguments: [
        ("BOOK -e 'cash{}[1].balance'", "500"), ("--book BOOK verify", "is sound"), ("--book BOOK export", "deposit"),
        ("--book BOOK export FOLDER/out.csv", "out.csv: "), ("--book BOOK report", "holdings"), ("--book BOOK backup FOLDER/copy.luca", "copy.luca"),
        ("BOOK", "500"), ("-e \"open('BOOK', false):cash{}[1].balance\" --book FOLDER/other.luca", "500"), ("--book BOOK recurring list", "no rows"),
        ("--book BOOK run --dry-run - ", "1 activity would be recorded"),
    ])
    func reading(arguments: String, part: String) throws {
        let arguments = arguments.replacingOccurrences(of: "BOOK", with: book).replacingOccurrences(of: "FOLDER", with: folder.path)
        let isScript = arguments.contains("--dry-run")
        let result = try run(arguments, input: isScript ? "deposit{account='Savings', amount=1}" : "cash{}[1].balance\ncash{}[1].balance\n")
        #expect(result.code == 0, "\(result)")
        #expect(result.output.contains(part), "\(result)")
        #expect(result.errors == notice)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/medium") == ["family.luca"])
    }

    @Test("What would write it is refused with a sentence, and nothing is written", arguments: [
        "BOOK -e \"deposit{account='Savings', amount=1}\"", "--book BOOK run FOLDER/script.lua", "BOOK -e \"quote{symbol='ORCL', close=1}\"",
        "BOOK -e \"setting('lot_method', 'lifo')\"", "BOOK -e \"delete_account{name='Savings', confirm=true}\"",
        "BOOK -e \"account{name='New', currency='USD'}\"", "--book BOOK import --yes FOLDER/in.csv",
    ])
    func writing(arguments: String) throws {
        let before = FileManager.default.contents(atPath: book)
        try "deposit{account='Savings', amount=1}".write(toFile: folder.path + "/script.lua", atomically: true, encoding: .utf8)
        try "date,type,account,amount,currency\n2014-05-05,deposit,Savings,5,USD\n".write(toFile: folder.path + "/in.csv", atomically: true, encoding: .utf8)
        let result = try run(arguments.replacingOccurrences(of: "BOOK", with: book).replacingOccurrences(of: "FOLDER", with: folder.path))
        #expect(result.code == 1, "\(result)")
        #expect(result.errors.hasPrefix(notice))
        #expect(result.errors.contains("family.luca may be read but not written."))
        #expect(result.errors.contains("It is open for reading only, and nothing was recorded. Make it writable and open it again, or copy it to a folder of yours."), "\(result)")
        #expect(FileManager.default.contents(atPath: book) == before)
    }
}

/// Folders mounted for reading only, seen by nobody else.
private enum Mounts {
    static let isPermitted: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? run("echo mounted", readOnly: folder.path, home: folder.path, input: ""))?.output == "mounted\n"
    }()

    /// Runs a command of the shell while a folder may only be read.
    static func run(_ command: String, readOnly folder: String, home: String, input: String) throws -> BuiltProgram.Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m", "sh", "-c", "mount --bind '\(folder)' '\(folder)' && mount -o remount,bind,ro '\(folder)' && exec \(command)"]
        process.environment = BuiltProgram.environment(home: home)
        process.currentDirectoryURL = URL(filePath: home)
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile(), errors = stderr.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return BuiltProgram.Result(
            code: process.terminationStatus, output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
    }
}
