public import Values

/// What came of closing a lot or a part of it.
public struct Gain: Hashable, Sendable {
    public let account: AccountID
    public let instrument: InstrumentID
    public let opened: Day
    public let closed: Day
    public let side: LotSide
    /// Units closed, above zero.
    public let quantity: FixedDecimal
    /// What their sale brought; of a short lot, at its opening.
    public let proceeds: FixedDecimal
    /// What their purchase cost; of a short lot, at its closing.
    public let cost: FixedDecimal
    public let currency: Currency
    public let term: Term
    /// The entry that opened the lot.
    public let lot: EntryID
    /// The entry that closed it.
    public let activity: EntryID

    /// Proceeds less cost.
    public var gain: FixedDecimal { .difference(proceeds, cost) }
}

extension FixedDecimal {
    /// A difference that is known to fit: the engine computed it once with checks.
    static func difference(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal { FixedDecimal(units: a.units - b.units) }
}
