import Ledger
import TestSupport
import Testing
import Values
import Worth

@testable import Storage

@Suite("Daily values that are kept for questions to come")
struct SavedValuesTests {
    private let last = Sample.day("2024-03-31")

    /// A book that was asked for its values, and closed with them.
    private func shelf() throws -> Shelf {
        let shelf = Shelf(.file)
        let book = try shelf.openSaving()
        try Sample.fill(book)
        try book.store([Sample.quote("32"), Sample.quote("35", on: "2024-02-01"), Sample.quote("29", on: "2023-06-01")])
        try book.append(Sample.sell("3", at: "40"))
        _ = try computed(book)
        book.close()
        return shelf
    }

    private func computed(_ book: Book, _ scope: Scope = Scope(), through last: Day? = nil) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        try book.figures(book.sweep(in: .usd), of: scope, through: last ?? self.last)
    }

    private func kept(_ book: Book, through last: Day? = nil) throws -> SavedValues? {
        try book.savedValues(of: Scope(), in: .usd, through: last ?? self.last)
    }

    @Test func theyAreReadWithoutTheLedger() throws {
        let shelf = try shelf(), book = try shelf.open(readOnly: true), other = try shelf.open(readOnly: true)
        let values = try #require(try kept(book))
        for last in ["2023-01-01", "2024-01-01", "2024-01-02", "2024-01-04", "2024-02-03", "2024-03-31"].map(Sample.day) {
            let (known, expected) = (try #require(values.through(last)), try computed(other, through: last))
            #expect(known.days == expected.days && known.gaps == expected.gaps, "\(last)")
        }
        #expect(try kept(book, through: Sample.day("2024-04-01")) == nil)
        #expect(try book.savedValues(of: Scope(), in: .eur, through: last) == nil)
        #expect(try book.savedValues(of: Scope(accounts: [true]), in: .usd, through: last) == nil)
        #expect(book.loaded.ledger == nil)
        // Who has computed some goes on from those.
        #expect(try kept(other) == nil)
    }

    /// What somebody does to a book, and how many of its days, which are 91, are computed again.
    enum Change: CaseIterable {
        case deposit, lateDeposit, void, baseCurrency, maxAge, quote, lateQuote, earlyQuote, earlierQuote, rate

        func happen(_ book: Book) throws {
            switch self {
            case .deposit: try book.append(Sample.deposit("5"))
            case .lateDeposit: try book.append(Sample.deposit("5", on: "2024-03-30"))
            case .void: try book.void(EntryID(5), reason: "")
            case .baseCurrency: try book.set("base_currency", to: "EUR")
            case .maxAge: try book.set("price_max_age", to: "3")
            case .quote: try book.store([Sample.quote("33")])
            case .lateQuote: try book.store([Sample.quote("36", on: "2024-03-30")])
            case .earlyQuote: try book.store([Sample.quote("30", on: "2023-06-02")])
            case .earlierQuote: try book.store([Sample.quote("30", on: "2023-05-01")])
            case .rate: try book.store([Rate(from: .eur, to: .usd, date: Sample.day("2024-03-31"), rate: Sample.decimal("1.1"), source: "test")])
            }
        }

        var computedDays: Int {
            switch self {
            case .deposit, .maxAge: 91
            case .earlyQuote: 89
            case .quote: 87
            case .void: 58
            case .lateDeposit, .lateQuote: 2
            case .rate: 1
            case .baseCurrency, .earlierQuote: 0
            }
        }
    }

    @Test("Whatever is recorded, and whatever price or rate, days are computed anew from the first on that it changes, and kept again", arguments: Change.allCases)
    func whatChangesThem(change: Change) throws {
        let shelf = try shelf(), book = try shelf.openSaving()
        try change.happen(book)
        #expect(try kept(book) == nil && book.verify().isSound)
        let expected = try book.sweep(in: .usd).figures(of: Scope(), through: last), own = try computed(book)
        #expect(own.days == expected.days && own.gaps == expected.gaps)
        #expect(book.derived.values.computedDays == change.computedDays)
        book.close()
        let next = try shelf.open(readOnly: true), values = try #require(try kept(next))
        #expect(values.days == expected.days && values.gaps == expected.gaps)
        #expect(try next.verify().isSound)
    }

    @Test("An act that is under way reads none of them, nor does a trial")
    func actsUnderWay() throws {
        let book = try shelf().open()
        try book.trial {
            try book.append(Sample.deposit("5"))
            #expect(try kept(book) == nil)
        }
        try book.trial {
            try book.store([Sample.quote("34")])
            #expect(try kept(book) == nil)
        }
    }

    @Test("What others recorded or stored while values were computed, is not of the values that are kept", arguments: ["entry", "quote"])
    func others(what: String) throws {
        let shelf = Shelf(.file), first = try shelf.open()
        try Sample.fill(first)
        first.close()
        let book = try shelf.openSaving(), sweep = try book.sweep(in: .usd), other = try shelf.open()
        if what == "entry" { try other.append(Sample.deposit("5")) } else { try other.store([Sample.quote("33")]) }
        other.close()
        _ = try book.figures(sweep, of: Scope(), through: last)
        try book.refresh()
        book.close()
        let next = try shelf.open(readOnly: true)
        #expect(try kept(next) == nil && next.verify().isSound)
    }

    @Test("Another sweep than that whose values were asked for keeps none of them")
    func otherSweep() throws {
        let shelf = Shelf(.file), book = try shelf.openSaving()
        try Sample.fill(book)
        _ = try computed(book)
        try book.append(Sample.deposit("5"))
        _ = try book.sweep(in: .usd)
        book.close()
        #expect(try kept(shelf.open(readOnly: true)) == nil)
    }

    @Test("The next question gets the same sweep, until something changes")
    func sameSweep() throws {
        let book = try shelf().open(), first = try book.sweep(in: .usd).identity
        #expect(try book.sweep(in: .usd).identity === first)
        try book.trial {
            try book.append(Sample.deposit("5"))
            #expect(try book.sweep(in: .usd).identity !== first)
        }
        let second = try book.sweep(in: .usd).identity
        try book.store([Sample.quote("33")])
        let third = try book.sweep(in: .usd)
        #expect(third.identity !== second)
        try book.append(Sample.deposit("5"))
        #expect(try book.sweep(in: .usd).identity !== third.identity && book.sweep(in: .eur).currency == .eur)
        #expect(try computed(book).days == book.sweep(in: .usd).figures(of: Scope(), through: last).days)
    }

    @Test("What a trial computed is not kept")
    func trials() throws {
        let shelf = Shelf(.file), book = try shelf.openSaving()
        try Sample.fill(book)
        try book.trial {
            try book.append(Sample.deposit("5"))
            _ = try computed(book)
        }
        book.close()
        #expect(try kept(shelf.open(readOnly: true)) == nil)
    }

    @Test(
        "Whatever is wrong with them, values are computed, and kept anew",
        arguments: [
            "UPDATE saved_values SET days = zeroblob(length(days))", "UPDATE saved_values SET days = substr(days, 2)", "UPDATE saved_values SET version = 0",
            "UPDATE saved_values SET hash = randomblob(32)", "UPDATE saved_values SET hash = x'00'", "UPDATE saved_values SET seq = 3", "UPDATE saved_values SET quotes = 99",
            "UPDATE saved_values SET rates = 99", "UPDATE saved_values SET checksum = checksum + 1", "UPDATE saved_values SET scope = x'00' WHERE scope <> x'6661637473'",
            "DELETE FROM saved_values WHERE scope = x'6661637473'", "DELETE FROM saved_values",
            "DROP TABLE saved_values",
        ])
    func whateverIsWrong(statement: String) throws {
        let shelf = try shelf()
        try RawDatabase(shelf.path).run(statement)
        let book = try shelf.openSaving()
        // Values alone are as good as they were.
        #expect(try (kept(book) == nil) == !statement.hasSuffix("WHERE scope = x'6661637473'"))
        let expected = try book.sweep(in: .usd).figures(of: Scope(), through: last).days
        #expect(try computed(book).days == expected)
        book.close()
        if statement.hasPrefix("DROP") { return }
        let next = try shelf.open(readOnly: true)
        #expect(try kept(next)?.days == expected)
        #expect(try next.verify().isSound)
    }

    @Test func verifyFindsThoseThatDiffer() throws {
        let values = "WHERE scope <> x'6661637473'"
        let shelf = try shelf(), other = try self.shelf()
        let book = try other.openSaving()
        try book.append(Sample.deposit("1"))
        _ = try computed(book)
        book.close()
        let database = try RawDatabase(other.path)
        let (days, checksum) = (try database.texts("SELECT hex(days) FROM saved_values \(values)")[0], try database.texts("SELECT checksum FROM saved_values \(values)")[0])
        try RawDatabase(shelf.path).run("UPDATE saved_values SET days = x'\(days)', checksum = \(checksum) \(values)")
        let report = try shelf.open().verify()
        #expect(report.problems.map(\.kind) == [.cache] && report.problems[0].message.hasPrefix("The daily values that were kept differ"), "\(report.problems)")
    }

    @Test func erasingAnAccountDropsThem() throws {
        let shelf = try shelf(), book = try shelf.open()
        try book.erase(account: AccountID(1))
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_values") == ["0"])
    }

    @Test("Books of the layout before come to have them")
    func olderLayouts() throws {
        let folder = TemporaryFolder(), path = folder.file("family.luca")
        let old = try Book.open(path: path, mode: .readWrite, schema: Schema(versions: Array(Schema.current.versions.dropLast())), clock: Sample.clock)
        try Sample.fill(old)
        old.close()
        let book = try Book.open(path: path, clock: Sample.clock)
        book.present.smallestSaved = 0
        #expect(try kept(book) == nil)
        _ = try computed(book)
        book.close()
        let next = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
        #expect(try kept(next) != nil && next.verify().isSound)
    }

    @Test func smallBooksKeepNone() throws {
        let shelf = Shelf(.file), book = try shelf.open()
        try Sample.fill(book)
        _ = try computed(book)
        book.close()
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_values") == ["0"])
    }

    @Test func noBytesAreTrusted() throws {
        let values = try #require(try kept(shelf().open(readOnly: true))), key = SavedValues.key(of: Scope(accounts: [true, false], cash: true), in: .usd)
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            var (forged, forgedKey) = (values.bytes, key)
            for _ in 0..<random.int(1...4) {
                forged[random.int(0...forged.count - 1)] = UInt8(truncatingIfNeeded: random.next())
                if random.chance(oneIn: 3) { forgedKey[random.int(0...key.count - 1)] = UInt8(truncatingIfNeeded: random.next()) }
            }
            if random.chance(oneIn: 3) { forged.removeLast(random.int(0...forged.count)) }
            if let read = forged.withUnsafeBytes({ SavedValues(key: forgedKey, $0) }) { _ = read.through(last) }
        }
    }
}
