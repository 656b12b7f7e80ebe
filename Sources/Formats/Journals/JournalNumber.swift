import Values

/// Numbers of a journal, whose decimals may stand behind a point or a comma: the one or the other, as each number tells by itself, else as its commodity does.
enum JournalNumber {
    private static let point = UInt8(ascii: "."), comma = UInt8(ascii: ",")

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Reads the bytes of a number, at once where it is plain digits with one mark that can be no other than that of its decimals.
    ///
    /// - Parameter hint: the decimal mark of numbers such as `1,234`, which do not tell it; given the mark that they have.
    static func read(_ bytes: ArraySlice<UInt8>, hint: (UInt8) -> UInt8?) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        var mantissa: Int64 = 0, count = 0, behind: Int?
        for byte in bytes {
            if byte == point || byte == comma, behind == nil {
                behind = count
            } else if isDigit(byte), count < FixedDecimal.scale {
                mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
            } else {
                return try read(String(decoding: bytes, as: UTF8.self), hint: hint)
            }
        }
        let digits = behind.map { count - $0 } ?? 0
        if digits == 3 { return try read(String(decoding: bytes, as: UTF8.self), hint: hint) }
        return (FixedDecimal(units: Int128(mantissa) * tenToThe(FixedDecimal.scale - digits)), digits)
    }

    /// Reads a number, which may have an exponent: `1.5E3`.
    ///
    /// - Throws: `ambiguousNumbers` for `1,234` where nothing tells what the comma is.
    private static func read(_ written: String, hint: (UInt8) -> UInt8?) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        let parts = written.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        // Blanks and the like part nothing but thousands.
        let bare = parts[0].filter { isDigit($0) || $0 == point || $0 == comma }, decimal = try decimalMark(of: bare, written, hint: hint)
        let place = decimal.flatMap { bare.lastIndex(of: $0) } ?? bare.endIndex
        let whole = bare[..<place].filter(isDigit), fraction = bare[place...].filter(isDigit)
        var digits = fraction.count, value = try value(whole, fraction, written)
        if parts.count > 1 {
            guard let exponent = Int(String(decoding: parts[1], as: UTF8.self)), exponent.magnitude <= FixedDecimal.scale else { throw bad(written) }
            do {
                let factor = FixedDecimal(units: FixedDecimal.unitsPerOne * tenToThe(Int(exponent.magnitude)))
                value = exponent < 0 ? try value / factor : try value * factor
            } catch { throw bad(written) }
            digits = max(0, digits - exponent)
        }
        return (value, digits)
    }

    /// The mark of a number behind which its decimals stand; nil where it has none.
    private static func decimalMark(of bare: [UInt8], _ written: String, hint: (UInt8) -> UInt8?) throws(ImportIssue) -> UInt8? {
        switch ownMark(bare) {
        case .none: return nil
        case .told(let mark): return mark
        case .wrong:
            throw ImportIssue(
                .badNumber, text: written, message: "\"\(MessageText.cut(written))\" is no number: its marks part no thousands", hint: "write it as 1000.00 or 1,000.00")
        case .ambiguous(let mark):
            if let told = hint(mark) { return told }
            let last = UnicodeScalar(mark), other = UnicodeScalar(mark == point ? comma : point)
            throw ImportIssue(
                .ambiguousNumbers, text: written, message: "nothing in the file tells whether \(written) has thousands or decimals",
                hint: "write a line decimal-mark \(last) or decimal-mark \(other), or say decimal_mark=")
        }
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
        // The digits before the first mark, and how many stand between the others and behind the last.
        var groups = [0], seen: UInt8?, changes = 0
        for byte in number {
            if byte == point || byte == comma {
                if let seen, seen != byte { changes += 1 }
                seen = byte
                groups.append(0)
            } else {
                groups[groups.count - 1] += 1
            }
        }
        if changes > 0 {
            // Thousands, and behind them the decimals.
            guard changes == 1, number.count(where: { $0 == last }) == 1 else { return .wrong }
            return areThousands(groups.dropLast()) ? .told(last) : .wrong
        }
        if groups.count > 2 { return areThousands(groups[...]) ? .told(other) : .wrong }
        return groups[1] != 3 || groups[0] == 0 || groups[0] > 3 || groups[0] == 1 && number.first == UInt8(ascii: "0") ? .told(last) : .ambiguous(last)
    }

    /// Whether groups of so many digits are thousands: three each behind the first, or as in India two each and three in the last.
    private static func areThousands(_ groups: ArraySlice<Int>) -> Bool {
        guard let first = groups.first, groups.count > 1, groups.last == 3 else { return false }
        let inner = groups.dropFirst().dropLast()
        return (1...3).contains(first) && inner.allSatisfy { $0 == 3 } || (1...2).contains(first) && inner.allSatisfy { $0 == 2 }
    }

    private static func value(_ whole: [UInt8], _ fraction: [UInt8], _ written: String) throws(ImportIssue) -> FixedDecimal {
        if fraction.count > FixedDecimal.scale {
            throw ImportIssue(
                .badNumber, text: written,
                message: "\(MessageText.cut(written)) has \(fraction.count) digits behind the point, and luca keeps \(FixedDecimal.scale)", hint: "round it in the file")
        }
        let plain = String(decoding: whole.isEmpty ? [UInt8(ascii: "0")] : whole, as: UTF8.self) + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
        do { return try FixedDecimal(plain) } catch {
            throw ImportIssue(.badNumber, text: written, message: "\(MessageText.cut(written)) is larger than any number that luca keeps", hint: "mend it in the file")
        }
    }

    private static func bad(_ written: String) -> ImportIssue {
        ImportIssue(.badNumber, text: written, message: "\"\(MessageText.cut(written))\" is no number")
    }

    // MARK: the marks of a file

    /// The decimal mark that a number tells by itself; nil where it has none, or may have the one or the other.
    static func mark(of number: some BidirectionalCollection<UInt8>) -> UInt8? {
        if case .told(let mark) = ownMark(number) { mark } else { nil }
    }

    /// Whether a number may have thousands or decimals.
    static func isAmbiguous(_ number: some BidirectionalCollection<UInt8>) -> Bool { if case .ambiguous = ownMark(number) { true } else { false } }

    /// The decimal mark of the number that a directive shows, such as `1.000,00` of `commodity 1.000,00 EUR`, which has one even without digits behind it.
    ///
    /// - Parameter takesThousands: whether a comma before three digits parts thousands, as ledger has it.
    static func mark(ofForm form: Substring, takesThousands: Bool = false) -> UInt8? {
        let number = number(of: form)
        guard number.contains(where: isDigit), let last = number.last(where: { $0 == point || $0 == comma }) else { return nil }
        if takesThousands, last == comma, isAmbiguous(number) { return point }
        // Several of one kind part thousands.
        return number.count(where: { $0 == last }) > 1 ? (last == point ? comma : point) : last
    }

    /// Whether a directive shows a number, and not the name of its commodity alone.
    static func isInForm(_ form: Substring) -> Bool { number(of: form).contains(where: isDigit) }

    /// The digits and marks of a form: those of the commodity's name in quotes, such as "SAP.DE", and of a comment are none of its number.
    private static func number(of form: Substring) -> [UInt8] {
        var number: [UInt8] = [], isQuoted = false
        for byte in form.utf8 {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: ";") { break }
            if isDigit(byte) || byte == point || byte == comma { number.append(byte) }
        }
        return number
    }
}
