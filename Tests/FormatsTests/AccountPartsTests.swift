import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("What one transaction of a book of double entry says for several accounts")
struct AccountPartsTests {
    private static let bought = """
        2020-01-15 * "Before"
          Assets:B:OLD    10 OLD {75 USD}
          Assets:IRA:OLD   4 OLD {76 USD}
          Equity:Opening

        """

    private func book(_ postings: String) throws -> BeancountLedger {
        let book = try BeancountLedger(Self.bought + "2020-08-31 * \"Both\"\n" + postings, isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        return book
    }

    @Test("A split, a spin-off and a purchase of two accounts are those of each, and no lot changes hands")
    func changes() throws {
        let split = try book(
            "  Assets:B:OLD  -10 OLD {75 USD}\n  Assets:B:OLD  40 OLD {18.75 USD, 2020-01-15}\n"
                + "  Assets:IRA:OLD  -4 OLD {76 USD}\n  Assets:IRA:OLD  16 OLD {19 USD, 2020-01-15}\n")
        #expect(try split.lots() == ["B OLD 40 750 2020-01-15", "IRA OLD 16 304 2020-01-15"] && split.facts.count == 4, "\(split.facts)")
        let spinOff = try book(
            "  Assets:B:OLD  -10 OLD {75 USD}\n  Assets:B:OLD  10 OLD {60 USD, 2020-01-15}\n  Assets:B:SPN  10 SPN {15 USD, 2020-01-15}\n"
                + "  Assets:IRA:OLD  -4 OLD {76 USD}\n  Assets:IRA:OLD  4 OLD {61 USD, 2020-01-15}\n  Assets:IRA:SPN  4 SPN {15 USD, 2020-01-15}\n")
        #expect(
            try spinOff.lots()
                == ["B OLD 10 600 2020-01-15", "B SPN 10 150 2020-01-15", "IRA OLD 4 244 2020-01-15", "IRA SPN 4 60 2020-01-15"], "\(spinOff.facts)")
        let purchase = try book(
            "  Assets:B:OLD  1 OLD {80 USD}\n  Assets:B:Cash  -80 USD\n  Assets:IRA:OLD  2 OLD {80 USD}\n  Assets:IRA:Cash  -160 USD\n")
        #expect(purchase.facts.suffix(2) == ["buy B OLD 1 @ 80", "buy IRA OLD 2 @ 80"], "\(purchase.facts)")
    }

    @Test("Units without a cost are split in each account where the ratio is the same, and go from one to the other where it is not")
    func plainUnits() throws {
        func journal(_ units: [Int]) throws -> [String] {
            let before = "2020-01-15 a\n  assets:B:X  10 X @ 75 USD\n  assets:IRA:X  4 X @ 76 USD\n  equity:o\n2020-08-31 both\n"
            let accounts = ["B", "B", "IRA", "IRA"]
            let book = try JournalBook(before + zip(accounts, units).map { "  assets:\($0):X  \($1) X\n" }.joined() + "  equity:o\n")
            return try book.lots()
        }
        #expect(try journal([-10, 40, -4, 16]) == ["B X 40 750 2020-01-15", "IRA X 16 304 2020-01-15"])
        #expect(try journal([-10, 4, -4, 10]) == ["B X 4 304 2020-01-15", "IRA X 10 750 2020-01-15"])
    }

    @Test("A payment to two accounts, and a charge of both, is for each what its cash tells, with its part of what was kept")
    func payments() throws {
        func payments(_ postings: String) throws -> [String] { try book(postings).facts.suffix(2).map(\.self) }
        #expect(try payments("  Assets:B:Cash  10 USD\n  Assets:IRA:Cash  4 USD\n  Income:OLD:Dividends\n") == ["dividend B OLD = 10 USD", "dividend IRA OLD = 4 USD"])
        #expect(
            try payments("  Assets:B:Cash  8.50 USD\n  Assets:IRA:Cash  3.40 USD\n  Expenses:Taxes:Withheld  2.10 USD\n  Income:OLD:Dividends  -14.00 USD\n")
                == ["dividend B OLD = 10 USD tax 1.5", "dividend IRA OLD = 4 USD tax 0.6"])
        #expect(try payments("  Assets:B:Cash  3 USD\n  Assets:IRA:Cash  2 USD\n  Income:Interest\n") == ["interest B = 3 USD", "interest IRA = 2 USD"])
        #expect(try payments("  Assets:B:Cash  -1 USD\n  Assets:IRA:Cash  -2 USD\n  Expenses:Fees\n") == ["fee B = 1 USD", "fee IRA = 2 USD"])
        // Each beside its own money, whichever comes first and whatever was kept.
        let pairs =
            "  Assets:B:Cash  7.36 USD\n  Expenses:Taxes  2.64 USD\n  Income:Interest  -10 USD\n  Assets:IRA:Cash  14.72 USD\n  Expenses:Taxes  5.28 USD\n  Income:Interest  -20 USD\n"
        #expect(try payments(pairs) == ["interest B = 10 USD tax 2.64", "interest IRA = 20 USD tax 5.28"])
        #expect(
            try payments("  Assets:B:Cash  3 USD\n  Income:Interest  -3 USD\n  Assets:IRA:Cash  2 USD\n  Income:OLD:Dividends  -2 USD\n")
                == ["interest B = 3 USD", "dividend IRA OLD = 2 USD"])
        // Who gets what does not hang on what else is in the file.
        #expect(try payments("  Assets:B:Cash  10 USD\n  Assets:Other:Cash  4 USD\n  Income:OLD:Dividends\n") == ["dividend B OLD = 10 USD", "dividend Other OLD = 4 USD"])
    }

    @Test("Money that goes on to another account in postings of its own is a transfer, and what was paid before is whole")
    func sweeps() throws {
        func facts(_ postings: String) throws -> [String] { try Array(book(postings).facts.dropFirst(2)) }
        #expect(
            try facts("  Assets:B:Cash  100 USD\n  Income:OLD:Dividends  -100 USD\n  Assets:B:Cash  -60 USD\n  Assets:IRA:Cash  60 USD\n")
                == ["dividend B OLD = 100 USD", "transfer_out B = 60 USD", "transfer_in IRA = 60 USD"])
        #expect(
            try facts("  Assets:B:Cash  -12 USD\n  Expenses:Fees  12 USD\n  Assets:Giro  -8 USD\n  Assets:B:Cash  8 USD\n")
                == ["fee B = 12 USD", "transfer_out Giro = 8 USD", "transfer_in B = 8 USD"])
    }

    @Test("Transfers alone, however many stand in one transaction, are transfers, and any postings that balance are taken in whole")
    func anything() throws {
        let two = try book("  Assets:B:Cash  -5 USD\n  Assets:B:Cash  -7 USD\n  Assets:IRA:Cash  5 USD\n  Assets:IRA:Cash  7 USD\n")
        #expect(two.facts.suffix(4) == ["transfer_out B = 5 USD", "transfer_in IRA = 5 USD", "transfer_out B = 7 USD", "transfer_in IRA = 7 USD"], "\(two.facts)")
        var random = SeededRandom.forTest()
        let accounts = [
            "Assets:B:Cash", "Assets:IRA:Cash", "Assets:Giro", "Income:Interest", "Income:OLD:Dividends", "Expenses:Fees", "Expenses:Taxes", "Equity:Opening", "Expenses:Food",
        ]
        for _ in 0..<SeededRandom.rounds(300) {
            var sums: [String: Int] = [:], lines = ""
            for _ in 0..<random.int(1...5) {
                let amount = random.int(-9...9)
                for sign in [1, -1] {
                    let account = accounts[random.int(0...(accounts.count - 1))]
                    lines += "  \(account)  \(amount * sign) USD\n"
                    sums[account, default: 0] += amount * sign
                }
            }
            let book = try book(lines)
            // Whatever it says, each account has what its postings come to.
            let expected = [("B", "Assets:B:Cash"), ("Giro", "Assets:Giro"), ("IRA", "Assets:IRA:Cash")].compactMap { name, account in
                sums[account].flatMap { $0 == 0 ? nil : "\(name) USD \($0)" }
            }
            #expect(try book.cash() == expected, "\(lines)")
        }
    }

    @Test("Trades, vests, moves and splits of two accounts in one transaction leave each the units and the cash that it tells, or are refused, and the book can be computed")
    func anyUnits() throws {
        var random = SeededRandom.forTest(), taken = 0
        for _ in 0..<SeededRandom.rounds(200) {
            var units = ["B": 10, "IRA": 4], cash = ["B": 0, "IRA": 0], lines = ""
            for _ in 0..<random.int(1...3) {
                let account = random.chance(oneIn: 2) ? "B" : "IRA", other = account == "B" ? "IRA" : "B", held = account == "B" ? 75 : 76, quantity = random.int(1...3)
                switch random.int(0...4) {
                case 0:
                    lines += "  Assets:\(account):OLD  \(quantity) OLD {80 USD}\n  Assets:\(account):Cash  -\(quantity * 80) USD\n"
                    (units[account]!, cash[account]!) = (units[account]! + quantity, cash[account]! - quantity * 80)
                case 1:
                    lines += "  Assets:\(account):OLD  \(quantity) OLD {70 USD}\n  Income:RSU  -\(quantity * 70) USD\n"
                    units[account]! += quantity
                case 2:
                    lines += "  Assets:\(account):OLD  -\(quantity) OLD {\(held) USD}\n  Assets:\(other):OLD  \(quantity) OLD {\(held) USD, 2020-01-15}\n"
                    (units[account]!, units[other]!) = (units[account]! - quantity, units[other]! + quantity)
                case 3:
                    lines +=
                        "  Assets:\(account):OLD  -\(quantity) OLD {\(held) USD} @ 90 USD\n  Assets:\(account):Cash  \(quantity * 90) USD\n  Income:Gains  -\(quantity * (90 - held)) USD\n"
                    (units[account]!, cash[account]!) = (units[account]! - quantity, cash[account]! + quantity * 90)
                default:
                    lines += "  Assets:\(account):Cash  -1 USD\n  Expenses:Fees  1 USD\n"
                    cash[account]! -= 1
                }
            }
            let book = try BeancountLedger(Self.bought + "2020-08-31 * \"Both\"\n" + lines, isWhole: true)
            if book.plan.refusedCount > 0 { continue }
            taken += 1
            let held = try Dictionary(uniqueKeysWithValues: book.ledger.holdings().map { (book.ledger[$0.account].name, $0.quantity) })
            let money = try Dictionary(uniqueKeysWithValues: book.ledger.cash().map { (book.ledger[$0.account].name, $0.balance) })
            for account in ["B", "IRA"] {
                #expect(held[account] ?? .zero == FixedDecimal(units[account]!) && money[account] ?? .zero == FixedDecimal(cash[account]!), "\(lines)\n\(book.facts)")
            }
            #expect(throws: Never.self, "\(lines)\n\(book.facts)") { try reloadedLots(book.ledger) }
        }
        #expect(taken > 40)
    }

    @Test("A charge beside the split of two accounts leaves it one, and what is bought and handed on is bought first")
    func besides() throws {
        let split = try book(
            "  Assets:B:OLD  -10 OLD {75 USD}\n  Assets:B:OLD  20 OLD {37.5 USD, 2020-01-15}\n  Assets:B:Cash  -5 USD\n  Expenses:Fees  5 USD\n"
                + "  Assets:IRA:OLD  -4 OLD {76 USD}\n  Assets:IRA:OLD  8 OLD {38 USD, 2020-01-15}\n")
        #expect(try split.lots() == ["B OLD 20 750 2020-01-15", "IRA OLD 8 304 2020-01-15"] && split.facts.contains("fee B = 5 USD"), "\(split.facts)")
        let plan = try JournalBook(
            "2020-04-01 a\n  assets:C:X  3 X @ 50 USD\n  assets:C:Cash\n2020-05-01 b\n  assets:C:X  6 X @ 50 USD\n  assets:C:Cash  -300 USD\n  assets:I:X  3 X @ 50 USD\n"
                + "  assets:I:Cash  -150 USD\n  assets:C:X  -7 X\n  assets:I:X  7 X\n")
        #expect(plan.kinds == ["buy C", "buy C", "buy I", "transfer_out C", "transfer_in I"], "\(plan.kinds)")
        #expect(try plan.lots().first == "C X 2 100 2020-05-01")
    }

    @Test("Units of unknown cost are some of all units, of which a split is")
    func splitOfUnknown() throws {
        let text =
            "2020-01-01 o\n  assets:B:X  5 X\n  equity:o\n2020-01-04 b\n  assets:B:X  4 X @ 62 USD\n  assets:B:Cash\n2020-02-01 c\n  assets:B:X  -4 X\n  assets:B:X  6 X\n  equity:c\n"
        let book = try JournalBook(text)
        #expect(try book.ledger.holdings().map(\.quantity) == [11] && !book.kinds.contains("split B"), "\(book.kinds)")
    }

    @Test("Sales of two accounts have each its own charges and gain, and one that buys what the other sells buys it")
    func trades() throws {
        func facts(_ postings: String) throws -> (facts: [String], gains: [String]) {
            let book = try book(postings)
            return (Array(book.facts.dropFirst(2)), try book.ledger.gains().map { "\(book.ledger[$0.account].name) \($0.gain)" })
        }
        let sold = "  Assets:B:OLD  -5 OLD {75 USD} @ 80 USD\n", other = "  Assets:IRA:OLD  -4 OLD {76 USD} @ 80 USD\n"
        let fees = try facts(
            sold + "  Assets:B:Cash  399 USD\n  Expenses:Fees  1 USD\n  Income:B:Gains  -25 USD\n" + other
                + "  Assets:IRA:Cash  318 USD\n  Expenses:Fees  2 USD\n  Income:IRA:Gains  -16 USD\n")
        #expect(fees.facts == ["sell B OLD 5 @ 80 fee 1", "sell IRA OLD 4 @ 80 fee 2"] && fees.gains == ["B 24", "IRA 14"], "\(fees)")
        let taxed = try facts(sold + other + "  Expenses:Taxes  714 USD\n  Assets:B:Cash  4 USD\n  Assets:IRA:Cash  2 USD\n  Income:Gains  -41 USD\n")
        #expect(taxed.facts == ["sell B OLD 5 @ 80 tax 396", "sell IRA OLD 4 @ 80 tax 318"], "\(taxed)")
        let bought = try facts(
            sold + "  Assets:B:Cash  400 USD\n  Income:Gains  -25 USD\n  Assets:IRA:OLD  4 OLD {82 USD}\n  Assets:IRA:Cash  -333 USD\n  Expenses:Fees  5 USD\n")
        #expect(bought.facts == ["sell B OLD 5 @ 80", "buy IRA OLD 4 @ 82 fee 5"] && bought.gains == ["B 25"], "\(bought)")
        let passedOn = try facts(sold + "  Income:Gains  -25 USD\n  Assets:IRA:OLD  6 OLD {80 USD}\n  Assets:IRA:Cash  -80 USD\n")
        #expect(passedOn.gains == ["B 25"] && passedOn.facts.contains("buy IRA OLD 6 @ 80"), "\(passedOn)")
    }

    @Test("A split that is written lot by lot is one of all units, whatever stands beside it, and one of a part is refused")
    func splitByLot() throws {
        let before = """
            2020-01-15 * "a"
              Assets:B:X  10 X {75 USD}
              Equity:O
            2020-02-15 * "b"
              Assets:B:X  5 X {80 USD}
              Equity:O

            """
        func split(_ units: Int, _ cost: String, _ ratio: Int, _ each: String, _ bought: String) -> String {
            "2020-08-31 * \"split\"\n  Assets:B:X  -\(units) X {\(cost) USD}\n  Assets:B:X  \(units * ratio) X {\(each) USD, \(bought)}\n"
        }
        let first = split(10, "75", 4, "18.75", "2020-01-15"), second = split(5, "80", 4, "20", "2020-02-15")
        let rest = "2020-08-31 * \"pay\"\n  Assets:B:Cash  5 USD\n  Income:Interest\n"
        let book = try BeancountLedger(before + first + rest + second, isWhole: true)
        #expect(try book.lots() == ["B X 40 750 2020-01-15", "B X 20 400 2020-02-15"] && book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(book.plan.verdicts.contains { $0.message == "it is of the split on line 7" })
        #expect(try BeancountLedger(before + first, isWhole: true).plan.refusedCount == 1)
        #expect(try BeancountLedger(before + first + split(5, "80", 2, "40", "2020-02-15"), isWhole: true).plan.refusedCount == 2)
    }

    @Test("Lots of several accounts may come in any order, rounded, by price or without a cost")
    func splitsByLot() throws {
        let bought =
            "2020-01-03 a\n  assets:B:X  10 X @ 60 USD\n  assets:B:Cash\n2020-01-04 b\n  assets:B:X  4 X @ 62 USD\n  assets:B:Cash\n2020-01-05 c\n  assets:I:X  3 X @ 61 USD\n  assets:I:Cash\n"
        func lots(_ account: String, _ gone: Int, _ come: String, _ rest: String = "  equity:Split\n") -> String {
            "2020-02-01 split\n  assets:\(account):X  -\(gone) X\n  assets:\(account):X  \(come) X\n\(rest)"
        }
        let plain = try JournalBook(bought + lots("B", 10, "20") + lots("I", 3, "6") + lots("B", 4, "8"))
        #expect(try plain.lots() == ["B X 20 600 2020-01-03", "B X 8 248 2020-01-04", "I X 6 183 2020-01-05"], "\(plain.kinds)")
        let priced = try JournalBook(
            bought + "2020-02-01 s\n  assets:B:X  -10 X @ 60 USD\n  assets:B:X  20 X @ 30 USD\n2020-02-01 s\n  assets:B:X  -4 X @ 62 USD\n  assets:B:X  8 X @ 31 USD\n")
        #expect(priced.kinds.suffix(1) == ["split B"], "\(priced.plan.refusals)")
        let rounded = try JournalBook(bought + lots("B", 10, "3.3333") + lots("B", 4, "1.3333"))
        #expect(rounded.plan.refusedCount == 0 && rounded.kinds.suffix(1) == ["split B"], "\(rounded.kinds)")
    }

    @Test("What pays dividends and was never held is known by the name of the account where the file declares it")
    func neverHeld() throws {
        let paid = "2020-01-02 open Income:MSFT:Dividends\n2020-03-16 * \"Dividend\"\n  Assets:B:Cash  5 USD\n  Income:MSFT:Dividends\n"
        let known = try BeancountLedger("2020-01-01 commodity MSFT\n" + paid, isWhole: true)
        #expect(known.facts == ["dividend B MSFT = 5 USD"] && known.ledger.instruments.map(\.currency) == [.usd], "\(known.facts)")
        #expect(try BeancountLedger(paid, isWhole: true).facts == ["credit B = 5 USD"])
        let journal = try JournalBook("commodity MSFT\n2020-03-16 Dividend\n  assets:b:cash  5 USD\n  income:MSFT:dividends\n")
        #expect(journal.kinds == ["dividend b"] && journal.ledger.instruments.map(\.symbol) == ["MSFT"], "\(journal.kinds)")
    }

    @Test("Units that come and are sold in part at what they cost, as to pay the tax, are sold")
    func soldToCover() throws {
        let book = try BeancountLedger(
            """
            2020-02-01 * "Vest"
              Assets:S:XYZ  10 XYZ {100 USD}
              Assets:S:XYZ  -4 XYZ {100 USD} @ 100 USD
              Income:RSU  -1000 USD
              Expenses:Taxes:Withheld  400 USD

            """, isWhole: true)
        #expect(try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.gain)" } == ["4 400 0"] && book.lots() == ["S XYZ 6 600 2020-02-01"], "\(book.facts)")
        let both = try BeancountLedger(
            """
            2020-02-01 * "Vest"
              Assets:B:XYZ  10 XYZ {70 USD}
              Assets:B:XYZ  -4 XYZ {70 USD} @ 70 USD
              Assets:IRA:XYZ  6 XYZ {70 USD}
              Assets:IRA:XYZ  -2 XYZ {70 USD} @ 70 USD
              Expenses:Taxes:Withheld  420 USD
              Income:RSU  -1120 USD

            """, isWhole: true)
        #expect(try both.lots() == ["B XYZ 6 420 2020-02-01", "IRA XYZ 4 280 2020-02-01"] && both.ledger.gains().map(\.proceeds) == [280, 140], "\(both.facts)")
        let journal = try JournalBook(
            "2020-05-03 vest\n  assets:B:X  10 X @ 70 USD\n  assets:B:X  -4 X @ 70 USD\n  assets:IRA:X  6 X @ 70 USD\n  assets:IRA:X  -2 X @ 70 USD\n  expenses:taxes  420 USD\n  income:RSU  -1120 USD\n"
        )
        #expect(try journal.lots() == ["B X 6 420 2020-05-03", "IRA X 4 280 2020-05-03"] && reloadedLots(journal.ledger) == 2, "\(journal.kinds)")
    }

    /// How many lots a copy has that was computed from the first entry on.
    private func reloadedLots(_ ledger: Ledger) throws -> Int {
        let copy = Ledger()
        for (place, account) in ledger.accounts.enumerated() { try copy.apply(.account(AccountID(Int32(place + 1)), account), id: EntryID(copy.lastEntry.rawValue + 1)) }
        for (place, instrument) in ledger.instruments.enumerated() {
            try copy.apply(.instrument(InstrumentID(Int32(place + 1)), instrument), id: EntryID(copy.lastEntry.rawValue + 1))
        }
        for row in 0..<ledger.activities.count { try copy.load(ledger.activities.activity(at: row), id: ledger.activities.id(at: row)) }
        return try copy.lots().count
    }

    @Test("What goes through an account of conversion without a price is an exchange, or a purchase")
    func conversions() throws {
        func facts(_ postings: String) throws -> [String] {
            let book = try JournalBook("P 2020-01-01 AAPL 150 USD\n2020-01-15 a\n" + postings)
            return try book.kinds + book.cash() + book.lots()
        }
        let through = "  equity:conversion  110 USD\n  equity:conversion  -100 EUR\n"
        let exchange = try facts("  assets:a  -110 USD\n" + through + "  assets:a  100 EUR\n"), priced = try facts("  assets:a  -110 USD\n  assets:a  100 EUR @@ 110 USD\n")
        #expect(exchange == priced && !exchange.isEmpty, "\(exchange)")
        let between = try facts("  assets:a  -110 USD\n" + through + "  assets:b  100 EUR\n")
        #expect(between == ["adjustment a", "adjustment a", "transfer_out a", "transfer_in b", "a USD -110", "b EUR 100"])
        let abroad = try facts("  assets:b:SAP  2 SAP @ 100 EUR\n  assets:b:cash  -220 USD\n  equity:conversion  220 USD\n  equity:conversion  -200 EUR\n")
        #expect(abroad == ["buy b", "adjustment b", "adjustment b", "b USD -220", "b SAP 2 200 2020-01-15"])
        let charged = try facts("  assets:a  -111 USD\n  expenses:fees  1 USD\n  assets:a  100 EUR\n" + through)
        #expect(charged.contains("fee a") && charged.contains("a USD -111") && charged.count { $0.hasPrefix("adjustment") } == 2, "\(charged)")
        #expect(
            try facts("  assets:b:AAPL  10 AAPL\n  equity:conversion  -10 AAPL\n  equity:conversion  1500 USD\n  assets:b:cash  -1500 USD\n").last == "b AAPL 10 1500 2020-01-15")
    }
}
