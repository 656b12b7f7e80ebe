import Ledger
import Values

/// `transactions.csv` of the Portfolio Ledger app. What its ids mean stands in `instruments.csv` and `accounts.csv` beside it.
struct PortfolioLedgerCSV: TableFormat {
    let name = "portfolio-ledger"
    let summary = "Transactions of the Portfolio Ledger app, which finds instruments.csv and accounts.csv beside the file."
    let example = #"""
        id,instrumentId,timestamp,action,quantity,price,fees,notes,tags,linkGroupId,consumedByAssignment
        77D20000-0000-4000-8000-000000000001,KLM,2026-02-03T15:30:00Z,buy,12,41.1,0.65,"","",,false
        77D20000-0000-4000-8000-000000000002,KLM,2026-03-03T15:30:00Z,sell,2,42.1,0.65,"say ""hi""","first;wheel",,false

        """#

    let columns = [
        ColumnSpec(.id), ColumnSpec(.instrument, keys: ["instrumentid"]), ColumnSpec(.date, keys: ["timestamp"]), ColumnSpec(.type, keys: ["action"]),
        ColumnSpec(.quantity), ColumnSpec(.price), ColumnSpec(.fee, keys: ["fees"]), ColumnSpec(.notes), ColumnSpec(.tags),
        ColumnSpec(.link, keys: ["linkgroupid"]), ColumnSpec(.consumed, keys: ["consumedbyassignment"]),
        ColumnSpec(.account, keys: ["accountid"]), ColumnSpec(.currency), ColumnSpec(.fxRate), ColumnSpec(.settle),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 30 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [
            (.instrument, "instrumentId"), (.date, "timestamp"), (.type, "action"), (.quantity, "quantity"), (.price, "price"),
        ]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        try PortfolioLedgerReader(table: table, planner: PortfolioLedgerPlanner(besides: table.options))
    }
}

/// Reads the rows of `transactions.csv`.
struct PortfolioLedgerReader: RowReader {
    let table: Table
    var planner: PortfolioLedgerPlanner

    mutating func rowsWereOrdered(_ plan: inout PlanBuilder) { planner.rowsWereOrdered(&plan) }
    mutating func bookWasCompared(_ plan: inout PlanBuilder) { planner.bookWasCompared(&plan) }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        var transaction = PortfolioLedgerTransaction()
        let date = try table.date(record, column: table.map[.date])
        transaction.day = date.day
        if let instant = date.instant { transaction.set(instant) }
        transaction.id = table.text(record, .id)
        transaction.instrument = table.text(record, .instrument)
        guard !transaction.instrument.isEmpty else { throw table.issue(.missingValue, record, .instrument, "the instrument is missing") }
        guard let action: PortfolioLedgerAction = try table.word(record, .type) else {
            throw table.issue(.missingValue, record, .type, "the action is missing", hint: "buy, sell, buy_to_open …")
        }
        transaction.action = action
        guard let quantity = try table.number(record, .quantity, column: table.map[.quantity]) else {
            throw table.issue(.missingValue, record, .quantity, "the quantity is missing")
        }
        transaction.quantity = quantity.decimal
        transaction.price = try table.number(record, .price, column: table.map[.price])?.decimal ?? .zero
        transaction.fees = try table.number(record, .fee, column: table.map[.fee])?.decimal ?? .zero
        transaction.remark.notes = String(decoding: record.field(table.map[.notes]), as: UTF8.self)
        let tags = String(decoding: record.field(table.map[.tags]), as: UTF8.self)
        transaction.remark.tags = tags.isEmpty ? [] : tags.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        transaction.remark.link = table.text(record, .link)
        transaction.remark.isConsumed = try table.flag(record, .consumed) ?? false
        transaction.account = table.text(record, .account)
        transaction.currency = table.text(record, .currency)
        transaction.rate = try table.number(record, .fxRate, column: table.map[.fxRate])?.decimal
        transaction.settle = table.text(record, .settle)
        return try planner.add(transaction, line: record.line, to: &plan)
    }
}

extension PortfolioLedgerPlanner {
    /// Reads `instruments.csv` and `accounts.csv` beside the imported file.
    init(besides options: ImportOptions) throws(ImportIssue) {
        hasInstruments = false
        if let bytes = try options.neighbour?("instruments.csv") {
            hasInstruments = true
            try Self.rows(of: bytes, InstrumentsCSV(), "instruments.csv", options) { (table, record) throws(ImportIssue) in
                let id = table.text(record, .id).uppercased(), symbol = try table.name(record, .symbol)
                let isOption = InstrumentWords.kind(record.word(table.map[.kind])) == .option
                if let terms = try isOption ? InstrumentReader(table: table).terms(record) : nil {
                    instruments[id] = .option(terms)
                } else {
                    instruments[id] = .equity(symbol: symbol)
                }
            }
        }
        guard let bytes = try options.neighbour?("accounts.csv") else { return }
        try Self.rows(of: bytes, AccountsCSV(), "accounts.csv", options) { (table, record) throws(ImportIssue) in
            let currency = table.text(record, .currency)
            accounts[table.text(record, .id).uppercased()] = PortfolioLedgerAccount(name: try table.name(record, .name), currency: currency.isEmpty ? nil : currency)
        }
    }

    /// Goes through the rows of a file beside the one imported.
    private static func rows(
        of bytes: [UInt8], _ format: any TableFormat, _ file: String, _ options: ImportOptions,
        _ take: (Table, borrowing CSVReader) throws(ImportIssue) -> Void
    ) throws(ImportIssue) {
        let result: Result<Void, ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            var line = 1
            do throws(ImportIssue) {
                var plain = options
                (plain.columns, plain.format, plain.delimiter) = ([:], format.name, nil)
                let opening = try FileHeader(bytes, options: plain, tables: [format])
                let table = Table(map: opening.map, options: plain, dates: DateReader(order: .ymd), numbers: NumberReader(.point), signs: SignSurvey())
                var reader = CSVReader(bytes, delimiter: opening.delimiter)
                while (try? reader.next()) == true {
                    line = reader.line
                    if line > opening.line, !reader.isBlank { try take(table, reader) }
                }
                return .success(())
            } catch {
                return .failure(
                    ImportIssue(
                        error.kind, column: error.column, text: error.text,
                        message: "\(file):\(error.line ?? line): \(error.message)", hint: error.hint))
            }
        }
        try result.get()
    }
}
