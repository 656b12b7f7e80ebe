/// What `luca-sheet` answers: a header, behind which the bytes of the file stand, or why there is none.
public enum SheetAnswer: Hashable, Sendable {
    /// The file follows, so many bytes long. What of the workbook did not come into it as it is, in sentences.
    case file(byteCount: Int, warnings: [String])
    /// There is no file: why, as a sentence without a full stop.
    case failure(String)

    /// The bytes of the header: its length in four bytes, least significant first, then itself.
    public var header: [UInt8] {
        var writer = WireWriter()
        writer.add(raw: 0 as UInt32)
        switch self {
        case .file(let byteCount, let warnings):
            writer.add(1 as UInt8)
            writer.add(byteCount)
            writer.add(warnings)
        case .failure(let reason):
            writer.add(2 as UInt8)
            writer.add(reason)
        }
        writer.close()
        return writer.bytes
    }

    /// Bytes of the longest header that is accepted.
    private static let longest = 1 << 20

    /// Reads the header at the beginning of an answer, and tells how many bytes it has, behind which the file begins; nil where the bytes are no header, or not
    /// all of one.
    public static func read(_ bytes: some Collection<UInt8>) -> (answer: SheetAnswer, headerCount: Int)? {
        let start = Array(bytes.prefix(longest + 4))
        guard start.count >= 4 else { return nil }
        let length = start.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest, start.count >= 4 + length else { return nil }
        var reader = WireReader(start[4..<4 + length])
        let answer: SheetAnswer
        switch reader.byte() {
        case 1:
            guard let count = reader.value(Int.self), count >= 0, let warnings = reader.value([String].self) else { return nil }
            answer = .file(byteCount: count, warnings: warnings)
        case 2:
            guard let reason = reader.text() else { return nil }
            answer = .failure(reason)
        default: return nil
        }
        return reader.isAtEnd ? (answer, 4 + length) : nil
    }
}
