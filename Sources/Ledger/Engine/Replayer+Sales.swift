import Values

/// What might leave a sale without units.
enum Cause {
    case recording(row: Int)
    /// Several entries that are looked at as a set, the first of them in that row.
    case recordingTogether(from: Int)
    case voiding(EntryID)
    /// Terms of an option, defined anew.
    case defining(symbol: String)
    case forbiddingShorts
}

extension Replayer {
    /// Runs through what moved the position's units, and those that hang on it, and refuses the cause if a sale finds too little.
    func checkSales(in slot: PositionSlot, causedBy cause: Cause) throws(LedgerError) {
        let slots = activities.slots.linked(to: slot)
        if mayGoShort(slot), activities.slots.isPlain(slot) { return }
        var run = QuantityRun(self)
        var postings = PostingBuffer(policy: policy)
        for row in activities.rows(in: slots) {
            try compile(Int(row), into: &postings)
            if let shortage = try run.take(postings, on: activities.date(at: Int(row))) { throw error(of: shortage, at: Int(row), causedBy: cause) }
        }
    }

    /// What is said of a cause that leaves the activity of a row with too few units.
    func error(of shortage: QuantityRun.Shortage, at row: Int, causedBy cause: Cause) -> LedgerError {
        let (account, symbol) = names(of: shortage.slot)
        let act: String, isOwn: Bool
        switch cause {
        case .recordingTogether(let first): (act, isOwn) = ("what is recorded together", first <= row)
        case .recording(let own):
            let units = activities.quantity(at: own).map { "\($0) " } ?? ""
            (act, isOwn) = ("the \(activities.kind(at: own).rawValue) of \(units)\(symbol) on \(activities.date(at: own))", own == row)
        case .voiding(let entry): (act, isOwn) = ("voiding entry \(entry.rawValue)", false)
        case .defining(let symbol): (act, isOwn) = ("defining \(symbol) anew", false)
        case .forbiddingShorts: (act, isOwn) = ("forbidding short sales", false)
        }
        guard let asked = shortage.asked else { return isOwn ? nothingHeld(shortage.slot, row) : stranded(shortage.slot, row, by: act) }
        if isOwn { return oversold(shortage.slot, row, held: shortage.held, asked: asked) }
        return .strands(
            act: act, event: self.act(at: row), account: account, symbol: symbol, date: activities.date(at: row), entry: activities.id(at: row),
            held: shortage.held, asked: asked)
    }

    /// What is said of an act that leaves nothing for the activity of a row, which needs units.
    func stranded(_ slot: PositionSlot, _ row: Int, by act: String) -> LedgerError {
        let (account, symbol) = names(of: slot)
        return .strandsEvent(act: act, event: self.act(at: row), account: account, symbol: symbol, date: activities.date(at: row), entry: activities.id(at: row))
    }
}
