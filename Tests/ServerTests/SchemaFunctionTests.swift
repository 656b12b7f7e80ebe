import Foundation
import Testing

@Suite("Each function of luca's layout does what it is for")
struct SchemaFunctionTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    /// An entry of each kind, but for erasures.
    private static let ofEachKind = [
        Act.Entry(
            kind: "account",
            fields:
                #""id": 1, "name": "Giro – été", "kind": "cash", "currency": "EUR", "portfolio": "", "owner": "", "account_group": "", "opened": "2026-01-01", "allow_short": 0"#),
        Act.Entry(kind: "instrument", fields: #""id": 1, "symbol": "ACME", "name": "Acme", "kind": "stock", "currency": "USD", "multiplier": "1", "provider_symbol": "-""#),
        .deposit("10.5"),
        Act.Entry(kind: "valuation", fields: #""account": 1, "date": "2026-01-02", "value": "-3.25", "currency": "EUR", "notes": "---""#),
        Act.Entry(kind: "void", fields: #""entry": 5, "reason": "typed twice""#),
        .setting("base_currency", "EUR"),
        Act.Entry(kind: "plan", fields: #""kind": "recurring", "name": "rent", "body": "{}""#),
        Act.Entry(kind: "occurrence", fields: #""rule": "rent", "day": "2026-01-31", "state": "posted", "first_entry": 5"#),
        Act.Entry(kind: "tag", fields: #""thing": "activity", "number": 5, "tag": "home", "change": "add""#),
    ]

    /// A book with a row in each table, of which one entry was erased.
    private func filledBook() throws -> SampleBook {
        let book = try laidOut.makeBook()
        try book.record(Act(Self.ofEachKind), as: "anna")
        let end = try book.head()
        let digest = try laidOut.answer(
            "SELECT encode(sha256(convert_to('2:' || encode(hash, 'hex') || E'\\n', 'UTF8')), 'hex') FROM luca.activity WHERE book = '\(book.number)' AND seq = 2", as: "anna")
        let erasure = try book.sql(Act([.erasure(of: 1, entries: 1, digest: digest)]), as: "anna")
        try laidOut.answer("BEGIN; SELECT luca.erase('\(book.number)', \(end.seq + 1), ARRAY[2]); \(erasure) COMMIT;", as: "anna")
        try book.record(Act([.deposit("1")]), as: "ed")
        return book
    }

    @Test func entriesOfEachKindAreTakenAndChained() throws {
        let book = try filledBook()
        for kind in Self.ofEachKind.map(\.kind) + ["erasure", "tombstone"] {
            #expect(try laidOut.answer("SELECT count(*) > 0 FROM luca.\(kind) WHERE book = '\(book.number)'", as: "vic") == "t", "\(kind)")
        }
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
        // A change past all rules is found.
        try laidOut.superuser(
            """
            BEGIN; ALTER TABLE luca.plan DISABLE TRIGGER plan_stays; UPDATE luca.plan SET body = 'x' WHERE book = '\(book.number)';
            ALTER TABLE luca.plan ENABLE ALWAYS TRIGGER plan_stays; COMMIT;
            """)
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "9")
    }

    /// What was recorded elsewhere, with what was erased of it, and by whomever, comes in whole.
    @Test func aBookIsFilledFromAnother() throws {
        let book = try filledBook()
        let copy = SampleBook(number: UUID().uuidString.lowercased(), database: laidOut)
        let kinds = Self.ofEachKind.map(\.kind) + ["act", "erasure", "tombstone"]
        let rows = kinds.map { kind in
            let place = kind == "act" ? "2 * t.first_seq" : "2 * t.seq + 1"
            return "SELECT \(place) AS place, to_jsonb(t) - 'book' || '{\"table\": \"\(kind)\"}' AS row FROM luca.\(kind) AS t WHERE t.book = '\(book.number)'"
        }.joined(separator: " UNION ALL ")
        let end = try book.head()
        let zero = "decode(repeat('00', 32), 'hex')"
        func fill() -> String {
            "SELECT seq FROM luca.append('\(copy.number)', gen_random_uuid(), 0, \(zero), (SELECT jsonb_agg(jsonb_strip_nulls(r.row) ORDER BY r.place) FROM (\(rows)) AS r));"
        }
        let create = "SELECT luca.create_book('\(copy.number)', 'Copy \(copy.number.prefix(8))', is_filled => true);"
        // A new book that is not to be filled takes none of that.
        #expect(laidOut.refusal("BEGIN; \(create.replacing("true", with: "false")) \(fill())", as: "anna") == "LU004 tombstones are left by luca.erase alone")
        try laidOut.answer("BEGIN; \(create) \(fill()) COMMIT;", as: "anna")
        #expect(try copy.head() == end)
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(copy.number)')", as: "anna") == "")
    }

    @Test func pricesRatesAndStatesAreKept() throws {
        let book = try laidOut.makeBook()
        let number = book.number
        let quote =
            #"'[{"book": "00000000-0000-0000-0000-000000000001", "instrument": 1, "date": "2026-01-01", "source": "s", "close": "PRICE", "currency": "EUR", "recorded_at": "2026-01-01T00:00:00.000Z"}]'"#
        let rate = #"'[{"base": "CHF", "quoted": "EUR", "date": "2026-01-01", "source": "s", "rate": "PRICE", "recorded_at": "2026-01-01T00:00:00.000Z"}]'"#
        for (price, changed) in [("1", "1|1"), ("1", "0|0"), ("2", "1|1")] {
            let call = "SELECT luca.store_quotes('\(number)', \(quote)), luca.store_rates('\(number)', \(rate))".replacing("PRICE", with: price)
            #expect(try laidOut.answer(call, as: "ed") == changed)
        }
        #expect(try laidOut.answer("SELECT close FROM luca.quote WHERE book = '\(number)'", as: "vic") == "2")
        #expect(
            try laidOut.answer("SELECT luca.remove_quote('\(number)', 1, '2026-01-01', 's'), luca.remove_rate('\(number)', 'CHF', 'EUR', '2026-01-01', 's')", as: "ed") == "1|1")
        #expect(try laidOut.answer("SELECT quotes, rates FROM luca.lock_book('\(number)')", as: "dora") == "3|3")
        let save = "SELECT luca.save_state('\(number)', h.seq + SHIFT, h.hash, 1, 'a', 'b', 'c', 'd') FROM luca.head AS h WHERE h.book = '\(number)'"
        #expect(try laidOut.answer(save.replacing("SHIFT", with: "1"), as: "ed") == "f")
        #expect(try laidOut.answer(save.replacing("SHIFT", with: "0") + ";" + save.replacing("SHIFT", with: "0"), as: "ed") == "t\nt")
        for login in ["dora", "vic"] {
            for call in [save.replacing("SHIFT", with: "0"), "SELECT luca.store_quotes('\(number)', '[]')", "SELECT luca.remove_rate('\(number)', '', '', '', '')"] {
                #expect(laidOut.refusal(call, as: login).hasPrefix("LU002 that takes the role owner or editor"), "\(login): \(call)")
            }
        }
    }

    @Test func sharedPricesAreToldByTheirGroupAlone() throws {
        let quote = #"'[{"provider": "p", "symbol": "S", "date": "2026-01-01", "close": "1", "currency": "EUR", "recorded_at": "2026-01-01T00:00:00.000Z"}]'"#
        let rate = #"'[{"base": "CHF", "quoted": "EUR", "date": "2026-01-01", "provider": "p", "rate": "1", "recorded_at": "2026-01-01T00:00:00.000Z"}]'"#
        let call = "SELECT market.store_quotes(\(quote)), market.store_rates(\(rate))"
        let before = try laidOut.answer("SELECT number FROM market.revision", as: "vic")
        #expect(try laidOut.answer("\(call);\(call)", as: "mark") == "1|1\n0|0")
        #expect(try laidOut.answer("SELECT number - \(before) FROM market.revision; SELECT close FROM market.quote", as: "vic") == "2\n1")
        #expect(laidOut.refusal(call, as: "anna").hasPrefix("42501"))
        #expect(laidOut.refusal("SELECT * FROM luca.book", as: "mark").hasPrefix("42501"))
    }

    @Test func aBookThatWasMovedTakesNothing() throws {
        let book = try laidOut.makeBook()
        let number = book.number
        let end = try book.head()
        func move(_ address: String, _ seq: String) -> String { "SELECT luca.move_book('\(number)', '\(address)', \(seq), decode('\(end.hash)', 'hex'))" }
        for seq in ["1", "NULL"] { #expect(laidOut.refusal(move("there", seq), as: "anna") == "LU001 entry 2 is the last by now") }
        try laidOut.answer(move("there", "2"), as: "anna")
        #expect(try book.refusal(Act([.deposit("1")]), as: "ed") == "LU006 the book was moved")
        #expect(laidOut.refusal("SELECT luca.lock_book('\(number)')", as: "ed") == "LU006 the book was moved to there")
        try laidOut.answer(move("", "2") + "; SELECT luca.rename_book('\(number)', 'Back again \(number.prefix(8))'), luca.use_market('\(number)', true)", as: "anna")
        #expect(try book.refusal(Act([.deposit("1")]), as: "ed") == "")
        #expect(try laidOut.answer("SELECT name, uses_market FROM luca.book WHERE book = '\(number)'", as: "vic") == "Back again \(number.prefix(8))|t")
    }
}
