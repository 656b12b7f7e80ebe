import Ledger
import Values

extension SlowBook {
    /// Every lot has more or fewer units and keeps its cost; the fraction that is left may be sold.
    mutating func takeSplit(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let ratio = Fraction(activity.detail!.ratio!.new) / Fraction(activity.detail!.ratio!.old)
        for place in places(activity) {
            for side in [\Position.long, \Position.short] {
                for index in self[place][keyPath: side].indices { self[place][keyPath: side][index].units = self[place][keyPath: side][index].units * ratio }
            }
        }
        guard let amount = activity.amount else { return }
        let place = places(activity)[0], fraction = held(place) - held(place).floor
        if fraction.isZero { throw .undecided }
        try relieve(fraction, proceeds: Fraction(amount), at: place, on: activity.date, by: id)
        charge(activity)
        pay(activity, Fraction(amount) - Fraction(activity.fee) - Fraction(activity.tax))
    }

    mutating func takeCorporateAction(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let into = activity.detail?.into
        if let amount = activity.amount {
            let place = places(activity)[0]
            if owed(place) > .zero { throw .undecided }
            if held(place).isZero { throw .nothingHeld }
            if activity.subtype == .merger, into == nil {
                try relieve(held(place), proceeds: Fraction(amount), at: place, on: activity.date, by: id)
            } else {
                returnCapital(Fraction(amount), at: place, by: id)
            }
            charge(activity)
            pay(activity, Fraction(amount) - Fraction(activity.fee) - Fraction(activity.tax))
        }
        guard let into else { return }
        let ratio = activity.detail?.ratio.map { Fraction($0.new) / Fraction($0.old) } ?? .one
        let share = activity.subtype == .spinoff ? Fraction(activity.detail!.share!) : .one
        for place in places(activity) {
            try convert(place, Place(account: place.account, instrument: into), ratio, share, unitsStay: activity.subtype == .spinoff)
        }
    }

    /// The cost of the lots falls by the amount, unit for unit; what a lot's cost cannot take is a gain.
    private mutating func returnCapital(_ amount: Fraction, at place: Place, by activity: EntryID) {
        let units = held(place)
        for (index, lot) in self[place].long.enumerated() {
            let part = Self.share(amount, lot.units, of: units), taken = min(part, lot.cost)
            self[place].long[index].cost -= taken
            guard part > taken else { continue }
            // No units are closed.
            var nothing = lot
            nothing.units = .zero
            note(nothing, .long, place, activity, proceeds: part - taken, cost: .zero)
        }
    }

    /// Lots become lots of another instrument with their days, or a part of their cost does.
    private mutating func convert(_ from: Place, _ to: Place, _ ratio: Fraction, _ share: Fraction, unitsStay: Bool) throws(Refusal) {
        for (side, other) in [(\Position.long, \Position.short), (\Position.short, \Position.long)] {
            let lots = self[from][keyPath: side]
            if lots.isEmpty { continue }
            // What is held and what is owed of one instrument would meet; the rules do not say how.
            if !self[to][keyPath: other].isEmpty { throw .undecided }
            for lot in lots.sorted(by: { $0.isEarlier(than: $1) }) {
                var converted = lot
                (converted.units, converted.cost) = (lot.units * ratio, lot.cost * share)
                add(converted, side, to)
            }
            for index in lots.indices where unitsStay { self[from][keyPath: side][index].cost = lots[index].cost * (.one - share) }
            if !unitsStay { self[from][keyPath: side] = [] }
        }
    }

    /// Contracts that end: worthless, or by being used.
    mutating func takeOptionEnd(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let place = places(activity)[0]
        let isShort = activity.subtype == .expiry ? owed(place) > .zero : activity.subtype == .assignment
        let side: WritableKeyPath<Position, [Lot]> = isShort ? \.short : \.long
        let open = SlowBook.sum(self[place][keyPath: side])
        let units = activity.quantity.map { Fraction($0) } ?? open
        if open.isZero { throw .nothingHeld }
        if units > open { throw .oversold }
        let pieces = try pick(units, from: side, of: place)
        let isUsed = activity.subtype != .expiry, premiumIsConsumed = isUsed && !premiumStays
        for piece in pieces {
            // A premium that is consumed is no gain: it goes into the trade.
            let whole = piece.cost, rest: Fraction = premiumIsConsumed ? piece.cost : .zero
            note(piece, isShort ? .short : .long, place, id, proceeds: isShort ? whole : rest, cost: isShort ? rest : whole)
        }
        guard isUsed else { return }
        let premium = premiumIsConsumed ? pieces.reduce(Fraction.zero) { $0 + $1.cost } : .zero
        try tradeUnderlying(of: place, contracts: units, premium: isShort ? -premium : premium, activity, id)
    }

    /// Buys or sells at the strike; the premium, which is what the contracts cost, or below zero what they brought, comes on top.
    private mutating func tradeUnderlying(of place: Place, contracts: Fraction, premium: Fraction, _ activity: Activity, _ id: EntryID) throws(Refusal) {
        let option = instrument(place.instrument)
        let units = contracts * Fraction(option.multiplier), money = units * Fraction(activity.price!)
        let fee = Fraction(activity.fee), tax = Fraction(activity.tax), feeInCost = feesInCost ? fee : .zero
        let underlying = Place(account: place.account, instrument: activity.detail!.into!)
        let isBuy = (option.option!.right == .call) == (activity.subtype == .exercise)
        if isBuy {
            try acquire(units, cost: money + premium + feeInCost, at: underlying, opened: activity.date, by: id)
            pay(activity, -(money + fee + tax))
        } else {
            try relieve(units, proceeds: money - premium - feeInCost, at: underlying, on: activity.date, by: id)
            pay(activity, money - fee - tax)
        }
        charge(activity, feeIsApart: !feesInCost)
    }
}
