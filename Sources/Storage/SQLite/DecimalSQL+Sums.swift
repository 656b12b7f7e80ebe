import CSQLite
import Values

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
