import Charts
import Frames
import Reports
import Values

/// Frames and reports that are put into workbooks.
enum SpreadsheetSample {
    static let created = try! Instant(iso8601: "2014-12-31T10:00:00Z")
    static let options = SpreadsheetOptions(created: created)

    static func decimal(_ text: String) -> FrameValue { .decimal(try! FixedDecimal(text)) }
    static func day(_ text: String) -> FrameValue { .day(try! Day(text)) }

    /// Two currencies, an unknown value, a number of many digits, a date before 1900, names that mean harm.
    static func holdings() -> Frame {
        var builder = FrameBuilder(
            "holdings",
            [
                .text("symbol"), .quantity("quantity"), .text("currency"), .price("price"), .money("market_value"), .percent("gain_percent", isColoured: true), .share("weight"),
                .day("opened"), .instant("recorded_at"), .bool("is_open"), .int("lot"),
            ])
        let moment = FrameValue.instant(try! Instant(iso8601: "2014-03-05T09:30:15Z"))
        let rows: [[FrameValue]] = [
            ["ORCL", 10, "USD", decimal("182.3"), decimal("1823"), decimal("12.5"), decimal("0.125"), day("2014-03-05"), moment, true, 1],
            ["=1+1", decimal("2.5"), "EUR", decimal("120.125"), decimal("0.123456789012345678"), decimal("-3.9484"), decimal("0.3"), day("1899-12-31"), moment, false, 2],
            ["+cmd|'/C calc'!A0", 1200, "USD", decimal("250"), decimal("300000.01"), 0, decimal("0.5"), day("1900-01-01"), .none, true, 1_234_567_890_123_456_789],
            ["_x0041_ \u{7}", 3, "USD", .none, .none, .none, .none, .none, .none, .none, .none],
        ]
        for row in rows { try! builder.append(row) }
        builder.add(warning: "no_price", "_x0041_ has no price on or before 2014-12-31")
        return builder.frame()
    }

    /// A report with all kinds of blocks and charts.
    static func report() -> Report {
        let usd = ChartData.Unit.money(try! Currency("USD"))
        func chart(_ kind: ChartKind, _ title: String, _ places: ChartData.Places, _ unit: ChartData.Unit, _ series: [(String, [String?])], isStacked: Bool = false) -> Report.Block
        {
            let lists = series.map { name, texts in
                let exact = texts.map { $0.map { try! FixedDecimal($0) } }
                return ChartData.Series(name: name, values: exact.map { $0?.doubleValue }, exact: exact)
            }
            return .chart(Chart(ChartData(kind: kind, title: title, places: places, placesName: "place", series: lists, unit: unit, isStacked: isStacked), of: holdings()))
        }
        let days = ["2014-01-31", "2014-02-28", "2014-03-31"].map { try! Day($0) }, names = ["Shares", "Bonds", "=Cash"]
        return Report(
            title: "Family 2014", subtitle: "Ray & Ann",
            sections: [
                .init(blocks: [.figures([.init(name: "Net worth", value: "325,408.28 USD", note: "+1.2% this month")]), .text("Deposits of 1,500 USD go on.")]),
                .init(heading: "Net worth", blocks: [chart(.line, "Value", .days(days), usd, [("value", ["100.5", nil, "130"]), ("paid", ["90", "95", "100"])])]),
                .init(
                    heading: "Allocation",
                    blocks: [
                        chart(.donut, "By class", .names(names), usd, [("value", ["60", "30", "10"])]),
                        chart(.bar, "=Income", .names(names), usd, [("a", ["1", "2", "3"]), ("b", ["3", "2", "1"])], isStacked: true),
                        chart(.treemap, "Tree", .names(names), .share, [("weight", ["0.6", "0.3", "0.1"])]),
                    ]),
                .init(heading: "Returns", blocks: [chart(.heatmap, "Returns by month", .names(["2013", "2014"]), .percent, [("Jan", ["1.5", "-2"]), ("Feb", ["0.5", nil])])]),
                .init(heading: "Holdings: [all]/now", blocks: [.table(holdings()), .table(holdings().named("holdings_again")), .text("These are priced at the close.")]),
            ], notes: ["2 rows were left out"])
    }

    /// Amounts whose currencies no column of the frame tells.
    static func hiddenCurrencies() throws -> Frame { try holdings().select(["symbol", "market_value"]) }
}
