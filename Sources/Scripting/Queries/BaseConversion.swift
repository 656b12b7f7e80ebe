import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Converts the figures of a frame into one currency, each by the rate of its own day, and remembers what it lacked.
struct BaseConversion {
    /// The currency of the figures.
    let currency: Currency
    private let graph: RateGraph
    private let maxAge: Int
    /// What was asked for already; rows of one day follow one another only by chance.
    private var known: [Key: Conversion?] = [:]
    private var warnings: [LedgerWarning] = []

    /// What was lacking for what was converted so far.
    var lacking: [LedgerWarning] { warnings }

    private struct Key: Hashable {
        let currency: Currency
        let day: Day
    }

    static let parameter = LuaParameter.optional(
        "base", .currency, "Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.")

    init(_ book: Book, to currency: Currency, _ policy: Policy) throws {
        self.currency = currency
        graph = try book.rateGraph
        maxAge = policy.rateMaxAge
    }

    /// The conversion that a call asks for; nil where it asks for none.
    init?(_ call: LuaCall, _ filter: BookFilter) throws {
        guard let currency = try call.currency("base") else { return nil }
        try self.init(filter.source.book, to: currency, filter.source.definitions.policy)
    }

    /// What a ledger comes to at the end of a day, its costs counted in the currency too.
    func state(of ledger: Ledger, on day: Day?) throws -> BookState { try ledger.at(endOf: day, countedIn: currency, by: graph) }

    /// What was brought in and taken out, the cost of units counted in the currency too.
    func contributions(of ledger: Ledger, from: Day?, to: Day?, among accounts: Set<AccountID>?) throws -> [Contribution] {
        try ledger.contributions(from: from, to: to, among: accounts, counting: (currency, graph))
    }

    /// Realised gains, counted in the currency too.
    func gains(of ledger: Ledger, from: Day?, to: Day?) throws -> GainTable { try ledger.gains(from: from, to: to, countedIn: currency, by: graph) }

    /// What an amount was worth on a day; nil where there is no rate.
    mutating func convert(_ amount: FixedDecimal, from other: Currency, on day: Day) throws -> FixedDecimal? {
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
    mutating func note(_ others: [LedgerWarning]) {
        for warning in others { note(warning) }
    }

    /// Forgets what was noted since.
    mutating func replaceLacking(by before: [LedgerWarning]) { warnings = before }

    /// One warning for each pair of currencies and kind: the first that came up.
    private mutating func note(_ warning: LedgerWarning) {
        if !warnings.contains(where: { $0.pair == warning.pair && $0.kind == warning.kind }) { warnings.append(warning) }
    }

    /// Adds what was lacking to a frame, and the currency to its policies.
    func report(to builder: inout FrameBuilder) {
        builder.add(policy: "base", currency.code)
        for warning in warnings { builder.add(warning: warning.kind, warning.message) }
    }
}

extension LedgerWarning {
    /// The currencies that a warning about rates is of.
    fileprivate var pair: [Currency] {
        switch self {
        case .noRate(let from, let to, _), .beyondRate(let from, let to, _, _), .staleRate(let from, let to, _, _, _): [from, to]
        default: []
        }
    }
}
