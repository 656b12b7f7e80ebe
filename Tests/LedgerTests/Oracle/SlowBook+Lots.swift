import Ledger
import Values

extension SlowBook {
    /// The whole of a sum for some of the units of it.
    static func share(_ sum: Fraction, _ part: Fraction, of whole: Fraction) -> Fraction { sum * part / whole }

    /// Takes units off the lots of one side and returns what was taken, a piece for each lot. There must be enough.
    mutating func pick(_ units: Fraction, from side: WritableKeyPath<Position, [Lot]>, of place: Place, named: [LotChoice] = []) throws(Refusal) -> [Lot] {
        // Where nothing leaves, such as no fraction for cash in lieu of it, costs stay as they are.
        if !units.isZero { even(place, side) }
        var lots = self[place][keyPath: side]
        var taken: [Lot] = []
        var rest = units
        for choice in named {
            guard let index = lots.firstIndex(where: { $0.entry == choice.lot }) else { throw .lotNotOpen }
            // Parts of one entry go by ids of their own, and which of them is taken first a rounding may decide; `LotNameTests` tells of them.
            if moved.contains(choice.lot) || lots.count(where: { $0.entry == choice.lot }) > 1 { throw .undecided }
            let asked = choice.quantity.map { Fraction($0) } ?? min(lots[index].units, rest)
            if asked > lots[index].units || asked > rest { throw .lotNotOpen }
            taken.append(Self.take(asked, from: &lots, at: index))
            rest -= asked
        }
        // What the lots named do not have, the method finds.
        while rest > .zero {
            let index = try next(lots, method(place))
            let piece = Self.take(min(lots[index].units, rest), from: &lots, at: index)
            rest -= piece.units
            taken.append(piece)
        }
        self[place][keyPath: side] = lots
        return taken
    }

    static func take(_ units: Fraction, from lots: inout [Lot], at index: Int) -> Lot {
        var piece = lots[index]
        piece.units = units
        piece.cost = share(lots[index].cost, units, of: lots[index].units)
        lots[index].units -= units
        lots[index].cost -= piece.cost
        if lots[index].units.isZero { lots.remove(at: index) }
        return piece
    }

    /// Lets units cost the same before some of them leave: those of the place, or all that the owner has outside of pensions.
    mutating func even(_ place: Place, _ side: WritableKeyPath<Position, [Lot]> = \.long) {
        switch method(place) {
        case .average: Self.levelCosts(&self[place][keyPath: side])
        case .pooled where side == \.long && !isPension(place) && !self[place].long.isEmpty:
            let pool = circle(of: place).filter { !isPension($0) }
            let lots = pool.flatMap { self[$0].long }
            let units = Self.sum(lots), cost = lots.reduce(Fraction.zero) { $0 + $1.cost }
            for place in pool where !self[place].long.isEmpty { Self.price(&self[place].long, cost, for: units, isUnknown: lots.contains(where: \.isUnknown)) }
        default: break
        }
    }

    /// Every unit costs the same.
    static func levelCosts(_ lots: inout [Lot]) {
        let units = sum(lots), cost = lots.reduce(Fraction.zero) { $0 + $1.cost }
        price(&lots, cost, for: units, isUnknown: lots.contains(where: \.isUnknown))
    }

    /// Every unit costs its share of a sum.
    static func price(_ lots: inout [Lot], _ cost: Fraction, for units: Fraction, isUnknown: Bool) {
        for index in lots.indices { (lots[index].cost, lots[index].isUnknown) = (share(cost, lots[index].units, of: units), isUnknown) }
    }

    /// The place of the lot that the method takes from first.
    private func next(_ lots: [Lot], _ method: Method) throws(Refusal) -> Int {
        func isEarlier(_ a: Int, _ b: Int) -> Bool { lots[a].isEarlier(than: lots[b]) }
        switch method {
        case .fifo, .average, .pooled: return lots.indices.min(by: isEarlier)!
        case .lifo: return lots.indices.max(by: isEarlier)!
        case .hifo, .lofo:
            let costs = lots.map(\.unitCost)
            let best = lots.indices.min { a, b in
                if costs[a] == costs[b] { return isEarlier(a, b) }
                return method == .hifo ? costs[a] > costs[b] : costs[a] < costs[b]
            }!
            // Where another costs as much but for a rounding, the rounding would decide.
            let margin = max(costs[best].magnitude, .one) * Fraction(decimal("0.000000000001"))
            for other in lots.indices where lots[other].entry != lots[best].entry || lots[other].piece != lots[best].piece {
                if (costs[other] - costs[best]).magnitude < margin { throw .undecided }
            }
            return best
        }
    }

    /// Units come in: they cover what was sold short first, and the rest becomes a lot.
    mutating func acquire(_ units: Fraction, cost: Fraction, at place: Place, opened: Day, by activity: EntryID, isBought: Bool = false, isUnknown: Bool = false) throws(Refusal) {
        let covered = min(owed(place), units)
        for piece in try pick(covered, from: \.short, of: place) {
            note(piece, .short, place, activity, proceeds: piece.cost, cost: Self.share(cost, piece.units, of: units), isUnknown: isUnknown)
        }
        if units > covered {
            add(
                Lot(opened: opened, entry: activity, units: units - covered, cost: Self.share(cost, units - covered, of: units), isUnknown: isUnknown, isBought: isBought),
                \.long, place)
            if washSales { try washPurchase(at: place) }
        }
    }

    /// Units go: out of lots as far as there are any, and short for the rest where the account may.
    mutating func relieve(
        _ units: Fraction, proceeds: Fraction, at place: Place, on day: Day, by activity: EntryID, named: [LotChoice] = [], mayGoShort: Bool? = nil,
        isSale: Bool = false, isUnknown: Bool = false
    ) throws(Refusal) {
        let sold = min(held(place), units), firstGain = gains.count
        if units > sold, !(mayGoShort ?? account(place.account).allowShort) { throw .oversold }
        for piece in try pick(sold, from: \.long, of: place, named: named) {
            note(piece, .long, place, activity, proceeds: Self.share(proceeds, piece.units, of: units), cost: piece.cost, isUnknown: isUnknown)
        }
        if units > sold {
            let rest = units - sold
            add(Lot(opened: day, entry: activity, units: rest, cost: Self.share(proceeds, rest, of: units), isUnknown: isUnknown), \.short, place)
        }
        if washSales { try washSale(from: firstGain, isClear: isSale) }
    }

    /// A lot that was opened elsewhere comes to a place: it closes what is there on the other side first.
    mutating func bring(_ lot: Lot, _ side: LotSide, to place: Place, by activity: EntryID) throws(Refusal) {
        let other: WritableKeyPath<Position, [Lot]> = side == .long ? \.short : \.long
        let closed = min(Self.sum(self[place][keyPath: other]), lot.units)
        for piece in try pick(closed, from: other, of: place) {
            let money = Self.share(lot.cost, piece.units, of: lot.units)
            note(
                piece, side == .long ? .short : .long, place, activity, proceeds: side == .long ? piece.cost : money, cost: side == .long ? money : piece.cost,
                isUnknown: lot.isUnknown)
        }
        if lot.units == closed { return }
        var rest = lot
        (rest.units, rest.cost) = (lot.units - closed, Self.share(lot.cost, lot.units - closed, of: lot.units))
        add(rest, side == .long ? \.long : \.short, place)
    }

    /// Puts a lot among those of a place; of those opened on one day, the one that came first stays first.
    mutating func add(_ lot: Lot, _ side: WritableKeyPath<Position, [Lot]>, _ place: Place) {
        turn += 1
        var lot = lot
        lot.turn = turn
        self[place][keyPath: side].append(lot)
    }

    mutating func note(_ piece: Lot, _ side: LotSide, _ place: Place, _ activity: EntryID, proceeds: Fraction, cost: Fraction, isUnknown: Bool = false) {
        gains.append(
            Gain(
                place: place, lot: piece.entry, activity: activity, opened: piece.opened, closed: today, tacked: piece.tacked, side: side, units: piece.units,
                proceeds: proceeds, cost: cost, isUnknown: piece.isUnknown || isUnknown))
    }
}
