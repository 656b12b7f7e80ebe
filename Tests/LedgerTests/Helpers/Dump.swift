import Ledger
import Values

extension Ledger {
    /// Everything that can be asked of a book, as lines. Activities go by their notes, so that books whose entries have other numbers
    /// can be compared.
    func dump(on day: Day? = nil) throws -> [String] {
        func label(_ entry: EntryID) -> String {
            let row = activities.row(of: entry)!
            let notes = activities.notes(at: row)
            return notes.isEmpty ? "#\(entry.rawValue)" : notes
        }
        var lines: [String] = []
        for holding in try holdings(on: day) {
            lines.append(
                "holding \(self[holding.account].name) \(self[holding.instrument].symbol) \(holding.quantity) cost \(holding.cost)"
                    + " average \(holding.averageCost!) income \(holding.income) \(holding.hasForeignIncome ? "and more " : "")lots \(holding.openLots) \(holding.currency)")
        }
        for lot in try lots(on: day) {
            lines.append(
                "lot \(label(lot.entry)) \(self[lot.account].name) \(self[lot.instrument].symbol) \(lot.opened) \(lot.side)"
                    + " \(lot.remaining) of \(lot.quantity) cost \(lot.cost) of \(lot.openingCost)"
                    + (lot.tackedDays == 0 ? "" : " and \(lot.tackedDays) days"))
        }
        for cash in try cash(on: day) {
            lines.append(
                "cash \(self[cash.account].name) \(cash.balance) \(cash.currency) contribution \(cash.contribution)"
                    + " income \(cash.income) fees \(cash.fees) taxes \(cash.taxes)")
        }
        for gain in try gains(to: day) {
            lines.append(
                "gain \(label(gain.lot)) \(label(gain.activity)) \(self[gain.account].name) \(self[gain.instrument].symbol)"
                    + " \(gain.opened) \(gain.closed) \(gain.side) \(gain.quantity) proceeds \(gain.proceeds) cost \(gain.cost) gain \(gain.gain)"
                    + " wash \(gain.wash) \(gain.term) \(gain.currency)")
        }
        for income in try income(to: day) {
            lines.append("income \(label(income.activity)) \(income.date) \(income.kind) \(income.amount) tax \(income.tax)")
        }
        // Entries have other numbers in the books that are compared.
        lines += try warnings(on: day).map { $0.message.replacing(/entry \d+/, with: "entry") }.sorted()
        return lines
    }
}

/// A copy of a book that was loaded and computed from the first entry on.
func reloaded(_ ledger: Ledger) throws -> Ledger {
    let copy = Ledger()
    for (index, account) in ledger.accounts.enumerated() {
        try copy.load(.account(AccountID(Int32(index + 1)), account), id: EntryID(copy.lastEntry.rawValue + 1))
    }
    for (index, instrument) in ledger.instruments.enumerated() {
        try copy.load(.instrument(InstrumentID(Int32(index + 1)), instrument), id: EntryID(copy.lastEntry.rawValue + 1))
    }
    for (key, value) in ledger.settings {
        try copy.load(.setting(key: key, value: value), id: EntryID(copy.lastEntry.rawValue + 1))
    }
    for row in 0..<ledger.activities.count {
        try copy.load(ledger.activities.activity(at: row), id: ledger.activities.id(at: row))
    }
    for row in 0..<ledger.activities.count where ledger.activities.isVoid(at: row) {
        try copy.load(.void(ledger.activities.id(at: row), reason: ""), id: EntryID(copy.lastEntry.rawValue + 1))
    }
    return copy
}
