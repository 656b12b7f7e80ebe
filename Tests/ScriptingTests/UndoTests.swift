import Testing
@testable import Scripting

@Suite("Taking back what was recorded")
struct UndoTests {
    @Test("A price or a rate is not undone, and that is told", arguments: [
        ("quote{symbol='ORCL', date='2014-02-03', close=40}", "quote{symbol=\"ORCL\", date=\"2014-02-03\", remove=true}"),
        ("rate{from='EUR', to='USD', date='2014-02-03', rate=1.3}", "rate{from=\"EUR\", to=\"USD\", date=\"2014-02-03\", remove=true}"),
    ])
    func prices(source: String, removal: String) throws {
        let session = try ScriptSession.small()
        var notices = ""
        session.runtime.notice = { notices += $0 }
        try session.run(source)
        #expect(try session.text("#undo() > 0") == "true")
        #expect(notices.contains("is no entry and stays: the act before it is undone; \(removal) takes it away"))
        #expect(try session.text(removal) == "true")
    }

    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test("After a definition undo takes nothing back that was done before, and says so; asked again it does", arguments: [
        ("account{name='Mian', currency='USD'}", "defined the account \"Mian\"", "delete account \"Mian\" confirm takes it away"),
        ("instrument{symbol='XYZ', currency='USD'}", "defined the instrument XYZ", "changes no figure"),
    ])
    func definitions(source: String, told: String, removal: String) throws {
        try session.run("deposit{account='Savings', amount=5}")
        try session.run("deposit{account='Savings', amount=6}")
        try session.run(source)
        try session.expectNothingRecorded {
            let message = try session.message("undo()")
            #expect(message.contains(told) && message.contains(removal), "\(message)")
        }
        #expect(try session.text("cash{account='Savings'}[1].balance") == "11")
        #expect(try session.text("undo():list('amount'), undo():list('amount')") == "{6}, {5}")
    }

    @Test("A setting is taken back by itself, an account told otherwise too")
    func settings() throws {
        try session.run("deposit{account='Savings', amount=5}")
        try session.run("setting('negative_cash', 'quiet')")
        try session.run("account{name='Savings', owner='Ray'}")
        try session.run("undo()")
        #expect(try session.text("accounts{}:where{name='Savings'}[1].owner ~= 'Ray', setting('negative_cash')") == "true, quiet")
        try session.run("undo()")
        #expect(try session.text("cash{account='Savings'}[1].balance, setting('negative_cash')") == "5, warn")
    }

    @Test("void takes an activity out of every result and leaves it on record")
    func voiding() throws {
        try session.run("d = deposit{account='Savings', amount=5}")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "5")
        #expect(try session.text("void{id=d[1].id, reason='typed twice'}[1].status") == "void")
        #expect(try session.text("#cash{account='Savings'}, activities{account='Savings', status='all'}[1].status") == "0, void")
        #expect(try session.text("sql('select reason from voids')[1].reason") == "typed twice")
        #expect(try session.text("(verify())") == "true")
    }

    @Test("A sole id may stand bare")
    func bareID() throws {
        #expect(try session.text("void(deposit{account='Savings', amount=5}[1].id)[1].status") == "void")
    }

    @Test("What cannot be voided says why", arguments: [
        ("void(9999)", "there is no entry 9999 (activities{} lists the activities with their ids)"), ("void(2)", "entry 2 is not an activity"),
        ("void{}", "void: id is missing; it must be a whole number"), ("void('x')", "void: id must be a whole number, got string \"x\""),
        ("void(1.5)", "void: id must be a whole number, got number 1.5"), ("void(-1)", "there is no entry -1"),
    ])
    func refusals(source: String, part: String) throws {
        try session.expectNothingRecorded {
            let message = try session.message(source)
            #expect(message.contains(part), "\(source): \(message)")
        }
    }

    @Test("A purchase that a sale needs stays")
    func strandedSale() throws {
        try session.run("sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=4, price=35}")
        try session.expectNothingRecorded {
            let message = try session.message("void(trades{type='buy'}[1].id)")
            #expect(message.contains("for the sale of 4 on 2014-02-03"), "\(message)")
        }
    }

    @Test("undo voids the last act as a whole, then the one before it")
    func undoing() throws {
        try session.run("deposit{account='Savings', amount=5}")
        try session.run("deposit{account='Savings', amount=6} deposit{account='Savings', amount=7}")
        #expect(try session.text("undo():list('amount')") == "{6, 7}")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "5")
        #expect(try session.text("undo():list('amount')") == "{5}")
        #expect(try session.text("#cash{account='Savings'}") == "0")
    }

    @Test("undo of a purchase and its sale in one act takes the sale first")
    func undoTrades() throws {
        try session.run("""
            buy { date = "2014-02-03", account = "Brokerage", symbol = "SPY", quantity = 2, price = 180 }
            sell { date = "2014-02-04", account = "Brokerage", symbol = "SPY", quantity = 2, price = 181 }
            """)
        #expect(try session.text("#undo()") == "2")
        #expect(try session.text("#trades{symbol='SPY'}:where{status='posted'}") == "0")
    }

    @Test("With nothing left, undo says so")
    func nothingToUndo() throws {
        try session.run("undo()")
        #expect(try session.text("undo()") == "nil, there is nothing to undo")
    }

    @Test("undo takes back what an import brought, all of it")
    func undoImport() throws {
        let demo = try ScriptSession.demo()
        let count = try demo.text("#undo()")
        #expect(count == "397")
        #expect(try demo.text("#holdings{}, #cash{}, #gains{}") == "0, 0, 0")
    }
}
