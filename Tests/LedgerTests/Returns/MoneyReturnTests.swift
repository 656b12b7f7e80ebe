import Ledger
import Testing
import Values
import Worth

@Suite("Gains in money and the returns on it")
struct MoneyReturnTests {
    @Test("The gain is what is there and was taken out, less what was there and was put in")
    func gain() throws {
        let money = try MoneyGain(of: valueSeries("2024-01-01 1000", "2024-01-11 1200 +100", "2024-01-21 1100 -200", "2024-01-31 1150"))
        #expect(money.inflows == 100 && money.outflows == 200 && money.opening == 1000 && money.closing == 1150)
        // 1150 - 1000 - (100 - 200), on 1100 put in.
        #expect(try money.gain == 250 && money.share == exact("0.227272727272727273"))
        let none = try MoneyGain(of: valueSeries("2024-01-01 0", "2024-01-11 10"))
        #expect(none.gain == 10 && none.share == nil)
    }

    @Test("Modified Dietz weighs flows by the days that they were there")
    func modifiedDietz() throws {
        let series = try valueSeries("2024-01-01 1000", "2024-01-11 1200 +100", "2024-01-21 1100 -200", "2024-01-31 1150")
        // 30 days; at the end of the day 100 are there for 20 of them and 200 are gone for 10: 1000 + (2000 - 2000) / 30.
        let end = try ModifiedDietz(of: series, timing: .endOfDay)
        #expect(try end.averageCapital == 1000 && end.total == exact("0.25") && end.timing == .endOfDay && end.gap == nil)
        // At the start one day more each: (2100 - 2200) / 30 = -3 1/3.
        let start = try ModifiedDietz(of: series, timing: .startOfDay)
        #expect(try start.averageCapital == exact("996.666666666666666667") && start.total == exact("0.250836120401337793"))
        // Split: money in counts its day, money out not: (2100 - 2000) / 30.
        let split = try ModifiedDietz(of: series)
        #expect(try split.averageCapital == exact("1003.333333333333333333") && split.total == exact("0.249169435215946844"))
    }

    @Test("Without capital there is no return, but a reason")
    func gaps() throws {
        let none = try ModifiedDietz(of: valueSeries("2024-01-01 0", "2024-01-02 10"))
        #expect(none.total == nil && none.gap == .noAverageCapital(0))
        let taken = try ModifiedDietz(of: valueSeries("2024-01-01 100", "2024-01-02 10 -200", "2024-01-31 20"))
        // 100 - 200 · 29/30.
        #expect(try taken.gap == .noAverageCapital(exact("-93.333333333333333333")))
        #expect(try ModifiedDietz(of: valueSeries("2024-01-01 100")).gap == .noDays)
    }

    @Test("A series as cash flows of its owner")
    func cashFlows() throws {
        let series = try valueSeries("2023-01-01 1000", "2023-07-02 1300 +200", "2023-10-01 900 -400", "2024-01-01 950")
        #expect(
            series.cashFlows().map { "\($0.day) \($0.amount)" } == [
                "2023-01-01 -1000", "2023-07-02 -200", "2023-10-01 400", "2024-01-01 950",
            ])
    }

    @Test("Parts of a gain add up to it, roundings and all")
    func parts() throws {
        // 100 at 0.9 become 120 at 0.8: 96 - 90 = 6, of which (120 - 100) · 0.9 = 18 is price and 120 · (0.8 - 0.9) = -12 currency.
        let parts = try GainParts.change(openingLocal: 100, openingRate: exact("0.9"), closingLocal: 120, closingRate: exact("0.8"))
        #expect(parts.price == 18 && parts.currency == -12)
        #expect(try parts.total() == 6)
        let whole = try parts + GainParts(price: 1, income: 5, currency: 2, fees: -3, taxes: -1)
        #expect(try whole == GainParts(price: 19, income: 5, currency: -10, fees: -3, taxes: -1) && whole.total() == 10)
        let odd = try GainParts.change(
            openingLocal: exact("33.333333333333333333"), openingRate: exact("1.234567890123456789"),
            closingLocal: exact("66.666666666666666667"), closingRate: exact("0.987654321098765432"))
        #expect(
            try odd.total() == exact("66.666666666666666667") * exact("0.987654321098765432")
                - exact("33.333333333333333333") * exact("1.234567890123456789"))
        // At a rate that stands still all is price, even the rounding.
        let still = try GainParts.change(
            openingLocal: exact("0.000000000000000003"), openingRate: exact("0.5"), closingLocal: 1, closingRate: exact("0.5"))
        #expect(still.currency == 0)
        #expect(throws: ReturnsError.self) { try GainParts(price: .greatest, income: 1).total() }
    }
}
