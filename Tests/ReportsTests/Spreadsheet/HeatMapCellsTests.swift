import Charts
import Frames
import Testing

@testable import Reports

@Suite("Heat maps on sheets")
struct HeatMapCellsTests {
    @Test("Years are rows and months columns, as they are everywhere else")
    func turned() throws {
        var builder = FrameBuilder("calendar_returns", [.int("year"), .share("jan").serial(), .share("feb").serial(), .share("mar").serial()])
        try builder.append([2013, .decimal("0.015"), .decimal("-0.02"), .none])
        try builder.append([2014, .decimal("0.005"), .none, .decimal("0.01")])
        var options = ChartOptions()
        options.kind = .heatmap
        let cells = try ChartCells(Chart(builder.frame(), options), RenderOptions())
        #expect(cells.isColoured && cells.frame.columns.map { $0.name.lowercased() } == ["year", "jan", "feb", "mar"])
        #expect(try cells.frame.list("year") == ["2013", "2014"])
        #expect(try cells.frame.columns[3].materialize()[0].isNone && cells.frame.columns[2].materialize()[0] == .decimal("-0.02"))
    }
}
