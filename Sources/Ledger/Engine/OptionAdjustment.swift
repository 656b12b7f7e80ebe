import Values

/// What an option has become since it was written, by what happened to what it is on.
///
/// The rules are those of the Options Clearing Corporation (By-Laws, Article VI, section 11A, and its information memos). A split into a whole
/// number of units for one (2:1) makes as many contracts of each, and divides the strike. Any other that makes units more (3:2) divides the
/// strike and makes each contract one for more units. A reverse split (1:10) leaves contracts and strike, and each delivers fewer units for
/// the same money. A merger or a change of symbol leaves them, and each delivers what its units became. Strikes are rounded to the cent.
final class OptionAdjustment: Sendable {
    /// How many contracts one of the first ones is now.
    let contracts: FixedDecimal
    let strike: FixedDecimal
    /// What strike and premium, which are per unit, are multiplied with.
    let multiplier: FixedDecimal
    /// Units of the underlying that one contract delivers.
    let deliverable: FixedDecimal
    /// What it delivers, where that is no longer what the option was written on.
    let into: InstrumentID?
    /// Whether one contract delivers other than the multiplier's units of what it was written on.
    let isStandard: Bool

    private init(contracts: FixedDecimal, strike: FixedDecimal, multiplier: FixedDecimal, deliverable: FixedDecimal, into: InstrumentID?, isStandard: Bool) {
        (self.contracts, self.strike, self.multiplier, self.deliverable) = (contracts, strike, multiplier, deliverable)
        (self.into, self.isStandard) = (into, isStandard)
    }

    /// An option as it was written.
    convenience init(_ terms: OptionTerms, multiplier: FixedDecimal) {
        self.init(contracts: .one, strike: terms.strike, multiplier: multiplier, deliverable: multiplier, into: nil, isStandard: true)
    }

    /// After a split of what it is on.
    func split(_ ratio: Ratio) throws(DecimalError) -> OptionAdjustment {
        if let whole = ratio.whole {
            return OptionAdjustment(
                contracts: try contracts * whole, strike: try divided(strike, by: ratio), multiplier: multiplier, deliverable: deliverable, into: into,
                isStandard: isStandard)
        }
        let units = try ratio.applied(to: deliverable), isMore = ratio.new > ratio.old
        return OptionAdjustment(
            contracts: contracts, strike: isMore ? try divided(strike, by: ratio) : strike,
            multiplier: isMore ? try ratio.applied(to: multiplier) : multiplier, deliverable: units, into: into, isStandard: false)
    }

    /// After what it is on became units of another instrument.
    func converted(_ ratio: Ratio, into other: InstrumentID) throws(DecimalError) -> OptionAdjustment {
        OptionAdjustment(
            contracts: contracts, strike: strike, multiplier: multiplier, deliverable: try ratio.applied(to: deliverable), into: other,
            isStandard: isStandard && ratio.isSame)
    }

    /// After owners of what it is on got units of something else beside it, which a contract delivers too.
    func spunOff() -> OptionAdjustment {
        OptionAdjustment(contracts: contracts, strike: strike, multiplier: multiplier, deliverable: deliverable, into: into, isStandard: false)
    }

    /// To the cent, or as finely as it was.
    private func divided(_ strike: FixedDecimal, by ratio: Ratio) throws(DecimalError) -> FixedDecimal {
        try ratio.undone(on: strike).rounded(to: max(2, strike.fractionDigits), .halfUp)
    }

    /// What a change makes of contracts that an account holds, or that are on their way, and how many they become; no ratio where their number stays, and
    /// nil where the instrument is no option.
    static func after(
        _ change: (OptionAdjustment) throws(DecimalError) -> OptionAdjustment, _ adjustment: OptionAdjustment?, of instrument: Instrument
    ) throws(DecimalError) -> (adjustment: OptionAdjustment, ratio: Ratio?)? {
        guard let terms = instrument.option else { return nil }
        let before = adjustment ?? OptionAdjustment(terms, multiplier: instrument.multiplier), after = try change(before)
        return (after, after.contracts == before.contracts ? nil : Ratio(after.contracts, for: before.contracts))
    }

    /// Money for one contract at the strike.
    var money: FixedDecimal { get throws(DecimalError) { try strike * multiplier } }
}

extension Position {
    /// Takes in what happened to what the option of the position is on. The caller has noted the position as a whole.
    mutating func adjustOption(_ instrument: Instrument, _ change: (OptionAdjustment) throws(DecimalError) -> OptionAdjustment) throws(DecimalError) {
        guard openLots > 0, let after = try OptionAdjustment.after(change, adjustment, of: instrument) else { return }
        if let ratio = after.ratio { try split(ratio) }
        adjustment = after.adjustment
    }

    /// Forgets what contracts were adjusted to once none are left.
    mutating func settleAdjustment() {
        if adjustment != nil, openLots == 0 { adjustment = nil }
    }
}

extension LotChange {
    /// So many contracts are used, and so many units traded for them.
    ///
    /// A use that was recorded at the strike from before a split is of contracts from before it.
    static func use(
        _ quantity: FixedDecimal, at price: FixedDecimal?, of instrument: Instrument?, _ adjustment: OptionAdjustment?, units: FixedDecimal
    ) throws(DecimalError) -> (contracts: FixedDecimal, units: FixedDecimal) {
        guard let adjustment, let terms = instrument?.option else { return (quantity, units) }
        let isFromBefore = price == terms.strike && adjustment.contracts != .one
        let contracts = isFromBefore ? try quantity * adjustment.contracts : quantity
        return (contracts, try contracts * adjustment.deliverable)
    }
}
