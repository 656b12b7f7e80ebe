import Ledger
import SQLite
import Values

/// What a clone leaves to its file as it is.
extension CloneStore {
    func identity() throws(StorageError) -> String { try file.identity() }
    func backups() throws(StorageError) -> [BackupRecord] { try file.backups() }
    func hasNews() throws(StorageError) -> Bool { try file.hasNews() }

    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws { try file.readQuotes(filter, receive) }
    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? { try file.lastQuoteDay(of: instrument, through: day) }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try file.priceSeries(of: instrument, from: from, through: through)
    }

    func quoteRevision() throws(StorageError) -> Int { try file.quoteRevision() }
    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws { try file.readRates(filter, receive) }
    func ratePairs() throws(StorageError) -> [RatePair] { try file.ratePairs() }
    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries { try file.rateSeries(from: from, to: to) }
    func rateRevision() throws(StorageError) -> Int { try file.rateRevision() }

    func save(_ state: StoredState) throws(StorageError) { try file.save(state) }
    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState? { try file.savedState(extent) }
    func savedHead() throws(StorageError) -> JournalHead? { try file.savedHead() }

    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String] { try file.inspect(shouldStop: shouldStop) }
    func inspectLayout() throws(StorageError) -> [String] { try file.inspectLayout() }
    func copy(to path: String, at moment: Instant) throws(StorageError) { try file.copy(to: path, at: moment) }
}

/// What a clone asks of its file beside the promises of a store.
extension SQLiteStore {
    /// What is kept of the key of a quote.
    func kept(_ quote: Quote) throws(StorageError) -> KeptPrice<Quote>? { try keptQuote(of: quote.instrument, on: quote.date, source: quote.source) }

    /// What is kept of the key of a rate.
    func kept(_ rate: Rate) throws(StorageError) -> KeptPrice<Rate>? { try keptRate(from: rate.from, to: rate.to, on: rate.date, source: rate.source) }

    /// Keeps a quote, or none, in the place of what its key has.
    func put(_ kept: KeptPrice<Quote>?, inPlaceOf quote: Quote) throws(StorageError) {
        _ = try removeQuote(of: quote.instrument, on: quote.date, source: quote.source)
        if let kept { _ = try store([kept.value], recordedAt: kept.recordedAt) }
    }

    /// Keeps a rate, or none, in the place of what its key has.
    func put(_ kept: KeptPrice<Rate>?, inPlaceOf rate: Rate) throws(StorageError) {
        _ = try removeRate(from: rate.from, to: rate.to, on: rate.date, source: rate.source)
        if let kept { _ = try store([kept.value], recordedAt: kept.recordedAt) }
    }

    /// The file as the store that the book is: a clone where it comes from a server.
    func asBook(clock: @escaping () -> Instant) throws(StorageError) -> any BookStore {
        do throws(StorageError) {
            guard mayBeClone, try originTable().isThere() else { return self }
            return CloneStore(self, clock: clock)
        } catch {
            close()
            throw error
        }
    }

    /// A copy of all that the connection sees, in memory.
    func inMemory() throws(StorageError) -> SQLiteStore {
        let connection = try BookConnection(path: location, image: image(), encryption: nil, busyTimeout: 0, isWritable: true)
        return SQLiteStore(path: Self.memoryPath, connection: connection, isReadOnly: false, place: nil, schema: schema, options: FileOptions())
    }

    /// Makes a book of the clone that comes from nowhere: of a copy, or of what is taken back again.
    func forgetOrigin() throws(StorageError) {
        let connection = try connected()
        try connection.database.withoutTriggers { () throws(StorageError) in
            try connection.execute("DELETE FROM origin")
            try connection.execute("DELETE FROM offer")
        }
    }
}

extension BookStore {
    /// What is kept of a quote's key.
    func keptQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> KeptPrice<Quote>? {
        var found: KeptPrice<Quote>?
        try StorageError.typed(location) {
            try readQuotes(QuoteFilter(instrument: instrument, from: day, to: day)) { if $0.source == source { found = KeptPrice(value: $0, recordedAt: $1) } }
        }
        return found
    }

    /// What is kept of a rate's key.
    func keptRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> KeptPrice<Rate>? {
        var found: KeptPrice<Rate>?
        try StorageError.typed(location) {
            try readRates(RateFilter(from: from, to: to, firstDay: day, lastDay: day)) { if $0.source == source { found = KeptPrice(value: $0, recordedAt: $1) } }
        }
        return found
    }
}

extension OfferContent {
    /// When the first of its acts was recorded; nil where it has none.
    var recordedAt: Instant? {
        guard let act = rows.first, act.table == .act, case .text(let bytes) = act.values[2] else { return nil }
        return try? Instant(iso8601: String(decoding: bytes, as: UTF8.self))
    }
}
