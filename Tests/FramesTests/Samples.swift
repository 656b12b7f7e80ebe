import Frames
import TestSupport
import Values

/// Holdings in two currencies, one of them without a price.
func sampleHoldings() -> Frame {
    var builder = FrameBuilder(
        "holdings",
        [
            .text("account"), .text("symbol"), .quantity("quantity"), .text("currency"), .price("price"), .money("market_value"),
            .gain("unrealized_gain"), .percent("unrealized_percent", isColoured: true),
        ])
    let rows: [[FrameValue]] = [
        ["Brokerage", "ORCL", 10, "USD", .decimal("182.3"), .decimal("1823"), .decimal("1511"), .decimal("484.294871")],
        ["Brokerage", "SAP", .decimal("2.5"), "EUR", .decimal("120.125"), .decimal("300.3125"), .decimal("-12.345"), .decimal("-3.9484")],
        ["Pension", "VTI", 1200, "USD", .decimal("250"), 300000, 0, 0],
        ["Pension", "XYZ", 3, "USD", nil, nil, nil, nil],
        ["Japan", "7203", 100, "JPY", .decimal("2500"), 250000, .decimal("-50000"), .decimal("-16.67")],
    ]
    for row in rows { try! builder.append(row) }
    builder.add(policy: "lot_method", "fifo")
    builder.add(warning: "no_quote", "XYZ has no quote on or before 2014-12-31")
    return builder.frame()
}

// In the program a nil literal would be taken for no value where an optional was meant; in tables of tests it is plain.
extension FrameValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .none }
}

extension FrameValue {
    /// A decimal from its text.
    static func decimal(_ text: String) -> FrameValue { .decimal(try! FixedDecimal(text)) }
}

/// Frames of chance for property tests: few different values, so that ties, gaps and groups are frequent.
struct RandomFrames {
    var random: SeededRandom

    mutating func frame(rows: Int) -> Frame {
        var builder = FrameBuilder(
            "sample",
            [
                .int("id"), .text("symbol"), .text("currency"), .money("amount"), .decimal("factor"), .day("date"), .instant("at"), .bool("open"),
            ])
        for id in 0..<rows { try! builder.append(row(id)) }
        return builder.frame()
    }

    private mutating func row(_ id: Int) -> [FrameValue] {
        [
            .int(Int64(id)), value { .text($0.pick(["A", "B", "Ba", "a", "é", "e\u{301}", "", "日本", "🙂", "b,\"c\"\nd"])) },
            .text(random.pick(["EUR", "USD"])), value { .decimal(FixedDecimal(units: Int128($0.int(-500...500)) * 10_000_000_000_000_000)) },
            value { .decimal($0.wideDecimal()) }, value { .day(Day(number: Int32($0.int(-30...30)))) },
            value { .instant(Instant(microseconds: Int64($0.int(-5...5)) * 1_234_567)) }, value { .bool($0.chance(oneIn: 2)) },
        ]
    }

    /// A value, or none now and then.
    private mutating func value(_ make: (inout SeededRandom) -> FrameValue) -> FrameValue {
        random.chance(oneIn: 8) ? .none : make(&random)
    }
}

extension SeededRandom {
    /// A decimal of any size, with neighbours that differ in the last unit only.
    mutating func wideDecimal() -> FixedDecimal {
        let wide = Int128(truncatingIfNeeded: UInt128(next()) << 64 | UInt128(next())) >> Int128(int(0...127))
        let near: Int128 = pick([0, 1 << 100, -(1 << 120)])
        let units = chance(oneIn: 2) ? wide : near + Int128(int(0...3))
        return FixedDecimal(units: units == .min ? 0 : units)
    }
}

/// How two values stand to each other by the rules of sorting, told the slow way; nil is behind everything.
func precedes(_ a: FrameValue, _ b: FrameValue, descending: Bool = false) -> Bool {
    switch (a, b) {
    case (.none, _): false
    case (_, .none): true
    case (.text(let a), .text(let b)):
        descending ? b.unicodeScalars.lexicographicallyPrecedes(a.unicodeScalars) : a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    case (.day(let a), .day(let b)): descending ? b < a : a < b
    case (.instant(let a), .instant(let b)): descending ? b < a : a < b
    case (.bool(let a), .bool(let b)): descending ? b.description < a.description : a.description < b.description
    default: descending ? b.decimal! < a.decimal! : a.decimal! < b.decimal!
    }
}

extension Frame {
    /// The ids of the rows, which tell where they came from.
    var ids: [Int] { get throws { try list("id").map { $0.decimal!.exactInt! } } }

    /// All values, row by row.
    var rows: [[FrameValue]] {
        get throws {
            let columns = try columnNames.map { try list($0) }
            return (0..<rowCount).map { row in columns.map { $0[row] } }
        }
    }
}
