/// Builds a frame row by row; for results of some hundreds of rows.
///
/// ```swift
/// var builder = FrameBuilder("cash", [.text("account"), .text("currency"), .money("balance")])
/// try builder.append(["Savings", "EUR", .decimal(balance)])
/// let frame = builder.frame()
/// ```
public struct FrameBuilder {
    private let name: String
    private var writers: [ColumnWriter]
    private var policies: [FramePolicy] = []
    private var warnings: [FrameWarning] = []
    private var rowCount = 0

    /// A builder of a frame with these columns.
    public init(_ name: String, _ schemas: [ColumnSchema]) {
        self.name = name
        self.writers = schemas.map { ColumnWriter($0) }
    }

    /// Adds a row: one value per column, in the order of the columns. A value that does not suit its column is an error, and no row is added.
    public mutating func append(_ values: [FrameValue]) throws(FrameError) {
        precondition(values.count == writers.count, "a row of \(name) has \(writers.count) values")
        // All values are checked before the first is added, so that a bad one leaves no half row.
        for index in values.indices { _ = try writers[index].converted(values[index]) }
        for index in values.indices { try writers[index].append(values[index]) }
        rowCount += 1
    }

    /// Adds a setting that shaped the result.
    public mutating func add(policy name: String, _ value: String) { policies.append(FramePolicy(name, value)) }

    /// Adds a warning.
    public mutating func add(warning kind: String, _ message: String, about subject: String = "") {
        warnings.append(FrameWarning(kind: kind, message: message, subject: subject))
    }

    /// The frame of the rows so far.
    public func frame() -> Frame {
        Frame(name, rowCount: rowCount, columns: writers.map { $0.column() }, policies: policies, warnings: warnings)
    }
}
