import Values

/// How the dates and numbers of a file are read, once both are known.
struct QIFReading {
    let numbers: NumberReader
    let dates: DateReader

    /// The day of a record.
    func day(_ record: QIFRecord) throws(ImportIssue) -> Day {
        guard let cell = record.cell("D") else { throw ImportIssue(.missingValue, column: "D", message: "the date is missing") }
        return try day(cell, "D")
    }

    /// A day as it is written: `1/ 5'04`, `05/01/2004`, `5.1.04`, `2004-01-05`.
    func day(_ cell: UnsafeBufferPointer<UInt8>, _ column: String) throws(ImportIssue) -> Day {
        let text = Self.plainDate(cell)
        let reading = text.withUnsafeBufferPointer { text in Result { () throws(CellFault) in try dates.read(text) } }
        guard case .success(let date) = reading, date.time == nil else {
            throw ImportIssue(.badDate, column: column, text: MessageText.cell(cell), message: "\"\(MessageText.cell(cell))\" is no date that is \(dates.order.words)")
        }
        return date.day
    }

    /// A date with its blanks and apostrophe set right: `1/ 5'04`, where the apostrophe is that of the years from 2000, is `1/5/2004`.
    static func plainDate(_ cell: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        func isMark(_ byte: UInt8?) -> Bool { byte.map { [0x2F, 0x2D, 0x2E, 0x27].contains($0) } ?? true }
        var text: [UInt8] = [], marks = 0, hasApostrophe = false
        for byte in cell.prefix(40) {
            if byte == 0x20, isMark(text.last) { continue }
            if isMark(byte) {
                while text.last == 0x20 { text.removeLast() }
                (marks, hasApostrophe) = (marks + 1, byte == 0x27)
            }
            text.append(byte)
        }
        let year = text.reversed().prefix(while: isDigit).count, place = text.count - year
        guard marks == 2, text.prefix(while: isDigit).count < 3 else { return text }
        if hasApostrophe {
            text[place - 1] = UInt8(ascii: "/")
            if year == 1 || year == 2 { text.insert(contentsOf: Array((year == 1 ? "200" : "20").utf8), at: place) }
        } else if year == 1 {
            text.insert(UInt8(ascii: "0"), at: place)
        }
        return text
    }

    /// A number; nil where the record has none of that letter.
    func number(_ record: QIFRecord, _ code: Character) throws(ImportIssue) -> FixedDecimal? {
        guard let cell = record.cell(code) else { return nil }
        return try number(cell, String(code))
    }

    /// A number as it is written, also with a fraction as prices once had: `52 1/8`.
    func number(_ cell: UnsafeBufferPointer<UInt8>, _ column: String) throws(ImportIssue) -> FixedDecimal {
        if cell.contains(UInt8(ascii: "/")) {
            guard let number = Self.fraction(cell) else { throw Self.noNumber(cell, column, "is no number") }
            return number
        }
        do throws(CellFault) {
            guard let number = try numbers.read(cell)?.decimal else { throw CellFault.notANumber }
            return number
        } catch {
            throw Self.noNumber(cell, column, error == .tooManyDigits ? "has more than \(FixedDecimal.scale) decimals" : error == .tooLarge ? "is too large" : "is no number")
        }
    }

    private static func noNumber(_ cell: UnsafeBufferPointer<UInt8>, _ column: String, _ what: String) -> ImportIssue {
        ImportIssue(.badNumber, column: column, text: MessageText.cell(cell), message: "\"\(MessageText.cell(cell))\" \(what)")
    }

    /// A whole number and a fraction, `52 1/8`, or a fraction alone; nil where it is no decimal.
    private static func fraction(_ cell: UnsafeBufferPointer<UInt8>) -> FixedDecimal? {
        let parts = String(decoding: cell, as: UTF8.self).split(separator: " ")
        guard let last = parts.last, parts.count <= 2 else { return nil }
        let ends = last.split(separator: "/", omittingEmptySubsequences: false)
        guard ends.count == 2, parts.allSatisfy({ $0.utf8.count <= 12 }), let above = Int128(ends[0]), let below = Int128(ends[1]), above >= 0, below > 0 else { return nil }
        let whole = parts.count == 2 ? Int128(parts[0]) : 0, units = above * FixedDecimal.unitsPerOne
        guard let whole, whole >= 0, units % below == 0 else { return nil }
        return FixedDecimal(units: whole * FixedDecimal.unitsPerOne + units / below)
    }

    /// Refuses figures that are marked as those of another currency than their account's.
    func checkMarks(_ record: QIFRecord, _ currency: Currency) throws(ImportIssue) {
        for field in record.fields where "TUIO$".utf8.contains(field.code) {
            let cell = record.cell(field)
            guard cell.contains(where: { $0 == UInt8(ascii: "$") || $0 > UInt8(ascii: "9") }), let number = (try? numbers.read(cell)) ?? nil else { continue }
            try number.checkMark(in: currency, column: String(UnicodeScalar(field.code)))
        }
    }

    /// The money of a record, by `T` or the same with more digits, `U`; nil where it has none.
    func total(_ record: QIFRecord) throws(ImportIssue) -> FixedDecimal? {
        let total = try number(record, "T"), more = try number(record, "U")
        if let total, let more, total != more {
            throw ImportIssue(
                .sumMismatch, column: "T", text: "\(total)", message: "T says \(total) and U says \(more)", hint: "both are the money that moved; correct one of them")
        }
        return total ?? more
    }
}

extension QIFRecord {
    /// The account that a cell names in brackets: `[Savings]`, `Category|[Savings]/Class`; nil where it names none.
    static func account(_ text: String) -> String? {
        guard let open = text.firstIndex(of: "["), let close = text.lastIndex(of: "]"), open < close else { return nil }
        let name = text[text.index(after: open)..<close]
        return name.isEmpty ? nil : String(name)
    }

    /// The category that a cell tells, without its account; empty for none.
    static func category(_ text: String) -> String {
        guard let open = text.firstIndex(of: "["), let close = text.lastIndex(of: "]"), open < close else { return text }
        let rest = text[..<open] + text[text.index(after: close)...]
        return String(rest.drop { $0 == "/" || $0 == "|" }.reversed().drop { $0 == "|" }.reversed())
    }
}
