/// Writes delimited text that `CSVReader`, spreadsheets and other programs read back unchanged.
///
/// A field is quoted where it holds the delimiter, a quote, a line end, or a blank at either end. Lines end in LF, or as Python and spreadsheets have it in CR LF.
public struct CSVWriter {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []
    private let delimiter: UInt8
    private let hasCRLF: Bool
    private var isFirstField = true

    /// Makes an empty writer.
    public init(delimiter: UInt8 = UInt8(ascii: ","), hasCRLF: Bool = false) {
        self.delimiter = delimiter
        self.hasCRLF = hasCRLF
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends one field to the line at hand.
    public mutating func field(_ text: some StringProtocol) {
        if isFirstField { isFirstField = false } else { bytes.append(delimiter) }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard needsQuotes(from: start) else { return }
        let plain = Array(bytes[start...])
        bytes.removeSubrange(start...)
        bytes.append(quoteMark)
        for byte in plain {
            if byte == quoteMark { bytes.append(quoteMark) }
            bytes.append(byte)
        }
        bytes.append(quoteMark)
    }

    /// Appends one field in quotes, whether it needs them or not, as some programs write and expect it.
    public mutating func quotedField(_ text: some StringProtocol) {
        if isFirstField { isFirstField = false } else { bytes.append(delimiter) }
        bytes.append(quoteMark)
        for byte in text.utf8 {
            if byte == quoteMark { bytes.append(quoteMark) }
            bytes.append(byte)
        }
        bytes.append(quoteMark)
    }

    /// Ends the line at hand.
    ///
    /// A line of one empty field is written as two quotes, since an empty line means no record to many readers.
    public mutating func endLine() {
        if bytes.isEmpty || bytes.last == lineFeed, !isFirstField { bytes.append(contentsOf: [quoteMark, quoteMark]) }
        blankLine()
        isFirstField = true
    }

    /// Writes a line of nothing, as between two blocks of a report.
    public mutating func blankLine() {
        if hasCRLF { bytes.append(carriageReturn) }
        bytes.append(lineFeed)
    }

    /// Writes one whole line.
    public mutating func line(_ fields: [String]) {
        for text in fields { field(text) }
        endLine()
    }

    private func needsQuotes(from start: Int) -> Bool {
        guard start < bytes.count else { return false }
        let first = bytes[start], last = bytes[bytes.count - 1]
        if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return true }
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == delimiter || byte == quoteMark || byte == lineFeed || byte == carriageReturn { return true }
        }
        return false
    }
}
