import Frames
import Ledger
import LuaKit
import Queries
import Storage
import Values

/// The answer of `income`: dividends, interest and other earnings.
enum IncomeFrame {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("type").ranked(.leading),
        .money("amount").ranked(.deciding), .money("tax").rankedWhereAny(.leading), .text("currency").ranked(.deciding), .int("activity_id").ranked(.minor),
    ]

    /// The frame of what passes a filter.
    static func make(_ ledger: Ledger, _ filter: BookFilter, base: BaseConversion?) throws -> Frame {
        let money = base.map { RowConversion($0, ledger) }, activities = ledger.activities
        var builder = FrameBuilder("income", schemas)
        for income in try ledger.income(from: filter.from, to: filter.to) {
            guard filter.fits(income.account, income.instrument, income.activity), filter.fits(income.currency), filter.fits(income.date),
                filter.fits(income.kind, activities.row(of: income.activity).flatMap(activities.subtype))
            else { continue }
            func worth(_ amount: FixedDecimal) throws -> FixedDecimal? {
                guard let money, let row = ledger.activities.row(of: income.activity) else { return amount }
                return try money.convert(amount, of: row)
            }
            try builder.append([
                .day(income.date), .text(ledger[income.account].name), income.instrument.map { .text(ledger[$0].symbol) } ?? .none,
                .text(income.kind.rawValue), .optional(worth(income.amount)), .optional(worth(income.tax)),
                .text((money?.currency ?? income.currency).code), .int(Int64(income.activity.rawValue)),
            ])
        }
        money?.report(to: &builder)
        return builder.frame()
    }
}

/// The answer of `fees`: fees and taxes, one by one.
enum FeesFrame {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("kind").ranked(.leading),
        .money("amount").ranked(.deciding), .text("currency").ranked(.deciding), .int("activity_id").ranked(.minor),
    ]

    /// - Parameter kind: the one kind of charge that is asked for; nil for every one.
    static func make(_ filter: BookFilter, of kind: Charge.Kind?, base: BaseConversion?) throws -> Frame {
        let ledger = try filter.ledgerOfActivities(), money = base.map { RowConversion($0, ledger) }
        var builder = FrameBuilder("fees", schemas)
        func charges(counting: Bool) -> [Charge] {
            ledger.charges(from: filter.from, to: filter.lastDay, counting: counting).filter { charge in
                filter.fits(charge.account, charge.instrument, charge.activity) && filter.fits(charge.currency) && kind ?? charge.kind == charge.kind
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

/// The answer of `contributions`: what the owner paid in and took out, of each account or of a group of them.
enum ContributionsFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id").ranked(.useful), .day("date").ranked(.leading), .text("account").ranked(.leading), .text("portfolio").ranked(.minor), .text("type").ranked(.leading),
        .text("symbol").ranked(.useful),
        .money("amount").ranked(.deciding), .text("currency").ranked(.deciding),
    ]

    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter, level: String?, base: BaseConversion?, _ call: LuaCall) throws -> Frame {
        let source = filter.source, ledger = try source.recorded == nil ? source.book.ledgerOfContributions() : source.ledger
        let money = base.map { RowConversion($0, ledger) }
        var builder = FrameBuilder("contributions", schemas)
        let contributions = try sets(ledger, filter, level, call).flatMap { accounts in
            try base?.contributions(of: ledger, from: filter.from, to: filter.to, among: accounts)
                ?? ledger.contributions(from: filter.from, to: filter.to, among: accounts)
        }
        var isUnknown = false, worths = try worthMoves(ledger, filter)[...]
        func append(_ move: WorthMove) throws {
            let account = ledger[move.told.account], (amount, currency) = (move.told.amount, move.told.currency)
            try builder.append([
                move.entry.map { .int(Int64($0.rawValue)) } ?? .none, .day(move.told.date), .text(account.name), .optional(account.portfolio), .text("value"),
                .none, .optional(money == nil ? amount : money?.convert(amount, from: currency, on: move.told.date)), .text((money?.currency ?? currency).code),
            ])
        }
        for item in contributions.sorted(by: { ($0.date, $0.activity) < ($1.date, $1.activity) })
        where filter.fits(item.account) && filter.fits(item.currency) {
            while let move = worths.first, move.place < (item.date, item.activity) { try append(worths.removeFirst()) }
            let account = ledger[item.account], amount = try money == nil ? item.amount : money?.convert(item)
            isUnknown = isUnknown || !item.isCostKnown
            try builder.append([
                .int(Int64(item.activity.rawValue)), .day(item.date), .text(account.name), .optional(account.portfolio), .text(item.kind.rawValue),
                item.instrument.map { .text(ledger[$0].symbol) } ?? .none, item.isCostKnown ? .optional(amount) : .none,
                .text((money?.currency ?? item.currency).code),
            ])
        }
        for move in worths { try append(move) }
        money?.report(to: &builder)
        if isUnknown { for warning in try LotsFrame.unknownCosts(ledger, through: filter.to) { builder.add(warning: warning.kind, warning.message) } }
        return builder.frame()
    }

    /// Money that came into an account tracked by value or left it, and the entry that says so; no entry where the account was closed.
    private struct WorthMove {
        let told: History.WorthMove
        let entry: EntryID?

        /// Its place among the rows: a withdrawal at the end of an account comes last on its day.
        var place: (Day, EntryID) { (told.date, entry ?? EntryID(Int.max)) }
    }

    /// Payments into accounts tracked by value, which are the first value told, and payments out of them when they were closed.
    private static func worthMoves(_ ledger: Ledger, _ filter: BookFilter) throws -> [WorthMove] {
        if ledger.values.count == 0 { return [] }
        let standing = ledger.values.standing()
        return try filter.source.book.history(asRecorded: filter.source.recorded).worthMoves
            .filter { filter.fits($0.account) && filter.fits($0.currency) && filter.from ?? .min <= $0.date && $0.date <= filter.to ?? .max }
            .map { move in WorthMove(told: move, entry: move.isClosing ? nil : standing.last { ($0.value.account, $0.value.date) == (move.account, move.date) }?.entry) }
            .sorted { $0.place < $1.place }
    }

    /// The sets of accounts within which transfers are no contributions; nil for an account by itself, where every transfer is one.
    private static func sets(_ ledger: Ledger, _ filter: BookFilter, _ level: String?, _ call: LuaCall) throws -> [Set<AccountID>?] {
        let all = ledger.accounts.indices.map { AccountID(Int32($0 + 1)) }
        switch level {
        case nil: return [Set(all.filter(filter.fits))]
        case "account": return [nil]
        case "book": return [Set(all)]
        case "portfolio": return Dictionary(grouping: all) { ledger[$0].portfolio }.sorted { $0.key < $1.key }.map { Set($0.value) }
        default: throw call.mismatch("level", expected: "account, portfolio or book")
        }
    }
}
