import CSQLite

/// A compiled SQL statement.
///
/// The insertions and the loading of a book run one of these a million times over, straight on SQLite's own calls.
final class SQLiteStatement {
    let handle: OpaquePointer
    /// Whether SQLite took a value for too large: the statement would run without it.
    private var isTooLarge = false

    /// Takes over a statement; it is finalized with this object.
    init(handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    @inline(__always)
    func bind(_ index: Int, _ value: Int64) { sqlite3_bind_int64(handle, Int32(index), value) }

    @inline(__always)
    func bindNull(_ index: Int) { sqlite3_bind_null(handle, Int32(index)) }

    /// Binds a text that stays where it is until the statement has run.
    @inline(__always)
    func bindBorrowed(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) {
        // A nil address would bind NULL, and an empty text is not missing.
        let address = text.baseAddress ?? SQLiteStatement.somewhere
        take(sqlite3_bind_text(handle, Int32(index), UnsafeRawPointer(address).assumingMemoryBound(to: CChar.self), Int32(clamping: text.count), nil))
    }

    /// Binds bytes that stay where they are until the statement has run.
    @inline(__always)
    func bindBorrowed(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
        take(sqlite3_bind_blob(handle, Int32(index), bytes.baseAddress, Int32(clamping: bytes.count), nil))
    }

    /// Binds a text that SQLite copies.
    func bind(_ index: Int, _ text: String) {
        take(sqlite3_bind_text(handle, Int32(index), text, Int32(clamping: text.utf8.count), SQLiteStatement.transient))
    }

    /// Binds bytes that SQLite copies.
    func bind(_ index: Int, _ bytes: [UInt8]) {
        take(sqlite3_bind_blob(handle, Int32(index), bytes, Int32(clamping: bytes.count), SQLiteStatement.transient))
    }

    @inline(__always)
    func bind(_ index: Int, _ field: JournalField) {
        switch field {
        case .null, .foreign: bindNull(index)
        case .integer(let value): bind(index, value)
        case .text(let bytes): bindBorrowed(index, bytes)
        }
    }

    /// Notes what SQLite said to a value. A size beyond 32 bits is told as the largest, which is too large as well.
    @inline(__always)
    private func take(_ code: Int32) {
        if code == SQLITE_TOOBIG { isTooLarge = true }
    }

    /// Runs to the next row or to the end; the code says which, or what went wrong.
    @inline(__always)
    func step() -> Int32 {
        guard isTooLarge else { return sqlite3_step(handle) }
        isTooLarge = false
        return SQLITE_TOOBIG
    }

    @inline(__always)
    func reset() { sqlite3_reset(handle) }

    @inline(__always)
    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The text of a column, which is good until the next step.
    @inline(__always)
    func text(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        // The pointer first, then the count: that is the order in which SQLite promises that they belong together.
        let start = sqlite3_column_text(handle, Int32(column))
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// The bytes of a column, which are good until the next step.
    @inline(__always)
    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    @inline(__always)
    func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

    @inline(__always)
    func field(_ column: Int) -> JournalField {
        switch type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_FLOAT: .foreign(type: "a float")
        default: .foreign(type: "bytes")
        }
    }

    /// The same for a column of a strict table, which holds what it is declared to hold or nothing: with fewer calls, for those who
    /// read millions of rows.
    @inline(__always)
    func strictField(_ column: Int, isInteger: Bool) -> JournalField {
        let value = sqlite3_column_value(handle, Int32(column))
        if isInteger {
            return sqlite3_value_type(value) == SQLITE_NULL ? .null : .integer(sqlite3_value_int64(value))
        }
        guard let start = sqlite3_value_text(value) else { return .null }
        return .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Tells SQLite to copy what is bound.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// An address for texts that have none.
    private static var somewhere: UnsafePointer<UInt8> {
        let empty: StaticString = ""
        return empty.utf8Start
    }
}
