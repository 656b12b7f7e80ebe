import Testing
@testable import Scripting

@Suite("Queries and their filters")
struct QueryTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.demo() }

    @Test(
        "The columns are those that scripts rely on",
        arguments: [
            ("activities", "id seq date type subtype status account portfolio symbol quantity price amount fee tax currency fx_rate cash notes source recorded_at"),
            ("trades", "id seq date type subtype status account portfolio symbol quantity price amount fee tax currency fx_rate cash notes source recorded_at"),
            (
                "holdings",
                "account portfolio symbol name kind quantity currency average_cost cost_basis price price_date market_value unrealized_gain unrealized_percent income weight"
            ),
            ("lots", "id account symbol opened quantity remaining unit_cost cost_basis market_value unrealized_gain days term side"),
            ("gains", "account symbol opened closed quantity proceeds cost_basis gain term currency lot_id activity_id"),
            ("income", "date account symbol type amount tax currency"), ("cash", "account currency balance"),
            ("quotes", "symbol date open high low close adjusted volume currency source"),
        ])
    func columns(query: String, names: String) throws {
        // A column more may stand at the end.
        #expect(try session.text("table.concat(\(query){}:columns(), ' ')").hasPrefix(names))
    }

    @Test(
        "account, owner, portfolio, symbol, kind, type and currency narrow every query alike",
        arguments: [
            ("#trades{account='Roth IRA'}", "#trades{}:where{account='Roth IRA'}"),
            ("#trades{account={'Roth IRA', 'Brokerage'}}", "#trades{}:where{account={'Roth IRA', 'Brokerage'}}"),
            ("#trades{account=account'Roth IRA'}", "#trades{account='Roth IRA'}"),
            ("#trades{owner='Carol'}", "#trades{account='Roth IRA'}"), ("#trades{owner={'Carol', 'Ray'}}", "#trades{account={'Roth IRA', 'Ray College Fund'}}"),
            ("#trades{portfolio='Retirement'}", "#trades{account='Roth IRA'}"),
            ("#trades{owner='Carol', account='Brokerage'}", "0"), ("#holdings{owner='Ray'}", "#holdings{account='Ray College Fund'}"),
            ("#trades{symbol={'ORCL', 'NVDA'}}", "#trades{symbol='ORCL'} + #trades{symbol='NVDA'}"),
            ("#trades{symbol=instrument'ORCL'}", "#trades{symbol='ORCL'}"), ("#trades{type='buy'} + #trades{type='sell'}", "#trades{}"),
            ("#activities{type={'deposit', 'withdrawal'}}", "#activities{type='deposit'} + #activities{type='withdrawal'}"),
            ("#holdings{kind='stock'} + #holdings{kind='option'}", "#holdings{}"), ("#holdings{kind='etf'}", "0"), ("#holdings{currency='EUR'}", "0"),
            ("#gains{symbol='ORCL'}", "#gains{}:where{symbol='ORCL'}"), ("#income{type='interest'}", "#income{}:where{type='interest'}"),
            ("#cash{account='Savings'}", "1"), ("#accounts{type='pension'}", "2"), ("#accounts{owner='Family'}", "1"),
            ("#activities{symbol='ORCL'}", "#activities{}:where{symbol='ORCL'}"), ("#lots{account='Roth IRA', symbol='MSFT'}", "#lots{}:where{account='Roth IRA', symbol='MSFT'}"),
        ])
    func filters(query: String, same: String) throws {
        #expect(try session.text(query) == session.text(same), "\(query) and \(same)")
    }

    @Test(
        "from, to, year and on choose days, ends included",
        arguments: [
            ("#trades{year=2005}", "#trades{from='2005-01-01', to='2005-12-31'}"), ("#trades{from='2005-01-01', to='2004-12-31'}", "0"),
            ("#trades{year=2005, from='2005-06-01'}", "#trades{from='2005-06-01', to='2005-12-31'}"),
            ("trades{to='2000-01-31'}:count()", "3"), ("trades{on='2000-01-31'}:count()", "3"), ("#trades{from=date'2000-01-31', to=date'2000-01-31'}", "3"),
            ("#gains{year=2007}", "#gains{from='2007-01-01', to='2007-12-31'}"), ("#gains{on='2003-12-31'}", "#gains{to='2003-12-31'}"),
            ("#income{year=2007}", "#income{}:where{year=2007}"), ("#holdings{on='1999-12-31'}", "0"),
            ("holdings{on='2000-01-31'}:list('symbol')", "{'IBM', 'MSFT', 'ORCL'}"), ("#holdings{}", "#holdings{on=today()}"),
            ("cash{on='2000-01-31'}[1].balance", "D'7267.55'"), ("#activities{}", "#activities{from='1900-01-01'}"),
            ("#quotes{symbol='ORCL', year=2005}", "12"), ("#quotes{symbol='ORCL', from='2005-01-01', to='2005-03-31'}", "3"),
        ])
    func days(query: String, same: String) throws {
        #expect(try session.text(query) == session.text(same), "\(query) and \(same)")
    }

    @Test("Of charges kind is the charge's, and what does not count is left out and told")
    func fees() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            fee{account='Brokerage', date='2014-02-03', amount=2} tax{account='Brokerage', date='2014-02-03', amount=3} deposit{account='Brokerage', date='2014-02-03', amount=9, currency='EUR'}
            exchange{account='Brokerage', date='2014-02-04', amount=5, from='EUR', to='USD', received=6, fee=1}
            buy{account='Brokerage', date='2014-02-05', symbol='SPY', quantity=1, price=5, fee=4}
            """)
        for (kind, sum) in [("trade", "5"), ("account", "2"), ("tax", "3"), ("exchange", "1")] {
            #expect(try session.text("local f = fees{kind='\(kind)'} local s = D'0' for r in f do s = s + r.amount end return s, #f.warnings") == "\(sum), 0", "\(kind)")
            #expect(try #require(session.runtime.help("fees")).contains(kind))
        }
        #expect(
            try session.text("fees{instrument_kind='etf'}:list('amount'), fees{instrument_kind='stock', kind='trade'}:list('amount'), #fees{instrument_kind='etf', kind='tax'}")
                == "{4}, {1}, 0")
        #expect(try session.message("fees{kind='etf'}").contains("one of trade, account, tax, exchange") && session.message("fees{kind='etf'}").contains("instrument_kind=\"etf\""))
        try session.run(
            "fee{account='Brokerage', date='2014-02-03', amount=7, status='draft'} void(activities{type='fee'}[1].id) deposit{account='Brokerage', amount=5, status='draft'}")
        #expect(try session.text("fees{}.warnings[1].kind, fees{}.warnings[1].message") == "not_posted, 1 draft, 1 void left out; activities{status=\"all\"} shows them too")
        #expect(
            try session.text("#fees{kind='trade'}.warnings, #fees{account='Savings'}.warnings, #fees{to='2014-01-31'}.warnings, #fees{kind='account'}.warnings") == "0, 0, 0, 1")
    }

    @Test(
        "A name that nothing has gets the nearest one",
        arguments: [
            ("holdings{account='Brokrage'}", #"unknown account "Brokrage"; did you mean "Brokerage"?"#),
            ("holdings{symbol='OCRL'}", #"unknown symbol "OCRL"; did you mean "ORCL"?"#),
            ("holdings{symbol={'ORCL', 'MSFTT'}}", #"unknown symbol "MSFTT"; did you mean "MSFT"?"#),
            ("holdings{owner='Carl'}", #"no account has the owner "Carl" (did you mean "Carol"?)"#),
            ("holdings{portfolio='Retirment'}", #"no account has the portfolio "Retirment" (did you mean "Retirement"?)"#),
            ("trades{type='byu'}", #"unknown activity type "byu"; did you mean "buy"?"#), ("holdings{kind='stonk'}", "one of stock, etf"),
            ("holdings{currency='dollars'}", "holdings: currency: "), ("trades{yaer=2005}", "trades: there is no field yaer (did you mean \"year\"?)"),
            ("holdings{year=2005}", "holdings: there is no field year"), ("cash{symbol='ORCL'}", "cash: there is no field symbol"),
            ("trades{year='2005'}", "trades: year must be a whole number, got string \"2005\""), ("trades{from='2005'}", "trades: from: "),
            ("trades{account={}}", "trades: account must be a name or a list of names"), ("trades{account={5}}", "a list of names"),
            ("trades{account=5}", "trades: account must be an account, its name, or a list of names"), ("trades{year=0}", "0"),
            ("accounts{type='bank'}", "one of securities"), ("trades('Brokrage')", "Brokrage"),
            ("trades('Brokerage', {yaer=2005})", "trades: there is no field yaer (did you mean \"year\"?)"),
            ("trades('Brokerage', {account='Savings'})", "trades: account is given twice"), ("trades('Brokerage', 'Household', {year=2005})", "trades: owner must be a name"),
        ])
    func mistakes(query: String, part: String) throws {
        let message = try session.message(query)
        #expect(message.contains(part), "\(query): \(message)")
    }

    @Test(
        "A sole obvious argument may stand bare",
        arguments: [
            ("#trades('Roth IRA')", "#trades{account='Roth IRA'}"), ("#trades()", "#trades{}"), ("account'Savings'.name", "'Savings'"),
            ("quote'ORCL'.symbol", "'ORCL'"), ("setting'lot_method'", "'fifo'"),
            ("#trades('Brokerage', {year=2005})", "#trades{account='Brokerage', year=2005}"), ("quote('ORCL', {date='2005-01-31'}).date", "'2005-01-31'"),
            ("account('Savings', {}).name", "'Savings'"),
        ])
    func bare(query: String, same: String) throws {
        #expect(try session.text(query) == session.text(same))
    }

    @Test("Not found is nil and why")
    func notFound() throws {
        #expect(try session.text("account'Savngs'") == "nil, there is no account \"Savngs\"; did you mean \"Savings\"?")
        #expect(try session.text("instrument'XYZW'").hasPrefix("nil, there is no instrument \"XYZW\""))
        #expect(
            try session.text("quote{symbol='ORCL', date='1990-01-01'}")
                == "nil, ORCL has no quote on or before 1990-01-01; its first one is of \(try session.text("quotes{symbol='ORCL'}[1].date"))")
    }
}
