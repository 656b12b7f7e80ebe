import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("CSV of Portfolio Performance")
struct PortfolioPerformanceCSVTests {
    private static let header =
        "Date;Type;Value;Transaction Currency;Gross Amount;Currency Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note\n"

    /// A book after a file was taken in, and the plan of it.
    private func book(_ text: String, account: String? = "Depot", into ledger: Ledger = Ledger(), types: [String: String] = [:]) throws -> (ledger: Ledger, plan: ImportPlan) {
        let plan = try FormatsTests.plan(text, ImportOptions(account: account, types: types, fileName: "depot.csv"), context: ImportContext(ledger))
        #expect(plan.format == "portfolio-performance-csv")
        return (ledger, plan.refusedCount == 0 ? try record(plan, in: ledger) : plan)
    }

    private func cash(_ ledger: Ledger) throws -> [String] {
        try ledger.cash(on: nil).filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" }.sorted()
    }

    @Test("A gross amount is in the currency of the security: the trade is priced there, and moves the cash of its value")
    func foreign() throws {
        let rows = """
            2024-01-03T00:00;Buy;1,696.16;EUR;1,850.00;USD;0.9137;5.90;0.00;10;US0378331005;865985;AAPL;Apple;
            2024-02-03T00:00;Sell;-910.50;EUR;1,000.00;USD;0.9200;4.50;5.00;5;US0378331005;865985;AAPL;Apple;

            """
        let (ledger, plan) = try book(Self.header + rows)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try cash(ledger) == ["Depot EUR -785.66"])
        let facts = ledger.facts
        try #require(facts.count == 2)
        #expect(facts.map(\.currency) == [.usd, .usd] && facts.map { $0.quantity ?? .zero } == [10, 5])
        for (fact, price) in zip(facts, [FixedDecimal(185), 200]) {
            let told = try fact.price ?? (fact.amount ?? .zero) / (fact.quantity ?? .one)
            #expect(try (told - price).magnitude < decimal("0.000001"), "\(fact)")
        }
        #expect(ledger.accounts.map(\.currency) == [.eur])
        #expect(try book(Self.header + rows, into: ledger).plan.activities.isEmpty)
    }

    @Test("A rate, a gross amount or a sign that contradicts the value is refused")
    func contradictions() throws {
        for (row, words) in [
            ("2024-01-03T00:00;Buy;1,696.16;EUR;1,850.00;USD;0.8137;5.90;0.00;10;US0378331005;;AAPL;Apple;", "comes to"),
            ("2024-01-03T00:00;Buy;1,696.16;EUR;1,850.00;EUR;;5.90;0.00;10;US0378331005;;AAPL;Apple;", "the gross amount is 1850"),
            ("2024-01-03T00:00;Deposit;-5.00;EUR;;;;;;;;;;;", "its type brings money"), ("2024-01-03T00:00;Fees;-5.00;EUR;;;;;1.00;;;;;;", "its type has none beside its value"),
            ("2024-01-03T00:00;Buy;-5.00;EUR;;;;;;;;;AAPL;Apple;", "it tells no shares"), ("2024-01-03T00:00;Depositt;5.00;EUR;;;;;;;;;;;", "(did you mean \"Deposit\"?)"),
        ] {
            let plan = try book(Self.header + row + "\n").plan
            #expect(plan.refusals.count == 1 && plan.refusals[0].description.contains(words), "\(plan.refusals)")
        }
    }

    @Test("Each type of a cash account moves the cash that it tells, by English words and by German ones")
    func types() throws {
        let english = """
            Date;Type;Value;Transaction Currency;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note
            2024-01-02T00:00;Deposit;5,000.00;EUR;0.00;;;;;;
            2024-05-20T00:00;Dividend;16.20;EUR;5.80;10;DE0007164600;716460;SAP.DE;SAP SE;
            2024-06-30T00:00;Interest;12.34;EUR;3.21;;;;;;
            2024-07-01T00:00;Fees;-2.50;EUR;0.00;;;;;;
            2024-07-02T00:00;Fees Refund;1.00;EUR;0.00;;;;;;
            2024-07-03T00:00;Taxes;-15.00;EUR;0.00;;;;;;
            2024-07-04T00:00;Tax Refund;3.20;EUR;0.00;;;;;;
            2024-07-05T00:00;Interest Charge;-0.77;EUR;0.00;;;;;;
            2024-07-06T00:00;Removal;-200.00;EUR;0.00;;;;;;
            2024-07-07T00:00;Transfer (Outbound);-100.00;EUR;0.00;;;;;;
            2024-07-08T00:00;Transfer (Inbound);50.00;EUR;0.00;;;;;;

            """
        let german = """
            Datum;Typ;Wert;Buchungswährung;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz
            2024-01-02T00:00;Einlage;5.000,00;EUR;0,00;;;;;;
            2024-05-20T00:00;Dividende;16,20;EUR;5,80;10;DE0007164600;716460;SAP.DE;SAP SE;
            2024-06-30T00:00;Zinsen;12,34;EUR;3,21;;;;;;
            2024-07-01T00:00;Gebühren;-2,50;EUR;0,00;;;;;;
            2024-07-02T00:00;Gebührenerstattung;1,00;EUR;0,00;;;;;;
            2024-07-03T00:00;Steuern;-15,00;EUR;0,00;;;;;;
            2024-07-04T00:00;Steuerrückerstattung;3,20;EUR;0,00;;;;;;
            2024-07-05T00:00;Zinsbelastung;-0,77;EUR;0,00;;;;;;
            2024-07-06T00:00;Entnahme;-200,00;EUR;0,00;;;;;;
            2024-07-07T00:00;Umbuchung (Ausgang);-100,00;EUR;0,00;;;;;;
            2024-07-08T00:00;Umbuchung (Eingang);50,00;EUR;0,00;;;;;;

            """
        let (ledger, plan) = try book(english, account: "Konto")
        #expect(try cash(ledger) == ["Konto EUR 4764.47"], "\(plan.refusals)")
        #expect(plan.notices.contains { $0.message == "1 security has an ISIN, a WKN or a ticker beside its symbol, for which luca has no place" })
        #expect(ledger.facts.first { $0.kind == .dividend }?.tax == decimal("5.8") && ledger.facts.first { $0.kind == .dividend }?.amount == 22)
        // The other language says the same, row by row.
        let again = try book(german, account: "Konto", into: ledger).plan
        #expect(again.activities.isEmpty && again.refusedCount == 0, "\(again.refusals)")
    }

    @Test("A security without a ticker goes by its ISIN, and two of one ticker are two; purchases without shares may be left out")
    func securities() throws {
        let rows = """
            2024-07-03T00:00;Kauf;500.00;EUR;;;;1.00;;5;DE000BASF111;BASF11;;BASF;
            2024-07-04T00:00;Kauf;100.00;EUR;;;;;;1;US0378331005;;AAPL;Apple;
            2024-07-05T00:00;Kauf;200.00;EUR;;;;;;1;US0378331006;;AAPL;Other;
            2024-07-06T00:00;Einlieferung;80.00;EUR;;;;;2.00;1;US0378331006;;AAPL;Other;
            2024-07-07T00:00;Buy;80.00;EUR;;;;;;;US0378331006;;AAPL;Other;

            """
        let (ledger, plan) = try book(Self.header + rows, types: ["Buy": "skip"])
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try ledger.holdings(on: nil).map { "\(ledger[$0.instrument].symbol) \($0.quantity)" }.sorted() == ["AAPL 1", "DE000BASF111 5", "US0378331006 2"])
        #expect(ledger.instruments.first { $0.symbol == "DE000BASF111" }?.name == "BASF")
        #expect(plan.notices.contains { $0.message.hasPrefix("1 delivery in has taxes of 2 EUR") })
    }

    @Test("What luca exports comes in again, with the accounts that it names: the same cash, the same units")
    func outAndBack() throws {
        let first = Ledger()
        let text = """
            date,type,account,symbol,quantity,price,fee,tax,amount,currency,fx_rate,settle,group
            2024-01-02,deposit,Bank,,,,,,5000,EUR,,,
            2024-01-03,transfer_out,Bank,,,,,,-4000,EUR,,,a
            2024-01-03,transfer_in,Depot,,,,,,4000,EUR,,,a
            2024-01-04,buy,Depot,SAP.DE,10,140,4.90,,-1404.90,EUR,,,
            2024-01-05,buy,Depot,AAPL,5,180,2,,-902,USD,0.9,EUR,
            2024-01-06,deposit,Depot,,,,,,100,USD,,,
            2024-01-07,buy,Depot,AAPL,1,90,,,-90,USD,,,
            2024-05-20,dividend,Depot,SAP.DE,,,,5.80,16.20,EUR,,,
            2024-06-03,transfer_out,Depot,SAP.DE,4,,,,,,,,b
            2024-06-03,transfer_in,Bank,SAP.DE,4,,,,,,,,b

            """
        let plan = try record(FormatsTests.plan(text), in: first), noRates: [Rate] = [], noQuotes: [Quote] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let files = try Formats.portfolioPerformanceFiles(first, quotes: noQuotes, rates: noRates).files, second = Ledger()
        for name in ["Portfolio Transactions.csv", "Account Transactions.csv"] {
            let file = try #require(files.first { $0.name == name }?.text), taken = try book(file, account: nil, into: second).plan
            #expect(taken.refusedCount == 0, "\(name): \(taken.refusals)")
            #expect(try book(file, account: nil, into: second).plan.activities.isEmpty)
        }
        #expect(try cash(first) == cash(second))
        func holdings(_ ledger: Ledger) throws -> [String] {
            try ledger.holdings(on: nil).map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol) \($0.quantity)" }.sorted()
        }
        #expect(try holdings(first) == holdings(second))
    }
}
