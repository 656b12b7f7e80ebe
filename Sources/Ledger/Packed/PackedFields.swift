package import Values

/// Numbers in as few bytes as they need: seven bits a byte, the lowest first, the eighth bit says that another follows (LEB128, as in DWARF and
/// Protocol Buffers). What may be below zero is folded first, so that small numbers of either sign stay short.
extension ByteSink {
    @inline(__always)
    package mutating func pack(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            put(byte: UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        put(byte: UInt8(rest))
    }

    @inline(__always)
    package mutating func pack(signed value: Int64) { pack(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    /// A decimal as digits and their scale, where it has up to eight fractional digits and is not too large; else in full.
    package mutating func pack(_ value: FixedDecimal) {
        guard let (digits, scale) = Self.digits(of: value) else {
            pack(Self.full)
            return put(value)
        }
        let folded = UInt64(bitPattern: digits << 1 ^ digits >> 63)
        pack(folded << 4 | UInt64(scale))
    }

    mutating func pack(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            pack(UInt64(bytes.count))
            put(bytes: UnsafeRawBufferPointer(bytes))
        }
    }

    /// What stands for a decimal in full, in the place of a scale.
    fileprivate static let full: UInt64 = 15
    private static func digits(of value: FixedDecimal) -> (digits: Int64, scale: Int)? {
        guard var digits = DecimalColumn.narrow(value), digits.magnitude < 1 << 58 else { return nil }
        if digits == 0 { return (0, 0) }
        var scale = 8
        while scale > 0, digits % 10 == 0 { (digits, scale) = (digits / 10, scale - 1) }
        return (digits, scale)
    }
}

extension ByteSource {
    @inline(__always)
    mutating func unpack() throws(Mismatch) -> UInt64 {
        // Most are of one byte.
        let first = try byte()
        return first < 128 ? UInt64(first) : try unpackRest(behind: UInt64(first & 127))
    }

    @inline(__always)
    private mutating func unpackRest(behind first: UInt64) throws(Mismatch) -> UInt64 {
        var (value, shift) = (first, UInt64(7))
        while true {
            let byte = try self.byte()
            value |= UInt64(byte & 127) &<< shift
            if byte < 128 { return value }
            shift += 7
            if shift > 63 { throw Mismatch() }
        }
    }

    @inline(__always)
    package mutating func unpackSigned() throws(Mismatch) -> Int64 { Self.unfolded(try unpack()) }

    /// A number that is at least zero and below a bound.
    @inline(__always)
    package mutating func unpack(below bound: Int) throws(Mismatch) -> Int {
        let value = try unpack()
        guard value < UInt64(bound) else { throw Mismatch() }
        return Int(value)
    }

    @inline(__always)
    package mutating func unpackDecimal() throws(Mismatch) -> FixedDecimal {
        let packed = try unpack(), scale = Int(packed & 15)
        if packed & 15 == ByteSink.full { return try decimal() }
        guard scale <= 8 else { throw Mismatch() }
        return FixedDecimal(units: Int128(Self.unfolded(packed >> 4)) &* Self.units[scale])
    }

    /// Passes over a decimal, whose first byte tells its scale.
    @inline(__always)
    mutating func skipDecimal() throws(Mismatch) {
        let first = try byte()
        var (last, length) = (first, 1)
        while last > 127 {
            if length == 10 { throw Mismatch() }
            (last, length) = (try byte(), length + 1)
        }
        if UInt64(first & 15) == ByteSink.full { try skip(16) }
    }

    /// Passes over a text.
    mutating func skipText() throws(Mismatch) { try skip(Int(try unpack(below: 1 << 32))) }

    mutating func unpackText() throws(Mismatch) -> String { try text(count: Int(try unpack(below: 1 << 32))) }

    @inline(__always)
    private static func unfolded(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }

    /// Units of a decimal in 10⁰, 10⁻¹ … 10⁻⁸.
    private static let units: InlineArray<9, Int128> = {
        var units = InlineArray<9, Int128>(repeating: 1_000_000_000_000_000_000)
        for scale in 1..<9 { units[scale] = units[scale - 1] / 10 }
        return units
    }()
}

extension DayDigest {
    /// Writes the numbers; a day without facts takes one byte.
    package func put(to sink: inout ByteSink) {
        sink.pack(signed: Int64(first.number))
        sink.pack(UInt64(sums.count))
        for sum in sums { sink.pack(sum) }
    }

    /// Reads what was written.
    package init(_ source: inout ByteSource) throws(ByteSource.Mismatch) {
        guard let first = Int32(exactly: try source.unpackSigned()) else { throw ByteSource.Mismatch() }
        var sums: [UInt64] = []
        for _ in 0..<(try source.unpack(below: 1 << 20)) { sums.append(try source.unpack()) }
        guard let read = DayDigest(from: Day(number: first), sums: sums) else { throw ByteSource.Mismatch() }
        self = read
    }
}
