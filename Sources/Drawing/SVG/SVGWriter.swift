/// Text of an SVG file as it is written, byte by byte: escaped text, and lengths with a fixed number of digits.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    /// A writer with room for a small picture.
    init() { bytes.reserveCapacity(1 << 14) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// A writer of nothing, to stand where another was taken away from.
    static var empty: SVGWriter { SVGWriter(bytes: []) }

    /// What has been written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Markup as it stands in the source.
    mutating func append(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Markup that was put together, such as the name of a class.
    mutating func append(markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// A byte.
    mutating func append(byte: UInt8) { bytes.append(byte) }

    /// Text of people, in which nothing is markup and no character is one that XML forbids: such become U+FFFD, line breaks and tabs blanks.
    mutating func append(escaping text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            case 0x09, 0x0A, 0x0D: append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: append("\u{FFFD}")
            case 0x20..<0x7F: append(byte: UInt8(scalar.value))
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// A length in tenths, such as `12.3`, `0.5`, `-4`.
    mutating func append(tenths: Int) { append(scaled: tenths, ten: 10, leadingZero: true) }

    /// A length in tenths as paths have it, where a zero before the point is left out.
    mutating func append(pathTenths tenths: Int) { append(scaled: tenths, ten: 10, leadingZero: false) }

    /// A number in hundredths, such as a width of `0.75`.
    mutating func append(hundredths: Int) {
        if hundredths % 10 == 0 { return append(tenths: hundredths / 10) }
        append(scaled: hundredths, ten: 100, leadingZero: true)
    }

    private mutating func append(scaled value: Int, ten: Int, leadingZero: Bool) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        let (whole, rest) = Int(value.magnitude).quotientAndRemainder(dividingBy: ten)
        if whole > 0 || leadingZero || rest == 0 { append(whole: whole) }
        guard rest > 0 else { return }
        append(byte: UInt8(ascii: "."))
        if ten == 100 { append(byte: UInt8(ascii: "0") + UInt8(rest / 10)) }
        append(byte: UInt8(ascii: "0") + UInt8(rest % 10))
    }

    private mutating func append(whole: Int) {
        if whole >= 10 { append(whole: whole / 10) }
        append(byte: UInt8(ascii: "0") + UInt8(whole % 10))
    }

    /// A length in tenths, the nearest; nil for what is no number. Lengths beyond a million are taken for a million, which no picture has.
    static func tenths(_ value: Double) -> Int? {
        guard value.isFinite else { return nil }
        return Int((min(max(value, -1e6), 1e6) * 10).rounded())
    }
}
