import Drawing
import Values

extension ChartPicture {
    /// What adds and takes, each beginning where the one before ended, with thin lines between them.
    func drawSteps(in outer: Box, on canvas: inout Canvas) {
        guard let series = data.series.first, case .names(let names) = data.places else { return }
        // Exact running sums, so that the last step ends where the total stands.
        var spans: [(from: FixedDecimal, to: FixedDecimal)?] = [], running = FixedDecimal.zero
        for (place, change) in series.exact.enumerated() {
            guard let change else {
                spans.append(nil)
                continue
            }
            let next = data.levels.contains(place) ? change : (try? running + change) ?? running
            spans.append((data.levels.contains(place) ? .zero : running, next))
            running = next
        }
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
            if place + 1 < spans.count { canvas.line(Point(middle + half, to), Point(places.x[place + 1] - half, to), .axis, width: 0.75) }
        }
        plot.drawBase(0, on: &canvas)
        places.draw(below: plot.box.bottom, on: &canvas, wraps: wrapsNames(width: plot.box.width))
        guard spans.count <= 24 else { return }
        for (place, span) in spans.enumerated() {
            guard let span, let change = series.exact[place] else { continue }
            let isDown = change.isNegative, end = plot.y(span.to.doubleValue)
            let sign = data.levels.contains(place) || isDown || writer.isMasked ? "" : "+"
            let text = Text(
                sign + writer.short(change), at: Point(places.x[place], isDown ? end + Canvas.tickSize + 2 : end - 4), size: Canvas.tickSize, anchor: .middle, ink: .text)
            if Canvas.box(text).width <= places.band, text.place.y < plot.box.bottom - 1, text.place.y > plot.box.top - 10 { canvas.write(text, apart: 1) }
        }
    }
}
