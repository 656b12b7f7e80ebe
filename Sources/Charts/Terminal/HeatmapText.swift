import Drawing
import Frames
import Values

/// A table of cells: a colour for each value where colours are allowed, else a shade before it. Unknown values are blank.
struct HeatmapText {
    private let data: ChartData
    private let style: TerminalStyle
    private let heads: [String]
    private let nameWidth: Int
    private let scale: HeatScale
    /// What is written in the cells, in the longest form for which all columns have room side by side.
    private let form: CellWords.Form
    private let words: CellWords
    private let cells: [[String]]
    private let cellWidth: Int

    /// A table of the data: a row for each series, a column for each place.
    init(_ data: ChartData, _ style: TerminalStyle) {
        (self.data, self.style) = (data, style)
        scale = HeatScale(data)
        let heads = data.placeNames(style.options), nameWidth = min(data.series.map { TextWidth.of($0.name) }.max() ?? 0, max(1, style.width / 4))
        let words = CellWords(data, style.options)
        func cells(_ form: CellWords.Form) -> [[String]] { data.series.map { series in series.exact.map { $0.map { words.text($0, form) } ?? "" } } }
        func width(_ cells: [[String]]) -> Int {
            // A heading may stand over the shade as well.
            let widest = (cells.flatMap { $0 }.map { TextWidth.of($0) }.max() ?? 0) + (style.options.colour ? 0 : 1)
            return min(max(widest, heads.map { min(TextWidth.of($0), 10) }.max() ?? 0), max(2, style.width - nameWidth - 1))
        }
        let forms = CellWords.Form.allCases.map { (form: $0, cells: cells($0)) }
        // Where even the shortest has no room, the table goes on below, and then each value is told in full.
        let chosen = forms.first { nameWidth + heads.count * (width($0.cells) + 1) <= style.width } ?? forms[0]
        (self.heads, self.nameWidth, self.words, form, self.cells, cellWidth) = (heads, nameWidth, words, chosen.form, chosen.cells, width(chosen.cells))
    }

    /// The lines of the table; in several parts below each other where it is wider than the terminal.
    func lines() -> [String] {
        let most = max(1, (style.width - nameWidth) / (cellWidth + 1))
        var lines: [String] = []
        for start in stride(from: 0, to: heads.count, by: most) {
            let columns = start..<min(start + most, heads.count)
            if start > 0 { lines.append("") }
            lines.append(style.fitted("", to: nameWidth) + columns.map { " " + style.fitted(heads[$0], to: cellWidth, atRight: true) }.joined())
            for (row, series) in data.series.enumerated() {
                lines.append(style.fitted(series.name, to: nameWidth) + columns.map { " " + cell(row, $0) }.joined())
            }
        }
        return lines + key
    }

    private func cell(_ row: Int, _ column: Int) -> String {
        guard let value = data.series[row].values[column] else { return style.fitted("", to: cellWidth) }
        let text = cells[row][column], ink = scale.ink(value)
        if style.options.colour { return style.painted(style.fitted(text, to: cellWidth, atRight: true), .cell(ink)) }
        return String(shade(ink)) + style.fitted(text, to: max(1, cellWidth - 1), atRight: true)
    }

    /// From small to large, whatever the sign, which the number has.
    private var shades: [Character] { style.isUnicode ? Array(" ░▒▓█") : Array(" .:+#") }

    private func shade(_ ink: Ink) -> Character {
        let part =
            switch ink {
            case .sequential(let part), .diverging(let part): abs(part)
            case .background, .text, .muted, .grid, .axis, .series, .seriesText, .gain, .loss, .neutral, .readable: 0.0
            }
        return shades[min(Int(part * Double(shades.count)), shades.count - 1)]
    }

    /// What the numbers are in, and what shades mean.
    private var key: [String] {
        let unit = words.key(form)
        var parts = unit.isEmpty ? [] : [unit]
        if !style.options.colour { parts.append("\(shades.dropFirst().map(String.init).joined(separator: " ")) the larger the darker") }
        if let limit = scale.clipped {
            let writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: style.options)
            parts.append("\(style.options.colour ? "colours" : "shades") end at \(writer.short(limit))")
        }
        return parts.isEmpty ? [] : style.wrapped(parts.joined(separator: "; "))
    }
}
