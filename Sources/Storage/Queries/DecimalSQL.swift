import CSQLite
import Ledger
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

/// Single decimals added, subtracted and multiplied.
extension DecimalSQL {
    static let add: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = { context, _, arguments in
        calculate(context, arguments) { (a, b) throws(DecimalError) in try a + b }
    }

    static let subtract: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = { context, _, arguments in
        calculate(context, arguments) { (a, b) throws(DecimalError) in try a - b }
    }

    static let multiply: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = { context, _, arguments in
        calculate(context, arguments) { (a, b) throws(DecimalError) in try a * b }
    }

    private static func calculate(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
        _ operation: (FixedDecimal, FixedDecimal) throws(DecimalError) -> FixedDecimal
    ) {
        guard let first = arguments?[0], let second = arguments?[1] else { return }
        if sqlite3_value_type(first) == SQLITE_NULL || sqlite3_value_type(second) == SQLITE_NULL { return sqlite3_result_null(context) }
        do {
            answer(context, try operation(try number(first), try number(second)))
        } catch {
            fail(context, "\(error)")
        }
    }

    /// An argument as a decimal; a float joins by its shortest digits.
    static func number(_ value: OpaquePointer) throws(DecimalError) -> FixedDecimal {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: FixedDecimal(Int(sqlite3_value_int64(value)))
        case SQLITE_FLOAT: try FixedDecimal(shortest: sqlite3_value_double(value))
        default: try FixedDecimal(utf8: text(value))
        }
    }

    /// The text of an argument, good until the function returns.
    static func text(_ value: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_value_text(value)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// Answers with a decimal, as the shortest text that is exactly its value.
    static func answer(_ context: OpaquePointer?, _ decimal: FixedDecimal) {
        withUnsafeTemporaryAllocation(byteCount: DecimalDigits.longestDecimal, alignment: 8) { buffer in
            let count = DecimalDigits.write(decimal, to: buffer.baseAddress!)
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_result_text(context, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), Int32(count), copied)
        }
    }

    static func fail(_ context: OpaquePointer?, _ message: String) {
        sqlite3_result_error(context, message, -1)
    }
}

/// `sum` and `avg`, exact over decimals and whole numbers, also over windows; a float among the values makes the result a float.
extension DecimalSQL {
    /// What has been added so far. SQLite makes the memory, zeroed, and aligned to eight bytes only, so the sum is kept in halves.
    private struct State {
        var low: UInt64 = 0
        var high: Int64 = 0
        var realSum = 0.0
        var decimals = 0
        var integers = 0
        var reals = 0

        var exactSum: FixedDecimal {
            get { FixedDecimal(units: Int128(high) << 64 | Int128(low)) }
            set {
                low = UInt64(truncatingIfNeeded: newValue.units)
                high = Int64(truncatingIfNeeded: newValue.units >> 64)
            }
        }

        var count: Int { decimals + integers + reals }
    }

    typealias Step = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    typealias Final = @convention(c) (OpaquePointer?) -> Void

    static let step: Step = { context, _, arguments in change(context, arguments, by: 1) }
    static let inverse: Step = { context, _, arguments in change(context, arguments, by: -1) }
    static let sumFinal: Final = { context in answerSum(context) }
    static let sumValue: Final = { context in answerSum(context) }
    static let averageFinal: Final = { context in answerAverage(context) }
    static let averageValue: Final = { context in answerAverage(context) }

    private static func state(_ context: OpaquePointer?) -> UnsafeMutablePointer<State>? {
        sqlite3_aggregate_context(context, Int32(MemoryLayout<State>.size))?.assumingMemoryBound(to: State.self)
    }

    /// Adds a value, or takes it away again as a window moves on.
    private static func change(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, by direction: Int) {
        guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
        guard let state = state(context) else { return sqlite3_result_error_nomem(context) }
        do {
            switch sqlite3_value_type(value) {
            case SQLITE_FLOAT:
                state.pointee.realSum += Double(direction) * sqlite3_value_double(value)
                state.pointee.reals += direction
            case SQLITE_INTEGER:
                state.pointee.exactSum = try next(state.pointee.exactSum, FixedDecimal(Int(sqlite3_value_int64(value))), direction)
                state.pointee.integers += direction
            default:
                state.pointee.exactSum = try next(state.pointee.exactSum, FixedDecimal(utf8: text(value)), direction)
                state.pointee.decimals += direction
            }
        } catch {
            fail(context, "a sum of what is not a number: \(error)")
        }
    }

    private static func next(_ sum: FixedDecimal, _ value: FixedDecimal, _ direction: Int) throws(DecimalError) -> FixedDecimal {
        direction > 0 ? try sum + value : try sum - value
    }

    private static func answerSum(_ context: OpaquePointer?) {
        guard let state = state(context)?.pointee, state.count > 0 else { return sqlite3_result_null(context) }
        if state.reals > 0 { return sqlite3_result_double(context, state.realSum + state.exactSum.doubleValue) }
        if state.decimals == 0, let whole = state.exactSum.exactInt { return sqlite3_result_int64(context, Int64(whole)) }
        answer(context, state.exactSum)
    }

    private static func answerAverage(_ context: OpaquePointer?) {
        guard let state = state(context)?.pointee, state.count > 0 else { return sqlite3_result_null(context) }
        if state.reals > 0 { return sqlite3_result_double(context, (state.realSum + state.exactSum.doubleValue) / Double(state.count)) }
        do { answer(context, try state.exactSum / FixedDecimal(state.count)) } catch { fail(context, "\(error)") }
    }
}
