import Foundation
import Values

/// Dates between text, day numbers and calendar fields.
let days = Group(
    name: "days",
    about: "One operation on Day over \(count) days of forty years, against the C library's."
) { settings in
    let days = (0..<count).map { Day(number: Int32($0 * 7919 % 14_610 + 7000)) }
    let column = DayColumn(days: days, texts: days.flatMap { Array($0.description.utf8) + [0] })
    return .table([
        try row(column.parsing, against: column.strtolParsing, settings),
        try row(column.fields, against: column.gmtimeFields, settings),
        try row(column.printing, against: column.strftimePrinting, settings),
    ])
}

private let count = 4096

/// Days, and their texts one after the other, each of ten bytes and a zero.
private struct DayColumn {
    let days: [Day]
    let texts: [UInt8]

    var parsing: Subject {
        Subject("parse a day", operations: count) {
            var sum: UInt64 = 0
            try texts.withUnsafeBufferPointer { buffer in
                for start in stride(from: 0, to: buffer.count, by: 11) {
                    let day = try Day(utf8: UnsafeBufferPointer(rebasing: buffer[start..<start + 10]))
                    sum &+= UInt64(truncatingIfNeeded: day.number)
                }
            }
            return sum
        }
    }

    var strtolParsing: Subject {
        Subject("strtol three times", operations: count) {
            var sum: UInt64 = 0
            texts.withUnsafeBytes { buffer in
                guard let start = buffer.bindMemory(to: CChar.self).baseAddress else { return }
                for offset in stride(from: 0, to: buffer.count, by: 11) {
                    let text = start + offset
                    sum &+= UInt64(truncatingIfNeeded: strtol(text, nil, 10) ^ strtol(text + 5, nil, 10) ^ strtol(text + 8, nil, 10))
                }
            }
            return sum
        }
    }

    var fields: Subject {
        Subject("year, month and day", operations: count) {
            days.reduce(0) { sum, day in
                let (year, month, day) = day.civil
                return sum &+ UInt64(truncatingIfNeeded: year ^ month ^ day)
            }
        }
    }

    var gmtimeFields: Subject {
        Subject("gmtime_r", operations: count) {
            days.reduce(0) { sum, day in
                var (seconds, fields) = (Int(day.number) * 86_400, tm())
                gmtime_r(&seconds, &fields)
                return sum &+ UInt64(truncatingIfNeeded: fields.tm_year ^ fields.tm_mon ^ fields.tm_mday)
            }
        }
    }

    var printing: Subject {
        Subject("print a day", operations: count) {
            days.reduce(0) { $0 &+ UInt64($1.description.utf8.count) }
        }
    }

    var strftimePrinting: Subject {
        Subject("strftime and String", operations: count) {
            days.reduce(0) { sum, day in
                var (seconds, fields) = (Int(day.number) * 86_400, tm())
                gmtime_r(&seconds, &fields)
                let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
                    strftime(buffer.baseAddress, 32, "%Y-%m-%d", &fields)
                    return buffer.baseAddress.map { String(cString: $0) } ?? ""
                }
                return sum &+ UInt64(text.utf8.count)
            }
        }
    }
}
