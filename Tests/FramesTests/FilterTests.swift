import Frames
import TestSupport
import Testing
import Values

@Suite("Filters")
struct FilterTests {
    @Test("A value is found whatever its notation")
    func byValue() throws {
        let frame = sampleHoldings()
        #expect(try frame.filter("quantity", equals: 10).list("symbol") == ["ORCL"])
        #expect(try frame.filter("quantity", equals: .decimal("10.000")).list("symbol") == ["ORCL"])
        #expect(try frame.filter("symbol", equals: "VTI").rowCount == 1)
        #expect(try frame.filter("symbol", equals: "vti").rowCount == 0)
        #expect(try frame.filter("symbol", in: ["VTI", "ORCL", "none such"]).list("symbol") == ["ORCL", "VTI"])
    }

    @Test("No value is found by none, and by no comparison")
    func missing() throws {
        let frame = sampleHoldings()
        #expect(try frame.filter("price", equals: nil).list("symbol") == ["XYZ"])
        #expect(try frame.filter("price", .notEqual, nil).rowCount == 4)
        #expect(try frame.filter("price", .notEqual, 250).list("symbol") == ["ORCL", "SAP", "XYZ", "7203"])
        #expect(try frame.filter("price", from: nil, to: 1_000_000).rowCount == 4)
        #expect(throws: FrameError.self) { try frame.filter("price", .less, nil) }
    }

    @Test("Days are given as days or as ISO text; both ends of a range belong to it")
    func days() throws {
        var builder = FrameBuilder("trades", [.int("id"), .day("date")])
        for (id, date) in ["2014-01-01", "2014-06-30", "2014-12-31", "2015-01-01"].enumerated() {
            try builder.append([.int(Int64(id)), .text(date)])
        }
        let frame = builder.frame()
        #expect(try frame.filter("date", from: "2014-06-30", to: "2014-12-31").ids == [1, 2])
        #expect(try frame.filter("date", from: .day(Day("2014-12-31")), to: nil).ids == [2, 3])
        #expect(throws: FrameError.self) { try frame.filter("date", equals: "2014") }
    }

    @Test("An int column compares with a fraction by value")
    func fractions() throws {
        var builder = FrameBuilder("counts", [.int("id")])
        for id in 0..<5 { try builder.append([.int(Int64(id))]) }
        #expect(try builder.frame().filter("id", .less, .decimal("2.5")).ids == [0, 1, 2])
        #expect(try builder.frame().filter("id", equals: .decimal("2.5")).rowCount == 0)
        #expect(try builder.frame().filter("id", equals: .decimal("2.0")).ids == [2])
    }

    @Test("Every comparison on every type keeps the rows that the slow way keeps", arguments: Comparison.allCases)
    func oracle(comparison: Comparison) throws {
        var random = RandomFrames(random: .forTest("filter \(comparison.rawValue)"))
        let frame = random.frame(rows: 200)
        for name in frame.columnNames {
            for _ in 0..<5 {
                let value = try frame.value(name, row: random.random.int(0...199))
                if value.isNone { continue }
                let expected = try frame.list(name).enumerated().filter { holds(comparison, $0.element, value) }.map(\.offset)
                #expect(try frame.filter(name, comparison, value).ids == expected, "\(name) \(comparison.rawValue) \(value)")
            }
        }
    }

    @Test("Filtering and sorting commute")
    func commute() throws {
        var random = RandomFrames(random: .forTest())
        let frame = random.frame(rows: 300)
        let keys = ["symbol", "-amount", "date"]
        let one = try frame.filter("amount", .greater, 0).sort(keys), other = try frame.sort(keys).filter("amount", .greater, 0)
        #expect(try one.rows == other.rows)
    }

    @Test("A filter by row number sees the rows of its own frame")
    func byRow() throws {
        let frame = try sampleHoldings().sort(["symbol"])
        #expect(try frame.filter { $0 % 2 == 0 }.list("symbol") == ["7203", "SAP", "XYZ"])
    }

    private func holds(_ comparison: Comparison, _ a: FrameValue, _ b: FrameValue) -> Bool {
        if a.isNone { return comparison == .notEqual }
        switch comparison {
        case .equal: return a == b
        case .notEqual: return a != b
        case .less: return precedes(a, b)
        case .lessOrEqual: return !precedes(b, a)
        case .greater: return precedes(b, a)
        case .greaterOrEqual: return !precedes(a, b)
        }
    }
}
