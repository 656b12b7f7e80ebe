public import Values

/// An option that is open in an account.
public struct OpenOption: Hashable, Sendable {
    /// Whether the account could deliver what somebody who uses a short option asks for.
    public enum Cover: String, CaseIterable, Sendable {
        /// It is long: nobody can ask for anything.
        case long
        /// The account holds the units that a short call delivers, or has sold short those that a short put takes.
        case covered
        /// It has the cash that a short put takes.
        case cashSecured = "cash_secured"
        /// It has another option that limits the loss.
        case spread
        /// Nothing covers it.
        case naked
    }

    /// The account that holds it, or owes it.
    public let account: AccountID
    /// The option.
    public let instrument: InstrumentID
    /// What it gives the right to at present: splits of what it is on have changed the strike, and a merger what it is on.
    public let terms: OptionTerms
    /// Units of what it is on that one contract delivers.
    public let deliverable: FixedDecimal
    /// Money for one contract at the strike.
    public let money: FixedDecimal
    /// Contracts, below zero where they were sold.
    public let contracts: FixedDecimal
    /// What was paid for them, or below zero received.
    public let premium: FixedDecimal
    /// Whether the account could deliver.
    public let cover: Cover
    /// The currency of its figures.
    public let currency: Currency
}

extension Ledger {
    /// Options that are open at the end of a day, by account, underlying, expiry and strike.
    ///
    /// Units held, cash and long options each cover one short option only; those that expire first are covered first.
    public func options(on day: Day? = nil) throws(LedgerError) -> [OpenOption] {
        let replayed = try self.state(on: day), state = BookState(ledger: self, state: replayed, day: day)
        let holdings = state.holdings(), cash = try state.cash()
        var found: [OpenOption] = []
        for account in Set(holdings.map(\.account)).sorted(by: { self[$0].name < self[$1].name }) {
            let own = holdings.filter { $0.account == account }
            var cover = OptionCover(self, own, cash.filter { $0.account == account })
            for holding in own.filter({ self[$0.instrument].option != nil }).sorted(by: precedes) {
                let slot = activities.slots.known(account, holding.instrument), written = self[holding.instrument]
                guard var terms = written.option else { continue }
                let now = replayed.positions[slot.index].adjustment ?? OptionAdjustment(terms, multiplier: written.multiplier)
                (terms.strike, terms.underlying) = (now.strike, now.into ?? terms.underlying)
                found.append(
                    try LedgerError.arithmetic { () throws(DecimalError) in
                        OpenOption(
                            account: account, instrument: holding.instrument, terms: terms, deliverable: now.deliverable, money: try now.money,
                            contracts: holding.quantity, premium: holding.cost, cover: try cover.take(holding, terms, now), currency: holding.currency)
                    })
            }
        }
        return found
    }

    private func precedes(_ a: Holding, _ b: Holding) -> Bool {
        guard let first = self[a.instrument].option, let second = self[b.instrument].option else { return false }
        return (first.underlying, first.expires, first.strike, a.instrument) < (second.underlying, second.expires, second.strike, b.instrument)
    }
}

/// What one account has that could cover its short options, less what covers some already.
private struct OptionCover {
    private let ledger: Ledger
    private var units: [InstrumentID: FixedDecimal] = [:]
    private var cash: [Currency: FixedDecimal] = [:]

    init(_ ledger: Ledger, _ holdings: [Holding], _ cash: [CashBalance]) {
        self.ledger = ledger
        for holding in holdings { units[holding.instrument] = holding.quantity }
        for cashPosition in cash { self.cash[cashPosition.currency] = cashPosition.balance }
    }

    mutating func take(_ holding: Holding, _ terms: OptionTerms, _ now: OptionAdjustment) throws(DecimalError) -> OpenOption.Cover {
        guard holding.quantity.isNegative else { return .long }
        guard let needed = try? -holding.quantity * now.deliverable else { return .naked }
        let held = units[terms.underlying] ?? .zero
        if terms.right == .call, held >= needed {
            units[terms.underlying] = try held - needed
            return .covered
        }
        if terms.right == .put, -held >= needed {
            units[terms.underlying] = try held + needed
            return .covered
        }
        if try takeOption(terms, -holding.quantity) { return .spread }
        if terms.right == .put, let money = try? now.money * -holding.quantity, let balance = cash[holding.currency], balance >= money {
            cash[holding.currency] = try balance - money
            return .cashSecured
        }
        return .naked
    }

    /// Takes a long option of the same right on the same underlying that lasts as long.
    private mutating func takeOption(_ terms: OptionTerms, _ contracts: FixedDecimal) throws(DecimalError) -> Bool {
        for (instrument, held) in units.sorted(by: { $0.key < $1.key }) where held >= contracts {
            guard let other = ledger[instrument].option, other.underlying == terms.underlying, other.right == terms.right,
                other.expires >= terms.expires
            else { continue }
            units[instrument] = try held - contracts
            return true
        }
        return false
    }
}
