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
        if activity.account == .every { try convertTransit(activity.instrument!, activity.instrument!, ratio, unitsStay: false) }
        adjustOptions(activity) { contract in contract.split(ratio) }
        guard let amount = activity.amount else { return }
        let place = places(activity)[0]
        if held(place).isZero { throw .nothingHeld }
        let fraction = held(place) - held(place).floor
        if fraction.isZero {
            var nothing = self[place].long.min { $0.isEarlier(than: $1) }!
            (nothing.units, nothing.isUnknown) = (.zero, false)
            note(nothing, .long, place, id, proceeds: money(amount, activity), cost: .zero)
        }
        try relieve(fraction, proceeds: money(amount, activity), at: place, on: activity.date, by: id)
        charge(activity)
        pay(activity, money(amount, activity) - money(activity.fee, activity) - money(activity.tax, activity))
    }

    mutating func takeCorporateAction(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let into = activity.detail?.into
        if let amount = activity.amount {
            let place = places(activity)[0]
            if owed(place) > .zero { throw .undecided }
            if held(place).isZero { throw .nothingHeld }
            if activity.subtype == .merger, into == nil {
                try relieve(held(place), proceeds: money(amount, activity), at: place, on: activity.date, by: id)
            } else {
                returnCapital(money(amount, activity), at: place, by: id)
            }
            charge(activity)
            pay(activity, money(amount, activity) - money(activity.fee, activity) - money(activity.tax, activity))
        }
        guard let into else { return }
        let ratio = activity.detail?.ratio.map { Fraction($0.new) / Fraction($0.old) } ?? .one
        let share = activity.subtype == .spinoff ? Fraction(activity.detail!.share!) : .one
        // All units leave at once; those spun off from stay.
        if activity.subtype != .spinoff { for place in places(activity) where method(place) == .pooled { even(place) } }
        for place in places(activity) {
            try convert(place, Place(account: place.account, instrument: into), ratio, share, unitsStay: activity.subtype == .spinoff, by: id)
        }
        if activity.account == .every { try convertTransit(activity.instrument!, into, ratio, unitsStay: activity.subtype == .spinoff) }
        // What is spun off a contract delivers beside, which nobody counts.
        if activity.subtype == .spinoff { return }
        adjustOptions(activity) { contract in
            contract.deliverable = contract.deliverable * ratio
            contract.into = into
            return .one
        }
    }

    /// An option as it is now where it is held.
    func contract(_ place: Place) -> Contract {
        let written = instrument(place.instrument), terms = written.option!
        let multiplier = Fraction(written.multiplier)
        return contracts[place] ?? Contract(strike: Fraction(terms.strike), multiplier: multiplier, deliverable: multiplier, into: terms.underlying)
    }

    /// Options follow what happens to what they are on; the change tells how many contracts one becomes.
    private mutating func adjustOptions(_ activity: Activity, _ change: (inout Contract) -> Fraction) {
        for option in instruments.indices where instruments[option].option != nil {
            for place in accounts.indices.map({ Place(account: AccountID(Int32($0 + 1)), instrument: InstrumentID(Int32(option + 1))) }) {
                guard activity.account == .every || activity.account == place.account else { continue }
                var contract = contract(place)
                if contract.into != activity.instrument || held(place).isZero && owed(place).isZero { continue }
                let factor = change(&contract)
                contracts[place] = contract
                for side in [\Position.long, \Position.short] {
                    for index in self[place][keyPath: side].indices { self[place][keyPath: side][index].units = self[place][keyPath: side][index].units * factor }
                }
            }
        }
    }

    /// The cost of the lots falls by the amount, unit for unit; what a lot's cost cannot take is a gain.
    private mutating func returnCapital(_ amount: Fraction, at place: Place, by activity: EntryID) {
        let units = held(place)
        even(place)
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
    private mutating func convert(_ from: Place, _ to: Place, _ ratio: Fraction, _ share: Fraction, unitsStay: Bool, by activity: EntryID) throws(Refusal) {
        for (side, name) in [(\Position.long, LotSide.long), (\Position.short, .short)] {
            let lots = self[from][keyPath: side].sorted { $0.isEarlier(than: $1) }
            if unitsStay {
                for index in lots.indices { self[from][keyPath: side][index].cost = self[from][keyPath: side][index].cost * (.one - share) }
            } else {
                self[from][keyPath: side] = []
            }
            for lot in lots {
                var converted = lot
                (converted.units, converted.cost) = (lot.units * ratio, lot.cost * share)
                // Whether what another account converts at once is evened out first, nobody says.
                if name == .short, method(to) == .pooled, held(to) > .zero { throw .undecided }
                try bring(converted, name, to: to, by: activity)
            }
        }
    }

    /// What is said of every account is said of units on their way, too. Who gets what is spun off from them, the rules do not say.
    private mutating func convertTransit(_ from: InstrumentID, _ to: InstrumentID, _ ratio: Fraction, unitsStay: Bool) throws(Refusal) {
        for (shipment, lots) in transit where shipment.instrument == from {
            if unitsStay { throw .undecided }
            transit[shipment] = nil
            transit[Shipment(group: shipment.group, instrument: to)] = lots.map { lot in
                var lot = lot
                lot.units = lot.units * ratio
                return lot
            }
        }
    }

    /// Contracts that end: worthless, or by being used.
    mutating func takeOptionEnd(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let place = places(activity)[0]
        let isShort = activity.subtype == .expiry ? owed(place) > .zero : activity.subtype == .assignment
        let side: WritableKeyPath<Position, [Lot]> = isShort ? \.short : \.long
        let open = SlowBook.sum(self[place][keyPath: side]), factor = contract(place).factor
        // A use at the strike as it was written is of contracts from before what made them more.
        let isFromBefore = activity.subtype != .expiry && activity.price == instrument(place.instrument).option!.strike
        let units = activity.quantity.map { isFromBefore ? Fraction($0) * factor : Fraction($0) } ?? open
        if open.isZero { throw .nothingHeld }
        if units > open { throw .oversold }
        let contract = contract(place), pieces = try pick(units, from: side, of: place)
        let isUsed = activity.subtype != .expiry, premiumIsConsumed = isUsed && !premiumStays
        for piece in pieces {
            // A premium that is consumed is no gain: it goes into the trade.
            let whole = piece.cost, rest: Fraction = premiumIsConsumed ? piece.cost : .zero
            note(piece, isShort ? .short : .long, place, id, proceeds: isShort ? whole : rest, cost: isShort ? rest : whole)
        }
        if washSales { try washSale(from: gains.count - pieces.count, isClear: false) }
        guard isUsed else { return }
        let premium = premiumIsConsumed ? pieces.reduce(Fraction.zero) { $0 + $1.cost } : .zero
        try tradeUnderlying(
            of: place, contracts: units, delivering: contract.deliverable, premium: isShort ? -premium : premium,
            isUnknown: premiumIsConsumed && pieces.contains(where: \.isUnknown), activity, id)
    }

    /// Buys or sells at the strike; the premium, which is what the contracts cost, or below zero what they brought, comes on top.
    private mutating func tradeUnderlying(
        of place: Place, contracts: Fraction, delivering deliverable: Fraction, premium: Fraction, isUnknown: Bool, _ activity: Activity, _ id: EntryID
    ) throws(Refusal) {
        let option = instrument(place.instrument)
        let units = contracts * deliverable, sum = Fraction(activity.quantity!) * Fraction(option.multiplier) * money(activity.price!, activity)
        let fee = money(activity.fee, activity), tax = money(activity.tax, activity), feeInCost = inCost(activity)
        let underlying = Place(account: place.account, instrument: activity.detail!.into!)
        let isBuy = (option.option!.right == .call) == (activity.subtype == .exercise)
        if isBuy {
            try acquire(units, cost: sum + premium + feeInCost, at: underlying, opened: activity.date, by: id, isBought: true, isUnknown: isUnknown)
            pay(activity, -(sum + fee + tax))
        } else {
            try relieve(units, proceeds: sum - premium - feeInCost, at: underlying, on: activity.date, by: id, isSale: true, isUnknown: isUnknown)
            pay(activity, sum - fee - tax)
        }
        charge(activity, feeIsApart: !feesInCost, taxIsApart: !taxesInCost)
    }
}

extension SlowBook.Contract {
    /// A whole number of units for one makes as many contracts, at a strike divided by it; other splits leave the contracts, and where units become
    /// more, divide the strike. Strikes are rounded to the cent. Tells how many contracts one becomes.
    fileprivate mutating func split(_ ratio: Fraction) -> Fraction {
        let isMore = ratio > .one, isWhole = isMore && ratio == ratio.floor
        if isMore { strike = (strike / ratio * Fraction(100) + Fraction(1) / Fraction(2)).floor / Fraction(100) }
        if isWhole {
            factor = factor * ratio
            return ratio
        }
        deliverable = deliverable * ratio
        if isMore { multiplier = multiplier * ratio }
        return .one
    }
}
