public import Values

/// What the user says about a file; all of it may be left out.
public struct ImportOptions: Sendable {
    /// The name of the format; nil for the one whose columns fit best.
    public var format: String?
    /// The delimiter between fields; nil for the one of comma, semicolon, tab and bar that makes sense of the header.
    public var delimiter: Character?
    /// The order of dates such as `3/5/2014`; nil for what the file's other dates tell.
    public var dateOrder: DateOrder?
    /// The decimal mark; nil for what the file's other numbers tell.
    public var decimalMark: DecimalMark?
    /// The account of rows that name none.
    public var account: String?
    /// The instrument of a file of prices that names none, else the first word of the file's name.
    public var symbol: String?
    /// The currency of rows that name none and whose account and instrument have none yet, else the book's.
    public var currency: Currency?
    /// The minor unit by whose code `currency` was told, such as `GBX`; figures of rows that name none are in it.
    public var minorUnit: String?
    /// Whether accounts and symbols that the book does not know are defined; otherwise their rows are refused.
    public var create: Bool
    /// Whether an amount may differ from quantity times price by what rounding the price for printing explains.
    public var roundedPrices: Bool
    /// The fields of columns, by the file's own headings: `["Handelstag": "date"]`.
    public var columns: [String: String]
    /// The types of activities, by the file's own words: `["Kauf Sparplan": "buy"]`.
    public var types: [String: String]
    /// What accounts of a book of double entry mean: `["Expenses:Tax": "tax", "Assets:Broker": "Broker"]`.
    public var accounts: [String: String] = [:]
    /// Whether charges of options are for one share of the contract, as the Portfolio Ledger app computes, rather than money.
    public var multiplyFees = false
    /// What becomes of rows that are like an entry which was typed.
    public var likes = LikeRows.unsaid
    /// Whether the accounts of the file are members of a family, who become owners of portfolios.
    var hasMembers = false
    /// The name of the reserve plan that the file is of; nil for `Reserve`.
    public var plan: String?
    /// The day of balances that tell none; also today, for rows posted after it.
    public var day: Day?
    /// Reads a file that lies beside the one imported; nil where there is none. It throws `missingFile` for what is there and cannot be read.
    public var neighbour: (@Sendable (_ name: String) throws(ImportIssue) -> [UInt8]?)?
    /// The names of what a folder beside the file imported holds, those of folders with a `/` behind; nil where there is no such folder.
    public var folder: (@Sendable (_ name: String) -> [String]?)?
    /// The source that quotes without one are stored under.
    public var source: String
    /// The file's name, for messages and to guess a symbol from, where a path is cut to its last part; its folders tell which files an include from below means.
    public var fileName: String

    /// Makes options; without arguments the file says all.
    public init(
        format: String? = nil, delimiter: Character? = nil, dateOrder: DateOrder? = nil, decimalMark: DecimalMark? = nil,
        account: String? = nil, symbol: String? = nil, currency: Currency? = nil, create: Bool = true,
        roundedPrices: Bool = false, columns: [String: String] = [:], types: [String: String] = [:],
        source: String = "import", fileName: String = ""
    ) {
        self.format = format
        self.delimiter = delimiter
        self.dateOrder = dateOrder
        self.decimalMark = decimalMark
        self.account = account
        self.symbol = symbol
        self.currency = currency
        self.create = create
        self.roundedPrices = roundedPrices
        self.columns = columns
        self.types = types
        self.source = source
        self.fileName = fileName
    }
}

extension ImportOptions {
    /// The file's name without folders.
    var baseName: String { lastPart(ofPath: fileName) }

    /// The names of the folders in which the file lies, as far as its path tells them.
    var folders: [String] { fileName.split(separator: "/").dropLast().map(String.init).filter { $0 != "." } }

    /// The file's name without folders and extension.
    var stem: String {
        let name = baseName
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
