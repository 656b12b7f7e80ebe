import Values

/// Gives each pair of account and instrument, and each pair of account and currency, a small number, so that a row names its
/// account, instrument and currency in eight bytes and the engine finds what they hold by index.
///
/// Numbers are given once and never taken back; a pair that nothing uses any more costs an empty position.
struct Slots {
    private(set) var positions: [(account: AccountID, instrument: InstrumentID?)] = []
    private(set) var cashPositions: [(account: AccountID, currency: Currency)] = []
    private var positionIndex = PairIndex()
    private var links = PositionLinks()
    private var tiesAccounts = false
    /// By instrument: the options on it, and on what became it.
    private var options: [Int32: [InstrumentID]] = [:]
    /// By option: what it is on, and what that became.
    private var underlyings: [Int32: [InstrumentID]] = [:]
    /// By instrument: what it becomes in some account or in all, so that options on it come to be on that.
    private var successors: [Int32: [InstrumentID]] = [:]
    /// Instruments of which something is told that options on them follow.
    private var changing: Set<Int32> = []
    /// The cash positions of each account, by its number; there are few.
    private var cashSlotsOfAccount: [[UInt32]] = []

    /// The number of the pair, given now if it had none. An account without an instrument has one, too.
    mutating func position(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        if let known = positionIndex.find(account.rawValue, instrument?.rawValue ?? 0) { return PositionSlot(rawValue: known) }
        let slot = PositionSlot(rawValue: UInt32(positions.count))
        positions.append((account, instrument))
        positionIndex.insert(account.rawValue, instrument?.rawValue ?? 0, slot.rawValue)
        if let instrument { follow(slot, account, instrument) }
        return slot
    }

    /// The number of the pair, if it has one.
    func find(_ account: AccountID, _ instrument: InstrumentID) -> PositionSlot? {
        positionIndex.find(account.rawValue, instrument.rawValue).map(PositionSlot.init)
    }

    /// The number of the pair, given now if it had none.
    mutating func cashPosition(_ account: AccountID, _ currency: Currency) -> CashSlot {
        if let known = find(account, currency) { return known }
        let slot = UInt32(cashPositions.count)
        cashPositions.append((account, currency))
        while cashSlotsOfAccount.count <= Int(account.rawValue) { cashSlotsOfAccount.append([]) }
        cashSlotsOfAccount[Int(account.rawValue)].append(slot)
        return CashSlot(rawValue: slot)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        guard let slot = positionIndex.find(account.rawValue, instrument?.rawValue ?? 0) else {
            preconditionFailure("the position has no slot")
        }
        return PositionSlot(rawValue: slot)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ currency: Currency) -> CashSlot {
        guard let slot = find(account, currency) else { preconditionFailure("the cash position has no slot") }
        return slot
    }

    /// The number of the pair, if it has one.
    func find(_ account: AccountID, _ currency: Currency) -> CashSlot? {
        guard account.rawValue < cashSlotsOfAccount.count else { return nil }
        for slot in cashSlotsOfAccount[Int(account.rawValue)] where cashPositions[Int(slot)].currency == currency {
            return CashSlot(rawValue: slot)
        }
        return nil
    }

    // MARK: What hangs together

    /// Positions whose lots depend on one another, the position itself among them.
    func linked(to slot: PositionSlot) -> [PositionSlot] { links.members(of: slot) }

    /// Whether the lots of a position depend on those of another.
    func isLinked(_ slot: PositionSlot) -> Bool { links.isLinked(slot) }

    /// Whether plain trades of the position itself tell how many units it has.
    func isPlain(_ slot: PositionSlot) -> Bool { links.isPlain(slot) }

    /// Lets the lots of an instrument in one account depend on those in the others, from now on.
    mutating func tieAccounts() {
        if tiesAccounts { return }
        tiesAccounts = true
        for (index, pair) in positions.enumerated() {
            guard let instrument = pair.instrument, let first = links.positions(of: instrument).first else { continue }
            links.join(first, PositionSlot(rawValue: UInt32(index)))
        }
    }

    /// The positions of an instrument in accounts, by number of the account: what is parted among them comes out the same whichever was first.
    func holders(of instrument: InstrumentID) -> [PositionSlot] { links.positions(of: instrument) }

    /// The positions that an activity changes: its own, or where it is of every account those of all accounts.
    func accounts(of slot: PositionSlot) -> [PositionSlot] {
        let (account, instrument) = positions[slot.index]
        guard account == .every, let instrument else { return [slot] }
        return links.positions(of: instrument)
    }

    /// Options that follow what happens to an instrument.
    func options(on instrument: InstrumentID) -> [InstrumentID] { options.isEmpty ? [] : options[instrument.rawValue] ?? [] }

    /// Whether anything is told that changes contracts of an option.
    func mayBeAdjusted(_ option: InstrumentID) -> Bool {
        !changing.isEmpty && underlyings[option.rawValue]?.contains { changing.contains($0.rawValue) } ?? false
    }

    /// Whether a split, a merger, a spin-off or a change of symbol of an instrument is told.
    func isChanged(_ instrument: InstrumentID) -> Bool { changing.contains(instrument.rawValue) }

    /// Notes what an option is on. Like all ties it stays, should the option come to be on something else.
    mutating func note(_ option: InstrumentID, on instrument: InstrumentID) {
        if options(on: instrument).contains(option) { return }
        options[instrument.rawValue, default: []].append(option)
        underlyings[option.rawValue, default: []].append(instrument)
        if changing.contains(instrument.rawValue) { for slot in links.positions(of: option) { tie(slot, to: instrument) } }
        // What the instrument becomes later may be told before that the option comes to be on it.
        for next in successors[instrument.rawValue] ?? [] { note(option, on: next) }
    }

    /// Ties contracts that are held to what they are on.
    private mutating func tie(_ slot: PositionSlot, to instrument: InstrumentID) {
        links.noteChange(of: slot)
        links.join(slot, position(positions[slot.index].account, instrument))
    }

    /// Notes that something is told of an instrument that options on it follow.
    private mutating func noteChange(of instrument: InstrumentID, into other: InstrumentID?) {
        if changing.insert(instrument.rawValue).inserted {
            for option in options(on: instrument) { for slot in links.positions(of: option) { tie(slot, to: instrument) } }
        }
        guard let other, successors[instrument.rawValue]?.contains(other) != true else { return }
        successors[instrument.rawValue, default: []].append(other)
        for option in options(on: instrument) { note(option, on: other) }
    }

    /// Notes what an activity ties together; gives slots to the positions that it names.
    mutating func link(_ activity: Activity) {
        guard let instrument = activity.instrument else { return }
        let slot = position(activity.account, instrument)
        let changesUnits = activity.kind == .split || activity.kind == .adjustment || activity.kind == .transferOut
        let isOfOptions = activity.kind == .split || activity.subtype == .merger || activity.subtype == .spinoff || activity.subtype == .symbolChange
        if isOfOptions { noteChange(of: instrument, into: activity.subtype == .spinoff ? nil : activity.detail?.into) }
        if changesUnits || activity.subtype == .returnOfCapital || activity.subtype == .notionalDistribution || TradeIntent(activity.subtype) != nil { links.noteChange(of: slot) }
        guard let detail = activity.detail else { return }
        if let into = detail.into { link(slot, activity.account, instrument, into) }
        if TransferGroup.isPair(detail.group), activity.kind == .transferIn || activity.kind == .transferOut,
            let before = links.join(slot, group: detail.group, instrument)
        {
            links.join(before, slot)
        }
    }

    private mutating func link(_ slot: PositionSlot, _ account: AccountID, _ instrument: InstrumentID, _ into: InstrumentID) {
        guard account == .every else { return links.join(slot, position(account, into)) }
        // What is said of every account is compiled once, for none in particular, so that place needs a number too.
        _ = position(.every, into)
        links.note(instrument, becomes: into)
        for held in links.positions(of: instrument) { links.join(held, position(positions[held.index].account, into)) }
    }

    /// Ties a new position to what is said of its instrument in every account.
    private mutating func follow(_ slot: PositionSlot, _ account: AccountID, _ instrument: InstrumentID) {
        if account == .every {
            for held in links.positions(of: instrument) { links.join(held, slot) }
            return
        }
        if tiesAccounts, let first = links.positions(of: instrument).first { links.join(first, slot) }
        links.note(slot, of: instrument, at: links.positions(of: instrument).partitioningIndex { positions[$0.index].account > account })
        if let every = find(.every, instrument) { links.join(every, slot) }
        for into in links.successors(of: instrument) { links.join(slot, position(account, into)) }
        if changing.isEmpty { return }
        for underlying in underlyings[instrument.rawValue] ?? [] where changing.contains(underlying.rawValue) { tie(slot, to: underlying) }
    }
}

/// Finds the number that was given to a pair of numbers. A hash table for this one purpose: a look-up is a few instructions, where
/// a general dictionary would take most of the time of loading an activity.
struct PairIndex {
    private var keys: [UInt64] = []
    private var values: [UInt32] = []
    private(set) var count = 0

    /// What stands in `values` where no key is.
    private static let empty = UInt32.max

    /// The number given to the pair, or nil.
    func find(_ a: Int32, _ b: Int32) -> UInt32? {
        if keys.isEmpty { return nil }
        let key = Self.key(a, b)
        let place = place(of: key)
        return values[place] == Self.empty ? nil : values[place]
    }

    /// Gives a number to a pair that has none.
    mutating func insert(_ a: Int32, _ b: Int32, _ value: UInt32) {
        precondition(value != Self.empty)
        if (count + 1) * 2 > keys.count { grow() }
        let key = Self.key(a, b)
        let place = place(of: key)
        precondition(values[place] == Self.empty)
        keys[place] = key
        values[place] = value
        count += 1
    }

    /// Where the key stands, or where it would go.
    private func place(of key: UInt64) -> Int {
        // Multiplying by 2⁶⁴ over the golden ratio spreads neighbouring numbers over the upper bits.
        let hash = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(hash >> 32) & (keys.count - 1)
        while values[place] != Self.empty, keys[place] != key { place = (place + 1) & (keys.count - 1) }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        let size = max(64, keys.count * 2)
        keys = [UInt64](repeating: 0, count: size)
        values = [UInt32](repeating: Self.empty, count: size)
        for (key, value) in zip(oldKeys, oldValues) where value != Self.empty {
            let place = place(of: key)
            keys[place] = key
            values[place] = value
        }
    }

    private static func key(_ a: Int32, _ b: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
    }
}
