import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Books that go to Portfolio Performance")
struct PortfolioPerformanceExportTests {
    private static let rows = """
        id,date,type,subtype,account,symbol,name,quantity,price,fee,tax,amount,currency,fx_rate,settle,notes,group,ratio,lots
        1,2024-01-02,deposit,,Bank,,,,,,,5000,EUR,,,,,,
        2,2024-01-03,transfer_out,,Bank,,,,,,,-4000,EUR,,,to the; broker,a,,
        3,2024-01-03,transfer_in,,Depot,,,,,,,4000,EUR,,,,a,,
        4,2024-01-04,buy,,Depot,SAP.DE,SAP SE,10,140,4.90,,-1404.90,EUR,,,,,,
        5,2024-01-05,buy,,Depot,US0378331005,Apple,5,180,2,,-902,USD,0.9,EUR,,,,
        6,2024-05-20,dividend,,Depot,SAP.DE,SAP SE,,,0.50,5.80,15.70,EUR,,,,,,
        7,2024-05-21,dividend,,Depot,US0378331005,Apple,,,,,2,USD,0.9,EUR,,,,
        8,2024-06-01,interest,,Bank,,,,,,1,2,EUR,,,,,,
        9,2024-06-02,interest,,Bank,,,,,,,-2,EUR,,,,,,
        10,2024-06-03,fee,,Bank,,,,,,,-4,EUR,,,,,,
        11,2024-06-04,tax,,Bank,,,,,,,6,EUR,,,back,,,
        12,2024-07-01,split,,Depot,SAP.DE,SAP SE,,,,,,,,,,,2:1,
        13,2024-07-02,sell,,Depot,SAP.DE,SAP SE,4,80,1,2,317,EUR,,,,,,
        14,2024-07-03,transfer_out,,Depot,SAP.DE,SAP SE,6,,,,,,,,,b,,
        15,2024-07-03,transfer_in,,Bank,SAP.DE,SAP SE,6,,,,,,,,,b,,
        16,2024-07-04,buy,opening,Bank,SAP.DE,SAP SE,3,50,,,,EUR,,,,,,
        17,2024-07-05,credit,,Bank,,,,,,,7,EUR,,,,,,
        18,2024-07-06,withdrawal,,Bank,,,,,,,-100,EUR,,,,,,

        """

    /// The files of a book, and what is told of them.
    private func export(_ text: String, quotes: (Ledger) throws -> [Quote] = { _ in [] }) throws -> (files: [String: String], leftOut: [String]) {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(text), in: ledger), rates: [Rate] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let (files, leftOut) = try Formats.portfolioPerformanceFiles(ledger, quotes: quotes(ledger), rates: rates)
        return (Dictionary(uniqueKeysWithValues: files.map { ($0.name, Self.withoutMarks($0.name, $0.text.replacing("\r\n", with: "\n"))) }), leftOut)
    }

    /// The rows of transactions without the entries that they name in the last column.
    private static func withoutMarks(_ name: String, _ text: String) -> String {
        guard name.hasSuffix("Transactions.csv") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in String(line.lastIndex(of: ";").map { line[..<$0] } ?? line) }.joined(separator: "\n")
    }

    @Test("The book that wrote the files takes in nothing of them again, and a row that was changed since is refused")
    func again() throws {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(Self.rows), in: ledger), rates: [Rate] = [], quotes: [Quote] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let files = try Formats.portfolioPerformanceFiles(ledger, quotes: quotes, rates: rates).files
        for (name, text) in files where name.hasSuffix("Transactions.csv") {
            let again = try FormatsTests.plan(text, context: ImportContext(ledger))
            #expect(again.addsNothing && again.refusedCount == 0, "\(name): \(again.refusals)")
            #expect(again.verdicts.allSatisfy { $0.outcome == .alreadyThere }, "\(name)")
            #expect(again.notices.contains { $0.message.hasSuffix(" rows are of this book, which wrote them") }, "\(again.notices)")
            // Into another book they come.
            #expect(try FormatsTests.plan(text, context: ImportContext(Ledger())).verdicts.count(.add) > 0)
        }
        let cash = try #require(files.first { $0.name == "Account Transactions.csv" }).text
        let changed = try FormatsTests.plan(cash.replacing("Removal;-100;", with: "Removal;-101;"), context: ImportContext(ledger))
        #expect(changed.refusals.map(\.kind) == [.changedRow] && changed.activities.isEmpty, "\(changed.refusals)")
    }

    @Test("What a spin-off takes of the cost of what stays goes as units that leave at their cost and come in at what is left")
    func spinOff() throws {
        let rows =
            "date,type,subtype,account,symbol,quantity,price,amount,currency,into,ratio,share\n2024-01-04,buy,,Depot,SAP,10,100,-1000,EUR,,,\n2024-03-01,adjustment,spinoff,Depot,SAP,,,,EUR,SPN,1:10,0.1\n"
        let text = try #require(try export(rows).files["Portfolio Transactions.csv"])
        let two = rows.replacing("2024-03-01", with: "2024-01-05,buy,,Depot,SAP,10,200,-2000,EUR,,,\n2024-03-01")
        let lots = try #require(try export(two).files["Portfolio Transactions.csv"])
        for row in ["900;EUR;;;;;;10;;;SAP;", "1800;EUR;;;;;;10;;;SAP;", "100;EUR;;;;;;1;;;SPN;", "200;EUR;;;;;;1;;;SPN;"] {
            #expect(lots.contains(";Delivery (Inbound);" + row), "\(lots)")
        }
        for row in [";Delivery (Outbound);1000;EUR;;;;;;10;;;SAP;", ";Delivery (Inbound);900;EUR;;;;;;10;;;SAP;", ";Delivery (Inbound);100;EUR;;;;;;1;;;SPN;"] {
            #expect(text.contains(row), "\(text)")
        }
    }

    @Test("A dividend that was withheld as a whole goes as interest and its tax, and is told")
    func withheld() throws {
        let rows = "date,type,account,symbol,quantity,price,tax,amount,currency\n2024-01-04,buy,Depot,SAP.DE,1,140,,-140,EUR\n2024-05-20,dividend,Depot,SAP.DE,,,3,0,EUR\n"
        let (files, leftOut) = try export(rows), text = try #require(files["Account Transactions.csv"])
        #expect(text.contains("2024-05-20;Interest;3;EUR;") && text.contains("2024-05-20;Taxes;-3;EUR;"), "\(text)")
        #expect(leftOut.contains("1 dividend that was withheld as a whole goes as interest"), "\(leftOut)")
    }

    @Test("Each column has its heading and its figures, parted by semicolons, decimals by a comma, as the wizard takes them")
    func columns() throws {
        let (files, leftOut) = try export(Self.rows) { ledger in
            let sap = try #require(ledger.instrument(named: "SAP.DE"))
            return [("2024-06-28", "150"), ("2024-07-01", "76.5")].map { Quote(instrument: sap, date: day($0.0), close: decimal($0.1), currency: .eur, source: "") }
        }
        #expect(
            files["Portfolio Transactions.csv"] == """
                Date;Type;Value;Transaction Currency;Gross Amount;Currency Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note;Cash Account;\
                Securities Account;Offset Securities Account
                2024-01-04;Buy;1404,9;EUR;;;;4,9;;20;;;SAP.DE;SAP SE;;Depot;Depot;
                2024-01-05;Buy;811,8;EUR;900;USD;0,9;1,8;;5;US0378331005;;;Apple;;Depot;Depot;
                2024-07-02;Sell;317;EUR;;;;1;2;4;;;SAP.DE;SAP SE;;Depot;Depot;
                2024-07-03;Transfer (Outbound);421,47;EUR;;;;;;6;;;SAP.DE;SAP SE;;;Depot;Bank
                2024-07-04;Delivery (Inbound);150;EUR;;;;;;3;;;SAP.DE;SAP SE;opening;;Bank;

                """)
        #expect(
            files["Account Transactions.csv"] == """
                Date;Type;Value;Transaction Currency;Taxes;ISIN;WKN;Ticker Symbol;Security Name;Note;Cash Account;Offset Account
                2024-01-02;Deposit;5000;EUR;;;;;;;Bank;
                2024-01-03;Transfer (Outbound);-4000;EUR;;;;;;"to the; broker";Bank;Depot
                2024-05-20;Dividend;16,2;EUR;5,8;;;SAP.DE;SAP SE;;Depot;
                2024-05-20;Fees;-0,5;EUR;;;;;;SAP.DE;Depot;
                2024-05-21;Interest;1,8;EUR;;;;;;US0378331005;Depot;
                2024-06-01;Interest;3;EUR;;;;;;;Bank;
                2024-06-01;Taxes;-1;EUR;;;;;;;Bank;
                2024-06-02;Interest Charge;-2;EUR;;;;;;;Bank;
                2024-06-03;Fees;-4;EUR;;;;;;;Bank;
                2024-06-04;Tax Refund;6;EUR;;;;;;back;Bank;
                2024-07-05;Deposit;7;EUR;;;;;;;Bank;
                2024-07-06;Removal;-100;EUR;;;;;;;Bank;

                """)
        #expect(files["Securities.csv"] == "ISIN;WKN;Ticker Symbol;Security Name;Currency;Note\n;;SAP.DE;SAP SE;EUR;\nUS0378331005;;;Apple;USD;\n")
        #expect(files["Historical Quotes SAP.DE.csv"] == "Date;Quote\n2024-06-28;75\n2024-07-01;76,5\n")
        #expect(files.count == 4)
        for told in [
            "make the cash accounts there first, as rows find them by name: \"Bank\" in EUR, \"Depot\" in EUR", "and the securities accounts: \"Bank\", \"Depot\"",
            "1 change of units goes as an inbound delivery", "1 payment of type credit goes as a deposit or a removal",
            "1 dividend in another currency than its security goes as interest",
            "1 split is in the units and prices before it",
        ] {
            #expect(leftOut.contains(told), "\(told): \(leftOut)")
        }
        #expect(leftOut.count == 6, "\(leftOut)")
    }

    @Test("The tax of a dividend that goes as interest goes beside it")
    func taxedInterest() throws {
        let files = try export(
            """
            date,type,account,symbol,quantity,price,tax,amount,currency,fx_rate,settle
            2024-01-02,deposit,D,,,,,1000,EUR,,
            2024-01-03,buy,D,MSFT,1,400,,-400,USD,0.9,EUR
            2024-03-01,dividend,D,MSFT,,,1.5,8.5,EUR,,
            2024-03-02,dividend,D,MSFT,,,2,8,USD,0.9,EUR

            """
        ).files
        let rows = files["Account Transactions.csv"]?.split(separator: "\n").filter { $0.hasPrefix("2024-03") }
        #expect(
            rows == [
                "2024-03-01;Interest;10;EUR;;;;;;MSFT;D;", "2024-03-01;Taxes;-1,5;EUR;;;;;;MSFT;D;", "2024-03-02;Interest;9;EUR;;;;;;MSFT;D;",
                "2024-03-02;Taxes;-1,8;EUR;;;;;;MSFT;D;",
            ], "\(files)")
    }

    @Test("What there is no place for is told by count, and names of securities and files are one each")
    func told() throws {
        let (files, leftOut) = try export(
            """
            id,date,type,account,symbol,name,quantity,price,amount,currency,status,lots
            1,2024-01-02,deposit,A,,,,,1000,EUR,,
            2,2024-01-02,deposit,A,,,,,100,USD,,
            3,2024-01-03,buy,A,X/Y,One,0.123456789,10,,EUR,,
            4,2024-01-03,buy,A,X?Y,One,2,10.005,,EUR,,
            5,2024-01-04,sell,A,X?Y,One,1,11,,EUR,,4
            6,2024-01-05,deposit,A,,,,,5,EUR,pending,

            """
        ) { ledger in
            try ["X/Y", "X?Y"].map { Quote(instrument: try #require(ledger.instrument(named: $0)), date: day("2024-01-05"), close: 12, currency: .eur, source: "") }
                + [Quote(instrument: try #require(ledger.instrument(named: "X/Y")), date: day("2024-01-06"), close: 12, currency: .usd, source: "")]
        }
        #expect(files.keys.sorted() == ["Account Transactions.csv", "Historical Quotes X_Y 2.csv", "Historical Quotes X_Y.csv", "Portfolio Transactions.csv", "Securities.csv"])
        #expect(files["Securities.csv"]?.contains(";;X/Y;One (X/Y);EUR;\n;;X?Y;One (X?Y);EUR;\n") == true, "\(files)")
        #expect(files["Account Transactions.csv"]?.contains("2024-01-02;Deposit;100;USD;;;;;;;A USD;\n") == true, "\(files)")
        for told in [
            "1 sale names its lots, and Portfolio Performance sells first in, first out", "1 row has more than two decimals of money, which are rounded there",
            "1 row has more than eight decimals of units, which are rounded there", "1 price in another currency than its security's left out",
            "1 activity that does not count yet left out",
        ] {
            #expect(leftOut.contains(told), "\(told): \(leftOut)")
        }
    }

    @Test("What was sold for nothing is worth nothing, a reinvested dividend in another currency is income, and each cash account has a name of its own")
    func losses() throws {
        let head = "id,date,type,subtype,account,symbol,name,quantity,price,fee,tax,amount,currency,fx_rate,settle,notes\n"
        let (files, leftOut) = try export(
            head + """
                1,2024-01-02,deposit,,Bank,,,,,,,5000,EUR,,,
                2,2024-01-02,deposit,,Bank USD,,,,,,,10,EUR,,,
                3,2024-01-02,deposit,,Bank,,,,,,,100,USD,,,
                4,2024-01-03,buy,,Bank,AAA,,100,1,,,-100,EUR,,,
                5,2024-01-03,buy,,Bank,BBB,,10,5,,,-50,EUR,,,
                6,2024-02-01,sell,,Bank,AAA,,100,0,,,0,EUR,,,gone
                7,2024-03-01,sell,,Bank,BBB,,10,0.01,3,,-2.90,EUR,,,

                """)
        let units = files["Portfolio Transactions.csv"] ?? "", cash = files["Account Transactions.csv"] ?? ""
        #expect(units.contains("2024-02-01;Delivery (Outbound);0;EUR;;;;;;100;") && units.contains("2024-03-01;Delivery (Outbound);0;EUR;;;;;;10;"), "\(units)")
        #expect(cash.contains("2024-03-01;Removal;-2,9;EUR;") && cash.contains(";Bank USD 2;\n") && cash.contains(";Bank USD;\n"), "\(cash)")
        #expect(leftOut[0].contains("\"Bank\" in EUR, \"Bank USD\" in EUR, \"Bank USD 2\" in USD"), "\(leftOut)")
    }
}
