import CSQLite
import Values

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
