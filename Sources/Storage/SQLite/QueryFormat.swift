import CSQLite
import SQLite

/// `printf` and `format` for queries: SQLite's own, but widths and precisions are short and stand in the format.
///
/// SQLite writes the billion characters that `%.*c` may ask for one by one, though it keeps none past the longest value. What is asked
/// for within bounds goes to the function of another connection, since it cannot be called where it has been replaced.
final class QueryFormat {
    /// Digits of a width or precision.
    private static let mostDigits = 3

    private let connection: BookConnection

    private init() throws(StorageError) { connection = try BookConnection(path: SQLiteStore.memoryPath, access: .memory, busyTimeout: 0) }

    /// Puts the bounded versions in the places of SQLite's own.
    static func register(on handle: OpaquePointer) throws(StorageError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        for name in ["printf", "format"] {
            let kept = Unmanaged.passRetained(try QueryFormat()).toOpaque()
            sqlite3_create_function_v2(handle, name, -1, flags, kept, call, nil, nil) { kept in Unmanaged<QueryFormat>.fromOpaque(kept!).release() }
        }
    }

    private static let call: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = { context, count, arguments in
        guard count > 0, let format = arguments?[0], sqlite3_value_type(format) != SQLITE_NULL else { return sqlite3_result_null(context) }
        guard isBounded(DecimalSQL.text(format)) else {
            return DecimalSQL.fail(context, "printf takes widths and precisions of at most \(mostDigits) digits, written in its format")
        }
        let formatter = Unmanaged<QueryFormat>.fromOpaque(sqlite3_user_data(context)!).takeUnretainedValue()
        do throws(StorageError) { try formatter.answer(context, (0..<Int(count)).map { arguments?[$0] }) } catch { DecimalSQL.fail(context, error.message) }
    }

    private func answer(_ context: OpaquePointer?, _ arguments: [OpaquePointer?]) throws(StorageError) {
        let marks = Array(repeating: "?", count: arguments.count).joined(separator: ", ")
        let statement = try connection.statement("SELECT printf(\(marks))")
        for (place, argument) in arguments.enumerated() { sqlite3_bind_value(statement.handle, Int32(place + 1), argument) }
        defer { statement.reset() }
        guard try connection.next(statement) else { return sqlite3_result_null(context) }
        let text = statement.text(0)
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        text.withMemoryRebound(to: CChar.self) { sqlite3_result_text(context, $0.baseAddress, Int32($0.count), copied) }
    }

    /// Whether each directive of a format has a short width and precision, which are not arguments.
    private static func isBounded(_ format: UnsafeBufferPointer<UInt8>) -> Bool {
        var isDirective = false
        var digits = 0
        for byte in format {
            switch byte {
            case UInt8(ascii: "%"): (isDirective, digits) = (!isDirective, 0)
            case UInt8(ascii: "*") where isDirective: return false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where isDirective:
                digits += 1
                if digits > mostDigits { return false }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): if byte != UInt8(ascii: "l") { isDirective = false }
            default: digits = 0
            }
        }
        return true
    }
}
