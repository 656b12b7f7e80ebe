public import Values

/// What activities come to in money, as their rules tell it; read by row of the ledger's activities as they were when it was made.
public struct CashEffects {
    private let replayer: Replayer
    private var postings: PostingBuffer

    /// For the activities of a ledger.
    public init(_ ledger: Ledger) {
        replayer = Replayer(ledger)
        postings = PostingBuffer(policy: ledger.policy)
    }

    /// The change of the account's cash that the activity of a row makes; of one that is void or not posted, that it would make. O(1).
    public mutating func effect(at row: Int) throws(LedgerError) -> FixedDecimal {
        try replayer.compile(row, into: &postings)
        return try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero
            for posting in postings.postings where posting.target == .cash { sum = try sum + posting.amount }
            return sum
        }
    }

    /// Money before fee and tax: the amount as given, or what quantity, price and multiplier make. O(1).
    public func gross(at row: Int) throws(LedgerError) -> FixedDecimal {
        try LedgerError.arithmetic { () throws(DecimalError) in try replayer.facts(at: row).gross }
    }
}
