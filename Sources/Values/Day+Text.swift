extension Day: CustomStringConvertible {
    /// The date as ISO 8601 writes it: `2014-03-03`.
    public var description: String {
        withUTF8Description { String(decoding: $0, as: UTF8.self) }
    }

    /// Hands over the bytes of `description`, without making a string.
    public func withUTF8Description<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let (year, month, day) = civil
        guard (0...9999).contains(year) else {
            // No such day can be made, but a column of numbers may hold one.
            var text = "\(year)-\(padded(month, 2))-\(padded(day, 2))"
            return text.withUTF8(read)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { bytes in
            Day.put(year, digits: 4, at: 0, of: bytes)
            bytes[4] = UInt8(ascii: "-")
            Day.put(month, digits: 2, at: 5, of: bytes)
            bytes[7] = UInt8(ascii: "-")
            Day.put(day, digits: 2, at: 8, of: bytes)
            return read(UnsafeBufferPointer(bytes))
        }
    }

    @inline(__always)
    private static func put(_ number: Int, digits: Int, at start: Int, of bytes: UnsafeMutableBufferPointer<UInt8>) {
        var rest = number
        for place in stride(from: start + digits - 1, through: start, by: -1) {
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Reads a date written `2014-03-03`, and in no other way.
    public init(_ text: some StringProtocol) throws(DayError) {
        self = try withUTF8(of: text) { bytes throws(DayError) in try Day(utf8: bytes) }
    }

    /// Reads a date from the bytes of its text, as `init(_:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(DayError) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = digits(bytes, 0..<4), let month = digits(bytes, 5..<7), let day = digits(bytes, 8..<10)
        else {
            let text = String(decoding: bytes, as: UTF8.self)
            throw .malformed(text: text, reason: text.isEmpty ? "it is empty" : "write year-month-day, as in 2014-03-05")
        }
        try self.init(year: year, month: month, day: day) { String(decoding: bytes, as: UTF8.self) }
    }
}

/// The number that digits make; nil where one of the bytes is something else.
func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
        let digit = bytes[index] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        number = number * 10 + Int(digit)
    }
    return number
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - text.utf8.count))
    return (number < 0 ? "-" : "") + zeros + text
}
