import Frames
import TestSupport
import Testing
import Values

@Suite("Groups")
struct GroupTests {
    @Test("The key columns come first, the groups in the order of their keys, none last")
    func order() throws {
        let frame = try sampleHoldings().sort(["-symbol"])
        let groups = try frame.group(by: ["currency", "account"]).counted()
        #expect(groups.columnNames == ["currency", "account", "count"])
        #expect(try groups.rows == [["EUR", "Brokerage", 1], ["JPY", "Japan", 1], ["USD", "Brokerage", 1], ["USD", "Pension", 2]])
        let prices = try frame.group(by: ["price"]).counted().list("price")
        #expect(prices == [.decimal("120.125"), .decimal("182.3"), 250, 2500, nil])
    }

    @Test("Group sums and counts add up to those of the whole, whatever the keys")
    func addUp() throws {
        var random = RandomFrames(random: .forTest())
        for rows in [1, 2, 50, 700] {
            let frame = try random.frame(rows: rows).filter("currency", equals: "EUR")
            for keys in [["symbol"], ["date", "open"], ["factor"], ["at", "symbol", "open"], ["currency"]] {
                let groups = try frame.group(by: keys)
                #expect(try groups.sum("amount").sum("amount").decimal ?? 0 == frame.sum("amount").decimal ?? 0)
                #expect(try groups.counted().sum("count") == .int(Int64(frame.rowCount)))
                #expect(try groups.aggregate([Aggregate(.count, "amount")]).sum("amount") == .int(Int64(frame.count("amount"))))
                #expect(try groups.frames().map(\.frame.rowCount).reduce(0, +) == frame.rowCount)
            }
        }
    }

    @Test("Each aggregate is what the slow way makes of the rows of the group")
    func oracle() throws {
        var random = RandomFrames(random: .forTest())
        let frame = try random.frame(rows: 300).without(["factor"])
        let functions = AggregateFunction.allCases.filter { $0 != .sum && $0 != .avg }
        for name in ["id", "date", "at", "open", "symbol"] {
            let result = try frame.group(by: ["currency", "open"]).aggregate(functions.map { Aggregate($0, name, as: $0.rawValue) })
            for (group, parts) in try frame.group(by: ["currency", "open"]).frames().enumerated() {
                let values = try parts.frame.list(name)
                for function in functions {
                    #expect(try result.value(function.rawValue, row: group) == expected(function, values), "\(function) of \(name)")
                }
            }
        }
    }

    private func expected(_ function: AggregateFunction, _ values: [FrameValue]) -> FrameValue {
        let present = values.filter { !$0.isNone }
        switch function {
        case .count: return .int(Int64(present.count))
        case .min: return present.min { precedes($0, $1) } ?? nil
        case .max: return present.max { precedes($0, $1) } ?? nil
        case .first: return values.first!
        case .last: return values.last!
        case .sum, .avg: return nil
        }
    }

    @Test("Amounts of different currencies in one group are an error that says what to group by")
    func mixedCurrencies() throws {
        let error = #expect(throws: FrameError.self) { try sampleHoldings().group(by: ["account"]).sum("market_value") }
        #expect(error?.kind == .mixedCurrencies)
        #expect(
            error?.description == """
                column "market_value" has amounts in USD and in EUR where account = Brokerage, which do not add up; \
                group by "currency" too, or convert the amounts to one currency first
                """)
        let groups = try sampleHoldings().group(by: ["account", "currency"]).sum("market_value")
        #expect(try groups.list("market_value") == [.decimal("300.3125"), 1823, 250_000, 300_000])
    }

    @Test("The currency is known where it is no longer shown, also of groups")
    func hiddenCurrencies() throws {
        let hidden = try sampleHoldings().select(["symbol", "market_value"])
        #expect(throws: FrameError.self) { try hidden.sum("market_value") }
        let bySymbol = try hidden.group(by: ["symbol"]).sum("market_value")
        #expect(throws: FrameError.self) { try bySymbol.sum("market_value") }
        #expect(try bySymbol.filter("symbol", in: ["ORCL", "VTI"]).sum("market_value") == 301_823)
    }

    @Test("An amount without currency does not join one with")
    func noCurrency() throws {
        for rows: [[FrameValue]] in [[["USD", 1], [nil, 2]], [[nil, 2], ["USD", 1]]] {
            var builder = FrameBuilder("cash", [.text("currency"), .money("balance")])
            for row in rows { try builder.append(row) }
            let error = #expect(throws: FrameError.self) { try builder.frame().sum("balance") }
            #expect(error?.kind == .mixedCurrencies && error!.message.contains("no currency"))
        }
    }

    @Test("Rows without value are left out with a warning; a group of none but those has no sum")
    func missing() throws {
        let groups = try sampleHoldings().group(by: ["symbol"]).sum("market_value")
        #expect(try groups.filter("symbol", equals: "XYZ").list("market_value") == [nil])
        #expect(groups.warnings.map(\.kind) == ["no_quote", "missing_values"])
        #expect(groups.warnings.last?.message == "1 of 5 rows have no market_value and are left out of the sum")
    }

    @Test("Results are named after their columns, and after the function too where that is not enough")
    func names() throws {
        let groups = try sampleHoldings().group(by: ["currency"])
        let frame = try groups.aggregate([
            Aggregate(.sum, "market_value"), Aggregate(.min, "quantity"), Aggregate(.max, "quantity"), Aggregate(.count, "symbol", as: "n"),
            Aggregate(.first, "currency"),
        ])
        #expect(frame.columnNames == ["currency", "market_value", "min_quantity", "max_quantity", "n", "first_currency"])
        #expect(throws: FrameError.self) { try groups.aggregate([Aggregate(.sum, "quantity", as: "x"), Aggregate(.avg, "quantity", as: "x")]) }
        #expect(throws: FrameError.self) { try sampleHoldings().group(by: ["account", "account"]) }
    }

    @Test("A mean is rounded once, half-even")
    func mean() throws {
        var builder = FrameBuilder("values", [.int("int"), .decimal("decimal")])
        for (int, decimal) in [(1, FixedDecimal(units: 1)), (2, FixedDecimal(units: 2)), (2, FixedDecimal(units: 2))] {
            try builder.append([.int(Int64(int)), .decimal(decimal)])
        }
        #expect(try builder.frame().avg("int") == .decimal("1.666666666666666667"))
        #expect(try builder.frame().avg("decimal") == .decimal(FixedDecimal(units: 2)))
    }

    @Test("A sum passes through what it cannot hold, and fails only where the end is too large")
    func overflow() throws {
        func frame(_ values: [FixedDecimal]) throws -> Frame {
            var builder = FrameBuilder("values", [.decimal("value"), .int("int")])
            for value in values { try builder.append([.decimal(value), .int(.max)]) }
            return builder.frame()
        }
        let greatest = FixedDecimal.greatest
        #expect(try frame([greatest, greatest, -greatest, -1]).sum("value") == .decimal(greatest - 1))
        for values in [[greatest, 1], [-greatest, FixedDecimal(units: -1)]] {
            let error = #expect(throws: FrameError.self) { try frame(values).sum("value") }
            #expect(error?.message == "the sum of column \"value\" is too large to hold")
            #expect(error?.hint?.contains("f:sort(\"-value\")") == true)
            #expect(throws: FrameError.self) { try frame(values).sum("int") }
        }
    }

    @Test("A mean is told even where the sum cannot be: it lies among the values")
    func meanOfTheGreatest() throws {
        func mean(_ values: [FixedDecimal]) throws -> FrameValue {
            var builder = FrameBuilder("values", [.decimal("value")])
            for value in values { try builder.append([.decimal(value)]) }
            return try builder.frame().avg("value")
        }
        let greatest = FixedDecimal.greatest
        #expect(try mean([greatest, greatest, greatest]) == .decimal(greatest))
        #expect(try mean([-greatest, -greatest]) == .decimal(-greatest))
        #expect(try mean([greatest, greatest, -greatest, -greatest]) == .decimal(.zero))
        #expect(try mean([FixedDecimal(units: -1), FixedDecimal(units: -2)]) == .decimal(FixedDecimal(units: -2)))
        var random = SeededRandom.forTest()
        for _ in 0..<200 {
            let values = (0..<Int.random(in: 1...9, using: &random)).map { _ in FixedDecimal(units: Int128.random(in: -(1 << 100)...(1 << 100), using: &random)) }
            let sum = try values.reduce(FixedDecimal.zero) { try $0 + $1 }
            #expect(try mean(values) == .decimal(sum / FixedDecimal(values.count)))
        }
    }

    @Test("What there is nothing of adds up to zero; what nobody knows adds up to none")
    func empty() throws {
        let frame = sampleHoldings()
        let none = frame.slice(from: 0, count: 0), unknown = try frame.filter("price", equals: nil)
        #expect(try none.sum("market_value") == 0 && none.max("price") == nil && none.avg("price") == nil && none.first("symbol") == nil)
        #expect(try unknown.sum("market_value") == nil)
        #expect(try none.group(by: ["symbol"]).sum("market_value").rowCount == 0)
        #expect(try frame.count("price") == 4 && frame.missingCount("price") == 1)
    }

    @Test("Text cannot be added up")
    func text() throws {
        for frame in [sampleHoldings(), sampleHoldings().slice(from: 0, count: 0)] {
            let error = #expect(throws: FrameError.self) { try frame.sum("symbol") }
            #expect(error?.description == "cannot add up column \"symbol\": it holds text; only numbers can be added up")
        }
    }

    @Test("Each combination once, in the order of appearance")
    func distinct() throws {
        let frame = sampleHoldings()
        #expect(try frame.distinct(["account"]).rows == [["Brokerage"], ["Pension"], ["Japan"]])
        #expect(try frame.distinct(["currency", "account"]).rowCount == 4)
        #expect(try frame.distinct().rowCount == 5)
        #expect(try frame.take(rows: [1, 1, 0, 1]).distinct().list("symbol") == ["SAP", "ORCL"])
    }
}
