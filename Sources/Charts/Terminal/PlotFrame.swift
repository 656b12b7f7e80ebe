import Frames
import Values

/// The axes around a plot: labels of values at the left, those of places below, names of lines at the right.
struct PlotFrame {
    /// The axis of values.
    let values: ValueAxis
    /// What the values are called, where the title does not say it; empty for nothing.
    var valuesName = ""
    /// Ticks of places, each at a part of the width from 0 to 1.
    var places: [(part: Double, label: String, detail: String)]
    /// What stands at the right end of rows: the row wished, the text, its colour.
    var ends: [(row: Int, text: String, ink: TerminalInk)] = []
    /// The most columns that these take, with the blank before them; 0 for none.
    var endWidth = 0

    /// How many columns the labels of values take, with the axis behind them.
    var labelWidth: Int { (values.ticks.map { TextWidth.of($0.label) }.max() ?? 0) + 2 }

    /// The plot between its axes, in lines.
    func lines(_ canvas: TextCanvas, _ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        var labels: [Int: String] = [:]
        // Of two ticks in a row the lower is told.
        for tick in values.ticks.reversed() where (-1e-9...1 + 1e-9).contains(values.place(tick.position)) {
            labels[canvas.row(values.place(tick.position)) / canvas.pointsDown] = tick.label
        }
        let ends = spread(rows: canvas.rows)
        let title = [valuesName, values.title].filter { !$0.isEmpty }.joined(separator: ", ")
        if !title.isEmpty { lines.append(style.fitted(title, to: max(labelWidth - 2, min(TextWidth.of(title), style.width)), atRight: true)) }
        for row in 0..<canvas.rows {
            let label = labels[row], axis = label == nil ? style.mark("│", "|") : style.mark("┤", "+")
            var line = style.fitted(label ?? "", to: labelWidth - 2, atRight: true) + " " + style.painted(String(axis), .muted) + canvas.text(row: row, style)
            for end in ends where end.row == row {
                line += String(repeating: " ", count: canvas.columns - canvas.textWidth(row: row) + 1)
                line += style.painted(end.text, end.ink)
            }
            lines.append(line)
        }
        return lines + placeLines(canvas, style)
    }

    /// The texts at the right end, each in a row of its own and as near as can be to the one wished, in the order of these. More than there are rows: the last ones are left out.
    private func spread(rows: Int) -> [(row: Int, text: String, ink: TerminalInk)] {
        guard endWidth > 0 else { return [] }
        var sorted = Array(ends.enumerated().sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }.map(\.element).prefix(rows))
        for index in sorted.indices where index > 0 { sorted[index].row = max(sorted[index].row, sorted[index - 1].row + 1) }
        for index in sorted.indices.reversed() { sorted[index].row = min(sorted[index].row, rows - (sorted.count - index)) }
        return sorted
    }

    /// The axis below and what stands under it: labels that would touch one that stands are left out.
    private func placeLines(_ canvas: TextCanvas, _ style: TerminalStyle) -> [String] {
        let columns = canvas.columns
        var axis = Array(repeating: style.mark("─", "-"), count: columns)
        for place in places { axis[canvas.column(place.part) / canvas.pointsAcross] = style.mark("┬", "+") }
        let lead = String(repeating: " ", count: labelWidth - 1)
        var lines = [lead + style.painted(String(style.mark("└", "+")) + String(axis), .muted)]
        for texts in [places.map(\.label), places.map(\.detail)] where texts.contains(where: { !$0.isEmpty }) {
            // A label may begin under the labels of values.
            var line = "", used = 0
            let room = labelWidth + columns + endWidth
            for (place, text) in zip(places, texts) where !text.isEmpty {
                let centre = labelWidth + canvas.column(place.part) / canvas.pointsAcross
                let text = style.shortened(text, to: max(4, columns / 3)), wide = TextWidth.of(text)
                let start = max(min(centre - (wide - 1) / 2, min(room, style.width) - wide), 0)
                guard used == 0 || start > used else { continue }
                line += String(repeating: " ", count: start - used) + text
                used = start + wide
            }
            lines.append(line)
        }
        return lines
    }
}

extension ChartData {
    /// Where each place stands from 0 to 1, and the ticks below a plot that is so many columns wide.
    func horizontal(columns: Int, _ options: RenderOptions) -> (parts: [Double], ticks: [(part: Double, label: String, detail: String)]) {
        switch places {
        case .days(let days):
            // The dots of a scatter chart stand in the order of its rows.
            guard let first = days.min(), let last = days.max() else { return ([], []) }
            let wanted = max(3, columns / 9), monthFirst = options.locale.dateOrder == .monthFirst
            let axis =
                kind == .scatter
                ? CalendarAxis(from: first, to: last, wanted: wanted, monthFirst: monthFirst) : CalendarAxis(covering: days, wanted: wanted, monthFirst: monthFirst)
            return (days.map { axis.place($0) }, axis.ticks.map { (axis.place($0.position), $0.label, $0.detail) })
        case .numbers(let numbers, let unit):
            guard let least = numbers.min(), let largest = numbers.max() else { return ([], []) }
            let writer = ValueWriter(unit, isPrivate: arePlacesPrivate, options: options)
            let axis = ValueAxis(covering: least...largest, wanted: max(2, columns / 12), writer: writer)
            var ticks = axis.ticks.map { (part: axis.place($0.position), label: $0.label, detail: "") }
            // What the places are and their unit stand under the last tick.
            let name = [kind == .scatter ? ChartReader.words(placesName, isFirst: true) : placesName, axis.title].filter { !$0.isEmpty }.joined(separator: ", ")
            if !name.isEmpty, !ticks.isEmpty { ticks[ticks.count - 1].detail = name }
            return (numbers.map { axis.place($0) }, ticks)
        case .names(let names):
            let parts = names.indices.map { names.count == 1 ? 0.5 : Double($0) / Double(names.count - 1) }
            let wide = min(max(4, columns / 3), (names.map { TextWidth.of($0) }.max() ?? 0)) + 1, every = max(1, (names.count * wide + columns - 1) / max(1, columns))
            return (parts, stride(from: 0, to: names.count, by: every).map { (parts[$0], names[$0], "") })
        }
    }
}
