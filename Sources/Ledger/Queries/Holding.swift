public import Values

/// What an account holds of an instrument.
public struct Holding: Hashable, Sendable {
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// The instrument held.
    public let instrument: InstrumentID
    /// Below zero where it was sold short.
    public let quantity: FixedDecimal
    /// What the units cost; below zero, what the units sold short brought.
    public let cost: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
    /// All that was earned on the instrument in the account, also on units sold since; what was paid in other currencies is not counted.
    public let income: FixedDecimal
    /// Whether some was paid in a currency other than the instrument's, so that `income` is not all.
    public let hasForeignIncome: Bool
    /// How many lots are left of it.
    public let openLots: Int
    /// Whether it is known what all its units cost; where it is not, `cost` counts the others alone.
    public var isCostKnown = true
    /// `cost` in the currency that was asked for beside its own, by the rates of the days on which it was paid, or by those that activities tell; nil
    /// where none was asked for, or a rate is lacking.
    public var otherCost: FixedDecimal?

    /// Cost of one unit; nil only where it is beyond the largest decimal.
    public var averageCost: FixedDecimal? { try? cost / quantity }
}

/// Units that came into a holding together and are still there, at least in part.
///
/// Figures of short lots are below zero, so that the lots of a holding add up to it.
public struct OpenLot: Hashable, Sendable {
    /// The number of the entry that opened it; larger by a multiple of ten thousand millions where other lots of that entry cost otherwise.
    public let id: EntryID
    /// The entry that opened it.
    public var entry: EntryID { id.openingEntry }
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// The instrument held.
    public let instrument: InstrumentID
    /// The day it was opened.
    public let opened: Day
    /// Days that count as if it had been held before: those of units sold at a loss that is not allowed.
    public let tackedDays: Int
    /// Whether it was held long or short.
    public let side: LotSide
    /// Units at the opening.
    public let quantity: FixedDecimal
    /// Units that are left of it.
    public let remaining: FixedDecimal
    /// What all units cost at the opening.
    public let openingCost: FixedDecimal
    /// What the units left cost.
    public let cost: FixedDecimal
    /// `openingCost` and `cost` in the currency that was asked for beside its own, by the rates of the days on which they were paid, or by those that
    /// activities tell; nil where none was asked for, or a rate is lacking.
    public var otherOpeningCost, otherCost: FixedDecimal?
    /// The currency of its figures.
    public let currency: Currency
    /// Whether anybody told what it cost; where nobody did, its costs are no figures.
    public var isCostKnown = true

    /// The day from which its term counts.
    public var heldSince: Day { (try? opened.adding(days: -tackedDays)) ?? opened }

    /// Cost of one unit: what it was at the opening, unless the units left have come to cost otherwise since, as by the average
    /// method; nil only where it is beyond the largest decimal.
    public var unitCost: FixedDecimal? { unitCost(openingCost, cost) }

    /// The same in the currency that was asked for beside its own.
    public var otherUnitCost: FixedDecimal? { otherOpeningCost.flatMap { opening in otherCost.flatMap { unitCost(opening, $0) } } }

    private func unitCost(_ openingCost: FixedDecimal, _ cost: FixedDecimal) -> FixedDecimal? {
        guard let opening = try? openingCost / quantity, let present = try? cost / remaining, let change = try? opening - present else { return nil }
        // Parts of a cost are rounded at the last digit.
        return change.magnitude < FixedDecimal(units: 1_000_000) ? opening : present
    }
}

/// An account's cash in one currency, and where it came from and went.
public struct CashBalance: Hashable, Sendable {
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// The currency of its figures.
    public let currency: Currency
    /// The balance at the end of the day asked about, in `currency`.
    public let balance: FixedDecimal
    /// Brought in by the owner, less what was taken out.
    public let contribution: FixedDecimal
    /// Dividends, interest and other earnings, before fee and tax.
    public let income: FixedDecimal
    /// Fees that are not part of a cost or of proceeds.
    public let fees: FixedDecimal
    /// Withheld or charged as tax.
    public let taxes: FixedDecimal
    /// Changed into this currency, less what was changed into another: by exchanges, and by what settled in another currency.
    public let exchanged: FixedDecimal
    /// Whether cash of it ever moved; where not, it is the currency of figures whose cash moved in another, or of units alone.
    public let hasMoved: Bool
}
