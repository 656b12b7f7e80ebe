/// A value that is written as bytes between luca and `luca-sheet`, and read back as the same.
protocol WireValue {
    /// Appends its bytes.
    func write(to writer: inout WireWriter)
    /// Reads it; nil where the bytes are none, or end too early.
    init?(from reader: inout WireReader)
}

/// Bytes in the order in which they are written. Numbers have their least significant byte first; texts and lists are preceded by their length.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    mutating func add(raw number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ value: some WireValue) { value.write(to: &self) }

    mutating func add(_ utf8: UnsafeBufferPointer<UInt8>) {
        add(raw: UInt32(clamping: utf8.count))
        bytes += utf8
    }

    mutating func clear(keeping count: Int) { bytes.removeLast(bytes.count - count) }

    /// Writes how long what follows is into the first four bytes, which stand free for that.
    mutating func close() {
        let count = UInt32(clamping: bytes.count - 4)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: count >> (8 * place)) }
    }
}

/// Reads values from bytes; each call gives nil where these end too early.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func byte() -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func raw<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = MemoryLayout<Number>.size
        guard bytes.endIndex - position >= width else { return nil }
        defer { position += width }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position - bytes.startIndex, as: Number.self)) }
    }

    mutating func text() -> String? {
        guard let count = raw(UInt32.self), Int(count) <= bytes.endIndex - position else { return nil }
        defer { position += Int(count) }
        return String(decoding: bytes[position..<position + Int(count)], as: UTF8.self)
    }

    mutating func value<Value: WireValue>(_: Value.Type = Value.self) -> Value? { Value(from: &self) }
}

extension UInt8: WireValue {
    func write(to writer: inout WireWriter) { writer.add(self) }

    init?(from reader: inout WireReader) {
        guard let byte = reader.byte() else { return nil }
        self = byte
    }
}

extension Bool: WireValue {
    func write(to writer: inout WireWriter) { writer.add(self ? 1 as UInt8 : 0) }

    init?(from reader: inout WireReader) {
        guard let byte = reader.byte(), byte < 2 else { return nil }
        self = byte == 1
    }
}

extension Int: WireValue {
    func write(to writer: inout WireWriter) { writer.add(raw: Int64(self)) }

    init?(from reader: inout WireReader) {
        guard let number = reader.raw(Int64.self) else { return nil }
        self = Int(number)
    }
}

extension Double: WireValue {
    func write(to writer: inout WireWriter) { writer.add(raw: bitPattern) }

    /// Only finite numbers are read: a file with any other is one that programs refuse.
    init?(from reader: inout WireReader) {
        guard let bits = reader.raw(UInt64.self), Double(bitPattern: bits).isFinite else { return nil }
        self = Double(bitPattern: bits)
    }
}

extension String: WireValue {
    func write(to writer: inout WireWriter) {
        var text = self
        text.withUTF8 { writer.add($0) }
    }

    init?(from reader: inout WireReader) {
        guard let text = reader.text() else { return nil }
        self = text
    }
}

extension Array: WireValue where Element: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(raw: UInt32(clamping: count))
        for element in self { element.write(to: &writer) }
    }

    /// It grows as its elements are read: a count takes no memory before they are there.
    init?(from reader: inout WireReader) {
        guard let count = reader.raw(UInt32.self) else { return nil }
        self = []
        for _ in 0..<count {
            guard !reader.isAtEnd, let element = Element(from: &reader) else { return nil }
            append(element)
        }
    }
}
