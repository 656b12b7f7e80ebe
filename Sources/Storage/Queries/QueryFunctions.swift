import CSQLite
import SQLite
import Values

/// The functions that a query has, and versions of a few whose own ones take time that nothing bounds.
///
/// SQLite looks whether it should stop between two steps, never within a function. Its own `instr`, `replace` and `trim` compare each
/// place of one text with all of another, which two texts of a megabyte make last for minutes. `json_patch` looks for each name of one object
/// among all of another, and is left out; the other functions of JSON take a time that grows with their text.
enum QueryFunctions {
    /// By their names in small letters. All compute from their arguments, but for those that tell the time.
    static let allowed = Set(
        """
        abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max min nullif octet_length \
        printf quote random replace round rtrim sign substr substring total trim typeof unhex unicode unlikely upper zeroblob -> ->> \
        acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sin sinh sqrt tan \
        tanh trunc \
        current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch \
        avg count group_concat string_agg sum cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number \
        json json_array json_array_length json_each json_error_position json_extract json_group_array json_group_object json_insert json_object \
        json_pretty json_quote json_remove json_replace json_set json_tree json_type json_valid \
        decimal_add decimal_mul decimal_sub decimal_sum
        """.split(separator: " ").map(String.init))

    /// Functions whose answer is a table, for the details of activities and the bodies of plans.
    static let allowedTables: Set = ["json_each", "json_tree"]

    /// Bytes of the text that says which characters `trim` takes away.
    private static let longestTrimming = 100

    /// Puts the bounded versions in the places of SQLite's own.
    static func register(on handle: OpaquePointer) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(handle, "instr", 2, flags, nil, instr, nil, nil, nil)
        sqlite3_create_function_v2(handle, "replace", 3, flags, nil, replace, nil, nil, nil)
        for (name, trim) in [("trim", trim), ("ltrim", trimLeft), ("rtrim", trimRight)] {
            sqlite3_create_function_v2(handle, name, 2, flags, nil, trim, nil, nil, nil)
        }
    }

    private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static let instr: Function = { context, count, arguments in
        guard let values = values(count, arguments) else { return sqlite3_result_null(context) }
        let areBytes = values.allSatisfy { sqlite3_value_type($0) == SQLITE_BLOB }
        let (whole, part) = (bytes(values[0], asText: !areBytes), bytes(values[1], asText: !areBytes))
        guard let place = TextSearch(part).place(in: whole, from: 0) else { return sqlite3_result_int64(context, 0) }
        let before = areBytes ? place : whole[..<place].count { $0 & 0xC0 != 0x80 }
        sqlite3_result_int64(context, Int64(before + 1))
    }

    private static let replace: Function = { context, count, arguments in
        guard let values = values(count, arguments) else { return sqlite3_result_null(context) }
        let (whole, part, new) = (bytes(values[0]), bytes(values[1]), bytes(values[2]))
        guard !part.isEmpty else { return answer(context, whole) }
        let longest = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
        let search = TextSearch(part)
        var result: [UInt8] = []
        var start = 0
        while let place = search.place(in: whole, from: start) {
            result += whole[start..<place]
            result += new
            start = place + part.count
            if result.count > longest { return sqlite3_result_error_toobig(context) }
        }
        result += whole[start...]
        result.withUnsafeBytes { answer(context, $0) }
    }

    private static let trim: Function = { context, count, arguments in trim(context, values(count, arguments), left: true, right: true) }
    private static let trimLeft: Function = { context, count, arguments in trim(context, values(count, arguments), left: true, right: false) }
    private static let trimRight: Function = { context, count, arguments in trim(context, values(count, arguments), left: false, right: true) }

    private static func trim(_ context: OpaquePointer?, _ values: [OpaquePointer]?, left: Bool, right: Bool) {
        guard let values else { return sqlite3_result_null(context) }
        let (whole, taken) = (bytes(values[0]), bytes(values[1]))
        guard taken.count <= longestTrimming else {
            return DecimalSQL.fail(context, "trim takes away at most \(longestTrimming) bytes of characters, and \(taken.count) were given")
        }
        let characters = String(decoding: taken, as: UTF8.self).unicodeScalars.map { Array(String($0).utf8) }
        var rest = whole[...]
        while left, let character = characters.first(where: rest.starts) { rest = rest.dropFirst(character.count) }
        while right, let character = characters.first(where: { rest.suffix($0.count).elementsEqual($0) && !rest.isEmpty }) { rest = rest.dropLast(character.count) }
        answer(context, UnsafeRawBufferPointer(rebasing: rest))
    }

    // MARK: Arguments and answers

    /// The arguments; nil where one of them is missing.
    private static func values(_ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) -> [OpaquePointer]? {
        let values = (0..<Int(count)).compactMap { arguments?[$0] }
        return values.contains { sqlite3_value_type($0) == SQLITE_NULL } ? nil : values
    }

    /// The bytes of an argument, good until the function returns; those of a number are its digits.
    private static func bytes(_ value: OpaquePointer, asText: Bool = true) -> UnsafeRawBufferPointer {
        if !asText { return UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))) }
        return UnsafeRawBufferPointer(DecimalSQL.text(value))
    }

    private static func answer(_ context: OpaquePointer?, _ bytes: UnsafeRawBufferPointer) {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        guard let base = bytes.baseAddress else { return sqlite3_result_text(context, "", 0, copied) }
        sqlite3_result_text(context, base.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), copied)
    }
}

/// Looks for one text in another in a time that grows with the sum of their lengths (Knuth, Morris and Pratt 1977).
private struct TextSearch {
    private let part: UnsafeRawBufferPointer
    /// For each beginning of the part: how long its longest end is that the part begins with too.
    private var overlaps: [Int] = []

    init(_ part: UnsafeRawBufferPointer) {
        self.part = part
        for place in part.indices { overlaps.append(place == 0 ? 0 : step(overlaps[place - 1], part[place])) }
    }

    /// Where the part first begins at or behind a place; a part without a byte is everywhere.
    func place(in whole: UnsafeRawBufferPointer, from start: Int) -> Int? {
        if part.isEmpty { return start }
        var matched = 0
        for place in start..<whole.count {
            matched = step(matched == part.count ? overlaps[matched - 1] : matched, whole[place])
            if matched == part.count { return place + 1 - matched }
        }
        return nil
    }

    /// How much of the part is matched with one more byte.
    private func step(_ matched: Int, _ byte: UInt8) -> Int {
        var matched = matched
        while matched > 0, part[matched] != byte { matched = overlaps[matched - 1] }
        return part[matched] == byte ? matched + 1 : matched
    }
}

/// `printf` and `format` for queries: SQLite's own, but widths and precisions are short and stand in the format.
///
/// SQLite writes the billion characters that `%.*c` may ask for one by one, though it keeps none past the longest value. What is asked
/// for within bounds goes to the function of another connection, since it cannot be called where it has been replaced.
final class QueryFormat {
    /// Digits of a width or precision.
    private static let mostDigits = 3

    private let connection: BookConnection

    private init() throws(StorageError) { connection = try BookConnection(path: ":memory:", access: .memory, busyTimeout: 0) }

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
