import Foundation
import Ledger
import Testing
import Values
import Worth

/// The figures that `Python/figures.py` computed with numpy and scipy, as its table of `series,figure,value` has them.
struct PythonFigures {
    let values: [String: String]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python").path

    init(of series: String) throws {
        let rows = try String(contentsOfFile: Self.folder + "/figures.csv", encoding: .utf8).split(separator: "\n").dropFirst()
        let own = rows.map { $0.split(separator: ",").map(String.init) }.filter { $0[0] == series }
        values = Dictionary(uniqueKeysWithValues: own.map { ($0[1], $0[2]) })
    }

    /// The hand-made series, with the benchmark's prices.
    static func sample() throws -> (series: ValueSeries, benchmark: [Day: FixedDecimal]) {
        let rows = try String(contentsOfFile: folder + "/sample.csv", encoding: .utf8).split(separator: "\n").dropFirst()
        var points: [ValueSeries.Point] = [], benchmark: [Day: FixedDecimal] = [:]
        for row in rows {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init), day = try Day(cells[0])
            points.append(ValueSeries.Point(day: day, value: try FixedDecimal(cells[1]), flow: try FixedDecimal(cells[2]), isTrading: cells[3] == "yes"))
            if !cells[4].isEmpty { benchmark[day] = try FixedDecimal(cells[4]) }
        }
        return (ValueSeries(points), benchmark)
    }

    /// Days and closing prices of a file of daily prices, packed or not.
    static func prices(_ path: String) throws -> [(day: Day, price: FixedDecimal)] {
        let text = try path.hasSuffix(".gz") ? unpacked(path) : String(contentsOfFile: path, encoding: .utf8)
        return try text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.split(separator: ",").map(String.init)
            let parts = cells[0].split(separator: "/").compactMap { Int($0) }
            let day = parts.count == 3 ? try Day(year: parts[2], month: parts[0], day: parts[1]) : try Day(cells[0])
            return (day, try FixedDecimal(cells[4]))
        }
    }

    private static func unpacked(_ path: String) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Compares a figure: texts and counts as they stand, other numbers to ten digits, as both sides add up binary floats.
    func check(_ name: String, _ figure: FixedDecimal?) {
        guard let text = values[name], let expected = Double(text), let figure else {
            Issue.record("\(name): \(values[name] ?? "no such figure") and \(figure?.description ?? "nil")")
            return
        }
        #expect((figure.doubleValue - expected).magnitude <= 1e-10 * max(expected.magnitude, 1), "\(name): \(figure) is not \(expected)")
    }

    func check(_ name: String, _ text: String?) {
        #expect(values[name] == text ?? "none", "\(name)")
    }
}
