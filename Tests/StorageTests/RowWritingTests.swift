import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Large batches, whose rows are written while the next is looked at")
struct RowWritingTests {
    private func batch(_ count: Int) -> [Activity] { (1...count).map { Sample.deposit("\($0)", on: "2024-02-0\(1 + $0 % 9)") } }

    private func book(_ shelf: Shelf) throws -> Book {
        let book = try shelf.open()
        try Sample.fill(book)
        return book
    }

    private func record(_ book: Book, inBatchesOf size: Int) throws -> JournalHead {
        let all = batch(9000)
        try book.transaction(source: "import") {
            for start in stride(from: 0, to: all.count, by: size) { _ = try book.admit(Array(all[start..<min(start + size, all.count)])) }
        }
        return try book.store.head()
    }

    @Test("The journal is the same as of small ones, whatever keeps it", arguments: [StoreKind.file, .memory])
    func isTheSame(kind: StoreKind) throws {
        let large = try book(Shelf(kind)), small = try book(Shelf(kind))
        let head = try record(large, inBatchesOf: 3000)
        #expect(try head == record(small, inBatchesOf: 1000) && head.sequence == 9004)
        #expect(try large.verify().isSound && large.ledger.cash().map(\.balance) == small.ledger.cash().map(\.balance))
    }

    @Test("What is recorded, asked or undone behind a batch finds its rows")
    func isWaitedFor() throws {
        let shelf = Shelf(.file), book = try book(shelf)
        try book.transaction {
            _ = try book.admit(batch(3000))
            #expect(book.rowWriting != nil)
            #expect(try book.query("SELECT count(*) FROM activities").rowCount == 1 && book.rowWriting == nil)
            _ = try book.admit(batch(3000))
            try book.append(Sample.deposit("1"))
            _ = try book.admit(batch(3000))
            #expect(throws: StorageError.self) {
                try book.transaction {
                    _ = try book.admit(batch(3000))
                    throw StorageError(.misuse, "no")
                }
            }
            try book.append(Sample.deposit("2"))
        }
        #expect(try book.store.head().sequence == 4 + 9000 + 2)
        book.close()
        let next = try shelf.open()
        #expect(try next.verify().isSound && next.ledger.lastEntry.rawValue == 9006)
    }

    @Test("An act that ends with a batch, be it kept or not, waits for it")
    func endsOfActs() throws {
        let shelf = Shelf(.file), book = try book(shelf)
        try book.trial { _ = try book.admit(batch(3000)) }
        #expect(try book.rowWriting == nil && book.store.head().sequence == 4)
        try book.transaction { _ = try book.admit(batch(3000)) }
        #expect(try book.rowWriting == nil && book.store.head().sequence == 3004)
        book.beginAct(source: "left open")
        _ = try book.admit(batch(3000))
        book.close()
        let next = try shelf.open()
        #expect(try next.store.head().sequence == 3004 && next.verify().isSound)
    }

    @Test("Where the disk is full, all of the act is undone, whenever that is found out", arguments: [1, 2, 3])
    func fullDisk(batches: Int) throws {
        let shelf = Shelf(.file)
        try book(shelf).close()
        let next = try shelf.open(), file = try #require(next.store as? SQLiteStore), pages = try file.connected().integer("PRAGMA page_count")
        try file.connected().execute("PRAGMA max_page_count = \(pages + 40)")
        let error = storageError {
            try next.transaction {
                for _ in 0..<batches { _ = try next.admit(batch(3000)) }
                try next.append(Sample.deposit("1"))
            }
        }
        #expect(error?.kind == .diskFull, "\(String(describing: error))")
        #expect(try next.store.head().sequence == 4 && next.ledger.lastEntry.rawValue == 4 && next.verify().isSound)
    }
}
