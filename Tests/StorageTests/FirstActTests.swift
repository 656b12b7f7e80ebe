import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("A book's file comes into being with its first act")
struct FirstActTests {
    private let folder = TemporaryFolder()

    private func open(_ name: String = "new.luca", options: Book.Options = .init()) throws -> Book {
        try Book.open(path: folder.file(name), mode: .onFirstAct, options: options, clock: Sample.clock)
    }

    @Test func questionsAndFailuresLeaveNothing() throws {
        let book = try open()
        #expect(try book.ledger.accounts.isEmpty && book.query("SELECT * FROM activities").rowCount == 0)
        #expect(try book.verify().isSound)
        try book.transaction {}
        try book.set("base_currency", to: "")
        try book.trial { try Sample.fill(book) }
        #expect(throws: LedgerError.self) {
            try book.transaction {
                try book.define(Sample.brokerage)
                try book.append(Sample.deposit("1", in: AccountID(9)))
            }
        }
        #expect(try book.ledger.accounts.isEmpty)
        #expect(folder.names == [])
        #expect(storageError { try book.backup(to: folder.file("copy.luca")) }?.message.contains("nothing has been recorded") == true)
        book.close()
        #expect(folder.names == [])
    }

    @Test("A link that leads to no file yet is followed, and so are those of folders")
    func throughLinks() throws {
        mkdir(folder.file("real"), 0o700)
        #expect(symlink("real/none.luca", folder.file("dangling.luca")) == 0 && symlink("dangling.luca", folder.file("second.luca")) == 0)
        #expect(symlink("real", folder.file("linked")) == 0)
        let book = try open("second.luca"), other = try open("linked/other.luca")
        #expect(book.path == folder.file("real/none.luca") && other.path == folder.file("real/other.luca"))
        try Sample.fill(book)
        try Sample.fill(other)
        try book.append(Sample.deposit("1"))
        #expect(book.isFile(at: folder.file("dangling.luca")) && other.isFile(at: folder.file("linked/other.luca")))
        book.close()
        other.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("real")).sorted() == ["none.luca", "other.luca"])
        #expect(try open("second.luca").ledger.activities.count == 3)
        #expect(symlink("no/where.luca", folder.file("lost.luca")) == 0)
        #expect(storageError { _ = try open("lost.luca") }?.message == "where.luca cannot be made, because there is no folder \(folder.file("no")).")
    }

    @Test func theFirstActIsWholeAndTheNextOnesFollow() throws {
        let book = try open()
        try book.transaction(source: "setup") {
            try book.define(Sample.brokerage)
            #expect(!folder.names.contains("new.luca"))
            #expect(throws: LedgerError.self) { try book.transaction { try book.append(Sample.deposit("1", in: AccountID(9))) } }
            try book.define(Sample.oracle)
            _ = try book.store([Sample.quote("31")])
        }
        #expect(folder.names.filter { !$0.hasPrefix("new.luca") } == [])
        try book.append(Sample.deposit("1000"))
        try book.append(Sample.buy("10", at: "31.25"))
        #expect(try book.verify().isSound && book.acts.count == 3)
        book.close()
        #expect(folder.names == ["new.luca"])
        let again = try Book.open(path: folder.file("new.luca"), mode: .existing, clock: Sample.clock)
        #expect(try again.ledger.activities.count == 2 && again.verify().isSound && again.quotes().count == 1)
    }

    @Test func theBookIsTheSameAsOneThatWasMadeAtOnce() throws {
        let late = try open(), early = try Book.open(path: folder.file("early.luca"), mode: .create, clock: Sample.clock)
        for book in [late, early] { try Sample.fill(book) }
        #expect(try late.head == early.head)
    }

    @Test func whoComesSecondWorksOnTheFileOfTheFirst() throws {
        let first = try open(), second = try open()
        #expect(try second.ledger.accounts.isEmpty)
        try first.define(Sample.brokerage)
        try second.define(Account(name: "Savings", currency: .usd))
        #expect(try second.ledger.accounts.map(\.name) == ["Brokerage", "Savings"])
        try first.refresh()
        #expect(try first.ledger.accounts.map(\.name) == ["Brokerage", "Savings"])
        #expect(try first.verify().isSound)
    }

    @Test func whoSeesTheFileByItselfReadsIt() throws {
        let first = try open(), second = try open()
        try first.define(Sample.brokerage)
        #expect(try second.refresh() && second.ledger.accounts.count == 1)
    }

    @Test func twoActsWaitForOneAnother() throws {
        let first = try open(), second = try open(options: Book.Options(busyTimeout: 0.2))
        try first.transaction {
            try first.define(Sample.brokerage)
            #expect(storageError { _ = try second.define(Sample.oracle) }?.kind == .busy)
        }
        try second.define(Sample.oracle)
        #expect(try second.ledger.accounts.count == 1)
    }

    @Test func whatRestsOnAnEmptyBookIsOutdatedOnceItIsNot() throws {
        let first = try open(), second = try open()
        let error = storageError {
            try second.transaction {
                try second.noteReading()
                try first.define(Sample.brokerage)
                try second.define(Sample.oracle)
            }
        }
        #expect(error?.kind == .outdated)
    }

    @Test func foldersAreMadeOnlyWhereThatIsWanted() throws {
        #expect(storageError { _ = try open("a/b/new.luca") }?.message.contains("there is no folder") == true)
        var options = Book.Options()
        options.makesFolder = true
        let book = try open("a/b/new.luca", options: options)
        #expect(try book.ledger.accounts.isEmpty && folder.names == [])
        try Sample.fill(book)
        #expect(FileManager.default.fileExists(atPath: folder.file("a/b/new.luca")))
    }

    @Test func aFileThatIsThereIsOpened() throws {
        try open().define(Sample.brokerage)
        #expect(try open().ledger.accounts.count == 1)
        folder.write("notes.txt", Array("no book".utf8))
        #expect(storageError { _ = try open("notes.txt") }?.kind == .notABook)
    }

    @Test func aLargeFirstActIsNotHeldInMemoryTwice() throws {
        let book = try open()
        try book.transaction {
            try book.define(Sample.brokerage)
            try book.append(contentsOf: (0..<5000).map { _ in Sample.deposit("1") })
        }
        #expect(try book.ledger.activities.count == 5000 && book.verify().isSound)
    }

    /// Whoever may write in the folder can put something where the draft goes; it is left alone, and nothing is recorded.
    @Test(arguments: ["link", "folder", "foreign", "open"])
    func whatIsInTheDraftsPlaceIsNotCleared(kind: String) throws {
        let victim = folder.file("docs"), draft = folder.file(".new.luca.first")
        try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: false)
        folder.write("docs/letter.txt", Array("kept".utf8))
        switch kind {
        case "link": try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: victim)
        case "folder": #expect(rename(victim, draft) == 0)
        case "foreign": folder.write(".new.luca.first", Array("kept".utf8))
        default: #expect(mkdir(draft, 0o777) == 0 && chmod(draft, 0o777) == 0)
        }
        let before = folder.names
        let error = storageError { try Sample.fill(try open()) }
        #expect(error?.kind == .alreadyExists, "\(String(describing: error))")
        #expect(error?.message.contains(".new.luca.first, the folder in which luca prepares a new book, is there and is not luca's") == true)
        #expect(folder.names == before)
        if kind == "link" { #expect(folder.bytes("docs/letter.txt") == Array("kept".utf8)) }
        if kind == "folder" { #expect(folder.bytes(".new.luca.first/letter.txt") == Array("kept".utf8)) }
    }

    @Test func whatAKilledFirstActLeftIsTakenUp() throws {
        let draft = folder.file(".new.luca.first")
        #expect(mkdir(draft, 0o700) == 0)
        for name in ["lock", "new.luca", "new.luca-wal", "new.luca.unfinished-1-2"] { folder.write(".new.luca.first/" + name, Array("half".utf8)) }
        let book = try open()
        try Sample.fill(book)
        #expect(try book.verify().isSound)
        book.close()
        #expect(folder.names == ["new.luca"])
    }

    @Test("A journal of a book that is gone gets into no new one", arguments: ["-wal", "-journal"])
    func aJournalIsNotTakenOver(suffix: String) throws {
        folder.write("new.luca" + suffix, Array(repeating: 7, count: 4096))
        #expect(storageError { _ = try open() }?.message.contains("new.luca\(suffix) is there: the journal of a book of that name") == true)
        unlink(folder.file("new.luca" + suffix))
        // It may come to lie there while the first act is being made.
        let book = try open()
        let error = storageError {
            try book.transaction {
                try book.define(Sample.brokerage)
                folder.write("new.luca" + suffix, Array(repeating: 7, count: 4096))
            }
        }
        #expect(error?.kind == .alreadyExists)
        #expect(try book.ledger.accounts.isEmpty)
        #expect(folder.names == ["new.luca" + suffix])
    }

    @Test("What is in the way of the file's journals is in the way of the book", arguments: ["-wal", "-shm", "-journal"])
    func nothingIsRecordedThatCannotBeOpened(suffix: String) throws {
        #expect(mkdir(folder.file("new.luca" + suffix), 0o700) == 0)
        #expect(storageError { _ = try open() }?.kind == .unreadable)
        rmdir(folder.file("new.luca" + suffix))
        let book = try open()
        let error = storageError {
            try book.transaction {
                try book.define(Sample.brokerage)
                #expect(mkdir(folder.file("new.luca" + suffix), 0o700) == 0)
            }
        }
        #expect(error?.kind == .unreadable)
        #expect(folder.names == ["new.luca" + suffix])
    }
}
