import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("What is recorded stays as it was, or is found out")
struct ChainTests {
    private let shelf = Shelf(.file)

    /// A book with a row in every table, closed, and its path.
    private func filled() throws -> String {
        let book = try shelf.open()
        try Sample.fill(book)
        try book.transaction(source: "later") {
            try book.append(Sample.sell("1", at: "40"))
            try book.void(EntryID(5), reason: "typed twice")
            try book.set("base_currency", to: "EUR")
            try book.append(
                Activity(
                    date: Sample.day("2024-03-01"), time: try Instant(iso8601: "2024-03-01T10:00:00Z"), kind: .buy,
                    account: AccountID(1), instrument: InstrumentID(1), quantity: 2, price: 3, amount: 6, fee: 1, tax: 1, currency: .usd,
                    fxRate: Sample.decimal("0.9"), notes: "all fields"))
            let house = try book.define(Account(name: "House", currency: .eur, tracking: .value))
            try book.append(AccountValue(account: house, date: Sample.day("2024-03-02"), value: 250_000, currency: .eur, notes: "a guess"))
            try book.keep(PlanDocument(kind: .recurring, name: "rent", body: "{\"every\":\"month\"}"))
            let rent = try book.append(Sample.deposit("5"))
            try book.settle(Occurrence(rule: "rent", day: Sample.day("2024-01-31"), state: .posted, first: rent))
            _ = try book.record(Tagging(.activity(rent), "home"))
        }
        try book.erase(account: try book.define(Account(name: "Mistake", currency: .usd)))
        #expect(try book.verify().isSound)
        book.close()
        return shelf.path
    }

    @Test func everyTableRefusesUpdateAndDelete() throws {
        let raw = try RawDatabase(try filled())
        for table in JournalTable.allCases {
            for column in table.columns + ["hash"] {
                let error = storageError { try raw.run("UPDATE \(table.name) SET \(column) = \(column)") }
                #expect(error?.message.contains("entries are never changed: record a new one") == true, "\(table.name).\(column)")
            }
            let error = storageError { try raw.run("DELETE FROM \(table.name)") }
            #expect(error?.message.contains("entries are never deleted: void the activity") == true, "\(table.name)")
            for verb in ["INSERT OR REPLACE", "REPLACE"] {
                let error = storageError { try raw.run("\(verb) INTO \(table.name) SELECT * FROM \(table.name) LIMIT 1") }
                #expect(error?.message.contains("entries are never replaced: record a new one") == true, "\(table.name)")
            }
        }
        #expect(try shelf.open().verify().isSound)
    }

    @Test("One changed character in any column of any table is found, and its entry named", arguments: JournalTable.allCases.filter { $0 != .tombstone })
    func everyColumnIsGuarded(_ table: JournalTable) throws {
        let raw = try RawDatabase(try filled())
        let key = table == .act ? "id" : "seq"
        let row = try #require(try raw.texts("SELECT max(\(key)) FROM \(table.name)").first)
        let entry = try #require(Int(try raw.texts("SELECT max(\(table == .act ? "first_seq" : "seq")) FROM \(table.name)")[0]))
        for column in table.columns where column != "seq" && column != "id" && column != "first_seq" {
            let kept = try raw.texts("SELECT quote(\(column)) FROM \(table.name) WHERE \(key) = \(row)")[0]
            try raw.withoutGuards {
                for other in try forgeries(
                    of: kept, isInteger: ["act", "account", "instrument", "entry", "allow_short", "underlying", "amends", "entries", "first_entry", "number"].contains(column))
                {
                    try raw.run("PRAGMA foreign_keys = OFF; UPDATE \(table.name) SET \(column) = \(other) WHERE \(key) = \(row)")
                    let report = try shelf.open(readOnly: true).verify()
                    let named = report.problems.first { $0.kind == .chain }
                    #expect(named?.entry == entry, "\(table.name).\(column) = \(other): \(report.problems)")
                    #expect(report.problems.filter { $0.kind == .chain }.count == 1)
                }
                try raw.run("UPDATE \(table.name) SET \(column) = \(kept) WHERE \(key) = \(row)")
            }
        }
        #expect(try shelf.open().verify().isSound)
    }

    /// Values near a value, as somebody who falsifies a book would write them.
    private func forgeries(of quoted: String, isInteger: Bool) throws -> [String] {
        if isInteger { return quoted == "NULL" ? ["1"] : ["\(quoted) + 1", "-7"] }
        if quoted == "NULL" { return ["''", "'1'"] }
        let text = String(quoted.dropFirst().dropLast())
        var forgeries = ["'\(text) '", "'0\(text)'", "''"].filter { $0 != quoted }
        if let last = text.unicodeScalars.last?.value, last < 127 {
            forgeries.append("'\(text.dropLast())\(Character(UnicodeScalar(UInt8(last ^ 1))))'")
        }
        return forgeries
    }

    @Test func aChangedHashIsFound() throws {
        let raw = try RawDatabase(try filled())
        for (number, length) in [(32, "32"), (31, "31")] {
            try raw.withoutGuards { try raw.run("UPDATE activity SET hash = zeroblob(\(length)) WHERE seq = 4") }
            let report = try shelf.open(readOnly: true).verify()
            #expect(report.problems.first?.kind == .chain)
            #expect(report.problems.first?.entry == 4, "\(number) bytes")
            #expect(
                report.problems.first?.message
                    == "Entry 4, an activity, is not what was recorded: its hash does not fit what it says and what stands before it.")
        }
    }

    @Test func aRemovedEntryIsFound() throws {
        let raw = try RawDatabase(try filled())
        try raw.withoutGuards { try raw.run("DELETE FROM activity WHERE seq = 4") }
        let report = try shelf.open(readOnly: true).verify()
        #expect(report.problems.contains { $0.kind == .sequence && $0.entry == 4 && $0.message == "Entry 4 is missing." })
        #expect(report.problems.contains { $0.kind == .chain && $0.entry == 5 })
    }

    @Test func aRemovedActIsFound() throws {
        let raw = try RawDatabase(try filled())
        try raw.withoutGuards { try raw.run("PRAGMA foreign_keys = OFF; DELETE FROM act WHERE id = 2") }
        let report = try shelf.open(readOnly: true).verify()
        #expect(report.problems.contains { $0.kind == .sequence && $0.message.hasPrefix("Act 2 is missing") })
        #expect(report.problems.contains { $0.kind == .store && $0.message.contains("refers to a row of act that is not there") })
    }

    @Test func aMovedEntryIsFound() throws {
        let raw = try RawDatabase(try filled())
        try raw.withoutGuards {
            try raw.run("UPDATE activity SET seq = 99 WHERE seq = 3; UPDATE activity SET seq = 3 WHERE seq = 4; UPDATE activity SET seq = 4 WHERE seq = 99")
        }
        let report = try shelf.open(readOnly: true).verify()
        #expect(report.problems.first?.kind == .chain)
        #expect(report.problems.first?.entry == 3)
    }

    @Test func anEntryThatWasSlippedInIsFound() throws {
        let raw = try RawDatabase(try filled())
        try raw.run("INSERT INTO setting VALUES (17, 5, 'base_currency', 'GBP', NULL, randomblob(32))")
        let report = try shelf.open(readOnly: true).verify()
        #expect(report.problems.map(\.kind) == [.chain])
        #expect(report.problems.map(\.entry) == [17])
    }

    @Test func textsCannotFlowFromOneColumnIntoTheNext() throws {
        let hasher = ChainHasher()
        let writer = RowWriter()
        func hash(_ key: String, _ value: String) -> EntryHash {
            writer.begin(1, 1)
            SettingEntry(key: key, value: value).write(to: writer)
            writer.missing()
            return hasher.hash(.setting, writer.row(), after: .origin)
        }
        let texts = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("ab,1:c", ""), ("a,", "1:b"), ("-", "-"), ("--", "")]
        #expect(Set(texts.map { hash($0.0, $0.1) }).count == texts.count)
    }

    /// The recipe of the module's README, followed by other means.
    @Test func theChainCanBeFollowedByHand() throws {
        let raw = try RawDatabase(try filled())
        var previous = [UInt8](repeating: 0, count: 32)
        func expect(_ table: String, _ columns: [String], where condition: String) throws {
            let select = columns.map { "coalesce(length(CAST(\($0) AS BLOB)) || ':' || \($0) || ',', '-')" }.joined(separator: " || ")
            let encoded = try raw.texts("SELECT '\(table.utf8.count):\(table),' || \(select) FROM \(table) WHERE \(condition)")[0]
            var bytes = Array(encoded.utf8)
            while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
            let hash = (previous + bytes).withUnsafeBytes { SHA256.hash(of: $0).withBytes(Array.init) }
            let kept = try raw.texts("SELECT lower(hex(hash)) FROM \(table) WHERE \(condition)")[0]
            #expect(hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == kept, "\(encoded)")
            previous = hash
        }
        let act = ["id", "first_seq", "recorded_at", "source"]
        try expect("act", act, where: "id = 1")
        try expect(
            "account",
            ["seq", "act", "id", "name", "kind", "currency", "portfolio", "owner", "account_group", "opened", "closed", "allow_short"],
            where: "seq = 1")
        try expect("instrument", ["seq", "act", "id", "symbol", "name", "kind", "currency", "multiplier"], where: "seq = 2")
        try expect("act", act, where: "id = 2")
        for entry in 3...4 {
            try expect(
                "activity",
                [
                    "seq", "act", "date", "time", "kind", "subtype", "status", "account", "instrument", "quantity", "price", "amount", "fee",
                    "tax", "currency", "fx_rate", "notes",
                ], where: "seq = \(entry)")
        }
    }
}
