import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Files of QIF that are wrong, or drawn by chance")
struct QIFDamageTests {
    @Test(
        "Each mistake of an investment has its line and a sentence",
        arguments: [
            ("D02/31/2014 NBuy YAurum I5.00 Q1 T5.00", "\"02/31/2014\" is no date that is month-day-year"), ("NBuy YAurum I5.00 Q1 T5.00", "the date is missing"),
            ("D01/31/2014 NBuuy YAurum I5.00 Q1 T5.00", "\"Buuy\" is no action that is known"), ("D01/31/2014 YAurum Q1 T5.00", "the action is missing"),
            ("D01/31/2014 NBuy I5.00 Q1 T5.00", "the row does not tell of which security it is"), ("D01/31/2014 NBuy YAurum T5.00", "the number of units is missing"),
            ("D01/31/2014 NBuy YAurum I5.00 Q3 T50.00", "3 units at 5 do not come to the 50 that moved"), ("D01/31/2014 NDiv YAurum", "the amount is missing"),
            ("D01/31/2014 NDiv YAurum Tx", "\"x\" is no number"), ("D01/31/2014 NDiv YAurum T5.00 T6.00", "it has two lines T: two records ran into one"),
            ("D01/31/2014 NDiv YAurum T5.00 U6.00", "T says 5 and U says 6"), ("D01/31/2014 NBuy YAurum I5.00 Q-1 T5.00", "Buy of -1 units is none"),
            ("D01/31/2014 NXIn T-5.00", "XIn brings money, and -5 is below zero"), ("D01/31/2014 NStkSplit YAurum", "the ratio of the split is missing"),
            ("D01/31/2014 NStkSplit YAurum Q0", "ten units do not become 0"),
            ("D01/31/2014 NExercise YAurum Q5", "an exercise tells neither the terms of the option nor what was taxed"),
            ("D01/31/2014 NExercisX YAurum Q5", "an exercise tells neither the terms of the option nor what was taxed"),
            ("D01/31/2014 NShrsIn YAurum Q1/3", "\"1/3\" is no number"), ("D01/31/2014 NReinvDiv YAurum Q1 T-5.00", "a reinvestment below zero buys nothing"),
        ])
    func mistakes(_ row: String, _ message: String) throws {
        let book = try QIFBook(invested: ["D01/31/2014 NXIn T1.00", row])
        #expect(book.plan.refusals.map(\.message) == [message] && book.plan.refusals[0].line == 19, "\(book.plan.refusals)")
        #expect(book.ledger.facts.isEmpty)
    }

    @Test(
        "So has each of a bank's row, of a price and of a section",
        arguments: [
            (QIFBook.register("A", "Bank", ["D01/31/2014 PX"]), "the amount is missing"),
            (QIFBook.register("A", "Bank", ["D01/31/2014 T5.00 SX $4.00"]), "its parts come to 4, and it is of 5"),
            ("!Type:Prices\n\"AUR\",5\n^\n", "\"\"AUR\",5\" is no price"), ("!Type:Prices\n\"AUR\",-5,\"1/31/14\"\n^\n", "the price -5 is below zero"),
            ("!Type:Invoice\nD01/31/2014\nT5.00\n^\n", "it stands below !Type:invoice, which is no part of a file that is known"),
            ("!Account\nTBank\n^\n", "the account has no name"),
            (QIFBook.register("A", "Bank", []) + "D01/31/2014\nT5.00\n", "no line ^ ends the record: the file was cut off or is damaged here"),
            ("!Option:MDY\nD01/31/2014\nT5.00\n^\n", "no header tells what it is"),
        ])
    func others(_ file: String, _ message: String) throws {
        #expect(try QIFBook(file: file).refusals == [message])
    }

    @Test("Lists that luca has no place for are told by name and count")
    func leftOut() throws {
        let book = try QIFBook(
            file: "!Type:Cat\nNFood\nE\n^\nNCar\nE\n^\n!Type:Class\nNHome\n^\n!Type:Memorized\nKC\nT-5.00\n^\n" + QIFBook.register("A", "Bank", ["D01/31/2014 T5.00"]))
        #expect(book.messages.contains("2 categories left out, for which luca has no place"))
        #expect(book.plan.verdicts.count(.skipped) == 4 && book.facts == ["deposit = 5"])
        let items = try QIFBook(file: "!Type:Invitem\nNWidget\nT1.00\n^\n" + QIFBook.register("A", "Bank", ["D01/31/2014 T5.00"]))
        #expect(items.messages.contains("1 item of invoices left out, for which luca has no place") && items.facts == ["deposit = 5"])
    }

    @Test("A file that was cut off within a record is refused, wherever that is")
    func cut() throws {
        let whole = QIFBook.register("A", "Bank", ["D01/31/2014 T5.00 PX", "D01/31/2014 T6.00 PY"])
        let head = QIFBook.register("A", "Bank", []).count
        for count in (head + 1)..<whole.count {
            let part = String(whole.prefix(count))
            let isWhole = part.hasSuffix("^\n") || part.hasSuffix("^")
            guard let book = try? QIFBook(file: part) else { continue }
            #expect((book.plan.refusedCount == 0) == isWhole, "\(part.suffix(20))")
        }
    }

    @Test("Damaged bytes end in a plan or a sentence")
    func damage() throws {
        var random = SeededRandom.forTest()
        let original = Array(
            (QIFBook.securities + QIFBook.register("Checking", "Bank", ["D01/31/2014 T5.00 SX $4.00 S[Brokerage] $1.00"])
                + QIFBook.register("Brokerage", "Invst", ["D01/31/2014 NBuyX YAurum I5.00 Q1 T5.00 L[Checking]", "D01/31/2014 NStkSplit YAurum Q20"])
                + "!Type:Prices\n\"AUR\",5 1/8,\"1/31'14\"\n^\n").utf8)
        let noise = Array("^!:[]/'\"DTUNYIQO$SELPC0123456789.-,\n\r \u{0}\u{FF}".utf8)
        for _ in 0..<SeededRandom.rounds(400) {
            let ledger = Ledger(), bytes = random.damaged(original, by: noise)
            guard var plan = try? Formats.plan(bytes, options: ImportOptions(format: "qif", currency: .usd), context: ImportContext(ledger)) else { continue }
            #expect(plan.refusals.allSatisfy { !$0.message.isEmpty && $0.line != nil })
            #expect(plan.activities.count <= 5)
            try? plan.check(against: ledger)
        }
    }

    @Test("Registers drawn by chance: each account's cash is the sum of its rows, twice changes nothing, grown adds the rest")
    func chance() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(20) {
            let names = ["A", "B", "C"], count = random.int(2...30), known = random.int(1...count)
            var rows: [[String]] = [[], [], []], first = rows, sums = [FixedDecimal](repeating: .zero, count: 3), firstSums = sums
            for number in 1...count {
                let amount = FixedDecimal(units: Int128(random.int(1...99_999)) * FixedDecimal.unitsPerOne / 100), from = random.int(0...2), to = random.int(0...2)
                let date = "D\(random.int(13...28))/0\(random.int(1...9))/2014"
                if from == to {
                    rows[from].append("\(date) T-\(amount) PShop\(random.int(1...3))")
                } else {
                    rows[from].append("\(date) T-\(amount) L[\(names[to])]")
                    rows[to].append("\(date) T\(amount) L[\(names[from])]")
                    sums[to] = try sums[to] + amount
                }
                sums[from] = try sums[from] - amount
                if number == known { (first, firstSums) = (rows, sums) }
            }
            func file(_ rows: [[String]]) -> String { zip(names, rows).map { QIFBook.register($0, "Bank", $1) }.joined() }
            func expect(_ ledger: Ledger, _ sums: [FixedDecimal]) throws {
                for (name, sum) in zip(names, sums) {
                    let held = try ledger.cash().filter { ledger[$0.account].name == name }.reduce(FixedDecimal.zero) { try $0 + $1.balance }
                    #expect(held == sum, "\(name)")
                }
                #expect(ledger.facts.allSatisfy { $0.kind == .withdrawal || $0.detail?.group != "outside" })
            }
            let ledger = Ledger(), point = ImportOptions(dateOrder: .dmy, decimalMark: .point)
            let before = try QIFBook(file: file(first), into: ledger, point)
            #expect(before.plan.refusedCount == 0, "\(before.refusals)")
            try expect(ledger, firstSums)
            _ = try QIFBook(file: file(rows), into: ledger, point)
            try expect(ledger, sums)
            #expect(try QIFBook(file: file(rows), into: ledger, point).plan.addsNothing)
        }
    }
}
