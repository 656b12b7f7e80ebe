import Drawing
import Values

/// Rectangles whose areas are shares of a whole, as near to squares as they can be.
enum Squarified {
    /// The rectangles of sizes that are positive and descending, in their order, filling a box.
    ///
    /// By Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000): a row along the shorter side takes the next size as long as that makes its worst rectangle no
    /// longer. Each row ends where the next begins, so that nothing is left over. At most quadratic in the sizes of a row.
    static func boxes(_ sizes: [Double], in box: Box) -> [Box] {
        let rests = rests(of: sizes)
        var free = box, boxes: [Box] = [], next = 0
        while next < sizes.count {
            let isWide = free.width >= free.height, side = isWide ? free.height : free.width
            let end = endOfRow(sizes, from: next, scale: free.width * free.height / rests[next], side: side)
            let whole = sizes[next..<end].reduce(0, +)
            // Of what is left, in its own sizes: those that are nothing beside others add nothing, but divide by nothing neither.
            let depth = (isWide ? free.width : free.height) * (end == sizes.count ? 1 : min(1, whole / rests[next]))
            var start = isWide ? free.top : free.left
            for size in sizes[next..<end] {
                let length = size / whole * side
                boxes.append(
                    isWide
                        ? Box(left: free.left, top: start, right: free.left + depth, bottom: start + length)
                        : Box(left: start, top: free.top, right: start + length, bottom: free.top + depth))
                start += length
            }
            if isWide { free.left += depth } else { free.top += depth }
            next = end
        }
        return boxes
    }

    /// What each size and those behind it come to, added up from the smallest, so that none is lost beside a large one.
    private static func rests(of sizes: [Double]) -> [Double] {
        var rests = sizes
        for place in sizes.indices.dropLast().reversed() { rests[place] += rests[place + 1] }
        return rests
    }

    /// Where a row ends that begins with a size: it takes the next as long as that makes its worst rectangle no longer.
    private static func endOfRow(_ sizes: [Double], from first: Int, scale: Double, side: Double) -> Int {
        // The first size is always taken, whatever is left of the box.
        var row = [sizes[first] * scale], ratio = worst(row, side: side)
        while first + row.count < sizes.count {
            row.append(sizes[first + row.count] * scale)
            let longer = worst(row, side: side)
            guard longer <= ratio else { return first + row.count - 1 }
            ratio = longer
        }
        return sizes.count
    }

    /// The longest side by the shortest of the worst rectangle in a row of areas along a side.
    private static func worst(_ areas: [Double], side: Double) -> Double {
        let sum = areas.reduce(0, +)
        guard let most = areas.max(), let least = areas.min(), least > 0, sum > 0 else { return .infinity }
        return max(side * side * most / (sum * sum), sum * sum / (side * side * least))
    }
}

extension ChartPicture {
    /// A rectangle for each part, with its name, its percent and its value where they have room.
    func drawTiles(in outer: Box, on canvas: inout Canvas) {
        guard let series = data.series.first else { return }
        let places = series.values.indices.filter { (series.values[$0] ?? 0) > 0 }
        var boxes = Squarified.boxes(places.map { series.values[$0] ?? 0 }, in: outer)
        let nameless = zip(places, boxes).filter { tileName($0, in: $1) == nil }.map { placeName($0.0) }
        if !nameless.isEmpty, outer.height > 60 {
            // What no box has room for stands below, the largest first.
            let inner = outer.without(bottom: 16)
            boxes = Squarified.boxes(places.map { series.values[$0] ?? 0 }, in: inner)
            let left = zip(places, boxes).filter { tileName($0, in: $1) == nil }.map { placeName($0.0) }
            let text = TextMetrics.shortened("without a name: \(left.joined(separator: ", "))", to: outer.width, size: Canvas.tickSize)
            canvas.write(Text(text, at: Point(outer.left, outer.bottom - 1), size: Canvas.tickSize, ink: .muted), apart: 0)
        }
        let percents = (try? ChartShaping.shares(series.exact)) ?? []
        for (place, box) in zip(places, boxes) {
            let ink = sliceInk(place, of: series.values.count), name = placeName(place)
            let percent = percents.indices.contains(place) ? percents[place].map { ValueWriter(.percent, isPrivate: false, options: writing).short($0) } ?? "" : ""
            let tip = data.unit == .percent ? "\(name): \(percent)" : "\(name): \(writer.text(series.exact[place])), \(percent)"
            let gap = min(1, box.width / 4, box.height / 4)
            canvas.rectangle(Box(left: box.left + gap, top: box.top + gap, right: box.right - gap, bottom: box.bottom - gap), ink, tip: tip)
            let room = box.width - 12
            guard let text = tileName(place, in: box) else { continue }
            var base = box.top + 15
            canvas.write(Text(text, at: Point(box.left + 6, base), size: Canvas.nameSize, isBold: true, ink: .readable(on: ink)), apart: 0)
            for line in data.unit == .percent ? [percent] : [percent, series.exact[place].map(writer.short) ?? ""] {
                base += 14
                guard base + 4 < box.bottom, TextMetrics.width(of: line, size: Canvas.tickSize) <= room else { break }
                canvas.write(Text(line, at: Point(box.left + 6, base), size: Canvas.tickSize, ink: .readable(on: ink)), apart: 0)
            }
        }
    }

    /// The name of a part as it stands in its rectangle; nil where it has no room.
    private func tileName(_ place: Int, in box: Box) -> String? {
        let room = box.width - 12, name = placeName(place)
        guard room > 14, box.height > 18 else { return nil }
        let text = TextMetrics.shortened(name, to: room, size: Canvas.nameSize, isBold: true)
        // A name of which only a letter or two would be left says nothing.
        return text == name || text.count >= 5 ? text : nil
    }
}
