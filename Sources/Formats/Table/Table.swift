/// What is known of a file once it has been looked through: its columns and how it writes dates and numbers.
struct Table {
    let map: ColumnMap
    let options: ImportOptions
    let dates: DateReader
    let numbers: NumberReader
    let signs: SignSurvey
    /// What headings tell of the currencies below them.
    var units = HeadingUnits.none
    /// Whether its columns of lots and ids are luca's.
    var lots = LotSurvey.none
    /// What columns tell of currencies that are not read.
    var unreadCurrencies = UnreadCurrencies.none

    /// An issue of a cell, with the heading and the text as the file has them.
    func issue(
        _ kind: ImportIssue.Kind, _ record: borrowing CSVReader, _ field: ImportField, _ message: String, hint: String = ""
    ) -> ImportIssue {
        ImportIssue(
            kind, line: record.line, column: map.heading(field), text: map.has(field) ? record.shown(map[field]) : "",
            message: message, hint: hint)
    }

    /// The number in a field; nil where the cell or the column is empty.
    @inline(__always)
    func number(_ record: borrowing CSVReader, _ field: ImportField, column: Int) throws(ImportIssue) -> CellNumber? {
        guard column >= 0 else { return nil }
        let number: CellNumber?
        do {
            number = try numbers.read(record.field(column))
        } catch {
            throw badNumber(record, field, error)
        }
        return units.isEmpty ? number : try number.map { number throws(ImportIssue) in try told(number, record, field) }
    }

    private func told(_ number: CellNumber, _ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> CellNumber {
        if let told = units.told(number, field) { return told }
        throw issue(.badNumber, record, field, "it has too many decimals for a minor unit")
    }

    private func badNumber(_ record: borrowing CSVReader, _ field: ImportField, _ fault: CellFault) -> ImportIssue {
        let text = record.shown(map[field])
        switch fault {
        case .tooManyDigits: return issue(.badNumber, record, field, "\(text) has more than 18 decimals", hint: "round it to 18")
        case .tooLarge: return issue(.badNumber, record, field, "\(text) is too large for a decimal")
        case .notANumber, .notADate, .noSuchDay, .notATime:
            return issue(
                .badNumber, record, field, "\"\(text)\" is no number",
                hint: text.contains { $0 == "," || $0 == "." } ? "the decimal mark of this file is the \(numbers.mark.word)" : "")
        }
    }

    /// The date in a field, with the time of day where the cell has one.
    @inline(__always)
    func date(_ record: borrowing CSVReader, column: Int) throws(ImportIssue) -> DateReader.Reading {
        let cell = record.field(column)
        guard cell.count > 0 else { throw issue(.missingValue, record, .date, "the date is missing") }
        do {
            return try dates.read(cell)
        } catch {
            throw badDate(record, error)
        }
    }

    private func badDate(_ record: borrowing CSVReader, _ fault: CellFault) -> ImportIssue {
        let text = record.shown(map[.date])
        switch fault {
        case .noSuchDay: return issue(.badDate, record, .date, "there is no day \(text)", hint: "the dates of this file are \(dates.order.words)")
        case .notATime: return issue(.badTime, record, .date, "\"\(text)\" has no readable time of day", hint: "write it as 14:30 or 14:30:00")
        case .notADate, .notANumber, .tooManyDigits, .tooLarge:
            return issue(.badDate, record, .date, "\"\(text)\" is no date", hint: "write it as 2014-03-05")
        }
    }
}

extension CSVReader {
    /// The bytes of a field without blanks and line ends before and behind it; empty where the column is none. Other control characters stay:
    /// a name that ends with one is refused, as it is everywhere.
    @inline(__always)
    func word(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let cell = field(column)
        guard let first = cell.first, let last = cell.last, first <= 0x20 || last <= 0x20 else { return cell }
        var start = 0
        var end = cell.count
        while start < end, Self.isOuterBlank(cell[start]) { start += 1 }
        while end > start, Self.isOuterBlank(cell[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: cell[start..<end])
    }

    /// A blank, a tab, or one of the bytes that end a line.
    private static func isOuterBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == lineFeed || byte == carriageReturn }
}
