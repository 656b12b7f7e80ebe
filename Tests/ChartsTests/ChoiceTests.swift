import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values

@Suite("What a chart chooses and says that nobody asked for")
struct ChoiceTests {
    private let tradeColumns: [ColumnSchema] = [
        .int("id"), .day("date").ranked(.leading), .text("type").ranked(.deciding), .text("symbol").ranked(.deciding), .price("price").ranked(.useful),
        .money("amount", total: .none).ranked(.deciding), .text("currency"), .money("cash"),
    ]

    private func trades(_ rows: [(String, String, String, String, Int)], currency: FrameValue = "USD", named name: String = "trades") -> Frame {
        build(
            name, tradeColumns,
            rows.enumerated().map { number, row in
                let sign = row.1 == "buy" ? -1 : 1
                return [
                    .int(Int64(number + 1)), day(row.0), .text(row.1), .text(row.2), .decimal(decimal(row.3)), .decimal(FixedDecimal(row.4)), currency,
                    .decimal(FixedDecimal(sign * row.4)),
                ]
            })
    }

    @Test("No line joins what happened: what it moved is added up by its type, a price of each is a dot")
    func events() throws {
        let rows = [("2014-01-02", "buy", "A", "3", 30), ("2014-01-02", "sell", "B", "5", 50), ("2014-02-03", "buy", "A", "4", 40), ("2014-02-03", "buy", "A", "2", 20)]
        let sums = try chart(trades(rows))
        #expect(told(sums) == "bar [2014-01-02 2014-02-03] buy -30 -60, sell 50 -" && sums.isStacked && sums.hasTotals && sums.title == "Cash of trades by type")
        // Of one instrument each day stands once, and is nothing that goes on either.
        let prices = try chart(trades([rows[0], rows[3]])) { $0.y = ["price"] }
        #expect(told(prices) == "scatter [2014-01-02 2014-02-03] price 3 2" && prices.unit == .price(.usd) && prices.title == "Price of trades")
        let asked = try chart(trades(rows), .line) { $0.y = ["price"] }
        #expect(asked.kind == .line, "whoever asks for a line gets one")
    }

    @Test("Purchases and sales by year stand on one another without a sum, for they add up to nothing")
    func apart() throws {
        let schemas: [ColumnSchema] = [.text("year"), .text("type"), .money("amount", in: .usd)]
        func rows(_ count: Int) -> [[FrameValue]] {
            var rows: [[FrameValue]] = []
            for year in 2001..<2001 + count {
                rows.append([.text(String(year)), "buy", 5])
                rows.append([.text(String(year)), "sell", 7])
            }
            return rows
        }
        let few = try chart(build("trades", schemas, rows(3))), many = try chart(build("trades", schemas, rows(12)))
        #expect(!few.isStacked && few.title == "Trades by year and type")
        #expect(many.isStacked && !many.hasTotals && many.text().contains("┤"), "a line each would have no figure")
        #expect(try chart(build("income", schemas, rows(12))).hasTotals)
    }

    @Test("Days that neither names nor numbers tell apart make dots, not a line that goes up and down on one day")
    func undecided() throws {
        let rows: [[FrameValue]] = [[day("2014-01-01"), 5], [day("2014-01-01"), 9], [day("2014-01-02"), 7]]
        #expect(told(try chart(build("rows", [.day("date"), .decimal("level")], rows))) == "scatter [2014-01-01 2014-01-01 2014-01-02] level 5 9 7")
    }

    @Test("The figures of one day stand side by side")
    func oneDay() throws {
        let schemas: [ColumnSchema] = [.day("date").ranked(.leading), .money("value", in: .usd, total: .none).ranked(.deciding), .gain("gain", in: .usd, total: .none)]
        let data = try chart(build("snapshots", schemas, [[day("2014-12-31"), 9, 2]]))
        #expect(told(data) == "bar [Value Gain] 1 9 2" && data.title == "Net worth on 2014-12-31")
    }

    @Test("Prices in one currency have it on their axis, with all their digits; in two they are an error")
    func currency() throws {
        let schemas: [ColumnSchema] = [.text("symbol"), .day("date"), .price("close"), .text("currency")]
        func quotes(_ second: FrameValue) -> Frame {
            build("quotes", schemas, [["A", day("2014-01-01"), .decimal(decimal("2.1049")), "USD"], ["A", day("2014-01-02"), .decimal(decimal("3")), second]])
        }
        let mixed = quotes("EUR"), data = try chart(quotes("USD")), writer = ValueWriter(data.unit, isPrivate: data.isPrivate, options: RenderOptions())
        #expect(data.unit == .price(.usd) && data.isPrivate && writer.text(data.series[0].exact[0]) == "2.1049 USD" && writer.text(data.series[0].exact[1]) == "3.00 USD")
        let error = #expect(throws: FrameError.self) { try chart(mixed) }
        #expect(
            error?.kind == .mixedCurrencies
                && error?.description.hasSuffix("has prices in USD and in EUR, which one axis cannot show; keep the rows of one: where{currency=\"USD\"}") == true)
    }

    @Test(
        "A title says what is shown",
        arguments: [
            (nil, "income", "amount", "Income by symbol"), (nil, "holdings", "market_value", "Market value by symbol"), (nil, "income", "tax", "Tax of income by symbol"),
            (nil, "rows", "amount", "Amount by symbol"), ("income of Ray", "income", "amount", "Income of Ray by symbol"),
            ("income by symbol", "income", "amount", "Income by symbol"), ("holdings", "holdings", "market_value", "Holdings: market value by symbol"),
            ("lots by symbol", "lots", "cost_basis", "Lots by symbol: cost basis"),
        ] as [(String?, String, String, String)])
    func titles(subject: String?, name: String, figure: String, title: String) throws {
        let frame = build(name, [.text("symbol"), .money(figure, in: .usd)], [["A", 1], ["B", 2]])
        #expect(try chart(frame) { $0.subject = subject }.title == title)
        #expect(try chart(frame) { ($0.subject, $0.title) = (subject, "Own") }.title == "Own")
    }

    @Test("A place that only other series have is not unknown, however places are sorted")
    func sortedGaps() throws {
        let schemas: [ColumnSchema] = [.text("account").ranked(.leading), .text("symbol").ranked(.deciding), .money("income", in: .usd)]
        let data = try chart(build("yields", schemas, [["X", "A", 1], ["Y", "B", 2], ["Y", "A", 3]]), .bar)
        #expect(!data.text().contains("?"), "\(data.text())")
    }

    @Test("Behind an unknown step nobody knows how high all stands, up to an end that is known")
    func unknownSteps() throws {
        let open = try chart(ChartSample.names([("Start", "100"), ("Gain", nil), ("Fees", "-3")]), .waterfall)
        #expect(told(open) == "waterfall [Start Gain Fees total] balance 100 - -3 -" && open.levels == [3])
        #expect(open.notes == ["1 value is unknown: Gain", "since Gain is unknown, the steps behind it are told and not drawn, and the total is unknown"])
        let closed = try chart(ChartSample.names([("Opening", "100"), ("Gain", nil), ("Fees", "-3"), ("Closing", "120")]), .waterfall)
        #expect(told(closed) == "waterfall [Opening Gain Fees Closing] balance 100 - -3 120" && closed.levels == [0, 3])
        #expect(closed.notes.last == "since Gain is unknown, the steps behind it are told and not drawn")
        let rectangles = closed.scene().elements.filter { element in
            if case .shape(let shape) = element, case .rectangle = shape.outline { true } else { false }
        }
        #expect(rectangles.count == 2, "Opening and Closing")
        let lines = closed.text().split(separator: "\n")
        #expect(lines.first { $0.hasPrefix("Fees") }?.contains { "▓░█".contains($0) } == false && lines.first { $0.hasPrefix("Closing") }?.contains("█") == true)
    }
}
