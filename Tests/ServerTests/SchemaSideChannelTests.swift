import Foundation
import Testing

@Suite("Plans and their figures tell nothing of the books of others")
struct SchemaSideChannelTests {
    private let laidOut: LaidOut

    /// A database of its own, since what is measured here must not change meanwhile.
    init() throws { laidOut = try Self.once.get() }

    private static let once = Result {
        let laidOut = try LaidOut()
        let book = try laidOut.makeBook()
        // Two hundred books with many entries, past all rules.
        try laidOut.superuser(
            """
            INSERT INTO luca.book SELECT gen_random_uuid(), 'b' || i, now(), 'sven', 'c' FROM generate_series(1, 200) AS i;
            INSERT INTO luca.book SELECT '00000000-0000-0000-0000-000000000001', 'secret', now(), 'sven', 'c';
            INSERT INTO luca.act SELECT b.book, 1, 1, '2026-01-01T00:00:00.000Z', 'x', sha256('x') FROM luca.book AS b WHERE b.channel = 'c';
            INSERT INTO luca.activity (book, seq, act, date, kind, status, account, amount, fee, tax, currency, notes, recorded_by, hash)
                SELECT b.book, s, 1, '2026-01-01', 'deposit', 'posted', 1, '1', '0', '0', 'EUR', CASE WHEN b.name = 'secret' THEN 'salary' ELSE 'n' || s END, 'sven', sha256('x')
                FROM luca.book AS b, generate_series(1, 200) AS s WHERE b.channel = 'c';
            ANALYZE;
            """)
        _ = book
        return laidOut
    }

    private static let foreign = "00000000-0000-0000-0000-000000000001"

    /// The plan of a query as it is run, without times.
    private func plan(_ query: String, _ settings: String = "") throws -> String {
        try laidOut.answer("\(settings) EXPLAIN (ANALYZE, TIMING off, SUMMARY off, BUFFERS off) \(query)", as: "vic")
    }

    @Test func membersReadTheirRowsByTheIndex() throws {
        let all = try plan("SELECT * FROM luca.activity")
        #expect(all.contains("Index Cond: (book = ANY ($") && !all.contains("Seq Scan"), "\(all)")
        let later = try plan("SELECT * FROM luca.activity WHERE book = '\(Self.foreign)' AND seq > 190 ORDER BY seq")
        #expect(later.contains("Index Cond: ((book = ANY ($") && later.contains("(seq > 190))"), "\(later)")
        let logins = try laidOut.superuser("SET enable_seqscan = off; EXPLAIN SELECT m.book FROM luca.member AS m WHERE m.login = session_user")
        #expect(logins.contains("member_by_login"), "\(logins)")
    }

    /// Statements in pairs: the first asks for what is there in the book of another, the second for what is nowhere.
    @Test func aConditionThatFitsRowsOfOthersLooksLikeOneThatFitsNone() throws {
        let scans = [
            "", "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; SET max_parallel_workers_per_gather = 0;",
            "SET enable_seqscan = off; SET enable_bitmapscan = off;", "SET cpu_operator_cost = 0;",
            "SET cpu_operator_cost = 1e-300; SET enable_indexscan = off; SET enable_bitmapscan = off;",
        ]
        let questions = [
            "notes = '$'", "notes = ANY (ARRAY['$'])", "(notes = '$') IS TRUE", "notes >= '$' AND notes <= '$'", "book = 'BOOK' AND notes = '$'", "book >= 'BOOK' AND notes = '$'",
            "notes = '$' AND seq = (SELECT 7)", "CASE WHEN notes = '$' THEN true ELSE false END", "coalesce(notes = '$', true)",
        ]
        let missing = "00000000-0000-0000-0000-000000000002"
        for scan in scans {
            // All in one session each, told apart by their questions.
            func plans(_ word: String, _ book: String) throws -> [Substring] {
                let explain = "EXPLAIN (ANALYZE, TIMING off, SUMMARY off, BUFFERS off) SELECT 1 FROM luca.activity WHERE"
                let asked = (questions + ["book = 'BOOK'"]).map { "\\qecho question\n\(explain) \($0);" }.joined(separator: "\n").replacing("BOOK", with: book).replacing(
                    "$", with: word)
                return try laidOut.answer(scan + "\n" + asked, as: "vic").replacing(word, with: "…").replacing(book, with: "BOOK").split(separator: "question")
            }
            let there = try plans("salary", Self.foreign)
            let nowhere = try plans("salara", missing)
            #expect(there.count == questions.count + 1)
            for (one, other) in zip(there, nowhere) { #expect(one == other, "\(scan)") }
        }
    }

    @Test func whatIsExpectedOfAConditionRestsOnNoRows() throws {
        for (there, nowhere) in [
            ("currency = 'EUR'", "currency = 'USD'"), ("amount = '1'", "amount = '2'"), ("recorded_by = 'sven'", "recorded_by = 'anne'"), ("account = 1", "account = 9"),
        ] {
            let expected = try [there, nowhere].map { try laidOut.answer("EXPLAIN SELECT 1 FROM luca.activity WHERE \($0)", as: "vic").split(separator: "\n").first ?? "" }
            #expect(expected[0] == expected[1])
        }
    }
}
