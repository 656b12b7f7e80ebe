import LuaSurface
import Testing

@Suite("Taking back what was recorded")
struct UndoTests {
    @Test(
        "A price or a rate is not undone, and that is told",
        arguments: [
            ("quote{symbol='ORCL', date='2014-02-03', close=40}", "quote{symbol=\"ORCL\", date=\"2014-02-03\", remove=true}"),
            ("rate{from='EUR', to='USD', date='2014-02-03', rate=1.3}", "rate{from=\"EUR\", to=\"USD\", date=\"2014-02-03\", remove=true}"),
        ])
    func prices(source: String, removal: String) throws {
        let session = try ScriptSession.small()
        var notices = ""
        session.runtime.console.notice = { notices += $0 }
        try session.run(source)
        #expect(try session.text("#undo() > 0") == "true")
        #expect(notices.contains("is no entry and stays: the act before it is undone; \(removal) takes it away"))
        #expect(try session.text(removal) == "true")
    }

    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test(
        "After a definition undo takes nothing back that was done before, and says so; asked again it does",
        arguments: [
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

    @Test(
        "Asked several times in one act, undo takes back an act each time, whatever that recorded",
        arguments: [
            ("undo() undo()", "{5}, warn, Ada"), ("transaction(function() undo() undo() end)", "{5}, warn, Ada"), ("undo() undo() undo()", "{}, warn, Ada"),
            ("whatif(function() undo() undo() undo() end) undo() undo()", "{5}, warn, Ada"),
            ("undo() pcall(function() transaction(function() undo() error('x') end) end) undo()", "{5}, warn, Ada"),
            ("for i = 1, 3 do undo() end", "{}, warn, Ada"), ("undo() undo() undo() undo()", "{}, warn, first"),
        ])
    func severalTimes(source: String, left: String) throws {
        func state() throws -> String {
            try session.text("activities{account='Savings'}:where{status='posted'}:list('amount'), setting('negative_cash'), accounts{}:where{name='Savings'}[1].owner or ''")
        }
        try session.run("account{name='Savings', owner='first'}")
        try session.run("account{name='Savings', owner='Ada'}")
        try session.run("deposit{account='Savings', amount=5}")
        try session.run("setting('negative_cash', 'quiet')")
        try session.run("account{name='Savings', owner='Ray'}")
        try session.run(source)
        #expect(try state() == left)
        // What was taken back together stays so: the next undo takes the act before.
        let others = ["{5}, warn, Ada": "{}, warn, Ada", "{}, warn, Ada": "{}, warn, first"]
        if let next = others[left] {
            try session.run("undo()")
            #expect(try state() == next)
        }
        #expect(try session.text("(verify())") == "true")
    }

    @Test("A chain of settings goes back step by step") func settingsInAChain() throws {
        for value in ["quiet", "refuse", "quiet", "refuse"] { try session.run("setting('negative_cash', '\(value)')") }
        try session.run("undo() undo() undo()")
        #expect(try session.text("setting('negative_cash')") == "quiet")
        try session.run("undo()")
        #expect(try session.text("setting('negative_cash')") == "warn")
    }

    @Test("An amendment that was taken back with another act is not taken back again") func amendmentsInAChain() throws {
        try session.run("d = deposit{account='Savings', amount=5}")
        try session.run("amend{id=d[1].id, amount=6}")
        try session.run("deposit{account='Savings', amount=1}")
        try session.run("undo() undo()")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "5")
        try session.run("undo()")
        #expect(try session.text("#cash{account='Savings'}") == "0")
    }

    @Test("What is recorded beside an undo is an act of its own, and what it recorded is none that it takes back") func besideOthers() throws {
        func left() throws -> String { try session.text("activities{account='Savings'}:where{status='posted'}:list('amount')") }
        for amount in 1...3 { try session.run("deposit{account='Savings', amount=\(amount)}") }
        try session.run("undo() deposit{account='Savings', amount=4}")
        #expect(try left() == "{1, 2, 4}")
        try session.run("undo()")
        #expect(try left() == "{1, 2}")
        try session.run("deposit{account='Savings', amount=5} undo() undo()")
        #expect(try left() == "{5}")
        // Taken back as a whole, with what it took back.
        try session.run("undo()")
        #expect(try left() == "{1, 2}")
        try session.run("undo() deposit{account='Savings', amount=6} undo()")
        #expect(try left() == "{6}")
        #expect(try session.text("(verify())") == "true")
    }

    @Test("An undo that fails gives the act no name") func failingUndo() throws {
        try session.run("buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=2, price=180}")
        try session.run("account{name='Mian', currency='USD'}")
        try session.run("pcall(undo) deposit{account='Savings', amount=5}")
        try session.run("undo()")
        #expect(try session.text("#cash{account='Savings'}, #trades{symbol='SPY'}:where{status='posted'}") == "0, 1")
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

    @Test(
        "What cannot be voided says why",
        arguments: [
            ("void(9999)", "there is no entry 9999 (activities{} lists the activities with their ids)"), ("void(2)", "entry 2 is not an activity"),
            ("void{id=1, reason='undo'}", "void: the reason \"undo\" is that of undo, after which an import takes the row again"),
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
        try session.run(
            """
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
