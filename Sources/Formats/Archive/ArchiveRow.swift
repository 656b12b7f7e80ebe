import Ledger
import Values

/// A row of a file of the folder; each cell is read with a sentence for what is wrong with it.
struct ArchiveRow {
    let file: ArchiveFile
    let line: Int
    let cells: [String: String]

    func text(_ column: String) -> String { cells[column] ?? "" }

    func issue(_ kind: ImportIssue.Kind, _ column: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(kind, file: file.name, line: line, column: column, text: text(column), message: message, hint: hint)
    }

    /// A whole number above zero.
    func number(_ column: String) throws(ImportIssue) -> Int {
        guard let number = Int(text(column)), number > 0 else { throw issue(.badNumber, column, "\"\(ShownText.cut(text(column)))\" is no number of an entry") }
        return number
    }

    func decimal(_ column: String) throws(ImportIssue) -> FixedDecimal {
        do { return try FixedDecimal(text(column)) } catch { throw issue(.badNumber, column, error.description) }
    }

    func optionalDecimal(_ column: String) throws(ImportIssue) -> FixedDecimal? { text(column).isEmpty ? nil : try decimal(column) }

    func day(_ column: String) throws(ImportIssue) -> Day {
        do { return try Day(text(column)) } catch { throw issue(.badDate, column, error.description) }
    }

    func optionalDay(_ column: String) throws(ImportIssue) -> Day? { text(column).isEmpty ? nil : try day(column) }

    func instant(_ column: String) throws(ImportIssue) -> Instant {
        do { return try Instant(iso8601: text(column)) } catch { throw issue(.badTime, column, error.description) }
    }

    func optionalInstant(_ column: String) throws(ImportIssue) -> Instant? { text(column).isEmpty ? nil : try instant(column) }

    func currency(_ column: String) throws(ImportIssue) -> Currency {
        do { return try Currency(text(column)) } catch { throw issue(.badCurrency, column, error.description) }
    }

    func word<Value: RawRepresentable<String> & CaseIterable>(_ column: String) throws(ImportIssue) -> Value {
        if let value = Value(rawValue: text(column)) { return value }
        let names = Value.allCases.map(\.rawValue)
        throw issue(
            .badWord, column, "\"\(ShownText.cut(text(column)))\" is none",
            hint: nearestName(to: text(column), in: names).map { "did you mean \"\($0)\"?" } ?? "it is one of \(names.joined(separator: ", "))")
    }

    func flag(_ column: String) throws(ImportIssue) -> Bool {
        guard let flag = Bool(text(column)) else { throw issue(.badWord, column, "it is neither true nor false") }
        return flag
    }
}

extension ArchiveFile {
    /// Goes through the rows of the file.
    func read(_ bytes: [UInt8], _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        let result: Result<Void, ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ImportIssue) {
                return .success(try read(bytes, take))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        guard TextEncoding.isValidUTF8(bytes) else { throw ImportIssue(.binaryFile, file: name, message: "it is no UTF-8, as luca writes it") }
        var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
        guard try next(&reader) else { throw ImportIssue(.emptyFile, file: name, message: "the file is empty", hint: "its first line is \(columns.joined(separator: ","))") }
        let headings = (0..<reader.count).map { reader.text($0) }
        try check(headings)
        while try next(&reader) {
            if reader.count == 1, reader.field(0).isEmpty { continue }
            guard reader.count == headings.count, !reader.hasStrayText else {
                throw ImportIssue(.fieldCount, file: name, line: reader.line, message: "it has \(reader.count) fields, but the header names \(headings.count)")
            }
            var cells: [String: String] = [:]
            for (place, heading) in headings.enumerated() { cells[heading] = reader.text(place) }
            try take(ArchiveRow(file: self, line: reader.line, cells: cells))
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
                hint: nearestName(to: heading, in: columns).map { "did you mean \"\($0)\"?" } ?? "its columns are \(columns.joined(separator: ", "))")
        }
        for column in columns where !headings.contains(column) && !laterColumns.contains(column) {
            throw ImportIssue(.missingColumn, file: name, line: 1, column: column, message: "the column is missing")
        }
        guard Set(headings).count == headings.count else { throw ImportIssue(.duplicateColumn, file: name, line: 1, message: "a column is there twice") }
    }
}
