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
