import Charts
import Drawing
import Foundation
import Frames
import Values

/// Charts as text and SVG, and a report as a page.
let charts = Group(
    name: "charts",
    about: """
        Charts of made-up curves, from the frame to the text or the SVG, and the dashboard of a book of 20,000 activities with 40 instruments and five years of daily closes as a page, \
        from the start of the program. The reference of the charts is to sum the same column exactly; that of the page is a start of the same program on the same book, `luca -e 1`.
        """
) { settings in
    let year = try curves(1, days: 2_500), ten = try curves(10, days: 10_000)
    let terminal = RenderOptions(width: 80)
    let text = Subject("a curve of 2,500 days in a terminal of 80 columns", operations: 1) { UInt64(try Chart(year, lines).text(terminal).utf8.count) }
    let picture = Subject("an SVG of 10 series of 10,000 days", operations: 1) { UInt64(try Chart(ten, lines).scene().svg().utf8.count) }
    func sum(_ frame: Frame) -> Subject {
        Subject("the exact sum of the values", operations: 1) { UInt64(truncatingIfNeeded: try frame.sum("value").decimal?.units ?? 0) }
    }
    let size = Double(try Chart(ten, lines).scene().svg().utf8.count)
    let rows = [
        try row(text, against: sum(year), budget: .milliseconds(5), settings), try row(picture, against: sum(ten), budget: .milliseconds(50), settings),
        Row("its size", .bytes(size), budget: .bytes(400_000)),
    ]
    return .table(rows + (try page(settings)))
}

/// What is asked of the curves: a line for each name.
private let lines: ChartOptions = {
    var options = ChartOptions()
    (options.kind, options.x, options.y, options.by) = (.line, "date", ["value"], "name")
    return options
}()

/// Curves that go a little up or down each day, the same on every machine.
private func curves(_ count: Int, days: Int) throws -> Frame {
    var builder = FrameBuilder("curves", [.day("date"), .text("name"), .decimal("value")]), random = Generator(state: 7), values = [Int](repeating: 100_000, count: count)
    let first = try Day("1990-01-01")
    for day in 0..<days {
        for curve in 0..<count {
            values[curve] += Int(random.next() % 2_001) - 990
            try builder.append([
                .day(Day(number: first.number + Int32(day))), .text("curve \(curve)"), .decimal(FixedDecimal(units: Int128(values[curve]) * 10_000_000_000_000_000)),
            ])
        }
    }
    return builder.frame()
}

/// The dashboard as a page, the whole process.
private func page(_ settings: Settings) throws -> [Row] {
    guard let program = settings.program else { return [Row("the dashboard as a page", skipped: "there is no built luca; bin/bench builds it")] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "luca-bench").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("LUCA_HOME", folder, 1)
    let files = try MarketBook(years: 5, activities: 20_000, in: folder), book = files.folder + "-charts.luca", target = folder + "/dashboard.html"
    removeBook(book)
    let start = [program, "--book", book, "--today", "2024-01-02"]
    for arguments in [["run", files.definitions], ["import", "--yes", files.rates], ["import", "--yes", files.quotes], ["import", "--yes", files.activities]] {
        guard try spawn(start + arguments).status == 0 else { throw BenchError(message: "luca \(arguments.joined(separator: " ")) failed") }
    }
    let (made, idle) = try takeTurns(
        [program, "report", "dashboard", "base=EUR", "html=\(target)", "--book", book, "--today", "2024-01-02"], start + ["-e", "1"], turns: max(settings.runs, 5))
    let size = try Double(FileManager.default.attributesOfItem(atPath: target)[.size] as? Int ?? 0)
    return [
        Row("the dashboard as a page, cold", .seconds(made.wall), against: .init(name: "luca -e 1", measured: .seconds(idle.wall), isOwn: true), budget: .seconds(0.5)),
        Row("the size of the page", .bytes(size)),
    ]
}
