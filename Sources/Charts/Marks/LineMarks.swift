import Drawing
import Values

extension ChartPicture {
    /// Lines, broken off where a value is unknown, each with its name at its end or in a legend.
    func drawLines(in outer: Box, on canvas: inout Canvas) {
        let labels = EndLabels(names: data.series.map(\.name), values: data.series.map { $0.exact.last { $0 != nil } ?? nil }, writer: writer)
        let isDirect = labels.fit(outer)
        let inner = isDirect ? outer : legend(in: outer, on: &canvas)
        let (plot, places) = grid(values: data.range, in: inner, right: isDirect ? labels.width(in: outer) : 6, isBanded: false, on: &canvas)
        if (data.base ?? 0) >= plot.axis.lower, data.range.map({ $0.lowerBound < 0 }) == true || data.base != nil { plot.drawBase(data.base, on: &canvas) }
        for (number, series) in data.series.enumerated() {
            // Where the colours begin anew, lines are dashed.
            draw(series, ink: data.inks[number], dash: number < Theme.seriesCount ? [] : [5, 3], plot, places, on: &canvas)
        }
        places.draw(below: plot.box.bottom, on: &canvas, wraps: false)
        guard isDirect else { return }
        let ends = data.series.map { series in series.values.last { $0 != nil }.flatMap { $0 }.map(plot.y) }
        let lasts = data.series.map { series in series.values.lastIndex { $0 != nil }.map { places.x[$0] } }
        labels.draw(at: ends, lines: lasts, right: plot.box.right, within: plot.box, on: &canvas)
    }

    /// The value axis with its grid, and the axis of places; the line below the marks is drawn by who knows what is above it.
    func grid(values: ClosedRange<Double>?, in inner: Box, right: Double, isBanded: Bool, on canvas: inout Canvas) -> (Plot, PlaceAxis) {
        // How wide the labels at the left are, and with it what has room below, is known once the ticks are.
        var draft = canvas
        let yTitle = data.kind == .scatter && data.series.count == 1 ? ChartReader.words(data.series[0].name, isFirst: true) : ""
        let first = Plot(in: inner, values: values, data: data, writer: writer, title: yTitle, right: right, bottom: min(21, inner.height / 2), on: &draft)
        let rough = PlaceAxis(data, left: first.box.left, right: first.box.right, isBanded: isBanded, writing: writing)
        let xTitle = data.kind == .scatter ? [ChartReader.words(data.placesName, isFirst: true), rough.title].filter { !$0.isEmpty }.joined(separator: ", ") : rough.title
        let bottom = rough.labelHeight(wraps: wrapsNames(width: first.box.width)) + (xTitle.isEmpty ? 0 : 13)
        let plot = Plot(in: inner, values: values, data: data, writer: writer, title: yTitle, right: right, bottom: min(bottom, inner.height / 2), on: &canvas)
        let places = PlaceAxis(data, left: plot.box.left, right: plot.box.right, isBanded: isBanded, writing: writing)
        plot.drawGrid(on: &canvas)
        if !xTitle.isEmpty {
            canvas.write(Text(xTitle, at: Point(plot.box.right, plot.box.bottom + bottom - 5), size: Canvas.tickSize, anchor: .end, ink: .muted))
        }
        return (plot, places)
    }

    /// Whether names below bands take two lines.
    func wrapsNames(width: Double) -> Bool {
        guard case .names(let names) = data.places, names.contains(where: { Period($0) == nil }) else { return false }
        let step = width / Double(max(1, names.count))
        return names.contains { Canvas.wrapped($0, to: step - 4, size: Canvas.tickSize).count > 1 }
    }

    /// One line. A run of one value, which has no length, is a dot.
    private func draw(_ series: ChartData.Series, ink: Ink, dash: [Double], _ plot: Plot, _ places: PlaceAxis, on canvas: inout Canvas) {
        var steps: [PathStep] = [], dots: [Point] = []
        for run in series.runs {
            let points = run.map { Point(places.x[$0], plot.y(series.values[$0] ?? 0)) }
            if points.count == 1 { dots.append(points[0]) }
            for (number, kept) in Reduction.kept(points).enumerated() where points.count > 1 { steps.append(number == 0 ? .move(points[kept]) : .line(points[kept])) }
        }
        if !steps.isEmpty { canvas.add(Shape(.path(steps), stroke: ink, strokeWidth: 1.5, dash: dash, tip: lineTip(series))) }
        for dot in dots.prefix(2000) { canvas.add(Shape(.circle(dot, radius: 2), fill: ink, tip: dots.count == 1 ? lineTip(series) : series.name)) }
        // Few enough to be pointed at one by one.
        guard data.places.count <= 40, data.places.count * data.series.count <= 120, !steps.isEmpty else { return }
        for (place, value) in series.values.enumerated() {
            guard let value else { continue }
            canvas.add(Shape(.circle(Point(places.x[place], plot.y(value)), radius: 5), fill: ink, fillOpacity: 0, tip: tip(series, place)))
        }
    }

    /// What the whole line tells: its first and its last value.
    private func lineTip(_ series: ChartData.Series) -> String {
        guard let first = series.exact.firstIndex(where: { $0 != nil }), let last = series.exact.lastIndex(where: { $0 != nil }) else { return series.name }
        let end = "\(writer.text(series.exact[last])) on \(placeName(last))"
        return first == last ? "\(series.name): \(end)" : "\(series.name): \(writer.text(series.exact[first])) on \(placeName(first)), \(end)"
    }
}

/// Names of lines at their right ends, or the last value of the only one.
struct EndLabels {
    let names: [String]
    private let texts: [String]

    init(names: [String], values: [FixedDecimal?], writer: ValueWriter) {
        self.names = names
        texts = names.count == 1 ? values.map { $0.map(writer.short) ?? "" } : names
    }

    private static let lineHeight = 14.0

    /// Whether they have room: in height one for each line, in width a quarter of the picture at most, without being shortened much.
    func fit(_ outer: Box) -> Bool {
        let widest = texts.map { TextMetrics.width(of: $0, size: Canvas.nameSize) }.max() ?? 0
        return Double(texts.count) * Self.lineHeight <= outer.height - 60 && widest <= outer.width * 0.4 && outer.width > 200
    }

    /// The room that they take at the right of the plot.
    func width(in outer: Box) -> Double {
        let widest = texts.map { TextMetrics.width(of: $0, size: Canvas.nameSize) }.max() ?? 0
        return min(widest, outer.width * 0.25) + 10
    }

    /// Draws them at the heights of the lines' ends, moved apart where they would touch. A thin line leads to one that was moved far, or whose line ends early.
    func draw(at heights: [Double?], lines: [Double?], right: Double, within box: Box, on canvas: inout Canvas) {
        let room = canvas.width - right - 10
        let order = heights.indices.filter { heights[$0] != nil }.sorted { (heights[$0] ?? 0, $0) < (heights[$1] ?? 0, $1) }
        let wishes = order.compactMap { heights[$0] }
        guard !wishes.isEmpty else { return }
        let range = (box.top - 6)...max(box.bottom + 6, box.top - 6 + Double(wishes.count) * Self.lineHeight)
        for (label, place) in zip(order, Placement.spread(wishes, height: Self.lineHeight, within: range)) {
            let isOnly = names.count == 1, height = heights[label] ?? place
            let text = TextMetrics.shortened(texts[label], to: room, size: Canvas.nameSize)
            let end = lines[label] ?? right
            if isOnly { canvas.add(Shape(.circle(Point(end, height), radius: 2.5), fill: .series(label))) }
            if abs(place - height) > Self.lineHeight || right - end > 12 {
                canvas.add(Shape(.path([.move(Point(end + 2, height)), .line(Point(right + 4, place))]), stroke: .grid, strokeWidth: 1))
            }
            let ink = Ink.seriesText(label)
            canvas.write(Text(text, at: Point(right + 6, place + TextMetrics.baselineShift(size: Canvas.nameSize)), size: Canvas.nameSize, ink: ink), apart: 0)
        }
    }
}

extension ChartPicture {
    /// Areas from the base to the values, or on one another.
    func drawAreas(in outer: Box, on canvas: inout Canvas) {
        let inner = legend(in: outer, on: &canvas)
        guard data.isStacked, data.series.count > 1 else { return drawSeparateAreas(in: inner, on: &canvas) }
        let stack = Stack(data)
        let (plot, places) = grid(values: stack.range, in: inner, right: 6, isBanded: false, on: &canvas)
        for (number, series) in data.series.enumerated() {
            for run in stack.runs(of: number) {
                // The same places for all bands, so that no edge tears; where something is unknown, those of the band.
                let tops = run.map { Point(places.x[$0], plot.y(stack.isComplete ? stack.total(at: $0) : stack.upper[number][$0])) }
                let kept = Reduction.kept(tops).map { run[$0] }
                let upper = kept.map { Point(places.x[$0], plot.y(stack.upper[number][$0])) }, lower = kept.map { Point(places.x[$0], plot.y(stack.lower[number][$0])) }
                canvas.add(Shape(.path(Self.band(upper, lower)), fill: data.inks[number], fillOpacity: 0.85, tip: bandTip(series)))
            }
        }
        plot.drawBase(data.base, on: &canvas)
        places.draw(below: plot.box.bottom, on: &canvas, wraps: false)
    }

    private func drawSeparateAreas(in inner: Box, on canvas: inout Canvas) {
        let (plot, places) = grid(values: data.range, in: inner, right: 6, isBanded: false, on: &canvas)
        let base = plot.y(min(max(data.base ?? 0, plot.axis.lower), plot.axis.upper))
        for (number, series) in data.series.enumerated() {
            let ink = data.inks[number]
            for run in series.runs {
                let points = run.map { Point(places.x[$0], plot.y(series.values[$0] ?? 0)) }, upper = Reduction.kept(points).map { points[$0] }
                let steps = Self.band(upper, upper.map { Point($0.x, base) })
                canvas.add(Shape(.path(steps), fill: ink, fillOpacity: data.series.count > 1 ? 0.2 : 0.25, tip: bandTip(series)))
                guard upper.count > 1 else { continue }
                canvas.add(Shape(.path(upper.enumerated().map { $0 == 0 ? .move($1) : .line($1) }), stroke: ink, strokeWidth: 1.5, tip: bandTip(series)))
            }
        }
        plot.drawBase(data.base, on: &canvas)
        places.draw(below: plot.box.bottom, on: &canvas, wraps: false)
    }

    /// The outline between an upper and a lower edge. One place alone is a thin bar.
    private static func band(_ upper: [Point], _ lower: [Point]) -> [PathStep] {
        guard let first = upper.first, let last = lower.last else { return [] }
        if upper.count == 1 {
            return [
                .move(Point(first.x - 1, first.y)), .line(Point(first.x + 1, first.y)), .line(Point(last.x + 1, last.y)), .line(Point(last.x - 1, last.y)), .close,
            ]
        }
        return [.move(first)] + upper.dropFirst().map { .line($0) } + lower.reversed().map { .line($0) } + [.close]
    }

    private func bandTip(_ series: ChartData.Series) -> String {
        guard let last = series.exact.lastIndex(where: { $0 != nil }) else { return series.name }
        return "\(series.name): \(writer.text(series.exact[last])) on \(placeName(last))"
    }
}
