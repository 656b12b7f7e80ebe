import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values

@Suite("What a chart reads from a frame")
struct ReadingTests {
    private let prices: [[FrameValue]] = [
        ["A", .day(try! Day("2014-01-01")), .decimal(decimal("10"))], ["B", .day(try! Day("2014-01-01")), .decimal(decimal("4"))],
        ["A", .day(try! Day("2014-01-02")), .decimal(decimal("11"))], ["B", .day(try! Day("2014-01-03")), .decimal(decimal("5"))],
    ]
    private let priceColumns: [ColumnSchema] = [.text("symbol"), .day("date"), .price("close")]

    @Test(
        "The kind and the columns that fit are chosen",
        arguments: [
            ("value-over-time", "line", "days", ["value", "contribution", "gain"]), ("prices", "line", "days", ["IBM", "AAPL", "ORCL", "NVDA"]),
            ("holdings", "bar", "names", ["market value"]),
            ("income-by-year", "bar", "names", ["amount"]), ("income-by-year-and-symbol", "bar", "names", ["ORCL", "IBM", "AAPL"]), ("drawdowns", "bar", "names", ["depth"]),
            ("returns-by-year", "bar", "names", ["TWR"]),
        ])
    func choice(_ sample: String, _ kind: String, _ places: String, _ series: [String]) throws {
        let data = try Chart(#require(ChartSample.all.first { $0.name == sample }).frame).data
        #expect(data.kind.rawValue == kind && data.series.map(\.name) == series)
        switch data.places {
        case .days: #expect(places == "days")
        case .names: #expect(places == "names")
        case .numbers: Issue.record("numbers are no places here")
        }
    }

    @Test("A table of years by months is a heat map, two figures make dots, flows are added up by month")
    func otherChoices() throws {
        #expect(try Chart(ChartSample.calendarReturns(years: 3)).data.kind == .heatmap)
        #expect(try Chart(ChartSample.calendarReturns(years: 3)).data.series.map(\.name) == ["2012", "2013", "2014"])
        let figures = build("risk", [.share("volatility"), .share("twr")], [[.decimal(decimal("0.1")), .decimal(decimal("0.2"))]])
        #expect(told(try chart(figures)) == "scatter [0.1] TWR 0.2")
        let rows = (0..<60).map { [day("2014-01-31").adding($0 * 5 + $0 % 3), "ORCL", .decimal(decimal("1.5"))] as [FrameValue] }
        let income = try chart(build("income", [.day("date"), .text("symbol"), .money("amount", in: .usd)], rows))
        #expect(income.kind == .bar && income.notes == ["amounts are added up by month"])
        #expect(income.series[0].exact.compactMap { $0 }.reduce(FixedDecimal.zero) { try! $0 + $1 } == 90)
        guard case .names(let names) = income.places else { return }
        #expect(names.first == "2014-01" && names.last == "2014-11" && names.count == 11)
    }

    @Test("A day that all rows share gives way to names, one that only says when a price was to both, and gains are added up by their last day")
    func days() throws {
        let worth: [ColumnSchema] = [.text("portfolio"), .day("date").ranked(.leading), .money("value", in: .usd).ranked(.deciding)]
        let ofOneDay = try chart(build("snapshots", worth, [["College", day("2014-12-31"), 5], ["Retirement", day("2014-12-31"), 7]]))
        #expect(told(ofOneDay) == "bar [Retirement College] value 7 5")
        let gains: [ColumnSchema] = [
            .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .day("opened").ranked(.useful), .day("closed").ranked(.leading),
            .gain("gain", in: .usd).ranked(.deciding),
        ]
        let rows: [[FrameValue]] = [
            ["X", "A", day("2013-01-01"), day("2014-02-03"), 5], ["X", "B", day("2013-01-01"), day("2014-02-03"), -2], ["Y", "B", day("2013-01-01"), day("2014-03-03"), 1],
        ]
        #expect(told(try chart(build("gains", gains, rows))) == "bar [2014-02-03 2014-03-03] A 5 -, B -2 1")
    }

    @Test("A line goes on over days of other lines and breaks off where its own value is unknown")
    func gaps() throws {
        let data = try chart(build("quotes", priceColumns, prices))
        #expect(told(data) == "line [2014-01-01 2014-01-02 2014-01-03] A 10 11 -, B 4 - 5")
        #expect(data.series.map(\.runs) == [[[0, 1]], [[0, 2]]])
        let unknown = try chart(build("quotes", priceColumns, prices + [["B", day("2014-01-02"), .none]]))
        #expect(unknown.series.map(\.runs) == [[[0, 1]], [[0], [2]]])
        #expect(unknown.notes == ["1 value is unknown: 2014-01-02"])
    }

    @Test("Rows of one place are added up exactly where that makes sense; of others the last of some day is shown, and that is said")
    func shared() throws {
        let columns: [ColumnSchema] = [.text("account"), .text("symbol"), .money("market_value", in: .usd), .price("price")]
        let rows: [[FrameValue]] = [
            ["X", "A", .decimal(decimal("0.1")), .decimal(decimal("3"))], ["Y", "A", .decimal(decimal("0.2")), .decimal(decimal("4"))],
            ["X", "B", .decimal(decimal("5")), .decimal(decimal("1"))],
        ]
        let sums = try chart(build("holdings", columns, rows)) { $0.x = "symbol" }
        #expect(told(sums) == "bar [B A] market value 5 0.3" && sums.notes == [])
        let error = #expect(throws: FrameError.self) { try chart(build("holdings", columns, rows)) { ($0.x, $0.y) = ("symbol", ["price"]) } }
        #expect(error?.description.hasSuffix("price does not add up, so that one of them alone would be shown; by=\"account\" tells them apart") == true)
        let dated = zip(rows, ["2014-01-02", "2014-01-01", "2014-01-03"]).map { $0 + [day($1)] }
        let last = try chart(build("holdings", columns + [.day("date")], dated)) { ($0.x, $0.y) = ("symbol", ["price"]) }
        #expect(told(last) == "bar [A B] price 3 1")
        #expect(last.notes == ["price does not add up: of several rows of one symbol the last is shown"])
    }

    @Test("Two currencies on one axis, unknown columns, units that differ and options without use are errors that say what to do")
    func errors() throws {
        func message(_ make: () throws -> ChartData) -> String {
            do { _ = try make() } catch let error as FrameError { return "\(error.kind.rawValue): \(error)" } catch { return "\(error)" }
            return "no error"
        }
        let mixed = build("cash", [.text("account"), .text("currency"), .money("balance")], [["A", "USD", 5], ["B", "EUR", 6]])
        #expect(
            message { try chart(mixed) }
                == "mixed_currencies: column \"balance\" has amounts in USD and in EUR, which one axis cannot show; ask for one currency, as in cash{base=\"USD\"}, or keep one: where{currency=\"USD\"}"
        )
        let sums = build("cash", [.text("currency"), .money("balance")], [["USD", 5], ["EUR", 6]])
        #expect(message { try chart(sums, .pie) }.hasPrefix("mixed_currencies: "), "not nothing to show")
        let holdings = ChartSample.holdings()
        #expect(message { try chart(holdings) { $0.x = "symbl" } } == "unknown_column: holdings has no column \"symbl\"; did you mean \"symbol\"?")
        #expect(
            message { try chart(holdings) { $0.y = ["account"] } }.hasPrefix(
                "bad_argument: column \"account\" holds no numbers, so that it cannot be drawn as y; columns of numbers are market_value, weight"))
        #expect(message { try chart(holdings) { $0.y = ["market_value", "weight"] } }.hasPrefix("bad_argument: columns \"market_value\" and \"weight\" are not of one unit"))
        #expect(message { try chart(holdings, .bar) { $0.isLogarithmic = true } }.hasPrefix("bad_argument: a logarithmic axis has no zero"))
        #expect(message { try chart(holdings, .scatter) { $0.isPercent = true } }.hasPrefix("bad_argument: a scatter chart has no whole"))
        #expect(message { try chart(holdings, .pie) { $0.isStacked = true } }.hasPrefix("bad_argument: a pie chart has nothing to stack"))
        let negative = build("quotes", [.day("date"), .decimal("value")], [[day("2014-01-01"), 0]])
        #expect(message { try chart(negative, .line) { $0.isPercent = true } }.hasPrefix("bad_argument: no date has a value above zero in each line"))
    }

    @Test("Lines in percent begin at the first day that all have, which is named")
    func rebased() throws {
        let data = try chart(build("quotes", priceColumns, [["A", day("2013-12-31"), .decimal(decimal("8"))]] + prices), .line) { $0.isPercent = true }
        #expect(told(data) == "line [2013-12-31 2014-01-01 2014-01-02 2014-01-03] A -20 0 10 -, B - 0 - 25")
        #expect(data.notes == ["change since 2014-01-01"] && data.unit == .percent && !data.isPrivate)
    }

    @Test("Values without a logarithm are left out and counted")
    func logarithm() throws {
        let rows: [[FrameValue]] = [[day("2014-01-01"), 5], [day("2014-01-02"), 0], [day("2014-01-03"), -4], [day("2014-01-04"), 50]]
        let data = try chart(build("quotes", [.day("date"), .decimal("value")], rows), .line) { $0.isLogarithmic = true }
        #expect(told(data) == "line [2014-01-01 2014-01-02 2014-01-03 2014-01-04] value 5 - - 50")
        #expect(data.notes == ["2 values at or below zero have no logarithm and are left out"])
    }

    @Test("Small parts are gathered, negative ones are listed, and nothing is lost")
    func parts() throws {
        let pie = try chart(ChartSample.sixty(), .pie)
        #expect(pie.places.count <= 12 && pie.isLastGathered && pie.notes == ["55 small ones are gathered in \"other\""])
        let whole = try ChartSample.sixty().sum("balance").decimal
        #expect(pie.series[0].exact.compactMap { $0 }.reduce(FixedDecimal.zero) { try! $0 + $1 } == whole)
        let negative = try chart(ChartSample.names([("A", "5"), ("B", "-3"), ("C", nil)]), .donut)
        #expect(told(negative) == "donut [A] balance 5")
        #expect(negative.notes == ["1 value is unknown: C", "what is below zero is no part and left out: B (-3.00 USD)"])
    }

    @Test("Steps add up exactly: the last is the end where it is their sum, else the total is added")
    func steps() throws {
        let appended = try chart(ChartSample.names([("A", "0.1"), ("B", "0.2"), ("C", "-0.7")]), .waterfall)
        #expect(told(appended) == "waterfall [A B C total] balance 0.1 0.2 -0.7 -0.4" && appended.levels == [3])
        let told = try chart(ChartSample.period(), .waterfall) { $0.y = ["opening", "inflows", "outflows", "price_gain", "income", "fees", "taxes", "closing"] }
        #expect(told.levels == [0, 7] && told.places.count == 8)
    }

    @Test("A frame without rows, or without figures, has nothing to show")
    func nothing() throws {
        for kind in [nil] + ChartKind.allCases.map(Optional.some) {
            for frame in [build("cash", [.text("account"), .money("balance", in: .usd)], []), build("notes", [.text("account")], [["A"]]), build("none", [], [])] {
                let scene = try Chart(
                    frame,
                    {
                        var options = ChartOptions(); options.kind = kind; return options
                    }()
                ).scene()
                let texts = scene.elements.map { element -> String in
                    if case .text(let text) = element { return text.string }
                    return ""
                }
                #expect(texts.contains("nothing to show"), "\(String(describing: kind)) of \(frame.name): \(texts)")
            }
        }
    }

    @Test("Shares have one digit and add up to 100, whatever the values")
    func shares() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(100) {
            let values = (0..<random.int(1...40)).map { ("N\($0)", Optional(String(random.int(0...1_000_000)))) }
            guard values.contains(where: { $0.1 != "0" }) else { continue }
            for kind in [ChartKind.pie, .bar, .treemap] {
                let data = try chart(ChartSample.names(values), kind) { $0.isPercent = true }
                let shares = data.series[0].exact.compactMap { $0 }
                #expect(try shares.reduce(FixedDecimal.zero) { try $0 + $1 } == 100)
                #expect(shares.allSatisfy { $0.fractionDigits <= 1 })
            }
        }
    }

    @Test("Frames of any columns and values give a chart that stays within its frame, or an error with a sentence")
    func anything() throws {
        var random = SeededRandom.forTest()
        let names = ["A", "Ünïcödé", "日本電信電話株式会社", "🌱 🌍", "A very long name of an instrument that nobody would ever type in full", "2014-03", "2014", ""]
        for _ in 0..<SeededRandom.rounds(150) {
            let schemas: [ColumnSchema] = [.text("symbol"), .day("date"), .money("amount", in: .usd), .share("weight"), .int("year"), .price("price"), .text("account")].filter {
                _ in !random.chance(oneIn: 3)
            }
            let rows = (0..<random.pick([0, 1, 2, 7, 60])).map { _ in
                schemas.map { schema -> FrameValue in
                    if random.chance(oneIn: 8) { return .none }
                    switch schema.type {
                    case .text: return .text(random.pick(names))
                    case .day: return .day(Day(number: Int32(random.int(-5000...random.pick([-4990, 0, 20_000])))))
                    case .int: return .int(Int64(random.int(1995...2020)))
                    case .decimal:
                        return .decimal(
                            FixedDecimal(
                                units: Int128(random.int(-1000...1000)) * Int128(random.pick([1, 1_000_000_000_000, 1_000_000_000_000_000_000]))
                                    * Int128(random.pick([1, 1_000_000_000]))))
                    case .instant, .bool: return .none
                    }
                }
            }
            var options = ChartOptions()
            options.kind = random.pick([nil] + ChartKind.allCases.map(Optional.some))
            (options.isPercent, options.isLogarithmic) = (random.chance(oneIn: 5), random.chance(oneIn: 5))
            if random.chance(oneIn: 4) { options.base = 100 }
            if !schemas.isEmpty, random.chance(oneIn: 3) { options.x = random.pick(schemas).name }
            if !schemas.isEmpty, random.chance(oneIn: 5) { options.by = random.pick(schemas).name }
            let frame = build("anything", schemas, rows)
            do {
                let chart = try Chart(frame, options)
                expectTidy(
                    chart.scene(width: Double(random.int(120...900)), height: Double(random.int(60...500))),
                    "\(schemas.map(\.name)) \(rows.count) \(String(describing: options.kind))")
                let width = random.int(1...120), text = chart.text(RenderOptions(width: width, unicode: random.chance(oneIn: 2)), height: random.int(1...40))
                let long = text.split(separator: "\n").first { TextWidth.of(String($0)) > width }
                #expect(long == nil, "\(width): \(schemas.map(\.name)) \(rows.count) \(options)\n\(text)")
            } catch {
                #expect(!error.message.isEmpty && error.message.last != ".")
            }
        }
    }
}

extension FrameValue {
    /// The day so many days later.
    fileprivate func adding(_ days: Int) -> FrameValue { if case .day(let day) = self { .day(Day(number: day.number + Int32(days))) } else { self } }
}

extension FrameValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .none }
}

/// What a chart of a frame shows.
func chart(_ frame: Frame, _ kind: ChartKind? = nil, _ set: (inout ChartOptions) -> Void = { _ in }) throws -> ChartData {
    var options = ChartOptions()
    options.kind = kind
    set(&options)
    return try Chart(frame, options).data
}

/// A frame of rows.
func build(_ name: String, _ schemas: [ColumnSchema], _ rows: [[FrameValue]]) -> Frame {
    var builder = FrameBuilder(name, schemas)
    for row in rows { try! builder.append(row) }
    return builder.frame()
}

/// What was read, in a line: the kind, the places and each series with its exact values.
func told(_ data: ChartData) -> String {
    let places = (0..<data.places.count).map { place in
        switch data.places {
        case .days(let days): days[place].description
        case .numbers(let numbers, _): numbers[place].description
        case .names(let names): names[place]
        }
    }
    let series = data.series.map { "\($0.name) " + $0.exact.map { $0?.description ?? "-" }.joined(separator: " ") }
    return "\(data.kind.rawValue) [\(places.joined(separator: " "))] \(series.joined(separator: ", "))"
}

/// A day as a value.
func day(_ text: String) -> FrameValue { .day(try! Day(text)) }
