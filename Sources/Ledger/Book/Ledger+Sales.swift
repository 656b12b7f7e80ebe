import Values

/// What might leave a sale without units.
enum Cause {
    case recording(row: Int)
    case voiding(EntryID)
    case forbiddingShorts
}

extension Ledger {
    /// Runs through the position's trades in replay order and refuses the cause if a sale finds too little.
    func checkSales(in slot: PositionSlot, causedBy cause: Cause) throws(LedgerError) {
        if mayGoShort(slot) { return }
        var isMarked = [Bool](repeating: false, count: activities.slots.positions.count)
        isMarked[slot.index] = true
        var held = FixedDecimal.zero
        var buffer = PostingBuffer(policy: policy)
        for row in activities.rows(inPositions: isMarked) {
            let facts = facts(at: Int(row))
            try LedgerError.arithmetic { () throws(DecimalError) in try buffer.compile(facts) }
            for posting in buffer.postings where posting.position == slot && posting.isTrade {
                if posting.target == .relieve, posting.quantity > held {
                    throw shortage(of: posting, at: Int(row), held: held, causedBy: cause)
                }
                held = try LedgerError.arithmetic { () throws(DecimalError) in try posting.changing(held) }
            }
        }
    }

    /// Refuses to forbid short sales where the account has made one.
    func checkSales(ofAccount account: AccountID) throws(LedgerError) {
        for (index, pair) in activities.slots.positions.enumerated() where pair.account == account && pair.instrument != nil {
            try checkSales(in: PositionSlot(rawValue: UInt32(index)), causedBy: .forbiddingShorts)
        }
    }

    private func shortage(of posting: Posting, at row: Int, held: FixedDecimal, causedBy cause: Cause) -> LedgerError {
        let (account, symbol) = names(of: posting.position)
        let act: String
        switch cause {
        case .recording(let own) where own == row:
            return .oversold(
                account: account, symbol: symbol, date: activities.date(at: row), held: held, asked: posting.quantity)
        case .recording(let own): act = describe(row: own)
        case .voiding(let entry): act = "voiding entry \(entry.rawValue)"
        case .forbiddingShorts: act = "forbidding short sales"
        }
        return .strandsSale(
            act: act, account: account, symbol: symbol, saleDate: activities.date(at: row), sale: activities.id(at: row),
            held: held, asked: posting.quantity)
    }

    /// An activity as the cause of something: `selling 5 ORCL on 2014-03-03`.
    private func describe(row: Int) -> String {
        let quantity = activities.quantity(at: row) ?? .zero
        return "the \(activities.kind(at: row).rawValue) of \(quantity) \(names(of: activities.position(at: row)).symbol) on \(activities.date(at: row))"
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
