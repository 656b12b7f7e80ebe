extension FixedDecimal {
    /// Reads a decimal: an optional sign, digits with at most one point, an optional exponent, and nothing else.
    ///
    /// Nothing is lost silently: fractional digits past the eighteenth that are not zeros are an error, as is a value out of range.
    ///
    ///     try FixedDecimal("-1234.5")    try FixedDecimal("1e-3")    try FixedDecimal(".5")
    public init(_ text: some StringProtocol) throws(DecimalError) {
        self = try withUTF8(of: text) { bytes throws(DecimalError) in try FixedDecimal(utf8: bytes) }
    }

    /// Reads a decimal from the bytes of its text, as `init(_:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(DecimalError) {
        units = Self.plainUnits(bytes)
        if units == .min { self = try Self.read(bytes) }
    }

    /// The units of a short number without exponent, as nearly all are; `Int128.min` for every other text, right or wrong.
    @inline(__always)
    private static func plainUnits(_ bytes: UnsafeBufferPointer<UInt8>) -> Int128 {
        // Nineteen digits fit in a word, and with a point among them at most eighteen are fractional.
        guard !bytes.isEmpty, bytes.count <= 19, let start = bytes.baseAddress else { return .min }
        let negative = start[0] == UInt8(ascii: "-")
        var position = negative ? 1 : 0
        var mantissa: UInt64 = 0
        var digits = 0
        var fractionStart = bytes.count
        while position < bytes.count {
            let digit = start[position] &- UInt8(ascii: "0")
            position &+= 1
            if digit <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits &+= 1
            } else if digit == UInt8(ascii: ".") &- UInt8(ascii: "0"), fractionStart == bytes.count {
                fractionStart = position
            } else {
                return .min
            }
        }
        if digits == 0 { return .min }
        let magnitude = Wide.product(mantissa, PowersOfTen.word(scale - (bytes.count - fractionStart)))
        return units(magnitude: magnitude, negative: negative)
    }

    /// Reads every text.
    @inline(never)
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecimalError) -> FixedDecimal {
        var reader = DecimalReader(bytes: bytes)
        switch reader.read() {
        case .value(let value): return value
        case .malformed: throw explain(bytes, stoppedAt: reader.position)
        case .tooPrecise: throw .tooPrecise(text: String(decoding: bytes, as: UTF8.self))
        case .outOfRange: throw .overflow(operation: clipped(String(decoding: bytes, as: UTF8.self)))
        }
    }

    /// Says what is wrong with a text at the byte that the reader did not take.
    private static func explain(_ bytes: UnsafeBufferPointer<UInt8>, stoppedAt position: Int) -> DecimalError {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.isEmpty { return .malformed(text: text, reason: "it is empty") }
        let before = String(decoding: bytes[..<position], as: UTF8.self)
        guard position < bytes.count else {
            let exponent = before.contains("e") || before.contains("E")
            return .malformed(text: text, reason: exponent ? "its exponent has no digits" : "it has no digits")
        }
        let character = String(decoding: bytes[position...], as: UTF8.self).prefix(1)
        let place = before.isEmpty ? "at the start" : "after \(quoted(before))"
        switch character {
        case ",": return .malformed(text: text, reason: "unexpected \",\" \(place); the decimal mark is a point, and digits are not grouped")
        case " ", "\t", "\n", "\r", "\r\n", "\u{A0}": return .malformed(text: text, reason: "unexpected white space \(place)")
        case ".": return .malformed(text: text, reason: "unexpected \".\" \(place)")
        default: return .malformed(text: text, reason: "unexpected \(quoted(character)) \(place)")
        }
    }
}

/// Hands the UTF-8 bytes of a text to a function that may throw its own error.
@inline(__always)
func withUTF8<Value, Failure: Error>(
    of text: some StringProtocol, _ read: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
) throws(Failure) -> Value {
    var copy = String(text)
    let result: Result<Value, Failure> = copy.withUTF8 { bytes in
        do throws(Failure) { return .success(try read(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
}
