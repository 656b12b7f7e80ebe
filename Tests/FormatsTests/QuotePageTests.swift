import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Portfolios of Yahoo Finance and Google Finance")
struct QuotePageTests {
    private static let yahoo =
        "Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type\n"

    private func read(_ text: String, _ options: ImportOptions = ImportOptions(account: "A"), into ledger: Ledger = Ledger()) throws -> (plan: ImportPlan, ledger: Ledger) {
        let plan = try FormatsTests.plan(text, options, context: ImportContext(ledger))
        return (plan.refusedCount == 0 ? try record(plan, in: ledger) : plan, ledger)
    }

    @Test("Lots of Yahoo's, in the currencies of their exchanges; what is watched is told")
    func lots() throws {
        var options = ImportOptions(account: "A")
        let text =
            Self.yahoo + "ORCL,42,2014/06/02,16:00 EDT,,,,,,20140303,31.20,10,1.5,,,first,BUY\nSAP.DE,60,2014/06/02,17:35 CEST,,,,,,20140304,55,2,,,,,\n"
            + "ORCL,42,2014/06/02,16:00 EDT,,,,,,20140404,40,-3,1,,,,\nIBM,180,2014/06/02,16:00 EDT,,,,,,,,,,,,,\n"
        let ledger = Ledger()
        try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID)
        let (plan, book) = try read(text, options, into: ledger)
        #expect(plan.format == "yahoo-portfolio" && plan.refusedCount == 0, "\(plan.refusals)")
        #expect(WealthfolioFile.facts(book) == ["buy A ORCL 10 @ 31.2 fee 1.5", "buy A SAP.DE 2 @ 55", "sell A ORCL 3 @ 40 fee 1"])
        #expect(book.instruments.map(\.currency) == [.usd, .eur])
        #expect(plan.notices.map(\.message).contains { $0.contains("1 symbol is watched and not held, and left out: IBM") }, "\(plan.notices)")
        #expect(try read(text, options, into: book).plan.activities.isEmpty)
        let pence = Self.yahoo + "VOD.L,71,2014/06/02,16:00 BST,,,,,,20140303,71.5,100,,,,,BUY\n"
        #expect(try read(pence).plan.refusals.first?.description.contains("GBp") == true)
        (options.currency, options.minorUnit) = (.gbp, "GBp")
        #expect(try WealthfolioFile.facts(read(pence, options).ledger) == ["buy A VOD.L 100 @ 0.715"])
        #expect(try read(Self.yahoo + "ORCL,42,2014/06/02,16:00 EDT,,,,,,,31.20,10,,,,,BUY\n").plan.refusals.first?.message == "the day of the trade is missing")
    }

    @Test("Each symbol is in the currency of its exchange, whichever comes first; one that names none is in that which is told, or refused")
    func severalExchanges() throws {
        let german = "SAP.DE,236,2024/12/20,17:35 CET,,,,,,20240105,140.5,7,,,,,\n", american = "BRK-B,450,2024/12/20,16:00 EST,,,,,,20240108,360,2,,,,,\n"
        for rows in [german + american, american + german] {
            let untold = try read(Self.yahoo + rows).plan
            #expect(untold.refusals.map(\.kind) == [.badCurrency], "\(untold.refusals)")
            let book = try read(Self.yahoo + rows, ImportOptions(account: "A", currency: .usd)).ledger
            #expect(Set(book.instruments.map { "\($0.symbol) \($0.currency)" }) == ["SAP.DE EUR", "BRK-B USD"])
        }
    }

    @Test("An exchange that nobody knows tells no currency, and the one told is not taken for it: the instrument has to be defined before")
    func unknownExchanges() throws {
        let options = ImportOptions(account: "A", currency: .usd)
        func row(_ symbol: String) -> String { Self.yahoo + "\(symbol),9,2014/06/02,16:00,,,,,,20140303,8.5,100,,,,,BUY\n" }
        for symbol in ["XYZ.QQ", "ETH-NIX", "SMSN.IL"] {
            let refusal = try #require(try read(row(symbol), options).plan.refusals.first, "\(symbol)")
            #expect(refusal.kind == .badCurrency && refusal.hint.contains("instrument{symbol=\"\(symbol)\""), "\(refusal)")
        }
        for (symbol, currency) in [("PTT.BK", "THB"), ("6488.TWO", "TWD"), ("BBCA.JK", "IDR"), ("1155.KL", "MYR"), ("BRK.B", "USD"), ("NOVO-B.CO", "DKK"), ("BAC-PL", "USD")] {
            #expect(try read(row(symbol), options).ledger.instruments.map(\.currency.code) == [currency], "\(symbol)")
        }
        let ledger = Ledger()
        try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: "XYZ.QQ", currency: try Currency("PLN"))), id: ledger.nextID)
        #expect(try read(row("XYZ.QQ"), options, into: ledger).ledger.facts.map(\.currency.code) == ["PLN"])
        let google = "Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\nNOWHERE:ABC,,Buy,\"Mar 3, 2014\",10,31.20,,,\n"
        #expect(try read(google, options).plan.refusals.map(\.kind) == [.badCurrency])
    }

    @Test("The currency told for symbols that name no exchange does not say whether London counts pence or pounds, whichever row comes first")
    func londonAndAmerica() throws {
        let london = "VOD.L,68.56,2014/06/02,16:35 GMT,,,,,,20140301,100.5,1000,,,,,\n", american = "AAPL,192,2014/06/02,16:00 EST,,,,,,20140110,130,10,,,,,\n"
        for rows in [london + american, american + london] {
            for told in ["USD", "GBP", "GBp"] {
                var options = ImportOptions(account: "A", currency: told == "USD" ? .usd : .gbp)
                options.minorUnit = told == "GBp" ? told : nil
                let refusals = try read(Self.yahoo + rows, options).plan.refusals
                #expect(refusals.count == 1 && refusals.first?.kind == .badCurrency && refusals.first?.hint.contains("instrument{symbol=") == true, "\(told): \(refusals)")
            }
            let ledger = Ledger()
            try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: "AAPL", currency: .usd)), id: ledger.nextID)
            var options = ImportOptions(account: "A", currency: .gbp)
            options.minorUnit = "GBp"
            let book = try read(Self.yahoo + rows, options, into: ledger).ledger
            #expect(Set(book.facts.map { "\($0.price ?? .zero) \($0.currency)" }) == ["1.005 GBP", "130 USD"])
        }
        let google = "Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\nLON:VOD,Vodafone,Buy,\"Mar 3, 2014\",10,231.20,,,\n"
        #expect(try read(google, ImportOptions(account: "A", currency: .usd)).plan.refusals.map(\.kind) == [.badCurrency])
    }

    @Test("A coin is priced in the currency that its symbol ends with; rates, indices, futures and options are no shares")
    func otherSymbols() throws {
        let options = ImportOptions(account: "A", currency: .usd)
        func row(_ symbol: String) -> String { Self.yahoo + "\(symbol),9,2014/06/02,16:00,,,,,,20140303,8.5,2,,,,,BUY\n" }
        let (plan, book) = try read(row("BTC-EUR"), options)
        #expect(book.instruments.map { "\($0.symbol) \($0.kind) \($0.currency)" } == ["BTC-EUR crypto EUR"] && book.accounts.map(\.currency) == [.usd])
        #expect(plan.notices.contains { $0.message == "prices are taken to be in the currency that the symbol ends with: BTC-EUR" }, "\(plan.notices)")
        for symbol in ["EURUSD=X", "GC=F", "^GSPC", "AAPL140719C00095000"] {
            let refusals = try read(row(symbol), options).plan.refusals
            #expect(refusals.map(\.kind) == [.unknownType] && refusals[0].hint.isEmpty == false, "\(symbol): \(refusals)")
        }
    }

    @Test("The price at which the page shows a symbol is a quote of its day, once for all lots; limits are told by count")
    func currentPrices() throws {
        let options = ImportOptions(account: "A", currency: .usd)
        let plan = try read(
            Self.yahoo + "ORCL,42,2014/06/02,16:00 EDT,,,,,,20140303,31.20,10,,50,30,,BUY\nORCL,42,2014/06/02,16:00 EDT,,,,,,20140304,32,5,,,,,BUY\n"
                + "SAP.DE,60,2014/06/02,17:35 CEST,,,,,,20140304,55,2,,,,,\nIBM,180,,,,,,,,20140304,170,1,,,,,BUY\n", options
        ).plan
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.quotes.map { "\($0.date) \($0.close) \($0.currency)" } == ["2014-06-02 42 USD", "2014-06-02 60 EUR"])
        let told = plan.notices.map(\.message)
        #expect(told.contains("1 current price is left out, since its Date is missing, is none, or is still to come"), "\(told)")
        #expect(told.contains { $0.hasPrefix("2 high and low limits are left out") }, "\(told)")
        var pounds = ImportOptions(account: "A", currency: .gbp)
        let london = Self.yahoo + "VOD.L,71,2014/06/02,16:00 BST,,,,,,20140303,0.715,100,,,,,BUY\n"
        // Pounds were paid, and the page shows pence.
        #expect(try read(london, pounds).plan.quotes.isEmpty)
        pounds.minorUnit = "GBp"
        #expect(try read(london, pounds).plan.quotes.map(\.close) == [decimal("0.71")])
    }

    @Test("Rows of cash of Yahoo's are deposits, withdrawals and fees")
    func cashRows() throws {
        func row(_ type: String, _ quantity: String, price: String = "") -> String { "$$CASH_TX,,,,,,,,,20140102,\(price),\(quantity),,,,,\(type)\n" }
        let options = ImportOptions(account: "A", currency: .usd)
        let book = try read(Self.yahoo + row("DEPOSIT", "2000.0") + row("FEE", "10.68") + row("WITHDRAWAL", "-50", price: "1"), options).ledger
        #expect(WealthfolioFile.facts(book) == ["deposit A = 2000", "fee A = 10.68", "withdrawal A = 50"])
        #expect(try book.cash().map(\.balance) == [decimal("1939.32")])
        for wrong in [row("GIFT", "5"), row("DEPOSIT", "-5"), row("DEPOSIT", ""), row("DEPOSIT", "5", price: "2")] {
            #expect(try read(Self.yahoo + wrong, options).plan.refusedCount == 1, "\(wrong)")
        }
        // Pence are of prices in London, and of the cash of an account in pounds it is not known.
        let pence = Self.yahoo + "VOD.L,71,2014/06/02,16:00 BST,,,,,,20140303,70,100,,,,,BUY\n" + row("DEPOSIT", "5")
        for (currency, refused) in [(Currency.usd, 0), (.gbp, 1)] {
            let ledger = Ledger()
            try ledger.apply(.account(ledger.nextAccountID, Account(name: "A", currency: currency)), id: ledger.nextID)
            var options = ImportOptions(account: "A", currency: .gbp)
            options.minorUnit = "GBp"
            let plan = try read(pence, options, into: ledger).plan
            #expect(plan.refusedCount == refused && plan.refusals.allSatisfy { $0.description.contains("account{name=") }, "\(plan.refusals)")
        }
        // A new account is in the currency told, whatever the first row is in.
        let mixed = try read(Self.yahoo + "ASML.AS,600,2014/06/02,17:35 CET,,,,,,20140110,500,1,,,,,BUY\n" + row("DEPOSIT", "5"), options).ledger
        #expect(mixed.accounts.map(\.currency) == [.usd] && mixed.facts.map(\.currency) == [.usd, .eur])
    }

    @Test("What Google calls a short sale lets a new account go short")
    func shortSales() throws {
        let text = "Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\nGOOG,,Sell Short,\"Mar 4, 2013\",8,830,,0,\nGOOG,,Buy to Cover,\"Mar 5, 2013\",2,830,,0,\n"
        let (plan, book) = try read(text, ImportOptions(account: "A", currency: .usd))
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try book.holdings().map(\.quantity) == [-6])
        #expect(plan.notices.contains { $0.message == "account \"A\" may go short, since units are sold short in it" }, "\(plan.notices)")
    }

    @Test("An exchange that Google's symbol names tells the currency, and the cash value is held against the trade")
    func exchanges() throws {
        let ledger = Ledger(), head = "Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\n"
        try ledger.apply(.setting(key: "base_currency", value: "EUR"), id: ledger.nextID)
        let (plan, book) = try read(
            head + "NYSE:ORCL,Oracle,Buy,\"Mar 3, 2014\",10,31.20,-313.00,1.00,\nETR:SAP,SAP,Buy,\"Mar 3, 2014\",1,55,,,\n", ImportOptions(account: "A"), into: ledger)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(book.instruments.map(\.currency) == [.usd, .eur])
        #expect(try read(head + "LON:VOD,Vodafone,Buy,\"Mar 3, 2014\",10,231.20,-999.00,1.00,\n").plan.refusals.first?.description.contains("GBp") == true)
        #expect(try read(head + "ORCL,Oracle,Buy,\"Mar 3, 2014\",10,31.20,-999.00,1.00,\n", ImportOptions(account: "A", currency: .usd)).plan.refusedCount == 1)
    }

    @Test("Trades and cash of Google's")
    func google() throws {
        let text =
            "Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\n,,Deposit Cash,\"Jan 2, 2014\",,,500.00,,\nNYSE:ORCL,Oracle Corporation,Buy,\"Mar 3, 2014\",10,31.20,-313.00,1.00,first\n"
            + "NYSE:ORCL,Oracle Corporation,Sell,\"Apr 3, 2014\",4,40,159,1,\n,,Withdraw Cash,\"May 2, 2014\",,,-50.00,,\nNASDAQ:GOOG,Google Inc,,,,,,,\n"
        let (plan, book) = try read(text, ImportOptions(account: "A", currency: .usd))
        #expect(plan.format == "google-portfolio" && plan.refusedCount == 0, "\(plan.refusals)")
        #expect(WealthfolioFile.facts(book) == ["deposit A = 500", "buy A ORCL 10 @ 31.2 fee 1", "sell A ORCL 4 @ 40 fee 1", "withdrawal A = 50"])
        #expect(book.instruments.map(\.name) == ["Oracle Corporation"])
        #expect(try book.cash().map(\.balance) == [296])
        #expect(plan.notices.map(\.message).contains { $0.contains("GOOG") })
        #expect(try read(text, ImportOptions(account: "A", currency: .usd), into: book).plan.addsNothing)
        let wrong = try read("Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes\nORCL,,Bye,\"Mar 3, 2014\",1,2,,,\n").plan.refusals
        #expect(wrong.first?.kind == .unknownType && wrong.first?.hint.isEmpty == false)
    }
}
