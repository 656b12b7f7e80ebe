import LuaKit
import LuaSurface
import Sentences
import TestSupport
import Testing
@testable import Scripting

@Suite("What a sentence takes a figure, a note and a name for")
struct SentenceFigureTests {
    /// Accounts in three currencies, with what is traded there.
    static func book(_ more: String = "") throws -> ScriptSession {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            setting("negative_cash", "quiet")
            account{name='A', currency='EUR'} account{name='U', currency='USD'} account{name='G', currency='GBP'} account{name='My ISA', currency='GBP'}
            account{name='V', currency='EUR', tracking='value'} account{name='Cash at bank', currency='EUR'}
            instrument{symbol='SAP', currency='EUR'} instrument{symbol='ORCL', currency='USD'} instrument{symbol='VOD', currency='GBP'} currency{code='PTS', digits=0}
            \(more)
            """)
        return session
    }

    /// The refusal of a sentence, its message and its hint.
    private func refusal(_ line: String, _ session: ScriptSession? = nil) throws -> String {
        let session = try session ?? Self.book(), before = try session.text("#activities{}")
        var said = ""
        do {
            said = "recorded: \(try session.sentence(line))"
        } catch let error as CommandMismatch {
            said = "\(error.message); \(error.hint ?? "no hint")"
        }
        #expect(try session.text("#activities{}") == before, "\(line)")
        return said
    }

    @Test(
        "What an exchange brings is in the currency that it is into",
        arguments: [
            ("exchange 500 EUR to USD in A for 540 USD", "USD", "540"), ("exchange 500 EUR to USD in A for $540", "USD", "540"),
            ("exchange 500 EUR to USD in A for 540", "USD", "540"),
            ("exchange 500 USD to GBP in U for 40000p", "GBP", "400"), ("exchange 500 USD to GBX in U for £400", "GBP", "400"),
            ("exchange £500 to USD in G for 600 fee 50p", "GBP", "-500.5"),
        ])
    func received(line: String, currency: String, cash: String) throws {
        let session = try Self.book()
        _ = try session.sentence(line)
        #expect(try session.text("cash{currency='\(currency)'}[1].balance") == cash)
    }

    @Test(
        "An amount that may be grouped thousands is refused, with both that may be meant",
        arguments: [
            ("deposit 50.000 to A", "50000, or 50"), ("deposit 1.234 to A", "1234, or 1.2340"), ("withdraw 1.000 EUR from A", "1000, or 1"),
            ("exchange 100 EUR to USD in A for 1.080", "1080, or 1.0800"),
            ("deposit 50.000 PTS to A", "50000, or 50"), ("dividend 15000 SAP tax 3.750 in A", "3750, or 3.7500"), ("buy 1 SAP @ 5 fee 1.000 in A", "1000, or 1"),
            ("exchange 900 EUR to USD in A for 800 fee 1.250", "1250, or 1.2500"),
            ("value 50.000 in V", "50000, or 50"), ("adjust 50.000 in A", "50000, or 50"), ("transfer 5.000 EUR from A to V", "5000, or 5"),
            ("transfer 5.000 from A to U", "5000, or 5"), ("allocate 5.000 EUR", "5000, or 5"),
            ("amend 12 amount=50.000", "50000, or 50"), ("amend 12 fee 1.500", "1500, or 1.5000"), ("rebalance with 5.000 EUR to SAP=100", "5000, or 5"),
            ("deposit 31,20 to A", "decimals follow a point: 31.20"), ("deposit 1.031,20 to A", "decimals follow a point: 1031.20"),
        ])
    func groups(sentence: String, hint: String) throws {
        let refusal = try refusal(sentence)
        #expect(refusal.contains(hint), "\(refusal)")
    }

    @Test(
        "A price, a rate, a part of a unit, and an amount of more decimals are what they say",
        arguments: [
            "deposit 0.125 to A", "deposit 1.234 KWD to A", "adjust 1.234 SAP @ 5 in A", "deposit 50.0000 to A", "buy 1 SAP @ 31.125 in A", "buy 1.125 SAP @ 31 in A",
            "exchange 100 EUR to USD in A at 1.085",
        ])
    func notGroups(sentence: String) throws { _ = try Self.book().sentence(sentence) }

    @Test("What the desktop program is given to allocate is what it says", arguments: ["2.675", "1.005"])
    func desktop(amount: String) throws {
        let session = try Self.book("plan{name='P', currency='USD'} tier{plan='P', name='One', target=1000, accounts={'U'}} setting('base_currency', 'EUR')")
        #expect(try session.sentence("allocate \(amount) mode python") == session.text("allocate(\(amount), {mode='python'})"))
        #expect(try refusal("allocate \(amount)", session).contains("may be meant as") && refusal("allocate \(amount) detail", session).contains("may be meant as"))
    }

    @Test(
        "All cash is told by the sign of its currency",
        arguments: [("transfer all € from A to V", "A"), ("transfer all $ from U to A", "U"), ("transfer all £ from G to A", "G"), ("transfer all EUR from A to U", "A")])
    func allCash(line: String, account: String) throws {
        let session = try Self.book("for _, a in ipairs{'A', 'U', 'G'} do deposit{account=a, amount=50} end")
        _ = try session.sentence(line)
        #expect(try session.text("#cash{account='\(account)'}") == "0")
    }

    @Test("A rate that is missing beside pence is asked for as a sum")
    func noRate() throws {
        let session = try Self.book()
        #expect(throws: LuaFailure.self) { try session.sentence("exchange 400p to USD in G") }
        #expect(try session.message("exchange{account='G', amount=400, from='GBX', to='USD'}").contains("say for …, or received=… in Lua: the USD that came in"))
        #expect(try session.message("exchange{account='G', amount=400, from='GBP', to='USD'}").contains("say at …, or rate=… in Lua: the USD for one GBP"))
    }

    @Test(
        "A figure in a currency of neither side is refused",
        arguments: [
            ("exchange 500 EUR to USD in A for €540", "received is in EUR, and the exchange is into USD; say it in USD"), ("exchange 500 EUR to USD in A for 540 EUR", "into USD"),
            ("exchange £500 to USD in G for 60000p", "received is in GBX, and the exchange is into USD"), ("exchange 500 EUR to USD in A for £540", "into USD"),
            ("exchange 500 EUR to JPY in A for $540", "JPY is none of them"), ("exchange 500 EUR to USD in A for 540 fee $2", "EUR is none of them"),
            ("deposit €5 USD to A", "€ is no sign of USD"), ("buy 1 SAP @ €5 USD in A", "€ is no sign of USD"),
            ("watch SAP above $5", "EUR is none of them"), ("watch SAP above 5 USD", "above is in USD, and the price in EUR; say it in EUR"),
            ("transfer 5 ORCL from U to A fee €1", "fee is in EUR, and the entry in USD"), ("value $500 in V", "EUR is none of them"),
        ])
    func otherCurrency(line: String, said: String) throws {
        let refusal = try refusal(line)
        #expect(refusal.contains(said), "\(refusal)")
    }

    @Test(
        "A figure beside one in pence says its unit, and so does a rate",
        arguments: [
            ("dividend 250p VOD tax 10", "tax 10 GBP, which is tax 1000 GBX, or tax 10 GBX"), ("interest 300p tax 20 in G", "its unit is open"),
            ("interest 300 GBX tax 20 in G", "its unit is open"),
            ("capital 250p VOD tax 3 in G", "its unit is open"), ("notional 250p VOD tax 3 in G", "its unit is open"), ("transfer 500p from G to A fee 2", "its unit is open"),
            ("exchange 500p to EUR in G for 5.5 fee 2", "its unit is open"), ("watch VOD above 250p below 2", "below 2 GBP, which is below 200 GBX"),
            ("exchange 500p to EUR in G at 1.1", "exchange 5 GBP to … at …"), ("exchange 500 EUR to GBX in A at 0.87", "may be meant of GBX or of GBP"),
        ])
    func pence(line: String, said: String) throws {
        let refusal = try refusal(line)
        #expect(refusal.contains(said), "\(refusal)")
    }

    @Test(
        "Where all units are told, pence come to pounds",
        arguments: [
            ("dividend 250p VOD tax 10p in G", "2.4"), ("interest 300p tax £0.20 in G", "2.8"), ("exchange 500p to EUR in G for 5.5", "-5"), ("adjust £-0.50 in G", "-0.5"),
            ("adjust -50p in G", "-0.5"),
        ])
    func toldPence(line: String, cash: String) throws {
        let session = try Self.book()
        _ = try session.sentence(line)
        #expect(try session.text("cash{currency='GBP'}[1].balance") == cash)
    }

    @Test("Money for a plan is in the plan's currency")
    func plan() throws {
        let session = try Self.book("plan{name='P', currency='USD'} tier{plan='P', name='One', target=1000, accounts={'U'}} setting('base_currency', 'EUR')")
        #expect(try refusal("allocate €500", session).contains("amount is in EUR, and the plan in USD; say it in USD"))
        #expect(try refusal("allocate 500 EUR", session).contains("the plan in USD"))
        #expect(try refusal("allocate £500", session).contains("the plan in USD"))
        for line in ["allocate $500", "allocate 500 USD", "allocate 500"] { #expect(try session.sentence(line).contains("500"), "\(line)") }
        #expect(try refusal("allocate €500", Self.book("setting('base_currency', 'GBP')")).contains("the plan in GBP"))
        // Where there is neither plan nor currency, none is guessed.
        let empty = try ScriptSession(today: "2023-12-31")
        for line in ["allocate €500", "allocate 500"] { #expect(try empty.sentence(line).contains("500"), "\(line)") }
        #expect(try empty.text("local f = allocate(500.5) return f.warnings[2].message:match('^.- find')") == "500.5 find")
        #expect(try !empty.text("allocate(500).policies or ''").contains("USD"))
    }

    @Test("Money to be invested without an account's name is in the currency of the one account that trades")
    func rebalanced() throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            "account{name='U', currency='USD'} instrument{symbol='ORCL', currency='USD'} setting('base_currency', 'EUR') quote{symbol='ORCL', date='2023-12-29', close=50}")
        #expect(try refusal("rebalance with €500 to ORCL=100", session).contains("cash is in EUR, and the account in USD"))
    }

    @Test(
        "Behind a note without quotes nothing follows that may be a word of it",
        arguments: [
            ("interest 5 in A note before tax 2", "tax may be a word of the note; a note that holds a word of the command needs quotes"),
            ("buy 1 SAP @ 5 in A note including tax 3", "tax"),
            ("buy 1 SAP @ 5 in A note without fee 3", "fee"), ("deposit 5 to A note of status draft", "status"), ("sell 1 SAP @ 5 in A note my lot 3", "lot"),
            ("split SAP 2:1 note paid for 5", "for"), ("exchange 5 EUR to USD in A note changed at 2", "at"), ("transfer 5 from A to U note in currency EUR", "currency"),
        ])
    func notes(line: String, word: String) throws {
        let refusal = try refusal(line)
        #expect(refusal.hasPrefix(word), "\(refusal)")
    }

    @Test(
        "What tells the day, the account or the rate follows a note, and anything follows one in quotes",
        arguments: [
            "interest 5 note before in A on 2023-12-01", "buy 1 SAP @ 5 note cheap in A", "interest 5 in A note 'before tax' tax 2", "deposit 5 USD note gift to A fx_rate 0.9",
            "interest 5 in A tax 1 note less tax 2",
        ])
    func openNotes(line: String) throws {
        let session = try Self.book()
        _ = try session.sentence(line)
        #expect(try session.text("#activities{}") == "1")
    }

    @Test(
        "A word behind a known account is no part of its name",
        arguments: [
            ("deposit 5 EUR to A yesterday", "yesterday does not belong here; say on yesterday"), ("deposit 5 EUR to a 2023-12-01", "say on 2023-12-01"),

            ("value 500 in V status draft", "status does not belong here; what can follow: currency, on, note"),
            ("transfer 5 EUR from A to U status draft", "status does not belong here"), ("deposit 5 to My ISA dates", "one that is called \"My ISA dates\" stands in quotes"),
            ("import uk2.csv into My ISA dates dmy", "dates does not belong here"),
            ("import uk2.csv into Your ISA dates dmy", "did you mean \"date_order\"? An account that is called \"Your ISA dates dmy\""),
            ("import uk2.csv into Your ISA formt luca", "did you mean \"format\"?"), ("deposit A 100", "say deposit 100 to A"), ("deposit A 100 EUR", "say deposit 100 EUR to A"),
            ("withdraw My ISA £5", "say withdraw £5 from My ISA"), ("withdraw \"My ISA\" 5", "say withdraw 5 from My ISA"), ("deposit \"My ISA\"", "say deposit to My ISA"),
            ("fee 5 \"My ISA\"", "say fee 5 in My ISA"),
            ("lots A", "A is no symbol; say lots in A"), ("trades my isa", "say trades in My ISA"),
            ("rebalance to SAP=100 with €500", "with does not belong here; it stands before to: rebalance"),
            ("deposit 100 EUR EUR to A", "EUR does not belong here; the currency is given twice"),
            ("deposit 100 to A, 2023-01-01", "A, ends with a comma; a sentence has none between its words: leave it out"), ("deposit 100, EUR to A", "100, ends with a comma"),
            ("deposit 100 to My ISA, on 2023-01-01", "ISA, ends with"),
            ("sell 1 SAP, @ 5 in A", "SAP, ends with"),
            ("deposit 100 to “A”", "write straight quotes: \"…\""), ("import “x.csv”", "write straight quotes"), ("report income owner=“Ray”", "write straight quotes"),
            ("interest 5 in A note “bought on a dip”", "write straight quotes"),
            ("transfer all eur from A to V", "write it in capitals: EUR"), ("transfer all $ from A to V", "$ is shared by several currencies; say the code"),
            ("transfer 5 from A U", "U is an account: say transfer 5 from A to U"),
        ])
    func accounts(line: String, said: String) throws {
        let refusal = try refusal(line)
        #expect(refusal.contains(said), "\(refusal)")
    }

    @Test("A new name of several words is still one, where no account begins it")
    func newNames() throws {
        let session = try Self.book()
        #expect(throws: (any Error).self) { try session.sentence("deposit 5 to Brand New") }
        func lua(_ line: String) throws -> String? { try CommandTable(session.runtime.functions.commands).match(line, session.runtime.vocabulary())?.lua }
        #expect(try lua("import x.csv into Brand New") == "import{path=\"x.csv\", account=\"Brand New\"}")
        #expect(try lua("import x.csv into 'My ISA dates' partial") == "import{path=\"x.csv\", account=\"My ISA dates\", partial=true}")
    }

    @Test(
        "Signs and codes stand in either order, and twice",
        arguments: [
            ("transfer 100 € from A to G", "-100 EUR"), ("transfer 100 $ from U to A", "-100 USD"), ("transfer 100 p from G to A", "-1 GBP"), ("deposit €5 EUR to A", "5 EUR"),
            ("deposit $5 USD to U", "5 USD"), ("deposit 5p GBP to G", "0.05 GBP"),
            ("deposit 5 € to A", "5 EUR"), ("adjust 5 PTS in A", "5 PTS"), ("adjust 5 EUR in A", "5 EUR"), ("buy 1 SAP at 31 in A", "-31 EUR"),
            ("buy 1 SAP at 31 in Cash at bank", "-31 EUR"),
            ("buy 1 SAP in Cash at bank at 31", "-31 EUR"), ("dividend €5 SAP in A", "5 EUR"), ("dividend 12 USD ORCL in U", "12 USD"),
        ])
    func signs(line: String, cash: String) throws {
        let session = try Self.book()
        _ = try session.sentence(line)
        #expect(try session.text("(function() local a = activities{}[1] return ('%s %s'):format(a.cash, a.currency) end)()") == cash)
    }

    @Test(
        "Mistakes are told with what was meant",
        arguments: [
            ("transfer 100 eur from A to G", "write it in capitals: EUR"), ("dividend 12 ORCL USD", "the currency stands behind the amount: dividend AMOUNT [CURRENCY] SYMBOL"),
            ("dividend 12 USD", "USD is a currency, and no symbol"), ("fee 5 A", "A is an account: say fee 5 in A"), ("deposit 1 000 EUR", "digits are not grouped: 1000"),
            ("deposit USD5 to U", "write them apart: 5 USD"), ("deposit 5USD to U", "write them apart: 5 USD"), ("adjust ORCL 5 in U", "the quantity comes first: adjust 5 ORCL"),
            ("import x.csv into A delimiter=\";\"", "import{…, delimiter=\";\"}"), ("buy A", "\"A\" is not a number"),
        ])
    func hints(line: String, said: String) throws {
        let refusal = try refusal(line)
        #expect(refusal.contains(said), "\(refusal)")
    }
}
