import Ledger
import Values

extension SlowBook {
    /// A loss that units bought later may take over.
    struct Loss {
        var place: Place
        var gain: Int
        /// The purchase of the units sold.
        var purchase: EntryID
        var sold: Day
        /// How long they were held.
        var days: Int
        /// Units that nothing replaces yet, and their loss.
        var units: Fraction, amount: Fraction
        /// Whether the rules tell that it counts: a sale's does, while of contracts that end nothing is said.
        var isClear: Bool
    }

    static let window = 30

    /// Looks for units bought shortly before in the place of those sold at a loss, in the order in which those were sold.
    mutating func washSale(from first: Int, isClear: Bool) throws(Refusal) {
        for index in first..<gains.count {
            let gain = gains[index]
            guard gain.side == .long, gain.units > .zero, !gain.isUnknown, gain.cost > gain.proceeds, !isPension(gain.place) else { continue }
            let loss = Loss(
                place: gain.place, gain: index, purchase: gain.lot, sold: today, days: Int(gain.opened.days(to: today)) + gain.tacked, units: gain.units,
                amount: gain.cost - gain.proceeds, isClear: isClear)
            if loss.amount < max(gain.cost.magnitude, .one) * Fraction(decimal("0.000000000001")) { throw .undecided }
            losses.append(loss)
            try replace(losses.count - 1)
        }
    }

    /// Looks for losses of the days before that units bought just now take over.
    mutating func washPurchase(at place: Place) throws(Refusal) {
        for index in losses.indices where losses[index].place.instrument == place.instrument {
            if Int(losses[index].sold.days(to: today)) <= Self.window, circle(of: place).contains(losses[index].place) { try replace(index) }
        }
    }

    /// Moves a loss to units bought within the window around its day, in the order in which they were bought. Each replaces once.
    private mutating func replace(_ index: Int) throws(Refusal) {
        while losses[index].units > .zero {
            let loss = losses[index]
            var found: (place: Place, index: Int)?
            for place in circle(of: loss.place) {
                for (candidate, lot) in self[place].long.enumerated() {
                    guard lot.entry != loss.purchase, !lot.isReplacement, abs(Int(lot.opened.days(to: loss.sold))) <= Self.window else { continue }
                    if found.map({ lot.isEarlier(than: self[$0.place].long[$0.index]) }) ?? true { found = (place, candidate) }
                }
            }
            guard let found else { return }
            if !loss.isClear || !self[found.place].long[found.index].isBought { throw .undecided }
            let units = min(loss.units, self[found.place].long[found.index].units), part = Self.share(loss.amount, units, of: loss.units)
            losses[index].units -= units
            losses[index].amount -= part
            gains[loss.gain].wash += part
            mark(units, at: found, cost: part, days: loss.days)
        }
    }

    /// Units of a lot take over a loss; the others stay as they were.
    private mutating func mark(_ units: Fraction, at found: (place: Place, index: Int), cost: Fraction, days: Int) {
        var rest = self[found.place].long
        var own = Self.take(units, from: &rest, at: found.index)
        let isAll = rest.count < self[found.place].long.count
        own.isReplacement = true
        if isPension(found.place) {
            swallowed += cost
        } else {
            own.cost += cost
            own.tacked = days
        }
        if !isAll { rest[found.index].piece += 1 }
        rest.insert(own, at: found.index)
        self[found.place].long = rest
    }

    /// Nothing is said of what else changes units while they might replace others.
    func checkQuiet(_ activity: Activity) throws(Refusal) {
        guard activity.instrument != nil else { return }
        switch (activity.kind, activity.subtype) {
        case (.split, _), (.transferIn, _), (.transferOut, _), (_, .merger), (_, .spinoff), (_, .symbolChange), (_, .position), (_, .returnOfCapital), (_, .notionalDistribution):
            break
        default: return
        }
        for place in places(activity) {
            let options = instruments.indices.filter { instruments[$0].option != nil }.map { InstrumentID(Int32($0 + 1)) }
                .filter { contract(Place(account: place.account, instrument: $0)).into == place.instrument }
            for instrument in [place.instrument] + (activity.detail?.into.map { [$0] } ?? []) + options {
                try checkQuiet(Place(account: place.account, instrument: instrument))
            }
        }
    }

    private func checkQuiet(_ place: Place) throws(Refusal) {
        for loss in losses where loss.place.instrument == place.instrument && !loss.units.isZero {
            if Int(loss.sold.days(to: today)) <= Self.window { throw .undecided }
        }
        for lot in circle(of: place).flatMap({ self[$0].long }) where Int(lot.opened.days(to: today)) <= Self.window { throw .undecided }
    }
}
