import Values

/// A record of a file: its lines up to `^`, each with the letter that says what it is.
struct QIFRecord {
    /// A line: the letter, and what stands behind it.
    struct Field {
        let code: UInt8
        let line: Int
        /// Where the line begins, the letter included.
        let start: Int
        let end: Int
    }

    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    let line: Int
    fileprivate(set) var fields: [Field] = []
    /// Whether a `^` ends it.
    fileprivate(set) var isEnded = false

    /// The cell of a field without blanks at its ends.
    func cell(_ field: Field) -> UnsafeBufferPointer<UInt8> { Self.trimmed(bytes, field.start + 1, field.end) }

    /// The whole line of a field.
    func wholeLine(_ field: Field) -> UnsafeBufferPointer<UInt8> { Self.trimmed(bytes, field.start, field.end) }

    /// The first cell of a letter; nil where none says anything.
    func cell(_ code: Character) -> UnsafeBufferPointer<UInt8>? {
        guard let byte = code.asciiValue else { return nil }
        for field in fields where field.code == byte {
            let cell = cell(field)
            if !cell.isEmpty { return cell }
        }
        return nil
    }

    /// The text of a letter; empty where there is none.
    func text(_ code: Character) -> String { cell(code).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// A letter of which it has two, which a record has once; nil for none.
    func doubled(of codes: String) -> Character? {
        codes.first { code in fields.count { $0.code == code.asciiValue } > 1 }
    }

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        var start = start, end = end
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<max(start, end)])
    }
}

/// Parts the bytes of a file into headers, which begin with `!`, and records. Lines end as on any system.
struct QIFScanner {
    enum Step {
        case header(String, line: Int)
        case record(QIFRecord)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    private var line = 1

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next header or record; nil at the end.
    mutating func next() -> Step? {
        var record: QIFRecord?
        while offset < bytes.count {
            let start = offset, number = line
            if bytes[start] == UInt8(ascii: "!") {
                // A record that no ^ ends goes before it.
                if let record { return .record(record) }
                let end = endOfLine()
                return .header(String(String(decoding: bytes[start..<end], as: UTF8.self).trimmed), line: number)
            }
            let end = endOfLine()
            if bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            // A second mark of an end ends nothing.
            if bytes[start] == UInt8(ascii: "^"), record == nil { continue }
            if record == nil { record = QIFRecord(bytes: bytes, line: number) }
            if bytes[start] == UInt8(ascii: "^") {
                record?.isEnded = true
                return record.map(Step.record)
            }
            record?.fields.append(QIFRecord.Field(code: bytes[start], line: number, start: start, end: end))
        }
        return record.map(Step.record)
    }

    /// Goes behind the line and gives where its text ends.
    private mutating func endOfLine() -> Int {
        var end = offset
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        offset = min(end + 1, bytes.count)
        if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { offset = end + 2 }
        line += 1
        return end
    }
}
