import Foundation
import LuaKit
import TestSupport
import Testing
import Values

@Suite("Exact money of imported trades")
struct ExactMoneyTests {
    /// Numbers that are the same in each run.
    private struct Chance {
        var state: UInt64 = 0x5EED
        mutating func number(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int((state >> 33) % UInt64(range.count))
        }
        /// A number with some digits behind the point.
        mutating func decimal(_ range: ClosedRange<Int>, _ digits: Int) -> FixedDecimal {
            FixedDecimal(units: Int128(number(range)) * 1_000_000_000_000_000_000 / Self.power(digits))
        }
        static func power(_ digits: Int) -> Int128 { (0..<digits).reduce(1) { power, _ in power * 10 } }
    }

    @Test(
        "Whatever price, quantity, charge and rate a row has, the cash of the book changes by the sum that the file states, and the trade's own figures by less than a billionth",
        arguments: [("USD", "GBP", 75), ("EUR", "JPY", 16_000), ("JPY", "EUR", 1), ("EUR", "IDR", 1_700_000), ("GBP", "USD", 133), ("BTC", "VND", 250_000_000)])
    func settled(own: String, paid: String, percent: Int) throws {
        var chance = Chance(), rows: [String] = [], stated = FixedDecimal.zero
        let digits = ["JPY", "VND"].contains(paid) ? 0 : 2
        for _ in 0..<25 {
            let quantity = chance.decimal(1...50_000, 3), price = chance.decimal(1_000...900_000, 4), isSale = chance.number(0...1) == 1
            let fee = try (quantity * price).rounded(to: 2) / 100, rate = try FixedDecimal(percent) / 100 + chance.decimal(0...99, 4)
            let gross = try quantity * price, net = isSale ? try gross - fee : -(try gross + fee), cash = try (net * rate).rounded(to: digits)
            if cash.isZero { continue }
            stated = try stated + cash
            let charge = chance.number(0...2) == 0 ? "" : "\(fee)"
            // Without its charge the row states that all of the sum is the trade.
            let amount = charge.isEmpty ? net.magnitude : gross
            rows.append("\(isSale ? "sell" : "buy"),\(quantity),\(amount),\(charge),\(cash)")
        }
        let folder = try TemporaryFolder(), session = try BrokerFile.session()
        try ("Side,Units,Worth,Charge,Moved\n" + rows.joined(separator: "\n") + "\n").write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
        try session.run(
            """
            account{name='A', currency='\(paid)', allow_short=true}
            importer.define{name='exact', account='A', headings={'Side', 'Moved'}, read=function(records)
              local t = {}
              for i, r in ipairs(records) do
                t[i] = {line=r.line, date='2025-01-02', type=r.Side, symbol='X', quantity=D(r.Units), amount=D(r.Worth), fee=r.Charge ~= '' and D(r.Charge) or nil,
                  currency='\(own)', settle='\(paid)', cash=D(r.Moved)}
              end
              return t
            end}
            v = import('\(folder.path)/a.csv')
            """)
        #expect(try session.text("v:where{verdict='add'}:count()") == "\(rows.count)" || session.text("#v:where{verdict='add'}") == "\(rows.count)")
        #expect(try session.text("cash{account='A', currency='\(paid)'}[1].balance") == "\(stated)")
        for (place, row) in rows.enumerated() {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            let found = try session.text("local r = activities{type={'buy', 'sell'}}[\(place + 1)] return r.cash .. ' ' .. r.amount .. ' ' .. r.fee").split(separator: " ")
            #expect(found[0] == cells[4])
            let moved = try FixedDecimal(String(found[1])) + FixedDecimal(String(found[2])) * (cells[0] == "buy" ? 1 : -1)
            let told = try FixedDecimal(String(cells[2])) + FixedDecimal(cells[3].isEmpty ? "0" : String(cells[3])) * (cells[0] == "buy" ? 1 : -1)
            #expect(try (moved - told).magnitude < FixedDecimal("0.000000001"), "\(row): \(found)")
        }
    }
}
