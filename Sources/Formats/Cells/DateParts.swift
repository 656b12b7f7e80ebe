import Values

/// In which order a date of three numbers gives day, month and year.
public enum DateOrder: String, CaseIterable, Sendable {
    /// Day, month, year.
    case dmy
    /// Month, day, year.
    case mdy
    /// Year, month, day.
    case ymd

    /// The words for it in a message.
    var words: String {
        switch self {
        case .dmy: "day-month-year"
        case .mdy: "month-day-year"
        case .ymd: "year-month-day"
        }
    }
}

/// The three parts of a date as they stand in a cell, and where what follows them begins.
struct DateParts {
    var first = 0, second = 0, third = 0
    /// How many digits each part has.
    var firstWidth = 0, secondWidth = 0, thirdWidth = 0
    /// The month where it is told by name, else 0.
    var namedMonth = 0
    var separator: UInt8 = 0
    /// The offset of the time of day or whatever else follows.
    var rest = 0

    private init() {}

    /// Takes a cell apart; nil where it does not begin like a date.
    init?(_ cell: Slice<UnsafeBufferPointer<UInt8>>) {
        self.init()
        let start = cell.startIndex
        if cell.count >= 8, cell.prefix(8).allSatisfy(isDigit), cell.count == 8 || !isDigit(cell[start + 8]) {
            readCompact(cell)
            return
        }
        var numbers: [(value: Int, width: Int)] = []
        var index = start
        var parts = 0
        while parts < 3 {
            guard index < cell.endIndex else { return nil }
            if isDigit(cell[index]) {
                guard let number = Self.number(cell, &index) else { return nil }
                numbers.append(number)
            } else {
                guard namedMonth == 0, parts < 2, let month = Self.month(cell, &index) else { return nil }
                namedMonth = month
            }
            parts += 1
            guard parts < 3 else { break }
            let before = index
            while index < cell.endIndex, Self.isSeparator(cell[index]) {
                if cell[index] != 0x20 { separator = cell[index] }
                index += 1
            }
            guard index > before else { return nil }
        }
        rest = index
        guard numbers.count == (namedMonth == 0 ? 3 : 2) else { return nil }
        (first, firstWidth) = numbers[0]
        (second, secondWidth) = numbers[1]
        if numbers.count == 3 { (third, thirdWidth) = numbers[2] }
    }

    /// Reads `20140305`.
    private mutating func readCompact(_ cell: Slice<UnsafeBufferPointer<UInt8>>) {
        var value = 0
        for byte in cell.prefix(8) { value = value * 10 + Int(byte - 0x30) }
        (first, second, third) = (value / 10_000, value / 100 % 100, value % 100)
        (firstWidth, secondWidth, thirdWidth) = (4, 2, 2)
        rest = cell.startIndex + 8
    }

    /// The day, once the order of the file is known.
    func day(_ order: DateOrder) -> Day? {
        if namedMonth > 0 {
            // "5 Mar 2014", "Mar 5 2014", "2014 Mar 5": only the year can have four digits, and a short year comes last.
            if firstWidth == 4 { return Self.day(first, namedMonth, second) }
            return secondWidth == 2 || secondWidth == 4 ? Self.day(year(second, secondWidth), namedMonth, first) : nil
        }
        if firstWidth == 4 { return Self.day(first, second, third) }
        switch order {
        case .dmy: return thirdWidth == 2 || thirdWidth == 4 ? Self.day(year(third, thirdWidth), second, first) : nil
        case .mdy: return thirdWidth == 2 || thirdWidth == 4 ? Self.day(year(third, thirdWidth), first, second) : nil
        case .ymd: return firstWidth == 2 && thirdWidth <= 2 ? Self.day(year(first, firstWidth), second, third) : nil
        }
    }

    /// Whether the cell means the same day in every order.
    var isPlain: Bool { namedMonth > 0 || firstWidth == 4 }
    /// Whether the year is told in two digits.
    var hasShortYear: Bool {
        if namedMonth > 0 { return firstWidth != 4 && secondWidth == 2 }
        return firstWidth != 4 && thirdWidth <= 2
    }

    /// Two digits mean 1969 to 2068, as POSIX has it.
    private func year(_ value: Int, _ width: Int) -> Int { width > 2 ? value : value >= 69 ? 1900 + value : 2000 + value }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day? { try? Day(year: year, month: month, day: day) }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == 0x20
    }

    private static func number(_ cell: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int) -> (Int, Int)? {
        var value = 0
        var width = 0
        while index < cell.endIndex, isDigit(cell[index]) {
            guard width < 4 else { return nil }
            value = value * 10 + Int(cell[index] - 0x30)
            width += 1
            index += 1
        }
        return (value, width)
    }

    private static func month(_ cell: Slice<UnsafeBufferPointer<UInt8>>, _ index: inout Int) -> Int? {
        let start = index
        while index < cell.endIndex, !isDigit(cell[index]), !isSeparator(cell[index]) { index += 1 }
        guard index - start >= 3, index - start <= 12 else { return nil }
        return monthNumbers[String(decoding: cell[start..<index], as: UTF8.self).lowercased()]
    }
}

/// Months by their English and German names and the usual short forms.
private let monthNumbers: [String: Int] = {
    let names = [
        ["january", "jan", "januar", "jän", "jänner"], ["february", "feb", "februar"], ["march", "mar", "märz", "mär", "mrz"],
        ["april", "apr"], ["may", "mai"], ["june", "jun", "juni"], ["july", "jul", "juli"], ["august", "aug"],
        ["september", "sep", "sept"], ["october", "oct", "oktober", "okt"], ["november", "nov"], ["december", "dec", "dezember", "dez"],
    ]
    var numbers: [String: Int] = [:]
    for (index, group) in names.enumerated() {
        for name in group { numbers[name] = index + 1 }
    }
    return numbers
}()

/// A time of day as a cell gives it: `10:30`, `103005`, `10:30:05.250`, `3:05 PM`, `10:30:00Z`, `10:30:00 +02:00`, `10:30 UTC`.
struct ClockTime: Equatable {
    /// Microseconds since midnight, in the writer's zone.
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
