import Values

/// The place of a position, one account's holding of one instrument, among all positions of a book.
struct PositionSlot: Hashable {
    let rawValue: UInt32
    var index: Int { Int(rawValue) }
}

/// The place of a purse, one account's cash in one currency, among all purses of a book.
struct PurseSlot: Hashable {
    let rawValue: UInt32
    var index: Int { Int(rawValue) }
}

/// Gives each pair of account and instrument, and each pair of account and currency, a small number, so that a row names its
/// account, instrument and currency in eight bytes and the engine finds what they hold by index.
///
/// Numbers are given once and never taken back; a pair that nothing uses any more costs an empty position.
struct Slots {
    private(set) var positions: [(account: AccountID, instrument: InstrumentID?)] = []
    private(set) var purses: [(account: AccountID, currency: Currency)] = []
    private var positionIndex = PairIndex()
    /// The purses of each account, by its number; there are few.
    private var pursesOfAccount: [[UInt32]] = []

    /// The number of the pair, given now if it had none. An account without an instrument has one, too.
    mutating func position(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        if let known = positionIndex.find(account.rawValue, instrument?.rawValue ?? 0) { return PositionSlot(rawValue: known) }
        let slot = UInt32(positions.count)
        positions.append((account, instrument))
        positionIndex.insert(account.rawValue, instrument?.rawValue ?? 0, slot)
        return PositionSlot(rawValue: slot)
    }

    /// The number of the pair, given now if it had none.
    mutating func purse(_ account: AccountID, _ currency: Currency) -> PurseSlot {
        if let known = find(account, currency) { return known }
        let slot = UInt32(purses.count)
        purses.append((account, currency))
        while pursesOfAccount.count <= Int(account.rawValue) { pursesOfAccount.append([]) }
        pursesOfAccount[Int(account.rawValue)].append(slot)
        return PurseSlot(rawValue: slot)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        guard let slot = positionIndex.find(account.rawValue, instrument?.rawValue ?? 0) else {
            preconditionFailure("the position has no slot")
        }
        return PositionSlot(rawValue: slot)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ currency: Currency) -> PurseSlot {
        guard let slot = find(account, currency) else { preconditionFailure("the purse has no slot") }
        return slot
    }

    private func find(_ account: AccountID, _ currency: Currency) -> PurseSlot? {
        guard account.rawValue < pursesOfAccount.count else { return nil }
        for slot in pursesOfAccount[Int(account.rawValue)] where purses[Int(slot)].currency == currency {
            return PurseSlot(rawValue: slot)
        }
        return nil
    }
}
