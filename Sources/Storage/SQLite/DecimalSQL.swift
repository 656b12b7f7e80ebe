import CSQLite
import Values

/// Exact decimals in SQL: a collation that orders their texts by value, sums and averages that do not go through floats, and the
/// functions of SQLite's own decimal extension by the same names.
enum DecimalSQL {
    /// Registers collation and functions on a connection.
    static func register(on handle: OpaquePointer) {
        sqlite3_create_collation_v2(handle, "decimal", SQLITE_UTF8, nil, compare, nil)
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_window_function(handle, "sum", 1, flags, nil, step, sumFinal, sumValue, inverse, nil)
        sqlite3_create_window_function(handle, "avg", 1, flags, nil, step, averageFinal, averageValue, inverse, nil)
        sqlite3_create_window_function(handle, "decimal_sum", 1, flags, nil, step, sumFinal, sumValue, inverse, nil)
        sqlite3_create_function_v2(handle, "decimal_add", 2, flags, nil, add, nil, nil, nil)
        sqlite3_create_function_v2(handle, "decimal_sub", 2, flags, nil, subtract, nil, nil, nil)
        sqlite3_create_function_v2(handle, "decimal_mul", 2, flags, nil, multiply, nil, nil, nil)
    }

    // MARK: Order

    private typealias Compare = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32

    private static let compare: Compare = { _, firstCount, first, secondCount, second in
        let a = UnsafeRawBufferPointer(start: first, count: Int(firstCount))
        let b = UnsafeRawBufferPointer(start: second, count: Int(secondCount))
        guard let x = decimal(a), let y = decimal(b) else {
            // Texts that are no numbers stand behind those that are, in the order of their bytes.
            if decimal(a) != nil { return -1 }
            if decimal(b) != nil { return 1 }
            return a.lexicographicallyPrecedes(b) ? -1 : b.lexicographicallyPrecedes(a) ? 1 : 0
        }
        return x < y ? -1 : x > y ? 1 : 0
    }

    static func decimal(_ bytes: UnsafeRawBufferPointer) -> FixedDecimal? {
        try? FixedDecimal(utf8: bytes.bindMemory(to: UInt8.self))
    }
}
