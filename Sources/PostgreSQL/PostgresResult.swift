import CPostgreSQL

/// What a statement answered with: its rows, and how many it touched. Rows and columns are counted from 0.
public final class PostgresResult {
    let handle: OpaquePointer
    let library: PostgresLibrary

    /// Takes over a result; it is freed with this object.
    init(handle: OpaquePointer, library: PostgresLibrary) { (self.handle, self.library) = (handle, library) }

    deinit { library.clear(handle) }

    /// How many rows there are.
    public var rowCount: Int { Int(library.rowCount(handle)) }

    /// How many columns each row has.
    public var columnCount: Int { Int(library.columnCount(handle)) }

    /// The name of a column.
    public func columnName(_ column: Int) -> String {
        check(0, column, hasRow: false)
        return library.columnName(handle, CInt(column)).map { String(cString: $0) } ?? ""
    }

    /// How many rows the statement inserted, updated, deleted, selected or copied; nil where it does none of these.
    public var commandTuples: Int? { library.commandTuples(handle).flatMap { Int(String(cString: $0)) } }

    /// Whether there is no value at that place.
    public func isNull(_ row: Int, _ column: Int) -> Bool {
        check(row, column)
        return library.isNull(handle, CInt(row), CInt(column)) != 0
    }

    /// The bytes of a value as the server sent them, good as long as this object; without an address where there is no value.
    ///
    /// A `bytea` is itself in binary results only; in text results it is written in hexadecimal digits.
    public func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        guard !isNull(row, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: library.value(handle, CInt(row), CInt(column)), count: Int(library.length(handle, CInt(row), CInt(column))))
    }

    /// The text of a value; nil where there is none.
    public func text(_ row: Int, _ column: Int) -> String? { isNull(row, column) ? nil : String(decoding: bytes(row, column), as: UTF8.self) }

    /// The integer of a value, of a text or a binary result; nil where there is no value, or none that is an integer.
    public func integer(_ row: Int, _ column: Int) -> Int? {
        guard !isNull(row, column) else { return nil }
        let bytes = bytes(row, column)
        guard library.columnFormat(handle, CInt(column)) == PostgresFormat.binary.rawValue else { return Int(String(decoding: bytes, as: UTF8.self)) }
        switch bytes.count {
        case 2: return Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: return Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: return Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        default: return nil
        }
    }

    /// libpq answers with no value to a place that is not there, which would be taken for one.
    private func check(_ row: Int, _ column: Int, hasRow: Bool = true) {
        precondition(column >= 0 && column < columnCount && (!hasRow || row >= 0 && row < rowCount), "a result has no such place")
    }
}
