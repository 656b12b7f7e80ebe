import Drawing

/// How much room the columns of a table want, for type of one point; all of it grows with the size of the type.
struct ColumnMeasures {
    /// The room that a column wants.
    struct Column {
        /// The width in which nothing wraps, its heading included.
        var wanted = 0.0
        /// The width in which no cell wraps; the heading may, between words.
        var needed = 0.0
        /// The width below which the column gets hard to read.
        var least = 0.0
        /// The widest part of a number up to its decimals, where the column is aligned by them.
        var beforeMark = 0.0
        /// The widest decimals, with their mark and what follows them.
        var behindMark = 0.0
    }

    /// The blank between two columns.
    static let gap = 1.3
    /// A text column is not made narrower than this to spare smaller type, a word alone does not make it wider than that.
    private static let narrowText = 9.0, wideWord = 14.0

    /// The columns, from left to right.
    private(set) var columns: [Column]
    private let decimalMark: Character
    private let typesetter: Typesetter

    /// Measures all cells of a table.
    init(_ table: PrintedTable, decimalMark: Character, _ breaker: TextBreaker) {
        (self.decimalMark, typesetter) = (decimalMark, breaker.typesetter)
        columns = Array(repeating: Column(), count: table.columns.count)
        var words = Array(repeating: 0.0, count: columns.count)
        for row in table.rows where !row.spansTable {
            for (index, cell) in row.cells.prefix(columns.count).enumerated() where !cell.text.isEmpty {
                let font = Typesetter.Font(size: 1, isBold: cell.isBold || row.role != .body)
                if table.columns[index].alignment == .decimal {
                    let parts = split(cell.text, font)
                    columns[index].beforeMark = max(columns[index].beforeMark, parts.before)
                    columns[index].behindMark = max(columns[index].behindMark, parts.behind)
                }
                columns[index].needed = max(columns[index].needed, cell.text.split(separator: "\n").map { typesetter.width(of: String($0), font) }.max() ?? 0)
                if table.columns[index].alignment == .leading { words[index] = max(words[index], breaker.widestWord(of: cell.text, font)) }
            }
        }
        let bold = Typesetter.Font(size: 1, isBold: true)
        for (index, column) in table.columns.enumerated() {
            let headingWord = breaker.widestWord(of: column.heading, bold)
            let cells = max(columns[index].needed, columns[index].beforeMark + columns[index].behindMark)
            columns[index].needed = max(cells, min(headingWord, Self.wideWord))
            columns[index].wanted = max(cells, typesetter.width(of: column.heading, bold))
            let readable = min(columns[index].needed, max(min(max(words[index], headingWord), Self.wideWord), Self.narrowText))
            columns[index].least = column.alignment == .leading ? readable : columns[index].needed
        }
    }

    /// The width of a number up to its decimal mark, and from there on. Where it has none, what follows its last digit stands on the right.
    func split(_ text: String, _ font: Typesetter.Font) -> (before: Double, behind: Double) {
        let end: String.Index
        if let mark = text.lastIndex(of: decimalMark), text[..<mark].contains(where: \.isNumber) {
            end = mark
        } else {
            end = text.lastIndex(where: \.isNumber).map { text.index(after: $0) } ?? text.endIndex
        }
        let before = typesetter.width(of: String(text[..<end]), font)
        return (before, typesetter.width(of: text, font) - before)
    }
}

extension PrintedTable.Row {
    /// Whether the row is the name of a group alone, which may be as wide as the table.
    var spansTable: Bool { role == .group && cells.dropFirst().allSatisfy(\.text.isEmpty) }
}
