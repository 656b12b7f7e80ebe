import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Exports of double entry")
struct JournalExportTests {
    private static let rows = """
        id,date,type,account,symbol,quantity,price,fee,amount,currency,notes,group,lots
        1,2014-01-02,deposit,My: Cash,,,,,1000,USD,(first) a; b,,
        2,2014-01-03,buy,My: Cash,BRK.B,3,33.34,,-100.02,USD,,,
        3,2014-01-04,sell,My: Cash,BRK.B,1,40,,40,USD,,,
        4,2014-01-05,transfer_out,My: Cash,,,,,-100,USD,,a1,
        5,2014-01-05,transfer_in,Depot,,,,,100,USD,,a1,
        6,2014-01-06,transfer_out,My: Cash,BRK.B,1,,,,,,b1,
        7,2014-01-06,transfer_in,Depot,BRK.B,1,,,,,,b1,
        8,2014-01-07,sell,Depot,BRK.B,1,50,,50,USD,,,

        """

    private func ledger(_ rows: String = Self.rows) throws -> Ledger {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(rows), in: ledger)
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        return ledger
    }

    private func figures(_ ledger: Ledger) throws -> [String] {
        var lines: [String] = []
        for cash in try ledger.cash() { lines.append("\(ledger[cash.account].name) \(cash.currency) \(cash.balance)") }
        for lot in try ledger.lots() { lines.append("\(ledger[lot.account].name) \(ledger[lot.instrument].symbol) \(lot.remaining) \(lot.cost) \(lot.opened)") }
        for gain in try ledger.gains() { lines.append("\(ledger[gain.account].name) \(gain.closed) \(gain.proceeds) \(gain.cost)") }
        return lines
    }

    @Test("What is exported comes back: names, cash, lots, gains, and transfers as pairs", arguments: ["beancount", "hledger", "ledger"])
    func roundTrip(_ form: String) throws {
        let ledger = try ledger(), quotes: [Quote] = [], rates: [Rate] = []
        let (text, leftOut) =
            switch form {
            case "beancount": try Formats.beancount(ledger, quotes: quotes, rates: rates)
            case "hledger": try Formats.hledger(ledger, quotes: quotes, rates: rates)
            default: try Formats.ledger(ledger, quotes: quotes, rates: rates)
            }
        #expect(leftOut.contains { $0.contains("semicolon") } == (form != "beancount"))
        let back = Ledger(), plan = try record(FormatsTests.plan(text, ImportOptions(fileName: form == "beancount" ? "a.beancount" : "a.journal")), in: back)
        #expect(plan.refusedCount == 0, "\(plan.refusals)\n\(text)")
        let before = try figures(ledger), after = try figures(back)
        #expect(after == before, "\(text)")
        let transfers = back.facts.count { [ActivityKind.transferOut, .transferIn].contains($0.kind) }
        #expect(transfers == 4, "\(text)")
        let meaning = plan.meanings.first { $0.account.hasSuffix(":Cash:Cash") }
        #expect(meaning?.meaning == "My: Cash")
    }

    @Test("Accounts keep their currency whatever their cash is in, and a security called like a currency goes by another name", arguments: ["beancount", "hledger", "ledger"])
    func currencies(_ form: String) throws {
        let ledger = Ledger()
        try ledger.apply(.setting(key: "base_currency", value: "EUR"), id: ledger.nextID)
        for (name, currency) in [("D", Currency.eur), ("US", .usd), ("GB", .gbp)] {
            try ledger.apply(.account(ledger.nextAccountID, Account(name: name, currency: currency)), id: ledger.nextID)
        }
        _ = try record(
            FormatsTests.plan(
                """
                date,type,account,symbol,quantity,price,amount,currency,group
                2014-01-02,deposit,D,,,,1000,EUR,
                2014-01-02,deposit,GB,,,,70,EUR,
                2014-01-03,buy,D,SAP,3,33,99,EUR,
                2014-01-04,transfer_out,D,SAP,1,,,,b1
                2014-01-04,transfer_in,US,SAP,1,,,,b1

                """, context: ImportContext(ledger)), in: ledger)
        try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: "USD", currency: .eur)), id: ledger.nextID)
        _ = try record(FormatsTests.plan("date,type,account,symbol,quantity,price,amount,currency\n2014-01-05,buy,D,USD,2,5,10,EUR\n", context: ImportContext(ledger)), in: ledger)
        let text = try export(ledger, form), back = Ledger()
        let plan = try record(FormatsTests.plan(text, ImportOptions(fileName: form == "beancount" ? "a.beancount" : "a.journal")), in: back)
        #expect(plan.refusedCount == 0, "\(plan.refusals)\n\(text)")
        #expect(Dictionary(uniqueKeysWithValues: back.accounts.map { ($0.name, $0.currency) }) == ["D": .eur, "US": .usd, "GB": .gbp], "\(text)")
        let held = try Set(back.holdings().map { "\(back[$0.account].name) \(back[$0.instrument].symbol) \($0.quantity)" })
        #expect(held == ["D SAP 2", "US SAP 1", "D USD2 2"] || held == ["D SAP 2", "US SAP 1", "D USDB 2"], "\(held)\n\(text)")
        #expect(plan.notices.contains { $0.message.hasPrefix("USD is the code of a currency") }, "\(plan.notices)")
    }

    private func export(_ ledger: Ledger, _ form: String) throws -> String {
        let quotes: [Quote] = [], rates: [Rate] = []
        return switch form {
        case "beancount": try Formats.beancount(ledger, quotes: quotes, rates: rates).text
        case "hledger": try Formats.hledger(ledger, quotes: quotes, rates: rates).text
        default: try Formats.ledger(ledger, quotes: quotes, rates: rates).text
        }
    }

    /// Another book that takes in an export.
    private func back(_ text: String, _ form: String) throws -> Ledger {
        let back = Ledger(), plan = try record(FormatsTests.plan(text, ImportOptions(fileName: "a.\(form)")), in: back)
        #expect(plan.refusedCount == 0, "\(plan.refusals)\n\(text)")
        return back
    }

    @Test("A transaction of its own export that was changed is refused with its entries, and a copy of one comes in", arguments: ["beancount", "hledger", "ledger"])
    func changedOwn(_ form: String) throws {
        let ledger = try ledger(), text = try export(ledger, form), options = ImportOptions(fileName: "a.\(form)")
        func plan(_ text: String) throws -> ImportPlan { try FormatsTests.plan(text, options, context: ImportContext(ledger)) }
        // Blanks and remarks are no part of what it says.
        let tidied = try plan(text.replacing("  1000.00 USD", with: "      1000.00 USD  ; paid in"))
        #expect(tidied.activities.isEmpty && tidied.refusedCount == 0, "\(tidied.refusals)")
        for changed in [text.replacing("2014-01-02 *", with: "2014-01-03 *"), text.replacing("1000.00 USD", with: "1010.00 USD")] {
            let plan = try plan(changed), issue = try #require(plan.refusals.first)
            #expect(plan.refusedCount == 1 && plan.activities.isEmpty && issue.kind == .changedRow && issue.message.contains("wrote it of entry "), "\(plan.refusals)\n\(changed)")
            #expect(issue.hint.hasPrefix("void(") && issue.hint.hasSuffix(") and import again"))
        }
        let paid = String(try #require(text.split(separator: "\n\n").first { $0.contains("2014-01-02 *") }))
        let entry = try #require(ledger.activities.rowsInOrder().first.map { ledger.activities.id(at: Int($0)) })
        let shorter = try plan(text.replacing(paid, with: "")), gone = "the book wrote entry \(entry.rawValue) too, and the file has it no more"
        #expect(
            shorter.activities.isEmpty && shorter.notices.contains { $0.message.hasPrefix(gone) && $0.message.hasSuffix("void(\(entry.rawValue)) takes it out") },
            "\(shorter.notices)")
        #expect(!tidied.notices.contains { $0.message.hasPrefix("the book wrote") }, "\(tidied.notices)")
        for copy in [paid.replacing("2014-01-02", with: "2014-02-02").replacing("1000.00", with: "12.00"), paid] {
            let grown = try plan(text + "\n" + copy + "\n")
            #expect(grown.activities.count == 1 && grown.refusedCount == 0, "\(grown.refusals)\n\(copy)")
        }
    }

    @Test("Taxes kept from income, bonuses, and income that was paid in another currency come back as they were", arguments: ["beancount", "hledger", "ledger"])
    func income(_ form: String) throws {
        let rows = """
            id,date,type,subtype,account,symbol,quantity,price,amount,tax,currency,fx_rate
            1,2014-01-02,deposit,,Depot,,,,1000,,USD,
            2,2014-01-03,buy,,Depot,T,3,30,-90,,USD,
            3,2014-01-04,interest,,Depot,,,,10,2.5,USD,
            4,2014-01-05,credit,bonus,Depot,,,,7,,USD,
            5,2014-01-06,credit,,Depot,,,,8,1,USD,
            6,2014-01-07,dividend,,Depot,T,,,100,15,EUR,0.8
            7,2014-01-08,interest,,Depot,,,,40,4,EUR,0.5
            8,2014-01-09,adjustment,exchange,Depot,,,,475,,EUR,
            9,2014-01-09,adjustment,exchange,Depot,,,,-500,,USD,
            10,2014-01-10,buy,,Depot,E,3,30,-90,,EUR,1.25
            11,2014-01-11,sell,,Depot,E,3,40,120,,EUR,1.5

            """
        let ledger = try ledger(rows), text = try export(ledger, form), back = try back(text, form)
        func paid(_ ledger: Ledger) -> [String] {
            ledger.facts.filter { [.dividend, .interest, .credit].contains($0.kind) }
                .map { "\($0.date) \($0.subtype?.rawValue ?? $0.kind.rawValue) \($0.amount ?? .zero) \($0.tax) \($0.currency)" }
        }
        #expect(paid(back) == paid(ledger) && paid(back).count == 5, "\(text)")
        func cash(_ ledger: Ledger) throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\($0.currency) \($0.balance)" } }
        #expect(try cash(back) == cash(ledger), "\(text)")
        #expect(
            !back.facts.contains { [.withdrawal, .transferIn, .transferOut].contains($0.kind) } && back.facts.count { $0.kind == .deposit } == 1,
            "\(back.facts.map { "\($0.date) \($0.kind) \($0.amount ?? .zero) \($0.currency)" })")
        #expect(try back.gains().map { "\($0.gain) \($0.currency)" } == ledger.gains().map { "\($0.gain) \($0.currency)" })
    }

    @Test("What a cover of a part of a short position gained counts with the last one in ledger's form, which is told")
    func covers() throws {
        let ledger = Ledger()
        try ledger.apply(.account(ledger.nextAccountID, Account(name: "D", currency: .usd, allowShort: true)), id: ledger.nextID)
        let rows = """
            date,type,account,symbol,quantity,price,fee,currency
            2024-02-02,sell,D,AAA,7,30,1,USD
            2024-03-02,buy,D,AAA,4,20,1,USD
            2024-04-02,buy,D,AAA,3,10,1,USD

            """
        let plan = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger), quotes: [Quote] = [], rates: [Rate] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        func told(_ leftOut: [String]) -> Bool { leftOut.contains { $0.hasPrefix("what a cover of a part of a short position gained") } }
        #expect(try told(Formats.ledger(ledger, quotes: quotes, rates: rates).leftOut))
        #expect(try !told(Formats.beancount(ledger, quotes: quotes, rates: rates).leftOut))
    }

    @Test("Interest, credits and dividends of a security come back as its own, whatever the program calls it", arguments: ["beancount", "hledger", "ledger"])
    func payers(_ form: String) throws {
        let rows = """
            id,date,type,account,symbol,quantity,price,amount,currency
            1,2014-01-02,deposit,Depot,,,,1000,USD
            2,2014-01-03,buy,Depot,T,3,30,-90,USD
            3,2014-01-04,interest,Depot,T,,,5,USD
            4,2014-01-05,credit,Depot,,,,7,USD
            5,2014-01-06,dividend,Depot,T,,,3,USD
            6,2014-01-07,interest,Depot,,,,2,USD

            """
        let ledger = try ledger(rows), text = try export(ledger, form), back = try back(text, form)
        func paid(_ ledger: Ledger) -> [String] {
            ledger.facts.filter { $0.quantity == nil }.map { "\($0.date) \($0.kind) \($0.instrument.map { ledger[$0].symbol } ?? "") \($0.amount ?? .zero)" }
        }
        #expect(paid(back) == paid(ledger), "\(text)")
    }

    @Test("A split with money for a fraction comes back from its export with its cash, its gain and what the lots cost", arguments: ["beancount", "hledger", "ledger"])
    func lieu(_ form: String) throws {
        let rows = """
            id,date,type,account,symbol,quantity,price,amount,currency,ratio
            1,2014-01-02,deposit,Depot,,,,1000,USD,
            2,2014-01-03,buy,Depot,AAA,15,10,-150,USD,
            3,2014-02-03,split,Depot,AAA,,,6,USD,3:2

            """
        let ledger = try ledger(rows), text = try export(ledger, form), back = try back(text, form)
        func held(_ ledger: Ledger) throws -> [String] {
            let lots = try ledger.lots().map { try "\($0.remaining) \($0.cost.rounded(to: 8)) \($0.opened)" }
            return try ledger.cash().map { "\($0.balance)" } + lots + ledger.gains().map { try "\(($0.proceeds - $0.cost).rounded(to: 8))" }
        }
        #expect(try held(back) == held(ledger), "\(text)")
    }

    @Test("Units that become others leave and come back, and nothing is sold", arguments: ["beancount", "hledger", "ledger"])
    func merged(_ form: String) throws {
        let rows = """
            id,date,type,account,symbol,quantity,price,amount,currency,ratio,into
            1,2014-01-02,deposit,Depot,,,,1000,USD,,
            2,2014-01-03,buy,Depot,OLD,3,30,-90,USD,,
            3,2014-01-04,buy,Depot,OLD,3,40,-120,USD,,
            4,2014-02-03,merger,Depot,OLD,,,,USD,2:1,NEW

            """
        let ledger = try ledger(rows), text = try export(ledger, form), back = try back(text, form)
        #expect(try figures(back) == figures(ledger), "\(text)")
        #expect(!back.facts.contains { [ActivityKind.sell, .withdrawal].contains($0.kind) }, "\(text)")
    }

    @Test("Its own book knows the entries of an export, and a statement added there comes in", arguments: ["hledger", "ledger"])
    func own(_ form: String) throws {
        let ledger = Ledger(), options = ImportOptions(fileName: "a.\(form)"), quotes: [Quote] = [], rates: [Rate] = []
        // A trade with a fee and one of several lots come back otherwise than they were recorded.
        let rows = "9,2014-01-08,buy,Depot,BRK.B,2,10,5,-25,USD,,,\n10,2014-01-08,buy,Depot,BRK.B,1,10,,-10,USD,,,\n11,2014-01-09,sell,Depot,BRK.B,2.5,60,1,149,USD,,,\n"
        let first = try record(FormatsTests.plan(Self.rows + rows), in: ledger)
        try #require(first.refusedCount == 0, "\(first.refusals)")
        let export = try form == "ledger" ? Formats.ledger(ledger, quotes: quotes, rates: rates).text : Formats.hledger(ledger, quotes: quotes, rates: rates).text
        let again = try FormatsTests.plan(export, options, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.refusedCount == 0, "\(again.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })\n\(export)")
        #expect(again.notices(.alreadyThere).contains("9 transactions are of this book, which wrote them"), "\(again.notices.map(\.message))")
        let more = "2014-02-01 * Pay\n  \(form == "ledger" ? "Assets:Depot" : "Assets:Depot:Cash")  7.00 USD\n  Income:Pay\n"
        let grown = try record(FormatsTests.plan(export + more, options, context: ImportContext(ledger)), in: ledger)
        #expect(grown.activities.count == 1 && grown.refusedCount == 0, "\(grown.refusals)\n\(export)")
        // Another book takes all of it.
        let other = try FormatsTests.plan(export, options, context: ImportContext(baseCurrency: .usd))
        #expect(other.notices(.alreadyThere).isEmpty && other.activities.count == 12, "\(other.activities.map(\.kind))")
    }

    @Test("Contracts and bonds cost there what one of them does, and their quotes are of one, on both ways", arguments: ["beancount", "hledger", "ledger"])
    func multipliers(_ form: String) throws {
        let ledger = Ledger(), name = "a.\(form)", rates: [Rate] = []
        try ledger.apply(.account(AccountID(1), Account(name: "Depot", currency: .usd)), id: ledger.nextID)
        try ledger.apply(.instrument(InstrumentID(1), Instrument(symbol: "ORCLC", currency: .usd, multiplier: 100)), id: ledger.nextID)
        let rows = "date,type,account,symbol,quantity,price,amount,currency\n2014-01-02,deposit,Depot,,,,1000,USD\n2014-01-03,buy,Depot,ORCLC,2,1.20,-240,USD\n"
        let first = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger)
        try #require(first.refusedCount == 0, "\(first.refusals)")
        let quotes = [Quote(instrument: InstrumentID(1), date: day("2014-01-04"), close: decimal("4.97"), currency: .usd, source: "")]
        let export: String
        switch form {
        case "ledger": export = try Formats.ledger(ledger, quotes: quotes, rates: rates).text
        case "hledger": export = try Formats.hledger(ledger, quotes: quotes, rates: rates).text
        default: export = try Formats.beancount(ledger, quotes: quotes, rates: rates).text
        }
        #expect(export.contains("497.00 USD\n") || export.contains("497 USD\n"), "\(export)")
        let units = form == "hledger" ? "-1 ORCLC @ 500.00 USD" : "-1 ORCLC {120.00 USD} @ 500.00 USD"
        let account = form == "ledger" ? "Assets:Depot" : "Assets:Depot:Cash", bought = form == "ledger" ? "Assets:Depot" : "Assets:Depot:ORCLC"
        let gain = form == "hledger" ? "" : "  Income:Gains  -380.00 USD\n"
        let sale = "2014-02-01 * \"Sell\"\n  \(bought)  \(units)\n  \(account)  500.00 USD\n\(gain)"
        let opened = form == "beancount" ? "2014-01-01 open Income:Gains\n" : ""
        let plan = try record(FormatsTests.plan(export + opened + sale, ImportOptions(fileName: name), context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusedCount == 0 && plan.activities.count == 1, "\(plan.refusals)\n\(export)")
        #expect(try ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.cost)" } == ["1 500 120"], "\(export)")
        #expect(try ledger.cash().map(\.balance) == [1260])
        #expect(plan.quotes.map(\.close) == [decimal("4.97")])
    }

    @Test("What units earned in kind goes out as income and comes back so, whatever marks their symbol has", arguments: ["beancount", "hledger", "ledger"])
    func inKind(_ form: String) throws {
        let rows = """
            date,type,subtype,account,symbol,quantity,price,tax,amount,currency
            2024-01-02,deposit,,Broker,,,,,1000,USD
            2024-01-03,buy,,Broker,SAP.DE,1,100,,,USD
            2024-05-20,dividend,,Broker,SAP.DE,,,5.80,22,USD
            2024-06-24,interest,staking_reward,Broker,ETH,0.01,3000,,,USD
            2024-06-25,dividend,dividend_in_kind,Broker,SPIN,2,15,,,USD

            """
        let ledger = try ledger(rows), export = try export(ledger, form)
        #expect(export.contains("Income:ETH:Interest  -30.00 USD") && !export.contains("Equity:Transfers"), "\(export)")
        let back = try back(export, form)
        func earned(_ ledger: Ledger) throws -> [String] {
            try ledger.income().map { "\($0.date) \($0.instrument.map { ledger[$0].symbol } ?? "") \($0.amount) \($0.tax)" }.sorted()
        }
        #expect(try back.cash().map(\.balance) == ledger.cash().map(\.balance))
        #expect(try earned(back) == earned(ledger) && earned(back).count == 3, "\(export)")
    }

    @Test(
        "A dividend comes back to its own symbol, however the other program wants it written, and beside another that is written alike",
        arguments: ["beancount", "hledger", "ledger"])
    func spelledOtherwise(_ form: String) throws {
        let rows = """
            date,type,account,symbol,quantity,price,tax,amount,currency
            2024-01-02,deposit,Broker,,,,,1000,USD
            2024-01-03,buy,Broker,7203.T,1,100,,,USD
            2024-01-03,buy,Broker,SAP.DE,1,100,,,USD
            2024-01-03,buy,Broker,SAP-DE,1,100,,,USD
            2024-05-20,dividend,Broker,7203.T,,,5.80,22,USD
            2024-05-21,dividend,Broker,SAP.DE,,,4.80,21,USD
            2024-05-22,dividend,Broker,SAP-DE,,,3.80,20,USD

            """
        let ledger = try ledger(rows), export = try export(ledger, form)
        let back = try back(export, form)
        func paid(_ ledger: Ledger) throws -> [String] {
            try ledger.income().map { "\($0.date) \($0.instrument.map { ledger[$0].symbol } ?? "") \($0.amount) \($0.tax)" }
        }
        #expect(try paid(back) == paid(ledger) && paid(back).count == 3, "\(export)")
    }

    @Test("A sale that was charged more than came for it goes out without a price below zero, and comes back with the charge", arguments: ["beancount", "hledger", "ledger"])
    func chargedMore(_ form: String) throws {
        let rows = """
            date,type,account,symbol,quantity,price,fee,currency
            2014-01-02,buy,Depot,ORCL,10,30,,USD
            2014-01-03,sell,Depot,ORCL,1,2,5,USD

            """
        let ledger = Ledger(), plan = try record(FormatsTests.plan(rows), in: ledger), quotes: [Quote] = [], rates: [Rate] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let text =
            switch form {
            case "beancount": try Formats.beancount(ledger, quotes: quotes, rates: rates).text
            case "hledger": try Formats.hledger(ledger, quotes: quotes, rates: rates).text
            default: try Formats.ledger(ledger, quotes: quotes, rates: rates).text
            }
        #expect(form != "beancount" || !text.contains("@"), "\(text)")
        let back = Ledger(), read = try record(FormatsTests.plan(text, ImportOptions(fileName: form == "beancount" ? "a.beancount" : "a.journal")), in: back)
        #expect(read.refusedCount == 0, "\(read.refusals)\n\(text)")
        #expect(try figures(back) == figures(ledger), "\(text)")
    }

    @Test("A trade that settled in another currency goes out with its cash, and that its rate has no place is told")
    func settled() throws {
        let ledger = Ledger(),
            rows = """
                date,type,account,symbol,quantity,price,amount,currency,fx_rate,settle
                2014-01-02,deposit,Depot,,,,1000,EUR,,
                2014-01-03,buy,Depot,ORCL,10,30,-300,USD,0.9,EUR

                """
        let plan = try record(FormatsTests.plan(rows), in: ledger), quotes: [Quote] = [], rates: [Rate] = []
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let leftOut = try Formats.hledger(ledger, quotes: quotes, rates: rates).leftOut
        #expect(leftOut.contains { $0.hasPrefix("the settlement in another currency of a trade or income") }, "\(leftOut)")
    }

    @Test("A journal quotes symbols, keeps the cost and the day of lots, and asserts the balances")
    func journal() throws {
        let ledger = try ledger(), quotes: [Quote] = [], rates: [Rate] = []
        let hledger = try Formats.hledger(ledger, quotes: quotes, rates: rates).text, other = try Formats.ledger(ledger, quotes: quotes, rates: rates).text
        let parts = [
            "  3 \"BRK.B\" {{100.02 USD}} [2014-01-03] @@ 100.02 USD  ; lot: ", "  -1 \"BRK.B\" [2014-01-03] @@ 40.00 USD  ; lot: ", "* () (first) a, b\n", "0 USD = 150.00 USD",
        ]
        for part in parts { #expect(hledger.contains(part), "\(part): \(hledger)") }
        #expect(!hledger.contains(":Gains"))
        for part in ["  -1 \"BRK.B\" {{33.34 USD}} [2014-01-03] (", " @@ 40.00 USD\n", "Income:BRK.B:Gains  -6.66 USD", "0 \"BRK.B\" = 1 \"BRK.B\""] {
            #expect(other.contains(part), "\(part): \(other)")
        }
    }

    private static let busyDay = """
        id,date,type,account,symbol,quantity,price,fee,amount,currency,notes,group,ratio,lots
        1,2014-01-02,deposit,Depot,,,,,9000,USD,,,,
        2,2014-01-03,buy,Depot,X,10,10,,-100,USD,,,,
        3,2014-02-03,sell,Depot,X,4,12,,48,USD,,,,
        4,2014-02-03,split,Depot,X,,,,,USD,,,2:1,
        5,2014-02-03,buy,Depot,X,6,7,,-42,USD,,,,
        6,2014-02-03,sell,Depot,X,14,8,,112,USD,,,,
        7,2014-02-03,transfer_out,Depot,X,1,,,,,,t1,,
        8,2014-02-03,transfer_in,Other,X,1,,,,,,t1,,
        9,2014-02-03,sell,Other,X,1,9,,9,USD,,,,

        """

    @Test("A day on which a position changes several times is as many transactions, and comes back as it was", arguments: ["beancount", "hledger", "ledger"])
    func busyDays(_ form: String) throws {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(Self.busyDay), in: ledger)
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        let quotes: [Quote] = [], rates: [Rate] = []
        let text =
            switch form {
            case "beancount": try Formats.beancount(ledger, quotes: quotes, rates: rates).text
            case "hledger": try Formats.hledger(ledger, quotes: quotes, rates: rates).text
            default: try Formats.ledger(ledger, quotes: quotes, rates: rates).text
            }
        let back = Ledger(), again = try record(FormatsTests.plan(text, ImportOptions(fileName: form == "beancount" ? "a.beancount" : "a.journal")), in: back)
        #expect(again.refusedCount == 0, "\(again.refusals)\n\(text)")
        #expect(try figures(back) == figures(ledger), "\(text)")
    }
}
