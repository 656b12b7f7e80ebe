import Testing

@Suite("Sums are made of what counts")
struct StandingTests {
    /// A book with one activity of each standing.
    private static let mixed = """
        account{name='A', currency='USD'} account{name='B', currency='EUR'} instrument{symbol='X', currency='USD'}
        deposit{date='2014-01-02', account='A', amount=1000}
        b = buy{date='2014-01-03', account='A', symbol='X', quantity=10, price=20, fee=1}
        wrong = buy{date='2014-01-04', account='A', symbol='X', quantity=20, price=20, fee=2} void(wrong[1].id)
        typo = buy{date='2014-01-05', account='A', symbol='X', quantity=5, price=20, fee=30} amend{id=typo[1].id, fee=3}
        buy{date='2014-01-06', account='A', symbol='X', quantity=7, price=20, fee=4, status='pending'}
        sell{date='2014-01-07', account='A', symbol='X', quantity=1, price=20, fee=5, status='draft'}
        """

    @Test(
        "What was voided, amended or has yet to happen is in no sum, and how much is left out is told",
        arguments: [
            ("trades{}:sum('quantity'), trades{}:sum('fee'), #trades{}", "15, 4, 2"),
            ("activities{type='buy'}:sum('quantity'), #activities{}", "15, 3"),
            ("activities{}:where{type='buy'}:sum('fee')", "4"),
            ("activities{}.warnings[1].kind, #activities{}.warnings", "not_posted, 1"),
            ("activities{}.warnings[1].message", #"1 pending, 1 draft, 1 void, 1 amended left out; status="all" shows them too"#),
            ("trades{type='sell'}.warnings[1].message", #"1 draft left out; status="all" shows it too"#),
            ("#activities{type='deposit'}.warnings, #activities{status='all'}.warnings, #activities{status='void'}.warnings", "0, 0, 0"),
            ("activities{status='all'}:list('status')", #"{"posted", "posted", "void", "amended", "posted", "pending", "draft"}"#),
            ("#activities{status='void'}, #activities{status='amended'}, #activities{status='draft'}, #trades{status='all'}", "1, 1, 1, 6"),
            ("sql('select sum(quantity) as q from trades')[1].q, sql('select count(*) as n from activities')[1].n", "15, 3"),
            ("sql('select status from all_activities order by seq'):list('status')", #"{"posted", "posted", "void", "amended", "posted", "pending", "draft"}"#),
            ("report.activity{}:sum('cash')", "696"), ("fees{}:sum('amount'), #fees{}", "4, 2"),
        ])
    func whatCounts(expression: String, answer: String) throws {
        let session = try ScriptSession()
        try session.run(Self.mixed)
        #expect(try session.text(expression) == answer)
    }

    @Test("A status that there is not is a mistake with those there are")
    func unknownStatus() throws {
        let session = try ScriptSession()
        #expect(try session.message("activities{status='voided'}") == "activities: status must be posted, pending, draft, void, amended or all, got string \"voided\"")
    }

    /// Charges of every kind.
    private static let charged = """
        account{name='A', currency='EUR'} instrument{symbol='X', currency='USD'}
        rate{from='EUR', to='USD', date='2014-01-01', rate=1.25} rate{from='EUR', to='USD', date='2014-02-01', rate=2}
        deposit{date='2014-01-02', account='A', amount=1000} deposit{date='2014-01-02', account='A', amount=9000, currency='USD', fee=3}
        buy{date='2014-01-03', account='A', symbol='X', quantity=10, price=20, fee=5, tax=1}
        dividend{date='2014-02-01', account='A', symbol='X', amount=20, tax=4, fee=2}
        fee{date='2014-02-02', account='A', amount=7} tax{date='2014-02-03', account='A', amount=6}
        fee{date='2014-02-04', account='A', amount=-1}
        """

    @Test(
        "fees has a row for each fee and tax, and all in one currency where that is asked",
        arguments: [
            ("fees{}:list('kind')", #"{"account", "trade", "tax", "account", "tax", "account", "tax", "account"}"#),
            ("fees{}:list('amount')", "{3, 5, 1, 2, 4, 7, 6, -1}"),
            ("fees{}:by('kind', 'currency'):sum('amount'):list('amount')", "{6, 5, 6, 5, 5}"),
            ("fees{base='EUR'}:list('amount')", "{2.4, 4, 0.8, 1, 2, 7, 6, -1}"), ("fees{base='EUR'}:distinct('currency'):list('currency')", #"{"EUR"}"#),
            ("fees{symbol='X'}:sum('amount'), #fees{from='2014-02-02'}, #fees{on='2014-01-03'}", "12, 3, 3"),
            ("activities{symbol='X', base='EUR'}:list('amount')", "{160, 10}"), ("activities{symbol='X', base='EUR'}:list('price')", "{16}"),
            ("trades{base='EUR'}[1].cash, trades{base='EUR'}[1].currency", "-164.8, EUR"),
            ("activities{base='EUR'}.policies.base, #activities{base='GBP'}.warnings, activities{base='GBP'}[1].amount", "EUR, 2, nil"),
            ("report.activity{base='EUR'}:sum('cash')", "8027.8"), ("report.income{base='EUR'}[1].amount", "10"),
        ])
    func charges(expression: String, answer: String) throws {
        let session = try ScriptSession()
        try session.run(Self.charged)
        #expect(try session.text(expression) == answer)
    }
}
