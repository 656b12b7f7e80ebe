import Formats
import Ledger
import LuaKit
import Storage
import Values

/// What can be written of a book; the raw value is the name people type.
enum BookExport: String, CaseIterable {
    case transactions, quotes, accounts, instruments, values, book
    case portfolioLedger = "portfolio-ledger", portfolioLedgerJSON = "portfolio-ledger-json", familyTracker = "family-tracker"
    case reserve, reserveAccounts = "reserve-accounts", reserveSummary = "reserve-summary", reserveHistory = "reserve-history"
    case reserveDatabase = "reserve-history-db", reserveRecurring = "reserve-recurring"

    /// The files of one export.
    struct Files {
        var files: [(name: String, text: String)]
        /// Sentences on what the form has no place for.
        var leftOut: [String] = []
    }

    /// The form of a name, or a misuse with the nearest one.
    static func named(_ name: String) throws -> BookExport {
        if let form = BookExport(rawValue: name) { return form }
        let names = allCases.map(\.rawValue)
        throw LuaMisuse(
            "export: there is no export called \(name)", field: "what",
            hint: nearestName(to: name, in: names).map { "did you mean \($0)?" } ?? "it is one of \(names.joined(separator: ", "))", kind: "unknown_format")
    }

    /// Whether it is several files, so that the path is a folder's.
    var isFolder: Bool { self == .book || self == .portfolioLedger }

    /// Whether it is a file of SQLite's, which `Storage` writes.
    var isDatabase: Bool { self == .reserveDatabase }

    /// Refuses a name that promises a kind of file that luca does not write, or not for this form.
    func checkName(_ path: String) throws {
        let name = path.split(separator: "/").last ?? "", suffix = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        let isTable = [.transactions, .quotes, .accounts, .instruments, .values, .familyTracker].contains(self)
        guard !isFolder, Self.foreign.contains(suffix) || isTable && suffix == "json" else { return }
        let stem = path.dropLast(suffix.count + 1), own = isTable ? "this is CSV, which spreadsheets open: \(stem).csv" : "choose another name for \(rawValue)"
        throw LuaMisuse(
            "export: \(path) would not be what its name says, as luca writes no .\(suffix) of \(rawValue)", field: "path",
            hint: "\(own); what can be written: \(Self.allCases.map(\.rawValue).joined(separator: ", "))", kind: "unknown_format")
    }

    private static let foreign: Set<String> = [
        "xlsx", "xlsm", "xls", "ods", "numbers", "pdf", "doc", "docx", "odt", "html", "htm", "xml", "parquet", "feather", "zip", "gz", "qif", "ofx", "qfx", "beancount",
    ]

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
        case .familyTracker:
            let (text, leftOut) = Formats.familyCSV(ledger)
            return Files(files: [("", text)], leftOut: leftOut)
        case .reserve, .reserveAccounts, .reserveSummary, .reserveHistory, .reserveDatabase, .reserveRecurring: return try reserveFiles(of: book, on: today)
        }
    }
}
