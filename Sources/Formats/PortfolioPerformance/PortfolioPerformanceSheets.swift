import Ledger
import Values

/// The CSV files that the import wizard of Portfolio Performance reads, with the headings that it knows in English.
///
/// Fields are parted by semicolons and decimals by a comma, which is how the wizard takes a file until somebody says otherwise.
struct PortfolioPerformanceSheets {
    /// A security as a row names it.
    struct Security {
        var isin = ""
        var ticker = ""
        var name = ""

        fileprivate var fields: [String] { [isin, "", ticker, name] }
    }

    /// A row of portfolio transactions: units that come or go.
    struct UnitsRow {
        var day: Day
        var type: UnitsType
        var value: FixedDecimal
        var currency: Currency
        /// The same before charges in the currency of the security, with the rate between the two; nil where it is the currency of the row.
        var foreign: (gross: FixedDecimal, currency: Currency, rate: FixedDecimal)?
        var fees = FixedDecimal.zero
        var taxes = FixedDecimal.zero
        var shares: FixedDecimal
        var security: Security
        var note = ""
        var cashAccount = ""
        var account: String
        /// The other account of a transfer.
        var otherAccount = ""
        /// The entries that it is, see `OwnEntries.mark`.
        var entries: String
    }

    /// The types of portfolio transactions, by their English names.
    enum UnitsType: String {
        case buy = "Buy"
        case sell = "Sell"
        case inbound = "Delivery (Inbound)"
        case outbound = "Delivery (Outbound)"
        case transfer = "Transfer (Outbound)"
    }

    /// A row of account transactions: money that comes or goes.
    struct CashRow {
        var day: Day
        var type: CashType
        /// What comes, below zero where it goes.
        var value: FixedDecimal
        var currency: Currency
        var taxes = FixedDecimal.zero
        var security: Security?
        var note = ""
        var account: String
        /// The other account of a transfer.
        var otherAccount = ""
        /// The entries that it is, see `OwnEntries.mark`.
        var entries: String
    }

    /// The types of account transactions, by their English names.
    enum CashType: String {
        case deposit = "Deposit"
        case removal = "Removal"
        case interest = "Interest"
        case interestCharge = "Interest Charge"
        case dividend = "Dividend"
        case fees = "Fees"
        case feesRefund = "Fees Refund"
        case taxes = "Taxes"
        case taxRefund = "Tax Refund"
        case transfer = "Transfer (Outbound)"
    }

    private static let securityHeader = ["ISIN", "WKN", "Ticker Symbol", "Security Name"]
    static let unitsHeader =
        ["Date", "Type", "Value", "Transaction Currency", "Gross Amount", "Currency Gross Amount", "Exchange Rate", "Fees", "Taxes", "Shares"] + securityHeader
        + ["Note", "Cash Account", "Securities Account", "Offset Securities Account", OwnEntries.key]
    static let cashHeader = ["Date", "Type", "Value", "Transaction Currency", "Taxes"] + securityHeader + ["Note", "Cash Account", "Offset Account", OwnEntries.key]

    private var units = Self.writer(unitsHeader), cash = Self.writer(cashHeader), securities = Self.writer(securityHeader + ["Currency", "Note"])
    private var quotes: [(name: String, writer: CSVWriter)] = []
    /// Figures with more digits than Portfolio Performance keeps.
    private(set) var roundedAmounts = 0, roundedShares = 0

    private static func writer(_ header: [String]) -> CSVWriter {
        var writer = CSVWriter(delimiter: UInt8(ascii: ";"), hasCRLF: true)
        writer.line(header)
        return writer
    }

    mutating func add(_ row: UnitsRow) {
        let isRounded = [row.value, row.fees, row.taxes, row.foreign?.gross ?? .zero].contains { DoubleEntryText.digits($0) > Self.amountDigits }
        if isRounded { roundedAmounts += 1 }
        if DoubleEntryText.digits(row.shares) > Self.shareDigits { roundedShares += 1 }
        let foreign = row.foreign.map { [Self.number($0.gross), $0.currency.code, Self.number($0.rate)] } ?? ["", "", ""]
        Self.write(
            [row.day.description, row.type.rawValue, Self.number(row.value), row.currency.code] + foreign
                + [Self.charge(row.fees), Self.charge(row.taxes), Self.number(row.shares)] + row.security.fields, row.note, [row.cashAccount, row.account, row.otherAccount],
            row.entries, to: &units)
    }

    mutating func add(_ row: CashRow) {
        if [row.value, row.taxes].contains(where: { DoubleEntryText.digits($0) > Self.amountDigits }) { roundedAmounts += 1 }
        Self.write(
            [row.day.description, row.type.rawValue, Self.number(row.value), row.currency.code, Self.charge(row.taxes)] + (row.security?.fields ?? ["", "", "", ""]), row.note,
            [row.account, row.otherAccount], row.entries, to: &cash)
    }

    /// Writes a row that names the entries that it is. The wizard passes over a column whose heading it does not know.
    private static func write(_ figures: [String], _ note: String, _ accounts: [String], _ entries: String, to writer: inout CSVWriter) {
        writer.line(figures + [note] + accounts + ["\(entries) \(OwnEntries.check(figures + accounts))"])
    }

    mutating func add(_ security: Security, _ currency: Currency, note: String) { securities.line(security.fields + [currency.code, note]) }

    /// Adds the prices of a security, which have a file of their own.
    mutating func add(_ prices: [(day: Day, close: FixedDecimal)], of symbol: String) {
        var writer = Self.writer(["Date", "Quote"])
        for price in prices { writer.line([price.day.description, Self.number(price.close)]) }
        // A name of a file without what parts folders.
        let plain = String(symbol.map { $0.isLetter || $0.isNumber || "-_.^= ".contains($0) ? $0 : "_" })
        var name = "Historical Quotes \(plain).csv", count = 1
        while quotes.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            count += 1
            name = "Historical Quotes \(plain) \(count).csv"
        }
        quotes.append((name, writer))
    }

    /// The files, in the order in which they are imported.
    var files: [(name: String, text: String)] {
        [("Securities.csv", securities.text), ("Portfolio Transactions.csv", units.text), ("Account Transactions.csv", cash.text)] + quotes.map { ($0.name, $0.writer.text) }
    }

    /// The digits behind the point that it keeps of money and of shares.
    static let amountDigits = 2, shareDigits = 8

    private static func number(_ number: FixedDecimal) -> String { number.description.replacing(".", with: ",") }
    private static func charge(_ number: FixedDecimal) -> String { number.isZero ? "" : self.number(number) }
}
