import LuaKit
import LuaSurface
import Sentences
import Testing

@Suite("Sentences for what is said often")
struct SentenceGrammarTests {
    /// What is typed, and the Lua that does and answers the same.
    static let pairs: [(sentence: String, lua: String)] = [
        ("account Degiro EUR", "account{name='Degiro', currency='EUR'}"),
        ("account My new savings EUR type cash owner Ray", "account{name='My new savings', currency='EUR', type='cash', owner='Ray'}"),
        ("account Savings", "account('Savings')"),
        ("instrument VWCE EUR", "instrument{symbol='VWCE', currency='EUR'}"),
        ("instrument VWCE \"Vanguard FTSE All-World\" etf EUR", "instrument{symbol='VWCE', name='Vanguard FTSE All-World', kind='etf', currency='EUR'}"),
        ("instrument VWCE Vanguard Fund etf EUR", "instrument{symbol='VWCE', name='Vanguard Fund', kind='etf', currency='EUR'}"),
        ("instrument ORCL", "instrument('ORCL')"),
        ("price ORCL 45.10 on 2014-12-30", "quote{symbol='ORCL', close=D'45.10', date='2014-12-30'}"),
        ("price ORCL 45.10 USD on 2014-12-30", "quote{symbol='ORCL', close=D'45.10', currency='USD', date='2014-12-30'}"),
        ("rate EUR USD 1.085", "rate{from='EUR', to='USD', rate=D'1.085'}"),
        ("rate EUR USD 1.085 on 2014-03-03", "rate{from='EUR', to='USD', rate=D'1.085', date='2014-03-03'}"),
        ("goal House 50000 by 2030", "goal{name='House', amount=50000, by='2030-12-31'}"),
        ("goal Summer house 50000 by 2030 in Savings", "goal{name='Summer house', amount=50000, by='2030-12-31', account='Savings'}"),
        ("goal House 50000 USD by 2030-06-30 in Savings rate 4%", "goal{name='House', amount=50000, currency='USD', by='2030-06-30', account='Savings', rate='4%'}"),
        (
            "every month on the 1st deposit 500 to Savings",
            "recurring{name='deposit 500 to Savings', every='month', day=1, record={type='deposit', amount=500, account='Savings'}}"
        ),
        (
            "every month on the last day as rent withdraw 9 from Savings",
            "recurring{name='rent', every='month', day='last', record={type='withdrawal', amount=9, account='Savings'}}"
        ),
        (
            "every 2 weeks on friday from 2014-12-01 to 2015-12-01 transfer 20 from Brokerage to Savings",
            "recurring{name='transfer 20 from Brokerage to Savings', every='2 weeks', weekday='friday', from='2014-12-01', to='2015-12-01', record={type='transfer', amount=20, from='Brokerage', to='Savings'}}"
        ),
        ("every friday deposit 5 to Savings", "recurring{name='deposit 5 to Savings', every='week', weekday='friday', record={type='deposit', amount=5, account='Savings'}}"),
        (
            "every month on the first working day deposit 5 to Savings",
            "recurring{name='deposit 5 to Savings', every='month', on='first working day', record={type='deposit', amount=5, account='Savings'}}"
        ),
        (
            "every month buy ORCL for 200 in Brokerage",
            "recurring{name='buy ORCL for 200 in Brokerage', every='month', record={type='buy', symbol='ORCL', amount=200, account='Brokerage'}}"
        ),
        ("set base EUR", "setting('base_currency', 'EUR')"), ("set lots lifo", "setting('lot_method', 'lifo')"), ("set negative_cash", "setting('negative_cash')"),
        ("set", "settings()"), ("net worth on 2014-12-31", "snapshots{every='day', from='2014-12-31', to='2014-12-31'}"),
        ("performance 2014 by account", "returns{year=2014, by='account'}"), ("gains 2014 of ORCL in Brokerage", "gains{year=2014, symbol='ORCL', account='Brokerage'}"),
        ("gains from 2014-01-01 to 2014-06-30", "gains{from='2014-01-01', to='2014-06-30'}"), ("gains 2014 in USD", "gains{year=2014, base='USD'}"),
        ("gains by year", "gains{}:by('year', 'currency'):sum('proceeds', 'cost_basis', 'gain')"),
        ("gains 2014 by month and symbol in USD", "gains{year=2014, base='USD'}:by('month', 'symbol'):sum('proceeds', 'cost_basis', 'gain')"),
        ("income by month in Brokerage", "income{account='Brokerage'}:by('month', 'currency'):sum('amount', 'tax')"),
        ("trades 2014 of ORCL", "trades{year=2014, symbol='ORCL'}"), ("activities 2014 in Savings", "activities{year=2014, account='Savings'}"),
        ("gains of Savings 2014", "gains{year=2014, account='Savings'}"), ("gains of ORCL 2014 in USD", "gains{year=2014, symbol='ORCL', base='USD'}"),
        ("gains on 2014-06-30", "gains{from='2014-06-30', to='2014-06-30'}"),
        ("gains by month 2014", "gains{year=2014}:by('month', 'currency'):sum('proceeds', 'cost_basis', 'gain')"),
        ("trades ORCL 2014 in USD", "trades{symbol='ORCL', year=2014, base='USD'}"),
        ("trades 2014 by month", "trades{year=2014}:by('month', 'type', 'currency'):sum('amount', 'fee', 'tax', 'cash')"),
        ("holdings 2013", "holdings{on='2013-12-31'}"), ("holdings of ORCL from 2013-01-01 to 2013-06-30", "holdings{symbol='ORCL', on='2013-06-30'}"),
        ("holdings in Brokerage in USD", "holdings{account='Brokerage', base='USD'}"), ("lots 2013 of Brokerage", "lots{account='Brokerage', on='2013-12-31'}"),
        ("holdings 2013 by account", "holdings{on='2013-12-31'}:by('account', 'currency'):sum('cost_basis', 'market_value', 'unrealized_gain')"),
        ("cash 2013 by currency", "cash{on='2013-12-31'}:by('currency'):sum('balance')"), ("contributions of ORCL", "contributions{}:where{symbol='ORCL'}"),
        (
            "gains 2014 by owner",
            "gains{year=2014}:with('owner', function(row) return account(row.account).owner end):by('owner', 'currency'):sum('proceeds', 'cost_basis', 'gain')"
        ),
        ("net worth 2013 every quarter", "snapshots{every='quarter', year=2013}"), ("net worth 2013 by quarter", "snapshots{every='quarter', year=2013}"),
        ("net worth of ORCL 2013", "snapshots{symbol='ORCL', every='day', from='2013-12-31', to='2013-12-31'}"),
        ("net worth by account on 2013-12-31", "snapshots{by='account', every='day', from='2013-12-31', to='2013-12-31'}"),
        ("net worth from 2013-01-01 to 2013-06-30", "snapshots{every='month', from='2013-01-01', to='2013-06-30'}"),
        ("performance 2013 by month", "returns{year=2013, every='month'}"), ("performance of Brokerage 2013", "returns{year=2013, account='Brokerage'}"),
        ("quotes of ORCL 2013", "quotes{symbol='ORCL', year=2013}"),
        ("quotes of ORCL 2013 by quarter", "quotes{symbol='ORCL', year=2013}:by('quarter', 'symbol', 'currency'):last('close')"),
        ("quotes of Brokerage on 2014-06-30", "quotes{symbol=trades{account='Brokerage'}:distinct('symbol'):list('symbol'), from='2014-06-30', to='2014-06-30'}"),
        ("whatif deposit 500 to Savings", "whatif(function() return deposit{amount=500, account='Savings'} end)"),
        ("exit", "quit()"),
    ]

    @Test("A sentence and its Lua answer the same", arguments: pairs.filter { $0.sentence != "exit" })
    func equal(sentence: String, lua: String) throws {
        let typed = try ScriptSession.demo(), called = try ScriptSession.demo()
        #expect(try typed.sentence(sentence) == called.text(lua))
        let journal = "activities{}:csv(), accounts{}:csv(), instruments{}:csv(), goals{}:csv(), recurring.list{}:csv(), settings():csv(), quotes{symbol='ORCL', year=2014}:csv()"
        #expect(try typed.text(journal) == called.text(journal))
    }

    /// The questions and the parts of their grammar: `QUESTION [of SYMBOL|ACCOUNT] [YEAR | from … to … | on …] [by …] [in CURRENCY]`.
    private static let questions = [
        "holdings", "trades", "activities", "lots", "cash", "gains", "income", "fees", "contributions", "performance", "net worth", "quotes",
    ]
    private static let subjects = ["", "of ORCL", "of Brokerage"]
    private static let times = ["", "2014", "from 2014-01-01 to 2014-06-30", "on 2014-06-30"]
    private static let sums = ["", "by month", "by account", "by symbol"]

    /// What a question cannot tell, by the words that it lacks.
    private static func isWithoutSense(_ question: String, _ subject: String, _ sum: String) -> Bool {
        switch question {
        case "cash" where subject == "of ORCL" || sum == "by symbol": true
        case "holdings", "lots", "cash": sum == "by month"
        case "quotes": sum == "by account"
        default: false
        }
    }

    @Test("Every question takes every part of the grammar, in any order; what it cannot tell gets a sentence", arguments: questions)
    func matrix(question: String) throws {
        let session = try ScriptSession.demo()
        for subject in Self.subjects {
            for time in Self.times {
                for sum in Self.sums {
                    let parts = [subject, time, sum, "in USD"].filter { !$0.isEmpty }
                    for words in [parts, parts.reversed()] {
                        let line = ([question] + words).joined(separator: " ")
                        do {
                            _ = try session.sentence(line)
                            #expect(!Self.isWithoutSense(question, subject, sum), "\(line)")
                        } catch {
                            #expect(Self.isWithoutSense(question, subject, sum), "\(line): \(error)")
                        }
                    }
                }
            }
        }
    }

    @Test(
        "A question about what it cannot tell says what to ask instead",
        arguments: [
            ("holdings of ORCL 2014 by month", "say net worth of ORCL 2014 by month"), ("cash of ORCL", "say holdings of ORCL"), ("gains ORCL", "say gains of ORCL"),
            ("gains of Savngs", "did you mean \"Savings\"?"), ("gains of ORCLL", "did you mean \"ORCL\"?"), ("trades ORCL of NVDA", "the symbol is given twice"),
            ("lots Savings", "say lots in Savings"),
            ("gains of Savings in Brokerage", "the account is given twice"), ("gains 2014 on 2014-06-30 on 2014-07-31", "on is given twice"),
            ("gains by", "say gains by account"), ("gains 2014 Savings", "say gains 2014 in Savings"), ("gains in usd", "write it in capitals: USD"),
            ("net worth ORCL", "say net worth of ORCL"),
            ("holdings by accont", "did you mean \"account\"?"), ("performance by sector", "performance: by must be one of account"),
            ("net worth by mnth", "net worth: by must be one of account"), ("performance by acount", "did you mean \"account\"?"),
            ("gains 2014 owner Ray", "say gains{year=2014, owner=\"Ray\"}"), ("gains owner=Ray", "say gains{owner=\"Ray\"}"),
            ("gains 2014 = Ray", "= does not belong here"), ("gains 2014 =Ray", "does not belong here"), ("gains \"\"", "is not a year"),
            ("gains owner= Ray", "say gains{owner=\"Ray\"}"),
        ])
    func insteads(sentence: String, part: String) throws {
        let session = try ScriptSession.demo()
        do {
            let told = try session.sentence(sentence)
            Issue.record("\(told)")
        } catch {
            let told = "\(error) \((error as? LuaFailure)?.hint ?? (error as? CommandMismatch)?.hint ?? "")"
            #expect(told.contains(part), "\(told)")
        }
    }

    @Test(
        "A mistake in what is recorded again and again, tried or parsed is told as in the sentence itself",
        arguments: [
            ("every month", "say what is recorded"), ("every month on the 1st depsoit 500 to Savings", "say what is recorded"),
            ("every month deposit 500 in Savings", "in does not belong here"), ("every month deposit 500 to Savings on 2014-03-03", "a rule has its own days"),
            ("whatif depsoit 5 to Savings", "is no sentence"), ("whatif deposit to Savings", "expected a number"), ("goal House by 2030", "expected a number"),
            ("account Degiro EURO", "currency"),
        ])
    func mistakes(sentence: String, part: String) throws {
        let session = try ScriptSession.demo()
        try session.expectNothingRecorded {
            do {
                let told = try session.sentence(sentence)
                Issue.record("\(told)")
            } catch {
                #expect("\(error)".contains(part), "\(error)")
            }
        }
    }

    @Test("A sentence can be read by a script, and carried out as a part of its act")
    func scripted() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("command.parse('deposit 500 to Savings')") == "deposit, {account = \"Savings\", amount = 500}")
        try session.run("transaction(function() command.run('deposit 5 to Savings') command.run('withdraw 2 from Savings') end)")
        #expect(try session.text("cash{account='Savings'}[1].balance, undo():count()") == "3, 2")
        #expect(try session.message("command.run('holdings{}')").contains("is no sentence"))
    }
}
