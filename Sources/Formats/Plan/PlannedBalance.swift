public import Ledger
public import Values

/// What a file says that accounts hold at the end of a day, to be held against the book once the file is in it.
public struct PlannedBalance: Sendable {
    /// The line that says so.
    public var line: Int
    /// The day.
    public var day: Day
    /// The names of the accounts that hold it together.
    public var accounts: [String]
    /// A currency's code or the symbol of an instrument, as the file has it.
    public var commodity: String
    /// Whether it is cash.
    public var isCash: Bool
    /// How much.
    public var amount: FixedDecimal
    /// By how much it may differ.
    public var tolerance: FixedDecimal
}

extension ImportPlan {
    /// Compares the balances that the file tells with those of a ledger that the plan is in, and tells those that differ.
    public mutating func checkBalances(_ ledger: Ledger) throws {
        let days = Set(balances.map(\.day)).sorted(), byDay = Dictionary(grouping: balances, by: \.day)
        var differing: [String] = []
        try ledger.visit(days) { day, state in
            let cash = try state.cash(), holdings = state.holdings()
            for told in byDay[day] ?? [] {
                let accounts = Set(told.accounts.compactMap { ledger.account(named: $0) })
                var sum = FixedDecimal.zero
                if told.isCash {
                    for balance in cash where accounts.contains(balance.account) && balance.currency.code == told.commodity { sum = try sum + balance.balance }
                } else if let instrument = ledger.instrument(named: told.commodity) {
                    for holding in holdings where accounts.contains(holding.account) && holding.instrument == instrument { sum = try sum + holding.quantity }
                }
                guard try (sum - told.amount).magnitude > told.tolerance else { continue }
                let names = told.accounts.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
                differing.append(
                    "\(names) \(told.accounts.count == 1 ? "holds" : "hold") \(sum) \(told.commodity) at the end of \(day) by the book, and \(told.amount) by line \(told.line) of the file"
                )
            }
        }
        note(.changed, differing) {
            $0
        } together: {
            "\(differing.count) balances of the file are not those of the book: \($0)"
        }
    }
}
