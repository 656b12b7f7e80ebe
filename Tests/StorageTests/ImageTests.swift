import Foundation
import Ledger
import TestSupport
import Testing
import Values
@testable import Storage

@Suite("A book as bytes, for a process that has no way to its file")
struct ImageTests {
    private static let clock: @Sendable () -> Instant = { Instant(microseconds: 1_400_000_000_000_000) }

    /// A book with an account and a deposit.
    private func fill(_ book: Book) throws {
        try book.transaction(source: "test") {
            let account = try book.define(Account(name: "Savings", currency: .usd))
            try book.append(Activity(date: Day("2014-01-02"), kind: .deposit, account: account, amount: 500, currency: .usd))
        }
    }

    @Test("It reads as the book does, says the same in SQL, and takes nothing", arguments: [true, false])
    func reads(isFile: Bool) throws {
        let folder = TemporaryFolder(), path = folder.path + "/book.luca"
        let book = isFile ? try Book.open(path: path, clock: Self.clock) : Book.inMemory(clock: Self.clock)
        defer { book.close() }
        try fill(book)
        let bytes = FileManager.default.contents(atPath: path)
        try book.withImage { image in
            #expect(image[18] == 1 && image[19] == 1)
            let copy = try Book.open(image: image, named: path, clock: Self.clock)
            defer { copy.close() }
            #expect(try copy.head == book.head && copy.path == nil && copy.name == "book.luca" && copy.isReadOnly)
            #expect(try "\(copy.query("select * from activities"))" == "\(book.query("select * from activities"))")
            #expect(try copy.verify().isSound)
            #expect(throws: StorageError.self) { try fill(copy) }
        }
        #expect(FileManager.default.contents(atPath: path) == bytes)
    }

    @Test("It has what the running act recorded")
    func running() throws {
        let book = Book.inMemory(clock: Self.clock)
        try book.transaction(source: "test") {
            _ = try book.define(Account(name: "Savings", currency: .usd))
            let names = try book.withImage { try Book.open(image: $0, named: "x", clock: Self.clock).definitions.accounts.map(\.name) }
            #expect(names == ["Savings"])
        }
    }

    @Test("Bytes that are no book, or of another version, are refused")
    func foreign() throws {
        var bytes = [UInt8](repeating: 7, count: 4096)
        #expect(throws: StorageError.self) { try bytes.withUnsafeBytes { try Book.open(image: $0, named: "x", clock: Self.clock) } }
        try Book.inMemory(clock: Self.clock).withImage { bytes = Array($0) }
        bytes[63] = 250
        #expect(throws: StorageError.self) { try bytes.withUnsafeBytes { try Book.open(image: $0, named: "x", clock: Self.clock) } }
    }
}
