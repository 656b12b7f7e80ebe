import Frames
import TestSupport
import Testing
import Values

@Suite("Sorting")
struct SortTests {
    @Test("One key puts the rows in order, ties in theirs, none last", arguments: [false, true])
    func oneKey(descending: Bool) throws {
        var random = RandomFrames(random: .forTest("sort \(descending)"))
        for rows in [0, 1, 2, 3, 17, 400] {
            let frame = random.frame(rows: rows)
            for name in frame.columnNames {
                let values = try frame.list(name)
                let expected = stable(rows) { precedes(values[$0], values[$1], descending: descending) }
                #expect(try frame.sort(by: [SortKey(name, descending: descending)]).ids == expected, "\(name), \(rows) rows")
            }
        }
    }

    @Test("The first key rules, ties go to the next")
    func severalKeys() throws {
        var random = RandomFrames(random: .forTest())
        let frame = random.frame(rows: 500)
        let keys = [SortKey("open"), SortKey("symbol", descending: true), SortKey("factor")]
        let columns = try keys.map { try frame.list($0.column) }
        let expected = stable(500) { a, b in
            for (key, values) in zip(keys, columns) where values[a] != values[b] {
                return precedes(values[a], values[b], descending: key.isDescending)
            }
            return false
        }
        #expect(try frame.sort(["open", "-symbol", "factor"]).ids == expected)
    }

    @Test("The greatest and the least of each type find their places")
    func extremes() throws {
        var builder = FrameBuilder("extremes", [.int("id"), .int("int"), .decimal("decimal"), .day("day")])
        let greatest = FixedDecimal.greatest
        try builder.append([0, .int(.max), .decimal(greatest), .day(.max)])
        try builder.append([1, nil, nil, nil])
        try builder.append([2, .int(.min + 1), .decimal(-greatest), .day(.min)])
        try builder.append([3, 0, .decimal(FixedDecimal(units: greatest.units - 1)), .day(.epoch)])
        let frame = builder.frame()
        for column in ["int", "day"] {
            #expect(try frame.sort([column]).ids == [2, 3, 0, 1])
            #expect(try frame.sort(["-" + column]).ids == [0, 3, 2, 1])
        }
        #expect(try frame.sort(["decimal"]).ids == [2, 3, 0, 1])
        #expect(try frame.sort(["-decimal"]).ids == [0, 3, 2, 1])
    }

    @Test("The largest rows, and with a minus the smallest")
    func top() throws {
        let frame = sampleHoldings()
        #expect(try frame.top(2, by: "market_value").list("symbol") == ["VTI", "7203"])
        #expect(try frame.top(2, by: "-market_value").list("symbol") == ["SAP", "ORCL"])
        #expect(try frame.top(100, by: "market_value").rowCount == 5)
        #expect(try frame.top(0, by: "market_value").rowCount == 0)
    }

    @Test("Reversing twice changes nothing; a slice beyond the end is what there is")
    func rows() throws {
        let frame = sampleHoldings()
        #expect(try frame.reversed().reversed().rows == frame.rows)
        #expect(try frame.reversed().list("symbol").first == "7203")
        #expect(frame.slice(from: 3, count: 10).rowCount == 2)
        #expect(frame.slice(from: 9, count: 10).rowCount == 0)
        #expect(frame.slice(from: -2, count: -1).rowCount == 0)
        #expect(try frame.take(rows: [4, 0, 4]).list("symbol") == ["7203", "ORCL", "7203"])
    }

    /// Row numbers in order, the slow way.
    private func stable(_ rows: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
        (0..<rows).sorted { precedes($0, $1) || (!precedes($1, $0) && $0 < $1) }
    }
}
