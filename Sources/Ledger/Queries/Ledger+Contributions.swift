public import Values

extension Ledger {
    /// What the owner brought in and took out within the days given, both included; nil for no limit. In replay order.
    ///
    /// Asked of some accounts, a transfer between two of them is none: money and units that stay among them were brought in before. Units
    /// count with what they cost. Nil asks of each account by itself, so that every transfer counts.
    ///
    /// - Parameter counting: another currency in which the cost of units is counted too, by the rates of the days on which it was paid.
    public func contributions(
        from: Day? = nil, to: Day? = nil, among accounts: Set<AccountID>? = nil, counting: (currency: Currency, graph: RateGraph)? = nil
    ) throws(LedgerError) -> [Contribution] {
        try settle()
        let unknown = UnknownCosts(self, state), counted = try counting.map { other throws(LedgerError) in try CountedCosts(self, other.currency, other.graph) }
        let moves = RuleTable { $0.movesContribution || $0.subtype == .position }
        let activities = activities, costs = state.transit.costs
        let inner = accounts.map { TransferPairs(activities, among: $0) }, transfers = try SameDayTransfers(activities)
        let mayMove = { (row: Int) in
            (moves[activities.kind(at: row), activities.subtype(at: row)] || activities.subtype(at: row) == .opening)
                && accounts?.contains(activities.account(at: row)) != false && inner?.isInner(row) != true
        }
        var result: [Contribution] = []
        try visitPostings([.contribution, .transferIn, .transferOut, .holdPosition], from, to, where: mayMove) { posting, row in
            let (account, instrument) = activities.slots.positions[posting.position.index]
            let isMoney = posting.target == .contribution
            let moved = isMoney ? nil : costs[UInt32(row)]
            let amount = isMoney ? -posting.amount : moved?.cost.own ?? .zero
            let partner = transfers.partner(of: row), isWithin = isMoney && partner.map { $0.changed == nil } ?? false
            let knownFrom = instrument.flatMap { held in moved.flatMap { unknown.knownFrom($0, held) } }
            let currency = isMoney ? activities.slots.cashPositions[posting.cashPosition.index].currency : instrument.map { self[$0].currency } ?? .usd
            let isCounted = counting.map { $0.currency != currency && instrument != nil && (moved != nil || activities.bringsUnits(at: row)) } ?? false
            result.append(
                Contribution(
                    activity: activities.id(at: row), date: activities.date(at: row), account: account, instrument: instrument,
                    kind: activities.kind(at: row), amount: amount, currency: currency,
                    told: isMoney && !isWithin || activities.tellsCost(at: row) && !isMoney ? told(amount, currency, row) : nil,
                    arrived: amount.isNegative ? partner?.changed.map { Money(-$0.amount, $0.currency) } : nil,
                    costKnownFrom: knownFrom, isCostKnown: knownFrom.map { $0 <= to ?? .max && $0 != .max } ?? true,
                    isCounted: isCounted, otherCost: isCounted ? counted?.cost(at: row, of: amount) : nil,
                    purchases: isCounted ? counted?.purchases(at: row) ?? [] : []))
        }
        return result
    }

    /// An amount at the rate that the activity of a row tells for its currency.
    private func told(_ amount: FixedDecimal, _ currency: Currency, _ row: Int) -> Money? {
        guard currency == activities.currency(at: row), let own = activities.ownRate(at: row, accounts),
            let worth = Bound.amount.known({ () throws(DecimalError) in try amount * own.rate })
        else { return nil }
        return Money(worth, own.currency)
    }
}

/// Which transfers have both sides among some accounts.
struct TransferPairs {
    /// The two sides share it.
    private struct Key: Hashable {
        let group: String
        let instrument: InstrumentID?
    }

    private var sides: [Key: (departures: Int, arrivals: Int)] = [:]
    private let activities: ActivityTable

    /// Those among rows that count; of all accounts, or of some.
    init(_ activities: ActivityTable, _ rows: [Int]? = nil, among accounts: Set<AccountID>? = nil) {
        self.activities = activities
        for row in rows ?? activities.notable.map(Int.init) where activities.counts(at: row) && accounts?.contains(activities.account(at: row)) != false {
            guard let key = key(row) else { continue }
            if activities.kind(at: row) == .transferIn { sides[key, default: (0, 0)].arrivals += 1 } else { sides[key, default: (0, 0)].departures += 1 }
        }
    }

    /// Whether a row is a transfer whose other side is among the accounts.
    func isInner(_ row: Int) -> Bool {
        guard activities.kind(at: row) == .transferIn || activities.kind(at: row) == .transferOut, let key = key(row), let sides = sides[key] else {
            return false
        }
        return sides.departures > 0 && sides.arrivals > 0
    }

    private func key(_ row: Int) -> Key? {
        guard let group = activities.detail(at: row)?.group, TransferGroup.isPair(group), activities.kind(at: row) == .transferIn || activities.kind(at: row) == .transferOut else { return nil }
        return Key(group: group, instrument: activities.instrument(at: row))
    }
}
