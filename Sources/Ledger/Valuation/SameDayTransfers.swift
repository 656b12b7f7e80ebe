import Values

/// Transfers of which both sides are of one day, so that nothing was on the way at its end.
struct SameDayTransfers {
    /// The other side of a transfer.
    struct Partner: Hashable, Sendable {
        let account: AccountID
        /// What it sent or received, where it is money of another currency than this side's; nil where nothing was changed.
        let changed: Money?
    }

    private var partners: [Int32: Partner] = [:]

    private struct Key: Hashable {
        let group: String
        let instrument: InstrumentID?
        let day: Day
    }

    /// The same on whichever day.
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
