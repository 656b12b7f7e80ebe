/// A time of day as a cell gives it: `10:30`, `103005`, `10:30:05.250`, `3:05 PM`, `10:30:00Z`, `10:30:00 +02:00`, `10:30 UTC`.
struct ClockTime: Equatable {
    /// Since midnight where the writer was.
    var microseconds: Int64
    /// Microseconds that the writer's zone is ahead of UTC, nil where none is named.
    var zone: Int64?

    init(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(CellFault) {
        var rest = text
        guard var hour = Self.number(&rest, widths: 1...2) else { throw .notATime }
        let isCompact = rest.first.map(isDigit) ?? false
        guard isCompact || rest.first == UInt8(ascii: ":") else { throw .notATime }
        if !isCompact { rest = rest.dropFirst() }
        guard let minute = Self.number(&rest, widths: 2...2), minute < 60 else { throw .notATime }
        var second = 0
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ":") || (isCompact && rest.first.map(isDigit) ?? false) {
            if !isCompact { rest = rest.dropFirst() }
            guard let value = Self.number(&rest, widths: 2...2), value < 60 else { throw .notATime }
            second = value
            if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
                rest = rest.dropFirst()
                guard let value = Self.fraction(&rest) else { throw .notATime }
                fraction = value
            }
        }
        let suffix = String(decoding: rest, as: UTF8.self).uppercased()
        let (isHalfDay, isAfternoon, zoneText) = Self.halfOfDay(suffix)
        if isHalfDay {
            guard hour >= 1, hour <= 12 else { throw .notATime }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard hour < 24 else { throw .notATime }
        microseconds = (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1_000_000 + fraction
        if zoneText.isEmpty {
            zone = nil
        } else {
            guard let zone = Self.zone(zoneText) else { throw .notATime }
            self.zone = zone
        }
    }

    /// Digits after the decimal mark as microseconds; digits past the sixth are dropped.
    private static func fraction(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        var value: Int64 = 0
        var width = 0
        while let byte = rest.first, isDigit(byte) {
            if width < 6 { value = value * 10 + Int64(byte - 0x30) }
            width += 1
            rest = rest.dropFirst()
        }
        guard width > 0 else { return nil }
        for _ in min(width, 6)..<6 { value *= 10 }
        return value
    }

    private static func number(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>, widths: ClosedRange<Int>) -> Int? {
        var value = 0
        var width = 0
        while let byte = rest.first, isDigit(byte), width < widths.upperBound {
            value = value * 10 + Int(byte - 0x30)
            width += 1
            rest = rest.dropFirst()
        }
        return widths.contains(width) ? value : nil
    }

    private static func halfOfDay(_ suffix: String) -> (isHalfDay: Bool, isAfternoon: Bool, rest: String) {
        let text = String(suffix.drop { $0 == " " || $0 == "\u{202F}" || $0 == "\u{A0}" })
        for (word, afternoon) in [("AM", false), ("PM", true), ("A.M.", false), ("P.M.", true)] where text.hasPrefix(word) {
            return (true, afternoon, String(text.dropFirst(word.count).drop { $0 == " " }))
        }
        return (false, false, text)
    }

    /// `Z`, `UTC`, `GMT`, `+02:00`, `-0500`, `+02` in microseconds ahead of UTC.
    private static func zone(_ text: String) -> Int64? {
        if ["Z", "UTC", "GMT", "+00:00"].contains(text) { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.count == 2 || digits.count == 4, let value = Int64(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (value, 0) : (value / 100, value % 100)
        guard hours <= 18, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * 60_000_000 * (sign == "+" ? 1 : -1)
    }
}
