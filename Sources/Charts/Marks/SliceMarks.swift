import Drawing
import Values

extension ChartPicture {
    /// Slices of a whole from 12 o'clock on, clockwise, with names and percents in a column at each side.
    func drawSlices(in outer: Box, on canvas: inout Canvas) {
        guard let series = data.series.first else { return }
        let values = series.values.map { max(0, $0 ?? 0) }, whole = values.reduce(0, +)
        guard whole > 0 else { return }
        let widest = data.places.count == 0 ? 0 : values.indices.map { TextMetrics.width(of: placeName($0), size: Canvas.nameSize) }.max() ?? 0
        let besides = outer.width - 2 * min(widest + 48, outer.width * 0.27) - 28
        let centre = Point(outer.middle.x, outer.middle.y + 2), radius = max(10, min(outer.height / 2 - 8, max(besides / 2, outer.width * 0.16), outer.width * 0.25))
        let hole = data.kind == .donut ? radius * 0.6 : 0
        // Percents that add up to 100.0, by the largest remainder.
        let percents = (try? ChartShaping.shares(series.exact)) ?? []
        var start = 0.0, labels: [SliceLabel] = []
        for (place, value) in values.enumerated() where value > 0 {
            let end = start + value / whole, ink = sliceInk(place, of: values.count)
            let percent = percents.indices.contains(place) ? percents[place].map { ValueWriter(.percent, isPrivate: false, options: writing).short($0) } ?? "" : ""
            let tip = data.unit == .percent ? "\(placeName(place)): \(percent)" : "\(placeName(place)): \(writer.text(series.exact[place])), \(percent)"
            if value == whole {
                canvas.add(Shape(.circle(centre, radius: radius), fill: ink, tip: tip))
                if hole > 0 { canvas.add(Shape(.circle(centre, radius: hole), fill: .background)) }
            } else {
                canvas.add(Shape(.path(Self.slice(centre, radius, hole, start, end)), fill: ink, stroke: .background, strokeWidth: 1.5, tip: tip))
            }
            labels.append(SliceLabel(turn: (start + end) / 2, name: placeName(place), percent: percent))
            start = end
        }
        if hole > 24, data.unit != .percent, let total = try? ChartShaping.sum(series.exact) {
            let text = TextMetrics.shortened(writer.short(total), to: hole * 1.7, size: 15, isBold: true)
            canvas.write(Text(text, at: Point(centre.x, centre.y + 3), size: 15, isBold: true, anchor: .middle))
            if case .money(let currency) = data.unit {
                canvas.write(Text(currency.code, at: Point(centre.x, centre.y + 18), size: Canvas.tickSize, anchor: .middle, ink: .muted))
            }
        }
        // In two lines, name and percent, where one line would have the names shortened.
        let room = outer.width / 2 - radius - 20
        let areHigh = labels.contains { TextMetrics.width(of: "\($0.name) \($0.percent)", size: Canvas.nameSize) > room }
        draw(labels.filter { $0.isRight }, centre, radius, isRight: true, areHigh: areHigh, in: outer, on: &canvas)
        draw(labels.filter { !$0.isRight }.reversed(), centre, radius, isRight: false, areHigh: areHigh, in: outer, on: &canvas)
    }

    /// The colour of a part; grey for what was gathered. The colours begin anew after the last one, but no two neighbours have the same.
    func sliceInk(_ place: Int, of count: Int) -> Ink {
        if data.isLastGathered, place == count - 1 { return .neutral }
        let isTwin = place > 0 && place == count - 1 && place % Theme.seriesCount == 0
        return .series(isTwin ? place + 1 : place)
    }

    private struct SliceLabel {
        /// The middle of the slice, as a part of a full turn from 12 o'clock.
        let turn: Double
        let name: String
        let percent: String
        var isRight: Bool { turn < 0.5 }
    }

    /// The labels of one side, from the upper to the lower, with lines that lead to them.
    private func draw(_ labels: [SliceLabel], _ centre: Point, _ radius: Double, isRight: Bool, areHigh: Bool, in outer: Box, on canvas: inout Canvas) {
        let lineHeight = areHigh ? 28.0 : 15, edge = radius + 16, fitting = Int((outer.height + 8) / lineHeight)
        var shown = labels
        if shown.count > fitting {
            // The larger slices come first: on the right from above, on the left from below.
            shown = isRight ? Array(shown.prefix(fitting)) : Array(shown.suffix(fitting))
        }
        let wishes = shown.map { centre.y - Elementary.direction(turn: $0.turn).cosine * (radius + 10) }
        let places = Placement.spread(wishes, height: lineHeight, within: (outer.top - 4)...max(outer.bottom + 4, outer.top - 4 + lineHeight * Double(shown.count)))
        for (label, height) in zip(shown, places) {
            let (sine, cosine) = Elementary.direction(turn: label.turn), side = isRight ? 1.0 : -1
            let from = Point(centre.x + sine * (radius + 1), centre.y - cosine * (radius + 1)), bend = Point(centre.x + sine * (radius + 8), height)
            let left = centre.x + side * edge, elbow = isRight ? max(bend.x, left - 4) : min(bend.x, left + 4)
            let room = isRight ? outer.right - left - 4 : left - 4 - outer.left
            let percentWidth = areHigh ? 0 : TextMetrics.width(of: " " + label.percent, size: Canvas.nameSize)
            let name = TextMetrics.shortened(label.name, to: room - percentWidth, size: Canvas.nameSize)
            let lines = areHigh ? [name, label.percent] : [name.isEmpty ? label.percent : "\(name) \(label.percent)"]
            let texts = lines.enumerated().map { number, line in
                let shift = TextMetrics.baselineShift(size: Canvas.nameSize) + (areHigh ? Double(number) * 13 - 6.5 : 0)
                return Text(line, at: Point(left + side * 4, height + shift), size: Canvas.nameSize, anchor: isRight ? .start : .end, ink: number == 0 ? .text : .muted)
            }
            guard texts.allSatisfy({ canvas.hasRoom($0, apart: 0) }) else { continue }
            for text in texts { canvas.write(text, apart: 0) }
            canvas.add(Shape(.path([.move(from), .line(Point(elbow, height)), .line(Point(left, height))]), stroke: .axis, strokeWidth: 0.75))
        }
    }

    /// The outline of a slice between two parts of a full turn, around a hole.
    private static func slice(_ centre: Point, _ radius: Double, _ hole: Double, _ start: Double, _ end: Double) -> [PathStep] {
        func point(_ turn: Double, _ radius: Double) -> Point {
            let direction = Elementary.direction(turn: turn)
            return Point(centre.x + direction.sine * radius, centre.y - direction.cosine * radius)
        }
        var steps: [PathStep] = [.move(point(start, radius))]
        steps += arc(centre, radius, start, end)
        if hole > 0 {
            steps.append(.line(point(end, hole)))
            steps += arc(centre, hole, end, start)
        } else {
            steps.append(.line(centre))
        }
        return steps + [.close]
    }

    /// Curves along a circle, each of a quarter turn at most. The control points lie 4/3 · tan(angle / 4) of the radius along the tangents.
    private static func arc(_ centre: Point, _ radius: Double, _ start: Double, _ end: Double) -> [PathStep] {
        let pieces = max(1, Int((abs(end - start) * 4).rounded(.up))), step = (end - start) / Double(pieces)
        let quarter = Elementary.direction(turn: step / 4), reach = radius * 4 / 3 * quarter.sine / quarter.cosine
        return (0..<pieces).map { piece in
            let (a, b) = (Elementary.direction(turn: start + Double(piece) * step), Elementary.direction(turn: start + Double(piece + 1) * step))
            let from = Point(centre.x + a.sine * radius, centre.y - a.cosine * radius), to = Point(centre.x + b.sine * radius, centre.y - b.cosine * radius)
            return .curve(Point(from.x + a.cosine * reach, from.y + a.sine * reach), Point(to.x - b.cosine * reach, to.y - b.sine * reach), to)
        }
    }
}
