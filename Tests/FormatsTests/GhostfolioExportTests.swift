import JSON
import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Books that go to Ghostfolio")
struct GhostfolioExportTests {
    /// A book of trades, payments and charges in two accounts.
    private func book(_ random: inout SeededRandom) throws -> Ledger {
        let ledger = try RoundTripTests.emptyBook()
        var held: [Int32: FixedDecimal] = [:]
        func cents(_ range: ClosedRange<Int>) -> FixedDecimal { FixedDecimal(units: Int128(random.int(range)) * FixedDecimal.unitsPerOne / 100) }
        for number in 0..<80 {
            let account = AccountID(Int32(random.int(1...2))), stock = InstrumentID(Int32(random.int(1...3))), place = account.rawValue * 10 + stock.rawValue
            var activity = Activity(
                date: Day(number: 18_000 + Int32(number / 2)), kind: .buy, account: account, instrument: stock, currency: .usd,
                notes: random.chance(oneIn: 3) ? "n\(number) \"é\"" : "")
            switch random.int(0...8) {
            case 0...2:
                (activity.quantity, activity.price, activity.fee) = (cents(1...900), cents(1...9000), cents(0...300))
                held[place] = try (held[place] ?? .zero) + (activity.quantity ?? .zero)
            case 3:
                guard let units = held[place], units > .zero else { continue }
                activity.kind = .sell
                (activity.quantity, activity.price, activity.fee) = (units, cents(1...9000), cents(0...300))
                held[place] = .zero
            case 4:
                activity.kind = .dividend
                (activity.amount, activity.fee) = (cents(1...900), cents(0...50))
            case 5...7:
                activity.kind = [.interest, .fee, .deposit][random.int(0...2)]
                (activity.instrument, activity.amount) = (nil, cents(1...9000))
            default:
                activity.kind = .withdrawal
                (activity.instrument, activity.amount) = (nil, cents(1...900))
            }
            try ledger.apply(.activity(activity), id: ledger.nextID)
        }
        return ledger
    }

    @Test("They come back with the same units, lots and gains, and with the same cash on every day")
    func roundTrip() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(5) {
            let ledger = try book(&random), (text, _) = try Formats.ghostfolioJSON(ledger, on: day("2025-01-01")), copy = try RoundTripTests.emptyBook()
            let plan = try record(FormatsTests.plan(text, context: ImportContext(copy)), in: copy)
            #expect(plan.format == "ghostfolio" && plan.refusedCount == 0, "\(plan.refusals.prefix(3))")
            func figures(_ ledger: Ledger) throws -> [String] { try RoundTripTests.figures(ledger).filter { !$0.hasPrefix("cash") } }
            let before = try figures(ledger), after = try figures(copy)
            #expect(after == before, "\(after.filter { !before.contains($0) }) instead of \(before.filter { !after.contains($0) })")
            for number in 0..<42 {
                let day = Day(number: 18_000 + Int32(number))
                func cash(_ ledger: Ledger) throws -> [String] { try ledger.cash(on: day).filter { !$0.balance.isZero }.map { "\($0.account) \($0.currency) \($0.balance)" } }
                #expect(try cash(copy) == cash(ledger), "\(day)")
            }
            #expect(try FormatsTests.plan(text, context: ImportContext(copy)).addsNothing)
        }
    }

    @Test("Groups of accounts go as platforms, and come back")
    func platforms() throws {
        let ledger = Ledger()
        for (name, group) in [("Depot", "Bank X"), ("Konto", "Bank X"), ("Kasse", "")] {
            try ledger.apply(.account(ledger.nextAccountID, Account(name: name, kind: .cash, currency: .usd, group: group)), id: ledger.nextID)
            let deposit = Activity(date: day("2024-01-02"), kind: .deposit, account: AccountID(Int32(ledger.accounts.count)), amount: .one, currency: .usd)
            try ledger.apply(.activity(deposit), id: ledger.nextID)
        }
        let (text, _) = try Formats.ghostfolioJSON(ledger, on: day("2025-01-01")), copy = Ledger()
        #expect(text.ranges(of: "\"name\":\"Bank X\"").count == 1, "\(text)")
        var context = ImportContext(copy)
        context.baseCurrency = .usd
        _ = try record(FormatsTests.plan(text, context: context), in: copy)
        #expect(copy.accounts.map { "\($0.name) \($0.group)" } == ["Depot Bank X", "Konto Bank X", "Kasse "])
    }

    @Test("Units before a split are adjusted; what there is no place for is told by name and count")
    func told() throws {
        let ledger = try RoundTripTests.emptyBook()
        let rows = """
            date,type,account,symbol,quantity,price,fee,tax,amount,currency,ratio,group
            2020-01-02,deposit,A,,,,,,1000,USD,,
            2020-01-03,buy,A,X,10,30,1,,,USD,,
            2020-02-03,split,,X,,,,,,,3:1,
            2020-03-03,sell,A,X,6,12,,2,,USD,,
            2020-04-03,transfer_out,A,X,4,,,,,USD,,g
            2020-04-03,transfer_in,B,X,4,,,,,USD,,g
            2020-05-03,interest,A,,,,,,-3,USD,,

            """
        _ = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger)
        let (text, leftOut) = try Formats.ghostfolioJSON(ledger, on: day("2020-06-01"))
        let document = try JSONReader.read(Array(text.utf8)), activities = document["activities"]?.items ?? []
        #expect(
            activities.map { "\($0["type"]?.text ?? "") \($0["quantity"]?.digits ?? "") \($0["unitPrice"]?.digits ?? "") \($0["fee"]?.digits ?? "")" } == [
                "BUY 30 10 1", "SELL 6 12 2", "FEE 0 0 3",
            ])
        #expect(document["accounts"]?.items?.first?["balances"]?.items?.map { $0["value"]?.digits } == ["1000", "699", "769", "766"])
        for words in [
            "1 of type transfer_in left out", "1 of type transfer_out left out", "1 payment in or out goes as a balance", "1 tax goes as a part of the fee",
            "1 split goes as units",
        ] {
            #expect(leftOut.contains { $0.hasPrefix(words) }, "\(words): \(leftOut)")
        }
        // What became other units since is there already when the file comes back.
        let again = try FormatsTests.plan(text, ImportOptions(fileName: "a.json"), context: ImportContext(ledger))
        #expect(!again.activities.indices.contains { again.activities[$0].kind == .buy }, "\(again.notices.map(\.message))")
    }

    @Test("Taxes and interest that was paid come back as such, assets that nobody quotes as what they are, and no note is added")
    func sorts() throws {
        let ledger = try RoundTripTests.emptyBook()
        for instrument in [
            Instrument(symbol: "Watch of gold", kind: .metal, currency: .usd), Instrument(symbol: "House", kind: .other, currency: .usd),
            Instrument(symbol: "bitcoin", kind: .crypto, currency: .usd), Instrument(symbol: "Policy", kind: .insurance, currency: .usd),
            Instrument(symbol: "Rolex", kind: .metal, currency: .usd), Instrument(symbol: "MyCoin", kind: .crypto, currency: .usd),
        ] { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextID) }
        let rows = """
            date,type,account,symbol,quantity,price,fee,tax,amount,currency,notes
            2020-01-03,buy,A,Watch of gold,1,300,,,,USD,
            2020-01-03,buy,A,House,1,9000,,,,USD,
            2020-01-03,buy,A,bitcoin,2,500,,,,USD,
            2020-01-03,buy,A,Policy,1,50,,,,USD,
            2020-01-03,buy,A,Rolex,1,9000,,,,USD,
            2020-01-03,buy,A,MyCoin,1,5,,,,USD,
            2020-05-03,interest,A,,,,,,-3,USD,overdraft
            2020-05-04,interest,A,,,,,,4,USD,
            2020-05-05,tax,A,,,,,,5,USD,
            2020-05-06,fee,A,,,,,,6,USD,a fee

            """
        _ = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger)
        let (text, leftOut) = try Formats.ghostfolioJSON(ledger, on: day("2020-06-01")), copy = Ledger()
        #expect(leftOut.contains("instruments of kind insurance, other go as alternative investments"), "\(leftOut)")
        let sources = try JSONReader.read(Array(text.utf8))["activities"]?.items?.prefix(6).map { $0["dataSource"]?.text }
        #expect(sources == ["MANUAL", "MANUAL", "COINGECKO", "MANUAL", "MANUAL", "MANUAL"])
        _ = try record(FormatsTests.plan(text, context: ImportContext(copy)), in: copy)
        #expect(copy.instruments.map { "\($0.symbol) \($0.kind)" } == ["Watch of gold metal", "House other", "bitcoin crypto", "Policy other", "Rolex metal", "MyCoin crypto"])
        let charges = copy.facts.filter { $0.instrument == nil && $0.notes != GhostfolioCash.note }.map { "\($0.kind) \($0.amount ?? .zero) \($0.notes)" }
        #expect(charges == ["interest -3 overdraft", "interest 4 ", "tax 5 ", "fee 6 a fee"])
        #expect(try copy.cash().map(\.balance) == ledger.cash().filter { !$0.balance.isZero }.map(\.balance))
    }

    @Test("Prices of what nobody quotes go with it and come back, in units of today; the others are fetched there, and told")
    func prices() throws {
        let ledger = try RoundTripTests.emptyBook()
        let rows = """
            date,type,account,symbol,quantity,price,amount,currency,ratio
            2020-01-03,buy,A,Our house,1,9000,,USD,
            2020-01-03,buy,A,MSFT,1,100,,USD,
            2020-03-03,split,,Our house,,,,,2:1

            """
        _ = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger)
        let house = try #require(ledger.instrument(named: "Our house")), share = try #require(ledger.instrument(named: "MSFT"))
        let quotes = [(house, "2020-02-01", "9100"), (house, "2020-04-01", "4600"), (share, "2020-02-01", "101")].map {
            Quote(instrument: $0.0, date: day($0.1), close: decimal($0.2), currency: .usd, source: "")
        }
        let (text, leftOut) = try Formats.ghostfolioJSON(ledger, quotes: quotes, on: day("2020-06-01"))
        #expect(leftOut.contains("1 price left out, as it is fetched there"), "\(leftOut)")
        let data = try JSONReader.read(Array(text.utf8))["assetProfiles"]?.items?.first?["marketData"]?.items ?? []
        #expect(data.map { $0["marketPrice"]?.digits } == ["4550", "4600"], "\(text)")
        #expect(try FormatsTests.plan(text, context: ImportContext(Ledger())).quotes.count == 2)
    }

    @Test("Charges that were paid back go as cash alone, and a charge without the symbol that it is of; both are told as what they are")
    func refunds() throws {
        let ledger = try RoundTripTests.emptyBook()
        var refund = Activity(date: day("2020-05-06"), kind: .fee, account: AccountID(1), currency: .usd)
        refund.amount = decimal("-6")
        var tax = Activity(date: day("2020-05-06"), kind: .tax, account: AccountID(1), instrument: InstrumentID(1), currency: .usd)
        tax.amount = 5
        for activity in [refund, tax] { try ledger.apply(.activity(activity), id: ledger.nextID) }
        let (text, leftOut) = try Formats.ghostfolioJSON(ledger, on: day("2020-06-01"))
        #expect(leftOut.contains("1 charge that was paid back goes as a balance of cash, as Ghostfolio has no fee below zero"), "\(leftOut)")
        #expect(leftOut.contains("1 charge or interest goes without the symbol that it is of") && !leftOut.contains { $0.contains("no such type") }, "\(leftOut)")
        #expect(try JSONReader.read(Array(text.utf8))["accounts"]?.items?.first?["balance"]?.digits == "1")
    }
}
