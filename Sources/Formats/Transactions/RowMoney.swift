import Ledger
import Values

/// Works out what rows move, and whether their figures agree.
struct RowMoney {
    private let table: Table
    private let currencies: RowCurrencies

    init(_ table: Table, _ currencies: RowCurrencies) { (self.table, self.currencies) = (table, currencies) }

    /// Works out what a row moves and whether its figures agree.
    @inline(__always)
    func read(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        switch entry.kind.figuresForm {
        case .trade: try trade(record, cells, &entry, plan)
        case .transfer where cells.symbol.count > 0: try asTold(record, cells, &entry)
        case .payment, .transfer: try payment(record, cells, &entry, &plan)
        case .fee: try charge(record, cells, .fee, cells.fee, &entry, &plan)
        case .tax: try charge(record, cells, .tax, cells.tax, &entry, &plan)
        case .asTold where entry.kind == .adjustment && entry.subtype == .exchange: try payment(record, cells, &entry, &plan)
        case .asTold: try asTold(record, cells, &entry)
        }
    }

    /// Takes the figures as they stand, for types whose own rule says what they do to cash and units.
    private func asTold(_ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry) throws(ImportIssue) {
        if entry.kind != .unknown || cells.amount?.isNegative != true { try checkChargesAreCharges(record, cells) }
        // Programs write 0 where there is none.
        entry.quantity = cells.quantity.flatMap { $0.isZero && entry.subtype != .position ? nil : $0.magnitude }
        entry.price = cells.price.flatMap { $0.isZero ? nil : $0 }
        // Where an amount below zero takes one back, its sign tells.
        let keepsSign = entry.kind == .adjustment || ActivityRule.rule(for: entry.kind, entry.subtype).isReversible
        if let amount = cells.amount ?? cells.gross, !amount.isZero { entry.amount = .cell(keepsSign ? amount : amount.magnitude) }
    }

    // MARK: trades

    private func trade(_ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: borrowing PlanBuilder) throws(ImportIssue) {
        guard cells.symbol.count > 0 else { throw table.issue(.missingValue, record, .symbol, "\(article(entry.kind)) needs a symbol", hint: table.symbolHint) }
        let quantity = try tradedQuantity(record, cells, entry.kind)
        (entry.quantity, entry.price) = (quantity, cells.price)
        try checkChargesAreCharges(record, cells)
        if let price = cells.price, price.isNegative {
            throw table.issue(.outOfRange, record, .price, "a price cannot be below zero", hint: "the type tells whether it is bought or sold")
        }
        let sums = TradeSums(table: table, cells: cells, kind: entry.kind, multiplier: multiplier(cells, plan))
        let stated: TradeSums.Stated? = try overflowing(record) { () throws(DecimalError) in try sums.statedGross }
        guard let stated else {
            try currencies.checkPriceCurrency(record, cells, agreesAsItStands: false)
            guard cells.price != nil else {
                throw table.issue(.missingValue, record, .price, "\(article(entry.kind)) needs a price or an amount")
            }
            return
        }
        guard cells.price != nil else { return try derivePrice(record, sums, stated.gross, &entry) }
        if let issue = try overflowing(record, { () throws(DecimalError) in try sums.chargesMismatch }) { throw place(issue, record) }
        switch try overflowing(record, { () throws(DecimalError) in try sums.compare(stated) }) {
        case .same: break
        case .atRate: try currencies.checkPriceCurrency(record, cells, agreesAsItStands: false)
        case .close: entry.amount = .sum(stated.gross)
        case .other(let issue): throw place(issue, record)
        }
    }

    private func tradedQuantity(_ record: borrowing CSVReader, _ cells: TransactionCells, _ kind: ActivityKind) throws(ImportIssue) -> CellNumber {
        guard let quantity = cells.quantity else { throw table.issue(.missingValue, record, .quantity, "\(article(kind)) needs a quantity") }
        if quantity.isZero { throw table.issue(.outOfRange, record, .quantity, "the quantity of \(article(kind)) cannot be zero") }
        guard quantity.isNegative else { return quantity }
        guard kind == .sell else {
            throw table.issue(.wrongSign, record, .quantity, "a buy of \(quantity.decimal) units would be a sale", hint: "its type is \"sell\"")
        }
        return quantity.magnitude
    }

    private func checkChargesAreCharges(_ record: borrowing CSVReader, _ cells: TransactionCells) throws(ImportIssue) {
        guard cells.fee.isNegative || cells.tax.isNegative else { return }
        for (field, value) in [(ImportField.fee, cells.fee), (.tax, cells.tax)] where value.isNegative {
            throw table.issue(
                .wrongSign, record, field, "a \(field.rawValue) below zero would be money given back",
                hint: "other rows of the file have it above zero; record what was given back as a row of type \(field.rawValue)")
        }
    }

    private func multiplier(_ cells: TransactionCells, _ plan: borrowing PlanBuilder) -> FixedDecimal {
        if cells.instrument != 0 { return plan.instrument(cells.instrument).multiplier }
        return cells.multiplier?.decimal ?? .one
    }

    /// The price that the amount tells, if it does so exactly; else the amount stands for itself.
    private func derivePrice(
        _ record: borrowing CSVReader, _ sums: TradeSums, _ gross: FixedDecimal, _ entry: inout ActivityEntry
    ) throws(ImportIssue) {
        if gross.isNegative { throw place(sums.wrongSign, record) }
        if let price = sums.exactPrice(gross) {
            entry.price = price
        } else {
            entry.amount = .sum(gross)
        }
    }

    // MARK: payments

    private func payment(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        let kind = entry.kind
        guard let paid = cells.amount else {
            if let gross = cells.gross { return try settle(record, .gross, gross.decimal, cell: gross, cells, &entry, &plan) }
            return try paymentByPrice(record, cells, &entry, &plan)
        }
        let cash = table.signs.isSigned(kind) ? paid.decimal : -paid.decimal
        try compareGross(record, cells, cash: cash, kind)
        if cells.settled != nil, try toldInRow(record, cells, cash: cash, &entry, &plan) { return }
        let hasCharges = !cells.fee.isZero || !cells.tax.isZero
        if !hasCharges {
            let plain = kind.bringsCash == (cash == paid.decimal) ? paid : CellNumber(mantissa: -paid.mantissa, digits: paid.digits)
            return try settle(record, .amount, plain.decimal, cell: plain, cells, &entry, &plan)
        }
        let gross = try overflowing(record) { () throws(DecimalError) in
            let before = try cash + cells.fee.decimal + cells.tax.decimal
            return kind.bringsCash ? before : -before
        }
        try settle(record, .amount, gross, cell: nil, cells, &entry, &plan)
    }

    /// Takes a payment's money from its gross amount, or from units and a price that agree, where its amount is told in the account's currency: those
    /// are in the row's own, and not rounded by the rate.
    private func toldInRow(
        _ record: borrowing CSVReader, _ cells: TransactionCells, cash: FixedDecimal, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> Bool {
        let isReversal = entry.kind.bringsCash == cash.isNegative
        if let gross = cells.gross?.magnitude, !gross.isZero {
            let figure = isReversal ? CellNumber(mantissa: -gross.mantissa, digits: gross.digits) : gross
            try settle(record, .gross, figure.decimal, cell: figure, cells, &entry, &plan)
            return true
        }
        guard !isReversal, entry.takesUnits, let quantity = cells.quantity?.magnitude, let price = cells.price, !price.isNegative else { return false }
        let agrees = try overflowing(record) { () throws(DecimalError) in
            let before = try cash + cells.fee.decimal + cells.tax.decimal, gross = entry.kind.bringsCash ? before : -before
            return try (quantity.decimal * price.decimal - gross).magnitude <= cells.amountTolerance
        }
        if agrees { (entry.quantity, entry.price) = (quantity, price) }
        return agrees
    }

    /// Where a payment has a gross amount as well, the charges must explain the difference.
    private func compareGross(_ record: borrowing CSVReader, _ cells: TransactionCells, cash: FixedDecimal, _ kind: ActivityKind) throws(ImportIssue) {
        guard let gross = cells.gross, !gross.isZero, cells.amount != nil else { return }
        let expected = try overflowing(record) { () throws(DecimalError) in
            let sign = kind.bringsCash == cash.isNegative ? -gross.magnitude.decimal : gross.magnitude.decimal
            return try (kind.bringsCash ? sign : -sign) - cells.fee.decimal - cells.tax.decimal
        }
        guard let distance = try? (expected - cash).magnitude, distance > cells.amountTolerance else { return }
        throw table.issue(
            .sumMismatch, record, .amount, "\(cells.shownAmount) is not what \(gross.magnitude.decimal) before charges leaves: \(expected)",
            hint: "a charge may stand in a column that is not read")
    }

    /// A payment without an amount, told as units at a price: a dividend per share, or cash counted in units of one.
    private func paymentByPrice(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        guard let quantity = cells.quantity?.magnitude, let price = cells.price, !quantity.isZero, !price.isZero else {
            throw table.issue(.missingValue, record, .amount, "\(article(entry.kind)) needs an amount")
        }
        let gross = try overflowing(record) { () throws(DecimalError) in try quantity.decimal * price.decimal }
        if entry.takesUnits {
            (entry.quantity, entry.price) = (quantity, price)
            if gross.isNegative { throw table.issue(.outOfRange, record, .price, "a price cannot be below zero") }
            return
        }
        try settle(record, .price, gross, cell: nil, cells, &entry, &plan)
    }

    /// Sets the money of a payment once it is known, and sees to quantity and price beside it.
    private func settle(
        _ record: borrowing CSVReader, _ field: ImportField, _ gross: FixedDecimal, cell: CellNumber?, _ cells: TransactionCells,
        _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        if gross.isZero { throw table.issue(.outOfRange, record, field, "the amount of \(article(entry.kind)) cannot be zero") }
        if gross.isNegative, !entry.kind.isReversible {
            throw table.issue(
                .wrongSign, record, field, "\(article(entry.kind)) cannot be below zero",
                hint: entry.kind.opposite.map { "its type is \"\($0.rawValue)\"" } ?? "")
        }
        if !gross.isNegative { try checkChargesAreCharges(record, cells) }
        entry.amount = cell.map { .cell($0) } ?? .sum(gross)
        let quantity = cells.quantity.flatMap { $0.isZero ? nil : $0 }
        let price = cells.price.flatMap { $0.isZero ? nil : $0 }
        if entry.takesUnits {
            (entry.quantity, entry.price) = (quantity?.magnitude, price?.magnitude)
        } else if quantity != nil || price != nil {
            plan.notice(.leftOut, "quantity and price of \(entry.kind.rawValue) rows are left out; their amount tells all")
        }
    }

    // MARK: charges

    /// A fee or a tax by itself: its money stands in the amount or in the column of its own name.
    private func charge(
        _ record: borrowing CSVReader, _ cells: TransactionCells, _ field: ImportField, _ own: CellNumber,
        _ entry: inout ActivityEntry, _ plan: inout PlanBuilder
    ) throws(ImportIssue) {
        var rest = cells
        if field == .fee { rest.fee = .zero } else { rest.tax = .zero }
        (entry.fee, entry.tax) = (rest.fee, rest.tax)
        let hasAmount = cells.amount.map { !$0.isZero } ?? false
        if !own.isZero, !hasAmount {
            return try settle(record, field, own.decimal, cell: own, rest, &entry, &plan)
        }
        if !own.isZero, let amount = cells.amount, !isFigure(amount, own, cells) {
            throw table.issue(
                .sumMismatch, record, .amount, "the amount \(cells.shownAmount) is not the \(field.rawValue) \(own.decimal)",
                hint: "\(article(entry.kind)) has one figure; leave one of them out")
        }
        if !own.isZero, cells.settled != nil, let amount = cells.amount {
            let figure = amount.isNegative == table.signs.isSigned(entry.kind) ? own.magnitude : CellNumber(mantissa: -own.magnitude.mantissa, digits: own.digits)
            return try settle(record, field, figure.decimal, cell: figure, rest, &entry, &plan)
        }
        try payment(record, rest, &entry, &plan)
    }

    /// Whether an amount is the figure in a charge's own column, but for its rounding where it is told in the account's currency.
    private func isFigure(_ amount: CellNumber, _ own: CellNumber, _ cells: TransactionCells) -> Bool {
        guard let settled = cells.settled else { return amount.magnitude.decimal == own.magnitude.decimal }
        guard let distance = try? amount.magnitude.decimal - own.magnitude.decimal else { return false }
        return distance.magnitude <= settled.tolerance
    }

    // MARK: helpers

    /// Runs arithmetic, and turns an overflow into an issue of the row.
    @inline(__always)
    private func overflowing<Result>(
        _ record: borrowing CSVReader, _ body: () throws(DecimalError) -> Result
    ) throws(ImportIssue) -> Result {
        do {
            return try body()
        } catch {
            throw table.issue(.outOfRange, record, .amount, "the figures are too large: \(error)")
        }
    }

    private func place(_ issue: ImportIssue, _ record: borrowing CSVReader) -> ImportIssue {
        var issue = issue
        issue.line = record.line
        return issue
    }
}
