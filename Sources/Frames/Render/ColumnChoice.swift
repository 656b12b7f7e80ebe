/// Which columns of a table are shown where there is no room for all.
///
/// Columns come in by rank, what decides a row's meaning first, and within a rank from the left, each as far as there is room. None of a
/// lower rank comes in while one of a higher rank is out. A column without any value comes last unless it decides, since a figure that nobody knows
/// is told too; one that says nothing but what is usual is minor, and figures come in with the column that tells their currency.
struct ColumnChoice {
    /// The widths below which columns are not cut.
    let least: [Int]
    private let columns: [TextTable.Column]
    private let gap: Int

    /// A text column is not cut below this, nor below its heading, nor sentences below the other.
    private static let leastTextWidth = 10, leastProseWidth = 24
    /// Texts that are longer than this may be cut even where rows then look the same.
    private static let mostToTellApart = 32

    /// The rank of columns without any value, below those of `ColumnRank`.
    private static let rankOfEmpty = -1

    /// The choice for columns of these widths.
    init(_ table: TextTable, widths: [Int], gap: Int, ellipsis: String) {
        columns = table.columns
        self.gap = gap
        least = table.columns.indices.map { Self.least(table.columns[$0], width: widths[$0], ellipsis: ellipsis) }
    }

    /// The places of the columns shown in so much room, in their order; one at least.
    func kept(within limit: Int) -> [Int] {
        var kept: Set<Int> = [], used = -gap
        for rank in Set(columns.indices.map(rank)).sorted(by: >) {
            var isWhole = true
            // Of columns without any value all come in, or none.
            if rank == Self.rankOfEmpty, used + columns.indices.reduce(0, { $0 + (self.rank($1) == rank ? least[$1] + gap : 0) }) > limit { break }
            for index in columns.indices where self.rank(index) == rank && !kept.contains(index) && !tellsCurrency(index) {
                let together = [index] + (columns[index].currency.map { kept.contains($0) ? [] : [$0] } ?? [])
                let needed = together.reduce(0) { $0 + least[$1] + gap }
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

    /// Whether it comes in with the figures whose currency it tells, and says nothing without them.
    private func tellsCurrency(_ index: Int) -> Bool { columns.contains { $0.currency == index && !$0.saysNothing.isEmpty } }

    /// The rank of a column with these cells, higher for what comes in first.
    private func rank(_ index: Int) -> Int {
        let column = columns[index]
        if column.saysNothing.isEmpty, column.schema.rank != .deciding || column.schema.isQuietAtNought { return Self.rankOfEmpty }
        // A gain of nought is told: it decides what the row comes to. An excess of nought is none.
        let isUsual = column.saysNothing.isUsual && (column.schema.usual != nil || column.schema.rank == .ordinary || column.schema.isQuietAtNought)
        return isUsual ? ColumnRank.minor.rawValue : column.schema.rank.rawValue
    }

    private static func least(_ column: TextTable.Column, width: Int, ellipsis: String) -> Int {
        guard column.canBeCut else { return width }
        let floor = max(column.schema.isProse ? leastProseWidth : leastTextWidth, TextWidth.of(column.name))
        let apart =
            switch column.schema.rank {
            case .deciding: column.schema.isProse ? 0 : width
            case .minor: 0
            case .leading, .ordinary: column.schema.isProse ? 0 : widthTellingApart(column.cells, ellipsis)
            }
        return min(width, max(floor, min(apart, mostToTellApart)))
    }

    /// The least width at which texts that differ are still seen to differ.
    private static func widthTellingApart(_ cells: [Cell], _ ellipsis: String) -> Int {
        let texts = Set(cells.map(\.text)).sorted()
        return zip(texts, texts.dropFirst()).map { first, second in
            let common = second.commonPrefix(with: first)
            return TextWidth.of(common + String(second.dropFirst(common.count).prefix(1))) + TextWidth.of(ellipsis)
        }.max() ?? 0
    }
}

extension String {
    /// What two texts begin with.
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
