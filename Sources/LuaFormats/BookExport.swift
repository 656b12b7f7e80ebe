import Formats
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// The exports of a book; the raw value is the name that people type.
enum BookExport: String, CaseIterable {
    /// One CSV file of a kind of thing that the book holds.
    case transactions, quotes, accounts, instruments, values
    /// A folder of CSV files with the whole book, which `import` restores.
    case book
    /// The files of the Portfolio Ledger app: a folder of CSV files, or one JSON file.
    case portfolioLedger = "portfolio-ledger"
    case portfolioLedgerJSON = "portfolio-ledger-json"
    /// A ledger of beancount.
    case beancount
    /// Journals of hledger and of ledger.
    case hledger, ledger
    /// The CSV file of the Family Tracker.
    case familyTracker = "family-tracker"
    /// The JSON file of Ghostfolio, and the activities of Wealthfolio as CSV.
    case ghostfolio, wealthfolio
    /// A folder with the CSV files that Portfolio Performance imports.
    case portfolioPerformance = "portfolio-performance"
    /// Files of the Reserve Manager as text: its plan, accounts, summary and history.
    case reserve
    case reserveAccounts = "reserve-accounts"
    case reserveSummary = "reserve-summary"
    case reserveHistory = "reserve-history"
    /// The history of the Reserve Manager as its SQLite database.
    case reserveDatabase = "reserve-history-db"
    /// The recurring payments of the Reserve Manager as text.
    case reserveRecurring = "reserve-recurring"
    /// Tables of what the functions answer, for other programs to ask: a database of SQLite's, or a folder of CSV files.
    case sqlite, csv

    /// The files of one export.
    struct Files {
        var files: [(name: String, text: String)]
        /// Sentences on what the form cannot hold.
        var leftOut: [String] = []
    }

    /// The export of a name.
    ///
    /// - Throws: a misuse that names the nearest one.
    static func named(_ name: String) throws -> BookExport {
        if let form = BookExport(rawValue: name) { return form }
        let names = allCases.map(\.rawValue)
        throw LuaMisuse(
            "export: there is no export called \(name)", field: "what",
            hint: Suggestion(for: name, in: names)?.question ?? "it is one of \(names.joined(separator: ", "))", kind: "unknown_format")
    }

    /// Whether it is several files, so that the path is a folder's.
    var isFolder: Bool { [.book, .portfolioLedger, .portfolioPerformance, .csv].contains(self) }

    /// Whether it is a file of a program of double entry.
    var isDoubleEntry: Bool { [.beancount, .hledger, .ledger].contains(self) }

    /// Whether it is a file of SQLite's.
    var isDatabase: Bool { self == .reserveDatabase || self == .sqlite }

    /// Whether amounts, quantities or prices stand in it as they are, whatever is masked.
    var holdsFigures: Bool { ![.accounts, .instruments, .sqlite, .csv].contains(self) }

    /// Refuses a file name with an ending that luca does not write, or not for this export.
    func checkName(_ path: String) throws {
        let name = path.split(separator: "/").last ?? "", suffix = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        let isTable = [.transactions, .quotes, .accounts, .instruments, .values, .familyTracker, .wealthfolio].contains(self)
        if isFolder {
            // A folder may be called anything, but a table of one file is what such a name promises.
            guard self == .csv, suffix == "csv" else { return }
            throw LuaMisuse(
                "export: csv is a folder with a file a table, and \(path) would be one file", field: "path",
                hint: "name a folder; one file of what was recorded is written by export(\"\(path)\", \"transactions\")", kind: "unknown_format")
        }
        if !isDatabase, Self.databases.contains(suffix) {
            throw LuaMisuse(
                "export: \(path) would be no database, as \(rawValue) is text", field: "path",
                hint: "export(\"\(path)\", \"sqlite\") writes the book as tables of SQLite; this is called \(path.dropLast(suffix.count + 1)).csv", kind: "unknown_format")
        }
        if self == .sqlite, Self.texts.contains(suffix) {
            throw LuaMisuse(
                "export: \(path) would not be what its name says, as sqlite is a database", field: "path",
                hint: "name a file such as \(path.dropLast(suffix.count + 1)).db; export(\"FOLDER\", \"csv\") writes its tables as text", kind: "unknown_format")
        }
        if let forms = Self.promised[suffix], !forms.contains(self), !isDatabase, !isTable || suffix != "json" {
            throw LuaMisuse(
                "export: \(path) would not be what its name says, as \(rawValue) is another form", field: "path",
                hint: "export(\"\(path)\", \"\(forms[0].rawValue)\") writes one", kind: "unknown_format")
        }
        guard rawValue != suffix, Self.foreign.contains(suffix) || isTable && suffix == "json" else { return }
        let stem = path.dropLast(suffix.count + 1), own = isTable ? "this is CSV, which spreadsheets open: \(stem).csv" : "choose another name for \(rawValue)"
        throw LuaMisuse(
            "export: \(path) would not be what its name says, as luca writes no .\(suffix) of \(rawValue)", field: "path",
            hint: "\(own); what can be written: \(Self.allCases.map(\.rawValue).joined(separator: ", "))", kind: "unknown_format")
    }

    /// The forms that the ending of a file's name promises; the first is written where nobody says another.
    private static let promised: [String: [BookExport]] = [
        "csv": [.transactions, .quotes, .accounts, .instruments, .values, .familyTracker, .wealthfolio, .reserveAccounts, .reserveSummary, .reserveHistory],
        "json": [.portfolioLedgerJSON, .ghostfolio, .reserve, .reserveRecurring], "beancount": [.beancount], "bean": [.beancount],
        "journal": [.hledger, .ledger], "j": [.hledger, .ledger], "hledger": [.hledger], "ledger": [.ledger], "db": [.sqlite], "sqlite": [.sqlite],
    ]

    /// The form of a file whose name has an ending; nil where none has it, or as with JSON several do that have little in common.
    static func form(ofEnding ending: String) -> BookExport? { ending == "json" ? nil : promised[ending]?.first }

    private static let databases: Set<String> = ["db", "sqlite", "sqlite3", "db3", "duckdb"]
    private static let texts: Set<String> = ["csv", "tsv", "txt", "json", "md", "duckdb"]

    private static let foreign: Set<String> = [
        "xlsx", "xlsm", "xls", "ods", "numbers", "pdf", "doc", "docx", "odt", "html", "htm", "xml", "parquet", "feather", "zip", "gz", "qif", "ofx", "qfx",
    ]

    /// The files of the export and their texts.
    func files(of book: Book, on today: Day) throws -> Files {
        let ledger = try book.ledger
        switch self {
        case .transactions: return Files(files: [("", Formats.transactionsCSV(ledger))], leftOut: Formats.transactionsLeftOut(ledger))
        case .quotes: return Files(files: [("", Formats.quotesCSV(try book.quotes()) { ledger[$0].symbol })])
        case .accounts: return Files(files: [("", Formats.accountsCSV(ledger))])
        case .instruments: return Files(files: [("", Formats.instrumentsCSV(ledger))])
        case .values: return Files(files: [("", Formats.valuesCSV(ledger))])
        case .book: return try BookFolder.contents(of: book)
        case .portfolioLedger:
            let (files, leftOut) = Formats.portfolioLedgerFiles(ledger)
            return Files(files: files, leftOut: leftOut)
        case .portfolioLedgerJSON:
            let (text, leftOut) = Formats.portfolioLedgerJSON(ledger)
            return Files(files: [("", text)], leftOut: leftOut)
        case .beancount:
            let (text, leftOut) = try Formats.beancount(ledger, quotes: try book.quotes(), rates: try book.rates())
            return Files(files: [("", text)], leftOut: leftOut)
        case .hledger:
            let (text, leftOut) = try Formats.hledger(ledger, quotes: try book.quotes(), rates: try book.rates())
            return Files(files: [("", text)], leftOut: leftOut)
        case .ledger:
            let (text, leftOut) = try Formats.ledger(ledger, quotes: try book.quotes(), rates: try book.rates())
            return Files(files: [("", text)], leftOut: leftOut)
        case .familyTracker:
            let (text, leftOut) = Formats.familyCSV(ledger)
            return Files(files: [("", text)], leftOut: leftOut)
        case .ghostfolio:
            let (text, leftOut) = try Formats.ghostfolioJSON(ledger, quotes: try book.quotes(), on: today)
            return Files(files: [("", text)], leftOut: try leftOut + Self.pricesLeftOut(quotes: 0, rates: book.rates().count))
        case .wealthfolio:
            let (text, leftOut) = try Formats.wealthfolioCSV(ledger)
            return Files(files: [("", text)], leftOut: try leftOut + Self.pricesLeftOut(quotes: book.quotes().count, rates: book.rates().count))
        case .portfolioPerformance:
            let (files, leftOut) = try Formats.portfolioPerformanceFiles(ledger, quotes: try book.quotes(), rates: try book.rates())
            return Files(files: files, leftOut: leftOut)
        case .reserve: return try Self.file(of: book, on: today) { Formats.reserveJSON($0, on: today) }
        case .reserveAccounts: return try Self.file(of: book, on: today) { try Formats.reserveAccountsCSV($0) }
        case .reserveSummary: return try Self.file(of: book, on: today) { try Formats.reserveSummaryCSV($0, on: today) }
        case .reserveHistory, .reserveDatabase:
            let history = try Self.history(of: book)
            return Files(files: [("", Formats.reserveHistoryCSV(history.rows))], leftOut: history.leftOut)
        case .sqlite, .csv: preconditionFailure("tables are written by the questions that they answer")
        case .reserveRecurring:
            let (entries, leftOut) = try Self.recurring(of: book, on: today)
            return Files(files: [("", Formats.reserveRecurringJSON(entries))], leftOut: leftOut)
        }
    }

    /// What is said where the other program fetches its prices, and none are written.
    private static func pricesLeftOut(quotes: Int, rates: Int) -> [String] {
        var told: [String] = []
        if quotes > 0 { told.append(quotes == 1 ? "a price" : "\(quotes) prices") }
        if rates > 0 { told.append(rates == 1 ? "an exchange rate" : "\(rates) exchange rates") }
        return told.isEmpty ? [] : ["\(told.joined(separator: " and ")) left out, as \(quotes + rates == 1 ? "it is" : "they are") fetched there"]
    }
}
