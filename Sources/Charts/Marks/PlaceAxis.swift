import Drawing
import Frames
import Values

/// Where the places of a chart stand horizontally, and what is written below.
struct PlaceAxis {
    /// From where to where, in points.
    let left: Double, right: Double
    /// The room of one place: a band for a name, the least distance of two days.
    let band: Double
    /// The ticks: the position of each is a coordinate.
    let ticks: [AxisTick]
    /// What the axis is called, such as the unit of its numbers; empty for nothing.
    let title: String
    /// The coordinate of each place.
    let x: [Double]
    /// Whether ticks are marked, as the days of lines are; bars stand over their labels.
    let hasMarks: Bool

    /// The axis of a chart within a width; `isBanded` leaves half a band at both ends, for bars.
    init(_ data: ChartData, left: Double, right: Double, isBanded: Bool, writing: RenderOptions) {
        (self.left, self.right) = (left, right)
        let width = right - left
        switch data.places {
        case .days(let days):
            guard let first = days.min(), let last = days.max() else {
                (band, ticks, title, x, hasMarks) = (width, [], "", [], false)
                return
            }
            let span = Double(first.days(to: last)), isSingle = first == last
            let least = zip(days, days.dropFirst()).map { $0.days(to: $1) }.filter { $0 > 0 }.min().map(Double.init) ?? 1
            // A bar is as wide as the nearest days are apart; half of one stands out at each end.
            let room = isSingle ? width : isBanded ? width * least / (span + least) : 0
            let wanted = max(2, Int(width / 64)), monthFirst = writing.locale.dateOrder == .monthFirst
            let axis =
                data.kind == .scatter
                ? CalendarAxis(from: first, to: last, wanted: wanted, monthFirst: monthFirst) : CalendarAxis(covering: days, wanted: wanted, monthFirst: monthFirst)
            let inset = isBanded && !isSingle ? room / 2 : 0, inner = width - 2 * inset
            x = days.map { left + inset + axis.place($0) * inner }
            let told = isBanded ? CalendarAxis.ticks(ofBars: days, columns: Int(inner / (Canvas.tickSize * 0.55)), monthFirst: monthFirst) : axis.ticks
            ticks = told.map { AxisTick(left + inset + axis.place($0.position) * inner, $0.label, detail: $0.detail) }
            (band, title, hasMarks) = (isSingle ? min(width, 60) : room, "", !isBanded)
        case .numbers(let numbers, let unit):
            let writer = ValueWriter(unit, isPrivate: data.arePlacesPrivate, options: writing)
            let range = numbers.min().flatMap { low in numbers.max().map { low...$0 } }
            let axis = ValueAxis(covering: range, wanted: max(2, Int(width / 80)), writer: writer)
            x = numbers.map { left + axis.place($0) * width }
            ticks = axis.ticks.map { AxisTick(left + axis.place($0.position) * width, $0.label) }
            (band, title, hasMarks) = (width / Double(max(1, numbers.count)), axis.title, true)
        case .names(let names):
            let step = width / Double(max(1, names.count))
            x = names.indices.map { left + (Double($0) + 0.5) * step }
            ticks = Self.labels(names, at: x, step: step)
            (band, title, hasMarks) = (step, "", false)
        }
    }

    /// The labels of names: of months and quarters with the year below, every second or third where not all have room.
    private static func labels(_ names: [String], at x: [Double], step: Double) -> [AxisTick] {
        let periods = names.compactMap { Period($0) }
        if periods.count == names.count, let first = periods.first, first.perYear > 1 {
            let perYear = first.perYear, every = Placement.every(names.count, width: 34, step: step * (perYear == 4 ? 1 / 3 : 1), ofMonths: true)
            let stride = perYear == 4 ? max(1, every / 3) : every
            var year = -1
            return periods.indices.compactMap { place in
                let number = periods[place].number
                guard number % stride == 0 else { return nil }
                let own = number / perYear, isNew = own != year
                year = own
                if stride >= perYear { return AxisTick(x[place], String(own)) }
                return AxisTick(x[place], perYear == 4 ? "Q\(number % 4 + 1)" : CalendarAxis.months[number % 12], detail: isNew ? String(own) : "")
            }
        }
        let isNumbered = names.allSatisfy { Int($0) != nil }
        let widest = names.lazy.map { TextMetrics.width(of: $0, size: Canvas.tickSize) }.max() ?? 0
        let every = isNumbered ? Placement.every(names.count, width: widest + 8, step: step, ofMonths: false) : 1
        return names.indices.compactMap { place in
            if isNumbered, let number = Int(names[place]), number % every != 0 { return nil }
            return AxisTick(x[place], names[place])
        }
    }

    /// Whether all names have room side by side, in one line or two.
    static func fit(_ names: [String], width: Double) -> Bool {
        let step = width / Double(max(1, names.count))
        return names.allSatisfy { name in
            let lines = Canvas.wrapped(name, to: step - 6, size: Canvas.tickSize)
            return lines.count <= 2 && lines.joined(separator: " ") == name
        }
    }

    /// The height that labels take: one line, or two where there are years or long names.
    func labelHeight(wraps: Bool) -> Double { ticks.contains { !$0.detail.isEmpty } || wraps ? 34 : 21 }

    /// Draws ticks and labels below a line.
    func draw(below bottom: Double, on canvas: inout Canvas, wraps: Bool) {
        // Names that are too wide for their bands, but not for two, stand in two rows by turns.
        let isStaggered =
            wraps && !hasMarks && ticks.contains { Self.lines($0.label, width: band - 4).joined(separator: " ") != $0.label }
            && ticks.allSatisfy { TextMetrics.width(of: $0.label, size: Canvas.tickSize) <= 2 * band - 8 }
        for (place, tick) in ticks.enumerated() {
            if hasMarks { canvas.line(Point(tick.position, bottom), Point(tick.position, bottom + 4), .axis) }
            let lines = hasMarks || !wraps || isStaggered ? [tick.label] : Self.lines(tick.label, width: band - 4)
            for (number, line) in lines.enumerated() {
                let row = isStaggered ? Double(place % 2) : Double(number)
                let text = Text(line, at: Point(tick.position, bottom + 15 + row * 12), size: Canvas.tickSize, anchor: .middle, ink: .muted)
                canvas.write(canvas.within(text), apart: 3)
            }
            guard !tick.detail.isEmpty else { continue }
            let text = Text(tick.detail, at: Point(tick.position, bottom + 28), size: Canvas.tickSize, anchor: .middle, ink: .muted)
            canvas.write(canvas.within(text), apart: 3)
        }
    }

    /// A name in at most two lines, shortened where these are not enough.
    private static func lines(_ name: String, width: Double) -> [String] {
        let lines = Canvas.wrapped(name, to: width, size: Canvas.tickSize)
        guard lines.count > 2 else { return lines }
        return [lines[0], TextMetrics.shortened(lines.dropFirst().joined(separator: " "), to: width, size: Canvas.tickSize)]
    }
}
