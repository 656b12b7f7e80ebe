/// Reads the parts of a message; each call throws where the bytes end too early or are none of what is asked for. A count that stands in them takes no
/// memory: lists grow as their items are read.
public struct MessageReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// How many values of one kind stand within one another where the reader is; whoever reads values that hold their like counts and bounds them by it.
    public var depth = 0

    /// Reads a payload.
    init(_ payload: ArraySlice<UInt8>) { (bytes, position) = (payload, payload.startIndex) }

    /// Whether everything was read.
    public var isAtEnd: Bool { position == bytes.endIndex }

    /// One byte.
    public mutating func byte() throws(BrokenMessage) -> UInt8 {
        guard position < bytes.endIndex else { throw BrokenMessage() }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number of two bytes.
    public mutating func short() throws(BrokenMessage) -> UInt16 { try integer() }
    /// A number of four bytes.
    public mutating func word() throws(BrokenMessage) -> UInt32 { try integer() }
    /// A number of eight bytes.
    public mutating func long() throws(BrokenMessage) -> UInt64 { try integer() }
    /// A whole number, which may be below zero.
    public mutating func number() throws(BrokenMessage) -> Int { Int(try integer(Int64.self)) }

    /// A number that is one: neither infinite nor undefined.
    public mutating func double() throws(BrokenMessage) -> Double {
        let value = Double(bitPattern: try integer())
        guard value.isFinite else { throw BrokenMessage() }
        return value
    }

    /// Yes or no.
    public mutating func flag() throws(BrokenMessage) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw BrokenMessage() }
        return byte == 1
    }

    /// A text; bytes that are no UTF-8 become replacement characters.
    public mutating func text() throws(BrokenMessage) -> String { String(decoding: try span(), as: UTF8.self) }

    /// Bytes.
    public mutating func body() throws(BrokenMessage) -> [UInt8] { Array(try span()) }

    /// Texts.
    public mutating func texts() throws(BrokenMessage) -> [String] { try list { (reader) throws(BrokenMessage) in try reader.text() } }

    /// Numbers.
    public mutating func doubles() throws(BrokenMessage) -> [Double] { try list { (reader) throws(BrokenMessage) in try reader.double() } }

    /// Values.
    package mutating func list<Value: MessageValue>(_: Value.Type = Value.self) throws(BrokenMessage) -> [Value] {
        try list { (reader) throws(BrokenMessage) in try Value(from: &reader) }
    }

    /// Things that are read one like the other.
    public mutating func list<Value>(of read: (inout MessageReader) throws(BrokenMessage) -> Value) throws(BrokenMessage) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try word()) { values.append(try read(&self)) }
        return values
    }

    /// A value, or that there is none.
    package mutating func optional<Value: MessageValue>(_: Value.Type = Value.self) throws(BrokenMessage) -> Value? {
        try flag() ? try Value(from: &self) : nil
    }

    /// A case of an enumeration that is written as a byte.
    public mutating func choice<Choice: RawRepresentable<UInt8>>(_: Choice.Type = Choice.self) throws(BrokenMessage) -> Choice {
        guard let choice = Choice(rawValue: try byte()) else { throw BrokenMessage() }
        return choice
    }

    /// As many bytes as the count in front of them says.
    private mutating func span() throws(BrokenMessage) -> ArraySlice<UInt8> {
        let count = Int(try word())
        guard count <= bytes.endIndex - position else { throw BrokenMessage() }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(BrokenMessage) -> Number {
        let width = MemoryLayout<Number>.size, start = position - bytes.startIndex
        guard width <= bytes.endIndex - position else { throw BrokenMessage() }
        position += width
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self)) }
    }
}
