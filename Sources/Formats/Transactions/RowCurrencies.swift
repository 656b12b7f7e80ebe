import Ledger
import Values

/// In which currency the figures of a row are, and in which its cash moves.
struct RowCurrencies {
    private let table: Table
    private let column: TransactionColumns
    /// The currency of rows that name none, where the header tells it.
    let assumed: Currency?
    /// Whether the currency of a row is told as that of its cash alone.
    private let tellsSettlementOnly: Bool

    init(_ table: Table, _ column: TransactionColumns, _ plan: inout PlanBuilder) {
        (self.table, self.column) = (table, column)
        tellsSettlementOnly = Self.tellsSettlementOnly(table.map)
        assumed = Self.assumedCurrency(table, &plan)
    }

    /// The currency that headings such as `Amount (EUR)` agree on, of a file without a column of currencies.
    private static func assumedCurrency(_ table: Table, _ plan: inout PlanBuilder) -> Currency? {
        let told = table.units.currencies(of: [.price, .amount, .gross, .fee, .commission])
        guard !table.map.has(.currency), told.count == 1, let currency = told.first else { return nil }
        plan.notice(.assumedCurrency, "the headings tell the currency \(currency)")
        return currency
    }

    /// The cell that tells the currency of a row: of the column that is read, else of another one headed for a currency; empty where none tells it.
    @inline(__always)
    func codeCell(_ record: borrowing CSVReader) -> UnsafeBufferPointer<UInt8> {
        let cell = record.word(column.currency)
        if !cell.isEmpty || table.map.otherCurrencies.isEmpty { return cell }
        for other in table.map.otherCurrencies {
            let told = record.word(other)
            if !told.isEmpty { return told }
        }
        return cell
    }

    /// The currency of a row: its own or that of the headings, else the account's, the instrument's, the one told or the book's; nil where nothing
    /// tells it, so that only a mark beside a figure may.
    @inline(__always)
    func currency(
        _ record: borrowing CSVReader, account: Int32, instrument: Int32, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> CurrencyIndex.Entry? {
        let cell = codeCell(record)
        guard cell.count > 0 else { return defaultCurrency(account: account, instrument: instrument, &plan) }
        do {
            return try plan.currency(cell)
        } catch {
            throw table.issue(.badCurrency, record, .currency, error.description, hint: error.declaration ?? "")
        }
    }

    private func defaultCurrency(account: Int32, instrument: Int32, _ plan: inout PlanBuilder) -> CurrencyIndex.Entry? {
        if let assumed { return plan.currency(of: assumed, "the headings tell") }
        if account != 0 { return plan.currency(of: plan.account(account)) }
        if instrument != 0 { return plan.currency(of: plan.instrument(instrument)) }
        return plan.toldCurrency() ?? (try? plan.bookCurrency(of: "rows without a currency are"))
    }

    /// The currency in which the cash of a row moves; nil where its cell is empty.
    func settlement(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> Currency? {
        guard column.settle >= 0 else { return nil }
        let cell = record.word(column.settle)
        if cell.isEmpty { return nil }
        do { return try plan.currency(cell).currency } catch { throw table.issue(.badCurrency, record, .settle, error.description, hint: error.declaration ?? "") }
    }

    // MARK: marks beside figures

    /// A code or symbol written beside a number tells the currency of a row that has none, and must agree with one that has.
    @inline(__always)
    func compare(_ record: borrowing CSVReader, _ cells: inout TransactionCells, _ plan: inout PlanBuilder) throws(ImportIssue) {
        if cells.price?.currency == nil, cells.amount?.currency == nil, cells.fee.currency == nil, cells.tax.currency == nil,
            cells.gross?.currency == nil
        {
            return try compareSigns(record, &cells, &plan)
        }
        try compareMarks(record, &cells, &plan)
        try compareSigns(record, &cells, &plan)
    }

    /// A sign that several currencies share must be one of the row's. Beside a rate the amount may be in the account's currency, and where no column
    /// says what the row is in, the currency that the user told says whose the sign is.
    @inline(__always)
    private func compareSigns(_ record: borrowing CSVReader, _ cells: inout TransactionCells, _ plan: inout PlanBuilder) throws(ImportIssue) {
        if cells.price?.sign == nil, cells.amount?.sign == nil, cells.fee.sign == nil, cells.tax.sign == nil, cells.gross?.sign == nil { return }
        try checkSigns(record, &cells, &plan)
    }

    private func checkSigns(_ record: borrowing CSVReader, _ cells: inout TransactionCells, _ plan: inout PlanBuilder) throws(ImportIssue) {
        if cells.rate != nil, let amount = cells.amount, let sign = amount.sign, !sign.fits(cells.currency.currency), !amount.isZero {
            if let settles = cells.settle ?? (cells.account == 0 ? nil : plan.account(cells.account).currency), sign.fits(settles) {
                try settleAmount(record, in: settles, &cells, plan)
            }
        }
        let numbers = [(ImportField.price, cells.price), (.amount, cells.amount), (.fee, cells.fee), (.tax, cells.tax), (.gross, cells.gross)]
        let own = cells.currency.currency
        let wrong = numbers.first { $0.1.map { !$0.isZero && $0.sign?.fits(own) == false } ?? false }
        guard let (field, cell) = wrong, let sign = cell?.sign else { return }
        if codeCell(record).isEmpty, assumed == nil, !cells.hasMark, let told = plan.toldCurrency(), told.shift == 0, cells.currency.shift == 0,
            numbers.allSatisfy({ $0.1?.sign?.fits(told.currency) != false })
        {
            cells.currency = told
            plan.notice(.assumedCurrency, "figures with \(sign.text) are taken to be in \(told.currency), the one told")
            return
        }
        throw table.badSign(record, field, sign, own)
    }

    private func compareMarks(_ record: borrowing CSVReader, _ cells: inout TransactionCells, _ plan: inout PlanBuilder) throws(ImportIssue) {
        // A minor unit that was told has brought the other figures to its currency already.
        var isTold = assumed != nil || !codeCell(record).isEmpty || cells.currency.shift > 0
        var numbers = [(ImportField.price, cells.price), (.fee, cells.fee), (.tax, cells.tax), (.gross, cells.gross)]
        // Beside a rate the amount may be in the account's currency, so the others tell the row's.
        numbers.insert((.amount, cells.amount), at: cells.rate == nil ? 1 : numbers.count)
        for (field, cell) in numbers {
            guard let cell, let mark = cell.currency else { continue }
            // Nothing is nothing in any currency.
            if isTold, cell.isZero { continue }
            if !isTold {
                cells.currency = try table.marked(record, field, mark, &plan)
                isTold = true
            }
            if mark == cells.currency.currency { continue }
            if field == .amount, cells.rate != nil {
                try settleAmount(record, in: mark, &cells, plan)
                continue
            }
            let told = record.word(column.currency).isEmpty ? cells.currency.currency.code : record.shown(column.currency)
            throw table.issue(
                .badCurrency, record, field, "it is in \(mark), but the row is in \(told)", hint: "give each row the currency of its figures")
        }
    }

    /// Takes an amount that is marked in the account's currency, beside a rate, for what it comes to in the row's.
    private func settleAmount(_ record: borrowing CSVReader, in mark: Currency, _ cells: inout TransactionCells, _ plan: borrowing PlanBuilder) throws(ImportIssue) {
        guard let amount = cells.amount, let rate = cells.rate else { return }
        let own = cells.currency.currency, settles = cells.settle ?? (cells.account == 0 ? mark : plan.account(cells.account).currency)
        guard mark == settles else {
            let other = settles == own ? "and so is its account" : "and settles in \(settles)"
            throw table.issue(
                .badCurrency, record, .amount, "it is in \(mark), but the row is in \(own), \(other)",
                hint: settles == own ? "give each row the currency of its figures" : "an amount beside a rate is in \(own) or in \(settles)")
        }
        do {
            let before = try amount.decimal / rate.decimal, tolerance = try amount.tolerance / rate.decimal
            cells.settled = SettledAmount(figure: amount, currency: mark, tolerance: tolerance)
            cells.amount = CellNumber(mantissa: before.units, digits: FixedDecimal.scale, currency: own)
        } catch {
            throw table.issue(.outOfRange, record, .amount, "the figures are too large: \(error)")
        }
        cells.settle = mark
    }

    // MARK: units and settlement

    /// Brings pence and the like to the currency that they are part of; what tells its own currency is in that already.
    func shift(_ record: borrowing CSVReader, _ cells: inout TransactionCells) throws(ImportIssue) {
        let places = cells.currency.shift
        func shifted(_ cell: CellNumber?, _ field: ImportField, _ record: borrowing CSVReader) throws(ImportIssue) -> CellNumber? {
            guard let cell, cell.currency == nil, cell.sign == nil else { return cell }
            guard let result = cell.shifted(by: places) else { throw table.issue(.badNumber, record, field, "it has too many decimals for a minor unit") }
            return result
        }
        cells.price = try shifted(cells.price, .price, record)
        cells.amount = try shifted(cells.amount, .amount, record)
        cells.gross = try shifted(cells.gross, .gross, record)
        cells.fee = try shifted(cells.fee, .fee, record) ?? .zero
        cells.tax = try shifted(cells.tax, .tax, record) ?? .zero
    }

    /// Lets the cash of a row move in another currency, where the row says so or tells a rate.
    func settle(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        if cells.settle == nil, cells.rate == nil { return }
        do throws(ImportIssue) {
            try plan.settle(&entry, in: cells.settle)
        } catch {
            throw table.issue(error.kind, record, .settle, error.message, hint: error.hint)
        }
    }

    /// Refuses a price whose currency nothing tells: where the file names only the currency in which rows settle, and the figures agree at the rate alone.
    func checkPriceCurrency(_ record: borrowing CSVReader, _ cells: TransactionCells, agreesAsItStands: Bool) throws(ImportIssue) {
        guard tellsSettlementOnly, !agreesAsItStands, let rate = cells.rate, rate.decimal != .one, cells.price?.currency == nil else { return }
        throw table.issue(
            .badCurrency, record, .currency, "it tells what the row settles in, and nothing tells the currency of its price",
            hint: "add a column currency with that of the price")
    }

    /// Whether the only column of currencies is named for the settlement.
    private static func tellsSettlementOnly(_ map: ColumnMap) -> Bool {
        map.has(.currency) && !map.isTold(.currency) && settlementHeadings.contains(HeaderKey.of(map.heading(.currency)))
    }

    /// Headings, as keys, of a currency that is that of the cash alone.
    private static let settlementHeadings: Set = [
        "settlementcurrency", "cashcurrency", "amountcurrency", "netcurrency", "totalcurrency", "währungbetrag",
    ]
}
