import Values

/// Days of a journal: `2014-01-02`, `2014/1/2`, `2014.1.2`, or without the year where the file tells it.
enum JournalDate {
    /// Reads a day.
    static func read(_ text: Substring, year: Int?) throws(ImportIssue) -> Day {
        // As most are written: 2014-03-31.
        if text.utf8.count == 10, text.utf8[text.utf8.index(text.startIndex, offsetBy: 4)] == UInt8(ascii: "-"), let day = try? Day(text) { return day }
        let parts = text.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) }
        let figures = parts.compactMap(\.self)
        guard figures.count == parts.count, figures.count == 3 || figures.count == 2 else { throw bad(text) }
        if figures.count == 3, text.utf8.prefix(while: JournalNumber.isDigit).count != 4 {
            throw ImportIssue(
                .badDate, text: String(text), message: "the year of the day \(MessageText.cut(String(text))) has no four digits", hint: "write it as 2014-03-31")
        }
        guard let year = figures.count == 3 ? figures[0] : year else {
            throw ImportIssue(.badDate, text: String(text), message: "the day \(MessageText.cut(String(text))) has no year", hint: "write a line such as Y 2014 above it")
        }
        do { return try Day(year: year, month: figures[figures.count - 2], day: figures[figures.count - 1]) } catch { throw bad(text) }
    }

    private static func bad(_ text: Substring) -> ImportIssue {
        ImportIssue(.badDate, text: String(text), message: "\"\(MessageText.cut(String(text)))\" is no day", hint: "write it as 2014-03-31")
    }
}
