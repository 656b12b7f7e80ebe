@testable import Ledger
import Testing
import TestSupport
import Values

/// Random books counted in a second currency, against the oracle.
///
/// The oracle knows one money only. It is asked twice: once as things are, and once with every amount a hair larger in proportion to its
/// rate. Whatever shares money out does so in proportion, so what that adds to a cost is its cost in the other currency, exactly.
@Suite struct OracleCurrencyTests {
    private static let hair = Fraction(decimal("0.000000000001")) * Fraction(decimal("0.000000000001"))

    @Test("Costs, proceeds and rates of trades, by every lot method", arguments: SlowBook.Method.allCases)
    func costsInEuro(method: SlowBook.Method) throws {
        var random = SeededRandom.forTest("costsInEuro-\(method)")
        var compared = 0
        for _ in 0..<14 {
            var choices = RandomBook.Choices.random(&random)
            (choices.method, choices.washSales, choices.rules) = (method, false, [])
            let book = RandomBook(choices, count: 40, &random)
            // What a cost cannot take of a payment is cut off in each currency by itself, which is no proportion.
            let entries = book.entries.filter { $0.activity.subtype != .returnOfCapital && !($0.activity.subtype == .merger && $0.activity.amount != nil) }
            let rates = (0..<30).map { _ in
                Rate(
                    from: .usd, to: .eur, date: Day(number: 17_000 + Int32(random.int(0...1_500))),
                    rate: FixedDecimal(units: Int128(random.int(50...200)) * 10_000_000_000_000_000),
                    source: "test")
            }
            guard let complaint = try complaint(book, entries, Self.filled(rates), &compared) else { continue }
            Issue.record("\(method): \(complaint)\n\(book.choices)\n\(book.description)")
            return
        }
        // Few books fall apart without the payments that were left out.
        #expect(compared >= 4)
    }

    @Test("At one rate for all days a figure in the other currency is the figure at that rate, beside unknown costs and told positions too", arguments: SlowBook.Method.allCases)
    func oneRate(method: SlowBook.Method) throws {
        var random = SeededRandom.forTest("oneRate-\(method)"), compared = 0
        let rate = decimal("0.5"), graph = RateGraph([Rate(from: .usd, to: .eur, date: Day(number: 10_000), rate: rate, source: "test")])
        func isAtRate(_ figure: FixedDecimal?, _ own: FixedDecimal) throws -> Bool {
            compared += 1
            return try (#require(figure) - own * rate).magnitude <= decimal("0.0000000001")
        }
        for _ in 0..<14 {
            var choices = RandomBook.Choices.random(&random)
            choices.method = method
            let book = RandomBook(choices, count: 60, &random)
            let entries = book.entries.map { entry in
                var activity = entry.activity
                if activity.fxRate != nil { activity.fxRate = activity.currency == .usd ? rate : 2 }
                return (id: entry.id, activity: activity)
            }
            let ledger = try book.ledger(entries)
            for item in try ledger.contributions(counting: (.eur, graph)) where item.isCounted && item.currency == .usd {
                #expect(try isAtRate(item.otherCost, item.amount), "\(item)\n\(book.choices)\n\(book.description)")
            }
            for holding in try ledger.at(countedIn: .eur, by: graph).holdings() where holding.isCostKnown && holding.currency == .usd {
                #expect(try isAtRate(holding.otherCost, holding.cost), "\(holding)\n\(book.choices)\n\(book.description)")
            }
        }
        #expect(compared > 0)
    }

    @Test("Accounts that keep the currency of the trade hold what drafts that tell no settlement settle in, at the same costs", arguments: SlowBook.Method.allCases)
    func tradeSettlement(method: SlowBook.Method) throws {
        var random = SeededRandom.forTest("tradeSettlement-\(method)"), compared = 0, settled = 0
        for _ in 0..<8 {
            var choices = RandomBook.Choices.random(&random)
            (choices.method, choices.washSales, choices.rules) = (method, false, [])
            let book = RandomBook(choices, count: 40, &random)
            // Uses of options take their terms from the option itself, which is another road into the ledger.
            let entries = book.entries.filter {
                ![.returnOfCapital, .assignment, .exercise].contains($0.activity.subtype) && !($0.activity.subtype == .merger && $0.activity.amount != nil)
            }
            guard let plain = try? book.ledger(entries), (try? book.oracle(entries)) != nil else { continue }
            let kept = try book.emptyLedger()
            for (place, account) in RandomBook.accounts.enumerated() {
                var account = account
                account.settlement = .trade
                try kept.apply(.account(AccountID(Int32(place + 1)), account), id: kept.nextEntry)
            }
            var resolved: RandomBook.Entries = []
            for (id, activity) in entries {
                var draft = try plain.draft(of: id)
                draft.settle = activity.detail?.settles?.code
                var again = activity
                // A premium a unit of contracts that a split has changed is refused of a draft alone.
                do throws(LedgerError) { again = try kept.resolve(draft, today: .max) } catch { guard case .adjustedMultiplier = error else { throw error } }
                #expect(again.detail?.settles == activity.detail?.settles, "\(activity.shortDescription)")
                if activity.fxRate != nil { settled += 1 }
                // What a draft has no word for: the place within the day.
                if let detail = activity.detail { again.detail = detail }
                resolved.append((id, again))
                try kept.apply(.activity(again), id: id)
            }
            let rates = Self.filled([])
            if let complaint = try complaint(book, resolved, rates, &compared, in: kept) { Issue.record("\(method): \(complaint)\n\(book.choices)\n\(book.description)") }
            #expect(try kept.cash().map { "\($0.account) \($0.currency) \($0.balance)" } == plain.cash().map { "\($0.account) \($0.currency) \($0.balance)" })
        }
        #expect(compared > 0 && settled > 0)
    }

    /// One rate a day, and one from long ago.
    private static func filled(_ rates: [Rate]) -> [Rate] {
        let first = Rate(from: .usd, to: .eur, date: Day(number: 10_000), rate: .one, source: "test")
        return Dictionary((rates + [first]).map { ($0.date, $0) }) { $1 }.values.sorted { $0.date < $1.date }
    }

    /// - Parameter kept: the ledger that is looked at; nil for one of the entries.
    private func complaint(_ book: RandomBook, _ entries: RandomBook.Entries, _ rates: [Rate], _ compared: inout Int, in kept: Ledger? = nil) throws -> String? {
        guard let plain = try? book.oracle(entries) else { return nil }
        var heavier = book.choices.emptyOracle
        heavier.weight = { activity in .one + Self.rate(of: activity, rates) * Self.hair }
        do { try heavier.take(all: entries) } catch { return nil }
        compared += 1
        let ledger = try kept ?? book.ledger(entries), graph = RateGraph(rates)
        var figures: [String: (oracle: Fraction, ledger: Fraction)] = [:]
        let isAveraged = book.choices.method == .average || book.choices.method == .pooled
        for (sign, oracle) in [(-Fraction.one, plain), (.one, heavier)] {
            for (place, position) in oracle.positions {
                for (side, lots) in [(LotSide.long, position.long), (.short, position.short)] {
                    for lot in lots where !lot.isUnknown {
                        let name = "lot \(place.account.rawValue) \(place.instrument.rawValue) \(side)" + (isAveraged ? "" : " \(lot.entry.rawValue) \(lot.opened)")
                        figures[name, default: (.zero, .zero)].oracle += sign * (side == .long ? lot.cost : -lot.cost)
                    }
                }
            }
            for gain in oracle.gains where !gain.isUnknown {
                let name =
                    "gain \(gain.activity.rawValue) \(gain.place.account.rawValue) \(gain.place.instrument.rawValue) \(gain.side)"
                    + (isAveraged ? "" : " \(gain.lot.rawValue) \(gain.opened)")
                figures[name + " cost", default: (.zero, .zero)].oracle += sign * gain.cost
                figures[name + " proceeds", default: (.zero, .zero)].oracle += sign * gain.proceeds
            }
        }
        for name in figures.keys { figures[name]!.oracle = figures[name]!.oracle / Self.hair }
        for lot in try ledger.at(countedIn: .eur, by: graph).lots() where lot.isCostKnown {
            let name = "lot \(lot.account.rawValue) \(lot.instrument.rawValue) \(lot.side)" + (isAveraged ? "" : " \(lot.entry.rawValue) \(lot.opened)")
            figures[name, default: (.zero, .zero)].ledger += Fraction(try #require(lot.otherCost))
        }
        for gain in try ledger.gains(countedIn: .eur, by: graph) where gain.isCostKnown {
            let name =
                "gain \(gain.activity.rawValue) \(gain.account.rawValue) \(gain.instrument.rawValue) \(gain.side)"
                + (isAveraged ? "" : " \(gain.lot.rawValue) \(gain.opened)")
            figures[name + " cost", default: (.zero, .zero)].ledger += Fraction(try #require(gain.otherCost))
            figures[name + " proceeds", default: (.zero, .zero)].ledger += Fraction(try #require(gain.otherProceeds))
        }
        let wrong = figures.filter { ($1.oracle - $1.ledger).magnitude > max(.one, $1.oracle.magnitude) * Fraction(decimal("0.00000000001")) }
        return wrong.isEmpty ? nil : wrong.map { "\($0): oracle \($1.oracle), ledger \($1.ledger)" }.sorted().prefix(6).joined(separator: "\n")
    }

    /// Euros for one of an activity's currency: what it tells itself, else the last rate on or before the day on which its units were acquired.
    private static func rate(of activity: Activity, _ rates: [Rate]) -> Fraction {
        if activity.currency == .eur { return .one }
        let home = activity.account == .every ? activity.currency : RandomBook.accounts[Int(activity.account.rawValue) - 1].currency
        if let told = activity.fxRate, home == .eur { return Fraction(told) }
        let day = activity.detail?.opened ?? activity.date
        return Fraction(rates.last { $0.date <= day }!.rate)
    }
}
