/// A path as SVG writes it: steps relative to where the path is, on a grid of tenths, and points that lie on a straight line between others left out.
struct SVGPath {
    private var writer: SVGWriter
    /// Where the path is as far as it is written, in tenths.
    private var place = GridPoint(x: 0, y: 0)
    /// Where the run began.
    private var start = GridPoint(x: 0, y: 0)
    /// A straight line that is not written yet, since it may go on.
    private var pending = GridPoint(x: 0, y: 0)
    /// Whether there is a place from which a line can go; not at the beginning, nor behind a point that is no number.
    private var hasPlace = false
    /// Whether the move to the beginning of the run is written.
    private var isOpen = false
    /// Whether the run has a line that goes nowhere: a dot, where lines have round ends.
    private var hasDot = false
    /// The letter of the last step, which need not be said again.
    private var letter: UInt8 = 0

    private struct GridPoint: Equatable {
        var x: Int
        var y: Int

        static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }
        static func + (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x + b.x, y: a.y + b.y) }
        var isZero: Bool { x == 0 && y == 0 }
    }

    private init(_ writer: consuming SVGWriter) { self.writer = writer }

    /// Writes the steps; a point that is no number parts the path, as a gap. Linear in the steps.
    static func write(_ steps: [PathStep], to writer: inout SVGWriter) {
        var path = SVGPath(writer)
        writer = SVGWriter.empty
        for step in steps { path.add(step) }
        path.endRun()
        writer = path.writer
    }

    private mutating func add(_ step: PathStep) {
        switch step {
        case .move(let point): begin(at: grid(point))
        case .line(let point):
            guard let next = grid(point) else { return begin(at: nil) }
            guard hasPlace else { return begin(at: next) }
            line(to: next)
        case .curve(let a, let b, let end):
            guard let end = grid(end) else { return begin(at: nil) }
            guard hasPlace, let a = grid(a), let b = grid(b) else { return begin(at: end) }
            flush()
            beginRun()
            let begun = place
            for (index, point) in [a, b, end].enumerated() { number(point - begun, letter: UInt8(ascii: "c"), isContinued: index > 0) }
            place = end
        case .close:
            guard hasPlace, isOpen || !pending.isZero else { return }
            flush()
            writer.append(byte: UInt8(ascii: "z"))
            (place, letter, isOpen) = (start, 0, false)
        }
    }

    private func grid(_ point: Point) -> GridPoint? {
        guard let x = SVGWriter.tenths(point.x), let y = SVGWriter.tenths(point.y) else { return nil }
        return GridPoint(x: x, y: y)
    }

    private mutating func begin(at point: GridPoint?) {
        endRun()
        hasPlace = point != nil
        if let point { (place, start) = (point, point) }
    }

    private mutating func line(to next: GridPoint) {
        let step = next - (place + pending)
        if step.isZero {
            hasDot = true
            return
        }
        // On in the same direction, exactly.
        let isStraight = pending.x * step.y == pending.y * step.x && pending.x * step.x + pending.y * step.y > 0
        if !pending.isZero, !isStraight { flush() }
        pending = pending + step
    }

    /// Writes the line that waits.
    private mutating func flush() {
        guard !pending.isZero else { return }
        beginRun()
        if pending.y == 0 {
            number(pending.x, letter: UInt8(ascii: "h"))
        } else if pending.x == 0 {
            number(pending.y, letter: UInt8(ascii: "v"))
        } else {
            number(pending, letter: UInt8(ascii: "l"), isContinued: false)
        }
        place = place + pending
        pending = GridPoint(x: 0, y: 0)
    }

    private mutating func beginRun() {
        guard !isOpen else { return }
        isOpen = true
        writer.append(byte: UInt8(ascii: "M"))
        writer.append(pathTenths: place.x)
        separated(place.y)
        letter = UInt8(ascii: "M")
    }

    private mutating func endRun() {
        flush()
        if hasDot, !isOpen {
            beginRun()
            writer.append("h0")
        }
        (isOpen, hasDot, hasPlace, letter) = (false, false, false, 0)
    }

    private mutating func number(_ step: GridPoint, letter next: UInt8, isContinued: Bool) {
        if isContinued { separated(step.x) } else { number(step.x, letter: next) }
        separated(step.y)
    }

    private mutating func number(_ value: Int, letter next: UInt8) {
        if letter == next { return separated(value) }
        letter = next
        writer.append(byte: next)
        writer.append(pathTenths: value)
    }

    /// A number behind another; a sign sets it apart by itself.
    private mutating func separated(_ value: Int) {
        if value >= 0 { writer.append(byte: UInt8(ascii: " ")) }
        writer.append(pathTenths: value)
    }
}
