import Frames
import Values

/// A chart with axes as text: lines, areas, dots, and bars over time.
struct PlotText {
    private let data: ChartData
    private let style: TerminalStyle
    private let writer: ValueWriter
    /// For each series what is drawn: its values, or where series stand on one another their lower and upper ends.
    private let bands: [[(lower: Double, upper: Double)?]]
    private let axis: ValueAxis
    private let canvasSize: (columns: Int, rows: Int)
    /// What stands at the right end of each series; empty for nothing.
    private let endTexts: [String]
    private let endWidth: Int
    /// Whether the names of the series stand below the plot.
    private let hasLegend: Bool

    /// What a series is drawn with in ASCII.
    static let marks: [Unicode.Scalar] = ["*", "o", "+", "x", "#", "@", "%", "="]

    /// A plot of the data in so many rows, its axes included.
    init(_ data: ChartData, rows: Int, _ style: TerminalStyle) {
        (self.data, self.style) = (data, style)
        writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: style.options)
        let isLogarithmic = data.isLogarithmic && data.series.allSatisfy { $0.values.allSatisfy { ($0 ?? 1) > 0 } }
        let base = data.base ?? (data.kind == .bar || data.isStacked ? 0 : nil)
        bands = Self.bands(data, base: base ?? 0)
        var least = Double.infinity, largest = -Double.infinity
        for band in bands {
            for case (let lower, let upper)? in band {
                let ends = base == nil ? upper...upper : min(lower, upper)...max(lower, upper)
                (least, largest) = (min(least, ends.lowerBound), max(largest, ends.upperBound))
            }
        }
        let rows = max(3, rows - 3)
        axis = ValueAxis(
            covering: least <= largest ? least...largest : nil, base: isLogarithmic ? nil : base, isLogarithmic: isLogarithmic, wanted: max(2, rows / 3), writer: writer)
        let labels = (axis.ticks.map { TextWidth.of($0.label) }.max() ?? 0) + 2, ends = Self.endTexts(data, rows: rows, writer, style)
        var room = ends.texts.isEmpty ? 0 : (ends.texts.map { TextWidth.of($0) }.max() ?? 0) + 1
        if style.width - labels - room < 12 { room = 0 }
        (endWidth, endTexts, hasLegend) = (room, ends.texts, data.series.count > 1 && (room == 0 || !ends.tellNames))
        canvasSize = (max(4, style.width - labels - room), rows)
    }

    /// The plot, and below it a legend where the names of series do not stand at their lines.
    func lines() -> [String] {
        var canvas = TextCanvas(columns: canvasSize.columns, rows: canvasSize.rows, isUnicode: style.isUnicode)
        let (parts, ticks) = data.kind == .bar ? periods(canvas.columns) : data.horizontal(columns: canvas.columns, style.options)
        var frame = PlotFrame(values: axis, places: ticks, endWidth: endWidth)
        if data.kind == .scatter, data.series.count == 1 { frame.valuesName = ChartReader.words(data.series[0].name, isFirst: true) }
        // The first series is drawn last, so that it is seen.
        for number in data.series.indices.reversed() {
            switch data.kind {
            case .scatter: drawDots(number, parts, &canvas)
            case .bar: drawBars(number, parts, &canvas)
            case .line, .area, .pie, .donut, .heatmap, .waterfall, .treemap: drawLine(number, parts, &canvas)
            }
        }
        if data.series.count > 1, data.kind == .line || data.kind == .area { drawLetters(parts, &canvas) }
        drawBase(&canvas)
        if endWidth > 0 {
            for number in data.series.indices {
                guard let last = bands[number].last(where: { $0 != nil }) ?? nil else { continue }
                let value = data.isStacked ? (last.lower + last.upper) / 2 : last.upper
                let row = canvas.row(axis.place(value)) / canvas.pointsDown
                frame.ends.append((row, endTexts[number], data.series.count > 1 ? .series(number) : .plain))
            }
        }
        return frame.lines(canvas, style) + (hasLegend ? style.legend(data.series.map(\.name)) : [])
    }

    /// What stands at the ends of lines: their names, or where a name has no room their letters; of a single line the last value that is known.
    private static func endTexts(_ data: ChartData, rows: Int, _ writer: ValueWriter, _ style: TerminalStyle) -> (texts: [String], tellNames: Bool) {
        if data.kind == .scatter || data.series.count > rows { return ([], false) }
        guard data.series.count > 1 else {
            guard data.kind != .bar, let last = data.series.first?.exact.last(where: { $0 != nil }) ?? nil else { return ([], true) }
            return ([writer.short(last)], true)
        }
        let letters = data.series.indices.map { String(TerminalStyle.letter($0)) }
        let names = data.series.indices.map { "\(letters[$0]) \(SafeText.cleaned(data.series[$0].name))" }
        return names.allSatisfy { TextWidth.of($0) < style.width / 4 } ? (names, true) : (letters, false)
    }

    /// The ends of what is drawn for each value. Series that stand on one another go up from zero, and those below zero down from it; where one is unknown, so is what stands on it.
    private static func bands(_ data: ChartData, base: Double) -> [[(lower: Double, upper: Double)?]] {
        guard data.isStacked else { return data.series.map { series in series.values.map { value in value.map { (base, $0) } } } }
        let stack = Stack(data)
        return data.series.indices.map { number in
            (0..<data.places.count).map { place in
                guard data.kind == .area ? stack.isKnown[number][place] : data.series[number].values[place] != nil else { return nil }
                return (stack.lower[number][place], stack.upper[number][place])
            }
        }
    }

    private func row(_ value: Double, _ canvas: TextCanvas) -> Int { canvas.row(axis.place(value)) }

    /// A dotted line where the base is, if the plot goes on below it.
    private func drawBase(_ canvas: inout TextCanvas) {
        let base = data.base ?? 0
        guard !axis.isLogarithmic, axis.lower < base, base < axis.upper else { return }
        let cell = row(base, canvas) / canvas.pointsDown
        for column in stride(from: 0, to: canvas.columns, by: 2) where canvas.isEmpty(column: column, row: cell) {
            canvas.put(style.isUnicode ? "·" : "-", column: column, row: cell, .muted)
        }
    }

    private func mark(_ number: Int) -> Unicode.Scalar { Self.marks[number % Self.marks.count] }

    private func ink(_ number: Int) -> TerminalInk { .series(number) }

    /// A line through the values of each run of known ones; a run of one is a dot. What is below a single area is dotted.
    private func drawLine(_ number: Int, _ parts: [Double], _ canvas: inout TextCanvas) {
        var last: (x: Int, y: Int)?, isAlone = false
        func end(_ canvas: inout TextCanvas) {
            if let last, isAlone {
                let scalar: Unicode.Scalar = style.isUnicode ? "•" : mark(number)
                canvas.put(scalar, column: last.x / canvas.pointsAcross, row: last.y / canvas.pointsDown, ink(number))
            }
            last = nil
        }
        let base = axis.isLogarithmic ? axis.lower : min(max(data.base ?? 0, axis.lower), axis.upper), isFilled = data.kind == .area && data.series.count == 1
        let floor = row(base, canvas)
        for (place, band) in bands[number].enumerated() {
            guard let band else {
                end(&canvas)
                continue
            }
            let next = (x: canvas.column(parts[place]), y: row(band.upper, canvas))
            if let start = last {
                if isFilled, next.x > start.x {
                    for x in start.x...next.x {
                        fill(x, from: floor, to: start.y + (next.y - start.y) * (x - start.x) / (next.x - start.x), number, sparse: true, ink(number), &canvas)
                    }
                }
                canvas.line(from: start, to: next, ink(number), mark: mark(number))
                isAlone = false
            } else {
                isAlone = true
            }
            last = next
        }
        end(&canvas)
    }

    /// Fills a column of points between two heights.
    private func fill(_ x: Int, from start: Int, to end: Int, _ number: Int, sparse: Bool, _ ink: TerminalInk, _ canvas: inout TextCanvas) {
        for y in min(start, end)...max(start, end) where !sparse || (x + y) % 2 == 0 {
            canvas.set(x, y, ink, mark: sparse ? "." : mark(number))
        }
    }

    private func drawDots(_ number: Int, _ parts: [Double], _ canvas: inout TextCanvas) {
        let isCrowded = data.places.count > canvas.columns * 2
        for (place, band) in bands[number].enumerated() {
            guard let band else { continue }
            let x = canvas.column(parts[place]), y = row(band.upper, canvas)
            if data.series.count > 1, let letter = TerminalStyle.letter(number).unicodeScalars.first {
                canvas.put(letter, column: x / canvas.pointsAcross, row: y / canvas.pointsDown, ink(number))
            } else if isCrowded || !style.isUnicode {
                canvas.set(x, y, ink(number), mark: mark(number))
            } else {
                canvas.put("•", column: x / canvas.pointsAcross, row: y / canvas.pointsDown, ink(number))
            }
        }
        guard data.series.count == 1, !data.pointNames.isEmpty else { return }
        for (place, band) in bands[number].enumerated() {
            guard let band else { continue }
            drawName(data.pointNames[place], column: canvas.column(parts[place]) / canvas.pointsAcross, row: row(band.upper, canvas) / canvas.pointsDown, &canvas)
        }
    }

    /// The name of a dot at its right or else at its left, where nothing stands yet; no name where there is no room.
    private func drawName(_ name: String, column: Int, row: Int, _ canvas: inout TextCanvas) {
        // Cells hold a scalar each, so that only names of as many columns as scalars can stand in them.
        let scalars = Array(SafeText.cleaned(name).unicodeScalars)
        guard !scalars.isEmpty, scalars.count == TextWidth.of(name) else { return }
        for start in [column + 2, column - 1 - scalars.count] {
            let cells = max(start - 1, 0)..<min(start + scalars.count + 1, canvas.columns)
            guard start >= 0, start + scalars.count <= canvas.columns, cells.allSatisfy({ $0 == column || canvas.isEmpty(column: $0, row: row) }) else { continue }
            for (index, scalar) in scalars.enumerated() { canvas.put(scalar, column: start + index, row: row, .plain) }
            return
        }
    }

    /// Letters on the lines, where they are told apart by nothing else: three times over the width, at another place for each line.
    private func drawLetters(_ parts: [Double], _ canvas: inout TextCanvas) {
        let count = data.series.count
        for number in data.series.indices {
            guard let letter = TerminalStyle.letter(number).unicodeScalars.first else { continue }
            for third in 0..<3 {
                let wish = (Double(third) + (Double(number) + 0.5) / Double(count)) / 3
                guard let place = nearest(wish, parts), let band = bands[number][place], abs(parts[place] - wish) < 0.1 else { continue }
                let (x, y) = (canvas.column(parts[place]), row(band.upper, canvas))
                canvas.put(letter, column: x / canvas.pointsAcross, row: y / canvas.pointsDown, ink(number))
            }
        }
    }

    /// The place that is nearest to a part of the width; places ascend.
    private func nearest(_ wish: Double, _ parts: [Double]) -> Int? {
        var low = 0, high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle] < wish { low = middle + 1 } else { high = middle }
        }
        return [low - 1, low].filter { parts.indices.contains($0) }.min { abs(parts[$0] - wish) < abs(parts[$1] - wish) }
    }
}

/// Bars over time, which stand on the calendar.
extension PlotText {
    /// Whether bars of some data stand upright on a calendar: there are too many for a line each.
    static func suits(_ data: ChartData) -> Bool {
        guard case .days(let days) = data.places, data.kind == .bar else { return false }
        return days.count > (data.hasTotals ? 16 : 8) && (data.series.count == 1 || data.isStacked)
    }

    /// The data with its months, quarters or years as days on a calendar, where they are more than there is a line for each, or no line could tell what a bar amounts to.
    static func onCalendar(_ data: ChartData) -> ChartData {
        guard data.kind == .bar, case .names(let names) = data.places, names.count > (data.hasTotals ? 36 : 8), data.series.count == 1 || data.isStacked else { return data }
        let days = names.compactMap { Period($0)?.firstDay }
        guard days.count == names.count, zip(days, days.dropFirst()).allSatisfy({ $0 < $1 }) else { return data }
        var data = data
        data.places = .days(days)
        return data
    }

    /// Where the bar of each period begins, as a part of the width, and the ticks of the calendar. Days that all end a month stand for what lies before them, others for what follows.
    private func periods(_ columns: Int) -> (parts: [Double], ticks: [(part: Double, label: String, detail: String)]) {
        guard case .days(var days) = data.places, let first = days.first, let last = days.last, columns > 0 else { return data.horizontal(columns: columns, style.options) }
        let gap = shortestGap(days)
        if days.allSatisfy({ Day(number: $0.number + 1).day == 1 }) {
            // A bar begins behind the one before; the first as many months back as the shortest has.
            let months = max(1, (gap + 15) / 30), month = first.civil.year * 12 + first.civil.month - months
            let begin = (try? Day(year: month / 12, month: month % 12 + 1, day: 1)) ?? first
            days = days.indices.map { $0 == 0 ? begin : Day(number: days[$0 - 1].number + 1) }
        }
        let start = days[0], end = Day(number: max(last.number, days[days.count - 1].number + Int32(gap) - 1)), monthFirst = style.options.locale.dateOrder == .monthFirst
        let axis = CalendarAxis(from: start, to: end, wanted: max(3, columns / 9), monthFirst: monthFirst), parts = days.map { axis.place($0) }
        // Bars of months begin with them, as the ticks of a calendar do; others are told by their own days, below their middles.
        if days.dropFirst().allSatisfy({ $0.day == 1 }) { return (parts, axis.ticks.map { (axis.place($0.position), $0.label, $0.detail) }) }
        let ticks = CalendarAxis.ticks(ofBars: days, columns: columns, monthFirst: monthFirst)
        return (parts, ticks.map { (axis.place($0.position + Double(gap - 1) / 2), $0.label, $0.detail) })
    }

    /// The days from one place to the next where they are fewest.
    private func shortestGap(_ days: [Day]) -> Int { zip(days, days.dropFirst()).map { $0.days(to: $1) }.min() ?? 1 }

    private func drawBars(_ number: Int, _ parts: [Double], _ canvas: inout TextCanvas) {
        let starts = parts.map { canvas.column($0) }
        let narrowest = zip(starts, starts.dropFirst()).map { $1 - $0 }.min() ?? canvas.width, wide = max(1, narrowest > 2 ? narrowest - 1 : narrowest)
        for (place, band) in bands[number].enumerated() {
            guard let band, band.lower != band.upper else { continue }
            let bottom = row(band.lower, canvas), top = row(band.upper, canvas)
            // The point at the lower end belongs to what stands below it.
            let ink: TerminalInk = !data.areGains ? ink(number) : band.upper < band.lower ? .loss : .gain
            let isBelowTaken = data.isStacked && number > 0 || !style.isUnicode && axis.lower < (data.base ?? 0)
            let from = isBelowTaken && bottom != top ? (band.upper > band.lower ? bottom - 1 : bottom + 1) : bottom
            for x in starts[place]..<starts[place] + wide { fill(x, from: from, to: top, number, sparse: number % 2 == 1 && style.isUnicode, ink, &canvas) }
        }
    }
}
