import Foundation
import Glibc
import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Importing prices")
struct PricesTests {
    private let daily = "Date,Open,High,Low,Close,Adj Close,Volume\n2014-03-03,38.64,38.89,38.33,38.62,33.794,13547500\n"

    @Test("One instrument, told or from the file's name") func oneInstrument() throws {
        let plan = try plan(daily, ImportOptions(fileName: "data/ORCL-daily-1995-2014.csv"))
        #expect(plan.format == "daily-prices")
        #expect(
            Array(plan.quotes) == [
                Quote(
                    instrument: InstrumentID(1), date: day("2014-03-03"), open: decimal("38.64"), high: decimal("38.89"), low: decimal("38.33"),
                    close: decimal("38.62"), adjusted: decimal("33.794"), volume: decimal("13547500"), currency: .usd, source: "import")
            ])
        #expect(plan.newInstruments.map(\.symbol) == ["ORCL"])
        #expect(
            plan.notices.map(\.message) == [
                "the prices are taken to be of ORCL, from the file's name", "prices without a currency are taken to be in USD, the book's",
                "a symbol is new: ORCL (USD)",
            ])
        let told = try FormatsTests.plan(daily, ImportOptions(symbol: "MSFT", currency: .eur, fileName: "ORCL.csv"))
        #expect(told.newInstruments == [Instrument(symbol: "MSFT", currency: .eur)])
    }

    @Test(
        "Names of files that tell a symbol, and those that do not",
        arguments: [
            ("ORCL.csv", "ORCL"), ("NVDA-daily-1999-2014.csv", "NVDA"), ("^GSPC.csv", "^GSPC"), ("MSFT (1).csv", "MSFT"), ("brk-b.csv", "BRK-B"),
            ("AAPL_prices.csv", "AAPL"), ("prices.csv", nil), ("HistoricalData_123.csv", nil), ("2014.csv", nil), ("", nil),
        ] as [(String, String?)])
    func fileNames(_ name: String, _ symbol: String?) throws {
        let context = ImportContext(instruments: [Instrument(symbol: "BRK-B", currency: .usd)], baseCurrency: .usd)
        do throws(ImportIssue) {
            let plan = try plan(daily, ImportOptions(fileName: name), context: context)
            let found = plan.newInstruments.first?.symbol ?? (plan.quotes.first?.instrument == InstrumentID(1) ? "BRK-B" : "")
            #expect(found == symbol)
        } catch {
            #expect(symbol == nil && error.kind == .unknownSymbol && error.hint == "say symbol=\"ORCL\"")
        }
    }

    @Test("A name with an exchange or a class is a symbol as a whole, and not that of another listing that the book has") func listings() throws {
        for (name, symbol) in [("SAP.DE.csv", "SAP.DE"), ("VOD.L (1).csv", "VOD.L"), ("BRK-B.csv", "BRK-B"), ("BTC-EUR_2014.csv", "BTC-EUR")] {
            #expect(try plan(daily, ImportOptions(fileName: name)).newInstruments.map(\.symbol) == [symbol], "\(name)")
        }
        let context = ImportContext(instruments: [Instrument(symbol: "SAP", currency: .usd)], baseCurrency: .usd)
        do throws(ImportIssue) {
            _ = try plan(daily, ImportOptions(fileName: "SAP.DE.csv"), context: context)
            Issue.record("prices of SAP.DE were taken as those of SAP")
        } catch {
            #expect(error.message == "the file's name tells SAP.DE, which the book does not have, and it has SAP")
            #expect(error.hint == "say symbol=\"SAP.DE\", or symbol=\"SAP\" if they are one")
        }
        #expect(try plan(daily, ImportOptions(symbol: "SAP", fileName: "SAP.DE.csv"), context: context).newInstruments.isEmpty)
    }

    @Test("Columns of tickers beside one another, as yfinance writes them: each is an instrument, and an empty cell is no price") func tickers() throws {
        let one = "Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,\n2014-01-02,79.02,79.57,78.86,79.38,58671200\n2014-01-03,77.28,78,77,78,1\n"
        for format in [nil, "prices", "daily-prices"] {
            let plan = try plan(one, ImportOptions(format: format, fileName: "prices.csv"))
            #expect(plan.newInstruments.map(\.symbol) == ["AAPL"] && plan.quotes.map(\.close) == [decimal("79.02"), decimal("77.28")])
            #expect(plan.quotes.first?.volume == decimal("58671200") && plan.verdicts.map(\.line) == [4, 5])
        }
        #expect(try plan(one, ImportOptions(symbol: "APC")).newInstruments.map(\.symbol) == ["APC"])
        let old = ",Close,Close\n,AAPL,MSFT\nDate,,\n2014-01-02,79.02,37.16\n", oldPlan = try plan(old, ImportOptions(fileName: "prices.csv"))
        #expect(oldPlan.newInstruments.map(\.symbol) == ["AAPL", "MSFT"] && oldPlan.quotes.map(\.close) == [decimal("79.02"), decimal("37.16")])
        let two = "Price,Close,Close,Volume,Volume\nTicker,AAPL,MSFT,AAPL,MSFT\nDate,,,,\n2014-01-02,79.02,37.16,1,2\n2014-01-03,,36.91,1,2\n"
        let both = try plan(two, ImportOptions(fileName: "prices.csv"))
        #expect(both.newInstruments.map(\.symbol) == ["AAPL", "MSFT"] && both.quotes.map(\.close) == [decimal("79.02"), decimal("37.16"), decimal("36.91")])
        #expect(both.verdicts.map(\.outcome) == [.quote, .quote, .skipped, .quote])
    }

    @Test("Prices that a file counts by the units after a split come in as they were paid; those of a file that has them so stay") func splits() throws {
        func closes(_ before: String) throws -> ImportPlan {
            try plan(
                "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits\n2020-08-28,\(before),\(before),\(before),\(before),400,0.0,0.0\n2020-08-31,129,130,128,129.04,100,0.0,4.0\n",
                ImportOptions(symbol: "AAPL"))
        }
        let adjusted = try closes("124.80")
        #expect(adjusted.quotes.map(\.close) == [decimal("499.20"), decimal("129.04")] && adjusted.quotes.first?.open == decimal("499.20"))
        #expect(adjusted.quotes.first?.volume == decimal("100") && adjusted.notices(.changed).contains { $0.contains("the split of AAPL on 2020-08-31, 4 for 1") })
        #expect(try closes("499.20").quotes.map(\.close) == [decimal("499.20"), decimal("129.04")])
    }

    @Test("Many instruments") func list() throws {
        let plan = try plan("symbol,date,price\nMSFT,Jan 1 2000,39.81\nAAPL,Feb 1 2000,28.66\n")
        #expect(plan.format == "prices")
        #expect(plan.newInstruments.map(\.symbol) == ["MSFT", "AAPL"])
        #expect(plan.quotes.map(\.date) == [day("2000-01-01"), day("2000-02-01")])
        #expect(plan.quotes.map(\.close) == [decimal("39.81"), decimal("28.66")])
    }

    @Test("Days without a price are skipped, wrong prices refused") func gaps() throws {
        let plan = try plan(daily + "2014-03-04,null,null,null,null,null,null\n2014-03-05,1,1,1,0,1,1\n2014-03-06,1,1,x,1,1,1\n", ImportOptions(symbol: "X"))
        #expect(plan.verdicts.map(\.outcome) == [.quote, .skipped, .refused, .refused])
        #expect(plan.verdicts[1].message == "Close: there was no price on 2014-03-04")
        #expect(plan.refusals.map(\.message) == ["a price of 0 is none", "\"x\" is no number"])
    }

    @Test("Portals' ways: dollar signs, close/last, volume in millions, pence") func portals() throws {
        let nasdaq = "Date,Close/Last,Volume,Open,High,Low\n03/31/2014,$38.62,13547500,$38.64,$38.89,$38.33\n"
        #expect(try plan(nasdaq, ImportOptions(symbol: "X")).quotes[0].close == decimal("38.62"))
        let investing = "\"Date\",\"Price\",\"Open\",\"High\",\"Low\",\"Vol.\",\"Change %\"\n\"Mar 31, 2014\",\"1,238.62\",\"38.64\",\"38.89\",\"38.33\",\"1.25M\",\"0.1%\"\n"
        let quote = try plan(investing, ImportOptions(symbol: "X")).quotes[0]
        #expect(quote.close == decimal("1238.62") && quote.volume == decimal("1250000"))
        let pence = try plan("symbol,date,price,currency\nOCDO.L,2014-03-31,380.5,GBp\n").quotes[0]
        #expect(pence.close == decimal("3.805") && pence.currency == .gbp)
        let headed = try plan("symbol,date,close (GBX),high (GBX)\nOCDO.L,2014-03-31,380.5,390\n").quotes[0]
        #expect(headed.close == decimal("3.805") && headed.high == decimal("3.9") && headed.currency == .gbp)
        #expect(try plan("symbol,date,price\nSAP,2014-03-31,€60.5\n").quotes[0].currency == .eur)
        #expect(try plan("symbol,date,price,currency\nSAP,2014-03-31,€60.5,USD\n").refusals.first?.message == "it is in EUR, but the row is in USD")
    }

    @Test(
        "The prices of a row have one unit; where one tells it, the others have it too",
        arguments: [
            ("Open (GBX),Close (GBX),Adj Close,Currency", "230,232,230,GBX", "2.3 2.32 2.3 GBP"), ("Open (GBX),Close (GBX),Adj Close,Currency", "230,232,230,", "2.3 2.32 2.3 GBP"),
            ("Open (GBX),Close,Adj Close", "230,232,230", "2.3 2.32 2.3 GBP"), ("Open,Close,Adj Close (GBp)", "230,232,230", "2.3 2.32 2.3 GBP"),
            ("Open (GBP),Close,Adj Close", "2.3,2.32,2.3", "2.3 2.32 2.3 GBP"), ("Open,Close,Adj Close", "£2.3,2.32,2.3", "2.3 2.32 2.3 GBP"),
            ("Open,Close,Adj Close,Currency", "230,232,230,GBX", "2.3 2.32 2.3 GBP"), ("Open (GBX),Close (GBX),Adj Close (GBX),Currency", "230,232,230,GBP", "2.3 2.32 2.3 GBP"),
        ])
    func oneUnit(headings: String, cells: String, wanted: String) throws {
        let plan = try plan("Date,\(headings)\n2014-03-31,\(cells)\n", ImportOptions(symbol: "VOD"))
        #expect(plan.quotes.map { "\($0.open ?? 0) \($0.close) \($0.adjusted ?? 0) \($0.currency)" } == [wanted], "\(plan.refusals)")
    }

    @Test(
        "Prices of one row in two units are refused",
        arguments: [
            ("Open (GBX),Close (GBP),Adj Close", "230,2.32,2.3", "its unit is another than that of Close (GBP) beside it"),
            ("Open (GBX),Close (USD)", "230,2.32", "its unit is another than that of Close (USD) beside it"),
            ("Open,Close", "£2.3,€2.32", "its unit is another than that of Close beside it"),
            ("Open (GBX),Close (GBX),Adj Close,Currency", "230,232,2.3,GBP", "its unit is not told: others of the row are in another part of GBP than the row"),
            ("Open (GBX),Close,Currency", "230,232,USD", "it is in GBP, but the row is in USD"),
        ])
    func twoUnits(headings: String, cells: String, message: String) throws {
        let plan = try plan("Date,\(headings)\n2014-03-31,\(cells)\n", ImportOptions(symbol: "VOD"))
        #expect(plan.quotes.isEmpty && plan.refusals.map(\.message) == [message])
    }

    @Test(
        "Real files import whole, every field as the file has it", .enabled(if: SharedData.prices("ORCL-daily-1995-2014.csv") != nil, "\(SharedData.absence)"),
        arguments: [("ORCL-daily-1995-2014.csv", 5036), ("NVDA-daily-1999-2014.csv", 4012)])
    func real(_ name: String, _ rows: Int) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: #require(SharedData.prices(name)))))
        let plan = try Formats.plan(bytes, options: ImportOptions(fileName: name), context: ImportContext(baseCurrency: .usd))
        #expect(plan.quotes.count == rows && plan.verdicts.count == rows && plan.refusedCount == 0)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        for (line, quote) in zip(lines, plan.quotes) {
            let fields = line.split(separator: ",").map(String.init)
            let figures = [quote.open, quote.high, quote.low, quote.close, quote.adjusted, quote.volume]
            #expect(fields[0] == quote.date.description)
            #expect(fields.dropFirst().map { decimal($0) } == figures.compactMap { $0 }, "\(line)")
        }
    }

    private static let monthlyFile = "us-stocks-monthly-2000-2010.csv"

    @Test("Monthly prices of several shares import whole", .enabled(if: SharedData.prices(monthlyFile) != nil, "\(SharedData.absence)")) func monthly() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: #require(SharedData.prices(Self.monthlyFile)))))
        let plan = try Formats.plan(bytes, context: ImportContext(baseCurrency: .usd))
        #expect(plan.quotes.count == 560 && plan.refusedCount == 0 && plan.newInstruments.count == 5)
    }
}
