import Ledger
import Testing
import Values

@testable import Storage

@Suite("A book, on every store")
struct BookTests {
    @Test(arguments: StoreKind.allCases)
    func whatIsRecordedIsThereAgainAfterOpening(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.set("base_currency", to: "EUR")
        let again = try shelf.open()
        #expect(try again.ledger.accounts == [Sample.brokerage])
        #expect(try again.ledger.instruments == [Sample.oracle])
        #expect(try again.ledger.settings == ["base_currency": "EUR"])
        #expect(try again.ledger.activities.count == 2)
        #expect(try again.ledger.activities.activity(at: 0) == Sample.deposit("1000"))
        #expect(try again.ledger.activities.activity(at: 1) == Sample.buy("10", at: "31.25"))
        #expect(try again.ledger.lastEntry == EntryID(5))
        #expect(try again.acts.map(\.source) == ["setup", "repl", "luca"])
        #expect(try again.acts.map(\.first.rawValue) == [1, 3, 5])
    }

    @Test(arguments: StoreKind.allCases)
    func everyFieldOfAnEntryComesBackAsItWas(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        // A server takes no NUL in a text: see ServerStoreTests.
        let nul = kind == .server ? "" : "\u{0}"
        let account = Account(
            name: "Zoë's ISA; \(nul)odd", kind: .pension, currency: .gbp, portfolio: "P", owner: "Zoë", group: "long term",
            opened: Sample.day("0001-01-01"), closed: Sample.day("9999-12-31"), allowShort: true)
        let instrument = Instrument(
            symbol: "X", name: "", kind: .option, currency: try Currency("ABCDEFG8"), multiplier: Sample.decimal("0.000000000000000001"),
            assetClass: "", provider: "yahoo", providerSymbol: "X;\(nul) Ö")
        let activity = Activity(
            date: Sample.day("2024-02-29"), time: try Instant(iso8601: "2024-02-29T12:34:56.789012Z"), kind: .buy,
            status: .draft, account: AccountID(1), instrument: InstrumentID(1), quantity: .smallestPositive,
            price: Sample.decimal("999999999999.687303715884105727"), fee: Sample.decimal("0.1"), tax: Sample.decimal("123456789012345.5"),
            currency: try Currency("ABCDEFG8"), fxRate: Sample.decimal("1.000000000000000001"), notes: "tab\tand\nline 🙂")
        try book.transaction {
            // Names like these are taken no more, and are in books from before.
            let (number, symbol) = (try book.define(Sample.brokerage), try book.define(Instrument(symbol: "X", currency: instrument.currency)))
            try book.redefine(number, as: account, isOld: true)
            try book.redefine(symbol, as: instrument, isOld: true)
            try book.append(activity)
        }
        let ledger = try shelf.open().ledger
        #expect(ledger.accounts == [account])
        #expect(ledger.instruments == [instrument])
        #expect(ledger.activities.activity(at: 0) == activity)
    }

    @Test(arguments: StoreKind.allCases)
    func anActThatThrowsLeavesNothing(_ kind: StoreKind) throws {
        struct Stop: Error {}
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        let before = try book.ledger.cash()
        #expect(throws: Stop.self) {
            try book.transaction(source: "script") {
                try book.append(Sample.deposit("5"))
                try book.define(Account(name: "New", currency: .eur))
                try book.store([Sample.quote("30")])
                try book.set("fees_in_cost", to: "false")
                try book.void(EntryID(4), reason: "by mistake")
                throw Stop()
            }
        }
        #expect(!book.isInTransaction)
        for session in [book, try shelf.open()] {
            #expect(try session.ledger.cash() == before)
            #expect(try session.ledger.accounts.count == 1)
            #expect(try session.ledger.settings.isEmpty)
            #expect(try session.ledger.activities.count == 2)
            #expect(try session.ledger.lastEntry == EntryID(4))
            #expect(try session.quotes().isEmpty)
            #expect(try session.acts.count == 2)
            #expect(try session.verify().isSound)
        }
        #expect(try book.append(Sample.deposit("6")) == EntryID(5))
    }

    @Test(arguments: StoreKind.allCases)
    func aRefusedActivityLeavesTheActAsItWas(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        try book.transaction {
            #expect(throws: LedgerError.self) { try book.append(Sample.sell("11", at: "40")) }
            try book.append(Sample.sell("10", at: "40"))
        }
        #expect(try book.ledger.activities.count == 3)
        #expect(try book.act(of: EntryID(5))?.id == 3)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func anActWithoutEntriesLeavesNoTrace(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        try book.transaction(source: "nothing") {}
        try book.transaction(source: "nothing but a refusal") {
            #expect(throws: LedgerError.self) { try book.append(Sample.sell("11", at: "40")) }
        }
        try book.define(Sample.brokerage)
        try book.set("lot_method", to: "")
        #expect(try book.acts.count == 2)
        try book.append(Sample.deposit("1"))
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aPartThatFailsIsUndoneAlone(_ kind: StoreKind) throws {
        struct Stop: Error {}
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.transaction(source: "outer") {
            try? book.transaction {
                try book.append(Sample.deposit("1"))
                throw Stop()
            }
            try book.append(Sample.deposit("2"))
            try? book.transaction {
                try book.append(Sample.deposit("4"))
                try book.transaction { try book.append(Sample.deposit("8")) }
                try book.store([Sample.quote("30")])
                throw Stop()
            }
            try book.transaction { try book.append(Sample.deposit("16")) }
        }
        let again = try shelf.open()
        let amounts = try (0..<again.ledger.activities.count).compactMap { try again.ledger.activities.amount(at: $0) }
        #expect(amounts == [1000, 2, 16])
        #expect(try again.quotes().isEmpty)
        #expect(try again.acts.map(\.source) == ["setup", "repl", "outer"])
        #expect(try again.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aTrialIsForgotten(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        let seen = try book.trial {
            try book.append(Sample.deposit("77"))
            return try book.ledger.activities.count
        }
        #expect(seen == 3)
        #expect(try book.ledger.activities.count == 2)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            let inside = try book.trial {
                try book.append(Sample.deposit("2"))
                return try book.ledger.activities.count
            }
            #expect(inside == 4)
        }
        #expect(try shelf.open().ledger.activities.count == 3)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aReadOnlyBookTriesInMemoryAndRecordsNothing(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        try Sample.fill(try shelf.open())
        let book = try shelf.open(readOnly: true)
        #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .readOnly)
        let seen = try book.trial {
            try book.append(Sample.deposit("1"))
            try book.append(contentsOf: [Sample.deposit("2"), Sample.deposit("3")])
            return try book.ledger.activities.count
        }
        #expect(seen == 5)
        #expect(try book.ledger.activities.count == 2)
        #expect(try shelf.open().ledger.activities.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func aBatchIsRecordedWhollyOrNotAtAll(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(throws: LedgerError.self) {
                try book.append(contentsOf: [Sample.deposit("2"), Sample.sell("100", at: "1"), Sample.deposit("3")])
            }
        }
        #expect(try shelf.open().ledger.activities.count == 3)
        #expect(try book.append(contentsOf: [Sample.sell("1", at: "1"), Sample.deposit("3")]) == 6..<8)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aBatchWithRefusalsRecordsTheRest(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        let batch = [Sample.deposit("2"), Sample.sell("100", at: "1"), Sample.deposit("3")]
        let dry = try book.admit(batch, dryRun: true)
        #expect(try book.ledger.activities.count == 2)
        let verdicts = try book.admit(batch)
        #expect(dry == verdicts)
        #expect(verdicts[0] == .admitted(EntryID(5)))
        #expect(verdicts[2] == .admitted(EntryID(6)))
        #expect(try shelf.open().ledger.activities.count == 4)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aBatchMayFollowOneThatWasUndoneWithItsAccount(_ kind: StoreKind) throws {
        struct Stop: Error {}
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        #expect(throws: Stop.self) {
            try book.transaction {
                let account = try book.define(Account(name: "New", currency: .usd))
                try book.append(contentsOf: [Sample.deposit("1", in: account)])
                throw Stop()
            }
        }
        #expect(try book.append(contentsOf: [Sample.sell("1", at: "40"), Sample.deposit("2")]) == 5..<7)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func anotherSessionIsCaughtUpWith(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let first = try shelf.open()
        try Sample.fill(first)
        let second = try shelf.open()
        #expect(try second.ledger.activities.count == 2)
        _ = try second.refresh()
        #expect(try second.refresh() == false)
        try first.append(Sample.deposit("5"))
        #expect(try second.ledger.activities.count == 2)
        #expect(try second.refresh())
        #expect(try second.ledger.activities.count == 3)
        try first.append(Sample.deposit("6"))
        #expect(try second.append(Sample.deposit("7")) == EntryID(7))
        #expect(try first.refresh())
        #expect(try first.ledger.activities.count == 5)
        #expect(try first.acts.map(\.id) == [1, 2, 3, 4, 5])
        #expect(try first.act(of: EntryID(7))?.id == 5)
        #expect(try first.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aSecondWriterIsToldWhoseTurnItIs(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let first = try shelf.open()
        let second = try shelf.open()
        try Sample.fill(first)
        try first.transaction {
            try first.append(Sample.deposit("1"))
            let error = storageError { try second.append(Sample.deposit("2")) }
            #expect(error?.kind == .busy)
        }
        try second.append(Sample.deposit("2"))
        #expect(try second.ledger.activities.count == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func anActMayBeBegunAndEndedApart(_ kind: StoreKind) throws {
        let (one, two) = (try Shelf(kind).open(), try Shelf(kind).open())
        for book in [one, two] { try Sample.fill(book) }
        for keeps in [true, false] {
            for book in [one, two] { book.beginAct(source: "both") }
            #expect(try one.verify().isSound)
            for book in [one, two] { try book.append(Sample.deposit("1")) }
            #expect(storageError { _ = try one.verify() }?.kind == .misuse)
            for book in [one, two] { if keeps { try book.commitAct() } else { book.rollbackAct() } }
            #expect(try [one, two].map { try $0.ledger.activities.count } == [3, 3])
            #expect(try one.verify().isSound && two.verify().isSound)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theClockIsAskedOnceAnAct(_ kind: StoreKind) throws {
        var asked = 0
        let book = try Shelf(kind).open(clock: {
            asked += 1
            return Instant(microseconds: Sample.moment.microseconds + Int64(asked))
        })
        try Sample.fill(book)
        #expect(asked == 2)
        #expect(try book.acts.map(\.recordedAt.microseconds) == [Sample.moment.microseconds + 1, Sample.moment.microseconds + 2])
        #expect(try book.act(of: EntryID(2))?.source == "setup")
        #expect(try book.act(of: EntryID(3))?.source == "repl")
        #expect(try book.act(of: EntryID(5)) == nil)
        #expect(try book.act(of: EntryID(0)) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func accountsAreDefinedAnewUnderTheirNumber(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        let id = try book.define(Sample.brokerage)
        var changed = Sample.brokerage
        changed.group = "retirement"
        #expect(try book.define(changed) == id)
        changed.name = "Broker"
        try book.redefine(id, as: changed)
        #expect(try shelf.open().ledger.accounts == [changed])
        #expect(try book.verify().entryCount == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func loadingAndVerifyingCanBeStopped(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.append(contentsOf: Array(repeating: Sample.deposit("1"), count: 10_000))
        let other = try shelf.open()
        other.host.shouldStop = { true }
        #expect(storageError { _ = try other.ledger }?.kind == .interrupted)
        other.host.shouldStop = nil
        #expect(try other.ledger.activities.count == 10_002)
        other.host.shouldStop = { true }
        #expect(storageError { _ = try other.verify() }?.kind == .interrupted)
        other.host.shouldStop = nil
        #expect(try other.verify().isSound)
    }

    @Test func aJournalThatGotShorterIsNotWrittenOn() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try Sample.fill(book)
        let raw = try RawDatabase(shelf.path)
        try raw.withoutGuards { try raw.run("DELETE FROM activity WHERE seq = 4") }
        let error = storageError { try book.append(Sample.deposit("1")) }
        #expect(error?.kind == .damaged)
        #expect(
            error?.message
                == "family.luca ends with entry 3 now, and had 4 before: it was cut off, or another file was put in its place.")
        #expect(try raw.texts("SELECT count(*) FROM activity") == ["1"])
    }

    @Test func theFileIsKeptAsSafelyAsSQLiteCan() throws {
        let path = TemporaryFolder().file("family.luca")
        try SQLiteStore.create(path: path)
        let store = try SQLiteStore.open(path: path, readOnly: false)
        let connection = try store.connected()
        #expect(try connection.integer("PRAGMA synchronous") == 2)
        #expect(try connection.integer("PRAGMA foreign_keys") == 1)
        #expect(try connection.integer("PRAGMA trusted_schema") == 0)
        #expect(try RawDatabase(path).texts("PRAGMA journal_mode") == ["wal"])
        #expect(try RawDatabase(path).texts("PRAGMA encoding") == ["UTF-8"])
    }

    @Test(arguments: StoreKind.allCases)
    func aClosedBookSaysSo(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        book.close()
        #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .closed)
        #expect(storageError { _ = try book.query("SELECT 1") }?.kind == .closed)
        #expect(storageError { try book.refresh() }?.kind == .closed)
    }
}
