import LuaSurface
import TestSupport
import Testing
import Values

@Suite("Doing again what undo took back")
struct RedoTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test("What undo took back is recorded again, the last undo first, and can be undone again")
    func again() throws {
        for amount in [5, 6] { try session.run("deposit{account='Savings', amount=\(amount)}") }
        try session.run("undo()")
        try session.run("undo()")
        #expect(try session.text("#cash{account='Savings'}") == "0")
        #expect(try session.text("redo():list('amount')") == "{5}")
        #expect(try session.text("redo():list('amount')") == "{6}")
        #expect(try session.message("assert(redo())").contains("there is no undo to do again"))
        #expect(try session.text("undo():list('amount')") == "{6}")
        #expect(try session.text("cash{account='Savings'}[1].balance, (verify())") == "5, true")
    }

    @Test("Once something else is recorded, nothing is done again")
    func behindOthers() throws {
        try session.run("deposit{account='Savings', amount=5}")
        try session.run("undo()")
        try session.run("deposit{account='Savings', amount=7}")
        try session.expectNothingRecorded {
            let message = try session.message("assert(redo())")
            #expect(message.contains("there is no undo to do again"))
        }
    }

    @Test("A setting, an amendment and a void are done again as they were")
    func kinds() throws {
        try session.run("deposit{account='Savings', amount=5} deposit{account='Savings', amount=6}")
        for act in ["setting('negative_cash', 'quiet')", "amend{id=activities{}[1].id, amount=50}", "void(activities{}[2].id)"] { try session.run(act) }
        let after = try session.text("cash{account='Savings'}[1].balance, setting('negative_cash')")
        for _ in 0..<3 { try session.run("undo()") }
        #expect(try session.text("cash{account='Savings'}[1].balance, setting('negative_cash')") == "11, warn")
        for _ in 0..<3 { try session.run("redo()") }
        #expect(try session.text("cash{account='Savings'}[1].balance, setting('negative_cash')") == after)
    }

    @Test("A row of a file that was undone and done again is in the book already")
    func imported() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/again.csv"
        try session.run("local file = io.open('\(path)', 'w') file:write('date,type,account,amount\\n2014-01-05,deposit,Savings,100\\n') file:close()")
        for line in ["import('\(path)')", "undo()", "redo()"] { try session.run(line) }
        #expect(try session.text("import('\(path)')[1].verdict, cash{account='Savings'}[1].balance") == "already there, 100")
    }

    @Test("As many undos and redos as one likes leave the figures as the acts made them")
    func anyOrder() throws {
        var random = SeededRandom.forTest()
        let figures = "holdings{}:csv(), cash{}:csv(), setting('lot_method')"
        var states = [try session.text(figures)]
        let acts = [
            "deposit{account='Savings', amount=5}", "buy{account='Brokerage', symbol='ORCL', quantity=2, price=30}", "setting('lot_method', 'lifo')",
            "local ids = activities{type='deposit'}:list('id') amend{id=ids[#ids], amount=9}", "local ids = activities{}:list('id') void(ids[#ids])",
        ]
        for act in acts {
            try session.run(act)
            states.append(try session.text(figures))
        }
        var place = acts.count
        for _ in 0..<60 {
            let isBack = place > 0 && (place == acts.count || Bool.random(using: &random))
            try session.run(isBack ? "undo()" : "redo()")
            place += isBack ? -1 : 1
            #expect(try session.text(figures) == states[place])
        }
        #expect(try session.text("(verify())") == "true")
    }
}
