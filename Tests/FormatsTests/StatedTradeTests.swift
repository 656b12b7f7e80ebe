import Testing
import Values

@testable import Formats

@Suite("Figures of trades that are rounded as statements print them")
struct StatedTradeTests {
    @Test(
        "Units that are rounded to their last digit come to the total, which is what moved; the price stands only where its own rounding explains the total",
        arguments: [
            ("0.094", "111.70", "10.53", false), ("0.221", "111.70", "24.73", false), ("1.343", "111.70", "150.03", false), ("0.137", "180", "24.62", false),
            ("0.0133", "180", "2.40", false), ("0.25", "50", "12.51", false), ("5.47", "91.38", "500", false), ("0.333", "300.12", "100", false),
            ("13.428", "111.70", "1499.95", true), ("5.472", "91.38", "500", true),
        ])
    func rounded(units: String, price: String, total: String, isPriced: Bool) throws {
        let trade = StatedTrade(isBuy: true, units: try FixedDecimal(units), price: try FixedDecimal(price), total: try FixedDecimal(total))
        let figures = try trade.figures()
        #expect(figures.price == (isPriced ? trade.price : nil) && figures.amount == trade.total)
    }

    @Test(
        "What no rounding explains is refused",
        arguments: [("3", "10", "50"), ("0.094", "111.70", "10.60"), ("5.47", "91.38", "501"), ("10", "50", "500.10"), ("0.5", "180", "95")])
    func wrong(units: String, price: String, total: String) throws {
        let trade = StatedTrade(isBuy: true, units: try FixedDecimal(units), price: try FixedDecimal(price), total: try FixedDecimal(total))
        #expect(throws: ImportIssue.self) { try trade.figures() }
    }
}
