/// Lays the cells of a table out in aligned columns: headings, a rule, the rows, a rule, the totals, the notices.
struct TextLayout {
    private let options: RenderOptions
    private var table: TextTable
    private var widths: [Int] = []
    /// The widest part from the decimal point on, by column.
    private var tails: [Int] = []

    /// Spaces between two columns.
    private static let gap = 2

    /// A table laid out for a width.
    init(_ table: TextTable, options: RenderOptions) {
        self.table = table
        self.options = options
        measure()
        if let limit = options.width { fit(max(limit, 0)) }
    }

    private mutating func measure() {
        tails = table.columns.map { column in
            column.isNumber ? (column.cells.lazy.map(\.widthFromPoint) + column.totals.lazy.compactMap { $0?.widthFromPoint }).max() ?? 0 : 0
        }
        widths = zip(table.columns, tails).map { column, tail in
            let cells = column.cells + column.totals.compactMap { $0 }
            let widest = cells.lazy.map { column.isNumber ? $0.width - $0.widthFromPoint + tail : $0.width }.max() ?? 0
            return max(widest, TextWidth.of(column.name))
        }
    }

    private var totalWidth: Int { widths.reduce(0, +) + Self.gap * max(widths.count - 1, 0) }

    /// Makes the table fit: what says least of the rows is left out first, then long texts are cut, and sentences go on in further lines.
    private mutating func fit(_ limit: Int) {
        guard totalWidth > limit else { return }
        let choice = ColumnChoice(table, widths: widths, gap: Self.gap, ellipsis: options.ellipsis)
        let kept = choice.kept(within: limit)
        let dropped = table.columns.indices.filter { !kept.contains($0) }.map { table.columns[$0].name }
        let wide = kept.map { widths[$0] }
        let least = kept.map { choice.least[$0] }
        keep(kept)
        cutTexts(limit, least)
        let cut = kept.indices.filter { widths[$0] < wide[$0] && !table.columns[$0].schema.isProse }.map { table.columns[$0].name }
        let lists = [dropped.isEmpty ? nil : "not shown for want of width: \(dropped.joined(separator: ", "))", cut.isEmpty ? nil : "cut short: \(cut.joined(separator: ", "))"]
            .compactMap(\.self)
        if !lists.isEmpty { table.notices.append(.init((lists + [options.widening.map { "\($0) shows all" }].compactMap(\.self)).joined(separator: "; "))) }
    }

    /// Leaves only these columns, and of the totals only the lines that still have a figure, each with its label.
    private mutating func keep(_ kept: [Int]) {
        table.notices.removeAll { notice in notice.column.map { !kept.contains($0) } ?? false }
        let lines = table.totals.indices.filter { line in table.totals[line].sums.keys.contains(where: kept.contains) }
        let labels = lines.map { line in table.columns.lazy.compactMap { $0.totals[line] }.first { $0.text.hasPrefix("total") } }
        table.columns = kept.map { table.columns[$0] }
        (widths, tails) = (kept.map { widths[$0] }, kept.map { tails[$0] })
        table.keepTotals(lines)
        let place = table.columns.firstIndex { !$0.isNumber && $0.totals.allSatisfy { $0 == nil } }
        guard let place, !table.columns.contains(where: { $0.totals.first??.text.hasPrefix("total") ?? false }) else { return }
        table.columns[place].totals = labels
    }

    private mutating func cutTexts(_ limit: Int, _ least: [Int]) {
        while totalWidth > limit {
            guard let widest = widths.indices.filter({ table.columns[$0].canBeCut && widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
            else { return }
            widths[widest] = max(least[widest], widths[widest] - (totalWidth - limit))
        }
    }

    /// The text, each line ended.
    func text() -> String {
        var lines: [String] = []
        if !table.columns.isEmpty {
            lines.append(heading())
            lines.append(rule())
            for row in 0..<table.rowCount { lines += self.lines(of: row) }
            if let more = table.more { lines.append(styled(more, .dim)) }
            if table.totalCount > 0 { lines.append(rule()) }
            for total in 0..<table.totalCount { lines.append(line { $0.totals[total] }) }
        }
        lines += table.notices.map { styled($0.text, .dim) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func heading() -> String {
        let names = zip(table.columns, widths).map { column, width in
            let name = TextWidth.cut(column.name, to: width, ellipsis: options.ellipsis)
            let padding = String(repeating: " ", count: width - TextWidth.of(name))
            return column.isNumber ? (padding, name, "") : ("", name, padding)
        }
        return joined(names.map { ($0.0, styled($0.1, .bold), $0.2) })
    }

    private func rule() -> String {
        styled(widths.map { String(repeating: options.rule, count: $0) }.joined(separator: String(repeating: " ", count: Self.gap)), .dim)
    }

    /// A row, in as many lines as its longest sentence takes.
    private func lines(of row: Int) -> [String] {
        let sentences = table.columns.indices.map { index -> [Cell] in
            let cell = table.columns[index].cells[row]
            guard table.columns[index].schema.isProse, cell.width > widths[index] else { return [cell] }
            return WrappedText.lines(cell.text, width: widths[index]).map { Cell($0, tone: cell.tone) }
        }
        return (0..<(sentences.map(\.count).max() ?? 1)).map { place in
            joined(
                table.columns.indices.map { index in
                    guard place < sentences[index].count else { return (String(repeating: " ", count: widths[index]), "", "") }
                    return padded(sentences[index][place], index)
                })
        }
    }

    private func line(_ cell: (TextTable.Column) -> Cell?) -> String {
        joined(
            table.columns.indices.map { index in
                guard let cell = cell(table.columns[index]) else { return (String(repeating: " ", count: widths[index]), "", "") }
                return padded(cell, index)
            })
    }

    private func padded(_ cell: Cell, _ index: Int) -> (String, String, String) {
        let width = widths[index]
        let text = cell.width > width ? TextWidth.cut(cell.text, to: width, ellipsis: options.ellipsis) : cell.text
        let room = width - min(TextWidth.of(text), width)
        guard table.columns[index].isNumber else { return ("", styled(text, cell.style), String(repeating: " ", count: room)) }
        let behind = cell.tone == .missing ? 0 : min(tails[index] - cell.widthFromPoint, room)
        return (String(repeating: " ", count: room - behind), styled(text, cell.style), String(repeating: " ", count: behind))
    }

    /// The fields of a line side by side, without spaces at its end.
    private func joined(_ fields: [(before: String, text: String, after: String)]) -> String {
        var result = "", pending = ""
        for (index, field) in fields.enumerated() {
            if index > 0 { pending += String(repeating: " ", count: Self.gap) }
            pending += field.before
            if !field.text.isEmpty {
                result += pending + field.text
                pending = ""
            }
            pending += field.after
        }
        return result
    }

    private func styled(_ text: String, _ style: TextStyle?) -> String {
        guard options.colour, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

/// How a terminal shows text; the raw value is the code of the escape sequence.
private enum TextStyle: String {
    /// Headings.
    case bold = "1"
    /// Lines and notices.
    case dim = "2"
    /// Losses.
    case red = "31"
    /// Gains.
    case green = "32"
}

extension Cell {
    fileprivate var style: TextStyle? {
        switch tone {
        case .plain: nil
        case .gain: .green
        case .loss: .red
        case .missing: .dim
        }
    }
}

/// How wide text is on a terminal, and how it is made safe to show there.
enum TextWidth {
    /// The terminal columns that a text takes: two for East Asian wide characters and most emoji, none for combining marks.
    static func of(_ text: String) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of one character as people see it, however many scalars make it.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The selector asks for the coloured form of a character, which is wide.
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    /// The text cut to so many terminal columns, with `ellipsis` at its end where something is missing.
    static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        if of(text) <= width { return text }
        let room = width - of(ellipsis)
        var taken = 0
        var result = ""
        for character in text {
            let next = of(character)
            if taken + next > room { break }
            result.append(character)
            taken += next
        }
        return result + ellipsis
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if wide.contains(where: { $0.contains(value) }) { return 2 }
        return value >= 0x1F000 && scalar.properties.isEmojiPresentation ? 2 : 1
    }

    /// The blocks that Unicode's EastAsianWidth calls wide or full width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3, 0x25FD...0x25FE,
        0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE,
        0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA,
        0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
        0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}

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

    /// A sentence that begins behind something of a width, such as `error: `, and goes on set in by some spaces.
    public static func wrapped(_ sentence: String, behind before: Int, indent: Int, width: Int?) -> String {
        guard let width, width > leastRoom, before + TextWidth.of(sentence) > width, !sentence.contains("\n") else { return sentence }
        return lines(sentence, width: width - indent, first: width - before).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// The words of a text in lines of a width; what is wider than a line on its own is broken within.
    static func lines(_ text: String, width: Int, first: Int? = nil) -> [String] {
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
            while TextWidth.of(word) > room {
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
