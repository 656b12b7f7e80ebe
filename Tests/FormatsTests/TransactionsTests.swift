import Ledger
import Testing
import Values

@testable import Formats

private let sample = """
    date,type,account,symbol,quantity,price,fee,amount,currency,notes
    2014-01-02,deposit,Brokerage,,,,,500.00,USD,top-up
    2014-03-03,buy,Brokerage,ORCL,10,31.20,1.00,-313.00,USD,
    2014-04-30,dividend,Brokerage,ORCL,,,,1.20,USD,"first, small"
    2014-06-02,sell,Brokerage,ORCL,4,42.05,1.00,167.20,USD,
    2014-06-30,price,,ORCL,,40.53,,,USD,
    2014-07-01,fee,Brokerage,,,,,-5.00,USD,custody
    2014-07-02,tax,Brokerage,,,,,-0.30,USD,
    2014-07-03,interest,Brokerage,,,,,0.07,USD,
    2014-07-04,withdrawal,Brokerage,,,,,-20.00,USD,

    """

private let expected = [
    Activity(date: day("2014-01-02"), kind: .deposit, account: AccountID(1), amount: decimal("500"), currency: .usd, notes: "top-up"),
    Activity(
        date: day("2014-03-03"), kind: .buy, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal("10"), price: decimal("31.2"),
        fee: .one, currency: .usd),
    Activity(
        date: day("2014-04-30"), kind: .dividend, account: AccountID(1), instrument: InstrumentID(1), amount: decimal("1.2"), currency: .usd,
        notes: "first, small"),
    Activity(
        date: day("2014-06-02"), kind: .sell, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal("4"), price: decimal("42.05"),
        fee: .one, currency: .usd),
    Activity(date: day("2014-07-01"), kind: .fee, account: AccountID(1), amount: decimal("5"), currency: .usd, notes: "custody"),
    Activity(date: day("2014-07-02"), kind: .tax, account: AccountID(1), amount: decimal("0.3"), currency: .usd),
    Activity(date: day("2014-07-03"), kind: .interest, account: AccountID(1), amount: decimal("0.07"), currency: .usd),
    Activity(date: day("2014-07-04"), kind: .withdrawal, account: AccountID(1), amount: decimal("20"), currency: .usd),
]

@Suite("Importing transactions")
struct TransactionsTests {
    @Test("Our own header, every kind of row") func canonical() throws {
        let plan = try plan(sample)
        #expect(plan.format == "transactions")
        #expect(Array(plan.activities) == expected)
        #expect(plan.newAccounts == [Account(name: "Brokerage", currency: .usd)])
        #expect(plan.newInstruments == [Instrument(symbol: "ORCL", currency: .usd)])
        #expect(
            Array(plan.quotes) == [
                Quote(instrument: InstrumentID(1), date: day("2014-06-30"), close: decimal("40.53"), currency: .usd, source: "import")
            ])
        #expect(plan.refusedCount == 0)
        #expect(plan.verdicts.map(\.line) == Array(2...10))
        #expect(plan.verdicts.map(\.outcome) == [.add, .add, .add, .add, .quote, .add, .add, .add, .add])
        #expect((0..<8).map(plan.activities.line) == [2, 3, 4, 5, 7, 8, 9, 10])
    }

    @Test("Columns in any order and under other names") func synonyms() throws {
        let text = """
            Ticker;Trade Date;Ccy;Memo;Transaction Type;Shares;Unit Price;Commission;Net Amount;Account Name
            ORCL;03/03/2014;USD;;Bought;10;31.20;1.00;-313.00;Brokerage
            ;04/30/2014;USD;top-up;Contribution;;;;500.00;Brokerage

            """
        let plan = try plan(text)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities.map(\.kind) == [.buy, .deposit])
        #expect(plan.activities[0] == expected[1])
        #expect(plan.activities[1].notes == "top-up")
        #expect(plan.notices(.delimiter) == ["fields are parted by semicolons"])
        #expect(plan.notices(.dateOrder) == ["dates are read as month-day-year"])
    }

    @Test("A German file: semicolons, commas, day first, its own words") func german() throws {
        let text = """
            Datum;Typ;Konto;WKN;Stück;Kurs;Gebühren;Betrag;Währung;Bemerkung
            03.03.2014;Kauf;Depot;716460;10;1.031,20;1,00;-10.313,00;EUR;
            30.04.2014;Einzahlung;Depot;;;;;500,00;EUR;Sparplan

            """
        let plan = try plan(text)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities[0].price == decimal("1031.2"))
        #expect(plan.activities[1].amount == decimal("500"))
        #expect(plan.notices(.decimalMark) == ["the decimal mark is the comma"])
    }

    @Test("Every style of date and number gives the same activities", arguments: [",", ";", "\t", "|"], [DecimalMark.point, .comma])
    func styles(_ delimiter: String, _ mark: DecimalMark) throws {
        guard mark == .point || delimiter != "," else { return }
        for separator in ["\n", "\r\n", "\r"] {
            for dates in [{ "\($0.day)/\($0.month)/\($0.year)" }, { "\($0.month)/\($0.day)/\($0.year)" }, { "\($0)" }] as [(Day) -> String] {
                let rows = sample.split(separator: "\n").map { line in
                    CSVTestRow(String(line)).fields.enumerated().map { index, field in
                        if index == 0, let date = try? Day(field) { return dates(date) }
                        return (4...7).contains(index) && mark == .comma ? field.replacing(".", with: ",") : field
                    }
                }
                var writer = CSVWriter(delimiter: delimiter.utf8.first ?? 0)
                for row in rows { writer.line(row) }
                let text = writer.text.replacing("\n", with: separator)
                let options = ImportOptions(dateOrder: dates(day("2014-12-31")) == "31/12/2014" ? .dmy : .mdy)
                #expect(Array(try plan(text, options).activities) == expected, "\(text)")
            }
        }
    }

    @Test(
        "Words for types",
        arguments: [
            ("BUY", ActivityKind.buy), ("Bought", .buy), ("PURCHASE", .buy), ("Sold", .sell), ("you sold", .sell), ("Div", .dividend),
            ("Cash Dividend", .dividend), ("Contribution", .deposit), ("Withdraw", .withdrawal), ("Zinsen", .interest), ("ADR Fee", .fee), ("Withholding Tax", .tax),
            ("coupon", .interest), ("Bond Coupon", .interest), ("COUPON PAYMENT", .interest), ("Kupon", .interest),
        ])
    func types(_ word: String, _ kind: ActivityKind) throws {
        let text = kind == .buy || kind == .sell ? "2014-01-02,\(word),A,X,1,2,,,USD," : "2014-01-02,\(word),A,\(kind == .dividend ? "X" : ""),,,,2,USD,"
        #expect(try row(text).activities.first?.kind == kind)
    }

    @Test("A coupon is interest of the bond that it names") func coupons() throws {
        let activity = try #require(try row("2014-01-02,coupon,A,BOND,,,,25,USD,").activities.first)
        #expect(activity.kind == .interest && activity.instrument != nil && activity.amount == decimal("25"))
    }

    @Test("The user tells what a heading or a word means") func told() throws {
        let text = "Handelstag,Vorgang,Konto,Summe,Währung\n2014-01-02,Sparplan,A,500.00,EUR\n"
        let options = ImportOptions(columns: ["Handelstag": "date", "Vorgang": "type", "Summe": "amount"], types: ["Sparplan": "deposit"])
        let plan = try plan(text, options)
        #expect(plan.activities.map(\.amount) == [decimal("500")])
        #expect(throws: ImportIssue.self) { try FormatsTests.plan(text, ImportOptions(columns: ["Handelstg": "date"])) }
        #expect(throws: ImportIssue.self) { try FormatsTests.plan(text, ImportOptions(columns: ["Handelstag": "dat"])) }
        #expect(throws: ImportIssue.self) { try FormatsTests.plan(text, ImportOptions(columns: options.columns, types: ["Sparplan": "deposti"])) }
    }

    @Test(
        "One wrong name among the user's columns is refused, and leaves out no other in silence",
        arguments: [
            (["Trade date": "date", "Nett": "amount"], "Nett", "did you mean \"Net\"?"), (["amount": "nonsense"], "amount", "its fields are"), (["zzz": "date"], "zzz", "it has"),
            (["type": "type", "Typ": "amount"], "Typ", "did you mean \"type\"?"), (["Trade date": "dat"], "Trade date", "did you mean \"date\"?"),
            (["Date": "date", "Trade date": "date"], "Trade date", "leave one of them out"),
        ])
    func wrongColumns(columns: [String: String], column: String, hint: String) throws {
        let text = "Date,Trade date,type,account,amount,currency,Net\n2023-01-09,2023-01-05,deposit,A,100,USD,90\n"
        for preamble in ["", "Account report,x\n\n"] {
            let issue = { () -> ImportIssue? in
                do throws(ImportIssue) { _ = try plan(preamble + text, ImportOptions(columns: columns)) } catch { return error }; return nil
            }()
            #expect(
                issue?.kind == .missingColumn && issue?.column == column && (issue?.message.contains("\"") == true) && issue?.hint.hasPrefix(hint) == true,
                "\(issue?.description ?? "taken")")
        }
        let right = try plan(text.replacing("100,USD,90", with: "90,USD,90"), ImportOptions(columns: ["Trade date": "date", "Net": "amount"]))
        #expect(right.activities.map(\.date) == [day("2023-01-05")] && right.activities.map(\.amount) == [90])
    }

    @Test("Columns are told of the format that has them, and of no document") func columnsOfFormats() throws {
        // As prices the header fits as well; what the user says decides.
        let text = "Date,Symbol,Close,type,account,Net,currency\n2023-01-09,X,5,dividend,A,90,USD\n"
        let told = try plan(text, ImportOptions(columns: ["Net": "amount"]))
        #expect(told.format == "transactions" && told.activities.map(\.amount) == [90])
        #expect(throws: ImportIssue.self) { try plan("{\"tiers\": []}", ImportOptions(columns: ["Net": "amount"])) }
    }

    @Test("Lines before the header are left out, blank ones anywhere") func preamble() throws {
        let text = "Account report\n\nfor Jane\n" + header + "\n2014-01-02,deposit,A,,,,,5,USD,\n,,,,,,,,,\n"
        let plan = try plan(text)
        #expect(plan.activities.count == 1)
        #expect(plan.verdicts.map(\.line) == [5, 6, 7])
        #expect(plan.verdicts.map(\.outcome) == [.skipped, .add, .skipped])
        #expect(plan.notices(.preamble) == ["the header stands on line 4; what is before it is left out"])
    }

    @Test("Extra empty fields at the end of a row do no harm") func trailing() throws {
        #expect(try row("2014-01-02,deposit,A,,,,,5,USD,,,").refusedCount == 0)
        #expect(try plan("date,type,account,amount,currency,\n2014-01-02,deposit,A,5,USD,\n").refusedCount == 0)
    }

    @Test("Rows that did not happen are left out") func cancelled() throws {
        let plan = try plan("date,type,account,amount,status\n2014-01-02,deposit,A,5,Cancelled\n2014-01-03,deposit,A,6,pending\n2014-01-04,deposit,A,6,Filled\n")
        #expect(plan.verdicts.map(\.outcome) == [.skipped, .add, .add])
        #expect(plan.verdicts[0].message.contains("did not happen"))
        #expect(plan.activities.map(\.status) == [.pending, .posted])
    }

    @Test("Rows of a type that the user leaves out are skipped, and so is a header in between") func leftOut() throws {
        let text = header + "2014-01-02,Journal,A,,,,,5,USD,\n" + header + "2014-01-02,fee,A,,,,,-5,USD,fee\n"
        let plan = try plan(text, ImportOptions(types: ["journal": "skip"]))
        #expect(plan.verdicts.map(\.outcome) == [.skipped, .skipped, .add])
        #expect(plan.verdicts.map(\.message) == ["type: rows of type \"Journal\" are left out", "it is the header again", ""])
        #expect(plan.summary == "1 activity to add, 1 new account, 2 rows skipped")
    }

    @Test("Where a file has both, the heading that says more is taken") func ranks() throws {
        let plan = try plan("Date,Account,Action,Type,Symbol,Quantity,Fee,Amount,Net Amount\n2014-01-02,A,Bought,Cash,X,3,1,100,-101\n")
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities.map(\.kind) == [.buy] && plan.activities[0].amount == decimal("100"))
        #expect(plan.notices(.unusedColumn) == ["column \"Type\" is not used"])
    }

    @Test("Times of day are kept as moments in UTC") func times() throws {
        let text = "date,time,type,account,amount\n2014-01-02,10:30,deposit,A,5\n2014-01-02,2014-01-02T11:00:00.500Z,deposit,A,5\n"
        let plan = try plan(text)
        #expect(plan.activities.map { $0.time?.description } == ["2014-01-02T10:30:00.000Z", "2014-01-02T11:00:00.500Z"])
        #expect(plan.notices(.timeZone).count == 1)
    }

    @Test("Progress is told and can stop the import") func progress() throws {
        let text = header + String(repeating: "2014-01-02,deposit,A,,,,,5,USD,\n", count: 100_000)
        var reports: [Int] = []
        let context = ImportContext(baseCurrency: .usd)
        _ = try Formats.plan(Array(text.utf8), context: context) { done, total in
            reports.append(done * 100 / total)
            return true
        }
        #expect(reports == reports.sorted() && reports.count >= 6 && reports.last == 100)
        #expect(throws: ImportIssue(.cancelled, message: "the import was stopped")) {
            try Formats.plan(Array(text.utf8), context: context) { done, total in done * 3 < total }
        }
    }
}

/// The fields of a line that has no quotes but around one field.
private struct CSVTestRow {
    let fields: [String]
    init(_ line: String) {
        fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init).reduce(into: []) { fields, part in
            if let last = fields.last, last.hasPrefix("\"") {
                fields[fields.count - 1] = String((last + "," + part).dropFirst().dropLast())
            } else {
                fields.append(part)
            }
        }
    }
}
