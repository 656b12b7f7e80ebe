import Formats
import Ledger
import Testing
import TestSupport
import Values

/// What a transactions file keeps of transfers, named lots and corporate actions.
@Suite("Round trips of lots") struct RoundTripTests {
    static let instruments = ["X", "Y", "Z"].map { Instrument(symbol: $0, currency: .usd) }

    static func emptyBook(_ method: String = "fifo", accountsIn currency: Currency = .usd) throws -> Ledger {
        let ledger = Ledger()
        for account in ["A", "B", "C"].map({ Account(name: $0, currency: currency) }) { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
        for instrument in instruments { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextID) }
        try ledger.apply(.setting(key: "lot_method", value: method), id: ledger.nextID)
        return ledger
    }

    /// What is held, the lots and the gains, without the numbers of entries.
    static func figures(_ ledger: Ledger) throws -> [String] {
        try ledger.holdings().map { "holding \($0.account) \($0.instrument) \($0.quantity) \(told($0.cost))" }
            + ledger.lots().map { "lot \($0.account) \($0.instrument) \($0.opened) \($0.remaining) \(told($0.cost))" }
            + ledger.gains().map { "gain \($0.account) \($0.instrument) \($0.opened) \($0.closed) \($0.quantity) \($0.proceeds) \(told($0.cost))" }
            + ledger.cash().map { "cash \($0.account) \($0.balance) \(told($0.contribution))" }
    }

    /// A cost, or the contribution that shares moved at their cost are, to twelve digits: which part of a pool takes the last of eighteen follows the order in which entries of a day were recorded, and a file has its own.
    private static func told(_ cost: some CustomStringConvertible) -> String {
        (try? FixedDecimal(cost.description).rounded(to: 12))?.description ?? cost.description
    }

    @Test("A random book keeps holdings, lots, gains and contributions", arguments: ["fifo", "lifo", "hifo", "lofo", "average", "pooled"])
    func randomBooks(method: String) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(3) {
            let ledger = try Self.emptyBook(method)
            var number = 0
            while number < 60 {
                guard let activities = Self.draw(number, ledger, &random) else { continue }
                number += 1
                let start = ledger.checkpoint()
                do {
                    for activity in activities { try ledger.apply(.activity(activity), id: ledger.nextID) }
                    ledger.release(start)
                } catch { ledger.rollback(to: start) }
            }
            let text = Formats.transactionsCSV(ledger), copy = try Self.emptyBook(method)
            let plan = try record(FormatsTests.plan(text, context: ImportContext(copy)), in: copy)
            #expect(plan.refusedCount == 0, "\(plan.refusals.prefix(3)) in\n\(text)")
            let before = try Self.figures(ledger), after = try Self.figures(copy)
            #expect(after == before, "\(after.filter { !before.contains($0) }) instead of \(before.filter { !after.contains($0) }) of\n\(text)")
            #expect(Formats.transactionsCSV(copy).split(separator: "\n").count == text.split(separator: "\n").count)
            try Self.expectNothingNew(in: ledger)
            try Self.expectNothingNew(in: copy)
        }
    }

    /// Makes sure that each file that a book is written into adds nothing to it.
    static func expectNothingNew(in ledger: Ledger) throws {
        let context = ImportContext(ledger), app = Formats.portfolioLedgerFiles(ledger).files, files = Dictionary(uniqueKeysWithValues: app)
        var beside = ImportOptions(fileName: "transactions.csv")
        beside.neighbour = { files[$0].map { Array($0.utf8) } }
        for (text, options) in [
            (Formats.transactionsCSV(ledger), ImportOptions()), (Formats.familyCSV(ledger).text, ImportOptions()), (files["transactions.csv"] ?? "", beside),
            (Formats.portfolioLedgerJSON(ledger).text, ImportOptions()),
        ] {
            let plan = try FormatsTests.plan(text, options, context: context)
            #expect(plan.activities.isEmpty && plan.refusals.isEmpty, "\(plan.format): \(plan.refusals.prefix(2)) \(plan.activities.prefix(2).map { $0 })")
        }
    }

    static func draw(_ number: Int, _ ledger: Ledger, _ random: inout SeededRandom) -> [Activity]? {
        let day = Day(number: 18_000 + Int32(number)), account = AccountID(Int32(random.int(1...3))), stock = InstrumentID(Int32(random.int(1...3)))
        func activity(_ kind: ActivityKind, _ account: AccountID, _ subtype: ActivitySubtype? = nil) -> Activity {
            Activity(date: day, kind: kind, subtype: subtype, account: account, instrument: stock, currency: .usd, notes: "\(number)")
        }
        /// Names of lots that several entries have parted only the archive keeps.
        func mayBeNamed(_ lot: OpenLot) -> Bool { lot.id.rawValue / 10_000_000_000 < 1 << 18 }
        func cents(_ range: ClosedRange<Int>) -> FixedDecimal { FixedDecimal(units: Int128(random.int(range)) * FixedDecimal.unitsPerOne / 100) }
        let lots = (try? ledger.lots().filter { $0.account == account && $0.instrument == stock }) ?? []
        var own = activity(.buy, account)
        own.quantity = cents(1...900)
        own.price = cents(100...9000)
        switch random.int(0...11) {
        case 0...3:
            own.fee = random.chance(oneIn: 2) ? cents(1...300) : .zero
            return [own]
        case 4, 5:
            guard let lot = lots.isEmpty ? nil : random.pick(lots) else { return nil }
            own = activity(.sell, account)
            (own.quantity, own.price) = (try? (lot.remaining / 2).rounded(to: 4), cents(100...9000))
            if random.chance(oneIn: 2), mayBeNamed(lot) { own.detail = ActivityDetail(lots: [LotChoice(lot.id)]) }
            return own.quantity?.isZero == false ? [own] : nil
        case 6, 7:
            guard let lot = lots.isEmpty ? nil : random.pick(lots) else { return nil }
            var out = activity(.transferOut, account), arrival = activity(.transferIn, AccountID(account.rawValue % 3 + 1))
            out.quantity = try? (lot.remaining / 3).rounded(to: 4)
            if out.quantity?.isZero != false { return nil }
            arrival.quantity = out.quantity
            let named = random.chance(oneIn: 3) && mayBeNamed(lot) ? [LotChoice(lot.id, quantity: out.quantity)] : []
            out.detail = ActivityDetail(group: "move \(number)", lots: named)
            arrival.detail = ActivityDetail(group: "move \(number)")
            if random.chance(oneIn: 3) { out.fee = cents(1...300) }
            return random.chance(oneIn: 2) ? [out, arrival] : [arrival, out]
        case 8:
            own = activity(.transferIn, account)
            own.quantity = cents(1...900)
            if random.chance(oneIn: 2) { own.price = cents(100...9000) }
            own.detail = random.chance(oneIn: 2) ? ActivityDetail(group: "outside", opened: Day(number: 17_000)) : nil
            return [own]
        case 9:
            var split = activity(.split, random.chance(oneIn: 2) ? account : .every)
            split.detail = ActivityDetail(ratio: Ratio(FixedDecimal(random.int(1...4)), for: FixedDecimal(random.int(1...4))))
            if split.account != .every, random.chance(oneIn: 2) { (split.amount, split.fee) = (cents(100...900), cents(1...90)) }
            return [split]
        case 10:
            var act = activity(.adjustment, .every, random.pick([.spinoff, .merger, .symbolChange]))
            let ratio = act.subtype == .symbolChange ? nil : Ratio(1, for: 2), share = act.subtype == .spinoff ? FixedDecimal(units: FixedDecimal.unitsPerOne / 4) : nil
            act.detail = ActivityDetail(ratio: ratio, into: InstrumentID(stock.rawValue % 3 + 1), share: share)
            return [act]
        default:
            own = activity(.dividend, account, .returnOfCapital)
            (own.amount, own.tax) = (cents(1...2000), cents(0...50))
            return lots.isEmpty ? nil : [own]
        }
    }

    @Test("Both sides of a transfer find each other under each heading", arguments: ["group", "pair", "Transfer ID"])
    func headings(heading: String) throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,price,currency,\(heading)
            2020-03-02,transfer_in,C,X,4,,USD,second
            2020-03-02,transfer_out,B,X,4,,USD,second
            2020-03-02,transfer_in,B,X,4,,USD,first
            2020-03-02,transfer_out,A,X,4,,USD,first
            2020-01-02,buy,A,X,10,7,USD,

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try ledger.holdings().map(\.cost) == [42, 28])
        #expect(!plan.notices.contains { $0.kind == .unknownCost })
        #expect(try ledger.warnings().isEmpty || !ledger.warnings().map(\.kind).contains("unknown_cost"))
    }

    @Test("What options are of, and how the book is set, has no place and is told") func termsLeftOut() throws {
        let ledger = try Self.emptyBook()
        #expect(Formats.transactionsLeftOut(ledger).first?.hasPrefix("the settings lot_method") == true)
    }

    @Test("Units without a cost are told of") func unknownCosts() throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,price,currency
            2020-01-02,transfer_in,A,X,4,,USD
            2020-01-03,transfer_in,B,X,4,5,USD

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        let notice = try #require(plan.notices.first { $0.kind == .unknownCost })
        #expect(notice.message.hasPrefix("what 4 X cost that came into \"A\" on 2020-01-02 (line 2) is unknown,"))
        #expect(try ledger.warnings().filter { $0.kind == "unknown_cost" }.map(\.message).count == 1)
    }

    @Test("Rows of one day come in the order that their units need") func sameDay() throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,price,currency
            2020-01-02,sell,A,X,4,9,USD
            2020-01-02,buy,A,X,4,5,USD

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try ledger.gains().map(\.gain) == [16])
    }

    @Test("A row that names a lot of no row is refused") func unknownLots() throws {
        let ledger = try Self.emptyBook()
        let text = """
            date,type,account,symbol,quantity,price,currency,lots,id
            2020-01-02,buy,A,X,4,5,USD,,7
            2020-01-03,sell,A,X,4,9,USD,8,9

            """
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.map(\.line) == [3])
        #expect(plan.refusals[0].message == "8 names a lot that no row before it opened")
    }

    // MARK: rules, one by one

    @Test("An activity of each rule that tells a rate comes back, whichever currency it settles in", arguments: [nil, Currency.eur])
    func everyRuleWithARate(settles: Currency?) throws {
        for rule in ActivityRule.all + ActivityRule.variants where rule.optional.contains(.fxRate) && (settles == nil || rule.optional.contains(.settle)) {
            let ledger = try Self.emptyBook(accountsIn: .eur), before = "\(rule.kind) \(rule.subtype?.rawValue ?? "")"
            guard var activity = Self.activity(rule, rule.required.union(rule.optional).subtracting(.settle), 3) else { continue }
            activity.fxRate = decimal("0.9")
            if let settles { activity.detail = (activity.detail ?? ActivityDetail()).settling(in: settles) }
            guard (try? ledger.apply(.activity(activity), id: ledger.nextID)) != nil else { continue }
            let text = Formats.transactionsCSV(ledger), copy = try Self.emptyBook(accountsIn: .eur)
            let plan = try record(FormatsTests.plan(text, context: ImportContext(copy)), in: copy)
            #expect(plan.refusals.isEmpty && copy.facts.count == 1, "\(before): \(plan.refusals) in\n\(text)")
            #expect(try Self.figures(copy) == Self.figures(ledger) && copy.facts.first?.fxRate == decimal("0.9"), "\(before): \(text)")
            #expect(try FormatsTests.plan(text, context: ImportContext(ledger)).activities.isEmpty, "\(before): \(text)")
        }
    }

    @Test("An activity of each rule comes back, with as little and as much as it may have, and is there already in its own book")
    func everyRule() throws {
        for rule in ActivityRule.all + ActivityRule.variants {
            for (number, fields) in [rule.required, rule.required.union(rule.optional).subtracting([.settle, .fxRate])].enumerated() {
                for amount in [decimal("3"), decimal("-3")] where amount > 0 || rule.isReversible {
                    let ledger = try Self.emptyBook(), before = "\(rule.kind) \(rule.subtype?.rawValue ?? "") \(number) \(amount)"
                    guard let activity = Self.activity(rule, fields, amount), (try? ledger.apply(.activity(activity), id: ledger.nextID)) != nil else { continue }
                    let text = Formats.transactionsCSV(ledger), copy = try Self.emptyBook()
                    let plan = try record(FormatsTests.plan(text, context: ImportContext(copy)), in: copy)
                    #expect(plan.refusals.isEmpty && copy.facts.count == 1, "\(before): \(plan.refusals) in\n\(text)")
                    #expect(try Self.figures(copy) == Self.figures(ledger), "\(before): \(text)")
                    if rule.kind == .unknown { #expect(copy.facts.first?.amount == activity.amount, "\(text)") }
                    #expect(try FormatsTests.plan(text, context: ImportContext(ledger)).activities.isEmpty, "\(before): \(text)")
                }
            }
        }
    }

    /// An activity with some fields, which need not make sense.
    static func activity(_ rule: ActivityRule, _ fields: ActivityFields, _ amount: FixedDecimal) -> Activity? {
        var activity = Activity(date: day("2014-03-04"), kind: rule.kind, subtype: rule.subtype, account: AccountID(1), currency: .usd)
        if fields.contains(.symbol) { activity.instrument = InstrumentID(1) }
        if fields.contains(.quantity) { activity.quantity = 2 }
        if fields.contains(.price) { activity.price = decimal("1.5") }
        if fields.contains(.amount) || (rule.needsMoney && !fields.contains(.price)) { activity.amount = amount }
        if fields.contains(.fee), amount > 0 { activity.fee = decimal("0.5") }
        if fields.contains(.tax), amount > 0 { activity.tax = decimal("0.25") }
        let detail = ActivityDetail(
            ratio: fields.contains(.ratio) ? Ratio(2, for: 1) : nil, into: fields.contains(.into) ? InstrumentID(2) : nil,
            group: fields.contains(.group) ? "one" : "", opened: fields.contains(.opened) && rule.kind != .buy ? day("2013-01-02") : nil,
            share: fields.contains(.share) ? decimal("0.25") : nil)
        activity.detail = detail.isEmpty ? nil : detail
        return activity
    }

    @Test("Units earned come back with what they were worth", arguments: ["price", "amount"]) func stakingReward(by: String) throws {
        let ledger = try Self.emptyBook()
        var reward = Activity(
            date: day("2014-12-31"), kind: .interest, subtype: .stakingReward, account: AccountID(1), instrument: InstrumentID(1), quantity: decimal("0.1"), currency: .usd)
        if by == "price" { reward.price = 44 } else { reward.amount = decimal("4.4") }
        try ledger.apply(.activity(reward), id: ledger.nextID)
        let copy = try Self.emptyBook(), plan = try record(FormatsTests.plan(Formats.transactionsCSV(ledger), context: ImportContext(copy)), in: copy)
        #expect(plan.refusals.isEmpty)
        #expect(try Self.figures(copy) == Self.figures(ledger) && copy.holdings().map(\.cost) == [decimal("4.4")])
    }

    // MARK: lots and groups

    static let lotFile = """
        date,type,account,symbol,quantity,price,currency,lots,id
        2020-01-02,buy,A,X,4,5,USD,,1
        2020-01-03,buy,A,X,4,7,USD,,2

        """

    @Test("A file that has grown names lots of rows that the book has already") func grownFile() throws {
        let ledger = try Self.emptyBook()
        _ = try record(FormatsTests.plan(Self.lotFile, context: ImportContext(ledger)), in: ledger)
        let grown = Self.lotFile + "2020-02-03,sell,A,X,1,9,USD,2,3\n"
        let plan = try record(FormatsTests.plan(grown, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.isEmpty && plan.verdicts.map(\.outcome) == [.alreadyThere, .alreadyThere, .add])
        #expect(try ledger.gains().map(\.cost) == [7])
        let more = grown + "2020-02-04,sell,A,X,1,9,USD,2,4\n"
        _ = try record(FormatsTests.plan(more, context: ImportContext(ledger)), in: ledger)
        #expect(try ledger.gains().map(\.cost) == [7, 7])
        #expect(try FormatsTests.plan(more, context: ImportContext(ledger)).activities.isEmpty)
        // Of two equal rows of which one was taken back, the one that stands is the first.
        let twins = Self.lotFile.replacing("2020-01-03,buy,A,X,4,7", with: "2020-01-02,buy,A,X,4,5"), other = try Self.emptyBook()
        _ = try record(FormatsTests.plan(twins, context: ImportContext(other)), in: other)
        try other.apply(.void(other.activities.id(at: 0), reason: "twice"), id: other.nextID)
        let sold = try record(FormatsTests.plan(twins + "2020-02-03,sell,A,X,1,9,USD,1,3\n", context: ImportContext(other)), in: other)
        #expect(sold.refusals.isEmpty && other.facts.count == 2, "\(sold.refusals)")
    }

    @Test(
        "A broker's own column of lots names none, and that is told",
        arguments: [
            ("Lots,ID", "2", "luca's own heading is \"lots\"; columns={[\"Lots\"]=\"lots\"} says that it means the same"),
            ("LOTS,id", "2", "luca's own heading is \"lots\"; columns={[\"LOTS\"]=\"lots\"} says that it means the same"),
            ("lots,ID", "2", "they go by the number in a column \"id\", and \"ID\" may be another"),
            ("lots,number", "2", "they go by the number in a column \"id\", which is not there"),
        ])
    func brokersLots(headings: String, lots: String, reason: String) throws {
        let ledger = try Self.emptyBook()
        let text = Self.lotFile.replacing("lots,id", with: headings) + "2020-02-03,sell,A,X,1,9,USD,\(lots),3\n"
        let plan = try record(FormatsTests.plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(
            plan.refusals.isEmpty && plan.notices(.unusedColumn).contains("column \"\(headings.split(separator: ",")[0])\" is not taken for the lots that sales name: \(reason)"),
            "\(plan.notices)")
        #expect(try ledger.gains().map(\.cost) == [5])
    }
}
