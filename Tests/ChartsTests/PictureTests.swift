import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values

/// The pictures of all kinds of charts, compared with those that stand in the folder `Pictures`. `LUCA_UPDATE=1` writes them anew, to be looked at.
@Suite("Pictures of charts")
struct PictureTests {
    private static let golden = GoldenFolder("Pictures")

    /// Samples of which the whole SVG is kept, one of a kind; of the others the scene is enough.
    private static let kept: Set = [
        "value-over-time-small", "holdings-small", "pie-small", "scatter-small", "waterfall-small", "treemap-small", "area-stacked-percent", "calendar-small",
    ]

    @Test("A sample gives the scene and the SVG that stand in the folder", arguments: ChartSample.all)
    func golden(_ sample: ChartSample) throws {
        let scene = try Chart(sample.frame, sample.options).scene(width: sample.size.width, height: sample.size.height)
        try Self.golden.compare(text(of: scene), with: "\(sample.name).txt")
        if Self.kept.contains(sample.name) { try Self.golden.compare(scene.svg(.file), with: "\(sample.name).svg") }
    }

    @Test("No file in the folder is left from a sample that is gone")
    func noneLeft() throws {
        try Self.golden.expectNone(but: ChartSample.all.map(\.name))
    }

    @Test("Marks and labels stay within the frame, and no two labels overlap, at any size", arguments: ChartSample.all)
    func within(_ sample: ChartSample) throws {
        let chart = try Chart(sample.frame, sample.options)
        for (width, height) in [(720.0, 400.0), (360, 300), (240, 160), (150, 90), (1400, 500), (300, 900)] {
            expectTidy(chart.scene(width: width, height: height), "\(sample.name) at \(width) × \(height)")
        }
    }

    @Test("Masked amounts are in no text and no tip, and shapes and percents stay", arguments: ChartSample.all)
    func masked(_ sample: ChartSample) throws {
        var writing = RenderOptions()
        writing.privacy = true
        let open = try Chart(sample.frame, sample.options).data, chart = try Chart(sample.frame, sample.options, writing: writing)
        guard open.isPrivate else { return }
        let scene = chart.scene(width: sample.size.width, height: sample.size.height, writing: writing)
        let writer = ValueWriter(open.unit, isPrivate: true, options: RenderOptions())
        let amounts = Set(open.series.flatMap(\.exact).compactMap { $0 }.filter { $0.magnitude >= 100 }.flatMap { [writer.text($0), writer.short($0)] })
        for text in scene.elements.flatMap(texts) + [scene.summary] {
            #expect(!amounts.contains { text.contains($0) }, "\(text)")
        }
        #expect(chart.data.series.map(\.values) == open.series.map(\.values))
    }

    private func texts(_ element: Scene.Element) -> [String] {
        switch element {
        case .text(let text): [text.string]
        case .shape(let shape): [shape.tip]
        }
    }

    @Test("A picture of lines of ten thousand points, as many as there are colours, stays below 400 KB")
    func large() throws {
        var builder = FrameBuilder("quotes", [.day("date"), .text("symbol"), .price("close")])
        var random = SeededRandom(seed: 1)
        for series in 0..<10 {
            var price = 100_000
            for day in 0..<10_000 {
                price = max(1000, price + random.int(-1000...1010))
                try builder.append([.day(Day(number: Int32(day))), .text("S\(series)"), .decimal(FixedDecimal(price))])
            }
        }
        let scene = try Chart(builder.frame()).scene()
        #expect(scene.svg(.file).utf8.count <= 400_000)
        #expect(try Chart(builder.frame()).data.series.count == 8)
    }
}

/// Checks that everything stays within the frame and that no text touches another.
func expectTidy(_ scene: Scene, _ context: String) {
    var boxes: [(String, left: Double, top: Double, right: Double, bottom: Double)] = []
    func expectWithin(_ point: Point, _ what: String) {
        let isWithin = point.x >= -0.01 && point.x <= scene.width + 0.01 && point.y >= -0.01 && point.y <= scene.height + 0.01
        #expect(isWithin && point.x.isFinite && point.y.isFinite, "\(context): \(what) at \(point)")
    }
    for element in scene.elements {
        switch element {
        case .shape(let shape):
            switch shape.outline {
            case .rectangle(let corner, let width, let height):
                #expect(width >= 0 && height >= 0)
                expectWithin(corner, "rectangle \(shape.tip)")
                expectWithin(Point(corner.x + width, corner.y + height), "rectangle \(shape.tip)")
            case .circle(let centre, _): expectWithin(centre, "circle \(shape.tip)")
            case .path(let steps): for point in steps.compactMap(end) { expectWithin(point, "path \(shape.tip)") }
            }
        case .text(let text):
            let width = TextMetrics.width(of: text.string, size: text.size, isBold: text.isBold)
            let left = text.place.x - (text.anchor == .start ? 0 : text.anchor == .middle ? width / 2 : width)
            let box = (text.string, left: left, top: text.place.y - text.size * TextMetrics.capHeight, right: left + width, bottom: text.place.y + text.size * 0.2)
            expectWithin(Point(box.left, box.top), text.string)
            expectWithin(Point(box.right, box.bottom), text.string)
            for other in boxes where box.left < other.right - 0.01 && other.left < box.right - 0.01 && box.top < other.bottom - 0.01 && other.top < box.bottom - 0.01 {
                Issue.record("\(context): \"\(text.string)\" covers \"\(other.0)\"")
            }
            boxes.append(box)
        }
    }
}
