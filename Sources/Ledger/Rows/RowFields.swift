import Values

/// The columns of a row that is read, each with a fault for what is wrong with it. The first two are its number and its act.
///
/// A book of a million activities is read at each start, so decimals, days and names are read from the bytes as they lie in the
/// file, and nothing but notes becomes a string.
package struct RowFields {
    @usableFromInline let fields: UnsafeBufferPointer<JournalField>

    /// The columns that somebody lends.
    @inlinable
    package init(_ fields: UnsafeBufferPointer<JournalField>) { self.fields = fields }

    /// Whether a column has no value.
    @inline(__always)
    package func isMissing(_ column: Int) -> Bool { fields[column].isNull }

    /// The bytes of a text.
    @inline(__always)
    package func text(_ column: Int) throws(RowFault) -> UnsafeBufferPointer<UInt8> {
        guard case .text(let bytes) = fields[column] else { throw RowFault(column: column, problem: "it is no text") }
        return bytes
    }

    /// A whole number.
    @inline(__always)
    package func integer(_ column: Int) throws(RowFault) -> Int {
        guard case .integer(let value) = fields[column] else { throw RowFault(column: column, problem: "it is no whole number") }
        return Int(value)
    }

    /// The number of an account or instrument.
    @inline(__always)
    package func id(_ column: Int) throws(RowFault) -> Int32 {
        guard let value = Int32(exactly: try integer(column)) else { throw RowFault(column: column, problem: "its number is too large") }
        return value
    }

    /// The number of an entry.
    @inline(__always)
    package func entry(_ column: Int) throws(RowFault) -> EntryID { EntryID(try integer(column)) }

    /// A text.
    @inline(__always)
    package func string(_ column: Int) throws(RowFault) -> String {
        let bytes = try text(column)
        return bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self)
    }

    /// A text that is not written where it is empty.
    package func optionalString(_ column: Int) throws(RowFault) -> String { isMissing(column) ? "" : try string(column) }

    /// A decimal.
    @inline(__always)
    package func decimal(_ column: Int) throws(RowFault) -> FixedDecimal {
        let bytes = try text(column)
        do { return try FixedDecimal(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    /// A decimal, or nil where the column has no value.
    @inline(__always)
    package func optionalDecimal(_ column: Int) throws(RowFault) -> FixedDecimal? { isMissing(column) ? nil : try decimal(column) }

    /// A day.
    @inline(__always)
    package func day(_ column: Int) throws(RowFault) -> Day {
        let bytes = try text(column)
        do { return try Day(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    /// A day, or nil where the column has no value.
    package func optionalDay(_ column: Int) throws(RowFault) -> Day? { isMissing(column) ? nil : try day(column) }

    /// A moment.
    package func instant(_ column: Int) throws(RowFault) -> Instant {
        let text = try string(column)
        do { return try Instant(iso8601: text) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    /// A moment, or nil where the column has no value.
    @inline(__always)
    package func optionalInstant(_ column: Int) throws(RowFault) -> Instant? { isMissing(column) ? nil : try instant(column) }

    /// A currency by its code.
    @inline(__always)
    package func currency(_ column: Int) throws(RowFault) -> Currency {
        let bytes = try text(column)
        do { return try Currency(utf8: bytes) } catch { throw RowFault(column: column, problem: "\(error)") }
    }

    /// The case of an enum whose raw value a column holds.
    package func word<Value: RawRepresentable<String>>(_ column: Int) throws(RowFault) -> Value {
        let word = String(decoding: try text(column), as: UTF8.self)
        guard let value = Value(rawValue: word) else { throw RowFault(column: column, problem: "\"\(word)\" is not known") }
        return value
    }

    /// What few rows have as JSON.
    ///
    /// - Parameter keys: those that this version knows.
    package func json<Value: Decodable>(_ column: Int, _ type: Value.Type, keys: [String], by json: RowJSON) throws(RowFault) -> Value {
        let bytes = try text(column)
        do {
            guard let value = try json.decode(type, bytes, keys) as? Value else { throw RowFault(column: column, problem: "it is no \(type)") }
            return value
        } catch {
            throw RowFault(column: column, problem: (error as? RowFault)?.problem ?? "\(error)")
        }
    }
}

/// The values of an enumeration by the bytes of their names.
struct RawNames<Value: RawRepresentable<String> & CaseIterable> {
    private let names: [(bytes: [UInt8], value: Value)]
    /// Where the last one was found: rows of a kind come in runs.
    private var last = 0

    init() { names = Value.allCases.map { (Array($0.rawValue.utf8), $0) } }

    @inline(__always)
    mutating func value(_ bytes: UnsafeBufferPointer<UInt8>, column: Int) throws(RowFault) -> Value {
        if names[last].bytes.elementsEqual(bytes) { return names[last].value }
        return try search(bytes, column)
    }

    private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int) throws(RowFault) -> Value {
        guard let index = names.firstIndex(where: { $0.bytes.elementsEqual(bytes) }) else {
            throw RowFault(column: column, problem: "\"\(String(decoding: bytes, as: UTF8.self))\" is not known")
        }
        last = index
        return names[index].value
    }
}
