public import CSQLite

/// A compiled SQL statement.
///
/// A statement may run a million times over, so what is done for each row crosses the module's border inlined, straight onto SQLite's own calls.
/// Parameters are counted from 1 and columns from 0, as SQLite counts them.
public final class SQLiteStatement {
    /// SQLite's own statement, for calls that have no name here; good as long as this object.
    public let handle: OpaquePointer
    /// Whether SQLite took a value for too large: the statement would run without it. One thread uses a statement, and a check of that for each row
    /// would cost more than the row.
    @exclusivity(unchecked) @usableFromInline var isTooLarge = false

    /// Takes over a statement; it is finalized with this object.
    init(handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    // MARK: Running

    /// Runs to the next row or to the end; SQLite's code says which, or what went wrong. Prefer `SQLiteConnection.next`, which throws.
    @inlinable @inline(__always)
    public func step() -> Int32 {
        guard isTooLarge else { return sqlite3_step(handle) }
        isTooLarge = false
        return SQLITE_TOOBIG
    }

    /// Ends the run, so that the statement can run again; what is bound stays bound.
    @inlinable @inline(__always)
    public func reset() { sqlite3_reset(handle) }

    /// Whether the statement writes nothing to the database.
    public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    // MARK: Parameters

    /// How many values are to be bound.
    public var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// Binds an integer.
    @inlinable @inline(__always)
    public func bind(_ index: Int, _ value: Int64) { sqlite3_bind_int64(handle, Int32(index), value) }

    /// Binds a float.
    public func bind(_ index: Int, _ value: Double) { sqlite3_bind_double(handle, Int32(index), value) }

    /// Binds a missing value.
    @inlinable @inline(__always)
    public func bindNull(_ index: Int) { sqlite3_bind_null(handle, Int32(index)) }

    /// Binds a text that stays where it is until the statement has run.
    @inlinable @inline(__always)
    public func bindBorrowed(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) {
        // A nil address would bind NULL, and an empty text is not missing.
        let address = text.baseAddress ?? SQLiteStatement.somewhere
        take(sqlite3_bind_text(handle, Int32(index), UnsafeRawPointer(address).assumingMemoryBound(to: CChar.self), Int32(clamping: text.count), nil))
    }

    /// Binds bytes that stay where they are until the statement has run.
    @inlinable @inline(__always)
    public func bindBorrowed(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
        take(sqlite3_bind_blob(handle, Int32(index), bytes.baseAddress, Int32(clamping: bytes.count), nil))
    }

    /// Binds a text that SQLite copies.
    public func bind(_ index: Int, _ text: String) {
        take(sqlite3_bind_text(handle, Int32(index), text, Int32(clamping: text.utf8.count), SQLiteStatement.transient))
    }

    /// Binds bytes that SQLite copies.
    public func bind(_ index: Int, _ bytes: [UInt8]) {
        take(sqlite3_bind_blob(handle, Int32(index), bytes, Int32(clamping: bytes.count), SQLiteStatement.transient))
    }

    /// Notes what SQLite said to a value. A size beyond 32 bits is told as the largest, which is too large as well.
    @inlinable @inline(__always)
    func take(_ code: Int32) {
        if code == SQLITE_TOOBIG { isTooLarge = true }
    }

    /// Tells SQLite to copy what is bound.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// An address for texts that have none.
    @inlinable static var somewhere: UnsafePointer<UInt8> {
        let empty: StaticString = ""
        return empty.utf8Start
    }

    // MARK: Columns

    /// How many columns a row has.
    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The name of a column, as the statement gives it.
    public func columnName(_ column: Int) -> String { String(cString: sqlite3_column_name(handle, Int32(column))) }

    /// Whether a column is one of a table, and not computed.
    public func isColumnOfTable(_ column: Int) -> Bool { sqlite3_column_decltype(handle, Int32(column)) != nil }

    /// What kind of value a column holds: `SQLITE_NULL`, `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT` or `SQLITE_BLOB`.
    @inlinable @inline(__always)
    public func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }

    /// The integer of a column; 0 where it holds none.
    @inlinable @inline(__always)
    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The float of a column; 0 where it holds no number.
    public func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// The text of a column in UTF-8, which is good until the next step; without an address where the value is missing.
    @inlinable @inline(__always)
    public func text(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        // The pointer first, then the count: that is the order in which SQLite promises that they belong together.
        let start = sqlite3_column_text(handle, Int32(column))
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// The bytes of a column, which are good until the next step.
    @inlinable @inline(__always)
    public func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }
}
