import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// Books made up, written as GnuCash does and as luca's own CSV: what comes in is the same.
@Suite("Books of GnuCash made up")
struct GnuCashRandomTests {
    /// A book in both forms, transaction by transaction.
    private struct Twin {
        private(set) var rows: [String] = []
        private(set) var steps: [(inout GnuCashSample) -> Void] = []
        private var units = ["AAPL": 0, "MSFT": 0]

        init(_ count: Int, _ random: inout SeededRandom) {
            for number in 1...count { step(number, &random) }
        }

        private mutating func add(_ day: String, _ splits: [String], _ rows: [String]) {
            steps.append { [id = "g\(steps.count)"] in $0.transaction(day, "row", splits, id: id) }
            self.rows += rows
        }

        private static func cents(_ value: Int) -> String {
            let text = String(value.magnitude), padded = String(repeating: "0", count: max(0, 3 - text.count)) + text
            return (value < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
        }

        private mutating func step(_ number: Int, _ random: inout SeededRandom) {
            let day = "20\(14 + number / 300)-\(String(101 + number % 300 / 25).dropFirst())-\(String(101 + number % 25).dropFirst())"
            let symbol = random.pick(["AAPL", "MSFT"]), account = symbol == "AAPL" ? "Apple" : "Micro", held = units[symbol] ?? 0
            let money = random.int(100...99_999), text = Self.cents(money)
            switch random.int(0...5) {
            case 0: add(day, ["Bank|\(text)", "Salary|-\(text)"], ["\(day),deposit,Bank,,,,,\(text),USD,"])
            case 1: add(day, ["Groceries|\(text)", "Bank|-\(text)"], ["\(day),withdrawal,Bank,,,,,-\(text),USD,"])
            case 2:
                let quantity = random.int(1...40), fee = random.chance(oneIn: 2) ? 195 : 0, whole = Self.cents(money + fee)
                add(
                    day, ["\(account)|\(quantity)|\(text)"] + (fee > 0 ? ["Commissions|\(Self.cents(fee))"] : []) + ["Broker|-\(whole)"],
                    ["\(day),buy,Broker,\(symbol),\(quantity),,\(Self.cents(fee)),-\(whole),USD,"])
                units[symbol] = held + quantity
            case 3 where held > 1:
                let quantity = random.int(1...held - 1)
                add(
                    day, ["Broker|\(text)", "\(account)|-\(quantity)|-\(text)", "\(account)|0|3.00", "Capital Gains|-3.00"],
                    ["\(day),sell,Broker,\(symbol),\(quantity),,,\(text),USD,"])
                units[symbol] = held - quantity
            case 4: add(day, ["\(account)|0|0", "Dividend Income|-\(text)", "Broker|\(text)"], ["\(day),dividend,Broker,\(symbol),,,,\(text),USD,"])
            default:
                add(day, ["Broker|\(text)", "Bank|-\(text)"], ["\(day),transfer_out,Bank,,,,,-\(text),USD,", "\(day),transfer_in,Broker,,,,,\(text),USD,"])
            }
        }

        /// The first transactions of the book as GnuCash saves them.
        func book(_ count: Int) -> GnuCashSample {
            var book = GnuCashSample.usual()
            book.account("Micro", "STOCK", "MSFT", in: "Stock")
            for step in steps.prefix(count) { step(&book) }
            return book
        }
    }

    /// What lots and cash say.
    private static func figures(_ ledger: Ledger) throws -> [String] {
        try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.balance)" }.sorted()
            + ledger.lots().map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol) \($0.opened) \($0.remaining) \($0.cost)" }.sorted()
    }

    @Test("What comes in is what would have been recorded; again and grown it adds what is new alone") func same() throws {
        var random = SeededRandom.forTest("books of GnuCash made up")
        for _ in 0..<SeededRandom.rounds(6) {
            let twin = Twin(120, &random), ledger = Ledger(), other = Ledger()
            var opening = ImportContext(other)
            opening.baseCurrency = .usd
            let direct = try FormatsTests.plan("date,type,account,symbol,quantity,price,fee,amount,currency,notes\n" + twin.rows.joined(separator: "\n") + "\n", context: opening)
            #expect(direct.refusedCount == 0, "\(direct.refusals.prefix(3))")
            _ = try record(direct, in: other)
            for count in [50, 50, 120, 120] {
                let before = ledger.facts.count, read = try GnuCashImport(twin.book(count), into: ledger)
                #expect(read.plan.refusedCount == 0, "\(read.plan.refusals.prefix(3))")
                #expect(ledger.facts.count == before + read.plan.activities.count)
                #expect(read.plan.activities.isEmpty == (before > 0 && (count == 50 || before == other.facts.count)))
            }
            #expect(ledger.facts.count == other.facts.count)
            let (own, told) = (try Self.figures(ledger), try Self.figures(other))
            #expect(own == told)
            #expect(own.count > 3)
        }
    }
}
