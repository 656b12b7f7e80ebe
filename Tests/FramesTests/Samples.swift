import Frames
import Values

/// Holdings in two currencies, one of them without a price.
func sampleHoldings() -> Frame {
    var builder = FrameBuilder("holdings", [
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

extension FrameValue {
    /// A decimal from its text.
    static func decimal(_ text: String) -> FrameValue { .decimal(try! FixedDecimal(text)) }
}
