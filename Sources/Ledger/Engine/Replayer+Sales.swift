import Values

/// What might leave a sale without units.
enum Cause {
    case recording(row: Int)
    /// Several entries that are looked at as a set, the first of them in that row.
    case recordingTogether(from: Int)
    case voiding(EntryID)
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
        guard let asked = shortage.asked else { return nothingHeld(shortage.slot, row) }
        let (account, symbol) = names(of: shortage.slot)
        let act: String
        switch cause {
        case .recording(let own) where own == row:
            return oversold(shortage.slot, row, held: shortage.held, asked: asked)
        case .recordingTogether(let first) where first <= row:
            return oversold(shortage.slot, row, held: shortage.held, asked: asked)
        case .recordingTogether: act = "what is recorded together"
        case .recording(let own):
            let units = activities.quantity(at: own).map { "\($0) " } ?? ""
            act = "the \(activities.kind(at: own).rawValue) of \(units)\(symbol) on \(activities.date(at: own))"
        case .voiding(let entry): act = "voiding entry \(entry.rawValue)"
        case .forbiddingShorts: act = "forbidding short sales"
        }
        return .strandsSale(
            act: act, account: account, symbol: symbol, saleDate: activities.date(at: row), sale: activities.id(at: row),
            held: shortage.held, asked: asked)
    }
}
