public import Values

/// What activities do to the cash of their accounts, one row after another.
public struct CashEffects {
    private var replayer: Replayer

    /// For the activities of a ledger.
    public init(_ ledger: Ledger) { replayer = Replayer(ledger) }

    /// The change of the account's cash that the activity of a row makes; of one that is void or not posted, that it would make. O(1).
    public mutating func effect(at row: Int) throws(LedgerError) -> FixedDecimal {
        try replayer.compile(row)
        return try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero
            for posting in replayer.postings.postings where posting.target == .cash { sum = try sum + posting.amount }
            return sum
        }
    }
}
