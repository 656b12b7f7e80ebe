public import Values

extension Ledger {
    /// What the activity of a row does to its account's cash, as recorded; one that is void or not posted included. O(1).
    public func cashEffect(at row: Int) throws(LedgerError) -> FixedDecimal {
        let facts = facts(at: row)
        return try LedgerError.arithmetic { () throws(DecimalError) in
            try postings.compile(facts)
            var sum = FixedDecimal.zero
            for posting in postings.postings where posting.target == .cash { sum = try sum + posting.amount }
            return sum
        }
    }
}
