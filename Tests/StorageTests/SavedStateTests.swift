import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("The state that is saved for the next start")
struct SavedStateTests {
    /// All that is told of the present.
    private struct Answers: Equatable {
        var accounts: [Account], instruments: [Instrument], settings: [String: String], policy: Policy, plans: PlanStore
        var holdings: [Holding], lots: [OpenLot], cash: [CashBalance], warnings: [LedgerWarning]

        init(_ book: Book, on day: Day? = nil) throws {
            let (names, state) = (try book.definitions, try book.state(on: day))
            (accounts, instruments, settings, policy) = (names.accounts, names.instruments, names.settings, names.policy)
            plans = try book.plans
            (holdings, lots, cash, warnings) = (state.holdings(), state.lots(), try state.cash(), try state.warnings())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func thePresentIsToldWithoutTheLedger(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        try shelf.saveSample()
        let book = try shelf.open(readOnly: true)
        #expect(try book.state(withLots: false).holdings().map(\.quantity) == [10])
        #expect(try book.state().lots().map(\.remaining) == [10])
        #expect(try book.definitions.account(named: "Brokerage") == AccountID(1))
        #expect(try book.state(on: Sample.day("2024-01-03")).lots().map(\.id) == [EntryID(4)])
        #expect(book.loaded.ledger == nil)
        #expect(try book.state(on: Sample.day("2024-01-02")).lots().isEmpty)
        #expect(book.loaded.ledger != nil)
        #expect(try book.verify().isSound)
    }

    @Test("Money that was brought in is told without a replay where the ledger was loaded, and units with one")
    func contributions() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open()
        #expect(try book.ledger.contributions().map(\.amount) == [1000] && !book.ledger.isSettled)
        try book.append(
            Activity(date: Sample.day("2024-02-01"), kind: .transferIn, account: AccountID(1), instrument: InstrumentID(1), quantity: 2, price: 30, currency: .usd))
        book.close()
        let next = try shelf.open()
        #expect(try next.ledger.contributions().map(\.amount) == [1000, 60] && next.ledger.isSettled)
    }

    @Test("Who keeps large answers is told before the history of a book is computed")
    func makesRoom() throws {
        let book = try Shelf(.memory).open()
        try Sample.fill(book)
        var count = 0
        book.host.makeRoom = { count += 1 }
        _ = try (book.history(), book.history())
        #expect(count == 1)
    }

    @Test(
        "Without its table the book works as before, and verifying tells that it is gone",
        arguments: ["DROP TABLE saved_state", "ALTER TABLE saved_state RENAME COLUMN lots TO units"])
    func theTableIsGone(statement: String) throws {
        let folder = TemporaryFolder(), path = folder.file("family.luca")
        func open() throws -> Book {
            let book = try Book.open(path: path, clock: Sample.clock)
            book.present.smallestSaved = 0
            return book
        }
        let first = try open()
        try Sample.fill(first)
        first.close()
        try RawDatabase(path).run(statement)
        let book = try open()
        #expect(try book.state().lots().map(\.remaining) == [10] && book.state().cash().count == 1)
        try book.append(Sample.deposit("1"))
        let problems = try book.verify().problems
        #expect(problems.map(\.kind) == [.layout] && problems[0].message.contains("the table saved_state"), "\(problems)")
        book.close()
        #expect(try open().ledger.activities.count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func itIsOutdatedByAnyEntry(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        try shelf.saveSample()
        let (reader, writer) = (try shelf.open(), try shelf.open())
        #expect(try reader.state().cash().map(\.balance) == [Sample.decimal("686")])
        try writer.append(Sample.deposit("14"))
        try reader.refresh()
        #expect(try reader.state().cash().map(\.balance) == [700])
        #expect(try shelf.open().state().cash().map(\.balance) == [700])
        writer.present.smallestSaved = 0
        writer.close()
        let later = try shelf.open()
        #expect(try later.state().cash().map(\.balance) == [700])
        #expect(later.loaded.ledger == nil)
        try later.append(Sample.deposit("1"))
        #expect(try later.state().cash().map(\.balance) == [701])
    }

    @Test func smallBooksAndReadersSaveNothing() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try Sample.fill(book)
        book.close()
        let reader = try shelf.open(readOnly: true)
        reader.present.smallestSaved = 0
        _ = try reader.ledger.holdings()
        reader.close()
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_state") == ["0"])
    }

    @Test func aWriterElsewhereIsNotWaitedFor() throws {
        let shelf = Shelf(.file)
        let (book, writer) = (try shelf.openSaving(), try shelf.open())
        try Sample.fill(book)
        try writer.transaction {
            try writer.append(Sample.deposit("1"))
            book.close()
        }
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_state") == ["0"])
    }

    @Test func whateverIsWrongWithItIsPassedOverAndMended() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let expected = try Answers(shelf.open())
        for change in [
            "state = zeroblob(length(state))", "state = substr(state, 2)", "version = 0", "hash = randomblob(32)", "seq = 3", "hash = x''",
            "state_digest = x'00'", "lots_digest = x'00'", "lots = zeroblob(length(lots))", "lots_digest = randomblob(32)",
        ] {
            try RawDatabase(shelf.path).run("UPDATE saved_state SET \(change)")
            let book = try shelf.openSaving()
            #expect(try book.verify().isSound, "\(change)")
            #expect(try Answers(book) == expected, "\(change)")
            #expect(book.loaded.ledger != nil, "\(change)")
            book.close()
            let next = try shelf.open()
            #expect(try Answers(next) == expected, "\(change)")
            #expect(next.loaded.ledger == nil, "\(change)")
        }
    }

    @Test func verifyFindsOneThatDiffers() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let store = try SQLiteStore.open(path: shelf.path, readOnly: false)
        let other = Ledger()
        try other.apply(.account(AccountID(1), Sample.brokerage), id: EntryID(1))
        try store.begin(after: nil, shouldStop: nil)
        try store.save(StoredState(SavedState(other), head: store.head()))
        try store.commit()
        store.close()
        let report = try shelf.open().verify()
        #expect(report.problems.map(\.kind) == [.cache])
        #expect(report.problems.first?.message.hasPrefix("The saved state differs from a replay of the entries.") == true)
        try RawDatabase(shelf.path).run("DELETE FROM saved_state")
        #expect(try shelf.open().verify().isSound)
    }

    @Test func erasingAnAccountDropsIt() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open()
        try book.erase(account: AccountID(1))
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_state") == ["0"])
        book.present.smallestSaved = 0
        _ = try book.ledger.holdings()
        book.close()
        let next = try shelf.open()
        #expect(try next.definitions.accounts.map(\.isErased) == [true])
        #expect(next.loaded.ledger == nil)
    }

    @Test func noBytesAreTrusted() throws {
        let book = try Shelf(.memory).open()
        try Sample.fill(book)
        let sound = try SavedState(book.ledger)
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            let extent = random.pick([StateExtent.names, .figures, .lots])
            var forged = [sound.nameBytes, sound.figureBytes, sound.lotBytes][extent.rawValue]
            for _ in 0..<random.int(1...4) { forged[random.int(0...forged.count - 1)] = UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(oneIn: 3) { forged.removeLast(random.int(0...forged.count)) }
            var state = sound
            switch extent {
            case .names: if let names = forged.withUnsafeBytes(SavedState.init(names:)) { #expect(names.nameBytes.count <= forged.count) }
            case .figures: if forged.withUnsafeBytes({ state.readFigures($0) }) { #expect(state.figureBytes.count <= forged.count) }
            case .lots: if forged.withUnsafeBytes({ state.readLots($0) }) { #expect(state.lotBytes == forged) }
            }
        }
    }

    @Test("Who asks for names reads nothing else, and whoever asks for more finds out what is damaged of it", arguments: StoreKind.allCases)
    func eachPartIsReadForItself(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        try shelf.saveSample()
        let book = try shelf.open()
        #expect(try book.definitions.account(named: "Brokerage") == AccountID(1))
        #expect(book.present.state?.hasFigures == false && book.present.state?.hasLots == false)
        #expect(try book.state(withLots: false).cash().map(\.balance) == [Sample.decimal("686")])
        #expect(book.present.state?.hasFigures == true && book.present.state?.hasLots == false)
        #expect(try book.state().lots().map(\.id) == [EntryID(4)])
        #expect(book.loaded.ledger == nil)
    }

    @Test("What is held is damaged: names are told all the same, and it is saved again")
    func figuresAreDamaged() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        for change in [
            "UPDATE saved_state SET state = zeroblob(length(state)) WHERE id = 2", "UPDATE saved_state SET seq = 3 WHERE id = 2", "DELETE FROM saved_state WHERE id = 2",
        ] {
            try RawDatabase(shelf.path).run(change)
            let book = try shelf.openSaving()
            #expect(try book.definitions.account(named: "Brokerage") == AccountID(1))
            #expect(book.loaded.ledger == nil, "\(change)")
            #expect(try book.state().cash().map(\.balance) == [Sample.decimal("686")])
            #expect(book.loaded.ledger != nil, "\(change)")
            book.close()
            let next = try shelf.open()
            #expect(try next.state().cash().map(\.balance) == [Sample.decimal("686")])
            #expect(next.loaded.ledger == nil, "\(change)")
        }
    }

    @Test func aSplitOfEveryAccountReachesWhatIsEnteredLater() throws {
        let book = try Shelf(.memory).open()
        try book.define(Sample.brokerage)
        try book.define(Sample.oracle)
        try book.append(
            Activity(
                date: Sample.day("2024-06-01"), kind: .split, account: .every, instrument: InstrumentID(1), currency: .usd,
                detail: ActivityDetail(ratio: Ratio(2))))
        try book.append(Sample.buy("3", at: "5"))
        #expect(try book.ledger.holdings().map(\.quantity) == [6])
        #expect(try book.verify().isSound)
    }

    // MARK: Random books

    @Test func answersWithAndWithoutItAreEqual() throws {
        var random = SeededRandom.forTest()
        var (lots, told) = (0, 0)
        let rounds = SeededRandom.rounds(8)
        for round in 0..<rounds {
            let shelf = Shelf(round % 3 == 0 ? .memory : .file)
            let book = try shelf.openSaving()
            try define(book)
            book.close()
            for _ in 0..<6 {
                let book = try shelf.openSaving()
                for _ in 0..<random.int(1...12) {
                    try? record(book, &random)
                    // What trades paid is added to as they are recorded, and is what it comes to from the first one on.
                    if let ledger = try? book.ledger, let paid = try? TradePrices(ledger) { #expect(try book.tradePrices().series == paid.series) }
                }
                let expected = try? Answers(book)
                book.close()
                guard let expected else { continue }
                let next = try shelf.open()
                #expect(try Answers(next) == expected)
                #expect(next.loaded.ledger == nil)
                told += 1
                lots += expected.lots.count
                _ = try next.ledger
                #expect(try Answers(next) == expected)
                let report = try next.verify()
                #expect(report.isSound, "\(report.problems)")
                if random.chance(oneIn: 3) { try? record(next, &random) }
            }
        }
        #expect(told > 3 * rounds && lots > 10 * rounds, "\(told) states and \(lots) lots are hardly anything")
    }

    private func define(_ book: Book) throws {
        try book.define(Account(name: "B", currency: .usd, portfolio: "p", owner: "o"))
        try book.define(Account(name: "A", currency: .eur, allowShort: true))
        try book.define(Sample.oracle)
        try book.define(
            Instrument(
                symbol: "OPT", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: InstrumentID(1), right: .put, strike: 30, expires: Sample.day("2025-01-17"))))
    }

    private func record(_ book: Book, _ random: inout SeededRandom) throws {
        let account = AccountID(Int32(random.int(1...2))), date = Sample.day("2024-0\(random.int(1...9))-1\(random.int(0...9))")
        func activity(_ kind: ActivityKind, _ detail: ActivityDetail? = nil) -> Activity {
            Activity(date: date, kind: kind, account: account, instrument: InstrumentID(1), currency: .usd, detail: detail)
        }
        switch random.int(0...11) {
        case 0...3:
            var trade = activity(random.chance(oneIn: 3) ? .sell : .buy)
            (trade.quantity, trade.price, trade.fee) = (FixedDecimal(random.int(1...9)), Sample.decimal("1.\(random.int(1...999))"), 1)
            if random.chance(oneIn: 4) { trade.instrument = InstrumentID(2) }
            try book.append(trade)
        case 4:
            var cash = activity(random.pick([.deposit, .withdrawal, .fee]))
            (cash.instrument, cash.amount) = (nil, FixedDecimal(random.int(1...500)))
            try book.append(cash)
        case 5:
            var dividend = activity(.dividend)
            (dividend.amount, dividend.tax) = (FixedDecimal(random.int(1...9)), 1)
            try book.append(dividend)
        case 6: try book.void(EntryID(random.int(5...40)), reason: "r")
        case 7: try book.set("lot_method", to: random.pick(["fifo", "lifo", "hifo", ""]))
        case 8: try book.set("fees_in_cost", to: random.pick(["true", "false"]))
        case 9:
            var split = activity(.split, ActivityDetail(ratio: Ratio(2)))
            split.account = random.chance(oneIn: 2) ? .every : account
            try book.append(split)
        case 10:
            let group = "g\(random.next())"
            var out = activity(.transferOut, ActivityDetail(group: group)), into = activity(.transferIn, ActivityDetail(group: group))
            (out.quantity, into.quantity, into.price) = (1, 1, 5)
            into.account = AccountID(3 - account.rawValue)
            try book.append(contentsOf: [out, into])
        default: try book.define(Account(name: "B", currency: .usd, portfolio: "p\(random.int(1...3))"))
        }
    }
}
