/// Writes a message as bytes. Numbers stand with their least significant byte first; texts and bodies are preceded by their length.
public struct MessageWriter: Sendable {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    /// Nothing is written yet.
    init() {}

    /// Writes one byte.
    public mutating func add(_ value: UInt8) { bytes.append(value) }
    /// Writes two bytes.
    public mutating func add(_ value: UInt16) { append(value) }
    /// Writes four bytes.
    public mutating func add(_ value: UInt32) { append(value) }
    /// Writes eight bytes.
    public mutating func add(_ value: UInt64) { append(value) }
    /// Writes a text as UTF-8.
    public mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// Writes bytes.
    public mutating func add(_ body: [UInt8]) {
        append(UInt32(clamping: body.count))
        bytes += body
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    /// The frame: what was written, behind its length.
    mutating func finish() -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: bytes.count - 4).littleEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }
}

/// Reads the parts of a message; each call returns nil if the bytes end too early.
public struct MessageReader: Sendable {
    private var rest: ArraySlice<UInt8>

    /// Reads a payload.
    init(_ payload: ArraySlice<UInt8>) { rest = payload }

    /// Whether everything was read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// One byte.
    public mutating func byte() -> UInt8? { rest.popFirst() }
    /// A number of two bytes.
    public mutating func short() -> UInt16? { integer() }
    /// A number of four bytes.
    public mutating func word() -> UInt32? { integer() }
    /// A number of eight bytes.
    public mutating func number() -> UInt64? { integer() }

    /// Bytes that are preceded by their length.
    public mutating func bytes() -> ArraySlice<UInt8>? {
        guard let count = word(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    /// A text; bytes that are no UTF-8 become replacement characters.
    public mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    private mutating func integer<Number: FixedWidthInteger>() -> Number? {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { return nil }
        let value = rest.prefix(width).reversed().reduce(Number(0)) { $0 << 8 | Number($1) }
        rest = rest.dropFirst(width)
        return value
    }
}
