public import Values

/// What came of closing a lot or a part of it.
public struct Gain: Hashable, Sendable {
    /// Where it happened or is held.
    public let account: AccountID
    /// What it is of.
    public let instrument: InstrumentID
    /// The day the lot was opened.
    public let opened: Day
    /// The day it was closed.
    public let closed: Day
    /// Whether it was held long or short.
    public let side: LotSide
    /// Units closed, above zero.
    public let quantity: FixedDecimal
    /// What their sale brought; of a short lot, at its opening.
    public let proceeds: FixedDecimal
    /// What their purchase cost; of a short lot, at its closing.
    public let cost: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
    /// How long it was held, by the book's setting.
    public let term: Term
    /// The loss that is not allowed; zero for most.
    public let wash: FixedDecimal
    /// `proceeds`, `cost` and `wash` in the currency that was asked for beside its own, each by the rate of the day on which it was paid, or by a
    /// rate that an activity tells; nil where none was asked for, or a rate is lacking.
    public let otherProceeds, otherCost, otherWash: FixedDecimal?
    /// Whether anybody told what it cost; where nobody did, cost and gain are no figures.
    public let isCostKnown: Bool
    /// The entry that opened the lot.
    public let lot: EntryID
    /// The lot's id: that entry's number, or another where the lot had come to cost otherwise than others of the entry.
    public let lotID: EntryID
    /// The entry that closed it.
    public let activity: EntryID

    /// Proceeds less cost, without what is not allowed of a loss.
    public var gain: FixedDecimal { .difference(.difference(proceeds, cost), -wash) }
}

extension FixedDecimal {
    /// A difference that is known to fit: the engine computed it once with checks.
    static func difference(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal { FixedDecimal(units: a.units - b.units) }
}
