extension Formats {
    /// Every format of a table; where two fit a file equally well, the first one takes it.
    static let tables: [any TableFormat] = [
        TransactionsCSV(),
        PriceListCSV(),
        DailyPricesCSV(),
        EuroRatesCSV(),
        AccountsCSV(),
        InstrumentsCSV(),
        ValuesCSV(),
        FamilyCSV(),
        PortfolioLedgerCSV(),
        ReserveAccountsCSV(),
        ReserveHistoryCSV(),
        WealthfolioCSV(),
        PortfolioPerformanceCSV(),
        YahooPortfolioCSV(),
        GooglePortfolioCSV(),
    ]

    /// Every format of a JSON document.
    static let documents: [any DocumentFormat] = [PortfolioLedgerJSON(), ReserveJSON(), ReserveRecurringJSON(), GhostfolioJSON()]

    /// Every format of a text of statements.
    static let texts: [any TextFormat] = [OFX(), QIF(), Beancount(), Journal(), PortfolioPerformance(), GnuCash()]

    /// Every format, in the order in which `help import` lists them.
    public static var all: [any ImportFormat] { tables + documents + texts }

    // MARK: reading a file

    /// Reads a file and tells what importing it would do.
    ///
    /// Nothing is changed: the caller shows the plan, checks it against the ledger (`ImportPlan.check`) and adds what it holds.
    ///
    /// - Throws: an issue of the file as a whole: no text, no header, no format that fits, dates or numbers that could be either of two.
    ///   What is wrong with a single row is in its verdict.
    /// - Complexity: two passes over the bytes; a million rows take about a second.
    public static func plan(
        _ bytes: [UInt8], options: ImportOptions = ImportOptions(), context: ImportContext, scripted: ScriptedFormats = ScriptedFormats(), progress: Progress? = nil
    ) throws(ImportIssue) -> ImportPlan {
        let result: Result<ImportPlan, ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ImportIssue) {
                let plan = try plan(bytes, options: options, context: context, scripted: scripted, progress: progress)
                if !options.accounts.isEmpty, plan.meanings.isEmpty {
                    throw ImportIssue(
                        .badWord, column: "accounts", message: "accounts= is of books of double entry, and the file is read as \(plan.format)",
                        hint: "leave it out; account=\"…\" says the account of rows that name none")
                }
                return .success(plan)
            } catch {
                var issue = error
                issue.file = options.baseName
                return .failure(issue)
            }
        }
        return try result.get()
    }

    private static func plan(
        _ bytes: UnsafeBufferPointer<UInt8>, options: ImportOptions, context: ImportContext,
        scripted: ScriptedFormats, progress: Progress?
    ) throws(ImportIssue) -> ImportPlan {
        let encoding = TextEncoding.detect(bytes)
        if let hint = BinaryFile.hint(bytes, encoding: encoding) { throw ImportIssue(.binaryFile, message: "the file is no text", hint: hint) }
        guard let text = encoding.transcoded(bytes) else {
            return try planText(bytes, encoding, options: options, context: context, scripted: scripted, progress: progress)
        }
        let result: Result<ImportPlan, ImportIssue> = text.withUnsafeBufferPointer { text in
            do throws(ImportIssue) {
                return .success(try planText(text, encoding, options: options, context: context, scripted: scripted, progress: progress))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func planText(
        _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding, options: ImportOptions, context: ImportContext,
        scripted: ScriptedFormats, progress: Progress?
    ) throws(ImportIssue) -> ImportPlan {
        if let table = TickerTable(bytes, symbol: options.symbol) {
            return try planTickers(table, encoding, options: options, context: context, scripted: scripted, progress: progress)
        }
        if let document = try JSONDocument(bytes, options, formats: documents) { return try document.plan(options, context) }
        let marked = texts.filter { format in !format.root.isEmpty && !scripted.own.contains { $0.roots.contains(format.root) } }
        if let document = TextDocument(bytes, options, formats: marked) { return try document.plan(encoding, options: options, context: context, progress: progress) }
        if let document = try ScriptedDocument(bytes, options, scripted) { return try document.plan(encoding, options: options, context: context) }
        if let document = TextDocument(bytes, options, formats: texts) { return try document.plan(encoding, options: options, context: context, progress: progress) }
        // What a user defined comes first, so that it wins where a format of ours fits as well.
        if let file = try ScriptedFile(bytes, options: options, formats: scripted.own) { return try file.plan(bytes, encoding, options: options, context: context) }
        let opening: FileHeader
        do throws(ImportIssue) {
            opening = try FileHeader(
                bytes, options: options, tables: scripted.own.filter { !$0.isWhole } + tables,
                others: (documents as [any ImportFormat] + texts).map(\.name) + scripted.wholeFileNames)
            if let file = try scripted.shipped(bytes, options, instead: opening) { return try file.plan(bytes, encoding, options: options, context: context) }
        } catch {
            guard let file = try scripted.shipped(bytes, options, instead: nil) else { throw error }
            return try file.plan(bytes, encoding, options: options, context: context)
        }
        let options = opening.format.adjusted(options)
        var builder = PlanBuilder(context: context, options: options, format: opening.format.name)
        opening.tell(&builder, encoding: encoding)
        var pass = TablePass(bytes: bytes, opening: opening, options: options, progress: progress)
        let rows = try pass.run(&builder)
        return builder.finish(rows)
    }

    /// Reads the prices of tickers whose columns stand beside one another.
    private static func planTickers(
        _ table: TickerTable, _ encoding: TextEncoding, options: ImportOptions, context: ImportContext, scripted: ScriptedFormats, progress: Progress?
    ) throws(ImportIssue) -> ImportPlan {
        var options = options
        if options.format == nil || options.format == "daily-prices" { options.format = "prices" }
        let result: Result<ImportPlan, ImportIssue> = table.list.withUnsafeBufferPointer { text in
            do throws(ImportIssue) {
                return .success(try planText(text, encoding, options: options, context: context, scripted: scripted, progress: progress))
            } catch {
                return .failure(error)
            }
        }
        var plan = try result.get()
        plan.note(.format, table.remark)
        return plan
    }
}
