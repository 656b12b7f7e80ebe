import Values

/// Reads a table twice: once to learn how it writes dates and numbers, once to read its rows.
struct TablePass {
    let bytes: UnsafeBufferPointer<UInt8>
    let opening: FileHeader
    let options: ImportOptions
    let progress: Formats.Progress?

    /// Bytes between two reports of progress.
    private static let stride = 1 << 20
    /// The lines of text at the end so far: what comes behind them may still be a row.
    private var footer: [Int] = []
    /// Where the next report is due.
    private var nextReport = stride

    init(bytes: UnsafeBufferPointer<UInt8>, opening: FileHeader, options: ImportOptions, progress: Formats.Progress?) {
        self.bytes = bytes
        self.opening = opening
        self.options = options
        self.progress = progress
    }

    /// Puts the rows into a plan, and gives back their reader, which completes it.
    mutating func run(_ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        let survey = try survey(plan.context.currencies)
        let table = try decide(survey, &plan)
        plan.reserve(rows: survey.rows)
        if survey.rows == 0 { plan.notice(.noRows, "the file has a header and no rows") }
        let rows = try read(table, &plan)
        _ = progress?(bytes.count * 2, bytes.count * 2)
        return rows
    }

    /// Goes on to the first record after the header.
    private func start() throws(ImportIssue) -> CSVReader {
        var reader = CSVReader(bytes, delimiter: opening.delimiter)
        while try next(&reader), reader.line < opening.line {}
        return reader
    }

    private func next(_ reader: inout CSVReader) throws(ImportIssue) -> Bool { try Self.next(&reader) }

    /// Reads the next record; false at the end of the file.
    ///
    /// - Throws: `unterminatedQuote`.
    static func next(_ reader: inout CSVReader) throws(ImportIssue) -> Bool {
        do {
            return try reader.next()
        } catch {
            switch error {
            case .unterminatedQuote(let line):
                throw ImportIssue(
                    .unterminatedQuote, line: line, message: "a quote opened on this line is never closed",
                    hint: "a quote within a quoted field is written twice")
            }
        }
    }

    private mutating func survey(_ known: CurrencyTable) throws(ImportIssue) -> TableSurvey {
        var survey = TableSurvey(opening.map, options: options, words: try TypeWords(user: options.types), known: known)
        var reader = try start()
        while try next(&reader) {
            survey.add(reader)
            if reader.offset >= nextReport { try report(reader.offset) }
        }
        nextReport = bytes.count + Self.stride
        return survey
    }

    /// Decides how the file is read by what the first pass found, and adds the notices on it.
    private func decide(_ survey: TableSurvey, _ plan: inout PlanBuilder) throws(ImportIssue) -> Table {
        plan.plan.matching.namesAccounts = opening.map.has(.account)
        var order = options.dateOrder
        if order == nil {
            do {
                order = try survey.dates.verdict()
            } catch {
                var issue = error
                issue.column = opening.map.heading(.date)
                throw issue
            }
            if let order { plan.notice(.dateOrder, "dates are read as \(order.words)") }
        }
        if survey.dates.hasShortYears { plan.notice(.twoDigitYears, "years of two digits are read as 1969 to 2068") }
        let mark: DecimalMark
        if let told = options.decimalMark { mark = told } else { mark = try survey.numbers.verdict(delimiter: opening.delimiter) }
        if options.decimalMark == nil, mark == .comma { plan.notice(.decimalMark, "the decimal mark is the comma") }
        let units = !opening.format.readsHeadingUnits ? .none : try HeadingUnits(opening.map, known: plan.context.currencies)
        for unit in units.minorUnits { plan.noteMinorUnit(unit) }
        let dates = DateReader(order: order ?? .ymd)
        return Table(
            map: opening.map, options: options, dates: dates, numbers: NumberReader(mark), signs: survey.signs, units: units,
            lots: survey.lots, unreadCurrencies: survey.currencies.verdict, renamed: try renamed(&plan), midnights: try midnights(dates))
    }

    /// The accounts of the file that have another name in the book, by the ids of their rows; told.
    private func renamed(_ plan: inout PlanBuilder) throws(ImportIssue) -> RenamedAccounts {
        guard opening.format.knowsAccountsByIDs, !plan.context.accounts.isEmpty, table.has(.id), table.has(.account) else { return .none }
        var rows: [RenamedAccounts.Row] = [], called: [String: String] = [:], reader = try start()
        while try next(&reader) {
            guard reader.count == table.width else { continue }
            let account = String(decoding: reader.word(table[.account]), as: UTF8.self)
            if account.isEmpty { continue }
            called[account] = account
            if plan.account(named: account) == 0 { rows.append(RenamedAccounts.Row(account: account, id: String(decoding: reader.word(table[.id]), as: UTF8.self))) }
        }
        let renamed = RenamedAccounts(rows, called: called, plan.context)
        for (name, known) in renamed.names.sorted(by: { $0.key < $1.key }) { plan.notice(.changed, RenamedAccounts.sentence(name, known)) }
        return renamed
    }

    /// The times at which the days of the file began, where it tells its days so.
    private func midnights(_ dates: DateReader) throws(ImportIssue) -> ZoneMidnights {
        guard opening.format.tellsDaysAsMidnights, table.has(.date) else { return .none }
        var days: [Int64: Set<Day>] = [:], reader = try start()
        while try next(&reader) {
            guard reader.count == table.width, let moment = (try? dates.read(reader.field(table[.date])))?.instant else { continue }
            days[moment.microsecondsOfDay, default: []].insert(moment.day)
            // Two of a zone, and midnight in UTC.
            if days.count > 3 { return .none }
        }
        return ZoneMidnights(days)
    }

    private mutating func read(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        var rows = try opening.format.reader(table, &plan)
        var reader = try start()
        while try next(&reader) {
            if !read(reader, &rows, &plan), isProse(reader) { footer.append(reader.line) } else if !reader.isBlank, !footer.isEmpty { footer = [] }
            if reader.offset + bytes.count >= nextReport { try report(reader.offset + bytes.count) }
        }
        for line in footer { plan.plan.verdicts.change(line: line, to: .skipped, issue: ImportIssue(.leftOut, line: line, message: FooterText.reason)) }
        return rows
    }

    /// Reads a row; whether it is one.
    @inline(__always)
    private func read(_ record: borrowing CSVReader, _ rows: inout any RowReader, _ plan: inout PlanBuilder) -> Bool {
        do {
            if record.count != table.width || record.hasStrayText {
                if record.isBlank {
                    plan.verdict(line: record.line, .skipped)
                    return false
                }
                try checkShape(record)
            }
            plan.verdict(line: record.line, try rows.read(record, into: &plan))
            return true
        } catch {
            if record.isBlank {
                plan.verdict(line: record.line, .skipped)
                return false
            }
            let issue = isHeader(record) ? ImportIssue(.repeatedHeader, message: "it is the header again") : error
            plan.verdict(issue, line: record.line, outcome: issue.kind.skips ? .skipped : .refused)
            return false
        }
    }

    private func isProse(_ record: borrowing CSVReader) -> Bool {
        if record.isBlank || !table.has(.date) { return false }
        // Each row has a date and several fields. A line is none that has but one and is not the end of a file that was cut off, in which words stand in the place of
        // the date, or of which no field is cut off.
        let isWhole = record.count == 1 && (record.offset < bytes.count || FooterText.isEnded(bytes))
        guard isWhole || record.count >= table.width || table[.date] < record.count && !record.word(table[.date]).isEmpty else { return false }
        return FooterText.isProse((0..<min(record.count, table.width)).map { record.text($0) }, width: table.width)
    }

    private var table: ColumnMap { opening.map }

    /// Whether a row repeats the header, as where files were put one behind the other.
    private func isHeader(_ record: borrowing CSVReader) -> Bool {
        guard record.count >= opening.map.width else { return false }
        for (column, heading) in opening.map.headings.enumerated() where String(Substring(record.text(column)).trimmed) != heading { return false }
        return true
    }

    /// A row must have as many fields as the header; empty ones more do no harm.
    private func checkShape(_ record: borrowing CSVReader) throws(ImportIssue) {
        if record.hasStrayText {
            throw ImportIssue(.strayText, message: "text follows a closing quote", hint: "a quote within a quoted field is written twice")
        }
        let width = opening.map.width
        if record.count < width {
            throw ImportIssue(
                .fieldCount, text: record.shown(0), message: "it has \(record.count) of the \(width) fields that the header names",
                hint: otherDelimiter(record) ?? "a field may be empty, but its delimiter must be there")
        }
        for column in width..<record.count where !record.word(column).isEmpty {
            throw ImportIssue(
                .fieldCount, text: record.shown(column), message: "it has \(record.count) fields, but the header names \(width)",
                hint: "a field that holds \(FileHeader.word(opening.delimiter)) must be quoted")
        }
    }

    /// A hint for a row whose fields have another delimiter than the header's; nil for any other row.
    private func otherDelimiter(_ record: borrowing CSVReader) -> String? {
        guard record.count == 1 else { return nil }
        let cell = record.field(0)
        let other = ",;\t|".utf8.first { byte in byte != opening.delimiter && cell.count { $0 == byte } >= opening.map.width - 1 }
        return other.map { "it is parted by \(FileHeader.word($0)), the header by \(FileHeader.word(opening.delimiter))" }
    }

    private mutating func report(_ done: Int) throws(ImportIssue) {
        nextReport = done + Self.stride
        if let progress, !progress(done, bytes.count * 2) { throw ImportIssue(.cancelled, message: "the import was stopped") }
    }
}

/// Tells the text that stands below a table: a disclaimer, the terms of the broker. It is left out.
enum FooterText {
    /// Why such a line is left out.
    static let reason = "it is text below the table"

    /// How many characters make a sentence: what is left of a row that was cut off is mostly shorter.
    private static let shortest = 25

    /// Whether the fields of a line are text without any figure that fills fewer of them than the table has, and begin with some words.
    ///
    /// What is left of a row that was cut off may read so, too: only the place of the date, or a line that is whole, tells them apart.
    static func isProse(_ fields: [String], width: Int) -> Bool {
        let filled = fields.filter { !$0.isEmpty }
        guard let first = filled.first, filled.count < width, first.first?.isLetter == true, first.contains(" ") else { return false }
        guard filled.reduce(0, { $0 + $1.count }) >= shortest else { return false }
        return !filled.contains(where: hasFigure)
    }

    /// Whether a file ends with a whole line.
    static func isEnded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.last == lineFeed || bytes.last == carriageReturn }

    /// Whether a field has a digit in it, as each date and each number has.
    static func hasFigure(_ text: String) -> Bool { text.contains(where: \.isNumber) }
}
