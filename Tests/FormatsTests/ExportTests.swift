import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Exporting and importing again")
struct ExportTests {
    @Test("A transactions file comes back as it was") func golden() throws {
        let text = """
            date,type,account,symbol,quantity,price,fee,amount,currency,notes
            2014-01-02,deposit,Brokerage,,,,,500.00,USD,"top-up, first"
            2014-03-03,buy,Brokerage,ORCL,10,31.2,1.00,-313.00,USD,
            2014-04-30,dividend,Brokerage,ORCL,,,,1.20,USD,
            2014-06-02,sell,Brokerage,ORCL,4,42.05,1.00,167.20,USD,
            2014-07-01,fee,Brokerage,,,,,-5.00,USD,custody

            """
        let ledger = Ledger()
        _ = try record(plan(text), in: ledger)
        #expect(Formats.transactionsCSV(ledger) == text)
        #expect(Formats.transactionsCSV(Ledger()) == header)
    }

    @Test("Any book comes back as the same activities") func roundTrip() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<30 {
            let ledger = try Self.ledger(&random)
            let text = Formats.transactionsCSV(ledger)
            // Whether an account may go short is no fact of an activity, so the copy has the accounts already.
            let copy = Ledger()
            for account in ledger.accounts { try copy.apply(.account(copy.nextAccountID, account), id: copy.nextID) }
            let plan = try record(plan(text, context: ImportContext(copy)), in: copy)
            #expect(plan.refusedCount == 0, "\(plan.refusals.prefix(3)) in\n\(text)")
            #expect(copy.facts.map { Self.canonical($0, copy) } == ledger.facts.map { Self.canonical($0, ledger) }, "\(text)")
            // What a file leaves implicit is settled by the first reading: from then on the text stays the same.
            let settled = Formats.transactionsCSV(copy)
            let third = Ledger()
            for account in ledger.accounts { try third.apply(.account(third.nextAccountID, account), id: third.nextID) }
            _ = try record(FormatsTests.plan(settled, context: ImportContext(third)), in: third)
            #expect(Formats.transactionsCSV(third) == settled)
            // In its own book nothing of it is new.
            #expect(try FormatsTests.plan(text, context: ImportContext(ledger)).activities.isEmpty, "\(text)")
        }
    }

    /// An activity by names, its amount left out where quantity and price tell it, as files have it.
    private static func canonical(_ activity: Activity, _ ledger: Ledger) -> [String] {
        var activity = activity
        let instrument = activity.instrument.map { ledger[$0] }
        let isTrade = activity.kind == .buy || activity.kind == .sell
        if isTrade, let quantity = activity.quantity, let amount = activity.amount {
            let units = try? quantity * (instrument?.multiplier ?? .one)
            if activity.price == nil, let units, let price = try? amount / units, (try? price * units) == amount { activity.price = price }
            if let units, let price = activity.price, (try? units * price) == amount { activity.amount = nil }
        }
        return [
            "\(activity.date)", activity.time?.description ?? "", activity.kind.rawValue, activity.subtype?.rawValue ?? "", activity.status.rawValue,
            ledger[activity.account].name, ledger[activity.account].portfolio, instrument?.symbol ?? "", instrument?.name ?? "",
            instrument?.kind.rawValue ?? "", "\(instrument?.multiplier ?? .one)", "\(activity.quantity ?? .zero)", "\(activity.price ?? .zero)",
            "\(activity.amount ?? .zero)", "\(activity.fee)", "\(activity.tax)", activity.currency.code, "\(activity.fxRate ?? .zero)", activity.notes,
        ]
    }

    /// A book with something of everything that a file can hold.
    private static func ledger(_ random: inout SeededRandom) throws -> Ledger {
        let ledger = Ledger()
        let accounts = [
            Account(name: "Broker, \"Main\"", currency: .usd, portfolio: "Family", allowShort: true), Account(name: "Depot", currency: .eur, allowShort: true),
        ]
        for account in accounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
        for instrument in [
            Instrument(symbol: "ORCL", name: "Oracle", currency: .usd), Instrument(symbol: "ÉX;1", kind: .etf, currency: .eur),
            Instrument(symbol: "ORCL 35C", kind: .option, currency: .usd, multiplier: FixedDecimal(100)),
        ] {
            try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextID)
        }
        for _ in 0..<random.int(0...40) {
            // The ledger refuses what does not add up; what it takes is what a book may hold.
            _ = try? ledger.apply(.activity(Self.activity(&random, ledger)), id: ledger.nextID)
        }
        for row in 0..<ledger.activities.count where random.chance(oneIn: 10) {
            _ = try? ledger.apply(.void(ledger.activities.id(at: row), reason: ""), id: ledger.nextID)
        }
        return ledger
    }

    private static func activity(_ random: inout SeededRandom, _ ledger: Ledger) -> Activity {
        let kind = random.pick(ActivityKind.allCases)
        let isTrade = kind == .buy || kind == .sell
        let instrument = InstrumentID(Int32(random.int(1...3)))
        let takesSymbol = isTrade || kind == .dividend || (kind != .deposit && kind != .withdrawal && random.chance(oneIn: 3))
        var activity = Activity(
            date: Day(number: Int32(random.int(15_000...15_030))), kind: kind, account: AccountID(Int32(random.int(1...2))),
            instrument: takesSymbol ? instrument : nil, currency: isTrade ? ledger[instrument].currency : random.pick([.usd, .eur, .jpy]),
            notes: random.pick(["", "plain", "a,b;c\t\"d\"\ne", " blanks "]))
        if random.chance(oneIn: 4) { activity.time = Instant(microseconds: Int64(activity.date.number) * 86_400_000_000 + Int64(random.int(0...86_399_999)) * 1000) }
        if random.chance(oneIn: 8) { activity.status = random.pick([.pending, .draft]) }
        if kind == .buy, random.chance(oneIn: 8) { activity.subtype = .opening }
        if random.chance(oneIn: 8) { activity.fxRate = money(&random, digits: 6) }
        if isTrade {
            activity.quantity = money(&random, digits: random.int(0...6))
            if random.chance(oneIn: 4) { activity.amount = money(&random, digits: 2) } else { activity.price = money(&random, digits: random.int(0...4)) }
            if let price = activity.price, random.chance(oneIn: 3), let units = try? (activity.quantity ?? .zero) * ledger[instrument].multiplier {
                activity.amount = try? (units * price).rounded(to: 2)
            }
        } else {
            activity.amount = FixedDecimal(units: Int128(random.int(1000...99_999)) * tenToThe(16))
            if [.dividend, .interest, .fee, .tax].contains(kind), random.chance(oneIn: 4) { activity.amount = activity.amount.map { -$0 } }
        }
        // What is taken back takes its charges back with it; they are less than the amount, as a charge is.
        let sign = activity.amount?.isNegative == true ? -1 : 1
        if [.buy, .sell, .dividend, .deposit, .withdrawal].contains(kind), random.chance(oneIn: 2) {
            activity.fee = FixedDecimal(units: Int128(sign * random.int(1...499)) * tenToThe(16))
        }
        if [.buy, .sell, .dividend].contains(kind), random.chance(oneIn: 3) {
            activity.tax = FixedDecimal(units: Int128(sign * random.int(1...499)) * tenToThe(16))
        }
        return activity
    }

    private static func money(_ random: inout SeededRandom, digits: Int) -> FixedDecimal {
        FixedDecimal(units: Int128(random.int(1...99_999)) * tenToThe(18 - digits))
    }

    @Test("Quotes come back as they were") func quotes() throws {
        var random = SeededRandom.forTest()
        let symbols = ["ORCL", "ÉX;1"]
        let context = ImportContext(instruments: symbols.map { Instrument(symbol: $0, currency: .usd) }, baseCurrency: .usd)
        for _ in 0..<50 {
            let quotes = (0..<random.int(1...20)).map { index in
                Quote(
                    instrument: InstrumentID(Int32(random.int(1...2))), date: Day(number: Int32(10_000 + index)),
                    open: random.chance(oneIn: 2) ? Self.money(&random, digits: 4) : nil, close: Self.money(&random, digits: random.int(0...9)),
                    adjusted: random.chance(oneIn: 2) ? Self.money(&random, digits: 6) : nil,
                    volume: random.chance(oneIn: 2) ? FixedDecimal(random.int(1...99_999_999)) : nil,
                    currency: random.pick([.usd, .eur]), source: random.pick(["import", "yahoo", "manual"]))
            }
            let text = Formats.quotesCSV(quotes) { symbols[Int($0.rawValue) - 1] }
            #expect(Array(try plan(text, context: context).quotes) == quotes, "\(text)")
        }
    }
}
