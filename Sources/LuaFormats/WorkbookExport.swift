import Frames
import LuaKit
import LuaSurface
import Reports
import Storage
import Values

/// `export("book.xlsx")`: what the book holds as a workbook of Excel, for people; no program reads it back.
extension Runtime {
    /// The questions whose answers make the sheets of an export; nil where it has no such form.
    private static func questions(of what: BookExport) -> [String]? {
        switch what {
        case .transactions: ["activities"]
        case .quotes: ["quotes"]
        case .accounts: ["accounts"]
        case .instruments: ["instruments"]
        case .book: ["accounts", "instruments", "activities", "quotes", "rates"]
        case .values, .portfolioLedger, .portfolioLedgerJSON, .beancount, .hledger, .ledger, .familyTracker, .reserve, .reserveAccounts, .reserveSummary, .reserveHistory,
            .reserveDatabase,
            .reserveRecurring, .ghostfolio, .wealthfolio, .portfolioPerformance, .sqlite, .csv:
            nil
        }
    }

    /// Writes an export as a workbook. Returns its number of bytes, and what is to be known of it; nil where the file is to be no workbook.
    ///
    /// - Throws: a misuse where the export has no such form, or is of another book than the one that questions are about.
    func exportWorkbook(_ what: BookExport, of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String])? {
        guard ReportForm(ofFile: path) == .xlsx else { return nil }
        guard let questions = Self.questions(of: what) else { return nil }
        guard book === self.book else {
            throw LuaMisuse("export: a workbook is made of the book that is in use, and this is \(book.name)", field: "path", hint: "open(\"…\") brings it into use")
        }
        let sections = try questions.map { question in
            guard case .function(let function) = lua.peek(question), let frame = try lua.call(function).first.flatMap(self.frame) else {
                throw LuaMisuse("export: \(question) gives no table", hint: "a script has put something of its own in its place")
            }
            return Report.Section(heading: question, blocks: [.table(frame)])
        }
        let bytes = try write(Report(title: book.name, sections: sections), as: .xlsx, to: path)
        return (bytes, ["a workbook is for reading: import takes back CSV, and the folder that export(\"FOLDER\", \"book\") writes"])
    }
}
