import Frames
import Ledger
import Storage
import Values

/// What may well be a slip in entries that were just recorded, and is told and not refused: it may be meant.
enum DoubtfulEntries {
    /// The warnings of rows that were just recorded, of those that count.
    static func warnings(_ rows: [Int32], _ book: Book) throws -> [FrameWarning] {
        let ledger = try book.ledger, table = ledger.activities
        return rows.map(Int.init).filter { $0 < table.count && table.counts(at: $0) }.compactMap { row in
            tax(row, book, ledger) ?? neverHeld(row, ledger) ?? repeated(row, ledger) ?? touchesNothing(row, ledger)
        }
    }

    /// A tax above what it was withheld from: a rate was meant perhaps.
    private static func tax(_ row: Int, _ book: Book, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, tax = table.tax(at: row), kind = table.kind(at: row)
        guard [.dividend, .interest, .credit].contains(kind), let amount = table.amount(at: row), amount > .zero, tax > amount else { return nil }
        let currencies = CurrencyModule.table(book), currency = table.currency(at: row)
        func told(_ figure: FixedDecimal) -> String { Money(figure, currency).described(by: currencies) }
        return FrameWarning(
            kind: "tax_above_amount",
            message: "the tax of \(told(tax)) is more than the \(noun(row, table)) of \(told(amount)) that it is withheld from; amount is money before tax: if it is wrong, say amend \(table.id(at: row).rawValue) tax=…")
    }

    /// Income of something that its account never held up to the day; what was sold since may still pay.
    private static func neverHeld(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, account = table.account(at: row)
        guard isPaid(row, table), let instrument = table.instrument(at: row), account != .every, ledger[account].tracking == .transactions else { return nil }
        let isHeld = (0..<table.count).contains { other in
            guard other != row, table.counts(at: other), !isPaid(other, table) || table.subtype(at: other) == .drip, table.date(at: other) <= table.date(at: row) else { return false }
            guard table.account(at: other) == account || table.account(at: other) == .every else { return false }
            return table.instrument(at: other) == instrument || table.detail(at: other)?.into == instrument
        }
        if isHeld { return nil }
        return FrameWarning(
            kind: "never_held",
            message: "\"\(ledger[account].name)\" has never held \(ledger[instrument].symbol) up to \(table.date(at: row)): look whether account and symbol are right")
    }

    /// The same split, merger, spinoff or change of symbol a second time on a day.
    private static func repeated(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities
        guard isCorporate(row, table), let instrument = table.instrument(at: row) else { return nil }
        let earlier = (0..<table.count).first { other in
            guard other != row, table.counts(at: other), isCorporate(other, table), table.instrument(at: other) == instrument, table.date(at: other) == table.date(at: row),
                table.kind(at: other) == table.kind(at: row), table.subtype(at: other) == table.subtype(at: row)
            else { return false }
            let accounts = [table.account(at: other), table.account(at: row)]
            let isSameTarget = table.detail(at: other)?.into == table.detail(at: row)?.into
            return isSameTarget && (accounts[0] == accounts[1] || accounts.contains(.every))
        }
        guard let earlier else { return nil }
        let what = noun(row, table), (first, second) = (table.id(at: earlier).rawValue, table.id(at: row).rawValue)
        return FrameWarning(
            kind: "repeated_event",
            message: "entry \(first) is a \(what) of \(ledger[instrument].symbol) on \(table.date(at: row)) as well; if there was one alone, say void \(second)")
    }

    private static func isPaid(_ row: Int, _ table: ActivityTable) -> Bool {
        table.kind(at: row) == .dividend || table.subtype(at: row) == .returnOfCapital || table.subtype(at: row) == .notionalDistribution
    }

    private static func isCorporate(_ row: Int, _ table: ActivityTable) -> Bool {
        if table.kind(at: row) == .split { return true }
        switch table.subtype(at: row) {
        case .merger, .spinoff, .symbolChange: return true
        default: return false
        }
    }

    /// A split, merger, spinoff or change of symbol of something that nobody has held up to its day; what was sold since may still be split.
    private static func touchesNothing(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, account = table.account(at: row)
        guard table.kind(at: row) == .split || [.merger, .spinoff, .symbolChange].contains(table.subtype(at: row)), let instrument = table.instrument(at: row),
            (try? ledger.wasHeld(before: row)) == false
        else { return nil }
        let holder = account == .every ? "no account" : "\"\(ledger[account].name)\" does not hold", verb = account == .every ? " holds" : ""
        return FrameWarning(
            kind: "touches_nothing",
            message: "\(holder)\(verb) \(ledger[instrument].symbol) on \(table.date(at: row)), so the \(noun(row, table)) touches nothing: look whether symbol and date are right")
    }

    private static func noun(_ row: Int, _ table: ActivityTable) -> String {
        (table.subtype(at: row)?.rawValue ?? table.kind(at: row).rawValue).replacing("_", with: " ")
    }
}
