import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// A file of QIF as luca takes it in, in dollars.
struct QIFBook {
    private(set) var plan: ImportPlan
    let ledger: Ledger

    /// A file as it is.
    init(file text: String, into ledger: Ledger = Ledger(), _ told: ImportOptions = ImportOptions()) throws {
        var options = told
        options.fileName = "all.qif"
        options.currency = told.currency ?? .usd
        self.ledger = ledger
        let plan = try FormatsTests.plan(text, options, context: ImportContext(ledger))
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    /// Rows of a bank's register.
    init(bank rows: [String], into ledger: Ledger = Ledger(), _ options: ImportOptions = ImportOptions()) throws {
        try self.init(file: Self.register("Checking", "Bank", rows), into: ledger, options)
    }

    /// Rows of an investment account, whose security is `Aurum`.
    init(invested rows: [String], into ledger: Ledger = Ledger(), _ options: ImportOptions = ImportOptions()) throws {
        try self.init(file: Self.securities + Self.register("Brokerage", "Invst", rows), into: ledger, options)
    }

    static let securities = "!Type:Security\nNAurum\nSAUR\nTStock\n^\n!Type:Security\nNAurum 4% 2020\nTBond\n^\n"

    /// A register of an account; a row is written with blanks between its lines: `D01/15/2014 NXIn T5`.
    static func register(_ name: String, _ type: String, _ rows: [String]) -> String {
        "!Account\nN\(name)\nT\(type)\n^\n!Type:\(type)\n" + rows.map(lines).joined()
    }

    static func lines(_ row: String) -> String { row.split(separator: " ").joined(separator: "\n").replacing("_", with: " ") + "\n^\n" }

    /// The activities in short.
    var facts: [String] {
        ledger.facts.map { activity in
            var words = [(activity.subtype?.rawValue ?? activity.kind.rawValue)]
            if let instrument = activity.instrument { words.append(ledger[instrument].symbol) }
            if let quantity = activity.quantity { words.append("\(quantity)") }
            if let price = activity.price { words.append("@ \(price)") }
            if let amount = activity.amount { words.append("= \(amount)") }
            if !activity.fee.isZero { words.append("fee \(activity.fee)") }
            if let ratio = activity.detail?.ratio { words.append("\(ratio)") }
            return words.joined(separator: " ")
        }
    }

    var messages: [String] { plan.notices.map(\.message) }
    var refusals: [String] { plan.refusals.map(\.message) }
    func cash() throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }
}

@Suite("Files of QIF")
struct QIFTests {
    @Test("The balance of an account in the list of accounts is compared with the book, that of a portfolio is left out")
    func balances() throws {
        let bank = QIFBook.register("Checking", "Bank", ["D1/15/2014 T1000.00 PEmployer", "D1/31/2014 T-80.00 PGrocer"])
        let book = try QIFBook(file: bank.replacing("TBank\n", with: "TBank\n/1/31/2014\n$950.00\n"))
        #expect(book.plan.balances.map { "\($0.day) \($0.accounts) \($0.commodity) \($0.amount)" } == ["2014-01-31 [\"Checking\"] USD 950"], "\(book.messages)")
        let portfolio = QIFBook.register("Broker", "Invst", ["D1/15/2014 NXIn T5"]).replacing("TInvst\n", with: "TInvst\n/1/31/2014\n$950.00\n")
        let other = try QIFBook(file: portfolio)
        #expect(other.plan.balances.isEmpty && other.messages.contains("1 balance of an account left out, for which luca has no place"), "\(other.messages)")
    }

    @Test("A register of a bank: payments, a check, interest, a charge, splits, and marks that are told")
    func bank() throws {
        let book = try QIFBook(bank: [
            "D1/15'04 T1,000.00 POpening_Balance L[Checking] CX", "D01/16/2004 T-20.00 N101 PGrocer MMilk LFood:Milk", "D01/31/2004 T1.25 LInterest_Inc",
            "D01/31/2004 T-3.00 LBank_Charge", "D02/01/2004 T2000.00 PEmployer LSalary SSalary EMay $3,000.00 STax $-800.00 S[Pension] $-200.00",
            "D02/02/2004 T0.00 P**VOID**Grocer",
        ])
        #expect(book.facts == ["deposit = 1000", "withdrawal = 20", "interest = 1.25", "fee = 3", "deposit = 3000", "withdrawal = 800", "transfer_out = 200"])
        #expect(try book.cash() == ["Checking USD 2978.25"])
        #expect(book.ledger.facts[1].notes == "Grocer | Milk | Food:Milk | check 101" || book.ledger.facts[1].notes == "Grocer | Food:Milk | check 101")
        #expect(book.plan.verdicts.count(.skipped) == 1)
        #expect(book.messages.contains("1 mark of clearing left out, for which luca has no place"))
        #expect(book.messages.contains { $0.contains("an account that the file has no register of (Pension)") })
        #expect(book.ledger.facts.last?.detail?.group == "outside")
    }

    @Test("Every action of an investment account")
    func actions() throws {
        let book = try QIFBook(invested: [
            "D01/15/2014 NContribX T9000.00 L[Checking]", "D01/16/2014 NBuy YAurum I50.00 Q10 T507.95 O7.95", "D01/17/2014 NBuyX YAurum I50.00 Q2 T100.00 L[Checking] $100.00",
            "D01/18/2014 NSell YAurum I55.00 Q1 T55.00", "D01/19/2014 NSellX YAurum I55.00 Q1 T54.00 O1.00 L[Checking] $54.00", "D02/01/2014 NDiv YAurum T4.00",
            "D02/02/2014 NDivX YAurum T5.00 L[Checking] $5.00", "D02/03/2014 NIntInc T0.50", "D02/04/2014 NCGLong YAurum T1.00", "D02/05/2014 NCGMid YAurum T1.10",
            "D02/06/2014 NCGShort YAurum T1.20", "D02/07/2014 NMiscInc T2.00 MRebate", "D02/08/2014 NMiscExp T3.00", "D02/09/2014 NMargInt T0.75",
            "D02/10/2014 NRtrnCap YAurum T6.00",
            "D02/11/2014 NReinvDiv YAurum I50.00 Q0.1 T5.00", "D02/12/2014 NReinvInt YAurum I50.00 Q0.2 T10.00", "D02/13/2014 NReinvLg YAurum I50.00 Q0.3 T15.00",
            "D02/14/2014 NReinvSh YAurum I50.00 Q0.4 T20.00", "D02/15/2014 NReinvMd YAurum I50.00 Q0.5 T25.00", "D03/01/2014 NStkSplit YAurum Q20",
            "D03/02/2014 NXIn T10.00 L[Checking]",
            "D03/03/2014 NXOut T11.00 L[Checking]", "D03/04/2014 NShrsIn YAurum I40.00 Q3", "D03/05/2014 NShrsOut YAurum Q1", "D03/06/2014 NCash T-7.00 LPostage",
            "D03/07/2014 NWithdrwX T12.00 L[Checking]", "D03/08/2014 NGrant YAurum Q5", "D03/09/2014 NVest YAurum Q5", "D03/10/2014 NReminder MCall",
        ])
        #expect(
            book.facts == [
                "transfer_in = 9000", "buy AUR 10 @ 50 fee 7.95", "transfer_in = 100", "buy AUR 2 @ 50", "sell AUR 1 @ 55", "sell AUR 1 @ 55 fee 1", "transfer_out = 54",
                "dividend AUR = 4", "dividend AUR = 5", "transfer_out = 5", "interest = 0.5", "dividend AUR = 1", "dividend AUR = 1.1", "dividend AUR = 1.2", "credit = 2",
                "fee = 3",
                "interest = -0.75", "return_of_capital AUR = 6", "dividend AUR = 5", "buy AUR 0.1 @ 50", "interest AUR = 10", "buy AUR 0.2 @ 50", "dividend AUR = 15",
                "buy AUR 0.3 @ 50", "dividend AUR = 20", "buy AUR 0.4 @ 50", "dividend AUR = 25", "buy AUR 0.5 @ 50", "split AUR 2:1", "transfer_in = 10", "transfer_out = 11",
                "transfer_in AUR 3 @ 40", "transfer_out AUR 1", "withdrawal = 7", "transfer_out = 12",
            ])
        // 9000 − 507.95 + 55 + 4 + 0.50 + 1 + 1.10 + 1.20 + 2 − 3 − 0.75 + 6 + 10 − 11 − 7 − 12
        #expect(try book.cash() == ["Brokerage USD 8539.1"])
        #expect(try book.ledger.holdings().map { "\($0.quantity)" } == ["25"])
        #expect(book.ledger.instruments[0].name == "Aurum")
        #expect(book.messages.filter { $0.hasSuffix("left out, for which luca has no place") }.count == 3)
    }

    @Test(
        "Splits by tenths, and a third that is written with a few digits",
        arguments: [("20", "2:1"), ("15", "3:2"), ("1", "1:10"), ("3.333333", "1:3"), ("6.6667", "2:3"), ("3.3", "3.3:10"), ("12.5", "5:4")])
    func splits(_ tenths: String, _ ratio: String) throws {
        let book = try QIFBook(invested: ["D01/15/2014 NShrsIn YAurum Q300 I1", "D01/16/2014 NStkSplit YAurum Q\(tenths)"])
        #expect(book.ledger.facts.last?.detail?.ratio?.description == ratio)
    }

    @Test("Units sold short, bonds in percent, prices as quotes, old fractions")
    func instruments() throws {
        let book = try QIFBook(
            file: QIFBook.securities
                + QIFBook.register(
                    "Brokerage", "Invst",
                    [
                        "D01/15/2014 NShtSell YAurum I52_1/8 Q8 T417.00", "D01/16/2014 NCvrShrt YAurum I50.00 Q8 T400.00", "D01/17/2014 NBuy YAurum_4%_2020 I99.50 Q5000 T4975.00",
                        "D01/18/2014 NBuy Yaurum I50.00 Q1 T50.00",
                    ]) + "!Type:Prices\n\"AUR\",52 1/8,\" 1/18'14\"\n^\n!Type:Prices\n\"Aurum 4% 2020\",99.75,\"1/18/2014\"\n^\n!Type:Prices\n\"AUR\",0,\"1/19/2014\"\n^\n")
        #expect(book.facts == ["sell_to_open AUR 8 @ 52.125", "buy_to_close AUR 8 @ 50", "buy Aurum 4% 2020 5000 @ 0.995", "buy aurum 1 @ 50"])
        #expect(book.plan.quotes.count == 2 && book.plan.verdicts.count(.skipped) == 1)
        #expect(book.messages.contains { $0.contains("may go short") })
        #expect(book.ledger.instruments.map(\.kind).prefix(2) == [.stock, .bond])
    }

    @Test("A transfer whose sides stand in two registers counts once; one that lacks its side is told")
    func transfers() throws {
        let savings = QIFBook.register("Savings", "Bank", ["D01/20/2014 T-50.00 L[Checking]", "D01/31/2014 T500.00 L[Checking]"])
        let checking = QIFBook.register("Checking", "Bank", ["D01/15/2014 T9000.00", "D01/20/2014 T50.00 L[Savings]", "D01/30/2014 T-500.00 SCar $-100.00 S[Savings] $-400.00"])
        let broker = QIFBook.securities + QIFBook.register("Brokerage", "Invst", ["D01/16/2014 NBuyX YAurum I50.00 Q2 T100.00 L[checking] $100.00"])
        let more = QIFBook.register("Checking", "Bank", ["D01/16/2014 T-100.00 L[Brokerage]"])
        let list = "!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\nNSavings\nTBank\n^\nNUnused\nTCash\n^\n!Clear:AutoSwitch\n"
        let book = try QIFBook(file: list + checking + savings + broker + more)
        #expect(try book.cash() == ["Checking USD 8450", "Savings USD 450"])
        let groups = book.ledger.facts.compactMap { $0.detail?.group }
        #expect(groups.count { $0 != "outside" } == 4 && Set(groups).count == 3, "\(groups)")
        #expect(book.messages.contains { $0.contains("transfer with \"Savings\"") } && book.messages.contains { $0.contains("transfer with \"Checking\"") })
        #expect(book.ledger.accounts.map(\.name) == ["Checking", "Savings", "Brokerage"])
        #expect(try QIFBook(file: list + checking + savings + broker + more, into: book.ledger).plan.addsNothing)
    }

    @Test("The same file again adds nothing, nor with another category; a grown one adds what is new")
    func again() throws {
        let ledger = Ledger(), first = ["D01/15/2014 T500.00 PEmployer", "D01/15/2014 T-3.50 PCoffee", "D01/15/2014 T-3.50 PCoffee"]
        _ = try QIFBook(bank: first, into: ledger)
        #expect(try QIFBook(bank: first, into: ledger).plan.addsNothing)
        #expect(try QIFBook(bank: [first[0] + " LSalary"] + first[1...], into: ledger).plan.addsNothing)
        #expect(try QIFBook(bank: first + ["D01/15/2014 T-3.50 PBus"], into: ledger).plan.activities.count == 1)
        #expect(try QIFBook(bank: [], into: ledger).plan.addsNothing)
        #expect(try ledger.cash().map(\.balance) == [decimal("489.5")])
    }

    @Test(
        "Dates in each dialect",
        arguments: [
            ("1/ 5'04", "2004-01-05", "1/31/04"), ("1/ 5/04", "2004-01-05", "1/31/04"), ("05/01/2004", "2004-01-05", "31/01/2004"), ("5.1.04", "2004-01-05", ""),
            ("2004-01-05", "2004-01-05", ""), ("1/ 5' 4", "2004-01-05", "1/31/99"), ("1-5-1999", "1999-01-05", "1-31-1999"), ("5 Jan 2004", "2004-01-05", ""),
            ("1/5'2004", "2004-01-05", "1/31/04"),
        ])
    func dates(_ written: String, _ meant: String, _ witness: String) throws {
        let rows = ["D\(written)\nT5.00\n^\n"] + (witness.isEmpty ? [] : ["D\(witness)\nT5.00\n^\n"])
        let book = try QIFBook(file: QIFBook.register("A", "Bank", []) + rows.joined())
        #expect(book.ledger.facts.contains { "\($0.date)" == meant }, "\(book.ledger.facts.map(\.date)) \(book.refusals)")
    }

    @Test("Options that are known end as what they are; those that an employer granted are left out")
    func endsOfOptions() throws {
        let list = "!Type:Security\nNAUR call\nSAURC\nTOption\n^\n", ledger = Ledger()
        let rows = ["D01/06/2014 NBuy YAUR_call I2.00 Q3 T600.00", "D01/31/2014 NExpire YAUR_call Q1", "D01/31/2014 NExpire YAurum Q5"]
        let first = try QIFBook(file: QIFBook.securities + list + QIFBook.register("Brokerage", "Invst", rows), into: ledger)
        #expect(first.facts == ["buy AURC 3 @ 2", "expiry AURC 1"], "\(first.refusals)")
        #expect(first.messages.contains { $0.hasPrefix("1 expiry of options that were granted left out") })
        let used = [QIFBook.securities + list + QIFBook.register("Brokerage", "Invst", rows + ["D02/03/2014 NExercise YAUR_call Q2 O4.00"])][0]
        #expect(try QIFBook(file: used, into: ledger).refusals == ["an exercise tells neither the terms of the option nor what was taxed"])
        var option = try #require(ledger.instruments.first { $0.symbol == "AURC" })
        let stock = ledger.nextInstrumentID
        try ledger.apply(.instrument(stock, Instrument(symbol: "AUR", kind: .stock, currency: .usd)), id: ledger.nextID)
        option.option = OptionTerms(underlying: stock, right: .call, strike: 10, expires: day("2014-12-20"))
        try ledger.apply(.instrument(try #require(ledger.instrument(named: "AURC")), option), id: ledger.nextID)
        let second = try QIFBook(file: used, into: ledger)
        #expect(second.refusals.isEmpty && second.facts.last == "exercise AURC 2 @ 10 fee 4", "\(second.refusals) \(second.facts)")
        #expect(try ledger.holdings().map { "\(ledger[$0.instrument].symbol) \($0.quantity)" } == ["AUR 200"])
    }

    @Test("What dates and numbers leave open is asked, and told by the options or the file")
    func dialects() throws {
        let dates = QIFBook.register("A", "Bank", ["D03/05/2014 T5.00"]), numbers = QIFBook.register("A", "Bank", ["D31/05/2014 T1,234"])
        do { _ = try QIFBook(file: dates) } catch let issue as ImportIssue { #expect(issue.kind == .ambiguousDates && issue.hint.contains("date_order")) }
        #expect(throws: ImportIssue.self) { try QIFBook(file: dates) }
        #expect(throws: ImportIssue.self) { try QIFBook(file: numbers) }
        #expect(try QIFBook(file: dates, ImportOptions(dateOrder: .dmy)).ledger.facts[0].date == day("2014-05-03"))
        #expect(try QIFBook(file: "!Option:MDY\n" + dates).ledger.facts[0].date == day("2014-03-05"))
        #expect(try QIFBook(file: numbers, ImportOptions(decimalMark: .comma)).facts == ["deposit = 1.234"])
        let comma = try QIFBook(bank: ["D31/05/2014 T-1.234,56", "D31/05/2014 T-1.000"])
        #expect(comma.facts == ["withdrawal = 1234.56", "withdrawal = 1000"] && comma.messages.contains("the decimal mark is the comma"))
        let mac = try QIFBook(file: QIFBook.register("A", "Bank", ["D31/05/2014 T5.00"]).replacing("\n", with: "\r"))
        #expect(mac.facts == ["deposit = 5"])
        #expect(try QIFBook(file: "\u{FEFF}" + QIFBook.register("A", "Bank", ["D31/05/2014 T5.00"]).replacing("\n", with: "\r\n")).facts == ["deposit = 5"])
    }

    @Test("Whose rows they are: by the file, its opening balance, the option, or it is asked")
    func accounts() throws {
        let rows = "!Type:CCard \nD31/05/2014\nT-5.00\n^\n"
        do { _ = try QIFBook(file: rows) } catch let issue as ImportIssue { #expect(issue.kind == .unknownAccount && issue.hint.contains("account=")) }
        #expect(throws: ImportIssue.self) { try QIFBook(file: rows) }
        #expect(try QIFBook(file: rows, ImportOptions(account: "Card")).cash() == ["Card USD -5"])
        let opening = "!Type:Bank\nD31/05/2014\nT7.00\nPOpening Balance\nL[House]\n^\nD31/05/2014\nT-5.00\n^\n"
        #expect(try QIFBook(file: opening).cash() == ["House USD 2"])
        let two = QIFBook.register("A", "Bank", ["D31/05/2014 T5.00"]) + QIFBook.register("B", "Bank", ["D31/05/2014 T5.00"])
        #expect(throws: ImportIssue.self) { try QIFBook(file: two, ImportOptions(account: "Mine")) }
        #expect(try QIFBook(file: two, ImportOptions(currency: .eur)).cash() == ["A EUR 5", "B EUR 5"])
    }
}
