public import Values

/// What a holding paid, and what it pays for the units held on a later day if it goes on like that.
public struct Payment: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day it was paid.
    public let date: Day
    /// The account that it was paid to.
    public let account: AccountID
    /// What paid it; nil for interest on cash and the like.
    public let instrument: InstrumentID?
    /// The kind of the activity that paid it.
    public let kind: ActivityKind
    /// What was paid, before tax; zero where it was paid to another account, which held the units then.
    public let amount: FixedDecimal
    /// What the same payment comes to for the units held now; nil where no units were held when it was paid.
    public let forUnitsNow: FixedDecimal?
    /// The currency of its figures.
    public let currency: Currency
    /// Whether it was paid to the account itself.
    public let isOwn: Bool
}

extension Ledger {
    /// What was earned between two days, both included, and what each payment comes to for the units held at the end of a day.
    ///
    /// A dividend is taken for one per unit: paid on 10 units, it is paid twice as much on 20. Splits since then count as if they had been
    /// made before. Units that other accounts hold now, which had none when it was paid, are paid as much. What was earned without units, such as interest
    /// on cash, is taken as it was. O(n) in the activities.
    public func payments(from: Day, to: Day, history: History, on day: Day) throws(LedgerError) -> [Payment] {
        let paid = PaidUnits(history: history, slots: activities.slots, splits: splits(through: day))
        var payments: [Payment] = [], groups: [PaymentGroup.Key: PaymentGroup] = [:]
        for income in try income(from: from, to: to) {
            var amount: FixedDecimal? = income.amount
            if let instrument = income.instrument {
                let units = paid.units(of: instrument, on: income.date, in: income.account)
                amount = try paid.scaled(income.amount, of: instrument, for: units, on: income.date, to: day, in: income.account)
                if !units.isZero {
                    let key = PaymentGroup.Key(instrument: instrument, date: income.date, kind: income.kind, currency: income.currency)
                    try LedgerError.arithmetic { () throws(DecimalError) in try groups[key, default: PaymentGroup(first: income.activity)].add(income, units) }
                }
            }
            payments.append(
                Payment(
                    activity: income.activity, date: income.date, account: income.account, instrument: income.instrument, kind: income.kind,
                    amount: income.amount, forUnitsNow: amount, currency: income.currency, isOwn: true))
        }
        for (key, group) in groups.sorted(by: { ($0.key.date, $0.value.first) < ($1.key.date, $1.value.first) }) {
            for account in paid.holders(of: key.instrument) where group.units[account] == nil {
                guard paid.units(of: key.instrument, on: key.date, in: account).isZero, let sum = try group.total(),
                    let amount = try paid.scaled(group.amount, of: key.instrument, for: sum, on: key.date, to: day, in: account), !amount.isZero
                else { continue }
                payments.append(
                    Payment(
                        activity: group.first, date: key.date, account: account, instrument: key.instrument, kind: key.kind, amount: .zero,
                        forUnitsNow: amount, currency: key.currency, isOwn: false))
            }
        }
        return payments
    }
}

/// What an instrument paid on a day, to all accounts that had some.
private struct PaymentGroup {
    struct Key: Hashable {
        let instrument: InstrumentID
        let date: Day
        let kind: ActivityKind
        let currency: Currency
    }

    /// The first of the entries.
    let first: EntryID
    var amount = FixedDecimal.zero
    var units: [AccountID: FixedDecimal] = [:]

    init(first: EntryID) { self.first = first }

    mutating func add(_ income: Income, _ units: FixedDecimal) throws(DecimalError) {
        amount = try amount + income.amount
        self.units[income.account] = units
    }

    /// The units that were paid for; nil where they come to none.
    func total() throws(LedgerError) -> FixedDecimal? {
        let sum = try LedgerError.arithmetic { () throws(DecimalError) in
            var sum = FixedDecimal.zero
            for units in units.values { sum = try sum + units }
            return sum
        }
        return sum.isZero ? nil : sum
    }
}

/// The units that payments were for.
private struct PaidUnits {
    let history: History
    let slots: Slots
    let splits: [RecordedSplit]

    /// The accounts that ever had units of an instrument, by number of the account.
    func holders(of instrument: InstrumentID) -> [AccountID] {
        slots.holders(of: instrument).filter { $0.index < history.positions.count }.map { slots.positions[$0.index].account }
    }

    /// The units of a day for which an account is paid: those of the evening before, even where they are sold on the day itself; else those of its own evening.
    func units(of instrument: InstrumentID, on day: Day, in account: AccountID) -> FixedDecimal {
        guard let steps = steps(account, instrument) else { return .zero }
        let before = steps.figure(at: day.previous)
        return before.isZero ? steps.figure(at: day) : before
    }

    /// A payment for so many units of its day as one for those that an account holds on another day; nil where it was for none.
    func scaled(
        _ amount: FixedDecimal, of instrument: InstrumentID, for then: FixedDecimal, on date: Day, to day: Day, in account: AccountID
    ) throws(LedgerError) -> FixedDecimal? {
        guard let steps = steps(account, instrument), !then.isZero else { return nil }
        let now = steps.figure(at: day)
        return try LedgerError.arithmetic { () throws(DecimalError) in
            try FixedDecimal.mulDiv(amount, splits.units(now, of: instrument, in: account, asOf: date, on: day), then)
        }
    }

    private func steps(_ account: AccountID, _ instrument: InstrumentID) -> History.Steps? {
        guard let slot = slots.find(account, instrument), slot.index < history.units.count else { return nil }
        return history.units[slot.index]
    }
}
