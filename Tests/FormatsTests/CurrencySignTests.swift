import Ledger
import Testing
import Values

@testable import Formats

@Suite("Signs beside figures that several currencies share")
struct CurrencySignTests {
    private func context(_ account: Currency, _ base: Currency? = nil) throws -> ImportContext {
        let ledger = Ledger()
        try ledger.apply(.account(ledger.nextAccountID, Account(name: "A", currency: account)), id: ledger.nextID)
        try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: "X", currency: account)), id: ledger.nextID)
        var context = ImportContext(ledger)
        context.baseCurrency = base ?? account
        return context
    }

    private static let wrong: [(String, Currency)] = [("$100", .eur), ("100 $", .jpy), ("¥100", .usd), ("kr 100", .eur), ("100 kr.", .usd), ("￥100", .gbp)]

    @Test("A sign that is none of the account's currency is refused, and --currency is named", arguments: wrong)
    func refused(cell: String, currency: Currency) throws {
        let text = "date,type,account,amount\n2014-01-02,deposit,A,\(cell)\n", plan = try plan(text, context: context(currency)), issue = plan.refusals.first
        #expect(issue?.kind == .badCurrency && issue?.message.hasSuffix("is none of \(currency), in which the row is") == true && issue?.hint.contains("(--currency ") == true)
        // The currency that is told says whose the sign is.
        let told = try #require(issue?.hint.split(separator: "--currency ").last?.prefix(3)), options = ImportOptions(currency: try Currency(told))
        #expect(try FormatsTests.plan(text, options, context: context(currency)).activities.first?.currency.code == String(told))
        // A new account is in the book's currency.
        #expect(try FormatsTests.plan(text.replacing(",A,", with: ",New,"), context: context(.chf, currency)).refusals.map(\.kind) == [.badCurrency])
    }

    @Test(
        "Where nobody told a currency, a shared sign is none: that is what is said, and whose it may be",
        arguments: [
            ("date,type,account,symbol,quantity,price,fee,amount\n2024-05-01,buy,A,S,10,$20,$1,\n", "$", "USD, CAD, AUD"),
            ("date,type,account,symbol,quantity,price,fee,amount\n2024-05-01,buy,A,S,10,20,1,\n", "", ""),
            ("date,type,account,amount\n2024-05-01,deposit,A,¥100\n", "¥", "JPY, CNY"), ("date,type,account,amount\n2024-05-01,deposit,A,100 kr\n", "kr", "SEK, NOK, DKK"),
            ("Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n05/13/2024,Buy,S,SOME STOCK,10,$20.00,$1.00,-$201.00\n", "$", "USD, CAD, AUD"),
            ("symbol,date,close\nS,2024-05-01,$50\n", "$", "USD, CAD, AUD"), ("date,account,value\n2024-05-01,A,$50\n", "$", "USD, CAD, AUD"),
        ])
    func nobodyTold(text: String, sign: String, sharers: String) throws {
        let plan = try plan(text, ImportOptions(account: "A"), context: ImportContext(baseCurrency: nil)), issue = try #require(plan.refusals.first)
        #expect(issue.message == "no currency is told, by the file or by the book" && !"\(issue)".contains(sign.isEmpty ? "sign" : "none of"), "\(issue)")
        #expect(issue.hint.hasSuffix("the sign \(sign) alone is of several: \(sharers) …") == !sign.isEmpty, "\(issue.hint)")
        #expect(issue.hint.hasPrefix("say which: currency=\"\(sign.isEmpty ? "EUR" : String(sharers.prefix(3)))\""))
    }

    @Test("Signs of one currency tell it where nobody else does") func tellingSigns() throws {
        for (cell, currency) in [("£20", Currency.gbp), ("€20", .eur), ("US$20", .usd)] {
            let plan = try plan("date,type,account,symbol,quantity,price\n2024-05-01,buy,A,S,10,\(cell)\n", context: ImportContext(baseCurrency: nil))
            #expect(plan.refusals.isEmpty && plan.activities.first?.currency == currency)
        }
    }

    @Test("Below a heading that tells another currency, the heading or the sign is to be corrected") func wrongHeading() throws {
        let text = "date,type,account,symbol,quantity,Price (EUR)\n2014-01-02,buy,A,X,1,$5\n"
        for options in [ImportOptions(), ImportOptions(currency: .usd)] {
            let issue = try plan(text, options, context: context(.eur)).refusals.first
            #expect(
                issue?.message == "the sign $ is none of EUR, which the heading \"Price (EUR)\" tells" && issue?.hint.hasPrefix("correct the heading, such as price (") == true,
                "\(issue?.description ?? "")")
        }
    }

    @Test(
        "A sign of the account's currency says nothing else",
        arguments: [
            ("$100", "USD"), ("$100", "CAD"), ("$100", "HKD"), ("$100", "AUD"), ("$100", "MXN"), ("¥100", "JPY"), ("¥100", "CNY"), ("kr 100", "SEK"), ("100 kr", "DKK"),
            ("100 kr.", "NOK"),
            ("£100", "GBP"), ("100 €", "EUR"), ("₩100", "KRW"), ("100 zł", "PLN"), ("$0", "EUR"),
        ])
    func fits(cell: String, code: String) throws {
        let currency = try Currency(code), type = cell == "$0" ? "fee" : "deposit", amount = cell == "$0" ? ",5,$0" : ",,\(cell)"
        let plan = try plan("date,type,account,fee,amount\n2014-01-02,\(type),A\(amount)\n", context: context(currency))
        #expect(plan.refusals.isEmpty && plan.activities.first?.currency == currency, "\(plan.refusals)")
    }

    @Test(
        "A column, a heading and figures beside a rate",
        arguments: [
            ("date,type,account,amount,currency\n2014-01-02,deposit,A,$100,EUR\n", false), ("date,type,account,amount,currency\n2014-01-02,deposit,A,$100,USD\n", true),
            ("date,type,account,amount ($)\n2014-01-02,deposit,A,100\n", false), ("date,type,account,amount (USD)\n2014-01-02,deposit,A,$100\n", true),
            ("date,type,account,amount (EUR)\n2014-01-02,deposit,A,$100\n", false), ("date,type,account,symbol,quantity,price,fee\n2014-01-02,buy,A,X,1,5,$1\n", false),
            ("date,type,account,symbol,amount,currency,fx_rate\n2014-01-02,dividend,A,X,$9,EUR,0.9\n", false),
        ])
    func columns(text: String, isTaken: Bool) throws { #expect(try plan(text, context: context(.eur)).refusals.isEmpty == isTaken) }

    @Test("An amount beside a rate with the sign of the account's currency is in that") func rate() throws {
        let text = "date,type,account,symbol,amount,currency,fx_rate\n2014-01-02,dividend,A,X,$9,EUR,0.9\n"
        #expect(try plan(text, context: context(.usd)).activities.first?.amount == 10)
    }

    @Test("Prices and values") func others() throws {
        let prices = "symbol,date,close\nX,2014-01-02,$50\n", values = "date,account,value\n2014-01-31,A,$50\n"
        for text in [prices, values] {
            let plan = try plan(text, context: context(.eur))
            #expect(plan.refusals.first?.hint.contains("--currency USD") == true && plan.quotes.isEmpty && plan.values.isEmpty)
            #expect(try FormatsTests.plan(text, context: context(.cad)).refusals.isEmpty)
            #expect(try FormatsTests.plan(text, ImportOptions(currency: .usd), context: context(.eur)).refusals.isEmpty)
        }
        let reserve = "Tier,Account,Balance\nT,B,$50\n"
        var options = ImportOptions()
        options.day = day("2014-01-02")
        #expect(try plan(reserve, options, context: context(.eur)).refusals.map(\.kind) == [.badCurrency])
        #expect(try plan(reserve.replacing("$", with: "£"), options, context: context(.eur)).refusals.map(\.message) == ["it is in GBP, but the plan is in EUR"])
    }

    @Test(
        "A code of no currency in a heading is refused with the nearest; other words are none",
        arguments: [
            ("Amount (USDD)", "USD"), ("Amount (EURR)", "EUR"), ("Amount [GPB]", "GBP"), ("Amount (net)", nil), ("Amount (NET)", nil), ("AMOUNT (QQQ)", nil), ("Amount (USD)", nil),
            ("Amount (€)", nil),
        ])
    func headings(heading: String, nearest: String?) throws {
        let text = "date,type,account,\(heading)\n2014-01-02,deposit,New,100\n"
        let issue = { () -> ImportIssue? in
            do throws(ImportIssue) { _ = try plan(text) } catch { return error }; return nil
        }()
        #expect(issue?.kind == (nearest == nil ? nil : .badCurrency) && issue?.column == (nearest == nil ? nil : heading))
        if let nearest {
            #expect(issue?.message.contains("did you mean \"\(nearest)\"?") == true && issue?.hint.hasPrefix("write it as (\(nearest))") == true, "\(issue?.description ?? "")")
        }
        if nearest != nil { #expect(try plan(text, ImportOptions(columns: [heading: "amount"])).refusals.isEmpty) }
    }
}
