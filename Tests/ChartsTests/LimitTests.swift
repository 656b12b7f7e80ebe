import Charts
import Drawing
import Frames
import Testing
import Values

@Suite("Charts at the ends of what they can hold")
struct LimitTests {
    private func prices(_ values: [String]) throws -> Frame {
        var builder = FrameBuilder("prices", [.day("date"), .decimal("value")])
        for (place, value) in values.enumerated() { try builder.append([.day(Day(number: Int32(place))), .decimal(decimal(value))]) }
        return builder.frame()
    }

    @Test("A logarithmic axis with a base that has no logarithm is refused, and not made linear", arguments: ["0", "-5"])
    func logarithm(_ base: String) throws {
        var options = ChartOptions()
        (options.kind, options.isLogarithmic, options.base) = (.line, true, decimal(base))
        let error = #expect(throws: FrameError.self) { try Chart(prices(["1", "2"]), options) }
        #expect(error?.message == "a logarithmic axis has no place for \(base)")
        options.base = decimal("0.5")
        #expect(try Chart(prices(["1", "2"]), options).data.base == 0.5)
    }

    @Test("Dots over days stand in the order of the rows, in a picture and in a terminal")
    func dotsOverDays() throws {
        var builder = FrameBuilder("trades", [.day("date"), .decimal("value")])
        for (day, value) in [("2014-03-01", "3"), ("2014-01-01", "1"), ("2014-01-01", "2")] { try builder.append([.day(Day(day)), .decimal(decimal(value))]) }
        var options = ChartOptions()
        (options.kind, options.x, options.y) = (.scatter, "date", ["value"])
        let chart = try Chart(builder.frame(), options)
        let tips = chart.scene().elements.compactMap { if case .shape(let shape) = $0 { shape.tip } else { nil } }
        #expect(tips.count { $0.contains("2014-0") } == 3)
        let lines = chart.text(RenderOptions(width: 60)).split(separator: "\n")
        #expect(lines.contains { $0.contains("Jan") } && lines.contains { $0.hasSuffix("•") } && lines.contains { $0.contains("┤•") })
    }

    @Test("A size meant for a picture makes no flood of text")
    func pictureSize() throws {
        let lines = try Chart(prices(["1", "3", "2"])).text(RenderOptions(width: 16_000), height: 16_000).split(separator: "\n", omittingEmptySubsequences: false)
        #expect((200...320).contains(lines.count) && lines.allSatisfy { $0.count <= 1000 })
    }

    @Test("A change too large to hold in percent is an error, and no gap that nobody explains")
    func change() throws {
        var options = ChartOptions()
        (options.kind, options.isPercent) = (.line, true)
        let error = #expect(throws: FrameError.self) { try Chart(prices(["0.000000000000000001", "170141183460469231731"]), options) }
        #expect(error?.kind == .overflow && error?.message.hasSuffix("is too large to hold in percent") == true)
    }
}
