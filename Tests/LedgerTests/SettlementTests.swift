import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Settlement: in which currency cash moves, and at which rate")
struct SettlementTests {
    /// An account in euros.
    private func page(_ settlement: Account.Settlement = .account) throws -> Page {
        let page = Page()
        try page.define(Account(name: "A", currency: .eur, settlement: settlement))
        return page
    }

    /// What there is of each currency in which cash moved.
    private func cash(_ page: Page) throws -> String {
        try page.ledger.cash().filter(\.hasMoved).map { "\($0.balance) \($0.currency)" }.joined(separator: ", ")
    }

    @Test(
        "Whatever has money settles in the account's currency at the rate that it tells",
        arguments: [
            ("buy A X 10 @ 100 fee 2 currency USD fx_rate 0.9", "-901.8 EUR"),
            ("buy A X 10 @ 100 fee 2 currency USD", "-1002 USD"),
            ("buy A X 10 @ 100 fee 2 currency USD fx_rate 0.9 settle USD", "-1002 USD"),
            ("buy A X 10 @ 100 fee 2 currency USD fx_rate 0.9 settle EUR", "-901.8 EUR"),
            ("dividend A X amount 100 tax 15 currency USD fx_rate 0.9", "76.5 EUR"),
            ("interest A amount 100 currency USD fx_rate 0.9", "90 EUR"), ("fee A amount 10 currency USD fx_rate 0.9", "-9 EUR"),
            ("tax A amount 10 currency USD fx_rate 0.9", "-9 EUR"), ("credit A amount 10 currency USD fx_rate 0.9", "9 EUR"),
            ("deposit A amount 500 fee 5 currency USD fx_rate 0.9", "445.5 EUR"), ("withdrawal A amount 500 currency USD fx_rate 0.9", "-450 EUR"),
            ("adjustment A amount -5 currency USD fx_rate 0.9", "-4.5 EUR"), ("transfer_out A amount 100 currency USD fx_rate 0.9", "-90 EUR"),
            ("deposit A amount 500 currency EUR fx_rate 0.9", "500 EUR"), ("buy A X 10 @ 100 currency USD fx_rate 0.9 subtype opening", ""),
        ])
    func moves(line: String, cash expected: String) throws {
        let page = try page()
        try page.record("2020-01-02 \(line)")
        #expect(try cash(page) == expected)
        // Taken back, nothing is left of it.
        try page.void(page.ledger.lastEntry)
        #expect(try cash(page).isEmpty)
        #expect(try page.ledger.cash().allSatisfy { $0.balance.isZero && $0.exchanged.isZero && $0.contribution.isZero })
    }

    @Test func anAccountMayKeepTheCurrencyOfTheTrade() throws {
        let page = try page(.trade)
        try page.record("2020-01-02 buy A X 10 @ 100 currency USD fx_rate 0.9")
        #expect(try cash(page) == "-1000 USD")
        try page.record("2020-01-02 sell A X 10 @ 100 currency USD fx_rate 0.9 settle EUR")
        #expect(try cash(page) == "900 EUR, -1000 USD")
    }

    @Test func costIsWhatWasPaidWhateverTheMarketSays() throws {
        let page = try page()
        try page.record("2020-01-02 buy A X 10 @ 100 fee 2 currency USD fx_rate 0.9")
        try page.record("2020-01-03 sell A X 4 @ 120 fee 1 currency USD fx_rate 0.8")
        let rates = try Market("USD/EUR 2020-01-02 0.7").sweep(page.ledger).rates
        #expect(try page.ledger.at(countedIn: .eur, by: rates).holdings().map(\.otherCost) == [decimal("541.08")])
        let gains = try page.ledger.gains(countedIn: .eur, by: rates)
        #expect(gains.map(\.otherCost) == [decimal("360.72")] && gains.map(\.otherProceeds) == [decimal("383.2")])
        // Relieved and remaining are what cash was paid.
        #expect(try cash(page) == "-518.6 EUR" && decimal("541.08") + decimal("360.72") - decimal("383.2") == decimal("518.6"))
        #expect(try page.ledger.holdings().map(\.cost) == [decimal("601.2")])
    }

    @Test func assignedOptionsSettleToo() throws {
        let page = try page()
        try page.define(Instrument(symbol: "X", currency: .usd))
        try page.define(
            Instrument(
                symbol: "XP", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: page.ledger.instrument(named: "X")!, right: .put, strike: 30, expires: .max)))
        try page.record("2020-01-02 sell A XP 1 @ 2 currency USD fx_rate 0.9 subtype sell_to_open")
        #expect(try cash(page) == "180 EUR")
        try page.record("2020-02-02 assignment A XP 1 @ 0 fee 1 currency USD fx_rate 0.8")
        #expect(try cash(page) == "-2220.8 EUR")
    }

    /// An older luca recorded the rate and moved the trade's currency.
    @Test func whatWasRecordedBeforeKeepsItsCash() throws {
        let page = try page(), activity = try page.activity("2020-01-02 buy A X 10 @ 100 currency USD")
        var older = activity
        older.fxRate = decimal("0.9")
        try page.ledger.apply(.activity(older), id: page.nextID)
        #expect(try cash(page) == "-1000 USD")
        #expect(try page.ledger.draft(of: page.ledger.lastEntry).settle == "USD")
    }

    @Test func flowsGoByTheRateOfTheirEntry() throws {
        let page = try page()
        try page.record("2020-01-02 deposit A amount 1000 currency USD fx_rate 0.9 settle USD")
        try page.record("2020-01-03 deposit A amount 100 currency USD fx_rate 0.9")
        #expect(try page.ledger.contributions().map(\.told) == [Money(900, .eur), nil])
        #expect(try page.ledger.contributions().map { Money($0.amount, $0.currency) } == [Money(1000, .usd), Money(90, .eur)])
        let days = try Market("USD/EUR 2020-01-02 0.7").days(page, in: .eur, through: "2020-01-03")
        let (first, second) = (try #require(days[day("2020-01-02")]), try #require(days[day("2020-01-03")]))
        #expect(first.flow == 900 && first.contribution == 900 && first.value == 700)
        #expect(second.flow == 90 && second.contribution == 90 && second.value == 790)
    }

    /// Shares and their cash add up to the account, and what was paid beyond the market's rate is a loss by currency.
    @Test func partsAddUpToTheWhole() throws {
        let page = try page()
        try page.record("2020-01-02 deposit A amount 2000 currency EUR")
        try page.record("2020-01-03 buy A X 10 @ 100 fee 10 currency USD fx_rate 0.9")
        try page.record("2020-01-04 dividend A X amount 100 tax 20 currency USD fx_rate 0.9")
        let market = Market("X 2020-01-03 100\nUSD/EUR 2020-01-02 0.85"), last = "2020-01-04"
        let all = try market.days(page, in: .eur, through: last)
        let shares = try market.days(page, in: .eur, Scope(instruments: [true]), through: last)
        let money = try market.days(page, in: .eur, Scope(instruments: [false], cash: true), through: last)
        for date in [day("2020-01-03"), day(last)] {
            let (whole, part, rest) = (try #require(all[date]), try #require(shares[date]), try #require(money[date]))
            #expect(try part.flow + rest.flow == whole.flow)
            #expect(try part.pricedValue + rest.pricedValue == whole.pricedValue)
            #expect(try part.currencyGain + rest.currencyGain == whole.currencyGain)
        }
        let bought = try #require(all[day("2020-01-03")]), paid = try #require(all[day(last)])
        #expect(bought.currencyGain == -50 && shares[bought.day]?.currencyGain == -50 && bought.fees == 9)
        #expect(paid.income == 90 && paid.taxes == 18 && paid.currencyGain == 0)
    }

    @Test func mistakesGetASentence() throws {
        let page = try page()
        func message(_ line: String) -> String {
            do throws(any Error) { _ = try page.activity("2020-01-02 \(line)") } catch { return "\(error)" }
            return "accepted"
        }
        #expect(message("buy A X 1 @ 1 currency USD fx_rate 0.9 settle GBP").contains("only in EUR, the account's currency, or USD, its own"))
        #expect(message("buy A X 1 @ 1 currency USD settle EUR").contains("a buy in USD that settles in EUR needs fx_rate"))
        #expect(message("deposit A amount 5 currency EUR settle USD").contains("only in EUR"))
        #expect(message("deposit A amount 5 currency USD settle EUR fx_rate 0.9") == "accepted")
    }

    @Test func anExchangeIsNoContributionAndItsGainIsOneByCurrency() throws {
        let page = try page()
        try page.record("2020-01-02 deposit A amount 1000 currency EUR")
        try page.record("2020-01-03 adjustment A amount -500 fee 2 currency EUR subtype exchange")
        try page.record("2020-01-03 adjustment A amount 542.5 currency USD subtype exchange")
        #expect(try cash(page) == "498 EUR, 542.5 USD")
        #expect(try page.ledger.contributions().map(\.amount) == [1000])
        #expect(page.ledger.charges().map(\.kind) == [.exchange])
        let days = try Market("EUR/USD 2020-01-02 1.25").days(page, in: .eur, through: "2020-01-03")
        let changed = try #require(days[day("2020-01-03")])
        #expect(changed.flow == 0 && changed.value == 932 && changed.currencyGain == -66 && changed.fees == 2)
    }
}
