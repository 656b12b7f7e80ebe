/// Reads delimited text after RFC 4180, record by record, straight from the bytes.
///
/// Fields come out as slices of the file, or of a scratch buffer where a doubled quote had to be undone; no `String` is made.
/// Lines may end in LF, CRLF or CR. A quote opens a quoted field only as its first byte; elsewhere it is an ordinary character.
///
///     var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
///     while try reader.next() {
///         let first = reader.field(0)      // valid until the next call of `next`
///     }
///
/// The bytes must outlive the reader. Reading costs about a nanosecond a byte.
public struct CSVReader: ~Copyable {
    private struct Slice {
        var start: Int
        var count: Int
        var unescaped: Bool
    }

    /// What separates the fields.
    public let delimiter: UInt8
    /// The line, counted from 1, on which the record last read begins.
    public private(set) var line = 0
    /// How many fields the record last read has.
    public private(set) var count = 0
    /// Whether the record last read has text after a closing quote, which no reading makes sense of.
    public private(set) var hasStrayText = false

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private var nextLine = 1
    private var slices: [Slice] = []
    private var scratch: [UInt8] = []

    /// A reader at the beginning of the bytes, past a UTF-8 byte order mark if there is one.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let end = Self.endOfSeparatorLine(bytes[position...]) { (position, nextLine) = (end, 2) }
    }

    /// Where the second line begins, if the first is `sep=;` or the like, by which a spreadsheet is told what parts the fields; nil for any other first line.
    private static func endOfSeparatorLine(_ bytes: Swift.Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let first = bytes.prefix { $0 != lineFeed && $0 != carriageReturn }
        guard first.count == 5, first.prefix(4).elementsEqual("sep=".utf8) || first.prefix(4).elementsEqual("SEP=".utf8) else { return nil }
        let isPair = bytes[first.endIndex...].starts(with: [carriageReturn, lineFeed])
        return min(first.endIndex + (isPair ? 2 : 1), bytes.endIndex)
    }

    /// How many bytes have been read.
    public var offset: Int { position }

    /// The bytes of one field of the record last read, quotes taken off; empty where the record has no such field.
    @inline(__always)
    public func field(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        guard index >= 0, index < count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let slice = slices[index]
        guard !slice.unescaped else {
            return scratch.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[slice.start..<slice.start + slice.count]) }
        }
        guard let base = bytes.baseAddress else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: base + slice.start, count: slice.count)
    }

    /// The text of one field.
    public func text(_ index: Int) -> String { String(decoding: field(index), as: UTF8.self) }

    /// The beginning of one field, for messages.
    func shown(_ index: Int) -> String { MessageText.cell(field(index)) }

    /// The bytes of a field without blanks and line ends before and behind it; empty where there is no such column. Other control characters stay:
    /// a name that ends with one is refused, as it is everywhere.
    @inline(__always)
    func word(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let cell = field(column)
        guard let first = cell.first, let last = cell.last, first <= 0x20 || last <= 0x20 else { return cell }
        var start = 0
        var end = cell.count
        while start < end, Self.isOuterBlank(cell[start]) { start += 1 }
        while end > start, Self.isOuterBlank(cell[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: cell[start..<end])
    }

    /// A blank, a tab, or one of the bytes that end a line.
    private static func isOuterBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == lineFeed || byte == carriageReturn }

    /// Whether every field of the record last read is empty or blank.
    public var isBlank: Bool {
        for index in 0..<count {
            for byte in field(index) where byte != 0x20 && byte != 0x09 { return false }
        }
        return true
    }

    /// Reads the next record; false at the end of the file.
    ///
    /// - Throws: `CSVError.unterminatedQuote` where a quoted field is still open at the end of the file.
    public mutating func next() throws(CSVError) -> Bool {
        guard position < bytes.count else {
            count = 0
            return false
        }
        line = nextLine
        count = 0
        hasStrayText = false
        if !scratch.isEmpty { scratch.removeAll(keepingCapacity: true) }
        while true {
            if position < bytes.count, bytes[position] == quoteMark {
                try readQuotedField()
            } else {
                readPlainField()
            }
            guard position < bytes.count else { return true }
            let end = bytes[position]
            position += 1
            if end == delimiter {
                if position == bytes.count {
                    append(Slice(start: position, count: 0, unescaped: false))
                    return true
                }
                continue
            }
            if end == carriageReturn, position < bytes.count, bytes[position] == lineFeed { position += 1 }
            nextLine += 1
            return true
        }
    }

    private mutating func append(_ slice: Slice) {
        if count < slices.count { slices[count] = slice } else { slices.append(slice) }
        count += 1
    }

    /// Leaves the position at the delimiter, the end of the line or the end of the file.
    @inline(__always)
    private mutating func readPlainField() {
        let start = position
        let delimiter = delimiter
        var here = position
        let end = bytes.count
        while here < end {
            let byte = bytes[here]
            if byte == delimiter || byte == lineFeed || byte == carriageReturn { break }
            here += 1
        }
        position = here
        append(Slice(start: start, count: here - start, unescaped: false))
    }

    private mutating func readQuotedField() throws(CSVError) {
        let opened = nextLine
        position += 1
        var start = position
        var scratchStart: Int?
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quoteMark {
                guard position + 1 < bytes.count, bytes[position + 1] == quoteMark else {
                    finishQuotedField(from: start, scratchStart: scratchStart)
                    return
                }
                if scratchStart == nil { scratchStart = scratch.count }
                scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...position]))
                position += 2
                start = position
                continue
            }
            if byte == lineFeed || (byte == carriageReturn && !(position + 1 < bytes.count && bytes[position + 1] == lineFeed)) {
                nextLine += 1
            }
            position += 1
        }
        throw .unterminatedQuote(line: opened)
    }

    /// Closes the field whose closing quote stands at the position, and passes over what wrongly follows it.
    private mutating func finishQuotedField(from start: Int, scratchStart: Int?) {
        if let scratchStart {
            scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
            append(Slice(start: scratchStart, count: scratch.count - scratchStart, unescaped: true))
        } else {
            append(Slice(start: start, count: position - start, unescaped: false))
        }
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == delimiter || byte == lineFeed || byte == carriageReturn { return }
            if byte != 0x20 { hasStrayText = true }
            position += 1
        }
    }
}

let quoteMark = UInt8(ascii: "\"")
let lineFeed = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")

/// What makes delimited text unreadable as a whole.
public enum CSVError: Error, Hashable, Sendable {
    /// A quoted field that begins on this line never ends.
    case unterminatedQuote(line: Int)
}
