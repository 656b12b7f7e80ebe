import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("All stores, and a book opened again, say the same whatever is recorded")
struct TwinTests {
    private struct Undo: Error {}

    /// Everything that a book can be asked for.
    private struct State: Equatable {
        var entries: Int
        var accounts: [Account]
        var instruments: [Instrument]
        var settings: [String: String]
        var plans: PlanStore
        var activities: [Activity]
        var voids: [Bool]
        var acts: [Act]
        var quotes: [Quote]
        var rates: [Rate]
        var pairs: [RatePair]
        var prices: [InstrumentID: PriceSeries]
        var cash: [CashBalance]
        var holdings: [Holding]
        var answer: QueryResult

        init(_ book: Book) throws {
            let ledger = try book.ledger
            entries = try book.verify().head.sequence
            (accounts, instruments, settings, plans) = (ledger.accounts, ledger.instruments, ledger.settings, ledger.plans)
            activities = (0..<ledger.activities.count).map(ledger.activities.activity(at:))
            voids = (0..<ledger.activities.count).map(ledger.activities.isVoid(at:))
            acts = try book.acts
            quotes = try book.quotes()
            rates = try book.rates()
            pairs = try book.rateGraph.pairs
            prices = try book.priceSeries(of: [InstrumentID(1), InstrumentID(2)], from: Sample.day("2024-01-02"))
            cash = try ledger.cash()
            holdings = try ledger.holdings()
            answer = try book.query("SELECT id, status, account, symbol, quantity, amount, source FROM activities ORDER BY id")
        }
    }

    @Test func randomActsOnBoth() throws {
        var random = SeededRandom.forTest()
        var recorded = 0, written = 0
        for _ in 0..<8 {
            let shelves = StoreKind.allCases.map(Shelf.init)
            let books = try shelves.map { try $0.open() }
            for _ in 0..<25 {
                let seed = random.next()
                for book in books {
                    var same = SeededRandom(seed: seed)
                    try? book.transaction(source: "act \(seed % 7)") { try step(book, &same, depth: 0) }
                }
            }
            let states = try books.map(State.init)
            written += states[0].activities.count { !($0.detail?.place.isEmpty ?? true) }
            for state in states { #expect(state == states[0]) }
            // A server records in the name of the login, so that its hashes are its own.
            #expect(try books[0].head == books[1].head && books[2].recordedBy(EntryID(1)) == (states[0].entries > 0 ? ServerBooks.owner : nil))
            recorded += states[0].activities.count
            for book in books { #expect(try book.verify().isSound) }
            for shelf in shelves { #expect(try State(shelf.open()) == states[0]) }
        }
        #expect(recorded > 20 && written > 0, "hardly anything was recorded")
    }

    /// Some things recorded, some of them in parts that are undone, with what may go wrong going wrong now and then.
    private func step(_ book: Book, _ random: inout SeededRandom, depth: Int) throws {
        for _ in 0..<random.int(0...4) {
            let account = AccountID(Int32(random.int(1...3)))
            switch random.int(0...16) {
            case 0: try book.define(Account(name: "A\(random.int(1...3))", currency: .usd, group: "g\(random.int(1...2))"))
            case 1: try book.define(Instrument(symbol: "S\(random.int(1...2))", name: "n\(random.int(1...2))", currency: .usd, provider: random.pick(["", "yahoo"])))
            case 2: _ = try? book.append(Sample.deposit("\(random.int(1...99))", in: account))
            case 3: _ = try? book.append(Sample.buy("\(random.int(1...9))", at: "2", on: "2024-01-0\(random.int(1...9))"))
            case 4: _ = try? book.append(Sample.sell("\(random.int(1...9))", at: "3", on: "2024-01-0\(random.int(1...9))"))
            case 5: _ = try? book.void(EntryID(random.int(1...30)), reason: "r")
            case 6: try book.set("base_currency", to: random.pick(["USD", "EUR", ""]))
            case 7: try book.store([Sample.quote("\(random.int(1...3))", on: "2024-01-0\(random.int(1...3))", source: random.pick(["a", "b"]))])
            case 8:
                let batch = [
                    Sample.deposit("\(random.int(1...9))", in: account), Sample.sell("2", at: "1", on: "2024-01-0\(random.int(1...9))"),
                    Sample.buy("1", at: "1", on: "2024-01-0\(random.int(1...9))"),
                ]
                _ = try book.admit(batch, dryRun: random.chance(oneIn: 3))
            case 9: try book.store([rate("EUR", random.pick(["USD", "GBP"]), "\(random.int(1...3))", on: "2024-01-0\(random.int(1...3))")])
            case 10: try book.removeRate(from: .eur, to: .usd, on: Sample.day("2024-01-0\(random.int(1...3))"), source: "ecb")
            case 11: try book.removeQuote(of: InstrumentID(1), on: Sample.day("2024-01-0\(random.int(1...3))"), source: random.pick(["a", "b"]))
            case 12: try book.keep(PlanDocument(kind: random.pick([.goal, .limit]), name: "p\(random.int(1...3))", body: random.pick(["", "{}", "{\"a\":1}"])))
            case 13, 14:
                let day = Sample.day("2024-01-0\(random.int(1...4))"), state = random.pick(Occurrence.State.allCases)
                _ = try? book.settle(Occurrence(rule: random.pick(["r", "s"]), day: day, state: state, first: random.pick([nil, EntryID(random.int(1...30))])))
            case 15:
                // A sale before the purchase that it needs, with anything between, is written again where that stands elsewhere in the end.
                let day = "2024-01-0\(random.int(1...9))", units = random.int(1...9)
                try? book.together {
                    try book.append(Sample.sell("\(units)", at: "3", on: day))
                    if depth < 3 { try step(book, &random, depth: depth + 1) }
                    try book.append(Sample.buy("\(units)", at: "2", on: day))
                }
            default: if depth < 3 { try part(book, &random, depth: depth) }
            }
        }
    }

    private func part(_ book: Book, _ random: inout SeededRandom, depth: Int) throws {
        if random.chance(oneIn: 3) {
            try book.trial { try step(book, &random, depth: depth + 1) }
        } else {
            let fails = random.chance(oneIn: 2)
            try? book.transaction {
                try step(book, &random, depth: depth + 1)
                if fails { throw Undo() }
            }
        }
        if random.chance(oneIn: 6) { throw Undo() }
    }

    @Test func decimalsAreWrittenAsTheirShortestText() throws {
        var random = SeededRandom.forTest()
        let special: [FixedDecimal] = [.zero, .one, .greatest, -.greatest, .smallestPositive, -.smallestPositive, FixedDecimal(Int.max), FixedDecimal(Int.min)]
        let any = (0..<5000).map { _ in
            // Of every size, and with any number of zeros at the end.
            let units = Int128(truncatingIfNeeded: Int64(bitPattern: random.next())) << Int128(random.int(0...63)) | Int128(random.int(0...9))
            return FixedDecimal(units: units >> Int128(random.int(0...120)))
        }
        let round = (0..<2000).map { _ in FixedDecimal(units: Int128(random.int(-999...999)) * power(random.int(0...35))) }
        for value in special + any + round {
            var bytes = [UInt8](repeating: 0, count: DecimalDigits.longestDecimal)
            let count = bytes.withUnsafeMutableBytes { DecimalDigits.write(value, to: $0.baseAddress!) }
            #expect(String(decoding: bytes[..<count], as: UTF8.self) == value.description)
        }
        for value in [0, 1, 9, 10, 99, 100, Int64.max, Int64.min, -1] + (0..<500).map({ _ in Int64(bitPattern: random.next()) >> Int64(random.int(0...63)) }) {
            var bytes = [UInt8](repeating: 0, count: 20)
            let count = bytes.withUnsafeMutableBytes { DecimalDigits.write(value, to: $0.baseAddress!) }
            #expect(String(decoding: bytes[..<count], as: UTF8.self) == "\(value)")
        }
    }

    private func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { product, _ in product * 10 } }
}
