import Foundation
import LuaSurface
import TestSupport
import Testing

/// Rows of one act are checked as a set, by day and need.
@Suite("Recording together")
struct TogetherTests {
    private static let accounts = "account{name='B', currency='USD'} account{name='C', currency='USD'}\n"

    @Test(arguments: [
        LedgerCase(
            "newest first in a transaction",
            """
            transaction(function()
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=4, price=150}
              sell{date='2014-04-01', account='Brokerage', symbol='SPY', quantity=6, price=140}
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)
            """, [("gains{}:sum('gain')", "140"), ("#holdings{symbol='SPY'}", "0")]),
        LedgerCase(
            "three accounts on one day, the last transfer first",
            accounts + """
                buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=10, price=130}
                transaction(function()
                  transfer{date='2014-03-03', from='B', to='C', symbol='SPY', quantity=4}
                  transfer{date='2014-03-03', from='Brokerage', to='B', symbol='SPY', quantity=4}
                end)
                """, [("lot('C', 'SPY')", "2014-02-03 4@520"), ("#holdings{account='B'}", "0"), ("#warnings{}:where{kind='units_in_transit'}", "0")]),
        LedgerCase(
            "a split, a merger and an option's end before what they are of",
            """
            instrument{symbol='C', underlying='SPY', right='call', strike=150, expires='2014-06-20'}
            transaction(function()
              exercise{date='2014-06-20', account='Brokerage', symbol='C', quantity=1}
              buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=3}
            end)
            """, [("lot('Brokerage', 'SPY')", "2014-06-20 100@15300")]),
        LedgerCase(
            "a sale, and what it sells, of one day",
            """
            transaction(function()
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=4, price=150}
              buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)
            buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=1, price=131}
            """, [("gains{}:sum('gain')", "80"), ("lot('Brokerage', 'SPY')", "2014-05-01 6@780; 2014-05-01 1@131"), ("explain(lots{symbol='SPY'}[1])[2].quantity", "6")]),
        LedgerCase(
            "what is transferred, sold there and bought here on one day, newest first",
            accounts + """
                transaction(function()
                  sell{date='2014-05-01', account='C', symbol='SPY', quantity=4, price=150}
                  transfer{date='2014-05-01', from='B', to='C', symbol='SPY', quantity=4}
                  transfer{date='2014-05-01', from='Brokerage', to='B', symbol='SPY', quantity=6}
                  buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
                end)
                """, [("gains{}:sum('gain')", "80"), ("lot('B', 'SPY')", "2014-05-01 2@260"), ("lot('Brokerage', 'SPY')", "2014-05-01 4@520")]),
        LedgerCase(
            "a short position closed before it was opened, of one day",
            """
            account{name='B', currency='USD', allow_short=false}
            instrument{symbol='C', underlying='SPY', right='call', strike=150, expires='2014-06-20'}
            transaction(function()
              buy{date='2014-05-01', account='B', symbol='C', quantity=1, price=1, subtype='buy_to_close'}
              sell{date='2014-05-01', account='B', symbol='C', quantity=1, price=3, subtype='sell_to_open'}
            end)
            """, [("gains{}:sum('gain')", "200"), ("#options{}", "0")]),
        LedgerCase(
            "two sales that wait, of which the earlier day's purchase comes last",
            """
            transaction(function()
              sell{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=2, price=150}
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=150}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=130}
              buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=2, price=130}
            end)
            """, [("gains{}:sum('gain')", "140"), ("#holdings{symbol='SPY'}", "0")]),
        LedgerCase(
            "a sale that loses its units to an earlier one of the set, before the purchase of its day",
            """
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=10, price=100}
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=10, price=150}
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=10, price=120}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)
            """, [("gains{}:sum('gain')", "400"), ("#holdings{symbol='SPY'}", "0")]),
        LedgerCase(
            "a sale above its purchase of one day, where units were split since",
            """
            buy{date='2014-09-05', account='Brokerage', symbol='SPY', quantity=1, price=100} split{date='2014-09-08', symbol='SPY', ratio='2:1'}
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=150}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=130}
            end)
            """, [("gains{}:sum('gain')", "100"), ("holdings{symbol='SPY'}[1].quantity", "2")]),
        LedgerCase(
            "a sale above its purchase of one day, where units are transferred later",
            accounts + """
                buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=5, price=100} transfer{date='2014-10-01', from='Brokerage', to='B', symbol='SPY', quantity=5}
                transaction(function()
                  sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=10, price=150}
                  buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=10, price=130}
                end)
                """, [("lot('B', 'SPY')", "2014-06-02 5@650"), ("gains{}:sum('gain')", "350")]),
        LedgerCase(
            "a sale that waits for units of an earlier day stands before a split of its day",
            """
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=30, time='2014-06-02T10:00:00Z'}
              buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=8, price=10}
              split{date='2014-06-02', symbol='SPY', ratio='2:1', time='2014-06-02T12:00:00Z'}
            end)
            """, [("lot('Brokerage', 'SPY')", "2014-05-01 6@30"), ("gains{}:sum('cost_basis')", "50")]),
        LedgerCase(
            "times go before the order of entry, and a later act changes nothing of it",
            """
            setting('lot_method', 'lifo')
            transaction(function()
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=20, time='2014-06-02T15:00:00Z'}
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=30, time='2014-06-02T10:00:00Z'}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=10, time='2014-06-02T09:00:00Z'}
            end)
            buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=25, time='2014-06-02T16:00:00Z'}
            """, [("gains{}:sum('gain')", "100")]),
        LedgerCase(
            "purchases that are not needed stay behind a sale of their day",
            """
            setting('lot_method', 'lifo') buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=5, price=10}
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=30}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=20}
            end)
            """, [("gains{}:sum('gain')", "100")]),
        LedgerCase(
            "what is bought before it is paid for, in a book that minds cash below zero",
            """
            setting('negative_cash', 'refuse')
            transaction(function()
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
              deposit{date='2014-02-01', account='Brokerage', amount=5000}
            end)
            """, [("cash{}[1].balance", "4387")]),
    ])
    func isTakenAsASet(_ test: LedgerCase) throws { try test.play() }

    @Test("What comes before what needs it does so in the file, in its archive, and in the plain CSV")
    func isKept() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/book.luca", session = try ScriptSession(at: path, today: "2014-12-31")
        try session.run(
            """
            account{name='A', currency='USD'} instrument{symbol='X', currency='USD'} setting('lot_method', 'lifo')
            buy{date='2014-01-02', account='A', symbol='X', quantity=1, price=10}
            """)
        try session.run(
            """
            transaction(function()
              sell{date='2014-05-01', account='A', symbol='X', quantity=4, price=15}
              buy{date='2014-05-01', account='A', symbol='X', quantity=10, price=13}
            end)
            """)
        try session.run(
            """
            export('\(folder.path)/archive', 'book') export('\(folder.path)/plain.csv')
            """)
        let question = "gains{}:sum('gain'), lots{}:list('remaining'), (verify())", answer = "8, {1, 6}, true"
        #expect(try session.text(question) == answer)
        let ids = "activities{}:list('id')", order = try session.text(ids)
        session.runtime.close()
        #expect(try ScriptSession(at: path, today: "2014-12-31").text(question) == answer)
        let copy = try ScriptSession(today: "2014-12-31")
        try copy.run("import('\(folder.path)/archive')")
        #expect(try copy.text(question) == answer)
        #expect(try copy.text(ids) == order)
        let plain = try ScriptSession(today: "2014-12-31")
        try plain.run("setting('lot_method', 'lifo') import{path='\(folder.path)/plain.csv', create=true, currency='USD'}")
        #expect(try plain.text(question) == answer)
        // Taken back and recorded again, and beside rows of later acts, it is the same.
        try copy.run("undo()")
        try copy.run(
            "transaction(function() sell{date='2014-05-01', account='A', symbol='X', quantity=4, price=15} buy{date='2014-05-01', account='A', symbol='X', quantity=10, price=13} end)"
        )
        try copy.run("deposit{date='2014-05-01', account='A', amount=5, time='2014-05-01T10:00:00Z'}")
        #expect(try copy.text(question) == answer)
    }

    @Test(
        "Whatever brings a sale its units, later in the act and on its day, comes before it",
        arguments: [
            "adjust{date=d, account='Brokerage', symbol='SPY', quantity=2}", "staking_reward{date=d, account='Brokerage', symbol='SPY', quantity=2, price=1}",
            "split{date=d, symbol='SPY', ratio='3:1'}", "split{date=d, account='Brokerage', symbol='SPY', ratio='3:1'}", "merger{date=d, symbol='Y', into='SPY', ratio='1:1'}",
            "symbol_change{date=d, account='Brokerage', symbol='Y', into='SPY'}", "spinoff{date=d, symbol='Y', into='SPY', ratio='1:1', share=0.5}",
            "exercise{date=d, account='Brokerage', symbol='C', quantity=1}",
            "buy{date=d, account='Brokerage', symbol='SPY', quantity=1, price=1} buy{date=d, account='Brokerage', symbol='SPY', quantity=1, price=1}",
            "local b = buy{date=d, account='Brokerage', symbol='SPY', quantity=2, price=1, status='draft'} amend{id=b[1].id, status='posted'}",
            "import{path=path}",
        ])
    func whateverBringsUnits(act: String) throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try Data("date,type,account,symbol,quantity,price,currency\n2014-06-02,buy,Brokerage,SPY,2,10,USD\n".utf8).write(to: URL(filePath: folder.path + "/rows.csv"))
        try session.run(
            """
            d, path = '2014-06-02', '\(folder.path)/rows.csv'
            instrument{symbol='Y', currency='USD'} instrument{symbol='C', underlying='SPY', right='call', strike=1, expires='2014-06-20', multiplier=2}
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=1, price=1} buy{date='2014-02-03', account='Brokerage', symbol='Y', quantity=2, price=1}
            buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=1}
            """)
        try session.run("transaction(function() sell{date=d, account='Brokerage', symbol='SPY', quantity=3, price=4} \(act) end)")
        #expect(try session.text("#holdings{symbol='SPY'}, (verify())") == "0, true")
        try session.run("undo()")
        #expect(try session.text("holdings{symbol='SPY'}[1].quantity, (verify())") == "1, true")
        // The whole book goes into another as it is, with what was taken back in any order.
        try session.run("export('\(folder.path)/archive', 'book')")
        let copy = try ScriptSession(today: "2014-12-31")
        try copy.run("import('\(folder.path)/archive')")
        #expect(try copy.text("holdings{symbol='SPY'}[1].quantity, select(3, verify())") == session.text("holdings{symbol='SPY'}[1].quantity, select(3, verify())"))
    }

    private static let sameDay = """
        setting('lot_method', 'fifo')
        buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=10}
        split{date='2014-06-02', symbol='SPY', ratio='2:1'}
        buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=4, price=20}
        sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=12, price=30}
        """

    @Test(
        "An entry that is amended, or voided and brought back, keeps its place in its day",
        arguments: [
            "amend{id=one('buy'), notes='x'}", "amend{id=one('buy'), notes='x'}; undo()", "void(one('sell')); undo()", "amend{id=one('split'), notes='x'}",
            "amend{id=one('sell'), notes='x'}; amend{id=one('sell'), notes='y'}; undo(); undo()", "transaction(function() void(one('sell')) void(one('buy')) end); undo()",
            "amend{id=one('buy', 2), notes='x'}; amend{id=one('buy'), notes='y'}", "amend{id=one('buy'), date='2014-06-01'}; undo()",
            "amend{id=one('sell'), time='2014-06-02T23:00:00Z'}; undo()", "amend{id=one('buy'), date='2014-06-01'}; amend{id=one('buy'), date='2014-06-02'}",
        ])
    func amendedKeepsItsPlace(act: String) throws {
        let session = try ScriptSession.small()
        try session.run(Self.sameDay)
        try session.run("function one(type, n) return activities{symbol='SPY', type=type}[n or 1].id end")
        let question = "lots{symbol='SPY'}:list('remaining'), lots{symbol='SPY'}:list('cost_basis'), gains{}:sum('gain')", before = try session.text(question)
        for step in act.split(separator: ";") { try session.run(String(step)) }
        #expect(try session.text(question) == before)
        #expect(try session.text("table.concat(activities{symbol='SPY'}:list('type'), ' '), (verify())") == "buy split buy sell, true")
        // Moved to another day, it stands there by its entry.
        try session.run("amend{id=one('buy', 2), date='2014-06-01'}")
        #expect(try session.text("lots{symbol='SPY'}[1].remaining") == "6")
    }

    @Test("A file that is imported into an act minds no sale of the act that waits")
    func importBesideWaiting() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try Data("date,type,account,symbol,quantity,price,currency\n2014-02-03,buy,Brokerage,SPY,2,10,USD\n2014-02-04,sell,Brokerage,SPY,1,10,USD\n".utf8).write(
            to: URL(filePath: folder.path + "/rows.csv"))
        try session.run(
            """
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=30}
              import{path='\(folder.path)/rows.csv'}
              buy{date='2014-02-05', account='Brokerage', symbol='SPY', quantity=4, price=10}
            end)
            """)
        #expect(try session.text("#holdings{symbol='SPY'}, #trades{symbol='SPY'}") == "0, 4")
    }

    @Test("What waited is amended where it stands")
    func waitingIsAmended() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            transaction(function()
              sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=30}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=10}
            end)
            amend{id=activities{symbol='SPY', type='sell'}[1].id, notes='x'} amend{id=activities{symbol='SPY', type='buy'}[1].id, price=11}
            """)
        #expect(try session.text("gains{}:sum('gain'), (verify())") == "95, true")
    }

    @Test(
        "An act is taken back as a set, whatever it recorded first; where something later needs it, nothing is",
        arguments: [
            "sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=4, price=150} buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}",
            "buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130} sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=4, price=150}",
            "transfer{date='2014-05-01', from='Brokerage', to='B', symbol='SPY', quantity=4} buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=10, price=130}",
        ])
    func isTakenBackAsASet(act: String) throws {
        let session = try ScriptSession.small()
        try session.run("account{name='B', currency='USD'}")
        try session.run("transaction(function() \(act) end)")
        try session.run("undo()")
        #expect(try session.text("#holdings{symbol='SPY'}, #activities{symbol='SPY'}, (verify())") == "0, 0, true")
        let isTransfer = act.hasPrefix("transfer")
        try session.run(isTransfer ? "buy{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=10, price=130}" : "transaction(function() \(act) end)")
        try session.run("sell{date='2014-06-01', account='Brokerage', symbol='SPY', quantity=6, price=150}")
        try session.run("pcall(void, activities{symbol='SPY', type='buy'}[1].id)")
        #expect(try session.text("#activities{symbol='SPY', type='buy'}") == "1")
        for _ in 0..<2 { try session.run("undo()") }
        #expect(try session.text("#holdings{symbol='SPY'}, #activities{symbol='SPY'}, (verify())") == "0, 0, true")
    }

    @Test func anInconsistentSetIsRefused() throws {
        let session = try ScriptSession.small()
        let error = try session.text(
            """
            tostring(select(2, pcall(transaction, function()
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=11, price=150}
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)))
            """)
        #expect(error.contains("holds 10 SPY on 2014-05-01, so it cannot sell 11"), "\(error)")
        #expect(try session.text("#activities{}") == "2")
    }

    @Test(
        "What is refused and caught leaves nothing behind, within an act too",
        arguments: [
            "pcall(transfer, {date='2014-03-03', from='Brokerage', to='Savings', symbol='SPY', quantity=5})",
            "pcall(transfer, {date='2014-03-03', from='Brokerage', to='Savings', symbol='ORCL', quantity=5, lots={9999}})",
            "pcall(order, {date='2014-03-03', account='Brokerage', legs={{side='buy', symbol='SPY', quantity=1, price=1}, {side='sell', symbol='ORCL', quantity=50, price=1}}})",
            "pcall(exchange, {date='2014-03-03', account='Brokerage', amount=5, to='USD'})",
            "pcall(transaction, function() sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=11, price=150} end)",
        ])
    func whatIsCaughtIsGone(source: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.text("deposit{date='2014-02-01', account='Savings', amount=1} return (\(source))") == "false")
        #expect(try session.text("#activities{status='all'}, #holdings{}, select('#', verify())") == "3, 1, 5")
        #expect(try session.text("(verify())") == "true")
    }
}

/// All units of a holding, however many digits they have.
@Suite("All that is held")
struct SellAllTests {
    @Test(arguments: [
        LedgerCase(
            "a sale of all leaves nothing",
            """
            split{date='2014-02-01', symbol='ORCL', ratio='1:3'}
            sell{date='2014-03-01', account='Brokerage', symbol='ORCL', quantity='all', price=90}
            """, [("#holdings{}", "0"), ("gains{}:sum('cost_basis')", "313")]),
        LedgerCase(
            "all of the lots named",
            """
            buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=0.123456789, price=30}
            sell{date='2014-03-01', account='Brokerage', symbol='ORCL', quantity='all', lots=lots{}[2].id, price=90}
            """, [("lot('Brokerage', 'ORCL')", "2014-01-03 10@313")]),
        LedgerCase(
            "a transfer of all",
            """
            transfer{date='2014-03-01', from='Brokerage', to='Other', symbol='ORCL', quantity='all'}
            """, [("lot('Other', 'ORCL')", "2014-01-03 10@313"), ("#holdings{account='Brokerage'}", "0")]),
        LedgerCase(
            "nothing is held, so nothing is sold", "",
            [
                ("pcall(sell, {date='2014-03-01', account='Other', symbol='ORCL', quantity='all', price=1}) == false", "true")
            ]),
    ])
    func isAllOfIt(_ test: LedgerCase) throws { try test.play() }
}
