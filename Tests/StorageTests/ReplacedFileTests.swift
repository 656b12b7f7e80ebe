import Foundation
import Ledger
import SQLite
import Testing
import Values

@testable import Storage

@Suite("A file that is moved, removed or replaced under an open book")
struct ReplacedFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    private func makeBook(_ name: String = "family.luca") throws -> Book {
        let book = try Book.open(path: folder.file(name), clock: Sample.clock)
        try Sample.fill(book)
        return book
    }

    private func move(_ from: String, _ to: String) { #expect(rename(folder.file(from), folder.file(to)) == 0) }

    /// What happens to the file, or to the link that the book was opened by.
    enum Fate: CaseIterable {
        case removed, moved, folderMoved, replacedByCopy, replacedByOther, overwritten, overwrittenByBackup, overwrittenByOlder, journalRemoved, journalReplaced
        case linkPointedElsewhere, linkRemoved, linkReplacedByFile, linkOfFolderPointedElsewhere
        case markedAsAnothers

        /// What the book is opened by.
        var name: String {
            switch self {
            case .linkPointedElsewhere, .linkRemoved, .linkReplacedByFile: "link.luca"
            case .linkOfFolderPointedElsewhere: "linked/family.luca"
            default: "family.luca"
            }
        }
    }

    /// A book in `family.luca`, open by its name, or by a link to it or to its folder.
    private func makeBook(for fate: Fate) throws -> Book {
        if fate.name == "family.luca" { return try makeBook() }
        try makeBook().close()
        #expect(symlink("family.luca", folder.file("link.luca")) == 0 && symlink(folder.path, folder.file("linked")) == 0)
        return try Book.open(path: folder.file(fate.name), clock: Sample.clock)
    }

    private func befall(_ fate: Fate, _ book: Book) throws {
        switch fate {
        case .removed: unlink(path)
        case .moved: move("family.luca", "elsewhere.luca")
        case .folderMoved: #expect(rename(folder.path, folder.path + "-moved") == 0)
        case .replacedByCopy:
            try book.backup(to: folder.file("copy.luca"))
            move("copy.luca", "family.luca")
        case .replacedByOther:
            folder.write("other", Array("something else".utf8))
            move("other", "family.luca")
        case .overwritten:
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data("something else".utf8))
        case .overwrittenByBackup:
            try book.backup(to: folder.file("copy.luca"))
            try overwrite(with: "copy.luca")
        case .overwrittenByOlder: try overwriteWithOlder()
        case .linkPointedElsewhere:
            try makeBook("other.luca").close()
            #expect(symlink("other.luca", folder.file("new-link")) == 0)
            move("new-link", "link.luca")
        case .linkRemoved: unlink(folder.file("link.luca"))
        case .linkReplacedByFile:
            try book.backup(to: folder.file("copy.luca"))
            move("copy.luca", "link.luca")
        case .linkOfFolderPointedElsewhere:
            let other = TemporaryFolder()
            try book.backup(to: other.file("family.luca"))
            #expect(symlink(other.path, folder.file("new-link")) == 0)
            move("new-link", "linked")
        case .markedAsAnothers: try RawDatabase(path).run("PRAGMA application_id = 5")
        case .journalRemoved: unlink(path + "-wal")
        case .journalReplaced:
            folder.write("new-journal", [])
            move("new-journal", "family.luca-wal")
        }
    }

    /// Copies the first of the book's acts over it: a file of the same size, with the same first bytes.
    private func overwriteWithOlder() throws {
        let now = folder.bytes("family.luca"), old = TemporaryFolder(), older = try Book.open(path: old.file("family.luca"), clock: Sample.clock)
        try older.define(Sample.brokerage)
        older.close()
        // What tells two books apart by their first bytes is made the same, so that nothing but what follows tells.
        var bytes = old.bytes("family.luca")
        #expect(now.count == bytes.count)
        bytes.replaceSubrange(..<100, with: now[..<100])
        folder.write("older.luca", bytes)
        try overwrite(with: "older.luca")
    }

    /// Copies a file over the book as `cp` does: into the file that is there.
    private func overwrite(with name: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(folder.bytes(name)))
    }

    @Test("Nothing is acknowledged that would be lost", arguments: Fate.allCases)
    func nothingIsRecorded(fate: Fate) throws {
        let book = try makeBook(for: fate)
        _ = try book.ledger
        try befall(fate, book)
        var errors: [StorageError?] = []
        errors.append(storageError { try book.append(Sample.deposit("1")) })
        errors.append(storageError { try book.store([Sample.quote("30")]) })
        errors.append(storageError { try book.store([Rate(from: .usd, to: .eur, date: Sample.day("2024-01-02"), rate: Sample.decimal("0.9"), source: "manual")]) })
        errors.append(storageError { try book.set("lot_method", to: "lifo") })
        errors.append(storageError { try book.erase(account: AccountID(1)) })
        errors.append(storageError { _ = try book.undo() })
        // What is read would be of a file that is not there any more.
        errors.append(storageError { try book.refresh() })
        errors.append(storageError { _ = try book.query("SELECT count(*) FROM activities") })
        errors.append(storageError { _ = try book.verify() })
        errors.append(storageError { try book.backup(to: TemporaryFolder().file("late.luca")) })
        for error in errors { #expect(error?.kind == .replaced, "\(String(describing: error))") }
        #expect(!book.isInTransaction)
        #expect(try book.ledger.activities.count == 2)
        if fate == .folderMoved { #expect(rename(folder.path + "-moved", folder.path) == 0) }
    }

    // Who marks a file writes it as SQLite does, and waits until the act has ended.
    @Test("Not even where it happens while an act is running", arguments: Fate.allCases.filter { $0 != .markedAsAnothers })
    func inTheMiddleOfAnAct(fate: Fate) throws {
        let book = try makeBook(for: fate)
        let error = storageError {
            try book.transaction {
                try book.append(Sample.deposit("1"))
                try befall(fate, book)
                try book.append(Sample.deposit("1"))
            }
        }
        #expect(error?.kind == .replaced)
        #expect(try book.ledger.activities.count == 2)
        if fate == .folderMoved { #expect(rename(folder.path + "-moved", folder.path) == 0) }
    }

    @Test("A file of which no more than the marks were changed is the same as before", arguments: [false, true])
    func touched(isInTheMiddle: Bool) throws {
        let book = try makeBook(), other = try Book.open(path: path, clock: Sample.clock)
        _ = try book.ledger
        try other.append(Sample.deposit("7"))
        for round in 1...3 {
            try book.transaction {
                if isInTheMiddle { try book.append(Sample.deposit("1")) }
                #expect(utimes(path, nil) == 0)
                try book.append(Sample.deposit("2"))
            }
            #expect(utimes(path, nil) == 0)
            try other.append(Sample.deposit("3"))
            try book.store([Sample.quote("\(round)")])
            if round == 2 { try RawDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        #expect(utimes(path, nil) == 0)
        try book.refresh()
        #expect(try book.verify().isSound)
        #expect(try book.ledger.activities.count == (isInTheMiddle ? 12 : 9))
        #expect(try book.query("SELECT count(*) FROM quotes").values == [.integer(1)])
        try book.erase(account: book.define(Account(name: "Old", currency: .usd)))
        #expect(utimes(path, nil) == 0)
        try book.append(Sample.deposit("1"))
    }

    @Test("An earlier copy of the same book that is written over it is another file, though it begins alike and its marks are those of the book")
    func olderCopy() throws {
        try makeBook().close()
        folder.write("older.luca", folder.bytes("family.luca"))
        let book = try Book.open(path: path, clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        // So that nothing of it is in the journal any more, where it would be read from whatever lies beside.
        try RawDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        try book.refresh()
        #expect(folder.bytes("older.luca")[..<100] == folder.bytes("family.luca")[..<100])
        #expect(folder.bytes("older.luca") != folder.bytes("family.luca"))
        try overwrite(with: "older.luca")
        let sentence = """
            family.luca was written by something else than luca while it was open. Nothing was recorded. Close it in every program, \
            and open it again to see what is there: luca verify tells whether it is sound.
            """
        #expect(storageError { try book.append(Sample.deposit("3")) }?.description == sentence)
        #expect(storageError { try book.append(Sample.deposit("3")) }?.description == sentence)
    }

    @Test("The log of what was acknowledged is never written back into an earlier copy of the book that was written over it")
    func olderCopyAtTheEnd() throws {
        try makeBook().close()
        folder.write("older.luca", folder.bytes("family.luca"))
        let book = try Book.open(path: path, clock: Sample.clock)
        for _ in 1...300 { try book.append(Sample.deposit("1")) }
        try RawDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        try book.append(Sample.deposit("2"))
        var older = folder.bytes("older.luca")
        // What tells two copies apart by their first bytes is made the same, so that nothing but what follows tells.
        older.replaceSubrange(..<100, with: folder.bytes("family.luca")[..<100])
        folder.write("older.luca", older)
        try overwrite(with: "older.luca")
        #expect(storageError { try book.append(Sample.deposit("3")) }?.kind == .replaced)
        book.close()
        #expect(folder.bytes("family.luca") == older)
        #expect(folder.names == ["family.luca", "family.luca-wal.replaced", "older.luca"])
    }

    @Test func whatIsSaidOfLinksAndMarks() throws {
        let book = try makeBook(for: .linkRemoved), link = folder.file("link.luca")
        try befall(.linkRemoved, book)
        #expect(
            storageError { try book.append(Sample.deposit("1")) }?.description
                == """
                \(link) leads to no file any more: the link, or a folder on its way, was removed or moved while the book was open. \
                Nothing was recorded. Put the link back, or close the book and open it again to go on with what is there.
                """)
        #expect(symlink("family.luca", link) == 0)
        try book.append(Sample.deposit("1"))
        try RawDatabase(path).run("PRAGMA application_id = 5")
        #expect(
            storageError { try book.append(Sample.deposit("1")) }?.description
                == """
                family.luca was marked as a file of another program while it was open (its application_id), and is no book any more. \
                Nothing was recorded. Set the mark back with the tool that changed it: PRAGMA application_id = 1819632481
                """)
        try RawDatabase(path).run("PRAGMA application_id = 1819632481")
        try book.append(Sample.deposit("1"))
        #expect(try book.ledger.activities.count == 4)
    }

    @Test func theSentencesSayWhatToDo() throws {
        let book = try makeBook()
        move("family.luca", "elsewhere.luca")
        #expect(
            storageError { try book.append(Sample.deposit("1")) }?.description
                == """
                family.luca is not there any more (No such file or directory): it was moved or removed while it was open. \
                Nothing was recorded. Put it back, or close it and open it again where it is now.
                """)
        // Back in its place, it is as it was.
        move("elsewhere.luca", "family.luca")
        try book.append(Sample.deposit("1"))
        move("family.luca", "elsewhere.luca")
        folder.write("family.luca", folder.bytes("elsewhere.luca"))
        #expect(
            storageError { try book.append(Sample.deposit("1")) }?.description
                == """
                family.luca is another file now: something was put in its place while it was open. \
                Nothing was recorded. Close it and open it again to go on with what is there.
                """)
        unlink(path)
        move("elsewhere.luca", "family.luca")
        move("family.luca-wal", "lost")
        #expect(
            storageError { try book.append(Sample.deposit("1")) }?.description
                == """
                family.luca-wal, the journal of family.luca, was removed or replaced while the book was open. \
                Nothing was recorded. Close the book in every program, and open it again to see what is there.
                """)
    }

    @Test func whatWasAcknowledgedBeforeAMoveIsInTheMovedFile() throws {
        let book = try makeBook()
        move("family.luca", "elsewhere.luca")
        book.close()
        #expect(folder.names == ["elsewhere.luca"])
        let moved = try Book.open(path: folder.file("elsewhere.luca"), mode: .existing, clock: Sample.clock)
        #expect(try moved.ledger.activities.count == 2)
        #expect(try moved.verify().isSound)
    }

    @Test func theFileThatCameInItsPlaceIsNotMixedWithItsJournal() throws {
        let other = try makeBook("other.luca")
        try other.append(contentsOf: (1...300).map { Sample.deposit("\($0)") })
        other.close()
        let book = try makeBook()
        move("other.luca", "family.luca")
        book.close()
        let now = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        #expect(try now.verify().isSound)
        #expect(try now.ledger.activities.count == 302)
    }

    @Test func aBackupThatWasCopiedOverItIsNotMixedWithItsJournal() throws {
        let book = try makeBook()
        try book.append(contentsOf: (1...300).map { Sample.deposit("\($0)") })
        try book.backup(to: folder.file("backup.luca"))
        for _ in 1...20 { try book.append(Sample.deposit("1")) }
        let backup = folder.bytes("backup.luca")
        try overwrite(with: "backup.luca")
        #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .replaced)
        book.close()
        #expect(folder.bytes("family.luca") == backup)
        #expect(folder.names == ["backup.luca", "family.luca", "family.luca-wal.replaced"])
        let now = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        #expect(try now.verify().isSound)
        #expect(try now.ledger.activities.count == 302)
        try now.append(Sample.deposit("1"))
    }

    @Test("Writing the journal back is no change by somebody else, whoever does it")
    func writingBack() throws {
        let book = try makeBook(), other = try Book.open(path: path, clock: Sample.clock)
        for round in 1...12 {
            // More than a thousand pages, so that SQLite writes back by itself.
            try (round % 2 == 0 ? book : other).append(contentsOf: (1...6000).map { Sample.deposit("\($0)") })
            try book.refresh()
            try other.refresh()
            if round % 4 == 0 { try RawDatabase(path).run("PRAGMA wal_checkpoint(PASSIVE)") }
        }
        #expect(try book.ledger.activities.count == 72_002)
    }

    @Test func aNewBookDoesNotTakeOverTheJournalOfOneThatIsGone() throws {
        let book = try makeBook()
        unlink(path)
        let sentence = """
            family.luca cannot be made, because family.luca-wal is there: the journal of a book of that name, which was moved or removed. \
            Put that book back, or move the journal away; it may hold entries.
            """
        #expect(storageError { _ = try Book.open(path: path, clock: Sample.clock) }?.description == sentence)
        let copy = try makeBook("copy.luca")
        #expect(storageError { try copy.backup(to: path) }?.description == sentence)
        copy.close()
        #expect(storageError { _ = try Book.restore(from: folder.file("copy.luca"), to: path, clock: Sample.clock) }?.description == sentence)
        book.close()
        let new = try Book.open(path: path, clock: Sample.clock)
        #expect(try new.ledger.lastEntry == EntryID(0))
    }

    @Test func aFrozenFileThatChangesIsNotReadOn() throws {
        try makeBook().close()
        let connection = try BookConnection(path: path, access: .immutable, busyTimeout: 0)
        let place = try FilePlace(of: connection, unchangedSince: FileMarks(path))
        try place.check(connection)
        let writer = try Book.open(path: path, clock: Sample.clock)
        try writer.append(Sample.deposit("1"))
        let error = storageError { try place.check(connection) }
        #expect(error?.kind == .replaced)
        #expect(
            error?.description
                == """
                family.luca was changed by another program while it was open for reading only. \
                Close it and open it again to see what is there now.
                """)
        writer.close()
        #expect(storageError { try place.check(connection) }?.kind == .replaced)
    }

    @Test func aFileThatANewerProgramMigratedIsRefused() throws {
        let book = try makeBook()
        _ = try book.ledger
        let reader = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
        _ = try reader.ledger
        let next = Schema.current.number + 1
        try RawDatabase(path).run("CREATE TABLE later (a); PRAGMA user_version = \(next)")
        let sentence = """
            A newer luca has changed the format of family.luca while it was open: to version \(next), and this program knows up to version \
            \(next - 1). Nothing was recorded. Close it here, and go on with that luca.
            """
        #expect(storageError { try book.append(Sample.deposit("1")) }?.description == sentence)
        #expect(storageError { try book.refresh() }?.description == sentence)
        #expect(storageError { try book.refresh() }?.description == sentence)
        #expect(storageError { try reader.refresh() }?.kind == .newer)
        #expect(!book.isInTransaction)
    }

    @Test(.onPlainBooks) func whatAnotherProgramAcknowledgedAfterAReplacementStays() throws {
        let first = try makeBook()
        try first.backup(to: folder.file("copy.luca"))
        try first.append(Sample.deposit("1"))
        try overwrite(with: "copy.luca")
        let second = try Book.open(path: path, clock: Sample.clock)
        try second.append(Sample.deposit("500"))
        second.close()
        first.close()
        let amounts = try Book.open(path: path, clock: Sample.clock).query("SELECT amount FROM activities WHERE amount = '500'")
        #expect(amounts.rowCount == 1)
    }

    @Test func aJournalThatWasSetAsideIsToldOf() throws {
        let book = try makeBook()
        try book.backup(to: folder.file("copy.luca"))
        try book.append(Sample.deposit("1"))
        try overwrite(with: "copy.luca")
        book.close()
        #expect(try Book.open(path: path, clock: Sample.clock).journalsSetAside == ["family.luca-wal.replaced"])
    }
}
