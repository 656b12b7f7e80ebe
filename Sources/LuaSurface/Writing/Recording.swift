import Frames
import Ledger
import LuaKit
import Queries
import Sentences
import Session
import Storage
import Values

/// What every verb does that records: from what was written to entries in the book, and to the frame of them.
package enum Recording {
    /// Refuses a merger into another instrument without a ratio, and a ratio without an instrument. Entries and files without a ratio mean 1:1, as
    /// they always have; whoever types one by hand has more likely forgotten it.
    package static func askRatio(_ draft: ActivityDraft) throws {
        guard draft.subtype?.lowercased() == ActivitySubtype.merger.rawValue else { return }
        let symbol = draft.symbol ?? "SYMBOL"
        if let ratio = draft.ratio, draft.into == nil {
            throw LuaMisuse(
                "a merger of \(symbol) by a ratio needs into, the instrument that its units became", field: "into",
                hint: "say merger \(symbol) into SYMBOL ratio \(ratio) …; where it went for cash alone, leave ratio out", kind: "missing_field")
        }
        guard draft.ratio == nil, let into = draft.into, into != draft.symbol else { return }
        throw LuaMisuse(
            "a merger of \(symbol) into \(into) needs ratio, the units of \(into) for those of \(symbol)", field: "ratio",
            hint:
                "say ratio=\"1:1\", or merger \(symbol) into \(into) ratio 1:1 …, where one unit became one; what goes on under another symbol needs none: rename \(symbol) to \(into) …",
            kind: "missing_field")
    }

    /// Records and gives back the entries as a frame. Where the book refuses cash below zero, nothing of it is kept.
    package static func perform(_ book: Book, _ record: () throws -> [EntryID]) throws -> Frame {
        // Of what is recorded together it is asked at the end.
        if try book.isTogether || book.definitions.policy.negativeCash != .refuse { return try frame(of: record(), book) }
        return try book.transaction {
            let entries = try record()
            try NegativeCash.refuse(entries, book)
            return try frame(of: entries, book)
        }
    }

    /// The figure of a draft as it was written, if that was in a minor unit: `150 GBX`; nil elsewhere.
    package static func given(_ draft: ActivityDraft) -> String? {
        guard let code = draft.currency, MinorUnit.normalize(code) != nil else { return nil }
        return (draft.price ?? draft.amount).map { "\($0) \(code)" }
    }

    /// The activity of a draft. A trade without a currency is in that of its instrument.
    package static func resolved(_ draft: ActivityDraft, _ call: LuaCall) throws -> Activity {
        let ledger = try call.book().ledger
        var draft = draft
        if draft.currency == nil, let instrument = draft.symbol.flatMap(ledger.instrument(named:)) {
            draft.currency = ledger[instrument].currency.code
        }
        return try ledger.resolve(draft, today: call.runtime.today)
    }

    /// Warnings of entries that tell an exchange rate although they are in their account's currency.
    private static func needlessRates(_ rows: [Int32], _ ledger: Ledger) -> [FrameWarning] {
        let table = ledger.activities
        return rows.map(Int.init).compactMap { row in
            guard table.counts(at: row), let rate = table.fxRate(at: row), rate != .one, table.account(at: row) != .every else { return nil }
            let account = ledger[table.account(at: row)]
            guard account.currency == table.currency(at: row) else { return nil }
            return FrameWarning(
                kind: "needless_rate",
                message:
                    "fx_rate \(rate) has nothing to convert: the entry is in \(account.currency), which is the currency of \"\(account.name)\"; say the currency of its figures if that is another"
            )
        }
    }

    /// The entries that were just recorded, as a frame with all their fields and with warnings about them.
    package static func frame(of entries: [EntryID], _ book: Book) throws -> Frame {
        let ledger = try book.ledger, table = ledger.activities
        let rows = entries.compactMap { entry in table.row(of: entry).map { Int32($0) } }
        let frame = try ActivitiesFrame.make("activities", book, rows, withAllTerms: true)
        func used(_ names: String...) -> [String] { names.filter { ActivitiesFrame.isUsed($0, rows, ledger) } }
        let recorded = try frame.select(
            ["id", "date"] + used("time") + ["type"] + used("subtype") + ["status", "account", "symbol", "quantity"]
                + used("ratio", "into", "group", "lots", "opened", "share") + ["price", "amount", "fee", "tax", "currency"] + used("fx_rate", "settle") + ["cash", "notes"])
        // A few rows cost less than keeping hold of the whole table, which would have to be copied once a branch is undone.
        if rows.count <= 100 { try recorded.settle() }
        // Working out balances after each of many late entries would run through what comes after them each time, for nobody.
        // What is recorded together may rest on what is still to come, and cannot be asked about before.
        let limits = try book.isTogether ? (try? ContributionLimits(book).warnings(recorded: entries)) ?? [] : ContributionLimits(book).warnings(recorded: entries)
        return recorded.adding(warnings: limits + needlessRates(rows, ledger))
            .adding { ((try? NegativeCash.warnings(recorded: entries, book)) ?? []) + ((try? DoubtfulEntries.warnings(rows, book)) ?? []) }
    }
}

extension Frame {
    /// The frame with a column `given` after the price: the figure as it was written, if that was in pence and the like.
    package func adding(given texts: [String?]) -> Frame {
        guard texts.count == rowCount, texts.contains(where: { $0 != nil }) else { return self }
        let pool = TextPool(), codes = texts.map { $0.map { pool.code(for: $0) } ?? -1 }
        return inserting(.texts(.text("given"), count: rowCount, pool: pool) { codes[$0] }, after: "price")
    }
}

extension LuaCall {
    /// The base currency of the book, for what is defined without a currency.
    ///
    /// - Throws: a misuse that asks for a currency where the book has no base currency.
    package func baseCurrency(_ ledger: Ledger) throws -> Currency {
        if let currency = ledger.policy.baseCurrency { return currency }
        throw LuaMisuse(
            "\(name): currency is missing, and the book has no base currency", field: "currency",
            hint: "say currency=\"EUR\", or another, or once for all setting(\"base_currency\", \"EUR\")")
    }
}

/// Warnings of likely slips in entries that were just recorded. They may be meant, so they are not refused.
private enum DoubtfulEntries {
    /// The warnings of rows of the activity table that were just recorded, as far as they count.
    static func warnings(_ rows: [Int32], _ book: Book) throws -> [FrameWarning] {
        let ledger = try book.ledger, table = ledger.activities
        return try rows.map(Int.init).filter { $0 < table.count && table.counts(at: $0) }.flatMap { row in
            let doubt = tax(row, book, ledger) ?? neverHeld(row, ledger) ?? repeated(row, ledger) ?? touchesNothing(row, ledger)
            return [doubt].compactMap(\.self) + (try adjustedOptions(row, ledger))
        }
    }

    /// A tax greater than the income it was withheld from: perhaps a rate was meant.
    private static func tax(_ row: Int, _ book: Book, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, tax = table.tax(at: row), kind = table.kind(at: row)
        guard [.dividend, .interest, .credit].contains(kind), let amount = table.amount(at: row), amount > .zero, tax > amount else { return nil }
        let currencies = CurrencyTable(declaredIn: book), currency = table.currency(at: row)
        func told(_ figure: FixedDecimal) -> String { Money(figure, currency).told(by: currencies) }
        return FrameWarning(
            kind: "tax_above_amount",
            message:
                "the tax of \(told(tax)) is more than the \(noun(row, table)) of \(told(amount)) that it is withheld from; amount is money before tax: if it is wrong, say amend \(table.id(at: row).rawValue) tax=…"
        )
    }

    /// Income from an instrument that the account has never held up to the day. What was sold since may still pay.
    private static func neverHeld(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities, account = table.account(at: row)
        guard table.isPaidOnHolding(at: row), let instrument = table.instrument(at: row), account != .every, ledger[account].tracking == .transactions else { return nil }
        // A dividend that is reinvested brings units, and is itself no reason to have been paid one.
        if ledger.hasHeld(instrument, in: account, through: table.date(at: row), besides: row) { return nil }
        return FrameWarning(
            kind: "never_held",
            message: "\"\(ledger[account].name)\" has never held \(ledger[instrument].symbol) up to \(table.date(at: row)): look whether account and symbol are right")
    }

    /// A split, merger, spinoff or change of symbol that is recorded a second time for the same day.
    private static func repeated(_ row: Int, _ ledger: Ledger) -> FrameWarning? {
        let table = ledger.activities
        guard let earlier = ledger.change(alike: row), let instrument = table.instrument(at: row) else { return nil }
        let what = noun(row, table), (first, second) = (table.id(at: earlier).rawValue, table.id(at: row).rawValue)
        return FrameWarning(
            kind: "repeated_event",
            message: "entry \(first) is a \(what) of \(ledger[instrument].symbol) on \(table.date(at: row)) as well; if there was one alone, say void \(second)")
    }

    /// A split, merger, spinoff or change of symbol of an instrument that no account has held up to its day.
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

    /// Options on an instrument that a split, a merger or a change of symbol changes, which are no standard ones any more.
    private static func adjustedOptions(_ row: Int, _ ledger: Ledger) throws -> [FrameWarning] {
        let held = optionsHeld(at: row, ledger), table = ledger.activities, account = table.account(at: row)
        if held.isEmpty { return [] }
        return try ledger.at(endOf: table.date(at: row)).warningsOfUnits().compactMap { warning in
            guard case .adjustedOption(let holder, let symbol, _, _, _) = warning, held.contains(symbol), account == .every || ledger[account].name == holder else { return nil }
            return FrameWarning(kind: warning.kind, message: warning.message)
        }
    }

    /// The symbols of options on the instrument of a row that have not expired by its day and that its account, or any, has held by then.
    private static func optionsHeld(at row: Int, _ ledger: Ledger) -> Set<String> {
        let table = ledger.activities, account = table.account(at: row), day = table.date(at: row)
        guard table.changesInstrument(at: row), table.subtype(at: row) != .spinoff, let underlying = table.instrument(at: row) else { return [] }
        let accounts = account == .every ? ledger.accounts.indices.map { AccountID(Int32($0 + 1)) } : [account]
        let options = ledger.instruments.enumerated().filter { $1.option.map { $0.underlying == underlying && $0.expires >= day } ?? false }
        return Set(
            options.filter { place, _ in
                accounts.contains { ledger.hasHeld(InstrumentID(Int32(place + 1)), in: $0, through: day, besides: row) }
            }.map { $1.symbol })
    }

    private static func noun(_ row: Int, _ table: ActivityTable) -> String {
        (table.subtype(at: row)?.rawValue ?? table.kind(at: row).rawValue).replacing("_", with: " ")
    }
}

/// Warnings of likely slips in the definition of an account. They may be meant, so they are not refused.
package enum DoubtfulAccounts {
    /// A warning for each account that was closed by a day and still holds units or cash.
    ///
    /// - Parameters:
    ///   - state: the book at the end of the day.
    ///   - name: the account that is asked of; all where none is.
    ///   - filter: what the account, or something that it holds, must pass.
    package static func closed(_ state: BookState, by day: Day, _ book: Book, _ name: String? = nil, among filter: BookFilter? = nil) throws -> [FrameWarning] {
        let accounts = state.definitions.accounts
        guard accounts.contains(where: { $0.closed.map { $0 <= day } ?? false }) else { return [] }
        let holdings = Dictionary(grouping: state.holdings(), by: \.account), cash = Dictionary(grouping: try state.cash(), by: \.account)
        let currencies = CurrencyTable(declaredIn: book)
        return accounts.enumerated().compactMap { place, account in
            let number = AccountID(Int32(place + 1))
            guard let closed = account.closed, closed <= day, !account.isErased, name == nil || account.name == name else { return nil }
            if let filter, !filter.fits(number, nil), !(holdings[number] ?? []).contains(where: { filter.fits(number, $0.instrument) }) { return nil }
            let units = (holdings[number] ?? []).filter { !$0.quantity.isZero }.map { "\($0.quantity) \(state.definitions[$0.instrument].symbol)" }
            let money = (cash[number] ?? []).filter { !$0.balance.isZero }.map { Money($0.balance, $0.currency).told(by: currencies) }
            let held = units + money
            guard !held.isEmpty else { return nil }
            let list = held.prefix(4).joined(separator: ", ") + (held.count > 4 ? " and \(held.count - 4) more" : "")
            return FrameWarning(
                kind: "closed_account",
                message:
                    "\"\(account.name)\" is closed on \(closed) and still holds \(list): record by that day what became of it, or say account{name=\(LuaForm.quoted(account.name)), closed=false}"
            )
        }
    }

    /// Gives notices where an account that was just defined is closed but holds something, or has entries from before its currency changed.
    package static func tell(_ account: Account, before: Account?, _ call: LuaCall) throws {
        let book = try call.book()
        if let closed = account.closed, closed != before?.closed, closed <= call.runtime.today {
            for warning in try Self.closed(book.state(on: closed, withLots: false), by: closed, book, account.name) { call.runtime.notice(warning.message) }
        }
        guard let before, before.currency != account.currency else { return }
        let ledger = try book.ledger, table = ledger.activities
        guard let number = ledger.account(named: account.name) else { return }
        let count = (0..<table.count).count { table.account(at: $0) == number && table.counts(at: $0) && table.currency(at: $0) == before.currency }
        guard count > 0 else { return }
        call.runtime.notice(
            "\"\(account.name)\" is in \(account.currency) now: its \(count == 1 ? "entry" : "\(count) entries") in \(before.currency) stay\(count == 1 ? "s" : "") as \(count == 1 ? "it is" : "they are"), "
                + "and what is recorded without a currency is in \(account.currency) from now on")
    }
}
