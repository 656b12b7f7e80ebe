import Ledger
import Values

/// The export of the family investment tracker: transactions of portfolios, each of a member of the family.
///
/// The tracker knows no accounts. A member becomes the owner of a portfolio of that name, with one account for what it holds; a book that has an
/// account called by the portfolio keeps it. An insurance is often without a symbol, and goes by its name.
/// Its dates stand in the short style of the device that wrote them, so a file may have to be told `date_order`.
struct FamilyCSV: TableFormat {
    let name = "family-tracker"
    let summary = "Transactions of portfolios as the family investment tracker exports them; members become owners of portfolios."
    let example = """
        Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes
        Family,B1,ORCL,Oracle,Stock,Dividend,0.0,0.0,1.2,0.0,2014-04-30,
        Family,B2,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,2014-03-03,first
        Family,B3,,,Deposit,Deposit,0.0,0.0,500.0,0.0,2014-01-02,

        """

    let columns = [
        ColumnSpec(.account, keys: ["portfolio"]), ColumnSpec(.id, keys: ["transactionid"]), ColumnSpec(.symbol, keys: ["symbol"]),
        ColumnSpec(.name, keys: ["assetname"]), ColumnSpec(.kind, keys: ["assettype"]), ColumnSpec(.type, keys: ["transactiontype"]),
        ColumnSpec(.quantity, keys: ["quantity"]), ColumnSpec(.price, keys: ["price"]), ColumnSpec(.gross, keys: ["amount"]),
        ColumnSpec(.fee, keys: ["fees"]), ColumnSpec(.date, keys: ["date"]), ColumnSpec(.notes, keys: ["notes"]),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 30 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [
            (.account, "Portfolio"), (.id, "Transaction ID"), (.name, "Asset Name"), (.type, "Transaction Type"), (.gross, "Amount"), (.date, "Date"),
        ]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    /// What a premium of an insurance is to the book is for its owner to say; until then it is kept and counts for nothing.
    func adjusted(_ options: ImportOptions) -> ImportOptions {
        var options = options
        options.hasMembers = true
        options.types = ["Insurance": "unknown", "DepositWithdrawal": "withdrawal"].merging(options.types) { _, told in told }
        return options
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { try TransactionReader(table, &plan) }
}
