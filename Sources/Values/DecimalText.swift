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
        let place = before.isEmpty ? "at the start" : "after \(quoted(clipped(before)))"
        switch character {
        case ",": return .malformed(text: text, reason: "unexpected \",\" \(place); the decimal mark is a point, and digits are not grouped")
        case " ", "\t", "\n", "\r", "\r\n", "\u{A0}": return .malformed(text: text, reason: "unexpected white space \(place)")
        case ".": return .malformed(text: text, reason: "unexpected \".\" \(place)")
        default: return .malformed(text: text, reason: "unexpected \(quoted(clipped(character))) \(place)")
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

/// Reads one decimal of any length from bytes: first its parts, front to back, then its value.
private struct DecimalReader {
    /// What came of reading.
    enum Outcome {
        /// The text is this decimal.
        case value(FixedDecimal)
        /// The text is not a number.
        case malformed
        /// Digits past the eighteenth fractional one would be lost.
        case tooPrecise
        /// The number is beyond the largest decimal.
        case outOfRange
    }

    /// The text.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to look at; where the text is malformed, the byte at fault.
    private(set) var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads the whole text.
    mutating func read() -> Outcome {
        let negative = readSign()
        let whole = readDigits()
        var fraction = position..<position
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            fraction = readDigits()
        }
        if whole.isEmpty && fraction.isEmpty { return .malformed }
        var exponent = 0
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            guard let read = readExponent() else { return .malformed }
            exponent = read
        }
        return position < bytes.count ? .malformed : value(whole, fraction, exponent, negative)
    }

    private mutating func readSign() -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") else { return false }
        position += 1
        return bytes[position - 1] == UInt8(ascii: "-")
    }

    private mutating func readDigits() -> Range<Int> {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
        return start..<position
    }

    /// The exponent, held to ±10⁹, beyond which every one gives the same answer to a text that fits in memory.
    private mutating func readExponent() -> Int? {
        let negative = readSign()
        let digits = readDigits()
        if digits.isEmpty { return nil }
        let exponent = digits.reduce(0) { min($0 * 10 + Int(bytes[$1] - UInt8(ascii: "0")), 1_000_000_000_000) }
        return negative ? -exponent : exponent
    }

    /// The value of the digits from the first to the last that is not a zero, at the power of ten of the last.
    private func value(_ whole: Range<Int>, _ fraction: Range<Int>, _ exponent: Int, _ negative: Bool) -> Outcome {
        let end = fraction.isEmpty ? whole.upperBound : fraction.upperBound
        let significant = bytes[whole.lowerBound..<end]
        guard let first = significant.firstIndex(where: isSignificant), let last = significant.lastIndex(where: isSignificant) else {
            return .value(.zero)
        }
        let place = last < whole.upperBound ? whole.upperBound - 1 - last : fraction.lowerBound - 1 - last
        let power = FixedDecimal.scale + exponent + place
        if power < 0 { return .tooPrecise }
        // A word longer than the point and the 39 digits of the largest value, or so many zeros after it, cannot be in range.
        guard last - first <= 39, power <= 38, let mantissa = mantissa(first...last) else { return .outOfRange }
        let magnitude = Wide.multiply(mantissa, PowersOfTen.wide(power))
        guard magnitude.high == 0, let value = FixedDecimal(magnitude: magnitude.low, negative: negative) else { return .outOfRange }
        return .value(value)
    }

    private func isSignificant(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "0") && byte != UInt8(ascii: ".")
    }

    /// The number that the digits of a range make, leaving out a point; nil where it does not fit in 128 bits.
    private func mantissa(_ range: ClosedRange<Int>) -> UInt128? {
        var (mantissa, chunk, chunkDigits): (UInt128, UInt64, Int) = (0, 0, 0)
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digit > 9 { continue }
            chunk = chunk &* 10 &+ UInt64(digit)
            chunkDigits += 1
            guard chunkDigits == 19 || index == range.upperBound else { continue }
            let (high, low) = Wide.multiply(mantissa, PowersOfTen.wide(chunkDigits))
            let (sum, carry) = low.addingReportingOverflow(UInt128(chunk))
            if high != 0 || carry { return nil }
            (mantissa, chunk, chunkDigits) = (sum, 0, 0)
        }
        return mantissa
    }
}

extension FixedDecimal: CustomStringConvertible {
    /// The shortest text that is exactly the value: `182.3`, `-0.05`, `1000`.
    public var description: String { description(minimumDigits: 0) }

    /// The exact value with at least so many fractional digits: `182.30` with two. More are written where the value has them.
    public func description(minimumDigits: Int) -> String {
        withUTF8Description(minimumDigits: minimumDigits) { String(decoding: $0, as: UTF8.self) }
    }

    /// Hands over the bytes of `description(minimumDigits:)`, without making a string.
    public func withUTF8Description<Value>(minimumDigits: Int = 0, _ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let digits = min(max(minimumDigits, 0), Self.scale)
        return DecimalWriter.write(magnitude: unitsMagnitude, negative: isNegative, digits: digits, cutting: false, grouping: false, read)
    }

    /// The value for display: rounded to exactly so many fractional digits (0 to 18), with a comma between thousands if asked.
    ///
    /// Halves go away from zero, as in statements of banks and in spreadsheets, so that a figure looks the same wherever it is shown. What rounds to zero has no
    /// sign.
    public func formatted(digits: Int, grouping: Bool, rounding: Rounding = .halfUp) -> String {
        let digits = min(max(digits, 0), Self.scale)
        // The largest value, rounded to a whole one, is beyond the range but not beyond 128 bits.
        let magnitude = digits == Self.scale ? unitsMagnitude : roundedMagnitude(to: digits, rounding) ?? unitsMagnitude
        return DecimalWriter.write(
            magnitude: magnitude, negative: isNegative && magnitude != 0, digits: digits, cutting: true, grouping: grouping
        ) { String(decoding: $0, as: UTF8.self) }
    }
}

/// Writes a decimal into memory on the stack, from its last digit to its first.
private struct DecimalWriter {
    /// Where the next byte goes is before this.
    private var end: UnsafeMutablePointer<UInt8>

    /// A sign, 21 whole digits with six commas, a point and 18 fractional digits are 47 bytes.
    private static let capacity = 48

    /// Writes a magnitude of units with `digits` fractional digits, or more where it has them and they are not to be cut off.
    static func write<Value>(
        magnitude: UInt128, negative: Bool, digits: Int, cutting: Bool, grouping: Bool, _ read: (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a buffer on the stack has an address") }
            var writer = DecimalWriter(end: start + capacity)
            let (whole, fraction) = Wide.divideByUnitsPerOne(magnitude)
            writer.putFraction(fraction, digits: digits, cutting: cutting)
            writer.putWhole(whole, grouping: grouping)
            if negative { writer.put(UInt8(ascii: "-")) }
            return read(UnsafeBufferPointer(start: writer.end, count: start + capacity - writer.end))
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        end -= 1
        end.pointee = byte
    }

    private mutating func putFraction(_ fraction: UInt64, digits: Int, cutting: Bool) {
        var (rest, places) = (fraction, FixedDecimal.scale)
        if cutting {
            rest /= PowersOfTen.word(places - digits)
            places = digits
        } else {
            // Steps of halving length find in few divisions how many zeros it ends in; zero itself is eighteen of them.
            Self.strip(8, 100_000_000, &rest, &places, downTo: digits)
            Self.strip(4, 10_000, &rest, &places, downTo: digits)
            Self.strip(4, 10_000, &rest, &places, downTo: digits)
            Self.strip(2, 100, &rest, &places, downTo: digits)
            Self.strip(1, 10, &rest, &places, downTo: digits)
            Self.strip(1, 10, &rest, &places, downTo: digits)
        }
        if places == 0 { return }
        for _ in 0..<places {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        put(UInt8(ascii: "."))
    }

    /// Takes off so many last places if they are all zeros and the rest are enough. Written out in numbers, the power is a constant
    /// where this is called, and the division by it becomes a multiplication.
    @inline(__always)
    private static func strip(_ step: Int, _ power: UInt64, _ rest: inout UInt64, _ places: inout Int, downTo digits: Int) {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: power)
        if remainder == 0 && places - step >= digits { (rest, places) = (quotient, places - step) }
    }

    private mutating func putWhole(_ whole: UInt128, grouping: Bool) {
        // At most 340,282,366,920,938,463,463: more than a word, so its last digit is taken off in 128 bits.
        var (rest, count) = (UInt64(truncatingIfNeeded: whole), 0)
        if whole.highHalf != 0 {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: whole % 10))
            (rest, count) = (UInt64(truncatingIfNeeded: whole / 10), 1)
        }
        repeat {
            if grouping && count > 0 && count % 3 == 0 { put(UInt8(ascii: ",")) }
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
            count += 1
        } while rest != 0
    }
}
