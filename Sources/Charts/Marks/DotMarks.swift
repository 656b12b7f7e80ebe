import Drawing

extension ChartPicture {
    /// A dot for each row, with its name beside it where there is room.
    func drawDots(in outer: Box, on canvas: inout Canvas) {
        let inner = data.series.count > Theme.seriesCount ? outer : legend(in: outer, on: &canvas)
        let (plot, places) = grid(values: data.range.map { Self.padded($0) }, in: inner, right: 10, isBanded: false, on: &canvas)
        if let range = data.range, range.lowerBound < 0, range.upperBound > 0 { plot.drawBase(0, on: &canvas) }
        var dots: [(point: Point, name: String)] = [], thinning = Thinning(data)
        for (number, series) in data.series.enumerated() {
            for (place, value) in series.values.enumerated() {
                guard let value else { continue }
                let point = Point(places.x[place], plot.y(value))
                guard thinning.keeps(point, of: number) else { continue }
                let name = data.pointNames.isEmpty ? "" : data.pointNames[place]
                let tip = (name.isEmpty ? "" : "\(name): ") + "\(placeName(place)), \(writer.text(series.exact[place]))"
                canvas.add(Shape(.circle(point, radius: 4), fill: data.inks[number], fillOpacity: 0.75, tip: data.series.count > 1 ? "\(series.name), \(tip)" : tip))
                dots.append((point, name))
            }
        }
        places.draw(below: plot.box.bottom, on: &canvas, wraps: false)
        guard dots.count <= 40 else { return }
        for dot in dots where !dot.name.isEmpty { label(dot.name, at: dot.point, others: dots.map(\.point), within: plot.box, on: &canvas) }
    }

    /// A range with room for dots at its ends.
    private static func padded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let room = (range.upperBound - range.lowerBound) * 0.03
        return (range.lowerBound - (range.lowerBound > 0 && range.lowerBound < room ? 0 : room))...(range.upperBound + room)
    }

    /// Writes a name at the right of a dot, else at its left, above or below: wherever it covers neither a text nor a dot.
    private func label(_ name: String, at dot: Point, others: [Point], within box: Box, on canvas: inout Canvas) {
        let text = TextMetrics.shortened(name, to: 110, size: Canvas.tickSize), shift = TextMetrics.baselineShift(size: Canvas.tickSize)
        let tries = [
            Text(text, at: Point(dot.x + 7, dot.y + shift), size: Canvas.tickSize), Text(text, at: Point(dot.x - 7, dot.y + shift), size: Canvas.tickSize, anchor: .end),
            Text(text, at: Point(dot.x, dot.y - 7), size: Canvas.tickSize, anchor: .middle), Text(text, at: Point(dot.x, dot.y + 14), size: Canvas.tickSize, anchor: .middle),
        ]
        for text in tries {
            let own = Canvas.box(text)
            guard own.left > box.left, own.right < canvas.width - 2, own.top > box.top - 8, own.bottom < box.bottom else { continue }
            guard !others.contains(where: { own.overlaps(Box(left: $0.x - 4, top: $0.y - 4, right: $0.x + 4, bottom: $0.y + 4)) }) else { continue }
            if canvas.write(text) { return }
        }
    }
}

/// Leaves out dots of one colour that another covers but for a point: of very many, each place has one.
private struct Thinning {
    /// A square that a dot covers wholly, wherever in it the dot stands.
    private struct Place: Hashable {
        let series: Int
        let column: Int
        let row: Int
    }

    private static let side = 2.0
    /// Nil where all dots are drawn.
    private var taken: Set<Place>?

    init(_ data: ChartData) {
        let count = data.series.reduce(0) { count, series in count + series.values.count { $0 != nil } }
        taken = count > 2000 ? [] : nil
    }

    /// Whether a dot is the first of its place.
    mutating func keeps(_ point: Point, of series: Int) -> Bool {
        guard taken != nil else { return true }
        return taken?.insert(Place(series: series, column: Int(point.x / Self.side), row: Int(point.y / Self.side))).inserted ?? true
    }
}
