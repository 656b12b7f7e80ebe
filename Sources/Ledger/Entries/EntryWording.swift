import Values

/// What the lines of a dry run are made with: the ledger as it is after all of the act, and what was defined before the next entry.
package struct EntryWording {
    /// The line of an entry.
    package struct Line {
        /// What kind of entry it is: `setting`.
        package let entry: String
        /// What it is of: `lot_method`.
        package let of: String
        /// What it says or changes: `the default → lifo`.
        package let what: String

        init(_ entry: String, _ of: String, _ what: String) { (self.entry, self.of, self.what) = (entry, of, what) }
    }

    /// What tells one plan from another.
    struct PlanKey: Hashable {
        let kind: PlanDocument.Kind
        let name: String
    }

    let ledger: Ledger
    private let currencies: () -> CurrencyTable
    var accounts: [AccountID: Account] = [:]
    var instruments: [InstrumentID: Instrument] = [:]
    var settings: [String: String]
    var plans: Set<PlanKey>

    /// - Parameters:
    ///   - before: what was defined before the act; nil where nothing was.
    ///   - currencies: those that the book knows, for the digits of amounts.
    package init(_ ledger: Ledger, before: Definitions?, currencies: @escaping () -> CurrencyTable) {
        (self.ledger, self.currencies) = (ledger, currencies)
        for (place, account) in (before?.accounts ?? []).enumerated() { accounts[AccountID(Int32(place + 1))] = account }
        for (place, instrument) in (before?.instruments ?? []).enumerated() { instruments[InstrumentID(Int32(place + 1))] = instrument }
        settings = before?.settings ?? [:]
        plans = Set(PlanDocument.Kind.allCases.flatMap { kind in (before?.plans.documents(kind) ?? []).map { PlanKey(kind: kind, name: $0.name) } })
    }

    /// An amount in words: `12.50 USD`.
    func amount(_ amount: FixedDecimal, _ currency: Currency) -> String { Money(amount, currency).described(by: currencies()) }

    /// The activity of an entry in a few words.
    func describe(_ entry: EntryID) -> String {
        ledger.activities.row(of: entry).map { describe(ledger.activities.activity(at: $0)) } ?? "entry \(entry.rawValue)"
    }

    /// An activity in a few words: `2024-01-02 buy 10 ORCL @ 31.20 312.00 USD in Brokerage`.
    func describe(_ activity: Activity) -> String {
        let units = activity.quantity.map { "\($0)" }, symbol = activity.instrument.map { ledger[$0].symbol }
        let price = activity.price.map { "@ \($0)" }, amount = activity.amount.map { self.amount($0, activity.currency) }
        let account = activity.account == .every ? nil : "in \(ledger[activity.account].name)"
        return ["\(activity.date)", activity.kind.rawValue, units, symbol, price, amount, account].compactMap(\.self).joined(separator: " ")
    }

    /// What a definition says, or what of it changes, field by field.
    static func changes(from old: [(String, String)]?, to new: [(String, String)]) -> String {
        guard let old else { return "new: " + new.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
        return zip(old, new).filter { $0.1 != $1.1 }.map { old, new in
            "\(new.0) \(old.1.isEmpty ? "none" : old.1) → \(new.1.isEmpty ? "none" : new.1)"
        }.joined(separator: ", ")
    }
}
