import Ledger
import Values

/// A row of a file of the folder. What is wrong with a cell is told with the file and the line.
struct ArchiveRow {
    let file: ArchiveFile
    let line: Int
    private let cells: ArchiveCells

    /// - Parameter names: the accounts and instruments that were called so, by which the cells name them.
    init(file: ArchiveFile, line: Int, cells: [String: String], names: ArchiveDirectory) {
        (self.file, self.line) = (file, line)
        let entry = Int(cells["entry"] ?? "") ?? .max
        self.cells = ArchiveCells(
            cells, accounts: { (column) throws(ArchiveFault) in try names.account(cells[column] ?? "", column, entry) },
            instruments: { (column) throws(ArchiveFault) in try names.instrument(cells[column] ?? "", column, entry) })
    }

    /// The text of a cell; empty where the file has no such column.
    func text(_ column: String) -> String { cells.text(column) }

    /// An issue of a cell.
    func issue(_ kind: ImportIssue.Kind, _ column: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(kind, file: file.name, line: line, column: column, text: text(column), message: message, hint: hint)
    }

    /// What is read from the cells.
    func read<Value>(_ body: (ArchiveCells) throws(ArchiveFault) -> Value) throws(ImportIssue) -> Value {
        do { return try body(cells) } catch { throw issue(Self.kind(error.kind), error.column, error.message, hint: error.hint) }
    }

    /// A whole number above zero.
    func number(_ column: String) throws(ImportIssue) -> Int { try read { (cells) throws(ArchiveFault) in try cells.number(column) } }

    private static func kind(_ kind: ArchiveFault.Kind) -> ImportIssue.Kind {
        switch kind {
        case .number: .badNumber
        case .date: .badDate
        case .time: .badTime
        case .currency: .badCurrency
        case .word: .badWord
        case .account: .unknownAccount
        case .symbol: .unknownSymbol
        }
    }
}

extension ArchiveFile {
    /// Goes through the rows of the file.
    func read(_ bytes: [UInt8], _ names: ArchiveDirectory, _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        let result: Result<Void, ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ImportIssue) {
                return .success(try read(bytes, names, take))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>, _ names: ArchiveDirectory, _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        guard TextEncoding.isValidUTF8(bytes) else { throw ImportIssue(.binaryFile, file: name, message: "it is no UTF-8, as luca writes it") }
        var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
        guard try next(&reader) else {
            throw ImportIssue(.emptyFile, file: name, message: "the file is empty", hint: "its first line is \(columns.joined(separator: ","))")
        }
        let headings = (0..<reader.count).map { reader.text($0) }
        try check(headings)
        while try next(&reader) {
            if reader.count == 1, reader.field(0).isEmpty { continue }
            guard reader.count == headings.count, !reader.hasStrayText else {
                throw ImportIssue(.fieldCount, file: name, line: reader.line, message: "it has \(reader.count) fields, but the header names \(headings.count)")
            }
            var cells: [String: String] = [:]
            for (place, heading) in headings.enumerated() { cells[heading] = reader.text(place) }
            try take(ArchiveRow(file: self, line: reader.line, cells: cells, names: names))
        }
    }

    private func next(_ reader: inout CSVReader) throws(ImportIssue) -> Bool {
        do {
            return try reader.next()
        } catch {
            guard case .unterminatedQuote(let line) = error else { return false }
            throw ImportIssue(.unterminatedQuote, file: name, line: line, message: "a quote opened on this line is never closed")
        }
    }

    private func check(_ headings: [String]) throws(ImportIssue) {
        for heading in headings where !columns.contains(heading) {
            throw ImportIssue(
                .unknownFormat, file: name, line: 1, column: heading, message: "it is no column of this file",
                hint: nearestHint(for: heading, in: columns, otherwise: "its columns are \(columns.joined(separator: ", "))"))
        }
        for column in columns where !headings.contains(column) && !laterColumns.contains(column) {
            throw ImportIssue(.missingColumn, file: name, line: 1, column: column, message: "the column is missing")
        }
        guard Set(headings).count == headings.count else { throw ImportIssue(.duplicateColumn, file: name, line: 1, message: "a column is there twice") }
    }
}

/// What accounts and instruments were called at each entry, as far as the files were read.
final class ArchiveDirectory {
    private var accounts = NameHistory()
    private var symbols = NameHistory()

    /// Notes the name that a line gives from its entry on.
    func note(_ naming: ArchiveForm.Naming, _ row: ArchiveRow) throws(ImportIssue) {
        switch naming {
        case .accounts: accounts.note(row.text("name"), id: try row.number("id"), from: try row.number("entry"))
        case .instruments: symbols.note(row.text("symbol"), id: try row.number("id"), from: try row.number("entry"))
        }
    }

    /// The account that had a name when an entry was recorded.
    func account(_ name: String, _ column: String, _ entry: Int) throws(ArchiveFault) -> AccountID { AccountID(try accounts.id(name, .account, column, entry)) }

    /// The instrument that had a symbol when an entry was recorded.
    func instrument(_ symbol: String, _ column: String, _ entry: Int) throws(ArchiveFault) -> InstrumentID { InstrumentID(try symbols.id(symbol, .symbol, column, entry)) }
}

/// The names of accounts or instruments, each with the entry from which on it holds.
private struct NameHistory {
    private struct Use {
        var from: Int
        var id: Int
    }

    private var uses: [String: [Use]] = [:]
    private var names: [Int: [(from: Int, name: String)]] = [:]

    /// Notes that an account or instrument has a name from an entry on.
    mutating func note(_ name: String, id: Int, from entry: Int) {
        uses[name, default: []].append(Use(from: entry, id: id))
        names[id, default: []].append((entry, name))
    }

    /// The id of what had a name when an entry was recorded.
    func id(_ name: String, _ kind: ArchiveFault.Kind, _ column: String, _ entry: Int) throws(ArchiveFault) -> Int32 {
        if let use = uses[name]?.filter({ $0.from <= entry }).max(by: { $0.from < $1.from }),
            names[use.id]?.filter({ $0.from <= entry }).max(by: { $0.from < $1.from })?.name == name
        {
            return Int32(truncatingIfNeeded: use.id)
        }
        if name.first == "#", let number = Int32(name.dropFirst()) { return number }
        throw ArchiveFault(
            kind, column, "nothing was called \"\(MessageText.cut(name))\" at entry \(entry == .max ? 0 : entry)",
            hint: nearestHint(for: name, in: uses.keys.sorted()))
    }
}
