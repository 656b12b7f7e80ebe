import Ledger
import Values

/// Lots that leave an account and come back as others, each with its cost and the day on which it was bought: what exports do with units that were averaged or exchanged, or
/// whose cost was given back in part.
extension DoubleEntryMapper {
    /// Takes such lots out of a transaction. They leave, and come in as they are now; units of them that do not come back were sold.
    mutating func rewrite(_ legs: inout [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result, _ inventory: LotInventory) throws {
        if try renameElsewhere(legs, sums, &result) { return legs.removeAll() }
        for account in Set(legs.map(\.account)).sorted() {
            let own = legs.filter { $0.account == account }
            let go = own.filter { $0.leavesAtCost && !own.sellsSome($0) }, day = sums.day, isPaid = sums.isPaid
            func comesBack(_ leg: UnitLeg) -> Bool { (leg.comesBack(on: day) || !isPaid && leg.isAgain(go, on: day)) && leg.isOne(of: go) }
            let come = own.filter(comesBack)
            guard let first = come.first, Set((come + go).map(\.posting.weight.commodity)).count == 1 else { continue }
            if go.isEmpty {
                // What equity brings beside a trade was there before, or came from elsewhere.
                let cost = try come.reduce(FixedDecimal.zero) { try $0 + $1.cost }
                guard sums.isPaid || !sums.isOfEquity, try sums.takeFromEquity(cost, first.posting.weight.commodity) else { continue }
                for leg in come { result.drafts.append(try coming(leg, sums)) }
            } else if try own.contains(where: \.isSale) || !giveBack(go, come, &sums, &result, inventory) {
                for leg in go { result.drafts.append(Self.leaving(leg, sums)) }
                for leg in come { result.drafts.append(try coming(leg, sums)) }
                try sellRest(go, come, own.filter(\.isSale), &sums, &result)
                if Self.areAll(come, inventory) { try gainMore(than: come, &sums, &result) }
            }
            legs.removeAll { $0.account == account && (comesBack($0) || $0.leavesAtCost && !own.sellsSome($0)) }
        }
    }

    /// Takes lots that leave one account and come to another as others, at the same cost and with nothing else. Whether they do.
    private func renameElsewhere(_ legs: [UnitLeg], _ sums: TransactionSums, _ result: inout Result) throws -> Bool {
        let go = legs.filter(\.leavesAtCost), come = legs.filter { $0.comesBack(on: sums.day) }
        guard !sums.isPaid, sums.sources.isEmpty, !go.isEmpty, !come.isEmpty, go.count + come.count == legs.count else { return false }
        guard Set(go.map(\.account)).isDisjoint(with: come.map(\.account)), Set(legs.map(\.posting.weight.commodity)).count == 1 else { return false }
        result.drafts += go.map { Self.leaving($0, sums) }
        for leg in come { result.drafts.append(try coming(leg, sums)) }
        return true
    }

    /// Takes a payment of capital: all units come back at what they cost less their part of the money that came, and what is more than a lot cost is a gain. Whether it is
    /// one.
    private func giveBack(
        _ go: [UnitLeg], _ come: [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result, _ inventory: LotInventory
    ) throws -> Bool {
        guard Set((go + come).map(\.place)).count == 1, let first = go.first else { return false }
        // A payment is one of all lots; parts of one purchase that no longer cost the same need names of their own.
        guard Self.areAll(come, inventory), !inventory.isParted(first.place.symbol, go.flatMap(\.rows), from: Set(go.map(\.posting.account))) else { return false }
        let currency = first.posting.weight.commodity, units = try go.reduce(FixedDecimal.zero) { try $0 - $1.units }
        // The last digits of what was divided are nobody's money.
        let given = try (go.reduce(FixedDecimal.zero) { try $0 + $1.cost } - come.reduce(FixedDecimal.zero) { try $0 + $1.cost }).roundedToBalance()
        let gain = try sums.gains(currency), amount = try (given + gain).roundedToBalance()
        guard given > .zero, !gain.isNegative, try !sums.left(first.account, currency).isZero else { return false }
        var parts = go.flatMap(\.parts), rows: [(leg: UnitLeg, rows: [Int])] = []
        for leg in come {
            guard case .opened(_, let bought) = leg.posting.lots,
                let place = try parts.firstIndex(where: { part in
                    let lessened = try max(.zero, part.units * part.lot.cost.number - amount * part.units / units)
                    return try part.lot.day == bought && part.units == leg.units && (lessened - leg.cost).magnitude <= .cent
                })
            else { return false }
            rows.append((leg, parts.remove(at: place).lot.rows))
        }
        guard parts.isEmpty else { return false }
        for (leg, rows) in rows { result.moved.append((leg.posting.account, leg.posting.row, rows)) }
        var draft = sums.draft(.dividend, first.account)
        (draft.subtype, draft.symbol, draft.amount, draft.currency) = (ActivitySubtype.returnOfCapital.rawValue, first.place.symbol, amount, currency)
        try sums.take(sums.imported(draft), amount, currency)
        return true
    }

    /// Whether some lots that came back are all that there are of an instrument.
    static func areAll(_ come: [UnitLeg], _ inventory: LotInventory) -> Bool {
        guard let first = come.first, Set(come.map(\.place)).count == 1 else { return false }
        return Set(come.map(\.posting.account)).reduce(0) { $0 + inventory.count($1, first.place.symbol) } == come.count
    }

    /// Takes the gain of a payment of capital that was more than what the lots cost, which have come back at no cost.
    private func gainMore(than come: [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result) throws {
        guard let first = come.first, try come.allSatisfy({ try $0.cost.isZero }) else { return }
        let currency = first.posting.weight.commodity, gain = try sums.gains(currency)
        guard gain > .zero, try sums.left(first.account, currency) >= gain - .halfCent else { return }
        var draft = sums.draft(.dividend, first.account)
        (draft.subtype, draft.symbol, draft.amount, draft.currency) = (ActivitySubtype.returnOfCapital.rawValue, first.place.symbol, gain, currency)
        try sums.take(sums.imported(draft), gain, currency)
    }

    private static func leaving(_ leg: UnitLeg, _ sums: TransactionSums) -> ImportedDraft {
        var draft = sums.draft(.transferOut, leg.account)
        (draft.symbol, draft.quantity, draft.lots, draft.group) = (leg.place.symbol, leg.units.magnitude, leg.choices, TransferGroup.outside)
        return sums.imported(draft)
    }

    private func coming(_ leg: UnitLeg, _ sums: TransactionSums) throws -> ImportedDraft {
        guard case .opened(let cost, let bought) = leg.posting.lots else { return sums.imported(sums.draft(.buy, leg.account)) }
        var imported = try opening(leg.place, leg.units, leg.cost, cost.commodity, bought, sums)
        imported.number = leg.posting.row
        if leg.posting.isCostUnknown {
            // What nobody knows the cost of comes in without one.
            imported.draft.kind = ActivityKind.transferIn.rawValue
            (imported.draft.subtype, imported.draft.price, imported.draft.amount, imported.draft.currency) = (nil, nil, nil, nil)
        }
        return imported
    }

    /// Units with what they cost and the day on which they were bought, which bring no cash with them.
    private func opening(
        _ place: UnitPlace, _ units: FixedDecimal, _ cost: FixedDecimal, _ currency: String, _ bought: Day, _ sums: TransactionSums
    ) throws -> ImportedDraft {
        var draft = sums.draft(.buy, place.account)
        (draft.subtype, draft.symbol, draft.quantity, draft.currency) = (ActivitySubtype.opening.rawValue, place.symbol, units, currency)
        let price = try cost / units
        if try price * units == cost { draft.price = price } else { draft.amount = cost }
        if bought < sums.day { draft.opened = bought }
        return sums.imported(draft, name: accounts.words[place.symbol] ?? "")
    }

    /// Sells, where money came for them, the units that do not come back, at what is left of the cost and with the gain that the file tells, but for that of
    /// other sales.
    private mutating func sellRest(_ go: [UnitLeg], _ come: [UnitLeg], _ others: [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result) throws {
        guard let first = go.first else { return }
        let currency = first.posting.weight.commodity
        let cost = try go.reduce(FixedDecimal.zero) { try $0 + $1.cost } - come.reduce(FixedDecimal.zero) { try $0 + $1.cost }
        var lost: [(place: UnitPlace, units: FixedDecimal, bought: Day)] = []
        for leg in go where !lost.contains(where: { $0.place == leg.place }) {
            let units = try -(go + come).filter { $0.place == leg.place }.reduce(FixedDecimal.zero) { try $0 + $1.units }
            if units > .zero { lost.append((leg.place, units, leg.parts.map(\.lot.day).min() ?? sums.day)) }
        }
        if lost.isEmpty, try go.reduce(FixedDecimal.zero, { try $0 - $1.units }) == come.reduce(FixedDecimal.zero, { try $0 + $1.units }) {
            let amount = try cost.roundedToBalance(), moved = try sums.left(first.account, currency)
            // Where no such money moved, what became of the cost stands against accounts that luca does not keep.
            if amount.isZero || moved.isNegative != amount.isNegative || moved.magnitude < amount.magnitude { return }
            var draft = sums.draft(amount.isNegative ? .withdrawal : .deposit, first.account)
            (draft.amount, draft.currency) = (amount.magnitude, currency)
            return try sums.take(sums.imported(draft), amount, currency)
        }
        if lost.isEmpty, others.isEmpty, let fraction = try Self.fraction(go, come, cost), try sums.left(first.account, currency) > .zero { lost.append(fraction) }
        // What is sold for nothing tells its loss.
        guard lost.count == 1, let rest = lost.first, !cost.isNegative, try !sums.left(first.account, currency).isZero || !sums.gains(currency).isZero else {
            // Units that grow while others are sold: nothing tells how much of the cost went with these.
            if lost.isEmpty, !others.isEmpty, cost.magnitude > .cent {
                throw ImportIssue(
                    .badWord, message: "lots are sold and become others in one transaction, and \(cost) \(currency) of what they cost is left over",
                    hint: "make two transactions of it: the sale, and what became of the rest")
            }
            return
        }
        let gain = try others.gainLeft(of: sums.gains(currency))
        extraRow += 1
        var lot = try opening(rest.place, rest.units, cost, currency, rest.bought, sums)
        lot.number = extraRow
        result.drafts.append(lot)
        var draft = sums.draft(.sell, rest.place.account)
        (draft.symbol, draft.quantity, draft.lots) = (rest.place.symbol, rest.units, [LotChoice(EntryID(extraRow))])
        sums.add(trade: sums.imported(draft), isIn: false, gross: max(.zero, try cost + gain), unitPrice: nil, currency: currency, tellsGain: true)
    }
}

extension DoubleEntryMapper {
    /// The fraction of a unit for which money came as units were split: as much of those that came and of it as what is left of the cost is of all; nil where nothing is left.
    fileprivate static func fraction(_ go: [UnitLeg], _ come: [UnitLeg], _ cost: FixedDecimal) throws -> (place: UnitPlace, units: FixedDecimal, bought: Day)? {
        guard let first = come.first, Set((go + come).map(\.place)).count == 1, cost > .cent, let bought = go.flatMap(\.parts).map(\.lot.day).min() else { return nil }
        let stays = try come.reduce(FixedDecimal.zero) { try $0 + $1.cost }, units = try come.reduce(FixedDecimal.zero) { try $0 + $1.units }
        return stays > .zero ? (first.place, try .mulDiv(units, cost, stays), bought) : nil
    }
}

extension [UnitLeg] {
    /// What is left of a gain that the file tells without that of sales whose prices tell theirs.
    func gainLeft(of told: FixedDecimal) throws -> FixedDecimal { try filter(\.isSale).reduce(told) { try $1.countsAtCost ? $0 - $1.gain : $0 } }

    /// Whether a leg sells some of what comes beside it, for as much as that costs: such as shares that vest, of which some pay the tax.
    func sellsSome(_ leg: UnitLeg) -> Bool {
        guard leg.leavesAtCost, let price = leg.posting.price else { return false }
        return contains { other in
            guard case .opened(price, _) = other.posting.lots else { return false }
            return other.place == leg.place && other.units > leg.units.magnitude
        }
    }
}

extension UnitLeg {
    /// What it costs in all, without its sign.
    var cost: FixedDecimal {
        get throws {
            guard case .taken = posting.lots else { return posting.weight.number.magnitude }
            return try parts.reduce(.zero) { try $0 + $1.units * $1.lot.cost.number }
        }
    }

    /// Whether it brings just the units of one lot that another leg takes.
    func isLot(of other: UnitLeg) throws -> Bool {
        guard case .opened(_, let bought) = posting.lots, let part = other.parts.first, other.parts.count == 1 else { return false }
        return try part.lot.day == bought && part.units == units && (cost - other.cost).magnitude <= LotChanges.trifle
    }

    /// Whether it brings units that cost what those of the one lot do that another leg takes.
    func costsAs(_ other: UnitLeg) -> Bool {
        guard case .opened(let cost, _) = posting.lots, let part = other.parts.first, other.parts.count == 1 else { return false }
        return cost == part.lot.cost
    }

    /// Whether it brings just the units that another leg takes, at a cost that the file tells to be another than theirs.
    func costsOtherwise(than other: UnitLeg) throws -> Bool {
        guard case .opened = posting.lots, other.isTaken, units == -other.units, units == posting.units.number else { return false }
        return try (cost - other.cost).magnitude > .cent
    }

    /// Whether it brings units of a lot that was bought before.
    func comesBack(on day: Day) -> Bool {
        guard case .opened(_, let bought) = posting.lots else { return false }
        return units > .zero && bought < day && posting.row > 0
    }

    /// Whether it brings units of an instrument of which some postings take a lot that was bought the same day, at what it cost.
    func isAgain(_ gone: [UnitLeg], on day: Day) -> Bool {
        guard case .opened(_, day) = posting.lots, units > .zero, posting.row > 0 else { return false }
        return gone.contains { leg in leg.place == place && leg.parts.contains { $0.lot.day == day } }
    }

    /// Whether it may be units of lots that some postings take: of the day of one, or as many as one has; of any, where there are none.
    func isOne(of gone: [UnitLeg]) -> Bool {
        guard case .opened(_, let bought) = posting.lots, !gone.isEmpty else { return true }
        return gone.contains { leg in leg.parts.contains { $0.lot.day == bought || leg.place.symbol == place.symbol && $0.units == units } }
    }

    /// Whether it takes lots away at what they cost, and not at a price.
    var leavesAtCost: Bool {
        guard case .taken = posting.lots, units.isNegative else { return false }
        return !isSale
    }

    /// What its price is above its cost; zero without a price.
    var gain: FixedDecimal {
        get throws {
            guard case .taken = posting.lots, let price = posting.price else { return .zero }
            return try ((units == posting.units.number ? posting.total : nil) ?? price.number * units.magnitude) - cost
        }
    }

    /// Whether it sells units of a lot at a price other than their cost.
    var isSale: Bool {
        // What is told to bring nothing is taken out, and not sold.
        guard units.isNegative, (posting.total ?? posting.price?.number ?? .zero) > .zero, let gain = try? gain else { return false }
        return gain.magnitude > LotChanges.trifle
    }

    /// Whether it counts in its transaction as what its units cost, so that the gain stands in a posting of its own.
    var countsAtCost: Bool {
        guard case .taken(let whole) = posting.lots else { return true }
        guard let cost = try? whole.reduce(FixedDecimal.zero, { try $0 + $1.units * $1.lot.cost.number }) else { return false }
        return ((try? posting.weight.number.magnitude - cost) ?? .one).magnitude <= LotChanges.trifle
    }
}
