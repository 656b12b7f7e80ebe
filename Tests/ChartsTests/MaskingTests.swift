import Charts
import Drawing
import Frames
import Testing
import Values

@Suite("Charts where amounts are masked")
struct MaskingTests {
    /// Names, amounts, quantities and sentences in which every figure begins with 73.
    private let frame: Frame = {
        var builder = FrameBuilder("holdings", [.text("symbol"), .decimal("value"), .quantity("quantity"), .text("remark")])
        for (symbol, value, quantity) in [("A", "7301.5", "7311"), ("B", "7302.25", "7312"), ("C", "-7303.75", "7313")] {
            try! builder.append([.text(symbol), .decimal(decimal(value)), .decimal(decimal(quantity)), .text("bought for \(value) in all")])
        }
        return builder.frame()
    }()

    private var masking: RenderOptions { RenderOptions(width: 100, privacy: true) }

    @Test("No amount stands in a picture, whatever part its column plays", arguments: ChartKind.allCases)
    func noAmounts(_ kind: ChartKind) throws {
        let columns = ["value", "quantity", "remark", "symbol"]
        var drawn = 0
        for x in columns {
            for by in [nil] + columns.map(Optional.some) {
                var options = ChartOptions()
                (options.kind, options.x, options.y, options.by, options.title) = (kind, x, ["quantity"], by, "Of 2014: 7309.25 USD")
                // Made before amounts are masked, as a chart that is kept is.
                for writing in [RenderOptions(), masking] {
                    let chart: Chart
                    do { chart = try Chart(frame, options, writing: writing) } catch { continue }
                    drawn += 1
                    let scene = chart.scene(writing: masking), svg = scene.svg()
                    let words = scene.elements.map { element in
                        switch element {
                        case .text(let text): text.string
                        case .shape(let shape): shape.tip
                        }
                    }
                    for text in words + [scene.title, scene.summary, chart.text(masking)] {
                        #expect(!text.contains("73") && !text.contains("7,3"), "\(kind) x=\(x) by=\(by ?? "nothing"): \(text)")
                    }
                    #expect(svg.contains("Of 2014: •••"))
                }
            }
        }
        #expect(drawn > 0)
    }

    @Test("Names of a chart stay, and all of it where nothing is masked")
    func names() throws {
        var options = ChartOptions()
        (options.kind, options.x, options.y) = (.bar, "symbol", ["value"])
        let chart = try Chart(frame, options)
        #expect(chart.text(masking).contains("A ") && chart.data.masked(RenderOptions()) == chart.data)
        options.x = "value"
        #expect(try Chart(frame, options).text(RenderOptions(width: 100)).contains("7301.5"))
    }

    @Test("A title ends no line, steers no terminal and turns no direction of writing")
    func titles() throws {
        var options = ChartOptions()
        options.title = "A\u{1B}[31m\u{202E}\nB"
        #expect(try Chart(frame, options).data.title == "A\u{FFFD}[31m\u{FFFD} B")
    }

    @Test("More series and places than there is memory for are refused in a sentence")
    func tooLarge() throws {
        var builder = FrameBuilder("rows", [.text("name"), .day("date"), .decimal("value"), .decimal("other")])
        for number in 0..<3000 {
            try builder.append([.text("name \(number)"), .day(Day(number: Int32(number))), .decimal(FixedDecimal(number)), .decimal(FixedDecimal(-number))])
        }
        let rows = builder.frame()
        // Days of a heat map would be gathered.
        for kind in [ChartKind.line, .area, .bar, .scatter] {
            var options = ChartOptions()
            (options.kind, options.x, options.y, options.by) = (kind, kind == .scatter ? "other" : "date", ["value"], "name")
            let error = #expect(throws: FrameError.self) { try Chart(rows, options) }
            #expect(error?.message == "3000 series of 3000 places each are more than a chart can show" && error?.hint?.contains("by=\"name\"") == true)
        }
    }
}
