import Values

/// A CSV file of daily prices, as many services export it: `Date,Open,High,Low,Close,Adj Close,Volume`.
///
/// The first line names the columns, in any order and case; only the date and the close are required. A row that cannot be read is left
/// out and becomes an issue, and so does a row without a close, which services write for days without trade.
struct PriceFile {
    /// The prices by day, one entry a day.
    private(set) var days: [PriceDay] = []
    /// The rows that were left out, and why.
    private(set) var issues: [QuoteIssue] = []

    private let name: String
    /// For each column its field; nil for a column that is not known.
    private var columns: [Field?] = []

    /// The columns that are read: the members of `PriceDay`, each by its name.
    private enum Field: String, CaseIterable {
        case date, open, high, low, close, adjusted, volume

        /// The names of its column in the first line, in lower case.
        var names: [String] {
            switch self {
            case .adjusted: ["adj close", "adj_close", "adjusted", "adjusted close", "adjclose"]
            case .date, .open, .high, .low, .close, .volume: [rawValue]
            }
        }
    }

    /// Reads a file, which the issues call `name`.
    ///
    /// - Throws: `malformed` if the first line does not name the columns.
    init(_ bytes: [UInt8], name: String) throws(QuoteError) {
        self.name = name
        var lines = Lines(bytes)
        guard let header = lines.next() else {
            throw QuoteError(.malformed, "\(name) is empty", hint: "its first line names the columns: Date, Close …")
        }
        try readHeader(header.fields)
        var lineOf: [Day: Int] = [:]
        while let line = lines.next() {
            do throws(RowProblem) {
                let day = try row(line.fields)
                if let first = lineOf.updateValue(line.number, forKey: day.date) {
                    report(first, "line \(line.number) has the price of \(day.date) again, which counts")
                }
                days.append(day)
            } catch {
                report(line.number, error.message)
            }
        }
        days = days.latestPerDay()
    }

    private mutating func report(_ line: Int, _ message: String) {
        issues.append(QuoteIssue(place: name, line: line, message: message))
    }

    private mutating func readHeader(_ names: [String]) throws(QuoteError) {
        columns = names.map { name in Field.allCases.first { $0.names.contains(name.lowercased()) } }
        for field in [Field.date, .close] where !columns.contains(field) {
            throw QuoteError(
                .malformed, "\(name) has no column \(field.rawValue)", hint: "its columns are \(names.joined(separator: ", "))")
        }
        for field in Field.allCases where columns.count(where: { $0 == field }) > 1 {
            throw QuoteError(.malformed, "\(name) has two columns \(field.rawValue)", hint: "leave one of them out")
        }
    }

    /// Why a row is left out.
    private struct RowProblem: Error {
        let message: String
    }

    private func row(_ fields: [String]) throws(RowProblem) -> PriceDay {
        guard fields.count == columns.count else {
            throw RowProblem(message: "the row has \(fields.count) fields for \(columns.count) columns: left out")
        }
        var date: Day?
        var prices: [Field: FixedDecimal] = [:]
        for (field, text) in zip(columns, fields) {
            guard let field, !text.isEmpty, text != "null", text != "N/A" else { continue }
            if field == .date { date = try day(text) } else { prices[field] = try price(text, field) }
        }
        guard let date else { throw RowProblem(message: "the row has no date: left out") }
        guard let close = prices[.close] else { throw RowProblem(message: "\(date) has no close: left out") }
        return PriceDay(
            date: date, open: prices[.open], high: prices[.high], low: prices[.low], close: close, adjusted: prices[.adjusted],
            volume: prices[.volume])
    }

    private func day(_ text: String) throws(RowProblem) -> Day {
        do throws(DayError) { return try Day(text) } catch { throw RowProblem(message: "\(error): left out") }
    }

    private func price(_ text: String, _ field: Field) throws(RowProblem) -> FixedDecimal {
        do throws(DecimalError) { return try FixedDecimal(text) } catch { throw RowProblem(message: "\(field.rawValue): \(error): left out") }
    }
}

/// The lines of a file, each with its number and its fields without blanks around them; empty lines are skipped.
private struct Lines {
    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8]) {
        rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    mutating func next() -> (number: Int, fields: [String])? {
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex
            let line = rest[..<end]
            let isPair = rest[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
            rest = rest[end...].dropFirst(isPair ? 2 : 1)
            number += 1
            if line.contains(where: { $0 != UInt8(ascii: " ") }) { return (number, line.fields) }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The fields of a line, which commas separate outside of quotes.
    fileprivate var fields: [String] {
        var fields: [String] = [], field: [UInt8] = [], isQuoted = false
        for byte in self {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ",") && !isQuoted {
                fields.append(field.trimmed)
                field = []
            } else {
                field.append(byte)
            }
        }
        return fields + [field.trimmed]
    }
}

extension [UInt8] {
    fileprivate var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return String(decoding: drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}
