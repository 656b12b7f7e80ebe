import Foundation
import TestSupport
import Testing

@Suite("Who loses a role loses it at once, and an act is whole or not there")
struct SchemaSessionTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    /// The line by which one session has another do something meanwhile.
    private func meanwhile(_ sql: String, as login: String, goingOn: Bool = false) -> String {
        let script = "/tmp/luca-\(UUID().uuidString).sql"
        _ = FileManager.default.createFile(atPath: script, contents: Data("\\set VERBOSITY verbose\n\(sql)".utf8))
        let command = "psql -X -A -t -q -h \(laidOut.server.folder) -p 5432 -U \(login) -d \(laidOut.database) -f \(script)"
        return "\n\\! (\(command) > \(script).out 2>&1; touch \(script).end)\(goingOn ? " &" : "")\n"
            + (goingOn
                ? """
                DO $$BEGIN
                    FOR i IN 1..500 LOOP
                        EXIT WHEN EXISTS (SELECT 1 FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid WHERE a.usename = '\(login)' AND NOT l.granted);
                        PERFORM pg_sleep(0.02), pg_stat_clear_snapshot();
                    END LOOP;
                END$$;
                COMMIT;
                \\! for i in $(seq 500); do [ -e \(script).end ] && break; sleep 0.02; done; cat \(script).out; rm \(script)*

                """ : "\\! cat \(script).out; rm \(script)*\n")
    }

    @Test(arguments: ["REPEATABLE READ", "SERIALIZABLE"])
    func anOldViewOfTheBookIsNoOldRole(isolation: String) throws {
        let book = try laidOut.makeBook()
        let append = try book.sql(Act([.deposit("1")]), as: "ed")
        let number = book.number
        let changes = ["SELECT luca.remove_member('\(number)', 'ed')", "SELECT luca.add_member('\(number)', 'ed', 'viewer')"]
        let quote = #"[{"instrument": 1, "date": "2026-01-01", "source": "s", "close": "1", "currency": "EUR", "recorded_at": "2026-01-01T00:00:00.000Z"}]"#
        let deeds = [
            append, "SELECT luca.store_quotes('\(number)', '\(quote)');", "SELECT luca.find_act('\(number)', gen_random_uuid());", "SELECT * FROM luca.lock_book('\(number)');",
            "SELECT luca.save_state('\(number)', h.seq, h.hash, 1, '', '', '', '') FROM luca.head AS h WHERE h.book = '\(number)';",
        ]
        for (index, deed) in deeds.enumerated() {
            try laidOut.answer("SELECT luca.add_member('\(number)', 'ed', 'editor')", as: "anna")
            let begin = "BEGIN ISOLATION LEVEL \(isolation); SELECT 1;"
            let refusal = laidOut.refusal(begin + meanwhile(changes[index % 2], as: "anna") + deed, as: "ed")
            #expect(refusal == "40001 could not serialize access due to concurrent update", "\(deed.prefix(40)): \(refusal)")
        }
    }

    @Test func whoIsRemovedWhileTheyWaitRecordsNothing() throws {
        let book = try laidOut.makeBook()
        // A login of this test's own, so that no other session of it waits.
        let login = "waiting_\(book.number.prefix(8))"
        try laidOut.superuser("CREATE ROLE \(login) LOGIN; GRANT luca_members TO \(login)")
        try laidOut.answer("SELECT luca.add_member('\(book.number)', '\(login)', 'editor')", as: "anna")
        let append = try book.sql(Act([.deposit("1")]), as: login)
        let end = try book.head()
        let told = laidOut.run("BEGIN; SELECT luca.remove_member('\(book.number)', '\(login)');" + meanwhile(append, as: login, goingOn: true), as: "anna")
        #expect(told.output.contains("LU005: you belong to no such book"), "\(told)")
        #expect(try book.head() == end)
    }

    @Test func aLoginThatIsMadeAnewHasNoRights() throws {
        let book = try laidOut.makeBook()
        let login = "again_\(book.number.prefix(8))"
        let make = "CREATE ROLE \(login) LOGIN; GRANT luca_members TO \(login);"
        try laidOut.superuser(make)
        try laidOut.answer("SELECT luca.add_member('\(book.number)', '\(login)', 'owner')", as: "anna")
        #expect(try laidOut.answer("SELECT luca.my_role('\(book.number)')", as: login) == "owner")
        try laidOut.superuser("DROP ROLE \(login); \(make)")
        #expect(try laidOut.answer("SELECT luca.my_role('\(book.number)'), count(*) FROM luca.book", as: login) == "|0")
        #expect(laidOut.refusal("SELECT luca.delete_book('\(book.number)')", as: login) == "LU005 you belong to no such book")
        // Nor does an administrator bind it again by chance, as after a restore.
        #expect(try laidOut.superuser("SELECT luca.bind_members()") == "0")
        // Nor does it count as the owner whom a book needs.
        #expect(laidOut.refusal("SELECT luca.remove_member('\(book.number)', 'anna')", as: "anna") == "LU012 anna is the only owner of the book")
        try laidOut.superuser("ALTER ROLE \(login) RENAME TO \(login)_b; \(make)")
        #expect(try laidOut.answer("SELECT count(*) FROM luca.book", as: login) == "0")
        #expect(try laidOut.answer("SELECT count(*) FROM luca.book", as: login + "_b") == "0")
    }

    @Test func whoIsRemovedHearsNoMoreNotices() throws {
        let book = try laidOut.makeBook()
        let channel = "SELECT channel FROM luca.book WHERE book = '\(book.number)'"
        let before = try laidOut.answer(channel, as: "vic")
        try laidOut.answer("SELECT luca.remove_member('\(book.number)', 'vic')", as: "anna")
        #expect(try laidOut.answer(channel, as: "vic") == "")
        #expect(try laidOut.answer(channel, as: "ed") != before)
    }

    @Test func anAccountIsErasedWithItsErasureOrNotAtAll() throws {
        let book = try laidOut.makeBook()
        let end = try book.head()
        let erase = "SELECT luca.erase('\(book.number)', \(end.seq + 1), ARRAY[2]);"
        #expect(laidOut.refusal(erase, as: "anna").hasPrefix("23503"))
        #expect(laidOut.refusal("BEGIN; \(erase) \(try book.sql(Act([.deposit("1")]), as: "anna")) COMMIT;", as: "anna").hasPrefix("23503"))
        let hash = try laidOut.answer("SELECT encode(hash, 'hex') FROM luca.activity WHERE book = '\(book.number)' AND seq = 2", as: "anna")
        let digest = try laidOut.superuser("SELECT encode(sha256(convert_to(E'2:\(hash)\\n', 'UTF8')), 'hex')")
        for (entries, text) in [(1, "x"), (2, digest), (0, digest)] {
            let act = Act([.erasure(of: 1, entries: entries, digest: text)])
            #expect(laidOut.refusal("BEGIN; \(erase) \(try book.sql(act, as: "anna")) COMMIT;", as: "anna") == "LU003 an erasure does not vouch for the tombstones that it left")
        }
        #expect(try laidOut.answer("SELECT count(*) FROM luca.activity WHERE book = '\(book.number)'", as: "anna") == "1")
        try laidOut.answer("BEGIN; \(erase) \(try book.sql(Act([.erasure(of: 1, entries: 1, digest: digest)]), as: "anna")) COMMIT;", as: "anna")
        #expect(try laidOut.answer("SELECT count(*) FROM luca.activity WHERE book = '\(book.number)'", as: "anna") == "0")
        #expect(try laidOut.answer("SELECT seq, erasure FROM luca.tombstone WHERE book = '\(book.number)'", as: "vic") == "2|3")
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
    }

    @Test func aBookIsFilledInTheTransactionThatMadeIt() throws {
        let book = SampleBook(number: UUID().uuidString.lowercased(), database: laidOut)
        let create = "SELECT luca.create_book('\(book.number)', 'Filled \(book.number.prefix(8))', is_filled => true);"
        let none = (seq: 0, hash: String(repeating: "00", count: 32), act: 0)
        var act = Act([.setting("base_currency", "EUR"), .deposit("1")])
        act.recordedBy = "grandmother"
        try laidOut.answer("BEGIN; \(create) \(act.sql(book: book.number, after: none, by: "anna")) COMMIT;", as: "anna")
        // The server says which entries it did not see recorded.
        #expect(try laidOut.answer("SELECT filled_to, created_by FROM luca.book WHERE book = '\(book.number)'", as: "anna") == "2|anna")
        act.token = UUID()
        #expect(try book.refusal(act, as: "anna").hasPrefix("LU004 entries are recorded in the name of the login"))
        // A transaction of the same number, as there may be one on a server that the book was restored on.
        #expect(
            laidOut.refusal(
                "BEGIN; UPDATE luca.book SET loading = pg_current_xact_id() WHERE book = '\(book.number)'; SET LOCAL SESSION AUTHORIZATION anna; \(try book.sql(act, as: "anna"))",
                as: "postgres"
            ).hasPrefix("LU004 entries are recorded in the name of the login"))
        // And whoever did not make the book fills none.
        try laidOut.answer("SELECT luca.add_member('\(book.number)', 'ed', 'editor')", as: "anna")
        act.entries = [.deposit("1")]
        #expect(try book.refusal(act, as: "ed").hasPrefix("LU004 entries are recorded in the name of the login"))
    }

    @Test func twoActsOfOneTransactionStandBehindEachOther() throws {
        let book = try laidOut.makeBook()
        let end = try book.head()
        let first = Act([.deposit("1")])
        let second = Act([.deposit("2")])
        let one = first.sql(book: book.number, after: end, by: "ed")
        // The second begins where the book ended before the first.
        #expect(laidOut.refusal("BEGIN; \(one) \(second.sql(book: book.number, after: end, by: "ed")) COMMIT;", as: "ed").hasPrefix("LU001"))
        #expect(laidOut.refusal("BEGIN; \(one) SAVEPOINT a; ROLLBACK TO a; \(one) COMMIT;", as: "ed").hasPrefix("LU001"))
        #expect(try book.head() == end)
        // What a savepoint takes back was never there.
        try laidOut.answer("BEGIN; SAVEPOINT a; \(one) ROLLBACK TO a; \(second.sql(book: book.number, after: end, by: "ed")) COMMIT;", as: "ed")
        #expect(try laidOut.answer("SELECT amount FROM luca.activity WHERE book = '\(book.number)' AND seq = \(end.seq + 1)", as: "vic") == "2")
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
    }
}
