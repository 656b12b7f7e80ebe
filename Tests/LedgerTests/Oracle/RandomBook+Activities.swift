import Ledger
import TestSupport
import Values

/// Draws of single activities. Each is possible by its fields; whether it is by what is held, the oracle tells.
extension RandomBook {
    func draw(_ random: inout SeededRandom) -> Activity? { drawn(&random).map { settled($0, &random) } }

    /// Now and then, what is of another currency than its account tells a rate, and half of that settles by it.
    private func settled(_ activity: Activity, _ random: inout SeededRandom) -> Activity {
        let rule = ActivityRule.rule(for: activity.kind, activity.subtype)
        guard rule.optional.contains(.settle), activity.account != .every else { return activity }
        let home = Self.accounts[Int(activity.account.rawValue) - 1].currency
        if home == activity.currency { return activity }
        var settled = activity
        if random.chance(oneIn: 2) { settled.fxRate = money(50...200, &random) }
        if settled.fxRate != nil, random.chance(oneIn: 2) { settled.detail = (settled.detail ?? ActivityDetail()).settling(in: home) }
        return settled
    }

    private func drawn(_ random: inout SeededRandom) -> Activity? {
        switch random.int(0...99) {
        case 0..<28: return trade(.buy, &random)
        case 28..<50: return sale(&random)
        case 50..<56: return optionTrade(&random)
        case 56..<60: return optionEnd(&random)
        case 60..<64: return split(&random)
        case 64..<68: return conversion(&random)
        case 68..<71: return returnOfCapital(&random)
        case 71..<79: return transfer(&random)
        case 79..<86: return reward(&random)
        case 86..<89: return adjustment(&random)
        default: return payment(&random)
        }
    }

    private func money(_ range: ClosedRange<Int>, _ random: inout SeededRandom) -> FixedDecimal {
        FixedDecimal(units: Int128(random.int(range)) * FixedDecimal.unitsPerOne / 100)
    }

    private func units(_ random: inout SeededRandom) -> FixedDecimal {
        random.chance(oneIn: 3) ? money(1...90_00, &random) : FixedDecimal(random.int(1...90))
    }

    private func isOption(_ instrument: InstrumentID) -> Bool { Self.instruments[Int(instrument.rawValue) - 1].kind == .option }

    private func stock(_ random: inout SeededRandom) -> InstrumentID { InstrumentID(Int32(random.int(1...4))) }
    private func account(_ random: inout SeededRandom) -> AccountID { AccountID(Int32(random.int(1...choices.accounts))) }

    /// Something that is held, or owed where that will do; nil where there is nothing.
    private func holding(mayBeOwed: Bool = false, _ random: inout SeededRandom) -> SlowBook.Place? {
        let places = oracle.positions.filter { place, position in
            !isOption(place.instrument) && (!position.long.isEmpty || mayBeOwed && !position.short.isEmpty)
        }.keys.sorted { ($0.account, $0.instrument) < ($1.account, $1.instrument) }
        return places.isEmpty ? nil : random.pick(places)
    }

    private func activity(_ kind: ActivityKind, _ subtype: ActivitySubtype? = nil, at place: SlowBook.Place, charges: Bool = false, _ random: inout SeededRandom) -> Activity {
        let (date, time) = moment
        var activity = Activity(
            date: date, time: time, kind: kind, subtype: subtype, account: place.account, instrument: place.instrument,
            currency: Self.instruments[Int(place.instrument.rawValue) - 1].currency)
        if charges, random.chance(oneIn: 2) { activity.fee = money(1...300, &random) }
        if charges, random.chance(oneIn: 6) { activity.tax = money(1...300, &random) }
        return activity
    }

    /// Units and what they go for: a price, a sum, or both where they agree.
    private func price(_ activity: inout Activity, within range: ClosedRange<Int> = 5_00...60_00, _ random: inout SeededRandom) {
        activity.price = money(range, &random)
        guard random.chance(oneIn: 4) else { return }
        activity.amount = try? (oracle.product(activity).decimal!.value).rounded(to: 2)
        if activity.amount?.isZero == true { activity.amount = nil } else { activity.price = nil }
    }

    private func trade(_ kind: ActivityKind, _ random: inout SeededRandom) -> Activity {
        let place = SlowBook.Place(account: account(&random), instrument: stock(&random))
        var trade = activity(kind, kind == .buy && random.chance(oneIn: 15) ? .opening : nil, at: place, charges: true, &random)
        trade.quantity = units(&random)
        price(&trade, &random)
        sayIntent(&trade, &random)
        return trade
    }

    private func sale(_ random: inout SeededRandom) -> Activity? {
        if random.chance(oneIn: 12) { return trade(.sell, &random) }
        guard let place = holding(&random) else { return nil }
        var sale = activity(.sell, at: place, charges: true, &random)
        guard let quantity = part(of: place, &random) else { return nil }
        sale.quantity = quantity
        price(&sale, &random)
        sayIntent(&sale, &random)
        if random.chance(oneIn: 5) { sale.detail = named(quantity, of: place, &random).map { ActivityDetail(lots: $0) } }
        return sale
    }

    /// All that is held, or some of it; seldom more.
    private func part(of place: SlowBook.Place, _ random: inout SeededRandom) -> FixedDecimal? {
        let held = oracle.held(place)
        if choices.isExact, random.chance(oneIn: 4) { return held.decimal!.value }
        if random.chance(oneIn: 20) { return (held.floor + Fraction(random.int(1...20))).decimal!.value }
        let cents = (held * Fraction(choices.isExact ? 100 : 95)).floor.decimal!.value.units / FixedDecimal.unitsPerOne
        return cents < 1 ? nil : money(1...Int(cents), &random)
    }

    /// Lots of the place that make up the units, in any order; nil where they are not to be named.
    private func named(_ units: FixedDecimal, of place: SlowBook.Place, _ random: inout SeededRandom) -> [LotChoice]? {
        let lots = oracle[place].long
        guard choices.namesLots, choices.isExact, choices.keepsCosts, Set(lots.map(\.entry)).count == lots.count else { return nil }
        var rest = Fraction(units)
        var named: [LotChoice] = []
        for lot in lots.shuffled(using: &random) where rest > .zero {
            let taken = min(lot.units, rest)
            // What is not named, the method finds.
            if random.chance(oneIn: 8) { break }
            named.append(LotChoice(lot.entry, quantity: taken.decimal!.value))
            rest -= taken
        }
        return named.isEmpty ? nil : named
    }

    private func optionTrade(_ random: inout SeededRandom) -> Activity {
        let place = SlowBook.Place(account: AccountID(Int32(random.int(1...2))), instrument: InstrumentID(Int32(random.int(5...6))))
        var trade = activity(random.chance(oneIn: 2) ? .buy : .sell, at: place, charges: true, &random)
        trade.quantity = FixedDecimal(random.int(1...4))
        price(&trade, within: 10...300, &random)
        sayIntent(&trade, &random)
        return trade
    }

    /// Now and then, a trade says whether it opens or closes; mostly what it does.
    private func sayIntent(_ trade: inout Activity, _ random: inout SeededRandom) {
        guard trade.subtype == nil, random.chance(oneIn: 4), let instrument = trade.instrument else { return }
        let place = SlowBook.Place(account: trade.account, instrument: instrument), isBuy = trade.kind == .buy
        let isClosing = (isBuy ? oracle.owed(place) : oracle.held(place)) > .zero
        switch (isBuy, random.chance(oneIn: 6) ? !isClosing : isClosing) {
        case (true, true): trade.subtype = .buyToClose
        case (true, false): trade.subtype = .buyToOpen
        case (false, true): trade.subtype = .sellToClose
        case (false, false): trade.subtype = .sellToOpen
        }
    }

    /// What is held as it stands: more, fewer, as many, or nothing.
    private func position(_ random: inout SeededRandom) -> Activity? {
        if choices.accounts < 5 { return nil }
        let place = SlowBook.Place(account: AccountID(5), instrument: stock(&random))
        var position = activity(.adjustment, .position, at: place, &random)
        switch random.int(0...5) {
        case 0: position.quantity = .zero
        case 1: position.quantity = oracle.held(place).decimal!.value
        case 2, 3: position.quantity = part(of: place, &random) ?? units(&random)
        default: position.quantity = units(&random)
        }
        if random.chance(oneIn: 2), position.quantity?.isZero == false { price(&position, &random) }
        if random.chance(oneIn: 4) { position.detail = ActivityDetail(opened: Day(number: day - Int32(random.int(1...900)))) }
        return position
    }

    private func optionEnd(_ random: inout SeededRandom) -> Activity {
        let place = SlowBook.Place(account: AccountID(Int32(random.int(1...2))), instrument: InstrumentID(Int32(random.int(5...6))))
        let isOwed = (oracle.owed(place) > .zero) != random.chance(oneIn: 12)
        let subtype: ActivitySubtype = random.chance(oneIn: 3) ? .expiry : isOwed ? .assignment : .exercise
        var end = activity(.adjustment, subtype, at: place, charges: subtype != .expiry, &random)
        if subtype != .expiry || random.chance(oneIn: 2) { end.quantity = FixedDecimal(random.int(1...3)) }
        if subtype != .expiry {
            let now = oracle.contract(place), written = Self.instruments[Int(place.instrument.rawValue) - 1].multiplier
            end.price = (now.strike * now.multiplier / Fraction(written)).decimal!.value
            end.detail = ActivityDetail(into: now.into)
        }
        return end
    }

    private func ratio(_ random: inout SeededRandom) -> Ratio {
        let exact = [(2, 1), (3, 1), (3, 2), (1, 2), (1, 10), (5, 4), (1, 4), (10, 1)]
        let (new, old) = random.pick(choices.isExact ? exact : exact + [(1, 3), (2, 3), (3, 7), (7, 3)])
        return Ratio(FixedDecimal(new), for: FixedDecimal(old))!
    }

    private func split(_ random: inout SeededRandom) -> Activity? {
        guard let place = holding(mayBeOwed: true, &random) else { return nil }
        let paysFraction = choices.isExact && random.chance(oneIn: 3)
        var split = activity(.split, at: place, charges: paysFraction, &random)
        if paysFraction { split.amount = money(1...20_00, &random) } else if random.chance(oneIn: 2) { split.account = .every }
        split.detail = ActivityDetail(ratio: ratio(&random))
        return split
    }

    /// A merger, a spin-off, or a change of symbol.
    private func conversion(_ random: inout SeededRandom) -> Activity? {
        guard let place = holding(mayBeOwed: true, &random) else { return nil }
        let others = [1, 2, 3].map { InstrumentID(Int32($0)) }.filter { $0 != place.instrument }
        if place.instrument == InstrumentID(4) || others.isEmpty { return nil }
        let into = random.pick(others), subtype = random.pick([ActivitySubtype.merger, .spinoff, .symbolChange])
        let isCash = subtype == .merger && random.chance(oneIn: 2), onlyCash = isCash && random.chance(oneIn: 2)
        var act = activity(.adjustment, subtype, at: place, charges: isCash, &random)
        if isCash { act.amount = money(1...900_00, &random) } else if random.chance(oneIn: 2) { act.account = .every }
        if onlyCash { return act }
        let ratio = subtype == .symbolChange || subtype == .merger && random.chance(oneIn: 5) ? nil : ratio(&random)
        act.detail = ActivityDetail(ratio: ratio, into: into, share: subtype == .spinoff ? money(0...100, &random) : nil)
        return act
    }

    private func returnOfCapital(_ random: inout SeededRandom) -> Activity? {
        guard let place = holding(&random) else { return nil }
        var payment = activity(.dividend, .returnOfCapital, at: place, charges: true, &random)
        payment.amount = money(1...400_00, &random)
        if random.chance(oneIn: 4) { payment.subtype = .notionalDistribution }
        return payment
    }

    private func transfer(_ random: inout SeededRandom) -> Activity? {
        if !oracle.transit.isEmpty, random.chance(oneIn: 2) { return arrival(&random) }
        if random.chance(oneIn: 5) { return unpairedArrival(&random) }
        if random.chance(oneIn: 5) { return cashTransfer(&random) }
        guard let place = holding(&random), let quantity = part(of: place, &random) else { return nil }
        var out = activity(.transferOut, at: place, charges: true, &random)
        out.quantity = quantity
        let lots = random.chance(oneIn: 3) ? named(quantity, of: place, &random) : nil
        out.detail = ActivityDetail(group: random.chance(oneIn: 8) ? "" : "move \(activities.count)", lots: lots ?? [])
        return out
    }

    /// All that is on its way under a group, or some of it, or more.
    private func arrival(_ random: inout SeededRandom) -> Activity {
        let shipments = oracle.transit.keys.sorted { ($0.group, $0.instrument) < ($1.group, $1.instrument) }
        let shipment = random.pick(shipments), sent = SlowBook.sum(oracle.transit[shipment]!)
        var arrival = activity(.transferIn, at: .init(account: account(&random), instrument: shipment.instrument), charges: true, &random)
        arrival.detail = ActivityDetail(group: shipment.group)
        if choices.isExact, !random.chance(oneIn: 3) {
            arrival.quantity = sent.decimal!.value
        } else {
            arrival.quantity = units(&random)
            if random.chance(oneIn: 2) { price(&arrival, &random) }
        }
        return arrival
    }

    private func unpairedArrival(_ random: inout SeededRandom) -> Activity {
        let place = SlowBook.Place(account: account(&random), instrument: stock(&random))
        var arrival = activity(.transferIn, at: place, charges: true, &random)
        arrival.quantity = units(&random)
        if !random.chance(oneIn: 4) { price(&arrival, &random) }
        arrival.detail = random.chance(oneIn: 2) ? ActivityDetail(opened: Day(number: day - Int32(random.int(1...900)))) : nil
        return arrival
    }

    private func cashTransfer(_ random: inout SeededRandom) -> Activity {
        var transfer = payment(random.chance(oneIn: 2) ? .transferIn : .transferOut, &random)
        transfer.detail = random.chance(oneIn: 2) ? ActivityDetail(group: "cash \(activities.count)") : nil
        return transfer
    }

    private func reward(_ random: inout SeededRandom) -> Activity? {
        let place = SlowBook.Place(account: account(&random), instrument: stock(&random))
        let subtype = random.pick([ActivitySubtype.drip, .stakingReward, .dividendInKind, nil])
        var reward = activity(subtype == .stakingReward ? .interest : .dividend, subtype, at: place, charges: true, &random)
        if subtype != nil || random.chance(oneIn: 3) {
            reward.quantity = money(1...900, &random)
            price(&reward, &random)
        } else {
            reward.amount = random.chance(oneIn: 6) ? -money(1...90_00, &random) : money(1...90_00, &random)
            if reward.amount!.isNegative { (reward.fee, reward.tax) = (-reward.fee, -reward.tax) }
        }
        if subtype == .drip {
            reward.price = money(5_00...60_00, &random)
            reward.amount = random.chance(oneIn: 2) ? nil : money(1...300_00, &random)
        }
        let others = [1, 2, 3].map { InstrumentID(Int32($0)) }
        if subtype == .dividendInKind, place.instrument != InstrumentID(4), random.chance(oneIn: 2) {
            reward.detail = ActivityDetail(into: random.pick(others))
        }
        return reward
    }

    private func adjustment(_ random: inout SeededRandom) -> Activity {
        if random.chance(oneIn: 2), let position = position(&random) { return position }
        if random.chance(oneIn: 3) {
            var cash = payment(.adjustment, &random)
            if random.chance(oneIn: 2) { cash.amount = -cash.amount! }
            return cash
        }
        var units = activity(.adjustment, at: .init(account: account(&random), instrument: stock(&random)), &random)
        units.quantity = self.units(&random)
        if !random.chance(oneIn: 4) { price(&units, &random) }
        units.detail = random.chance(oneIn: 2) ? ActivityDetail(opened: Day(number: day - Int32(random.int(0...900)))) : nil
        return units
    }

    /// Money alone, in any currency.
    private func payment(_ random: inout SeededRandom) -> Activity {
        if random.chance(oneIn: 8) { return exchange(&random) }
        let kind = random.pick([ActivityKind.deposit, .withdrawal, .fee, .tax, .interest, .credit, .unknown])
        var payment = payment(kind, &random)
        if kind == .credit, random.chance(oneIn: 2) { payment.subtype = .bonus }
        let isCharged = kind == .interest || kind == .credit, mayTakeBack = isCharged || kind == .fee || kind == .tax
        if kind != .fee, kind != .tax, random.chance(oneIn: 3) { payment.fee = money(1...300, &random) }
        if isCharged, random.chance(oneIn: 3) { payment.tax = money(1...300, &random) }
        if mayTakeBack, random.chance(oneIn: 4) {
            (payment.amount, payment.fee, payment.tax) = (-payment.amount!, -payment.fee, -payment.tax)
        }
        if payment.subtype == nil, mayTakeBack, random.chance(oneIn: 3) { payment.instrument = stock(&random) }
        if random.chance(oneIn: 5) { payment.fxRate = money(50...200, &random) }
        return payment
    }

    /// One side of an exchange.
    private func exchange(_ random: inout SeededRandom) -> Activity {
        var side = payment(.adjustment, &random)
        side.subtype = .exchange
        if random.chance(oneIn: 2) { side.amount = -side.amount! }
        if random.chance(oneIn: 3) { side.fee = money(1...300, &random) }
        return side
    }

    private func payment(_ kind: ActivityKind, _ random: inout SeededRandom) -> Activity {
        let (date, time) = moment
        return Activity(
            date: date, time: time, kind: kind, account: account(&random), amount: money(1...2000_00, &random),
            currency: random.pick([.usd, .eur]))
    }
}
