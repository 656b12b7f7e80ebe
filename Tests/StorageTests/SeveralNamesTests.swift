import Foundation
import Ledger
import Testing

@testable import Storage

@Suite("A book's file with several names")
struct SeveralNamesTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    private func makeBook() throws -> Book {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        return book
    }

    @Test func aFileWithTwoNamesIsReadAndNotWritten() throws {
        let first = try makeBook()
        #expect(link(path, folder.file("second.luca")) == 0)
        for mode in [Book.Mode.readWrite, .onFirstAct, .existing] {
            let error = storageError { _ = try Book.open(path: folder.file("second.luca"), mode: mode, clock: Sample.clock) }
            #expect(error?.kind == .readOnly)
            #expect(error?.message.hasPrefix("second.luca has another name too") == true)
        }
        try first.append(Sample.deposit("7"))
        first.close()
        let second = try Book.openAsPermitted(path: folder.file("second.luca"), clock: Sample.clock)
        #expect(try second.readOnlyReason != nil && second.ledger.activities.count == 3)
        second.close()
        unlink(path)
        let alone = try Book.open(path: folder.file("second.luca"), clock: Sample.clock)
        try alone.append(Sample.deposit("8"))
        #expect(try alone.verify().isSound)
    }

    @Test("The name of a draft that a crash left is taken away")
    func namesOfACrashAreTakenAway() throws {
        try makeBook().close()
        #expect(link(path, folder.file("family.luca.unfinished-1-2")) == 0)
        let book = try Book.open(path: path, clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        book.close()
        #expect(folder.names == ["family.luca"])
    }

    @Test("The name under which a book is kept while another takes its place is never taken away")
    func aKeptBookStays() throws {
        try makeBook().close()
        let kept = "family-replaced-2026-01-02T030405Z.luca"
        #expect(link(path, folder.file(kept)) == 0)
        #expect(
            storageError { _ = try Book.open(path: path, clock: Sample.clock) }?.description
                == """
                family.luca has another name too, \(kept), as a hard link: what is recorded under one is not seen under the other \
                until both are closed, and may be lost. Remove the other name (rm \(kept)), or make this a file of its own: \
                cp family.luca copy && mv copy family.luca
                """)
        #expect(folder.names == [kept, "family.luca"])
    }
}
