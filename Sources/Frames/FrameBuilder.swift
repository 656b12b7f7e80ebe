import Values

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
    private let types: [ColumnType]
    private var policies: [FramePolicy] = []
    private var warnings: [FrameWarning] = []
    private var rowCount = 0

    /// A builder of a frame with these columns.
    public init(_ name: String, _ schemas: [ColumnSchema]) {
        self.name = name
        self.writers = schemas.map { ColumnWriter($0) }
        self.types = schemas.map(\.type)
    }

    /// Adds a row: one value per column, in the order of the columns. A value that does not suit its column is an error, and no row is added.
    public mutating func append(_ values: [FrameValue]) throws(FrameError) {
        precondition(values.count == writers.count, "a row of \(name) has \(writers.count) values")
        // All values are checked before the first is added, so that a bad one leaves no half row; by the types alone, as a writer that is asked would be copied.
        for index in values.indices where values[index].converted(to: types[index]) == nil { _ = try writers[index].converted(values[index]) }
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

/// Values of one column as they are gathered one by one, before there is a column.
struct ColumnWriter {
    /// The name and the type of the column.
    let schema: ColumnSchema
    private let pool: TextPool?
    private var decimals: [FixedDecimal] = []
    private var longs: [Int64] = []
    private var shorts: [Int32] = []
    private var bytes: [UInt8] = []

    /// A writer without values yet; `pool` keeps the texts of a text column.
    init(_ schema: ColumnSchema, pool: TextPool? = nil) {
        self.schema = schema
        self.pool = schema.type == .text ? pool ?? TextPool() : nil
    }

    /// Adds a value; an int joins a decimal column as the same number, a whole decimal an int column, an ISO date in text a day column.
    mutating func append(_ value: FrameValue) throws(FrameError) {
        switch try converted(value) {
        case .none: appendNone()
        case .int(let value): longs.append(value)
        case .decimal(let value): decimals.append(value)
        case .text(let text): shorts.append(pool!.code(for: text))
        case .day(let day): shorts.append(day.number)
        case .instant(let moment): longs.append(moment.microseconds)
        case .bool(let value): bytes.append(value ? 1 : 0)
        }
    }

    /// The value as the column holds it, or an error that names the column.
    func converted(_ value: FrameValue) throws(FrameError) -> FrameValue {
        guard let converted = value.converted(to: schema.type) else {
            throw FrameError.mismatch(value, column: schema.name, type: schema.type)
        }
        return converted
    }

    private mutating func appendNone() {
        switch schema.type {
        case .int: longs.append(Missing.int)
        case .decimal: decimals.append(.absent)
        case .text: shorts.append(Missing.text)
        case .day: shorts.append(Missing.day)
        case .instant: longs.append(Missing.instant)
        case .bool: bytes.append(Missing.bool)
        }
    }

    /// The column of the values so far.
    consuming func column() -> Column {
        switch schema.type {
        case .int, .instant: standing(longs)
        case .decimal: standing(decimals)
        case .text, .day: standing(shorts)
        case .bool: standing(bytes)
        }
    }

    private func standing<T>(_ values: [T]) -> Column {
        Column(
            schema,
            ColumnData(type: schema.type, count: values.count, pool: pool, ofValues: true) { (memory) throws(FrameError) in
                memory.bindMemory(to: T.self, capacity: values.count).initialize(from: values, count: values.count)
            })
    }
}

extension FrameValue {
    /// The value as a column of `type` holds it; nil if it cannot.
    func converted(to type: ColumnType) -> FrameValue? {
        switch (self, type) {
        case (.none, _), (.decimal, .decimal), (.text, .text), (.day, .day), (.instant, .instant), (.bool, .bool):
            return self
        case (.int(let value), .int):
            return value == Missing.int ? nil : self
        case (.int(let value), .decimal):
            return .decimal(FixedDecimal(Int(value)))
        case (.decimal(let value), .int):
            guard let whole = value.exactInt else { return nil }
            return FrameValue.int(Int64(whole)).converted(to: .int)
        case (.text(let text), .day):
            return (try? Day(text)).map { .day($0) }
        case (.text(let text), .instant):
            return (try? Instant(iso8601: text)).map { .instant($0) }
        case (.int, _), (.decimal, _), (.text, _), (.day, _), (.instant, _), (.bool, _):
            return nil
        }
    }
}
