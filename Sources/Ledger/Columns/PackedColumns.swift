import Values

/// Decimals in eight bytes each where they have up to eight fractional digits and stay within about 92 billion, which nearly all
/// quantities, prices and amounts do; the others stand in full in a column beside.
struct DecimalColumn {
    private var narrow = Column<Int64>()
    private var wide = Column<Int128>()

    /// Units of a decimal in one step of the narrow form: 10⁻⁸.
    private static let step: Int128 = 10_000_000_000
    /// What stands for a missing value.
    private static let absent = Int64.min
    /// From here down, a narrow number is the place of a wide one: `firstPlace - number`. Four billion of them fit above `absent`.
    private static let firstPlace = Int64.min + (1 << 32)

    var count: Int { narrow.count }

    @inline(__always)
    subscript(row: Int) -> FixedDecimal {
        let number = narrow[row]
        if number > Self.firstPlace { return FixedDecimal(units: Int128(number) &* Self.step) }
        return number == Self.absent ? .absent : FixedDecimal(units: wide[Int(Self.firstPlace - number)])
    }

    mutating func append(_ value: FixedDecimal) {
        if let number = Self.narrow(value) {
            narrow.append(number)
        } else {
            precondition(wide.count < 1 << 32 - 1)
            narrow.append(Self.firstPlace - Int64(wide.count))
            wide.append(value.units)
        }
    }

    mutating func reserveCapacity(_ capacity: Int) { narrow.reserveCapacity(capacity) }

    mutating func truncate(to count: Int) {
        // Wide values were appended in row order, so the lowest place among the rows cut is where the wide ones are cut.
        for row in count..<narrow.count where narrow[row] <= Self.firstPlace && narrow[row] != Self.absent {
            wide.truncate(to: Int(Self.firstPlace - narrow[row]))
            break
        }
        narrow.truncate(to: count)
    }

    /// The narrow form of a decimal, in units of 10⁻⁸, if it has one.
    ///
    /// Dividing a 128-bit number is slow, so divisibility by 10¹⁰ is told by its two factors: the power of two by the lowest bits,
    /// the power of five by multiplying with its inverse, which gives the quotient exactly where there is one.
    @inline(__always)
    static func narrow(_ value: FixedDecimal) -> Int64? {
        if value.isAbsent { return absent }
        if value.units & 1023 != 0 { return nil }
        let quotient = (value.units &>> 10) &* inverseOfFiveToTheTenth
        guard let number = Int64(exactly: quotient), number > firstPlace, Int128(number) &* step == value.units else { return nil }
        return number
    }

    /// The inverse of 5¹⁰ modulo 2¹²⁸, by Newton's iteration: each round doubles the number of right bits.
    private static let inverseOfFiveToTheTenth: Int128 = {
        let factor: Int128 = 9_765_625
        var inverse = factor
        for _ in 0..<7 { inverse = inverse &* (2 &- factor &* inverse) }
        precondition(factor &* inverse == 1)
        return inverse
    }()
}

/// Which rows have a value in a column that most rows leave empty; the values stand in a column of their own, in the same order.
struct SparseRows {
    private var rows = Column<UInt32>()

    var count: Int { rows.count }

    /// Notes that the row, which must come after all noted before, has a value.
    mutating func append(_ row: Int) {
        precondition(rows.isEmpty || Int(rows[rows.count - 1]) < row)
        rows.append(UInt32(row))
    }

    /// The place of the row's value, or nil where it has none. O(log n), and O(1) where every row has one.
    func place(of row: Int) -> Int? {
        if row < rows.count, Int(rows[row]) == row { return row }
        var (low, high) = (0, Swift.min(row, rows.count))
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && Int(rows[low]) == row ? low : nil
    }

    /// Forgets the rows from `row` on and tells how many are left.
    mutating func truncate(to row: Int) -> Int {
        var left = rows.count
        while left > 0, Int(rows[left - 1]) >= row { left -= 1 }
        rows.truncate(to: left)
        return left
    }
}

/// A decimal for some rows.
struct SparseDecimals {
    private var rows = SparseRows()
    private var values = DecimalColumn()

    /// The row's value, or `absent`.
    subscript(row: Int) -> FixedDecimal {
        if rows.count == 0 { return .absent }
        guard let place = rows.place(of: row) else { return .absent }
        return values[place]
    }

    mutating func append(_ value: FixedDecimal, row: Int) {
        rows.append(row)
        values.append(value)
    }

    mutating func truncate(to row: Int) { values.truncate(to: rows.truncate(to: row)) }
}

/// A moment for some rows.
struct SparseInstants {
    private var rows = SparseRows()
    private var values = Column<Int64>()

    var isEmpty: Bool { rows.count == 0 }

    /// Microseconds since 1970, or nil where the row has no moment.
    subscript(row: Int) -> Int64? {
        if rows.count == 0 { return nil }
        return rows.place(of: row).map { values[$0] }
    }

    mutating func append(_ microseconds: Int64, row: Int) {
        rows.append(row)
        values.append(microseconds)
    }

    mutating func truncate(to row: Int) { values.truncate(to: rows.truncate(to: row)) }
}

/// Texts one after another in one stretch of memory, four bytes a row beside it; a text that was kept lately is not kept again.
struct TextColumn {
    /// Where the row's text begins in `bytes`, plus one; zero for an empty text.
    private var places = Column<UInt32>()
    /// For each text its length (seven bits a byte, lowest first, the eighth bit says that another follows), then its bytes in UTF-8.
    private var bytes = Column<UInt8>()
    /// Places of texts kept lately, by hash.
    private var recent = [UInt32](repeating: 0, count: 256)

    var count: Int { places.count }
    /// Bytes that the texts take.
    var byteCount: Int { bytes.count }

    subscript(row: Int) -> String {
        let place = places[row]
        if place == 0 { return "" }
        return bytes.withValues(of: span(at: Int(place) - 1)) { String(decoding: $0, as: UTF8.self) }
    }

    /// Hands over the bytes of each text that is not empty, by row; they are good until the call returns. O(bytes).
    func forEachText(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
        for row in 0..<count where places[row] != 0 { bytes.withValues(of: span(at: Int(places[row]) - 1)) { body(row, $0) } }
    }

    mutating func append(_ text: String) {
        if text.isEmpty { return places.append(0) }
        var text = text
        text.withUTF8 { append(utf8: $0) }
    }

    mutating func reserveCapacity(_ capacity: Int) { places.reserveCapacity(capacity) }

    mutating func truncate(to count: Int) {
        // Texts stay behind; what is appended next finds them in `recent`.
        places.truncate(to: count)
    }

    private mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
        let slot = Int(Self.hash(text) & 255)
        if recent[slot] != 0, matches(text, at: Int(recent[slot]) - 1) { return places.append(recent[slot]) }
        precondition(bytes.count + text.count < Int(UInt32.max) - 8, "four gigabytes of notes are the limit")
        let place = UInt32(bytes.count + 1)
        var length = text.count
        while length > 127 {
            bytes.append(UInt8(truncatingIfNeeded: length) | 128)
            length >>= 7
        }
        bytes.append(UInt8(length))
        for byte in text { bytes.append(byte) }
        recent[slot] = place
        places.append(place)
    }

    private func span(at start: Int) -> Range<Int> {
        var (position, length, shift) = (start, 0, 0)
        while bytes[position] > 127 {
            length |= Int(bytes[position] & 127) << shift
            shift += 7
            position += 1
        }
        length |= Int(bytes[position]) << shift
        return position + 1..<position + 1 + length
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let known = span(at: start)
        return known.count == text.count && zip(known, text).allSatisfy { bytes[$0] == $1 }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 16
    }
}
