/// Text for people, broken between words where a line is as wide as the terminal.
public enum WrappedText {
    /// What is left for the words of a column before lines rather begin further to the left.
    private static let leastRoom = 24

    /// Text of one or more lines, each no wider than `width` where words allow it; as it is where there is no width.
    ///
    /// A line that goes on is set in as far as its last column begins: behind the last two spaces in a row, else a little.
    public static func wrapped(_ text: String, width: Int?) -> String {
        guard let width, width > leastRoom else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            TextWidth.of(String(line)) <= width ? String(line) : broken(String(line), width)
        }.joined(separator: "\n")
    }

    /// Paragraphs, whose lines all begin at the left; a line that is set in, or has columns, goes on as `wrapped` has it.
    public static func paragraphs(_ text: String, width: Int?) -> String {
        guard let width, width > leastRoom else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = String(line), isProse = !line.hasPrefix(" ") && !line.contains("  ")
            return isProse && TextWidth.of(line) > width ? lines(line, width: width).joined(separator: "\n") : wrapped(line, width: width)
        }.joined(separator: "\n")
    }

    /// A sentence that begins behind something of a width, such as `error: `, and goes on set in by some spaces. What has no space, such as a path, stays whole.
    public static func wrapped(_ sentence: String, behind before: Int, indent: Int, width: Int?) -> String {
        guard let width, width > leastRoom, before + TextWidth.of(sentence) > width, !sentence.contains("\n") else { return sentence }
        return lines(sentence, width: width - indent, first: width - before, isBreakingWords: false).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// The words of a text in lines of a width; what is wider than a line on its own is broken within, unless words stay whole.
    package static func lines(_ text: String, width: Int, first: Int? = nil, isBreakingWords: Bool = true) -> [String] {
        var lines: [String] = [], line = ""
        var room: Int { max(lines.isEmpty ? first ?? width : width, 1) }
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            var word = String(word)
            if !line.isEmpty {
                if TextWidth.of(line) + 1 + TextWidth.of(word) <= room {
                    line += " " + word
                    continue
                }
                lines.append(line)
            }
            while isBreakingWords, TextWidth.of(word) > room {
                let part = TextWidth.cut(word, to: room, ellipsis: "")
                if part.isEmpty { break }
                lines.append(part)
                word.removeFirst(part.count)
            }
            line = word
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func broken(_ line: String, _ width: Int) -> String {
        let characters = Array(line), start = characters.prefix { $0 == " " }.count
        let furthest = min(characters.count, width - leastRoom)
        var column: Int?
        for place in stride(from: start + 2, through: max(furthest, start + 2), by: 1) where place < characters.count {
            if characters[place] != " ", characters[place - 1] == " ", characters[place - 2] == " " { column = place }
        }
        let indent = column ?? (start == 0 ? 2 : start)
        let head = String(characters[..<(column ?? start)]), rest = String(characters[(column ?? start)...])
        let broken = lines(rest, width: width - indent, first: width - (column ?? start))
        return head + broken.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
