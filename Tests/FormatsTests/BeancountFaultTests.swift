import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Ledgers of beancount that are wrong")
struct BeancountFaultTests {
    private func refusals(_ text: String, files: [String: String] = [:]) throws -> [String] {
        try BeancountLedger(text, files: files, isWhole: true).plan.refusals.map(\.description)
    }

    @Test(
        "Each mistake has its line and a sentence",
        arguments: [
            ("2014-01-01 opne Assets:Bank", "1: \"opne\" is no directive (did you mean \"open\"?)"),
            ("2014-13-01 open Assets:Bank", "1: \"2014-13-01\" is no day (write it as 2014-03-31)"),
            ("optoin \"title\" \"x\"", "1: \"optoin\" begins no statement (did you mean \"option\"?)"),
            ("2014-01-01 * \"A\"\n  Assets:Bank  1 USD\n  Assets:Cash  -2 USD", "1: its postings do not balance: -1 USD is left over"),
            ("2014-01-01 * \"A\"\n  Assets:Bank  1 USD\n  Assets:X\n  Assets:Y", "1: 2 postings have no amount"),
            ("2014-01-01 * \"A\"\n  Assets:X  -1 IT {}\n  Assets:Y -1 USD", "1: the figures missing at Assets:X do not follow from the others"),
            ("2014-01-01 open Assets:Bank \"FIFA\"", "1: \"FIFA\" is no way of booking (did you mean \"FIFO\"?)"),
            ("2014-01-01 balance Assets:Bank USD", "1: a balance needs its number"),
            ("2014-01-01 price X -1 USD\n2014-01-02 * \"b\"\n  Assets:A 1 X {1 USD}\n  Assets:B -1 USD", "1: price: a price of -1 is none"),
            ("\n2014-01-01 * \"open", "2: a text in quotes is open until the end of the file"),
            ("2014-01-01 open Assets:Bank\n  Assets:Bank 1 USD", "2: Assets:Bank stands below a statement that has no postings"),
            ("2014-01-01 * \"A\"\n  Assets:Bank  1 USD {1 USD, *}", "2: lots that are merged at an average cost ({*}) are not read"),
            ("2014-01-01 * \"A\"\n  Assets:Bank  1/0 USD\n  Assets:B", "2: the figure cannot be computed"),
        ])
    func mistakes(_ text: String, _ message: String) throws {
        let found = try refusals(text)
        #expect(found.contains { $0.hasPrefix("main.beancount:" + message) }, "\(found)")
    }

    @Test("Files that include one another are read to a bounded depth, and told by their own lines")
    func includes() throws {
        let prices = "2014-01-02 price ITOT x USD\n"
        #expect(
            try refusals("include \"sub/prices.beancount\"\n2014-01-01 open Assets:A\n", files: ["sub/prices.beancount": prices]).first
                == "main.beancount:3: sub/prices.beancount:1: a number is expected, and there is x")
        #expect(try refusals("include \"a.beancount\"\n", files: ["a.beancount": "include \"a.beancount\"\n"])[0].contains("is included twice, or includes itself"))
        #expect(try refusals("include \"*.beancount\"\n")[0].contains("no file matches \"*.beancount\""))
        #expect(try refusals("include \"/etc/hostname\"\n")[0].contains("is told by its whole path"))
        #expect(try refusals("include \"b.beancount\"\n")[0].contains("there is no file \"b.beancount\" beside this one"))
        let chain = Dictionary(uniqueKeysWithValues: (1...40).map { ("f\($0)", "include \"f\($0 + 1)\"\n") })
        #expect(try refusals("include \"f1\"\n", files: chain).contains { $0.contains("more than 16 deep") })
        let book = try BeancountLedger(
            "2014-01-01 open Assets:A\ninclude \"x/b.beancount\"\n",
            files: ["x/b.beancount": "include \"c.beancount\"\n", "x/c.beancount": "2014-01-02 * \"d\"\n  Assets:A 1 USD\n  Equity:O\n"],
            isWhole: true)
        #expect(try book.cash() == ["A USD 1"])
    }

    @Test("Brackets a million deep end in a sentence")
    func brackets() throws {
        let deep = String(repeating: "(", count: 1_000_000), minus = String(repeating: "-", count: 1_000_000)
        for figure in [deep, minus] {
            let found = try refusals("2014-01-01 * \"A\"\n  Assets:Bank  \(figure)1 USD\n  Assets:B\n")
            #expect(found.contains { $0.contains("nested more than 50 deep") })
        }
    }

    @Test("Damaged ledgers end in a plan or an issue, and never in half a transaction")
    func damage() throws {
        var random = SeededRandom.forTest()
        let original = Array(
            """
            2014-01-02 * "Buy" #a ^b
              Assets:Broker:ITOT  4 ITOT {100.00 USD, 2014-01-02, "x"} @ 101.00 USD
              Expenses:Commissions  1.50 USD
              Assets:Broker:Cash
            2014-01-05 * "Sell"
              Assets:Broker:ITOT  -2 ITOT {} @@ 240.00 USD
              Assets:Broker:Cash  240.00 USD
              Income:Gains
            2014-01-06 pad Assets:Bank Equity:Opening
            2014-01-07 balance Assets:Bank 12.00 ~ 0.01 USD

            """.utf8)
        let noise = Array("{}@*\"();,:-+/~# \n09ZzUSD\u{0}".utf8)
        for _ in 0..<SeededRandom.rounds(300) {
            let bytes = random.damaged(original, by: noise)
            do throws(ImportIssue) {
                let plan = try Formats.plan(bytes, options: ImportOptions(fileName: "x.beancount"), context: ImportContext(baseCurrency: .usd))
                #expect(plan.refusals.allSatisfy { $0.line != nil && !$0.message.isEmpty })
                let lines = Set(plan.verdicts.filter { $0.outcome == .refused }.map(\.line))
                #expect(plan.activities.indices.allSatisfy { !lines.contains(plan.activities.line(at: $0)) })
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    /// A book is made up, and what each account must hold is added up beside it.
    @Test("Books made up: units and cash of each account are what their postings add up to, to the last digit")
    func sums() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(12) {
            var text = "option \"booking_method\" \"FIFO\"\n2014-01-01 open Assets:A:Cash\n2014-01-01 open Assets:B:Cash\n2014-01-01 open Assets:A:X\n2014-01-01 open Assets:B:X\n"
            var cents = ["A": 0, "B": 0], units = ["A": 0, "B": 0], day = Day.epoch
            func money(_ cents: Int) -> String { "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(String(abs(cents) % 100 + 100).dropFirst()) USD" }
            for row in 0..<60 {
                day = try day.adding(days: random.int(0...9))
                let name = random.pick(["A", "B"]), other = name == "A" ? "B" : "A"
                text += "\(day) * \"row \(row)\"\n"
                let sum = random.int(1...100_000), count = random.int(1...9)
                switch random.int(0...5) {
                case 0:
                    let fee = random.int(0...500)
                    text += "  Assets:\(name):X  \(count) X {\(money(sum))}\n  Expenses:Fees  \(money(fee))\n  Assets:\(random.chance(oneIn: 2) ? name : other):Cash\n"
                    let payer = text.hasSuffix("Assets:\(name):Cash\n") ? name : other
                    cents[payer]! -= sum * count + fee
                    units[name]! += count
                case 1 where units[name]! > 0:
                    let sold = min(count, units[name]!)
                    text += "  Assets:\(name):X  -\(sold) X {} @ \(money(sum))\n  Assets:\(name):Cash  \(money(sum * sold))\n  Income:Gains\n"
                    units[name]! -= sold
                    cents[name]! += sum * sold
                case 2:
                    text += "  Assets:\(name):Cash  \(money(sum))\n  Income:\(random.pick(["Interest", "X:Dividend", "Salary"]))\n"
                    cents[name]! += sum
                case 3:
                    text += "  Assets:\(name):Cash  \(money(-sum))\n  Assets:\(other):Cash  \(money(sum - 1))\n  Expenses:\(random.pick(["Fees", "Taxes", "Food"]))\n"
                    cents[name]! -= sum
                    cents[other]! += sum - 1
                case 4:
                    text += "  Income:Salary  \(money(-3 * sum))\n  Expenses:Taxes  \(money(sum))\n  Assets:\(name):Cash  \(money(sum))\n  Assets:\(other):Cash\n"
                    cents[name]! += sum
                    cents[other]! += sum
                default:
                    text += "  Assets:\(name):Cash  \(money(-sum))\n  Liabilities:Card\n"
                    cents[name]! -= sum
                }
            }
            let book = try BeancountLedger(text, isWhole: true)
            #expect(book.plan.refusedCount == 0, "\(book.plan.refusals.prefix(3))")
            for name in ["A", "B"] {
                let account = try #require(book.ledger.account(named: name))
                let held = try book.ledger.holdings().first { $0.account == account }?.quantity ?? .zero
                #expect(held == FixedDecimal(units[name]!))
                let cash = try book.ledger.cash().first { $0.account == account }?.balance ?? .zero
                #expect(cash == (try FixedDecimal(cents[name]!) / 100))
            }
        }
    }
}
