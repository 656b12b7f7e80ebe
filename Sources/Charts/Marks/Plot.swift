import Drawing
import Frames

/// The area in which values are drawn, with the value axis at its left and what it is called above.
struct Plot {
    /// The area itself.
    let box: Box
    /// The value axis.
    let axis: ValueAxis

    /// An area within a rectangle that leaves room for the labels of the axis at its left, its title above, and so much at the other sides.
    init(in outer: Box, values: ClosedRange<Double>?, data: ChartData, writer: ValueWriter, title: String = "", right: Double = 0, bottom: Double, on canvas: inout Canvas) {
        let wanted = max(2, min(9, Int((outer.height - bottom) / 46)))
        axis = ValueAxis(covering: values, base: data.base, isLogarithmic: data.isLogarithmic, wanted: wanted, writer: writer)
        let widest = axis.ticks.map { TextMetrics.width(of: $0.label, size: Canvas.tickSize) }.max() ?? 0
        let heading = [title, axis.title].filter { !$0.isEmpty }.joined(separator: ", ")
        let above = heading.isEmpty ? 6.0 : 20
        box = outer.without(left: min(widest + 8, outer.width / 2), top: above, right: right, bottom: bottom)
        if !heading.isEmpty {
            let text = TextMetrics.shortened(heading, to: outer.width, size: Canvas.tickSize)
            canvas.write(Text(text, at: Point(outer.left, outer.top + 8), size: Canvas.tickSize, ink: .muted))
        }
    }

    /// The height at which a value stands.
    func y(_ value: Double) -> Double { box.bottom - axis.place(value) * box.height }

    /// The lines of the grid with their labels.
    func drawGrid(on canvas: inout Canvas) {
        for tick in axis.ticks {
            let height = y(tick.position)
            canvas.line(Point(box.left, height), Point(box.right, height), .grid)
            canvas.write(
                Text(tick.label, at: Point(box.left - 8, height + TextMetrics.baselineShift(size: Canvas.tickSize)), size: Canvas.tickSize, anchor: .end, ink: .muted), apart: 1)
        }
    }

    /// The line from which bars and areas grow, or that parts gains from losses.
    func drawBase(_ base: Double?, on canvas: inout Canvas) {
        let value = base ?? 0
        guard !axis.isLogarithmic, value >= axis.lower, value <= axis.upper else { return }
        canvas.line(Point(box.left, y(value)), Point(box.right, y(value)), .axis)
    }
}

/// Names of series with their colours, in rows.
struct Legend {
    private struct Entry {
        let name: String, ink: Ink, width: Double
    }

    private var rows: [[Entry]] = []
    /// How many series have no room.
    private(set) var leftOut = 0

    /// A legend for a width, of at most so many rows.
    init(_ names: [String], inks: [Ink], width: Double, mostRows: Int = 3) {
        var row: [Entry] = [], used = 0.0
        for (number, name) in names.enumerated() {
            let text = TextMetrics.shortened(name, to: min(width - 16, max(90, width / 3)), size: Canvas.nameSize)
            let entry = Entry(name: text, ink: inks[number], width: TextMetrics.width(of: text, size: Canvas.nameSize) + 16)
            if !row.isEmpty, used + entry.width > width {
                rows.append(row)
                (row, used) = ([], 0)
            }
            if rows.count == mostRows {
                leftOut = names.count - number
                return
            }
            row.append(entry)
            used += entry.width + 14
        }
        if !row.isEmpty { rows.append(row) }
    }

    /// The height that it takes.
    var height: Double { rows.isEmpty ? 0 : Double(rows.count) * 17 + 4 }

    /// Draws it from a corner on.
    func draw(at corner: Point, on canvas: inout Canvas) {
        for (number, row) in rows.enumerated() {
            var left = corner.x
            let middle = corner.y + 7 + Double(number) * 17
            for entry in row {
                canvas.rectangle(Box(left: left, top: middle - 5, right: left + 10, bottom: middle + 5), entry.ink)
                canvas.write(Text(entry.name, at: Point(left + 15, middle + TextMetrics.baselineShift(size: Canvas.nameSize)), size: Canvas.nameSize))
                left += entry.width + 14
            }
            guard leftOut > 0, number == rows.count - 1 else { continue }
            canvas.write(Text("+\(leftOut)", at: Point(left, middle + TextMetrics.baselineShift(size: Canvas.nameSize)), size: Canvas.nameSize, ink: .muted))
        }
    }
}

extension ChartData {
    /// The colours of the series.
    var inks: [Ink] { series.indices.map { isLastGathered && series.count > 1 && $0 == series.count - 1 ? .neutral : .series($0) } }

    /// The smallest and the largest known value; nil where none is known.
    var range: ClosedRange<Double>? {
        var least = Double.infinity, most = -Double.infinity
        for one in series {
            for case let value? in one.values { (least, most) = (Swift.min(least, value), Swift.max(most, value)) }
        }
        return least <= most ? least...most : nil
    }
}
