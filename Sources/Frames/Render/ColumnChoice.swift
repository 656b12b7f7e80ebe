/// Which columns of a table are shown where there is no room for all.
///
/// Columns come in by rank, what decides a row's meaning first, and within a rank those that are added up at the foot before the others and else from the
/// left, each as far as there is room. None of a lower rank comes in while one of a higher rank is out. A column without any value comes last unless it
/// decides, since a figure that nobody knows is told too; one that says nothing but what is usual is minor. Figures come in with the column that tells their
/// currency, unless that is the same in all rows: then a sentence below the table tells it. What a row is of always comes in.
struct ColumnChoice {
    /// The widths below which columns are not cut.
    let least: [Int]
    /// The currency that all figures beside a column of currencies are in, by the place of that column; none where there are several.
    let sameCurrency: [Int: String]
    /// The widths that names keep where columns come in that say less than what a reader asks first or next.
    private let easy: [Int]
    private let columns: [TextTable.Column]
    private let gap: Int
    /// Whether nobody said what the columns tell, as of rows that a script made; then the first tells which row it is.
    private let isUnranked: Bool
    /// The column that tells what each row is of, where none that decides does; without it figures are of nothing.
    private let key: Int?

    /// A name is not cut below this, nor below its heading; remarks and sentences not below the others.
    private static let leastNameWidth = 8, leastTextWidth = 10, leastProseWidth = 24
    /// A name is not cut below this for the sake of a further figure.
    private static let easyNameWidth = 16

    /// The rank of columns without any value, below those of `ColumnRank`.
    private static let rankOfEmpty = -1

    /// The choice for columns whose cells have these widths.
    init(_ table: TextTable, cellWidths: [Int], gap: Int, ellipsis: String) {
        columns = table.columns
        self.gap = gap
        isUnranked = table.columns.allSatisfy { $0.schema.rank == .ordinary }
        key = isUnranked ? nil : Self.key(of: table.columns)
        least = table.columns.indices.map { Self.least(table.columns[$0], width: cellWidths[$0], ellipsis: ellipsis) }
        easy = table.columns.indices.map { [least] in
            table.columns[$0].canBeCut && table.columns[$0].tellsRowsApart ? max(least[$0], min(cellWidths[$0], Self.easyNameWidth)) : least[$0]
        }
        // Of further prices of a row, such as the strike of an option among instruments, the currency is a thing of its own.
        let figures = table.columns.filter { $0.schema.style == .money || $0.schema.rank >= .leading }
        let bearers = Set(figures.compactMap(\.currency))
        sameCurrency = Dictionary(uniqueKeysWithValues: bearers.compactMap { place in Self.onlyText(of: table.columns[place]).map { (place, $0) } })
    }

    /// The places of the columns shown in so much room, in their order; one at least.
    func kept(within limit: Int) -> [Int] {
        var kept = Set([key].compactMap(\.self))
        for rank in Set(columns.indices.map(rank)).sorted(by: >) {
            var isWhole = true
            let widths = rank < ColumnRank.useful.rawValue ? easy : least
            var used = kept.reduce(-gap) { $0 + widths[$1] + gap }
            // Of columns without any value all come in, or none.
            if rank == Self.rankOfEmpty, used + columns.indices.reduce(0, { $0 + (self.rank($1) == rank ? widths[$1] + gap : 0) }) > limit { break }
            let ofRank = columns.indices.filter { self.rank($0) == rank }
            for index in ofRank.filter(isAddedUp) + ofRank.filter({ !isAddedUp($0) }) where !kept.contains(index) && !tellsCurrency(index) {
                let together = [index] + (columns[index].currency.map { kept.contains($0) || sameCurrency[$0] != nil ? [] : [$0] } ?? [])
                let needed = together.reduce(0) { $0 + widths[$1] + gap }
                if used + needed <= limit || kept.isEmpty {
                    kept.formUnion(together)
                    used += needed
                } else {
                    isWhole = false
                }
            }
            if !isWhole { break }
        }
        return kept.sorted()
    }

    /// Whether what decides the meaning of rows is among the columns kept, and more than one column is.
    func isTable(_ kept: [Int]) -> Bool {
        columns.count < 2 || kept.count > 1 && columns.indices.allSatisfy { rank($0) < ColumnRank.deciding.rawValue || kept.contains($0) }
    }

    /// The column of names or days that tells most, the first of several, or a number that stands first, such as a year; nil where a name or a day decides.
    private static func key(of columns: [TextTable.Column]) -> Int? {
        let currencies = Set(columns.compactMap(\.currency))
        let names = columns.indices.filter { place in
            let column = columns[place]
            return !column.isNumber && column.tellsRowsApart && !currencies.contains(place) && column.name != "currency" && !column.saysNothing.isEmpty
        }
        if let best = names.map({ columns[$0].schema.rank }).max() {
            return best == .deciding ? nil : names.first { columns[$0].schema.rank == best }
        }
        guard let first = columns.first, columns.count > 1, first.schema.type == .int, first.schema.total == .none, first.schema.rank != .minor else { return nil }
        return 0
    }

    /// Whether a sum of it stands at the foot.
    private func isAddedUp(_ index: Int) -> Bool { columns[index].isNumber && columns[index].totals.contains { $0 != nil } }

    /// Whether it comes in with the figures whose currency it tells, and says nothing without them.
    private func tellsCurrency(_ index: Int) -> Bool {
        sameCurrency[index] == nil && columns.contains { $0.currency == index && !$0.saysNothing.isEmpty }
    }

    /// The rank of a column with these cells, higher for what comes in first.
    private func rank(_ index: Int) -> Int {
        let column = columns[index]
        if sameCurrency[index] != nil { return ColumnRank.minor.rawValue }
        if column.saysNothing.isEmpty, column.schema.rank != .deciding || column.schema.isQuietAtNought { return Self.rankOfEmpty }
        // A gain of nought is told: it decides what the row comes to. An excess of nought is none.
        let isUsual = column.saysNothing.isUsual && (column.schema.usual != nil || column.schema.rank == .ordinary || column.schema.isQuietAtNought)
        if isUsual { return ColumnRank.minor.rawValue }
        return (isUnranked && index == 0 ? ColumnRank.leading : column.schema.rank).rawValue
    }

    /// The text of all cells that have one and of the lines at the foot; nil where they differ or have none.
    private static func onlyText(of column: TextTable.Column) -> String? {
        let texts = Set((column.cells + column.totals.compactMap { $0 }).lazy.map(\.text).filter { !$0.isEmpty })
        return texts.count == 1 ? texts.first : nil
    }

    private static func least(_ column: TextTable.Column, width: Int, ellipsis: String) -> Int {
        let heading = Heading.leastWidth(of: column.name)
        guard column.canBeCut else { return max(width, heading) }
        if column.schema.isProse { return max(heading, min(width, leastProseWidth)) }
        if column.schema.rank == .deciding { return max(width, heading) }
        if !column.tellsRowsApart { return max(heading, min(width, leastTextWidth)) }
        return max(heading, TextWidth.tellingApart(Set(column.cells.map(\.text)), from: min(width, max(leastNameWidth, heading)), ellipsis: ellipsis))
    }
}

extension TextTable.Column {
    /// Whether its texts are names, of which no two different ones may look the same, and not remarks or sentences.
    var tellsRowsApart: Bool { !schema.isProse && !schema.isRemark && schema.rank != .minor }
}

/// The heading of a column, which may stand in several lines: a name goes on in the next one behind an underscore.
enum Heading {
    /// The width of its longest word.
    static func leastWidth(of name: String) -> Int { words(name).map { TextWidth.of($0) }.max() ?? 0 }

    /// The name in lines of a width; in one where it has room.
    static func lines(_ name: String, width: Int) -> [String] {
        if TextWidth.of(name) <= width { return [name] }
        var lines: [String] = []
        for word in words(name) {
            if let last = lines.last, TextWidth.of(last + word) <= width { lines[lines.count - 1] = last + word } else { lines.append(word) }
        }
        return lines
    }

    /// The words of a name, each with the underscore behind it.
    private static func words(_ name: String) -> [String] {
        var words: [String] = [], word = ""
        for character in name {
            word.append(character)
            if character == "_" {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
