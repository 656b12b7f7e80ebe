public import Values

/// Money or units that the owner brought in, or took out where the amount is below zero.
public struct Contribution: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day on which it counts.
    public let date: Day
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// What came in or went out; nil for money.
    public let instrument: InstrumentID?
    /// The kind of the activity that moved it.
    public let kind: ActivityKind
    /// The money, or what the units cost; below zero where the owner took it out.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
    /// What it comes to at the rate that the entry itself tells; nil where it tells none, or the amount is at that rate already.
    public let told: Money?
    /// Below zero, what money arrived as in another account, where it was changed into another currency on the way; nil for all else.
    public let arrived: Money?
    /// The day of the position from which it is known what units cost of which the entry itself does not tell it; `.max` where nobody has told, nil where the
    /// entry does.
    public let costKnownFrom: Day?
    /// Whether it is known on the last day asked of what units cost; where not, the amount says nothing.
    public let isCostKnown: Bool
    /// Whether it is units of another currency than the one asked for, so that they come to `otherCost`, and not to the amount at a rate.
    public let isCounted: Bool
    /// What units cost in the currency asked for, by the rates of the days on which it was paid; nil where one is lacking.
    public let otherCost: FixedDecimal?
    /// The purchases that units come from; told where the cost is asked for in another currency.
    public let purchases: [Purchase]

    /// What opened a lot.
    public struct Purchase: Hashable, Sendable {
        /// The entry that tells of it.
        public let activity: EntryID
        /// The day by whose rate the cost is counted.
        public let date: Day
    }
}

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
        // Money tells by itself what it is, without a replay.
        let countsUnits = isSettled || contributesUnits
        if countsUnits { try settle() }
        let unknown = UnknownCosts(self, state)
        let counted = try countsUnits ? counting.map { other throws(LedgerError) in try CountedCosts(self, other.currency, other.graph) } : nil
        let activities = activities, costs = state.transit.costs
        let inner = accounts.map { TransferPairs(activities, among: $0) }, transfers = try SameDayTransfers(activities)
        let mayMove = { (row: Int) in
            ActivityRule.mayContribute(activities.kind(at: row), activities.subtype(at: row))
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

    /// Whether units were brought in or taken out, whose cost follows from all that happened to them. O(n).
    private var contributesUnits: Bool {
        (0..<activities.count).contains { row in
            activities.instrument(at: row) != nil && ActivityRule.mayContribute(activities.kind(at: row), activities.subtype(at: row)) && activities.counts(at: row)
        }
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
    /// What the two sides of a transfer have in common.
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
        guard let group = activities.detail(at: row)?.group, TransferGroup.isPair(group),
            activities.kind(at: row) == .transferIn || activities.kind(at: row) == .transferOut
        else { return nil }
        return Key(group: group, instrument: activities.instrument(at: row))
    }
}

/// Transfers of which both sides are of one day, so that nothing was on the way at its end.
package struct SameDayTransfers {
    /// The other side of a transfer.
    package struct Partner: Hashable, Sendable {
        package let account: AccountID
        /// What it sent or received, where it is money of another currency than this side's; nil where nothing was changed.
        package let changed: Money?
    }

    private var partners: [Int32: Partner] = [:]

    private struct Key: Hashable {
        let group: String
        let instrument: InstrumentID?
        let day: Day
    }

    /// What all parts of a transfer have in common, on whichever day.
    private struct Group: Hashable {
        let name: String
        let instrument: InstrumentID?
    }

    init(_ activities: ActivityTable) throws(LedgerError) {
        var sides: [Key: (departures: [Int32], arrivals: [Int32])] = [:], sizes: [Group: Int] = [:]
        for row in activities.notable where activities.counts(at: Int(row)) {
            let kind = activities.kind(at: Int(row))
            guard kind == .transferIn || kind == .transferOut, let group = activities.detail(at: Int(row))?.group, TransferGroup.isPair(group) else { continue }
            let key = Key(group: group, instrument: activities.instrument(at: Int(row)), day: activities.date(at: Int(row)))
            sizes[Group(name: group, instrument: key.instrument), default: 0] += 1
            if kind == .transferIn { sides[key, default: ([], [])].arrivals.append(row) } else { sides[key, default: ([], [])].departures.append(row) }
        }
        for (key, pair) in sides where pair.departures.count == 1 && pair.arrivals.count == 1 {
            let isAlone = sizes[Group(name: key.group, instrument: key.instrument)] == 2
            if Self.isPartial(activities, Int(pair.departures[0]), Int(pair.arrivals[0]), isAlone: isAlone) { continue }
            partners[pair.departures[0]] = try Self.partner(activities, Int(pair.arrivals[0]), of: Int(pair.departures[0]))
            partners[pair.arrivals[0]] = try Self.partner(activities, Int(pair.departures[0]), of: Int(pair.arrivals[0]))
        }
    }

    /// Whether not all that left arrived, or more did: the rest is under way, and is not lost.
    ///
    /// Money that arrives as less, with nothing to follow, is what the transfer cost; what another currency arrives as tells nothing.
    private static func isPartial(_ activities: ActivityTable, _ departure: Int, _ arrival: Int, isAlone: Bool) -> Bool {
        let (left, came) = (activities.facts(at: departure, multiplier: .one), activities.facts(at: arrival, multiplier: .one))
        if left.isOfUnits || came.isOfUnits { return left.quantity != came.quantity }
        let cashPositions = activities.slots.cashPositions
        return !isAlone && cashPositions[left.cashPosition.index].currency == cashPositions[came.cashPosition.index].currency && left.amount != came.amount
    }

    private static func partner(_ activities: ActivityTable, _ row: Int, of other: Int) throws(LedgerError) -> Partner {
        let currency = activities.cashCurrency(at: row), isChanged = activities.instrument(at: row) == nil && currency != activities.cashCurrency(at: other)
        let amount = isChanged ? try activities.amount(at: row).map { told throws(LedgerError) in try activities.settled(told, at: row) } : nil
        return Partner(account: activities.account(at: row), changed: amount.map { Money($0, currency) })
    }

    /// The other side, where it sent or received on the same day.
    func partner(of row: Int) -> Partner? { partners.isEmpty ? nil : partners[Int32(row)] }
}
