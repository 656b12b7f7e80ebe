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

    /// Units on their way from one account to another.
    private struct Underway {
        var units = ExactUnits.zero
        var adjustment: OptionAdjustment?
    }

    let replayer: Replayer
    private var held: [PositionSlot: ExactUnits] = [:]
    private var inFlight: [TransferKey: Underway] = [:]
    /// What options have become by splits of what they are on.
    private var adjustments: [PositionSlot: OptionAdjustment] = [:]
    /// What the positions touched held before the activity that is being taken in, the one touched last at the end.
    private var before: [(slot: PositionSlot, held: ExactUnits?)] = []

    init(_ replayer: Replayer) { self.replayer = replayer }

    /// The positions whose units the activity taken in last has changed.
    var touched: [PositionSlot] { before.map(\.slot) }

    /// Takes in all that the postings of an activity of a day do to units, or nothing where one of them finds too few.
    mutating func take(_ postings: borrowing PostingBuffer, on day: Day) throws(LedgerError) -> Shortage? {
        before.removeAll(keepingCapacity: true)
        let adjusted = adjustments
        for index in 0..<postings.count where postings[index].target.changesLots {
            let posting = postings[index], terms = postings.terms(of: posting) ?? PostingTerms()
            for slot in replayer.activities.slots.accounts(of: posting.position) {
                do throws(DecimalError) {
                    if let shortage = try take(posting, terms, slot) {
                        for (slot, units) in before.reversed() { held[slot] = units }
                        adjustments = adjusted
                        return shortage
                    }
                } catch {
                    throw .arithmetic(error)
                }
            }
            try LedgerError.arithmetic { () throws(DecimalError) in
                try changeInFlight(posting, terms)
                try adjustOptions(posting, terms, day)
            }
        }
        return nil
    }

    /// What is said of every account is said of units on their way, too.
    private mutating func changeInFlight(_ posting: Posting, _ terms: PostingTerms) throws(DecimalError) {
        guard !inFlight.isEmpty, posting.target == .split || posting.target == .convert && terms.movesUnits,
            case (.every, let instrument?) = replayer.activities.slots.positions[posting.position.index]
        else { return }
        let other = terms.other.flatMap { replayer.activities.slots.positions[$0.index].instrument } ?? instrument
        for key in inFlight.keys.filter({ $0.instrument == instrument.rawValue }) {
            guard var transfer = inFlight.removeValue(forKey: key) else { continue }
            transfer.units = try transfer.units.scaled(by: terms.ratio)
            inFlight[TransferKey(group: key.group, instrument: other.rawValue)] = transfer
        }
    }

    /// Lets options follow what happens to what they are on.
    private mutating func adjustOptions(_ posting: Posting, _ terms: PostingTerms, _ day: Day) throws(DecimalError) {
        let slots = replayer.activities.slots, (account, instrument) = slots.positions[posting.position.index]
        guard let instrument, let change = replayer.optionChange(posting, terms) else { return }
        for option in slots.options(on: instrument) {
            let definition = replayer.instruments[Int(option.rawValue) - 1]
            func take(_ units: inout ExactUnits, _ adjustment: OptionAdjustment?) throws(DecimalError) -> OptionAdjustment? {
                guard let after = try OptionAdjustment.after(change, adjustment, of: definition) else { return adjustment }
                if let ratio = after.ratio { units = try units.scaled(by: ratio) }
                return after.adjustment
            }
            for slot in account == .every ? slots.holders(of: option) : slots.find(account, option).map({ [$0] }) ?? [] {
                guard !self[slot].isZero, replayer.isOn(instrument, option, adjustments[slot]), !replayer.activities.isToldApart(slot, on: day) else { continue }
                var units = self[exactly: slot]
                let adjusted = try take(&units, adjustments[slot])
                self[exactly: slot] = units
                adjustments[slot] = adjusted
            }
            guard account == .every, definition.option?.underlying == instrument else { continue }
            for key in inFlight.keys.filter({ $0.instrument == option.rawValue }) {
                guard var transfer = inFlight[key] else { continue }
                transfer.adjustment = try take(&transfer.units, transfer.adjustment)
                inFlight[key] = transfer
            }
        }
    }

    private subscript(exactly slot: PositionSlot) -> ExactUnits {
        get { held[slot] ?? .zero }
        set {
            before.append((slot, held[slot]))
            held[slot] = newValue
            if newValue.shown.isZero, !adjustments.isEmpty { adjustments[slot] = nil }
        }
    }

    /// What the contracts of a position have become; nil where they are as they were written.
    func adjustment(of slot: PositionSlot) -> OptionAdjustment? { adjustments[slot] }

    /// Whether a position has units, or units of its instrument are on their way.
    func holds(_ slot: PositionSlot) -> Bool {
        let instrument = replayer.activities.slots.positions[slot.index].instrument?.rawValue
        return !self[slot].isZero || inFlight.contains { $0.key.instrument == instrument && !$0.value.units.shown.isZero }
    }

    /// The units that a position has so far.
    subscript(slot: PositionSlot) -> FixedDecimal { held[slot]?.shown ?? .zero }

    private mutating func add(_ units: FixedDecimal, _ rest: DigitFraction = .zero, to slot: PositionSlot) throws(DecimalError) {
        self[exactly: slot] = try self[exactly: slot].adding(units, rest)
    }

    /// What tells units of a transfer that are on their way; nil where they are not expected elsewhere.
    private func transfer(_ slot: PositionSlot, _ terms: PostingTerms) -> TransferKey? {
        guard TransferGroup.isPair(terms.group) else { return nil }
        return TransferKey(group: terms.group, instrument: replayer.activities.slots.positions[slot.index].instrument?.rawValue ?? 0)
    }

    private mutating func take(_ posting: Posting, _ terms: PostingTerms, _ slot: PositionSlot) throws(DecimalError) -> Shortage? {
        let quantity = posting.quantity, slots = replayer.activities.slots
        let other = terms.other.flatMap { slots.positions[$0.index].instrument }.flatMap { slots.find(slots.positions[slot.index].account, $0) }
        switch posting.target {
        case .cash, .income, .fee, .tax, .contribution, .exchange: break
        case .returnCapital: if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
        case .acquire:
            if terms.intent == .closes, quantity > -self[slot] { return Shortage(slot: slot, held: self[slot], asked: quantity) }
            try add(quantity, to: slot)
        case .relieve:
            return try give(quantity, slot, mayGoShort: replayer.mayExceed(slot, isSale: true, terms.intent))
        case .split: self[exactly: slot] = try self[exactly: slot].scaled(by: terms.ratio)
        case .sellFraction:
            if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
            self[exactly: slot] = ExactUnits(shown: try self[slot].rounded(to: 0, .down))
        case .sellAll:
            if self[slot] <= .zero { return Shortage(slot: slot, held: self[slot], asked: nil) }
            self[exactly: slot] = .zero
        case .holdPosition: self[exactly: slot] = ExactUnits(shown: quantity)
        case .convert:
            guard let other else { break }
            let units = try self[exactly: slot].scaled(by: terms.ratio)
            try add(units.shown, units.rest, to: other)
            if terms.movesUnits { self[exactly: slot] = .zero }
        case .transferOut:
            var units = self[exactly: slot]
            let adjustment = adjustments[slot]
            if let shortage = try give(quantity, slot, mayGoShort: false) { return shortage }
            guard let key = transfer(slot, terms) else { break }
            var transfer = inFlight[key] ?? Underway()
            transfer.units = try transfer.units.adding(quantity, try units.takeOut(quantity))
            transfer.adjustment = transfer.adjustment ?? adjustment
            inFlight[key] = transfer
        case .transferIn:
            guard let key = transfer(slot, terms), var transfer = inFlight[key] else { return try receive(quantity, slot) }
            if self[slot].isZero { adjustments[slot] = transfer.adjustment }
            try add(quantity, try transfer.units.takeOut(quantity), to: slot)
            inFlight[key] = transfer.units.shown.isZero ? nil : transfer
        case .closeOption, .useOption: return try close(posting, terms, slot, other)
        }
        return nil
    }

    private mutating func receive(_ quantity: FixedDecimal, _ slot: PositionSlot) throws(DecimalError) -> Shortage? {
        try add(quantity, to: slot)
        return nil
    }

    private mutating func give(_ quantity: FixedDecimal, _ slot: PositionSlot, mayGoShort: Bool) throws(DecimalError) -> Shortage? {
        if quantity > self[slot], !mayGoShort { return Shortage(slot: slot, held: self[slot], asked: quantity) }
        try add(-quantity, to: slot)
        return nil
    }

    private mutating func close(
        _ posting: Posting, _ terms: PostingTerms, _ slot: PositionSlot, _ other: PositionSlot?
    ) throws(DecimalError) -> Shortage? {
        let isUse = posting.target == .useOption
        let contracts = self[slot].magnitude
        var asked = posting.quantity.isZero ? contracts : posting.quantity, units = terms.units
        if isUse, let instrument = replayer.activities.slots.positions[slot.index].instrument {
            (asked, units) = try LotChange.use(
                asked, at: terms.strike, of: replayer.instruments[Int(instrument.rawValue) - 1], adjustments[slot], units: units)
        }
        let isOnWrongSide = isUse && self[slot].isNegative != (terms.side == .short)
        if contracts.isZero || isOnWrongSide { return Shortage(slot: slot, held: contracts, asked: nil) }
        if asked > contracts { return Shortage(slot: slot, held: contracts, asked: asked) }
        let sign = self[slot].isNegative ? asked : -asked
        if isUse, let other {
            if terms.buys {
                try add(units, to: other)
            } else if let shortage = try give(units, other, mayGoShort: replayer.mayGoShort(other)) {
                return shortage
            }
        }
        try add(sign, to: slot)
        return nil
    }
}
