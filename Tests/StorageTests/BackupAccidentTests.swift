import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Backups that are cut off")
struct BackupAccidentTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path + ".backups").sorted()) ?? [] }

    /// Makes sure that the book is sound, that each copy which is listed is, and that the next copy of a day clears away what was left unfinished.
    private func check(_ round: Int, entries: Int = 0) throws {
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        defer { book.close() }
        let report = try book.verify()
        #expect(report.isSound && report.entryCount >= entries, "round \(round): \(report)")
        let list = try book.backups(checking: true)
        #expect(list.allSatisfy { $0.fault == nil && $0.reason == .daily }, "round \(round): \(list)")
        try book.append(Sample.deposit("1"))
        var told: [String] = []
        // A day of its own, as a day has one copy.
        book.backUpIfDue(on: Day(number: Sample.day("2100-01-01").number + Int32(round))) { told.append($0) }
        #expect(told.isEmpty, "round \(round): \(told)")
        #expect(names.allSatisfy { $0.hasPrefix("family-daily-") && $0.hasSuffix(".luca") }, "round \(round): \(names)")
    }

    @Test("A program that is killed while it copies leaves no copy that is not sound, and what it leaves is cleared away")
    func killed() throws {
        var random = SeededRandom.forTest(), left = 0
        for round in 0..<SeededRandom.rounds(8) {
            let writer = try WriterProcess(["roll", path])
            let first = writer.line().flatMap { Int($0) } ?? 0
            usleep(UInt32(random.int(0...40_000)))
            let lines = writer.kill()
            #expect(!lines.contains { $0.hasPrefix("error") }, "\(lines)")
            left += names.count { $0.contains("unfinished") }
            try check(round, entries: lines.compactMap { Int($0) }.last ?? first)
        }
        #expect(!names.isEmpty)
        // Whether one was cut off is a matter of moments; what a killed program leaves is laid here too.
        folder.write("family.luca.backups/family-daily-2026-03-09.luca.unfinished-999999999-7", [1, 2, 3])
        folder.write("family.luca.backups/family-daily-2026-03-09.luca.unfinished-999999999-7-journal", [1])
        folder.write("family.luca.backups/family-daily-2026-03-09.luca.unfinished-\(getpid())-7", [1])
        folder.write("family.luca.backups/other-daily-2026-03-09.luca.unfinished-999999999-7", [1])
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        book.backUpIfDue(on: Sample.day("2101-01-01")) { _ in }
        #expect(
            names.filter { $0.contains("unfinished") } == [
                "family-daily-2026-03-09.luca.unfinished-\(getpid())-7", "other-daily-2026-03-09.luca.unfinished-999999999-7",
            ], "that of a program which still runs stays, and that of another book")
    }

    @Test("A disk that is full from any call on: the copy is told as missing, or sound; the book has all; and when there is room, there is a copy")
    func fullAtEveryCall() throws {
        let start = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(start)
        start.close()
        let bytes = folder.bytes("family.luca")
        var failures = 0, call = 1
        while true {
            for suffix in ["-wal", "-shm", ".backups"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            folder.write("family.luca", bytes)
            let disk = FaultyDisk()
            let store = try SQLiteStore.open(path: path, readOnly: false, options: FileOptions(busyTimeout: 0, vfs: disk.name))
            let book = Book(store: store, path: path, clock: Sample.clock)
            try book.append(Sample.deposit("1"))
            var told: [String] = []
            disk.arm(.full, at: call)
            book.backUpIfDue(on: Sample.day("2026-03-01")) { told.append($0) }
            let isReached = disk.calls >= call
            #expect(told.count == (names.isEmpty ? 1 : 0), "call \(call): \(told), \(names)")
            #expect(told.allSatisfy { $0.contains("What was recorded is in the book. It is tried again") }, "call \(call): \(told)")
            failures += told.count
            disk.disarm()
            #expect(try book.backups(checking: true).allSatisfy { $0.fault == nil })
            try book.append(Sample.deposit("1"))
            book.backUpIfDue(on: Sample.day("2026-03-01")) { told.append($0) }
            #expect(names == ["family-daily-2026-03-01.luca"], "call \(call): \(told)")
            #expect(try book.verify().isSound && book.ledger.activities.count == 4)
            book.close()
            if !isReached { break }
            call += SeededRandom.isSlow ? 1 : 3
        }
        #expect(failures > 3 && call > 10, "\(failures) of \(call)")
    }

    @Test("A disk without room for a copy is not filled up by one", .enabled(if: Mounting.isPermitted, "a small file system can be mounted only by those who may mount"))
    func smallDisk() throws {
        let disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        let script = """
            mount -t tmpfs -o size=1300k tmpfs '\(disk)' && echo | '\(WriterProcess.path)' daily '\(disk)/family.luca' && ls '\(disk)' &&
            mount -o remount,size=9000k '\(disk)' && echo | '\(WriterProcess.path)' daily '\(disk)/family.luca' && ls '\(disk)/family.luca.backups'
            """
        let lines = try WriterProcess.run(["-m", "sh", "-c", script], through: Mounting.unshare)
        #expect(
            lines == [
                "recorded",
                "No backup of family.luca is in \(disk)/family.luca.backups. There is no room for it on its disk, of which a copy leaves 1 MiB free."
                    + " What was recorded is in the book. It is tried again after what is recorded next.",
                "family.luca", "recorded", "made", "family-daily-2026-03-01.luca",
            ], "\(lines)")
    }
}
