public import Frames
import Values

extension Chart {
    /// The chart for a terminal, each line ended by a line break and none wider than `options.width`, or 80 columns where there is none.
    ///
    /// - Parameters:
    ///   - options: the width, whether colours and more than ASCII are allowed, whether amounts are masked, and how numbers and days are written.
    ///   - height: how many lines a chart with axes takes; nil for a third of the width.
    ///   - rows: the rows of the terminal; a chart whose height was not asked for leaves three of them free.
    ///
    /// Lists, such as bars with names, take as many lines as they have. Linear in the values.
    public func text(_ options: RenderOptions = RenderOptions(), height: Int? = nil, rows: Int? = nil) -> String { data.text(options, height: height, rows: rows) }
}

extension ChartData {
    /// What the data show, for a terminal: as `Chart.text`.
    public func text(_ options: RenderOptions = RenderOptions(), height: Int? = nil, rows: Int? = nil) -> String {
        masked(options).lines(options, height: height, rows: rows)
    }

    private func lines(_ options: RenderOptions, height: Int?, rows: Int?) -> String {
        let style = TerminalStyle(options: options, width: min(max(1, options.width ?? 80), Self.mostColumns))
        let title = style.wrapped(title).map { style.painted($0, .bold) }
        let captions = notes.flatMap { style.wrapped($0) }
        let most = rows.map { max($0 - 3, 1) } ?? 30
        let wanted = height.map { min($0, Self.mostLines) } ?? min(max(style.width / 3, 8), most)
        let lines = title + body(style, rows: wanted - title.count - captions.count) + captions
        return lines.map { line in
            // A terminal of a few columns has no room for axes: what is too wide is cut, without colours, whose signs would be cut too.
            var line = style.width < Self.leastWidth ? TextWidth.cut(Self.plain(line), to: style.width, ellipsis: "") : line
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// The most columns and lines, more than any screen has: a size that is meant for a picture would else be hundreds of megabytes of text.
    private static let mostColumns = 1000, mostLines = 300

    /// From this width on every kind of chart has room for its columns.
    private static let leastWidth = 32

    private func body(_ style: TerminalStyle, rows: Int) -> [String] {
        guard !isEmpty else { return style.wrapped("nothing to show") }
        switch kind {
        case .line, .area, .scatter: return PlotText(self, rows: rows, style).lines()
        case .bar:
            let data = PlotText.onCalendar(self)
            return PlotText.suits(data) ? PlotText(data, rows: rows, style).lines() : BarText(self, style).lines()
        case .waterfall: return BarText(self, style).lines()
        case .pie, .donut, .treemap: return PartsText(self, style).lines()
        case .heatmap: return HeatmapText(self, style).lines()
        }
    }

    /// A line without the signs that change colours.
    private static func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}
