import Values

/// A run through activities that minds units only: enough to tell whether each sale finds what it sells.
struct QuantityRun {
    /// More asked for than there is.
    struct Shortage {
        let slot: PositionSlot
        let held: FixedDecimal
        /// Nil where any units at all would have done.
        let asked: FixedDecimal?
    }

    let replayer: Replayer
    private var held: [PositionSlot: FixedDecimal] = [:]
    /// What the positions touched held before the activity that is being taken in, the one touched last at the end.
    private var before: [(slot: PositionSlot, held: FixedDecimal?)] = []

    init(_ replayer: Replayer) { self.replayer = replayer }

    /// Takes in all that the postings do to units, or nothing where one of them finds too few.
    mutating func take(_ postings: borrowing PostingBuffer) throws(LedgerError) -> Shortage? {
        before.removeAll(keepingCapacity: true)
        for index in 0..<postings.count where postings[index].target.changesLots {
            let posting = postings[index], terms = postings.terms(of: posting) ?? PostingTerms()
            for slot in replayer.activities.slots.accounts(of: posting.position) {
                do throws(DecimalError) {
                    if let shortage = try take(posting, terms, slot) {
                        for (slot, units) in before.reversed() { held[slot] = units }
                        return shortage
                    }
                } catch {
                    throw .arithmetic(error)
                }
            }
        }
        return nil
    }

    private subscript(slot: PositionSlot) -> FixedDecimal {
        get { held[slot] ?? .zero }
        set {
            before.append((slot, held[slot]))
            held[slot] = newValue
        }
    }

    private mutating func take(_ posting: Posting, _ terms: PostingTerms, _ slot: PositionSlot) throws(DecimalError) -> Shortage? {
        let quantity = posting.quantity, slots = replayer.activities.slots
        let other = terms.other.flatMap { slots.positions[$0.index].instrument }.flatMap { slots.find(slots.positions[slot.index].account, $0) }
        switch posting.target {
        case .cash, .income, .fee, .tax, .contribution, .exchange: break
        case .returnCapital: if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
        case .acquire:
            if terms.intent == .closes, quantity > -self[slot] { return Shortage(slot: slot, held: self[slot], asked: quantity) }
            self[slot] = try self[slot] + quantity
        case .relieve:
            return try give(quantity, slot, mayGoShort: replayer.mayExceed(slot, isSale: true, terms.intent))
        case .split: self[slot] = try terms.ratio.applied(to: self[slot])
        case .sellFraction:
            if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
            self[slot] = try self[slot].rounded(to: 0, .down)
        case .sellAll:
            if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
            self[slot] = .zero
        case .holdPosition: self[slot] = quantity
        case .convert:
            guard let other else { break }
            self[other] = try self[other] + terms.ratio.applied(to: self[slot])
            if terms.movesUnits { self[slot] = .zero }
        case .transferOut:
            if let shortage = try give(quantity, slot, mayGoShort: false) { return shortage }
        case .transferIn: self[slot] = try self[slot] + quantity
        case .closeOption, .useOption: return try close(posting, terms, slot, other)
        }
        return nil
    }

    private mutating func give(_ quantity: FixedDecimal, _ slot: PositionSlot, mayGoShort: Bool) throws(DecimalError) -> Shortage? {
        if quantity > self[slot], !mayGoShort { return Shortage(slot: slot, held: self[slot], asked: quantity) }
        self[slot] = try self[slot] - quantity
        return nil
    }

    private mutating func close(
        _ posting: Posting, _ terms: PostingTerms, _ slot: PositionSlot, _ other: PositionSlot?
    ) throws(DecimalError) -> Shortage? {
        let isUse = posting.target == .useOption
        let contracts = self[slot].magnitude, asked = posting.quantity.isZero ? contracts : posting.quantity
        let isOnWrongSide = isUse && self[slot].isNegative != (terms.side == .short)
        if contracts.isZero || isOnWrongSide { return Shortage(slot: slot, held: contracts, asked: nil) }
        if asked > contracts { return Shortage(slot: slot, held: contracts, asked: asked) }
        let sign = self[slot].isNegative ? asked : -asked
        if isUse, let other {
            if terms.buys {
                self[other] = try self[other] + terms.units
            } else if let shortage = try give(terms.units, other, mayGoShort: replayer.mayGoShort(other)) {
                return shortage
            }
        }
        self[slot] = try self[slot] + sign
        return nil
    }
}
