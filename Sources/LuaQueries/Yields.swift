import Frames
import Ledger
import LuaKit
import Queries
import Storage
import Values

/// The answer of `yields`: what holdings paid in the twelve months up to a day, for each unit, and how much that is of their cost and of their worth.
enum YieldsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .quantity("quantity"), .int("payments"), .money("received").ranked(.useful),
        .money("income").ranked(.deciding), .money("cost_basis"), .money("market_value"), .share("yield_on_cost").ranked(.leading),
        .share("yield_on_value").ranked(.deciding), .text("currency").ranked(.deciding),
    ]

    /// The frame of what passes a filter; figures in one currency where a conversion is given.
    static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let day = filter.day ?? today, book = filter.source.book, ledger = try filter.source.ledger
        let state = try base.map { try $0.state(of: ledger, on: filter.day) } ?? filter.state(), names = state.definitions
        let holdings = state.holdings().filter { filter.fits($0.account, $0.instrument) && filter.fits($0.currency) }
        let conversion = try base ?? BaseConversion(book, to: .usd, names.policy)
        let figures = try HoldingFigures(holdings, lots: base == nil ? nil : state.lots(), state, filter, to: conversion, on: day)
        let payments = try ledger.payments(from: Self.yearBefore(day), to: day, history: book.history(asRecorded: filter.source.recorded), on: day)
        var builder = FrameBuilder("yields", schemas)
        let told = base.map { RowConversion($0, ledger) }, conversions = PaymentConversions(book) { ledger }
        for row in figures.rows {
            let paid = payments.filter { $0.account == row.holding.account && $0.instrument == row.holding.instrument }
            var received: FixedDecimal? = .zero, expected: FixedDecimal? = .zero
            for payment in paid {
                func worth(_ amount: FixedDecimal) throws -> FixedDecimal? {
                    if payment.currency == row.currency { return amount }
                    return try (told ?? conversions.into(row.currency)).convert(amount, from: payment.currency, on: payment.date, toldBy: payment.activity)
                }
                received = try received.flatMap { sum in try worth(payment.amount).map { try sum + $0 } }
                expected = try expected.flatMap { sum in try worth(payment.forUnitsNow ?? .zero).map { try sum + $0 } }
            }
            func share(of whole: FixedDecimal?) throws -> FixedDecimal? {
                guard let expected, let whole, whole > .zero else { return nil }
                return try expected / whole
            }
            try builder.append([
                .text(names[row.holding.account].name), .text(names[row.holding.instrument].symbol), .decimal(row.holding.quantity), .int(Int64(paid.count(where: \.isOwn))),
                .optional(received), .optional(expected), .optional(row.cost), .optional(row.value), .optional(try share(of: row.cost)),
                .optional(try share(of: row.value)), .text(row.currency.code),
            ])
        }
        figures.beyond.report(to: &builder)
        builder.warn(ofPaid: figures.paid, names)
        builder.warn(ofRates: conversions.lacking)
        if let told {
            var conversion = figures.conversion
            conversion.note(told.lacking)
            conversion.report(to: &builder)
        }
        return builder.frame()
    }

    /// The first of the twelve months that end with a day.
    fileprivate static func yearBefore(_ day: Day) throws -> Day { try day.adding(years: -1).adding(days: 1) }
}

/// The answer of `income_forecast`: what may be earned in the twelve months after a day, if all pays as it did in the twelve months before.
enum IncomeForecastFrame {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("account").ranked(.leading), .text("symbol").ranked(.leading), .text("type").ranked(.leading),
        .money("amount").ranked(.deciding), .text("currency").ranked(.deciding), .day("based_on"), .money("paid"),
    ]

    /// The frame of what passes a filter; figures in one currency where a conversion is given.
    static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let day = filter.day ?? today, ledger = try filter.source.ledger
        let history = try filter.source.book.history(asRecorded: filter.source.recorded)
        let payments = try ledger.payments(from: YieldsFrame.yearBefore(day), to: day, history: history, on: day)
        let told = base.map { RowConversion($0, ledger) }
        var builder = FrameBuilder("income_forecast", schemas), base = base
        let rated = Set(ledger.accounts.indices.filter { ledger.accounts[$0].rate.map { !$0.isZero } ?? false }.map { AccountID(Int32($0 + 1)) })
        for payment in payments where filter.fits(payment.account, payment.instrument, payment.activity) && filter.fits(payment.currency) {
            // What a rate tells is not told again by what was paid.
            if payment.kind == .interest, payment.instrument == nil, rated.contains(payment.account) { continue }
            guard let amount = payment.forUnitsNow, !amount.isZero else { continue }
            // What is to come is converted by the rate of today: nobody knows a later one.
            let worth = try base == nil ? amount : base?.convert(amount, from: payment.currency, on: day)
            let paid = !payment.isOwn ? nil : told == nil ? payment.amount : try told?.convert(payment.amount, from: payment.currency, on: payment.date, toldBy: payment.activity)
            try builder.append([
                .day(try payment.date.adding(years: 1)), .text(ledger[payment.account].name), payment.instrument.map { .text(ledger[$0].symbol) } ?? .none,
                .text(payment.kind.rawValue), .optional(worth), .text((base?.currency ?? payment.currency).code), .day(payment.date), .optional(paid),
            ])
        }
        for account in rated.sorted(by: { ledger[$0].name < ledger[$1].name })
        where filter.fits(account, nil) && filter.fits(ledger[account].currency) {
            guard let accrual = try ledger.accrual(of: account, after: day, through: day.adding(years: 1)) else { continue }
            let worth = try base == nil ? accrual.amount : base?.convert(accrual.amount, from: ledger[account].currency, on: day)
            try builder.append([
                .day(accrual.day), .text(ledger[account].name), .none, .text("interest"), .optional(worth), .text((base?.currency ?? ledger[account].currency).code),
                .day(day), .none,
            ])
        }
        if let told { base?.note(told.lacking) }
        base?.report(to: &builder)
        builder.add(policy: "accrual", "accounts with a rate: balance × rate × days / 365")
        builder.add(policy: "forecast", "the payments of the last twelve months again, for the units held now")
        return builder.frame()
    }
}
