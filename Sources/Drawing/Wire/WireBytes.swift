/// The bytes are no message of luca and `luca-draw`: they end too early, go on too long, or say what neither of them says.
public struct BrokenMessage: Error, Hashable, Sendable {}

/// What can be written into a message and read back from it.
protocol WireValue {
    /// Appends the value to a message.
    func write(to writer: inout WireWriter)

    /// Reads a value at the place where the reader is.
    init(from reader: inout WireReader) throws(BrokenMessage)
}

/// Writes a message as bytes: numbers least significant byte first; texts and lists behind their count.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    /// Begins a message of a kind: eight bytes that say whose message it is, its version and how many bytes follow.
    init(_ kind: MessageKind) { bytes = [0x6C, 0x64, kind.rawValue, MessageKind.version, 0, 0, 0, 0] }

    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    mutating func add(_ isTrue: Bool) { bytes.append(isTrue ? 1 : 0) }

    mutating func add(_ number: Int) { append(Int64(number)) }

    mutating func add(_ number: Double) { append(number.bitPattern) }

    mutating func add(_ text: String) {
        append(UInt32(clamping: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ body: [UInt8]) {
        append(UInt32(clamping: body.count))
        bytes += body
    }

    mutating func add(_ texts: [String]) {
        append(UInt32(clamping: texts.count))
        for text in texts { add(text) }
    }

    mutating func add(_ numbers: [Double]) {
        append(UInt32(clamping: numbers.count))
        for number in numbers { add(number) }
    }

    mutating func add(_ values: [some WireValue]) {
        append(UInt32(clamping: values.count))
        for value in values { value.write(to: &self) }
    }

    mutating func add(_ value: (some WireValue)?) {
        add(value != nil)
        value?.write(to: &self)
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The message with its length in it.
    consuming func finish() -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: bytes.count - 8).littleEndian) { bytes.replaceSubrange(4..<8, with: $0) }
        return bytes
    }
}

/// Which way a message goes.
enum MessageKind: UInt8 {
    /// To `luca-draw`.
    case request = 1
    /// From `luca-draw`.
    case reply = 2

    /// Counts the changes of what messages look like; both programs must agree on it.
    static let version: UInt8 = 1
    /// The bytes of the longest message that is read.
    static let longest = 256 << 20
}

/// Reads a message. A count that stands in it takes no memory: lists grow as their items are read.
struct WireReader {
    private let bytes: [UInt8]
    private var position = 8
    /// How many colours stand within one another where the reader is.
    var depth = 0

    /// A reader behind the head of a message, which must be of that kind and whole.
    init(_ bytes: [UInt8], _ kind: MessageKind) throws(BrokenMessage) {
        guard bytes.count >= 8, bytes.count <= MessageKind.longest, Array(bytes[0..<4]) == [0x6C, 0x64, kind.rawValue, MessageKind.version] else { throw BrokenMessage() }
        self.bytes = bytes
        position = 4
        guard try integer(UInt32.self) == UInt32(bytes.count - 8) else { throw BrokenMessage() }
    }

    /// Ends the reading; nothing may be left.
    func finish() throws(BrokenMessage) { guard position == bytes.count else { throw BrokenMessage() } }

    mutating func byte() throws(BrokenMessage) -> UInt8 { try integer(UInt8.self) }

    mutating func flag() throws(BrokenMessage) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw BrokenMessage() }
        return byte == 1
    }

    mutating func number() throws(BrokenMessage) -> Int { Int(try integer(Int64.self)) }

    /// A number that is one: neither infinite nor undefined.
    mutating func double() throws(BrokenMessage) -> Double {
        let value = Double(bitPattern: try integer(UInt64.self))
        guard value.isFinite else { throw BrokenMessage() }
        return value
    }

    mutating func text() throws(BrokenMessage) -> String {
        let range = try span()
        return bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    }

    mutating func body() throws(BrokenMessage) -> [UInt8] { Array(bytes[try span()]) }

    mutating func texts() throws(BrokenMessage) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try integer(UInt32.self)) { texts.append(try text()) }
        return texts
    }

    mutating func doubles() throws(BrokenMessage) -> [Double] {
        var numbers: [Double] = []
        for _ in 0..<(try integer(UInt32.self)) { numbers.append(try double()) }
        return numbers
    }

    mutating func list<Value: WireValue>(_: Value.Type = Value.self) throws(BrokenMessage) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try integer(UInt32.self)) { values.append(try Value(from: &self)) }
        return values
    }

    mutating func optional<Value: WireValue>(_: Value.Type = Value.self) throws(BrokenMessage) -> Value? {
        try flag() ? try Value(from: &self) : nil
    }

    /// A case of an enumeration that is written as a byte.
    mutating func choice<Choice: RawRepresentable<UInt8>>(_: Choice.Type = Choice.self) throws(BrokenMessage) -> Choice {
        guard let choice = Choice(rawValue: try byte()) else { throw BrokenMessage() }
        return choice
    }

    /// The places of as many bytes as the count in front of them says.
    private mutating func span() throws(BrokenMessage) -> Range<Int> {
        let count = Int(try integer(UInt32.self))
        guard count <= bytes.count - position else { throw BrokenMessage() }
        defer { position += count }
        return position..<position + count
    }

    private mutating func integer<Number: FixedWidthInteger>(_: Number.Type) throws(BrokenMessage) -> Number {
        let width = Number.bitWidth / 8, start = position
        guard width <= bytes.count - start else { throw BrokenMessage() }
        position += width
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self)) }
    }
}
