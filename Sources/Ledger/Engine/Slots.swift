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
    private var positionIndex: [UInt64: UInt32] = [:]
    private var purseIndex: [PurseKey: UInt32] = [:]

    private struct PurseKey: Hashable {
        let account: AccountID
        let currency: Currency
    }

    /// The number of the pair, given now if it had none. An account without an instrument has one, too.
    mutating func position(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        let key = Self.key(account, instrument)
        if let known = positionIndex[key] { return PositionSlot(rawValue: known) }
        let slot = UInt32(positions.count)
        positions.append((account, instrument))
        positionIndex[key] = slot
        return PositionSlot(rawValue: slot)
    }

    /// The number of the pair, given now if it had none.
    mutating func purse(_ account: AccountID, _ currency: Currency) -> PurseSlot {
        let key = PurseKey(account: account, currency: currency)
        if let known = purseIndex[key] { return PurseSlot(rawValue: known) }
        let slot = UInt32(purses.count)
        purses.append((account, currency))
        purseIndex[key] = slot
        return PurseSlot(rawValue: slot)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ instrument: InstrumentID?) -> PositionSlot {
        PositionSlot(rawValue: positionIndex[Self.key(account, instrument)]!)
    }

    /// The number of the pair, which has one.
    func known(_ account: AccountID, _ currency: Currency) -> PurseSlot {
        PurseSlot(rawValue: purseIndex[PurseKey(account: account, currency: currency)]!)
    }

    private static func key(_ account: AccountID, _ instrument: InstrumentID?) -> UInt64 {
        UInt64(UInt32(bitPattern: account.rawValue)) << 32 | UInt64(UInt32(bitPattern: instrument?.rawValue ?? 0))
    }
}
