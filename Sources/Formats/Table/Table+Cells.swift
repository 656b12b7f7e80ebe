import Ledger
import Values

/// Cells that few formats have: words of a list, days apart from the row's date, yes and no.
extension Table {
    /// The text of a field without blanks at either end; empty where the cell or the column is.
    func text(_ record: borrowing CSVReader, _ field: ImportField) -> String {
        String(decoding: record.word(map[field]), as: UTF8.self)
    }

    /// A name that follows the rule for new ones, or that is known, since what a book has already is taken as it is.
    func name(_ record: borrowing CSVReader, _ field: ImportField, isKnown: (String) -> Bool = { _ in false }) throws(ImportIssue) -> String {
        let text = text(record, field)
        guard ShownText.isName(text) || isKnown(text) else { throw issue(.badName, record, field, ShownText.nameRule) }
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
            hint: nearestName(to: text, in: names + synonyms.keys.sorted()).map { "did you mean \"\($0)\"?" } ?? "it is one of \(names.joined(separator: ", "))")
    }

    /// The currency that a code or symbol beside a figure tells, which the book has to know.
    func marked(_ record: borrowing CSVReader, _ field: ImportField, _ mark: Currency, _ plan: inout PlanBuilder) throws(ImportIssue) -> CurrencyBook.Entry {
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
            throw issue(.badCurrency, record, field, "it is in \(mark), but \(what) is in \(currency)", hint: "bring the figures to \(currency), or import the file with currency=\"\(mark)\" (--currency \(mark))")
        }
        try checkSign(record, field, number, in: currency)
    }

    func badSign(_ record: borrowing CSVReader, _ field: ImportField, _ sign: CurrencySign, _ currency: Currency) -> ImportIssue {
        let examples = sign.examples, told = record.word(map[.currency]).isEmpty
        if units.currencies(of: [field]) == [currency] {
            return issue(
                .badCurrency, record, field, "the sign \(sign.text) is none of \(currency), which the heading \"\(ShownText.cut(map.heading(field)))\" tells",
                hint: "correct the heading, such as \(field.rawValue) (\(examples[0])), or the sign")
        }
        return issue(
            .badCurrency, record, field, "the sign \(sign.text) is none of \(currency), in which the row is",
            hint: told
                ? "say whose it is with currency=\"\(examples[0])\" (--currency \(examples[0]) on the command line) or a column \"currency\": \(examples.joined(separator: ", ")) …; "
                    + "figures in \(currency) bear no \(sign.text)"
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
}
