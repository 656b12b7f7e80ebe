import Drawing
import Values

/// How values become colours: neutral at exactly zero where there are both signs, else from the smallest to the largest.
struct HeatScale {
    /// The value whose colour is the strongest.
    private let limit: Double
    /// The value whose colour is the weakest, where all are of one sign.
    private let floor: Double
    /// Whether there are values of both signs.
    let isDiverging: Bool
    /// The value at which colours end, where some are beyond it.
    let clipped: FixedDecimal?

    init(_ data: ChartData) {
        let known = data.series.flatMap { $0.exact.compactMap { $0 } }.sorted { $0.magnitude < $1.magnitude }
        isDiverging = known.contains { $0.isNegative } && known.contains { $0.signum() > 0 }
        let most = known.last?.magnitude ?? 0
        var end = most
        // A few months of a crash would leave all others pale.
        if known.count >= 20, let usual = Optional(known[known.count * 19 / 20].magnitude), usual.signum() > 0, usual.doubleValue * 1.25 < most.doubleValue { end = usual }
        clipped = end == most ? nil : end
        limit = end.doubleValue
        let least = known.first?.magnitude.doubleValue ?? 0
        floor = isDiverging || known.count < 2 || least == limit ? 0 : least
    }

    /// The values that the weakest and the strongest colours stand for, or the strongest of each sign.
    func ends(_ data: ChartData) -> (low: FixedDecimal, high: FixedDecimal)? {
        let known = data.series.flatMap { $0.exact.compactMap { $0 } }
        guard let low = known.min(), let high = known.max() else { return nil }
        guard let clipped else { return (low, high) }
        return (max(low, -clipped), min(high, clipped))
    }

    /// The colour of a value.
    func ink(_ value: Double) -> Ink {
        guard limit > 0 else { return isDiverging ? .diverging(0) : .sequential(0) }
        if isDiverging { return .diverging(max(-1, min(1, value / limit))) }
        return .sequential(max(0, min(1, (abs(value) - floor * 0.8) / (limit - floor * 0.8))))
    }
}

extension ChartPicture {
    /// A table of coloured cells, blank where nothing is known, with the values in them where they have room.
    func drawCells(in outer: Box, on canvas: inout Canvas) {
        guard case .names(let columns) = data.places else { return }
        let rows = data.series, scale = HeatScale(data)
        let widest = rows.map { TextMetrics.width(of: $0.name, size: Canvas.tickSize) }.max() ?? 0, nameWidth = min(widest, outer.width * 0.25)
        let words = CellWords(data, writing)
        var box = outer.without(left: nameWidth + 8, top: 16)
        let width = box.width / Double(columns.count)
        func rowHeight() -> Double { min(box.height / Double(max(1, rows.count)), 30) }
        // One size for all cells, or no text in any and a key to the colours. Amounts are rounded rather than written in small print.
        let forms = (data.unit.currency == nil ? [.bare] : [.full, .whole, .short] as [CellWords.Form]).map { form in
            let texts = rows.map { $0.exact.map { $0.map { cellText($0, words, form) } ?? "" } }
            let longest = texts.joined().lazy.map { TextMetrics.width(of: $0, size: 1) }.max() ?? 0
            return (texts: texts, size: [10.0, 9, 8, 7].first { longest * $0 <= width - 4 && $0 * 1.15 <= rowHeight() - 1 })
        }
        let (texts, size) = forms.first { $0.size ?? 0 >= 9 } ?? forms[forms.count - 1]
        if size == nil, !writer.isMasked, box.height > 80 {
            box = box.without(bottom: 20)
            drawKey(scale, in: outer, on: &canvas)
        }
        let height = rowHeight()
        drawHeadings(columns, width: width, above: box, on: &canvas)
        let every = [1, 2, 5, 10, 20, 50].first { Double($0) * height >= 12 } ?? 100, gap = min(1, width / 8, height / 8)
        for (row, series) in rows.enumerated() {
            let top = box.top + Double(row) * height
            let isNamed = every == 1 || (Int(series.name).map { $0 % every == 0 } ?? (row % every == 0))
            if isNamed {
                let name = TextMetrics.shortened(series.name, to: nameWidth, size: Canvas.tickSize)
                canvas.write(
                    Text(name, at: Point(box.left - 8, top + height / 2 + TextMetrics.baselineShift(size: Canvas.tickSize)), size: Canvas.tickSize, anchor: .end, ink: .muted),
                    apart: 0)
            }
            for (column, value) in series.values.enumerated() {
                guard let value else { continue }
                let left = box.left + Double(column) * width, ink = scale.ink(value)
                let cell = Box(left: left, top: top, right: left + width - gap, bottom: top + height - gap)
                canvas.rectangle(cell, ink, tip: "\(series.name), \(columns[column]): \(writer.text(series.exact[column]))")
                guard let size else { continue }
                canvas.write(
                    Text(texts[row][column], at: Point(cell.middle.x, cell.middle.y + TextMetrics.baselineShift(size: size)), size: size, anchor: .middle, ink: .readable(on: ink)),
                    apart: 0)
            }
        }
        // The name of a row is needed more.
        canvas.write(canvas.within(Text(words.sign, at: Point(box.left - 8, box.top - 5), size: Canvas.tickSize, anchor: .end, ink: .muted)), apart: 2)
    }

    /// The names of columns above their cells: all of them, shortened where they must be, or each so many-th where cells are too narrow for any.
    private func drawHeadings(_ columns: [String], width: Double, above box: Box, on canvas: inout Canvas) {
        let widest = columns.map { TextMetrics.width(of: $0, size: Canvas.tickSize) }.max() ?? 0
        let every = width >= min(widest + 2, 18) ? 1 : max(1, Int((min(widest, 40) + 8) / width) + 1)
        for number in stride(from: 0, to: columns.count, by: every) {
            let heading = TextMetrics.shortened(columns[number], to: max(width * Double(every) - 2, 8), size: Canvas.tickSize)
            let text = Text(heading, at: Point(box.left + (Double(number) + 0.5) * width, box.top - 5), size: Canvas.tickSize, anchor: .middle, ink: .muted)
            canvas.write(every == 1 ? text : canvas.within(text), apart: 1)
        }
    }

    /// What the colours stand for, where no value is written: from the lowest to the highest; nothing where that has no room.
    private func drawKey(_ scale: HeatScale, in box: Box, on canvas: inout Canvas) {
        guard let ends = scale.ends(data), ends.low < ends.high else { return }
        let low = Text(writer.short(ends.low), at: Point(box.left, box.bottom - 2), size: Canvas.tickSize, ink: .muted), highText = writer.short(ends.high)
        let (from, to) = (ends.low.doubleValue, ends.high.doubleValue), count = 9, side = 12.0, start = Canvas.box(low).right + 6, end = start + Double(count) * side
        guard end + 6 + TextMetrics.width(of: highText, size: Canvas.tickSize) <= box.right else { return }
        canvas.write(low, apart: 0)
        for step in 0..<count {
            let left = start + Double(step) * side, value = from + (to - from) * Double(step) / Double(count - 1)
            canvas.rectangle(Box(left: left, top: box.bottom - 10, right: left + side, bottom: box.bottom - 1), scale.ink(value))
        }
        canvas.write(Text(highText, at: Point(end + 6, box.bottom - 2), size: Canvas.tickSize, ink: .muted), apart: 0)
    }

    /// The value of a cell: percents without their sign, which stands over the names of the rows.
    private func cellText(_ value: FixedDecimal, _ words: CellWords, _ form: CellWords.Form) -> String {
        if data.unit.currency != nil { return words.text(value, form) }
        let text = writer.short(value)
        return text.last == "%" ? String(text.dropLast()) : text
    }
}
