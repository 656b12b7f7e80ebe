import Values

/// Puts the rows of several answers to one question below each other, with a column in front that tells whose they are.
///
/// A column that only some of the frames have is without value in the rows of the others. The rows are copied as they come, so that nothing
/// else of a frame is needed afterwards.
///
/// ```swift
/// var stack = FrameStack(label: "book")
/// try stack.add(holdingsOfAnna, labelled: "anna")
/// try stack.add(holdingsOfBen, labelled: "ben")
/// let frame = stack.frame()
/// ```
public struct FrameStack {
    private let label: String
    private var name: String?
    private var labels: ColumnWriter
    private var columns: [StackedColumn] = []
    private var policies: [FramePolicy] = []
    private var warnings: [FrameWarning] = []
    private var rowCount = 0

    /// A stack whose first column has this name.
    public init(label: String) {
        self.label = label
        labels = ColumnWriter(.text(label).ranked(.deciding))
    }

    /// Whether no frame has been added.
    public var isEmpty: Bool { name == nil }

    /// Adds the rows, the settings and the warnings of a frame; each warning says whose it is.
    public mutating func add(_ frame: Frame, labelled text: String) throws(FrameError) {
        name = name ?? frame.name
        for warning in frame.warnings { warnings.append(FrameWarning(kind: warning.kind, message: "\(text): \(warning.message)")) }
        for policy in frame.policies where !policies.contains(policy) { policies.append(policy) }
        var place = 0
        for column in frame.columns {
            let name = column.name == label ? "\(label)_2" : column.name
            if let known = columns.firstIndex(where: { $0.schema.name == name }) {
                place = known
            } else {
                var schema = column.schema
                schema.name = name
                columns.insert(StackedColumn(schema, missing: rowCount), at: min(place, columns.count))
            }
            try columns[place].add(column)
            place += 1
        }
        for _ in 0..<frame.rowCount { try labels.append(.text(text)) }
        rowCount += frame.rowCount
        for column in columns.indices { columns[column].fill(to: rowCount) }
    }

    /// Adds a warning, such as of one whose answer is missing.
    public mutating func add(_ warning: FrameWarning) { warnings.append(warning) }

    /// The frame of all rows so far.
    public func frame() -> Frame {
        let names = Set(columns.map(\.schema.name))
        var made = [labels.column()] + columns.map { $0.column(beside: names) }
        // Amounts of which each frame had one currency of its own are told apart by a column.
        if !names.contains("currency"), label != "currency", let telling = columns.lazy.compactMap(\.mixedCurrencies).first {
            made.append(Column(.text("currency").ranked(.leading), telling))
        }
        return Frame(name ?? "", rowCount: rowCount, columns: made, policies: policies, warnings: warnings)
    }
}

/// A column of a stack, as far as it is filled.
private struct StackedColumn {
    private(set) var schema: ColumnSchema
    private var values: StackedValues
    /// The currency of each amount, of a column of money.
    private var currencies: StackedValues?
    /// Whether the amounts of some frames are in one currency and those of others in another, or in that of a column.
    private var isMixed = false

    init(_ schema: ColumnSchema, missing count: Int) {
        self.schema = schema
        values = StackedValues(schema.type)
        values.fill(to: count)
    }

    /// Adds the values of a frame's column of this name.
    mutating func add(_ column: Column) throws(FrameError) {
        let storage = try column.materialize(), start = values.count
        if column.schema.currency != schema.currency { isMixed = true }
        if storage.type != values.type, storage.missingCount < storage.count { widen(for: column.schema) }
        try values.add(storage)
        schema.isComputed = schema.isComputed || column.schema.isComputed
        schema.isShownEmpty = schema.isShownEmpty || column.schema.isShownEmpty
        guard let codes = column.currencies else { return }
        var known = currencies ?? StackedValues(.text)
        known.fill(to: start)
        try known.add(codes.materialize())
        currencies = known
    }

    /// Takes on a type that holds what is there and what comes: that of the newcomer where nothing is there, decimals for whole numbers, else text.
    private mutating func widen(for other: ColumnSchema) {
        let isNumeric = other.type.isNumeric && values.type.isNumeric
        let wanted: ColumnType = values.isWithoutValue ? other.type : isNumeric ? .decimal : .text
        if wanted == values.type { return }
        values = values.converted(to: wanted)
        var changed = wanted == other.type ? other : ColumnSchema(schema.name, wanted)
        changed.name = schema.name
        schema = changed
    }

    /// Leaves the rows up to a number without value.
    mutating func fill(to count: Int) {
        values.fill(to: count)
        currencies?.fill(to: count)
    }

    /// The currency of each amount, where not all are in one and no column tells.
    var mixedCurrencies: ColumnData? { isMixed ? currencies?.data() : nil }

    /// The column, in a frame with columns of these names.
    func column(beside names: Set<String>) -> Column {
        guard let currencies else { return Column(schema, values.data()) }
        switch schema.currency {
        case .none: return Column(schema, values.data())
        // The frame joins the column to the one of its currencies.
        case .column(let name) where !isMixed && names.contains(name): return Column(schema, values.data())
        case .fixed where !isMixed: return Column(schema, values.data())
        case .column, .fixed:
            var schema = schema
            if isMixed { schema.currency = .column("currency") }
            return Column(schema, values.data(), currencies: currencies.data())
        }
    }
}

/// Values of one type that stand one behind the other, from several columns.
private struct StackedValues {
    private(set) var type: ColumnType
    private let pool: TextPool?
    private var bytes: [UInt8] = []
    private(set) var count = 0

    init(_ type: ColumnType) {
        self.type = type
        pool = type == .text ? TextPool() : nil
    }

    /// Whether no row has a value.
    var isWithoutValue: Bool {
        (try? data().materialize()).map { $0.missingCount == $0.count } ?? true
    }

    /// Adds the values of a column; those of another type as `converted` has them.
    mutating func add(_ storage: ColumnStorage) throws(FrameError) {
        guard storage.type == type else {
            for row in 0..<storage.count { append(storage[row]) }
            return
        }
        if let pool, let texts = storage.pool {
            // Each text is looked up once.
            var codes = [Int32](repeating: -1, count: texts.count)
            for code in storage.codes {
                if code >= 0, codes[Int(code)] < 0 { codes[Int(code)] = pool.code(forUTF8: texts.utf8(code)) }
                append(code < 0 ? Missing.text : codes[Int(code)])
            }
            return
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: storage.base, count: storage.count * type.stride))
        count += storage.count
    }

    /// The same values in another type.
    func converted(to wanted: ColumnType) -> StackedValues {
        var result = StackedValues(wanted)
        guard let storage = try? data().materialize() else { return result }
        for row in 0..<count { result.append(storage[row]) }
        return result
    }

    /// Adds a value as the type has it; as text if there is no other way.
    private mutating func append(_ value: FrameValue) {
        switch type == .text && !value.isNone ? .text(value.description) : value.converted(to: type) ?? .none {
        case .none: fill(to: count + 1)
        case .int(let number): append(number)
        case .decimal(let number): append(number)
        case .text(let text): append(pool?.code(for: text) ?? Missing.text)
        case .day(let day): append(day.number)
        case .instant(let moment): append(moment.microseconds)
        case .bool(let truth): append(truth ? 1 as UInt8 : 0)
        }
    }

    private mutating func append<Value>(_ value: Value) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        count += 1
    }

    /// Adds rows without value up to a number of rows.
    mutating func fill(to wanted: Int) {
        while count < wanted {
            switch type {
            case .int: append(Missing.int)
            case .decimal: append(FixedDecimal.absent)
            case .text: append(Missing.text)
            case .day: append(Missing.day)
            case .instant: append(Missing.instant)
            case .bool: append(Missing.bool)
            }
        }
    }

    /// The values as those of a column.
    func data() -> ColumnData {
        let bytes = bytes
        return ColumnData(type: type, count: count, pool: pool, ofValues: true) { (memory) throws(FrameError) in
            bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
        }
    }
}
