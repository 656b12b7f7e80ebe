import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Gains that are kept for questions to come")
struct SavedGainsTests {
    /// A book that bought in one year and sold in the two that follow, closed with its gains.
    private func shelf() throws -> Shelf {
        let shelf = Shelf(.file)
        let book = try shelf.openSaving()
        try Sample.fill(book)
        try book.append(Sample.sell("3", at: "40", on: "2025-02-03"))
        try book.append(Sample.sell("2", at: "20.5", on: "2026-02-03"))
        _ = try book.ledger.gains()
        book.close()
        return shelf
    }

    private func gains(_ book: Book, from: String? = nil, through: String? = nil) throws -> SavedGains? {
        try book.savedGains(from: from.map(Sample.day), through: through.map(Sample.day), accounts: nil, instruments: nil)
    }

    @Test func theyAreReadWithoutTheLedger() throws {
        let book = try shelf().open(readOnly: true)
        let all = try #require(try gains(book))
        #expect(all.count == 2 && all.quantity(at: 0) == 3 && all.proceeds(at: 0) == 120 && all.cost(at: 0) == Sample.decimal("94.2"))
        #expect(all.gain(at: 1) == Sample.decimal("-21.8") && all.term(at: 0) == .long && all.opened(at: 1) == Sample.day("2024-01-03"))
        let later = try #require(try gains(book, from: "2025-02-04", through: "2026-02-03"))
        #expect(later.count == 1 && later.activity(at: 0) == EntryID(6) && later.lotID(at: 0) == EntryID(4))
        #expect(try gains(book, through: "2024-12-31")?.count == 0)
        #expect(try book.savedGains(from: nil, through: nil, accounts: [AccountID(2)], instruments: nil)?.count == 0)
        #expect(try book.savedGains(from: nil, through: nil, accounts: nil, instruments: [InstrumentID(2)])?.count == 0)
        #expect(book.loaded.ledger == nil)
    }

    @Test("While all of them are kept by somebody, narrower questions are answered from those, without reading")
    func narrowerOnes() throws {
        let shelf = try shelf(), other = try shelf.open(readOnly: true), book = try shelf.open(readOnly: true)
        let spans = [("2025-02-04", "2026-02-03"), ("2025-02-03", "2025-02-03"), ("2024-01-01", "2026-12-31"), ("2026-02-04", "2026-12-31")]
        let expected = try spans.map { try #require(try gains(other, from: $0.0, through: $0.1)) }
        var all = try gains(book)
        try RawDatabase(shelf.path).run("DELETE FROM saved_gains_block")
        for (span, expected) in zip(spans, expected) {
            let found = try #require(try gains(book, from: span.0, through: span.1), "\(span)")
            #expect((0..<found.count).map { found.activity(at: $0) } == (0..<expected.count).map { expected.activity(at: $0) }, "\(span)")
        }
        #expect(try book.savedGains(from: nil, through: nil, accounts: [AccountID(2)], instruments: nil)?.count == 0)
        #expect(try book.savedGains(from: nil, through: nil, accounts: [AccountID(1)], instruments: [InstrumentID(1)])?.count == 2)
        #expect(all?.count == 2)
        all = nil
        #expect(try gains(book, from: "2025-02-04", through: "2026-02-03") == nil)
    }

    @Test(
        "An entry makes gains from its day on be computed, or all, or none",
        arguments: [
            ("deposit", [true, true]), ("sale of 2026", [true, false]), ("sale of 2025", [false, false]), ("void", [false, false]), ("setting", [false, false]),
            ("account", [false, false]), ("split", [false, false]), ("tag", [true, true]),
        ])
    func whatEntriesChange(entry: String, answered: [Bool]) throws {
        let shelf = try shelf(), book = try shelf.open()
        switch entry {
        case "deposit": try book.append(Sample.deposit("1", on: "2024-06-01"))
        case "sale of 2026": try book.append(Sample.sell("1", at: "10", on: "2026-01-01"))
        case "sale of 2025": try book.append(Sample.sell("1", at: "10", on: "2025-12-31"))
        case "void": try book.void(EntryID(6), reason: "r")
        case "setting": try book.set("fees_in_cost", to: "false")
        case "account": try book.define(Account(name: "Other", currency: .usd))
        case "split":
            try book.append(
                Activity(
                    date: Sample.day("2027-01-01"), kind: .split, account: AccountID(1), instrument: InstrumentID(1), currency: .usd, detail: ActivityDetail(ratio: Ratio(2))))
        default: _ = try book.record(Tagging(.instrument(InstrumentID(1)), "odd"))
        }
        book.close()
        let next = try shelf.open()
        #expect(try [gains(next, through: "2025-12-31") != nil, gains(next) != nil] == answered)
        let expected = try next.ledger.gains()
        #expect(try next.verify().isSound)
        next.close()
        // Closed once more by whoever keeps gains, all of them answer again.
        let keeping = try shelf.openSaving()
        _ = try keeping.ledger.gains()
        keeping.close()
        let last = try shelf.open(readOnly: true), all = try #require(try gains(last))
        #expect(all.count == expected.count && (0..<all.count).allSatisfy { all.cost(at: $0) == expected.cost(at: $0) && all.closed(at: $0) == expected.closed(at: $0) })
    }

    @Test func onlyTheYearsThatChangedAreWritten() throws {
        let shelf = try shelf()
        try RawDatabase(shelf.path).run("CREATE TABLE written (id INTEGER)")
        try RawDatabase(shelf.path).run("CREATE TRIGGER note AFTER INSERT ON saved_gains_block BEGIN INSERT INTO written VALUES (NEW.id >> 32); END")
        let book = try shelf.openSaving()
        try book.append(Sample.sell("1", at: "10", on: "2026-03-01"))
        _ = try book.ledger.gains()
        book.close()
        #expect(try RawDatabase(shelf.path).texts("SELECT id FROM written") == ["2026"])
    }

    @Test(
        "Whatever is wrong with them, gains are computed, and kept anew",
        arguments: [
            "DELETE FROM saved_gains_block", "UPDATE saved_gains_block SET bytes = zeroblob(length(bytes))", "UPDATE saved_gains_block SET bytes = substr(bytes, 2)",
            "UPDATE saved_gains SET version = 0", "UPDATE saved_gains SET hash = randomblob(32)", "UPDATE saved_gains SET hash = x'00'", "UPDATE saved_gains SET seq = 3",
            "UPDATE saved_gains SET seq = 99", "UPDATE saved_gains SET directory = zeroblob(length(directory))", "UPDATE saved_gains SET checksum = checksum + 1",
            "UPDATE saved_gains_block SET id = id + 9", "DELETE FROM saved_gains", "DROP TABLE saved_gains_block", "DROP TABLE saved_gains",
        ])
    func whateverIsWrong(statement: String) throws {
        let shelf = try shelf()
        try RawDatabase(shelf.path).run(statement)
        let asking = try shelf.open()
        #expect(try gains(asking) == nil)
        asking.close()
        let book = try shelf.openSaving()
        #expect(try book.ledger.gains().count == 2)
        try book.append(Sample.sell("1", at: "10", on: "2026-03-01"))
        _ = try book.ledger.gains()
        book.close()
        let next = try shelf.open(readOnly: true)
        #expect(try next.ledger.gains().count == 3)
        if statement.hasPrefix("DROP") { return }
        #expect(try next.verify().isSound)
    }

    @Test(
        "Those that are damaged are kept anew, though nothing was recorded",
        arguments: [
            "UPDATE saved_gains_block SET bytes = zeroblob(length(bytes))", "DELETE FROM saved_gains_block WHERE id = (SELECT max(id) FROM saved_gains_block)",
            "UPDATE saved_gains SET checksum = checksum + 1",
        ])
    func damagedOnes(statement: String) throws {
        let shelf = try shelf(), all = "SELECT hex(bytes) FROM saved_gains_block UNION ALL SELECT hex(directory) || checksum FROM saved_gains"
        let database = try RawDatabase(shelf.path), sound = try database.texts(all)
        try database.run(statement)
        let book = try shelf.openSaving()
        #expect(try gains(book) == nil)
        _ = try book.ledger.gains()
        book.close()
        #expect(try RawDatabase(shelf.path).texts(all) == sound && sound.count == 3)
    }

    @Test func verifyFindsThoseThatDiffer() throws {
        let shelf = try shelf()
        let other = try Shelf(.memory).open()
        try Sample.fill(other)
        try other.append(Sample.sell("3", at: "41", on: "2025-02-03"))
        let block = try other.ledger.gains().packed(from: nil)[0], key = GainKey(year: block.year, account: block.account)
        let store = try SQLiteStore.open(path: shelf.path, readOnly: false), head = try store.head()
        let list = GainList(tiesAccounts: false, blocks: [GainList.Block(key: key, count: block.count, checksum: CacheChecksum.of(block.bytes))])
        try store.begin(after: nil, shouldStop: nil)
        try store.keep(GainsToKeep(stored: StoredGains(list, head: head), changed: [(key, block.bytes)], removed: nil))
        try store.commit()
        store.close()
        let report = try shelf.open().verify()
        #expect(report.problems.map(\.kind) == [.cache] && report.problems[0].message.hasPrefix("The gains that were kept differ from"), "\(report.problems)")
    }

    @Test func erasingAnAccountDropsThem() throws {
        let shelf = try shelf(), book = try shelf.open()
        try book.erase(account: AccountID(1))
        #expect(try RawDatabase(shelf.path).texts("SELECT (SELECT count(*) FROM saved_gains) + (SELECT count(*) FROM saved_gains_block)") == ["0"])
        book.close()
    }

    @Test("A file of the layout before has none; the next closing keeps them")
    func olderLayouts() throws {
        let folder = TemporaryFolder(), path = folder.file("family.luca")
        let old = try Book.open(path: path, mode: .readWrite, schema: Schema(versions: Array(Schema.current.versions.dropLast(2))), clock: Sample.clock)
        try Sample.fill(old)
        try old.append(Sample.sell("3", at: "40", on: "2025-02-03"))
        old.close()
        let book = try Book.open(path: path, clock: Sample.clock)
        book.present.smallestSaved = 0
        #expect(try gains(book) == nil)
        #expect(try book.ledger.gains().count == 1)
        book.close()
        let next = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
        #expect(try gains(next)?.count == 1 && next.verify().isSound)
    }

    @Test func noBytesAreTrusted() throws {
        let book = try Shelf(.memory).open()
        try Sample.fill(book)
        for day in 4...28 { try book.append(Sample.sell("0.25", at: "40", on: "2025-02-\(day < 10 ? "0" : "")\(day)")) }
        let block = try book.ledger.gains().packed(from: nil)[0]
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            var forged = block.bytes
            for _ in 0..<random.int(1...4) { forged[random.int(0...forged.count - 1)] = UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(oneIn: 3) { forged.removeLast(random.int(0...forged.count)) }
            var gains = SavedGains(try book.definitions)
            guard gains.add(year: block.year, SavedGains.Part(days: .min ... .max, instruments: nil), [(block.account, block.count, forged)]) else { continue }
            for row in 0..<gains.count { #expect(gains.instrument(at: row) == InstrumentID(1) && !gains.closed(at: row).description.isEmpty) }
        }
    }
}
