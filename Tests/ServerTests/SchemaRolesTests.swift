import Foundation
import Testing

@Suite("The server holds the roles in a book")
struct SchemaRolesTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    @Test func eachRoleRecordsWhatIsItsOwn() throws {
        let book = try laidOut.makeBook()
        let draft = Act([.deposit("1", status: "draft")])
        let deposit = Act([.deposit("1")])
        let watched = Act([.setting("watch_list", "ACME")])
        let setting = Act([.setting("base_currency", "USD")])
        let erasure = Act([.erasure(of: 1, entries: 0, digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")])
        let allowed: [String: [Bool]] = [
            "anna": [true, true, true, true, true], "ed": [true, true, true, false, false], "dora": [true, false, false, false, false],
            "vic": [false, false, false, false, false], "sven": [false, false, false, false, false],
        ]
        for (login, takes) in allowed.sorted(by: { $0.key < $1.key }) {
            for (index, act) in [draft, deposit, watched, setting, erasure].enumerated() {
                var act = act
                act.token = UUID()
                let refusal = try book.refusal(act, as: login)
                let expected = takes[index] ? "" : login == "sven" ? "LU005 you belong to no such book" : "LU002"
                #expect(expected.isEmpty ? refusal.isEmpty : refusal.hasPrefix(expected), "\(login), \(index): \(refusal)")
            }
        }
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
    }

    @Test func aDrafterTouchesNothingThatCounts() throws {
        let book = try laidOut.makeBook()
        try book.record(Act([.deposit("1", status: "draft")]), as: "dora")
        let draft = try book.head().seq
        try book.record(Act([.deposit("2", status: "draft", amends: draft)]), as: "dora")
        let second = try book.head().seq
        try book.record(Act([.deposit("2", amends: second)]), as: "ed")
        let words = "LU002 a drafter records activities with the status draft, which an editor approves"
        // One that counts, one that was approved, one that is not there, and one of another kind.
        for entry in [2, second, draft, 999, 1] {
            #expect(try book.refusal(Act([.deposit("3", status: "draft", amends: entry)]), as: "dora") == words, "\(entry)")
        }
        #expect(try book.refusal(Act([.deposit("1", status: "Draft")]), as: "dora") == words)
        #expect(try book.refusal(Act([.deposit("1", status: "draft"), .deposit("1")]), as: "dora") == words)
        #expect(try book.refusal(Act([.deposit("1", status: "draft"), .setting("watch_list", "A")]), as: "dora") == words)
        // Further parts of an act, in one transaction with the first.
        var first = Act([.deposit("1", status: "draft")])
        let end = try book.head()
        first.token = UUID()
        let sql = first.sql(book: book.number, after: end, by: "dora")
        let part = """
            SELECT luca.append('\(book.number)', '\(first.token)', h.seq, h.hash, '[{"table": "activity", "status": "posted"}]') FROM luca.head AS h WHERE h.book = '\(book.number)';
            """
        #expect(laidOut.refusal("BEGIN; \(sql) \(part) COMMIT;", as: "dora") == words)
    }

    @Test func entriesAreInTheNameOfTheLogin() throws {
        let book = try laidOut.makeBook()
        var act = Act([.deposit("1")])
        for name in ["anna", "ED", "ed ", "postgres", ""] {
            act.recordedBy = name
            #expect(try book.refusal(act, as: "ed") == "LU004 entries are recorded in the name of the login, ed", "\(name)")
        }
        // `SET ROLE` changes what a login may do, and not who it is.
        act.recordedBy = nil
        #expect(laidOut.refusal("SET ROLE luca_members; " + (try book.sql(act, as: "ed")), as: "ed") == "")
        #expect(try laidOut.answer("SELECT recorded_by FROM luca.activity WHERE book = '\(book.number)' ORDER BY seq DESC LIMIT 1", as: "vic") == "ed")
    }

    @Test func entriesDoNotJoinTheActOfAnother() throws {
        let book = try laidOut.makeBook()
        var act = Act([.deposit("1")])
        act.isOpened = false
        for opened in ["", "{}", "null", "[]", "3", "[{}]", #"{"table": "head"}"#, #"{"table": "nothing"}"#, #"{"table": null}"#] {
            act.openedBy = opened
            #expect(try book.refusal(act, as: "ed") == "LU004 entries come with their act", "\(opened)")
        }
        // Nor is anything but a row of the journal taken behind an act.
        for given in ["{}", "null", "3", #"{"act": []}"#, #"[{"table": "act"}, 3]"#] {
            let call = "SELECT luca.append('\(book.number)', gen_random_uuid(), h.seq, h.hash, '\(given)') FROM luca.head AS h WHERE h.book = '\(book.number)'"
            #expect(laidOut.refusal(call, as: "ed") != "", "\(given)")
        }
        act = Act([.deposit("1")])
        for (field, code) in [(#"{"act": 1}"#, "LU003"), (#"{"act": null}"#, "23502"), (#"{"seq": 7}"#, "LU003"), (#"{"seq": null}"#, "23502"), (#"{"notes": "x"}"#, "LU003")] {
            act.laidOver = field
            #expect(try book.refusal(act, as: "ed").hasPrefix(code), "\(field)")
        }
        #expect(try book.refusal(Act([]), as: "ed") == "LU004 an act has an entry")
    }

    @Test func anActIsRecordedOnce() throws {
        let book = try laidOut.makeBook()
        let act = Act([.deposit("1")])
        try book.record(act, as: "ed")
        let first = try book.head().seq
        #expect(try book.refusal(act, as: "ed") == "LU008 the act is recorded already, from entry \(first) on")
        #expect(try laidOut.answer("SELECT luca.find_act('\(book.number)', '\(act.token)')", as: "ed") == "\(first)")
        // The number of a transaction alone may come again, on another server: here it is made to.
        let again = try book.sql(act, as: "ed")
        #expect(
            laidOut.refusal(
                """
                BEGIN;
                ALTER TABLE luca.receipt DISABLE TRIGGER receipt_stays;
                UPDATE luca.receipt SET xact = pg_current_xact_id() WHERE token = '\(act.token)';
                SET LOCAL SESSION AUTHORIZATION ed;
                \(again)
                """, as: "postgres"
            ).hasPrefix("LU008"))
    }

    @Test func ownersAloneChangeABookAndItsMembers() throws {
        let book = try laidOut.makeBook()
        let number = book.number
        let calls = [
            "luca.add_member('\(number)', 'sven', 'viewer')", "luca.add_member('\(number)', 'ed', 'owner')", "luca.remove_member('\(number)', 'anna')",
            "luca.rename_book('\(number)', 'Mine')", "luca.use_market('\(number)', true)", "luca.move_book('\(number)', 'elsewhere', 0, 'x')",
            "luca.erase('\(number)', 3, ARRAY[2])", "luca.delete_book('\(number)')",
        ]
        for call in calls {
            for login in ["ed", "dora", "vic"] { #expect(laidOut.refusal("SELECT \(call)", as: login).hasPrefix("LU002 that takes the role owner"), "\(login): \(call)") }
            #expect(laidOut.refusal("SELECT \(call)", as: "sven") == "LU005 you belong to no such book")
        }
        #expect(laidOut.refusal("SELECT luca.remove_member('\(number)', 'anna')", as: "anna") == "LU012 anna is the only owner of the book")
        #expect(laidOut.refusal("SELECT luca.add_member('\(number)', 'anna', 'viewer')", as: "anna") == "LU012 anna is the only owner of the book")
        #expect(laidOut.refusal("SELECT luca.add_member('\(number)', 'ed', NULL)", as: "anna").hasPrefix("LU004"))
        #expect(laidOut.refusal("SELECT luca.add_member('\(number)', 'mark', 'viewer')", as: "anna").hasPrefix("LU010"))
        #expect(laidOut.refusal("SELECT luca.create_book(gen_random_uuid(), 'x')", as: "ed") == "LU002 making books takes the group luca_creators")
        #expect(laidOut.refusal("SELECT luca.create_book(gen_random_uuid(), 'x', 'sven')", as: "anna").hasPrefix("LU002"))
        #expect(laidOut.refusal("SELECT luca.create_book(gen_random_uuid(), 'x', NULL)", as: "anna").hasPrefix("LU002"))
        #expect(laidOut.refusal("SELECT luca.delete_book('\(number)')", as: "anna") == "")
        #expect(try laidOut.superuser("SELECT count(*) FROM luca.activity WHERE book = '\(number)'") == "0")
    }
}
