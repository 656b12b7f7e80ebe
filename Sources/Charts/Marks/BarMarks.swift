import Drawing
import Values

extension ChartPicture {
    /// Bars side by side or on one another; lying ones where names have no room below.
    func drawBars(in outer: Box, on canvas: inout Canvas) {
        if case .names(let names) = data.places, names.contains(where: { Period($0) == nil && Int($0) == nil }), !PlaceAxis.fit(names, width: outer.width - 50) {
            return drawLyingBars(names, in: outer, on: &canvas)
        }
        let inner = legend(in: outer, on: &canvas)
        let stack = data.isStacked && data.series.count > 1 ? Stack(data) : nil
        let showsValues = stack == nil && data.series.count == 1 && data.places.count <= 24 && !writer.isMasked
        let range = stack?.range ?? data.range
        let (plot, places) = grid(values: showsValues ? range.map { roomier($0, height: inner.height) } : range, in: inner, right: 6, isBanded: true, on: &canvas)
        for (number, series) in data.series.enumerated() {
            for (place, value) in series.values.enumerated() {
                guard let value else { continue }
                let sides = self.sides(number, isStacked: stack != nil, middle: places.x[place], band: places.band)
                let (from, to) = stack.map { ($0.lower[number][place], $0.upper[number][place]) } ?? (data.base ?? 0, value)
                let box = Box(left: sides.left, top: plot.y(to), right: sides.right, bottom: plot.y(from))
                canvas.rectangle(box, barInk(number, place, value), tip: tip(series, place))
            }
        }
        plot.drawBase(data.base, on: &canvas)
        places.draw(below: plot.box.bottom, on: &canvas, wraps: wrapsNames(width: plot.box.width))
        // Of all bars or of none, since a bar without its value would seem to have none.
        let isNarrow = data.series[0].exact.contains { $0.map { TextMetrics.width(of: writer.short($0), size: Canvas.tickSize) > places.band } ?? false }
        guard showsValues, !isNarrow else { return }
        for (place, value) in data.series[0].values.enumerated() {
            guard let value, let exact = data.series[0].exact[place] else {
                let text = Text("unknown", at: Point(places.x[place], plot.y(data.base ?? 0) - 4), size: Canvas.tickSize, anchor: .middle, ink: .muted)
                if data.series[0].isUnknown(at: place), Canvas.box(text).width <= places.band { canvas.write(text, apart: 2) }
                continue
            }
            let isBelow = value < (data.base ?? 0), height = plot.y(value) + (isBelow ? Canvas.tickSize + 3 : -4)
            let text = Text(writer.short(exact), at: Point(places.x[place], height), size: Canvas.tickSize, anchor: .middle)
            canvas.write(text, apart: 0)
        }
    }

    /// A range with room for a line of text beyond the ends of bars.
    func roomier(_ range: ClosedRange<Double>, height: Double) -> ClosedRange<Double> {
        let base = data.base ?? 0, low = min(range.lowerBound, base), high = max(range.upperBound, base)
        let room = (high - low) * min(0.2, 12 / max(1, height - 60))
        return (low < base ? low - room : range.lowerBound)...(high > base ? high + room : range.upperBound)
    }

    /// The colour of a bar: gains and losses have their own where there is one series of them.
    func barInk(_ number: Int, _ place: Int, _ value: Double) -> Ink {
        if data.isLastGathered, data.series.count == 1, place == data.places.count - 1 { return .neutral }
        if data.areGains, data.series.count == 1 { return value < 0 ? .loss : .gain }
        return data.inks[number]
    }

    /// Where the bar of a series stands in its band.
    private func sides(_ number: Int, isStacked: Bool, middle: Double, band: Double) -> (left: Double, right: Double) {
        let width = min(max(1, band * (band < 4 ? 1 : 0.8)), 64 * Double(isStacked ? 1 : data.series.count))
        guard !isStacked, data.series.count > 1 else { return (middle - width / 2, middle + width / 2) }
        let one = width / Double(data.series.count), left = middle - width / 2 + Double(number) * one
        return (left, left + one * (one > 6 ? 0.92 : 1))
    }

    /// Bars from the left to the right, with their names at the left.
    private func drawLyingBars(_ names: [String], in outer: Box, on canvas: inout Canvas) {
        var inner = legend(in: outer, on: &canvas)
        let stack = data.isStacked && data.series.count > 1 ? Stack(data) : nil
        // Values stand at the ends of bars, and else an axis below; where they would leave no room for bars, too.
        let hasNegative = (data.range?.lowerBound ?? 0) < (data.base ?? 0)
        let widest = lyingValues.map { TextMetrics.width(of: $0, size: Canvas.tickSize) }.max() ?? 0
        let hasValues = stack == nil && data.series.count == 1 && (hasNegative ? 2 : 1) * (widest + 6) <= inner.width * 0.45
        // Names in rows lower than a line of text would overlap.
        let most = max(1, Int((inner.height - (hasValues ? 0 : 22)) / 13)), shown = min(names.count, most)
        if shown < names.count {
            inner = inner.without(bottom: 14)
            let rows = max(1, min(shown, Int((inner.height - (hasValues ? 0 : 22)) / 13)))
            let left = names.count - rows, words = left == 1 ? "smaller one has" : "smaller ones have"
            canvas.write(Text("\(left) \(words) no room here", at: Point(inner.left, inner.bottom + 11), size: Canvas.tickSize, ink: .muted))
            return drawRows(names, shown: largest(rows), stack, hasValues, in: inner, on: &canvas)
        }
        drawRows(names, shown: Array(names.indices), stack, hasValues, in: inner, on: &canvas)
    }

    /// The places of the largest bars, whatever their sign, in the order in which they stand.
    private func largest(_ count: Int) -> [Int] {
        let sizes = (0..<data.places.count).map { place in data.series.reduce(0) { $0 + abs($1.values[place] ?? 0) } }
        return sizes.indices.sorted { sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1 }.prefix(count).sorted()
    }

    /// The values of the only series, in short.
    private var lyingValues: [String] {
        data.series.first.map { series in series.exact.indices.map { place in series.exact[place].map(writer.short) ?? (series.isUnknown(at: place) ? "unknown" : "") } } ?? []
    }

    private func drawRows(_ names: [String], shown: [Int], _ stack: Stack?, _ hasValues: Bool, in inner: Box, on canvas: inout Canvas) {
        let widest = shown.map { TextMetrics.width(of: names[$0], size: Canvas.nameSize) }.max() ?? 0
        let nameWidth = min(widest, inner.width * 0.35)
        let axis = ValueAxis(covering: stack?.range ?? data.range, base: data.base, wanted: max(2, Int(inner.width / 110)), writer: writer)
        let values = hasValues ? lyingValues : []
        let valueWidth = hasValues ? (values.map { TextMetrics.width(of: $0, size: Canvas.tickSize) }.max() ?? 0) + 6 : 6
        let hasNegative = (data.range?.lowerBound ?? 0) < (data.base ?? 0)
        let box = inner.without(left: nameWidth + 8 + (hasNegative && hasValues ? valueWidth : 0), top: hasValues ? 2 : 4, right: valueWidth, bottom: hasValues ? 2 : 22)
        // A bar begins at the base and ends at its value: no room is left behind the longest, whose value is written.
        let low = hasValues ? min(data.range?.lowerBound ?? 0, data.base ?? 0) : axis.lower, high = hasValues ? max(data.range?.upperBound ?? 0, data.base ?? 0) : axis.upper
        func x(_ value: Double) -> Double { high == low ? box.left : box.left + (value - low) / (high - low) * box.width }
        if !hasValues {
            for tick in axis.ticks {
                canvas.line(Point(x(tick.position), box.top), Point(x(tick.position), box.bottom), .grid)
                let text = Text(tick.label, at: Point(x(tick.position), box.bottom + 14), size: Canvas.tickSize, anchor: .middle, ink: .muted)
                canvas.write(canvas.within(text), apart: 3)
            }
            canvas.write(Text(axis.title, at: Point(inner.left, box.bottom + 14), size: Canvas.tickSize, ink: .muted), apart: 3)
        }
        let step = min(box.height / Double(max(1, shown.count)), 44), lines = Double(stack == nil ? data.series.count : 1)
        for (row, place) in shown.enumerated() {
            let middle = box.top + (Double(row) + 0.5) * step, height = step * (step > 6 ? 0.78 : 1)
            let shift = TextMetrics.baselineShift(size: Canvas.nameSize)
            let name = TextMetrics.shortened(names[place], to: nameWidth, size: Canvas.nameSize)
            canvas.write(Text(name, at: Point(inner.left + nameWidth, middle + shift), size: Canvas.nameSize, anchor: .end), apart: 0)
            for (number, series) in data.series.enumerated() {
                let value = series.values[place]
                let (from, to) = stack.map { ($0.lower[number][place], $0.upper[number][place]) } ?? (data.base ?? 0, value ?? data.base ?? 0)
                let top = middle - height / 2 + (stack == nil ? Double(number) * height / lines : 0)
                if let value { canvas.rectangle(Box(left: x(from), top: top, right: x(to), bottom: top + height / lines), barInk(number, place, value), tip: tip(series, place)) }
                guard hasValues else { continue }
                let isLeft = to < from
                canvas.write(
                    Text(
                        values[place], at: Point(x(to) + (isLeft ? -4 : 4), middle + TextMetrics.baselineShift(size: Canvas.tickSize)), size: Canvas.tickSize,
                        anchor: isLeft ? .end : .start, ink: .muted),
                    apart: 0)
            }
        }
        let base = x(min(max(data.base ?? 0, low), high))
        canvas.line(Point(base, box.top), Point(base, box.top + step * Double(shown.count)), .axis)
    }
}

extension ChartPicture {
    /// From where to where each step goes, in exact running sums, so that the last one ends where the total stands. Behind an unknown step nobody knows that, up to the next level.
    private func spans(_ series: ChartData.Series) -> [(from: FixedDecimal, to: FixedDecimal)?] {
        var running: FixedDecimal? = .zero
        return series.exact.enumerated().map { place, change in
            let isLevel = data.levels.contains(place), start = isLevel ? .zero : running
            running = change.flatMap { change in start.flatMap { try? $0 + change } }
            guard let start, let end = running else { return nil }
            return (start, end)
        }
    }

    /// What adds and takes, each beginning where the one before ended, with thin lines between them; a gap where nobody knows how high.
    func drawSteps(in outer: Box, on canvas: inout Canvas) {
        guard let series = data.series.first, case .names(let names) = data.places else { return }
        let spans = spans(series)
        let heights = spans.compactMap { $0 }.flatMap { [$0.from.doubleValue, $0.to.doubleValue] }
        guard let low = heights.min(), let high = heights.max() else { return }
        let (plot, places) = grid(values: roomier(low...high, height: outer.height), in: outer, right: 6, isBanded: true, on: &canvas)
        let half = min(places.band * 0.75, 64) / 2
        for (place, span) in spans.enumerated() {
            guard let span, let change = series.exact[place] else { continue }
            let (from, to) = (plot.y(span.from.doubleValue), plot.y(span.to.doubleValue)), middle = places.x[place]
            let isLevel = data.levels.contains(place), ink: Ink = isLevel ? .neutral : change.isNegative ? .loss : .gain
            let tip = isLevel ? "\(names[place]): \(writer.text(change))" : "\(names[place]): \(writer.text(change)), then \(writer.text(span.to))"
            canvas.rectangle(Box(left: middle - half, top: to, right: middle + half, bottom: from), ink, tip: tip)
            if place + 1 < spans.count, spans[place + 1] != nil { canvas.line(Point(middle + half, to), Point(places.x[place + 1] - half, to), .axis, width: 0.75) }
        }
        plot.drawBase(0, on: &canvas)
        places.draw(below: plot.box.bottom, on: &canvas, wraps: wrapsNames(width: plot.box.width))
        guard spans.count <= 24 else { return }
        for (place, span) in spans.enumerated() {
            let isDown = series.exact[place]?.isNegative ?? false, sign = data.levels.contains(place) || isDown || writer.isMasked ? "" : "+"
            guard let span, let change = series.exact[place] else {
                let told = series.exact[place].map { sign + writer.short($0) } ?? "unknown"
                let text = Text(told, at: Point(places.x[place], plot.y(0) - 4), size: Canvas.tickSize, anchor: .middle, ink: .muted)
                if Canvas.box(text).width <= places.band { canvas.write(text, apart: 2) }
                continue
            }
            let end = plot.y(span.to.doubleValue)
            let text = Text(
                sign + writer.short(change), at: Point(places.x[place], isDown ? end + Canvas.tickSize + 2 : end - 4), size: Canvas.tickSize, anchor: .middle, ink: .text)
            if Canvas.box(text).width <= places.band, text.place.y < plot.box.bottom - 1, text.place.y > plot.box.top - 10 { canvas.write(text, apart: 1) }
        }
    }
}
