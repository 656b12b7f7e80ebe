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
    /// Whether the file's own transactions contradict it, which is told as it is read.
    public var isContradicted = false
}

extension ImportPlan {
    /// Compares the balances that the file tells with those of a ledger that the plan is in, and tells those that differ.
    public mutating func checkBalances(_ ledger: Ledger) throws {
        let days = Set(balances.map(\.day)).sorted(), byDay = Dictionary(grouping: balances, by: \.day)
        var differing: [String] = []
        try ledger.visit(days) { day, state in
            let figures = try HeldFigures(ledger, state)
            for told in byDay[day] ?? [] where !told.isContradicted {
                let held = try figures.held(told)
                if try (held - told.amount).magnitude > told.tolerance { differing.append(told.sentence(held)) }
            }
        }
        note(.changed, differing) {
            $0
        } together: {
            "\(differing.count) balances of the file are not those of the book: \($0)"
        }
    }
}
