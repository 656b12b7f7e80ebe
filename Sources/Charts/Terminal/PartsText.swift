import Frames
import Values

/// The parts of a whole: a single bar of pieces and a list of their shares for pies and donuts, bars in a list for a treemap.
struct PartsText {
    private let style: TerminalStyle
    private let writer: ValueWriter
    private let isTreemap: Bool
    private let isLastGathered: Bool
    private let parts: [Part]

    private struct Part {
        var name: String
        var value: Double?
        var exact: FixedDecimal?
        /// In hundredths with one digit, such as `12.5%`.
        var share = ""
    }

    /// The parts of the data: what is below zero has no share.
    init(_ data: ChartData, _ style: TerminalStyle) {
        self.style = style
        writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: style.options)
        (isTreemap, isLastGathered) = (data.kind == .treemap, data.isLastGathered)
        let names = data.placeNames(style.options)
        var parts = data.series.flatMap { series in
            names.indices.map { place in
                let name = data.series.count == 1 ? names[place] : "\(names[place]) \(series.name)"
                return Part(name: name, value: series.values[place], exact: series.exact[place])
            }
        }
        // What was gathered stays the last, however large it is.
        if isTreemap {
            let last = data.isLastGathered ? parts.popLast() : nil
            parts =
                parts.enumerated().sorted { ($1.element.value ?? -.infinity, $0.offset) < ($0.element.value ?? -.infinity, $1.offset) }.map(\.element) + (last.map { [$0] } ?? [])
        }
        let weights = parts.map { part in part.exact.flatMap { $0 > .zero ? $0 : nil } ?? .zero }
        if let shares = try? FixedDecimal.split(100, by: weights, digits: 1) {
            let writer = ValueWriter(.percent, isPrivate: false, options: style.options)
            for (index, share) in shares.enumerated() where parts[index].exact.map({ $0 >= .zero }) ?? false { parts[index].share = writer.number(share, digits: 1) + "%" }
        }
        self.parts = parts
    }

    /// The lines of the chart.
    func lines() -> [String] {
        let values = style.written(parts.map(\.exact), writer, most: style.width / 3)
        let valueWidth = values.map { TextWidth.of($0) }.max() ?? 0
        let shareWidth = max(parts.map { TextWidth.of($0.share) }.max() ?? 0, 1)
        let letterWidth = isTreemap ? 0 : 2, columns = letterWidth + shareWidth + valueWidth + 2
        let nameWidth = min(parts.map { TextWidth.of($0.name) }.max() ?? 0, max(1, (style.width - columns) * (isTreemap ? 1 : 2) / 2))
        let barWidth = isTreemap ? max(0, style.width - nameWidth - columns - 1) : 0
        let largest = parts.compactMap(\.value).max() ?? 0
        let list = parts.indices.map { index in
            let part = parts[index], ink = ink(index)
            var line = isTreemap ? "" : style.painted(String(TerminalStyle.letter(index)), ink) + " "
            line += style.fitted(part.name, to: nameWidth) + " "
            if barWidth > 0 { line += bar(part.value ?? 0, of: largest, columns: barWidth) + " " }
            line += style.fitted(part.share, to: shareWidth, atRight: true) + " "
            return line + style.fitted(values[index], to: valueWidth, atRight: true)
        }
        return (isTreemap ? [] : whole() + [""]) + list
    }

    /// The whole as one bar, whose pieces have the letters of the list.
    private func whole() -> [String] {
        let weights = parts.map { max($0.value ?? 0, 0) }, total = weights.reduce(0, +)
        guard total > 0 else { return [] }
        let fillings = style.isUnicode ? Array("█▒▓░") : Array("#=+:-")
        var line = "", sum = 0.0, used = 0
        for (index, weight) in weights.enumerated() where weight > 0 {
            sum += weight
            let end = Int((sum / total * Double(style.width)).rounded()), columns = end - used
            guard columns > 0 else { continue }
            var piece = String(repeating: fillings[index % fillings.count], count: columns)
            if columns > 2 { piece = String(TerminalStyle.letter(index)) + piece.dropFirst() }
            line += style.painted(piece, ink(index))
            used = end
        }
        return [line]
    }

    /// What was gathered from small parts has no colour of its own.
    private func ink(_ index: Int) -> TerminalInk { isLastGathered && index == parts.count - 1 ? .plain : .series(index) }

    private func bar(_ value: Double, of largest: Double, columns: Int) -> String {
        guard largest > 0, value > 0 else { return String(repeating: " ", count: columns) }
        let eighths = max(1, Int((value / largest * Double(columns * 8)).rounded()))
        let (full, rest) = style.isUnicode ? (eighths / 8, eighths % 8) : (max(1, (eighths + 4) / 8), 0)
        let end = rest > 0 ? String(Array(" ▏▎▍▌▋▊▉")[rest]) : ""
        let bar = String(repeating: style.mark("█", "#"), count: full) + end
        return style.painted(bar, .series(0)) + String(repeating: " ", count: max(0, columns - full - (rest > 0 ? 1 : 0)))
    }
}
