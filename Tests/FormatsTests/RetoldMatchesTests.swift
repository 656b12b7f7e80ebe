import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

/// Files of other programs that come again, and say of the same rows something else, or number them anew.
@Suite("Rows of other programs that mean something else by now")
struct RetoldMatchesTests {
    private func plan(_ text: String, _ name: String, _ ledger: Ledger, accounts: [String: String] = [:]) throws -> ImportPlan {
        var options = ImportOptions(fileName: name), context = ImportContext(ledger)
        options.accounts = accounts
        context.baseCurrency = .eur
        context.fileName = { _ in name }
        return try FormatsTests.plan(text, options, context: context)
    }

    /// Imports a file, and tells what becomes of it when it comes again.
    private func again(_ first: String, _ second: String, _ name: String, accounts: [String: String] = [:]) throws -> (plan: ImportPlan, ledger: Ledger) {
        let ledger = Ledger(), before = try record(plan(first, name, ledger), in: ledger)
        #expect(before.refusedCount == 0, "\(before.refusals)")
        return (try plan(second, name, ledger, accounts: accounts), ledger)
    }

    /// Does what the refusals advise.
    private func takeBack(_ plan: ImportPlan, in ledger: Ledger) throws {
        for word in plan.refusals.flatMap({ $0.hint.split(separator: " ") }) where word.hasPrefix("void(") {
            let number = try #require(Int(word.dropFirst(5).prefix { $0.isNumber }))
            try ledger.apply(.void(EntryID(number), reason: ""), id: ledger.nextID)
        }
    }

    private static let journal = """
        2024-03-01 Kauf
            assets:Depot:AAA      2 AAA @ 100.00 EUR
            expenses:Gebuehren    5.00 EUR
            assets:Depot:EUR   -205.00 EUR
        2024-03-21 Entgelt
            assets:Depot:EUR     -3.00 EUR
            expenses:Gebuehren
        2024-03-22 Einzahlung
            assets:Depot:EUR    300.00 EUR
            equity:Opening

        """

    @Test("What an account means is told at a later import: the transactions that it changes are refused with their entries, and not counted twice")
    func meanings() throws {
        let (again, ledger) = try again(Self.journal, Self.journal, "main.journal", accounts: ["expenses:Gebuehren": "fee"])
        #expect(again.activities.isEmpty && again.refusals.map(\.kind) == [.changedRow, .changedRow], "\(again.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })")
        #expect(again.refusals.allSatisfy { $0.message.contains("says something else by now") && $0.hint.hasPrefix("void(") })
        // Once those are void, the file's come in.
        try takeBack(again, in: ledger)
        let last = try record(plan(Self.journal, "main.journal", ledger, accounts: ["expenses:Gebuehren": "fee"]), in: ledger)
        #expect(try last.refusedCount == 0 && ledger.cash().map(\.balance) == [FixedDecimal(92)], "\(last.refusals)")
    }

    @Test("A dividend whose payer is held only since the file has grown is refused, and not counted twice")
    func payers() throws {
        let dividend = "2024-03-20 * \"Dividende\"\n  Assets:B:Cash  8.50 EUR\n  Expenses:Taxes  1.50 EUR\n  Income:VTI:Dividends  -10.00 EUR\n"
        let opening = "2024-01-02 * \"Bestand\"\n  Assets:B:VTI  2 VTI {100.00 EUR}\n  Equity:Opening\n"
        let (again, _) = try again(dividend, opening + dividend, "main.beancount")
        #expect(again.refusals.map(\.kind) == [.changedRow] && again.activities.map(\.kind) == [.buy], "\(again.refusals)")
    }

    private static let lots = """
        2024-01-01 open Assets:D:VWCE VWCE "FIFO"
        2024-01-04 * "Buy"
          Assets:D:VWCE  5 VWCE {100 EUR}
          Assets:D:Cash
        2024-01-05 * "Buy"
          Assets:D:VWCE  5 VWCE {105 EUR}
          Assets:D:Cash
        2024-02-04 * "Sell"
          Assets:D:VWCE  -3 VWCE {} @ 110 EUR
          Assets:D:Cash  330 EUR
          Income:Gains

        """

    @Test("A sale that takes other lots since the file has an older purchase is refused with its entry, and takes them once that is void")
    func lots() throws {
        let early = "2024-01-03 * \"Buy early\"\n  Assets:D:VWCE  2 VWCE {90 EUR}\n  Assets:D:Cash\n"
        let (again, ledger) = try again(Self.lots, Self.lots + early, "main.beancount")
        #expect(again.refusals.map(\.kind) == [.changedRow], "\(again.refusals)")
        #expect(again.refusals.first?.message.contains("takes other lots than the file's by now") == true)
        try takeBack(again, in: ledger)
        let last = try record(plan(Self.lots + early, "main.beancount", ledger), in: ledger)
        let gains = try ledger.gains().map { "\($0.opened) \($0.quantity) \($0.gain)" }.sorted()
        #expect(gains == ["2024-01-03 2 40", "2024-01-04 1 10"], "\(last.refusals)")
        let (same, _) = try self.again(Self.lots, Self.lots + "2024-03-04 * \"Buy\"\n  Assets:D:VWCE  2 VWCE {90 EUR}\n  Assets:D:Cash\n", "main.beancount")
        #expect(same.refusedCount == 0 && same.activities.count == 1, "\(same.refusals)")
    }

    @Test("A transaction that was corrected in one of its parts comes in whole once the entries that it was are void")
    func corrected() throws {
        let open = "2024-01-01 * \"Open\"\n  Assets:Bank  5000.00 EUR\n  Equity:Opening\n"
        let move = "2024-01-02 * \"to the broker\"\n  Assets:Brk  2000.00 EUR\n  Assets:Bank\n", right = open + move.replacing("Brk", with: "Savings")
        let (again, ledger) = try again(open + move, right, "main.beancount")
        #expect(again.refusals.map(\.kind) == [.changedRow], "\(again.refusals)")
        try takeBack(again, in: ledger)
        let last = try record(plan(right, "main.beancount", ledger), in: ledger)
        let cash = try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.balance)" }
        #expect(last.refusedCount == 0 && cash == ["Bank 3000", "Savings 2000"], "\(last.notices.map(\.message))")
        // What is void and unchanged stays out.
        let same = try plan(right, "main.beancount", ledger)
        #expect(same.activities.isEmpty, "\(same.verdicts.map { "\($0.line) \($0.outcome.name)" })")
        let (unchanged, other) = try self.again(open + move, open + move, "main.beancount")
        #expect(unchanged.activities.isEmpty)
        let moves = other.facts.indices.filter { other.facts[$0].date == day("2024-01-02") }.map { EntryID($0 + 3) }
        for entry in moves { try other.apply(.void(entry, reason: ""), id: other.nextID) }
        #expect(try plan(open + move, "main.beancount", other).activities.isEmpty)
    }

    @Test("What a file of the same name had and has no more is told, deleted or on another day")
    func gone() throws {
        func pay(_ day: String) -> String { "\(day) * \"Dividend\"\n  Assets:Bank  7.00 EUR\n  Income:Dividends\n" }
        let open = "2024-01-01 * \"Open\"\n  Assets:Bank  5000.00 EUR\n  Equity:Opening\n", end = "2024-12-01 * \"Open\"\n  Assets:Bank  1.00 EUR\n  Equity:Opening\n"
        func told(_ first: String, _ second: String) throws -> [String] {
            try again(open + first + end, open + second + end, "main.beancount").plan.notices.map(\.message).filter { $0.contains("came from a file of this name") }
        }
        let message = "entry 3 of the book came from a file of this name, which has it no more: where it was deleted or corrected, void(3) takes it out"
        #expect(try told(pay("2024-03-03"), "") == [message])
        #expect(try told(pay("2024-03-03"), pay("2024-05-03")) == [message])
        #expect(try told(pay("2024-03-03"), pay("2024-03-03") + pay("2024-05-03")).isEmpty)
        // It is told as nearly the same where it is near by.
        #expect(try told(pay("2024-03-03"), pay("2024-03-05")).isEmpty)
    }

    @Test("Of several tickers in its words a dividend is of the one that is no country's code, whatever is bought later")
    func tickers() throws {
        let dividend = "2024-03-14 * \"AAA dividend DE\"\n  Assets:IB:Cash  3.75 EUR\n  Income:Dividends\n"
        func buy(_ symbol: String) -> String { "2024-01-03 * \"Buy\"\n  Assets:IB:\(symbol)  1 \(symbol) {400 EUR}\n  Assets:IB:Cash\n" }
        let (again, _) = try again(buy("AAA") + dividend, buy("AAA") + dividend + buy("DE"), "main.beancount")
        #expect(again.refusedCount == 0 && again.activities.map(\.kind) == [.buy], "\(again.refusals)")
    }

    @Test("Equal sales of different lots are there already, in whatever order the file has them by now")
    func equalSales() throws {
        func sale(_ cost: Int) -> String { "2024-02-04 * \"Sell\"\n  Assets:D:VWCE  -2 VWCE {\(cost) EUR} @ 110 EUR\n  Assets:D:Cash  220 EUR\n  Income:Gains\n" }
        let buys = String(Self.lots.prefix(upTo: try #require(Self.lots.firstRange(of: "2024-02-04")).lowerBound))
        let (again, _) = try again(buys + sale(100) + sale(105), buys + sale(105) + sale(100), "main.beancount")
        #expect(again.refusedCount == 0 && again.activities.isEmpty, "\(again.refusals)")
    }

    @Test("A country's code in the name of an account of income is no payer that came later")
    func countries() throws {
        let dividend = "2024-03-14 * \"AAA dividend\"\n  Assets:US:IB:Cash  3.75 EUR\n  Income:DE:IB:Dividends\n"
        func buy(_ symbol: String) -> String { "2024-01-03 * \"Buy\"\n  Assets:US:IB:\(symbol)  1 \(symbol) {400 EUR}\n  Assets:US:IB:Cash\n" }
        let (again, ledger) = try again(buy("AAA") + dividend, buy("AAA") + dividend + buy("DE"), "main.beancount")
        #expect(again.refusedCount == 0 && again.activities.map(\.kind) == [.buy], "\(again.refusals)")
        #expect(ledger.facts.last?.instrument == InstrumentID(1))
        let other = try self.again(buy("AAA") + buy("DE") + dividend.replacing(":IB:Div", with: ":Div"), dividend, "main.beancount").ledger
        #expect(other.facts.last.flatMap { $0.instrument.map { other[$0].symbol } } == "AAA")
    }

    @Test("Two transactions of one day and the same words come in, also where the file had one of them before")
    func namesakes() throws {
        let one = "2024-03-01 Kaffee\n    assets:Bank  -3.00 EUR\n    expenses:Kaffee\n", other = one.replacing("3.00", with: "3.50")
        let (again, _) = try again(one, one + other, "main.journal")
        #expect(again.refusedCount == 0 && again.activities.count == 1, "\(again.refusals)")
    }

    @Test("Activities that have other ids by now and the same figures are there already, a split among them")
    func numberedAnew() throws {
        let header = "id," + WealthfolioFile.header
        func rows(_ letter: String) -> String {
            """
            \(letter)1,2024-01-02T00:00:00Z,Depot,MSFT,EQUITY,10,BUY,100,USD,0,0,1000,,,
            \(letter)2,2024-02-02T00:00:00Z,Depot,MSFT,EQUITY,0,SPLIT,0,USD,0,0,2,,,
            \(letter)3,2024-03-02T00:00:00Z,Depot,,,0,DEPOSIT,0,USD,0,0,50,,,

            """
        }
        let first = try WealthfolioFile(rows("a"), header: header)
        let more = "b4,2024-04-02T00:00:00Z,Depot,,,0,DEPOSIT,0,USD,0,0,50,,,\n"
        let again = try WealthfolioFile(rows("b") + more, header: header, into: first.ledger)
        #expect(again.plan.refusedCount == 0 && again.plan.activities.count == 1, "\(again.facts) \(again.plan.refusals)")
    }
}
