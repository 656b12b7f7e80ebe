import Values

/// The cash that an account holds in one currency.
struct CashAccount: Hashable, Comparable {
    /// The account's name.
    let account: String
    /// The code of the currency.
    let currency: String

    static func < (a: CashAccount, b: CashAccount) -> Bool { (a.account, a.currency) < (b.account, b.currency) }
}

extension Tradable {
    /// The cash that pays for it, and that its sales go to.
    var cashAccount: CashAccount { CashAccount(account: account, currency: currency) }
}

extension InvestableCash {
    /// Where the money is.
    var cashAccount: CashAccount { CashAccount(account: account, currency: currency) }
}

extension TradeQuestion {
    /// The cash balances before anything is taken out; below zero where money is owed.
    func cashBalances() throws(DecimalError) -> [CashAccount: FixedDecimal] {
        var balances: [CashAccount: FixedDecimal] = [:]
        for cash in money { balances[cash.cashAccount] = try (balances[cash.cashAccount] ?? .zero) + cash.amount }
        for cash in owed { balances[cash.cashAccount] = try (balances[cash.cashAccount] ?? .zero) - cash.amount }
        return balances
    }
}

/// The cash of a rebalancing while its trades are chosen: the balance of each account in each currency, and what was changed between currencies.
struct RebalancingCash {
    /// What an exchange of a currency goes by.
    struct CurrencyTerms {
        /// What one unit is worth in the currency of the whole.
        let rate: FixedDecimal
        /// Fractional digits of the smallest unit.
        let digits: Int
    }

    /// The balances by now. Below zero where money that is to be taken out has yet to be raised by sales.
    private(set) var balances: [CashAccount: FixedDecimal]
    /// What was changed so far to pay for purchases.
    private(set) var exchanges: [TradeProposal.Exchange] = []
    /// Whether no money is changed for now, so that what each currency pays for by itself comes first.
    var isExchangePaused = false

    /// What accounts owed at first, below zero: money that is taken out is raised down to that, and not to zero.
    private let debts: [CashAccount: FixedDecimal]
    private let currencies: [String: CurrencyTerms]
    private let mayExchange: Bool
    /// Whether cash is one of the targets, so that its worth counts.
    private let isTarget: Bool

    /// The cash at first: what there is, less what is to be taken out.
    init(_ question: TradeQuestion) throws(DecimalError) {
        let held = try question.cashBalances()
        var balances = held
        for cash in question.withdrawals { balances[cash.cashAccount] = try (balances[cash.cashAccount] ?? .zero) - cash.amount }
        var currencies: [String: CurrencyTerms] = [:]
        for money in question.money + question.withdrawals + question.owed { currencies[money.currency] = CurrencyTerms(rate: money.rate, digits: money.digits) }
        for position in question.positions { currencies[position.currency] = CurrencyTerms(rate: position.rate, digits: position.digits) }
        debts = held.filter(\.value.isNegative)
        (self.balances, self.currencies) = (balances, currencies)
        (mayExchange, isTarget) = (question.rules.mayExchange, question.cashLeaf != nil)
    }

    /// The balance of a cash account.
    subscript(account: CashAccount) -> FixedDecimal { balances[account] ?? .zero }

    /// The rate and the digits of a currency of the question.
    func terms(of currency: String) -> CurrencyTerms { currencies[currency] ?? CurrencyTerms(rate: .one, digits: 2) }

    /// What was owed at first, below zero; zero where nothing was.
    func debt(of account: CashAccount) -> FixedDecimal { debts[account] ?? .zero }

    /// How much of the money to be taken out has yet to be raised.
    func missing(in account: CashAccount) throws(DecimalError) -> FixedDecimal { try max(.zero, debt(of: account) - self[account]) }

    /// What can be paid from a cash account: its balance, and what other money of the account becomes where that may be changed.
    func means(of account: CashAccount) throws(DecimalError) -> FixedDecimal {
        var sum = self[account]
        for other in others(than: account) { sum = try sum + worth(of: other, in: account.currency) }
        return sum
    }

    /// Goes back to earlier balances and exchanges.
    mutating func restore(_ earlier: RebalancingCash) { (balances, exchanges) = (earlier.balances, earlier.exchanges) }

    /// Pays out of a balance, or into it where the amount is below zero.
    ///
    /// - Returns: by how much the cash is worth more, in the currency of the whole; zero where cash is no target.
    mutating func pay(_ amount: FixedDecimal, from account: CashAccount) throws(DecimalError) -> FixedDecimal {
        balances[account] = try self[account] - amount
        return isTarget ? try -(amount * terms(of: account.currency).rate) : .zero
    }

    // MARK: Exchanges

    /// Changes other money of the account until a balance is as much as wanted, as far as it goes.
    ///
    /// - Returns: by how much the cash is worth more, in the currency of the whole; zero where cash is no target.
    mutating func exchange(into account: CashAccount, upTo wanted: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let digits = terms(of: account.currency).digits
        var change = FixedDecimal.zero
        for other in others(than: account) {
            let missing = try (wanted - self[account]).rounded(to: digits, .ceiling)
            guard missing > .zero else { break }
            let arrived = try min(missing, worth(of: other, in: account.currency))
            guard arrived > .zero else { continue }
            let left = try Self.changed(arrived, from: terms(of: account.currency), to: terms(of: other.currency), .ceiling)
            change = try change + self.change(min(left, self[other]), of: other, into: arrived, of: account)
        }
        return change
    }

    private mutating func change(
        _ left: FixedDecimal, of other: CashAccount, into arrived: FixedDecimal, of account: CashAccount
    ) throws(DecimalError) -> FixedDecimal {
        let change = try pay(left, from: other) + pay(-arrived, from: account)
        var sums = (left: left, arrived: arrived)
        if let place = exchanges.firstIndex(where: { $0.account == account.account && $0.from == other.currency && $0.to == account.currency }) {
            let earlier = exchanges.remove(at: place)
            sums = (try left + earlier.left, try arrived + earlier.arrived)
        }
        exchanges.append(.init(account: account.account, from: other.currency, to: account.currency, left: sums.left, arrived: sums.arrived))
        return change
    }

    /// Other money of the same account that may be changed, the most first.
    private func others(than account: CashAccount) -> [CashAccount] {
        guard mayExchange, !isExchangePaused else { return [] }
        let found = balances.filter { $0.key.account == account.account && $0.key != account && $0.value > .zero }
        func worth(_ entry: (key: CashAccount, value: FixedDecimal)) -> FixedDecimal { (try? entry.value * terms(of: entry.key.currency).rate) ?? .greatest }
        return found.sorted { (worth($1), $0.key) < (worth($0), $1.key) }.map(\.key)
    }

    /// What all of a balance becomes in another currency, in whole smallest units.
    private func worth(of account: CashAccount, in currency: String) throws(DecimalError) -> FixedDecimal {
        try Self.changed(self[account], from: terms(of: account.currency), to: terms(of: currency), .floor)
    }

    /// An amount in another currency, in whole smallest units. A rate that is the inverse of another ends somewhere, so its last digits are rounded first.
    private static func changed(
        _ amount: FixedDecimal, from: CurrencyTerms, to: CurrencyTerms, _ rounding: Rounding
    ) throws(DecimalError) -> FixedDecimal {
        try FixedDecimal.mulDiv(amount, from.rate, to.rate).rounded(to: min(to.digits + 6, FixedDecimal.scale), .halfEven).rounded(to: to.digits, rounding)
    }
}
