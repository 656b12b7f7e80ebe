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
        var end = place
        while end < text.endIndex, text[end] != lineFeed { text.formIndex(after: &end) }
        let line = text[place..<end]
        if end < text.endIndex { place = text.index(after: end) } else { isDone = true }
        return Substring(line.last == carriageReturn ? line.dropLast() : line)
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
