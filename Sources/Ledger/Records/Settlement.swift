public import Values

/// In which currency the cash of an activity moves, and by which rate of its own: that of its figures, or, where it settles in another, that one at the
/// rate that it tells.
extension ActivityTable {
    /// Whether any of some rows moves cash of another currency than that of its figures.
    public func settlesElsewhere(_ rows: [Int32]) -> Bool { settledRows > 0 && rows.contains { detail(at: Int($0))?.settles != nil } }

    /// The currency in which its cash moves.
    public func cashCurrency(at row: Int) -> Currency { detail(at: row)?.settles ?? currency(at: row) }

    /// What a figure of it comes to in the currency in which its cash moves.
    public func settled(_ amount: FixedDecimal, at row: Int) throws(LedgerError) -> FixedDecimal {
        guard detail(at: row)?.settles != nil, let rate = fxRate(at: row) else { return amount }
        return try LedgerError.arithmetic { () throws(DecimalError) in try amount * rate }
    }

    /// The currency in which its cash moves, where it could have moved in another: it tells a rate, and its account has another currency.
    public func settlement(at row: Int, _ accounts: [Account]) -> Currency? {
        ownRate(at: row, accounts) == nil ? nil : cashCurrency(at: row)
    }

    /// Whether units came in at a cost that the activity itself tells, and not with lots from another account.
    func tellsCost(at row: Int) -> Bool { kind(at: row) == .transferIn && !TransferGroup.isPair(detail(at: row)?.group ?? "") }

    /// What it tells itself of another currency: units of it for one of its own; nil where it tells nothing.
    public func ownRate(at row: Int, _ accounts: [Account]) -> (currency: Currency, rate: FixedDecimal)? {
        guard let rate = fxRate(at: row), account(at: row) != .every else { return nil }
        let other = detail(at: row)?.settles ?? accounts[Int(account(at: row).rawValue) - 1].currency
        return other == currency(at: row) ? nil : (other, rate)
    }
}
