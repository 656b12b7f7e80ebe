public import Values

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
