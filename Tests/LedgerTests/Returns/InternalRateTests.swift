import Foundation
import Ledger
import Testing
import Values
import Worth

@Suite("Internal rates")
struct InternalRateTests {
    /// Flows written `2024-01-01 -1000`.
    private func flows(_ lines: String...) throws -> [CashFlow] {
        try lines.map { line in
            let parts = line.split(separator: " ")
            return CashFlow(day: try Day(parts[0]), amount: try FixedDecimal(String(parts[1])))
        }
    }

    private func rate(_ flows: [CashFlow]) throws -> InternalRate.Root {
        guard case .rate(let root) = try InternalRate(of: flows) else {
            throw Unexpected(answer: try InternalRate(of: flows))
        }
        return root
    }

    private struct Unexpected: Error {
        let answer: InternalRate
    }

    @Test("A year of 365 days")
    func oneYear() throws {
        let root = try rate(flows("2023-01-01 -1000", "2024-01-01 1100"))
        #expect(try root.annual == FixedDecimal("0.1") && root.overSpan == FixedDecimal("0.1") && root.figure == FixedDecimal("0.1"))
        #expect(root.days == 365)
        // 1.21 over 730 days is 1.1 twice.
        let two = try rate(flows("2021-01-01 -1000", "2023-01-01 1210"))
        #expect(try two.annual == FixedDecimal("0.1") && two.overSpan == FixedDecimal("0.21") && two.figure == FixedDecimal("0.1"))
        #expect(try rate(flows("2023-01-01 -100", "2024-01-01 100")).annual == 0)
    }

    /// `Python/rates.py` found them by bisection with sixty digits.
    @Test("Rates known to fifty digits are met to the twelfth, absolute or relative")
    func manyDigits() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/rates.csv")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n"), first = try Day("2000-01-01")
        for line in lines {
            let cells = line.split(separator: ",")
            let wanted = try FixedDecimal(cells[0].prefix { $0 != "." } + cells[0].drop { $0 != "." }.prefix(19))
            let flows = try cells.dropFirst().map { cell in
                let parts = cell.split(separator: " ")
                return CashFlow(day: try first.adding(days: Int(parts[0])!), amount: try FixedDecimal(String(parts[1])))
            }
            let annual = try #require(try rate(flows).annual, "\(line)")
            #expect(try (annual - wanted).magnitude <= max(.one, wanted.magnitude) * FixedDecimal("0.000000000001"), "\(annual) for \(line)")
        }
        #expect(lines.count == 120)
    }

    @Test("The example of Microsoft's documentation of XIRR, 0.373362535")
    func documented() throws {
        let example = try flows("2008-01-01 -10000", "2008-03-01 2750", "2008-10-30 4250", "2009-02-15 3250", "2009-04-01 2750")
        let annual = try #require(try rate(example).annual)
        #expect(try (annual - FixedDecimal("0.373362535")).magnitude < FixedDecimal("0.000000002"))
        #expect(try rate(Array(example.reversed())) == rate(example))
        // A flow in two parts on its day is the same flow.
        let parted = try example.dropLast() + flows("2009-04-01 750", "2009-04-01 2000")
        #expect(try rate(Array(parted)) == rate(example))
    }

    @Test("Under a year the figure is that over the span")
    func shortSpans() throws {
        // 73 days are a fifth of a year: 1.02⁵ - 1 = 0.1040808032.
        let root = try rate(flows("2024-01-01 -1000", "2024-03-14 1020"))
        #expect(try root.annual == FixedDecimal("0.1040808032") && root.overSpan == FixedDecimal("0.02") && root.figure == FixedDecimal("0.02"))
        // 1.2³⁶⁵ is more than a decimal holds.
        let day = try rate(flows("2024-01-01 -100", "2024-01-02 120"))
        #expect(try day.annual == nil && day.overSpan == FixedDecimal("0.2") && day.figure == FixedDecimal("0.2"))
    }

    @Test("Near -100 %")
    func nearlyEverythingLost() throws {
        // √(0.001 / 1000) = 0.001, and one unit of a thousand billion.
        #expect(try rate(flows("2021-01-01 -1000", "2023-01-01 0.001")).annual == FixedDecimal("-0.999"))
        #expect(try rate(flows("2023-01-01 -1000", "2024-01-01 0.000000001")).annual == FixedDecimal("-0.999999999999"))
        // In one day the rate for a year is lower than a binary float can tell from -100 %; its logarithm is not: 365 ln 10⁻²¹.
        let day = try rate(flows("2024-01-01 -1000", "2024-01-02 0.000000000000000001"))
        #expect(abs(day.continuous + 17_649.314_737_799_36) < 1e-9)
        #expect(try InternalRate(of: flows("2023-01-01 -1000", "2023-06-01 -500", "2024-01-01 0")) == .none(.everythingLost))
    }

    @Test("Rates that lie so near each other that binary floats tell them apart only just are right to the last of twelve digits")
    func nearRates() throws {
        // -1000 x² + 2200 x - 1210 + 1000 h² = -1000 (x - 1.1 - h)(x - 1.1 + h).
        for (last, rates) in [("-1209.99999", ["0.0999", "0.1001"]), ("-1209.999999999", ["0.099999", "0.100001"])] {
            guard case .several(let roots) = try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2200", "2023-01-01 \(last)")) else {
                Issue.record("not two answers with \(last)")
                continue
            }
            #expect(try roots.map(\.annual) == rates.map { try FixedDecimal($0) })
        }
    }

    @Test("A plain series has the one rate that money earns, whatever others lie beyond 10,000 % a year")
    func ratesThatNobodyMeans() throws {
        // -1 + 30 x - 100 x² + 90 x⁴⁰⁰, with x the worth of a unit paid a day later: zero near x = 0.04, x = 0.26 and x = 0.9994.
        let plain = try flows("2020-01-01 -1", "2020-01-02 30", "2020-01-03 -100", "2021-02-04 90")
        guard case .decided(let root, let others) = try InternalRate(of: plain) else {
            Issue.record("\(try InternalRate(of: plain))")
            return
        }
        #expect(others.count == 2 && others.allSatisfy { $0.annual == nil })
        #expect(try #require(root.annual) > 0 && #require(root.annual) < 1 && RateOracle(plain).crossesZero(at: root.continuous))
        // Where no other is there, a rate beyond is the rate.
        #expect(try rate(flows("2020-01-01 -1", "2020-12-31 200")).annual == 199)
    }

    @Test("Several answers are all told")
    func several() throws {
        // -1000 x² + 2500 x - 1540 = -1000 (x - 1.1)(x - 1.4).
        guard case .several(let roots) = try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2500", "2023-01-01 -1540")) else {
            Issue.record("one answer, or none")
            return
        }
        #expect(try roots.map(\.annual) == [FixedDecimal("0.1"), FixedDecimal("0.4")])
        #expect(try roots.map(\.overSpan) == [FixedDecimal("0.21"), FixedDecimal("0.96")])
    }

    @Test("Three changes of side may have one answer, two changes none")
    func fewerThanDescartes() throws {
        // x³ - 2.2 x² + 2.2 x - 1.2 = (x - 1.2)(x² - x + 1), and the second factor has no real zero.
        let three = try flows("2021-01-01 -1000", "2022-01-01 2200", "2023-01-01 -2200", "2024-01-01 1200")
        #expect(try rate(three).annual == FixedDecimal("0.2"))
        // x² - 2x + 1.5 has none either: its discriminant is 4 - 6.
        #expect(try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2000", "2023-01-01 -1500")) == .none(.neverZero))
    }

    @Test("A rate at which the worth only touches zero is told as undecided")
    func touching() throws {
        // -1000 x² + 2200 x - 1210 = -1000 (x - 1.1)².
        guard case .undecided(let certain, let near) = try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2200", "2023-01-01 -1210")) else {
            Issue.record("decided")
            return
        }
        #expect(certain.isEmpty && near.count == 1)
        #expect(try (#require(near.first?.annual) - FixedDecimal("0.1")).magnitude < FixedDecimal("0.000001"))
        // A thousandth of a cent to either side decides it.
        #expect(try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2200", "2023-01-01 -1210.00001")) == .none(.neverZero))
        guard case .several(let roots) = try InternalRate(of: flows("2021-01-01 -1000", "2022-01-01 2200", "2023-01-01 -1209.99999")) else {
            Issue.record("not two answers")
            return
        }
        // 1.1 ± √(1.21 - 1.20999999) = 1.1 ± 0.0001.
        #expect(try roots.count == 2 && (#require(roots[1].annual) - FixedDecimal("0.1001")).magnitude < FixedDecimal("0.0000000001"))
    }

    @Test(
        "A rate that is an answer three times or eight times over is told as undecided, and soon",
        arguments: [
            // The flows are 1000 (x - 1.1)³ and 1000 (x - 1)⁸.
            ([1000, -3300, 3630, -1331], "0.1"), ([1000, -8000, 28_000, -56_000, 70_000, -56_000, 28_000, -8000, 1000], "0"),
        ])
    func multiple(amounts: [Int], rate: String) throws {
        let flows = amounts.enumerated().map { CashFlow(day: Day(number: Int32(15_000 + 365 * $0.offset)), amount: FixedDecimal($0.element)) }
        guard case .undecided(let certain, let near) = try InternalRate(of: flows) else {
            Issue.record("decided")
            return
        }
        #expect(certain.isEmpty && !near.isEmpty)
        for root in near { #expect(try (#require(root.annual) - exact(rate)).magnitude < exact("0.05"), "\(root.annual!)") }
    }

    @Test("A plan with withdrawals has one rate, however many changes of side")
    func plan() throws {
        var flows: [CashFlow] = []
        for month in 0..<120 {
            let day = try Day("2010-01-01").adding(months: month)
            flows.append(CashFlow(day: day, amount: month % 12 == 11 ? 300 : -100))
        }
        flows.append(CashFlow(day: try Day("2020-01-01"), amount: 12_000))
        // 120 months: 110 payments of 100, 10 receipts of 300 and 12,000 at the end; worth 0 at one rate only, and it is above zero.
        let root = try rate(flows)
        #expect(root.continuous > 0 && RateOracle(flows).crossesZero(at: root.continuous))
    }

    @Test(
        "Why there is no answer",
        arguments: [
            ([String](), MissingRate.noFlows), (["2024-01-01 0"], .noFlows), (["2024-01-01 100", "2024-01-01 -100"], .noFlows),
            (["2024-01-01 100", "2024-01-01 -90"], .sameDay), (["2024-01-01 -100", "2024-02-01 -90"], .onlyPaid),
            (["2024-01-01 100", "2024-02-01 90"], .onlyReceived), (["2024-01-01 -100", "2024-02-01 0"], .everythingLost),
        ])
    func missing(lines: [String], reason: MissingRate) throws {
        let flows = try lines.flatMap { try self.flows($0) }
        #expect(try InternalRate(of: flows) == .none(reason))
        #expect(!reason.description.isEmpty && !reason.description.hasSuffix("."))
    }

    @Test("A day's flows that do not fit a decimal are an error")
    func overflow() throws {
        let day = try Day("2024-01-01")
        #expect(throws: ReturnsError.self) {
            try InternalRate(of: [CashFlow(day: day, amount: .greatest), CashFlow(day: day, amount: .greatest)])
        }
    }
}
