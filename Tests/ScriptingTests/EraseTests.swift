import LuaSurface
import Testing

@Suite("delete_account")
struct EraseTests {
    @Test func withoutConfirmationItTellsWhatWouldGo() throws {
        let session = try ScriptSession.small()
        let expected = """
            this would remove Brokerage from the file for good, with 2 activities and 1 definition \
            (if that is what you want: delete_account{name="Brokerage", confirm=true})
            """
        #expect(try session.message("delete_account 'Brokerage'") == expected)
        #expect(try session.message("delete_account{name='Brokerage', confirm=false}") == expected)
        #expect(throws: (any Error).self) { try session.sentence("delete account Brokerage") }
        #expect(try session.text("#accounts{}") == "2")
        #expect(try session.message("delete_account 'Brokrage'").contains(#"did you mean "Brokerage"?"#))
        #expect(try session.message("delete_account 'Nobody'") == #"delete_account: there is no account "Nobody" (accounts{} lists those that there are)"#)
    }

    @Test func confirmedItIsGoneAndTheSessionGoesOn() throws {
        let session = try ScriptSession.small()
        _ = try session.run("a = account 'Brokerage'")
        #expect(try session.text("delete_account{name='Brokerage', confirm=true}") == "Brokerage is deleted, with 2 activities and 1 definition")
        #expect(try session.text("accounts{}:list('name')") == session.text("{'Savings'}"))
        for query in ["activities", "holdings", "lots", "cash"] { #expect(try session.text("#\(query){}") == "0", "\(query)") }
        #expect(try session.message("a.name").contains("this account is no longer there"))
        #expect(try session.message("holdings{account='Brokerage'}").contains("unknown account"))
        #expect(session.runtime.accountNames == ["Savings"])
        #expect(try session.text("(verify())") == "true")
        _ = try session.run("deposit { account = 'Savings', amount = 5, currency = 'USD', date = '2014-02-01' }")
        #expect(try session.sentence("delete account Savings confirm") == "Savings is deleted, with 1 activity and 1 definition")
        #expect(try session.text("#accounts{}") == "0")
        #expect(try session.text("account { name = 'Savings', currency = 'EUR' }.currency") == "EUR")
    }

    @Test func plansThatNameItGoWithItAndAreToldBefore() throws {
        let session = try ScriptSession.small()
        try session.run("limit{name='L', accounts={'Brokerage', 'Savings'}, amount=5} limit{name='M', account='Savings', amount=5}")
        #expect(try session.message("delete_account 'Brokerage'").contains(#"1 definition and 1 entry of plans; limit "L" would go too"#))
        #expect(try session.text("delete_account{name='Brokerage', confirm=true}").hasSuffix(#"1 entry of plans; limit "L" went with it"#))
        #expect(try session.text("limits{}[1].limit, #limits{}, (verify())") == "M, 1, true")
    }

    @Test func itIsAStatementOfItsOwn() throws {
        let session = try ScriptSession.small()
        let message = try session.message("deposit { account = 'Savings', amount = 5, currency = 'USD', date = '2014-02-01' } delete_account{name='Savings', confirm=true}")
        #expect(message == "An account is deleted by itself, and not in an act that has recorded something or is part of another. (Make it a statement of its own.)")
        #expect(try session.text("#accounts{}") == "2")
        #expect(try session.text("#activities{}") == "2")
    }
}
