import Frames
import JSON
import Ledger
import Storage
import Values

/// Converts the figures of a frame into one currency, each by the rate of its own day, and remembers what it lacked.
package struct BaseConversion {
    /// The currency of the figures.
    package let currency: Currency
    private let graph: RateGraph
    private let maxAge: Int
    /// Conversions that were looked up already, since rows of one day and currency need not follow one another.
    private var known: [Key: Conversion?] = [:]
    private var warnings: [LedgerWarning] = []

    /// The rates that were missing or old so far.
    var lacking: [LedgerWarning] { warnings }

    private struct Key: Hashable {
        let currency: Currency
        let day: Day
    }

    /// A conversion of figures of a book into a currency, with the maximum age of rates that the policy sets.
    package init(_ book: Book, to currency: Currency, _ policy: Policy) throws {
        self.currency = currency
        graph = try book.rateGraph
        maxAge = policy.rateMaxAge
    }

    /// The state of a ledger at the end of a day, with costs counted in the currency as well.
    package func state(of ledger: Ledger, on day: Day?) throws -> BookState { try ledger.at(endOf: day, countedIn: currency, by: graph) }

    /// Contributions and withdrawals of the owner, with the cost of transferred units counted in the currency as well.
    package func contributions(of ledger: Ledger, from: Day?, to: Day?, among accounts: Set<AccountID>?) throws -> [Contribution] {
        try ledger.contributions(from: from, to: to, among: accounts, counting: (currency, graph))
    }

    /// Realised gains, counted in the currency too.
    package func gains(of ledger: Ledger, from: Day?, to: Day?) throws -> GainTable { try ledger.gains(from: from, to: to, countedIn: currency, by: graph) }

    /// What an amount was worth on a day; nil where there is no rate.
    package mutating func convert(_ amount: FixedDecimal, from other: Currency, on day: Day) throws -> FixedDecimal? {
        if other == currency || amount.isZero { return amount }
        guard let conversion = try conversion(from: other, on: day) else {
            note(.noRate(from: other, to: currency, day: day))
            return nil
        }
        if let warning = conversion.warning(maximumAge: maxAge) { note(warning) }
        if let result = Bound.amount.known({ () throws(DecimalError) in try conversion.apply(amount) }) { return result }
        note(.beyondRate(from: other, to: currency, day: conversion.oldest?.date ?? day, rate: conversion.legs.last?.rate ?? .zero))
        return nil
    }

    private mutating func conversion(from other: Currency, on day: Day) throws -> Conversion? {
        let key = Key(currency: other, day: day)
        if let conversion = known[key] { return conversion }
        let conversion = try graph.conversion(from: other, to: currency, on: day)
        known[key] = .some(conversion)
        return conversion
    }

    /// Notes what was lacking elsewhere for the same answer.
    package mutating func note(_ others: [LedgerWarning]) {
        for warning in others { note(warning) }
    }

    /// Puts the missing rates back to what they were.
    fileprivate mutating func replaceLacking(by before: [LedgerWarning]) { warnings = before }

    /// One warning for each pair of currencies and kind: the first that came up.
    private mutating func note(_ warning: LedgerWarning) {
        if !warnings.contains(where: { $0.pair == warning.pair && $0.kind == warning.kind }) { warnings.append(warning) }
    }

    /// Adds to a frame the warnings of missing or old rates, and the currency as a policy.
    package func report(to builder: inout FrameBuilder) {
        builder.add(policy: "base", currency.code)
        builder.warn(ofRates: warnings)
    }
}

extension FrameBuilder {
    /// Adds the warnings of missing or old rates.
    package mutating func warn(ofRates lacking: [LedgerWarning]) {
        for warning in lacking { add(warning: warning.kind, warning.message) }
    }
}

extension LedgerWarning {
    /// The pair of currencies that a warning about a rate names.
    fileprivate var pair: [Currency] {
        switch self {
        case .noRate(let from, let to, _), .beyondRate(let from, let to, _, _), .staleRate(let from, let to, _, _, _): [from, to]
        case .negativeCash, .unpairedTransfer, .unpairedExchange, .unitsInTransit, .unsentUnits, .unknownCost, .notUnderstood, .expiredOption, .adjustedOption,
            .maturedDeposit:
            []
        }
    }
}

/// Converts figures of activities into one currency, each by the rate of its own day. A rate that the trade itself tells goes before the market's.
package final class RowConversion {
    private var conversion: BaseConversion
    private let table: ActivityTable
    private let accounts: [Account]
    /// Purchases whose rates were looked up already, since the units of one may have moved many times.
    private var asked: Set<AskedPurchase> = []

    private struct AskedPurchase: Hashable { let activity: EntryID, day: Day, currency: Currency }

    /// The currency of what comes out.
    package var currency: Currency { conversion.currency }

    /// A conversion of figures that activities of a ledger say.
    package init(_ conversion: BaseConversion, _ ledger: Ledger) {
        self.conversion = conversion
        (table, accounts) = (ledger.activities, ledger.accounts)
    }

    /// An amount of an activity in the currency; nil where there is no rate. The row is that of the activity table.
    package func convert(_ amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        if table.ownRate(at: row, accounts) != nil, table.currency(at: row) != currency { return try toldWorth(amount, of: row) }
        return try conversion.convert(amount, from: table.currency(at: row), on: table.date(at: row))
    }

    /// An amount of a day that an entry told or made, at the rate that the entry tells where it tells one for the amount's currency, else by that of the day; nil where a rate is
    /// lacking.
    package func convert(_ amount: FixedDecimal, from other: Currency, on day: Day, toldBy entry: EntryID) throws -> FixedDecimal? {
        guard let row = table.row(of: entry), table.currency(at: row) == other, other != currency, table.ownRate(at: row, accounts) != nil else {
            return try conversion.convert(amount, from: other, on: day)
        }
        return try toldWorth(amount, of: row)
    }

    /// What an amount was worth on a day; nil where there is no rate.
    package func convert(_ amount: FixedDecimal, from other: Currency, on day: Day) throws -> FixedDecimal? { try conversion.convert(amount, from: other, on: day) }

    /// An amount at the rate that the activity itself tells; nil where it tells none.
    private func toldWorth(_ amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        guard table.currency(at: row) != currency, let told = table.ownRate(at: row, accounts),
            let settled = Bound.amount.known({ () throws(DecimalError) in try amount * told.rate })
        else { return nil }
        return try conversion.convert(settled, from: told.currency, on: table.date(at: row))
    }

    /// An amount of the cash that the activity of a row moves, which may be of another currency than its figures.
    func convert(cash amount: FixedDecimal, of row: Int) throws -> FixedDecimal? {
        let settled = table.cashCurrency(at: row)
        return settled == table.currency(at: row) ? try convert(amount, of: row) : try conversion.convert(amount, from: settled, on: table.date(at: row))
    }

    /// A contribution in the currency. Money goes by the rate that its entry tells, else by that of its day; money that arrived in another currency
    /// counts as what arrived; units count as what they cost when they were bought. nil where a rate is missing.
    package func convert(_ contribution: Contribution) throws -> FixedDecimal? {
        if contribution.isCounted {
            // The rates are those of the purchases: these tell which are lacking, and which are old.
            for purchase in contribution.purchases
            where asked.insert(AskedPurchase(activity: purchase.activity, day: purchase.date, currency: contribution.currency)).inserted {
                _ = try convert(.one, from: contribution.currency, on: purchase.date, toldBy: purchase.activity)
            }
            if contribution.otherCost == nil, conversion.lacking.isEmpty {
                conversion.note([.noRate(from: contribution.currency, to: currency, day: contribution.date)])
            }
            return contribution.otherCost
        }
        let worth = contribution.arrived ?? (contribution.currency == currency ? nil : contribution.told)
        return try conversion.convert(worth?.amount ?? contribution.amount, from: worth?.currency ?? contribution.currency, on: contribution.date)
    }

    /// Tells which rate is lacking for the cost of a lot, or that the one it was counted by was old then.
    package func note(_ lot: OpenLot) throws { try note(lot.otherCost, lot.cost, from: lot.currency, on: lot.opened, toldBy: lot.entry) }

    /// Tells which rate is lacking for a figure that was counted in the currency already, or that the one of its day was old then.
    package func note(_ counted: FixedDecimal?, _ amount: FixedDecimal, from other: Currency, on day: Day, toldBy entry: EntryID) throws {
        let before = conversion.lacking
        _ = try convert(amount, from: other, on: day, toldBy: entry)
        // A cost that was told anew on a later day needs no rate of the day of the purchase.
        if counted != nil, !conversion.lacking.allSatisfy({ $0.kind == "stale_rate" || before.contains($0) }) { conversion.replaceLacking(by: before) }
    }

    /// The rates that were missing or old so far.
    package var lacking: [LedgerWarning] { conversion.lacking }

    /// The rates that are missing or old for some rows, whichever of their figures were asked for.
    func warnings(of rows: [Int32]) -> [FrameWarning] {
        for row in rows { _ = try? convert(.one, of: Int(row)) }
        return conversion.lacking.map { FrameWarning(kind: $0.kind, message: $0.message) }
    }

    /// Adds to a frame the warnings of missing or old rates, and the currency as a policy.
    package func report(to builder: inout FrameBuilder) { conversion.report(to: &builder) }
}

/// Finds days for which a rate and its inverse are both stored and contradict each other.
package enum ConflictingRates {
    /// How far the product of a rate and its inverse may be from one, unless rounding them to their stored digits explains more.
    private static let tolerance = FixedDecimal(units: FixedDecimal.unitsPerOne / 1000)

    private struct Key: Hashable {
        let from: Currency
        let to: Currency
        let day: Day
    }

    /// The conflicts among rates: one warning for each pair, with its first day.
    package static func warnings(_ rates: [Rate]) -> [FrameWarning] {
        var downwards: [Key: [Rate]] = [:]
        for rate in rates where rate.to < rate.from { downwards[Key(from: rate.to, to: rate.from, day: rate.date), default: []].append(rate) }
        if downwards.isEmpty { return [] }
        var found: [Key: (direct: Rate, inverse: Rate)] = [:]
        for rate in rates where rate.from < rate.to {
            let key = Key(from: rate.from, to: rate.to, day: rate.date)
            if let inverse = downwards[key]?.first(where: { disagree(rate, $0) }) { found[key] = (rate, inverse) }
        }
        let pairs = Dictionary(grouping: found.sorted { ($0.key.from, $0.key.to, $0.key.day) < ($1.key.from, $1.key.to, $1.key.day) }) { [$0.key.from, $0.key.to] }
        return pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, conflicts in
            conflicts.first.map { warning($0.value.direct, $0.value.inverse, others: conflicts.count - 1) }
        }
    }

    /// The conflicts among all rates of a book. Only pairs that are stored in both directions are read.
    package static func warnings(_ book: Book, through day: Day?) throws -> [FrameWarning] {
        let pairs = try book.rateGraph.pairs, known = Set(pairs.map { [$0.from, $0.to] })
        let both = pairs.filter { $0.from < $0.to && known.contains([$0.to, $0.from]) }
        return try both.flatMap { pair in
            let rates = try book.rates(RateFilter(from: pair.from, to: pair.to)) + book.rates(RateFilter(from: pair.to, to: pair.from))
            return warnings(rates.filter { $0.date <= day ?? .max })
        }
    }

    private static func disagree(_ rate: Rate, _ inverse: Rate) -> Bool {
        // A product that no decimal holds is far from one.
        guard let product = try? rate.rate * inverse.rate, let distance = try? (product - .one).magnitude else { return true }
        return distance > max(tolerance, (try? rounding(of: rate, beside: inverse) + rounding(of: inverse, beside: rate)) ?? tolerance)
    }

    /// How much half a unit of a rate's last digit changes the product: much, where a small rate is stored with four digits.
    private static func rounding(of rate: Rate, beside other: Rate) throws(DecimalError) -> FixedDecimal {
        let digits = "\(rate.rate)".split(separator: ".").dropFirst().first?.count ?? 0
        var digit = FixedDecimal.one
        for _ in 0..<max(4, digits) { digit = try digit / 10 }
        return try digit / 2 * other.rate
    }

    private static func warning(_ rate: Rate, _ inverse: Rate, others: Int) -> FrameWarning {
        let turned = (try? FixedDecimal.one / inverse.rate).flatMap { try? $0.rounded(to: 6, .halfUp) }.map { ", which makes \($0)" } ?? ""
        let more = others == 0 ? "" : "; so do those of \(others) other \(others == 1 ? "day" : "days")"
        return FrameWarning(
            kind: "conflicting_rates",
            message: "the rates of \(rate.date) disagree: one \(rate.from) is \(rate.rate) \(rate.to), and one \(rate.to) is \(inverse.rate) \(rate.from)\(turned); "
                + "each counts in its own direction, so take one away with rate{from=…, to=…, date=…, remove=true}\(more)")
    }
}

extension CurrencyTable {
    /// The currencies that everybody knows, and those that a book declares with their digits.
    package init(declaredIn book: Book?) {
        self.init()
        for document in (try? book?.plans.documents(.currency)) ?? [] {
            guard let book, let currency = try? Currency(document.name), let own = try? Self.declaration(of: document.name, in: book) else { continue }
            try? declare(currency, digits: own.digits)
        }
    }

    /// The name and the digits of a currency that a book declares; nil for one that it does not declare.
    package static func declaration(of code: String, in book: Book) throws -> (name: String, digits: Int)? {
        guard let document = try book.plans.document(.currency, named: code) else { return nil }
        let json = try? JSONReader.read(Array(document.body.utf8))
        return (json?["name"]?.text ?? "", json?["digits"]?.digits.flatMap { Int($0) } ?? 2)
    }
}

/// Converts what was paid on holdings in other currencies into the currency of each holding, by the rates of the days.
package final class PaymentConversions {
    private let book: Book
    private let ledger: () throws -> Ledger
    private var known: [Currency: RowConversion] = [:]

    /// Conversions of figures of a ledger, which is read when the first is asked for, by the rates of its book.
    package init(_ book: Book, _ ledger: @escaping () throws -> Ledger) { (self.book, self.ledger) = (book, ledger) }

    /// The conversion into a currency.
    package func into(_ currency: Currency) throws -> RowConversion {
        if let conversion = known[currency] { return conversion }
        let ledger = try ledger()
        let conversion = RowConversion(try BaseConversion(book, to: currency, ledger.definitions.policy), ledger)
        known[currency] = conversion
        return conversion
    }

    /// The rates that were missing or old so far.
    package var lacking: [LedgerWarning] { known.sorted { $0.key.code < $1.key.code }.flatMap(\.value.lacking) }
}
