public import Values

/// A column of a frame: what it is called and how it is shown, with the values behind it.
public struct Column {
    /// The name, the type, and how the values are shown.
    public internal(set) var schema: ColumnSchema
    /// The values, computed when first asked for.
    public let data: ColumnData
    /// For money, the currency code of each amount, whether or not the frame shows it; nil for other columns.
    ///
    /// A frame that leaves the currency column out still knows the currency of each amount, so it never adds up different ones.
    public internal(set) var currencies: ColumnData?

    /// A column of values that stand or are computed on demand; `schema` and `data` agree on the type.
    public init(_ schema: ColumnSchema, _ data: ColumnData) {
        precondition(schema.type == data.type, "column \(schema.name) is declared \(schema.type.name) and holds \(data.type.name)")
        self.init(schema, data, currencies: nil)
        if case .fixed(let currency) = schema.currency { currencies = .repeating(currency.code, count: data.count) }
    }

    /// A column with the currencies of its amounts.
    package init(_ schema: ColumnSchema, _ data: ColumnData, currencies: ColumnData?) {
        self.schema = schema
        self.data = data
        self.currencies = currencies
    }

    /// The name that it is asked for by.
    public var name: String { schema.name }
    /// The type of its values.
    public var type: ColumnType { schema.type }
    /// How many rows it has.
    public var count: Int { data.count }

    /// The filled memory; computed now unless it stands already. C code reads it by its base address.
    public func materialize() throws(FrameError) -> ColumnStorage { try data.materialize() }
}

extension Column {
    /// A column whose whole memory is written at once, when first asked for.
    ///
    /// The closure writes every one of the `count` values; a column of prices fills from a table of prices in one sweep.
    public static func ints(
        _ schema: ColumnSchema, count: Int, fill: @escaping (UnsafeMutableBufferPointer<Int64>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: nil, fill: fill) }

    /// A decimal column written at once; `FixedDecimal.absent` is no value.
    public static func decimals(
        _ schema: ColumnSchema, count: Int, fill: @escaping (UnsafeMutableBufferPointer<FixedDecimal>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: nil, fill: fill) }

    /// A text column written at once as codes of `pool`; -1 is no value.
    public static func texts(
        _ schema: ColumnSchema, count: Int, pool: TextPool,
        fill: @escaping (UnsafeMutableBufferPointer<Int32>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: pool, fill: fill) }

    /// A day column written at once as day numbers; `Int32.min` is no value.
    public static func days(
        _ schema: ColumnSchema, count: Int, fill: @escaping (UnsafeMutableBufferPointer<Int32>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: nil, fill: fill) }

    /// An instant column written at once as microseconds; `Int64.min` is no value.
    public static func instants(
        _ schema: ColumnSchema, count: Int, fill: @escaping (UnsafeMutableBufferPointer<Int64>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: nil, fill: fill) }

    /// A bool column written at once: 0, 1, or 2 for no value.
    public static func bools(
        _ schema: ColumnSchema, count: Int, fill: @escaping (UnsafeMutableBufferPointer<UInt8>) throws(FrameError) -> Void
    ) -> Column { whole(schema, count: count, pool: nil, fill: fill) }

    private static func whole<T>(
        _ schema: ColumnSchema, count: Int, pool: TextPool?,
        fill: @escaping (UnsafeMutableBufferPointer<T>) throws(FrameError) -> Void
    ) -> Column {
        let data = ColumnData(type: schema.type, count: count, pool: pool) { (memory) throws(FrameError) in
            precondition(MemoryLayout<T>.stride == schema.type.stride, "column \(schema.name) is declared \(schema.type.name)")
            try fill(UnsafeMutableBufferPointer(start: memory.bindMemory(to: T.self, capacity: count), count: count))
        }
        return Column(schema, data)
    }
}

extension Column {
    /// A column computed row by row, when first asked for; a frame of ten of its rows asks for ten only.
    public static func ints(_ schema: ColumnSchema, count: Int, each: @escaping (Int) throws(FrameError) -> Int64) -> Column {
        eachRow(schema, count: count, pool: nil, each: each)
    }

    /// A decimal column computed row by row; `FixedDecimal.absent` is no value.
    public static func decimals(
        _ schema: ColumnSchema, count: Int, each: @escaping (Int) throws(FrameError) -> FixedDecimal
    ) -> Column { eachRow(schema, count: count, pool: nil, each: each) }

    /// A text column computed row by row as codes of `pool`; -1 is no value.
    public static func texts(
        _ schema: ColumnSchema, count: Int, pool: TextPool, each: @escaping (Int) throws(FrameError) -> Int32
    ) -> Column { eachRow(schema, count: count, pool: pool, each: each) }

    /// A day column computed row by row as day numbers; `Int32.min` is no value.
    public static func days(_ schema: ColumnSchema, count: Int, each: @escaping (Int) throws(FrameError) -> Int32) -> Column {
        eachRow(schema, count: count, pool: nil, each: each)
    }

    /// An instant column computed row by row as microseconds; `Int64.min` is no value.
    public static func instants(_ schema: ColumnSchema, count: Int, each: @escaping (Int) throws(FrameError) -> Int64) -> Column {
        eachRow(schema, count: count, pool: nil, each: each)
    }

    /// A bool column computed row by row: 0, 1, or 2 for no value.
    public static func bools(_ schema: ColumnSchema, count: Int, each: @escaping (Int) throws(FrameError) -> UInt8) -> Column {
        eachRow(schema, count: count, pool: nil, each: each)
    }

    private static func eachRow<T>(
        _ schema: ColumnSchema, count: Int, pool: TextPool?, each: @escaping (Int) throws(FrameError) -> T
    ) -> Column {
        let data = ColumnData(
            type: schema.type, count: count, pool: pool,
            each: { (rows, memory) throws(FrameError) in
                precondition(MemoryLayout<T>.stride == schema.type.stride, "column \(schema.name) is declared \(schema.type.name)")
                guard let rows else {
                    let values = memory.bindMemory(to: T.self, capacity: count)
                    for row in 0..<count { (values + row).initialize(to: try each(row)) }
                    return
                }
                let values = memory.bindMemory(to: T.self, capacity: rows.count)
                for index in 0..<rows.count { (values + index).initialize(to: try each(Int(rows[index]))) }
            })
        return Column(schema, data)
    }
}

extension ColumnData {
    /// The same text in every row.
    static func repeating(_ text: String, count: Int) -> ColumnData {
        let pool = TextPool([text])
        return ColumnData(type: .text, count: count, pool: pool) { (memory) throws(FrameError) in
            memory.bindMemory(to: Int32.self, capacity: count).initialize(repeating: 0, count: count)
        }
    }
}
