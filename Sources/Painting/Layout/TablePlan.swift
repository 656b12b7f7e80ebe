import Drawing

/// How a table is laid out: in which size of type, on a page turned which way, and which columns stand beside one another in which width.
struct TablePlan {
    /// Columns that stand beside one another.
    struct Part {
        /// Their numbers in the table.
        var columns: [Int]
        /// Their widths in points, without the blank between them.
        var widths: [Double]
    }

    /// The size of the type, in points.
    var size: Double
    /// Whether the page is turned.
    var isLandscape: Bool
    /// One part, or more where the columns go on in further tables below.
    var parts: [Part]

    /// The sizes of type that are tried, from the one that reads best to the smallest that can be read on paper.
    static let sizes = [8.5, 8, 7.5, 7, 6.5]
    /// The size where columns go on below: there is room then.
    private static let splitSize = 7.5

    /// The plan of a table. The paper is turned where that alone makes the table fit, and where that is allowed.
    init(_ table: PrintedTable, _ measures: ColumnMeasures, width: Double, landscapeWidth: Double?) {
        let all = Array(table.columns.indices)
        for (room, isLandscape) in [(width, false)] + (landscapeWidth.map { [($0, true)] } ?? []) {
            for size in Self.sizes {
                guard let widths = Self.widths(of: all, table, measures, size: size, room: room) else { continue }
                self.init(size: size, isLandscape: isLandscape, parts: [Part(columns: all, widths: widths)])
                return
            }
        }
        self.init(size: Self.splitSize, isLandscape: landscapeWidth != nil, parts: Self.parts(table, measures, room: landscapeWidth ?? width))
    }

    private init(size: Double, isLandscape: Bool, parts: [Part]) { (self.size, self.isLandscape, self.parts) = (size, isLandscape, parts) }

    /// Widths in which these columns stand beside one another; nil where they do not fit.
    private static func widths(of columns: [Int], _ table: PrintedTable, _ measures: ColumnMeasures, size: Double, room: Double) -> [Double]? {
        let gaps = Double(max(columns.count - 1, 0)) * ColumnMeasures.gap * size
        let room = room - gaps
        let wanted = columns.map { measures.columns[$0].wanted * size }, needed = columns.map { measures.columns[$0].needed * size }
        let least = columns.map { measures.columns[$0].least * size }
        if sum(wanted) <= room {
            // A table of few narrow columns is not drawn out over the whole page: a row could not be followed from one to the next.
            let target = min(room, max(sum(wanted) * 1.7, room * 0.55))
            let more = (target - sum(wanted)) / Double(max(columns.count, 1))
            return wanted.map { $0 + more }
        }
        if sum(needed) <= room { return shared(needed, upTo: wanted, room) }
        guard sum(least) <= room else { return nil }
        return narrowed(needed, downTo: least, priorities: columns.map { table.columns[$0].priority }, room)
    }

    /// Shares what is left of the room among the columns whose headings would wrap, in proportion to what they would like to have.
    private static func shared(_ widths: [Double], upTo wanted: [Double], _ room: Double) -> [Double] {
        let missing = sum(wanted) - sum(widths)
        guard missing > 0 else { return widths }
        let part = (room - sum(widths)) / missing
        return zip(widths, wanted).map { $0 + ($1 - $0) * part }
    }

    /// Takes width from the columns of the lowest priority first.
    private static func narrowed(_ widths: [Double], downTo least: [Double], priorities: [Int], _ room: Double) -> [Double] {
        var widths = widths
        for priority in Set(priorities).sorted() {
            let places = widths.indices.filter { priorities[$0] == priority }
            let excess = sum(widths) - room, most = sum(places.map { widths[$0] - least[$0] })
            guard excess > 0, most > 0 else { continue }
            let part = min(excess / most, 1)
            for place in places { widths[place] -= (widths[place] - least[place]) * part }
        }
        return widths
    }

    /// The columns in parts that fit one below the other, each with the leading columns. What is wider than a page alone wraps within words.
    private static func parts(_ table: PrintedTable, _ measures: ColumnMeasures, room: Double) -> [Part] {
        let count = table.columns.count, leading = min(max(table.leadingColumns, 0), max(count - 1, 0))
        let gap = ColumnMeasures.gap * splitSize
        let leadingWidths = (0..<leading).map { min(measures.columns[$0].least * splitSize, (room / 2 - gap * Double(leading)) / Double(leading)) }
        let start = sum(leadingWidths) + gap * Double(leading)
        var parts: [Part] = [], columns: [Int] = [], widths: [Double] = [], used = start
        func end() {
            guard !columns.isEmpty else { return }
            let all = Array(0..<leading) + columns, least = leadingWidths + widths
            let wanted = zip(all, least).map { max($1, min(measures.columns[$0].wanted * splitSize, room / 3)) }
            let blank = room - gap * Double(all.count - 1)
            parts.append(Part(columns: all, widths: sum(wanted) <= blank ? wanted : shared(least, upTo: wanted, blank)))
            (columns, widths, used) = ([], [], start)
        }
        for index in leading..<max(count, leading) {
            let width = min(measures.columns[index].least * splitSize, room - start)
            if !columns.isEmpty, used + gap + width > room { end() }
            used += width + (columns.isEmpty ? 0 : gap)
            columns.append(index)
            widths.append(width)
        }
        end()
        return parts
    }
}

private func sum(_ numbers: [Double]) -> Double { numbers.reduce(0, +) }
