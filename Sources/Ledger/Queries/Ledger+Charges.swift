public import Values

/// What was charged for something, or paid as tax.
public struct Charge: Hashable, Sendable {
    /// What it was charged for; the raw value is the name people see.
    public enum Kind: String, CaseIterable, Sendable {
        /// The fee of a trade, a transfer of units or another change of units.
        case trade
        /// Any other fee: of the account, of a payment.
        case account
        /// A tax, paid or withheld.
        case tax
        /// The fee for changing one currency into another.
        case exchange
    }

    /// The entry that it comes from.
    public let activity: EntryID
    /// The row of that entry among the activities.
    public let row: Int
    /// The day it is of.
    public let date: Day
    /// Where it was charged.
    public let account: AccountID
    /// What it was charged for; nil where it is not of an instrument.
    public let instrument: InstrumentID?
    /// What it is.
    public let kind: Kind
    /// Below zero where an earlier one was paid back.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}

extension Ledger {
    /// Fees and taxes of activities that count, within the days given, both included; nil for no limit. In replay order; an activity has its fee
    /// before its tax. Whether fees are part of a cost makes no difference. O(n).
    ///
    /// - Parameter counting: false for those of activities that do not count, being void, amended, pending or drafts.
    public func charges(from: Day? = nil, to: Day? = nil, counting: Bool = true) -> [Charge] {
        let table = activities
        var charges: [Charge] = []
        for row in table.rowsInOrder().lazy.map(Int.init) where table.counts(at: row) == counting {
            let day = table.date(at: row), kind = table.kind(at: row)
            if let from, day < from { continue }
            if let to, day > to { continue }
            func add(_ what: Charge.Kind, _ amount: FixedDecimal?) {
                guard let amount, !amount.isZero else { return }
                charges.append(
                    Charge(
                        activity: table.id(at: row), row: row, date: day, account: table.account(at: row), instrument: table.instrument(at: row), kind: what,
                        amount: amount, currency: table.currency(at: row)))
            }
            let changesUnits = table.instrument(at: row) != nil && ActivityRule.changesUnits(kind, table.subtype(at: row))
            if kind == .fee { add(.account, table.amount(at: row)) }
            add(changesUnits ? .trade : table.subtype(at: row) == .exchange ? .exchange : .account, table.fee(at: row))
            if kind == .tax { add(.tax, table.amount(at: row)) }
            add(.tax, table.tax(at: row))
        }
        return charges
    }
}
