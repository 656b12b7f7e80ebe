import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Activities that are packed for the next start")
struct PackedActivitiesTests {
    /// All that a ledger has of its journal.
    private struct Facts: Equatable {
        let activities: [Activity], numbers: [Int], voids: [Bool], accounts: [Account], instruments: [Instrument], settings: [String: String], acts: [Act]

        init(_ book: Book) throws {
            let ledger = try book.ledger, table = ledger.activities
            activities = (0..<table.count).map(table.activity)
            numbers = (0..<table.count).map { table.id(at: $0).rawValue }
            voids = (0..<table.count).map(table.isVoid)
            (accounts, instruments, settings, acts) = (ledger.accounts, ledger.instruments, ledger.settings, try book.acts)
        }
    }

    /// What a book says that has nothing packed.
    private func plain(_ shelf: Shelf) throws -> Facts {
        let copy = shelf.path + ".plain"
        try Book.open(path: shelf.path, clock: Sample.clock).backup(to: copy)
        try RawDatabase(copy).run("DELETE FROM saved_segment; DELETE FROM saved_block")
        let book = try Book.open(path: copy, mode: .readOnly, clock: Sample.clock)
        #expect(try book.packedActivities().isEmpty)
        return try Facts(book)
    }

    @Test func theLedgerIsLoadedFromThem() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open(readOnly: true)
        #expect(try book.packedActivities().through == 4)
        #expect(try Facts(book) == plain(shelf))
    }

    @Test func anActIsFoundWithoutTheLedger() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open(readOnly: true)
        for (entry, source) in [(1, "setup"), (2, "setup"), (3, "repl"), (4, "repl"), (2, "setup")] { #expect(try book.act(of: EntryID(entry))?.source == source) }
        #expect(book.loaded.ledger == nil)
        for entry in [0, 5, 99] { #expect(try book.act(of: EntryID(entry)) == nil) }
    }

    @Test("Lots of one instrument are read alone, also where the ledger was loaded for its activities, and anew after each act")
    func lotsOfOne() throws {
        let shelf = Shelf(.file), first = try shelf.openSaving()
        try Sample.fill(first)
        let other = try first.define(Instrument(symbol: "SAP", name: "SAP", currency: .usd))
        func trade(_ kind: ActivityKind, _ quantity: FixedDecimal) -> Activity {
            Activity(date: Sample.day("2024-02-01"), kind: kind, account: AccountID(1), instrument: other, quantity: quantity, price: 9, currency: .usd)
        }
        for _ in 0..<8 { try first.append(Sample.deposit("1")) }
        try first.append(trade(.buy, 7))
        first.close()
        let book = try shelf.open()
        func units(_ ledger: Ledger) throws -> [FixedDecimal] { try ledger.lots().filter { $0.instrument == other }.map(\.remaining) }
        _ = try book.ledger
        let part = try book.ledger(withLotsOf: other)
        #expect(try part !== book.ledger && units(part) == [7] && !book.ledger.isSettled)
        try book.append(trade(.sell, 3))
        #expect(try units(book.ledger(withLotsOf: other)) == [4])
    }

    @Test func whatFollowsIsReadFromTheJournal() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open()
        try book.append(Sample.sell("3", at: "40"))
        try book.void(EntryID(3), reason: "r")
        book.close()
        let next = try shelf.openSaving()
        #expect(try next.packedActivities().through == 4)
        #expect(try Facts(next) == plain(shelf) && next.ledger.activities.isVoid(at: 0))
        next.close()
        #expect(try shelf.open().packedActivities().through == 6)
    }

    @Test(
        "Whatever is wrong with them, the journal is read, and they are packed anew",
        arguments: [
            "DELETE FROM saved_block", "UPDATE saved_block SET bytes = zeroblob(length(bytes))", "UPDATE saved_block SET bytes = substr(bytes, 2)",
            "UPDATE saved_segment SET version = 0",
            "UPDATE saved_segment SET hash = randomblob(32)", "UPDATE saved_segment SET hash = x'00'", "UPDATE saved_segment SET through = 3",
            "UPDATE saved_segment SET through = 99",
            "UPDATE saved_segment SET first = 2", "UPDATE saved_segment SET directory = zeroblob(length(directory))", "UPDATE saved_segment SET checksum = checksum + 1",
            "UPDATE saved_block SET id = id + 9", "DELETE FROM saved_segment", "DROP TABLE saved_block", "DROP TABLE saved_segment",
        ])
    func whateverIsWrong(statement: String) throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let expected = try Facts(shelf.open())
        try RawDatabase(shelf.path).run(statement)
        var part = ActivityPart()
        part.through = Sample.day("2024-01-02")
        let asking = try shelf.open()
        #expect(try asking.ledger(with: part).activities.id(at: 0) == EntryID(3))
        asking.close()
        let book = try shelf.openSaving()
        #expect(try Facts(book) == expected)
        try book.append(Sample.deposit("1"))
        book.close()
        let next = try shelf.open()
        #expect(try next.ledger.activities.count == 3)
        guard !statement.hasPrefix("DROP") else { return }
        #expect(try next.verify().isSound)
        #expect(try next.packedActivities().through == 5)
    }

    @Test func verifyFindsThoseThatDiffer() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let other = try Shelf(.memory).open()
        try Sample.fill(other)
        try other.append(Sample.deposit("7"))
        let book = try shelf.open()
        try book.append(Sample.deposit("8"))
        book.close()
        let store = try SQLiteStore.open(path: shelf.path, readOnly: false), head = try store.head()
        let packed = try ActivitySegment.pack(other.ledger, after: EntryID(0), json: .foundation, checksum: CacheChecksum.of)[0]
        let segment = ActivitySegment(first: EntryID(1), through: EntryID(5), blocks: packed.segment.blocks)
        try store.begin(after: nil, shouldStop: nil)
        try store.keep([SegmentToKeep(segment: StoredSegment(segment, end: head), rows: packed.rows)])
        try store.commit()
        store.close()
        let report = try shelf.open().verify()
        #expect(report.problems.map(\.kind) == [.cache] && report.problems[0].message.hasPrefix("The packed activities differ from the entries."), "\(report.problems)")
    }

    @Test(
        "Those that are damaged do no harm, and are packed anew though nothing was recorded",
        arguments: ["UPDATE saved_block SET bytes = zeroblob(length(bytes))", "DELETE FROM saved_block"])
    func damagedOnes(statement: String) throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let database = try RawDatabase(shelf.path), sound = try database.texts("SELECT hex(bytes) FROM saved_block")
        try database.run(statement)
        let reader = try shelf.open(readOnly: true)
        #expect(try reader.verify().isSound)
        reader.close()
        let book = try shelf.openSaving()
        _ = try book.ledger
        book.close()
        #expect(try RawDatabase(shelf.path).texts("SELECT hex(bytes) FROM saved_block") == sound)
    }

    @Test func erasingAnAccountDropsThem() throws {
        let shelf = Shelf(.file)
        try shelf.saveSample()
        let book = try shelf.open()
        try book.erase(account: AccountID(1))
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_block") == ["0"])
        book.close()
        #expect(try shelf.open().packedActivities().isEmpty)
        #expect(try shelf.open().ledger.activities.count == 0)
    }

    @Test func smallBooksAndReadersPackNothing() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try Sample.fill(book)
        book.close()
        let reader = try shelf.open(readOnly: true)
        reader.present.smallestSaved = 0
        _ = try reader.ledger.holdings()
        reader.close()
        #expect(try RawDatabase(shelf.path).texts("SELECT count(*) FROM saved_segment") == ["0"])
    }

    @Test("Any activity comes back from a block as it went in, by itself and in its place")
    func anyActivity() throws {
        var random = SeededRandom.forTest()
        let shelf = Shelf(.file), book = try shelf.openSaving()
        for account in 1...3 { try book.define(Account(name: "A\(account)", currency: .usd)) }
        for instrument in 1...3 { try book.define(Instrument(symbol: "S\(instrument)", currency: .usd)) }
        try book.transaction(source: "random") {
            for _ in 0..<SeededRandom.rounds(400) { _ = try? book.append(activity(&random)) }
        }
        book.close()
        let next = try shelf.open()
        #expect(try Facts(next) == plain(shelf))
        let whole = try next.ledger.activities
        #expect(whole.count > 100)
        for _ in 0..<20 {
            var part = ActivityPart()
            if random.chance(oneIn: 2) { part.from = Sample.day("20\(random.int(10...24))-0\(random.int(1...9))-10") }
            if random.chance(oneIn: 2) { part.through = Sample.day("20\(random.int(10...24))-0\(random.int(1...9))-10") }
            if random.chance(oneIn: 3) { part.accounts = [AccountID(Int32(random.int(1...3)))] }
            if random.chance(oneIn: 3) { part.instruments = [InstrumentID(Int32(random.int(1...3)))] }
            if random.chance(oneIn: 3) { part.kinds = [random.pick([.buy, .dividend, .deposit])] }
            let asking = try shelf.open()
            asking.present.parts.readCount = -1_000_000
            let table = try asking.ledger(with: part).activities
            let expected = (0..<whole.count).filter { part.includes(whole.activity(at: $0)) }.map { whole.id(at: $0) }
            let found = (0..<table.count).filter { part.includes(table.activity(at: $0)) }.map { table.id(at: $0) }
            #expect(found == expected, "\(part)")
            for row in 0..<table.count { #expect(whole.row(of: table.id(at: row)).map(whole.activity) == table.activity(at: row)) }
        }
    }

    private func activity(_ random: inout SeededRandom) -> Activity {
        func figure() -> FixedDecimal {
            random.pick([
                FixedDecimal(random.int(1...1_000_000)), FixedDecimal(units: Int128(random.int(1...1_000_000)) * 1_000_000_000_000), FixedDecimal(units: Int128(random.int(1...9))),
                FixedDecimal(units: Int128(random.int(1...1_000_000)) * 10_000_000_000),
            ])
        }
        var activity = Activity(
            date: Sample.day("20\(random.int(10...24))-\(random.pick(["01-01", "12-31", "02-28", "07-14"]))"), kind: random.pick([.buy, .deposit, .dividend, .interest, .fee]),
            account: AccountID(Int32(random.int(1...3))), currency: random.chance(oneIn: 5) ? .eur : .usd)
        if activity.kind == .buy || activity.kind == .dividend { activity.instrument = InstrumentID(Int32(random.int(1...3))) }
        if activity.kind == .buy { (activity.quantity, activity.price, activity.currency) = (figure(), figure(), .usd) } else { activity.amount = figure() }
        if random.chance(oneIn: 3) { activity.notes = random.pick(["größer", "", String(repeating: "x", count: 300), "\u{0}a"]) }
        if random.chance(oneIn: 4), activity.kind == .buy { activity.fee = figure() }
        if random.chance(oneIn: 4), activity.kind == .dividend { activity.tax = FixedDecimal(units: 1) }
        if random.chance(oneIn: 4) { activity.time = Instant(microseconds: Int64(activity.date.number) * 86_400_000_000 + Int64(random.int(0...86_399_999_999))) }
        if random.chance(oneIn: 6) { activity.status = random.pick([.draft, .pending]) }
        if random.chance(oneIn: 5) { activity.detail = ActivityDetail(sourceID: "id \(random.int(1...1_000_000))\"") }
        return activity
    }

    @Test func noBytesAreTrusted() throws {
        let book = try Shelf(.memory).open()
        try Sample.fill(book)
        let packed = try ActivitySegment.pack(book.ledger, after: EntryID(0), json: .foundation, checksum: CacheChecksum.of)
        let segment = packed[0].segment
        var random = SeededRandom.forTest()
        for _ in 0..<3000 {
            var forged = random.chance(oneIn: 3) ? segment.directory : packed[0].rows[random.int(0...packed[0].rows.count - 1)]
            for _ in 0..<random.int(1...4) { forged[random.int(0...forged.count - 1)] = UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(oneIn: 3) { forged.removeLast(random.int(0...forged.count)) }
            if let read = ActivitySegment(first: segment.first, through: segment.through, directory: forged) { _ = read.blocks }
            var unpacked = UnpackedActivities(json: .foundation)
            for block in segment.blocks { _ = forged.withUnsafeBytes { unpacked.add($0, of: block, in: segment) } }
            unpacked.arrange()
            _ = unpacked.take(below: .max) { $0 <= segment.through && !$1.date.description.isEmpty }
        }
    }
}
