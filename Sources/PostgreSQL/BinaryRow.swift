/// Reads a row as `copyOut` hands it over: the fields one after another, each as bytes or missing.
///
///     var row = try BinaryRow(bytes)
///     let number = try row.int64(), text = try row.text()
///
/// It is good as long as the bytes. Reading past the last field, or a field of another width, fails with `misuse`.
public struct BinaryRow {
    private var rest: UnsafeRawBufferPointer
    /// How many fields the row has.
    public let fieldCount: Int
    /// How many fields have been read.
    public private(set) var position = 0

    /// Begins to read.
    ///
    /// - Parameter bytes: a tuple as `COPY … (FORMAT binary)` writes it: the count of fields, then for each its length and its bytes.
    public init(_ bytes: UnsafeRawBufferPointer) throws(PostgresError) {
        guard bytes.count >= 2 else { throw Self.malformed }
        fieldCount = Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        rest = UnsafeRawBufferPointer(rebasing: bytes[2...])
        guard fieldCount >= 0 else { throw Self.malformed }
    }

    /// The bytes of the next field; nil where it has no value. An empty value has no bytes, and is not nil.
    public mutating func next() throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard position < fieldCount, rest.count >= 4 else { throw Self.malformed }
        let length = Int(Int32(bigEndian: rest.loadUnaligned(as: Int32.self)))
        guard length >= -1, rest.count - 4 >= length else { throw Self.malformed }
        position += 1
        let field = length < 0 ? nil : UnsafeRawBufferPointer(rebasing: rest[4..<(4 + length)])
        rest = UnsafeRawBufferPointer(rebasing: rest[(4 + max(length, 0))...])
        return field
    }

    /// The next field, an `int8`; nil where it has no value.
    public mutating func int64() throws(PostgresError) -> Int64? { try integer() }

    /// The next field, an `int4`; nil where it has no value.
    public mutating func int32() throws(PostgresError) -> Int32? { try integer() }

    /// The next field, an `int2`; nil where it has no value.
    public mutating func int16() throws(PostgresError) -> Int16? { try integer() }

    /// The next field, a `text`; nil where it has no value.
    public mutating func text() throws(PostgresError) -> String? { try next().map { String(decoding: $0, as: UTF8.self) } }

    private mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>() throws(PostgresError) -> Number? {
        guard let bytes = try next() else { return nil }
        guard bytes.count == MemoryLayout<Number>.size else { throw Self.malformed }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    private static var malformed: PostgresError { PostgresError(.misuse, "A row of the server has other fields than were asked of it.") }
}
