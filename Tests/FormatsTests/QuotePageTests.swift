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
        #expect(try read(text, options, into: book).plan.addsNothing)
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
