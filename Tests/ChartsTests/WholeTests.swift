import Charts
import Frames
import TestSupport
import Testing
import Values

/// What is drawn as a whole is one: nothing unknown counts as nothing in it, and nothing counts several times.
@Suite("What charts take for a whole")
struct WholeTests {
    private let sides: [ColumnSchema] = [.text("who"), .text("side"), .money("amount", in: .usd)]

    @Test(
        "In percent, a place with an unknown part is unknown, and what is below zero is left out",
        arguments: [
            (
                ChartKind.bar, "50", nil, "bar [a b] p 30 -, q 70 -", [false, true],
                ["1 value is unknown: b", "where a part is unknown, so is the whole, and no percents are told"]
            ),
            (.area, "50", nil, "area [a b] p 30 -, q 70 -", [false, true], ["1 value is unknown: b", "where a part is unknown, so is the whole, and no percents are told"]),
            (.bar, "50", "-10", "bar [a b] p 30 100, q 70 -", [false, false], ["1 value below zero is no part of a whole and is left out"]),
            (.bar, "50", "150", "bar [b a] p 25 30, q 75 70", [false, false], []),
        ] as [(ChartKind, String, String?, String, [Bool], [String])])
    func percent(_ kind: ChartKind, _ p: String, _ q: String?, _ expected: String, _ unknown: [Bool], _ notes: [String]) throws {
        let rows: [[FrameValue]] = [
            ["a", "p", 30], ["a", "q", 70], ["b", "p", .decimal(decimal(p))], ["b", "q", q.map { .decimal(decimal($0)) } ?? .none],
        ]
        let data = try chart(build("rows", sides, rows), kind) { ($0.x, $0.by, $0.y, $0.isPercent, $0.isStacked) = ("who", "side", ["amount"], true, true) }
        let series = data.series.sorted { $0.name < $1.name }.map { "\($0.name) " + $0.exact.map { $0?.description ?? "-" }.joined(separator: " ") }
        #expect(told(data).prefix { $0 != "]" } + "] " + series.joined(separator: ", ") == expected)
        #expect(data.notes == notes)
        #expect((0..<data.places.count).map { place in data.series.contains { $0.isUnknown(at: place) } } == unknown)
    }

    @Test("Where one of bars in percent is unknown, so is what each is of all")
    func percentOfAll() throws {
        let data = try chart(build("rows", sides, [["a", "p", 30], ["b", "p", .none]]), .bar) { ($0.x, $0.y, $0.isPercent) = ("who", ["amount"], true) }
        #expect(data.series[0].exact == [nil, nil])
        #expect(data.notes == ["1 value is unknown: b", "where a part is unknown, so is the whole, and no percents are told"])
    }

    @Test(
        "Of days gathered the latest is shown, in whatever order the rows come, and unknown where it is unknown",
        arguments: [(FrameValue.none, "102 -"), (7, "102 7")])
    func latest(_ last: FrameValue, _ expected: String) throws {
        let columns: [ColumnSchema] = [.day("date"), .text("currency"), .text("account"), .money("value", in: .usd, total: .none)]
        // From 1 July to 30 August, and one day more that is known or not.
        var rows = (0..<61).map { [.day(Day(number: 16_252 + Int32($0))), "USD", "A", .decimal(FixedDecimal($0 + 102 - 30))] as [FrameValue] }
        rows.append([.day(Day(number: 16_313)), "USD", "A", last])
        for frame in [rows, rows.reversed(), rows.filter { $0[0] != rows[3][0] } + [rows[3]]].map({ build("snapshots", columns, $0) }) {
            let data = try chart(frame, .heatmap) { ($0.x, $0.y, $0.by) = ("date", ["value"], "account") }
            #expect(told(data) == "heatmap [2014-07 2014-08] A \(expected)")
            #expect(data.notes.contains("1 value is unknown: 2014-08") == last.isNone)
        }
    }

    /// A frame whose rows have something in common.
    private func overlapping(_ tags: [String] = ["core", "tech"]) -> Frame {
        build("snapshots", [.text("tag"), .day("date"), .money("value", in: .usd)], tags.map { [.text($0), day("2014-12-31"), 10] }).repeated()
    }

    @Test(
        "What counts in several rows is neither sliced nor stacked nor in percent",
        arguments: [
            (ChartKind.pie, false, false, "a pie chart"), (.donut, false, false, "a donut chart"), (.treemap, false, false, "a treemap chart"),
            (.waterfall, false, false, "a waterfall chart"), (.bar, true, false, "a stack"), (.area, true, false, "a stack"), (.bar, false, true, "percents of a whole"),
        ])
    func refused(_ kind: ChartKind, _ stacks: Bool, _ isPercent: Bool, _ what: String) throws {
        let error = #expect(throws: FrameError.self) {
            try chart(overlapping(), kind) {
                ($0.x, $0.y, $0.isPercent) = (stacks ? "date" : "tag", ["value"], isPercent)
                if stacks { ($0.by, $0.isStacked) = ("tag", true) }
            }
        }
        #expect(
            error?.message
                == "the rows of snapshots have something in common, as what has several tags counts in each, so that \(what) would count it several times")
        #expect(error?.hint?.contains("stand side by side") == true && error?.hint?.contains("where{tag=…}") == true)
    }

    @Test("It stands as bars side by side, without a total, and the rows of one tag are parts of a whole")
    func sideBySide() throws {
        let bars = try chart(overlapping(), .bar) { ($0.x, $0.y, $0.by) = ("date", ["value"], "tag") }
        #expect(!bars.isStacked && !bars.hasTotals && bars.series.count == 2)
        #expect(try chart(overlapping(["core"]), .pie) { ($0.x, $0.y) = ("tag", ["value"]) }.places.count == 1)
    }

    @Test("What is made of rows that have something in common adds up to no total either")
    func totals() throws {
        let grouped = try overlapping().group(by: ["tag"]).aggregate([Aggregate(.sum, "value"), Aggregate(.count, "value", as: "rows")])
        #expect(grouped.columns.allSatisfy { $0.schema.total == .none && $0.schema.isRepeated })
        let more = try overlapping().with(.money("twice", in: .usd), values: [20, 20])
        #expect(more.columns.allSatisfy { $0.schema.total == .none && $0.schema.isRepeated })
    }
}
