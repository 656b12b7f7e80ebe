import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("Backups and restoring")
struct BackupTests {
    private let folder = TemporaryFolder()

    private func makeBook(_ name: String = "family.luca", clock: @escaping Book.Clock = Sample.clock) throws -> Book {
        let book = try Book.open(path: folder.file(name), clock: clock)
        try Sample.fill(book)
        return book
    }

    @Test func aBackupIsACompleteBook() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("copy.luca"))
        try book.append(Sample.deposit("1"))
        #expect(folder.names.filter { $0.hasPrefix("copy") } == ["copy.luca"])
        let copy = try Book.open(path: folder.file("copy.luca"), mode: .existing, clock: Sample.clock)
        #expect(try copy.verify().isSound)
        #expect(try copy.ledger.activities.count == 2)
        #expect(try book.ledger.activities.count == 3)
    }

    @Test func aBackupInsideAnActHoldsWhatIsCommitted() throws {
        let book = try makeBook()
        try book.transaction {
            try book.append(Sample.deposit("1"))
            try book.backup(to: folder.file("copy.luca"))
        }
        let copy = try Book.open(path: folder.file("copy.luca"), clock: Sample.clock)
        #expect(try copy.ledger.activities.count == 2)
    }

    @Test func aBackupWhileAnotherWrites() throws {
        let writer = try WriterProcess(["append", folder.file("family.luca")])
        #expect(writer.line() != nil)
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        for number in 1...5 {
            try book.backup(to: folder.file("copy\(number).luca"))
            let copy = try Book.open(path: folder.file("copy\(number).luca"), clock: Sample.clock)
            #expect(try copy.verify().isSound)
            copy.close()
        }
        _ = writer.kill()
    }

    @Test func aBackupOverwritesNothing() throws {
        let book = try makeBook()
        folder.write("precious", [1, 2, 3])
        let error = storageError { try book.backup(to: folder.file("precious")) }
        #expect(error?.description == "precious exists already. Choose another name; nothing was overwritten.")
        #expect(folder.bytes("precious") == [1, 2, 3])
        #expect(storageError { try book.backup(to: folder.file("family.luca")) }?.kind == .alreadyExists)
        #expect(storageError { try book.backup(to: folder.path) }?.kind == .isDirectory)
        #expect(storageError { try book.backup(to: folder.file("no/where.luca")) } != nil)
        #expect(folder.names.filter { $0.contains("unfinished") }.isEmpty)
    }

    @Test func aBackupThatIsNotSoundIsNotKept() throws {
        let book = try makeBook()
        let raw = try RawDatabase(folder.file("family.luca"))
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = '9' WHERE seq = 3") }
        let error = storageError { try book.backup(to: folder.file("copy.luca")) }
        #expect(error?.kind == .damaged && error?.message.hasPrefix("The copy copy.luca is not sound: ") == true, "\(String(describing: error))")
        #expect(!folder.names.contains { $0.hasPrefix("copy") })
    }

    @Test func datedBackupsRoll() throws {
        var now = Sample.moment
        let book = try makeBook(clock: { now })
        try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: false)
        let others = ["family-notes.txt", "family-2026-01-02.luca", "family-2020-01-01T000000Z.txt", "other-2020-01-01T000000Z.luca", "family-2020-01-01T000000Z-mine.luca"]
        for name in others { folder.write("backups/\(name)", [1]) }
        var made: [String] = []
        for _ in 1...5 {
            made.append(BookFile.name(try book.backup(folder: folder.file("backups"), keep: 3)))
            now = Instant(microseconds: now.microseconds + 86_400_000_000)
        }
        #expect(made[0] == "family-2026-01-02T030304Z.luca")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups")).sorted()
        #expect(left == (others + made.suffix(3)).sorted())
    }

    @Test func twoBackupsOfOneSecondStandSideBySide() throws {
        let book = try makeBook()
        let first = try book.backup(folder: folder.path, keep: 5)
        let second = try book.backup(folder: folder.path, keep: 5)
        #expect(first != second)
        #expect(try Book.open(path: second, clock: Sample.clock).verify().isSound)
        try book.backup(folder: folder.path, keep: 1)
        #expect(folder.names.filter { $0.hasPrefix("family-") }.count == 1)
        #expect(storageError { try book.backup(folder: folder.path, keep: 0) }?.kind == .misuse)
        #expect(storageError { try book.backup(folder: folder.file("nowhere"), keep: 1) }?.kind == .notFound)
    }

    @Test func restoringToANewPlace() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("backup.luca"))
        #expect(try Book.restore(from: folder.file("backup.luca"), to: folder.file("new.luca"), clock: Sample.clock) == nil)
        let restored = try Book.open(path: folder.file("new.luca"), mode: .existing, clock: Sample.clock)
        #expect(try restored.verify() == book.verify())
        try restored.append(Sample.deposit("1"))
    }

    @Test func restoringOverABookKeepsIt() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("backup.luca"))
        try book.append(Sample.deposit("1"))
        let refused = storageError { try Book.restore(from: folder.file("backup.luca"), to: folder.file("family.luca"), clock: Sample.clock) }
        #expect(refused?.description == "family.luca exists already. Say that it is to be replaced; it is kept under another name then.")
        let busy = storageError {
            try Book.restore(from: folder.file("backup.luca"), to: folder.file("family.luca"), replacing: true, clock: Sample.clock)
        }
        #expect(busy?.kind == .busy)
        #expect(try book.ledger.activities.count == 3)
        book.close()
        let kept = try Book.restore(from: folder.file("backup.luca"), to: folder.file("family.luca"), replacing: true, clock: Sample.clock)
        #expect(kept == folder.file("family-replaced-2026-01-02T030304Z.luca"))
        #expect(try Book.open(path: folder.file("family.luca"), clock: Sample.clock).ledger.activities.count == 2)
        #expect(try Book.open(path: try #require(kept), clock: Sample.clock).ledger.activities.count == 3)
        #expect(folder.names.filter { $0.contains("restored") || $0.contains("unfinished") }.isEmpty)
    }

    @Test("What is replaced may be anything, also a damaged book with a journal file", arguments: [true, false])
    func restoringOverSomethingElse(_ withJournal: Bool) throws {
        let book = try makeBook("good.luca")
        folder.write("family.luca", [1, 2, 3])
        if withJournal { folder.write("family.luca-wal", [4, 5]) }
        let kept = try #require(
            try Book.restore(from: folder.file("good.luca"), to: folder.file("family.luca"), replacing: true, clock: Sample.clock))
        #expect(folder.bytes(BookFile.name(kept)) == [1, 2, 3])
        #expect(folder.bytes(BookFile.name(kept) + "-wal") == (withJournal ? [4, 5] : []))
        let restored = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        #expect(try restored.verify() == book.verify())
    }

    @Test func onlyASoundBookIsRestored() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("bad.luca"))
        let raw = try RawDatabase(folder.file("bad.luca"))
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = '9999' WHERE seq = 3") }
        let error = storageError { try Book.restore(from: folder.file("bad.luca"), to: folder.file("new.luca"), clock: Sample.clock) }
        #expect(error?.kind == .damaged)
        #expect(error?.message.hasPrefix("bad.luca is no sound book: Entry 3, an activity, is not what was recorded") == true)
        folder.write("junk", Array("hello".utf8))
        #expect(storageError { try Book.restore(from: folder.file("junk"), to: folder.file("new.luca"), clock: Sample.clock) }?.kind == .notABook)
        #expect(
            storageError { try Book.restore(from: folder.file("missing"), to: folder.file("new.luca"), clock: Sample.clock) }?.kind == .notFound)
        #expect(
            storageError { try Book.restore(from: folder.file("family.luca"), to: folder.file("family.luca"), replacing: true, clock: Sample.clock) }?
                .kind == .misuse)
        #expect(!folder.names.contains("new.luca"))
    }

    @Test func aBookInMemoryCanBeSaved() throws {
        let book = Book.inMemory(clock: Sample.clock)
        try Sample.fill(book)
        try book.store([Sample.quote("30")])
        try book.backup(to: folder.file("saved.luca"))
        let saved = try Book.open(path: folder.file("saved.luca"), mode: .existing, clock: Sample.clock)
        #expect(try saved.verify() == book.verify())
        #expect(try saved.quotes() == book.quotes())
    }
}
