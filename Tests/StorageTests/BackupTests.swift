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

    @Test("Verifying finds backups by what they say they are of, whatever they are called", arguments: ["named.luca", "family.luca.backups/2024.luca", "family-2.luca"])
    func backupsOfAnyName(name: String) throws {
        mkdir(folder.file("family.luca.backups"), 0o700)
        let book = try makeBook()
        // Books of others, and what is none.
        try makeBook("somebody.luca").close()
        folder.write("junk.luca", Array("no book at all".utf8))
        folder.write("old", folder.bytes("somebody.luca"))
        try book.backup(to: folder.file("before.luca"))
        try book.append(Sample.deposit("1"))
        try book.backup(to: folder.file(name))
        #expect(try book.verify().notes == ["All that the 2 backups beside it have is in it."])
        book.close()
        unlink(folder.file("family.luca"))
        #expect(rename(folder.file("before.luca"), folder.file("family.luca")) == 0)
        let problems = try Book.open(path: folder.file("family.luca"), clock: Sample.clock).verify().problems
        #expect(problems.map(\.kind) == [.history] && problems[0].message.hasPrefix("The backup \(BookFile.name(name)) ends with entry 5"), "\(problems)")
    }

    @Test("Of many files only the newest are looked at, beside those whose names say that they are copies")
    func fewOfMany() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("old.luca"))
        try book.backup(to: folder.file("family-old.luca"))
        for file in ["old.luca", "family-old.luca"] {
            let times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
            #expect(utimes(folder.file(file), times) == 0)
        }
        for number in 1...60 { folder.write("other\(number).luca", [1]) }
        #expect(try BackupFolder(folder.path, bookPath: folder.file("family.luca")).possibleCopies().count == 51)
        #expect(try book.verify().notes == ["All that the backup beside it has is in it."])
    }

    @Test("A backup that is not there is told first, and no draft's name is ever told")
    func namesInSentences() throws {
        let book = try makeBook()
        let error = storageError { _ = try Book.restore(from: folder.file("none.luca"), to: folder.file("family.luca"), clock: Sample.clock) }
        #expect(error?.description == "There is no backup at \(folder.file("none.luca")). Check the path; nothing was restored.")
        let full = StorageError.diskFull("copy.luca.unfinished-1-2").naming("/a/copy.luca", insteadOf: "/a/copy.luca.unfinished-1-2")
        #expect(full == .diskFull("copy.luca"))
        book.close()
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
        #expect(folder.names.filter { $0.contains("unfinished") }.isEmpty)
    }

    @Test("A copy that a thread looks through is told to be what one is that is looked through at once: sound, of another book, or not as it was recorded")
    func lookedThroughBeside() throws {
        let book = try makeBook(), path = folder.file("copy.luca"), head = try book.store.head()
        try book.backup(to: path)
        func faults(_ head: JournalHead) throws -> [String] {
            let beside = try #require(CopyInspection(path, holding: head)).finish()
            #expect(try beside == Verifier.lookThrough(path, holding: head, replays: false))
            return beside.faults
        }
        #expect(try faults(head) == [])
        #expect(try faults(JournalHead(sequence: head.sequence, hash: .origin)) == ["It ends before the book does, or has other entries."])
        let raw = try RawDatabase(path)
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = '9' WHERE seq = 3") }
        #expect(try faults(head).contains { $0.hasPrefix("Entry 3, an activity, is not what was recorded") })
    }

    @Test("A book that is not sound is copied as it is, and told; no older copy goes for it")
    func aFaultyBook() throws {
        let book = try makeBook(), older = try book.backup(folder: folder.path, keep: 1)
        let raw = try RawDatabase(folder.file("family.luca"))
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = '9' WHERE seq = 3") }
        let error = storageError { try book.backup(to: folder.file("copy.luca")) }
        let beginning = "The book is not sound, and so neither is its copy copy.luca, which is kept: Entry 3, an activity, is not what was recorded"
        #expect(error?.kind == .damaged && error?.message.hasPrefix(beginning) == true, "\(String(describing: error))")
        #expect(error?.message.hasSuffix("..") == false)
        #expect(try Book.open(path: folder.file("copy.luca"), mode: .readOnly, clock: Sample.clock).verify().problems.map(\.entry) == [3])
        #expect(storageError { try book.backup(folder: folder.path, keep: 1) }?.message.contains("which is kept") == true)
        #expect(FileManager.default.fileExists(atPath: older) && folder.names.filter { $0.hasPrefix("family-") }.count == 2)
        #expect(storageError { try book.erase(account: AccountID(1)) }?.message.hasPrefix("The book is not sound, so no account is deleted from it: ") == true)
    }

    @Test("A copy that has not what the book has, or another fault, is not kept")
    func aFaultyCopy() throws {
        let book = try makeBook(), head = try book.verify().head, path = folder.file("copy.luca")
        func compare(_ change: String, with head: JournalHead) throws -> StorageError? {
            try book.backup(to: path)
            do {
                let raw = try RawDatabase(path)
                try raw.withoutGuards { try raw.run(change) }
            }
            return storageError { _ = try book.compare(copy: path, with: head) { _ in } }
        }
        let fault = try compare("UPDATE activity SET amount = '9' WHERE seq = 3", with: head)
        #expect(fault?.message.hasPrefix("The copy copy.luca is not what the book is: Entry 3, an activity") == true && !folder.names.contains("copy.luca"))
        let short = try compare("SELECT 1", with: JournalHead(sequence: head.sequence + 1, hash: head.hash))
        #expect(short?.message == "The copy copy.luca is not what the book is: It ends before the book does, or has other entries." && !folder.names.contains("copy.luca"))
    }

    @Test(
        "What another program put into a book is copied, restored and told, and hinders no deletion",
        arguments: [
            "CREATE VIEW mine AS SELECT * FROM activity", "CREATE INDEX mine ON activity (amount)", "CREATE TABLE mine (x)", "CREATE VIEW mine AS SELECT nothing_called_so(1)",
        ])
    func aForeignHand(statement: String) throws {
        let book = try makeBook()
        try RawDatabase(folder.file("family.luca")).run(statement)
        var told: [String] = []
        try book.backup(to: folder.file("copy.luca")) { told.append($0) }
        try Book.restore(from: folder.file("copy.luca"), to: folder.file("new.luca"), clock: Sample.clock) { told.append($0) }
        #expect(told.count == 2 && told.allSatisfy { $0.contains(" mine is none of luca's, and was put there by another program. ") }, "\(told)")
        #expect(try Book.open(path: folder.file("new.luca"), clock: Sample.clock).ledger.activities.count == 2)
        try book.backup(folder: folder.path, keep: 1)
        #expect(folder.names.filter { $0.hasPrefix("family-") }.count == 1)
        _ = try book.erase(account: AccountID(1))
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
    }

    @Test func foldersOfABackupAreMadeForTheOwnerAlone() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("new/deep/copy.luca"))
        let dated = try book.backup(folder: folder.file("dated/more"), keep: 1)
        for made in ["new", "new/deep", "dated", "dated/more"] {
            #expect(try FileManager.default.attributesOfItem(atPath: folder.file(made))[.posixPermissions] as? Int == 0o700)
        }
        for copy in [folder.file("new/deep/copy.luca"), dated] { #expect(try Book.open(path: copy, mode: .existing, clock: Sample.clock).verify().isSound) }
        #expect(storageError { try book.backup(to: folder.file("slash/")) }?.kind == .isDirectory)
    }

    @Test func aFailedBackupLeavesNoFolderThatItMade() throws {
        let book = try makeBook()
        let names = folder.names
        // The name is short enough for a file, and too long for its draft.
        let error = storageError { try book.backup(to: folder.file("new/deep/\(String(repeating: "n", count: 245)).luca")) }
        #expect(error?.kind == .inputOutput, "\(String(describing: error))")
        #expect(folder.names == names)
    }

    @Test func aFileInThePlaceOfAFolderIsToldOf() throws {
        let book = try makeBook()
        folder.write("file", [1])
        let expected = "cannot be made, because \(folder.file("file")) is a file and no folder. Name a folder, or give that file another name."
        for place in ["file", "file/deep"] {
            #expect(storageError { try book.backup(folder: folder.file(place), keep: 1) }?.description == "The backup of family.luca \(expected)")
            #expect(storageError { try book.backup(to: folder.file(place + "/copy.luca")) }?.description == "copy.luca \(expected)")
            #expect(storageError { _ = try Book.open(path: folder.file(place + "/copy.luca"), clock: Sample.clock) }?.description == "copy.luca \(expected)")
        }
    }

    @Test func restoringNeedsAFolder() throws {
        try makeBook().backup(to: folder.file("backup.luca"))
        let error = storageError { try Book.restore(from: folder.file("backup.luca"), to: folder.file("no/c.luca"), clock: Sample.clock) }
        #expect(error?.description == "c.luca cannot be made, because there is no folder \(folder.file("no")). Make the folder first: mkdir -p \(folder.file("no"))")
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

    @Test("A copy of a book in memory has its name when all of it is there, else nothing of it is left")
    func aBookInMemoryIsSavedWholly() throws {
        let book = Book.inMemory(clock: Sample.clock)
        try Sample.fill(book)
        let store = try #require(book.store as? MemoryStore)
        store.journal.rows.append(try #require(store.journal.rows.last))
        #expect(storageError { try store.copy(to: folder.file("saved.luca"), at: Sample.moment) } != nil)
        #expect(folder.names.isEmpty, "\(folder.names)")
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
