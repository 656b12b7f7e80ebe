import Ledger
import Values

/// A portfolio of Yahoo Finance: one row for each lot, and one without a quantity for each symbol that is only watched.
struct YahooPortfolioCSV: TableFormat {
    let name = "yahoo-portfolio"
    let summary = "A portfolio of Yahoo Finance: its lots, and the symbols that are only watched."
    let example = """
        Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type
        ORCL,42.05,2014/06/02,16:00 EDT,0.1,42,42.2,41.9,1000,20140303,31.20,10,1.00,,,first,BUY
        SPY,192.9,2014/06/02,16:00 EDT,0.1,192,193,192,1000,20140304,187.6,5,,,,,BUY

        """

    let columns = [
        ColumnSpec(.symbol, keys: ["symbol"]), ColumnSpec(.date, keys: ["tradedate"]), ColumnSpec(.price, keys: ["purchaseprice"]), ColumnSpec(.quantity, keys: ["quantity"]),
        ColumnSpec(.commission, keys: ["commission"]), ColumnSpec(.notes, keys: ["comment"]), ColumnSpec(.type, keys: ["transactiontype"]),
        ColumnSpec(.close, keys: ["currentprice"]),
        ColumnSpec(.time, keys: ["time"]), ColumnSpec(.source, keys: ["date"]), ColumnSpec(.open, keys: ["open"]), ColumnSpec(.high, keys: ["high"]),
        ColumnSpec(.low, keys: ["low"]),
        ColumnSpec(.volume, keys: ["volume"]), ColumnSpec(.value, keys: ["change"]), ColumnSpec(.order, keys: ["highlimit"]), ColumnSpec(.link, keys: ["lowlimit"]),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty && map.has(.close) ? 60 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [(.symbol, "Symbol"), (.date, "Trade Date"), (.price, "Purchase Price"), (.quantity, "Quantity")]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { QuotePageReader(table: table, page: .yahoo) }
}

/// A portfolio of Google Finance, as it was exported until 2017: trades and cash, a row each.
struct GooglePortfolioCSV: TableFormat {
    let name = "google-portfolio"
    let summary = "A portfolio of Google Finance in its old form: trades, cash that came and went, and symbols that are only watched."
    let example = """
        Symbol,Name,Type,Date,Shares,Price,Cash value,Commission,Notes
        ,,Deposit Cash,"Jan 2, 2014",,,500.00,,
        NYSE:ORCL,Oracle Corporation,Buy,"Mar 3, 2014",10,31.20,-313.00,1.00,first

        """

    let columns = [
        ColumnSpec(.symbol, keys: ["symbol"]), ColumnSpec(.name, keys: ["name"]), ColumnSpec(.type, keys: ["type"]), ColumnSpec(.date, keys: ["date"]),
        ColumnSpec(.quantity, keys: ["shares"]), ColumnSpec(.price, keys: ["price"]), ColumnSpec(.gross, keys: ["cashvalue"]), ColumnSpec(.commission, keys: ["commission"]),
        ColumnSpec(.notes, keys: ["notes"]),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 60 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [(.symbol, "Symbol"), (.type, "Type"), (.date, "Date"), (.quantity, "Shares"), (.price, "Price"), (.gross, "Cash value")]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { QuotePageReader(table: table, page: .google) }
}
