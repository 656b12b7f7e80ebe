import Ledger
import LuaKit
import Plans
import Storage
import Values

/// The money that a proposal invests.
struct RebalanceMoney {
    /// By account and currency: what comes in, and what lies in the accounts already and is to be invested with it.
    private(set) var cash: [InvestableCash] = []
    /// What of it comes in.
    private(set) var new: [InvestableCash] = []

    var isNew: Bool { !new.isEmpty }

    /// What a call says of it; a rule that names its trades may spend what lies in the accounts, and all the cash there is counts as part of its whole.
    init(_ call: LuaCall, _ scope: inout RebalanceScope, isOfRule: Bool = false) throws {
        try readNew(call, &scope)
        new = cash
        if isOfRule { try takeAll(&scope) { _ in true } }
        guard !isOfRule, case .string("all") = try call.argument("cash") else { return }
        let accounts = Set(scope.tradingAccounts)
        try takeAll(&scope) { accounts.contains($0) }
        if cash.isEmpty { scope.lack("no_cash", "there is no cash to be invested in the accounts asked for that trade") }
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
                    hint: accounts.isEmpty ? "none of the accounts asked for is one to trade in" : "say account=\"\(scope.names[accounts[0]].name)\", or cash={\(scope.names[accounts[0]].name)=\(amount)}")
            }
            var limits = try ContributionLimits(scope.book)
            try bring(amount, into: accounts[0], call, &scope, &limits)
        }
    }

    /// Takes money in, and what it takes of a limit off the room of the accounts that share it.
    private mutating func bring(
        _ amount: FixedDecimal, into id: AccountID, _ call: LuaCall, _ scope: inout RebalanceScope, _ limits: inout ContributionLimits
    ) throws {
        let account = scope.names[id]
        guard !amount.isNegative else {
            throw LuaMisuse("\(call.name): cash is \(amount)", field: "cash", hint: "what is to be invested is zero or more")
        }
        guard scope.tradingAccounts.contains(id) else {
            throw LuaMisuse("\(call.name): nothing can be bought in \(account.name) among the accounts asked for", field: "cash", hint: "name an account that trades, such as one for securities")
        }
        let room = try limits.room(for: id, on: scope.day)
        try limits.propose(max(.zero, min(amount, room ?? amount)), into: id, on: scope.day)
        try append(account.name, account.currency, amount, room: room, &scope)
    }

    private mutating func takeAll(_ scope: inout RebalanceScope, in fits: (AccountID) -> Bool) throws {
        for balance in try scope.state.cash() where scope.filter.fits(balance.account) && fits(balance.account) && balance.balance > .zero {
            try append(scope.names[balance.account].name, balance.currency, balance.balance, room: nil, &scope)
        }
    }

    private mutating func append(_ account: String, _ currency: Currency, _ amount: FixedDecimal, room: FixedDecimal?, _ scope: inout RebalanceScope) throws {
        guard let rate = try scope.worth(.one, in: currency, on: scope.day) else {
            return scope.lack("no_rate", "the \(currency.code) in \(account) are left out: there is no rate to \(scope.base.code) on or before \(scope.day)")
        }
        cash.append(InvestableCash(account: account, currency: currency.code, amount: amount, rate: rate, room: room))
    }
}
