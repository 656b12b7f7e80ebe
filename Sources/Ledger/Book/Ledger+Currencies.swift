public import Values

extension Ledger {
    /// The currencies that the book knows: those of ISO 4217, the well-known coins, those declared, and those that it has entries or definitions in.
    ///
    /// What is recorded anew must be in one of them; what was recorded before its code was looked at stays, and counts as known. O(n) in the
    /// definitions, so `currency(coded:)` asks for it only where a code is not well known.
    public var currencies: CurrencyTable {
        var table = CurrencyTable()
        for document in plans.documents(.currency) {
            if let currency = try? Currency(document.name) { table.admit(currency) }
        }
        if let base = policy.baseCurrency { table.admit(base) }
        for account in accounts { table.admit(account.currency) }
        for instrument in instruments { table.admit(instrument.currency) }
        for cashPosition in activities.slots.cashPositions { table.admit(cashPosition.currency) }
        return table
    }

    /// The currency of a code that something new may be in; the error names the nearest one that is known.
    public func currency(coded code: String) throws(CurrencyError) -> Currency {
        let wellKnown = CurrencyTable(), currency = try Currency(code)
        return wellKnown.contains(currency) ? currency : try currencies.currency(code)
    }
}
