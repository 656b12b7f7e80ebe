import Glibc

/// The lines of a text without what ends them, each cut off when it is asked for: a list of all would take as much memory as the text.
struct JournalLines: Sequence, IteratorProtocol {
    private let text: Substring.UTF8View
    private var place: Substring.UTF8View.Index
    private var isDone = false

    init(_ text: String) {
        self.text = text[...].utf8
        place = self.text.startIndex
    }

    /// The next line; an empty one stands behind a line end that nothing follows.
    mutating func next() -> Substring? {
        if isDone { return nil }
        let rest = text[place...], end = rest.place(of: lineFeed), line = rest[..<end]
        if end < text.endIndex { place = text.index(after: end) } else { isDone = true }
        return Substring(line.last == carriageReturn ? line.dropLast() : line)
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
