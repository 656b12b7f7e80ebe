public import Values

extension Ledger {
    /// What was earned within the days given, both included; nil for no limit. In replay order.
    public func income(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> [Income] {
        let earners = Set(ActivityRule.all.lazy.filter(\.earnsIncome).map(\.kind))
        var rows: [Int32] = []
        for row in 0..<activities.count where earners.contains(activities.kind(at: row)) && activities.counts(at: row) {
            let date = activities.date(at: row)
            if from.map({ date < $0 }) == true || to.map({ date > $0 }) == true { continue }
            rows.append(Int32(row))
        }
        var result: [Income] = []
        for row in activities.sorted(rows) { try appendIncome(of: Int(row), to: &result) }
        return result
    }

    private func appendIncome(of row: Int, to result: inout [Income]) throws(LedgerError) {
        let facts = facts(at: row)
        try LedgerError.arithmetic { () throws(DecimalError) in try postings.compile(facts) }
        for posting in postings.postings where posting.target == .income {
            let (account, instrument) = activities.slots.positions[posting.position.index]
            result.append(
                Income(
                    activity: activities.id(at: row), date: facts.date, account: account, instrument: instrument, kind: facts.kind,
                    amount: -posting.amount, tax: facts.tax, currency: activities.slots.purses[posting.purse.index].currency))
        }
    }
}
