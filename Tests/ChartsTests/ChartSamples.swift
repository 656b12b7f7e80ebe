import Charts
import Frames
import Values

/// Frames as queries give them, and what is asked of each: the charts whose pictures stand in the folder `Pictures`.
struct ChartSample: CustomStringConvertible, Sendable {
    /// The name of its files.
    let name: String
    /// What is asked.
    let options: ChartOptions
    /// The size of the picture.
    let size: (width: Double, height: Double)
    private let make: @Sendable () -> Frame

    init(
        _ name: String, _ kind: ChartKind? = nil, size: (width: Double, height: Double) = (720, 400), _ set: (inout ChartOptions) -> Void = { _ in },
        frame: @escaping @Sendable () -> Frame
    ) {
        var options = ChartOptions()
        options.kind = kind
        set(&options)
        (self.name, self.options, self.size, make) = (name, options, size, frame)
    }

    var description: String { name }

    /// The frame, made anew.
    var frame: Frame { make() }

    static let small = (width: 360.0, height: 300.0)

    static let all: [ChartSample] = [
        ChartSample("value-over-time", frame: { snapshots(days: 60, step: 30) }),
        ChartSample("value-over-time-small", size: small, frame: { snapshots(days: 60, step: 30) }),
        ChartSample("fifty-years", .line, { $0.y = ["value"] }, frame: { snapshots(days: 18_262, step: 1) }),
        ChartSample("prices", frame: { quotes(["ORCL", "NVDA", "AAPL", "IBM"]) }),
        ChartSample("prices-percent", .line, { $0.isPercent = true }, frame: { quotes(["ORCL", "NVDA", "AAPL", "IBM"]) }),
        ChartSample("prices-logarithmic", .line, size: small, { $0.isLogarithmic = true }, frame: { quotes(["ORCL", "NVDA"]) }),
        ChartSample("gaps", frame: { gaps() }),
        ChartSample("missing-months", .line, size: small, frame: { income(by: "month") }),
        ChartSample("fourteen-lines", frame: { quotes((1...14).map { "SYM\($0)" }) }),
        ChartSample("fourteen-lines-low", size: (360, 160), frame: { quotes((1...14).map { "SYM\($0)" }) }),
        ChartSample("area-with-gaps", .area, size: small, frame: { gaps() }),
        ChartSample("bars-over-time", .bar, size: small, { $0.y = ["gain"] }, frame: { snapshots(days: 24, step: 30) }),
        ChartSample("heat-map-of-amounts", .heatmap, size: small, { ($0.x, $0.by) = ("symbol", "account") }, frame: { holdings() }),
        ChartSample("one-point", frame: { snapshots(days: 1, step: 1) }),
        ChartSample("all-equal", .line, size: small, { $0.y = ["value"] }, frame: { table([("date", .days)], days: 30) { _ in 5000 } }),
        ChartSample("empty", frame: { FrameBuilder("holdings", [.text("symbol"), .money("market_value"), .text("currency")]).frame() }),
        ChartSample("area", .area, frame: { snapshots(days: 60, step: 30) }),
        ChartSample("area-stacked", .area, frame: { classes() }),
        ChartSample("area-stacked-percent", .area, size: small, { $0.isPercent = true }, frame: { classes() }),
        ChartSample("holdings", frame: { holdings() }),
        ChartSample("holdings-small", size: small, frame: { holdings() }),
        ChartSample(
            "gains", frame: { names([("AAPL", "158183.51"), ("AMZN", "28912.3"), ("GOOG", "-14046.91"), ("IBM", "6023.06"), ("MSFT", nil), ("NVDA", "-23360.38")], gains: true) }),
        ChartSample("income-by-year", frame: { income(by: "year") }),
        ChartSample("income-by-month", frame: { income(by: "month") }),
        ChartSample("income-by-year-and-symbol", frame: { incomeBySymbol() }),
        ChartSample("income-grouped", .bar, size: small, { $0.isStacked = false }, frame: { incomeBySymbol() }),
        ChartSample("stack-with-negatives", .bar, frame: { flows() }),
        ChartSample("long-names", .bar, frame: { longNames() }),
        ChartSample("long-names-small", .bar, size: small, frame: { longNames() }),
        ChartSample("sixty-bars", frame: { sixty() }),
        ChartSample("sixty-slices", .pie, frame: { sixty() }),
        ChartSample("pie", .pie, frame: { holdings() }),
        ChartSample("pie-small", .pie, size: small, frame: { holdings() }),
        ChartSample("donut", .donut, frame: { holdings() }),
        ChartSample("donut-long-names", .donut, size: small, frame: { longNames() }),
        ChartSample("pie-with-negative", .pie, size: small, frame: { names([("Savings", "14796.24"), ("Brokerage", "96722.44"), ("Credit card", "-1250")]) }),
        ChartSample("treemap", .treemap, frame: { sixty() }),
        ChartSample("treemap-small", .treemap, size: small, frame: { holdings() }),
        ChartSample("scatter", .scatter, frame: { risks() }),
        ChartSample("scatter-small", .scatter, size: small, frame: { risks() }),
        ChartSample("calendar", frame: { calendarReturns(years: 10) }),
        ChartSample("calendar-small", size: small, frame: { calendarReturns(years: 10) }),
        ChartSample("calendar-fifty-years", frame: { calendarReturns(years: 50) }),
        ChartSample("waterfall", .waterfall, { $0.y = ["opening", "inflows", "outflows", "price_gain", "income", "fees", "taxes", "closing"] }, frame: { period() }),
        ChartSample(
            "waterfall-small", .waterfall, size: small, { $0.y = ["opening", "inflows", "outflows", "price_gain", "income", "fees", "taxes", "closing"] }, frame: { period() }),
        ChartSample("waterfall-through-zero", .waterfall, size: small, frame: { names([("2010", "-500"), ("2011", "1200"), ("2012", "-1900"), ("2013", "2500")]) }),
        ChartSample(
            "waterfall-unknown", .waterfall, size: small,
            frame: { names([("opening", "500"), ("inflows", "1200"), ("gain", nil), ("fees", "-90"), ("closing", "2500")]) }),
        ChartSample("tiny-to-huge", .line, { $0.isLogarithmic = true }, frame: { tinyToHuge() }),
        ChartSample("huge", size: small, frame: { names([("A", "1000000000000"), ("B", "2500000000"), ("C", "0.000001")]) }),
        ChartSample("drawdowns", frame: { drawdowns() }),
        ChartSample("returns-by-year", frame: { yearlyReturns() }),
    ]
}

extension ChartSample {
    private enum Kind { case days }

    /// A walk that goes the same way on every machine.
    private struct Walk {
        var state: UInt64
        mutating func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 40) % 2001 - 1000
        }
    }

    private static func build(_ name: String, _ schemas: [ColumnSchema], _ rows: [[FrameValue]], warnings: [String] = []) -> Frame {
        var builder = FrameBuilder(name, schemas)
        for row in rows { try! builder.append(row) }
        for warning in warnings { builder.add(warning: "no_price", warning) }
        return builder.frame()
    }

    private static func cents(_ value: Int) -> FrameValue { .decimal(try! FixedDecimal(value) / 100) }

    private static func day(_ number: Int) -> FrameValue { .day(Day(number: Int32(number))) }

    static func snapshots(days: Int, step: Int) -> Frame {
        var walk = Walk(state: 7), value = 1_500_000, contribution = 1_500_000
        let start = step == 1 ? 0 : 14_610
        let rows = (0..<days).map { number -> [FrameValue] in
            if number % max(1, 30 / step) == 0 { (contribution, value) = (contribution + 50_000, value + 50_000) }
            value += value / 100 * walk.next() / (step == 1 ? 2600 : 400) + value / (step == 1 ? 12_000 : 120)
            return [day(start + number * step), cents(value), cents(contribution), cents(value - contribution), "USD"]
        }
        return build("snapshots", [.day("date"), .money("value", total: .none), .money("contribution", total: .none), .gain("gain", total: .none), .text("currency")], rows)
    }

    private static func table(_ kinds: [(String, Kind)], days: Int, _ value: (Int) -> Int) -> Frame {
        build("snapshots", [.day("date"), .money("value", in: .usd, total: .none)], (0..<days).map { [day(16_000 + $0), .decimal(FixedDecimal(value($0)))] })
    }

    static func quotes(_ symbols: [String]) -> Frame {
        var rows: [[FrameValue]] = []
        for (number, symbol) in symbols.enumerated() {
            var walk = Walk(state: UInt64(number + 3)), price = [3000, 120, 800, 12_000][number % 4]
            for week in number..<260 {
                price = max(10, price + price * walk.next() / 18_000 + price * [3, 12, 9, 0][number % 4] / 1500)
                rows.append([.text(symbol), day(14_613 + week * 7), cents(price), "USD"])
            }
        }
        return build("quotes", [.text("symbol"), .day("date"), .price("close"), .text("currency")], rows)
    }

    static func gaps() -> Frame {
        let rows = (0..<40).map { number -> [FrameValue] in
            let isUnknown = (8...12).contains(number) || number == 20 || number == 22
            return [day(15_000 + number), isUnknown ? .none : cents(100_000 + number * number * 90 % 37_000), "EUR"]
        }
        return build("snapshots", [.day("date"), .money("value", total: .none), .text("currency")], rows, warnings: ["ACME has no price on or before 2011-02-03"])
    }

    static func classes() -> Frame {
        var rows: [[FrameValue]] = []
        for (number, name) in ["Stocks", "Bonds", "Cash", "Real estate"].enumerated() {
            var walk = Walk(state: UInt64(number + 11)), value = [400_000, 250_000, 90_000, 160_000][number]
            for month in (number == 3 ? 14 : 0)..<48 {
                value += value * walk.next() / 30_000 + value / 90
                rows.append([day(14_610 + month * 30), .text(name), cents(value), "USD"])
            }
        }
        return build("allocation", [.day("date"), .text("class"), .money("value"), .text("currency")], rows)
    }

    static func holdings() -> Frame {
        let rows: [[FrameValue]] = [
            ["Brokerage", "NVDA", "NVIDIA", cents(4_928_000), "USD", .decimal(try! FixedDecimal("0.1953")), day(14_970)],
            ["Brokerage", "ORCL", "Oracle", cents(11_048_900), "USD", .decimal(try! FixedDecimal("0.4378")), day(14_970)],
            ["College", "NVDA", "NVIDIA", cents(431_200), "USD", .decimal(try! FixedDecimal("0.0171")), day(14_970)],
            ["College", "ORCL", "Oracle", cents(1_189_400), "USD", .decimal(try! FixedDecimal("0.0471")), day(14_970)],
            ["Roth IRA", "AAPL", "Apple", cents(5_120_350), "USD", .decimal(try! FixedDecimal("0.2029")), day(14_970)],
            ["Roth IRA", "VTI", "Total Market", cents(1_713_100), "USD", .decimal(try! FixedDecimal("0.0679")), day(14_970)],
            ["Roth IRA", "GLD", "Gold", cents(612_000), "USD", .decimal(try! FixedDecimal("0.0242")), day(14_970)],
            ["Roth IRA", "XYZ", "Unlisted", .none, "USD", .none, .none],
        ]
        return build(
            "holdings",
            [
                .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("name"), .money("market_value").ranked(.deciding), .text("currency"), .share("weight"),
                .day("price_date").ranked(.minor),
            ], rows,
            warnings: ["XYZ has no price on or before 2010-12-31"])
    }

    static func names(_ values: [(String, String?)], gains: Bool = false) -> Frame {
        let rows = values.map { name, value -> [FrameValue] in [.text(name), value.map { .decimal(try! FixedDecimal($0)) } ?? .none] }
        return build(gains ? "gains" : "cash", [.text(gains ? "symbol" : "account"), gains ? .gain("gain", in: .usd) : .money("balance", in: .usd)], rows)
    }

    static func income(by period: String) -> Frame {
        var walk = Walk(state: 5)
        var names: [FrameValue] = []
        if period == "year" {
            for year in 2005...2014 where year != 2007 { names.append(.int(Int64(year))) }
        } else {
            for month in 0..<30 where month % 7 != 3 {
                let number = month % 12 + 1
                names.append(.text("\(2012 + month / 12)-\(number < 10 ? "0" : "")\(number)"))
            }
        }
        return build("income", [period == "year" ? .int("year") : .text("month"), .money("amount", in: .eur)], names.map { [$0, cents(90_000 + walk.next() * 50)] })
    }

    static func incomeBySymbol() -> Frame {
        var walk = Walk(state: 9), rows: [[FrameValue]] = []
        for year in 2009...2014 {
            for symbol in ["ORCL", "IBM", "AAPL"] where symbol != "AAPL" || year > 2011 { rows.append([.int(Int64(year)), .text(symbol), cents(120_000 + walk.next() * 80)]) }
        }
        return build("income", [.int("year"), .text("symbol"), .money("amount", in: .usd)], rows)
    }

    static func flows() -> Frame {
        var walk = Walk(state: 21), rows: [[FrameValue]] = []
        for quarter in 0..<10 {
            for (kind, sign) in [("deposits", 1), ("dividends", 1), ("fees", -1), ("withdrawals", -1)] {
                rows.append([.text("201\(2 + quarter / 4)-Q\(quarter % 4 + 1)"), .text(kind), cents(sign * (150_000 + walk.next() * 100))])
            }
        }
        return build("activities", [.text("quarter"), .text("kind"), .money("cash", in: .chf)], rows)
    }

    static func longNames() -> Frame {
        names([
            ("Vanguard Total International Stock Index Fund Admiral Shares", "48210.33"), ("日本電信電話株式会社（東証プライム市場）", "31877"), ("🌱 Sustainable Growth 🌍 Worldwide Equity", "22650.5"),
            ("Αμοιβαίο Κεφάλαιο Ελληνικών Μετοχών", "17020"), ("Iberdrola", "9810.75"), ("ООО «Северные инвестиции и недвижимость»", "4200"), ("A", "1500"),
        ])
    }

    static func sixty() -> Frame {
        var values: [(String, String?)] = []
        for number in 1...60 { values.append(("S\(number < 10 ? "0" : "")\(number)", String(120_000 / (number * number) + 40 + number))) }
        return names(values)
    }

    static func risks() -> Frame {
        let rows: [[FrameValue]] = [
            ("ORCL", "0.284", "0.112"), ("NVDA", "0.462", "0.231"), ("AAPL", "0.331", "0.287"), ("IBM", "0.221", "0.041"), ("MSFT", "0.255", "-0.018"), ("GLD", "0.171", "0.088"),
            ("VTI", "0.182", "0.071"), ("BND", "0.041", "0.032"),
            ("VXUS", "0.178", "0.069"),
        ].map { name, risk, gain in [.text(name), .decimal(try! FixedDecimal(risk)), .decimal(try! FixedDecimal(gain))] }
        return build("risk", [.text("symbol"), .share("volatility"), .share("annualized_twr", isColoured: true)], rows)
    }

    static func calendarReturns(years: Int) -> Frame {
        var walk = Walk(state: 3)
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let rows = (0..<years).map { year -> [FrameValue] in
            [.int(Int64(2014 - years + 1 + year))]
                + months.indices.map { month in year == 0 && month < 3 ? .none : .decimal(try! FixedDecimal(walk.next() * walk.next() / 1000 + 80) / 10_000) }
                + [.decimal(try! FixedDecimal("0.1"))]
        }
        return build("calendar_returns", [.int("year")] + months.map { .share($0, isColoured: true).serial() } + [.share("total", isColoured: true)], rows)
    }

    static func period() -> Frame {
        let names = ["opening", "inflows", "outflows", "price_gain", "income", "fees", "taxes", "closing"]
        let values = ["128540.12", "24000", "-9500", "31877.4", "2140.66", "-312.5", "-980", "175765.68"]
        return build("performance", names.map { .money($0, in: .usd, total: .none) }, [values.map { .decimal(try! FixedDecimal($0)) }])
    }

    static func tinyToHuge() -> Frame {
        let values = (-6...12).map { FrameValue.decimal(try! FixedDecimal("1e\($0)")) }
        return build("quotes", [.day("date"), .decimal("close")], values.enumerated().map { [day(15_000 + $0 * 31), $1] })
    }

    static func drawdowns() -> Frame {
        let rows: [[FrameValue]] = [("-0.4896", "2000-03-31"), ("-0.4482", "2007-12-31"), ("-0.2091", "2011-04-29"), ("-0.1619", "2009-12-31"), ("-0.1338", "2005-02-28")]
            .map { [.decimal(try! FixedDecimal($0)), .day(try! Day($1))] }
        return build("drawdowns", [.share("depth", isColoured: true).ranked(.deciding), .day("peak")], rows)
    }

    static func yearlyReturns() -> Frame {
        let values = ["-0.2009", "0.1541", "-0.2207", "0.3752", "0.3044", "0.4528", "0.0123"]
        let rows = values.enumerated().map { number, value -> [FrameValue] in
            [
                .day(try! Day(year: 2000 + number, month: number == 0 ? 2 : 1, day: 1)), .day(try! Day(year: 2000 + number, month: 12, day: 31)),
                .decimal(try! FixedDecimal(value)), cents(number * 1000),
            ]
        }
        return build("returns", [.day("from"), .day("to"), .share("twr", isColoured: true).ranked(.deciding), .gain("gain", in: .usd, total: .none)], rows)
    }
}
