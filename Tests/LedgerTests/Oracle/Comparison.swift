import Ledger
import Values

/// What a ledger and the oracle say of the same book, figure by figure, under the same names.
struct Comparison {
    /// Exact figures of the oracle and the ledger's own. What one of them does not tell of is zero.
    private var figures: [String: (oracle: Fraction, ledger: FixedDecimal)] = [:]
    private let isAveraged: Bool
    private let unitsAreExact: Bool

    init(_ ledger: Ledger, _ oracle: SlowBook, unitsAreExact: Bool) throws {
        isAveraged = oracle.method == .average || oracle.rules.contains { $0.method == .average }
        self.unitsAreExact = unitsAreExact
        add(oracle)
        try add(ledger)
    }

    /// A line for each figure that differs by more than roundings come to.
    var differences: [String] {
        figures.compactMap { name, pair in
            let difference = (pair.oracle - Fraction(pair.ledger)).magnitude
            let isUnits = name.hasSuffix("units")
            let tolerance: Fraction =
                isUnits && unitsAreExact
                ? .zero
                : max(.one, pair.oracle.magnitude) * Fraction(unitsAreExact ? decimal("0.00000000000001") : decimal("0.000000000001"))
            return difference > tolerance ? "\(name): oracle \(pair.oracle), ledger \(pair.ledger)" : nil
        }.sorted()
    }

    private mutating func add(_ name: String, oracle: Fraction) { figures[name, default: (.zero, .zero)].oracle += oracle }
    private mutating func add(_ name: String, ledger: FixedDecimal) throws {
        try figures[name, default: (.zero, .zero)].ledger += ledger
    }

    // Under the average method it is not of interest which lot units come from.
    private func name(_ account: AccountID, _ instrument: InstrumentID, _ side: LotSide, lot: EntryID, _ opened: Day) -> String {
        let place = "account \(account.rawValue) instrument \(instrument.rawValue) \(side)"
        return isAveraged ? place : "\(place) lot \(lot.rawValue) of \(opened)"
    }

    private mutating func add(_ oracle: SlowBook) {
        for (place, position) in oracle.positions {
            for (side, lots) in [(LotSide.long, position.long), (.short, position.short)] {
                for lot in lots {
                    let name = "lot " + name(place.account, place.instrument, side, lot: lot.entry, lot.opened)
                    add(name + " units", oracle: side == .long ? lot.units : -lot.units)
                    add(name + " cost", oracle: side == .long ? lot.cost : -lot.cost)
                    add(name + " of unknown cost", oracle: lot.isUnknown ? lot.units : .zero)
                    add(name + " days of others", oracle: lot.units * Fraction(lot.tacked))
                }
            }
            if !position.long.isEmpty || !position.short.isEmpty {
                let name = "income of account \(place.account.rawValue) instrument \(place.instrument.rawValue)"
                add(name, oracle: position.income)
                add("foreign \(name)", oracle: position.hasForeignIncome ? .one : .zero)
            }
        }
        for gain in oracle.gains {
            let name = "gain \(gain.activity.rawValue) " + name(gain.place.account, gain.place.instrument, gain.side, lot: gain.lot, gain.opened)
            add(name + " units", oracle: gain.units)
            add(name + " proceeds", oracle: gain.proceeds)
            add(name + " cost", oracle: gain.cost)
            add(name + " wash", oracle: gain.wash)
            add(name + " of unknown cost", oracle: gain.isUnknown ? gain.units : .zero)
            if gain.isLongTerm { add(name + " held long", oracle: gain.units) }
        }
        for (key, cashPosition) in oracle.cashPositions {
            let name = "account \(key.account.rawValue) \(key.currency)"
            add(name + " cash", oracle: cashPosition.cash)
            add(name + " contribution", oracle: cashPosition.contribution)
            add(name + " income", oracle: cashPosition.income)
            add(name + " fees", oracle: cashPosition.fees)
            add(name + " taxes", oracle: cashPosition.taxes)
            add(name + " exchanged", oracle: cashPosition.exchanged)
        }
    }

    private mutating func add(_ ledger: Ledger) throws {
        for lot in try ledger.lots() {
            let name = "lot " + name(lot.account, lot.instrument, lot.side, lot: lot.entry, lot.opened)
            try add(name + " units", ledger: lot.remaining)
            try add(name + " cost", ledger: lot.cost)
            if !lot.isCostKnown { try add(name + " of unknown cost", ledger: lot.remaining.magnitude) }
            try add(name + " days of others", ledger: lot.remaining * FixedDecimal(lot.tackedDays))
        }
        for holding in try ledger.holdings() {
            let name = "income of account \(holding.account.rawValue) instrument \(holding.instrument.rawValue)"
            try add(name, ledger: holding.income)
            try add("foreign \(name)", ledger: holding.hasForeignIncome ? .one : .zero)
        }
        for gain in try ledger.gains() {
            let name = "gain \(gain.activity.rawValue) " + name(gain.account, gain.instrument, gain.side, lot: gain.lot, gain.opened)
            try add(name + " units", ledger: gain.quantity)
            try add(name + " proceeds", ledger: gain.proceeds)
            try add(name + " cost", ledger: gain.cost)
            try add(name + " wash", ledger: gain.wash)
            if !gain.isCostKnown { try add(name + " of unknown cost", ledger: gain.quantity) }
            if gain.term == .long { try add(name + " held long", ledger: gain.quantity) }
        }
        for cash in try ledger.cash() {
            let name = "account \(cash.account.rawValue) \(cash.currency)"
            try add(name + " cash", ledger: cash.balance)
            try add(name + " contribution", ledger: cash.contribution)
            try add(name + " income", ledger: cash.income)
            try add(name + " fees", ledger: cash.fees)
            try add(name + " taxes", ledger: cash.taxes)
            try add(name + " exchanged", ledger: cash.exchanged)
        }
    }
}
