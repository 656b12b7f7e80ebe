import Ledger
import Values

extension SlowBook {
    /// Takes in what happened next, wholly or not at all.
    mutating func take(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        var trial = self
        trial.today = activity.date
        if washSales { try trial.checkQuiet(activity) }
        switch activity.subtype {
        case nil, .opening: try trial.takePlain(activity, id)
        case .drip, .stakingReward, .dividendInKind: try trial.takeReward(activity, id)
        case .bonus: trial.takeMoney(activity, earned: false)
        case .notionalDistribution: try trial.takeNotionalDistribution(activity)
        case .returnOfCapital, .merger, .spinoff, .symbolChange: try trial.takeCorporateAction(activity, id)
        case .expiry, .assignment, .exercise: try trial.takeOptionEnd(activity, id)
        case .buyToOpen, .sellToOpen, .buyToClose, .sellToClose: try trial.takeTrade(activity, id)
        case .position: try trial.takePosition(activity, id)
        case .exchange: trial.takeExchange(activity)
        }
        // Contracts that are gone leave nothing to those opened later.
        trial.contracts = trial.contracts.filter { !trial.held($0.key).isZero || !trial.owed($0.key).isZero }
        self = trial
    }

    /// Money of the activity before fee and tax.
    func gross(_ activity: Activity) -> Fraction {
        if let amount = activity.amount { return money(amount, activity) }
        return product(activity)
    }

    func product(_ activity: Activity) -> Fraction {
        guard let quantity = activity.quantity, let price = activity.price else { return .zero }
        let multiplier = activity.instrument.map { instrument($0).multiplier } ?? .one
        return Fraction(quantity) * money(price, activity) * Fraction(multiplier)
    }

    private mutating func takePlain(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        switch activity.kind {
        case .buy, .sell: try takeTrade(activity, id)
        case .split: try takeSplit(activity, id)
        case .deposit, .withdrawal, .fee, .tax: takeMoney(activity, earned: false)
        case .dividend, .interest, .credit: takeMoney(activity, earned: true)
        case .transferIn, .transferOut: try takeTransfer(activity, id)
        case .adjustment: try takeAdjustment(activity, id)
        case .unknown: break
        }
    }

    private mutating func takeTrade(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let place = places(activity)[0], units = Fraction(activity.quantity!)
        let fee = money(activity.fee, activity), tax = money(activity.tax, activity), feeInCost = inCost(activity)
        let gross = gross(activity)
        if activity.kind == .buy {
            if activity.subtype == .buyToClose, units > owed(place) { throw .oversold }
            try acquire(units, cost: gross + feeInCost, at: place, opened: activity.date, by: id, isBought: activity.subtype != .opening)
            if activity.subtype == .opening { contribute(activity, gross + fee + tax) } else { pay(activity, -(gross + fee + tax)) }
        } else {
            let mayGoShort: Bool? = activity.subtype == .sellToOpen ? true : activity.subtype == .sellToClose ? false : nil
            try relieve(
                units, proceeds: gross - feeInCost, at: place, on: activity.date, by: id, named: activity.detail?.lots ?? [],
                mayGoShort: mayGoShort, isSale: true)
            pay(activity, gross - fee - tax)
        }
        charge(activity, feeIsApart: !feesInCost, taxIsApart: !taxesInCost)
    }

    /// Payments that change no lots.
    private mutating func takeMoney(_ activity: Activity, earned: Bool) {
        let gross = gross(activity), charges = money(activity.fee, activity) + money(activity.tax, activity)
        switch activity.kind {
        case .deposit:
            contribute(activity, gross)
            pay(activity, gross - charges)
        case .withdrawal:
            contribute(activity, -gross)
            pay(activity, -(gross + charges))
        case .fee, .tax:
            pay(activity, -gross)
            cashPosition(activity) { if activity.kind == .fee { $0.fees += gross } else { $0.taxes += gross } }
        default:
            if earned { earn(activity, gross) } else { contribute(activity, gross) }
            pay(activity, gross - charges)
        }
        charge(activity)
    }

    /// One side of a change of one currency into another.
    private mutating func takeExchange(_ activity: Activity) {
        let gross = gross(activity)
        cashPosition(activity) { $0.exchanged += gross }
        pay(activity, gross - money(activity.fee, activity) - money(activity.tax, activity))
        charge(activity)
    }

    /// Units that were earned: income, and a lot that cost as much.
    private mutating func takeReward(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let isDrip = activity.subtype == .drip
        let income = gross(activity), cost = isDrip ? product(activity) : income
        let received = activity.subtype == .dividendInKind ? activity.detail?.into ?? activity.instrument! : activity.instrument!
        earn(activity, income)
        try acquire(
            Fraction(activity.quantity!), cost: cost, at: Place(account: activity.account, instrument: received), opened: activity.date, by: id,
            isBought: isDrip)
        charge(activity)
        pay(activity, (isDrip ? income - cost : .zero) - money(activity.fee, activity) - money(activity.tax, activity))
    }

    /// Income that stays in the fund: the cost rises by it, unit for unit.
    private mutating func takeNotionalDistribution(_ activity: Activity) throws(Refusal) {
        let place = places(activity)[0], units = held(place), amount = money(activity.amount!, activity)
        if units.isZero { throw .nothingHeld }
        even(place)
        for index in self[place].long.indices { self[place].long[index].cost += Self.share(amount, self[place].long[index].units, of: units) }
        earn(activity, amount)
        charge(activity)
        pay(activity, -(money(activity.fee, activity) + money(activity.tax, activity)))
    }

    private mutating func takeAdjustment(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let gross = gross(activity)
        contribute(activity, gross)
        if let quantity = activity.quantity {
            try acquire(Fraction(quantity), cost: gross, at: places(activity)[0], opened: activity.detail?.opened ?? activity.date, by: id)
        } else {
            pay(activity, gross)
        }
    }

    /// A position is as it is told to be; contribution follows its cost, and there is no gain.
    private mutating func takePosition(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let place = places(activity)[0], units = Fraction(activity.quantity!)
        // What was sold short is not owed any more, and what it brought comes in.
        contribute(activity, self[place].short.reduce(.zero) { $0 + $1.cost })
        self[place].short = []
        func cost() -> Fraction { self[place].long.reduce(.zero) { $0 + $1.cost } }
        let isFewer = units < held(place)
        // A pool's cost comes and goes with its other accounts, which is no contribution.
        if isFewer { even(place) }
        let before = cost(), more = units - held(place)
        if isFewer { _ = try pick(-more, from: \.long, of: place) }
        if more > .zero {
            // Units cost what the others do where nothing is told.
            let own = held(place).isZero ? .zero : Self.share(before, more, of: held(place))
            let isUnknown = held(place).isZero || self[place].long.contains(where: \.isUnknown)
            add(Lot(opened: activity.detail?.opened ?? activity.date, entry: id, units: more, cost: own, isUnknown: isUnknown, isBought: false), \.long, place)
        }
        if !units.isZero, activity.amount != nil || activity.price != nil { Self.price(&self[place].long, gross(activity), for: units, isUnknown: false) }
        contribute(activity, cost() - before)
    }

    private mutating func takeTransfer(_ activity: Activity, _ id: EntryID) throws(Refusal) {
        let charges = money(activity.fee, activity) + money(activity.tax, activity)
        charge(activity)
        guard let quantity = activity.quantity else {
            let sign = activity.kind == .transferIn ? Fraction.one : -.one
            contribute(activity, sign * gross(activity))
            pay(activity, sign * gross(activity) - charges)
            return
        }
        pay(activity, -charges)
        let place = places(activity)[0], units = Fraction(quantity)
        try noteCrossing(activity, at: place)
        if activity.kind == .transferOut {
            if units > held(place) { throw .oversold }
            let pieces = try pick(units, from: \.long, of: place, named: activity.detail?.lots ?? [])
            contribute(activity, -pieces.reduce(.zero) { $0 + $1.cost })
            moved.formUnion(pieces.map(\.entry))
            if let group = activity.detail?.group, !group.isEmpty { transit[Shipment(group: group, instrument: place.instrument), default: []] += pieces }
        } else {
            try receive(units, at: place, activity, id)
        }
    }

    /// A day is taken as it was entered here. Where units would have to leave or arrive in another order, TransferTests says what is right.
    private mutating func noteCrossing(_ activity: Activity, at place: Place) throws(Refusal) {
        guard let group = activity.detail?.group, !group.isEmpty else { return }
        let isArrival = activity.kind == .transferIn, earlier = transfers[activity.date] ?? []
        let crosses = earlier.contains { other in
            if other.group == group, other.place.instrument == place.instrument { return !isArrival && other.isArrival }
            return isArrival && !other.isArrival && other.place == place
        }
        if crosses { throw .undecided }
        transfers[activity.date, default: []].append((group, place, isArrival))
    }

    /// The lots that left under the group come in with their days and cost, those first that left first; units without one are a lot
    /// at the price given.
    private mutating func receive(_ units: Fraction, at place: Place, _ activity: Activity, _ id: EntryID) throws(Refusal) {
        let shipment = Shipment(group: activity.detail?.group ?? "", instrument: place.instrument)
        var sent = transit[shipment] ?? [], arrived: [Lot] = [], rest = units
        while rest > .zero, !sent.isEmpty {
            arrived.append(Self.take(min(sent[0].units, rest), from: &sent, at: 0))
            rest -= arrived.last!.units
        }
        transit[shipment] = sent.isEmpty ? nil : sent
        if rest > .zero {
            let cost = Self.share(gross(activity), rest, of: units)
            arrived.append(
                Lot(
                    opened: activity.detail?.opened ?? activity.date, entry: id, units: rest, cost: cost, isUnknown: activity.price == nil && activity.amount == nil,
                    isBought: false))
        }
        contribute(activity, arrived.reduce(.zero) { $0 + $1.cost })
        for lot in arrived { try bring(lot, .long, to: place, by: id) }
    }
}
