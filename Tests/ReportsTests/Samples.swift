import Charts
import Frames
import Values
@testable import Reports

extension FrameValue {
    /// A decimal from its text.
    static func decimal(_ text: String) -> FrameValue { .decimal(try! FixedDecimal(text)) }
    /// A day from its text.
    static func day(_ text: String) -> FrameValue { .day(try! Day(text)) }
}

enum Sample {
    /// Holdings in two currencies, one without a price, with names that mean harm or need room.
    static func holdings() -> Frame {
        var builder = FrameBuilder(
            "holdings",
            [
                .text("account"), .text("symbol"), .text("name"), .quantity("quantity"), .text("currency"), .price("price"), .money("market_value"), .gain("unrealized_gain"),
                .percent("unrealized_percent", isColoured: true), .day("price_date"),
            ])
        let rows: [[FrameValue]] = [
            [
                "Brokerage", "ORCL", "Oracle <script>alert(1)</script>", 10, "USD", .decimal("182.3"), .decimal("1823"), .decimal("1511"), .decimal("484.294871"),
                .day("2014-12-31"),
            ],
            [
                "Brokerage", "SAP", "SAP \"quoted\" & 'single' | pipe", .decimal("2.5"), "EUR", .decimal("120.125"), .decimal("300.3125"), .decimal("-12.345"), .decimal("-3.9484"),
                .day("2014-12-30"),
            ],
            ["Pension", "VTI", "東京海上ホールディングス株式会社", 1200, "USD", .decimal("250"), 300000, 0, 0, .day("2014-12-31")],
            ["Pension", "XYZ", "=cmd|' /C calc'!A0", 3, "USD", .none, .none, .none, .none, .none],
        ]
        for row in rows { try! builder.append(row) }
        builder.add(warning: "no_price", "XYZ has no price on or before 2014-12-31")
        return builder.frame()
    }

    /// The value of every day of some years.
    static func history(days: Int = 900) -> Frame {
        let dollars = try! Currency("USD")
        var builder = FrameBuilder("snapshots", [.day("date"), .money("value", in: dollars, total: .none), .money("contribution", in: dollars, total: .none)])
        let first = try! Day("2012-07-15")
        for number in 0..<days {
            let value = 200_000 + number * 110 + (number * number * 7919 % 9001) - (number > 500 && number < 620 ? (number - 500) * 160 : 0)
            let isKnown = number < 300 || number > 320
            try! builder.append([.day(try! first.adding(days: number)), isKnown ? .decimal(FixedDecimal(value)) : .none, .decimal(FixedDecimal(180_000 + number / 30 * 1500))])
        }
        return builder.frame()
    }

    /// Shares of a whole.
    static func classes() -> Frame {
        var builder = FrameBuilder("allocation", [.text("class"), .text("currency"), .money("market_value"), .share("weight", total: .sum)])
        let rows: [(String, Int, String)] = [("Shares", 201_823, "0.62"), ("Bonds", 65_100, "0.2"), ("Cash", 39_060, "0.12"), ("Gold", 19_530, "0.06")]
        for row in rows { try! builder.append([.text(row.0), "USD", .decimal(FixedDecimal(row.1)), .decimal(row.2)]) }
        return builder.frame()
    }

    /// A table of months across the top.
    static func months() -> Frame {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var builder = FrameBuilder("calendar_returns", [.int("year")] + names.map { ColumnSchema.percent($0, isColoured: true).serial() } + [.percent("total", isColoured: true)])
        for year in 2011...2014 {
            let values = names.indices.map { FrameValue.decimal(FixedDecimal(units: Int128((year * 37 + $0 * 53) % 113 - 48) * 100_000_000_000_000_000)) }
            try! builder.append([.int(Int64(year))] + values.dropLast(year == 2014 ? 2 : 0) + (year == 2014 ? [.none, .none] : []) + [.decimal("7.25")])
        }
        return builder.frame()
    }

    static func empty() -> Frame { FrameBuilder("due", [.day("date"), .text("what"), .money("amount", in: try! Currency("USD"))]).frame() }

    /// A report with everything that a report may hold.
    static func report() throws -> Report {
        let figures = [
            Report.Figure(name: "Net worth", value: "325,408.28 USD", note: "+1.2% this month"),
            Report.Figure(name: "Change this month", value: "+3,857.11 USD", note: "of which 1,500 deposited", sign: 1),
            Report.Figure(name: "Change this year", value: "-12,004.50 USD", note: "-3.6%", sign: -1),
            Report.Figure(name: "Worst year", value: "4.4%", sign: -1, isPrivate: false), Report.Figure(name: "House", value: ""),
        ]
        let classes = classes(), months = months()
        return Report(
            title: "Family <b>dashboard</b> 2014", subtitle: "Ray & Ann · on 2014-12-31",
            sections: [
                .init(blocks: [.figures(figures), .text("Deposits of 1,500.00 USD a month go on.\nSee <https://example.org> & *the plan*.")]),
                .init(heading: "Net worth", blocks: [.chart(try chart(history(), .line, "Value and contribution"))]),
                .init(
                    heading: "Allocation",
                    blocks: [
                        .chart(try chart(classes, .donut, "By class")),
                        .chart(try chart(classes, .bar, "By class, in dollars")), .table(classes),
                    ]),
                .init(heading: "Holdings", blocks: [.table(holdings())]),
                .init(heading: "Returns", blocks: [.chart(try chart(months, .heatmap, "Returns by month")), .table(months)]),
                .init(heading: "Due", blocks: [.table(empty()), .chart(try chart(empty(), .bar, "What is due"))]),
            ], notes: ["2 rows were left out: they have no rate to USD", "Ann's account \"<img src=x>\" was opened with 250.00 EUR"])
    }

    /// The same without its charts.
    static func withoutCharts() throws -> Report {
        var report = try report()
        for place in report.sections.indices { report.sections[place].blocks.removeAll { if case .chart = $0 { true } else { false } } }
        return report
    }

    static func chart(_ frame: Frame, _ kind: ChartKind, _ title: String) throws -> Chart {
        var options = ChartOptions()
        (options.kind, options.title) = (kind, title)
        return try Chart(frame, options)
    }

    /// A report of one table.
    static func report(of frame: Frame) -> Report { Report(title: "Table", sections: [.init(blocks: [.table(frame)])]) }
}
