import Foundation
import Ledger
import LuaSurface
import Session
import Storage
import TestSupport
import Testing
import Values

/// `luca recurring run` as cron runs it: from processes that may be killed, or run at the same time.
@Suite("Recurring rules from the command line", .enabled(if: BuiltProgram.path != nil))
struct RecurringProgramTests {
    /// Days of the three rules up to this one.
    private static let today = "2015-12-31"
    private static let rules = """
        account{name="Pay", currency="USD"} account{name="Savings", currency="USD"}
        recurring{name="pay", every="biweekly", weekday="friday", from="2014-01-01", record={type="deposit", account="Pay", amount=100}}
        recurring{name="save", every="month", day=31, from="2014-01-31", shift="previous", calendar="nyse",
          record={type="transfer", from="Pay", to="Savings", amount="10% of cash"}}
        recurring{name="fee", every="week", from="2014-01-03", record={type="fee", account="Pay", amount=1}}
        """

    private func book(_ path: String) throws {
        let session = try ScriptSession(at: path, today: Self.today)
        try session.run(Self.rules)
    }

    private func run(_ path: String, _ arguments: [String] = ["run"]) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["recurring"] + arguments + ["--book", path, "--today", Self.today, "--no-init"])
    }

    @Test("Kills at random moments of catching up: every day is posted once, oldest first")
    func killed() throws {
        var random = SeededRandom.forTest()
        let folder = try TemporaryFolder()
        let wanted = try whole(folder.path + "/whole.luca")
        for round in 0..<SeededRandom.rounds(3) {
            var posted = 0
            let path = folder.path + "/book\(round).luca"
            try book(path)
            for _ in 0..<20 {
                let program = try RunningProgram(["recurring", "run", "--book", path, "--today", Self.today, "--no-init"])
                // Where it is to be killed while it posts, the time runs from the first day that it tells of.
                if random.chance(oneIn: 2) { program.waitForOutput() }
                usleep(UInt32(random.int(0...50_000)))
                program.kill()
                let found = try days(path, isVerified: false)
                #expect(found.count >= posted, "a day that was posted is gone")
                #expect(found.elementsEqual(wanted.prefix(found.count)), "round \(round)")
                posted = found.count
            }
            #expect(posted > 0, "no run got as far as posting anything")
            let last = try run(path)
            #expect(last.code == 0 || last.code == 3, "\(last)")
            #expect(try days(path) == wanted)
        }
    }

    /// What a run that nobody stops records.
    private func whole(_ path: String) throws -> [String] {
        try book(path)
        let result = try run(path)
        #expect(result.code == 0, "\(result)")
        let lines = result.output.split(separator: "\n").map { String($0.prefix(10)) }
        #expect(lines == lines.sorted() && lines.count == 52 + 24 + 104, "\(lines.count)")
        return try days(path)
    }

    /// What the book of a path holds, in the order in which it was recorded, and makes sure that it is sound and each day is there once.
    private func days(_ path: String, isVerified: Bool = true) throws -> [String] {
        let book = try Book.open(path: path, mode: .existing, clock: SystemClock.now)
        defer { book.close() }
        if isVerified { #expect(try book.verify().isSound) }
        let ledger = try book.ledger, table = ledger.activities
        let settled = ["pay", "save", "fee"].flatMap { ledger.plans.occurrences(of: $0) }
        let rows = (0..<table.count).map { row in
            "\(table.date(at: row)) \(table.notes(at: row)) \(table.kind(at: row).rawValue) \(table.amount(at: row)?.description ?? "")"
        }
        #expect(Set(rows).count == rows.count && Set(settled.map { "\($0.rule) \($0.day)" }).count == settled.count)
        // A transfer has two sides; a month in which there was nothing to move has none.
        let transfers = settled.count { $0.rule == "save" && $0.first != nil }
        #expect(rows.count == settled.count { $0.rule != "save" } + 2 * transfers)
        #expect(settled.allSatisfy { $0.state == .posted })
        return rows
    }

    @Test("Programs that run at the same time share the work, and each day is posted once")
    func atOnce() throws {
        let folder = try TemporaryFolder()
        let wanted = try whole(folder.path + "/whole.luca"), path = folder.path + "/shared.luca"
        try book(path)
        let programs = try (0..<3).map { _ in try RunningProgram(["recurring", "run", "--book", path, "--today", Self.today, "--no-init"]) }
        let results = programs.map { $0.finish() }
        #expect(results.allSatisfy { $0.code == 0 || $0.code == 3 })
        let lines = results.flatMap { $0.output.split(separator: "\n").map(String.init) }.filter { $0 != "nothing is due" }
        #expect(Set(lines).count == lines.count && lines.count == 52 + 24 + 104)
        #expect(try Set(days(path)) == Set(wanted))
        #expect(try run(path).code == 3)
    }

    @Test("The exit code tells whether something was posted; due and a dry run post nothing")
    func codes() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.luca"
        try book(path)
        for arguments in [["due", "--to", "2014-01-05"], ["run", "--dry-run", "--to", "2014-01-05"]] {
            let due = try run(path, arguments)
            #expect(due.code == 0 && due.output == "2014-01-03 pay: deposit in Pay 100.00 USD\n2014-01-03 fee: fee in Pay 1.00 USD\n", "\(due)")
        }
        #expect(try run(path, ["due", "--to", "2013-12-31"]).code == 3)
        #expect(try run(path, ["run", "--to", "2014-01-05"]).output == "2014-01-03 pay: deposit in Pay 100.00 USD\n2014-01-03 fee: fee in Pay 1.00 USD\n")
        let nothing = try run(path, ["run", "--to", "2014-01-05"])
        #expect(nothing.code == 3 && nothing.output == "nothing is due\n")
        #expect(try run(path, ["run", "--quiet", "--to", "2014-01-05"]).output == "")
        #expect(try run(path, ["list"]).output.contains("every 2 weeks on friday from 2014-01-01"))
        for arguments in [["jump"], ["run", "--to", "soon"], []] { #expect(try run(path, arguments).code == 2, "\(arguments)") }
        #expect(try run(path, ["due", "--to", "2016-02-01"]).code == 0)
    }

    @Test("In a dry run the scripts record nothing either, and write no file")
    func dryScripts() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.luca", script = folder.path + "/all.lua"
        try book(path)
        try "deposit{account='Pay', amount=7} recurring{name='own', every='month', from='2014-01-04', record=function() deposit{account='Pay', amount=8} end}".write(
            toFile: script, atomically: true, encoding: .utf8)
        let dry = try run(path, ["run", "--dry-run", script, "--to", "2014-01-05"])
        #expect(dry.code == 0 && dry.output.contains("2014-01-04 own: "), "\(dry)")
        #expect(try ScriptSession(at: path, today: Self.today).text("#activities{}") == "0")
        try "io.open('\(folder.path)/out', 'w')".write(toFile: script, atomically: true, encoding: .utf8)
        let refused = try run(path, ["run", "--dry-run", script])
        #expect(refused.code == 1 && refused.errors.contains("a dry run leaves nothing behind"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
    }

    @Test("No book is made of a slip of the finger, and what a script posts by itself counts")
    func slips() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.luca", script = folder.path + "/all.lua"
        for task in ["run", "due", "list"] {
            let result = try run(folder.path + "/typo.luca", [task])
            #expect(result.code == 1 && result.errors.contains("there is no book") && !FileManager.default.fileExists(atPath: folder.path + "/typo.luca"), "\(result)")
        }
        try book(path)
        try "recurring.run{to=\"2014-01-05\"}".write(toFile: script, atomically: true, encoding: .utf8)
        let result = try run(path, ["run", script, "--to", "2014-01-05"])
        #expect(result.code == 0 && result.output == "2014-01-03 fee: posted by the script\n2014-01-03 pay: posted by the script\n", "\(result)")
    }

    @Test("Rules of a script run too; one that fails holds up its own days and no other's")
    func scripts() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.luca", script = folder.path + "/rules.lua"
        try book(path)
        try """
        recurring{name="gift", every="month", from="2014-01-15", record=function(day, rule)
          if rule.number == 3 then error("the shop is closed") end
          deposit{account="Savings", date=day, amount=rule.number, notes=rule.name}
        end}
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let result = try run(path, ["run", script])
        #expect(result.code == 1 && result.errors == "error: \"gift\" for 2014-03-15: the shop is closed\n", "\(result)")
        #expect(result.output.split(separator: "\n").count == 52 + 24 + 104 + 2)
        #expect(result.output.contains("2014-02-15 gift: deposit in Savings 2.00 USD\n"))
        let again = try run(path, ["run", script])
        #expect(again.code == 1 && again.output == "")
    }
}

/// A run of the program that goes on while the test does other things.
private final class RunningProgram {
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        process.executableURL = BuiltProgram.path.map { URL(filePath: $0) }
        process.arguments = arguments
        process.environment = BuiltProgram.environment(home: NSTemporaryDirectory())
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Waits for its first words, or for its end.
    func waitForOutput() {
        var byte: UInt8 = 0
        _ = read(output.fileHandleForReading.fileDescriptor, &byte, 1)
    }

    /// Kills it as a power failure would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = finish()
    }

    /// Waits for its end.
    func finish() -> (code: Int32, output: String) {
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: rest, as: UTF8.self))
    }
}
