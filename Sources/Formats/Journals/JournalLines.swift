import Glibc

/// The lines of a file without what ends them, each cut off when it is asked for: a text of all of them, or a list, would take as much memory as the file.
struct JournalLines: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the part of the file that comes next begins.
    private var start = 0
    /// Some whole lines as text.
    private var part: Substring.UTF8View = ""[...].utf8
    private var isDone = false
    private static let size = 1 << 20

    /// Those of bytes that outlive it; without a mark of their encoding before them.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next line; an empty one stands behind a line end that nothing follows.
    mutating func next() -> Substring? {
        if isDone { return nil }
        if part.isEmpty { takePart() }
        let end = part.place(of: lineFeed), line = part[..<end]
        if end < part.endIndex { part = part[part.index(after: end)...] } else { isDone = true }
        return Substring(line.last == carriageReturn ? line.dropLast() : line)
    }

    /// Takes the next lines, with what ends the last of them.
    private mutating func takePart() {
        var end = Swift.min(start + Self.size, bytes.count)
        if end < bytes.count { end = Swift.min(end + UnsafeBufferPointer(rebasing: bytes[end...]).place(of: lineFeed) + 1, bytes.count) }
        part = String(decoding: bytes[start..<end], as: UTF8.self)[...].utf8
        start = end
    }
}

extension Substring.UTF8View {
    /// Where a byte stands for the first time; the end where it does not.
    func place(of byte: UInt8) -> Index { place { $0.place(of: byte) } }

    /// The place that a look through the bytes in memory finds, which takes a tenth of the time of one by their indices.
    func place(_ find: (UnsafeBufferPointer<UInt8>) -> Int) -> Index {
        // A text that lies elsewhere than in Swift's own memory is copied.
        index(startIndex, offsetBy: withContiguousStorageIfAvailable(find) ?? Array(self).withUnsafeBufferPointer(find))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes stand before a byte; all of them where it is not there.
    func place(of byte: UInt8) -> Int {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return count }
        return UnsafeRawPointer(baseAddress).distance(to: found)
    }
}

/// The statements of a journal: each a line with the indented ones below it.
struct JournalStatements {
    private var lines: JournalLines
    /// The line with which the next statement begins.
    private var head: Substring?

    init(_ lines: JournalLines) {
        self.lines = lines
        head = self.lines.next()
    }

    /// The lines of the next statement.
    mutating func next() -> [Substring]? {
        guard let first = head else { return nil }
        var statement = [first]
        head = lines.next()
        while let line = head, line.utf8.first == 0x20 || line.utf8.first == 0x09 {
            statement.append(line)
            head = lines.next()
        }
        return statement
    }
}
