/// Reads one decimal of any length from bytes: first its parts, front to back, then its value.
struct DecimalReader {
    enum Outcome {
        case value(FixedDecimal), malformed, tooPrecise, outOfRange
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to look at; where the text is malformed, the byte at fault.
    private(set) var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

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
