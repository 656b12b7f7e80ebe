import Ledger
import Values

/// A file after the first pass: its columns, and how it writes dates, numbers and signs. A class, since each part of a reader has it, and is handed on for every row.
final class Table: Sendable {
    let map: ColumnMap
    let options: ImportOptions
    let dates: DateReader
    let numbers: NumberReader
    let signs: SignSurvey
    /// The currencies that headings tell of the figures below them.
    let units: HeadingUnits
    /// Whether its columns of lots and ids mean what luca means by them.
    let lots: LotSurvey
    /// The columns that are not read and tell a currency.
    let unreadCurrencies: UnreadCurrencies
    /// The accounts that have another name in the book.
    let renamed: RenamedAccounts
    /// The times at which the days of the file began where it was written.
    let midnights: ZoneMidnights

    init(
        map: ColumnMap, options: ImportOptions, dates: DateReader, numbers: NumberReader, signs: SignSurvey, units: HeadingUnits = .none, lots: LotSurvey = .none,
        unreadCurrencies: UnreadCurrencies = .none, renamed: RenamedAccounts = .none, midnights: ZoneMidnights = .none
    ) {
        (self.map, self.options, self.dates, self.numbers, self.signs) = (map, options, dates, numbers, signs)
        (self.units, self.lots, self.unreadCurrencies, self.renamed, self.midnights) = (units, lots, unreadCurrencies, renamed, midnights)
    }

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

    // MARK: cells that few formats have

    /// The text of a field without blanks at either end; empty where the cell or the column is.
    func text(_ record: borrowing CSVReader, _ field: ImportField) -> String {
        String(decoding: record.word(map[field]), as: UTF8.self)
    }

    /// A name that follows the rule for new ones, or that is known, since what a book has already is taken as it is.
    func name(_ record: borrowing CSVReader, _ field: ImportField, isKnown: (String) -> Bool = { _ in false }) throws(ImportIssue) -> String {
        let text = text(record, field)
        guard MessageText.isName(text) || isKnown(text) else { throw issue(.badName, record, field, MessageText.nameRule) }
        return text
    }

    /// The day in a field; nil where the cell or the column is empty.
    func day(_ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> Day? {
        let cell = record.word(map[field])
        guard cell.count > 0 else { return nil }
        do {
            return try DateReader(order: options.dateOrder ?? .ymd).read(cell).day
        } catch {
            throw issue(.badDate, record, field, "\"\(record.shown(map[field]))\" is no date", hint: "write it as 2014-03-05, or say date_order=\"dmy\"")
        }
    }

    /// Yes or no; nil where the cell or the column is empty.
    func flag(_ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> Bool? {
        switch text(record, field).lowercased() {
        case "": return nil
        case "true", "yes", "1", "ja": return true
        case "false", "no", "0", "nein": return false
        default: throw issue(.badWord, record, field, "\"\(record.shown(map[field]))\" is neither true nor false", hint: "write true or false")
        }
    }

    /// One of the words of a list, or a synonym of one; nil where the cell or the column is empty.
    func word<Value: RawRepresentable<String> & CaseIterable>(
        _ record: borrowing CSVReader, _ field: ImportField, synonyms: [String: Value] = [:]
    ) throws(ImportIssue) -> Value? {
        let text = text(record, field).lowercased()
        if text.isEmpty { return nil }
        if let value = Value(rawValue: text.replacing(" ", with: "_")) ?? synonyms[text] { return value }
        let names = Value.allCases.map(\.rawValue)
        throw issue(
            .badWord, record, field, "\"\(record.shown(map[field]))\" is no \(field.rawValue) that is known",
            hint: nearestHint(for: text, in: names + synonyms.keys.sorted(), otherwise: "it is one of \(names.joined(separator: ", "))"))
    }

    /// The currency that a code or symbol beside a figure tells, which the book has to know.
    func marked(_ record: borrowing CSVReader, _ field: ImportField, _ mark: Currency, _ plan: inout PlanBuilder) throws(ImportIssue) -> CurrencyIndex.Entry {
        guard plan.context.currencies.contains(mark) else {
            throw issue(.badCurrency, record, field, "no currency \(mark) is known", hint: CurrencyError.unknown(code: mark.code, nearest: nil).declaration ?? "")
        }
        return plan.currency(mark)
    }

    /// Refuses a figure with a sign that figures in its currency do not bear: `$100` in an account of euros.
    func checkSign(_ record: borrowing CSVReader, _ field: ImportField, _ number: CellNumber?, in currency: Currency) throws(ImportIssue) {
        guard let number, let sign = number.sign, !number.isZero, !sign.fits(currency) else { return }
        throw badSign(record, field, sign, currency)
    }

    /// Refuses a figure that is marked as one of another currency than that of what it is of.
    func checkMark(_ record: borrowing CSVReader, _ field: ImportField, _ number: CellNumber, in currency: Currency, _ what: String) throws(ImportIssue) {
        if let mark = number.currency, mark != currency, !number.isZero {
            throw issue(
                .badCurrency, record, field, "it is in \(mark), but \(what) is in \(currency)",
                hint: "bring the figures to \(currency), or import the file with currency=\"\(mark)\" (--currency \(mark))")
        }
        try checkSign(record, field, number, in: currency)
    }

    /// The issue of a sign that figures in a currency do not bear.
    func badSign(_ record: borrowing CSVReader, _ field: ImportField, _ sign: CurrencySign, _ currency: Currency) -> ImportIssue {
        let examples = sign.examples, told = record.word(map[.currency]).isEmpty
        if units.currencies(of: [field]) == [currency] {
            return issue(
                .badCurrency, record, field, "the sign \(sign.text) is none of \(currency), which the heading \"\(MessageText.cut(map.heading(field)))\" tells",
                hint: "correct the heading, such as \(field.rawValue) (\(examples[0])), or the sign")
        }
        return issue(
            .badCurrency, record, field, "the sign \(sign.text) is none of \(currency), in which the row is",
            hint: told
                ? "say whose it is with currency=\"\(examples[0])\" (--currency \(examples[0]) on the command line) or a column \"currency\": "
                    + "\(examples.joined(separator: ", ")) …; figures in \(currency) bear no \(sign.text)"
                : "give each row the currency of its figures, such as \(examples.joined(separator: ", "))")
    }

    /// The currency in a field; nil where the cell or the column is empty.
    func currency(_ record: borrowing CSVReader, _ field: ImportField, _ plan: inout PlanBuilder) throws(ImportIssue) -> Currency? {
        let cell = record.word(map[field])
        guard cell.count > 0 else { return nil }
        do {
            return try plan.currency(cell).currency
        } catch {
            throw issue(.badCurrency, record, field, error.description)
        }
    }

    /// Refuses a row that tells no currency of its own where a column that is not read says another than the one assumed. Who told the assumed one settled it.
    ///
    /// - Parameter assumed: nil where none is assumed.
    func checkUnread(_ record: borrowing CSVReader, assumed: Currency?) throws(ImportIssue) {
        guard !unreadCurrencies.isEmpty, let assumed, options.currency != assumed,
            let (column, says) = unreadCurrencies.contradiction(record, assumed: assumed)
        else { return }
        let heading = MessageText.cut(map.headings[column]), name = heading.isEmpty ? "column \(column + 1), which has no heading," : "this column"
        let reading = heading.isEmpty ? "the heading currency" : "columns={[\"\(heading)\"]=\"currency\"}, or the heading currency,"
        throw ImportIssue(
            .badCurrency, line: record.line, column: heading, text: record.shown(column),
            message: "\(name) is not read and says \(says), while the row would be taken to be in \(assumed)",
            hint: "\(reading) says that it tells what the figures are in; currency=\"\(assumed)\", --currency \(assumed) on the command line, that they are in \(assumed)")
    }
}
