import Values

/// Parts of lines of a journal.
enum JournalText {
    /// A text without the blanks around it; most lines have no others than those of ASCII there.
    static func trimmed(_ text: Substring) -> Substring {
        if isBare(text.utf8) { return text }
        let start = text.utf8.place { bytes in bytes.firstIndex { !isBlank($0) } ?? bytes.count }, rest = text.utf8[start...]
        let bare = rest[..<rest.place { bytes in bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0 }]
        var text = Substring(bare)
        if isBare(bare) { return text }
        if let first = text.first, first.isWhitespace { text = text.drop { $0.isWhitespace } }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Whether a text begins and ends with a letter, a digit or a sign of ASCII.
    private static func isBare(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        return first < 0x80 && first > 0x20 && last < 0x80 && last > 0x20
    }

    /// The part of a line before two blanks, a tab or a comment, which is an account.
    static func untilTwoBlanks(_ text: Substring) -> Substring {
        let end = text.utf8.place { bytes in
            bytes.indices.first { place in
                let byte = bytes[place], next = place + 1 < bytes.count ? bytes[place + 1] : 0
                return byte == 0x09 || byte == UInt8(ascii: ";") && place == 0 || byte == 0x20 && (isBlank(next) || next == UInt8(ascii: ";"))
            } ?? bytes.count
        }
        return trimmed(Substring(text.utf8[..<end]))
    }

    /// Whether a byte is a blank or a tab.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// What luca's own exports note behind a definition, in a comment or as a note: `; type: C, luca: Broker`. The name of an account or a symbol is the last, and may hold commas.
    static func note(_ key: String, in line: Substring) -> String? {
        // A note may hold a semicolon, as may a name in it.
        let bare = trimmed(line), remark = line.firstIndex(of: ";").map { trimmed(line[line.index(after: $0)...]) } ?? ""
        let notes = bare.hasPrefix("note ") ? trimmed(bare.dropFirst(5)) : remark
        guard let place = notes.hasPrefix("\(key): ") ? notes.startIndex : notes.firstRange(of: ", \(key): ").map({ notes.index($0.lowerBound, offsetBy: 2) }) else { return nil }
        let value = notes[place...].dropFirst(key.count + 2)
        let end = key == "luca" ? nil : value.firstRange(of: ", luca: ")?.lowerBound
        return String(trimmed(value[..<(end ?? value.endIndex)]))
    }

    /// What stands behind a word at the beginning of an indented line: `Checking` of `    alias Checking`; nil where the line begins otherwise.
    static func value(of word: String, in line: Substring) -> Substring? {
        let parts = trimmed(line).split(maxSplits: 1) { $0 == " " || $0 == "\t" }
        guard parts.first.map(String.init) == word else { return nil }
        let rest = parts.count > 1 ? parts[1] : ""
        return trimmed(rest.firstIndex(of: ";").map { rest[..<$0] } ?? rest)
    }
}

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
