import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values

@Suite("What a kind of chart cannot show, and what it makes of what it can")
struct KindTests {
    private let returns: [ColumnSchema] = [.day("from"), .day("to"), .text("symbol").ranked(.deciding), .share("twr", isColoured: true).ranked(.deciding)]

    private func years(_ ends: [String], _ figure: ColumnSchema, _ values: [FrameValue]) -> Frame {
        build("snapshots", [.day("date").ranked(.leading), figure.ranked(.deciding)], zip(ends, values).map { [day($0), $1] })
    }

    @Test(
        "What does not add up has no whole: the reason and what to ask are told",
        arguments: [
            (.share("twr"), .waterfall, "TWR does not add up, so that a waterfall chart has no whole to show"),
            (.percent("change"), .pie, "change does not add up, so that a pie chart has no whole to show"),
            (.ratio("sharpe"), .donut, "sharpe does not add up, so that a donut chart has no whole to show"),
            (.price("close"), .treemap, "close does not add up, so that a treemap chart has no whole to show"),
            (.money("value", in: .usd, total: .none), .pie, "value at different times does not add up, so that a pie chart has no whole to show"),
        ] as [(ColumnSchema, ChartKind, String)])
    func wholes(figure: ColumnSchema, kind: ChartKind, message: String) throws {
        let frame = years(["2012-12-31", "2013-12-31"], figure, [1, 2])
        let error = #expect(throws: FrameError.self) { try chart(frame, kind) }
        #expect(error?.description.hasPrefix(message) == true && error?.description.contains("kind=\"line\"") == true, "\(String(describing: error))")
    }

    @Test("Shares of one whole add up, over accounts and in a pie", arguments: [("weight", ColumnSchema.percent("weight")), ("share", .share("share"))])
    func weights(name: String, schema: ColumnSchema) throws {
        let frame = build("holdings", [.text("account"), .text("symbol"), schema], [["X", "A", 20], ["Y", "A", 30], ["X", "B", 50]])
        let bars = try chart(frame, .bar) { ($0.x, $0.y) = ("symbol", [name]) }
        #expect(bars.series.map(\.exact) == [[50, 50]] && bars.notes.isEmpty)
        #expect(try chart(frame, .pie) { ($0.x, $0.y) = ("symbol", [name]) }.places == .names(["A", "B"]))
    }

    @Test("Levels that do not add up become the changes from one to the next")
    func levels() throws {
        let frame = years(["2012-12-31", "2013-12-31", "2014-12-31"], .money("value", in: .usd, total: .none), [100, 130, 120])
        let data = try chart(frame, .waterfall)
        #expect(told(data) == "waterfall [2012-12-31 2013-12-31 2014-12-31 closing] value 100 30 -10 120" && data.levels == [0, 3])
        #expect(data.notes == ["the first and the last bar are levels, each between them is the change since the one before"])
    }

    @Test("Lines through what has no order are refused, unless somebody names the places", arguments: [ChartKind.line, .area])
    func order(kind: ChartKind) throws {
        let names = build("holdings", [.text("symbol"), .money("market_value", in: .usd)], [["A", 5], ["B", 7]])
        let error = #expect(throws: FrameError.self) { try chart(names, kind) }
        #expect(error?.description.hasPrefix("holdings by symbol has no order that \(kind == .line ? "a line" : "an area") could follow; kind=\"bar\"") == true)
        #expect(try chart(names, kind) { $0.x = "symbol" }.kind == kind)
        let falls = build("drawdowns", [.share("depth"), .day("peak").ranked(.leading)], [[-3, day("2010-01-01")], [-2, day("2012-01-01")], [-1, day("2011-01-01")]])
        #expect(throws: FrameError.self) { try chart(falls, kind) }
    }

    @Test("Columns that would not be drawn are not passed over", arguments: [ChartKind.pie, .waterfall, .scatter])
    func several(kind: ChartKind) throws {
        let frame = build("rows", [.text("symbol"), .money("a", in: .usd), .money("b", in: .usd)], [["A", 5, 6], ["B", 7, 8]])
        let error = #expect(throws: FrameError.self) { try chart(frame, kind) { ($0.x, $0.y) = ("symbol", ["a", "b"]) } }
        #expect(error?.description.contains("y names 2") == true)
    }

    @Test("The only row of an attribution leads from its opening to its closing value, and what was taken out goes down")
    func attribution() throws {
        let names = ["opening", "inflows", "outflows", "price_gain", "income", "currency_gain", "fees", "taxes", "gain", "closing"]
        let schemas = [ColumnSchema.day("from"), .day("to")] + names.map { .money($0, in: .usd, total: .none) }
        let row: [FrameValue] = [day("2014-01-01"), day("2014-12-31"), 100, 20, 5, 8, 3, 0, -1, 0, 10, 125]
        let frame = build("attribution", schemas, [row]), data = try chart(frame)
        #expect(
            told(data) == "waterfall [Opening Inflows Outflows Price gain Income Currency gain Fees Taxes Closing] 1 100 20 -5 8 3 0 -1 0 125" && data.levels == [0, 8])
        #expect(try told(chart(frame, .waterfall)) == told(data))
        #expect(try chart(frame, .bar).series[0].exact[2] == -5)
    }

    @Test("Spans that overlap give way to the names that tell them apart, amounts that only their currency tells apart to it")
    func places() throws {
        let rows: [[FrameValue]] = [[day("2010-01-01"), day("2014-12-31"), "A", 2], [day("2010-01-01"), day("2013-12-31"), "B", 1]]
        #expect(told(try chart(build("returns", returns, rows))) == "bar [A B] TWR 2 1")
        let cash = build("cash", [.text("currency"), .money("balance")], [["USD", 7]])
        #expect(told(try chart(cash)) == "bar [USD] balance 7")
    }

    @Test("A single figure is a dot over each day, and columns of which nothing is known are no axis")
    func dots() throws {
        let schemas: [ColumnSchema] = [.text("symbol"), .day("date"), .price("open"), .price("close")]
        let frame = build("quotes", schemas, [["A", day("2014-01-01"), .none, 3], ["A", day("2014-01-02"), .none, 4]])
        #expect(told(try chart(frame, .scatter)) == "scatter [2014-01-01 2014-01-02] close 3 4")
    }

    @Test("A name that was asked for beside a period parts the bars, even where each period has one")
    func grouped() throws {
        let frame = build("income", [.text("month"), .text("symbol"), .money("amount", in: .usd)], [["2014-01", "A", 3], ["2014-02", "B", 2]])
        #expect(told(try chart(frame)) == "bar [2014-01 2014-02] A 3 -, B - 2")
    }

    @Test("A gap in a line of levels is told of")
    func gap() throws {
        let frame = build("quotes", [.text("year"), .price("close")], [["2003", 3], ["2005", 2]])
        #expect(try chart(frame, .line).notes == ["there is no row of 2004: the line is broken off"])
        let levels = build("snapshots", [.text("year"), .money("value", in: .usd, total: .none)], [["2003", 3], ["2005", 2]])
        #expect(told(try chart(levels, .waterfall)) == "waterfall [2003 2004 2005 closing] value 3 - - 2")
    }

    @Test("A flow of a year without rows is nothing, and one of which something is unknown is unknown")
    func flows() throws {
        let columns: [ColumnSchema] = [.text("year"), .text("symbol"), .money("gain", in: .usd)]
        let frame = build("gains", columns, [["2003", "A", 3], ["2005", "A", 2], ["2005", "B", 4], ["2006", "A", 1]])
        for (kind, line) in [
            (ChartKind.line, "line [2003 2004 2005 2006] A 3 0 2 1, B 0 0 4 0"), (.area, "area [2003 2004 2005 2006] A 3 0 2 1, B 0 0 4 0"),
            (.waterfall, "waterfall [2003 2004 2005 2006 total] gain 3 0 6 1 10"), (.bar, "bar [2003 2004 2005 2006] A 3 - 2 1, B - - 4 -"),
        ] {
            let data = try chart(frame, kind)
            #expect(told(data) == line && data.notes == [], "\(kind)")
        }
        let unknown = try chart(build("gains", columns, [["2003", "A", 3], ["2005", "A", .none], ["2005", "B", 4], ["2006", "A", 1]]), .waterfall)
        #expect(told(unknown) == "waterfall [2003 2004 2005 2006 total] gain 3 0 - 1 -")
        let none = build("gains", columns, [["2003", "A", .none], ["2005", "A", .none]])
        for kind in [ChartKind.line, .area, .waterfall] {
            #expect(try chart(none, kind).series.allSatisfy { $0.exact.allSatisfy { $0 == nil } }, "noughts alone are drawn as \(kind)")
        }
        #expect(unknown.notes.last == "since 2005 is unknown, the steps behind it are told and not drawn, and the total is unknown")
    }

    @Test("An area of payments falls to nothing on the days of others, and that of a level goes on")
    func areas() throws {
        let rows: [[FrameValue]] = [[day("2014-01-31"), "A", 3], [day("2014-01-31"), "B", 5], [day("2014-02-28"), "B", 2], [day("2014-03-31"), "A", 1]]
        let columns: [ColumnSchema] = [.day("date"), .text("symbol"), .money("amount", in: .usd)]
        #expect(try chart(build("income", columns, rows), .area).series.map(\.exact) == [[5, 2, 0], [3, 0, 1]])
        #expect(try chart(build("history", columns, rows), .area).series.map(\.exact) == [[5, 2, nil], [3, nil, 1]])
    }

    @Test("Of rows that share a name and do not add up, none is drawn for the others: names that tell them apart part the bars")
    func sharedNames() throws {
        let columns: [ColumnSchema] = [.text("tag").ranked(.deciding), .text("kind"), .text("name").ranked(.deciding), .int("id").optional(), .day("date"), .int("count")]
        func tags(_ rows: [(String, String, FrameValue)]) -> Frame { build("tags", columns, rows.map { [.text($0.0), "instrument", .text($0.1), .none, .none, $0.2] }) }
        #expect(told(try chart(tags([("tech", "NVDA", 46), ("tech", "ORCL", 99)]))) == "bar [ORCL NVDA] count 99 46")
        #expect(told(try chart(tags([("tech", "ORCL", 99)]))) == "bar [tech] count 99")
        let parted = try chart(tags([("tech", "NVDA", 46), ("tech", "ORCL", 99), ("core", "ORCL", 99)]))
        #expect(told(parted) == "bar [tech core] ORCL 99 99, NVDA 46 -" && parted.notes == [])
        let twice = tags([("tech", "NVDA", 46), ("tech", "NVDA", 7), ("core", "ORCL", 99)])
        let error = #expect(throws: FrameError.self) { try chart(twice) }
        #expect(
            error?.description
                == "several rows have the same tag, and count does not add up, so that one of them alone would be shown; keep one of them, as :by(\"tag\"):max(\"count\") does")
    }

    @Test("Months of several years are cells of a table of years by months")
    func years() throws {
        let frame = build("income", [.text("month"), .money("amount", in: .usd)], [["2013-12", 3], ["2014-01", 2]]), data = try chart(frame, .heatmap)
        #expect(data.series.map(\.name) == ["2013", "2014"] && data.places.count == 12)
        #expect(data.series[0].exact[11] == 3 && data.series[1].exact[0] == 2 && data.series[0].exact[0] == nil && !data.series[0].isUnknown(at: 0))
    }

    @Test("Where lying bars have no room, the largest stay, whatever their sign")
    func room() throws {
        let rows: [[FrameValue]] = (1...18).map { [.text("Instrument \($0)"), .decimal(FixedDecimal($0 == 18 ? -900 : 100 - $0))] }
        let scene = try Chart(build("rows", [.text("name"), .gain("gain", in: .usd)], rows)).scene(width: 300, height: 140)
        var texts: [String] = []
        for element in scene.elements {
            switch element {
            case .text(let text): texts.append(text.string)
            case .shape: continue
            }
        }
        #expect(texts.contains { $0 == "Instrument 18" } && texts.contains { $0.contains("smaller ones have no room here") })
    }

    @Test("A bar above zero is no longer beside one below it")
    func columns() throws {
        let lines = try chart(build("rows", [.text("name"), .money("amount", in: .usd)], [["A", 1000], ["B", 1], ["C", -50]])).text().split(separator: "\n")
        #expect(lines.first { $0.hasPrefix("B") }?.contains("│▏") == true, "\(lines)")
    }
}
