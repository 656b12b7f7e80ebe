/// The decimal marks of commodities: what directives say of them, else what other numbers of the same commodity tell. One commodity says nothing of another whose
/// numbers contradict it.
final class JournalMarks {
    /// Numbers that are not read as all programs do: the first of them, and how many there are.
    struct Doubtful {
        /// The number as it is written.
        let number: String
        /// What it is of.
        let commodity: String
        /// How many there are.
        var count = 0
    }

    private static let point = UInt8(ascii: "."), comma = UInt8(ascii: ",")
    /// What directives such as `commodity 1.000,00 EUR` say.
    private var told: [String: UInt8] = [:]
    /// What numbers tell; nil where they contradict one another.
    private var found: [String: UInt8?] = [:]
    /// Commodities of which numbers have both marks, and so show what parts their thousands.
    private var withThousands: Set<String> = []
    /// Numbers with a point that may be thousands by the file's other commodities, and are read as ledger and hledger do.
    private(set) var assumed: Doubtful?
    /// Numbers with a comma that is taken for thousands, since others of the commodity have a decimal point; hledger takes it for decimals.
    private(set) var thousands: Doubtful?
    /// Whether the file is one of ledger, which reads a number by those before it; hledger reads each by itself.
    var isOfLedger = false

    /// Notes the mark that a directive shows.
    func tell(_ mark: UInt8, of commodity: String) { told[commodity] = mark }

    /// The decimal mark of a number of three digits behind its only mark.
    ///
    /// - Parameter inferred: the mark that all numbers of the file have that tell one.
    func hint(_ mark: UInt8, of commodity: String, inferred: UInt8?, _ number: ArraySlice<UInt8>) -> UInt8? {
        if let own = told[commodity] { return own }
        if let own = found[commodity] ?? nil {
            if own == mark || isOfLedger || withThousands.contains(commodity) { return own }
            // A decimal comma elsewhere does not make thousands of 1.234, which hledger reads by itself.
            if mark == Self.point { return nil }
            note(number, commodity, in: &thousands)
            return own
        }
        guard mark == Self.point, inferred == Self.comma, found[commodity] == nil else { return inferred }
        // Both programs take a point for that of decimals where the commodity itself does not tell otherwise.
        note(number, commodity, in: &assumed)
        return Self.point
    }

    private func note(_ number: ArraySlice<UInt8>, _ commodity: String, in doubtful: inout Doubtful?) {
        if doubtful == nil { doubtful = Doubtful(number: String(decoding: number, as: UTF8.self), commodity: commodity) }
        doubtful?.count += 1
    }

    // MARK: what numbers tell

    /// Looks through the postings of a file, and returns the mark that all numbers have that tell one; nil where there is none, or two.
    func survey(_ file: UnsafeBufferPointer<UInt8>, _ style: JournalAmount.Style) -> UInt8? {
        var marks: Set<UInt8> = [], isDoubtful = false
        Self.visit(file) { bytes, range in
            let number = UnsafeBufferPointer(rebasing: bytes[range])
            if let mark = JournalNumber.mark(of: number) { marks.insert(mark) } else if JournalNumber.isAmbiguous(number) { isDoubtful = true }
        }
        // Most files leave nothing open, so that nobody asks whose a mark is.
        if isDoubtful || marks.count > 1 {
            Self.visit(file) { bytes, range in
                let number = UnsafeBufferPointer(rebasing: bytes[range])
                guard let mark = JournalNumber.mark(of: number) else { return }
                let word = Self.commodity(bytes, range), commodity = word.isEmpty ? style.defaultCommodity ?? "" : style.commodity(word)
                if number.contains(mark == Self.point ? Self.comma : Self.point) { withThousands.insert(commodity) }
                if let other = found[commodity], other != mark { found[commodity] = .some(nil) } else { found[commodity] = mark }
            }
        }
        return marks.count == 1 ? marks.first : nil
    }

    /// Calls a function with each number of the postings that has a mark.
    private static func visit(_ file: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
        var start = 0
        while start < file.count {
            let rest = UnsafeBufferPointer(rebasing: file[start...]), end = rest.place(of: lineFeed)
            // Only postings are indented.
            if isBlank(rest[0]) { visit(posting: UnsafeBufferPointer(rebasing: rest[..<end]), body) }
            start += end + 1
        }
    }

    private static func visit(posting bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void) {
        var start = 0
        while start < bytes.count, bytes[start] != UInt8(ascii: ";") {
            if bytes[start] == UInt8(ascii: "\"") {
                // The points and commas of a commodity's name part nothing.
                start = (bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count - 1) + 1
                continue
            }
            var end = start, marks = 0, digits = 0
            while end < bytes.count {
                if bytes[end] == point || bytes[end] == comma { marks += 1 } else if JournalNumber.isDigit(bytes[end]) { digits += 1 } else { break }
                end += 1
            }
            // A comma behind a number is one of a list, as in a lot.
            let isListed = end > start && bytes[end - 1] == comma
            if digits > 0, marks > (isListed ? 1 : 0) { body(bytes, start..<(isListed ? end - 1 : end)) }
            start = max(end, start + 1)
        }
    }

    /// The commodity behind a number, or else before it; empty where there is none.
    private static func commodity(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Range<Int>) -> String {
        var start = number.upperBound
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
            return String(decoding: bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        var end = start
        while end < bytes.count, !JournalAmount.endsSymbol(bytes[end]) { end += 1 }
        if end > start { return String(decoding: bytes[start..<end], as: UTF8.self) }
        end = number.lowerBound
        while end > 0, isBlank(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "-") || bytes[end - 1] == UInt8(ascii: "+") { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\"") {
            let open = bytes[..<(end - 1)].lastIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? end - 1
            return String(decoding: bytes[open..<(end - 1)], as: UTF8.self)
        }
        start = end
        while start > 0, !JournalAmount.endsSymbol(bytes[start - 1]) { start -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
