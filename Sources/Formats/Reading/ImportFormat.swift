import JSON

/// A kind of file that luca imports.
public protocol ImportFormat: Sendable {
    /// The name by which the user asks for the format.
    var name: String { get }
    /// One sentence on what such files hold.
    var summary: String { get }
    /// A small file of it, header first.
    var example: String { get }
}

/// A format whose file is a table with a header line.
///
/// Each format is one file and one line in `Formats.tables`; `Sources/Formats/README.md` tells the steps.
protocol TableFormat: ImportFormat {
    /// The columns it knows.
    var columns: [ColumnSpec] { get }
    /// How well a header fits, 0 where it does not; of several formats the highest takes the file.
    func score(_ map: ColumnMap) -> Int
    /// The same with the rows below the header at hand; most formats do not look at them.
    func score(_ map: ColumnMap, rows: [[String]]) throws(ImportIssue) -> Int
    /// The columns of a header line, with those that the user named; nil where it cannot be one of this format.
    func map(_ header: [String], options: ImportOptions) throws(ImportIssue) -> ColumnMap?
    /// What the user says about the file, with what the format itself knows of its files.
    func adjusted(_ options: ImportOptions) -> ImportOptions
    /// Whether a second column of currencies is read where the first is empty, so that it is not told as unused.
    var readsOtherCurrencies: Bool { get }
    /// Whether headings such as `Amount (EUR)` tell the currency of the figures below them.
    var readsHeadingUnits: Bool { get }
    /// Whether an account that has another name in the book is known by the ids of its rows.
    var knowsAccountsByIDs: Bool { get }
    /// Whether a day may be told as the moment of its midnight where somebody sat.
    var tellsDaysAsMidnights: Bool { get }
    /// What a header lacks to be of this format, as field names; for the message where no format fits.
    func missing(_ map: ColumnMap) -> [String]
    /// A reader for the rows of one file.
    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader
}

extension TableFormat {
    func score(_ map: ColumnMap, rows: [[String]]) throws(ImportIssue) -> Int { score(map) }
    func adjusted(_ options: ImportOptions) -> ImportOptions { options }
    var readsOtherCurrencies: Bool { false }
    var readsHeadingUnits: Bool { true }
    var knowsAccountsByIDs: Bool { false }
    var tellsDaysAsMidnights: Bool { false }

    func map(_ header: [String], options: ImportOptions) throws(ImportIssue) -> ColumnMap? {
        let map = try ColumnMap(header, specs: columns, user: [:])
        guard !options.columns.isEmpty else { return map }
        // A header without a column that the user named need not be the one that the user means: `FileHeader` sees to it where it is.
        let keys = Set(header.map(HeaderKey.of)), known = Set(columns.map(\.field.rawValue))
        guard options.columns.keys.allSatisfy({ keys.contains(HeaderKey.of($0)) }), options.columns.values.allSatisfy(known.contains)
        else { return map }
        return try ColumnMap(header, specs: columns, user: options.columns)
    }
}

/// A format whose file is one JSON document.
protocol DocumentFormat: ImportFormat {
    /// Whether a document is of it.
    func fits(_ document: JSONValue) -> Bool
    /// Puts what a document holds into a plan; what is wrong with one of its objects is a verdict.
    ///
    /// - Returns: what is to be done with the document as a whole; nil for nothing.
    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) -> (any FileCompletion)?
}

/// A format whose file is a text of statements, such as a journal of another program.
protocol TextFormat: ImportFormat {
    /// Whether a file is of it for certain.
    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool
    /// Puts what a file says into a plan, telling how it goes on; what is wrong with one of its statements is a verdict.
    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue)
    /// The root of its files where they may be XML; empty for others. A script that reads documents of this root goes before it.
    var root: String { get }
    /// What its users call it as well.
    var otherNames: [String] { get }
}

extension TextFormat {
    var root: String { "" }
    var otherNames: [String] { [] }
}

/// Turns the rows of one file into verdicts and what there is to add.
protocol RowReader: FileCompletion {
    /// Reads one record; an issue refuses it.
    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
}
