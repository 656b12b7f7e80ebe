public import Drawing
public import Frames

extension ChartData {
    /// The picture of the chart: marks, axes and labels, with what it shows for those who cannot see it.
    ///
    /// Labels never overlap or leave the frame; what has no room is left out and stays in the tip of its mark. Where amounts are masked, masks stand for them in ticks,
    /// labels and tips, while shapes and percents stay. Width and height are in points, at least 120 by 60. Linear in the values.
    public func scene(width: Double = 720, height: Double = 400, writing: RenderOptions = RenderOptions()) -> Scene {
        ChartPicture(data: masked(writing), writing: writing, width: Swift.max(120, width), height: Swift.max(60, height)).scene()
    }
}

extension ChartData {
    /// The notes for which the caption of a picture of a size has no room, so that they are told elsewhere.
    package func notesWithoutRoom(width: Double, height: Double, writing: RenderOptions) -> [String] {
        ChartPicture(data: masked(writing), writing: writing, width: Swift.max(120, width), height: Swift.max(60, height)).notesWithoutRoom()
    }
}

/// Draws a chart; each kind has a file of its own.
struct ChartPicture {
    let data: ChartData
    let writing: RenderOptions
    let width: Double
    let height: Double

    /// Writes values in full and in short.
    var writer: ValueWriter { ValueWriter(data.unit, isPrivate: data.isPrivate, options: writing) }

    /// The notes that have no room in the caption.
    func notesWithoutRoom() -> [String] {
        var canvas = Canvas(width: width, height: height)
        return Surroundings(title: data.title, notes: data.notes + ownNotes, on: &canvas).withoutRoom
    }

    func scene() -> Scene {
        var canvas = Canvas(width: width, height: height)
        let inner = Surroundings(title: data.title, notes: data.notes + ownNotes, on: &canvas).inner
        if data.isEmpty {
            canvas.write(Text("nothing to show", at: Point(inner.middle.x, inner.middle.y + 4), size: Canvas.nameSize, anchor: .middle, ink: .muted))
        } else {
            switch data.kind {
            case .line: drawLines(in: inner, on: &canvas)
            case .area: drawAreas(in: inner, on: &canvas)
            case .bar: drawBars(in: inner, on: &canvas)
            case .pie, .donut: drawSlices(in: inner, on: &canvas)
            case .scatter: drawDots(in: inner, on: &canvas)
            case .heatmap: drawCells(in: inner, on: &canvas)
            case .waterfall: drawSteps(in: inner, on: &canvas)
            case .treemap: drawTiles(in: inner, on: &canvas)
            }
        }
        let words = ChartWords(data: data, writing: writing)
        return Scene(width: width, height: height, title: words.title, summary: words.summary, elements: canvas.elements)
    }

    /// What only the picture knows: the values at which its colours end.
    private var ownNotes: [String] {
        guard data.kind == .heatmap, let limit = HeatScale(data).clipped else { return [] }
        return ["colours end at \(writer.short(limit))"]
    }

    /// The name of a place.
    func placeName(_ place: Int) -> String { data.places.name(place, writing, isPrivate: data.arePlacesPrivate) }

    /// What a mark of a series at a place tells.
    func tip(_ series: ChartData.Series, _ place: Int) -> String {
        let value = writer.text(series.exact[place])
        return data.series.count > 1 ? "\(series.name), \(placeName(place)): \(value)" : "\(placeName(place)): \(value)"
    }

    /// A legend above a rectangle, for more series than one, and what is left of the rectangle.
    func legend(in outer: Box, on canvas: inout Canvas) -> Box {
        // A legend that leaves no chart explains nothing.
        guard data.series.count > 1, outer.height >= 80 else { return outer }
        let legend = Legend(data.series.map(\.name), inks: data.inks, width: outer.width, mostRows: outer.height < 160 ? 1 : 3)
        legend.draw(at: Point(outer.left, outer.top), on: &canvas)
        return outer.without(top: legend.height)
    }
}
