import Frames
import Values

/// Bars that lie, a line each: names at the left, values at the right, what is below zero to the left of a line.
struct BarText {
    private let data: ChartData
    private let style: TerminalStyle
    private let writer: ValueWriter

    /// Bars of the data.
    init(_ data: ChartData, _ style: TerminalStyle) {
        (self.data, self.style) = (data, style)
        writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: style.options)
    }

    /// A line: what it is of, and the pieces of its bar from a value to a value.
    private struct Row {
        var name: String
        var detail = ""
        var pieces: [(from: Double, to: Double, ink: TerminalInk, mark: Character)] = []
        /// What is written at its right: the value, and what stands before and behind it.
        var value: FixedDecimal?
        var sign = ""
        var suffix = ""
        /// Whether there is no row, and so nothing to be known or not.
        var isEmpty = false
    }

    /// The lines of the chart.
    func lines() -> [String] {
        if data.kind == .waterfall { return drawn(steps()) }
        if data.isStacked, data.series.count > 1 { return drawn(stacks()) + style.legend(data.series.map(\.name), marks: data.series.indices.map(filling)) }
        return drawn(singles())
    }

    private var base: Double { data.base ?? 0 }

    /// The names of the places.
    private var names: [String] { data.placeNames(style.options) }

    /// A bar for each place and series.
    private func singles() -> [Row] {
        let isLone = data.series.count == 1
        return names.enumerated().flatMap { place, name in
            data.series.enumerated().map { number, series in
                var row = Row(name: isLone || number == 0 ? name : "", detail: isLone ? "" : series.name, value: series.exact[place])
                let mark = isLone ? style.mark("█", "#") : style.isUnicode ? filling(number) : Character(PlotText.marks[number % PlotText.marks.count])
                if let value = series.values[place] { row.pieces = [(base, value, ink(number, value), mark)] }
                row.isEmpty = series.exact[place] == nil && !series.isUnknown(at: place)
                return row
            }
        }
    }

    /// A gain and a loss have colours of their own.
    private func ink(_ number: Int, _ value: Double) -> TerminalInk { !data.areGains ? .series(number) : value < 0 ? .loss : .gain }

    /// What a piece of a stack is filled with, so that it differs from its neighbours without colour.
    private func filling(_ number: Int) -> Character {
        let fillings = style.isUnicode ? Array("█▒▓░") : Array("#=+:*-")
        return fillings[number % fillings.count]
    }

    /// A bar of pieces for each place; what is negative goes the other way.
    private func stacks() -> [Row] {
        names.enumerated().map { place, name in
            var (above, below) = (base, base), pieces: [(from: Double, to: Double, ink: TerminalInk, mark: Character)] = []
            var sum = FixedDecimal.zero, isPartial = false
            for (number, series) in data.series.enumerated() {
                guard let value = series.values[place] else {
                    isPartial = isPartial || series.isUnknown(at: place)
                    continue
                }
                sum = (try? sum + (series.exact[place] ?? .zero)) ?? sum
                let start = value < 0 ? below : above
                if value < 0 { below += value } else { above += value }
                pieces.append((start, start + value, .series(number), filling(number)))
            }
            let isTold = data.hasTotals && !pieces.isEmpty
            return Row(
                name: name, pieces: pieces, value: isTold ? sum : nil, suffix: isPartial && isTold ? " + ?" : "",
                isEmpty: pieces.isEmpty && !isPartial || !data.hasTotals && !pieces.isEmpty)
        }
    }

    /// The steps of a waterfall: each goes on where the one before ended, and levels stand on the base.
    private func steps() -> [Row] {
        guard let series = data.series.first else { return [] }
        var level: Double? = base
        return names.enumerated().map { place, name in
            let isLevel = data.levels.contains(place)
            let exact = series.exact[place]
            guard let value = series.values[place] else {
                // How high what follows stands, nobody knows.
                level = nil
                return Row(name: name, value: exact)
            }
            if isLevel {
                level = value
                return Row(name: name, pieces: [(base, value, .plain, style.mark("█", "#"))], value: exact)
            }
            let sign = value > 0 && !writer.isMasked ? "+" : ""
            guard let from = level else { return Row(name: name, value: exact, sign: sign) }
            level = from + value
            let piece = (from: from, to: from + value, ink: value < 0 ? TerminalInk.loss : .gain, mark: value < 0 ? style.mark("░", "-") : style.mark("▓", "+"))
            return Row(name: name, pieces: [piece], value: exact, sign: sign)
        }
    }

    /// Names, bars and values in columns; all bars to one scale.
    private func drawn(_ rows: [Row]) -> [String] {
        let extra = rows.map { $0.sign.count + $0.suffix.count }.max() ?? 0
        let written = zip(rows, style.written(rows.map(\.value), writer, most: style.width / 3 - extra)).map { $0.isEmpty ? "" : $0.sign + $1 + $0.suffix }
        // Figures are written in full: names make room for them, and bars are a cell wide at least.
        let hasDetails = rows.contains { !$0.detail.isEmpty }, valueWidth = widest(written, most: style.width - (hasDetails ? 6 : 4))
        let left = style.width - valueWidth - (hasDetails ? 4 : 3)
        let detailWidth = hasDetails ? widest(rows.map(\.detail), most: min(style.width / 4, left / 2)) : 0
        let nameWidth = widest(rows.map(\.name), most: min(style.width / 3, left - detailWidth))
        let lead = nameWidth + (detailWidth > 0 ? detailWidth + 1 : 0) + 1
        let room = max(1, style.width - lead - valueWidth - 1)
        let ends = rows.flatMap { $0.pieces.flatMap { [$0.from, $0.to] } } + [base]
        let scale = BarScale(least: ends.min() ?? 0, largest: ends.max() ?? 0, base: base, columns: room, isLogarithmic: data.isLogarithmic && !data.isStacked)
        return zip(rows, written).map { row, value in
            var line = style.fitted(row.name, to: nameWidth) + " "
            if detailWidth > 0 { line += style.fitted(row.detail, to: detailWidth) + " " }
            line += bar(row, scale)
            return line + " " + style.fitted(value, to: valueWidth, atRight: true)
        }
    }

    private func widest(_ texts: [String], most: Int) -> Int { min(texts.map { TextWidth.of($0) }.max() ?? 0, max(1, most)) }

    /// A bar as text of the scale's width, with the line at the base where bars go both ways.
    private func bar(_ row: Row, _ scale: BarScale) -> String {
        var cells = Array(repeating: (mark: Character(" "), ink: TerminalInk.plain), count: scale.columns)
        for piece in row.pieces {
            let (start, end) = (scale.start(min(piece.from, piece.to)), scale.eighths(max(piece.from, piece.to)))
            guard piece.from != piece.to else { continue }
            if row.pieces.count == 1, data.kind != .waterfall, style.isUnicode, piece.mark == "█" {
                fill(&cells, start, max(end, start + 1), piece.ink, isNegative: piece.to < piece.from)
            } else {
                let first = min((start + 4) / 8, scale.columns - 1), last = max((end + 4) / 8, first + (row.pieces.count == 1 ? 1 : 0))
                for cell in first..<max(min(last, scale.columns), first) { cells[cell] = (piece.mark, piece.ink) }
            }
        }
        var text = "", run = "", ink = TerminalInk.plain
        for (index, cell) in cells.enumerated() {
            let shown = index == scale.line && cell.mark == " " ? (mark: style.mark("│", "|"), ink: TerminalInk.muted) : cell
            if shown.ink != ink {
                text += style.painted(run, ink)
                (run, ink) = ("", shown.ink)
            }
            run.append(shown.mark)
        }
        return text + style.painted(run, ink)
    }

    /// Block elements from an eighth of a cell to another. Those that grow to the right end in eighths; those that grow to the left in halves, since Unicode has no others.
    private func fill(_ cells: inout [(mark: Character, ink: TerminalInk)], _ start: Int, _ end: Int, _ ink: TerminalInk, isNegative: Bool) {
        let eighths = Array(" ▏▎▍▌▋▊▉█")
        if isNegative {
            let first = start / 8, isHalf = start % 8 >= 4
            let last = min(max(first + 1, (end + 7) / 8), cells.count)
            for cell in first..<last { cells[cell] = (cell == first && isHalf ? "▐" : "█", ink) }
        } else {
            for cell in start / 8..<min((end + 7) / 8, cells.count) { cells[cell] = (eighths[min(8, end - cell * 8)], ink) }
        }
    }
}

/// Which cells of a line a value reaches to, in eighths of a cell.
struct BarScale {
    /// How many cells the line has.
    let columns: Int
    /// The cell of the line at the base; nil where no bar goes to its left.
    let line: Int?
    private let least: Double
    private let largest: Double
    private let base: Double
    private let isLogarithmic: Bool

    init(least: Double, largest: Double, base: Double, columns: Int, isLogarithmic: Bool) {
        (self.columns, self.base, self.isLogarithmic) = (columns, base, isLogarithmic && base > 0)
        (self.least, self.largest) = (least, largest)
        // Bars to the left end at this line, those to the right begin behind it.
        line = least < base && columns > 2 ? min(max(Int(((base - least) / (largest - least) * Double(columns - 1)).rounded()), 1), columns - 2) : nil
    }

    /// The eighth of a cell in which a value stands, from 0.
    func eighths(_ value: Double) -> Int {
        guard largest > least else { return 0 }
        guard let line else { return Int((part(value, from: base, to: largest) * Double(columns * 8)).rounded()) }
        if value < base { return Int((part(value, from: least, to: base) * Double(line * 8)).rounded()) }
        let behind = largest > base ? part(value, from: base, to: largest) : 0
        return value == base ? (line) * 8 : (line + 1) * 8 + Int((behind * Double((columns - line - 1) * 8)).rounded())
    }

    /// The eighth at which a bar begins whose lower end stands at a value: one that goes up from the base begins behind the line.
    func start(_ value: Double) -> Int { value == base ? line.map { ($0 + 1) * 8 } ?? eighths(value) : eighths(value) }

    private func part(_ value: Double, from lower: Double, to upper: Double) -> Double {
        guard upper > lower else { return 0 }
        if isLogarithmic, lower > 0, value > 0 {
            let start = Elementary.logarithm(lower)
            return min(max((Elementary.logarithm(value) - start) / (Elementary.logarithm(upper) - start), 0), 1)
        }
        return min(max((value - lower) / (upper - lower), 0), 1)
    }
}

extension ChartData {
    /// How the places are called in a list.
    func placeNames(_ options: RenderOptions) -> [String] { (0..<places.count).map { places.name($0, options, isPrivate: arePlacesPrivate) } }
}
