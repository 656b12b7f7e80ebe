import Formats
import Ledger
import Testing
import TestSupport
import Values

/// Which shapes of lots, groups and moments a file may have, and what it has no place for.
extension RoundTripTests {
    @Test("Lots that are told, numbers that are there twice, and lots beside rows that sell nothing") func shapeOfLots() throws {
        func costs(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> ([FixedDecimal], Int) {
            let ledger = try Self.emptyBook(), plan = try record(FormatsTests.plan(text, options, context: ImportContext(ledger)), in: ledger)
            #expect(plan.refusals.isEmpty, "\(plan.refusals)")
            return (try ledger.gains().map(\.cost), plan.notices(.unusedColumn).count)
        }
        let sale = "2020-02-03,sell,A,X,1,9,USD,2,3\n"
        #expect(try costs(Self.lotFile + sale) == ([7], 0))
        #expect(try costs(Self.lotFile.replacing("lots,id", with: "Lots,ID") + sale, ImportOptions(columns: ["Lots": "lots"])) == ([7], 0))
        #expect(try costs(Self.lotFile.replacing("USD,,1", with: "USD,,2") + sale) == ([5], 1))
        #expect(try costs(Self.lotFile.replacing("USD,,1", with: "USD,4,1") + sale) == ([5], 1))
        #expect(try costs(Self.lotFile.replacing("lots,id", with: "Lots,ID")) == ([], 0))
    }

    @Test(
        "A group ties one that left to one that came within a month, else it is none",
        arguments: [
            ("2020-02-03", "", true), ("2020-03-04", "", true), ("2020-03-06", "", false), ("2020-02-03", "2020-02-04,transfer_out,A,X,1,,USD,Stocks\n", false),
            ("2020-02-03", "2020-02-04,transfer_out,A,Y,1,,USD,Stocks\n", true), ("2020-02-03", "2020-02-04,transfer_out,A,,,-3,USD,Stocks\n", true),
        ])
    func groups(came: String, more: String, isPair: Bool) throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,amount,currency,Group
            2020-01-02,buy,A,X,10,-70,USD,
            2020-01-02,buy,A,Y,10,-70,USD,
            2020-02-03,transfer_out,A,X,4,,USD,Stocks
            \(more)\(came),transfer_in,B,X,4,,USD,Stocks

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.isEmpty, "\(plan.refusals)")
        #expect(try ledger.holdings().first { $0.account == AccountID(2) }?.cost == (isPair ? 28 : 0), "\(plan.notices)")
        #expect(plan.notices(.leftOut).isEmpty == isPair && plan.notices(.unknownCost).isEmpty == isPair, "\(plan.notices)")
        // Told by the user it is one, however far apart.
        if more.isEmpty {
            let other = try Self.emptyBook()
            _ = try record(FormatsTests.plan(text, ImportOptions(columns: ["Group": "group"]), context: ImportContext(other)), in: other)
            #expect(try other.holdings().first { $0.account == AccountID(2) }?.cost == 28)
        }
    }

    @Test("The other side may be in the book, near enough", arguments: [("2020-02-20", true), ("2020-06-20", false)])
    func otherSide(came: String, isPair: Bool) throws {
        let ledger = try Self.emptyBook(), head = "date,type,account,symbol,quantity,price,currency,Group\n"
        _ = try record(FormatsTests.plan(head + "2020-01-02,buy,A,X,10,7,USD,\n2020-02-03,transfer_out,A,X,4,,USD,Stocks\n", context: ImportContext(ledger)), in: ledger)
        let plan = try record(FormatsTests.plan(head + "\(came),transfer_in,B,X,4,,USD,Stocks\n", context: ImportContext(ledger)), in: ledger)
        #expect(try ledger.holdings().first { $0.account == AccountID(2) }?.cost == (isPair ? 28 : 0))
        #expect(plan.notices(.leftOut).isEmpty == isPair)
    }

    @Test("Our own file keeps a group that several transfers share") func ownGroups() throws {
        let ledger = try Self.emptyBook()
        func move(_ kind: ActivityKind, _ account: Int32, _ date: String) -> Activity {
            Activity(date: day(date), kind: kind, account: AccountID(account), instrument: InstrumentID(1), quantity: 1, currency: .usd, detail: ActivityDetail(group: "ACAT"))
        }
        let bought = Activity(date: day("2014-01-02"), kind: .buy, account: AccountID(1), instrument: InstrumentID(1), quantity: 9, price: 7, currency: .usd)
        for activity in [bought, move(.transferOut, 1, "2014-02-03"), move(.transferIn, 2, "2014-02-04"), move(.transferOut, 1, "2014-05-03"), move(.transferIn, 2, "2014-05-04")] {
            try ledger.apply(.activity(activity), id: ledger.nextID)
        }
        let copy = try Self.emptyBook(), plan = try record(FormatsTests.plan(Formats.transactionsCSV(ledger), context: ImportContext(copy)), in: copy)
        #expect(plan.notices(.leftOut).isEmpty)
        #expect(try Self.figures(copy) == Self.figures(ledger))
    }

    @Test("Rows of one moment find their units behind a row that names lots") func waitingAcrossLots() throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,price,currency,lots,id
            2020-01-01,buy,A,X,1,5,USD,,1
            2020-01-02,sell,A,X,4,9,USD,,2
            2020-01-02,sell,A,X,1,9,USD,1,3
            2020-01-02,sell,A,X,1,9,USD,5,4
            2020-01-02,buy,A,X,5,6,USD,,5

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.isEmpty, "\(plan.refusals)")
        #expect(try ledger.gains().map(\.cost).reduce(FixedDecimal.zero) { try $0 + $1 } == 35)
    }

    @Test("What is told of accounts, and for which account a setting is, is told by their names") func accountsLeftOut() throws {
        let ledger = Ledger()
        try ledger.apply(.account(AccountID(1), Account(name: "Plain", currency: .usd)), id: ledger.nextID)
        try ledger.apply(.account(AccountID(2), Account(name: "Main", currency: .usd, allowShort: true, tracking: .holdings)), id: ledger.nextID)
        try ledger.apply(.setting(key: "lot_method/account=2", value: "lifo"), id: ledger.nextID)
        #expect(
            Formats.transactionsLeftOut(ledger) == [
                "what is told of the account \"Main\" (allow_short, tracking), which export(path, \"accounts\") keeps: import that first",
                "the settings lot_method of \"Main\", which only export(folder, \"book\") keeps",
            ])
    }

    @Test("Only what a file of transactions has no place for is told") func leftOut() throws {
        let ledger = try Self.emptyBook()
        _ = try record(FormatsTests.plan(Self.lotFile + "2020-02-03,sell,A,X,1,9,USD,2,3\n", context: ImportContext(ledger)), in: ledger)
        let settings = "the settings lot_method, which only export(folder, \"book\") keeps"
        #expect(Formats.transactionsLeftOut(ledger) == [settings])
        // Units from which capital comes back in one account and then in another are lots that two entries have parted.
        for (number, account) in [Int32(1), 2].enumerated() {
            let date = day("2020-04-0\(number * 3 + 1)")
            let units = [(ActivityKind.transferOut, account), (.transferIn, account + 1)].map { kind, account in
                Activity(
                    date: date, kind: kind, account: AccountID(account), instrument: InstrumentID(1), quantity: FixedDecimal(2 - number), currency: .usd,
                    detail: ActivityDetail(group: "m\(number)"))
            }
            let back = Activity(
                date: day("2020-04-0\(number * 3 + 2)"), kind: .dividend, subtype: .returnOfCapital, account: AccountID(account + 1), instrument: InstrumentID(1), amount: 1,
                currency: .usd)
            for activity in units + [back] { try ledger.apply(.activity(activity), id: ledger.nextID) }
        }
        let lot = try #require(try ledger.lots().first { $0.account == AccountID(3) })
        let sale = Activity(
            date: day("2020-05-01"), kind: .sell, account: AccountID(3), instrument: InstrumentID(1), quantity: 1, price: 9, currency: .usd,
            detail: ActivityDetail(lots: [LotChoice(lot.id)]))
        try ledger.apply(.activity(sale), id: ledger.nextID)
        #expect(
            Formats.transactionsLeftOut(ledger) == [
                settings,
                "1 activity names a lot that several entries have parted, which only export(folder, \"book\") keeps: a file of transactions is refused where it names one",
            ])
    }
}
