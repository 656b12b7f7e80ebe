import Frames
import JSON
import Ledger
import LuaKit
import Plans
import Queries
import Storage
import Values

/// The contribution limits of a book, such as the yearly allowance of an ISA, and what has been paid in under them.
///
/// Deposits count, transfers from accounts that do not share the limit, and bonuses of brokers; units that were transferred in count with their cost.
/// Opening balances and corrections do not count.
package struct ContributionLimits {
    /// The limits, in the order of their first definition.
    package let limits: [ContributionLimit]
    private let source: QuerySource
    /// What proposals would pay in, by limit.
    private var proposed: [String: [LimitFlow]] = [:]

    /// The limits of a book as it is now.
    package init(_ book: Book) throws { try self.init(QuerySource(book)) }

    /// The limits of a book, or of what was recorded in it by a moment.
    package init(_ source: QuerySource) throws {
        self.source = source
        let plans = try source.recorded == nil ? source.book.plans : source.definitions.plans
        limits = try plans.documents(.limit).map(Self.limit)
    }

    /// One limit alone.
    package init(_ book: Book, of limit: ContributionLimit) throws {
        source = try QuerySource(book)
        limits = [limit]
    }

    /// The limit of a document.
    package static func limit(_ document: PlanDocument) throws -> ContributionLimit {
        try ContributionLimit(name: document.name, json: try JSONReader.read(Array(document.body.utf8)))
    }

    // MARK: Room

    /// What may still be paid into an account on a day under all of its limits, in the account's currency; nil where it has none.
    ///
    /// - Throws: where something was paid in in another currency and there is no rate for it.
    package func room(for account: AccountID, on day: Day) throws -> FixedDecimal? {
        var room: FixedDecimal?
        for limit in try limits(of: account) {
            let left = try self.room(under: limit, on: day)
            room = room.map { min($0, left) } ?? left
        }
        return room
    }

    /// What may still be paid in under a limit on a day, into all of its accounts together.
    package func room(under limit: ContributionLimit, on day: Day) throws -> FixedDecimal {
        let year = try limit.year(of: day), flows = try flows(of: limit, from: year.first, to: year.last)
        if let lacking = flows.lacking.first { throw LuaMisuse("the room under \"\(limit.name)\" is unknown: \(lacking.warning.message)", kind: lacking.warning.kind) }
        return try limit.room(for: flows.flows + (proposed[limit.name] ?? []), on: day)
    }

    /// Counts what a proposal would pay into an account, so that less room is left in all accounts that share its limits.
    package mutating func propose(_ amount: FixedDecimal, into account: AccountID, on day: Day) throws {
        for limit in try limits(of: account) { proposed[limit.name, default: []].append(LimitFlow(date: day, amount: amount)) }
    }

    private func limits(of account: AccountID) throws -> [ContributionLimit] {
        if limits.isEmpty { return [] }
        let name = try source.definitions[account].name
        return limits.filter { $0.accounts.contains(name) }
    }

    // MARK: Flows

    /// What was paid in and taken out under a limit.
    struct Flows {
        var flows: [LimitFlow] = []
        /// The entries that paid something in.
        var entries: Set<EntryID> = []
        /// Payments that are not among the flows, since a rate is missing or their cost is not known.
        var lacking: [Lacking] = []
        /// Warnings of rates that were old on the day they were used for.
        var stale: [LedgerWarning] = []
    }

    /// A payment whose amount in the limit's currency is not known.
    package struct Lacking {
        package let day: Day
        package let warning: LedgerWarning
    }

    /// The payments that count under a limit within some days. Rates of later days are not looked up.
    func flows(of limit: ContributionLimit, from: Day, to: Day) throws -> Flows {
        let ledger = try source.ledger, accounts = Set(limit.accounts.compactMap(ledger.account(named:)))
        var result = Flows()
        if accounts.isEmpty { return result }
        let graph = try source.book.rateGraph
        var arrivals: [LedgerWarning]?
        let rates = RowConversion(try BaseConversion(source.book, to: limit.currency, source.definitions.policy), ledger)
        for item in try ledger.contributions(from: from, to: to, among: accounts, counting: (limit.currency, graph)) {
            guard Self.isPayment(item, ledger) else { continue }
            let isWithdrawal = item.kind == .withdrawal || item.kind == .transferOut
            // What a position told later came to is no payment, so units count with the cost that was told of them as they came.
            guard item.costKnownFrom == nil, item.isCostKnown, let amount = try rates.convert(item) else {
                if isWithdrawal, !limit.isFlexible { continue }
                result.lacking.append(Lacking(day: item.date, warning: try graph.lacking(for: item, as: limit.currency, ledger, &arrivals)))
                continue
            }
            result.flows.append(LimitFlow(date: item.date, amount: amount, isWithdrawal: isWithdrawal))
            if amount > .zero { result.entries.insert(item.activity) }
        }
        result.stale = rates.lacking.filter { $0.kind == "stale_rate" }
        return result
    }

    /// Whether a contribution is a payment of the owner. Opening balances and corrections are not.
    package static func isPayment(_ item: Contribution, _ ledger: Ledger) -> Bool {
        let subtype = ledger.activities.row(of: item.activity).flatMap { ledger.activities.subtype(at: $0) }
        return subtype != .opening && item.kind.figuresForm != .asTold && ActivityRule.rule(for: item.kind, subtype).movesContribution
    }

    // MARK: Years

    /// How much of a limit is used, year by year, and which payments are not known.
    package func usages(of limit: ContributionLimit, from: Day?, to: Day?, through day: Day = .max) throws -> (usages: [LimitUsage], lacking: [Lacking], stale: [LedgerWarning]) {
        let all = try flows(of: limit, from: from.map { try limit.year(of: $0).first } ?? .min, to: min(day, to.map { try limit.year(of: $0).last } ?? .max))
        let days = all.flows.map(\.date) + [from, to].compactMap(\.self)
        guard let first = days.min(), let last = days.max() else { return ([], all.lacking, all.stale) }
        let years = try limit.year(of: first).number...limit.year(of: last).number
        return (try years.map { try limit.usage(of: all.flows, in: limit.year($0), through: day) }, all.lacking, all.stale)
    }

    // MARK: Warnings

    /// Warnings of broken limits, of payments that are not known, and of accounts that limits name and the book does not have.
    ///
    /// - Parameter accounts: those of which a limit must have one to be told of; nil for all.
    package func warnings(through day: Day?, of accounts: Set<String>? = nil) throws -> [FrameWarning] {
        try limits.filter { limit in accounts.map { !$0.isDisjoint(with: limit.accounts) } ?? true }.flatMap { limit in
            let (usages, lacking, _) = try usages(of: limit, from: nil, to: nil, through: day ?? .max)
            return try missing(limit) + lacking.map { FrameWarning(kind: $0.warning.kind, message: $0.warning.message) } + usages.compactMap { breach(of: limit, $0) }
        }
    }

    /// Whether entries that were just recorded break a limit, or add to what is too much already.
    func warnings(recorded entries: [EntryID]) throws -> [FrameWarning] {
        if limits.isEmpty { return [] }
        let activities = try source.ledger.activities
        var warnings: [FrameWarning] = []
        for row in entries.compactMap(activities.row(of:)) where activities.account(at: row) != .every {
            for limit in try limits(of: activities.account(at: row)) {
                let year = try limit.year(of: activities.date(at: row)), flows = try flows(of: limit, from: year.first, to: year.last)
                guard flows.entries.contains(activities.id(at: row)), let warning = breach(of: limit, try limit.usage(of: flows.flows, in: year)) else { continue }
                if !warnings.contains(warning) { warnings.append(warning) }
            }
        }
        return warnings
    }

    /// Accounts that a limit names and the book does not have.
    package func missing(_ limit: ContributionLimit) throws -> [FrameWarning] {
        let names = try source.definitions
        return limit.accounts.filter { names.account(named: $0) == nil }.map {
            FrameWarning(kind: "unknown_account", message: "the limit \"\(limit.name)\" names the account \"\($0)\", which is not there")
        }
    }

    private func breach(of limit: ContributionLimit, _ usage: LimitUsage) -> FrameWarning? {
        let currencies = CurrencyTable(declaredIn: source.book)
        guard let since = usage.exceeded, let excess = usage.excess else { return nil }
        func shown(_ amount: FixedDecimal) -> String { Money(amount, limit.currency).told(by: currencies) }
        return FrameWarning(
            kind: "limit_exceeded",
            message: "\"\(limit.name)\" allows \(shown(usage.allowed)) from \(usage.year.first) to \(usage.year.last), and \(shown(usage.peak)) were paid in: "
                + "\(shown(excess)) too much, since \(since)")
    }
}

extension RateGraph {
    /// A contribution in the currency in which its cost was counted. Money goes by the rate that the entry tells, else by that of its day, or counts
    /// as what arrived in another currency; units count as their cost. nil where a rate or the cost is missing.
    package func worth(of item: Contribution, as currency: Currency) throws -> FixedDecimal? {
        if !item.isCostKnown { return nil }
        if item.isCounted { return item.otherCost }
        guard let told = item.arrived ?? (item.currency == currency ? nil : item.told) else { return try worth(of: item.amount, in: item.currency, as: currency, on: item.date) }
        return try worth(of: told.amount, in: told.currency, as: currency, on: item.date)
    }

    /// A warning that says why the amount of a contribution in a currency is not known.
    ///
    /// - Parameter arrivals: the entries that brought in units of an unknown cost, asked for once for many contributions.
    package func lacking(for item: Contribution, as currency: Currency, _ ledger: Ledger, _ arrivals: inout [LedgerWarning]?) throws -> LedgerWarning {
        if item.costKnownFrom != nil, let symbol = item.instrument.map({ ledger[$0].symbol }) {
            // Of units that came from another account, the entry that brought them into the book is the one to be amended.
            let all = try arrivals ?? ledger.unknownCosts(through: nil)
            arrivals = all
            let own = all.first { if case .unknownCost(item.activity, _, _, _, _) = $0 { true } else { false } }
            let ofSymbol = all.first { if case .unknownCost(_, _, let other, _, _) = $0 { other == symbol } else { false } }
            if let arrival = own ?? ofSymbol ?? all.first { return arrival }
        }
        let purchase = try item.purchases.first { try conversion(from: item.currency, to: currency, on: $0.date) == nil }
        return .noRate(from: item.currency, to: currency, day: purchase?.date ?? item.date)
    }

    /// What an amount of one currency was worth in another on a day; nil where there is no rate.
    package func worth(of amount: FixedDecimal, in currency: Currency, as other: Currency, on day: Day) throws -> FixedDecimal? {
        if currency == other || amount.isZero { return amount }
        return try conversion(from: currency, to: other, on: day)?.apply(amount)
    }
}
