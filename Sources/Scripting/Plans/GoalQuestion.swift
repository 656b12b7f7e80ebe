import Frames
import JSON
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// How a goal of the book stands on a day: what its accounts are worth, and what was saved in the twelve months before.
struct GoalQuestion {
    let goal: Goal
    /// Nil where the worth of an account, or a rate, is not known.
    let progress: GoalProgress?
    /// What its accounts are worth as far as that is known; nil where nothing of it is.
    let current: FixedDecimal?
    /// What that is without; none where all of it is known.
    let leftOut: [String]
    /// Whole months until its day, and what was saved in a month on average: neither hangs on what is there.
    let months: Int, saved: FixedDecimal
    /// Whether it is known what was saved: not where a rate is lacking for it, or where nobody told what units cost that were brought in.
    let isSavingKnown: Bool
    /// What is lacking, and what should be known.
    private(set) var warnings: [FrameWarning] = []

    init(_ goal: Goal, _ book: Book, on day: Day) throws {
        self.goal = goal
        let accounts = try Self.accounts(of: goal, book, &warnings)
        let worth = try Self.worth(goal, accounts, book, on: day, &warnings)
        (current, leftOut) = (accounts.isEmpty ? nil : worth?.sum, worth?.leftOut ?? [])
        let known = leftOut.isEmpty ? current : nil
        let first = try day.adding(months: -12).adding(days: 1)
        let (saved, lacking) = try Self.saved(in: Set(accounts.compactMap(book.ledger.account(named:))), book, goal.currency, from: first, to: day)
        // What the accounts are worth lacks the same rates: one warning for each is enough.
        let lacksRate = warnings.contains { $0.kind == "no_rate" }
        warnings += lacking.filter { $0.kind != "no_rate" || !lacksRate }.map { FrameWarning(kind: $0.kind, message: $0.message) }
        if let sum = current, !leftOut.isEmpty {
            let told = Money(sum, goal.currency).told(by: CurrencyModule.table(book))
            warnings.append(FrameWarning(
                kind: "left_out",
                message: "the \(told) there of the goal \"\(goal.name)\" are without \(leftOut.joined(separator: ", ")); missing, needed, on_track and projected need all that is there, and are empty"))
        }
        months = GoalProgress.months(from: day, to: goal.by)
        self.saved = try saved / 12
        if goal.by < day, known.map({ $0 < goal.amount }) ?? true {
            warnings.append(FrameWarning(kind: "past", message: "the day of the goal \"\(goal.name)\", \(goal.by), has passed; say by=… for a later one"))
        }
        isSavingKnown = lacking.isEmpty
        guard let known else {
            progress = nil
            return
        }
        let progress = try GoalProgress(goal, on: day, current: known, savedInYear: saved, digits: goal.currency.minorDigits ?? 2)
        if isSavingKnown, progress.projected == nil {
            let what = saved > .zero ? "what was saved for \"\(goal.name)\" from \(first) to \(day) does not get there in 200 years" : "nothing was saved for \"\(goal.name)\" from \(first) to \(day)"
            warnings.append(FrameWarning(kind: "nothing_saved", message: "\(what), so no day can be told"))
        }
        self.progress = progress
    }

    /// The goal of a document.
    static func goal(_ document: PlanDocument) throws -> Goal {
        do {
            return try Goal(name: document.name, json: JSONReader.read(Array(document.body.utf8)))
        } catch let fault as JSONReader.Fault {
            throw LuaMisuse("the goal \"\(document.name)\" cannot be read: \(fault)", kind: "malformed")
        }
    }

    /// The accounts that a goal is of; what it names and the book does not have is told.
    private static func accounts(of goal: Goal, _ book: Book, _ warnings: inout [FrameWarning]) throws -> [String] {
        func gone(_ what: String) -> [String] {
            warnings.append(FrameWarning(kind: "unknown_scope", message: "the goal \"\(goal.name)\" is of the \(what), which is not there"))
            return []
        }
        switch goal.scope {
        case .account(let name): return try book.definitions.account(named: name) == nil ? gone("account \"\(name)\"") : [name]
        case .portfolio(let name):
            let names = try book.definitions.accounts.filter { !$0.isErased && $0.portfolio == name }.map(\.name)
            return names.isEmpty ? gone("portfolio \"\(name)\"") : names
        case .tier(let name, let plan):
            guard let reserve = try ReserveQuestion.known(plan, book), let place = reserve.place(ofTier: name) else { return gone("tier \"\(name)\"") }
            return reserve.tiers[place].accounts.map(\.name)
        }
    }

    /// What is there, in the goal's currency, as far as that is known, and what that is without; nil where nothing is. Of an account in several tiers
    /// counts what the tier has of it.
    private static func worth(
        _ goal: Goal, _ accounts: [String], _ book: Book, on day: Day, _ warnings: inout [FrameWarning]
    ) throws -> (sum: FixedDecimal, leftOut: [String])? {
        guard case .tier(let name, let plan) = goal.scope, let reserve = try ReserveQuestion.known(plan, book), let place = reserve.place(ofTier: name) else {
            let worths = try AccountWorths(accounts, book, in: goal.currency, on: day)
            warnings += worths.warnings
            let told = accounts.compactMap { worths.values[$0] ?? worths.parts[$0] }
            if told.isEmpty { return nil }
            var seen: Set<String> = []
            return (try told.reduce(FixedDecimal.zero) { try $0 + $1 }, accounts.flatMap { worths.leftOut[$0] ?? [] }.filter { seen.insert($0).inserted })
        }
        let currency = try Currency(reserve.currency)
        warnings += try AccountWorths(accounts, book, in: currency, on: day).warnings
        for account in accounts where reserve.tiers.filter({ $0.accounts.contains { $0.name == account } }).count > 1 {
            warnings.append(FrameWarning(
                kind: "shared_account", message: "\"\(account)\" is in other tiers too: what is there counts as far as it is this tier's, and all that was saved"))
        }
        let (tier, leftOut) = try ReserveQuestion(book, reserve, on: day).told(place)
        guard let tier else {
            warnings.append(FrameWarning(kind: "unknown_worth", message: "what the tier \"\(name)\" holds on \(day) is not known"))
            return nil
        }
        guard let worth = try book.rateGraph.worth(of: tier.total, in: currency, as: goal.currency, on: day) else {
            let warning = LedgerWarning.noRate(from: currency, to: goal.currency, day: day)
            warnings.append(FrameWarning(kind: warning.kind, message: warning.message))
            return nil
        }
        return (worth, leftOut)
    }

    /// What was paid into accounts from outside, less what was taken out, by the rates of the days.
    private static func saved(
        in accounts: Set<AccountID>, _ book: Book, _ currency: Currency, from: Day, to: Day
    ) throws -> (sum: FixedDecimal, lacking: [LedgerWarning]) {
        let ledger = try book.ledger, graph = try book.rateGraph
        var sum = FixedDecimal.zero, lacking: [LedgerWarning] = [], lacked = Set<Currency>(), arrivals: [LedgerWarning]?
        for item in try ledger.contributions(from: from, to: to, among: accounts, counting: (currency, graph)) where ContributionLimits.isPayment(item, ledger) {
            guard item.costKnownFrom == nil, let amount = try graph.worth(of: item, as: currency) else {
                if item.costKnownFrom != nil || lacked.insert(item.currency).inserted { lacking.append(try graph.lacking(for: item, as: currency, ledger, &arrivals)) }
                continue
            }
            sum = try sum + amount
        }
        return (sum, lacking)
    }
}

extension RateGraph {
    /// What somebody brought in comes to in the currency in which its cost was counted: money at the rate that the entry tells, else by that of its
    /// day, and what arrived elsewhere in another currency for that; units for what they cost. Nil where a rate is lacking, or nobody told what they cost.
    func worth(of item: Contribution, as currency: Currency) throws -> FixedDecimal? {
        if !item.isCostKnown { return nil }
        if item.isCounted { return item.otherCost }
        guard let told = item.arrived ?? (item.currency == currency ? nil : item.told) else { return try worth(of: item.amount, in: item.currency, as: currency, on: item.date) }
        return try worth(of: told.amount, in: told.currency, as: currency, on: item.date)
    }

    /// Why it is not known what a contribution comes to in a currency.
    ///
    /// - Parameter arrivals: the entries that brought in units of an unknown cost, asked for once for many contributions.
    func lacking(for item: Contribution, as currency: Currency, _ ledger: Ledger, _ arrivals: inout [LedgerWarning]?) throws -> LedgerWarning {
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
    func worth(of amount: FixedDecimal, in currency: Currency, as other: Currency, on day: Day) throws -> FixedDecimal? {
        if currency == other || amount.isZero { return amount }
        return try conversion(from: currency, to: other, on: day)?.apply(amount)
    }
}
