import Testing

@Suite("Corporate actions, on a lot of ten shares that cost 313")
struct CorporateActionTests {
    @Test(
        "Fee and tax of a split or a merger are paid, with money for a fraction or without",
        arguments: [
            "split{date='2014-06-02', account='Brokerage', symbol='ORCL', ratio='2:1', fee=5, tax=3}",
            "merger{date='2014-06-02', account='Brokerage', symbol='ORCL', into='SPY', ratio='2:1', fee=5, tax=3}",
        ])
    func charges(source: String) throws {
        let session = try ScriptSession.small()
        try session.run("before = cash{account='Brokerage'}[1].balance \(source)")
        #expect(try session.text("cash{account='Brokerage'}[1].balance - before, fees{from='2014-06-02'}:sum('amount')") == "-8, 8")
        try session.expectRefusal(of: source.replacing("account='Brokerage', ", with: ""), saying: "with money needs account")
    }

    @Test(arguments: [
        LedgerCase(
            "a split keeps the cost", "split{date='2014-02-03', symbol='ORCL', ratio='2:1'}",
            [
                ("lot('Brokerage', 'ORCL')", "2014-01-03 20@313"), ("#gains{}", "0"), ("cash{}[1].balance", "687"),
            ]),
        LedgerCase(
            "a reverse split with cash in lieu sells the fraction",
            "split{date='2014-02-03', account='Brokerage', symbol='ORCL', ratio='1:4', amount=62}",
            [
                ("lot('Brokerage', 'ORCL')", "2014-01-03 2@250.4"), ("closed('ORCL')", "0.5 62-62.6=-0.6 short"), ("cash{}[1].balance", "749"),
            ]),
        LedgerCase(
            "a split before a purchase leaves the purchase alone",
            """
            buy{date='2014-03-03', account='Brokerage', symbol='ORCL', quantity=5, price=16}
            split{date='2014-02-03', symbol='ORCL', ratio='2:1'}
            """, [("lot('Brokerage', 'ORCL')", "2014-01-03 20@313; 2014-03-03 5@80")]),
        LedgerCase(
            "a merger for shares keeps days and cost", "merger{date='2014-02-03', symbol='ORCL', into='SPY', ratio='1:5'}",
            [
                ("lot('Brokerage', 'SPY')", "2014-01-03 2@313"), ("#lots{symbol='ORCL'}", "0"), ("#gains{}", "0"),
            ]),
        LedgerCase(
            "a merger for cash is a sale of all", "merger{date='2015-02-03', symbol='ORCL', account='Brokerage', amount=400, status='pending'}",
            [
                ("#gains{}", "0"), ("lot('Brokerage', 'ORCL')", "2014-01-03 10@313"),
            ]),
        LedgerCase(
            "a merger for cash", "merger{date='2014-02-03', symbol='ORCL', account='Brokerage', amount=400}",
            [
                ("closed('ORCL')", "10 400-313=87 short"), ("#lots{}", "0"), ("cash{}[1].balance", "1087"),
            ]),
        LedgerCase(
            "a merger for both lowers the cost by the cash",
            "merger{date='2014-02-03', symbol='ORCL', into='SPY', ratio='1:5', account='Brokerage', amount=100}",
            [
                ("lot('Brokerage', 'SPY')", "2014-01-03 2@213"), ("#gains{}", "0"), ("cash{}[1].balance", "787"),
            ]),
        LedgerCase(
            "a spin-off takes its share of the cost", "spinoff{date='2014-02-03', symbol='ORCL', into='SPY', ratio='1:10', share=0.2}",
            [
                ("lot('Brokerage', 'ORCL')", "2014-01-03 10@250.4"), ("lot('Brokerage', 'SPY')", "2014-01-03 1@62.6"),
            ]),
        LedgerCase(
            "a symbol change moves all", "symbol_change{date='2014-02-03', symbol='ORCL', into='SPY'}",
            [
                ("lot('Brokerage', 'SPY')", "2014-01-03 10@313"), ("#holdings{}", "1"),
            ]),
        LedgerCase(
            "capital returned lowers the cost first, then is a gain",
            """
            return_of_capital{date='2014-02-03', account='Brokerage', symbol='ORCL', amount=300}
            return_of_capital{date='2014-03-03', account='Brokerage', symbol='ORCL', amount=20}
            """, [("lot('Brokerage', 'ORCL')", "2014-01-03 10@0"), ("closed('ORCL')", "0 7-0=7 short"), ("#income{}", "0")]),
        LedgerCase(
            "a dividend that was reinvested", "drip{date='2014-02-03', account='Brokerage', symbol='ORCL', amount=12, quantity=0.3, price=38}",
            [
                ("lot('Brokerage', 'ORCL')", "2014-01-03 10@313; 2014-02-03 0.3@11.4"), ("income{}[1].amount", "12"), ("cash{}[1].balance", "687.6"),
            ]),
        LedgerCase(
            "a staking reward is income and cost", "staking_reward{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=0.5, price=180}",
            [
                ("lot('Brokerage', 'SPY')", "2014-02-03 0.5@90"), ("income{}[1].amount", "90"), ("cash{}[1].balance", "687"),
            ]),
        LedgerCase(
            "a dividend in kind", "dividend_in_kind{date='2014-02-03', account='Brokerage', symbol='ORCL', into='SPY', quantity=1, price=180}",
            [
                ("lot('Brokerage', 'SPY')", "2014-02-03 1@180"), ("income{}[1].symbol", "ORCL"), ("lot('Brokerage', 'ORCL')", "2014-01-03 10@313"),
            ]),
        LedgerCase(
            "a bonus counts as brought in, a credit as earned",
            """
            bonus{date='2014-02-03', account='Savings', amount=100}
            credit{date='2014-02-03', account='Savings', amount=5}
            """, [("contributions{account='Savings'}:sum('amount')", "100"), ("income{account='Savings'}:sum('amount')", "5")]),
        LedgerCase(
            "an adjustment brings units without gain or income", "adjust{date='2014-02-03', account='Savings', symbol='SPY', quantity=2, price=100, opened='2010-05-05'}",
            [
                ("lot('Savings', 'SPY')", "2010-05-05 2@200"), ("cash{account='Savings'}[1].balance", "0"), ("contributions{account='Savings'}:sum('amount')", "200"),
            ]),
        LedgerCase(
            "the unknown changes nothing and is pointed at", "record{type='unknown', date='2014-02-03', account='Savings', amount=3, notes='CORP ACT'}",
            [
                ("#cash{account='Savings'}", "0"), ("warnings{}[1].kind", "not_understood"),
            ]),
        LedgerCase(
            "an opening position tells its day",
            "buy{date='2014-02-03', account='Savings', symbol='SPY', quantity=2, price=100, subtype='opening', opened='2009-01-02'}\nsell{date='2014-02-04', account='Savings', symbol='SPY', quantity=2, price=110}",
            [
                ("gains{}[1].opened", "2009-01-02"), ("gains{}[1].term", "long"), ("contributions{account='Savings'}:sum('amount')", "200"),
            ]),
    ])
    func actions(_ example: LedgerCase) throws { try example.play() }
}
