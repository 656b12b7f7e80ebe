import Ledger
import Testing
import Values

@testable import Formats

/// Small files in the shape of exports that people have; names and figures are made up.
@Suite("Exports as brokers and other programs shape them")
struct BrokerShapesTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var kinds: [ActivityKind]
        var options = ImportOptions(account: "Mine")
        var testDescription: String { name }
    }

    static let shapes = [
        Shape(
            name: "run date, action, price with a dollar sign in the heading",
            text: """


                Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
                03/31/2014,DIVIDEND RECEIVED ORACLE CORP (ORCL) (Cash),ORCL,ORACLE CORP,Cash,0.000,,,,,1.20,
                03/13/2014,YOU SOLD ORACLE CORP (ORCL) (Cash),ORCL,ORACLE CORP,Cash,-4.000,42.05,1.00,0.01,,167.19,03/16/2014
                03/03/2014,YOU BOUGHT ORACLE CORP (ORCL) (Cash),ORCL,ORACLE CORP,Cash,10.000,31.20,1.00,,,-313.00,03/06/2014

                """,
            kinds: [.buy, .sell, .dividend]),
        Shape(
            name: "quoted, dollar signs, fees and commissions in one",
            text: """
                "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
                "03/14/2014","Qualified Dividend","ORCL","ORACLE CORP","","","","$1.20"
                "03/13/2014","Sell","ORCL","ORACLE CORP","4","$42.05","$1.00","$167.20"
                "03/03/2014","Buy","ORCL","ORACLE CORP","1,000","$31.20","$1.00","-$31,201.00"
                "03/02/2014","Bank Interest","","BANK INT","","","","$0.07"

                """,
            kinds: [.interest, .buy, .sell, .dividend]),
        Shape(
            name: "amounts in parentheses, codes for types",
            text: """
                "Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
                "3/14/2014","3/14/2014","3/14/2014","ORCL","Cash Div: R/D 2014-03-01","CDIV","","","$1.20"
                "3/3/2014","3/3/2014","3/6/2014","ORCL","Oracle","Buy","10","$31.20","($312.00)"

                """,
            kinds: [.buy, .dividend]),
        Shape(
            name: "account number, principal and net amount",
            text: """
                Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type
                123,2014-03-03,2014-03-06,Buy,Buy,ORACLE,ORCL,3.0000,33.33,-100.00,1.00,-101.00,0.0,CASH
                123,2014-03-04,2014-03-04,Funds Received,Wire,CASH,,0.0000,1.0,500.00,0.0,500.00,0.0,CASH

                """,
            kinds: [.buy, .deposit]),
        Shape(
            name: "a broker's own statement of trades: compact dates, negative commission",
            text: """
                "ClientAccountID","CurrencyPrimary","Symbol","DateTime","Buy/Sell","Quantity","TradePrice","IBCommission","Taxes","NetCash"
                "U1","USD","ORCL","20140303;103000","BUY","10","31.2","-1","0","-313"
                "U1","USD","ORCL","20140313;110000","SELL","-4","42.05","-1","0","167.2"

                """,
            kinds: [.buy, .sell]),
        Shape(
            name: "currencies in the headings, time as date",
            text: """
                Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Notes
                Deposit,2014-03-02 09:00:00.000,,,,,,,,500.00,EUR,Bank
                Market buy,2014-03-03 10:30:00.123,US68389X1054,ORCL,Oracle,10.0000000000,31.20,EUR,1,312.00,EUR,
                Dividend (Ordinary),2014-03-14 08:00:00,US68389X1054,ORCL,Oracle,10.0000000000,0.12,EUR,1,1.20,EUR,

                """,
            kinds: [.deposit, .buy, .dividend], options: ImportOptions(account: "Mine", currency: .eur)),
        Shape(
            name: "an investment tracker: lower-case headings, cash as a symbol",
            text: """
                date,symbol,quantity,activityType,unitPrice,currency,fee,amount
                2014-03-02T15:02:36.329Z,$CASH-USD,1,DEPOSIT,1,USD,0,600.03
                2014-03-03T15:02:36.329Z,ORCL,10,BUY,31.20,USD,1,
                2014-03-04T15:02:36.329Z,$CASH-USD,1,INTEREST,1,USD,0,180.5

                """,
            kinds: [.deposit, .buy, .interest]),
        Shape(
            name: "a portfolio program: value, taxes, no price",
            text: """
                Date;Type;Value;Transaction Currency;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note
                2014-03-03T00:00;Buy;313,00;USD;;1,00;0,00;10;US68389X1054;871460;ORCL;Oracle;
                2014-03-14T00:00;Dividend;1,02;USD;;0,00;0,18;10;US68389X1054;871460;ORCL;Oracle;
                2014-03-15T00:00;Removal;100,00;USD;;0,00;0,00;;;;;;

                """,
            kinds: [.buy, .dividend, .withdrawal]),
        Shape(
            name: "a coin exchange: preamble, subtotal, total",
            text: """
                You can use this transaction report to inform your likely tax obligations.

                Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
                2014-03-03T10:30:00Z,Buy,BTC,0.01,USD,600.00,6.00,6.50,0.50,Bought 0.01 BTC
                2014-03-04T10:30:00Z,Advanced Trade Sell,BTC,0.01,USD,700.00,7.00,6.50,0.50,Sold 0.01 BTC

                """,
            kinds: [.buy, .sell]),
        Shape(
            name: "an app: types with hyphens, moments in UTC",
            text: """
                Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate
                2014-03-02T09:00:00.000000Z,,CASH TOP-UP,,,USD 500.00,USD,1.0
                2014-03-03T10:30:00.000000Z,ORCL,BUY - MARKET,10,USD 31.20,USD 312.00,USD,1.0
                2014-03-05T10:30:00.000000Z,,CASH WITHDRAWAL,,,USD -50.00,USD,1.0

                """,
            kinds: [.deposit, .buy, .withdrawal]),
    ]

    @Test("Import without a refusal, and the ledger takes them", arguments: shapes) func shape(_ shape: Shape) throws {
        let ledger = Ledger()
        try ledger.apply(.account(AccountID(1), Account(name: "Mine", currency: .usd, allowShort: true)), id: EntryID(1))
        var plan = try plan(shape.text, shape.options, context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities.map(\.kind) == shape.kinds)
        #expect(try FormatsTests.plan(shape.text, shape.options, context: ImportContext(ledger)).verdicts.map(\.line) == plan.verdicts.map(\.line))
        _ = try record(plan, in: ledger)
        let again = try FormatsTests.plan(shape.text, shape.options, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.refusals.isEmpty, "\(again.refusals) \(Array(again.activities))")
    }
}
