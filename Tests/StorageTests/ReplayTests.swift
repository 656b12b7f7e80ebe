import Ledger
import Testing
import Values

@testable import Storage

@Suite("A journal recorded anew in another book")
struct ReplayTests {
    /// A book with voids, values, an amendment, a sale entered before its purchase, and quotes, by a clock that goes on.
    private static func original(_ shelf: Shelf) throws -> Book {
        var seconds: Int64 = 0
        let book = try shelf.open {
            seconds += 1
            return Instant(microseconds: Sample.moment.microseconds + seconds * 1_000_001)
        }
        try Sample.fill(book)
        try book.transaction(source: "import a.csv") {
            try book.append(contentsOf: [Sample.sell("3", at: "40", on: "2024-01-02"), Sample.buy("5", at: "30", on: "2024-01-01")])
        }
        try book.void(EntryID(3), reason: "typo")
        try book.store([Sample.quote("32.5"), Sample.quote("33", on: "2024-01-06")])
        try book.store([rate("EUR", "USD", "1.1")])
        try book.store([rate("EUR", "USD", "1.2", on: "2024-01-06"), rate("GBP", "EUR", "1.15")])
        try book.transaction(source: "values") {
            let house = try book.define(Account(name: "House", kind: .other, currency: .eur, tracking: .value))
            try book.append(AccountValue(account: house, date: Sample.day("2024-01-31"), value: Sample.decimal("250000"), currency: .eur))
            try book.set("fees_in_cost", to: "false")
            try book.keep(PlanDocument(kind: .goal, name: "House", body: "{\"amount\":\"100\"}"))
            try book.settle(Occurrence(rule: "rent", day: Sample.day("2024-01-31"), state: .skipped))
        }
        try book.transaction(source: "amend, transfer, spin off") {
            var deposit = Sample.deposit("1234.56")
            deposit.detail = ActivityDetail(amends: try book.append(Sample.deposit("12.34")))
            try book.append(deposit)
            let roth = try book.define(Account(name: "Roth", kind: .pension, currency: .usd)),
                other = try book.define(Instrument(symbol: "NEW", currency: .usd, assetClass: "shares"))
            let pair = ActivityDetail(group: "to Roth", lots: [LotChoice(EntryID(4), quantity: Sample.decimal("2"))])
            try book.append(contentsOf: [
                Activity(
                    date: Sample.day("2024-03-01"), kind: .transferIn, account: roth, instrument: InstrumentID(1), quantity: 2, currency: .usd,
                    detail: ActivityDetail(group: "to Roth")),
                Activity(
                    date: Sample.day("2024-03-01"), kind: .transferOut, account: AccountID(1), instrument: InstrumentID(1), quantity: 2, currency: .usd, detail: pair),
            ])
            try book.append(
                Activity(
                    date: Sample.day("2024-04-01"), kind: .adjustment, subtype: .spinoff, account: .every, instrument: InstrumentID(1), currency: .usd,
                    detail: ActivityDetail(ratio: Ratio(1, for: 4), into: other, share: Sample.decimal("0.1"))))
            try book.redefine(AccountID(1), as: Account(name: "Broker", currency: .usd, portfolio: "Family"))
        }
        return book
    }

    private static func acts(_ book: Book) throws -> [ReplayedAct] {
        var acts: [ReplayedAct] = []
        try book.readJournal(
            act: { acts.append(ReplayedAct(recordedAt: $0.recordedAt, source: $0.source, entries: [])) },
            entry: { acts[acts.count - 1].entries.append($1) })
        return acts
    }

    private static func quotes(_ book: Book) throws -> [(quote: Quote, recordedAt: Instant)] {
        var quotes: [(quote: Quote, recordedAt: Instant)] = []
        try book.readQuotes { quotes.append(($0, $1)) }
        return quotes
    }

    private static func rates(_ book: Book) throws -> [(rate: Rate, recordedAt: Instant)] {
        var rates: [(rate: Rate, recordedAt: Instant)] = []
        try book.readRates { rates.append(($0, $1)) }
        return rates
    }

    @Test func keysOfProvidersAreNotReplayed() throws {
        let book = Book.inMemory(clock: Sample.clock)
        let act = ReplayedAct(recordedAt: Sample.moment, source: "test", entries: [.setting(key: "provider_keys", value: "alphavantage=SECRET1")])
        #expect(storageError { try book.replay([act]) }?.kind == .refused)
        #expect(try book.ledger.lastEntry.rawValue == 0)
    }

    @Test("Numbers, acts and the chain of hashes come out the same", arguments: StoreKind.allCases)
    func same(kind: StoreKind) throws {
        let shelf = Shelf(kind), other = Shelf(kind)
        let book = try Self.original(shelf), copy = try other.open()
        try copy.replay(Self.acts(book), quotes: Self.quotes(book), rates: Self.rates(book))
        #expect(try Self.rates(copy).map(\.rate) == Self.rates(book).map(\.rate))
        #expect(try Self.rates(copy).map(\.recordedAt) == Self.rates(book).map(\.recordedAt))
        try expectSameEnd(copy, book, kind)
        #expect(try copy.acts == book.acts)
        #expect(try copy.ledger.holdings() == book.ledger.holdings())
        #expect(try Self.quotes(copy).map(\.recordedAt) == Self.quotes(book).map(\.recordedAt))
        #expect(try copy.verify().isSound)
        // What comes afterwards is an act of its own.
        try copy.append(Sample.deposit("5"))
        #expect(try copy.acts.count == book.acts.count + 1)
        #expect(try copy.acts.last?.recordedAt == Sample.moment)
        #expect(try copy.verify().isSound)
    }

    @Test("A book that holds something refuses it", arguments: StoreKind.allCases)
    func refusesFull(kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open()
        try Sample.fill(book)
        let head = try book.head
        let error = #expect(throws: StorageError.self) { try book.replay([ReplayedAct(recordedAt: Sample.moment, source: "x", entries: [])]) }
        #expect(error?.kind == .alreadyExists)
        #expect(try book.head == head)
    }

    @Test("Where the ledger refuses an entry, nothing is recorded, and the entry is told", arguments: StoreKind.allCases)
    func refused(kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open()
        let acts = [
            ReplayedAct(recordedAt: Sample.moment, source: "a", entries: [.account(AccountID(1), Sample.brokerage), .instrument(InstrumentID(1), Sample.oracle)]),
            ReplayedAct(recordedAt: Sample.moment, source: "b", entries: [.activity(Sample.deposit("5")), .activity(Sample.sell("1", at: "5"))]),
        ]
        let refusal = #expect(throws: ReplayRefusal.self) { try book.replay(acts) }
        #expect(refusal?.entry == EntryID(4))
        #expect(try book.head == .empty)
        #expect(try book.acts.isEmpty)
        try Sample.fill(book)
        #expect(try book.acts.map(\.id) == [1, 2] && book.verify().isSound)
    }

    @Test("Undone with the act around it, and gone after a trial", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) throws {
        let shelf = Shelf(kind), other = Shelf(kind)
        let book = try Self.original(shelf), copy = try other.open()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try copy.transaction(source: "script") {
                try copy.replay(Self.acts(book))
                try copy.append(Sample.deposit("5"))
                throw Stop()
            }
        }
        try copy.trial { try copy.replay(Self.acts(book)) }
        #expect(try copy.head == .empty)
        #expect(try copy.acts.isEmpty)
        try copy.replay(Self.acts(book))
        try expectSameEnd(copy, book, kind)
    }

    /// On a server entries are recorded in the name of whoever does it, and so have hashes of their own.
    private func expectSameEnd(_ copy: Book, _ book: Book, _ kind: StoreKind) throws {
        if kind != .server { return #expect(try copy.head == book.head) }
        #expect(try copy.head.sequence == book.head.sequence && copy.recordedBy(EntryID(1)) == ServerBooks.owner)
    }
}
