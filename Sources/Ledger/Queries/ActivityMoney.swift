public import Values

/// What activities come to in money, as their rules tell it; read by row of `Ledger.activities` as they were when it was made.
public struct ActivityMoney {
    private let replayer: Replayer
    private var postings: PostingBuffer

    init(_ ledger: Ledger) {
        replayer = Replayer(ledger)
        postings = PostingBuffer(policy: ledger.policy)
    }

    /// Money before fee and tax: the amount as given, or what quantity, price and multiplier make. Nil only beyond the largest decimal.
    public func amount(at row: Int) -> FixedDecimal? { try? replayer.facts(at: row).gross }

    /// The change of the account's cash in the activity's currency, whether or not the activity counts. Nil only beyond the largest decimal.
    public mutating func cash(at row: Int) -> FixedDecimal? {
        guard (try? replayer.compile(row, into: &postings)) != nil else { return nil }
        var sum = FixedDecimal.zero
        for posting in postings.postings where posting.target == .cash {
            guard let more = try? sum + posting.amount else { return nil }
            sum = more
        }
        return sum
    }
}
