import Values

/// Taking in what changes lots other than by a trade.
extension Replayer {
    /// Takes in a posting of one of the rarer kinds, in each account that it is of.
    @inline(never)
    func change(
        _ posting: Posting, _ row: Int, _ postings: borrowing PostingBuffer, into state: inout ReplayState, undo: inout UndoLog
    ) throws(LedgerError) {
        let terms = postings.terms(of: posting) ?? PostingTerms()
        let slots = activities.slots.accounts(of: posting.position).filter { $0.index < state.positions.count }
        if tiesAccounts {
            // What leaves several accounts leaves them at once.
            for slot in slots {
                for other in sources(of: posting, terms, slot, state) { try pool(other, row, &state, &undo) }
            }
        }
        for slot in slots {
            let change = try lotChange(posting, row, terms, slot, state)
            try checkUnits(change, row, state)
            let gainsBefore = state.gains.count
            try LedgerError.arithmetic { () throws(DecimalError) in try state.apply(change, undo: &undo) }
            if policy.washSales { try wash(change, row, gainsBefore, &state, &undo) }
        }
        try adjustOptions(posting, terms, row, &state, &undo)
        // What is of every account is known to its own position too, so that a holding that comes into being earlier sees it is late.
        guard case (.every, let instrument?) = activities.slots.positions[posting.position.index] else { return }
        state.noteTaken(row, by: posting.position, undo: &undo)
        let other = terms.other.flatMap { activities.slots.positions[$0.index].instrument }
        guard posting.target == .split || posting.target == .convert && terms.movesUnits else { return }
        try LedgerError.arithmetic { () throws(DecimalError) in
            try state.transit.change(terms.ratio, of: instrument, into: other ?? instrument, undo: &undo)
            if posting.target == .split {
                try state.wash.split(terms.ratio, of: instrument, undo: &undo)
            }
        }
    }

    /// Lets options follow what happens to what they are on.
    private func adjustOptions(
        _ posting: Posting, _ terms: PostingTerms, _ row: Int, _ state: inout ReplayState, _ undo: inout UndoLog
    ) throws(LedgerError) {
        let (account, instrument) = activities.slots.positions[posting.position.index]
        guard let instrument, let change = optionChange(posting, terms) else { return }
        for option in activities.slots.options(on: instrument) {
            let definition = instruments[Int(option.rawValue) - 1]
            let slots = account == .every ? activities.slots.holders(of: option) : activities.slots.find(account, option).map { [$0] } ?? []
            try LedgerError.arithmetic { () throws(DecimalError) in
                for slot in slots
                where slot.index < state.positions.count && isOn(instrument, option, state.positions[slot.index].adjustment)
                    && !activities.isToldApart(slot, on: activities.date(at: row))
                {
                    try state.adjustOption(slot, definition, row, undo: &undo, change)
                }
                guard account == .every, definition.option?.underlying == instrument else { return }
                try state.transit.adjust(option, definition, undo: &undo, change)
                if posting.target == .split, let whole = terms.ratio.whole, let ratio = Ratio(whole) { try state.wash.split(ratio, of: option, undo: &undo) }
            }
        }
    }

    /// What a posting does to options on its instrument; nil where they stay as they are.
    func optionChange(_ posting: Posting, _ terms: PostingTerms) -> ((OptionAdjustment) throws(DecimalError) -> OptionAdjustment)? {
        let ratio = terms.ratio
        switch posting.target {
        case .split: return { option throws(DecimalError) in try option.split(ratio) }
        case .convert:
            guard terms.movesUnits else { return { option throws(DecimalError) in option.spunOff() } }
            guard let into = terms.other.flatMap({ activities.slots.positions[$0.index].instrument }) else { return nil }
            return { option throws(DecimalError) in try option.converted(ratio, into: into) }
        case .cash, .acquire, .relieve, .income, .fee, .tax, .contribution, .exchange, .sellFraction, .sellAll, .returnCapital, .transferOut,
            .transferIn, .holdPosition, .closeOption, .useOption:
            return nil
        }
    }

    /// Whether an option delivers units of an instrument, as it was written or by what that became.
    func isOn(_ instrument: InstrumentID, _ option: InstrumentID, _ adjustment: OptionAdjustment?) -> Bool {
        (adjustment?.into ?? instruments[Int(option.rawValue) - 1].option?.underlying) == instrument
    }

    /// The positions whose units leave, or pay for what is paid back: the activity's own in an account, or that which it goes into.
    private func sources(
        of posting: Posting, _ terms: PostingTerms, _ slot: PositionSlot, _ state: borrowing ReplayState
    ) -> [PositionSlot] {
        let other = terms.other.flatMap { activities.slots.positions[$0.index].instrument }
            .flatMap { activities.slots.find(activities.slots.positions[slot.index].account, $0) }
        switch posting.target {
        case .transferOut, .sellAll, .closeOption, .returnCapital: return [slot]
        // Cash in lieu of a fraction that the lots do not have takes no units.
        case .sellFraction: return state.positions[slot.index].long.quantity.fractionDigits > 0 ? [slot] : []
        case .useOption: return [slot] + (terms.buys ? [] : other.map { [$0] } ?? [])
        // What was sold short takes units from those that it meets.
        case .convert: return (terms.movesUnits ? [slot] : []) + (other.map { state.positions[slot.index].short.isEmpty ? [] : [$0] } ?? [])
        case .holdPosition: return posting.quantity < state.positions[slot.index].long.quantity ? [slot] : []
        case .acquire, .relieve, .split, .transferIn, .cash, .income, .fee, .tax, .contribution, .exchange: return []
        }
    }

    private func lotChange(
        _ posting: Posting, _ row: Int, _ terms: PostingTerms, _ slot: PositionSlot, _ state: borrowing ReplayState
    ) throws(LedgerError) -> LotChange {
        let (account, instrument) = activities.slots.positions[slot.index]
        let into = terms.other.flatMap { activities.slots.positions[$0.index].instrument }
        let other = into.flatMap { activities.slots.find(account, $0) }
        var posting = posting, terms = terms
        if posting.target == .useOption {
            let definition = instrument.map { instruments[Int($0.rawValue) - 1] }
            try LedgerError.arithmetic { () throws(DecimalError) in
                (posting.quantity, terms.units) = try LotChange.use(
                    posting.quantity, at: terms.strike, of: definition, state.positions[slot.index].adjustment, units: terms.units)
            }
        }
        return LotChange(
            posting: posting, terms: terms, slot: slot, other: other,
            row: UInt32(row), entry: UInt32(truncatingIfNeeded: activities.id(at: row).rawValue),
            isEverywhere: activities.slots.positions[posting.position.index].account == .every, day: activities.date(at: row),
            order: try order(slot, row, terms.lots, state),
            otherOrder: LotOrder(lotMethod(other ?? slot, row)), money: money(of: row, opened: terms.opened),
            transfer: TransferKey(group: terms.group, instrument: instrument?.rawValue ?? 0))
    }

    /// Refuses what there are too few units for.
    private func checkUnits(_ change: LotChange, _ row: Int, _ state: borrowing ReplayState) throws(LedgerError) {
        let position = state.positions[change.slot.index]
        switch change.posting.target {
        case .transferOut:
            if change.posting.quantity > position.long.quantity {
                throw oversold(change.slot, row, held: position.quantity, asked: change.posting.quantity)
            }
        case .returnCapital, .sellAll, .sellFraction:
            if position.long.isEmpty { throw nothingHeld(change.slot, row) }
        case .closeOption, .useOption:
            let isUse = change.posting.target == .useOption, held = position.quantity.magnitude
            if held.isZero { throw nothingHeld(change.slot, row) }
            if isUse, position[change.terms.side].isEmpty { throw wrongSide(change, row) }
            if change.posting.quantity > held { throw oversold(change.slot, row, held: held, asked: change.posting.quantity) }
            guard isUse, !change.terms.buys, let other = change.other, !mayGoShort(other) else { return }
            let shares = state.positions[other.index].quantity
            if change.terms.units > shares { throw oversold(other, row, held: shares, asked: change.terms.units) }
        case .cash, .acquire, .relieve, .income, .fee, .tax, .contribution, .exchange, .split, .convert, .transferIn, .holdPosition: break
        }
    }

    /// The error of an exercise of options that were sold, or an assignment of those that were bought.
    private func wrongSide(_ change: LotChange, _ row: Int) -> LedgerError {
        let (account, symbol) = names(of: change.slot)
        return .wrongSide(act: act(at: row), account: account, symbol: symbol, isLong: change.terms.side == .short)
    }

    /// What an activity is called in a message.
    func act(at row: Int) -> String {
        activities.subtype(at: row)?.noun ?? activities.kind(at: row).noun
    }

    /// The error of an activity that needs units and finds none.
    func nothingHeld(_ slot: PositionSlot, _ row: Int) -> LedgerError {
        let (account, symbol) = names(of: slot)
        return .nothingHeld(act: act(at: row), account: account, symbol: symbol, date: activities.date(at: row))
    }

    /// The lots that an activity names, which must be open and large enough.
    func named(
        _ lots: [LotChoice], _ slot: PositionSlot, _ row: Int, _ state: borrowing ReplayState
    ) throws(LedgerError) -> [LotOrder.Named] {
        var rows: [LotOrder.Named] = [], asked: [EntryID: FixedDecimal] = [:]
        for choice in lots {
            let name = LotName(choice.lot), opening = activities.row(of: name.entry).map(activities.amended)
            let parts = opening.map { state.positions[slot.index].long.parts(ofRow: UInt32($0), key: name.key, opened: activities.date(at: $0)) } ?? []
            let before = asked[choice.lot] ?? .zero, left = parts.isEmpty ? nil : try? parts.reduce(FixedDecimal.zero) { try $0 + $1.remaining }
            let sum = try? before + (choice.quantity ?? .zero)
            guard let opening, let left, let sum, sum <= left else {
                let (account, symbol) = names(of: slot)
                throw .lotNotOpen(lot: choice.lot, account: account, symbol: symbol, date: activities.date(at: row), left: left)
            }
            asked[choice.lot] = sum
            rows += Self.named(choice.quantity, of: parts, UInt32(opening), key: name.key, after: before)
        }
        return rows
    }

    /// So many units of the parts of a lot, after those that were asked for before; without a number, whatever is left of it.
    private static func named(_ quantity: FixedDecimal?, of parts: [Lot], _ row: UInt32, key: UInt32, after before: FixedDecimal) -> [LotOrder.Named] {
        guard let quantity else { return [LotOrder.Named(row: row, key: key, left: nil)] }
        var rest = quantity, before = before, rows: [LotOrder.Named] = []
        for (place, part) in parts.enumerated() {
            let passed = min(before, part.remaining), units = min(rest, .difference(part.remaining, passed))
            (before, rest) = (.difference(before, passed), .difference(rest, units))
            if !units.isZero { rows.append(LotOrder.Named(row: row, key: place == 0 ? key : part.key, left: units)) }
        }
        return rows
    }
}

extension LotQueue {
    /// The parts of a lot that are left, in the order in which they are taken. Units of one activity that cost the same are one lot to whoever names the activity,
    /// though they came apart on their way from account to account. O(log lots), and O(lots) where it was opened on another day than is thought, or is not there.
    ///
    /// - Parameters:
    ///   - key: what tells it from other lots of the activity; zero for the first that is left.
    ///   - day: when it was opened, unless the activity tells another day.
    fileprivate func parts(ofRow row: UInt32, key: UInt32, opened day: Day) -> [Lot] {
        let open = head..<max(head, tail), guess = max(head, lots.indices.partitioningIndex { lots[$0].opened >= day })
        var own = parts(ofRow: row, key: key, among: guess..<max(guess, tail))
        if own.isEmpty { own = parts(ofRow: row, key: key, among: open) }
        guard let first = own.first else { return [] }
        // Zero names the first: another part is taken by a key of its own.
        return [first] + own.dropFirst().filter { $0.key != 0 && first.costsAs($0) }
    }

    /// Those among some lots: all of one activity were opened on one day, and stand together with others of that day.
    private func parts(ofRow row: UInt32, key: UInt32, among places: Range<Int>) -> [Lot] {
        var own: [Lot] = []
        for place in places {
            if let first = own.first, lots[place].opened != first.opened { break }
            if lots[place].row == row, key == 0 || lots[place].key == key, !lots[place].isUsedUp { own.append(lots[place]) }
        }
        return own
    }
}

extension Lot {
    /// What the costs of two units may differ by in the last digits of what was divided.
    private static let trifle: Int128 = 1_000_000_000

    /// Whether a unit costs the same as one of another lot.
    fileprivate func costsAs(_ other: Lot) -> Bool {
        guard remainingCost.isUnknown == other.remainingCost.isUnknown, let own = try? remainingCost.own / remaining, let its = try? other.remainingCost.own / other.remaining
        else { return false }
        return FixedDecimal.difference(own, its).magnitude.units <= Self.trifle
    }
}

/// What might leave a sale without units.
enum Cause {
    /// One activity that is recorded, in that row.
    case recording(row: Int)
    /// Several entries that are looked at as a set, the first of them in that row.
    case recordingTogether(from: Int)
    /// The voiding of an entry.
    case voiding(EntryID)
    /// Terms of an option, defined anew.
    case defining(symbol: String)
    /// An account that may no longer go short.
    case forbiddingShorts
}

extension Replayer {
    /// Runs through what moved the position's units, and those that hang on it, and refuses the cause if a sale finds too little.
    func checkSales(in slot: PositionSlot, causedBy cause: Cause) throws(LedgerError) {
        let slots = activities.slots.linked(to: slot)
        if mayGoShort(slot), activities.slots.isPlain(slot) { return }
        var run = QuantityRun(self)
        var postings = PostingBuffer(policy: policy)
        for row in activities.rows(in: slots) {
            try compile(Int(row), into: &postings)
            if let shortage = try run.take(postings, on: activities.date(at: Int(row))) { throw error(of: shortage, at: Int(row), causedBy: cause) }
        }
    }

    /// What is said of a cause that leaves the activity of a row with too few units.
    func error(of shortage: QuantityRun.Shortage, at row: Int, causedBy cause: Cause) -> LedgerError {
        let (account, symbol) = names(of: shortage.slot)
        let act: String, isOwn: Bool
        switch cause {
        case .recordingTogether(let first): (act, isOwn) = ("what is recorded together", first <= row)
        case .recording(let own):
            let units = activities.quantity(at: own).map { "\($0) " } ?? ""
            (act, isOwn) = ("the \(activities.kind(at: own).rawValue) of \(units)\(symbol) on \(activities.date(at: own))", own == row)
        case .voiding(let entry): (act, isOwn) = ("voiding entry \(entry.rawValue)", false)
        case .defining(let symbol): (act, isOwn) = ("defining \(symbol) anew", false)
        case .forbiddingShorts: (act, isOwn) = ("forbidding short sales", false)
        }
        guard let asked = shortage.asked else { return isOwn ? nothingHeld(shortage.slot, row) : stranded(shortage.slot, row, by: act) }
        if isOwn { return oversold(shortage.slot, row, held: shortage.held, asked: asked) }
        return .strands(
            act: act, event: self.act(at: row), account: account, symbol: symbol, date: activities.date(at: row), entry: activities.id(at: row),
            held: shortage.held, asked: asked)
    }

    /// What is said of an act that leaves nothing for the activity of a row, which needs units.
    func stranded(_ slot: PositionSlot, _ row: Int, by act: String) -> LedgerError {
        let (account, symbol) = names(of: slot)
        return .strandsEvent(act: act, event: self.act(at: row), account: account, symbol: symbol, date: activities.date(at: row), entry: activities.id(at: row))
    }
}
