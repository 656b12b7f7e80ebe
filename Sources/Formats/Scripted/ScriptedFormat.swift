import Ledger
public import Values

/// A format that a script defined: the meanings of its columns and words, and where these are not enough, a function that reads each row.
///
/// Its functions run in the script's own state, on the thread that imports.
public struct ScriptedFormat: TableFormat, @unchecked Sendable {
    /// Whether a header with a few rows below it is of the format.
    public typealias Sniff = (_ header: [String], _ rows: [[String]]) throws(ImportIssue) -> Bool
    /// Turns a row into activities, or skips it.
    public typealias Row = (ScriptedRow) throws(ImportIssue) -> ScriptedVerdict
    /// Tells of the first records of a file which one is the header, counted from 1; 0 where the file is of the format and has none, nil where it is not.
    public typealias SniffRecords = (_ records: [[String]]) throws(ImportIssue) -> Int?
    /// Reads a whole file.
    public typealias Read = (ScriptedRecords) throws(ImportIssue) -> [ScriptedEntry]
    /// Reads a whole XML document.
    public typealias ReadElements = (ScriptedElements) throws(ImportIssue) -> [ScriptedEntry]

    /// The name by which the user asks for the format.
    public let name: String
    /// One sentence on what such files hold.
    public let summary: String
    /// None: the script knows its own files.
    public let example = ""
    /// Fields by the file's own headings: `["Handelstag": "date"]`.
    public var headings: [String: String] = [:]
    /// What is known of every file of the format, unless the user says otherwise.
    public var defaults = ImportOptions()
    /// The function that recognises a file; nil where one that has all the headings is of the format.
    public var sniff: Sniff?
    /// The function that reads each row; nil where the columns say all.
    public var row: Row?
    /// The headings that tell a file which is read as a whole, where nothing sniffs at it.
    public var marks: [String] = []
    /// The function that recognises a file which is read as a whole; nil where the headings tell.
    public var sniffRecords: SniffRecords?
    /// The function that reads a whole file; nil where each row is read by itself.
    public var read: Read?
    /// The names of the root by which XML documents of the format are told; none where its files are tables.
    public var roots: [String] = []
    /// Whether another kind of the broker's files tells the same in rows of its own.
    public var hasTwins = false
    /// The function that reads an XML document; nil where its files are tables.
    public var readElements: ReadElements?

    /// Makes a format that has nothing but its name and its sentence.
    public init(name: String, summary: String) {
        self.name = name
        self.summary = summary
    }

    /// Whether it reads a file as a whole.
    public var isWhole: Bool { read != nil || readElements != nil }

    /// The script reads its columns by itself.
    var readsHeadingUnits: Bool { false }

    /// Where the columns say all, the headings that are known everywhere count too.
    var columns: [ColumnSpec] { row == nil ? TransactionsCSV().columns : ImportField.allCases.map { ColumnSpec($0, keys: []) } }

    /// The fields that headings may be said to be.
    public static var fields: [String] { TransactionsCSV().columns.map(\.field.rawValue) }

    func map(_ header: [String], options: ImportOptions) throws(ImportIssue) -> ColumnMap? {
        let told = headings.filter { !options.columns.values.contains($0.value) }.merging(options.columns) { _, user in user }
        if told.keys.allSatisfy(header.contains) || hasAll(told.keys, of: header) { return try ColumnMap(header, specs: columns, user: told) }
        // The sniffing may still say that it is one, and then what is missing is told.
        return sniff == nil ? nil : try ColumnMap(header, specs: columns, user: [:])
    }

    private func hasAll(_ told: some Collection<String>, of header: [String]) -> Bool {
        let keys = Set(header.map(HeaderKey.of))
        return told.allSatisfy { keys.contains(HeaderKey.of($0)) }
    }

    func score(_ map: ColumnMap) -> Int { 0 }

    func score(_ map: ColumnMap, rows: [[String]]) throws(ImportIssue) -> Int {
        guard let sniff else { return headings.isEmpty ? 0 : 500 + map.matched }
        guard try sniff(map.headings, rows) else { return 0 }
        _ = try ColumnMap(map.headings, specs: columns, user: headings)
        return 1000 + map.matched
    }

    func missing(_ map: ColumnMap) -> [String] { headings.keys.sorted().filter { !map.headings.contains($0) } }

    func adjusted(_ options: ImportOptions) -> ImportOptions {
        var options = options
        options.types = defaults.types.merging(options.types) { _, user in user }
        options.dateOrder = options.dateOrder ?? defaults.dateOrder
        options.decimalMark = options.decimalMark ?? defaults.decimalMark
        options.account = options.account ?? defaults.account
        if options.currency == nil { (options.currency, options.minorUnit) = (defaults.currency, defaults.minorUnit) }
        return options
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        guard let row else { return try TransactionReader(table, &plan) }
        return try ScriptedReader(table: table, words: TypeWords(user: table.options.types), row: row)
    }
}

/// A row as a script sees it.
public struct ScriptedRow {
    /// The value of a column whose field the format tells.
    public enum Value {
        /// A text.
        case text(String)
        /// A number.
        case number(FixedDecimal)
        /// A day.
        case day(Day)
        /// A moment.
        case moment(Instant)
    }

    /// The line on which the row begins.
    public var line: Int
    /// The headings and what stands below them, in the order of the columns.
    public var cells: [(heading: String, text: String)]
    /// The values of the columns that are mapped; those without a value are left out.
    public var fields: [(name: String, value: Value)]
}

/// What a script makes of a row.
public enum ScriptedVerdict {
    /// The row makes these activities.
    case drafts([ImportedDraft])
    /// The row is skipped, for this reason.
    case skip(String)
}

/// Hands rows to a script and takes in what it makes of them.
struct ScriptedReader: RowReader {
    let table: Table
    var words: TypeWords
    let row: ScriptedFormat.Row

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        var cells: [(heading: String, text: String)] = []
        for column in 0..<max(record.count, table.map.width) {
            let heading = column < table.map.width ? table.map.headings[column] : ""
            cells.append((heading, String(decoding: record.word(column), as: UTF8.self)))
        }
        let row = ScriptedRow(line: record.line, cells: cells, fields: try fields(record))
        switch try self.row(row) {
        case .skip(let reason): throw ImportIssue(.leftOut, message: reason)
        case .drafts(let drafts):
            guard !drafts.isEmpty else { throw ImportIssue(.leftOut, message: "the importer makes nothing of it") }
            try plan.add(drafts, line: record.line)
            return .add
        }
    }

    private mutating func fields(_ record: borrowing CSVReader) throws(ImportIssue) -> [(name: String, value: ScriptedRow.Value)] {
        var fields: [(name: String, value: ScriptedRow.Value)] = []
        for field in ImportField.allCases where table.map.has(field) && !record.word(table.map[field]).isEmpty {
            if field == .date {
                let date = try table.date(record, column: table.map[.date])
                fields.append((field.rawValue, .day(date.day)))
                if let time = date.instant, !table.map.has(.time) { fields.append((ImportField.time.rawValue, .moment(time))) }
            } else if field == .type {
                switch words.meaning(record.word(table.map[.type])) {
                case .activity(let kind, _): fields.append((field.rawValue, .text(kind.rawValue)))
                case .skip: throw table.issue(.leftOut, record, .type, "rows of type \"\(record.shown(table.map[.type]))\" are left out")
                case .price, .unknown: fields.append((field.rawValue, .text(table.text(record, field))))
                }
            } else if field.isNumber {
                if let number = try table.number(record, field, column: table.map[field]) { fields.append((field.rawValue, .number(number.decimal))) }
            } else {
                fields.append((field.rawValue, .text(table.text(record, field))))
            }
        }
        return fields
    }
}

/// The formats that are written in Lua: those that scripts of the session defined, and those that come with luca.
public struct ScriptedFormats {
    /// Those that scripts defined, which go before luca's own.
    public var own: [ScriptedFormat] = []
    /// The names of those that come with luca.
    public var shippedNames: [String] = []
    /// Reads those that come with luca; asked only for a file that no script and no format of luca's own is certain of.
    public var readShipped: () throws(ImportIssue) -> [ScriptedFormat] = { () throws(ImportIssue) in [] }

    /// None.
    public init() {}

    /// The names of all that read files as a whole, for messages.
    var wholeFileNames: [String] { own.filter(\.isWhole).map(\.name) + shippedNames.filter { name in !own.contains { $0.name == name } } }

    /// The file, if one of the formats that come with luca knows it.
    ///
    /// - Parameter opening: what the other formats take it for; nil where none takes it.
    func shipped(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions, instead opening: FileHeader?) throws(ImportIssue) -> ScriptedFile? {
        if shippedNames.isEmpty { return nil }
        if let name = options.format, !shippedNames.contains(name) { return nil }
        // Brokers' headings mean something to the general formats too, but a script or luca's own headings leave no doubt.
        if let opening, opening.isOwn || opening.format is ScriptedFormat || !options.columns.isEmpty { return nil }
        return try ScriptedFile(bytes, options: options, formats: readShipped())
    }
}
