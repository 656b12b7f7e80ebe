import Foundation
import Testing

@testable import Storage

@Suite("Nothing is written over a book")
struct BookGuardTests {
    private let folder = TemporaryFolder()

    private func makeBook(_ name: String) throws -> Book {
        let book = try Book.open(path: folder.file(name), clock: Sample.clock)
        try Sample.fill(book)
        return book
    }

    private func message(_ name: String, open: [String] = []) -> String? { BookProtection.refusalToWrite(folder.file(name), open: open)?.message }

    @Test func aBookIsToldByWhatIsInIt() throws {
        try makeBook("family.luca").close()
        try FileManager.default.moveItem(atPath: folder.file("family.luca"), toPath: folder.file("trades.csv"))
        #expect(message("trades.csv")?.hasSuffix("trades.csv is a luca book, and nothing else is written over one") == true)
        // A hundred bytes of it are enough, as of one that a full disk has cut.
        folder.write("cut", Array(folder.bytes("trades.csv")[..<100]))
        #expect(message("cut") != nil)
    }

    @Test func linksLeadToTheBook() throws {
        try makeBook("family.luca").close()
        #expect(symlink(folder.file("family.luca"), folder.file("soft")) == 0 && link(folder.file("family.luca"), folder.file("hard")) == 0)
        #expect(symlink("soft", folder.file("softer")) == 0)
        for name in ["soft", "hard", "softer"] { #expect(message(name) != nil, "\(name)") }
    }

    @Test func anOpenBookIsToldByItsPlaceWithoutOpeningIt() throws {
        let book = try makeBook("family.luca"), open = [try #require(book.path)]
        #expect(link(folder.file("family.luca"), folder.file("hard")) == 0 && symlink(folder.file("family.luca"), folder.file("soft")) == 0)
        for name in ["family.luca", "hard", "soft", "./family.luca", "../\(URL(filePath: folder.file("")).lastPathComponent)/family.luca"] {
            #expect(message(name, open: open)?.hasSuffix("is the book that is open") == true, "\(name)")
        }
        for name in ["family.luca-wal", "family.luca-shm", "family.luca-journal"] {
            #expect(message(name, open: open)?.hasSuffix("belongs to the book family.luca, which is open") == true, "\(name)")
        }
        // The locks that the session holds are still there: another program cannot take the file for itself alone.
        let error = storageError { try Book.restore(from: folder.file("hard"), to: folder.file("family.luca"), replacing: true, clock: Sample.clock) }
        #expect(error != nil)
        #expect(try book.verify().isSound)
    }

    @Test func theFilesBesideABookAreItsOwn() throws {
        try makeBook("family.luca").close()
        #expect(message("family.luca-wal")?.contains("keeps a part of itself") == true)
        #expect(message("notes-wal") == nil)
        #expect(storageError { try makeBook("other.luca").backup(to: folder.file("family.luca-wal")) }?.message.contains("keeps a part of itself") == true)
        #expect(throws: StorageError.self) { try Book.open(path: folder.file("family.luca-journal"), mode: .onFirstAct, clock: Sample.clock) }
    }

    @Test func aBookThatIsNotThereYetKeepsItsName() throws {
        let book = try Book.open(path: folder.file("new.luca"), mode: .onFirstAct, clock: Sample.clock), open = [try #require(book.path)]
        #expect(message("new.luca", open: open) != nil && message("new.luca-wal", open: open) != nil)
        #expect(symlink("new.luca", folder.file("soft")) == 0)
        #expect(message("soft", open: open) != nil)
        #expect(message("newer.luca", open: open) == nil)
    }

    @Test func otherFilesMayBeWritten() throws {
        folder.write("a.csv", Array("date,amount\n".utf8))
        folder.write("other.db", Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 84))
        folder.write("empty", [])
        for name in ["a.csv", "other.db", "empty", "nothing", "no/where"] { #expect(message(name) == nil, "\(name)") }
        #expect(BookProtection.refusalToWrite("/dev/null") == nil)
    }
}
