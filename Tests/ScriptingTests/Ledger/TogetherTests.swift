import Testing

/// Rows of one act are checked as a set, by day and need.
@Suite("Recording together")
struct TogetherTests {
    private static let accounts = "account{name='B', currency='USD'} account{name='C', currency='USD'}\n"

    @Test(arguments: [
        LedgerCase("newest first in a transaction", """
            transaction(function()
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=4, price=150}
              sell{date='2014-04-01', account='Brokerage', symbol='SPY', quantity=6, price=140}
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)
            """, [("gains{}:sum('gain')", "140"), ("#holdings{symbol='SPY'}", "0")]),
        LedgerCase("three accounts on one day, the last transfer first", accounts + """
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=10, price=130}
            transaction(function()
              transfer{date='2014-03-03', from='B', to='C', symbol='SPY', quantity=4}
              transfer{date='2014-03-03', from='Brokerage', to='B', symbol='SPY', quantity=4}
            end)
            """, [("lot('C', 'SPY')", "2014-02-03 4@520"), ("#holdings{account='B'}", "0"), ("#warnings{}:where{kind='units_in_transit'}", "0")]),
        LedgerCase("a split, a merger and an option's end before what they are of", """
            instrument{symbol='C', underlying='SPY', right='call', strike=150, expires='2014-06-20'}
            transaction(function()
              exercise{date='2014-06-20', account='Brokerage', symbol='C', quantity=1}
              buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=3}
            end)
            """, [("lot('Brokerage', 'SPY')", "2014-06-20 100@15300")]),
        LedgerCase("what is bought before it is paid for, in a book that minds cash below zero", """
            setting('negative_cash', 'refuse')
            transaction(function()
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
              deposit{date='2014-02-01', account='Brokerage', amount=5000}
            end)
            """, [("cash{}[1].balance", "4387")]),
    ])
    func isTakenAsASet(_ test: LedgerCase) throws { try test.play() }

    @Test func anInconsistentSetIsRefused() throws {
        let session = try ScriptSession.small()
        let error = try session.text("""
            tostring(select(2, pcall(transaction, function()
              sell{date='2014-05-01', account='Brokerage', symbol='SPY', quantity=11, price=150}
              buy{date='2014-03-01', account='Brokerage', symbol='SPY', quantity=10, price=130}
            end)))
            """)
        #expect(error.contains("holds 10 SPY on 2014-05-01, so it cannot sell 11"), "\(error)")
        #expect(try session.text("#activities{}") == "2")
    }

    @Test("What is refused and caught leaves nothing behind, within an act too", arguments: [
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
        LedgerCase("a sale of all leaves nothing", """
            split{date='2014-02-01', symbol='ORCL', ratio='1:3'}
            sell{date='2014-03-01', account='Brokerage', symbol='ORCL', quantity='all', price=90}
            """, [("#holdings{}", "0"), ("gains{}:sum('cost_basis')", "313")]),
        LedgerCase("all of the lots named", """
            buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=0.123456789, price=30}
            sell{date='2014-03-01', account='Brokerage', symbol='ORCL', quantity='all', lots=lots{}[2].id, price=90}
            """, [("lot('Brokerage', 'ORCL')", "2014-01-03 10@313")]),
        LedgerCase("a transfer of all", """
            transfer{date='2014-03-01', from='Brokerage', to='Other', symbol='ORCL', quantity='all'}
            """, [("lot('Other', 'ORCL')", "2014-01-03 10@313"), ("#holdings{account='Brokerage'}", "0")]),
        LedgerCase("nothing is held, so nothing is sold", "", [
            ("pcall(sell, {date='2014-03-01', account='Other', symbol='ORCL', quantity='all', price=1}) == false", "true"),
        ]),
    ])
    func isAllOfIt(_ test: LedgerCase) throws { try test.play() }
}
