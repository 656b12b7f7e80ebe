import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("Backups by themselves")
struct RollingBackupTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }
    private var backups: String { path + ".backups" }

    private func open(_ plan: BackupPlan = BackupPlan(), clock: @escaping Book.Clock = Sample.clock) throws -> Book {
        var options = Book.Options()
        options.backups = plan
        return try Book.open(path: path, options: options, clock: clock)
    }

    private func names(_ folder: String? = nil) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder ?? backups).sorted()) ?? [] }

    /// What is told as the copies of a day are made.
    @discardableResult
    private func backUp(_ book: Book, on day: String = "2026-03-01") -> [String] {
        var told: [String] = []
        book.backUpIfDue(on: Sample.day(day)) { told.append($0) }
        return told
    }

    @Test("The first writing of a day makes a copy, which is a sound book with all of it; no other does, nor does reading")
    func onceADay() throws {
        let book = try open()
        #expect(backUp(book).isEmpty && names().isEmpty)
        try Sample.fill(book)
        #expect(names().isEmpty, "not before the answer is shown")
        #expect(backUp(book).isEmpty && names() == ["family-daily-2026-03-01.luca"])
        let bytes = folder.bytes("family.luca.backups/family-daily-2026-03-01.luca")
        try book.append(Sample.deposit("1"))
        _ = backUp(book)
        #expect(folder.bytes("family.luca.backups/family-daily-2026-03-01.luca") == bytes && names().count == 1)
        // The same in another session, which does not know of it.
        let other = try open()
        try other.append(Sample.deposit("1"))
        #expect(backUp(other).isEmpty && names().count == 1)
        #expect(backUp(other, on: "2026-03-02").isEmpty && names().count == 1, "nothing was recorded on that day")
        try other.store([Sample.quote("30")])
        #expect(backUp(other, on: "2026-03-02").isEmpty && names().last == "family-daily-2026-03-02.luca", "a price is something, too")
        let list = try other.backups(checking: true)
        #expect(list.map(\.name) == ["family-daily-2026-03-02.luca", "family-daily-2026-03-01.luca"])
        #expect(list.allSatisfy { $0.fault == nil && $0.isAutomatic && $0.why == "daily" && $0.bytes > 0 })
        #expect(list.map(\.head) == [try other.head, try Book.open(path: list[1].path, mode: .readOnly, clock: Sample.clock).head])
        for copy in list { #expect(try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int == 0o600) }
        #expect(try FileManager.default.attributesOfItem(atPath: backups)[.posixPermissions] as? Int == 0o700)
    }

    @Test("A book without entries, a trial, an act that failed and a book in memory make none")
    func nothingToCopy() throws {
        let book = try open()
        try book.trial { try Sample.fill(book) }
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try book.transaction {
                _ = try book.define(Sample.brokerage)
                throw Stop()
            }
        }
        #expect(backUp(book).isEmpty && names().isEmpty)
        let memory = Book.inMemory(clock: Sample.clock)
        try Sample.fill(memory)
        #expect(backUp(memory).isEmpty)
    }

    @Test("An import of many rows is preceded by a copy of what was there before; one of few, a trial and the first are not", arguments: [(101, true), (100, false)])
    func beforeAnImport(rows: Int, isCopied: Bool) throws {
        let book = try open()
        try book.transaction(source: "import") {
            try Sample.fill(book)
            book.backUpBeforeImport(of: rows)
        }
        #expect(names().isEmpty, "there was nothing to lose")
        let head = try book.head
        try book.trial {
            try book.append(Sample.deposit("2"))
            book.backUpBeforeImport(of: rows)
        }
        #expect(names().isEmpty)
        try book.transaction(source: "import") {
            try book.append(contentsOf: (0..<rows).map { _ in Sample.deposit("1") })
            book.backUpBeforeImport(of: rows)
        }
        #expect(names() == (isCopied ? ["family-before-import-2026-01-02T030304Z.luca"] : []))
        #expect(backUp(book).isEmpty && names().count == (isCopied ? 2 : 1))
        guard isCopied else { return }
        let listing = try #require(try book.backups(checking: true).first { $0.reason == .beforeImport })
        #expect(listing.head == head && listing.fault == nil && listing.why == "before import")
        #expect(try book.lastEntry(sharedWith: listing.path) == head.sequence)
    }

    @Test("Off is a choice: no copy is made, not before a deletion either")
    func off() throws {
        var plan = BackupPlan()
        plan.isOn = false
        let book = try open(plan)
        try Sample.fill(book)
        try book.transaction { book.backUpBeforeImport(of: 1000) }
        #expect(try book.erase(account: AccountID(1)).backup == nil)
        #expect(backUp(book).isEmpty && folder.names.filter { !$0.hasPrefix("family.luca") }.isEmpty && names().isEmpty)
        // Chosen again, it holds at once.
        book.backupPlan.isOn = true
        try book.define(Sample.brokerage)
        #expect(backUp(book).isEmpty && names() == ["family-daily-2026-03-01.luca"])
    }

    @Test("Through weeks of writing as many stay as are wanted; what is made by hand, and what is no copy of this book, stays too")
    func rolling() throws {
        var plan = BackupPlan()
        plan.retention = Retention(days: 2, weeks: 1, months: 1)
        let book = try open(plan)
        try Sample.fill(book)
        let byHand = try book.backup(folder: backups, keep: 10)
        let other = try Book.open(path: folder.file("other.luca"), clock: Sample.clock)
        try Sample.fill(other)
        try other.backup(to: "\(backups)/family-daily-2026-03-02.luca")
        folder.write("family.luca.backups/family-daily-2026-03-03.luca", [1])
        for day in 1...31 {
            try book.append(Sample.deposit("1"))
            #expect(backUp(book, on: "2026-03-\(day < 10 ? "0" : "")\(day)").isEmpty)
        }
        #expect(
            names()
                == [
                    BookFile.name(byHand), "family-daily-2026-03-02.luca", "family-daily-2026-03-03.luca", "family-daily-2026-03-22.luca", "family-daily-2026-03-29.luca",
                    "family-daily-2026-03-30.luca", "family-daily-2026-03-31.luca",
                ].sorted(), "\(names())")
        let list = try book.backups(checking: true)
        #expect(list.filter { $0.fault != nil }.map(\.name) == ["family-daily-2026-03-03.luca"], "what cannot be read is told, not removed")
        #expect(!list.contains { $0.name == "family-daily-2026-03-02.luca" }, "a copy of another book is none of this one")
    }

    @Test("A pipe with the name of a copy is none, and nobody waits for it")
    func pipe() throws {
        let book = try open()
        defer { book.close() }
        try Sample.fill(book)
        #expect(backUp(book).isEmpty)
        #expect(mkfifo(folder.file("family.luca.backups/family-daily-2026-02-28.luca"), 0o600) == 0 && mkfifo(folder.file("side.luca"), 0o600) == 0)
        #expect(try book.backups(checking: true).map(\.name) == ["family-daily-2026-03-01.luca"])
        #expect(try book.verify().isSound)
    }

    @Test("The sum of their sizes is bounded")
    func bounded() throws {
        let book = try open()
        try Sample.fill(book)
        _ = backUp(book)
        let size = try #require(try book.backups(checking: false).first).bytes
        book.backupPlan.retention.bytes = size * 2 + size / 2
        for day in 2...6 {
            try book.append(Sample.deposit("1"))
            #expect(backUp(book, on: "2026-03-0\(day)").isEmpty)
        }
        #expect(names() == ["family-daily-2026-03-05.luca", "family-daily-2026-03-06.luca"])
    }

    @Test("Two books of one name share a folder, each with copies of its own")
    func sharedFolder() throws {
        mkdir(folder.file("a"), 0o700)
        var made: [[String]] = []
        for place in [path, folder.file("a/family.luca")] {
            var options = Book.Options()
            options.backups = BackupPlan(folder: folder.file("copies"))
            let book = try Book.open(path: place, options: options, clock: Sample.clock)
            try Sample.fill(book)
            for _ in 0..<2 {
                #expect(backUp(book).isEmpty)
                try book.append(Sample.deposit("1"))
                book.forgetBackupsDue()
            }
            made.append(try book.backups(checking: true).map(\.name))
        }
        #expect(made == [["family-daily-2026-03-01.luca"], ["family-daily-2026-03-01_2.luca"]])
    }

    @Test("Two programs at once make one copy of a day")
    func twoPrograms() throws {
        let book = try open()
        try Sample.fill(book)
        book.close()
        let writers = try (0..<3).map { _ in try WriterProcess(["daily", path]) }
        for writer in writers { #expect(writer.line() == "recorded") }
        for writer in writers { writer.send("") }
        for writer in writers { #expect(writer.finish() == ["made"]) }
        #expect(names() == ["family-daily-2026-03-01.luca"])
        let after = try open()
        #expect(try after.verify().isSound && after.backups(checking: true).map(\.fault) == [nil])
    }

    @Test("A second folder gets the copies of days too; where its disk is not there, that is told and hinders nothing, until it is")
    func secondFolder() throws {
        var plan = BackupPlan()
        plan.secondFolder = folder.file("stick")
        plan.retention = Retention(days: 1, weeks: 0, months: 0)
        let book = try open(plan)
        try Sample.fill(book)
        let told = backUp(book)
        #expect(
            told == [
                """
                No backup of family.luca is in \(folder.file("stick")). There is no folder \(folder.file("stick")). Is its disk there? \
                What was recorded is in the book. It is tried again after what is recorded next.
                """
            ])
        #expect(names() == ["family-daily-2026-03-01.luca"] && !folder.names.contains("stick"))
        #expect(backUp(book).isEmpty, "nothing was recorded since")
        try book.append(Sample.deposit("1"))
        #expect(backUp(book) == told)
        mkdir(folder.file("stick"), 0o700)
        for day in 1...4 {
            try book.append(Sample.deposit("1"))
            #expect(backUp(book, on: "2026-03-0\(day)").isEmpty)
        }
        #expect(names(folder.file("stick")) == ["family-daily-2026-03-03.luca", "family-daily-2026-03-04.luca"])
        #expect(try book.backups(checking: true).map(\.fault) == [nil, nil, nil, nil])
    }

    @Test("A folder that cannot be made is told after each writing, until it can")
    func unwritable() throws {
        folder.write("family.luca.backups", [1])
        let book = try open()
        try Sample.fill(book)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            book.backUpBeforeImport(of: 1000)
        }
        let told = backUp(book)
        #expect(
            told.count == 2
                && told.allSatisfy { $0.hasPrefix("No backup of family.luca is in \(backups). ") && $0.contains("cannot be made, because \(backups) is a file and no folder.") },
            "\(told)")
        try book.append(Sample.deposit("1"))
        #expect(backUp(book).count == 1 && folder.bytes("family.luca.backups") == [1])
        unlink(backups)
        try book.append(Sample.deposit("1"))
        #expect(backUp(book).isEmpty && names().count == 1)
        #expect(try book.verify().isSound && book.ledger.activities.count == 5)
    }

    @Test("Of a book that is not sound no copy is kept, and no sound one goes; it is told each time")
    func unsoundBook() throws {
        var plan = BackupPlan()
        plan.retention = Retention(days: 1, weeks: 0, months: 0)
        let book = try open(plan)
        try Sample.fill(book)
        for day in 1...2 {
            try book.append(Sample.deposit("1"))
            #expect(backUp(book, on: "2026-03-0\(day)").isEmpty)
        }
        let before = names(), raw = try RawDatabase(path)
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = '9' WHERE seq = 3") }
        for _ in 0..<2 {
            try book.append(Sample.deposit("1"))
            let told = backUp(book, on: "2026-03-03")
            #expect(told.count == 1 && told[0].contains("The book is not sound: Entry 3, an activity, is not what was recorded"), "\(told)")
            #expect(names() == before)
        }
    }

    @Test("A copy of an older layout is listed as what it will be, and comes back")
    func olderLayout() throws {
        try RawDatabase(path).run(FirstRelease.sql)
        let book = try open()
        let copies = try book.backups(checking: true)
        let isOlder = !copies.isEmpty
        if !isOlder { #expect(Schema.current.number == Schema.firstNumber, "no layout has come since") }
        for copy in copies {
            #expect(copy.fault == nil && copy.head?.sequence == FirstRelease.entries && copy.reason == .beforeVersion(Schema.current.number), "\(copy)")
            #expect(try Book.rehearseRestoring(copy.path, clock: Sample.clock) == nil)
            try Book.restore(from: copy.path, to: folder.file("back.luca"), clock: Sample.clock)
            #expect(try Book.open(path: folder.file("back.luca"), clock: Sample.clock).verify().isSound)
        }
    }

    @Test("Of a book that was cut short behind luca's back no copy goes, whatever its time")
    func shortened() throws {
        var options = Book.Options(seenFolder: folder.file("heads"))
        options.backups.retention = Retention(days: 1, weeks: 0, months: 0)
        func open() throws -> Book { try Book.open(path: path, options: options, clock: Sample.clock) }
        var book = try open()
        try Sample.fill(book)
        book.close()
        let old = folder.bytes("family.luca")
        book = try open()
        try book.append(Sample.deposit("1"))
        _ = backUp(book)
        book.close()
        folder.write("family.luca", old)
        book = try open()
        #expect(book.historyNotice != nil)
        for day in 2...5 {
            try book.append(Sample.deposit("2"))
            #expect(backUp(book, on: "2026-03-0\(day)").isEmpty)
        }
        #expect(names().count == 5)
        // Another machine knows of nothing: it may remove copies that the book has, and none that has more.
        options.seenFolder = nil
        book.close()
        book = try open()
        try book.append(Sample.deposit("2"))
        #expect(backUp(book, on: "2026-03-06").isEmpty)
        #expect(names() == ["family-daily-2026-03-01.luca", "family-daily-2026-03-05.luca", "family-daily-2026-03-06.luca"], "\(names())")
    }
}
