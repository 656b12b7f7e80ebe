extension FixedDecimal {
    /// Reads a decimal: an optional sign, digits with at most one point, an optional exponent, and nothing else.
    ///
    /// Nothing is lost silently: fractional digits past the eighteenth that are not zeros are an error, as is a value out of range.
    ///
    ///     try FixedDecimal("-1234.5")    try FixedDecimal("1e-3")    try FixedDecimal(".5")
    public init(_ text: some StringProtocol) throws(DecimalError) {
        var copy = String(text)
        let result: Result<FixedDecimal, DecimalError> = copy.withUTF8 { bytes in
            do throws(DecimalError) { return .success(try FixedDecimal(utf8: bytes)) } catch { return .failure(error) }
        }
        self = try result.get()
    }

    /// Reads a decimal from the bytes of its text, as `init(_:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(DecimalError) {
        var reader = DecimalReader(bytes: bytes)
        switch reader.read() {
        case .units(let units): self.init(units: units)
        case .malformed: throw Self.explain(bytes, stoppedAt: reader.position)
        case .tooPrecise: throw .tooPrecise(text: String(decoding: bytes, as: UTF8.self))
        case .outOfRange: throw .overflow(operation: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Says what is wrong with a text at the byte that the reader did not take.
    @inline(never)
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
        case ".": return .malformed(text: text, reason: "a second point \(place)")
        default: return .malformed(text: text, reason: "unexpected \(quoted(character)) \(place)")
        }
    }
}

/// Reads one decimal from bytes, front to back.
private struct DecimalReader {
    enum Outcome {
        case units(Int128), malformed, tooPrecise, outOfRange
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to look at; where the text is malformed, the byte at fault.
    var position = 0

    /// The digits up to the last that is not a zero.
    private var mantissa: UInt128 = 0
    /// Zeros seen since; they count only if another digit follows.
    private var zeros = 0
    /// Digits seen, with leading and trailing zeros.
    private var digits = 0
    private var fractionDigits = 0
    private var mantissaOverflows = false

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func read() -> Outcome {
        let negative = readSign()
        readDigits()
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            let before = digits
            readDigits()
            fractionDigits = digits - before
        }
        if digits == 0 { return .malformed }
        var exponent = 0
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            guard let read = readExponent() else { return .malformed }
            exponent = read
        }
        if position < bytes.count { return .malformed }
        return units(negative: negative, exponent: exponent)
    }

    private mutating func readSign() -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") else { return false }
        position += 1
        return bytes[position - 1] == UInt8(ascii: "-")
    }

    private mutating func readDigits() {
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            if digit > 9 { return }
            position += 1
            digits += 1
            if digit == 0 { zeros += 1 } else { append(digit) }
        }
    }

    private mutating func append(_ digit: UInt8) {
        let power = mantissa == 0 ? 1 : zeros + 1
        zeros = 0
        guard power <= 38 else { return mantissaOverflows = true }
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: PowersOfTen.wide(power))
        let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
        mantissa = sum
        mantissaOverflows = mantissaOverflows || overflow || carry
    }

    /// The exponent, held to ±10⁹, beyond which every one gives the same answer.
    private mutating func readExponent() -> Int? {
        let negative = readSign()
        let start = position
        var exponent = 0
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            if digit > 9 { break }
            position += 1
            exponent = min(exponent * 10 + Int(digit), 1_000_000_000)
        }
        return position == start ? nil : (negative ? -exponent : exponent)
    }

    private func units(negative: Bool, exponent: Int) -> Outcome {
        if mantissa == 0 && !mantissaOverflows { return .units(0) }
        // The mantissa does not end in zero, so a negative power would cut off a digit that counts.
        let power = FixedDecimal.scale + exponent - fractionDigits + zeros
        if power < 0 { return .tooPrecise }
        if mantissaOverflows || power > 38 { return .outOfRange }
        let (magnitude, overflow) = mantissa.multipliedReportingOverflow(by: PowersOfTen.wide(power))
        guard !overflow, let value = FixedDecimal(magnitude: magnitude, negative: negative) else { return .outOfRange }
        return .units(value.units)
    }
}
