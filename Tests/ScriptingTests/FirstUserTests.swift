import LuaFormats
import LuaKit
import LuaSurface
import Sentences
import Testing
@testable import Scripting

@Suite("What somebody new says, and is told")
struct FirstUserTests {
    @Test(
        "A function said as a sentence is told its call",
        arguments: [
            ("quote NVDA 130", "quote is a function, called in Lua: quote{symbol=\"ORCL\", date=\"2014-12-30\", close=45.10}"),
            ("rate EUR USD 1.05", "rate{from=\"EUR\", to=\"USD\", date=\"2014-03-03\", rate=1.3768}; help(\"rate\")"),
            ("convert 100 EUR to USD", "convert{amount=money(100, \"EUR\"), to=\"USD\", on=\"2014-03-03\"}"),
            ("fees 2024", "fees{year=2007}"),
            ("setting lot_method average", "setting(\"lot_method\", \"lifo\""),
            ("holdings(base=\"EUR\")", "named fields stand in braces: holdings{base=\"EUR\"}"),
            ("holdings{base=EUR}", "a text stands in quotes: \"EUR\""),
        ])
    func calls(line: String, hint: String) throws {
        let said = try ScriptSession.small().failure(line).hint ?? ""
        #expect(said.contains(hint), "\(said)")
    }

    @Test("A function alone shows how it is called")
    func usage() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("irr") == "irr(flows) → decimal?, string?")
        #expect(try session.text("fees").hasPrefix("fees{[account=], [portfolio=]"))
        #expect(try session.text("function() end").contains("function"))
    }

    @Test(
        "Mistakes name what to do",
        arguments: [
            ("irr{account=\"Brokerage\"}", "returns{account=\"Brokerage\"} has the irr"),
            ("quote{symbol='ORCL', close='130,5'}", "decimals follow a point: 130.5"),
            ("rate{from='EUR', to='USD', rate='1,05'}", "decimals follow a point: 1.05"),
            ("amend{id=7, fee='1,50'}", "decimals follow a point: 1.50"),
            ("decimal '1,5'", "write 1000.50 for one thousand and a half"),
            ("returns{risk_free='2%'}", "risk{risk_free=…}"),
            ("attribution{risk_free='2%'}", "risk_free is a field of returns and risk"),
            ("drawdowns{risk_free='2%'}", "risk_free is a field of returns and risk"),
            ("buy{account='Brokerage', symbol='TSLA', quantity=1, price=5}", "instrument{symbol=\"TSLA\", currency=\"USD\"}"),
            ("holdings{account='Brok'}", "account{name=\"Brok\", currency=\"USD\"}"),
            ("buy{account='Brokerage', symbol='ORCL', quantity=1, price=5, fx_rate=0}", "Leave it out where both currencies are the same"),
            ("exchange{account='Brokerage', amount=5, to='EUR', rate=-1}", "what is received for one given"),
        ])
    func hints(source: String, hint: String) throws {
        let message = try ScriptSession.small().message(source)
        #expect(message.contains(hint), "\(message)")
    }

    @Test("A price may have its currency behind it, and stand behind at")
    func prices() throws {
        let session = try ScriptSession.small()
        try session.run(
            "account{name='UK', currency='GBP'} account{name='IB', type='securities'} instrument{symbol='VOD', currency='GBP'} deposit{account='UK', amount=500, date='2014-01-02'}"
        )
        _ = try session.sentence("buy 10 VOD @ 67.5 GBX in UK on 2014-01-03")
        #expect(try session.text("trades{symbol='VOD'}[1].price, trades{symbol='VOD'}[1].currency") == "0.675, GBP")
        _ = try session.sentence("sell 10 VOD @ £1 in UK on 2014-01-06")
        _ = try session.sentence("buy 2 ORCL at 31.20 in Brokerage on 2014-01-06")
        #expect(try session.text("trades{symbol='VOD'}[2].price, trades{symbol='ORCL'}[2].price") == "1, 31.2")
        #expect(try session.sentence("holdings in IB").contains("no rows"))
    }

    @Test("Open lots, gains and the rest in a currency", arguments: ["lots", "lots ORCL", "gains", "income", "cash", "activities", "trades", "contributions"])
    func inCurrency(start: String) throws {
        let session = try ScriptSession.small()
        try session.run("rate{from='EUR', to='USD', date='2014-01-02', rate=1.25}")
        let shown = try session.sentence("\(start) in EUR")
        #expect(shown.contains("EUR") || shown.contains("no rows"), "\(shown)")
        #expect(!shown.contains("USD"))
    }

    @Test("Declared digits rule how amounts are shown")
    func digits() throws {
        let session = try ScriptSession.small()
        try session.run("currency{code='PTS', name='Points', digits=0} currency{code='MIL', name='Miles', digits=3}")
        try session.run("deposit{account='Savings', amount=500, currency='PTS', date='2014-01-02'} deposit{account='Savings', amount=5, currency='MIL', date='2014-01-02'}")
        let cash = try session.text("cash{account='Savings'}").split(separator: "\n").map(String.init)
        #expect(cash.contains { $0.hasSuffix("PTS           500") || $0.contains("PTS") && !$0.contains(".") }, "\(cash)")
        #expect(cash.contains { $0.contains("MIL") && $0.contains("5.000") }, "\(cash)")
        #expect(try session.text("money(5, 'MIL'), tostring(money(5, 'MIL')), 'got ' .. money(5, 'MIL')") == "5.000 MIL, 5.000 MIL, got 5.000 MIL")
        #expect(try session.text("cash{account='Savings'}:markdown()").contains("5.000"))
    }

    @Test("Help tells every setting, and keeps its columns apart")
    func help() throws {
        let session = try ScriptSession.small()
        let settings = session.runtime.help("settings") ?? ""
        for key in ["lot_method", "base_currency", "negative_cash"] { #expect(settings.contains("\n  \(key) "), "\(key)") }
        #expect(session.runtime.help("rebalance")?.contains("whole_shares  whole_shares  Whether") == true)
        #expect(session.runtime.help("account")?.contains("balance × (1 + rate / 12)^months") == true)
    }

    @Test(
        "What may be a slip is recorded and told",
        arguments: [
            (
                "dividend{account='Brokerage', symbol='ORCL', amount=10, tax=12, date='2014-02-03'}", "tax_above_amount",
                "the tax of 12.00 USD is more than the dividend of 10.00 USD"
            ),
            ("dividend{account='Brokerage', symbol='SPY', amount=10, date='2014-02-03'}", "never_held", "has never held SPY"),
            (
                "split{symbol='SPY', ratio='2:1', date='2014-02-02'} return dividend{account='Brokerage', symbol='SPY', amount=10, date='2014-02-03'}", "never_held",
                "has never held SPY"
            ),
            ("interest{account='Savings', amount=1, tax=2, date='2014-02-03'}", "tax_above_amount", "the interest of 1.00 USD"),
            ("split{symbol='ORCL', ratio='10:1', date='2014-02-03'} return split{symbol='ORCL', ratio='10:1', date='2014-02-03'}", "repeated_event", "entry 8 is a split of ORCL"),
            ("symbol_change{symbol='ORCL', into='SPY', date='2014-02-03'} return symbol_change{symbol='ORCL', into='SPY', date='2014-02-03'}", "repeated_event", "symbol change"),
        ])
    func slips(source: String, kind: String, part: String) throws {
        let session = try ScriptSession.small()
        let call = source.contains("return") ? "(function() \(source) end)()" : source
        try session.run("said = '' for _, w in ipairs((\(call)).warnings) do said = said .. w.kind .. ': ' .. w.message end")
        let said = try session.text("said")
        #expect(said.contains("\(kind): ") && said.contains(part), "\(said)")
    }

    @Test("A payment after a sale, and a split of another day, are no slips")
    func noSlips() throws {
        let session = try ScriptSession.small()
        try session.run("sell{account='Brokerage', symbol='ORCL', quantity=10, price=40, date='2014-02-03'}")
        #expect(try session.text("#dividend{account='Brokerage', symbol='ORCL', amount=10, tax=10, date='2014-02-10'}.warnings") == "0")
        try session.run("split{symbol='ORCL', ratio='10:1', date='2014-03-03'}")
        #expect(try session.text("#split{symbol='ORCL', ratio='10:1', date='2014-03-04'}.warnings") == "0")
    }

    @Test("A day on which the money paid for no unit is skipped")
    func nothingPosted() throws {
        let session = try ScriptSession.small()
        try session.run("quote{symbol='ORCL', date='2014-02-03', close=100}")
        try session.run(
            "recurring{name='plan', every='month', from='2014-02-03', to='2014-02-28', record={type='buy', account='Brokerage', symbol='ORCL', amount=50, whole_shares=true}}")
        try session.run("recurring.run{to='2014-02-28'}")
        #expect(try session.text("recurring.history{name='plan'}[1].state, #recurring.due{to='2014-02-28'}") == "skipped, 0")
    }

    @Test("An export tells that declared currencies are left out, and an import how to declare them")
    func declared() throws {
        let session = try ScriptSession.small()
        try session.run("currency{code='PTS', name='Points', digits=0} deposit{account='Savings', amount=500, currency='PTS', date='2014-01-02'}")
        #expect(try session.runtime.exportText("transactions").1.contains { $0.contains("the currency PTS") })
    }

    private static func bookInTwoCurrencies() throws -> ScriptSession {
        let session = try ScriptSession.small()
        try session.run(
            "account{name='UK', currency='GBP'} instrument{symbol='VOD', currency='GBP'} account{name='V', tracking='value'} deposit{account='UK', amount=5000, date='2014-01-02'}")
        return session
    }

    @Test(
        "A sign before or behind an amount tells its currency, or is taken where the account's may bear it",
        arguments: [
            ("deposit $100 to Brokerage on 2014-02-03", "100 USD"), ("deposit 100€ to Brokerage on 2014-02-03", "100 EUR"),
            ("deposit 100 € to Brokerage on 2014-02-03", "100 EUR"), ("deposit 100 EUR to Brokerage on 2014-02-03", "100 EUR"),
            ("deposit $100 CAD to Brokerage on 2014-02-03", "100 CAD"),
            ("deposit US$100 to UK on 2014-02-03", "100 USD"), ("fee $5 in Brokerage on 2014-02-03", "5 USD"), ("dividend $12 ORCL tax $2 in Brokerage on 2014-02-03", "12 USD"),
            ("dividend 12 USD ORCL in Brokerage on 2014-02-03", "12 USD"), ("dividend 12 ORCL in Brokerage on 2014-02-03", "12 USD"),
            ("capital 12 USD ORCL in Brokerage on 2014-02-03", "12 USD"), ("adjust -$1 in Brokerage on 2014-02-03", "-1 USD"), ("interest £3 tax £1 in UK on 2014-02-03", "3 GBP"),
            ("buy 1 ORCL @ $31 fee $5 tax 1.75 in Brokerage on 2014-02-03", "31 USD"), ("buy 100 VOD @ 85.5p fee £5.99 in UK on 2014-02-03", "85.5 GBP"),
        ])
    func signs(line: String, money: String) throws {
        let session = try Self.bookInTwoCurrencies()
        _ = try session.sentence(line)
        #expect(try session.text("(function() local all = activities{from='2014-02-01'} return ('%s %s'):format(all[1].amount, all[1].currency) end)()") == money)
    }

    @Test("Pence and pounds beside each other come to the same", arguments: ["fee 5.99 GBP", "fee 599 GBX", "fee £5.99"])
    func pence(fee: String) throws {
        let session = try Self.bookInTwoCurrencies()
        _ = try session.sentence("buy 1000 VOD @ 85.5 GBX \(fee) in UK on 2014-02-03")
        #expect(try session.text("trades{symbol='VOD'}[1].cash") == "-860.99")
    }

    @Test(
        "What does not fit is told with the form that does",
        arguments: [
            ("deposit $5 to UK", "say the code"), ("buy 1 VOD @ 1 fee 5 USD in UK", "all figures of an entry are in one currency"), ("holdings ORCL", "say holdings of ORCL"),
            ("exchange $5 to EUR in Brokerage", "say the code"), ("gains ORCL", "say gains of ORCL"), ("cash Savings", "cash in Savings, or cash{account=\"Savings\"}"),
            ("gains in 2014", "gains 2014, or gains{year=2014}"),
            ("sell ORCL @ 31 in Brokerage", "sell QUANTITY ORCL …, or sell all ORCL"),
            ("withdraw 100 Savings", "withdraw 100 from Savings"), ("rename account Savings to T", "an account keeps its name"),
        ])
    func forms(line: String, hint: String) throws {
        let session = try Self.bookInTwoCurrencies()
        let mismatch = #expect(throws: CommandMismatch.self) { try session.sentence(line) }
        #expect(mismatch?.hint?.contains(hint) == true, "\(mismatch?.hint ?? "no hint")")
    }

    @Test(
        "A name alone defines nothing, and what others call a field is known",
        arguments: [
            ("account{name='brokerage'}", "did you mean \"Brokerage\"?"), ("instrument{symbol='orcl'}", "did you mean \"ORCL\"?"),
            ("value{account='V', quantity=1, symbol='ORCL', price=4}", "tracked by value"), ("buy{qty=3}", "did you mean \"quantity\"?"),
            ("holdings{date='2014-01-01'}", "did you mean \"on\"?"),
        ])
    func names(source: String, said: String) throws {
        let message = try Self.bookInTwoCurrencies().message(source)
        #expect(message.contains(said), "\(message)")
    }

    @Test("amend takes on for the day, and a new name in other capitals is told")
    func capitals() throws {
        let session = try ScriptSession.small()
        var told = ""
        session.runtime.console.notice = { told += $0 }
        try session.run("account{name='brokerage', currency='USD'}")
        #expect(told.contains("beside \"Brokerage\""))
        _ = try session.sentence("amend \(try session.text("activities{}[1].id")) on 2014-01-01")
        #expect(try session.text("activities{}[1].date") == "2014-01-01")
        for (line, part) in [("view", "type luca view"), ("luca view", "type luca view"), ("luca key", "type luca key"), ("view gains", "report gains shows it here")] {
            #expect(session.runtime.advice(on: line)?.contains(part) == true, "\(line)")
        }
        #expect(session.runtime.advice(on: "bought 10 ORCL")?.contains("buy 10 ORCL") == true && session.runtime.advice(on: "=2+2") == "write it without the sign: 2+2")
    }
}
