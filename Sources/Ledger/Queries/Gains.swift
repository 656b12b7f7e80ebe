public import Values

/// What came of closing a lot or a part of it.
public struct Gain: Hashable, Sendable {
    /// The account in which it happened, or that holds it.
    public let account: AccountID
    /// The instrument of the lot.
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

/// Realised gains as rows, by day of closing, then in the order in which the lots were closed. Fields are read by row.
public protocol GainRows {
    /// How many there are.
    var count: Int { get }
    /// Whether it is unknown what some of the units sold cost.
    var hasUnknownCosts: Bool { get }
    /// The account of a row.
    func account(at row: Int) -> AccountID
    /// The instrument of a row.
    func instrument(at row: Int) -> InstrumentID
    /// The day the lot of a row was opened.
    func opened(at row: Int) -> Day
    /// The day it was closed.
    func closed(at row: Int) -> Day
    /// Whether it was held long or short.
    func side(at row: Int) -> LotSide
    /// Units closed, above zero.
    func quantity(at row: Int) -> FixedDecimal
    /// What its sale brought.
    func proceeds(at row: Int) -> FixedDecimal
    /// What its purchase cost.
    func cost(at row: Int) -> FixedDecimal
    /// Whether anybody told what its purchase cost; where nobody did, cost and gain are no figures.
    func isCostKnown(at row: Int) -> Bool
    /// The loss that is not allowed, as it moved to units bought in the place of those sold; zero for most.
    func wash(at row: Int) -> FixedDecimal
    /// The currency of its figures.
    func currency(at row: Int) -> Currency
    /// How long it was held, by the book's setting.
    func term(at row: Int) -> Term
    /// The id of the lot, as open lots have it.
    func lotID(at row: Int) -> EntryID
    /// The entry that closed it.
    func activity(at row: Int) -> EntryID
}

extension GainRows {
    /// Proceeds less cost, without what is not allowed of a loss.
    public func gain(at row: Int) -> FixedDecimal { .difference(.difference(proceeds(at: row), cost(at: row)), -wash(at: row)) }
}

/// The gains of a ledger.
///
/// A value like `ActivityTable`: it keeps showing what it showed when it was made. Fields are read by row.
public struct GainTable: RandomAccessCollection, GainRows {
    let gains: GainColumns
    let activities: ActivityTable
    let policy: Policy
    /// Rows of `gains` in order; nil where they stand in order as they are.
    let index: [Int32]?
    let bounds: Range<Int>
    /// By row of `gains`: the loss that is not allowed.
    let disallowed: [Int32: LotMoney]

    public var startIndex: Int { 0 }
    public var endIndex: Int { bounds.count }

    /// A row as a value of its own.
    public subscript(row: Int) -> Gain {
        Gain(
            account: account(at: row), instrument: instrument(at: row), opened: opened(at: row), closed: closed(at: row),
            side: side(at: row), quantity: quantity(at: row), proceeds: proceeds(at: row), cost: cost(at: row),
            currency: currency(at: row), term: term(at: row), wash: wash(at: row), otherProceeds: other(gains.otherProceeds, row),
            otherCost: other(gains.otherCosts, row), otherWash: otherWash(at: row), isCostKnown: isCostKnown(at: row),
            lot: lot(at: row), lotID: lotID(at: row), activity: activity(at: row))
    }

    private func other(_ column: DecimalColumn, _ row: Int) -> FixedDecimal? {
        guard gains.countsOther else { return nil }
        let value = column[place(row)]
        return value.isAbsent ? nil : value
    }

    private func otherWash(at row: Int) -> FixedDecimal? {
        gains.countsOther ? (disallowed[Int32(place(row))] ?? .zero).known : nil
    }

    /// The account of a row.
    public func account(at row: Int) -> AccountID { pair(row).account }

    /// The instrument of a row.
    public func instrument(at row: Int) -> InstrumentID {
        guard let instrument = pair(row).instrument else { preconditionFailure("only instruments have lots") }
        return instrument
    }

    /// The day the lot of a row was opened.
    public func opened(at row: Int) -> Day { activities.opened(at: opening(row)) }
    /// The day it was closed.
    public func closed(at row: Int) -> Day { activities.date(at: closing(row)) }
    /// Whether it was held long or short.
    public func side(at row: Int) -> LotSide { gains.quantities[place(row)].isNegative ? .short : .long }
    /// Units closed.
    public func quantity(at row: Int) -> FixedDecimal { gains.quantities[place(row)].magnitude }
    /// What its sale brought.
    public func proceeds(at row: Int) -> FixedDecimal { gains.proceeds[place(row)] }
    /// What its purchase cost.
    public func cost(at row: Int) -> FixedDecimal { gains.costs[place(row)] }
    /// Whether it is unknown what some of the units sold cost.
    public var hasUnknownCosts: Bool { !gains.unknown.isEmpty }
    /// Whether anybody told what its purchase cost; where nobody did, cost and gain are no figures.
    public func isCostKnown(at row: Int) -> Bool { !gains.isUnknown(at: place(row)) }
    /// The loss that is not allowed, as it moved to units bought in the place of those sold; zero for most.
    public func wash(at row: Int) -> FixedDecimal { disallowed.isEmpty ? .zero : disallowed[Int32(place(row))]?.own ?? .zero }
    /// The currency of its figures.
    public func currency(at row: Int) -> Currency { activities.currency(at: closing(row)) }
    /// How long it was held, by the book's setting.
    public func term(at row: Int) -> Term { policy.term(opened: heldSince(row), closed: closed(at: row)) }
    /// The day from which its term counts: days that a lot took over with a loss stand before its opening.
    private func heldSince(_ row: Int) -> Day {
        let tacked = gains.tacked(at: place(row))
        return tacked == 0 ? opened(at: row) : (try? opened(at: row).adding(days: -Int(tacked))) ?? opened(at: row)
    }
    /// The entry that opened the lot.
    public func lot(at row: Int) -> EntryID { activities.id(at: opening(row)) }
    /// The id of the lot, as open lots have it.
    public func lotID(at row: Int) -> EntryID { LotName(lot(at: row), key: gains.lotKey(at: place(row))).id }
    /// The entry that closed it.
    public func activity(at row: Int) -> EntryID { activities.id(at: closing(row)) }

    private func place(_ row: Int) -> Int {
        precondition(row >= 0 && row < bounds.count)
        let position = bounds.lowerBound + row
        return index.map { Int($0[position]) } ?? position
    }

    private func opening(_ row: Int) -> Int { Int(gains.openings[place(row)]) }
    private func closing(_ row: Int) -> Int { Int(gains.closings[place(row)]) }

    private func pair(_ row: Int) -> (account: AccountID, instrument: InstrumentID?) {
        activities.slots.positions[Int(gains.positions[place(row)])]
    }
}

extension Ledger {
    /// Gains of lots closed within the days given, both included; nil for no limit.
    public func gains(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> GainTable {
        try settle()
        // On a day whose transfers are arranged a replay closes lots in another order than one by one.
        return table(of: state, state.gainsNeedIndex || !activities.crossedDays.isEmpty ? orderedGains() : nil, from, to)
    }

    /// The same with `otherProceeds` and `otherCost` in another currency. O(n) the first time.
    public func gains(from: Day? = nil, to: Day? = nil, countedIn currency: Currency, by graph: RateGraph) throws(LedgerError) -> GainTable {
        table(of: try state(on: nil, countedIn: currency, by: graph), nil, from, to)
    }

    private func table(of state: ReplayState, _ index: [Int32]?, _ from: Day?, _ to: Day?) -> GainTable {
        let count = index?.count ?? state.gains.count
        /// The first of the gains, which are in order of closing, that the condition holds for; it holds for all that follow.
        func first(where condition: (Day) -> Bool) -> Int {
            (0..<count).partitioningIndex { place in
                let row = index.map { Int($0[place]) } ?? place
                return condition(activities.date(at: Int(state.gains.closings[row])))
            }
        }
        let start = first { closed in from.map { closed >= $0 } ?? true }, end = first { closed in to.map { closed > $0 } ?? false }
        return GainTable(
            gains: state.gains, activities: activities, policy: policy, index: index, bounds: start..<max(start, end),
            disallowed: state.wash.disallowed)
    }

}
