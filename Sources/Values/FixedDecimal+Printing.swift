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
    /// What rounds to zero has no sign.
    public func formatted(digits: Int, grouping: Bool, rounding: Rounding = .halfEven) -> String {
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
