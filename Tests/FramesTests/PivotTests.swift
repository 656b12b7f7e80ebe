import Frames
import TestSupport
import Testing
import Values

@Suite("Pivots")
struct PivotTests {
    @Test("Rows down, columns across, both in order; a cell without rows has no value")
    func shape() throws {
        let pivot = try sampleHoldings().pivot(rows: ["currency"], across: "account", values: "quantity")
        #expect(pivot.columnNames == ["currency", "Brokerage", "Japan", "Pension"])
        #expect(
            try pivot.rows == [
                ["EUR", .decimal("2.5"), nil, nil], ["JPY", nil, 100, nil], ["USD", 10, nil, 1203],
            ])
    }

    @Test("The cells are those of the grouping by both")
    func cells() throws {
        var random = RandomFrames(random: .forTest())
        let frame = try random.frame(rows: 400).filter("currency", equals: "USD")
        let pivot = try frame.pivot(rows: ["symbol", "open"], across: "date", values: "amount", aggregate: .count)
        let cells = try frame.group(by: ["symbol", "open", "date"]).aggregate([Aggregate(.count, "amount")])
        let filled = try pivot.columnNames.dropFirst(2).flatMap { try pivot.list($0) }.filter { !$0.isNone }
        #expect(filled.count == cells.rowCount)
        #expect(filled.reduce(0) { $0 + $1.decimal!.exactInt! } == (try frame.count("amount")))
        let sorted = try frame.sort(["symbol", "open"]).distinct(["symbol", "open"])
        #expect(try pivot.select(["symbol", "open"]).rows == sorted.rows)
        for cell in 0..<cells.rowCount {
            let date = try cells.value("date", row: cell)
            let row = try pivot.filter("symbol", equals: cells.value("symbol", row: cell)).filter("open", equals: cells.value("open", row: cell))
            #expect(try row.list(date.isNone ? "none" : date.description) == [cells.value("amount", row: cell)])
        }
    }

    @Test("A cell of two currencies is an error; cells of different currencies are not")
    func currencies() throws {
        let frame = sampleHoldings()
        #expect(throws: FrameError.self) { try frame.pivot(rows: [], across: "account", values: "market_value") }
        let pivot = try frame.pivot(rows: ["symbol"], across: "account", values: "market_value")
        #expect(throws: FrameError.self) { try pivot.sum("Brokerage") }
        #expect(try pivot.sum("Pension") == 300_000)
    }

    @Test("A column cannot run down and across, and names cannot clash")
    func misuse() throws {
        let frame = sampleHoldings()
        #expect(throws: FrameError.self) { try frame.pivot(rows: ["symbol"], across: "symbol", values: "quantity") }
        let clash = try frame.select([("symbol", "Japan"), ("account", "account"), ("quantity", "quantity")])
        #expect(throws: FrameError.self) { try clash.pivot(rows: ["Japan"], across: "account", values: "quantity") }
    }
}
