import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// Books made up, written as GnuCash does and as luca's own CSV: what comes in is the same.
@Suite("Doubtful books of GnuCash")
struct GnuCashDoubtTests {
    private static func bought() -> GnuCashSample {
        var book = GnuCashSample.usual()
        book.account("Short Gains", "INCOME", in: "Income")
        book.transaction("2014-01-02", "Savings", ["Broker|3000.00", "Opening Balances|-3000.00"])
        book.transaction("2014-01-06", "Buy", ["Apple|20|2000.00", "Broker|-2000.00"])
        return book
    }

    @Test("A gain over two accounts of income is no fee, and one without its income is refused")
    func gains() throws {
        var book = Self.bought()
        book.transaction("2014-09-01", "Sell", ["Broker|2200.00", "Apple|-20|-2200.00", "Apple|0|200.00", "Capital Gains|-120.00", "Short Gains|-80.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts.last == "sell Broker AAPL 20 @ 110", "\(read.facts) \(read.plan.refusals)")
        #expect(try read.cash() == ["Broker USD 3200"])
        var other = Self.bought()
        other.transaction("2014-09-01", "Sell", ["Broker|1100.00", "Apple|-10|-1210.00", "Apple|0|200.00", "Capital Gains|-90.00"])
        #expect(try GnuCashImport(other).plan.refusals.map(\.kind) == [.sumMismatch])
    }

    @Test("Siblings of one name are two accounts; an account without its currency is told")
    func names() throws {
        var book = GnuCashSample.usual()
        book.account("Top", "BANK")
        book.transaction("2014-01-02", "One", ["Bank|1000.00", "Opening Balances|-1000.00"])
        book.transaction("2014-01-03", "Two", ["Top|500.00", "Opening Balances|-500.00"])
        book.transaction("2014-01-04", "Between", ["Bank|200.00", "Top|-200.00"])
        let text = book.text.replacing("<act:name>Top</act:name>", with: "<act:name>Bank</act:name>")
        #expect(try GnuCashImport(text).cash().map { $0.split(separator: " ").last } == ["1200", "300"])
        let start = try #require(text.firstRange(of: "<act:id>Top</act:id>")?.upperBound), rest = text[start...]
        let from = try #require(rest.firstRange(of: "<act:commodity>")?.lowerBound), to = try #require(rest.firstRange(of: "</act:commodity>")?.upperBound)
        let refusals = try GnuCashImport(String(text[..<from] + text[to...])).plan.refusals
        #expect(refusals.contains { $0.message.contains("does not tell its currency or security") }, "\(refusals)")
    }

    @Test("A transaction that comes to nothing by now is refused with its entry, and one that was voided and taken again is not")
    func nothing() throws {
        let book = Self.bought(), first = try GnuCashImport(book)
        var changed = GnuCashSample.usual()
        changed.account("Short Gains", "INCOME", in: "Income")
        changed.transaction("2014-01-02", "Savings", ["Groceries|3000.00", "Opening Balances|-3000.00"])
        changed.transaction("2014-01-06", "Buy", ["Apple|20|2000.00", "Broker|-2000.00"])
        let second = try GnuCashImport(changed, into: first.ledger)
        #expect(
            second.plan.refusals.map(\.kind) == [.changedRow] && second.plan.refusals.first?.message.contains("changes nothing that luca keeps") == true, "\(second.plan.refusals)")
        try first.ledger.apply(.void(first.ledger.activities.id(at: 0), reason: "moved"), id: first.ledger.nextID)
        #expect(try GnuCashImport(changed, into: first.ledger).plan.refusedCount == 0)
    }

    @Test("Only what can be the midnight of a place is one")
    func moments() throws {
        #expect(try GnuCashFigures.day("2014-01-10 21:00:17 +0000") == day("2014-01-10"))
        #expect(try GnuCashFigures.day("2014-01-10 23:00:00 +0000") == day("2014-01-11"))
    }
}

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
