import CSQLite
import Foundation
import Ledger
import SQLite
import Testing
import Values

@testable import Storage

@Suite("Reading a book on a disk without room")
struct FullDiskReadingTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    /// Files as a killed writer leaves them: two activities in the book, a third in the journal alone.
    private func leaveJournal() throws {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        book.close()
        let writer = try Book.open(path: path, clock: Sample.clock)
        try writer.append(Sample.deposit("1"))
        let files = ["family.luca", "family.luca-wal"].map { ($0, folder.bytes($0)) }
        writer.close()
        for (name, bytes) in files { folder.write(name, bytes) }
    }

    private func closedBook() throws {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        try book.append(Sample.deposit("1"))
        book.close()
    }

    private func open(_ disk: FaultyDisk, readOnly: Bool = true) throws -> Book {
        let store = try SQLiteStore.open(path: path, readOnly: readOnly, options: FileOptions(busyTimeout: 0, vfs: disk.name))
        return Book(store: store, path: path, clock: Sample.clock)
    }

    /// A disk on which nothing can be written.
    private func fullDisk(_ reason: Int32 = ENOSPC) -> FaultyDisk {
        let disk = FaultyDisk()
        disk.reason = reason
        disk.arm(.full, at: 1)
        return disk
    }

    @Test("From whichever call on there is no room, all that was recorded is read, and the files stay as they are", arguments: [true, false], [ENOSPC, EDQUOT])
    func everyCall(hasJournal: Bool, reason: Int32) throws {
        for call in 1... {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            if hasJournal { try leaveJournal() } else { try closedBook() }
            let before = (folder.bytes("family.luca"), folder.bytes("family.luca-wal"))
            #expect(before.1.isEmpty != hasJournal)
            let disk = FaultyDisk()
            disk.reason = reason
            disk.arm(.full, at: call)
            let refusal = storageError { try open(disk, readOnly: false).close() }
            #expect(refusal == nil || refusal?.kind == .diskFull, "call \(call): \(String(describing: refusal))")
            if refusal == nil { break }
            let book = try open(disk)
            #expect(try book.verify().isSound)
            #expect(try book.ledger.activities.count == 3)
            #expect(try book.query("SELECT count(*) FROM activities").values == [.integer(3)])
            #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .readOnly)
            book.close()
            #expect((folder.bytes("family.luca"), folder.bytes("family.luca-wal")) == before, "call \(call)")
            disk.disarm()
            let writer = try open(disk, readOnly: false)
            try writer.append(Sample.deposit("1"))
            #expect(try writer.verify().isSound && writer.ledger.activities.count == 4)
            writer.close()
            #expect(call < 1000)
        }
    }

    @Test func nothingIsLeftBesideTheBook() throws {
        try closedBook()
        try open(fullDisk()).close()
        #expect(folder.names == ["family.luca"])
    }

    @Test func aJournalOfUnknownSizeIsNotTakenAway() throws {
        try closedBook()
        // A link that leads to itself has no size that could be had, like a file of a disk that fails.
        #expect(symlink("family.luca-wal", path + "-wal") == 0)
        #expect(BookFile.journalSize(path, "-wal") == nil && BookFile.hasJournal(path))
        #expect(BookFile.journalSize(path, "-shm") == 0)
        // Without it the book may lack what was recorded last.
        #expect(storageError { _ = try BookImage.open(path, busyTimeout: 0, vfs: nil) } == .system("family.luca-wal", ELOOP))
        BookImage.clearTraces(path, vfs: nil)
        var status = stat()
        #expect(lstat(path + "-wal", &status) == 0)
        unlink(path + "-wal")
        #expect(BookFile.journalSize(path, "-wal") == 0 && !BookFile.hasJournal(path))
    }

    @Test(.onPlainBooks) func aBookBeyondWhatSQLiteHoldsInMemorySaysSo() throws {
        try closedBook()
        #expect(truncate(path, 2_200_000_000) == 0)
        #expect(
            storageError { try open(fullDisk()).close() }?.description
                == """
                family.luca has 2200000000 bytes: where nothing can be written a book is read whole into memory, which SQLite does up to 2 GiB. \
                Make room on its disk, or copy it to another one.
                """)
    }

    @Test func whatWasReadInMemoryIsLetGoOfOnceThereIsRoom() throws {
        try leaveJournal()
        let disk = fullDisk(), book = try openAsPermitted(disk)
        _ = try book.rateGraph
        weak let image: AnyObject? = book.store as? SQLiteStore
        disk.disarm()
        try book.append(Sample.deposit("1"))
        #expect(!book.isReadOnly && image == nil)
        book.close()
    }

    @Test func whatIsCommittedInSeveralActsCountsAndWhatWasBrokenOffDoesNot() throws {
        try leaveJournal()
        // A frame after the last commit that never became one, and bytes of an older round behind it.
        let journal = folder.bytes("family.luca-wal")
        folder.write("family.luca-wal", journal + journal[32..<(32 + 24 + 4096)] + [UInt8](repeating: 7, count: 5000))
        #expect(try open(fullDisk()).ledger.activities.count == 3)
        // Half of the commit alone is none.
        folder.write("family.luca-wal", Array(journal.prefix(journal.count - 10)))
        #expect(try open(fullDisk()).ledger.activities.count == 2)
    }

    @Test func aBookThatIsOpenElsewhereIsReadLiveAndNeverFromMemory() throws {
        try leaveJournal()
        let writer = try Book.open(path: path, clock: Sample.clock)
        try writer.append(Sample.deposit("1"))
        #expect(try BookImage.open(path, busyTimeout: 0, vfs: nil).map(\.isImage) == nil)
        // What the other one made for its journal serves here too.
        let reader = try open(fullDisk())
        #expect(try reader.ledger.activities.count == 4)
        try writer.append(Sample.deposit("1"))
        try reader.refresh()
        #expect(try reader.ledger.activities.count == 5)
        reader.close()
        writer.close()
        let other = try WriterProcess(["hold", path])
        #expect(other.line() == "holding")
        #expect(try BookImage.open(path, busyTimeout: 0, vfs: nil).map(\.isImage) == nil)
        _ = other.finish()
    }

    @Test func aBookThatIsOpenElsewhereWithoutAnIndexIsNotRead() throws {
        try closedBook()
        // It has the file's lock, and has not come to make its index.
        let other = try BookConnection(path: path, access: .readWrite, busyTimeout: 0)
        other.database.withHandle { handle in
            var file: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            #expect(file?.pointee.pMethods.pointee.xLock(file, SQLITE_LOCK_SHARED) == SQLITE_OK)
        }
        let error = storageError { _ = try open(fullDisk()) }
        #expect(
            error?.description
                == """
                There is no room left on the disk of family.luca, and while another program has it open it cannot be read without. \
                Make room, or close it in the other program; then open it again.
                """)
        other.close()
        #expect(try open(fullDisk()).ledger.activities.count == 3)
    }

    @Test func whatOthersRecordWhenThereIsRoomAgainIsNoticed() throws {
        try leaveJournal()
        let reader = try open(fullDisk())
        #expect(try reader.ledger.activities.count == 3)
        let writer = try Book.open(path: path, clock: Sample.clock)
        try writer.append(Sample.deposit("1"))
        let sentence = "family.luca was changed by another program while it was open for reading only. Close it and open it again to see what is there now."
        #expect(storageError { try reader.refresh() }?.description == sentence)
        #expect(storageError { _ = try reader.query("SELECT 1") }?.description == sentence)
        writer.close()
    }

    /// A book as `openAsPermitted` opens it.
    private func openAsPermitted(_ disk: FaultyDisk) throws -> Book {
        let book = try open(disk)
        book.writeAccess.refusal = .noRoomToRecord(book.name)
        book.writeAccess.reopen = { [path] in try SQLiteStore.open(path: path, readOnly: false, options: FileOptions(busyTimeout: 0, vfs: disk.name)) }
        return book
    }

    @Test func theSameSessionRecordsAgainOnceThereIsRoom() throws {
        try leaveJournal()
        let disk = fullDisk(), book = try openAsPermitted(disk)
        try book.trial { try book.append(Sample.deposit("1")) }
        for _ in 0..<2 {
            let error = storageError { try book.append(Sample.deposit("1")) }
            #expect(
                error?.description
                    == """
                    There is no room left on the disk of family.luca, so nothing can be recorded in it. It is open for reading only, and nothing was \
                    recorded. Make room on the disk, and do it again.
                    """)
            #expect(error?.kind == .diskFull && book.isReadOnly && !book.isInTransaction)
            #expect(try book.ledger.activities.count == 3)
        }
        #expect(folder.names == ["family.luca", "family.luca-wal"])
        disk.disarm()
        try book.append(Sample.deposit("1"))
        try book.append(Sample.deposit("1"))
        #expect(!book.isReadOnly && book.readOnlyReason == nil)
        #expect(try book.verify().isSound && book.query("SELECT count(*) FROM activities").values == [.integer(5)])
        book.close()
        #expect(try Book.open(path: path, clock: Sample.clock).ledger.activities.count == 5)
    }

    @Test func whatOthersRecordedMeanwhileIsNotRecordedOver() throws {
        try leaveJournal()
        let disk = fullDisk(), book = try openAsPermitted(disk)
        #expect(try book.ledger.activities.count == 3)
        let writer = try Book.open(path: path, clock: Sample.clock)
        try writer.append(Sample.deposit("1"))
        writer.close()
        disk.disarm()
        #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .replaced)
        #expect(try Book.open(path: path, clock: Sample.clock).ledger.activities.count == 4)
    }

    @Test(.onPlainBooks) func aBackupGoesToAnotherDisk() throws {
        try leaveJournal()
        let copy = folder.file("copy.luca")
        try open(fullDisk()).backup(to: copy)
        let book = try Book.open(path: copy, clock: Sample.clock)
        #expect(try book.verify().isSound && book.ledger.activities.count == 3)
        #expect(folder.bytes("copy.luca")[18] == 2)
        try book.append(Sample.deposit("1"))
        book.close()
        #expect(folder.names.filter { $0.hasPrefix("copy") } == ["copy.luca"])
    }

    @Test func aFileSystemThatComesToBeForReadingHasASentence() throws {
        try closedBook()
        let disk = FaultyDisk(), book = try open(disk, readOnly: false)
        disk.reason = EROFS
        disk.arm(.full, at: 1)
        let error = storageError { try book.append(Sample.deposit("1")) }
        #expect(error?.kind == .readOnly && error?.message == "family.luca may be read but not written, because its file system may only be read.")
        #expect(try book.ledger.activities.count == 3 && book.verify().isSound)
    }

    /// What a program says of the book on a small file system that is filled before it starts.
    private func onSmallDisk(_ options: String, fill: String) throws -> [String] {
        let disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: disk) }
        let script = """
            mount -t tmpfs -o \(options) tmpfs '\(disk)' && cp '\(path)'* '\(disk)' && { \(fill); } 2> '\(folder.file("full"))';
            '\(WriterProcess.path)' permitted '\(disk)/family.luca' 0; ls '\(disk)'
            """
        return try WriterProcess.run(["-m", "sh", "-c", script], through: Mounting.unshare)
    }

    @Test("On small file systems", .enabled(if: Mounting.isPermitted, "a small file system can be mounted only by those who may mount"), arguments: [true, false])
    func smallFileSystems(hasJournal: Bool) throws {
        if hasJournal { try leaveJournal() } else { try closedBook() }
        let files = hasJournal ? ["family.luca", "family.luca-wal"] : ["family.luca"]
        let said = [
            "opened 3", "There is no room left on the disk of family.luca, so nothing can be recorded in it.",
            """
            error disk_full: There is no room left on the disk of family.luca, so nothing can be recorded in it. \
            It is open for reading only, and nothing was recorded. Make room on the disk, and do it again.
            """,
        ]
        let filler = "cat /dev/zero > '\(folder.file("disk"))/filler'"
        #expect(try onSmallDisk("size=1m", fill: filler) == said + files + ["filler"])
        // Room for bytes, and for no further file.
        #expect(try onSmallDisk("size=1m,nr_inodes=\(files.count + 1)", fill: "true") == said + files)
    }
}
