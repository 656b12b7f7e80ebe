import Testing
@testable import Scripting

@Suite("Amending, and the history of an entry")
struct AmendTests {
    @Test(arguments: [
        LedgerCase(
            "what is named changes, the rest stays", "a = amend{id=activities{type='buy'}[1].id, quantity=12}",
            [
                ("a[1].quantity, a[1].price, a[1].fee, a[1].date", "12, 31.2, 1, 2014-01-03"), ("lot('Brokerage', 'ORCL')", "2014-01-03 12@375.4"),
                ("cash{}[1].balance", "624.6"), ("activities{type='buy', status='all'}:list('status')", "{\"amended\", \"posted\"}"),
                ("activities{type='buy'}:list('quantity')", "{12}"),
                ("history(a[1].id):list('what')", "{\"recorded\", \"amended\"}"),
            ]),
        LedgerCase(
            "a purchase that a sale needs can be made larger and earlier",
            """
            sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=10, price=35}
            amend{id=trades{type='buy'}[1].id, date='2014-01-02', quantity=11}
            """, [("closed('ORCL')", "10 350-312.909090909090909091=37.090909090909090909 short"), ("lots{}[1].remaining", "1")]),
        LedgerCase(
            "an amended entry is amended by its amendment", "id = activities{type='buy'}[1].id b = amend{id=id, fee=2} c = amend{id=b[1].id, fee=3}",
            [
                ("history(id):list('fee')", "{1, 2, 3}"), ("lot('Brokerage', 'ORCL')", "2014-01-03 10@315"),
            ]),
        LedgerCase(
            "undo brings back what was amended", "id = activities{type='buy'}[1].id amend{id=id, fee=2}",
            [
                ("undo()[1].fee", "1"), ("lot('Brokerage', 'ORCL')", "2014-01-03 10@313"), ("history(id):list('what')", "{\"recorded\", \"amended\", \"amended\"}"),
            ]),
        LedgerCase(
            "a voided entry shows why", "id = activities{type='buy'}[1].id void{id=id, reason='typed twice'}",
            [
                ("history(id):list('what')", "{\"recorded\", \"voided\"}"), ("history(id)[2].reason", "typed twice"), ("#holdings{}", "0"),
            ]),
        LedgerCase(
            "a draft that is posted", "d = deposit{account='Savings', amount=5, status='draft'} amend{id=d[1].id, status='posted'}",
            [
                ("cash{account='Savings'}[1].balance", "5"), ("activities{account='Savings', status='all'}:list('status')", "{\"amended\", \"posted\"}"),
            ]),
        LedgerCase(
            "a field that is left out",
            "d = buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=1, price=5, amount=5} amend{id=d[1].id, price=6, without={'amount'}}",
            [
                ("lot('Brokerage', 'SPY')", "2014-02-03 1@6")
            ]),
        LedgerCase(
            "another type", "d = deposit{account='Savings', amount=5} amend{id=d[1].id, type='interest'}",
            [("income{}[1].amount", "5"), ("#contributions{account='Savings'}", "0")]),
    ])
    func amendments(_ example: LedgerCase) throws { try example.play() }

    @Test("The sentence takes changes as words or with a sign between") func sentences() throws {
        let session = try ScriptSession.small(), id = try session.text("activities{type='buy'}[1].id")
        _ = try session.sentence("amend \(id) price 32 notes=custody")
        #expect(try session.text("trades{}[1].price, trades{}[1].notes") == "32, custody")
        let amended = try session.text("activities{type='buy'}[1].id")
        _ = try session.sentence("amend \(amended) note 'as typed' on 2014-02-01 @ 31")
        #expect(try session.text("trades{}[1].price, trades{}[1].notes, trades{}[1].date") == "31, as typed, 2014-02-01")
        #expect(throws: (any Error).self) { try session.sentence("amend \(id) price") }
        #expect(throws: (any Error).self) { try session.sentence("restore copy.luca") }
        _ = try session.sentence("verify")
        #expect(session.takePrinted().hasPrefix("the book is sound\n9 entries, last hash "))
    }

    @Test(
        "Mistakes",
        arguments: [
            ("amend{id=99, fee=1}", "there is no entry 99"), ("amend{id=2, fee=1}", "entry 2 is not an activity"),
            ("id = activities{}[1].id amend{id=id, amount=5} amend{id=id, amount=6}", "stands in the place of entry"),
            ("amend{id=activities{type='buy'}[1].id, quantity=-1}", "the quantity of a buy cannot be negative"),
            ("amend{id=activities{type='buy'}[1].id, without={'quantitty'}}", "\"quantitty\" is no field that can be left out"),
            (
                "sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=10, price=35} amend{id=trades{type='buy'}[1].id, quantity=4}",
                "would leave 4 ORCL in \"Brokerage\" for the sale of 10"
            ),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: source, saying: part)
    }

    @Test("undo goes back one amendment after the other, and through a void", arguments: ["b = amend{id=a[1].id, amount=170}", "void{id=a[1].id}"])
    func undoAmendments(last: String) throws {
        let session = try ScriptSession.small()
        for act in ["deposit{account='Savings', amount=1}", "d = deposit{account='Savings', amount=100}", "a = amend{id=d[1].id, amount=150}", last] { try session.run(act) }
        for balance in ["151", "101", "1"] { #expect(try session.text("undo() return cash{account='Savings'}[1].balance") == balance) }
        #expect(try session.text("undo() return cash{account='Savings'}:sum('balance')") != "1")
    }

    @Test("undo takes back settings and definitions, one act after the other")
    func undoDefinitions() throws {
        let session = try ScriptSession.small()
        try session.run("setting('lot_method', 'lifo')")
        try session.run("account{name='Savings', owner='Eve'}")
        try session.run("setting('lot_method', 'hifo')")
        try session.run("undo()")
        #expect(try session.text("setting'lot_method', account'Savings'.owner") == "lifo, Eve")
        try session.run("undo()")
        #expect(try session.text("setting'lot_method', account'Savings'.owner") == "lifo, Ben")
        try session.run("undo()")
        #expect(try session.text("setting'lot_method'") == "fifo")
        #expect(try session.text("(verify())") == "true")
    }

    @Test("undo says that it takes no definition back, asked again goes on before it, and finds what was voided and brought back")
    func undoBehindDefinitions() throws {
        let session = try ScriptSession.small()
        try session.run("d = deposit{account='Savings', amount=5}")
        try session.run("instrument{symbol='Q', kind='stock'}")
        try session.run("void(d[1].id)")
        try session.run("undo()")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "5")
        #expect(try session.text("select(2, pcall(undo)).kind, cash{account='Savings'}[1].balance") == "only_defined, 5")
        try session.run("undo()")
        #expect(try session.text("#cash{account='Savings'}") == "0")
        try session.run("setting('lot_method', 'lifo')")
        _ = session.takePrinted()
        try session.run("undo()")
        #expect(session.takePrinted() == "setting lot_method is as it was before\n")
    }

    @Test("What does not count moves no cash, and a status narrows what is shown")
    func counting() throws {
        let session = try ScriptSession.small()
        try session.run("d = deposit{account='Savings', amount=5} void(d[1].id) deposit{account='Savings', amount=7, status='draft'}")
        #expect(try session.text("activities{account='Savings', status='all'}[1].cash, cash{account='Savings'}:count()") == "nil, 0")
        #expect(try session.text("activities{status='void'}:count(), activities{status='draft'}[1].amount, #activities{}") == "1, 7, 2")
    }

    @Test("Pending and draft entries show, marked, and do not count")
    func statuses() throws {
        let session = try ScriptSession.small()
        try session.run("buy{date='2015-02-03', account='Brokerage', symbol='SPY', quantity=1, price=5, status='pending'} deposit{account='Savings', amount=5, status='draft'}")
        #expect(try session.text("activities{status='all'}:where{status={'pending', 'draft'}}:list('status')") == "{\"draft\", \"pending\"}")
        #expect(try session.text("#holdings{symbol='SPY'}, #cash{account='Savings'}, #contributions{account='Savings'}") == "0, 0, 0")
    }
}
