import Frames
import Ledger
import Storage
import Values

/// Dividends, interest and other earnings.
enum IncomeFrame {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("account").ranked(.leading), .text("symbol").ranked(.leading), .text("type").ranked(.deciding),
        .money("amount").ranked(.deciding), .money("tax"), .text("currency").ranked(.deciding),
    ]

    static func make(_ ledger: Ledger, _ filter: BookFilter, base: BaseConversion?) throws -> Frame {
        let money = base.map { RowConversion($0, ledger) }, activities = ledger.activities
        var builder = FrameBuilder("income", schemas)
        for income in try ledger.income(from: filter.from, to: filter.to) {
            guard filter.fits(income.account), filter.fits(income.instrument), filter.fits(income.currency), filter.fits(income.date),
                filter.fits(income.kind, activities.row(of: income.activity).flatMap(activities.subtype))
            else { continue }
            func worth(_ amount: FixedDecimal) throws -> FixedDecimal? {
                guard let money, let row = ledger.activities.row(of: income.activity) else { return amount }
                return try money.convert(amount, of: row)
            }
            try builder.append([
                .day(income.date), .text(ledger[income.account].name), income.instrument.map { .text(ledger[$0].symbol) } ?? .none,
                .text(income.kind.rawValue), .optional(worth(income.amount)), .optional(worth(income.tax)),
                .text((money?.currency ?? income.currency).code),
            ])
        }
        money?.report(to: &builder)
        return builder.frame()
    }
}

/// Fees and taxes, one by one.
enum FeesFrame {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("account").ranked(.leading), .text("symbol").ranked(.leading), .text("kind").ranked(.deciding),
        .money("amount").ranked(.deciding), .text("currency").ranked(.deciding), .int("activity_id"),
    ]

    /// - Parameter kind: the one kind of charge that is asked for; nil for every one.
    static func make(_ filter: BookFilter, of kind: Charge.Kind?, base: BaseConversion?) throws -> Frame {
        let ledger = try filter.source.ledger, money = base.map { RowConversion($0, ledger) }
        var builder = FrameBuilder("fees", schemas)
        func charges(counting: Bool) -> [Charge] {
            ledger.charges(from: filter.from, to: filter.lastDay, counting: counting).filter { charge in
                filter.fits(charge.account) && filter.fits(charge.instrument) && filter.fits(charge.currency) && kind ?? charge.kind == charge.kind
            }
        }
        for charge in charges(counting: true) {
            let amount = try money == nil ? charge.amount : money?.convert(charge.amount, of: charge.row)
            try builder.append([
                .day(charge.date), charge.account == .every ? .none : .text(ledger[charge.account].name),
                charge.instrument.map { .text(ledger[$0].symbol) } ?? .none, .text(charge.kind.rawValue), .optional(amount),
                .text((money?.currency ?? charge.currency).code), .int(Int64(charge.activity.rawValue)),
            ])
        }
        money?.report(to: &builder)
        let leftOut = Set(charges(counting: false).map { Int32($0.row) }).sorted()
        return builder.frame().adding(warnings: ActivitiesFrame.warnings(leftOut, ledger.activities, shows: "activities{status=\"all\"}"))
    }
}

/// Cash by account and currency.
enum CashFrame {
    static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let state = try filter.state(), names = state.definitions, day = filter.day ?? today
        var base = base
        var builder = FrameBuilder("cash", [.text("account").ranked(.leading), .text("currency").ranked(.deciding), .money("balance").ranked(.deciding)])
        for cash in try state.cash() where filter.fits(cash.account) && filter.fits(cash.currency)
            && names[cash.account].tracking != .value && (cash.hasMoved || !cash.contribution.isZero) {
            let balance = try base == nil ? cash.balance : base?.convert(cash.balance, from: cash.currency, on: day)
            try builder.append([.text(names[cash.account].name), .text((base?.currency ?? cash.currency).code), .optional(balance)])
        }
        base?.report(to: &builder)
        for warning in try state.warnings() {
            guard case .negativeCash(_, let name, let currency, _, _) = warning else { continue }
            builder.add(warning: warning.kind, warning.message, about: NegativeCash.subject(name, currency))
        }
        return builder.frame()
    }
}

/// The accounts of a book.
enum AccountsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("name").ranked(.leading), .text("type").ranked(.deciding), .text("currency").ranked(.deciding), .text("portfolio"), .text("owner"), .text("group"), .day("opened"), .day("closed"),
        .bool("allow_short"), .text("tracking"), .share("rate"), .day("matures"), .text("settlement"),
    ]

    static func make(_ filter: BookFilter) throws -> Frame {
        let names = try filter.source.definitions
        return try make(names, names.accounts.indices.map { AccountID(Int32($0 + 1)) }.filter { id in
            filter.fits(id) && filter.fits(names[id].currency) && filter.accountKind.map { $0 == names[id].kind } ?? true
        })
    }

    static func make(_ names: Definitions, _ accounts: [AccountID]) throws -> Frame {
        var builder = FrameBuilder("accounts", schemas)
        for account in accounts.map({ names[$0] }) where !account.isErased {
            try builder.append([
                .text(account.name), .text(account.kind.rawValue), .text(account.currency.code), .optional(account.portfolio),
                .optional(account.owner), .optional(account.group), .optional(account.opened), .optional(account.closed),
                .bool(account.allowShort), .text(account.tracking.rawValue), .optional(account.rate), .optional(account.matures),
                .text(account.settlement.rawValue),
            ])
        }
        return builder.frame()
    }
}

/// The instruments of a book.
enum InstrumentsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol").ranked(.leading), .text("name"), .text("kind").ranked(.deciding), .text("currency").ranked(.deciding), .decimal("multiplier"), .text("underlying"), .text("right"),
        .price("strike"), .day("expires"), .text("class"), .text("provider"), .text("provider_symbol"),
    ]

    static func make(_ filter: BookFilter) throws -> Frame {
        let names = try filter.source.definitions
        var builder = FrameBuilder("instruments", schemas)
        for (place, instrument) in names.instruments.enumerated() where filter.fits(InstrumentID(Int32(place + 1))) && filter.fits(instrument.currency) {
            let option = instrument.option
            try builder.append([
                .text(instrument.symbol), .optional(instrument.name), .text(instrument.kind.rawValue), .text(instrument.currency.code),
                .decimal(instrument.multiplier), option.map { .text(names[$0.underlying].symbol) } ?? .none,
                option.map { .text($0.right.rawValue) } ?? .none, .optional(option?.strike), .optional(option?.expires),
                .optional(instrument.assetClass), .optional(instrument.provider), .optional(instrument.providerSymbol),
            ])
        }
        return builder.frame()
    }
}

/// Stored quotes: those that count, or all sources' side by side.
enum QuotesFrame {
    private static let schemas: [ColumnSchema] = [
        .text("symbol"), .day("date"), .price("open"), .price("high"), .price("low"), .price("close"), .price("adjusted"),
        .quantity("volume"), .text("currency"), .text("source"),
    ]

    static func make(_ filter: BookFilter, withAll isAll: Bool) throws -> Frame {
        let book = filter.source.book, names = try filter.source.definitions
        var builder = FrameBuilder("quotes", isAll ? schemas + [.instant("fetched_at")] : schemas)
        for place in names.instruments.indices {
            let id = InstrumentID(Int32(place + 1))
            if !filter.fits(id) { continue }
            let wanted = QuoteFilter(instrument: id, from: filter.from, to: filter.lastDay)
            let found = try isAll ? book.storedQuotes(wanted) : book.bestQuotes(wanted).map { ($0, nil) }
            for (quote, moment) in found where filter.fits(quote.currency) {
                try builder.append(row(quote, names[id].symbol) + (isAll ? [moment.map { .instant($0) } ?? .none] : []))
            }
        }
        return builder.frame()
    }

    private static func row(_ quote: Quote, _ symbol: String) -> [FrameValue] {
        [
            .text(symbol), .day(quote.date), .optional(quote.open), .optional(quote.high), .optional(quote.low), .decimal(quote.close),
            .optional(quote.adjusted), .optional(quote.volume), .text(quote.currency.code), .text(quote.source),
        ]
    }
}
