package import Values

/// Writes fields one behind the other, numbers with the lowest byte first.
package struct ByteSink {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    /// A sink with nothing in it.
    package init() {}

    package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    private mutating func raw(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func put(byte: UInt8) { bytes.append(byte) }
    mutating func put(bytes more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
    mutating func put(_ value: Int64) { raw(value) }
    mutating func put(short value: UInt16) { raw(value) }
    package mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    mutating func put(_ value: FixedDecimal) { raw(value.units) }
    mutating func put(_ value: Day) { raw(value.number) }
    package mutating func put(_ value: Currency) { raw(value.packed) }

    mutating func put(_ value: String) {
        raw(UInt32(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func put(_ value: Day?) {
        put(value != nil)
        if let value { put(value) }
    }

    mutating func put(_ value: FixedDecimal?) {
        put(value != nil)
        if let value { put(value) }
    }

    /// Writes how many there are, then each.
    mutating func list<Element>(_ elements: [Element], _ put: (inout ByteSink, Element) -> Void) {
        raw(UInt32(elements.count))
        for element in elements { put(&self, element) }
    }
}

/// Reads what a sink wrote, and trusts none of it.
package struct ByteSource {
    /// The bytes are not what a sink wrote.
    package struct Mismatch: Error {
        package init() {}
    }

    private let bytes: UnsafeRawBufferPointer
    /// Where the next field begins; behind the end there is none.
    var position = 0

    /// A source at the beginning of bytes, which must stay where they are while it is used.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    private mutating func raw<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) throws(Mismatch) -> Value {
        let size = MemoryLayout<Value>.size
        guard bytes.count - position >= size else { throw Mismatch() }
        defer { position += size }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    /// Whether all was read.
    var isAtEnd: Bool { position == bytes.count }

    /// Passes over so many bytes.
    mutating func skip(_ count: Int) throws(Mismatch) {
        guard bytes.count - position >= count else { throw Mismatch() }
        position += count
    }

    @inline(__always)
    package mutating func byte() throws(Mismatch) -> UInt8 {
        guard position < bytes.count else { throw Mismatch() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws(Mismatch) -> Int64 { try raw(Int64.self) }

    mutating func number32() throws(Mismatch) -> Int32 {
        guard let value = Int32(exactly: try number()) else { throw Mismatch() }
        return value
    }

    package mutating func flag() throws(Mismatch) -> Bool {
        let byte = try raw(UInt8.self)
        guard byte <= 1 else { throw Mismatch() }
        return byte == 1
    }

    mutating func decimal() throws(Mismatch) -> FixedDecimal { FixedDecimal(units: try raw(Int128.self)) }
    package mutating func currency() throws(Mismatch) -> Currency { Currency(packed: try raw(UInt64.self)) }

    mutating func day() throws(Mismatch) -> Day {
        let day = Day(number: try raw(Int32.self))
        guard day >= .min, day <= .max else { throw Mismatch() }
        return day
    }

    mutating func optionalDay() throws(Mismatch) -> Day? { try flag() ? day() : nil }
    mutating func optionalDecimal() throws(Mismatch) -> FixedDecimal? { try flag() ? decimal() : nil }

    mutating func text() throws(Mismatch) -> String { try text(count: Int(try raw(UInt32.self))) }

    mutating func text(count: Int) throws(Mismatch) -> String {
        if count == 0 { return "" }
        guard bytes.count - position >= count else { throw Mismatch() }
        let utf8 = UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        position += count
        // Nearly all are of ASCII, which needs no other check.
        if utf8.allSatisfy({ $0 < 128 }) { return String(decoding: utf8, as: UTF8.self) }
        guard let text = String(validating: utf8, as: UTF8.self) else { throw Mismatch() }
        return text
    }

    /// A case by its name.
    mutating func named<Value: RawRepresentable<String>>(_ type: Value.Type) throws(Mismatch) -> Value {
        guard let value = Value(rawValue: try text()) else { throw Mismatch() }
        return value
    }

    mutating func list<Element>(_ read: (inout ByteSource) throws(Mismatch) -> Element) throws(Mismatch) -> [Element] {
        let count = Int(try raw(UInt32.self))
        // Each takes a byte at the least, so that no count makes room for more than there can be.
        guard count <= bytes.count - position else { throw Mismatch() }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    /// Makes sure that nothing is left.
    package func finish() throws(Mismatch) {
        if position != bytes.count { throw Mismatch() }
    }
}
