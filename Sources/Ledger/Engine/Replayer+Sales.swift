import Values

/// What might leave a sale without units.
enum Cause {
    case recording(row: Int)
    case voiding(EntryID)
    case forbiddingShorts
}

extension Replayer {
    /// Runs through the position's trades in replay order and refuses the cause if a sale finds too little.
    func checkSales(in slot: PositionSlot, causedBy cause: Cause) throws(LedgerError) {
        if mayGoShort(slot) { return }
        var held = FixedDecimal.zero
        var postings = PostingBuffer(policy: policy)
        for row in activities.rows(in: slot) {
            try compile(Int(row), into: &postings)
            for posting in postings.postings where posting.position == slot && posting.isTrade {
                if posting.target == .relieve, posting.quantity > held {
                    throw shortage(of: posting, at: Int(row), held: held, causedBy: cause)
                }
                held = try LedgerError.arithmetic { () throws(DecimalError) in try posting.changing(held) }
            }
        }
    }

    private func shortage(of posting: Posting, at row: Int, held: FixedDecimal, causedBy cause: Cause) -> LedgerError {
        let (account, symbol) = names(of: posting.position)
        let act: String
        switch cause {
        case .recording(let own) where own == row:
            return .oversold(
                account: account, symbol: symbol, date: activities.date(at: row), held: held, asked: posting.quantity)
        case .recording(let own):
            let quantity = activities.quantity(at: own) ?? .zero
            act = "the \(activities.kind(at: own).rawValue) of \(quantity) \(symbol) on \(activities.date(at: own))"
        case .voiding(let entry): act = "voiding entry \(entry.rawValue)"
        case .forbiddingShorts: act = "forbidding short sales"
        }
        return .strandsSale(
            act: act, account: account, symbol: symbol, saleDate: activities.date(at: row), sale: activities.id(at: row),
            held: held, asked: posting.quantity)
    }
}

extension Posting {
    /// Whether units change hands.
    var isTrade: Bool { target == .acquire || target == .relieve }

    /// The units held after the posting.
    func changing(_ held: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        target == .relieve ? try held - quantity : try held + quantity
    }
}
