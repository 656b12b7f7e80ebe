import Foundation
import TestSupport
import Testing

/// The program on a book that may only be read, or lies on a full disk. Mode bits do not bind the superuser, so the folder is mounted for
/// reading only, where that is permitted.
@Suite("A book that may only be read, or lies on a full disk", .enabled(if: BuiltProgram.path != nil && Mounts.isPermitted, "mounting for reading only takes the right to mount"))
struct ReadOnlyBookTests {
    private let folder: TemporaryFolder
    private var book: String { folder.path + "/medium/family.luca" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/medium", withIntermediateDirectories: false)
        let made = try BuiltProgram.run(
            [book, "-e", "account{name='Savings', currency='USD'} instrument{symbol='ORCL', currency='USD'} deposit{account='Savings', amount=500, date='2014-01-02'}"],
            home: folder.path)
        #expect(made.code == 0, "\(made)")
    }

    private func run(_ arguments: String, on medium: Medium, input: String = "") throws -> BuiltProgram.Result {
        try Mounts.run("'\(BuiltProgram.path!)' \(arguments)", medium, at: folder.path + "/medium", home: folder.path, input: input)
    }

    @Test(
        "What reads it, reads it, and says so once", arguments: Medium.allCases,
        [
            ("BOOK -e 'cash{}[1].balance'", "500"), ("--book BOOK verify", "is sound"), ("--book BOOK export", "deposit"),
            ("--book BOOK export FOLDER/out.csv", "out.csv: "), ("--book BOOK report", "holdings"), ("--book BOOK backup FOLDER/copy.luca", "copy.luca"),
            ("BOOK", "500"), ("-e \"open('BOOK', false):cash{}[1].balance\" --book FOLDER/other.luca", "500"), ("--book BOOK recurring list", "no rows"),
            ("--book BOOK run --dry-run - ", "1 activity would be recorded"),
        ])
    func reading(medium: Medium, question: (arguments: String, part: String)) throws {
        let part = question.part, arguments = question.arguments.replacingOccurrences(of: "BOOK", with: book).replacingOccurrences(of: "FOLDER", with: folder.path)
        let isScript = arguments.contains("--dry-run")
        let result = try run(arguments, on: medium, input: isScript ? "deposit{account='Savings', amount=1}" : "cash{}[1].balance\ncash{}[1].balance\n")
        #expect(result.code == 0, "\(result)")
        #expect(result.output.contains(part), "\(result)")
        #expect(result.errors == medium.notice)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/medium").sorted() == ["family.luca", "family.luca.backups"])
    }

    @Test(
        "What would write it is refused with a sentence, and nothing is written", arguments: Medium.allCases,
        [
            "BOOK -e \"deposit{account='Savings', amount=1}\"", "--book BOOK run FOLDER/script.lua", "BOOK -e \"quote{symbol='ORCL', close=1}\"",
            "BOOK -e \"setting('lot_method', 'lifo')\"", "BOOK -e \"delete_account{name='Savings', confirm=true}\"",
            "BOOK -e \"account{name='New', currency='USD'}\"", "--book BOOK import --yes FOLDER/in.csv",
        ])
    func writing(medium: Medium, arguments: String) throws {
        let before = FileManager.default.contents(atPath: book)
        try "deposit{account='Savings', amount=1}".write(toFile: folder.path + "/script.lua", atomically: true, encoding: .utf8)
        try "date,type,account,amount,currency\n2014-05-05,deposit,Savings,5,USD\n".write(toFile: folder.path + "/in.csv", atomically: true, encoding: .utf8)
        let result = try run(arguments.replacingOccurrences(of: "BOOK", with: book).replacingOccurrences(of: "FOLDER", with: folder.path), on: medium)
        #expect(result.code == 1, "\(result)")
        #expect(result.errors.hasPrefix(medium.notice))
        #expect(result.errors.contains("error[\(medium.kind)]: \(medium.reason)"), "\(result)")
        #expect(result.errors.contains("It is open for reading only, and nothing was recorded. \(medium.way)"), "\(result)")
        #expect(FileManager.default.contents(atPath: book) == before)
    }
}

/// Why nothing can be written.
enum Medium: CaseIterable {
    case readOnly, full

    var kind: String { self == .readOnly ? "read_only" : "disk_full" }

    var reason: String {
        switch self {
        case .readOnly: "family.luca may be read but not written, because its file system may only be read."
        case .full: "There is no room left on the disk of family.luca, so nothing can be recorded in it."
        }
    }

    var way: String { self == .readOnly ? "Make it writable and open it again, or copy it to a folder of yours." : "Make room on the disk, and do it again." }

    /// What is told once.
    var notice: String { "notice: \(reason) It is open for reading only\(self == .full ? " until there is room again" : "").\n" }

    /// Commands of the shell that make a folder such a place.
    func mount(_ folder: String) -> String {
        switch self {
        case .readOnly: "mount --bind '\(folder)' '\(folder)' && mount -o remount,bind,ro '\(folder)'"
        case .full:
            """
            mkdir -p '\(folder)-full' && mount -t tmpfs -o size=512k tmpfs '\(folder)-full' && { cp '\(folder)'/* '\(folder)-full'; true; } 2> /dev/null && \
            mount --bind '\(folder)-full' '\(folder)' && { cat /dev/zero > '\(folder)/filler'; true; } 2> /dev/null
            """
        }
    }
}

/// Folders that nothing can be written in, seen by nobody else.
private enum Mounts {
    static let isPermitted: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? run("echo mounted", .readOnly, at: folder.path, home: folder.path, input: ""))?.output == "mounted\n"
    }()

    /// Runs a command of the shell while nothing can be written in a folder.
    static func run(_ command: String, _ medium: Medium, at folder: String, home: String, input: String) throws -> BuiltProgram.Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m", "sh", "-c", "\(medium.mount(folder)) && exec \(command)"]
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
