import Values

/// Numbers of a journal, whose decimals may stand behind a point or a comma.
enum JournalNumber {
    private static let point = UInt8(ascii: "."), comma = UInt8(ascii: ",")

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Reads the bytes of a number, at once where it is plain digits with the decimal mark of the file.
    static func read(_ bytes: ArraySlice<UInt8>, mark: Character?) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        let decimal = mark?.asciiValue
        var mantissa: Int64 = 0, count = 0, behind: Int?
        for byte in bytes {
            if byte == decimal, behind == nil {
                behind = count
            } else if isDigit(byte), count < FixedDecimal.scale {
                mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
            } else {
                return try read(String(decoding: bytes, as: UTF8.self), mark: mark)
            }
        }
        let digits = behind.map { count - $0 } ?? 0
        return (FixedDecimal(units: Int128(mantissa) * tenToThe(FixedDecimal.scale - digits)), digits)
    }

    /// Reads a number.
    ///
    /// - Throws: `ambiguousNumbers` for `1,234` where nothing tells what the comma is.
    static func read(_ written: String, mark: Character?) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        let bare = written.filter { !"'_ ".contains($0) }
        let own = mark == nil ? try ownMark(bare) : nil
        guard let decimal = mark ?? own else { return (try value(bare, written), 0) }
        let whole = bare.filter { $0 == decimal || $0.isNumber }
        guard whole.count(where: { $0 == decimal }) <= 1 else { throw bad(written) }
        let digits = whole.lastIndex(of: decimal).map { whole.distance(from: $0, to: whole.endIndex) - 1 } ?? 0
        var plain = whole.replacing(String(decimal), with: ".")
        if plain.hasSuffix(".") { plain.removeLast() }
        if plain.hasPrefix(".") { plain = "0" + plain }
        return (try value(plain, written), digits)
    }

    /// What a number tells by itself of its decimal mark.
    private enum OwnMark {
        /// It has none.
        case none
        case told(UInt8)
        /// Three digits behind its only mark, which may be thousands.
        case ambiguous(UInt8)
        /// Several marks that part no thousands.
        case wrong
    }

    private static func ownMark(_ number: some BidirectionalCollection<UInt8>) -> OwnMark {
        guard let last = number.last(where: { $0 == point || $0 == comma }) else { return .none }
        let other = last == point ? comma : point
        if number.contains(other) { return .told(last) }
        // The digits before the first mark, and behind the last; whether all parts but the first have three.
        var first: Int?, count = 0, marks = 0, areThousands = true
        for byte in number {
            if byte == last {
                if first == nil { first = count } else if count != 3 { areThousands = false }
                (count, marks) = (0, marks + 1)
            } else {
                count += 1
            }
        }
        if marks > 1 { return areThousands && count == 3 ? .told(other) : .wrong }
        let before = first ?? 0
        return count != 3 || before == 0 || before > 3 || before == 1 && number.first == UInt8(ascii: "0") ? .told(last) : .ambiguous(last)
    }

    /// The decimal mark that a number tells by itself; nil where it has none.
    private static func ownMark(_ number: String) throws(ImportIssue) -> Character? {
        switch ownMark(number.utf8) {
        case .none: return nil
        case .told(let mark): return Character(UnicodeScalar(mark))
        case .wrong: throw bad(number)
        case .ambiguous(let mark):
            let last = UnicodeScalar(mark), other = UnicodeScalar(mark == point ? comma : point)
            throw ImportIssue(
                .ambiguousNumbers, text: number, message: "nothing in the file tells whether \(number) has thousands or decimals",
                hint: "write a line decimal-mark \(last) or decimal-mark \(other), or say decimal_mark=")
        }
    }

    private static func value(_ plain: String, _ written: String) throws(ImportIssue) -> FixedDecimal {
        do { return try FixedDecimal(plain) } catch { throw bad(written) }
    }

    private static func bad(_ written: String) -> ImportIssue {
        ImportIssue(.badNumber, text: written, message: "\"\(MessageText.cut(written))\" is no number")
    }

    /// The decimal mark that the numbers of a file tell, where all that tell one tell the same.
    static func mark(of lines: some Sequence<Substring>) -> Character? {
        var found: UInt8?, isContradicted = false
        for line in lines {
            guard let first = line.utf8.first, first == 0x20 || first == 0x09 else { continue }
            var code = line
            code.withUTF8 { bytes in
                var start = 0
                while start < bytes.count, bytes[start] != UInt8(ascii: ";") {
                    var end = start
                    while end < bytes.count, isDigit(bytes[end]) || bytes[end] == point || bytes[end] == comma { end += 1 }
                    let number = UnsafeBufferPointer(rebasing: bytes[start..<end])
                    if number.contains(where: isDigit), case .told(let mark) = ownMark(number) {
                        isContradicted = isContradicted || found ?? mark != mark
                        found = mark
                    }
                    start = max(end, start + 1)
                }
            }
            if isContradicted { return nil }
        }
        return found.map { Character(UnicodeScalar($0)) }
    }
}

/// Days of a journal: `2014-01-02`, `2014/1/2`, `2014.1.2`, or without the year where the file tells it.
enum JournalDate {
    /// Reads a day.
    static func read(_ text: Substring, year: Int?) throws(ImportIssue) -> Day {
        // As most are written: 2014-03-31.
        if text.utf8.count == 10, text.utf8[text.utf8.index(text.startIndex, offsetBy: 4)] == UInt8(ascii: "-"), let day = try? Day(text) { return day }
        let parts = text.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) }
        let figures = parts.compactMap(\.self)
        guard figures.count == parts.count, figures.count == 3 || figures.count == 2 else { throw bad(text) }
        guard let year = figures.count == 3 ? figures[0] : year else {
            throw ImportIssue(.badDate, text: String(text), message: "the day \(MessageText.cut(String(text))) has no year", hint: "write a line such as Y 2014 above it")
        }
        do { return try Day(year: year, month: figures[figures.count - 2], day: figures[figures.count - 1]) } catch { throw bad(text) }
    }

    private static func bad(_ text: Substring) -> ImportIssue {
        ImportIssue(.badDate, text: String(text), message: "\"\(MessageText.cut(String(text)))\" is no day", hint: "write it as 2014-03-31")
    }
}
