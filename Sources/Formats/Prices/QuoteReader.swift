import Ledger
import Values

/// Reads the rows of a file of prices.
struct QuoteReader: RowReader {
    private let table: Table
    /// The instrument of all rows; nil where each row names its own.
    private let symbol: [UInt8]?
    private let date, symbolColumn, open, high, low, close, adjusted, volume, currency, source, split: Int
    /// The splits that the file tells.
    private var splits: [PriceSplit] = []

    init(_ table: Table, symbol: String?) {
        self.table = table
        self.symbol = symbol.map { Array($0.utf8) }
        let map = table.map
        (date, symbolColumn, open, high, low) = (map[.date], map[.symbol], map[.open], map[.high], map[.low])
        (close, adjusted, volume, currency, source) = (map[.close], map[.adjusted], map[.volume], map[.currency], map[.source])
        split = map[.splits]
    }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let day = try table.date(record, column: date).day
        if let today = plan.context.today, day > today { throw table.issue(.futureDate, record, .date, "\(day) is after today, \(today)") }
        guard let close = try price(record, .close, close) else {
            throw table.issue(.notPosted, record, .close, "there was no price on \(day)")
        }
        var entry = QuoteEntry(
            line: record.line, day: day, instrument: 0, open: try price(record, .open, open), high: try price(record, .high, high),
            low: try price(record, .low, low), close: close, adjusted: try price(record, .adjusted, adjusted), volume: try volume(record),
            // Its own follows with its name.
            currency: plan.currency(.eur), source: source >= 0 ? String(decoding: record.word(source), as: UTF8.self) : "")
        guard MessageText.isName(entry.source) else { throw table.issue(.badName, record, .source, MessageText.nameRule) }
        try name(record, &entry, try mark(record, entry), &plan)
        plan.add(entry)
        if let ratio = try table.number(record, .splits, column: split), !ratio.isZero, !ratio.isNegative {
            splits.append(PriceSplit(instrument: entry.instrument, day: day, ratio: ratio.decimal))
        }
        return .quote
    }

    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        for split in splits where plan.plan.quotes.undo(split) {
            let symbol = plan.instrument(split.instrument).symbol
            plan.notice(
                .changed, "the file counts the split of \(MessageText.cut(symbol)) on \(split.day), \(split.ratio) for 1, in the prices before it; they come in as they were then")
        }
    }

    private func price(_ record: borrowing CSVReader, _ field: ImportField, _ column: Int) throws(ImportIssue) -> CellNumber? {
        guard let price = try table.number(record, field, column: column) else { return nil }
        // The adjusted close of a much-split share may be rounded to nothing; a price that was paid is above zero.
        if price.isNegative || (price.isZero && field == .close) {
            throw table.issue(.outOfRange, record, field, "a price of \(price.decimal) is none", hint: "leave the cell empty where there was no price")
        }
        if !Bound.price.admits(price.decimal) {
            let name = symbol.map { String(decoding: $0, as: UTF8.self) } ?? record.shown(symbolColumn)
            throw table.issue(
                .beyondBound, record, field, "the \(field.rawValue) of \(MessageText.clean(name)), \(price.decimal), \(Bound.price.refusal(price.decimal))",
                hint: "look whether the decimal point is where it belongs")
        }
        return price
    }

    /// Units traded; some portals write them as `1.25M`.
    private func volume(_ record: borrowing CSVReader) throws(ImportIssue) -> CellNumber? {
        guard volume >= 0 else { return nil }
        let cell = record.word(volume)
        guard let last = cell.last, let power = [UInt8(ascii: "K"): 3, UInt8(ascii: "M"): 6, UInt8(ascii: "B"): 9][last] else {
            return try table.number(record, .volume, column: volume)
        }
        guard let number = try? table.numbers.read(UnsafeBufferPointer(rebasing: cell.dropLast())), number.digits <= power else {
            throw table.issue(.badNumber, record, .volume, "\"\(record.shown(volume))\" is no number")
        }
        let (mantissa, overflow) = number.mantissa.multipliedReportingOverflow(by: tenToThe(power - number.digits))
        guard !overflow, mantissa.magnitude < UInt128(tenToThe(18)) else {
            throw table.issue(.badNumber, record, .volume, "\(record.shown(volume)) is too large")
        }
        return CellNumber(mantissa: mantissa, digits: 0)
    }

    /// The currency that the row's own column tells, or the user; nil where neither does.
    private func toldCurrency(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> CurrencyIndex.Entry? {
        let cell = record.word(currency)
        guard cell.count > 0 else { return plan.toldCurrency() }
        do {
            return try plan.currency(cell)
        } catch {
            throw table.issue(.badCurrency, record, .currency, error.description, hint: error.declaration ?? "")
        }
    }

    /// Finds or defines the instrument and settles the currency: the row's own, the one told, the instrument's, the book's.
    private func name(_ record: borrowing CSVReader, _ entry: inout QuoteEntry, _ mark: QuoteUnit?, _ plan: inout PlanBuilder) throws(ImportIssue) {
        let cell = record.word(symbolColumn)
        if symbol == nil, cell.isEmpty { throw table.issue(.missingValue, record, .symbol, "the symbol is missing") }
        let known = symbol.map { $0.withUnsafeBufferPointer { plan.instrument($0) } } ?? plan.instrument(cell)
        let currency = try currency(record, known, mark, bearing: entry.close.sign, &plan)
        entry.currency = currency
        for (field, cell) in [(ImportField.close, entry.close), (.open, entry.open), (.high, entry.high), (.low, entry.low), (.adjusted, entry.adjusted)] {
            try table.checkSign(record, field, cell, in: currency.currency)
        }
        try shift(record, &entry, by: mark, currency)
        entry.instrument = known
        guard known == 0 else { return }
        let name = symbol.map { String(decoding: $0, as: UTF8.self) } ?? String(decoding: cell, as: UTF8.self)
        guard MessageText.isName(name) else {
            throw table.issue(.badName, record, .symbol, MessageText.nameRule)
        }
        guard plan.options.create else {
            throw table.issue(
                .unknownSymbol, record, .symbol, "the book has no symbol \(name)",
                hint: nearestHint(for: name, in: plan.instruments.names, otherwise: "define it first, or import with create=true"))
        }
        entry.instrument = plan.define(Instrument(symbol: name, currency: currency.currency))
    }

    /// - Parameter mark: what the cells or headings of prices tell, which has to agree with what the row or the user does.
    private func currency(
        _ record: borrowing CSVReader, _ instrument: Int32, _ mark: QuoteUnit?, bearing sign: CurrencySign?, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> CurrencyIndex.Entry {
        if let told = try toldCurrency(record, &plan) {
            guard mark == nil || mark?.currency == told.currency else {
                throw table.issue(
                    .badCurrency, record, .close, "it is in \(mark!.currency), but the row is in \(told.currency)",
                    hint: "give each row the currency of its figures")
            }
            return told
        }
        if let mark {
            return try table.marked(record, .close, mark.currency, &plan)
        }
        let known = instrument == 0 ? nil : plan.instrument(instrument).currency
        try table.checkUnread(record, assumed: known ?? plan.context.baseCurrency)
        if let known { return plan.currency(known) }
        return try plan.bookCurrency(of: "prices without a currency are", bearing: sign)
    }

    // MARK: units

    /// The one unit that headings and cells of a row's prices tell, nil where they tell none.
    private func mark(_ record: borrowing CSVReader, _ entry: QuoteEntry) throws(ImportIssue) -> QuoteUnit? {
        var found: (unit: QuoteUnit, field: ImportField)?
        for (field, cell) in [(ImportField.close, entry.close), (.open, entry.open), (.high, entry.high), (.low, entry.low), (.adjusted, entry.adjusted)] {
            guard let cell, let currency = cell.currency else { continue }
            // A code or symbol in the cell itself goes before the heading.
            let own = table.units.isEmpty ? currency : (try? table.numbers.read(record.field(table.map[field])))??.currency
            let unit = QuoteUnit(currency: currency, shift: own == nil ? table.units.shift(field) : 0)
            guard let first = found else {
                found = (unit, field)
                continue
            }
            guard first.unit == unit else {
                throw table.issue(
                    .badCurrency, record, field, "its unit is another than that of \(table.map.heading(first.field)) beside it",
                    hint: "give the prices of a row one currency")
            }
        }
        return found?.unit
    }

    /// Brings pence and the like to the currency that they are part of: a row has one unit, and what tells its own is in the currency already.
    private func shift(_ record: borrowing CSVReader, _ entry: inout QuoteEntry, by mark: QuoteUnit?, _ currency: CurrencyIndex.Entry) throws(ImportIssue) {
        let places = mark?.shift ?? currency.shift
        let isTold = record.word(self.currency).count > 0 || currency.shift > 0
        func shifted(_ cell: CellNumber?, _ field: ImportField, _ record: borrowing CSVReader) throws(ImportIssue) -> CellNumber? {
            guard let cell, cell.currency == nil, cell.sign == nil, !cell.isZero else { return cell }
            if mark != nil, isTold, currency.shift != places {
                throw table.issue(
                    .badCurrency, record, field, "its unit is not told: others of the row are in another part of \(currency.currency) than the row",
                    hint: "give the heading its unit, or the row that of all its prices")
            }
            guard let result = cell.shifted(by: places) else { throw table.issue(.badNumber, record, field, "it has too many decimals for a minor unit") }
            return result
        }
        entry.close = try shifted(entry.close, .close, record) ?? entry.close
        (entry.open, entry.high) = (try shifted(entry.open, .open, record), try shifted(entry.high, .high, record))
        (entry.low, entry.adjusted) = (try shifted(entry.low, .low, record), try shifted(entry.adjusted, .adjusted, record))
    }
}

/// In what the prices of a row are: a currency, or a part of it.
private struct QuoteUnit: Equatable {
    let currency: Currency
    /// By how many decimal places figures shift: 2 for pence.
    let shift: Int
}
