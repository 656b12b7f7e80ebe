import Charts
import Values

/// Data of every kind of chart, with what is hard about each: no values, one, equal ones, negative, unknown, tiny and huge ones, long names, many parts.
struct TextSample: CustomStringConvertible, Sendable {
    /// The name of its file.
    let name: String
    /// What is drawn.
    let data: ChartData
    /// Whether it is also written for a wide terminal, and for narrow and common ones in the other characters.
    var isThorough = false

    var description: String { name }

    static let all: [TextSample] = lines + bars + parts + tables

    private static let dollars = ChartData.Unit.money(.usd)

    private static let lines: [TextSample] = [
        TextSample(
            name: "line",
            data: ChartData(
                kind: .line, title: "Net worth", places: .days(days(2500)), series: [series("worth", wave(2500, from: 100_000))], unit: dollars,
                notes: ["3 days have no value: `quotes missing` lists each instrument and the days on which a quote is wanting."]), isThorough: true),
        TextSample(
            name: "lines-with-gaps",
            data: ChartData(
                kind: .line, title: "Worth by account", places: .days(days(1200)),
                series: [
                    series("Ray", wave(1200, from: 90_000)), series("Joint", wave(1200, from: 140_000).enumerated().map { (300..<500).contains($0.offset) ? nil : $0.element }),
                    series("Pension", (0..<1200).map { $0 % 400 == 200 ? 60_000 : nil }),
                ], unit: dollars), isThorough: true),
        TextSample(
            name: "lines-long-names",
            data: ChartData(
                kind: .line, places: .days(days(40)),
                series: [series("Vanguard Total International Stock Index Fund", wave(40, from: 50)), series("日本株式インデックスファンド", wave(40, from: 60))], unit: .plain)),
        TextSample(name: "line-logarithmic", data: ChartData(kind: .line, places: .numbers((1...13).map { Double($0) }, .plain), series: [tens("v")], isLogarithmic: true)),
        TextSample(name: "line-one-point", data: ChartData(kind: .line, title: "One", places: .days(days(1)), series: [series("v", [5])], unit: dollars)),
        TextSample(
            name: "line-all-equal", data: ChartData(kind: .line, title: "Equal", places: .days(days(30)), series: [series("v", Array(repeating: 1234.5, count: 30))], unit: dollars)
        ),
        TextSample(name: "line-fifty-years", data: ChartData(kind: .line, places: .days(days(18_262)), series: [series("v", wave(18_262, from: 1000))], unit: dollars)),
        TextSample(name: "line-names", data: ChartData(kind: .line, places: .names(["first", "second", "third", "fourth"]), series: [series("v", [3, nil, 1, 2])])),
        TextSample(
            name: "area-drawdown",
            data: ChartData(kind: .area, title: "Drawdown", places: .days(days(500)), series: [series("d", wave(500, from: -10).map { min(0, $0 ?? 0) })], unit: .percent, base: 0)),
        TextSample(
            name: "area-stacked",
            data: ChartData(
                kind: .area, title: "Classes", places: .days(days(500)),
                series: [
                    series("shares", wave(500, from: 100)), series("bonds", wave(500, from: 60).enumerated().map { $0.offset < 250 ? $0.element : nil }),
                    series("cash", wave(500, from: 30)),
                ],
                unit: dollars, isStacked: true), isThorough: true),
        TextSample(
            name: "scatter",
            data: ChartData(
                kind: .scatter, title: "Risk and return", places: .numbers(wave(24, from: 20).compactMap { $0 }, .percent), placesName: "volatility",
                series: [series("return", wave(24, from: -3).enumerated().map { $0.offset == 4 ? nil : $0.element })], unit: .percent)),
        TextSample(
            name: "scatter-names",
            data: {
                var data = ChartData(
                    kind: .scatter, places: .numbers([5, 12, 12.5, 30, 31], .percent), placesName: "volatility",
                    series: [series("return", [2, 7, 7.1, 11, -4])], unit: .percent)
                data.pointNames = ["bonds", "shares", "world", "ORCL", "日本"]
                return data
            }()),
        TextSample(name: "empty", data: ChartData(kind: .line, title: "Nobody has a value", places: .days([]), series: [], notes: ["7 values are unknown"])),
        TextSample(name: "all-unknown", data: ChartData(kind: .bar, places: .names(["a"]), series: [series("v", [nil])])),
    ]

    private static let bars: [TextSample] = [
        TextSample(
            name: "bars",
            data: ChartData(
                kind: .bar, title: "Holdings", places: .names(["ORCL", "Vanguard Total International Stock Index Fund", "日本株式インデックスファンド", "🚀 e\u{301}", "MSFT", "cash"]),
                series: [series("value", [102_344.12, 55_000, -20_500.5, 300, nil, 0])], unit: dollars), isThorough: true),
        TextSample(name: "bars-tiny-to-huge", data: ChartData(kind: .bar, places: .names((0..<13).map { "ten to the \($0 * 3 / 2 - 6)" }), series: [tens("v")])),
        TextSample(
            name: "bars-grouped",
            data: ChartData(
                kind: .bar, title: "Income", places: .names(["2012", "2013", "2014"]), series: [series("dividends", [120, 250, 310]), series("interest", [10, nil, -2])],
                unit: dollars)),
        TextSample(
            name: "bars-stacked",
            data: ChartData(
                kind: .bar, title: "Income", places: .names(["2012", "2013", "2014"]),
                series: [series("dividends", [120, 250, 310]), series("interest", [40, nil, 20]), series("fees", [-20, -35, -10])], unit: dollars, isStacked: true),
            isThorough: true),
        TextSample(
            name: "bars-by-month", data: ChartData(kind: .bar, title: "Profit by month", places: .days(monthEnds), series: [series("p", wave(60, from: 0))], unit: dollars),
            isThorough: true),
        TextSample(
            name: "bars-by-month-stacked",
            data: ChartData(
                kind: .bar, title: "Income by month", places: .days(monthEnds),
                series: [series("dividends", wave(60, from: 40).map { abs($0 ?? 0) }), series("interest", wave(60, from: 15).map { abs($0 ?? 0) })], unit: dollars, isStacked: true)
        ),
        TextSample(name: "bars-all-negative", data: ChartData(kind: .bar, places: .names(["fees", "taxes"]), series: [series("v", [-3, -12.5])], unit: dollars)),
        TextSample(
            name: "waterfall",
            data: {
                var data = ChartData(
                    kind: .waterfall, title: "2014", places: .names(["start", "contributions", "income", "gains", "fees", "end"]),
                    series: [series("v", [100_000, 12_000, 3_000, -118_000, -500, -3_500])], unit: dollars)
                data.levels = [0, 5]
                return data
            }(), isThorough: true),
    ]

    private static let parts: [TextSample] = [
        TextSample(
            name: "pie",
            data: ChartData(
                kind: .pie, title: "Allocation", places: .names(["shares", "bonds", "cash", "gold", "loan"]), series: [series("v", [55_000, 30_000, 10_000, 2_999, -50])],
                unit: dollars), isThorough: true),
        TextSample(
            name: "donut-sixty",
            data: {
                var data = ChartData(kind: .donut, places: .names((1...59).map { "part \($0)" } + ["other (12)"]), series: [series("v", (1...60).map { Double(61 - $0) })])
                data.isLastGathered = true
                return data
            }()),
        TextSample(
            name: "treemap",
            data: ChartData(
                kind: .treemap, title: "Allocation", places: .names(["cash", "bonds", "shares", "unknown fund"]), series: [series("v", [10_000, 30_000, 55_000, nil])],
                unit: dollars)),
    ]

    private static let tables: [TextSample] = [
        TextSample(
            name: "heatmap",
            data: ChartData(
                kind: .heatmap, title: "Returns", places: .names(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "year"]),
                series: (0..<5).map { year in
                    series("\(2010 + year)", wave(13, from: Double(year - 2)).enumerated().map { year == 4 && $0.offset > 8 ? nil : $0.element.map { $0 / 100 } })
                }, unit: .share),
            isThorough: true),
        TextSample(
            name: "heatmap-amounts",
            data: ChartData(kind: .heatmap, places: .names(["January", "February"]), series: [series("Ray", [1200, 250_000]), series("Joint account", [0, nil])], unit: dollars)),
    ]

    static func series(_ name: String, _ values: [Double?]) -> ChartData.Series {
        let exact = values.map { value in value.map { FixedDecimal(Int(($0 * 100).rounded())) }.flatMap { try? $0 / 100 } }
        return ChartData.Series(name: name, values: exact.map { $0?.doubleValue }, exact: exact)
    }

    /// From a millionth to a million millions.
    private static func tens(_ name: String) -> ChartData.Series {
        let exact = ["0.000001", "0.00003", "0.001", "0.03", "1", "30", "1000", "30000", "1000000", "30000000", "1000000000", "30000000000", "1000000000000"].map {
            try? FixedDecimal($0)
        }
        return ChartData.Series(name: name, values: exact.map { $0?.doubleValue }, exact: exact)
    }

    static func days(_ count: Int) -> [Day] { (0..<count).map { Day(number: 13_516 + Int32($0)) } }

    /// The last days of sixty months.
    private static let monthEnds: [Day] = (0..<60).compactMap { month in
        (try? Day(year: 2010 + (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)).map { Day(number: $0.number - 1) }
    }

    /// A curve that looks like one of a market, by whole numbers alone.
    static func wave(_ count: Int, from start: Double) -> [Double?] {
        var state: UInt32 = 2_463_534_242, value = 0
        let size = max(abs(start), 10) / 2000
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            value += Int(state % 201) - 100
            return start + Double(value) * size
        }
    }
}
