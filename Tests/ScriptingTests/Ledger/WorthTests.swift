import Testing

@Suite("Accounts whose worth or positions are told")
struct WorthTests {
    private static let isa = """
        account{name='ISA', tracking='value', opened='2013-01-01', owner='Ada'}
        value{account='ISA', amount=9000, date='2013-01-02'}
        value{account='ISA', amount=9500, date='2013-06-28', time='2013-06-28T09:00:00Z'}
        value{account='ISA', amount=9600, date='2013-06-28', time='2013-06-28T17:30:00Z'}

        """

    @Test(arguments: [
        LedgerCase(
            "the last of a day counts and is carried forward", isa,
            [
                ("values{on='2013-06-27'}[1].value", "9000"), ("values{on='2013-06-28'}[1].value", "9600"), ("values{on='2014-01-01'}[1].value", "9600"),
                ("#values{on='2013-01-01'}", "0"), ("#values{}", "3"), ("values{owner='Ada', every='quarter', to='2013-09-30'}:list('value')", "{9000, 9600, 9600}"),
            ]),
        LedgerCase("one that was wrong is taken back", isa + "void(values{}[3].id)", [("values{on='2014-01-01'}[1].value", "9500"), ("#values{}", "2")]),
        LedgerCase(
            "the same moment again replaces it", isa + "value{account='ISA', amount=1, date='2013-01-02'}", [("values{on='2013-02-01'}[1].value", "1"), ("#values{}", "3")]),
        LedgerCase(
            "a closed account keeps its history", isa + "account{name='ISA', closed='2013-12-31'}",
            [
                ("values{every='year', to='2014-12-31'}:list('date')", "{2013-12-31}"), ("#values{closed=false}", "0"), ("#values{closed=true}", "3"),
                ("account{name='ISA', closed=false}.closed", "nil"),
            ]),
        LedgerCase(
            "money in and out counts as brought in", isa + "deposit{account='ISA', amount=500, date='2013-02-01'}",
            [
                ("contributions{account='ISA'}:list('amount')", "{9000, 500}"), ("#cash{account='ISA'}", "0"),
            ]),
        LedgerCase(
            "positions are what they were told to be",
            """
            account{name='Pension', tracking='holdings', type='pension'}
            value{account='Pension', symbol='SPY', quantity=10, price=100, date='2013-01-02'}
            value{account='Pension', symbol='SPY', quantity=12, date='2013-06-28'}
            value{account='Pension', symbol='SPY', quantity=6, date='2013-12-31'}
            value{account='Pension', amount=250, date='2013-12-31'}
            """,
            [
                ("holdings{account='Pension', on='2013-07-01'}[1].cost_basis", "1200"), ("lot('Pension', 'SPY')", "2013-01-02 4@400; 2013-06-28 2@200"),
                ("#gains{}", "0"), ("cash{account='Pension'}[1].balance", "250"), ("contributions{account='Pension'}:list('amount')", "{1000, 200, -600, 250}"),
            ]),
        LedgerCase(
            "a position told earlier, recorded later",
            """
            account{name='Pension', tracking='holdings'}
            value{account='Pension', symbol='SPY', quantity=12, amount=1300, date='2013-06-28'}
            value{account='Pension', symbol='SPY', quantity=10, amount=1000, date='2013-01-02'}
            """,
            [
                ("holdings{account='Pension'}[1].quantity, holdings{account='Pension'}[1].cost_basis", "12, 1300"),
                ("holdings{account='Pension', on='2013-02-01'}[1].quantity", "10"),
            ]),
        LedgerCase(
            "a deposit that matured is pointed at", "account{name='CD', type='deposit', rate='4.5%', matures='2014-06-30'} deposit{date='2014-01-02', account='CD', amount=1000}",
            [
                ("warnings{}[1].kind", "matured_deposit"), ("accounts{account='CD'}[1].rate", "0.045"),
            ]),
        LedgerCase(
            "a portfolio has an owner, a joint one several", "portfolio{name='Home', owner={'Ada', 'Ben'}} account{name='New', portfolio='Home'}",
            [
                ("account'New'.owner", "Ada & Ben"), ("portfolios{}[1].owner, portfolios{}[1].accounts", "Ada & Ben, 3"),
                ("#accounts{owner='Ada & Ben'}, #accounts{owner={'Ada & Ben', 'Ben'}}", "3, 5"),
            ]),
    ])
    func worth(_ example: LedgerCase) throws { try example.play() }

    @Test(
        "Mistakes",
        arguments: [
            ("value{account='Savings', amount=5}", "\"Savings\" is tracked by transactions, so what it is worth follows from them"),
            (
                "account{name='ISA', tracking='value'} buy{account='ISA', symbol='SPY', quantity=1, price=1}",
                "\"ISA\" is tracked by value, so it takes money in and out, and no units"
            ),
            ("account{name='ISA', tracking='value'} value{account='ISA', amount=5, date='2015-01-01'}", "2015-01-01 is after today"),
            ("position{account='Savings', symbol='SPY', quantity=1}", "\"Savings\" is tracked by transactions, so what it holds follows from them"),
            ("account{name='X', tracking='valeu'}", "tracking must be one of transactions, holdings, value"),
            ("portfolio{name='Hme', owner='Ada'}", "no account is in the portfolio \"Hme\""),
            ("value{account='Savigs', amount=5}", "unknown account \"Savigs\"; did you mean \"Savings\"?"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: source, saying: part)
    }
}
