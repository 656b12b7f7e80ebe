import Drawing
import Values

extension ChartPicture {
    /// Areas from the base to the values, or on one another.
    func drawAreas(in outer: Box, on canvas: inout Canvas) {
        let inner = legend(in: outer, on: &canvas)
        guard data.isStacked, data.series.count > 1 else { return drawSeparateAreas(in: inner, on: &canvas) }
        let stack = Stack(data)
        let (plot, places) = grid(values: stack.range, in: inner, right: 6, isBanded: false, on: &canvas)
        for run in stack.runs {
            let tops = run.map { Point(places.x[$0], plot.y(stack.total(at: $0))) }
            // The same places for all bands, so that no band tears.
            let kept = Reduction.kept(tops).map { run[$0] }
            for number in data.series.indices {
                let upper = kept.map { Point(places.x[$0], plot.y(stack.upper[number][$0])) }, lower = kept.map { Point(places.x[$0], plot.y(stack.lower[number][$0])) }
                canvas.add(Shape(.path(Self.band(upper, lower)), fill: data.inks[number], fillOpacity: 0.85, tip: bandTip(data.series[number])))
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

/// Series on one another: those above zero upwards, those below it downwards.
struct Stack {
    /// For each series and place where its part begins, nearer to zero.
    private(set) var lower: [[Double]]
    /// For each series and place where its part ends.
    private(set) var upper: [[Double]]
    /// The places at which all values are known, in runs.
    private(set) var runs: [[Int]] = []
    private var positive: [Double]
    private var negative: [Double]

    init(_ data: ChartData) {
        let count = data.places.count
        (positive, negative) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        (lower, upper) = ([], [])
        var isKnown = [Bool](repeating: true, count: count)
        let isContinuous = data.kind == .area
        for series in data.series {
            var low = [Double](repeating: 0, count: count), high = low
            let last = series.values.lastIndex { $0 != nil } ?? 0
            var standing = 0.0
            for place in 0..<count {
                var value = series.values[place] ?? 0
                if series.values[place] == nil, series.hasRow.isEmpty || series.hasRow[place] {
                    isKnown[place] = false
                } else if series.values[place] == nil, isContinuous, place < last {
                    // A place of other series only: what it was goes on.
                    value = standing
                }
                standing = value
                if value >= 0 {
                    (low[place], high[place]) = (positive[place], positive[place] + value)
                    positive[place] += value
                } else {
                    (low[place], high[place]) = (negative[place], negative[place] + value)
                    negative[place] += value
                }
            }
            lower.append(low)
            upper.append(high)
        }
        var run: [Int] = []
        for place in 0..<count {
            if isKnown[place] {
                run.append(place)
            } else if !run.isEmpty {
                runs.append(run)
                run = []
            }
        }
        if !run.isEmpty { runs.append(run) }
    }

    /// The upper edge of the whole stack.
    func total(at place: Int) -> Double { positive[place] }

    /// From the lowest to the highest edge.
    var range: ClosedRange<Double>? {
        guard let most = positive.max(), let least = negative.min() else { return nil }
        return least...most
    }
}
