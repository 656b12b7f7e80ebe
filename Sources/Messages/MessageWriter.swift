/// Writes a message as bytes. Numbers stand with their least significant byte first; texts, bodies and lists are preceded by their count.
public struct MessageWriter: Sendable {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    /// Nothing is written yet.
    public init() {}

    /// How many bytes the frame has so far.
    public var count: Int { bytes.count }

    /// Writes one byte.
    public mutating func add(_ value: UInt8) { bytes.append(value) }
    /// Writes two bytes.
    public mutating func add(_ value: UInt16) { append(value) }
    /// Writes four bytes.
    public mutating func add(_ value: UInt32) { append(value) }
    /// Writes eight bytes.
    public mutating func add(_ value: UInt64) { append(value) }
    /// Writes a whole number in eight bytes.
    public mutating func add(_ value: Int) { append(Int64(value)) }
    /// Writes yes or no in a byte.
    public mutating func add(_ isTrue: Bool) { bytes.append(isTrue ? 1 : 0) }
    /// Writes a number in eight bytes.
    public mutating func add(_ value: Double) { append(value.bitPattern) }

    /// Writes a text as UTF-8.
    public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(utf8: $0) }
    }

    /// Writes a text that is UTF-8 already.
    public mutating func add(utf8 text: UnsafeBufferPointer<UInt8>) {
        append(UInt32(clamping: text.count))
        bytes += text
    }

    /// Writes bytes.
    public mutating func add(_ body: [UInt8]) {
        append(UInt32(clamping: body.count))
        bytes += body
    }

    /// Writes texts.
    public mutating func add(_ texts: [String]) {
        append(UInt32(clamping: texts.count))
        for text in texts { add(text) }
    }

    /// Writes numbers.
    public mutating func add(_ numbers: [Double]) {
        append(UInt32(clamping: numbers.count))
        for number in numbers { add(number) }
    }

    /// Writes a value.
    package mutating func add(_ value: some MessageValue) { value.write(to: &self) }

    /// Writes values.
    package mutating func add(_ values: [some MessageValue]) {
        append(UInt32(clamping: values.count))
        for value in values { value.write(to: &self) }
    }

    /// Writes whether there is a value, and the value.
    package mutating func add(_ value: (some MessageValue)?) {
        add(value != nil)
        value?.write(to: &self)
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    /// The frame: what was written, behind its length.
    public consuming func finish() -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: bytes.count - 4).littleEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }
}
