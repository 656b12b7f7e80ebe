extension Day: CustomStringConvertible {
    /// The date as ISO 8601 writes it: `2014-03-03`.
    public var description: String {
        let (year, month, day) = civil
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
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
