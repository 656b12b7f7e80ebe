public import Values

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

extension Ledger {
    /// What contracts of an option that an account holds at the end of a day have become; nil where they are as they were written.
    func adjustment(of option: InstrumentID, in account: AccountID, on day: Day) throws(LedgerError) -> OptionAdjustment? {
        guard activities.slots.mayBeAdjusted(option), let slot = activities.slots.find(account, option) else { return nil }
        if openSet?.isBroken == true { return try adjustmentByUnits(of: slot, on: day) }
        let state: ReplayState
        do throws(LedgerError) {
            state = try self.state(on: day)
        } catch {
            // In a set that is open some may not have found their units yet.
            guard openSet != nil, error.isOfUnits else { throw error }
            return try adjustmentByUnits(of: slot, on: day)
        }
        return slot.index < state.positions.count ? state.positions[slot.index].adjustment : nil
    }

    /// The same from units alone: what finds too few of them is passed over.
    private func adjustmentByUnits(of slot: PositionSlot, on day: Day) throws(LedgerError) -> OptionAdjustment? {
        let replayer = Replayer(self)
        var run = QuantityRun(replayer), postings = PostingBuffer(policy: policy)
        for row in activities.rows(in: activities.slots.linked(to: slot)).map(Int.init) where activities.date(at: row) <= day {
            try replayer.compile(row, into: &postings)
            _ = try run.take(postings, on: activities.date(at: row))
        }
        return run.adjustment(of: slot)
    }

    /// The strike at which an option that an account holds is used on a day, for a unit of what it was written for, and what is delivered; nil where
    /// that is as its terms say.
    public func use(of option: InstrumentID, in account: AccountID, on day: Day) throws(LedgerError) -> (strike: FixedDecimal, underlying: InstrumentID)? {
        guard let terms = self[option].option, let adjusted = try adjustment(of: option, in: account, on: day) else { return nil }
        let written = self[option].multiplier
        let strike = try LedgerError.arithmetic { () throws(DecimalError) in
            adjusted.multiplier == written ? adjusted.strike : try adjusted.money / written
        }
        return (strike, adjusted.into ?? terms.underlying)
    }

    /// The option that has become one of such terms and is held in an account: a broker's statement calls it by its new terms.
    func option(nowCalled symbol: String, in account: AccountID, on day: Day) throws(LedgerError) -> InstrumentID? {
        guard let (root, right, strike, expires) = OptionTerms.told(by: symbol) else { return nil }
        for (place, instrument) in instruments.enumerated() {
            guard let terms = instrument.option, terms.right == right, terms.expires == expires else { continue }
            guard let adjusted = try adjustment(of: InstrumentID(Int32(place + 1)), in: account, on: day), adjusted.strike == strike else { continue }
            if self[adjusted.into ?? terms.underlying].symbol == root { return InstrumentID(Int32(place + 1)) }
        }
        return nil
    }
}

extension OptionTerms {
    /// The terms that a symbol of the Options Clearing Corporation tells, such as `ORCL  250117C00030000` or `ORCL250117C30`, or one of ours,
    /// `ORCL 2025-01-17 30 C`; nil where it is neither.
    static func told(by symbol: String) -> (root: String, right: Right, strike: FixedDecimal, expires: Day)? {
        let words = symbol.split(separator: " ")
        if words.count >= 4, let day = try? Day(String(words[1])), let strike = try? FixedDecimal(words[2]) {
            return words[3] == "C" || words[3] == "P" ? (String(words[0]), words[3] == "C" ? .call : .put, strike, day) : nil
        }
        let text = words.joined()
        guard let place = text.lastIndex(where: { $0 == "C" || $0 == "P" }), text.distance(from: text.startIndex, to: place) > 6 else { return nil }
        let start = text.index(place, offsetBy: -6), digits = Array(text[start..<place]), number = text[text.index(after: place)...]
        func part(_ from: Int) -> String { String(digits[from...from + 1]) }
        guard digits.allSatisfy(\.isASCII), let day = try? Day("20\(part(0))-\(part(2))-\(part(4))"), var strike = try? FixedDecimal(number) else { return nil }
        // Eight digits are thousandths.
        if number.count == 8, let thousandth = try? strike / 1000 { strike = thousandth }
        return (String(text[..<start]), text[place] == "C" ? .call : .put, strike, day)
    }
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
