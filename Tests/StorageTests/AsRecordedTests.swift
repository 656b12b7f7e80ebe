import Ledger
import Testing
import Values

@testable import Storage

@Suite("What the book said at a moment")
struct AsRecordedTests {
    /// A clock that is set by hand.
    private final class Clock {
        var now = Sample.moment
        func set(_ text: String) { now = try! Instant(iso8601: text) }
    }

    private let clock = Clock()

    private func at(_ text: String) throws -> Instant { try Instant(iso8601: text) }

    /// Three acts: definitions, a deposit and a purchase, a void of the purchase.
    private func filled(_ shelf: Shelf) throws -> Book {
        let book = try shelf.open(clock: { clock.now })
        clock.set("2025-01-01T10:00:00Z")
        try book.define(Sample.brokerage)
        try book.define(Sample.oracle)
        clock.set("2025-02-01T10:00:00Z")
        try book.transaction {
            try book.append(Sample.deposit("1000"))
            try book.append(Sample.buy("10", at: "31.25"))
        }
        clock.set("2025-03-01T10:00:00Z")
        try book.void(EntryID(4), reason: "typed twice")
        return book
    }

    @Test(arguments: StoreKind.allCases)
    func eachMomentShowsWhatWasRecordedByThen(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        for book in [try filled(shelf), try shelf.open()] {
            #expect(try book.ledger(asRecorded: at("2024-12-31T00:00:00Z")).accounts.isEmpty)
            #expect(try book.ledger(asRecorded: at("2025-01-01T10:00:00Z")).accounts.count == 1)
            #expect(try book.ledger(asRecorded: at("2025-01-31T00:00:00Z")).cash().isEmpty)
            let february = try book.ledger(asRecorded: at("2025-02-01T10:00:00Z"))
            #expect(try february.holdings().map(\.quantity) == [10])
            #expect(try february.holdings(on: Sample.day("2024-01-02")).isEmpty)
            #expect(try book.ledger(asRecorded: at("2025-02-28T00:00:00Z")) === february)
            #expect(try book.ledger(asRecorded: at("2025-03-01T10:00:00Z")).holdings().isEmpty)
            #expect(try book.ledger(asRecorded: at("2025-03-01T10:00:00Z")) === book.ledger)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theRunningActCountsFromItsOwnMomentOn(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try filled(shelf)
        clock.set("2025-04-01T10:00:00Z")
        try book.transaction {
            try book.append(Sample.deposit("5"))
            #expect(try book.ledger(asRecorded: at("2025-03-31T00:00:00Z")).activities.count == 2)
            #expect(try book.ledger(asRecorded: at("2025-04-01T10:00:00Z")).activities.count == 3)
        }
        try book.trial {
            try book.append(Sample.deposit("6"))
            #expect(try book.ledger(asRecorded: at("2025-03-31T00:00:00Z")).activities.count == 2)
        }
        #expect(try book.ledger(asRecorded: at("2025-04-01T10:00:00Z")).activities.count == 3)
    }

    /// The order of acts is what happened; a clock that was wrong for a while hides nothing that came before.
    @Test func aClockThatWentBackHidesNothingBeforeIt() throws {
        let shelf = Shelf(.memory)
        let book = try filled(shelf)
        clock.set("2025-02-15T10:00:00Z")
        try book.append(Sample.deposit("7"))
        #expect(try book.ledger(asRecorded: at("2025-02-20T00:00:00Z")).activities.count == 3)
        #expect(try book.ledger(asRecorded: at("2025-02-10T00:00:00Z")).activities.count == 2)
    }
}
