import Ledger
import Storage
import Values

/// What a query reads and how it is narrowed. The same field means the same in every query.
package struct BookFilter {
    /// The book, as it is or as it was recorded.
    package let source: QuerySource
    /// Accounts that fit, by number less one; nil for all.
    package var accounts: [Bool]?
    /// Instruments that fit, by number less one; nil for all.
    package var instruments: [Bool]?
    /// What has one of the tags that were asked for; nil for all.
    package var tagged: TaggedParts?
    /// The tags that were asked for, as they are shown; none for all.
    package var tags: [String] = []
    private var types: ActivityTypes?
    /// The kind of account that was asked for; nil for all.
    package var accountKind: Account.Kind?
    /// The status that was asked for, `all` for every one; nil for what counts.
    package var status: String?
    /// The currency that was asked for; nil for all.
    package var currency: Currency?
    /// The first day that was asked for; nil for the first there is.
    package var from: Day?
    /// The last day that was asked for; nil for the last there is.
    package var to: Day?
    /// The day at whose end the state is asked for; nil for the present.
    package var on: Day?

    /// Types of activities that were asked for: kinds such as `buy`, and subtypes such as `staking_reward`.
    private struct ActivityTypes {
        var kinds: Set<ActivityKind> = []
        var subtypes: Set<ActivitySubtype> = []
    }

    /// A filter that leaves everything that a book holds.
    package init(_ source: QuerySource) { self.source = source }

    // MARK: Narrowing

    /// Leaves the accounts that fit, by number less one, of those that were left.
    package mutating func narrow(accounts fits: [Bool]) {
        accounts = accounts.map { zip($0, fits).map { $0 && $1 } } ?? fits
    }

    /// Leaves the accounts of these names.
    package mutating func narrow(accounts names: [String], _ defined: Definitions) throws {
        var fits = [Bool](repeating: false, count: defined.accounts.count)
        for name in names {
            fits[Int(try defined.knownAccount(name).rawValue) - 1] = true
        }
        narrow(accounts: fits)
    }

    /// Leaves the instruments that fit, by number less one, of those that were left.
    package mutating func narrow(instruments fits: [Bool]) {
        instruments = instruments.map { zip($0, fits).map { $0 && $1 } } ?? fits
    }

    /// Leaves the instruments of these symbols.
    package mutating func narrow(instruments symbols: [String], _ defined: Definitions) throws {
        var fits = [Bool](repeating: false, count: defined.instruments.count)
        for symbol in symbols { fits[Int(try defined.knownInstrument(symbol).rawValue) - 1] = true }
        narrow(instruments: fits)
    }

    /// Leaves the activities of these types: kinds such as `buy`, and subtypes such as `staking_reward`.
    package mutating func narrow(types names: [String]) throws {
        var types = ActivityTypes()
        for name in names {
            guard let sense = ActivityRule.sense(named: name) else {
                throw LedgerError.unknownType(name: name, nearest: nearestName(to: name, in: ActivityRule.typeNames))
            }
            if let subtype = sense.subtype { types.subtypes.insert(subtype) } else { types.kinds.insert(sense.kind) }
        }
        self.types = types
    }

    /// Leaves the days of a year.
    package mutating func narrow(year: Int) throws {
        let first = try Day(year: year, month: 1, day: 1), last = try Day(year: year, month: 12, day: 31)
        from = max(from ?? first, first)
        to = min(to ?? last, last)
    }

    // MARK: Asking

    /// Whether an account passes the filter.
    package func fits(_ account: AccountID) -> Bool { accounts.map { account != .every && $0[Int(account.rawValue) - 1] } ?? true }

    /// Whether an instrument passes the filter. Cash, which is none, passes where no instrument was asked for.
    package func fits(_ instrument: InstrumentID?) -> Bool {
        guard let instruments else { return true }
        return instrument.map { instruments[Int($0.rawValue) - 1] } ?? false
    }

    /// Whether what happened or is held in an account, of an instrument or of cash, passes the filter; of what happened the entry may have a tag of its own.
    package func fits(_ account: AccountID, _ instrument: InstrumentID?, _ activity: EntryID? = nil) -> Bool {
        fits(account) && fits(instrument) && tagged?.include(account, instrument, activity) ?? true
    }

    /// Whether an activity of a kind and perhaps a subtype passes the filter.
    package func fits(_ kind: ActivityKind, _ subtype: ActivitySubtype?) -> Bool {
        types.map { types in types.kinds.contains(kind) || subtype.map(types.subtypes.contains) ?? false } ?? true
    }

    /// Whether a currency passes the filter.
    package func fits(_ currency: Currency) -> Bool { self.currency.map { $0 == currency } ?? true }

    /// Whether a day lies in the span.
    package func fits(_ day: Day) -> Bool { from.map { day >= $0 } ?? true && to.map { day <= $0 } ?? true && on.map { day <= $0 } ?? true }

    /// The last day of what is asked for: of the span, or before the end of the day.
    package var lastDay: Day? { on.map { min($0, to ?? $0) } ?? to }

    /// The day that a state is of; nil for the present.
    package var day: Day? { source.day(on) }

    /// The state of the book at the end of that day. Its open lots may be asked for only if `withLots` is true.
    package func state(withLots: Bool = false) throws -> BookState { try source.state(on: on, withLots: withLots) }

    /// A ledger that has at least the activities that the filter leaves, and answers what these tell by themselves: the whole one, or a part of it where
    /// that is quicker to read.
    ///
    /// - Parameter kinds: the kinds that the question is about; nil for all.
    package func ledgerOfActivities(of kinds: Set<ActivityKind>? = nil) throws -> Ledger {
        guard source.recorded == nil, tagged == nil else { return try source.ledger }
        var part = ActivityPart()
        (part.from, part.through) = (from, lastDay)
        (part.accounts, part.instruments) = (accountsLeft, instrumentsLeft)
        part.kinds = kinds
        if let types, types.subtypes.isEmpty { part.kinds = kinds?.intersection(types.kinds) ?? types.kinds }
        return try source.book.ledger(with: part)
    }

    /// The gains of its days, accounts and instruments that were kept as the book was closed; nil where they have to be computed.
    package func savedGains() throws -> SavedGains? {
        guard source.recorded == nil, tagged == nil else { return nil }
        return try source.book.savedGains(from: from, through: lastDay, accounts: accountsLeft, instruments: instrumentsLeft)
    }

    /// The accounts that it leaves; nil for all.
    private var accountsLeft: Set<AccountID>? {
        accounts.map { fits in Set(fits.indices.lazy.filter { fits[$0] }.map { AccountID(Int32($0 + 1)) }) }
    }

    /// The instruments that it leaves; nil for all, and for cash.
    private var instrumentsLeft: Set<InstrumentID>? {
        instruments.map { fits in Set(fits.indices.lazy.filter { fits[$0] }.map { InstrumentID(Int32($0 + 1)) }) }
    }

    /// Whether the filter leaves all rows of its days: nothing but days was asked for.
    package var isOpen: Bool { accounts == nil && instruments == nil && types == nil && currency == nil && status == nil && tagged == nil }
}

/// The book that a query reads: as it is, or as it was recorded at a moment.
package struct QuerySource {
    /// The book.
    package let book: Book
    /// What was recorded later is left out; nil for everything.
    package let recorded: Instant?

    /// A book as it is.
    package init(_ book: Book) throws { try self.init(book, asRecorded: nil) }

    /// A book as it was recorded at a moment; as it is, where there is none.
    package init(_ book: Book, asRecorded moment: Instant?) throws {
        try book.noteReading()
        (self.book, recorded) = (book, moment)
    }

    /// The ledger with what was recorded by that moment.
    package var ledger: Ledger {
        get throws { try recorded.map(book.ledger(asRecorded:)) ?? book.ledger }
    }

    /// The accounts, instruments and settings as they were by that moment.
    package var definitions: Definitions {
        get throws { try recorded == nil ? book.definitions : ledger.definitions }
    }

    /// The state of the book at the end of a day, or at its end where no day is given.
    package func state(on day: Day?, withLots: Bool) throws -> BookState {
        try recorded == nil ? book.state(on: day, withLots: withLots) : ledger.at(endOf: day)
    }

    /// The day that a state is of: the one asked for, else that of the moment; nil for the present.
    package func day(_ on: Day?) -> Day? { on ?? recorded?.day }
}

extension Instrument {
    /// The asset class that the owner gave it, else its kind.
    package var classOrKind: String { assetClass.isEmpty ? kind.rawValue : assetClass }
}
