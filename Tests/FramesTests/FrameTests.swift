import Frames
import Testing
import Values

@Suite("Frames")
struct FrameTests {
    @Test("An unknown column is an error with the nearest name")
    func unknownColumn() throws {
        let frame = sampleHoldings()
        let error = #expect(throws: FrameError.self) { try frame.sort(["-markt_value"]) }
        #expect(error?.kind == .unknownColumn)
        #expect(error?.description == "holdings has no column \"markt_value\"; did you mean \"market_value\"?")
        let far = #expect(throws: FrameError.self) { try frame.select(["symbol", "price"]).column("zzzzzzzz") }
        #expect(far?.description == "holdings has no column \"zzzzzzzz\"; its columns are symbol, price")
    }

    @Test("Every operation that takes a name refuses an unknown one")
    func unknownEverywhere() {
        let frame = sampleHoldings()
        let calls: [() throws -> Void] = [
            { _ = try frame.filter("x", equals: 1) }, { _ = try frame.filter("x", from: 1, to: 2) }, { _ = try frame.filter("x", in: [1]) },
            { _ = try frame.sort(["x"]) }, { _ = try frame.top(1, by: "x") }, { _ = try frame.select(["x"]) }, { _ = try frame.without(["x"]) },
            { _ = try frame.group(by: ["x"]) }, { _ = try frame.group(by: ["symbol"]).sum("x") }, { _ = try frame.distinct(["x"]) },
            { _ = try frame.pivot(rows: ["x"], across: "account", values: "price") },
            { _ = try frame.pivot(rows: ["account"], across: "x", values: "price") },
            { _ = try frame.pivot(rows: ["account"], across: "symbol", values: "x") },
            { _ = try frame.sum("x") }, { _ = try frame.avg("x") }, { _ = try frame.min("x") }, { _ = try frame.max("x") },
            { _ = try frame.first("x") }, { _ = try frame.last("x") }, { _ = try frame.list("x") }, { _ = try frame.value("x", row: 0) },
        ]
        for call in calls { #expect(throws: FrameError.self) { try call() } }
    }

    @Test("A value that does not suit a column is an error that says both")
    func mismatch() throws {
        let frame = sampleHoldings()
        let error = #expect(throws: FrameError.self) { try frame.filter("market_value", equals: "much") }
        #expect(error?.description == "column \"market_value\" holds decimals, and \"much\" is text")
        let other = #expect(throws: FrameError.self) { try frame.filter("symbol", equals: .decimal("1.5")) }
        #expect(other?.description == "column \"symbol\" holds text, and 1.5 is a decimal")
    }

    @Test("The int that stands for a missing value is told apart from a value of another kind")
    func leastInt() throws {
        var builder = FrameBuilder("rows", [.int("n")])
        let error = #expect(throws: FrameError.self) { try builder.append([.int(.min)]) }
        #expect(error?.message == "column \"n\" cannot hold -9223372036854775808, which stands for a missing value")
    }

    @Test("Selecting orders, renames and keeps what the columns are")
    func select() throws {
        let frame = try sampleHoldings().select([("market_value", "value"), ("symbol", "ticker")])
        #expect(frame.columnNames == ["value", "ticker"])
        #expect(frame.columns[0].schema.style == .money && frame.columns[0].schema.total == .sum)
        #expect(frame.policies == [FramePolicy("lot_method", "fifo")] && frame.warnings.map(\.kind) == ["no_quote"])
        #expect(throws: FrameError.self) { try sampleHoldings().select(["symbol", "symbol"]) }
        #expect(try sampleHoldings().without(["price", "account"]).columnNames.count == 6)
    }

    @Test("A column more, in its place where there was one, with the type that its values tell")
    func with() throws {
        let frame = sampleHoldings()
        let more = try frame.with("rank", values: [1, 2, .decimal("2.5"), nil, 4])
        #expect(more.columns.last?.type == .decimal && more.columnNames.count == 9)
        #expect(try more.list("rank") == [1, 2, .decimal("2.5"), nil, 4])
        let replaced = try more.with("symbol", values: ["a", "b", "c", nil, "e"])
        #expect(replaced.columnNames == more.columnNames)
        #expect(try replaced.list("symbol") == ["a", "b", "c", nil, "e"])
        #expect(try frame.with("empty", values: [nil, nil, nil, nil, nil]).columns.last?.type == .text)
        let short = #expect(throws: FrameError.self) { try frame.with("rank", values: [1]) }
        #expect(
            short?.description == """
                column "rank" has 1 values for the 5 rows of holdings; give one value per row, nil where there is none
                """)
        #expect(throws: FrameError.self) { try frame.with("mixed", values: [1, "two", nil, nil, nil]) }
    }

    @Test("A column of money needs its currencies in the frame")
    func withMoney() throws {
        let frame = sampleHoldings()
        let values: [FrameValue] = [1, 2, 3, 4, 5]
        #expect(throws: FrameError.self) { try frame.without(["currency"]).with(.money("fee"), values: values) }
        #expect(throws: FrameError.self) { try frame.with(.money("fee", in: "price"), values: values) }
        #expect(throws: FrameError.self) { try frame.with(.money("fee"), values: values).sum("fee") }
        #expect(try frame.with(.money("fee", in: .usd), values: values).sum("fee") == 15)
    }

    @Test("A builder refuses a bad value and adds nothing of its row")
    func builder() throws {
        var builder = FrameBuilder("sample", [.int("id"), .int("whole"), .instant("at")])
        try builder.append([1, .decimal("2.0"), "2026-01-02T03:04:05Z"])
        #expect(throws: FrameError.self) { try builder.append([2, .decimal("2.5"), nil]) }
        #expect(throws: FrameError.self) { try builder.append([3, .int(.min), nil]) }
        #expect(throws: FrameError.self) { try builder.append([3, 4, "yesterday"]) }
        #expect(try builder.frame().rows == [[1, 2, .instant(Instant(iso8601: "2026-01-02T03:04:05Z"))]])
    }

    @Test("Warnings are worked out once, when asked for, and told once")
    func warnings() throws {
        var asked = 0
        let frame = Frame("x", rowCount: 0, columns: []) {
            asked += 1
            return [FrameWarning(kind: "a", message: "one"), FrameWarning(kind: "a", message: "one")]
        }
        let more = frame.reversed().adding(warnings: [FrameWarning(kind: "b", message: "two")])
        #expect(asked == 0)
        #expect(more.warnings.map(\.message) == ["one", "two"] && frame.warnings.count == 1)
        #expect(asked == 1)
    }

    @Test("Values are the same by value, and hash alike")
    func values() {
        #expect(FrameValue.int(5) == .decimal("5.00") && FrameValue.decimal("5") == 5 && FrameValue.int(5) != .decimal("5.1"))
        #expect(FrameValue.text("é") != .text("e\u{301}") && FrameValue.none != .text("") && FrameValue.int(0) != .bool(false))
        #expect(Set<FrameValue>([5, .decimal("5"), .decimal("5.0"), "5"]).count == 2)
        #expect([FrameValue.none, 5, .decimal("1.50"), "x", true, .day(.epoch)].map(\.description) == ["nil", "5", "1.5", "x", "true", "1970-01-01"])
    }

    @Test("A row that is not there is an error")
    func rowRange() {
        #expect(throws: FrameError.self) { try sampleHoldings().value("symbol", row: 5) }
        #expect(throws: FrameError.self) { try sampleHoldings().value("symbol", row: -1) }
    }

    @Test func manyWarningsOfOneKindAreOneSentence() {
        let stale = (1...5).map { FrameWarning(kind: "stale_price", message: "the price of S\($0) is old", subject: "S\($0)") }
        let cash = (1...5).map { FrameWarning(kind: "negative_cash", message: "A\($0) is below zero") }
        func lines(_ warnings: [FrameWarning]) -> [String] { Frame("f", rowCount: 0, columns: [], warnings: warnings).warningLines(inBook: "warnings", inFrame: "_.warnings") }
        #expect(lines(stale + cash) == ["the price of S1 is old; and 4 more like it, warnings lists them"] + cash.map(\.message))
        #expect(lines(Array(stale.prefix(2))) == stale.prefix(2).map(\.message) && lines(Array(stale.prefix(3))).count == 1)
        let paid = (1...3).map { FrameWarning(kind: "trade_price", message: "S\($0) is valued at the price of its last trade", subject: "S\($0)") }
        #expect(lines(paid) == ["S1 is valued at the price of its last trade; and 2 more like it, warnings lists them"])
        let past = (1...3).map { FrameWarning(kind: "stale_price", message: "the price of S\($0) was old from 2014-01-01 to 2014-02-01") }
        #expect(lines(past) == ["the price of S1 was old from 2014-01-01 to 2014-02-01; and 2 more like it, they are in _.warnings"])
        let drift = (1...6).map { FrameWarning(kind: "drift", message: "S\($0) ends above its target") }
        #expect(lines(drift) == ["S1 ends above its target; and 5 more like it, they are in _.warnings"])
    }
}
