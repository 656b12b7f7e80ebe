import Charts
import Drawing
import Frames
import Values

/// A size in which a chart is drawn for a report.
enum PictureSize {
    /// The width of a page.
    case wide
    /// Half of a page, or a phone.
    case narrow
    /// The width of a sheet of paper within its margins; it is printed a fifth smaller, so that its labels are as large as the figures of tables.
    case paper
    /// Half of that, for two charts side by side.
    case halfPaper

    /// The width and the height, in points.
    var size: (width: Double, height: Double) {
        switch self {
        case .wide: (880, 330)
        case .narrow: (430, 300)
        case .paper: (640, 270)
        case .halfPaper: (312, 240)
        }
    }
}

extension [Chart] {
    /// Charts that follow one another, as they stand: two and two side by side; one that is left over, or needs the room, alone.
    var rows: [[Chart]] {
        var rows: [[Chart]] = []
        for chart in self {
            if let last = rows.last, last.count == 1, !last[0].needsWidth, !chart.needsWidth { rows[rows.count - 1].append(chart) } else { rows.append([chart]) }
        }
        return rows
    }
}

extension Report.Section {
    /// The part with a sentence in the place of each chart that has nothing to show, and what the frames of these were missing.
    var withoutEmptyCharts: (section: Report.Section, missing: [String]) {
        var section = self, missing: [String] = []
        for (number, block) in blocks.enumerated() {
            guard case .chart(let chart) = block, chart.data.isEmpty else { continue }
            let what = chart.frame.rowCount > 0 ? "What would be drawn here is unknown" : "There is nothing to draw"
            section.blocks[number] = .text(chart.data.title.isEmpty ? "\(what)." : "\(what): \(chart.data.title).")
            missing += chart.frame.warnings.map(\.message)
        }
        return (section, missing)
    }

    /// A block, or charts that follow one another.
    enum Piece {
        /// A block that is no chart.
        case block(Report.Block)
        /// Charts with no other block between them.
        case charts([Chart])
    }

    /// The blocks in their order, charts that follow one another together.
    var pieces: [Piece] {
        var pieces: [Piece] = []
        for block in blocks {
            guard case .chart(let chart) = block else {
                pieces.append(.block(block))
                continue
            }
            if case .charts(let charts) = pieces.last { pieces[pieces.count - 1] = .charts(charts + [chart]) } else { pieces.append(.charts([chart])) }
        }
        return pieces
    }
}

extension Chart {
    /// Whether the chart is hard to read in half the width of a page.
    var needsWidth: Bool { data.kind == .heatmap }

    /// The chart drawn for a size; a heat map is as high as its rows ask for.
    func picture(_ size: PictureSize, _ options: RenderOptions, widerBy more: Double = 0) -> Scene {
        scene(width: size.size.width + more, height: height(size), writing: options)
    }

    /// The chart as SVG for a page that holds the style sheet of pictures.
    func inlinePicture(_ size: PictureSize, prefix: String, _ options: RenderOptions) -> String { picture(size, options).svg(.inline(prefix: prefix)) }

    /// How high it is drawn for a size.
    func height(_ size: PictureSize) -> Double {
        guard data.kind == .heatmap else { return size.size.height }
        return min(max(Double(data.series.count) * 24 + 90, 150), 700)
    }
}

/// The figures behind a chart as a table that can be read: a curve of every day of many years is told by the ends of its months, or of its years.
struct ChartTable {
    /// The rows.
    let frame: Frame
    /// Which rows these are; empty where they are all.
    let note: String

    /// The rows of a chart's frame, no more than `limit` of them where its days allow that.
    init(_ frame: Frame, limit: Int) throws(FrameError) {
        for period in Period.allCases where frame.rowCount > limit {
            guard let place = frame.columns.firstIndex(where: { $0.type == .day }) else { break }
            let rows = Self.lastRows(of: period, days: try frame.columns[place].materialize().days)
            guard rows.count <= limit, rows.count < frame.rowCount, !rows.isEmpty else { continue }
            self.frame = frame.take(rows: rows)
            note = "the last day of each \(period.rawValue); the chart was made of \(frame.rowCount) rows"
            return
        }
        (self.frame, note) = (frame, "")
    }

    private enum Period: String, CaseIterable {
        case month
        case year
    }

    /// The rows of the last day of each period that has one; several rows of one day stay together.
    private static func lastRows(of period: Period, days: UnsafeBufferPointer<Int32>) -> [Int32] {
        func key(_ number: Int32) -> Int {
            let (year, month, _) = Day(number: number).civil
            switch period {
            case .month: return year * 12 + month
            case .year: return year
            }
        }
        var last: [Int: Int32] = [:]
        for day in days where day != Missing.day { last[key(day), default: day] = max(last[key(day), default: day], day) }
        return days.indices.filter { days[$0] == Missing.day || last[key(days[$0])] == days[$0] }.map { Int32($0) }
    }
}

extension Frame {
    /// Whether it holds the same columns as another, so that to show both would be to say the same twice. Nothing is computed.
    func isSame(as other: Frame) -> Bool {
        columns.count == other.columns.count && zip(columns, other.columns).allSatisfy { $0.data === $1.data && $0.name == $1.name }
    }
}

extension Report.Section {
    /// Whether the figures of a chart stand in a table of the section.
    func shows(_ frame: Frame) -> Bool {
        blocks.contains { if case .table(let table) = $0 { table.isSame(as: frame) } else { false } }
    }
}
