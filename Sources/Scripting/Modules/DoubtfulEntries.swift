import Frames
import Ledger
import Storage
import Values

/// What may well be a slip in entries that were just recorded, and is told and not refused: it may be meant.
enum DoubtfulEntries {
    /// The warnings of rows that were just recorded, of those that count.
    static func warnings(_ rows: [Int32], _ book: Book) throws -> [FrameWarning] {
        let ledger = try book.ledger, table = ledger.activities
        return try rows.map(Int.init).filter { $0 < table.count && table.counts(at: $0) }.flatMap { row in
            let doubt = tax(row, book, ledger) ?? neverHeld(row, ledger) ?? repeated(row, ledger) ?? touchesNothing(row, ledger)
            return [doubt].compactMap(\.self) + (try adjustedOptions(row, ledger))
        }
    }

    /// A tax above what it was withheld from: a rate was meant perhaps.
    private static func tax(_ row: Int, _ book: Book, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, tax = table.tax(at: row), kind = table.kind(at: row)
        guard [.dividend, .interest, .credit].contains(kind), let amount = table.amount(at: row), amount > .zero, tax > amount else { return nil }
        let currencies = CurrencyModule.table(book), currency = table.currency(at: row)
        func told(_ figure: FixedDecimal) -> String { Money(figure, currency).told(by: currencies) }
        return FrameWarning(
            kind: "tax_above_amount",
            message: "the tax of \(told(tax)) is more than the \(noun(row, table)) of \(told(amount)) that it is withheld from; amount is money before tax: if it is wrong, say amend \(table.id(at: row).rawValue) tax=…")
    }

    /// Income of something that its account never held up to the day; what was sold since may still pay.
    private static func neverHeld(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, account = table.account(at: row)
        guard table.isPaidOnHolding(at: row), let instrument = table.instrument(at: row), account != .every, ledger[account].tracking == .transactions else { return nil }
        // A dividend that is reinvested brings units, and is itself no reason to have been paid one.
        if ledger.hasHeld(instrument, in: account, through: table.date(at: row), besides: row) { return nil }
        return FrameWarning(
            kind: "never_held",
            message: "\"\(ledger[account].name)\" has never held \(ledger[instrument].symbol) up to \(table.date(at: row)): look whether account and symbol are right")
    }

    /// The same split, merger, spinoff or change of symbol a second time on a day.
    private static func repeated(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities
        guard let earlier = ledger.change(alike: row), let instrument = table.instrument(at: row) else { return nil }
        let what = noun(row, table), (first, second) = (table.id(at: earlier).rawValue, table.id(at: row).rawValue)
        return FrameWarning(
            kind: "repeated_event",
            message: "entry \(first) is a \(what) of \(ledger[instrument].symbol) on \(table.date(at: row)) as well; if there was one alone, say void \(second)")
    }

    /// A split, merger, spinoff or change of symbol of something that nobody has held up to its day; what was sold since may still be split.
    private static func touchesNothing(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, account = table.account(at: row)
        guard table.changesInstrument(at: row), let instrument = table.instrument(at: row),
            (try? ledger.wasHeld(before: row)) == false, optionsHeld(at: row, ledger).isEmpty
        else { return nil }
        let holder = account == .every ? "no account" : "\"\(ledger[account].name)\" does not hold", verb = account == .every ? " holds" : ""
        return FrameWarning(
            kind: "touches_nothing",
            message: "\(holder)\(verb) \(ledger[instrument].symbol) on \(table.date(at: row)), so the \(noun(row, table)) touches nothing: look whether symbol and date are right")
    }

    /// What became of options on what a split, a merger or a change of symbol changes, where they are no standard ones any more.
    private static func adjustedOptions(_ row: Int, _ ledger: Ledger) throws -> [FrameWarning] {
        let held = optionsHeld(at: row, ledger), table = ledger.activities, account = table.account(at: row)
        if held.isEmpty { return [] }
        return try ledger.at(endOf: table.date(at: row)).warningsOfUnits().compactMap { warning in
            guard case .adjustedOption(let holder, let symbol, _, _, _) = warning, held.contains(symbol), account == .every || ledger[account].name == holder else { return nil }
            return FrameWarning(kind: warning.kind, message: warning.message)
        }
    }

    /// The symbols of options that follow what a row changes, that had not expired by its day, and that its account, or any, has held by then.
    private static func optionsHeld(at row: Int, _ ledger: Ledger) -> Set<String> {
        let table = ledger.activities, account = table.account(at: row), day = table.date(at: row)
        guard table.changesInstrument(at: row), table.subtype(at: row) != .spinoff, let underlying = table.instrument(at: row) else { return [] }
        let accounts = account == .every ? ledger.accounts.indices.map { AccountID(Int32($0 + 1)) } : [account]
        let options = ledger.instruments.enumerated().filter { $1.option.map { $0.underlying == underlying && $0.expires >= day } ?? false }
        return Set(options.filter { place, _ in
            accounts.contains { ledger.hasHeld(InstrumentID(Int32(place + 1)), in: $0, through: day, besides: row) }
        }.map { $1.symbol })
    }

    private static func noun(_ row: Int, _ table: ActivityTable) -> String {
        (table.subtype(at: row)?.rawValue ?? table.kind(at: row).rawValue).replacing("_", with: " ")
    }
}
