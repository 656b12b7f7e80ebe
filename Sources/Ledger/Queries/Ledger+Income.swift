public import Values

extension Ledger {
    /// What was earned within the days given, both included; nil for no limit. In replay order.
    public func income(from: Day? = nil, to: Day? = nil) throws(LedgerError) -> [Income] {
        let earners = ActivityRule.all.map(\.earnsIncome)
        let activities = activities
        var rows: [Int32] = []
        for row in 0..<activities.count where earners[activities.kind(at: row).ordinal] && activities.counts(at: row) {
            let date = activities.date(at: row)
            if from.map({ date < $0 }) == true || to.map({ date > $0 }) == true { continue }
            rows.append(Int32(row))
        }
        var result: [Income] = []
        var replayer = Replayer(self)
        for row in activities.sorted(rows) {
            try replayer.compile(Int(row))
            for posting in replayer.postings.postings where posting.target == .income {
                result.append(income(of: posting, at: Int(row), activities))
            }
        }
        return result
    }

    private func income(of posting: Posting, at row: Int, _ activities: ActivityTable) -> Income {
        let (account, instrument) = activities.slots.positions[posting.position.index]
        return Income(
            activity: activities.id(at: row), date: activities.date(at: row), account: account, instrument: instrument,
            kind: activities.kind(at: row), amount: -posting.amount, tax: activities.tax(at: row),
            currency: activities.slots.purses[posting.purse.index].currency)
    }
}
