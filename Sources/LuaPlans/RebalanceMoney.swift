import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// The money that a run of `rebalance` invests or takes out.
struct RebalanceMoney {
    /// By account and currency: money that comes in, and cash in the accounts that is to be invested with it.
    private(set) var cash: [InvestableCash] = []
    /// The part that comes in.
    private(set) var new: [InvestableCash] = []
    /// The money that is taken out.
    private(set) var taken: [InvestableCash] = []
    /// The part of it that has to be raised by sales.
    private(set) var withdrawals: [InvestableCash] = []
    /// Cash balances below zero, as positive amounts, where cash is a target.
    private(set) var owed: [InvestableCash] = []
    /// The currencies of cash that is not to be invested, by account.
    private(set) var idle: [String: Set<String>] = [:]

    /// Whether money comes in or is taken out.
    var isNew: Bool { !new.isEmpty || !taken.isEmpty }

    /// The cash of the accounts that trade, less what they owe: the present worth of the target for cash.
    init(heldIn scope: inout RebalanceScope) throws {
        let accounts = Set(scope.tradingAccounts)
        try takeAll(&scope, isHeld: true, withDebts: true) { accounts.contains($0) }
    }

    /// The money that a call tells of. A rule that names its trades may spend all the cash of the accounts.
    ///
    /// - Parameter isTarget: whether cash is one of the targets, so that all cash of the accounts that trade counts as held of it.
    init(_ call: LuaCall, _ scope: inout RebalanceScope, isOfRule: Bool = false, isTarget: Bool = false) throws {
        try readNew(call, &scope)
        new = cash
        if isOfRule { try takeAll(&scope) { _ in true } }
        let accounts = Set(scope.tradingAccounts)
        let isAll = if case .string("all") = try call.argument("cash") { true } else { false }
        guard isTarget || isAll && !isOfRule else {
            try lowerByWhatIsThere(isOfRule, &scope)
            for balance in isOfRule ? [] : try scope.state.cash() where accounts.contains(balance.account) && balance.balance > .zero {
                idle[scope.names[balance.account].name, default: []].insert(balance.currency.code)
            }
            if !idle.isEmpty, cash.isEmpty, scope.items.isEmpty {
                scope.lack("no_cash", "nothing is held, and no cash is to be invested; say cash=…, or cash=\"all\" invests what lies in the accounts")
            }
            return
        }
        try takeAll(&scope, isHeld: isTarget && !isAll, withDebts: isTarget) { accounts.contains($0) }
        if isAll, cash.isEmpty { scope.lack("no_cash", "there is no cash to be invested in the accounts asked for that trade") }
    }

    private mutating func readNew(_ call: LuaCall, _ scope: inout RebalanceScope) throws {
        switch try call.argument("cash") {
        case .none, .string("all"): break
        case .table(let pairs):
            var limits = try ContributionLimits(scope.book)
            for pair in pairs.sorted(by: { ($0.key.stringValue ?? "") < ($1.key.stringValue ?? "") }) {
                guard let name = pair.key.stringValue, let amount = try Coercion.decimal(pair.value) else {
                    throw call.mismatch("cash", expected: "a number, a table of them by account, or \"all\"")
                }
                try bring(amount, into: scope.names.knownAccount(name), call, &scope, &limits)
            }
        default:
            guard let amount = try call.decimal("cash") else { return }
            let accounts = scope.tradingAccounts
            guard accounts.count == 1 else {
                throw LuaMisuse(
                    "\(call.name): into which account does the cash come?", field: "account",
                    hint: accounts.isEmpty
                        ? "none of the accounts asked for is one to trade in"
                        : "say account=\"\(scope.names[accounts[0]].name)\", or cash={\(scope.names[accounts[0]].name)=\(amount)}")
            }
            var limits = try ContributionLimits(scope.book)
            try bring(amount, into: accounts[0], call, &scope, &limits)
        }
    }

    /// Adds money that comes in, and counts it against contribution limits.
    private mutating func bring(
        _ amount: FixedDecimal, into id: AccountID, _ call: LuaCall, _ scope: inout RebalanceScope, _ limits: inout ContributionLimits
    ) throws {
        let account = scope.names[id]
        guard scope.tradingAccounts.contains(id) else {
            throw LuaMisuse(
                "\(call.name): nothing can be bought in \(account.name) among the accounts asked for", field: "cash",
                hint: "name an account that trades, such as one for securities")
        }
        if amount.isNegative {
            let rate = try scope.worth(.one, in: account.currency, on: scope.day)
            guard let rate else {
                throw LuaMisuse("\(call.name): there is no rate from \(account.currency) to \(scope.base) on or before \(scope.day)", field: "cash", kind: "no_rate")
            }
            taken.append(Self.investable(account.name, account.currency, -amount, rate))
            withdrawals = taken
            return
        }
        let room = try limits.room(for: id, on: scope.day)
        try limits.propose(max(.zero, min(amount, room ?? amount)), into: id, on: scope.day)
        try append(account.name, account.currency, amount, room: room, &scope)
    }

    private mutating func takeAll(
        _ scope: inout RebalanceScope, isHeld: Bool = false, withDebts: Bool = false, in fits: (AccountID) -> Bool
    ) throws {
        for balance in try scope.state.cash() where scope.filter.fits(balance.account) && fits(balance.account) {
            let name = scope.names[balance.account].name
            if balance.balance > .zero {
                try append(name, balance.currency, balance.balance, room: nil, isHeld: isHeld, &scope)
            } else if withDebts, balance.balance.isNegative {
                if let money = try counted(name, balance.currency, -balance.balance, "that \(name) owes", &scope) { owed.append(money) }
            }
        }
    }

    /// Pays money that is taken out with the cash of the account as far as it goes, so that only the rest has to be raised.
    private mutating func lowerByWhatIsThere(_ isOfRule: Bool, _ scope: inout RebalanceScope) throws {
        // A rule has all the cash there is at hand.
        if isOfRule { return }
        let balances = try scope.state.cash()
        for (place, asked) in withdrawals.enumerated() {
            let there = balances.first { scope.names[$0.account].name == asked.account && $0.currency.code == asked.currency }?.balance ?? .zero
            guard there > .zero else { continue }
            withdrawals[place].amount = try max(.zero, asked.amount - there)
            let paid = min(there, asked.amount)
            let currency = try Currency(asked.currency), currencies = CurrencyTable(declaredIn: scope.filter.source.book)
            func told(_ amount: FixedDecimal) -> String { Money(amount, currency).told(by: currencies) }
            scope.lack(
                "cash_first",
                "\(told(paid)) of the \(told(asked.amount)) to be taken out lie in \(asked.account) already, so that \(told(withdrawals[place].amount)) are to be raised")
        }
        withdrawals.removeAll { $0.amount.isZero }
    }

    private static func investable(_ account: String, _ currency: Currency, _ amount: FixedDecimal, _ rate: FixedDecimal) -> InvestableCash {
        var cash = InvestableCash(account: account, currency: currency.code, amount: amount, rate: rate)
        cash.digits = currency.minorDigits ?? 8
        return cash
    }

    private mutating func append(
        _ account: String, _ currency: Currency, _ amount: FixedDecimal, room: FixedDecimal?, isHeld: Bool = false, _ scope: inout RebalanceScope
    ) throws {
        guard var money = try counted(account, currency, amount, "in \(account)", &scope) else { return }
        (money.room, money.isHeld) = (room, isHeld)
        cash.append(money)
    }

    /// Money with its rate into the currency of the whole; nil, with a warning, where there is none.
    private func counted(
        _ account: String, _ currency: Currency, _ amount: FixedDecimal, _ whose: String, _ scope: inout RebalanceScope
    ) throws -> InvestableCash? {
        guard let rate = try scope.worth(.one, in: currency, on: scope.day) else {
            scope.lack("no_rate", "the \(currency.code) \(whose) are left out: there is no rate to \(scope.base.code) on or before \(scope.day)")
            return nil
        }
        return Self.investable(account, currency, amount, rate)
    }
}
