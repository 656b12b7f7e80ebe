import Ledger
import Values

/// Reference rates of the European Central Bank, for one euro: `Date,USD,JPY,…`, a row a day, newest first, `N/A` where there was none.
///
/// The files are `eurofxref.csv` and `eurofxref-hist.csv` of the page "Euro foreign exchange reference rates".
struct EuroRatesCSV: TableFormat {
    let name = "ecb-rates"
    let summary = "Euro reference rates as the European Central Bank publishes them: Date,USD,JPY,…, a column a currency."
    let example = """
        Date,USD,JPY,CYP,
        2008-01-02,1.4688,160.82,N/A,
        2007-12-31,1.4721,164.93,0.585274,

        """

    let columns = [ColumnSpec(.date)]

    func map(_ header: [String], options: ImportOptions) throws(ImportIssue) -> ColumnMap? {
        var map = try ColumnMap(header, specs: columns, user: [:])
        map.takeOthers()
        return map
    }

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 8 + map.width : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        guard map.has(.date) else { return ["date"] }
        let others = map.headings.indices.filter { $0 != map[.date] }
        return others.isEmpty || others.contains { Self.currency(map.headings[$0]) == nil } ? ["a column a currency"] : []
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        var currencies: [(column: Int, currency: Currency)] = []
        for (column, heading) in table.map.headings.enumerated() where column != table.map[.date] {
            guard let currency = Self.currency(heading), currency != .eur, !currencies.contains(where: { $0.currency == currency }) else {
                throw ImportIssue(
                    .duplicateColumn, column: heading, message: "a rate for one euro is of one other currency, in one column", hint: "rename or remove the column")
            }
            guard plan.context.currencies.contains(currency) else {
                let known = plan.context.currencies.all.map(\.code)
                throw ImportIssue(
                    .badCurrency, column: heading, text: heading,
                    message: CurrencyError.unknown(code: currency.code, nearest: nearestName(to: currency.code, in: known)).description,
                    hint: "rename or remove the column")
            }
            currencies.append((column, currency))
        }
        return EuroRateReader(table, currencies)
    }

    /// The currency that a column is of: three capital letters, as ISO 4217 has them.
    private static func currency(_ heading: String) -> Currency? {
        guard heading.utf8.count == 3, heading.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else { return nil }
        return try? Currency(heading)
    }
}

/// Reads the rates of a day.
private struct EuroRateReader: RowReader {
    private let table: Table
    private let date: Int
    private let currencies: [(column: Int, currency: Currency)]

    init(_ table: Table, _ currencies: [(column: Int, currency: Currency)]) {
        self.table = table
        self.currencies = currencies
        date = table.map[.date]
    }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let day = try table.date(record, column: date).day
        if let today = plan.context.today, day > today { throw table.issue(.futureDate, record, .date, "\(day) is after today, \(today)") }
        let before = plan.plan.rates.count
        for (column, currency) in currencies {
            let cell = record.word(column)
            if cell.isEmpty || cell.elementsEqual("N/A".utf8) { continue }
            guard let rate = try? FixedDecimal(utf8: cell), rate > .zero else {
                plan.plan.rates.removeSubrange(before...)
                throw ImportIssue(
                    .badNumber, line: record.line, column: currency.code, text: record.shown(column), message: "\"\(record.shown(column))\" is no rate",
                    hint: "write how much one euro was worth, such as 1.1172, or N/A")
            }
            if !Bound.rate.admits(rate) {
                plan.plan.rates.removeSubrange(before...)
                throw table.issue(.beyondBound, record, .date, "the rate of \(currency.code), \(rate), \(Bound.rate.refusal(rate))")
            }
            plan.plan.rates.append(Rate(from: .eur, to: currency, date: day, rate: rate, source: "ecb"))
        }
        if plan.plan.rates.count == before { throw table.issue(.notPosted, record, .date, "there was no rate on \(day)") }
        return .rate
    }
}
