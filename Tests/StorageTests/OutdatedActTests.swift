import Ledger
import Testing
import Values

@testable import Storage

@Suite("Acts that rest on what another program has changed meanwhile")
struct OutdatedActTests {
    private func shelf(_ kind: StoreKind) throws -> Shelf {
        let shelf = Shelf(kind)
        try Sample.fill(shelf.open())
        return shelf
    }

    @Test("An act that read first is refused, and keeps nothing; run again it goes through", arguments: StoreKind.allCases)
    func readThenRecorded(_ kind: StoreKind) throws {
        let shelf = try shelf(kind), book = try shelf.open(), other = try shelf.open()
        _ = try book.ledger
        func doubled(while meanwhile: () throws -> Void) throws {
            try book.transaction {
                try book.noteReading()
                let balance = try book.state().cash()[0].balance
                try meanwhile()
                try book.append(Sample.deposit("\(balance)"))
            }
        }
        let error = storageError { try doubled { try other.append(Sample.deposit("1")) } }
        #expect(error?.kind == .outdated)
        #expect(error?.description.contains("has changed while this ran") == true)
        #expect(try shelf.open().state().cash().map(\.balance) == [687])
        try doubled {}
        #expect(try shelf.open().state().cash().map(\.balance) == [1374])
        #expect(try book.verify().isSound)
    }

    @Test("What was recorded before the reading, and not noticed yet, is read and refuses nothing", arguments: StoreKind.allCases)
    func noticedInTime(_ kind: StoreKind) throws {
        let shelf = try shelf(kind), book = try shelf.open()
        _ = try book.ledger
        try shelf.open().append(Sample.deposit("1"))
        try book.transaction {
            try book.noteReading()
            try book.append(Sample.deposit("\(try book.state().cash()[0].balance)"))
        }
        #expect(try book.state().cash().map(\.balance) == [1374])
    }

    @Test("An act that read nothing waits for its turn, and what it reads once it records is its own", arguments: StoreKind.allCases)
    func recordedOnly(_ kind: StoreKind) throws {
        let shelf = try shelf(kind), book = try shelf.open(), other = try shelf.open()
        _ = try book.ledger
        try book.transaction {
            try other.append(Sample.deposit("1"))
            try book.append(Sample.deposit("2"))
            try book.noteReading()
            try book.append(Sample.deposit("3"))
        }
        #expect(try book.state().cash().map(\.balance) == [692])
    }

    @Test("A question in SQL is a reading too, and so is a plan that was made before the act")
    func otherReadings() throws {
        let shelf = try shelf(.file), book = try shelf.open(), other = try shelf.open()
        let seen = try book.head
        #expect(
            storageError {
                try book.transaction {
                    _ = try book.query("SELECT count(*) FROM activities")
                    try other.append(Sample.deposit("1"))
                    try book.append(Sample.deposit("2"))
                }
            }?.kind == .outdated)
        #expect(
            storageError {
                try book.transaction {
                    book.expect(seen)
                    try book.append(Sample.deposit("2"))
                }
            }?.kind == .outdated)
        #expect(try book.ledger.activities.count == 3)
    }
}
