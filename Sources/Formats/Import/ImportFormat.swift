/// A kind of file that luca imports.
public protocol ImportFormat: Sendable {
    /// The name to ask for it by.
    var name: String { get }
    /// One sentence on what it holds.
    var summary: String { get }
    /// A small file of it, header first.
    var example: String { get }
}

/// A format whose file is a table with a header line.
///
/// One file a format, and one line in `Formats.tables`; `Sources/Formats/README.md` tells the steps.
protocol TableFormat: ImportFormat {
    /// The columns it knows.
    var columns: [ColumnSpec] { get }
    /// How well a header fits, 0 where it does not; of several formats the highest takes the file.
    func score(_ map: ColumnMap) -> Int
    /// What a header lacks to be of this format, as field names; for the message where no format fits.
    func missing(_ map: ColumnMap) -> [String]
    /// A reader for the rows of one file.
    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader
}

/// Turns the rows of one file into verdicts and what there is to add.
protocol RowReader {
    /// Reads one record; an issue refuses it.
    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome
}
