import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("Files that are no book, and files that cannot be used")
struct FileTests {
    private let folder = TemporaryFolder()

    /// The error of opening, after making sure that it left the folder exactly as it was.
    private func failure(_ name: String, _ mode: Book.Mode = .readWrite) throws -> StorageError {
        let before = folder.names.map { ($0, folder.bytes($0)) }
        let error = try #require(storageError { _ = try Book.open(path: folder.file(name), mode: mode, clock: Sample.clock) })
        #expect(folder.names == before.map(\.0))
        for (name, bytes) in before { #expect(folder.bytes(name) == bytes) }
        return error
    }

    /// A closed book with a few entries.
    private func makeBook(_ name: String = "family.luca") throws {
        let book = try Book.open(path: folder.file(name), clock: Sample.clock)
        try Sample.fill(book)
        book.close()
    }

    @Test(.onPlainBooks) func aNewBookIsOneCompleteFile() throws {
        let book = try Book.open(path: folder.file("new.luca"), clock: Sample.clock)
        book.close()
        #expect(folder.names == ["new.luca"])
        #expect(folder.bytes("new.luca").starts(with: Array("SQLite format 3\0".utf8)))
        #expect(Array(folder.bytes("new.luca")[68..<72]) == Array("luca".utf8))
        let again = try Book.open(path: folder.file("new.luca"), mode: .existing, clock: Sample.clock)
        #expect(try again.verify() == VerifyReport())
    }

    @Test func nothingThere() throws {
        for mode in [Book.Mode.existing, .readOnly] {
            let error = try failure("missing.luca", mode)
            #expect(error.kind == .notFound)
            #expect(
                error.description
                    == "There is no book at \(folder.file("missing.luca")). Check the path, or name another book with --book PATH; a new one begins there with the first entry of luca PATH."
            )
        }
    }

    @Test func noFolderToMakeItIn() throws {
        let error = try failure("deep/er.luca")
        #expect(error.kind == .notFound)
        #expect(error.description == "er.luca cannot be made, because there is no folder \(folder.file("deep")). Make the folder first: mkdir -p \(folder.file("deep"))")
    }

    @Test func aLinkToItself() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file("loop.luca"), withDestinationPath: "loop.luca")
        for mode in Book.Mode.allCases {
            let error = try failure("loop.luca", mode)
            #expect(
                error.description
                    == "\(folder.file("loop.luca")) is a link that leads back to itself, and to no book. Remove the link, which holds nothing: rm \(folder.file("loop.luca")). Or name the book itself."
            )
        }
    }

    @Test func aFolder() throws {
        try FileManager.default.createDirectory(atPath: folder.file("books"), withIntermediateDirectories: false)
        for mode in [Book.Mode.readWrite, .existing, .readOnly] {
            let error = try failure("books", mode)
            #expect(error.kind == .isDirectory)
            #expect(
                error.description
                    == "\(folder.file("books")) is a folder, not a book. Name the file in it, such as \(folder.file("books"))/family.luca.")
        }
    }

    @Test func aDeviceAPipeAndLinksThatLeadNowhere() throws {
        #expect(mkfifo(folder.file("pipe.luca"), 0o600) == 0)
        for path in [folder.file("pipe.luca"), "/dev/null"] {
            let error = storageError { _ = try Book.open(path: path, clock: Sample.clock) }
            #expect(error?.kind == .notABook)
            #expect(error?.description == "\(path) is a device or a pipe, not a book. Name a file, which is made where there is none.")
        }
        #expect(storageError { _ = try Book.open(path: "/", clock: Sample.clock) }?.hint == "Name the file in it, such as /family.luca.")
        try makeBook()
        try FileManager.default.createSymbolicLink(atPath: folder.file("family.luca-wal"), withDestinationPath: folder.file("nowhere"))
        #expect(try failure("family.luca").message.hasPrefix("family.luca cannot be opened, because family.luca-wal beside it is no regular file"))
    }

    @Test func anEmptyFile() throws {
        folder.write("empty.luca", [])
        let error = try failure("empty.luca")
        #expect(error.kind == .notABook)
        #expect(
            error.description
                == "empty.luca is an empty file, not a book. Remove it to start a new book there, or restore a backup over it.")
    }

    @Test(arguments: [0, 1])
    func anEmptyFileWithTheJournalOfABook(size: Int) throws {
        folder.write("family.luca", Array("SQLite".utf8.prefix(size)))
        folder.write("family.luca-wal", Array(repeating: 1, count: 5000))
        let error = try failure("family.luca")
        #expect(error.kind == .damaged)
        #expect(
            error.description
                == """
                family.luca is an empty file, while the journal of a book lies beside it. \
                Keep family.luca-wal, which may hold entries, and restore the latest backup that verifies under another name.
                """)
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func aFolderInThePlaceOfAJournal(suffix: String) throws {
        try makeBook()
        try FileManager.default.createDirectory(atPath: folder.file("family.luca\(suffix)"), withIntermediateDirectories: false)
        for mode in [Book.Mode.readWrite, .readOnly] {
            let error = try failure("family.luca", mode)
            #expect(error.kind == .unreadable)
            #expect(
                error.description
                    == """
                    family.luca cannot be opened, because family.luca\(suffix) beside it is a folder: a book keeps a journal under that name. \
                    Move family.luca\(suffix) to another place or give it another name.
                    """)
        }
    }

    /// A database of a program that was killed, with a journal that holds its content.
    private func makeKilled(_ name: String, _ sql: String) throws {
        let raw = try RawDatabase(folder.file("living.db"))
        try raw.run(sql)
        for suffix in ["", "-wal"] { folder.write(name + suffix, folder.bytes("living.db" + suffix)) }
        withExtendedLifetime(raw) {}
    }

    @Test func aStrangersJournalIsLeftAlone() throws {
        try makeKilled("other.db", "PRAGMA journal_mode = WAL; PRAGMA application_id = 7; CREATE TABLE a (a); INSERT INTO a VALUES (1)")
        for mode in [Book.Mode.readWrite, .readOnly] { #expect(try failure("other.db", mode).kind == .notABook) }
    }

    @Test func aJournalOfANewerProgramIsLeftAlone() throws {
        try makeBook()
        let book = folder.bytes("family.luca")
        folder.write("living.db", book)
        try makeKilled("family.luca", "PRAGMA user_version = \(Schema.current.number + 1)")
        // What was migrated stands in the journal only.
        #expect(folder.bytes("family.luca")[63] == book[63])
        for mode in [Book.Mode.readWrite, .readOnly] { #expect(try failure("family.luca", mode).kind == .newer) }
    }

    @Test(.onPlainBooks) func aShortFileWithAWholeJournalIsABook() throws {
        let book = try Book.open(path: folder.file("living.luca"), clock: Sample.clock)
        // Every page goes through the journal, the first one too.
        try RawDatabase(folder.file("living.luca")).run("VACUUM")
        try Sample.fill(book)
        let journal = folder.bytes("living.luca-wal")
        for length in [2, 60, 100, 4096] {
            folder.write("family.luca", Array(folder.bytes("living.luca")[..<length]))
            folder.write("family.luca-wal", journal)
            let opened = try Book.open(path: folder.file("family.luca"), mode: .existing, clock: Sample.clock)
            #expect(try opened.ledger.activities.count == 2, "\(length) bytes")
            #expect(try opened.verify().isSound)
            opened.close()
        }
    }

    @Test func aJournalThatEndsInTheMiddleCountsUpToItsLastWholeCommit() throws {
        let book = try Book.open(path: folder.file("living.luca"), clock: Sample.clock)
        try Sample.fill(book)
        let file = folder.bytes("living.luca"), journal = folder.bytes("living.luca-wal")
        for length in stride(from: 1, through: journal.count, by: 777) {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file("family.luca\(suffix)")) }
            folder.write("family.luca", file)
            folder.write("family.luca-wal", Array(journal[..<length]))
            let opened = try Book.open(path: folder.file("family.luca"), mode: .existing, clock: Sample.clock)
            #expect([0, 2].contains(try opened.ledger.activities.count))
            #expect(try opened.verify().isSound)
            opened.close()
        }
    }

    @Test func aBookWhoseChangeByAnotherToolWasBrokenOff() throws {
        try makeBook()
        let other = try RawDatabase(folder.file("family.luca"))
        try other.run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; CREATE TABLE big (a)")
        try other.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO big SELECT randomblob(500) FROM n")
        for suffix in ["", "-journal"] { folder.write("broken.luca\(suffix)", folder.bytes("family.luca\(suffix)")) }
        #expect(folder.bytes("broken.luca-journal").count > 512)
        let book = try Book.open(path: folder.file("broken.luca"), mode: .existing, clock: Sample.clock)
        #expect(try book.verify().isSound)
        #expect(try RawDatabase(folder.file("broken.luca")).texts("SELECT count(*) FROM sqlite_schema WHERE name = 'big'") == ["0"])
        withExtendedLifetime(other) {}
    }

    @Test func aFileOfAnotherKind() throws {
        folder.write("trades.csv", Array("date,symbol\n2024-01-02,ORCL\n".utf8))
        let error = try failure("trades.csv")
        #expect(error.kind == .notABook)
        #expect(
            error.description
                == "trades.csv is not a book: it is no database at all. It was left as it is; give a new book another name.")
    }

    @Test func aDatabaseOfAnotherProgram() throws {
        try RawDatabase(folder.file("other.db")).run("PRAGMA journal_mode = WAL; CREATE TABLE activity (a); INSERT INTO activity VALUES (1)")
        let error = try failure("other.db")
        #expect(error.kind == .notABook)
        #expect(
            error.description
                == "other.db is a database of another program, not a book. It was left as it is; give a new book another name.")
    }

    @Test func aBookOfANewerProgram() throws {
        try makeBook()
        try RawDatabase(folder.file("family.luca")).run("PRAGMA user_version = \(Schema.current.number + 1)")
        for mode in [Book.Mode.readWrite, .readOnly] {
            let error = try failure("family.luca", mode)
            #expect(error.kind == .newer)
            #expect(
                error.description
                    == """
                    family.luca was written by a newer luca: its format is version \(Schema.current.number + 1), and this program knows up to version \(Schema.current.number). \
                    Use that luca, or a newer one. The file was left as it is.
                    """)
        }
    }

    @Test(.onPlainBooks) func aBookThatIsMigratedInAnotherSession() throws {
        try makeBook()
        // The version is still in the journal file, and not yet in the header.
        let other = try RawDatabase(folder.file("family.luca"))
        try other.run("PRAGMA user_version = \(Schema.current.number + 1)")
        #expect(Int(folder.bytes("family.luca")[63]) == Schema.current.number)
        let error = storageError { _ = try Book.open(path: folder.file("family.luca"), clock: Sample.clock) }
        #expect(error?.kind == .newer)
        withExtendedLifetime(other) {}
    }

    @Test(.onPlainBooks) func aBookThatWasCutOff() throws {
        try makeBook()
        let whole = folder.bytes("family.luca")
        folder.write("stump.luca", Array(whole[..<60]))
        #expect(try failure("stump.luca").description.hasPrefix("stump.luca is damaged: it ends after 60 bytes."))
        for length in [100, 1000, 4096, whole.count / 2, whole.count - 4096] {
            folder.write("cut.luca", Array(whole[..<length]))
            let error = storageError {
                let book = try Book.open(path: folder.file("cut.luca"), mode: .readOnly, clock: Sample.clock)
                _ = try book.ledger
                _ = try book.verify()
                guard try book.verify().isSound else { throw StorageError(.damaged, "found by verify") }
            }
            #expect(error?.kind == .damaged, "cut off after \(length) bytes")
            #expect(folder.bytes("cut.luca") == Array(whole[..<length]))
        }
    }

    @Test func makingOneWhereThereIsOne() throws {
        try makeBook()
        let error = try failure("family.luca", .create)
        #expect(error.kind == .alreadyExists)
        #expect(error.description == "family.luca exists already. Open it, or choose another name.")
    }

    @Test func namesWithOddCharacters() throws {
        for name in ["a b.luca", "100%.luca", "what?.luca", "no#1.luca", "größe.luca", "a&mode=ro.luca", "x'y\".luca"] {
            let book = try Book.open(path: folder.file(name), clock: Sample.clock)
            try Sample.fill(book)
            #expect(try book.query("SELECT count(*) FROM activities").values == [.integer(2)])
            book.close()
            #expect(folder.names.contains(name))
        }
    }

    @Test func readingLeavesNothingBehind() throws {
        try makeBook()
        let bytes = folder.bytes("family.luca")
        let book = try Book.open(path: folder.file("family.luca"), mode: .readOnly, clock: Sample.clock)
        #expect(try book.ledger.activities.count == 2)
        #expect(try book.query("SELECT count(*) FROM activities").values == [.integer(2)])
        try book.backup(to: folder.file("copy.luca"))
        book.close()
        _ = try Book.restore(from: folder.file("copy.luca"), to: folder.file("restored.luca"), clock: Sample.clock)
        #expect(folder.names == ["copy.luca", "family.luca", "restored.luca"])
        #expect(folder.bytes("family.luca") == bytes)
    }

    @Test func aReaderKeepsTheJournalOfAWriterThatWasKilled() throws {
        let writer = try WriterProcess(["append", folder.file("family.luca")])
        while Int(writer.line() ?? "") ?? 10 < 10 {}
        _ = writer.kill()
        let (bytes, journal) = (folder.bytes("family.luca"), folder.bytes("family.luca-wal"))
        #expect(!journal.isEmpty)
        let reader = try Book.open(path: folder.file("family.luca"), mode: .readOnly, clock: Sample.clock)
        #expect(try reader.ledger.lastEntry >= EntryID(10))
        reader.close()
        #expect(folder.bytes("family.luca-wal") == journal)
        #expect(folder.bytes("family.luca") == bytes)
    }

    @Test func aLinkIsFollowed() throws {
        try makeBook()
        try FileManager.default.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: false)
        let link = folder.file("links/mine.luca")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("family.luca"))
        let book = try Book.open(path: link, clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("links")) == ["mine.luca"])
        #expect(book.name == "family.luca")
        #expect(storageError { try book.backup(to: link) }?.kind == .alreadyExists)
        let kept = try book.backup(folder: folder.file("links"), keep: 1)
        #expect(kept == folder.file("links/family-2026-01-02T030304Z.luca"))
    }

    @Test func severalBooksAtOnce() throws {
        let books = try (1...5).map { try Book.open(path: folder.file("\($0).luca"), clock: Sample.clock) }
        for (index, book) in books.enumerated() {
            try Sample.fill(book)
            try book.transaction { for _ in 0..<index { try book.append(Sample.deposit("1")) } }
        }
        try books[0].transaction {
            try books[0].append(Sample.deposit("1"))
            try books[1].append(Sample.deposit("1"))
        }
        #expect(try books.map { try $0.ledger.activities.count } == [3, 4, 4, 5, 6])
    }
}
