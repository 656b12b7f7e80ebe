import Drawing
import TestSupport
import Testing
import XML

@Suite("A picture as SVG")
struct SVGTests {
    private func parsed(_ svg: String) throws -> XMLDocument { try Array(svg.utf8).withUnsafeBufferPointer { bytes throws(XMLFault) in try XMLReader.read(bytes) } }

    private func path(_ steps: [PathStep]) throws -> String {
        let scene = Scene(width: 10, height: 10, elements: [.shape(Shape(.path(steps), stroke: .axis))])
        return try #require(try parsed(scene.svg()).elements.first { $0.name == "path" }?["d"])
    }

    @Test("A small picture, as it is written")
    func small() {
        let scene = Scene(
            width: 100, height: 50.25, title: "Worth & more", summary: "It grew.",
            elements: [
                .shape(Shape(.rectangle(Point(0.04, 1), width: 10.02, height: 2), fill: .diverging(-0.5), fillOpacity: 0.5, tip: "a < b")),
                .shape(Shape(.path([.move(Point(0, 0)), .line(Point(10, 0))]), stroke: .grid, strokeWidth: 0.75, dash: [2, 1.5])),
                .shape(Shape(.circle(Point(5, 5), radius: 2.5), fill: .series(9), stroke: .background)),
                .text(Text("1,000", at: Point(5, 20), size: 10.5, isBold: true, anchor: .end, ink: .readable(on: .series(0)), isVertical: true)),
            ])
        #expect(
            scene.svg(.inline(prefix: "c1")) == """
                <svg xmlns="http://www.w3.org/2000/svg" class="luca-chart" width="100" height="50.3" viewBox="0 0 100 50.3" role="img" aria-labelledby="c1-title c1-summary" \
                font-family="'DejaVu Sans',Verdana,sans-serif">
                <title id="c1-title">Worth &amp; more</title>
                <desc id="c1-summary">It grew.</desc>
                <rect x="0" y="1" width="10.1" height="2" class="fill-diverging-minus-10" fill="#edb287" fill-opacity="0.5"><title>a &lt; b</title></rect>
                <path d="M0 0h10" class="stroke-grid" fill="none" stroke="#e3e6ea" stroke-width="0.75" stroke-dasharray="2 1.5"/>
                <circle cx="5" cy="5" r="2.5" class="fill-series-1 stroke-background" fill="#e95a44" stroke="#ffffff"/>
                <text x="5" y="20" transform="rotate(-90 5 20)" class="fill-white-on-light-black-on-dark" fill="#ffffff" font-size="10.5" font-weight="bold" text-anchor="end">1,000</text>
                </svg>

                """)
    }

    @Test("Paths have relative steps on a grid of tenths, and no points between that lie on a straight line")
    func paths() throws {
        #expect(try path([.move(Point(1, 2)), .line(Point(1.26, 2)), .line(Point(1.5, 2.04)), .line(Point(2, 1.5))]) == "M1 2h.5l.5-.5")
        #expect(try path([.move(Point(0, 0)), .line(Point(1, 1)), .line(Point(2, 2)), .line(Point(1, 1)), .line(Point(1, 0))]) == "M0 0l2 2-1-1v-1")
        #expect(try path([.move(Point(0, 0)), .line(Point(3, 4)), .line(Point(5, 5)), .close, .move(Point(9, 9)), .line(Point(9, 8))]) == "M0 0l3 4 2 1zM9 9v-1")
        #expect(try path([.move(Point(0, 0)), .curve(Point(1, 0), Point(2, -1), Point(2, 2)), .curve(Point(2, 3), Point(0, 3), Point(0, 2))]) == "M0 0c1 0 2-1 2 2 0 1-2 1-2 0")
        // A dot, a run of nothing, a move that leads nowhere.
        #expect(try path([.move(Point(3, 3)), .line(Point(3, 3)), .move(Point(4, 4)), .move(Point(5, 5))]) == "M3 3h0")
        #expect(try path([]).isEmpty)
    }

    @Test("A place that is no number is a gap, never drawn through")
    func gaps() throws {
        let steps: [PathStep] = [.move(Point(0, 0)), .line(Point(1, 1)), .line(Point(2, .nan)), .line(Point(3, 3)), .line(Point(4, 3))]
        #expect(try path(steps) == "M0 0l1 1M3 3h1")
        #expect(try path([.move(Point(.infinity, 0)), .line(Point(1, 1)), .line(Point(1, 2))]) == "M1 1v1")
        let scene = Scene(
            width: 10, height: 10,
            elements: [
                .shape(Shape(.circle(Point(.nan, 0), radius: 1))), .shape(Shape(.rectangle(Point(0, 0), width: .infinity, height: 1))), .text(Text("x", at: Point(0, .nan))),
            ])
        #expect(try parsed(scene.svg(.inline(prefix: "a"))).elements.count == 1)
    }

    @Test("Any text comes back as it was, but for characters that XML forbids")
    func escaping() throws {
        let text = "</text><script>alert(\"1\")</script> & 'quoted' ]]> 日本 e\u{301} 🚀"
        for (written, read) in [(text, text), ("a\u{0}b\u{1B}c\u{FFFE}d\u{85}e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"), ("a\nb\tc", "a b c")] {
            let scene = Scene(
                width: 10, height: 10, title: written, summary: written,
                elements: [.text(Text(written, at: Point(0, 0))), .shape(Shape(.circle(Point(1, 1), radius: 1), fill: .gain, tip: written))])
            let elements = try parsed(scene.svg()).elements
            for name in ["title", "desc", "text"] { #expect(elements.filter { $0.name == name }.allSatisfy { $0.text == read }) }
            #expect(elements.filter { $0.name == "title" }.count == 2)
            #expect(!elements.contains { $0.name == "script" })
        }
    }

    @Test("A picture of any shapes is well formed, has no attribute of style, and numbers of one form")
    func anyScene() throws {
        var random = SeededRandom.forTest()
        func number() -> Double { random.pick([0, -0.0, -0.04, 1e-9, 1e300, -.infinity, .nan, 12.25, Double(random.int(-9999...9999)) / 37]) }
        func point() -> Point { Point(number(), number()) }
        let inks: [Ink] = [.background, .series(3), .seriesText(-4), .sequential(.nan), .diverging(-7), .readable(on: .readable(on: .diverging(0.3))), .neutral]
        for _ in 0..<SeededRandom.rounds(200) {
            let elements = (0..<random.int(0...12)).map { _ -> Scene.Element in
                let steps = (0..<random.int(0...9)).map { _ in
                    random.pick([.move(point()), .line(point()), .line(Point(number(), 3)), .close, .curve(point(), point(), point())] as [PathStep])
                }
                let outline = random.pick([.path(steps), .rectangle(point(), width: number(), height: number()), .circle(point(), radius: number())] as [Shape.Outline])
                if random.chance(oneIn: 4) { return .text(Text("-5", at: point(), size: number(), ink: random.pick(inks))) }
                return .shape(Shape(outline, fill: random.pick(inks), fillOpacity: number(), stroke: random.pick(inks), strokeWidth: number(), dash: [number()], tip: "x"))
            }
            let svg = Scene(width: number(), height: number(), elements: elements).svg()
            let document = try parsed(svg)
            for element in document.elements {
                #expect(element["style"] == nil)
                for name in ["d", "x", "y", "cx", "cy", "r", "width", "height", "viewBox", "stroke-width", "fill-opacity", "font-size", "stroke-dasharray"] {
                    guard let value = element[name] else { continue }
                    #expect(value.allSatisfy { "0123456789.-MlhvczL ".contains($0) }, "\(name) \(value)")
                    #expect(value.firstMatch(of: /-0?(?![.\d])|-0(?!\.)|\d\.\d{3}|\.\d?0(?!\d)/) == nil, "\(name) \(value)")
                }
            }
        }
    }

    @Test("The style sheet of a page knows every class that a picture has, for dark ground and by a switch")
    func styleSheet() throws {
        let inks: [Ink] = (-25...25).flatMap { step -> [Ink] in
            let value = Double(step) / 20.5
            return [.series(step), .seriesText(step), .sequential(value), .diverging(value)].flatMap { [$0, .readable(on: $0)] }
        }
        let scene = Scene(width: 9, height: 9, elements: inks.map { .shape(Shape(.circle(Point(1, 1), radius: 1), fill: $0, stroke: $0)) })
        let sheet = SVGStyle.sheet, switched = SVGStyle.rules(.dark, below: "[data-theme=dark]")
        for element in try parsed(scene.svg(.inline(prefix: "a"))).elements {
            for name in (element["class"] ?? "").split(separator: " ") where name != "luca-chart" {
                #expect(sheet.contains(".luca-chart .\(name){"), "\(name)")
                #expect(switched.contains("[data-theme=dark] .luca-chart .\(name){"), "\(name)")
            }
        }
        #expect(sheet.contains("@media screen and (prefers-color-scheme:dark)"))
        #expect(!scene.svg(.inline(prefix: "a")).contains("<style"))
        let own = Scene(width: 9, height: 9, elements: [.shape(Shape(.circle(Point(1, 1), radius: 1), fill: .series(0)))]).svg()
        #expect(own.contains("@media screen and (prefers-color-scheme:dark){.luca-chart .fill-background{fill:#161618}"))
        #expect(own.contains(".luca-chart .fill-series-0{fill:#469be9}"))
        #expect(!own.contains("series-1"))
    }
}
