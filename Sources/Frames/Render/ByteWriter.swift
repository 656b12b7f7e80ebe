import Values

/// Bytes as they are written, kept together and handed on in large pieces.
struct ByteWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    /// A writer with room for so many bytes at first.
    init(capacity: Int = 1 << 16) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    deinit { memory.deallocate() }

    /// What has been written since the last `clear`.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

    /// What has been written since the last `clear`, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what has been written, once it has been handed on.
    mutating func clear() { count = 0 }

    /// Makes room for so many more bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        let size = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.update(from: memory, count: count)
        memory.deallocate()
        (memory, capacity) = (larger, size)
    }

    /// A byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let from = bytes.baseAddress else { return }
        reserve(bytes.count)
        (memory + count).update(from: from, count: bytes.count)
        count += bytes.count
    }

    /// A text that stands in the source.
    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A text.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// A byte, so many times.
    mutating func append(repeating byte: UInt8, count times: Int) {
        for _ in 0..<times { append(byte) }
    }
}

extension ByteWriter {
    /// A whole number.
    @inline(__always)
    mutating func append(int value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    /// A number without a sign.
    mutating func append(magnitude: UInt64) {
        append(magnitude: magnitude, digits: Self.digitCount(magnitude))
    }

    /// A number with exactly so many digits, zeros in front.
    @inline(__always)
    mutating func append(magnitude: UInt64, digits: Int) {
        reserve(digits)
        var rest = magnitude
        var place = count + digits
        count = place
        while place > count - digits {
            place -= 1
            memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1, bound: UInt64 = 10
        while value >= bound {
            count += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        return count
    }
}

extension ByteWriter {
    /// A decimal in its shortest exact form, with at least so many fractional digits.
    mutating func append(decimal value: FixedDecimal, minimumDigits: Int = 0) {
        if value.isNegative { append(UInt8(ascii: "-")) }
        let (whole, fraction) = Self.split(value.units.magnitude)
        append(whole: whole)
        append(fraction: fraction, minimumDigits: minimumDigits)
    }

    /// The whole part and the units of the fraction. Nearly all decimals have a whole part of 64 bits, which the hardware divides.
    @inline(__always)
    private static func split(_ magnitude: UInt128) -> (whole: UInt128, fraction: UInt64) {
        let one: UInt64 = 1_000_000_000_000_000_000
        let high = UInt64(truncatingIfNeeded: magnitude >> 64), low = UInt64(truncatingIfNeeded: magnitude)
        if high == 0 { return (UInt128(low / one), low % one) }
        if high < one {
            let (quotient, remainder) = one.dividingFullWidth((high, low))
            return (UInt128(quotient), remainder)
        }
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: UInt128(one))
        return (quotient, UInt64(remainder))
    }

    private mutating func append(whole: UInt128) {
        if whole <= UInt128(UInt64.max) {
            append(magnitude: UInt64(truncatingIfNeeded: whole))
        } else {
            append(String(whole))
        }
    }

    @inline(__always)
    private mutating func append(fraction: UInt64, minimumDigits: Int) {
        if fraction == 0 && minimumDigits == 0 { return }
        var rest = fraction, digits = FixedDecimal.scale
        // Most fractions are short, so that nine zeros at the end go at once.
        if digits - 9 >= minimumDigits && rest % 1_000_000_000 == 0 {
            rest /= 1_000_000_000
            digits -= 9
        }
        while digits > minimumDigits && rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        append(UInt8(ascii: "."))
        append(magnitude: rest, digits: digits)
    }

    /// A date as ISO 8601 writes it.
    mutating func append(day number: Int32) {
        let (year, month, day) = Day(number: number).civil
        guard (0...9999).contains(year) else { return append(Day(number: number).description) }
        append(magnitude: UInt64(year), digits: 4)
        append(UInt8(ascii: "-"))
        append(magnitude: UInt64(month), digits: 2)
        append(UInt8(ascii: "-"))
        append(magnitude: UInt64(day), digits: 2)
    }

    /// A moment as ISO 8601 writes it, in UTC, with three fractional digits, or six where it needs them.
    mutating func append(instant microseconds: Int64) {
        let moment = Instant(microseconds: microseconds)
        let time = UInt64(moment.microsecondsOfDay)
        append(day: moment.day.number)
        append(UInt8(ascii: "T"))
        append(magnitude: time / 3_600_000_000, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time / 60_000_000 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time / 1_000_000 % 60, digits: 2)
        append(UInt8(ascii: "."))
        let fraction = time % 1_000_000
        if fraction % 1000 == 0 { append(magnitude: fraction / 1000, digits: 3) } else { append(magnitude: fraction, digits: 6) }
        append(UInt8(ascii: "Z"))
    }
}
